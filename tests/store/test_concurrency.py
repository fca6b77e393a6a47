"""Many processes and threads on one database: nothing is lost, and nobody waits for long."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import Connection, text

from app.engine import DRAW, UNDO, Entry, Game
from app.store import Stale, Store, StoredGame, Visitor
from tests.store.play import Clock, around, enter, log_rows, setup, summary_row

PROCESSES = 4
ENTRIES = 60
"""How many each process makes: enough that they get in each other's way many times."""
PATIENCE_SECONDS = 60.0

Answer = TypeVar("Answer")
_moment: Barrier | None = None


class Together:
    """Processes that each run a task at the same moment, kept for the next one to come."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def __call__(self, task: Callable[[int], Answer]) -> list[Answer]:
        """Run a task in each of the processes at once; their answers, or the first error."""
        return list(self._pool.map(partial(run_at_once, task), range(PROCESSES)))


def know(moment: Barrier) -> None:
    """Begin as one of the processes, which wait for each other there."""
    global _moment
    _moment = moment


def run_at_once(task: Callable[[int], Answer], number: int) -> Answer:
    """Run a task when every process has one."""
    assert _moment is not None
    _moment.wait(PATIENCE_SECONDS)
    return task(number)


@pytest.fixture(scope="module")
def in_processes() -> Iterator[Together]:
    context = get_context("spawn")
    moment = context.Barrier(PROCESSES)
    with ProcessPoolExecutor(PROCESSES, context, know, (moment,)) as pool:
        yield Together(pool)


def play_on_one_board(url: str, game_id: str, visitor_id: str, entries: int, _: int) -> int:
    """Append so many entries to a game that others play as well; how often it was stale."""
    store, stale, done = Store(url), 0, 0
    while done < entries:
        stored = store.games.owned(game_id, visitor_id)
        assert stored is not None
        try:
            enter(store, stored, around(stored.game))
            done += 1
        except Stale:
            stale += 1
    store.close()
    return stale


def play_own_games(url: str, visitor_id: str, entries: int, number: int) -> list[str]:
    """Play so many entries on three games of one's own; the ids of the games."""
    store = Store(url)
    deals = [setup(f"PY1-N-AAAAA{'ABCD'[number]}{letter}") for letter in "ABC"]
    games = [store.games.new(visitor_id, deal) for deal in deals]
    for turn in range(entries):
        stored = store.games.owned(games[turn % 3].id, visitor_id)
        assert stored is not None
        enter(store, stored, around(stored.game))
        store.visitors.save_settings(visitor_id, {f"by {number}": turn})
    store.close()
    return [game.id for game in games]


def migrate_and_come(url: str, _: int) -> str:
    """Start on a database as a server does; the token of a first visitor."""
    store = Store(url)
    store.migrate()
    token = store.visitors.new({})[1]
    store.close()
    return token


def test_four_processes_on_one_board_lose_no_entry(
    store: Store, visitor: Visitor, database_url: str, in_processes: Together
) -> None:
    game = store.games.new(visitor.id, setup())
    in_processes(partial(play_on_one_board, database_url, game.id, visitor.id, ENTRIES))
    total = PROCESSES * ENTRIES
    log = log_rows(store, game.id)
    assert [ply for ply, _, _ in log] == list(range(1, total + 1))
    found = store.games.owned(game.id, visitor.id)
    assert found is not None
    row = summary_row(store, game.id)
    assert (row["ply"], row["moves"], found.game.moves) == (total, total, total)
    assert found.game == Game(setup(), found.game.log)
    assert row["elapsed"] == found.elapsed


