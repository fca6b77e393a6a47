"""What the pages of the record cost where one visitor has 100,000 games and the server a million.

    python -m benchmarks.record --database sqlite

fills a database of its own with games over ten years, asks for each page some times in this
process, and prints the processor time of an answer, how many queries it took, and beside it that of
a table, whose visitor has one game. With `--plans` it prints how the database reads what is asked
for. `--database postgresql` starts a PostgreSQL of its own; its own processor time is not in the
figures, the time on the clock is. The first answer, which has everything to add up, stands apart.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import event, text

from app.main import create_app
from app.settings import Settings
from app.store import Store, history, tally
from app.web.visit import Site
from tests.support.client import Client, one_loop
from tests.support.postgres import fresh_database, postgres_server

YEARS: Final = 10
CARDS: Final = "".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")
PAGES: Final = (
    "/history",
    "/history?rules=S&result=left",
    "/history?before={middle}",
    "/stats",
    "/stats",
    "/stats/N",
    "/stats?help=alone",
    "/daily",
    "/api/v1/stats",
    "/api/v1/games?limit=50",
)
_SQLITE_TIME: Final = (
    "strftime('%Y-%m-%d %H:%M:%f000', '2016-12-01', '+' || (k * :apart + {}) || ' seconds')"
)
_POSTGRES_TIME: Final = "timestamptz '2016-12-01 00:00Z' + (k * :apart + {}) * interval '1 second'"


def fill(store: Store, mine: int, others: int) -> None:
    """Make visitors and their games: `mine` of the visitor `v0`, `others` of many with 100 each."""
    sqlite = store.database.engine.dialect.name == "sqlite"
    with store.database.engine.begin() as connection:
        for first, count, owner, apart in (
            (0, mine, "'v0'", YEARS * 365 * 86_400 / mine),
            (mine, others, "'v' || (1 + n % :visitors)", YEARS * 365 * 86_400 / max(others, 1)),
        ):
            if not count:
                continue
            visitors = max(1, others // 100)
            made = "'2016-12-01 00:00:00.000000'" if sqlite else "timestamptz '2016-12-01 00:00Z'"
            connection.execute(
                text(
                    f"{_numbers(sqlite)} INSERT INTO visitor (id, settings, created_at, seen_at)"
                    f" SELECT DISTINCT {owner}, {'' if sqlite else 'CAST('}'{{}}'"
                    f"{'' if sqlite else ' AS json)'}, {made}, {made} FROM s"
                ),
                {"first": first, "last": first + count, "visitors": visitors}
                if ":visitors" in owner
                else {"first": first, "last": first + 1},
            )
            at = _SQLITE_TIME if sqlite else _POSTGRES_TIME
            values = {"first": first, "last": first + count, "apart": apart, "cards": CARDS}
            if ":visitors" in owner:
                values["visitors"] = visitors
            connection.execute(
                text(
                    f"{_numbers(sqlite)} INSERT INTO game (id, visitor_id, rules, deal_cards,"
                    " deal_key, origin, given, created_at, ply, status, result, moves, score,"
                    " pyramid_left, elapsed, undos, attempt, hints, help, winnable, par,"
                    " started_at, acted_at, finished_at)"
                    f" SELECT 'g' || n, {owner}, substr('NSTRPCM', 1 + n % 7, 1), :cards,"
                    " 'd' || n, 'dealt', 0, " + at.format("0") + ", 20 + n * 7919 % 60,"
                    " CASE WHEN n % 5 < 3 THEN 'won' ELSE 'left' END,"
                    " CASE WHEN n % 5 < 3 THEN 'won' ELSE 'left' END,"
                    " 20 + n * 7919 % 60, 280, n * 31 % 28, n * 1543 % 1500, n % 3, 1, 0,"
                    f" CASE WHEN n % 4 = 0 THEN 1 ELSE 0 END, {'n % 5 < 4' if sqlite else 'true'},"
                    " 20 + n * 7919 % 60 - n * 104729 % 12, "
                    + ", ".join(at.format(shift) for shift in ("0", "300", "300"))
                    + " FROM (SELECT n, n - :first AS k FROM s) AS numbered"
                ),
                values,
            )
        connection.execute(text("UPDATE token SET visitor_id = 'v0'"))
    for visitor in ("v0", "v1"):
        store.tallies.renew(visitor)
    with store.database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("ANALYZE"))


def _numbers(sqlite: bool) -> str:
    if sqlite:
        return (
            "WITH RECURSIVE s(n) AS"
            " (SELECT :first UNION ALL SELECT n + 1 FROM s WHERE n < :last - 1)"
        )
    return "WITH s AS (SELECT generate_series(:first, :last - 1) AS n)"


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """Return the address of an empty database, which is gone at the end."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/pyramid.db"
        return
    with postgres_server() as server, fresh_database(server) as url:
        yield url


