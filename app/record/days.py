"""Which games count for the deal of a day, and days in a row."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

FORGIVEN_EVERY: Final = timedelta(days=7)
"""Of any so many days in a row one that was missed is passed over."""

_DAY: Final = timedelta(days=1)


def counts_for(day: date, begun: datetime, won: datetime) -> bool:
    """Return whether a game counts for its day: begun on it, and won before the next one ends.

    Both moments are aware of their zone; days are those of UTC.

    >>> midnight = datetime(2026, 12, 2, tzinfo=UTC)
    >>> counts_for(date(2026, 12, 1), midnight - _DAY, midnight)
    True
    >>> counts_for(date(2026, 12, 1), midnight, midnight)
    False
    """
    return begun.astimezone(UTC).date() == day and won.astimezone(UTC).date() - day <= _DAY


def streak(days: Iterable[date], today: date) -> int:
    """Return how many days were won in a row up to now.

    A day that is not over breaks nothing: neither today, nor yesterday, whose deal may still be
    won if it was begun in time.

    >>> today = date(2026, 12, 3)
    >>> streak([date(2026, 12, 1), date(2026, 11, 30)], today)
    2
    """
    past = {day for day in days if day <= today}
    runs = list(_runs(past))
    if not runs:
        return 0
    last, length, missed, inside = runs[-1]
    lost = [last + _DAY * ahead for ahead in range(1, (today - last).days - 1)]
    if len(lost) > 1:
        return 0
    if lost and missed is not None and lost[0] - missed < FORGIVEN_EVERY:
        return inside
    return length


def longest_streak(days: Iterable[date]) -> int:
    """Return the most days that ever were won in a row.

    >>> longest_streak([date(2026, 12, 1), date(2026, 12, 2), date(2026, 12, 5)])
    2
    """
    return max((length for _, length, _, _ in _runs(days)), default=0)


def _runs(days: Iterable[date]) -> Iterator[tuple[date, int, date | None, int]]:
    """Return for each won day, in order, the longest run that ends with it.

    With its length come the last day in it that was missed and passed over, and how many days
    were won since then.
    """
    length, inside = 0, 0
    missed, last = None, None
    for day in sorted(set(days)):
        gap = 0 if last is None else (day - last).days - 1
        if gap > 1:
            length, inside, missed = 0, 0, None
        elif gap == 1:
            # Too soon after another one, the run begins after that one.
            is_soon = missed is not None and day - _DAY - missed < FORGIVEN_EVERY
            length = inside if is_soon else length
            missed, inside = day - _DAY, 0
        length, inside, last = length + 1, inside + 1, day
        yield day, length, missed, inside