def test_four_processes_on_boards_of_their_own_lose_nothing(
    store: Store, visitor: Visitor, database_url: str, in_processes: Together
) -> None:
    answers = in_processes(partial(play_own_games, database_url, visitor.id, ENTRIES))
    ids = [game_id for answer in answers for game_id in answer]
    assert len(set(ids)) == 3 * PROCESSES
    for game_id in ids:
        found = store.games.owned(game_id, visitor.id)
        assert found is not None
        assert found.ply == summary_row(store, game_id)["moves"] == ENTRIES / 3
    assert len(store.games.recent(visitor.id, 99)) == 3 * PROCESSES
    # What each process chose last, and nothing is lost of what the others chose.
    assert store.visitors.save_settings(visitor.id, {}) == {
        f"by {number}": ENTRIES - 1 for number in range(PROCESSES)
    }


def begin_at_once(url: str, visitor_id: str, rounds: int, _: int) -> list[str]:
    """Begin games of one deal and act in each, as others do for the same visitor."""
    store = Store(url)
    ids = []
    for _round in range(rounds):
        stored = store.games.new(visitor_id, setup())
        try:
            stored = enter(store, stored, DRAW)
        except Stale:
            stored = store.games.owned(stored.id, visitor_id) or stored
        ids.append(stored.id)
    store.close()
    return ids


def test_games_of_one_deal_begun_at_once_leave_one_open_and_count_on(
    store: Store, visitor: Visitor, database_url: str, in_processes: Together
) -> None:
    answers = in_processes(partial(begin_at_once, database_url, visitor.id, 25))
    ids = [game_id for answer in answers for game_id in answer]
    rows = [summary_row(store, game_id) for game_id in ids]
    assert [row["finished_at"] for row in rows].count(None) == 1
    begun = sorted(int(str(row["attempt"])) for row in rows if row["attempt"] is not None)
    assert begun == list(range(1, PROCESSES * 25 + 1))


def press_at_once(url: str, known: str, _: int) -> list[str]:
    """Send the same forms as others, each as a visitor of their own or as one who is known."""
    store = Store(url)
    ids = []
    for number in range(25):
        visitor_id = known or store.visitors.new({})[0].id
        deal = setup(f"PY1-N-AAAAAA{chr(65 + number)}")
        ids.append(store.games.new(visitor_id, deal, press=f"form {number}").id)
    store.close()
    return ids


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "new"])
def test_forms_that_are_sent_at_once_begin_one_game_each(
    store: Store, visitor: Visitor, database_url: str, in_processes: Together, is_known: bool
) -> None:
    known = visitor.id if is_known else ""
    first, *others = in_processes(partial(press_at_once, database_url, known))
    assert len(set(first)) == 25
    assert all(other == first for other in others)


def test_processes_that_start_at_once_migrate_one_after_the_other(
    database_url: str, in_processes: Together
) -> None:
    tokens = in_processes(partial(migrate_and_come, database_url))
    store = Store(database_url)
    assert all(store.visitors.of_token(token) for token in tokens)
    store.close()


class Clicks:
    """Clicks on one board that come at the same moment."""

    def __init__(self, board: StoredGame, *, count: int) -> None:
        self.board = board
        self.kept: list[StoredGame] = []
        self.stale = 0
        self._moment = threading.Barrier(count)

    def click(self, store: Store, entry: Entry) -> None:
        self._moment.wait()
        try:
            self.kept.append(enter(store, self.board, entry))
        except Stale:
            self.stale += 1


