"""What is said about days, and about how hard deals are."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from babel.dates import format_date, format_skeleton, get_day_names
from babel.numbers import format_percent

from app.analysis import Graded
from app.record import GRADES, Grade, HelpClass

from .cards import CardWords, locale_of
from .told import PENDING, Told


@dataclass(frozen=True, slots=True)
class RecordWords(CardWords):
    """The words of one language for days and grades."""

    def day(self, day: date) -> str:
        """Return a day as it is written: `Tuesday 1 December 2026`."""
        return _written(day, "full", self.language.code)

    def short_day(self, day: date) -> str:
        """Return a day in short: `1 Dec 2026`."""
        return _written(day, "medium", self.language.code)

    def day_of_year(self, day: date) -> str:
        """Return a day without its year, in figures: `12/1`, `1.12.`."""
        return _written(day, "skeleton", self.language.code)

    def month_in_short(self, day: date) -> str:
        """Return the month of a day in short, without its year: `Dec`."""
        return _written(day, "LLL", self.language.code)

    def percent(self, share: float) -> str:
        """Return a share of one as whole percents."""
        return format_percent(share, locale=locale_of(self.language.code))

    def outcome(self, result: str, *, left: int) -> str:
        """Return how a game stands: `won`, `left` or `open`; `left` counts pyramid cards."""
        _, n = self.language.gettext, self.language.ngettext
        if result == "won":
            return _("Won")
        if result == "left":
            text = n("Lost with {count} card left", "Lost with {count} cards left", left)
        else:
            text = n("Open, {count} card left", "Open, {count} cards left", left)
        return text.format(count=left)

    def over_par(self, strokes: int | None) -> str:
        """Return how far a win is over par; nothing where par is not known."""
        if strokes is None:
            return ""
        if strokes == 0:
            return self.language.gettext("at par")
        text = self.language.ngettext("{count} over par", "{count} over par", strokes)
        return text.format(count=strokes)

    def wins_in_a_row(self, count: int) -> str:
        """Return how many games were won one after the other, as a sentence."""
        text = self.language.ngettext("{count} win in a row.", "{count} wins in a row.", count)
        return text.format(count=count)

    def help_class(self, help_class: HelpClass) -> str:
        """Return what a game was played with."""
        _ = self.language.gettext
        return {
            HelpClass.ALONE: _("alone"),
            HelpClass.OWN: _("with undo"),
            HelpClass.HELPED: _("with help"),
        }[help_class]

    def month(self, day: date) -> str:
        """Return the month of a day: `December 2026`."""
        return _written(day, "LLLL y", self.language.code)

    def weekdays(self) -> tuple[tuple[str, str], ...]:
        """Return the days of the week from Monday on: in short, and whole."""
        locale = locale_of(self.language.code)
        short = get_day_names("abbreviated", "stand-alone", locale)
        whole = get_day_names("wide", "stand-alone", locale)
        return tuple((short[day], whole[day]) for day in range(7))

    def grade_name(self, grade: int) -> str:
        """Return what a grade is called, 1 to 5."""
        _ = self.language.gettext
        # Translators: how hard a deal is, from one to five.
        names = (_("gentle"), _("easy"), _("even"), _("hard"), _("fierce"))
        return names[grade - 1]

    def grade(self, grade: int) -> str:
        """Return a grade in a sentence."""
        text = self.language.gettext("Grade {number} of {most}: {name}.")
        return text.format(number=grade, most=GRADES[-1], name=self.grade_name(grade))

    def graded(self, graded: Graded | None) -> Told:
        """Return how hard a deal is, `None` standing for an answer on its way.

        Its kind is `graded`, `none` (it can't be won: there is nothing to say) or `unknown`.
        """
        _ = self.language.gettext
        if graded is None:
            return Told(kind=PENDING, text=_("Finding out how hard it is …"))
        if not graded.complete:
            return Told(kind="unknown", text=_("How hard it is was not found out in time."))
        found = graded.grade
        if found is None:
            return Told(kind="none", text="")
        texts = [] if found.grade is None else [self.grade(found.grade)]
        return Told(kind="graded", text=" ".join([*texts, self.slips(found)]))

    def slips(self, found: Grade) -> str:
        """Return how often a guesser would have lost the win of a deal, in a sentence."""
        slips = round(found.slips, 1)
        if slips == 0:
            return self.language.gettext("Even a guesser would win it nearly always.")
        # With a fraction, also where that is zero: such numbers have the plural in all languages.
        text = self.language.gettext("A guesser would lose the win {count} times a game.")
        return text.format(count=self.number(slips))


@lru_cache(maxsize=4096)
def _written(day: date, how: str, language: str) -> str:
    """Return a day as Babel writes it: a page has hundreds, the next one the same."""
    locale = locale_of(language)
    if how == "skeleton":
        return format_skeleton("Md", day, locale=locale)
    return format_date(day, how, locale=locale)
