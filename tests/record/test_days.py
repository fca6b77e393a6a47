"""Which games count for a day, and days in a row, worked out by hand."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from app.record import counts_for, longest_streak, streak
from tests.record.naive import naive_longest

DAY = timedelta(days=1)
LEAP = date(2028, 2, 29)
EVE = date(2026, 12, 31)


def at(day: date, time: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=UTC)


@pytest.mark.parametrize("day", [date(2026, 12, 1), EVE, LEAP, date(2028, 2, 28)])
def test_a_game_counts_if_begun_on_its_day_and_won_before_the_next_one_ends(day: date) -> None:
    first, last, after = "00:00:00", "23:59:59.999999", "00:00:01"
    for begun, won, counts in (
        (at(day, first), at(day, first), True),
        (at(day, last), at(day + DAY, after), True),
        (at(day, last), at(day + DAY, last), True),
        (at(day, last), at(day + 2 * DAY, first), False),
        (at(day + DAY, first), at(day + DAY, first), False),
        (at(day - DAY, last), at(day, first), False),
        # The clock was set back between the first action and the last one.
        (at(day, first), at(day - DAY, last), True),
    ):
        assert counts_for(day, begun, won) is counts, (begun, won)


def test_days_are_those_of_utc_whatever_zone_a_time_is_written_in() -> None:
    there = timezone(timedelta(hours=14))
    begun = datetime(2026, 12, 2, 13, 59, tzinfo=there)
    assert counts_for(date(2026, 12, 1), begun, begun)
    assert not counts_for(date(2026, 12, 1), begun + timedelta(minutes=1), begun)


def days(pattern: str, last: date) -> list[date]:
    """The days of a pattern that ends with a day: `x` is won, `.` is missed."""
    first = last - DAY * (len(pattern) - 1)
    return [first + DAY * at for at, mark in enumerate(pattern) if mark == "x"]


@pytest.mark.parametrize(
    ("pattern", "now", "longest"),
    [
        ("", 0, 0),
        (".", 0, 0),
        ("x", 1, 1),
        ("xxx", 3, 3),
        # Today, and yesterday as well, may still be won.
        ("xxx.", 3, 3),
        ("xxx..", 3, 3),
        # One is passed over, and does not count.
        ("xxx...", 3, 3),
        ("xxx....", 0, 3),
        ("xxx.x", 4, 4),
        ("x.xxxxxx.x", 8, 8),
        # Two of seven days break it: the days between them belong to both sides.
        ("x.xxxxx.x", 6, 6),
        ("xx..xx", 2, 2),
        ("xxx.x.x", 2, 4),
        ("x.x.x.x.x", 2, 2),
        # The day before yesterday was the second one of seven that was missed.
        ("xx.xxx...", 3, 5),
        ("xx.xxxxxx...", 8, 8),
    ],
)
@pytest.mark.parametrize("today", [date(2026, 12, 3), date(2027, 1, 2), date(2028, 3, 2)])
def test_a_streak_passes_over_one_missed_day_of_any_seven(
    pattern: str, now: int, longest: int, today: date
) -> None:
    won = days(pattern, today)
    random.Random(1).shuffle(won)
    assert streak(won, today) == now
    assert longest_streak(won) == longest


def test_a_day_counts_once_however_often_it_was_won() -> None:
    won = days("xx.x", EVE) * 3
    assert (streak(won, EVE), longest_streak(won)) == (3, 3)


def test_a_clock_that_was_set_back_leaves_out_what_lies_ahead() -> None:
    won = days("xxxx", EVE)
    assert streak(won, EVE - 2 * DAY) == 2
    assert streak(won, EVE - 9 * DAY) == 0


def test_streaks_are_those_that_trying_everything_finds() -> None:
    chance = random.Random(7)
    for _ in range(300):
        likely = chance.choice([0.5, 0.8, 0.9])
        pattern = "".join("x" if chance.random() < likely else "." for _ in range(40))
        won = days(pattern, EVE)
        assert longest_streak(won) == naive_longest(won), pattern
        if pattern.endswith("x"):
            # The current one is the longest of all that end today.
            ends = [longest_streak([d for d in won if d >= first]) for first in won]
            assert streak(won, EVE) <= max(ends)
