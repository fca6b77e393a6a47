"""What the solver has answered, kept within a bound on its memory."""

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

KEPT_BYTES: Final = 16 * 2**20
"""What all kept answers with their questions may take, about."""
OVERHEAD: Final = 400
"""Bytes that a kept answer takes besides its own: a key, an entry, the heads of some objects."""


@dataclass(frozen=True, slots=True)
class _Kept:
    pickled: bytes
    until: float
    size: int


class Answers:
    """Answers by their questions; those that were not asked for longest make room for new ones.

    Any number of threads may use it. An answer is kept as the bytes that it came from its process
    as, so that what it takes is known.
    """

    def __init__(
        self, *, most_bytes: int = KEPT_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_bytes = most_bytes
        self._clock = clock
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._bytes = 0

    def get(self, question: Hashable) -> Any | None:
        """Return the answer to a question, `None` if there is none or it is too old."""
        with self._lock:
            kept = self._kept.get(question)
            if kept is None:
                return None
            if kept.until <= self._clock():
                self._drop(question)
                return None
            self._kept.move_to_end(question)
        return pickle.loads(kept.pickled)

    def put(self, question: Hashable, answer: object, *, seconds: float) -> None:
        """Keep an answer for some time, which may be without end."""
        if seconds <= 0:
            return
        pickled = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        size = len(pickled) + len(pickle.dumps(question, pickle.HIGHEST_PROTOCOL)) + OVERHEAD
        with self._lock:
            if question in self._kept:
                self._drop(question)
            self._kept[question] = _Kept(pickled, self._clock() + seconds, size)
            self._bytes += size
            while self._bytes > self._most_bytes:
                self._drop(next(iter(self._kept)))

    @property
    def bytes(self) -> int:
        """What all that is kept takes, about."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._kept)

    def _drop(self, question: Hashable) -> None:
        self._bytes -= self._kept.pop(question).size
