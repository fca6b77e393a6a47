"""Saying each thing once."""

import logging
from threading import Lock
from typing import Final

_MOST: Final = 10_000


class Once:
    """A log that is told about what is damaged once in this process, not at each look at it."""

    def __init__(self, log: logging.Logger) -> None:
        self._log: Final = log
        self._said: Final[set[str]] = set()
        self._lock: Final = Lock()

    def error(self, of: str, message: str) -> None:
        """Log an error about something with an id, unless there was one about it already."""
        with self._lock:
            if of in self._said or len(self._said) >= _MOST:
                return
            self._said.add(of)
        self._log.error("%s", message)
