"""A game as the figures see it."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from .help import HelpClass


class Outcome(StrEnum):
    """How a game that was begun stands."""

    WON = "won"
    LEFT = "left"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What counts of one game that its player began; practice is none.

    `seconds` is the time that counts, `left` how many cards lie in the pyramid, `points` is `None`
    where the rules count none, and `over_par` where par is not known. `winnable` is what the solver
    says of the deal, `None` where it has said nothing.
    """

    rules: str
    outcome: Outcome
    help_class: HelpClass
    is_first_sight: bool
    """Whether it is the player's first attempt at a deal that they knew nothing of."""
    strokes: int
    over_par: int | None = None
    seconds: int = 0
    points: int | None = None
    left: int = 0
    winnable: bool | None = None
    hints: int = 0
    undos: int = 0
    opens_deal: bool = True
    """Whether it is the first of the deal that counts."""
    wins_deal: bool = True
    """Whether, if it is won, it is the first win of the deal that counts."""
    began: date
    """The UTC day of the first own action."""
    last: date
    """The UTC day of the last action."""
    between: frozenset[date] = frozenset()
    """The UTC days between those two on which something was done as well."""
    ended: datetime | None = None
