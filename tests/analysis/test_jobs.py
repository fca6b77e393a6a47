"""Jobs in processes of their own: shared, bounded, stopped, and none the worse for a crash."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pebble import ProcessPool

from app.analysis import jobs as module
from app.analysis.jobs import FORGOTTEN_AFTER, LEFT_AFTER, NICENESS, Busy, Jobs
from tests.analysis import doing
from tests.analysis.doing import Do
from tests.support.processes import left_after

LONG = 60.0
ENOUGH = 20.0
"""Seconds that a busy machine may take for what takes a moment."""


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def jobs(clock: Clock) -> Iterator[Jobs]:
    """One process, on a clock that stands still."""
    with closing(Jobs(doing, processes=1, seconds=LONG, clock=clock)) as made:
        yield made


SOON = 0.2
"""Seconds of patience of one who does not wait for room."""


def ask(jobs: Jobs, question: Do, *, asker: str = "ann", patience: float = ENOUGH) -> Any:
    """The answer as one request gets it, on an event loop of its own."""
    return asyncio.run(jobs.ask(question, asker=asker, patience=patience))


def begin(jobs: Jobs, *questions: Do, asker: str = "ann") -> None:
    """Asks without waiting for the answers."""
    for question in questions:
        assert ask(jobs, question, asker=asker, patience=0.01) is None


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds; fails where it never does."""
    deadline = time.monotonic() + ENOUGH
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
    return "Z" not in state.rpartition(")")[2].split()[0]


