"""What a game remembers of how it came about and what helped."""

from datetime import date, timedelta

import pytest

from app.engine import DRAW, REDO, UNDO, Deal, IllegalMove, Move, Setup
from app.store import (
    MOST_ENTRIES,
    MOST_GIVEN,
    Help,
    LogFull,
    Origin,
    State,
    Store,
    StoredGame,
    Visitor,
    deal_key,
)
from tests.store.play import (
    Clock,
    around,
    easy_deal,
    easy_win,
    enter,
    log_rows,
    setup,
    summary_row,
    win,
)

KING = Move.parse("KD")


def again(store: Store, stored: StoredGame) -> StoredGame:
    found = store.games.owned(stored.id, stored.visitor_id)
    assert found is not None
    return found


def easy() -> Setup:
    return Setup(setup().rules, easy_deal())


@pytest.mark.parametrize("origin", Origin)
def test_a_game_remembers_what_it_was_begun_from(
    store: Store, visitor: Visitor, origin: Origin
) -> None:
    day = date(2030, 5, 17) if origin is Origin.DAILY else None
    made = store.games.new(visitor.id, setup(), origin=origin, daily_date=day)
    assert (made.origin, made.daily_date) == (origin, day)
    assert again(store, made) == made
    entered = enter(store, made, DRAW)
    assert again(store, entered) == entered
    assert store.games.recent(visitor.id, 1)[0].origin is origin


def test_given_moves_are_not_the_players_own(store: Store, visitor: Visitor, clock: Clock) -> None:
    made = store.games.new(visitor.id, easy(), origin=Origin.CONTINUED, given=easy_win()[:10])
    assert (made.ply, made.given, made.started_at, made.running) == (10, 10, None, False)
    assert again(store, made) == made
    assert len(log_rows(store, made.id)) == summary_row(store, made.id)["ply"] == 10
    assert summary_row(store, made.id)["attempt"] is None
    assert store.games.recent(visitor.id, 9) == ()
    begun = clock.wait(100)
    stored = enter(store, made, easy_win()[10])
    assert (stored.started_at, stored.elapsed, stored.attempt) == (begun, 0.0, 1)
    clock.wait(7)
    stored = enter(store, stored, UNDO)
    assert (stored.elapsed, stored.undos) == (7.0, 1)
    assert again(store, stored) == stored
    assert store.games.recent(visitor.id, 9) == (stored.summary,)


def test_moves_that_can_not_be_given_make_no_game(store: Store, visitor: Visitor) -> None:
    with pytest.raises(IllegalMove):
        store.games.new(visitor.id, setup(), given=(DRAW, Move.parse("KH")))
    assert store.games.open_summary(visitor.id) is None


