"""What is sent to others of a game that was won."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from app.engine import Game, Step
from app.record import HelpClass

from .cards import clock
from .record import RecordWords
from .table import TableWords

_SIGNS: Final = {HelpClass.ALONE: "★", HelpClass.OWN: "☆", HelpClass.HELPED: "○"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A game that was won, as others are told of it.

    `given` is how many of its moves were not the player's own; `day` is the day whose deal it was.
    """

    game: Game
    seconds: int
    hints: int
    help_class: HelpClass
    given: int = 0
    over_par: int | None = None
    day: date | None = None


@dataclass(frozen=True, slots=True)
class ResultWords(RecordWords, TableWords):
    """The words for results."""

    def result(self, won: Result) -> str:
        """Return how a game was won, in lines to be sent to others: no card is named."""
        _, n = self.language.gettext, self.language.ngettext
        game = won.game
        undos = sum(entry is Step.UNDO for entry in game.log)
        over = self.over_par(won.over_par)
        figures = (
            n("{count} move", "{count} moves", game.moves).format(count=game.moves),
            *((over,) if over else ()),
            _("time {time}").format(time=clock(won.seconds)),
            n("{count} hint", "{count} hints", won.hints).format(count=won.hints),
            n("{count} undo", "{count} undos", undos).format(count=undos),
        )
        rules = self.rules_name(game.setup.rules)
        if won.day is None:
            title = _("Pyramid Solitaire: {rules}, {code}").format(rules=rules, code=game.code)
        else:
            title = _("Pyramid Solitaire: {rules}, deal of {day}").format(
                rules=rules, day=self.short_day(won.day)
            )
        lines = [title, _("Won: {figures}.").format(figures=self.together(figures))]
        if won.given:
            begun = n(
                "Begun after {count} move that was given.",
                "Begun after {count} moves that were given.",
                won.given,
            )
            lines.append(begun.format(count=won.given))
        else:
            lines.append(self.help_with_sign(won.help_class))
        return "\n".join(lines)

    def help_with_sign(self, help_class: HelpClass) -> str:
        """Return what a game was played with, and its sign before it: `★ alone`."""
        # Translators: a sign, and what it stands for.
        text = self.language.gettext("{sign} {help}")
        return text.format(sign=_SIGNS[help_class], help=self.help_class(help_class))
