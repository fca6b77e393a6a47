"""The rules of a game as one frozen value, the published presets, and their code."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

from .cards import NotationError, ascii_upper


class Talon(StrEnum):
    """Which cards outside the pyramid are in play."""

    WASTE = "waste"
    """A draw puts the card on the waste; only the waste top is in play."""
    DRAWN = "drawn"
    """A draw turns a card into its own slot; it and the waste top are in play."""
    OPEN = "open"
    """The top stock card lies face up; it and the waste top are in play."""


class Goal(StrEnum):
    """What has to be gone for a win."""

    PYRAMID = "pyramid"
    ALL = "all"


class Scoring(StrEnum):
    """How points are counted."""

    CARDS = "cards"
    """10 for every card that leaves the pyramid."""
    PAIRS = "pairs"
    """10 a pair, 5 a king, 100 for clearing the pyramid."""
    NONE = "none"
    """Moves and time only."""


_CODE = re.compile(r"X(O?)([DF]?)([123]?)(A?)(V?)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a game is dealt, played and counted.

    The first five fields decide which actions are legal and when the game is won; they alone
    are in the code. `passes` is how often the stock may be gone through in all, `None` for
    without limit; `undo_limit` how many actions can be undone, `None` for all of them.

    >>> print(Rules(talon=Talon.DRAWN, passes=2, goal=Goal.ALL))
    XD2A
    """

    opening_waste: bool = False
    talon: Talon = Talon.WASTE
    passes: int | None = None
    goal: Goal = Goal.PYRAMID
    cover_pairs: bool = False
    scoring: Scoring = Scoring.CARDS
    undo_limit: int | None = None
    undo_counts: bool = False
    warns: bool = False

    def __post_init__(self) -> None:
        if self.passes not in (1, 2, 3, None):
            raise ValueError(f"passes are 1, 2, 3 or unlimited, not {self.passes}")
        if self.undo_limit is not None and self.undo_limit < 0:
            raise ValueError(f"an undo limit is not negative, as {self.undo_limit} is")

    @classmethod
    def custom(
        cls,
        *,
        opening_waste: bool = False,
        talon: Talon = Talon.WASTE,
        passes: int | None = None,
        goal: Goal = Goal.PYRAMID,
        cover_pairs: bool = False,
    ) -> "Rules":
        """Return the rules of these five choices: the preset that makes them, if one does.

        >>> Rules.custom(passes=3).letter
        'P'
        """
        wanted = Rules(
            opening_waste=opening_waste,
            talon=talon,
            passes=passes,
            goal=goal,
            cover_pairs=cover_pairs,
        )
        letter = wanted.letter
        return wanted if letter is None else PRESETS[letter]

    @property
    def play(self) -> tuple[bool, Talon, int | None, Goal, bool]:
        """The five fields that decide what is legal and what wins."""
        return (self.opening_waste, self.talon, self.passes, self.goal, self.cover_pairs)

    @property
    def letter(self) -> str | None:
        """The letter of the preset that is played alike, or `None`."""
        return _LETTERS.get(self.play)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the rules part of a code: a preset's letter, or `X` and letters, in any case.

        Raises `NotationError` for anything else.

        >>> Rules.parse("xd3a") == PRESETS["T"]
        True
        """
        plain = ascii_upper(text.strip())
        preset = PRESETS.get(plain)
        if preset is None:
            found = _CODE.fullmatch(plain)
            if found is None:
                raise NotationError(
                    f"{text[:20]!r} are no rules: write one of the letters {' '.join(PRESETS)},"
                    " or X and then O, D or F, 1 2 or 3, A, V in this order, such as XD3A",
                    kind="rules",
                    found=text[:20],
                )
            opening, talon, passes, goal, cover = found.groups()
            preset = Rules.custom(
                opening_waste=bool(opening),
                talon={"": Talon.WASTE, "D": Talon.DRAWN, "F": Talon.OPEN}[talon],
                passes=int(passes) if passes else None,
                goal=Goal.ALL if goal else Goal.PYRAMID,
                cover_pairs=bool(cover),
            )
        return preset  # type: ignore[return-value]

    def __str__(self) -> str:
        if self.letter is not None:
            return self.letter
        return "".join(
            (
                "X",
                "O" if self.opening_waste else "",
                {Talon.WASTE: "", Talon.DRAWN: "D", Talon.OPEN: "F"}[self.talon],
                "" if self.passes is None else str(self.passes),
                "A" if self.goal is Goal.ALL else "",
                "V" if self.cover_pairs else "",
            )
        )


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "N": Rules(opening_waste=True, undo_limit=100),
        "S": Rules(talon=Talon.DRAWN, passes=1, goal=Goal.ALL, scoring=Scoring.NONE),
        "T": Rules(talon=Talon.DRAWN, passes=3, goal=Goal.ALL, scoring=Scoring.NONE),
        "R": Rules(talon=Talon.DRAWN, passes=1, scoring=Scoring.NONE),
        "P": Rules(passes=3, scoring=Scoring.PAIRS),
        "C": Rules(cover_pairs=True, scoring=Scoring.NONE, undo_counts=True, warns=True),
        "M": Rules(talon=Talon.OPEN, passes=3),
    }
)
"""The published rule sets by their letter."""

_LETTERS: Final = {rules.play: letter for letter, rules in PRESETS.items()}