def test_many_clicks_on_one_board_make_one_entry(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    stored = store.games.new(visitor.id, setup())
    for _ in range(20):
        stored = enter(store, stored, around(stored.game))
    for _ in range(20):
        clicks = Clicks(stored, count=6)
        entries: list[Entry] = [around(stored.game), UNDO] * 3
        stores = [store, store, other_store] * 2
        run_all([partial(clicks.click, *each) for each in zip(stores, entries, strict=True)])
        assert (len(clicks.kept), clicks.stale) == (1, 5)
        assert store.games.owned(stored.id, visitor.id) == clicks.kept[0]
        stored = clicks.kept[0]
    assert stored.ply == 40


def test_forty_players_in_one_process_come_forward_together(store: Store, visitor: Visitor) -> None:
    """As many as a server process has threads; out of turn, some wait until others are done."""
    players, entries = 40, 25
    done: list[str] = []
    # On a busy machine the first could be far before the last has started.
    moment = threading.Barrier(players)

    def play(stored: StoredGame) -> None:
        moment.wait()
        for _ in range(entries):
            found = store.games.owned(stored.id, visitor.id)
            assert found is not None
            enter(store, found, around(found.game))
            done.append(stored.id)

    games = [store.games.new(visitor.id, setup()) for _ in range(players)]
    run_all([partial(play, game) for game in games])
    counts = Counter(done)
    assert counts == {game.id: entries for game in games}
    # How far everybody had come when half of all entries were made: about half way, in turn.
    half_way = Counter(done[: len(done) // 2])
    assert max(half_way.values()) < entries
    assert min(half_way[game.id] for game in games) > 0


def test_leaving_and_playing_at_once_keep_log_and_summary_together(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    first = enter(store, store.games.new(visitor.id, setup()), DRAW)

    def again(one: Store, act: Callable[[Store, StoredGame], StoredGame]) -> None:
        for _ in range(30):
            found = one.games.owned(first.id, visitor.id)
            assert found is not None
            try:
                act(one, found)
            except Stale:
                continue

    run_all(
        [
            partial(again, store, lambda one, game: enter(one, game, around(game.game))),
            partial(again, store, lambda one, game: one.games.leave(game)),
            partial(again, other_store, lambda one, game: one.games.leave(game)),
            partial(again, other_store, lambda one, game: enter(one, game, around(game.game))),
        ]
    )
    found = store.games.owned(first.id, visitor.id)
    assert found is not None
    row = summary_row(store, first.id)
    assert row["ply"] == row["moves"] == len(log_rows(store, first.id)) == found.ply
    assert row["status"] == found.status.value
    assert (row["finished_at"] is None) == (found.status.value == "playing")


def run_all(tasks: list[Callable[[], object]]) -> None:
    """Run tasks in a thread each; raises what the first of them raises."""
    errors: list[BaseException] = []

    def run(task: Callable[[], object]) -> None:
        try:
            task()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_who_waits_for_a_visitors_games_keeps_none_of_them_from_others(
    postgres_url: str, clock: Clock
) -> None:
    """Two that held a game each and waited for the other's would wait for ever."""
    store = Store(postgres_url, clock=clock)
    store.migrate()
    visitor, _ = store.visitors.new({})
    stored = enter(store, store.games.new(visitor.id, setup()), DRAW)
    stale: list[bool] = []

    def move() -> None:
        try:
            enter(store, stored, around(stored.game))
        except Stale:
            stale.append(True)

    def until_it_waits(connection: Connection) -> None:
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))
        waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        deadline = time.monotonic() + 30
        while not connection.execute(waiting).scalar_one() and time.monotonic() < deadline:
            time.sleep(0.02)
            # Within a transaction PostgreSQL tells what it told before.
            connection.execute(text("SELECT pg_stat_clear_snapshot()"))

    thread = threading.Thread(target=move)
    engine = store.database.engine
    with engine.connect() as quicker, engine.connect() as other, other.begin():
        quicker.execute(text("UPDATE game SET ply = ply + 1"))
        thread.start()
        until_it_waits(other)
        other.execute(text("SELECT id FROM visitor FOR NO KEY UPDATE"))
        quicker.commit()
        until_it_waits(other)
        # It waits for the visitor now, whom this transaction has: the game is free for it, sooner
        # than the other loses its patience.
        found, deadline = None, time.monotonic() + 3
        while found is None and time.monotonic() < deadline:
            found = other.execute(text("SELECT id FROM game FOR UPDATE SKIP LOCKED")).first()
        assert found is not None
    thread.join()
    store.close()
    assert stale == [True]