def test_a_question_is_answered_in_another_process_once(jobs: Jobs, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    question = Do("note", 0.0, str(notes))
    assert jobs.known(question) is None
    assert ask(jobs, question) == f"note {notes}"
    assert jobs.known(question) == f"note {notes}"
    assert ask(jobs, question, asker="bob") == f"note {notes}"
    assert notes.read_text() == "done\n"
    assert ask(jobs, Do("pid")) != os.getpid()


def test_a_job_knows_its_time_and_stands_back_for_the_server(jobs: Jobs) -> None:
    assert ask(jobs, Do("limit")) == LONG
    assert ask(jobs, Do("nice")) >= min(19, os.nice(0) + NICENESS)


def test_equal_questions_at_once_are_one_job(jobs: Jobs, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    question = Do("note", 0.3, str(notes))

    async def together() -> list[Any]:
        asked = (jobs.ask(question, asker=str(n), patience=ENOUGH) for n in range(20))
        return list(await asyncio.gather(*asked))

    assert set(asyncio.run(together())) == {f"note {notes}"}
    assert notes.read_text() == "done\n"


def test_who_does_not_wait_gets_the_answer_later(jobs: Jobs) -> None:
    question = Do("sleep", 0.3)
    assert ask(jobs, question, patience=0.05) is None
    assert jobs.known(question) is None
    until(lambda: jobs.known(question) == "sleep")


def test_many_threads_may_ask(jobs: Jobs) -> None:
    got: list[Any] = []

    def visitor(number: int) -> None:
        got.extend(ask(jobs, Do("say", mark=str(n)), asker=str(number)) for n in range(10))

    threads = [threading.Thread(target=visitor, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted([f"say {n}" for n in range(10)] * 8)


# Stopping


def test_a_job_that_is_forgotten_is_stopped_though_nobody_asks_again(
    jobs: Jobs, clock: Clock
) -> None:
    pid = ask(jobs, Do("pid"))
    begin(jobs, Do("sleep", LONG))
    assert alive(pid)
    clock.now += FORGOTTEN_AFTER + 0.1
    until(lambda: not alive(pid))
    # The next job gets a new process.
    assert ask(jobs, Do("pid", mark="again")) != pid


def test_a_job_that_is_asked_for_again_goes_on(jobs: Jobs, clock: Clock) -> None:
    pid = ask(jobs, Do("pid"))
    begin(jobs, Do("sleep", LONG))
    for _ in range(4):
        clock.now += FORGOTTEN_AFTER * 0.7
        begin(jobs, Do("sleep", LONG))
    assert alive(pid)


def test_a_job_that_a_request_waits_for_goes_on_however_long(jobs: Jobs, clock: Clock) -> None:
    got: list[Any] = []
    question = Do("sleep", 1.5)
    waiter = threading.Thread(target=lambda: got.append(ask(jobs, question)))
    waiter.start()
    time.sleep(0.3)
    clock.now += 10 * FORGOTTEN_AFTER
    begin(jobs, Do("sleep", 0.0, "another"), asker="bob")
    waiter.join()
    assert got == ["sleep"]


def test_a_job_that_has_not_begun_is_dropped_without_a_process(
    jobs: Jobs, clock: Clock, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    pid = ask(jobs, Do("pid"))
    begin(jobs, Do("sleep", 1.0), asker="bob")
    begin(jobs, Do("note", 0.0, str(notes)))
    clock.now += FORGOTTEN_AFTER * 0.7
    begin(jobs, Do("sleep", 1.0), asker="bob")
    clock.now += FORGOTTEN_AFTER * 0.7
    assert ask(jobs, Do("sleep", 1.0), asker="bob") == "sleep"
    assert ask(jobs, Do("pid", mark="after"), asker="bob") == pid
    assert not notes.exists()


def test_a_job_of_two_is_not_stopped_for_one(jobs: Jobs, clock: Clock) -> None:
    pid = ask(jobs, Do("pid"))
    begin(jobs, Do("sleep", 2.0))
    begin(jobs, Do("sleep", 2.0), asker="bob")
    clock.now += LEFT_AFTER + 0.1
    # Ann alone asks for more than she may; what Bob waits for, too, does not count as hers.
    begin(jobs, Do("sleep", 0.0, "1"), Do("sleep", 0.0, "2"))
    with pytest.raises(Busy):
        ask(jobs, Do("sleep", 0.0, "3"), patience=SOON)
    assert ask(jobs, Do("sleep", 2.0), asker="bob") == "sleep"
    assert ask(jobs, Do("pid", mark="after"), asker="bob") == pid


# Bounds


def test_a_visitor_has_two_jobs_and_a_third_takes_the_place_of_one_they_left(
    jobs: Jobs, clock: Clock
) -> None:
    first, second, third = (Do("sleep", LONG, mark) for mark in "123")
    pid = ask(jobs, Do("pid"))
    begin(jobs, first)
    clock.now += 0.5
    begin(jobs, second)
    for asked in (third, Do("say")):
        with pytest.raises(Busy):
            ask(jobs, asked, patience=SOON)
    assert alive(pid)
    # Others are none the worse for it.
    begin(jobs, Do("say"), asker="bob")
    clock.now += LEFT_AFTER - 0.2
    begin(jobs, third)
    until(lambda: not alive(pid))
    with pytest.raises(Busy):
        ask(jobs, first, patience=SOON)


def test_who_has_the_patience_waits_for_room(jobs: Jobs) -> None:
    begin(jobs, Do("sleep", 0.3, "1"), Do("sleep", 0.3, "2"))
    assert ask(jobs, Do("sleep", 0.0, "3")) == "sleep 3"


def test_the_whole_has_a_bound_and_then_is_busy(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_JOBS", 3)
    for number in range(3):
        begin(jobs, Do("sleep", LONG, str(number)), asker=str(number))
    with pytest.raises(Busy):
        ask(jobs, Do("sleep", 0.0, "one more"), asker="ann")
    # What is under way already can be asked for all the same.
    begin(jobs, Do("sleep", LONG, "1"), asker="ann")


# Crashes


def test_a_crash_takes_only_its_own_job_with_it(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    async def all_three() -> list[Any]:
        questions = (Do("say", mark="before"), Do("die"), Do("say", mark="after"))
        asked = (jobs.ask(q, asker=str(n), patience=ENOUGH) for n, q in enumerate(questions))
        return list(await asyncio.gather(*asked))

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(all_three()) == ["say before", "nothing of die", "say after"]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "Do(what='die'" in caplog.text


def test_what_crashed_is_not_tried_again_for_a_while(jobs: Jobs, clock: Clock) -> None:
    assert ask(jobs, Do("die")) == "nothing of die"
    pid = ask(jobs, Do("pid"))
    assert ask(jobs, Do("die")) == "nothing of die"
    assert ask(jobs, Do("pid", mark="after")) == pid
    clock.now += 61
    assert jobs.known(Do("die")) is None


def test_a_job_whose_process_was_ended_by_somebody_else_gets_another(
    jobs: Jobs, tmp_path: Path
) -> None:
    assert ask(jobs, Do("die once", mark=str(tmp_path / "tried"))).startswith("die once")


def test_a_process_that_dies_idle_is_replaced(jobs: Jobs) -> None:
    pid = ask(jobs, Do("pid"))
    os.kill(pid, signal.SIGKILL)
    until(lambda: not alive(pid))
    assert ask(jobs, Do("pid", mark="after")) != pid


def test_a_pool_that_breaks_down_by_itself_is_replaced(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fell_over = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _failure: fell_over.set())
    pid = ask(jobs, Do("pid"))
    waiting = Do("wait", mark=str(tmp_path / "go on"))
    begin(jobs, waiting)
    run = jobs._jobs[waiting].run
    assert run is not None
    run.set_result("wait")
    # The pool's own thread now finds it settled already, and ends.
    (tmp_path / "go on").touch()
    assert ask(jobs, Do("sleep", 1.0), asker="bob") == "sleep"
    assert fell_over.is_set()
    assert ask(jobs, Do("pid", mark="after")) != pid
    until(lambda: not alive(pid))


def test_processes_that_cannot_be_started_now_are_started_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[Exception] = [RuntimeError("not now"), BrokenProcessPool()]
    failures[1].__cause__ = OSError("no room")

    class Scarce(ProcessPool):
        """A pool on a machine that has no room for a process at first."""

        @property
        def active(self) -> bool:
            if failures:
                raise failures.pop()
            active: bool = super().active
            return active

    monkeypatch.setattr(module, "ProcessPool", Scarce)
    monkeypatch.setattr(module, "SWEEP", 0.05)
    with closing(Jobs(doing, processes=1, seconds=LONG)) as jobs, caplog.at_level(logging.ERROR):
        assert ask(jobs, Do("say")) == "say"
    for why in ("OSError('no room')", "RuntimeError('not now')"):
        assert f"can't be started: {why}" in caplog.text


def test_a_pool_that_breaks_as_it_is_given_a_job_does_not_lose_it(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule, broken = ProcessPool.schedule, ["The Pool is not active"]

    def breaking(pool: ProcessPool, *arguments: Any, **options: Any) -> Any:
        if broken:
            raise RuntimeError(broken.pop())
        return schedule(pool, *arguments, **options)

    monkeypatch.setattr(ProcessPool, "schedule", breaking)
    assert ask(jobs, Do("say")) == "say"
    assert broken == []


def test_what_the_work_raises_is_logged_and_the_process_goes_on(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    pid = ask(jobs, Do("pid"))
    with caplog.at_level(logging.ERROR):
        assert ask(jobs, Do("raise", mark="no such card")) == "nothing of raise"
    assert "no such card" in caplog.text
    assert ask(jobs, Do("pid", mark="after")) == pid


def test_a_job_that_runs_over_its_time_is_ended(caplog: pytest.LogCaptureFixture) -> None:
    with (
        closing(Jobs(doing, processes=1, seconds=0.1)) as jobs,
        caplog.at_level(logging.ERROR),
    ):
        assert ask(jobs, Do("sleep", LONG)) == "nothing of sleep"
        assert "Task timeout" in caplog.text


def test_a_job_that_wants_too_much_memory_fails_alone(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    assert ask(jobs, Do("fill", 2**20)) == 2**20
    with caplog.at_level(logging.ERROR):
        assert ask(jobs, Do("fill", 2**33)) == "nothing of fill"
    assert "MemoryError" in caplog.text


# The end


def test_close_ends_every_process_and_those_who_wait_get_nothing() -> None:
    jobs = Jobs(doing, processes=2, seconds=LONG)
    jobs.start()
    pid = ask(jobs, Do("pid"))
    got: list[Any] = []
    question = Do("sleep", LONG)
    waiter = threading.Thread(target=lambda: got.append(ask(jobs, question, patience=LONG)))
    waiter.start()
    time.sleep(0.5)
    begun = time.monotonic()
    jobs.close()
    waiter.join()
    assert got == [None]
    assert not alive(pid)
    assert time.monotonic() - begun < LONG / 2
    with pytest.raises(Busy):
        ask(jobs, Do("pid", mark="after"))
    jobs.close()


def test_jobs_that_were_never_asked_close_at_once() -> None:
    Jobs(doing, processes=1, seconds=1.0).close()


SERVER = """\
import asyncio, sys
from app.analysis.jobs import Jobs
from tests.analysis import doing
from tests.analysis.doing import Do

if __name__ == "__main__":
    jobs = Jobs(doing, processes=2, seconds=600.0)
    print(asyncio.run(jobs.ask(Do("pid"), asker="", patience=60)), flush=True)
    asyncio.run(jobs.ask(Do("sleep", 600.0), asker="", patience=0.5))
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_ended_leaves_no_process(tmp_path: Path, sign: signal.Signals) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        assert server.stdout.readline() == "ready\n"
        assert alive(pid)
        server.send_signal(sign)
        server.wait()
        assert left_after(server.pid, 5.0) == {}
