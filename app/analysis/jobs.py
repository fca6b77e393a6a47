"""Solver jobs in processes of their own: bounded, shared, stopped when nobody waits any more."""

import asyncio
import logging
import multiprocessing
import os
import resource
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Condition, Thread
from typing import Any, Final, Protocol

from pebble import ProcessExpired, ProcessPool

from app.children import prepare_child

from .answers import Answers

_log = logging.getLogger("pyramid.analysis")

MOST_JOBS: Final = 64
"""Unfinished jobs at most; a further one is refused until one ends."""
MOST_JOBS_PER_ASKER: Final = 2
"""Unfinished jobs that one visitor alone waits for; a third takes the place of a forgotten one."""
PATIENT: Final = 1.0
"""Seconds: who waits for an answer for that long waits for room as well."""
ROOM_EVERY: Final = 0.05
"""Seconds between two looks for room."""
LEFT_AFTER: Final = 2.0
"""Seconds after which a job that is not asked for makes way for a newer one of the same visitor."""
FORGOTTEN_AFTER: Final = 5.0
"""Seconds after which a job that is not asked for is stopped."""
SWEEP: Final = 0.5
"""Seconds between two looks at the open jobs and their processes."""
TRIES: Final = 2
"""Processes that a job may lose: the first may have been ended for what the job can't help."""
NICENESS: Final = 10
"""How far the solver stands back for the server: a move is answered at its pace beside it."""
MEMORY: Final = 512 * 2**20
"""Bytes of data that a process may have, many times what any deal needs."""


class Busy(Exception):
    """There are too many unfinished jobs: ask again in a moment."""


class Work(Protocol):
    """What jobs do: the functions of a module, as the first is called in other processes."""

    def answer(self, question: Any, seconds: float) -> Any:
        """Answer a question within about that many seconds."""

    def without_answer(self, question: Any) -> Any:
        """Return what is said where the process died or ran over its time."""

    def grace(self, question: Any) -> float:
        """Return how many seconds beyond its limit it may take before its process is stopped."""

    def lasting(self, answer: Any) -> float:
        """Return how many seconds an answer is worth keeping, which may be without end."""


@dataclass(slots=True, eq=False)
class _Job:
    question: Hashable
    answer: Future[Any]
    """What the askers wait for; `None` if the job was stopped."""
    asked_at: float
    askers: set[str] = field(default_factory=set)
    waiting: int = 0
    """Requests that wait for it at this moment."""
    run: Future[Any] | None = None
    """Its run in a process, once it has begun one."""
    tries: int = 0


