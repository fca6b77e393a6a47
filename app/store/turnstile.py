"""Waiting in turn, within one process."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from .errors import StoreUnavailable


class Turnstile:
    """Lets through so many threads at a time, each in the order in which it came.

    What is used otherwise is not fair. SQLite's writers sleep and try again, and a pool's
    waiters are overtaken by whoever comes next: at forty threads some waited for seconds,
    where in turn nobody waits for longer than the others together take.
    """

    def __init__(self, places: int, *, patience: float) -> None:
        self._free = places
        self._patience: Final = patience
        self._waiting: Final[deque[Lock]] = deque()
        self._lock: Final = Lock()

    def __enter__(self) -> None:
        """Take a place; raises `StoreUnavailable` if none gets free in time."""
        self._take(self._patience)

    def __exit__(self, *_: object) -> None:
        """Give the place to the one that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    @contextmanager
    def within(self, patience: float) -> Iterator[None]:
        """Take a place for a while, with another patience than usual."""
        self._take(patience)
        try:
            yield
        finally:
            self.__exit__()

    def _take(self, patience: float) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=patience):
            return
        with self._lock:
            # If it is no longer in the queue, its turn came just now.
            if turn in self._waiting:
                self._waiting.remove(turn)
                raise StoreUnavailable(
                    "The database is used faster than it answers. If that goes on, start more"
                    " workers, give it a faster disk, or look for what else keeps it busy."
                )