def test_a_game_that_was_given_a_win_is_won_and_is_no_best(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    given = store.games.new(visitor.id, easy(), given=easy_win())
    assert (given.status, given.finished_at, given.started_at) == (State.WON, clock.now, None)
    assert again(store, given) == given
    own = win(store, visitor.id, clock)
    assert store.games.best_other_win(own) is None
    assert store.games.best_other_win(given) == own.summary


def test_undos_are_counted_in_the_row_as_in_the_log(store: Store, visitor: Visitor) -> None:
    stored = store.games.new(visitor.id, setup())
    for entry in (DRAW, UNDO, REDO, DRAW, UNDO, UNDO):
        stored = enter(store, stored, entry)
    assert (stored.undos, summary_row(store, stored.id)["undos"]) == (3, 3)
    assert again(store, stored).undos == 3


def test_attempts_at_a_deal_are_counted_by_first_action(
    store: Store, visitor: Visitor, other_store: Store
) -> None:
    first, second = (store.games.new(visitor.id, setup()) for _ in range(2))
    assert (first.attempt, second.attempt) == (None, None)
    second = enter(other_store, second, DRAW)
    first = enter(store, again(store, first), DRAW)
    assert (second.attempt, first.attempt) == (1, 2)
    for _ in range(2):
        first = enter(store, first, DRAW)
    assert again(store, first).attempt == first.attempt == 2
    # Not of another deal, other rules, another player.
    other, _ = store.visitors.new({})
    for who, code in (
        (visitor, "PY1-N-AAAAAAJ"),
        (visitor, "PY1-S-AAAAAAS"),
        (other, "PY1-N-AAAAAAS"),
    ):
        assert enter(store, store.games.new(who.id, setup(code)), DRAW).attempt == 1
    assert enter(store, store.games.new(visitor.id, setup()), DRAW).attempt == 3


def test_the_key_of_a_deal_is_the_same_however_it_is_written() -> None:
    number = setup()
    cards = Setup(number.rules, Deal(number.deal.cards))
    assert deal_key(number) == deal_key(cards)
    keys = {deal_key(setup(f"PY1-{letter}-AAAAAA{end}")) for letter in "NST" for end in "SJ"}
    assert len(keys) == 6
    assert {len(key) for key in keys} == {16}


def test_each_kind_of_help_is_noted_once_and_stays(store: Store, visitor: Visitor) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    assert stored.help is Help.NONE
    store.games.note_help(stored, Help.VERDICT)
    store.games.note_help(stored, Help.BACK | Help.VERDICT)
    store.games.count_hint(stored)
    found = again(store, stored)
    assert found.help == Help.VERDICT | Help.BACK | Help.HINT
    assert again(store, enter(store, found, DRAW)).help == found.help


def test_what_is_noted_already_costs_no_write(
    store: Store, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = store.games.new(visitor.id, setup())
    store.games.note_help(stored, Help.VERDICT | Help.HINT)
    found = again(store, stored)

    def fail(*_: object) -> None:
        raise AssertionError("it was written")

    monkeypatch.setattr(store.database, "courtesy", fail)
    store.games.note_help(found, Help.VERDICT)
    with pytest.raises(AssertionError, match="written"):
        store.games.note_help(found, Help.BACK)


def test_help_after_a_win_is_none(store: Store, visitor: Visitor, clock: Clock) -> None:
    stored = store.games.new(visitor.id, easy(), given=easy_win()[:15])
    won = enter(store, stored, easy_win()[15])
    for seen in (stored, won):
        store.games.note_help(seen, Help.REVIEW)
    assert again(store, won).help is Help.NONE


def test_what_the_solver_found_out_is_noted_with_every_game_of_the_deal(
    store: Store, visitor: Visitor
) -> None:
    other, _ = store.visitors.new({})
    mine, theirs = (store.games.new(who.id, setup()) for who in (visitor, other))
    elsewhere = store.games.new(visitor.id, setup("PY1-S-AAAAAAS"))
    key = deal_key(setup())
    store.games.note_known(key, None, None)
    assert again(store, mine).winnable is None
    store.games.note_known(key, True, None)
    assert (again(store, mine).winnable, again(store, theirs).par) == (True, None)
    store.games.note_known(key, True, 37)
    for game in (mine, theirs):
        assert (again(store, game).winnable, again(store, game).par) == (True, 37)
    later = store.games.new(visitor.id, setup())
    assert (later.winnable, later.par) == (True, 37)
    assert again(store, later) == later
    assert (again(store, elsewhere).winnable, again(store, elsewhere).par) == (None, None)


# Bounds


def test_a_game_begins_with_no_more_moves_than_a_line_can_have(
    store: Store, visitor: Visitor
) -> None:
    game = store.games.new(visitor.id, setup()).game
    while game.ply <= MOST_GIVEN:
        game = game.play(around(game))
    with pytest.raises(LogFull, match="500"):
        store.games.new(visitor.id, setup(), given=game.line)
    assert store.games.new(visitor.id, setup(), given=game.line[:-1]).ply == MOST_GIVEN


def test_a_log_that_is_full_takes_no_more_and_loses_nothing(
    store: Store, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_ENTRIES == 5000
    monkeypatch.setattr("app.store.games.MOST_ENTRIES", 6)
    stored = store.games.new(visitor.id, setup())
    for _ in range(6):
        stored = enter(store, stored, DRAW)
    with pytest.raises(LogFull, match="at most 6"):
        enter(store, stored, DRAW)
    assert again(store, stored) == stored
    assert store.games.leave(stored).status is State.LEFT


# One open game a deal


def test_a_new_game_leaves_the_open_one_of_the_same_deal_and_no_other(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    other, _ = store.visitors.new({})
    theirs = enter(store, store.games.new(other.id, setup()), DRAW)
    rules = enter(store, store.games.new(visitor.id, setup("PY1-S-AAAAAAS")), DRAW)
    deal = enter(store, store.games.new(visitor.id, setup("PY1-N-AAAAAAJ")), DRAW)
    same = enter(store, store.games.new(visitor.id, setup()), DRAW)
    at = clock.wait(9)
    store.games.new(visitor.id, setup())
    assert (again(store, same).status, again(store, same).finished_at) == (State.LEFT, at)
    for untouched in (theirs, rules, deal):
        assert again(store, untouched) == untouched


def test_taking_up_a_game_leaves_the_other_one_of_its_deal(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    first = enter(store, store.games.new(visitor.id, setup()), DRAW)
    second = enter(store, store.games.new(visitor.id, setup()), DRAW)
    clock.wait(5)
    first = enter(store, again(store, first), DRAW)
    assert again(store, first) == first
    assert (first.status, again(store, second).status) == (State.PLAYING, State.LEFT)
    # Also where the board was seen before its game was left.
    second = enter(other_store, second, DRAW)
    assert again(store, second) == second
    assert (second.status, again(store, first).status) == (State.PLAYING, State.LEFT)


# One press, one game


def test_a_form_that_is_sent_twice_begins_one_game(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    first = store.games.new(visitor.id, setup(), press="key")
    clock.wait(599)
    # A deal by chance is another each time.
    second = other_store.games.new(visitor.id, setup("PY1-N-AAAAAAJ"), press="key")
    assert second == first
    assert store.games.by_press("key") == (first.id, visitor.id)
    assert store.games.by_press("other") is None
    assert store.games.by_press("") is None
    assert store.games.new(visitor.id, setup(), press="other").id != first.id
    assert summary_row(store, first.id)["press"] != "key"


def test_a_form_begins_another_game_once_the_first_is_played_or_old_or_other_rules(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    played = enter(store, store.games.new(visitor.id, setup(), press="key"), DRAW)
    assert store.games.by_press("key") is None
    waiting = store.games.new(visitor.id, setup(), press="key")
    assert waiting.id != played.id
    assert store.games.new(visitor.id, setup(), press="key") == waiting
    clock.wait(timedelta(minutes=10).total_seconds())
    assert store.games.by_press("key") is None
    later = store.games.new(visitor.id, setup(), press="key")
    assert later.id != waiting.id
    other = store.games.new(visitor.id, setup("PY1-S-AAAAAAS"), press="key")
    assert other.id != later.id
    named = setup("PY1-S-AAAAAAJ")
    code = store.games.new(visitor.id, named, origin=Origin.CODE, press="key")
    assert code.id != other.id
    assert store.games.new(visitor.id, named, origin=Origin.CODE, press="key") == code


def test_a_form_of_somebody_new_whose_answer_was_lost_finds_the_game(
    store: Store, visitor: Visitor
) -> None:
    first = store.games.new(visitor.id, setup(), press="key")
    unknown, _ = store.visitors.new({})
    assert store.games.new(unknown.id, setup("PY1-N-AAAAAAJ"), press="key") == first
    known = store.visitors.of_token(store.visitors.new_token(first.visitor_id))
    assert known is not None
    assert known.id == visitor.id