class Jobs:
    """Answers questions in processes of its own, and keeps the answers.

    Equal questions are one job. Any number of threads may ask. A thread looks after the jobs: it
    hands the next one to a process that is free, stops those that were forgotten, and replaces
    processes that died. It and the processes start with `start`, or else with the first question.
    """

    def __init__(
        self,
        work: Work,
        *,
        processes: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._processes = processes
        self._seconds = seconds
        self._clock = clock
        self._answers = Answers(clock=clock)
        # Guards all that follows. The pool is the keeper's alone.
        self._changed = Condition()
        self._keeper: Thread | None = None
        self._closed = False
        self._jobs: dict[Hashable, _Job] = {}

    def start(self) -> None:
        """Start the processes, without waiting for them; a second time does nothing."""
        with self._changed:
            if self._keeper is None and not self._closed:
                self._keeper = Thread(target=self._keep, name="solver-keeper", daemon=True)
                self._keeper.start()

    @property
    def is_started(self) -> bool:
        """Whether the processes were started, and are not closed."""
        return self._keeper is not None and not self._closed

    def known(self, question: Hashable) -> Any | None:
        """Return the answer to a question if it is there already; waits for nothing."""
        return self._answers.get(question)

    def learn(self, question: Hashable, answer: object) -> None:
        """Keep an answer that came from elsewhere."""
        self._answers.put(question, answer, seconds=self._work.lasting(answer))

    async def ask(self, question: Hashable, *, asker: str, patience: float) -> Any | None:
        """Return the answer to a question, or `None` if it isn't there within `patience` seconds.

        The job then goes on; asking again within a few seconds waits for the same one. Raises
        `Busy` where no further job is taken. Who has the patience waits for room first, as what
        else a visitor's page has asked is mostly answered soon.
        """
        answer = self.known(question)
        if answer is not None:
            return answer
        self.start()
        now = asyncio.get_running_loop().time
        end = now() + patience
        while (job := self._joined(question, asker, is_last_try=patience < PATIENT)) is None:
            await asyncio.sleep(ROOM_EVERY)
            patience = end - now()
        try:
            waiting = asyncio.shield(asyncio.wrap_future(job.answer))
            return await asyncio.wait_for(waiting, timeout=patience)
        except TimeoutError:
            return None
        finally:
            with self._changed:
                job.waiting -= 1
                job.asked_at = self._clock()

    def close(self) -> None:
        """Stop every process and every job; returns when they are gone."""
        with self._changed:
            self._closed = True
            for job in list(self._jobs.values()):
                self._stop(job)
            self._changed.notify()
        if self._keeper is not None:
            self._keeper.join()

    # Asking

    def _joined(self, question: Hashable, asker: str, *, is_last_try: bool) -> _Job | None:
        """Return the job of a question, with one more request that waits for it.

        Where the asker has no room returns `None`, or raises `Busy` on the last try.
        """
        with self._changed:
            now = self._clock()
            job = self._jobs.get(question)
            if job is None:
                if self._closed or len(self._jobs) >= MOST_JOBS:
                    raise Busy
                if not self._has_room(asker, now):
                    if is_last_try:
                        raise Busy
                    return None
                job = self._jobs[question] = _Job(question, Future(), now)
                self._changed.notify()
            job.askers.add(asker)
            job.waiting += 1
            job.asked_at = now
            return job

    def _has_room(self, asker: str, now: float) -> bool:
        """Return whether a visitor may ask more, now or as what they had asked and left is gone."""
        alone = [job for job in self._jobs.values() if job.askers == {asker}]
        if len(alone) < MOST_JOBS_PER_ASKER:
            return True
        left = [j for j in alone if not j.waiting and now - j.asked_at >= LEFT_AFTER]
        if left:
            self._stop(min(left, key=lambda job: job.asked_at))
        return bool(left)

    # Ending: each with the condition held

    def _stop(self, job: _Job) -> None:
        """End a job without an answer."""
        self._end(job, None)
        if job.run is not None:
            job.run.cancel()

    def _end(self, job: _Job, answer: object) -> None:
        if self._jobs.get(job.question) is job:
            del self._jobs[job.question]
            job.answer.set_result(answer)

    def _lose(self, job: _Job, error: BaseException, *, last: bool) -> None:
        """Take note that a run came to nothing: the job gets another one, or no answer."""
        job.run = None
        if last or job.tries >= TRIES:
            _log.error("no answer to %s: %r", job.question, error)
            self._keep_answer(job, self._work.without_answer(job.question))

    def _keep_answer(self, job: _Job, answer: object) -> None:
        self.learn(job.question, answer)
        self._end(job, answer)

    def _ran(self, job: _Job, run: Future[Any]) -> None:
        """Take what came of a run; called by the pool's threads, or by `_stop`."""
        with self._changed:
            self._changed.notify()
            if job.run is not run or run.cancelled():
                return
            error = run.exception()
            if error is None:
                self._keep_answer(job, run.result())
            else:
                # What the function itself raised it would raise again.
                lost = isinstance(error, (ProcessExpired, BrokenProcessPool))
                self._lose(job, error, last=not lost)

    # The keeper

    def _keep(self) -> None:
        pool: ProcessPool | None = None
        while self._turn(pool):
            if pool is None or not pool.active:
                if pool is not None:
                    self._lose_runs()
                    _end_pool(pool)
                pool = self._new_pool()
        if pool is not None:
            _end_pool(pool)

    def _new_pool(self) -> ProcessPool | None:
        """Return a pool with its processes started, `None` if they can't be at the moment."""
        pool = ProcessPool(
            max_workers=self._processes,
            # A forked child would share this process's threads and connections.
            context=multiprocessing.get_context("spawn"),
            initializer=_begin_worker,
            initargs=(self._work.answer,),
        )
        try:
            return pool if pool.active else None
        except RuntimeError as error:
            # Of which the pool's own error is one.
            _log.error("the solver's processes can't be started: %r", error.__cause__ or error)
            time.sleep(SWEEP)
            return None

    def _turn(self, pool: ProcessPool | None) -> bool:
        """Wait until there is something to do, and do it; returns whether to go on."""
        with self._changed:
            if pool is not None:
                self._changed.wait_for(self._is_due, SWEEP if self._jobs else None)
            if self._closed:
                return False
            now = self._clock()
            for job in list(self._jobs.values()):
                if not job.waiting and now - job.asked_at > FORGOTTEN_AFTER:
                    self._stop(job)
            if pool is not None and pool.active:
                self._hand_out(pool)
            return True

    def _is_due(self) -> bool:
        return self._closed or bool(self._next_jobs())

    def _next_jobs(self) -> list[_Job]:
        """Return the jobs that have waited longest, as many as there are processes free."""
        jobs = self._jobs.values()
        free = self._processes - sum(job.run is not None for job in jobs)
        return [job for job in jobs if job.run is None][: max(0, free)]

    def _hand_out(self, pool: ProcessPool) -> None:
        """Give jobs to processes that are free.

        The pool is never given more than it can run at once: a job that waits in its pipe could be
        stopped only along with a process.
        """
        for job in self._next_jobs():
            try:
                run = pool.schedule(
                    self._work.answer,
                    args=(job.question, self._seconds),
                    timeout=self._seconds + self._work.grace(job.question),
                )
            except RuntimeError:
                # It has broken just now: the next turn has another.
                return
            job.run, job.tries = run, job.tries + 1
            run.add_done_callback(partial(self._ran, job))

    def _lose_runs(self) -> None:
        """Take note that all processes are lost, whether the pool has said so or not."""
        with self._changed:
            for job in list(self._jobs.values()):
                if job.run is not None:
                    self._lose(job, BrokenProcessPool(), last=False)


def _end_pool(pool: ProcessPool) -> None:
    pool.stop()
    pool.join()


# In a worker process


def _begin_worker(_work: Callable[..., Any]) -> None:
    """Prepare a worker process, which has the module of its work imported by now."""
    prepare_child()
    os.nice(NICENESS)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
