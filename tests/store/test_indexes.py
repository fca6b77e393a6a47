"""How the database finds what is asked for: by an index, however many games there are."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import Executable, event, text

from app.engine import DRAW
from app.store import Store, Visitor, dailies, games, leaving, lists, notes, tables
from tests.store.play import enter, setup

GAMES = 100_000
OF_ONE = 2_000
"""Games of the visitor who asks; every other one has as many."""


@pytest.fixture
def crowded(store: Store) -> Store:
    """A database with many games of many visitors, each left."""
    sqlite = store.database.engine.dialect.name == "sqlite"
    numbers = (
        f"WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < {GAMES - 1})"
        if sqlite
        else f"WITH s AS (SELECT generate_series(0, {GAMES - 1}) AS n)"
    )
    day = "'2030-01-01 00:00:00.000000'"
    later = (
        f"strftime('%Y-%m-%d %H:%M:%f000', {day}, '+' || n || ' seconds')"
        if sqlite
        else f"timestamptz {day} + n * interval '1 second'"
    )
    with store.database.engine.begin() as connection:
        connection.execute(
            text(
                f"{numbers} INSERT INTO visitor (id, settings, created_at, seen_at)"
                f" SELECT 'v' || n, '{{}}', {day}, {day} FROM s WHERE n < {GAMES // OF_ONE}"
            )
        )
        connection.execute(
            text(
                f"{numbers} INSERT INTO game (id, visitor_id, rules, deal_cards, deal_key,"
                " created_at, ply, status, moves, pyramid_left, elapsed, started_at, acted_at,"
                f" finished_at) SELECT 'g' || n, 'v' || (n % {GAMES // OF_ONE}), 'N', '',"
                f" 'd' || (n % 1009), {day}, 1, CASE WHEN n % 3 = 0 THEN 'won' ELSE 'left' END,"
                f" 1, 28, 0, {later}, {day}, {day} FROM s"
            )
        )
        connection.execute(text("ANALYZE"))
    return store


def plan(store: Store, statement: Executable, **values: object) -> str:
    """What the database says about how it would run a statement."""
    engine = store.database.engine
    compiled = statement.compile(engine, compile_kwargs={"render_postcompile": True})  # type: ignore[attr-defined]
    how = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    with engine.connect() as connection:
        asked = compiled.construct_params(values)
        order = compiled.positiontup
        # Whatever the values are, the plan is the same: times go as text.
        times = {name: str(asked[name]) for name in asked if name in ("now", "since")}
        asked.update(times)
        given = tuple(asked[name] for name in order) if order else asked
        return "\n".join(
            str(row[-1]) for row in connection.exec_driver_sql(f"{how} {compiled}", given)
        )


def test_every_list_is_read_by_its_index(crowded: Store) -> None:
    asked = {
        # That of ends has those without one side by side as well.
        ("ix_game_open", "ix_game_visitor_id_finished_at"): plan(crowded, lists.OPEN, visitor="v1"),
        ("ix_game_visitor_id_started_at",): plan(crowded, lists.RECENT, visitor="v1", most=5),
        # A game by its id: the key of the table.
        ("game",): plan(crowded, lists.ONE, visitor="v1", game="g0"),
        ("ix_game_visitor_id_deal_key",): plan(
            crowded, lists.BEST_OTHER_WIN, visitor="v1", deal="d7", game="g0"
        ),
        ("ix_game_deal_key",): plan(crowded, notes._KNOW_WINNABLE, deal="d7", found=True),
    }
    for indexes, found in asked.items():
        assert any(index in found for index in indexes), found
        assert "SCAN" not in found, found
        assert "Seq Scan" not in found, found
    # In the order of the index, so that five are read for five.
    recent = asked["ix_game_visitor_id_started_at",]
    assert "TEMP B-TREE" not in recent
    assert "Sort" not in recent


def test_the_games_of_a_press_and_of_a_deal_are_found_by_an_index(crowded: Store) -> None:
    now = datetime(2030, 1, 1, tzinfo=UTC)
    of_deal = {"visitor": "v1", "deal": "d7"}
    asked: tuple[tuple[Executable, dict[str, object]], ...] = (
        (leaving.LEAVE_OTHERS, {**of_deal, "game": "g0", "now": now}),
        (games._ATTEMPTS, dict(of_deal)),
        (games._KNOWN, {"deal": "d7"}),
        (games._BY_PRESS, {"key": "k", "since": now}),
        (dailies._OF_VISITOR, {"visitor": "v1"}),
    )
    for statement, values in asked:
        found = plan(crowded, statement, **values)
        assert "ix_game" in found, found
        assert "SCAN" not in found, found
        assert "Seq Scan" not in found, found


def test_a_move_changes_no_column_that_an_index_has() -> None:
    indexed = {column.name for index in tables.game.indexes for column in index.columns}
    conditions = {"finished_at"}
    changed = set(games._MOVING)
    parameters = games._ADVANCE.compile().params
    assert {name[4:] for name in parameters if name.startswith("new_")} == changed
    assert not changed & (indexed | conditions)


def test_a_move_writes_to_no_index_of_sqlite(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    store.migrate()
    engine = store.database.engine
    compiled = str(games._ADVANCE.compile(engine))
    with engine.connect() as connection:
        program = connection.exec_driver_sql(
            f"EXPLAIN {compiled}", (None,) * compiled.count("?")
        ).all()
    store.close()
    does = {row.opcode for row in program}
    assert "Insert" in does
    assert not {"IdxInsert", "IdxDelete"} & does


def test_a_move_is_one_update_and_one_insert(store: Store, visitor: Visitor) -> None:
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    said: list[str] = []
    event.listen(
        store.database.engine,
        "before_cursor_execute",
        lambda _c, _cursor, statement, *_: said.append(statement.split()[0]),
    )
    enter(store, stored, DRAW)
    assert [word for word in said if word != "BEGIN"] == ["UPDATE", "INSERT"]
