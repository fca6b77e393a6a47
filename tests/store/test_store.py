import hashlib
import random
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import StatementError

from app.engine import DRAW, PRESETS, UNDO, Deal, Game, IllegalMove, Move, Rules, Setup, parse_entry
from app.store import (
    CorruptGame,
    Stale,
    State,
    Store,
    StoredGame,
    StoreError,
    Visitor,
    deal_key,
    tables,
)
from tests.store.play import (
    NOON,
    Clock,
    any_entry,
    around,
    easy_deal,
    easy_win,
    enter,
    log_rows,
    setup,
    summary_row,
    win,
)
from tests.support.table import golden_line

KING = Move.parse("KD")

# Visitors


def test_a_visitor_is_known_by_their_token(store: Store, clock: Clock) -> None:
    visitor, token = store.visitors.new({"language": "sv"})
    assert store.visitors.of_token(token) == visitor
    assert (visitor.created_at, visitor.seen_at) == (NOON, NOON)


def test_tokens_are_long_and_differ(store: Store) -> None:
    tokens = {store.visitors.new({})[1] for _ in range(20)}
    assert len(tokens) == 20
    # 256 bits, six a letter.
    assert {len(token) for token in tokens} == {43}


def test_only_the_hash_of_a_token_is_kept(store: Store, database_url: str) -> None:
    visitor, token = store.visitors.new({"note": "x"})
    with store.database.engine.connect() as connection:
        rows = [
            *connection.execute(select(tables.visitor)),
            *connection.execute(select(tables.token)),
        ]
    kept = [str(value) for row in rows for value in row]
    assert hashlib.sha256(token.encode()).hexdigest() in kept
    assert not any(token in value for value in kept)
    if database_url.startswith("sqlite"):
        file = Path(store.database.engine.url.database or "")
        content = file.read_bytes() + file.with_name(f"{file.name}-wal").read_bytes()
        assert visitor.id.encode() in content
        assert token.encode() not in content


def test_what_is_no_token_is_nobody(store: Store) -> None:
    store.visitors.new({})
    for token in ["", "x", "\x00", "\ud800", "é" * 50, "A" * 10_000, "' OR 1=1 --", "%s%(a)s:b"]:
        assert store.visitors.of_token(token) is None, token


def test_a_token_with_another_ending_is_nobody(store: Store) -> None:
    _, token = store.visitors.new({})
    assert store.visitors.of_token(token[:-1]) is None
    assert store.visitors.of_token(token + "=") is None


def test_when_a_visitor_was_seen_is_noted_at_most_once_an_hour(store: Store, clock: Clock) -> None:
    visitor, token = store.visitors.new({})
    seen = []
    for _ in range(5):
        clock.wait(29 * 60)
        found = store.visitors.of_token(token)
        assert found is not None
        assert found.created_at == NOON
        seen.append((found.seen_at - NOON) / timedelta(minutes=1))
    assert seen == [0, 0, 87, 87, 87]
    with store.database.engine.connect() as connection:
        kept = connection.execute(select(tables.visitor.c.seen_at)).scalar_one()
    assert (kept - NOON) == timedelta(minutes=87)
    assert visitor.id


def test_settings_come_back_as_they_were_saved(store: Store) -> None:
    some: list[dict[str, object]] = [
        {},
        {"language": "nl", "warn": True, "hide": False, "size": 3, "zoom": 1.25, "none": None},
        {"cards": ["A", "Å", "♠"], "deep": {"er": [1, [2, {"x": "\U0001f0a1"}]]}},
        {"quote": "' \" \\ ; -- %s :a", "lines": "a\nb\tc", "zero": "\x00"},
    ]
    for settings in some:
        visitor, token = store.visitors.new({})
        assert store.visitors.save_settings(visitor.id, settings) == settings
        new, new_token = store.visitors.new(settings)
        saved = store.visitors.of_token(token)
        assert saved is not None
        assert saved.settings == new.settings == settings
        assert store.visitors.of_token(new_token) == new


