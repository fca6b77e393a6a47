"""What was found out about deals, kept for every process."""

from contextlib import suppress
from typing import Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from . import tables
from .database import Database
from .errors import StoreUnavailable
from .ids import Clock

_ANSWER: Final = select(tables.answer.c.value).where(tables.answer.c.question == bindparam("asked"))
_KEEP: Final = insert(tables.answer)


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

    def keep(self, question: str, value: object) -> None:
        """Keep the answer to a question, a text of at most 128 characters."""
        row = {"question": question, "value": value, "at": self._now()}
        # Another process may have kept the same answer meanwhile.
        with suppress(IntegrityError):
            self._database.courtesy("An answer could not be kept", (_KEEP, row))
