"""What plots are made of: a few dozen points, and what stands out among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from .tallies import OfDay, Spread

MOST_POINTS: Final = 60
"""How many points a plot has at most."""
WEEKS: Final = 52
"""How many weeks are plotted."""
CALENDAR_WEEKS: Final = 53

_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Bar:
    """How often a value came; the last of a row may stand for all that are greater, too."""

    value: int
    count: int
    is_and_more: bool = False


@dataclass(frozen=True, slots=True)
class Week:
    """What ended in a week from a Monday on: games won, games left, and the seconds of both."""

    monday: date
    won: int = 0
    left: int = 0
    seconds: int = 0

    @property
    def ended(self) -> int:
        """How many games ended."""
        return self.won + self.left

    @property
    def share(self) -> float | None:
        """Which share of them was won; `None` where there are none."""
        return self.won / self.ended if self.ended else None


def bars(spread: Spread, *, most: int = MOST_POINTS) -> tuple[Bar, ...]:
    """Return every value from the least to the greatest with how often it came.

    From so many on the rest is put into the last.

    >>> bars({0: 2, 2: 1, 9: 1}, most=3)
    (Bar(value=0, count=2, is_and_more=False), Bar(value=1, count=0, is_and_more=False), \
Bar(value=2, count=2, is_and_more=True))
    """
    if not spread:
        return ()
    first, last = min(spread), max(spread)
    end = min(last, first + most - 1)
    found = [Bar(value, spread.get(value, 0)) for value in range(first, end + 1)]
    if last > end:
        rest = sum(count for value, count in spread.items() if value >= end)
        found[-1] = Bar(end, rest, is_and_more=True)
    return tuple(found)


def weeks(days: Mapping[str, OfDay], today: date, *, count: int = WEEKS) -> tuple[Week, ...]:
    """Return the last weeks in their order, up to the one that today is in."""
    this = today - timedelta(days=today.weekday())
    mondays = [this - _WEEK * back for back in range(count - 1, -1, -1)]
    return tuple(_week(days, monday) for monday in mondays)


def _week(days: Mapping[str, OfDay], monday: date) -> Week:
    won, left, seconds = 0, 0, 0
    for number in range(7):
        of_day = days.get((monday + timedelta(days=number)).isoformat())
        if of_day is not None:
            won, left, seconds = won + of_day.won, left + of_day.left, seconds + of_day.seconds
    return Week(monday, won, left, seconds)


def level(count: int, greatest: int) -> int:
    """Return how much a day has of the greatest of all days, from 0 (none) to 4.

    >>> [level(count, 8) for count in (0, 1, 4, 8)]
    [0, 1, 2, 4]
    """
    return 0 if not count else max(1, (4 * count) // max(greatest, 1))