def test_settings_of_one_visitor_are_not_those_of_another(store: Store) -> None:
    (one, one_token), (_, two_token) = store.visitors.new({"a": 1}), store.visitors.new({"a": 2})
    store.visitors.save_settings(one.id, {"a": 3})
    found = [store.visitors.of_token(token) for token in (one_token, two_token)]
    assert [visitor.settings for visitor in found if visitor] == [{"a": 3}, {"a": 2}]


def test_two_tabs_that_choose_different_things_lose_nothing(
    store: Store, other_store: Store
) -> None:
    visitor, token = store.visitors.new({"theme": "dark", "deck": "classic"})
    assert store.visitors.save_settings(visitor.id, {"theme": "night"})["deck"] == "classic"
    chosen = other_store.visitors.save_settings(visitor.id, {"warn": "always"})
    assert chosen == {"theme": "night", "deck": "classic", "warn": "always"}
    known = store.visitors.of_token(token)
    assert known is not None
    assert known.settings == chosen


def test_a_further_token_is_the_same_visitor_and_ages_by_itself(store: Store, clock: Clock) -> None:
    visitor, first = store.visitors.new({"theme": "dark"})
    made = clock.wait(24 * 3600)
    second = store.visitors.new_token(visitor.id)
    seen = clock.wait(7200)
    for token, made_at, seen_at in ((second, made, seen), (first, NOON, seen)):
        found = store.visitors.of_token(token)
        assert found is not None
        assert (found.id, found.settings) == (visitor.id, {"theme": "dark"})
        assert (found.token_made_at, found.token_seen_at) == (made_at, seen_at)
        assert found.seen_at == seen
    with pytest.raises(StoreError, match="no visitor 'nobody'"):
        store.visitors.new_token("nobody")


def test_settings_that_are_no_json_change_nothing(store: Store) -> None:
    visitor, token = store.visitors.new({"a": 1})
    some: list[object] = [object(), {1, 2}, float("nan"), float("inf"), b"x"]
    for value in some:
        with pytest.raises((TypeError, ValueError), match="JSON"):
            store.visitors.save_settings(visitor.id, {"a": value})
        with pytest.raises((TypeError, ValueError), match="JSON"):
            store.visitors.new({"a": value})
    assert store.visitors.of_token(token) == visitor


def test_settings_are_kept_as_they_were_when_they_were_saved(store: Store) -> None:
    shared: dict[str, object] = {"list": [1], "pair": (1, 2)}
    visitor, token = store.visitors.new(shared)
    shared["list"] = [2]
    assert store.visitors.of_token(token) == visitor
    assert visitor.settings == {"list": [1], "pair": [1, 2]}


def test_an_unknown_visitor_can_neither_save_settings_nor_play(store: Store) -> None:
    with pytest.raises(StoreError, match="no visitor 'nobody'"):
        store.visitors.save_settings("nobody", {})
    with pytest.raises(StoreError, match="no visitor 'nobody'"):
        store.games.new("nobody", setup())
    with store.database.engine.connect() as connection:
        assert connection.execute(select(tables.game.c.id)).all() == []


# New games, and loading them


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules.parse("XOD3AV")], ids=str)
def test_a_new_game_is_loaded_as_it_was_made(store: Store, visitor: Visitor, rules: Rules) -> None:
    for deal in (Deal.numbered(26**7 - 1), easy_deal()):
        made = store.games.new(visitor.id, Setup(rules, deal))
        assert made.game == Game(Setup(rules, deal))
        assert (made.status, made.times, made.elapsed) == (State.PLAYING, (), 0.0)
        assert (made.created_at, made.finished_at, made.started_at) == (NOON, None, None)
        assert store.games.owned(made.id, visitor.id) == made


