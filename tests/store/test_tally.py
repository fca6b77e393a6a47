"""What games add up to: which months have to be added up anew, and which games are in them."""

from datetime import UTC, datetime, timedelta

import pytest

from app.engine import DRAW, Setup
from app.store import Help, State, Store, StoredGame, Visitor, deal_key
from app.store.leaving import IDLE
from tests.store.play import Clock, easy_deal, easy_win, enter, setup, win

NEW_YEAR = datetime(2031, 1, 1, tzinfo=UTC)


def draw(store: Store, visitor: Visitor, code: str = "PY1-N-AAAAAAS") -> StoredGame:
    return enter(store, store.games.new(visitor.id, setup(code)), DRAW)


def add_up(store: Store, visitor: Visitor) -> None:
    """Keep of every marked month the ids of its games."""
    kept = store.tallies.read(visitor.id)
    sums = {
        month: (
            [
                game.id
                for game in kept.marked
                if game.ended is not None and game.ended.startswith(month)
            ],
            {"of": month},
            {"of": month},
        )
        for month, found in kept.months.items()
        if found is None
    }
    store.tallies.keep(visitor.id, kept, sums)


def months(store: Store, visitor: Visitor) -> dict[str, list[str]]:
    """The ids of the games of each month, with what was kept before."""
    add_up(store, visitor)
    return dict(store.tallies.read(visitor.id).months)


def test_a_game_is_in_the_month_in_which_it_ended(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    clock.now = NEW_YEAR - timedelta(seconds=40)
    won = win(store, visitor.id, clock)
    assert months(store, visitor) == {"2031-01": [won.id]}
    clock.now = NEW_YEAR - timedelta(seconds=50)
    left = store.games.leave(draw(store, visitor))
    assert months(store, visitor) == {"2030-12": [left.id], "2031-01": [won.id]}


def test_the_last_moment_of_a_month_is_in_it(store: Store, visitor: Visitor, clock: Clock) -> None:
    clock.now = NEW_YEAR - timedelta(microseconds=1)
    first = store.games.leave(draw(store, visitor))
    clock.now = NEW_YEAR
    second = store.games.leave(draw(store, visitor, "PY1-N-AAAAAAT"))
    assert months(store, visitor) == {"2030-12": [first.id], "2031-01": [second.id]}


def test_practice_and_untouched_deals_are_in_none(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    moves = easy_win()
    practice = store.games.new(visitor.id, Setup(setup().rules, easy_deal()), given=moves[:-1])
    enter(store, practice, moves[-1])
    store.games.leave(store.games.new(visitor.id, setup()))
    assert [games for games in months(store, visitor).values() if games] == []
    assert store.tallies.read(visitor.id).open == ()


def test_an_open_game_is_in_no_month(store: Store, visitor: Visitor) -> None:
    stored = draw(store, visitor)
    kept = store.tallies.read(visitor.id)
    assert (dict(kept.months), [game.id for game in kept.open]) == ({}, [stored.id])


def test_a_game_that_is_taken_up_leaves_its_month_and_comes_to_another(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    left = store.games.leave(draw(store, visitor))
    assert months(store, visitor) == {"2030-05": [left.id]}
    clock.wait(40 * 86_400)
    again = store.games.take_up(left)
    assert months(store, visitor) == {"2030-05": []}
    again = store.games.leave(again)
    assert months(store, visitor) == {"2030-05": [], "2030-06": [left.id]}
    clock.wait(40 * 86_400)
    enter(store, again, DRAW)
    assert months(store, visitor) == {"2030-05": [], "2030-06": []}


def test_beginning_the_deal_again_leaves_the_open_game_into_its_month(
    store: Store, visitor: Visitor
) -> None:
    first = draw(store, visitor)
    draw(store, visitor)
    assert months(store, visitor) == {"2030-05": [first.id]}


def test_what_the_solver_says_of_a_deal_marks_the_months_of_all_its_games(
    store: Store, visitor: Visitor
) -> None:
    other = store.visitors.new({})[0]
    for each in (visitor, other):
        store.games.leave(draw(store, each))
        add_up(store, each)
        assert store.tallies.read(each.id).marked == ()
    key = deal_key(setup())
    store.games.note_known(key, True, 40)
    for each in (visitor, other):
        (game,) = store.tallies.read(each.id).marked
        assert (game.winnable, game.par) == (True, 40)
        add_up(store, each)
    # What is known already changes nothing.
    store.games.note_known(key, True, 40)
    assert store.tallies.read(visitor.id).marked == ()


def test_what_was_added_up_while_a_game_ended_is_not_kept(store: Store, visitor: Visitor) -> None:
    store.games.leave(draw(store, visitor))
    kept = store.tallies.read(visitor.id)
    store.games.leave(draw(store, visitor, "PY1-N-AAAAAAT"))
    store.tallies.keep(visitor.id, kept, {"2030-05": (["too early"], {}, {})})
    assert dict(store.tallies.read(visitor.id).months) == {"2030-05": None}


def test_the_first_game_of_a_deal_and_its_first_win_are_told_apart(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    wins = []
    for _ in range(3):
        wins.append(win(store, visitor.id, clock))
        clock.wait(60)
    found = {game.id: game for game in store.tallies.read(visitor.id).marked}
    assert [found[game.id].opens_deal for game in wins] == [True, False, False]
    assert [found[game.id].wins_deal for game in wins] == [True, False, False]
    assert list(found) == [game.id for game in wins]


@pytest.mark.parametrize("late", [timedelta(), timedelta(days=30)])
def test_a_game_idle_for_a_week_is_left_as_of_then(
    store: Store, visitor: Visitor, clock: Clock, late: timedelta
) -> None:
    stored = draw(store, visitor)
    begun = clock.now
    clock.now = begun + IDLE
    store.games.leave_idle(visitor.id)
    found = store.games.owned(stored.id, visitor.id)
    assert found is not None
    assert found.status is State.PLAYING
    clock.now = begun + IDLE + timedelta(seconds=1) + late
    store.games.leave_idle(visitor.id)
    found = store.games.owned(stored.id, visitor.id)
    assert found is not None
    assert (found.status, found.finished_at) == (State.LEFT, begun + IDLE)
    assert months(store, visitor) == {"2030-05": [stored.id]}
    # Taken up, it has a week again.
    store.games.take_up(found)
    store.games.leave_idle(visitor.id)
    assert len(store.tallies.read(visitor.id).open) == 1


def test_an_untouched_deal_stays_however_long_it_lies(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    stored = store.games.new(visitor.id, setup())
    clock.wait(90 * 86_400)
    store.games.leave_idle(visitor.id)
    found = store.games.owned(stored.id, visitor.id)
    assert found is not None
    assert found.finished_at is None


def test_what_is_seen_after_a_game_was_left_helps_only_once_it_is_taken_up(
    store: Store, visitor: Visitor
) -> None:
    left = store.games.leave(draw(store, visitor))
    store.seen.note(visitor.id, setup(), Help.REVIEW)
    store.games.note_help(left, Help.VERDICT)
    store.games.count_hint(left)
    (game,) = store.tallies.read(visitor.id).marked
    assert (game.help, game.hints) == (Help.NONE.value, 0)
    assert store.games.take_up(left).help == Help.REVIEW


def test_renewing_finds_months_that_nobody_marked(store: Store, visitor: Visitor) -> None:
    left = store.games.leave(draw(store, visitor))
    add_up(store, visitor)
    with store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM tally")
    store.tallies.renew(visitor.id)
    assert months(store, visitor) == {"2030-05": [left.id]}
