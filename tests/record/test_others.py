"""Standing among others: by hand values."""

from datetime import UTC, datetime, timedelta

import pytest

from app.record import better_than, is_by_hand

START = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("mine", "results", "share"),
    [
        (30, {30: 20}, 0.5),
        (30, {30: 1, 31: 19}, 1.0),
        (30, {30: 1, 29: 19}, 0.0),
        # Of nineteen others nine are worse, and two of ten equal: (9 + 1) / 19.
        (30, {30: 3, 40: 9, 20: 8}, 10 / 19),
        (30, {30: 1, 31: 18}, None),
        (30, {31: 50}, None),
    ],
)
def test_a_share_counts_equal_ones_half(
    mine: int, results: dict[int, int], share: float | None
) -> None:
    assert better_than(mine, results) == share


@pytest.mark.parametrize(
    ("gaps", "by_hand"),
    [
        ((), True),
        ((0.149,) * 3, False),
        ((0.15,) * 3, True),
        ((0.01, 5, 5), True),
        ((9, 0.1, 0.1), False),
    ],
)
def test_the_usual_gap_between_actions_tells_a_person(
    gaps: tuple[float, ...], by_hand: bool
) -> None:
    times, now = [START], START
    for gap in gaps:
        now += timedelta(seconds=gap)
        times.append(now)
    assert is_by_hand(times) is by_hand