def test_rules_that_their_code_does_not_tell_are_refused(store: Store, visitor: Visitor) -> None:
    with pytest.raises(ValueError, match="doesn't say all"):
        store.games.new(visitor.id, Setup(Rules(undo_limit=3), easy_deal()))
    assert store.games.open_summary(visitor.id) is None


def test_ids_can_not_be_guessed_and_are_plain(store: Store, visitor: Visitor) -> None:
    ids = [store.games.new(visitor.id, setup()).id for _ in range(20)] + [visitor.id]
    assert len(set(ids)) == 21
    assert all(len(text) == 16 and text.isascii() and text.isalnum() for text in ids)


def test_another_visitors_game_is_as_if_it_did_not_exist(store: Store, visitor: Visitor) -> None:
    game = store.games.new(visitor.id, setup())
    other, _ = store.visitors.new({})
    assert store.games.owned(game.id, other.id) is None
    assert store.games.open_summary(other.id) is None
    assert store.games.recent(other.id, 10) == ()


def test_what_is_no_id_is_no_game(store: Store, visitor: Visitor) -> None:
    store.games.new(visitor.id, setup())
    for name in [
        "",
        "x",
        "a" * 16,
        "a" * 17,
        "A" * 10_000,
        "\x00",
        "\ud800",
        "' OR 1=1 --",
        "-",
        "é",
    ]:
        assert store.games.owned(name, visitor.id) is None, name
        assert store.games.owned(name, name) is None, name


# Appending


def test_an_entry_is_kept_with_its_time(store: Store, visitor: Visitor, clock: Clock) -> None:
    stored = store.games.new(visitor.id, setup())
    moments = []
    for text_of_entry in ("draw", "KD", "TC3S", "undo", "undo", "redo"):
        moments.append(clock.wait(1.5))
        stored = enter(store, stored, parse_entry(text_of_entry))
    assert [str(entry) for entry in stored.game.log] == [
        "draw",
        "KD",
        "TC3S",
        "undo",
        "undo",
        "redo",
    ]
    assert stored.times == tuple(moments)
    assert stored.elapsed == 7.5
    assert store.games.owned(stored.id, visitor.id) == stored
    assert log_rows(store, stored.id) == [
        (ply, str(entry), at)
        for ply, (entry, at) in enumerate(zip(stored.game.log, moments, strict=True), start=1)
    ]


