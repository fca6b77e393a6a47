"""What was found out about deals, kept for every process."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from . import tables
from .database import Database
from .errors import StoreUnavailable
from .ids import Clock

_ANSWER: Final = select(tables.answer.c.value).where(tables.answer.c.question == bindparam("asked"))
_KEEP: Final = insert(tables.answer)
_RELEASE: Final = delete(tables.answer).where(
    tables.answer.c.question == bindparam("asked"), tables.answer.c.at <= bindparam("before")
)


class Answers:
    """Answers to questions, each a JSON value; all can be found out again."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database: Final = database
        self._now: Final = clock

    def get(self, question: str) -> object | None:
        """Return the kept answer to a question, or `None` if there is none to be had."""
        try:
            with self._database.reading() as connection:
                row = connection.execute(_ANSWER, {"asked": question}).first()
        except StoreUnavailable as error:
            self._database.complain("A kept answer could not be read", error)
            return None
        return None if row is None else row.value

    def claim(self, work: str, lasting: timedelta) -> bool:
        """Take on some work for all processes; returns whether nobody else has it at the moment.

        It is free again after some time, should its process have died, or with `release`.
        """
        now = self._now()
        row = {"question": work, "value": {}, "at": now}
        try:
            with self._database.writing() as connection:
                connection.execute(_RELEASE, {"asked": work, "before": now - lasting})
                connection.execute(_KEEP, row)
        except IntegrityError:
            return False
        except StoreUnavailable as error:
            self._database.complain("Some work could not be taken on", error)
            return False
        return True

    def release(self, work: str) -> None:
        """Let others take on the same work."""
        self._database.courtesy(
            "Some work could not be let go", (_RELEASE, {"asked": work, "before": self._now()})
        )

    def keep(self, question: str, value: object) -> None:
        """Keep the answer to a question, a text of at most 128 characters."""
        row = {"question": question, "value": value, "at": self._now()}
        # Another process may have kept the same answer meanwhile.
        with suppress(IntegrityError):
            self._database.courtesy("An answer could not be kept", (_KEEP, row))
