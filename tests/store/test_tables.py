from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import StatementError

from app.store import Store, tables

MOMENTS = [
    datetime(2030, 1, 1, tzinfo=UTC),
    datetime(2030, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2030, 7, 1, 2, 30, 0, 1, tzinfo=timezone(timedelta(hours=-9, minutes=-30))),
    # The hour that comes twice when summer time ends, each time.
    datetime(2030, 10, 27, 2, 30, tzinfo=timezone(timedelta(hours=2))),
    datetime(2030, 10, 27, 2, 30, tzinfo=timezone(timedelta(hours=1))),
]


def visitor_row(moment: datetime) -> dict[str, object]:
    return {
        "id": "v",
        "settings": {},
        "created_at": moment,
        "seen_at": moment,
    }


def test_a_time_comes_back_as_the_same_moment_in_utc(store: Store) -> None:
    for moment in MOMENTS:
        with store.database.engine.connect() as connection:
            connection.execute(insert(tables.visitor), visitor_row(moment))
            back = connection.execute(select(tables.visitor.c.created_at)).scalar_one()
        assert back == moment.astimezone(UTC)
        assert back.tzinfo is UTC


def test_the_zone_of_the_connection_changes_nothing(store: Store) -> None:
    query = select(tables.visitor.c.created_at)
    with store.database.engine.begin() as connection:
        if store.database.engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL TimeZone = 'Asia/Kathmandu'"))
        connection.execute(insert(tables.visitor), visitor_row(MOMENTS[1]))
        assert connection.execute(query).scalar_one() == MOMENTS[1]
    with store.database.engine.connect() as connection:
        assert connection.execute(query).scalar_one() == MOMENTS[1]


def test_times_sort_as_they_follow_each_other(store: Store) -> None:
    with store.database.engine.begin() as connection:
        for number, moment in enumerate(reversed(MOMENTS)):
            row = visitor_row(moment) | {"id": str(number)}
            connection.execute(insert(tables.visitor), row)
        column = tables.visitor.c.created_at
        found = connection.execute(select(column).order_by(column)).scalars().all()
    assert list(found) == sorted(MOMENTS)


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    naive = datetime(2030, 1, 1)
    with (
        pytest.raises(StatementError, match="has no time zone"),
        store.database.engine.begin() as connection,
    ):
        connection.execute(insert(tables.visitor), visitor_row(naive))
