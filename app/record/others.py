"""What others made of a day's deal: how many took how many strokes, and where one stands."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Final

FEWEST: Final = 20
"""Results from which on it is said how many one is better than."""
QUICKEST: Final = timedelta(milliseconds=150)
"""Whoever needs less between two actions, as a rule, is no person."""
MOST_BARS: Final = 60


def is_by_hand(times: Sequence[datetime]) -> bool:
    """Return whether somebody may have made these actions: not one right after the other."""
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    return not gaps or median(gaps) >= QUICKEST.total_seconds()


def better_than(mine: int, results: Mapping[int, int]) -> float | None:
    """Return which share of the other results mine is better than, equal ones counting half.

    `results` is how often each number of strokes came, mine among them. `None` where there are too
    few to say.

    >>> better_than(30, {30: 11, 40: 10}), better_than(30, {30: 1, 40: 1})
    (0.75, None)
    """
    count = sum(results.values())
    if count < FEWEST or not results.get(mine):
        return None
    worse = sum(number for strokes, number in results.items() if strokes > mine)
    equal = results[mine] - 1
    return (worse + equal / 2) / (count - 1)
