"""Answers about games from the solver, for pages that never wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from app.record import Grade
from app.solver import Solution, Verdict

from . import work
from .jobs import Busy, Jobs
from .questions import (
    Advice,
    AskAdvice,
    AskDaily,
    AskGrade,
    AskReturn,
    AskReview,
    AskSolution,
    AskStanding,
    AskWinnable,
    DayDeal,
    Found,
    Graded,
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
    "AskDaily",
    "AskGrade",
    "AskReturn",
    "AskReview",
    "AskSolution",
    "AskStanding",
    "AskWinnable",
    "DayDeal",
    "Found",
    "Grade",
    "Graded",
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

    @property
    def is_started(self) -> bool:
        """Whether the solver's processes were started."""
        return self._jobs.is_started

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
        question, key = AskSolution(code), _key("solution", code)
        found: Solution | None = await self._known_or_kept(question, key, Solution.from_json)
        if found is None:
            found = await self.ask(question, asker=asker, patience=patience)
        if found is not None and found.complete and found.seconds >= WORTH_KEEPING:
            # As it would come from the store: it is there now.
            told = replace(found, seconds=0.0)
            await self._keep(question, key, told, found.to_json())
        return found

    async def grade(
        self, code: str, *, asker: str, patience: float = SHORT_PATIENCE
    ) -> Graded | None:
        """Return how hard a deal is, or `None` if that isn't known within `patience` seconds."""
        question, key = AskGrade(code), _key("grade", code)
        found: Graded | None = await self._known_or_kept(question, key, _graded_from_json)
        if found is None:
            found = await self.ask(question, asker=asker, patience=patience)
            if found is not None and found.complete:
                await self._keep(question, key, found, _grade_to_json(found.grade))
        return found

    async def daily(
        self, day: date, letter: str, *, asker: str, patience: float = SHORT_PATIENCE
    ) -> DayDeal | None:
        """Return the deal of a day, or `None` if it isn't known within `patience` seconds."""
        key = _key("daily", f"{day.isoformat()} {letter}")
        found: DayDeal | None = await self._known_or_kept(
            AskDaily(day, letter), key, _daily_from_json
        )
        until = time.monotonic() + patience
        while found is None or found.code is None:
            first = 0 if found is None or found.looked is None else found.looked
            left = max(0.0, until - time.monotonic())
            found = await self.ask(AskDaily(day, letter, first), asker=asker, patience=left)
            if found is None or not found.complete:
                return None
            if found.code is not None:
                value = {"code": found.code, "grade": _grade_to_json(found.grade)}
                await self._keep(AskDaily(day, letter), key, found, value)
        return found

    async def _known_or_kept(
        self, question: Question, key: str, read: Callable[[Any], Any]
    ) -> Any | None:
        """Return an answer that is there, in this process or in the store."""
        found = self.known(question)
        if found is None:
            kept = await asyncio.to_thread(self._store.answers.get, key)
            if kept is not None:
                found = read(kept)
                self._jobs.learn(question, found)
        return found

    async def _keep(self, question: Question, key: str, answer: object, value: object) -> None:
        """Keep an answer in the store, for every process and for good."""
        await asyncio.to_thread(self._store.answers.keep, key, value)
        self._jobs.learn(question, answer)

    def close(self) -> None:
        """Stop the solver's processes."""
        self._jobs.close()


def _key(what: str, asked: str) -> str:
    """Return a text of bounded length for what is asked, in which may be a code with 52 cards."""
    named = asked if len(asked) < 64 else sha256(asked.encode()).hexdigest()
    return f"{what} {FORM} {named}"


def _grade_to_json(grade: Grade | None) -> object:
    return {} if grade is None else {"slips": grade.slips, "grade": grade.grade}


def _grade_from_json(value: Any) -> Grade | None:
    return Grade(value["slips"], value["grade"]) if value else None


def _graded_from_json(value: Any) -> Graded:
    return Graded(_grade_from_json(value))


def _daily_from_json(value: Any) -> DayDeal:
    return DayDeal(value["code"], _grade_from_json(value["grade"]))
