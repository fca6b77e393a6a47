"""A game as the figures see it."""

from enum import StrEnum
from typing import NamedTuple

from .help import HelpClass


class Outcome(StrEnum):
    """How a game that was begun stands."""

    WON = "won"
    LEFT = "left"
    OPEN = "open"


class Fact(NamedTuple):
    """What counts of one game that its player began; practice is none.

    `seconds` is the time that counts, `left` how many cards lie in the pyramid, `points` is `None`
    where the rules count none, and `over_par` where par is not known. `winnable` is what the solver
    says of the deal, `None` where it has said nothing. Days are those of UTC, such as `2026-12-01`:
    of the first own action, of the last action, and of the end; nothing while the game is open.
    """

    # A tuple, and days as texts, as tens of thousands are made at a time.
    rules: str
    outcome: Outcome
    help_class: HelpClass
    is_first_sight: bool
    """Whether it is the player's first attempt at a deal that they knew nothing of."""
    strokes: int
    over_par: int | None
    seconds: int
    points: int | None
    left: int
    winnable: bool | None
    hints: int
    undos: int
    opens_deal: bool
    """Whether it is the first of the deal that counts."""
    wins_deal: bool
    """Whether it is the first win of the deal that counts."""
    began: str
    last: str
    ended: str = ""
    between: tuple[str, ...] = ()
    """The days between the first and the last on which something was done as well."""
