"""The deal of the day: the same on every server, for each preset.

Frozen for ever, as grades are: a later change of the formula gets another number in its text and a
first date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import count
from typing import Final

from app.engine import DEALS, PRESETS, Deal, Setup

from .grades import grade_of

FIRST_DAY: Final = date(2025, 1, 1)
"""The first day that has a deal."""
WEEKDAY_GRADES: Final = (1, 2, 3, 3, 4, 5, None)
"""The grade that the deal of a day has, from Monday to Sunday; on Sundays any."""


@dataclass(frozen=True, slots=True)
class Daily:
    """The deal of a day under one preset, with the slips of a guesser in it and its grade."""

    day: date
    setup: Setup
    slips: float
    grade: int


def daily_of(day: date, letter: str) -> Daily:
    """Return the deal of a UTC day under the preset of a letter.

    Searched to the end, without a limit of time: some tenths of a second with the compiled solver,
    half a minute without. Raises `ValueError` for what is no preset.

    >>> from datetime import date
    >>> str(daily_of(date(2026, 12, 1), "N").setup), daily_of(date(2026, 12, 1), "N").grade
    ('PY1-N-MIBSCET', 2)
    """
    if letter not in PRESETS:
        raise ValueError(f"{letter!r} is no preset: those are {', '.join(PRESETS)}")
    found = (daily_in(day, setup) for setup in candidates(day, letter))
    return next(daily for daily in found if daily is not None)


def daily_in(day: date, setup: Setup) -> Daily | None:
    """Return a candidate as the deal of its day, `None` if it can't be that."""
    wanted = WEEKDAY_GRADES[day.weekday()]
    graded = grade_of(setup)
    if graded is None or graded.grade is None or wanted not in (None, graded.grade):
        return None
    return Daily(day, setup, graded.slips, graded.grade)


def candidates(day: date, letter: str, first: int = 0) -> Iterator[Setup]:
    """Return the deals that are looked at for a day, in their order from one on, without end."""
    for number in count(first):
        text = f"pyramid daily 1 {day.isoformat()} {letter} {number}"
        digest = sha256(text.encode("ascii")).digest()
        yield Setup(PRESETS[letter], Deal.numbered(int.from_bytes(digest[:8], "big") % DEALS))
