from datetime import timedelta

import pytest

from app.engine import DRAW, Game, Setup
from app.store import State, StoredGame, counted_time
from tests.store.play import NOON, easy_deal, easy_win, setup


def new_game(of: Setup | None = None) -> StoredGame:
    return StoredGame(
        id="g",
        visitor_id="v",
        game=Game(of or setup()),
        times=(),
        counted=timedelta(),
        status=State.PLAYING,
        created_at=NOON,
        finished_at=None,
    )


def after(*gaps: float) -> StoredGame:
    """A game with one draw at noon and one more after each gap."""
    stored, now = new_game(), NOON
    for gap in (0.0, *gaps):
        now += timedelta(seconds=gap)
        stored = stored.followed_by(stored.game.play(DRAW), now)
    return stored


def test_a_game_without_any_action_has_no_time() -> None:
    stored = new_game()
    assert stored.elapsed == stored.elapsed_at(NOON + timedelta(hours=1)) == 0.0
    assert not stored.running
    assert stored.started_at is None


def test_the_clock_starts_with_the_first_action_not_with_the_deal() -> None:
    stored = new_game()
    first = NOON + timedelta(minutes=10)
    stored = stored.followed_by(stored.game.play(DRAW), first)
    assert stored.started_at == first
    assert stored.elapsed == 0.0
    assert stored.elapsed_at(first + timedelta(seconds=7)) == 7.0


@pytest.mark.parametrize(
    ("gaps", "seconds"),
    [
        ((), 0.0),
        ((5.0,), 5.0),
        ((5.0, 7.25), 12.25),
        ((119.9,), 119.9),
        ((120.0,), 120.0),
        ((120.1,), 120.0),
        ((86_400.0, 1.0, 500.0), 241.0),
        ((0.1,) * 7, 0.7),
    ],
)
def test_each_gap_between_two_entries_counts_at_most_120_seconds(
    gaps: tuple[float, ...], seconds: float
) -> None:
    assert after(*gaps).elapsed == seconds


def test_the_gap_since_the_last_entry_follows_the_same_rule() -> None:
    stored = after(10.0)
    last = stored.times[-1]
    seconds = (0, 1, 119, 120, 121, 86_400)
    counted = [stored.elapsed_at(last + timedelta(seconds=wait)) for wait in seconds]
    assert counted == [10.0, 11.0, 129.0, 130.0, 130.0, 130.0]


def test_the_clock_is_paused_from_120_seconds_without_an_entry() -> None:
    stored = after(10.0)
    last = stored.times[-1]
    waits = (0, 119.9, 120, 9_999)
    assert [stored.paused_at(last + timedelta(seconds=wait)) for wait in waits] == [
        False,
        False,
        True,
        True,
    ]


def test_a_clock_that_was_set_back_takes_no_time_away() -> None:
    assert after(10.0, -3600.0, 5.0).elapsed == 15.0
    assert after(10.0).elapsed_at(NOON - timedelta(hours=1)) == 10.0


def test_the_time_one_by_one_is_the_time_at_once() -> None:
    stored = after(0.1, 0.2, 0.3, 130.000001, 0.7, 59.999999)
    assert stored.counted == counted_time(stored.times)
    assert counted_time(()) == counted_time((NOON,)) == timedelta()


def test_a_win_stops_the_clock() -> None:
    stored, now = new_game(Setup(setup().rules, easy_deal())), NOON
    for move in easy_win():
        assert stored.finished_at is None
        now += timedelta(seconds=2)
        stored = stored.followed_by(stored.game.play(move), now)
    assert stored.status is State.WON
    assert stored.finished_at == now
    assert not stored.running
    assert not stored.paused_at(now + timedelta(hours=1))
    assert stored.elapsed_at(now + timedelta(hours=1)) == stored.elapsed == 30.0
