"""Midnights, leap days, ends of years, and clocks that are set back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest

from app.engine import Setup
from app.record import Figures
from app.store import Store, StoredGame, Visitor
from app.web.summing import sums_of
from tests.store.play import Clock, easy_deal, easy_win, enter, setup
from tests.support.recount import figures, recounted

SECOND = timedelta(seconds=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database_url: str, clock: Clock) -> Iterator[Store]:
    made = Store(database_url, clock=clock)
    yield made
    made.close()


@pytest.fixture
def visitor(store: Store) -> Visitor:
    return store.visitors.new({})[0]


def at(clock: Clock, moment: str) -> None:
    clock.now = datetime.fromisoformat(moment).replace(tzinfo=UTC)


def begin(store: Store, visitor: Visitor, number: int) -> StoredGame:
    return store.games.new(visitor.id, Setup(setup().rules, easy_deal(number)))


def remove(store: Store, stored: StoredGame, number: int, *plies: int) -> StoredGame:
    for ply in plies:
        stored = enter(store, stored, easy_win(number)[ply])
    return stored


def counted(store: Store, visitor: Visitor, period: str = "") -> Figures:
    """The figures of a period, which are those of the logs."""
    found = sums_of(store, visitor).figures(period=period)
    games = recounted(store.database.engine, visitor.id)
    assert asdict(found) == figures(games, period=period)
    return found


@pytest.mark.parametrize(
    "midnight",
    ["2030-06-15", "2031-01-01", "2032-02-29", "2032-03-01", "2031-03-01", "2030-07-01"],
)
def test_a_game_over_midnight_is_of_the_day_and_month_that_it_ended_on(
    store: Store, visitor: Visitor, clock: Clock, midnight: str
) -> None:
    at(clock, midnight)
    new, old = f"{clock.now:%Y-%m}", f"{clock.now - SECOND:%Y-%m}"
    clock.now -= SECOND
    stored = remove(store, begin(store, visitor, 1), 1, *range(15))
    assert counted(store, visitor).open == 1
    clock.wait(2)
    remove(store, stored, 1, 15)
    whole = counted(store, visitor)
    assert (whole.won, whole.days, whole.best.any.seconds) == (1, 2, 2)
    ended = counted(store, visitor, new)
    assert (ended.won, ended.days) == (1, 2 if new == old else 1)
    if new != old:
        assert counted(store, visitor, old).begun == 0


def test_the_last_second_of_a_year_is_in_it_and_the_next_is_not(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    for number, moment in ((1, "2030-12-31 23:59:59"), (2, "2031-01-01 00:00:00")):
        at(clock, moment)
        remove(store, begin(store, visitor, number), number, *range(16))
    assert (counted(store, visitor, "2030").won, counted(store, visitor, "2031").won) == (1, 1)
    assert counted(store, visitor).streak == 2


def test_a_week_without_an_action_ends_on_a_leap_day(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    at(clock, "2032-02-22 23:59:59")
    remove(store, begin(store, visitor, 1), 1, 0)
    at(clock, "2032-02-29 23:59:59")
    assert counted(store, visitor).open == 1
    at(clock, "2032-03-01 00:00:00")
    assert counted(store, visitor, "2032-02").left == 1
    assert counted(store, visitor, "2032-03").left == 0


@pytest.mark.parametrize("asked", [True, False])
def test_when_figures_are_asked_for_changes_none_of_them(
    store: Store, visitor: Visitor, clock: Clock, asked: bool
) -> None:
    at(clock, "2030-12-20 12:00:00")
    first = remove(store, begin(store, visitor, 1), 1, 0)
    second = remove(store, begin(store, visitor, 2), 2, 0)
    at(clock, "2031-01-05 12:00:00")
    if asked:
        counted(store, visitor)
    # Both were left on 27 December, whatever is done with them now.
    remove(store, begin(store, visitor, 1), 1, *range(16))
    store.games.leave(second)
    week_later = datetime(2030, 12, 27, 12, tzinfo=UTC)
    for each in (first, second):
        found = store.games.owned(each.id, visitor.id)
        assert found is not None
        assert found.finished_at == week_later
    assert (counted(store, visitor, "2030-12").left, counted(store, visitor).streak) == (2, 1)


def test_a_clock_that_is_set_back_between_moves_takes_no_time_away(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    at(clock, "2031-01-01 00:00:10")
    stored = remove(store, begin(store, visitor, 1), 1, 0)
    clock.wait(30)
    stored = remove(store, stored, 1, 1)
    at(clock, "2030-12-31 23:59:00")
    stored = remove(store, stored, 1, 2)
    clock.wait(20)
    remove(store, stored, 1, *range(3, 16))
    found = counted(store, visitor)
    assert (found.won, found.best.any.seconds, found.days) == (1, 50, 2)
    # By the clock, it ended before it was begun.
    assert counted(store, visitor, "2030").won == 1


def test_a_clock_that_is_set_back_between_games_orders_them_as_it_says(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    at(clock, "2031-03-01 12:00:00")
    store.games.leave(remove(store, begin(store, visitor, 1), 1, 0))
    counted(store, visitor)
    at(clock, "2031-02-28 12:00:00")
    remove(store, begin(store, visitor, 2), 2, *range(16))
    # The win comes before the loss then, in a month that was none before.
    found = counted(store, visitor)
    assert (found.streak, found.longest_streak) == (0, 1)
    at(clock, "2031-03-02 12:00:00")
    remove(store, begin(store, visitor, 3), 3, *range(16))
    assert counted(store, visitor).streak == 1


def test_what_was_left_and_what_was_won_at_one_moment_come_in_this_order(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    for number in range(1, 7):
        old = remove(store, begin(store, visitor, number), number, *range(15))
        old = store.games.leave(old)
        clock.wait(10)
        remove(store, begin(store, visitor, number), number, 0)
        clock.wait(10)
        # On the old board, which is open in another tab: the newer game is left for it.
        remove(store, old, number, 15)
        assert counted(store, visitor).streak == 1
