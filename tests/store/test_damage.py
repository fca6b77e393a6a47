"""Rows that were changed from outside: each keeps its player from that row alone."""

import pytest
from sqlalchemy import text

from app.engine import DRAW
from app.store import CorruptGame, Store, Visitor
from tests.store.play import Clock, enter, setup, win

EITHER = (
    "rules = 'Q'",
    "rules = ''",
    "deal_cards = 'AC'",
    "status = 'wrong'",
    "origin = 'wrong'",
    "status = 'left', finished_at = NULL",
)
ONLY_SQLITE = (
    "created_at = 'yesterday'",
    "deal_cards = x'00ff'",
    "rules = 7",
    "deal_number = 'x'",
    "given = 'x'",
    "ply = 'x'",
    "help = 'x'",
    "status = 'left', finished_at = 'never'",
)
ONLY_POSTGRESQL = (
    "created_at = 'infinity'",
    "created_at = '-infinity'",
    "status = 'left', finished_at = '99999-01-01'",
)
# What a list does not read, or the game itself does not.
LISTED_ALL_THE_SAME = ("created_at", "help")


def harms(store: Store) -> tuple[str, ...]:
    of_one = ONLY_SQLITE if store.database.engine.dialect.name == "sqlite" else ONLY_POSTGRESQL
    return (*EITHER, *of_one)


def harm(store: Store, game_id: str, change: str) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(text(f"UPDATE game SET {change} WHERE id = '{game_id}'"))


def test_a_damaged_game_is_left_out_and_bars_nobody_from_the_others(
    store: Store, visitor: Visitor, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    whole = enter(store, store.games.new(visitor.id, setup("PY1-S-AAAAAAS")), DRAW)
    for number, change in enumerate(harms(store)):
        clock.wait(1)
        start = setup(f"PY1-N-AAAAA{chr(65 + number)}A")
        harmed = enter(store, store.games.new(visitor.id, start), DRAW)
        harm(store, harmed.id, change)
        with pytest.raises(CorruptGame):
            store.games.owned(harmed.id, visitor.id)
        if not change.startswith(LISTED_ALL_THE_SAME):
            clock.wait(1)
            whole = enter(store, whole, DRAW)
            for _ in range(2):
                assert store.games.open_summary(visitor.id) == whole.summary, change
                recent = store.games.recent(visitor.id, 99)
                assert whole.summary in recent
                assert harmed.id not in {game.id for game in recent}, change
            assert caplog.text.count(harmed.id) <= 1, change
        again = store.games.new(visitor.id, start)
        store.games.leave(enter(store, again, DRAW))
    assert "can't be replayed" in caplog.text


def test_a_damaged_best_win_gives_way_to_the_next(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    best, second, now = (win(store, visitor.id, clock, pause=pause) for pause in (1, 2, 3))
    harm(store, best.id, "origin = 'wrong'")
    assert store.games.best_other_win(now) == second.summary


@pytest.mark.parametrize("settings", ["[]", "null", "7", '"x"', "{broken"])
def test_settings_that_are_none_are_as_if_nothing_was_chosen(
    store: Store, settings: str, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, token = store.visitors.new({"theme": "dark"})
    if settings == "{broken" and store.database.engine.dialect.name != "sqlite":
        settings = "false"  # PostgreSQL takes no JSON that is broken
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE visitor SET settings = :bad"), {"bad": settings})
    for _ in range(3):
        known = store.visitors.of_token(token)
        assert known is not None
        assert known.settings == {}
    assert caplog.text.count(f"the settings of visitor {visitor.id} can't be read") == 1
    assert store.visitors.save_settings(visitor.id, {"warn": "never"}) == {"warn": "never"}
    known = store.visitors.of_token(token)
    assert known is not None
    assert known.settings == {"warn": "never"}


def test_times_of_a_visitor_that_are_none_keep_nobody_out(
    store: Store, visitor: Visitor, clock: Clock
) -> None:
    token = store.visitors.new_token(visitor.id)
    none = "never" if store.database.engine.dialect.name == "sqlite" else "infinity"
    with store.database.engine.begin() as connection:
        for change in ("visitor SET created_at", "visitor SET seen_at", "token SET made_at"):
            connection.execute(text(f"UPDATE {change} = '{none}'"))
        connection.execute(text(f"UPDATE token SET seen_at = '{none}'"))
    known = store.visitors.of_token(token)
    assert known is not None
    assert (known.id, known.token_seen_at, known.seen_at) == (visitor.id, clock.now, clock.now)


def test_a_log_whose_time_is_none_says_where(store: Store, visitor: Visitor) -> None:
    stored = store.games.new(visitor.id, setup())
    for _ in range(3):
        stored = enter(store, stored, DRAW)
    none = "never" if store.database.engine.dialect.name == "sqlite" else "infinity"
    with store.database.engine.begin() as connection:
        connection.execute(text(f"UPDATE log SET at = '{none}' WHERE ply = 2"))
    with pytest.raises(CorruptGame, match="ply 2: its time can't be read"):
        store.games.owned(stored.id, visitor.id)


def test_a_kept_answer_that_is_broken_is_no_answer(store: Store) -> None:
    store.answers.keep("q", {"line": []})
    broken = "{broken" if store.database.engine.dialect.name == "sqlite" else "null"
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE answer SET value = :bad"), {"bad": broken})
    assert store.answers.get("q") is None
