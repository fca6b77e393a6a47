"""Solver jobs in processes of their own: bounded, shared, cancelled when nobody waits."""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, Final

from pebble import ProcessExpired, ProcessPool

_log = logging.getLogger("pyramid.analysis")

MOST_JOBS: Final = 64
"""Unfinished jobs at most; a further one is refused until one ends."""
MOST_JOBS_PER_ASKER: Final = 2
"""Unfinished jobs that one visitor alone waits for; a third cancels the oldest of them."""
FORGOTTEN_AFTER: Final = 5.0
"""Seconds after which a job that nobody has asked for again is cancelled."""
KEPT_ANSWERS: Final = 8192
GRACE: Final = 5.0
"""Seconds beyond its own limit after which a job's process is stopped."""


class Busy(Exception):
    """There are too many unfinished jobs: ask again in a moment."""


class Failed(Exception):
    """A job's process died or ran over its time; asking again starts it anew."""


@dataclass(slots=True)
class _Job:
    future: Future[Any]
    askers: set[str] = field(default_factory=set)
    asked_at: float = 0.0


class Jobs:
    """Runs a function on questions in worker processes, and keeps the answers.

    `work` is a module's function that answers a question within some seconds; equal questions
    are one job.
    Any number of threads may ask. The processes are started with the first question.
    """

    def __init__(
        self,
        work: Callable[[Any, float], Any],
        *,
        processes: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._processes = processes
        self._seconds = seconds
        self._clock = clock
        self._lock = Lock()
        self._pool: ProcessPool | None = None
        self._jobs: dict[Hashable, _Job] = {}
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()

    def known(self, question: Hashable) -> Any | None:
        """Return the answer to a question if it is there already."""
        with self._lock:
            answer = self._answers.get(question)
            if answer is not None:
                self._answers.move_to_end(question)
            return answer

    async def ask(self, question: Hashable, *, asker: str, patience: float) -> Any | None:
        """Return the answer to a question, or `None` if it takes longer than `patience` seconds.

        The job then goes on; asking again within a few seconds waits for the same one. Raises
        `Busy` where no further job is taken, and `Failed` where the job came to nothing.
        """
        answer = self.known(question)
        if answer is not None:
            return answer
        future = self._job(question, asker)
        try:
            return await asyncio.wait_for(
                asyncio.shield(asyncio.wrap_future(future)), timeout=patience
            )
        except TimeoutError:
            if future.done():
                raise Failed(str(question)) from None
            return None
        except (ProcessExpired, CancelledError, asyncio.CancelledError, MemoryError) as error:
            if not future.done():
                raise
            raise Failed(str(question)) from error

    def close(self) -> None:
        """Stop every process; open jobs end in `Failed`."""
        with self._lock:
            pool, self._pool = self._pool, None
            self._jobs.clear()
        if pool is not None:
            pool.stop()
            pool.join()

    # Inside

    def _job(self, question: Hashable, asker: str) -> Future[Any]:
        with self._lock:
            now = self._clock()
            self._drop_forgotten(now)
            job = self._jobs.get(question)
            if job is None:
                self._make_room(asker)
                future = self._running_pool().schedule(
                    self._work, args=(question, self._seconds), timeout=self._seconds + GRACE
                )
                job = self._jobs[question] = _Job(future)
                future.add_done_callback(lambda done: self._ended(question, done))
            job.askers.add(asker)
            job.asked_at = now
            return job.future

    def _running_pool(self) -> ProcessPool:
        """Return the pool, a new one if the old one is broken."""
        if self._pool is None or not self._pool.active:
            self._pool = ProcessPool(
                max_workers=self._processes,
                # A forked child would share this process's threads and connections.
                context=multiprocessing.get_context("spawn"),
                initializer=_begin_worker,
                initargs=(os.getpid(),),
            )
        return self._pool

    def _make_room(self, asker: str) -> None:
        alone = [job for job in self._jobs.values() if job.askers == {asker}]
        for job in alone[: len(alone) - MOST_JOBS_PER_ASKER + 1]:
            job.future.cancel()
        if sum(not job.future.cancelled() for job in self._jobs.values()) >= MOST_JOBS:
            raise Busy

    def _drop_forgotten(self, now: float) -> None:
        for job in list(self._jobs.values()):
            if now - job.asked_at > FORGOTTEN_AFTER:
                job.future.cancel()

    def _ended(self, question: Hashable, future: Future[Any]) -> None:
        # Called by the pool's thread, or within `_make_room` for a job that had not begun: the
        # lock is not taken there, as single operations on a dictionary are whole by themselves.
        job = self._jobs.get(question)
        if job is not None and job.future is future:
            self._jobs.pop(question, None)
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            _log.error("solver job %s failed: %r", question, error)
            return
        self._answers[question] = future.result()
        while len(self._answers) > KEPT_ANSWERS:
            self._answers.popitem(last=False)


def _begin_worker(parent: int) -> None:
    """Prepare a worker: it leaves signals for the server to the server, and dies with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    Thread(target=_die_with, args=(parent,), daemon=True).start()


def _die_with(parent: int) -> None:
    """End this process once its parent is gone, also one that was killed outright."""
    # Linux could send a signal, but ties it to the thread that began the worker, not the process.
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
