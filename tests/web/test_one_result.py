"""A game has one result, whatever is doubled, raced or reloaded; looking has none."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from itertools import product

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Engine, func, select

from app.engine import DRAW, UNDO, IllegalMove, Setup
from app.record import Figures
from app.store import Stale, Store, StoredGame, Visitor, tables
from app.web.summing import sums_of
from tests.store.play import Clock, easy_deal, easy_win, enter, setup
from tests.support.effort import times
from tests.support.recount import figures, recounted
from tests.web.player import Player
from tests.web.routes import every_route_of
from tests.web.solving import PRINTED
from tests.web.test_event_loop import PARTS

EASY = Setup(setup().rules, easy_deal())
BOT = {"User-Agent": "Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example/)"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(database_url: str, clock: Clock) -> Iterator[Store]:
    made = Store(database_url, clock=clock)
    yield made
    made.close()


@pytest.fixture
def other_store(store: Store, database_url: str, clock: Clock) -> Iterator[Store]:
    other = Store(database_url, clock=clock)
    yield other
    other.close()


@pytest.fixture
def visitor(store: Store) -> Visitor:
    return store.visitors.new({})[0]


def almost_won(store: Store, visitor: Visitor, clock: Clock) -> StoredGame:
    stored = store.games.new(visitor.id, EASY)
    for move in easy_win()[:-1]:
        clock.wait(2)
        stored = enter(store, stored, move)
    clock.wait(2)
    return stored


def win(store: Store, stored: StoredGame) -> StoredGame:
    return enter(store, stored, easy_win()[-1])


def at_once(*tasks: Callable[[], object]) -> int:
    """Do all at the same moment; how many were not refused as too late."""
    moment, done = threading.Barrier(len(tasks)), list[bool]()

    def run(task: Callable[[], object]) -> None:
        moment.wait()
        with suppress(Stale):
            task()
            done.append(True)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(done)


def counted(store: Store, visitor: Visitor) -> Figures:
    """The figures of a visitor, which are those of the logs."""
    found = sums_of(store, visitor).figures()
    assert asdict(found) == figures(recounted(store.database.engine, visitor.id))
    return found


def test_a_winning_move_that_is_sent_twice_at_once_is_one_win(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    for number in range(1, times(5) + 1):
        stored = almost_won(store, visitor, clock)
        assert at_once(*[partial(win, each, stored) for each in (store, other_store) * 2]) == 1
        found = counted(store, visitor)
        assert (found.begun, found.won, found.deals_won) == (number, number, 1)


def test_a_win_stays_whatever_is_tried_after_it(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    before = almost_won(store, visitor, clock)
    won = win(store, before)
    first = counted(store, visitor)
    clock.wait(3_000_000)
    for each in (store, other_store):
        loaded = each.games.owned(won.id, visitor.id)
        assert loaded == won
        with pytest.raises(IllegalMove):
            enter(each, won, UNDO)
        # From boards of before: the same move, and others.
        for entry in (easy_win()[-1], UNDO, DRAW):
            with pytest.raises(Stale):
                enter(each, before, entry)
        each.games.leave(before)
        each.games.leave(won)
        each.games.take_up(won)
        each.games.leave_idle(visitor.id)
        assert each.games.owned(won.id, visitor.id) == won
        assert counted(each, visitor) == first
    # Another game of the deal leaves only what is open.
    store.games.new(visitor.id, EASY)
    assert counted(store, visitor) == first


def test_leaving_and_winning_at_once_end_in_one_of_both(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    for number in range(1, times(8) + 1):
        stored = almost_won(store, visitor, clock)
        at_once(
            partial(store.games.leave, stored),
            partial(win, other_store, stored),
            partial(other_store.games.take_up, stored),
        )
        found = counted(store, visitor)
        # Who wins what was just left has taken it up.
        assert (found.begun, found.won, found.left, found.open) == (number, number, 0, 0)


def test_beginning_again_and_winning_at_once_end_in_one_result_each(
    store: Store, other_store: Store, visitor: Visitor, clock: Clock
) -> None:
    begun = 0
    for _ in range(times(8)):
        stored = almost_won(store, visitor, clock)
        at_once(
            lambda: enter(store, store.games.new(visitor.id, EASY), DRAW),
            partial(win, other_store, stored),
        )
        found = counted(store, visitor)
        assert found.begun - begun in (1, 2)
        assert found.won + found.left + found.open == found.begun
        assert found.open <= 1
        begun = found.begun


# Looking


def rows(engine: Engine) -> dict[str, int]:
    """How many rows each table has, but for what the solver found out of deals."""
    with engine.connect() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables.metadata.sorted_tables
            if table is not tables.answer
        }


def addresses(app: FastAPI) -> list[str]:
    """Every address that needs no game of one's own."""
    found = []
    for method, path in sorted(every_route_of(app)):
        if method == "GET" and "{game_id}" not in path:
            names = [name for name in PARTS if name in path]
            for values in product(*(PARTS[name] for name in names)):
                filled = path
                for name, value in zip(names, values, strict=True):
                    filled = filled.replace(name, value)
                found.append(filled)
    return found


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("headers", [{}, BOT], ids=["browser", "bot"])
def test_who_only_looks_makes_no_row(
    app: FastAPI, client: TestClient, method: str, headers: dict[str, str]
) -> None:
    tried = addresses(app)
    assert {"/", "/new", "/daily", f"/d/{PRINTED}"} <= set(tried)
    for path in tried:
        client.cookies.clear()
        answer = client.request(method, path, headers=headers)
        assert "set-cookie" not in answer.headers, path
    assert set(rows(app.state.site.store.database.engine).values()) == {0}


def test_looking_makes_no_row_of_a_visitor_either(app: FastAPI, client: TestClient) -> None:
    player = Player(client, PRINTED)
    engine = app.state.site.store.database.engine
    before = rows(engine)
    assert (before["visitor"], before["game"], before["log"]) == (1, 1, 0)
    for path in (*addresses(app), player.path, f"{player.path}/hint", f"{player.path}/review"):
        client.get(path)
        client.head(path)
    after = rows(engine)
    # That a visitor of ours was shown a solution is noted, once for each deal.
    assert after.pop("seen") == 1
    assert after.items() <= before.items()


def test_an_untouched_deal_counts_nothing(app: FastAPI, client: TestClient) -> None:
    site = app.state.site
    player = Player(client, PRINTED)
    player.look()
    player.post("restart")
    client.post(f"{player.path}/leave")
    visitor = site.store.visitors.of_token(next(iter(client.cookies.values())))
    found = counted(site.store, visitor)
    assert (found.begun, found.open, found.left, found.days) == (0, 0, 0, 0)
