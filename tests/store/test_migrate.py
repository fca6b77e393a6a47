import threading
from collections.abc import Iterator
from pathlib import Path

import alembic.config
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import inspect, text

from app.engine import DRAW
from app.paths import MIGRATIONS
from app.store import DatabaseTooNew, Store, StoreUnavailable, Visitor, migrate, tables
from tests.store.play import around, enter, setup

NAMES = set(tables.metadata.tables)


def names_in(store: Store) -> set[str]:
    """The tables of this program that are in the database."""
    return set(inspect(store.database.engine).get_table_names()) - {"alembic_version"}


@pytest.fixture
def empty(database_url: str) -> Iterator[Store]:
    without_tables = Store(database_url)
    yield without_tables
    without_tables.close()


def test_the_tables_go_up_down_and_up_again(empty: Store) -> None:
    assert names_in(empty) == set()
    migrate.upgrade(empty.database.engine)
    assert names_in(empty) == NAMES
    migrate.downgrade(empty.database.engine)
    assert names_in(empty) == set()
    migrate.upgrade(empty.database.engine)
    assert names_in(empty) == NAMES
    empty.ping()


def test_each_revision_alone_goes_up_and_down(empty: Store) -> None:
    scripts = ScriptDirectory.from_config(migrate.config()).walk_revisions()
    for revision in reversed([script.revision for script in scripts]):
        migrate.upgrade(empty.database.engine, revision)
        migrate.downgrade(empty.database.engine, "-1")
        migrate.upgrade(empty.database.engine, revision)
    assert names_in(empty) == NAMES


def test_the_migrations_make_the_tables_that_the_code_has(store: Store) -> None:
    with store.database.engine.begin() as connection:
        command.check(migrate.config(connection))


def test_a_difference_between_tables_and_code_would_be_found(store: Store) -> None:
    for change in (
        "ALTER TABLE visitor ADD COLUMN extra INTEGER",
        "ALTER TABLE game DROP COLUMN score",
        "DROP INDEX ix_game_open",
        "CREATE INDEX extra ON game (status)",
    ):
        with store.database.engine.connect() as connection:
            connection.execute(text(change))
            with pytest.raises(CommandError, match="New upgrade operations detected"):
                command.check(migrate.config(connection))
            connection.rollback()


def test_migrating_again_changes_nothing(store: Store, visitor: Visitor) -> None:
    game = store.games.new(visitor.id, setup())
    enter(store, game, around(game.game))
    for _ in range(2):
        store.migrate()
    found = store.games.owned(game.id, visitor.id)
    assert found is not None
    assert found.ply == 1


def test_going_down_takes_the_tables_of_a_database_that_is_in_use(
    store: Store, visitor: Visitor
) -> None:
    game = store.games.new(visitor.id, setup())
    enter(store, game, around(game.game))
    migrate.downgrade(store.database.engine)
    assert names_in(store) == set()
    with pytest.raises(StoreUnavailable, match="pyramid-solitaire serve"):
        store.ping()


def test_a_newer_database_is_a_clear_error_and_stays_as_it_is(
    store: Store, visitor: Visitor
) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for way in (store.migrate, lambda: migrate.downgrade(store.database.engine)):
        with pytest.raises(DatabaseTooNew, match=r"newer version.*at 9999.*knows 0"):
            way()
    with store.database.engine.connect() as connection:
        assert (
            connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
        )
        assert connection.execute(text("SELECT id FROM visitor")).scalar() == visitor.id


def test_a_migration_that_fails_leaves_nothing_behind(empty: Store) -> None:
    with empty.database.engine.begin() as connection:
        connection.execute(text("CREATE TABLE log (mine INTEGER)"))
        connection.execute(text("INSERT INTO log VALUES (42)"))
    with pytest.raises(StoreUnavailable, match=r"did not make.*another database"):
        empty.migrate()
    assert names_in(empty) == {"log"}
    with empty.database.engine.begin() as connection:
        assert connection.execute(text("SELECT mine FROM log")).scalar() == 42
        connection.execute(text("DROP TABLE log"))
    empty.migrate()
    assert names_in(empty) == NAMES


def test_a_second_process_waits_until_the_first_is_done(empty: Store, database_url: str) -> None:
    other = Store(database_url)
    with migrate._alone(empty.database.engine) as connection:
        second = threading.Thread(target=other.migrate)
        second.start()
        second.join(0.5)
        assert second.is_alive()
        assert inspect(connection).get_table_names() == []
    second.join(30)
    assert names_in(empty) == NAMES
    other.close()


def test_a_migration_that_tears_rows_apart_is_taken_back(sqlite_url: str) -> None:
    store = Store(sqlite_url)
    store.migrate()
    enter(store, store.games.new(store.visitors.new({})[0].id, setup()), DRAW)
    with (
        pytest.raises(RuntimeError, match="without its parent"),
        migrate._alone(store.database.engine) as connection,
    ):
        connection.execute(text("DELETE FROM game"))
    with store.database.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM game")).scalar() == 1
    store.close()


def test_foreign_keys_are_held_to_after_a_migration(store: Store) -> None:
    migrate.downgrade(store.database.engine)
    store.migrate()
    with store.database.engine.connect() as connection:
        if store.database.engine.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000
        else:
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "5s"


def test_the_migrations_lie_where_the_program_looks_for_them() -> None:
    assert (MIGRATIONS / "env.py").is_file()
    assert migrate.config().get_main_option("script_location") == str(MIGRATIONS)


def test_a_percent_sign_in_the_folders_name_is_no_matter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(migrate, "MIGRATIONS", tmp_path / "100%s")
    assert migrate.config().get_main_option("script_location") == str(tmp_path / "100%s")


def test_alembics_own_command_runs_on_the_database_that_is_named(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(MIGRATIONS.parent)
    alembic.config.main(["-x", f"url={database_url}", "upgrade", "head"])
    store = Store(database_url)
    store.ping()
    store.close()


@pytest.mark.parametrize(
    "words", [["current"], ["-x", "url=sqlite:////x.db", "upgrade", "head", "--sql"]]
)
def test_alembics_own_command_asks_for_a_database(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(MIGRATIONS.parent)
    with pytest.raises(SystemExit, match="alembic -x url="):
        alembic.config.main(words)
