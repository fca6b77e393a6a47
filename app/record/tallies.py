"""What the games that ended in a month add up to, as plain JSON, and what several months make.

A month is added up once and kept; what a page shows is made of the months, however many games there
were. So whatever is kept has to be addable: counts, values one after the other, days, and runs. It
is kept as few long texts, as those are read many times quicker than many numbers.
"""

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from .facts import Fact, Outcome
from .help import HelpClass
from .runs import NO_GAMES, Run, in_a_row

VERSION: Final = 1
"""Of what is kept: what another version has added up is added up again."""

ANY: Final = "*"
"""Stands for any rules, and for any class of help."""

Json = dict[str, Any]
Spread = Mapping[int, int]
"""How often each value came."""

_FIRST, _LATER = "first", "later"


class Added(NamedTuple):
    """What the games of a month add up to, in three parts, of which most pages need one.

    `sums` has all of them, and of each rule set the counts; `by_rules` has the rest of what the
    rule sets are told apart by, `by_day` what ended on which day.
    """

    sums: Json
    by_rules: Json
    by_day: Json


def add_up(facts: Iterable[Fact]) -> Added:
    """Return what games that ended in one month add up to; they come in order of their end."""
    parts: dict[str, _Part] = defaultdict(_Part)
    counts: dict[str, _Part] = defaultdict(_Part)
    runs: dict[str, list[bool | None]] = defaultdict(list)
    days: dict[str, _Days] = defaultdict(_Days)
    for fact in facts:
        rules, help_class = fact.rules, fact.help_class.value
        result = in_a_row(fact.outcome is Outcome.WON, fact.winnable)
        parts[f"{rules} {help_class}"].add(fact)
        parts[f"{ANY} {help_class}"].add(fact)
        counts[f"{rules} {ANY}"].count(fact)
        for of_rules in (rules, ANY):
            for of_class in (help_class, ANY):
                name = f"{of_rules} {of_class}"
                runs[name].append(result)
                if fact.ended:
                    days[name].add(fact)
    return Added(
        sums={
            "version": VERSION,
            "parts": {
                **{name: part.as_json() for name, part in parts.items() if name[0] == ANY},
                **{name: part.counts_as_json() for name, part in counts.items()},
            },
            "runs": {name: [*Run.of(results)] for name, results in runs.items()},
        },
        by_rules={name: part.as_json() for name, part in parts.items() if name[0] != ANY},
        by_day={name: of_name.as_text() for name, of_name in days.items()},
    )


def is_current(sums: object) -> bool:
    """Return whether what is kept of a month can be used as it is."""
    return isinstance(sums, dict) and sums.get("version") == VERSION