def test_another_store_on_the_same_database_sees_every_entry_at_once(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    game = store.games.new(visitor.id, setup())
    for turn in range(12):
        clock.wait(turn)
        for here, there in ((store, other_store), (other_store, store)):
            found = here.games.owned(game.id, visitor.id)
            assert found is not None
            entered = enter(here, found, around(found.game))
            assert there.games.owned(game.id, visitor.id) == entered


def test_of_two_entries_on_one_board_exactly_one_is_kept(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    first = store.games.new(visitor.id, setup())
    first = enter(store, first, DRAW)
    second = other_store.games.owned(first.id, visitor.id)
    assert second is not None
    clock.wait(1)
    kept = enter(store, first, parse_entry("KD"))
    before = summary_row(store, first.id)
    with pytest.raises(Stale, match=f"game {first.id} is no longer at ply 1") as stale:
        enter(other_store, second, UNDO)
    assert (stale.value.game_id, stale.value.ply) == (first.id, 1)
    assert summary_row(store, first.id) == before
    assert [entry for _, entry, _ in log_rows(store, first.id)] == ["draw", "KD"]
    for either in (store, other_store):
        assert either.games.owned(first.id, visitor.id) == kept


def test_an_entry_for_another_board_than_the_stored_one_is_stale(
    store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    for ply in (0, 2, -1):
        with pytest.raises(Stale):
            store.games.append(stored, stored.game.play(DRAW), ply=ply)
    assert store.games.owned(stored.id, visitor.id) == stored


def test_an_entry_that_the_log_has_already_is_stale(store: Store, visitor: Visitor) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    # As if another program had written past the game's row: the key of the log still holds.
    with store.database.engine.begin() as connection:
        row = {"game_id": stored.id, "ply": 2, "entry": "draw", "at": NOON}
        connection.execute(insert(tables.log), row)
    before = summary_row(store, stored.id)
    with pytest.raises(Stale):
        enter(store, stored, DRAW)
    assert summary_row(store, stored.id) == before


def test_several_entries_at_once_are_kept_all_or_none(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    game = stored.game.play(DRAW).undo().undo()
    at = clock.wait(7)
    kept = store.games.append(stored, game, ply=1)
    assert (kept.ply, kept.elapsed, kept.times) == (4, 7.0, (NOON, at, at, at))
    for either in (store, other_store):
        assert either.games.owned(stored.id, visitor.id) == kept
    row = summary_row(store, stored.id)
    assert (row["ply"], row["elapsed"], row["acted_at"]) == (4, 7.0, at)
    # Of the next three, the last stands in the log already.
    with store.database.engine.begin() as connection:
        extra = {"game_id": stored.id, "ply": 7, "entry": "draw", "at": NOON}
        connection.execute(insert(tables.log), extra)
    with pytest.raises(Stale):
        store.games.append(kept, kept.game.play(DRAW).undo().redo(), ply=4)
    assert summary_row(store, stored.id) == row
    assert len(log_rows(store, stored.id)) == 5
    assert store.games.owned(stored.id, visitor.id) == kept


def test_only_the_stored_game_and_further_entries_can_be_appended(
    store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    game = stored.game
    elsewhere = Game(setup("PY1-N-AAAAAAJ"), (DRAW, DRAW))
    for other in (game, Game(setup()), elsewhere, Game(setup(), (KING, DRAW))):
        with pytest.raises(ValueError, match="further entries"):
            store.games.append(stored, other, ply=stored.ply)
    assert store.games.owned(stored.id, visitor.id) == stored


def test_a_game_of_nobody_can_not_be_appended_to(store: Store, visitor: Visitor) -> None:
    stored = store.games.new(visitor.id, setup())
    with store.database.engine.begin() as connection:
        connection.execute(delete(tables.visitor))
    with pytest.raises(Stale):
        enter(store, stored, DRAW)


def seconds_that_count(times: list[datetime]) -> float:
    gaps = (later - earlier for earlier, later in pairwise(times))
    return sum(gap.total_seconds() if gap < timedelta(seconds=120) else 120.0 for gap in gaps)


@pytest.mark.parametrize("code", [f"PY1-{letter}-AAAAAAS" for letter in PRESETS] + ["PY1-XF2V-Q"])
def test_the_summary_of_a_game_is_what_its_log_says(
    store: Store, visitor: Visitor, clock: Clock, code: str
) -> None:
    start = setup(code.replace("-Q", "-QQQQQQQ"))
    chance = random.Random(code)
    stored = store.games.new(visitor.id, start)
    for _ in range(70):
        log = log_rows(store, stored.id)
        game = Game(start, tuple(parse_entry(entry) for _, entry, _ in log))
        row = summary_row(store, stored.id)
        times = [at for _, _, at in log]
        assert row.pop("elapsed") == pytest.approx(seconds_that_count(times), abs=1e-9)
        assert row == {
            "id": stored.id,
            "visitor_id": visitor.id,
            "rules": str(start.rules),
            "deal_number": start.deal.number,
            "deal_cards": "".join(map(str, start.deal.cards)),
            "deal_key": deal_key(start),
            "origin": "dealt",
            "given": 0,
            "daily_date": None,
            "challenge": None,
            "press": None,
            "winnable": None,
            "par": None,
            "help": 0,
            "undos": game.log.count(UNDO),
            "attempt": 1 if log else None,
            "created_at": NOON,
            "ply": len(log),
            "status": game.status.value,
            "moves": game.moves,
            "score": game.score,
            "pyramid_left": game.position.left,
            "hints": 0,
            "hint_ply": -1,
            "started_at": times[0] if times else None,
            "acted_at": times[-1] if times else None,
            "finished_at": None,
            "result": None,
            "taken_up_at": None,
        }
        if not game.position.legal_moves() and game.why_not(UNDO):
            break
        clock.wait(chance.choice([0.0, 0.25, 3.1, 119.999999, 120.000001, 5000.0]))
        stored = enter(store, stored, any_entry(stored.game, chance))
        assert store.games.owned(stored.id, visitor.id) == stored


# Hints and answers


def test_a_hint_counts_once_for_each_board(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    stored = store.games.new(visitor.id, setup())
    assert stored.hints == 0
    for one in (store, store, other_store):
        one.games.count_hint(stored)
    stored = enter(store, stored, DRAW)
    other_store.games.count_hint(stored)
    found = store.games.owned(stored.id, visitor.id)
    assert found is not None
    assert found.hints == 2
    entered = enter(store, found, UNDO)
    assert entered.hints == 2
    assert store.games.owned(stored.id, visitor.id) == entered
    # The same cards again, but another ply.
    store.games.count_hint(entered)
    assert summary_row(store, stored.id)["hints"] == 3


def test_an_answer_is_kept_for_every_process(store: Store, other_store: Store) -> None:
    assert store.answers.get("is it winnable?") is None
    some: list[object] = [{"line": ["draw", "KD"], "nodes": 7}, [1, 2.5, None], "", 0, False]
    for number, value in enumerate(some):
        store.answers.keep(f"question {number}", value)
        assert other_store.answers.get(f"question {number}") == value


def test_the_first_of_two_answers_is_kept(store: Store, other_store: Store) -> None:
    store.answers.keep("q", 1)
    other_store.answers.keep("q", 2)
    assert store.answers.get("q") == other_store.answers.get("q") == 1


# The end of a game


def test_a_win_is_recorded_once_and_stays(store: Store, visitor: Visitor, clock: Clock) -> None:
    won = win(store, visitor.id, clock, pause=4.0)
    row = summary_row(store, won.id)
    assert (row["status"], row["score"], row["moves"], row["pyramid_left"]) == ("won", 280, 16, 0)
    assert row["elapsed"] == 60.0
    assert row["finished_at"] == won.finished_at == clock.now
    clock.wait(500)
    assert store.games.leave(won) == won
    with pytest.raises(IllegalMove):
        won.game.undo()
    assert summary_row(store, won.id) == row
    assert store.games.owned(won.id, visitor.id) == won
    assert store.games.open_summary(visitor.id) is None


def test_a_won_row_takes_no_further_entry_whatever_the_caller_believes(
    store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    with store.database.engine.begin() as connection:
        connection.execute(update(tables.game).values(status="won"))
    with pytest.raises(Stale):
        enter(store, stored, DRAW)
    assert len(log_rows(store, stored.id)) == 1


def test_a_game_that_is_left_can_be_taken_up_again(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    clock.wait(10)
    left = store.games.leave(stored)
    assert (left.status, left.finished_at, left.running) == (State.LEFT, clock.now, False)
    assert left.game == stored.game
    assert left.elapsed_at(clock.wait(50)) == 0.0
    assert summary_row(store, stored.id)["status"] == "left"
    assert store.games.open_summary(visitor.id) is None
    assert store.games.leave(left) == left
    resumed = enter(store, left, UNDO)
    assert (resumed.status, resumed.finished_at) == (State.PLAYING, None)
    assert summary_row(store, stored.id)["status"] == "playing"
    assert store.games.open_summary(visitor.id) == resumed.summary


def test_an_action_takes_up_a_game_that_was_left(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    left = store.games.leave(enter(store, store.games.new(visitor.id, setup()), DRAW))
    clock.wait(30)
    playing = enter(store, left, DRAW)
    assert (playing.status, playing.finished_at, playing.elapsed) == (State.PLAYING, None, 30.0)
    assert store.games.owned(left.id, visitor.id) == playing
    assert summary_row(store, left.id)["finished_at"] is None


def test_leaving_takes_the_game_as_it_is_by_then(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    enter(other_store, stored, DRAW)
    left = store.games.leave(stored)
    assert (left.status, left.ply) == (State.LEFT, 2)


def test_a_game_that_was_left_is_open_again_as_it_was(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    left = store.games.leave(enter(store, store.games.new(visitor.id, setup()), DRAW))
    other = enter(store, store.games.new(visitor.id, setup()), DRAW)
    at = clock.wait(9)
    opened = store.games.take_up(left)
    assert (opened.status, opened.finished_at, opened.ply) == (State.PLAYING, None, 1)
    assert store.games.open_summary(visitor.id) == opened.summary
    # One game of a deal is open: the other one is left for it.
    left = store.games.owned(other.id, visitor.id) or other
    assert (left.status, left.finished_at) == (State.LEFT, at)
    # What is open, or won, stays as it is.
    assert store.games.take_up(opened) == opened
    won = left
    for move in golden_line("PY1-N-AAAAAAS"):
        won = enter(store, won, UNDO) if won.game.line == (DRAW,) else won
        won = enter(store, won, parse_entry(move))
    assert store.games.take_up(won) == won


def test_a_game_that_was_played_on_meanwhile_is_taken_up_as_it_is_by_then(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    left = store.games.leave(enter(store, store.games.new(visitor.id, setup()), DRAW))
    enter(other_store, left, DRAW)
    opened = store.games.take_up(left)
    assert (opened.status, opened.ply) == (State.PLAYING, 2)


def test_a_game_of_nobody_can_not_be_taken_up(store: Store, visitor: Visitor) -> None:
    stored = store.games.leave(enter(store, store.games.new(visitor.id, setup()), DRAW))
    with store.database.engine.begin() as connection:
        connection.execute(delete(tables.game))
    with pytest.raises(Stale):
        store.games.take_up(stored)


def test_a_stuck_game_is_not_over_until_it_is_left(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    stored = store.games.new(visitor.id, setup("PY1-R-AAAAAAJ"))
    while stored.game.why_not(DRAW) is None:
        stored = enter(store, stored, DRAW)
    while moves := stored.game.position.legal_moves():
        stored = enter(store, stored, moves[0])
    assert stored.status is State.STUCK
    assert (stored.finished_at, stored.running) == (None, True)
    assert summary_row(store, stored.id)["status"] == "stuck"
    assert store.games.open_summary(visitor.id) == stored.summary
    left = store.games.leave(stored)
    assert left.status is State.LEFT
    assert enter(store, left, UNDO).status is State.PLAYING


def test_a_game_of_nobody_can_not_be_left(store: Store, visitor: Visitor) -> None:
    stored = store.games.new(visitor.id, setup())
    with store.database.engine.begin() as connection:
        connection.execute(delete(tables.visitor))
    with pytest.raises(Stale):
        store.games.leave(stored)


def test_a_new_game_can_be_begun_in_place_of_another(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    first = enter(store, store.games.new(visitor.id, setup()), DRAW)
    clock.wait(5)
    second = store.games.new(visitor.id, setup())
    left = store.games.owned(first.id, visitor.id)
    assert left is not None
    assert (left.status, left.finished_at) == (State.LEFT, second.created_at)
    assert store.games.open_summary(visitor.id) == second.summary


def test_a_new_game_leaves_no_game_of_another_visitor(store: Store, visitor: Visitor) -> None:
    theirs = enter(store, store.games.new(visitor.id, setup()), DRAW)
    other, _ = store.visitors.new({})
    store.games.new(other.id, setup())
    assert store.games.owned(theirs.id, visitor.id) == theirs


def test_a_game_that_can_not_be_made_leaves_none(store: Store, visitor: Visitor) -> None:
    first = enter(store, store.games.new(visitor.id, setup()), DRAW)
    with pytest.raises(StoreError):
        store.games.new("nobody", setup())
    assert store.games.owned(first.id, visitor.id) == first


# Lists


def test_the_open_game_is_the_one_played_last(store: Store, visitor: Visitor, clock: Clock) -> None:
    def opened() -> str | None:
        summary = store.games.open_summary(visitor.id)
        return None if summary is None else summary.id

    assert opened() is None
    first = store.games.new(visitor.id, setup())
    assert opened() == first.id
    clock.wait(1)
    second = store.games.new(visitor.id, setup("PY1-S-AAAAAAS"))
    assert opened() == second.id
    clock.wait(1)
    first = enter(store, first, DRAW)
    assert opened() == first.id
    clock.wait(1)
    second = enter(store, second, DRAW)
    assert opened() == second.id
    clock.wait(1)
    store.games.new(visitor.id, setup("PY1-P-AAAAAAS"))
    assert opened() == second.id
    clock.wait(1)
    first = enter(store, first, DRAW)
    assert opened() == first.id


def test_recent_games_are_those_that_were_started_newest_first(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    games: list[StoredGame] = []
    for letter in PRESETS:
        clock.wait(60)
        games.append(store.games.new(visitor.id, setup(f"PY1-{letter}-AAAAAAS")))
    started = []
    for game in games[::2]:
        clock.wait(1)
        started.append(enter(store, game, DRAW))
    store.games.leave(games[1])
    won = win(store, visitor.id, clock)
    store.games.leave(started[0])
    summaries = store.games.recent(visitor.id, 10)
    assert [each.id for each in summaries] == [won.id, *(game.id for game in reversed(started))]
    assert [each.status for each in summaries] == ["won", "playing", "playing", "playing", "left"]
    assert store.games.recent(visitor.id, 2) == summaries[:2]
    assert store.games.recent(visitor.id, 0) == store.games.recent(visitor.id, -1) == ()
    first = summaries[0]
    assert (first.setup, first.moves, first.score) == (won.game.setup, 16, 280)
    assert (first.ply, first.pyramid_left, first.elapsed) == (16, 0, 45.0)
    assert (first.started_at, first.finished_at) == (won.started_at, won.finished_at)
    assert summaries[-1].score == 0
    assert summaries[-1].finished_at == clock.now


def test_the_summary_of_a_loaded_game_is_that_of_the_list(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    assert store.games.new(visitor.id, setup()).summary.started_at is None
    games = [
        win(store, visitor.id, clock),
        enter(store, store.games.new(visitor.id, setup("PY1-S-AAAAAAS")), DRAW),
    ]
    games.append(store.games.leave(enter(store, store.games.new(visitor.id, setup()), DRAW)))
    listed = {summary.id: summary for summary in store.games.recent(visitor.id, 9)}
    assert {game.id: game.summary for game in games} == listed


def test_the_best_other_win_is_the_one_of_fewest_moves_then_the_quickest(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    slow = win(store, visitor.id, clock, pause=9)
    assert store.games.best_other_win(slow) is None
    # Not another player's, not under other rules, not of another deal, not one that was left.
    stranger, _token = store.visitors.new({})
    win(store, stranger.id, clock)
    others = [
        Setup(setup("PY1-R-AAAAAAS").rules, easy_deal()),
        setup(),
        Setup(setup().rules, easy_deal()),
    ]
    for each in others[:2]:
        enter(store, store.games.new(visitor.id, each), DRAW)
    store.games.leave(enter(store, store.games.new(visitor.id, others[2]), DRAW))
    assert store.games.best_other_win(slow) is None
    quick = win(store, visitor.id, clock, pause=1)
    assert store.games.best_other_win(slow) == quick.summary
    assert store.games.best_other_win(quick) == slow.summary
    longer = store.games.new(visitor.id, slow.game.setup)
    for entry in (DRAW, *easy_win()):
        longer = enter(store, longer, entry)
    assert store.games.best_other_win(longer) == store.games.best_other_win(slow) == quick.summary
    assert store.games.best_other_win(quick) == slow.summary


# What was kept stays


def test_closing_and_opening_again_loses_nothing(
    store: Store, visitor: Visitor, clock: Clock, database_url: str
) -> None:
    won = win(store, visitor.id, clock)
    going = store.games.new(visitor.id, Setup(setup("PY1-S-AAAAAAS").rules, easy_deal()))
    for move in easy_win()[:5]:
        going = enter(store, going, move)
    token = store.visitors.new({"theme": "dark"})[1]
    store.close()
    again = Store(database_url, clock=clock)
    again.migrate()
    assert again.games.owned(won.id, visitor.id) == won
    assert again.games.open_summary(visitor.id) == going.summary
    known = again.visitors.of_token(token)
    assert known is not None
    assert known.settings == {"theme": "dark"}
    going = enter(again, going, easy_win()[5])
    again.close()
    assert store.games.owned(going.id, visitor.id) == going


@pytest.mark.parametrize(
    ("harm", "ply", "why"),
    [
        ("DELETE FROM log WHERE ply = 2", 2, "no such entry"),
        ("DELETE FROM log WHERE ply = 4", 4, "no such entry"),
        ("DELETE FROM log", 1, "no such entry"),
        ("UPDATE game SET ply = 6", 5, "no such entry"),
        ("UPDATE log SET ply = 9 WHERE ply = 1", 1, "no such entry"),
        ("UPDATE log SET entry = 'KH' WHERE ply = 3", 3, "refused .covered"),
        ("UPDATE log SET entry = 'hm' WHERE ply = 1", 1, "not a move"),
        ("UPDATE game SET rules = 'Q'", 0, "Q"),
        ("UPDATE game SET deal_cards = 'AC'", 0, "52 different cards"),
    ],
)
def test_a_game_that_was_harmed_from_outside_says_where(
    store: Store, visitor: Visitor, harm: str, ply: int, why: str
) -> None:
    stored = store.games.new(visitor.id, setup())
    for _ in range(4):
        stored = enter(store, stored, DRAW)
    with store.database.engine.begin() as connection:
        connection.execute(text(harm))
    with pytest.raises(CorruptGame, match=f"game {stored.id} .* ply {ply}: .*{why}") as corrupt:
        store.games.owned(stored.id, visitor.id)
    assert (corrupt.value.game_id, corrupt.value.ply) == (stored.id, ply)


def test_another_log_put_back_under_the_same_id_is_read_as_it_is(
    store: Store, visitor: Visitor
) -> None:
    stored = store.games.new(visitor.id, setup())
    for _ in range(4):
        stored = enter(store, stored, DRAW)
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE log SET entry = 'KD' WHERE ply = 3"))
    found = store.games.owned(stored.id, visitor.id)
    assert found is not None
    assert [str(entry) for entry in found.game.log] == ["draw", "draw", "KD", "draw"]
    assert found.game.score == 10


def test_a_clock_without_a_zone_is_no_fault_of_the_database(store: Store, clock: Clock) -> None:
    clock.now = clock.now.replace(tzinfo=None)
    with pytest.raises(StatementError, match="has no time zone"):
        store.visitors.new({})


def test_the_time_of_a_store_is_now_unless_it_is_told_otherwise(database_url: str) -> None:
    store = Store(database_url)
    store.migrate()
    visitor, _ = store.visitors.new({})
    now = datetime.now(visitor.created_at.tzinfo)
    assert abs(now - visitor.created_at) < timedelta(seconds=30)
    store.close()