def measure(ask: Callable[[], None], times: int) -> tuple[float, float]:
    """Return the median milliseconds of processor time and on the clock of what is done."""
    worked, waited = [], []
    for _ in range(times):
        work, clock = time.process_time(), time.perf_counter()
        ask()
        worked.append((time.process_time() - work) * 1000)
        waited.append((time.perf_counter() - clock) * 1000)
    return statistics.median(worked), statistics.median(waited)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--mine", type=int, default=100_000, help="games of the visitor")
    parser.add_argument("--others", type=int, default=900_000, help="games of all others")
    parser.add_argument("--times", type=int, default=20, help="how often each page is asked for")
    parser.add_argument("--plans", action="store_true", help="print how the database reads")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp())
    try:
        with database(chosen.database, folder) as url, one_loop():
            _run(url, folder, chosen)
    finally:
        shutil.rmtree(folder)
    return 0


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Leaves the text above as it is."""


def _run(url: str, folder: Path, chosen: argparse.Namespace) -> None:
    app = create_app(Settings.read({"PYRAMID_DATA": str(folder), "PYRAMID_DATABASE_URL": url}))
    site: Site = app.state.site
    site.store.migrate()
    client = Client(app)
    begun = client.post("/games", data={"code": "PY1-N-AAAAAAS"}, follow_redirects=False)
    table = begun.headers["location"]
    own = site.store.database
    fill(site.store, chosen.mine, chosen.others)
    with own.engine.begin() as connection:
        connection.execute(text("UPDATE game SET visitor_id = 'v0' WHERE id NOT LIKE 'g%'"))
    asked: list[str] = []
    event.listen(own.engine, "before_cursor_execute", lambda *call: asked.append(str(call[2])[:60]))
    print(f"{chosen.database}: {chosen.mine} games of one visitor, {chosen.others} of others")
    print(f"{'page':34}{'processor ms':>14}{'clock ms':>10}{'queries':>9}{'first':>9}")
    for page in (table, *PAGES):
        address = page.format(middle=f"g{chosen.mine // 2}")

        def ask(address: str = address) -> None:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        first, _ = measure(ask, 1)
        asked.clear()
        ask()
        queries = len([each for each in asked if not each.startswith("BEGIN")])
        worked, waited = measure(ask, chosen.times)
        print(f"{page[:33]:34}{worked:14.1f}{waited:10.1f}{queries:9}{first:9.0f}")
    if chosen.plans:
        _print_plans(site.store)
    site.store.close()


def _print_plans(store: Store) -> None:
    engine = store.database.engine
    how = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
    for name, statement in {
        "a page of the history": history.statement(),
        "the months": tally.KEPT,
        "games that are open": tally.still_open(engine.dialect.name),
        "games of months that are marked": tally.marked(engine.dialect.name),
    }.items():
        print(f"\n{name}:")
        compiled = statement.compile(engine)
        asked = compiled.construct_params({"visitor": "v0", "most": 41})
        order = compiled.positiontup
        given = tuple(asked[each] for each in order) if order else asked
        with engine.connect() as connection:
            for row in connection.exec_driver_sql(f"{how} {compiled}", given):
                print("   ", row[-1])


if __name__ == "__main__":
    sys.exit(main())
