"""What plots are made of, by hand values."""

from datetime import date
from itertools import pairwise

from app.record import Bar, OfDay, Week, bars, level, weeks
from app.web.drawing.plots import _ticks

MONDAY = date(2026, 11, 30)


def test_bars_have_no_gaps_and_at_most_so_many() -> None:
    assert bars({}) == ()
    assert bars({3: 2, 5: 1}) == (Bar(3, 2), Bar(4, 0), Bar(5, 1))
    many = bars(dict.fromkeys(range(200), 1))
    assert len(many) == 60
    assert many[-1] == Bar(59, 141, is_and_more=True)
    assert sum(bar.count for bar in many) == 200


def test_a_week_is_from_monday_to_sunday() -> None:
    days = {
        "2026-11-29": OfDay(won=1, seconds=5),
        "2026-11-30": OfDay(won=2, left=1, seconds=10),
        "2026-12-06": OfDay(left=3, seconds=20),
        "2026-12-07": OfDay(won=9),
    }
    for today in (MONDAY, date(2026, 12, 6)):
        found = weeks(days, today, count=2)
        assert found == (Week(date(2026, 11, 23), 1, 0, 5), Week(MONDAY, 2, 4, 30))
    assert found[1].share == 2 / 6
    assert len(weeks({}, MONDAY)) == 52
    assert weeks({}, MONDAY)[0].share is None


def test_weeks_pass_over_the_change_of_the_year() -> None:
    found = weeks({"2026-01-01": OfDay(won=1)}, date(2026, 1, 4), count=1)
    assert found == (Week(date(2025, 12, 29), won=1),)


def test_the_level_of_a_day_is_none_only_where_nothing_was() -> None:
    assert [level(count, 100) for count in (0, 1, 24, 25, 50, 75, 100)] == [0, 1, 1, 1, 2, 3, 4]
    assert level(1, 1) == 4


def test_an_axis_goes_up_in_a_few_whole_steps() -> None:
    for greatest in (0.2, 1, 3, 7, 38, 100, 101, 4321):
        ticks = _ticks(greatest)
        assert ticks[0] == 0
        assert ticks[-1] >= greatest
        assert len(ticks) <= 6
        assert len({later - earlier for earlier, later in pairwise(ticks)}) == 1
