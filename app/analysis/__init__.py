"""Answers about games from the solver, for pages that never wait for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from app.solver import Solution, Verdict

from . import work
from .jobs import Busy, Jobs
from .questions import (
    Advice,
    AskAdvice,
    AskReturn,
    AskReview,
    AskSolution,
    AskStanding,
    AskWinnable,
    Found,
    Moment,
    Place,
    Question,
    Return,
    Review,
    Standing,
)

if TYPE_CHECKING:
    # Not at run time: each worker process imports this module, and has no use for the store.
    from app.store import Store

__all__ = [
    "SHORT_PATIENCE",
    "Advice",
    "Analysis",
    "AskAdvice",
    "AskReturn",
    "AskReview",
    "AskSolution",
    "AskStanding",
    "AskWinnable",
    "Found",
    "Moment",
    "Place",
    "Question",
    "Return",
    "Review",
    "Solution",
    "Standing",
    "Verdict",
]

FORM: Final = 1
"""The form in which answers are kept: with another number, all are found out anew."""

SHORT_PATIENCE: Final = 0.4
"""Seconds that a page's request waits for an answer before it says that one is on its way."""
WORTH_KEEPING: Final = 0.1
"""Seconds of search from which on a solution is kept in the store: any other is as soon found."""


class Analysis:
    """The solver, asked from any number of requests; what it found out is kept.

    What took long to find out of a deal is kept in the store, for every process and for good.
    """

    def __init__(self, store: Store, *, processes: int, seconds: float) -> None:
        self._store = store
        self._jobs = Jobs(work, processes=processes, seconds=seconds)

    def start(self) -> None:
        """Start the solver's processes without waiting for them, so that the first is no later."""
        self._jobs.start()

    def known(self, question: Question) -> Any | None:
        """Return an answer if it is there at once."""
        return self._jobs.known(question)

    async def ask(
        self, question: Question, *, asker: str, patience: float = SHORT_PATIENCE
    ) -> Any | None:
        """Return an answer, or `None` if it isn't there within `patience` seconds.

        `asker` is the visitor, for whom a few questions may be open at a time. Where there are
        too many at once the answer isn't there either: asking again is always right.
        """
        try:
            return await self._jobs.ask(question, asker=asker, patience=patience)
        except Busy:
            return None

    async def solution(
        self, code: str, *, asker: str, patience: float = SHORT_PATIENCE
    ) -> Solution | None:
        """Return what is known of a deal, or `None` if it isn't known within `patience` seconds."""
        question = AskSolution(code)
        found: Solution | None = self.known(question)
        if found is None:
            kept = await asyncio.to_thread(self._store.answers.get, _key(code))
            if kept is not None:
                found = Solution.from_json(kept)
                self._jobs.learn(question, found)
                return found
            found = await self.ask(question, asker=asker, patience=patience)
        if found is not None and found.complete and found.seconds >= WORTH_KEEPING:
            await asyncio.to_thread(self._store.answers.keep, _key(code), found.to_json())
            # As it would come from the store: it is there now.
            self._jobs.learn(question, replace(found, seconds=0.0))
        return found

    def close(self) -> None:
        """Stop the solver's processes."""
        self._jobs.close()


def _key(code: str) -> str:
    """Return a text of bounded length for a code, which may have 52 cards in it."""
    named = code if len(code) < 64 else sha256(code.encode()).hexdigest()
    return f"solution {FORM} {named}"
