from collections.abc import Iterator

import pytest

from app.store import Store, Visitor
from tests.store.play import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database_url: str, clock: Clock) -> Iterator[Store]:
    """A store on a new database of each kind in turn, with its tables."""
    # For this fixture the database comes with its tables: that is quicker than a migration.
    with_tables = Store(database_url, clock=clock)
    yield with_tables
    with_tables.close()


@pytest.fixture
def other_store(store: Store, database_url: str, clock: Clock) -> Iterator[Store]:
    """A second store on the same database, as another process would have it."""
    other = Store(database_url, clock=clock)
    yield other
    other.close()


@pytest.fixture
def visitor(store: Store) -> Visitor:
    return store.visitors.new({})[0]