@dataclass(slots=True)
class _Part:
    """The games of one rule set, or of all, with one class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    values: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    played: set[str] = field(default_factory=set)

    def count(self, fact: Fact) -> None:
        """Count one game in, and nothing but that."""
        counts = self.counts
        counts[fact.outcome.value] += 1
        counts["hints"] += fact.hints
        counts["undos"] += fact.undos
        counts["deals"] += fact.opens_deal
        if fact.outcome is Outcome.WON:
            counts["deals_won"] += fact.wins_deal
        elif fact.outcome is Outcome.LEFT:
            counts["left_winnable"] += fact.winnable is True

    def add(self, fact: Fact) -> None:
        """Count one game in with all that it brings."""
        self.count(fact)
        self.played.add(fact.began)
        self.played.add(fact.last)
        self.played.update(fact.between)
        if not fact.ended:
            return
        sight = _FIRST if fact.is_first_sight else _LATER
        values = self.values
        if fact.points is not None:
            values[f"{sight} points"].append(fact.points)
        if fact.outcome is Outcome.WON:
            values[f"{sight} strokes"].append(fact.strokes)
            values[f"{sight} seconds"].append(fact.seconds)
            if fact.over_par is not None:
                values[f"{sight} over_par"].append(fact.over_par)
        else:
            values["cards"].append(fact.left)

    def as_json(self) -> Json:
        """Return it with names, numbers and texts alone."""
        return {
            "counts": self.counts_as_json()["counts"],
            "values": {name: _packed(name, each) for name, each in self.values.items()},
            "played": _as_bits(self.played),
        }

    def counts_as_json(self) -> Json:
        """Return its counts alone."""
        return {"counts": {name: count for name, count in self.counts.items() if count}}


@dataclass(slots=True)
class _Days:
    """What ended on the days of a month."""

    days: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))

    def add(self, fact: Fact) -> None:
        """Count one game in."""
        of_day = self.days[fact.ended]
        of_day[0 if fact.outcome is Outcome.WON else 1] += 1
        of_day[2] += fact.seconds

    def as_text(self) -> str:
        """Return each day with games won, games left and seconds."""
        return " ".join(
            f"{day} {won} {left} {seconds}"
            for day, (won, left, seconds) in sorted(self.days.items())
        )


def _packed(name: str, values: Iterable[int]) -> str:
    """Return values as hexadecimal digits, four of each; of seconds, which may be many, eight."""
    numbers = array("I" if name.endswith("seconds") else "H", values)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers.tobytes().hex()


def _unpacked(name: str, texts: Iterable[str]) -> Iterable[int]:
    """Return the values of several texts."""
    numbers = array("I" if name.endswith("seconds") else "H", bytes.fromhex("".join(texts)))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _as_bits(days: Iterable[str]) -> dict[str, int]:
    """Return days by their month, each a bit of a number."""
    bits: dict[str, int] = defaultdict(int)
    for day in days:
        bits[day[:7]] |= 1 << int(day[8:])
    return bits


@dataclass(slots=True)
class Total:
    """What several months add up to, of some rules and some class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    played: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """The UTC days on which something was done in a game: by month, as bits."""
    run: Run = NO_GAMES
    period: str = ""
    """How the months begin that it is of; all do where it is empty."""
    _texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _spreads: dict[str, Counter[int]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        months: Mapping[str, Json],
        open_games: Iterable[Fact] = (),
        *,
        rules: str = ANY,
        help_class: HelpClass | None = None,
        by_rules: Mapping[str, Json] | None = None,
        period: str = "",
    ) -> Self:
        """Return the total of months, by their names `2026-12`, and of games that are open.

        Of a rule set by its code, or of any; of a class of help, or of any. Of a rule set without
        what the months have `by_rules` there are counts and runs alone, of any class. A `period` is
        how its months begin: `2026` or `2026-12`.
        """
        total, wanted = cls(period=period), ANY if help_class is None else help_class.value
        classes = [each.value for each in HelpClass if wanted in (ANY, each.value)]
        if rules != ANY and by_rules is None:
            classes = [ANY]
        still = add_up(open_games)
        names = sorted(name for name in months if name.startswith(period))
        more = by_rules or {}
        for sums, details in (
            *((months[name], more.get(name, {})) for name in names),
            (still.sums, {} if by_rules is None else still.by_rules),
        ):
            for of_class in classes:
                name = f"{rules} {of_class}"
                part = (sums["parts"] if rules == ANY or by_rules is None else details).get(name)
                if part is not None:
                    total._take_in(part)
        for name in names:
            run = months[name]["runs"].get(f"{rules} {wanted}")
            if run is not None:
                total.run = total.run.then(Run(*run))
        return total

    def _take_in(self, part: Json) -> None:
        counts, played, texts = self.counts, self.played, self._texts
        for name, count in part["counts"].items():
            counts[name] += count
        for name, text in part.get("values", {}).items():
            texts[name].append(text)
        for month, bits in part.get("played", {}).items():
            played[month] |= bits

    @property
    def days_played(self) -> int:
        """On how many UTC days something was done in a game."""
        return sum(
            bits.bit_count()
            for month, bits in self.played.items()
            # A game that ended in a period may have been played before it as well.
            if month.startswith(self.period)
        )

    def spread(self, measure: str, *, first_sight: bool = False) -> Spread:
        """Return how often each value of a measure came, at first sight or in any attempt.

        Measures are `strokes`, `over_par` and `seconds`, of wins, and `points`.
        """
        first = self._counted(f"{_FIRST} {measure}")
        return first if first_sight else first + self._counted(f"{_LATER} {measure}")

    @property
    def cards_left(self) -> Spread:
        """How often how many cards lay in the pyramid as a game was left."""
        return self._counted("cards")

    def _counted(self, name: str) -> Counter[int]:
        if name not in self._spreads:
            self._spreads[name] = Counter(_unpacked(name, self._texts[name]))
        return self._spreads[name]


@dataclass(frozen=True, slots=True)
class OfDay:
    """What ended on a day: games won, games left, and the seconds of both."""

    won: int = 0
    left: int = 0
    seconds: int = 0


def days_of(
    months: Iterable[Json], *, rules: str = ANY, help_class: HelpClass | None = None
) -> dict[str, OfDay]:
    """Return what ended on each UTC day of some months, by the day's name such as `2026-12-01`.

    Of each month that is what it has `by_day`. Of a rule set or of any, of a class of help or of
    any, as for `Total.of`.
    """
    name = f"{rules} {ANY if help_class is None else help_class.value}"
    found: dict[str, OfDay] = {}
    for month in months:
        words = month.get(name, "").split()
        for day, *counts in zip(*(words[place::4] for place in range(4)), strict=True):
            won, left, seconds = map(int, counts)
            found[day] = OfDay(won, left, seconds)
    return found
