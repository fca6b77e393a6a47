"""The deals of today and tomorrow are found before anybody asks, by one process of many."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from app.analysis import Analysis, AskDaily, DayDeal, Grade
from app.analysis.ahead import CLAIMED_FOR, WORK, find_once
from app.engine import PRESETS
from app.store import Store
from tests.store.play import Clock

EVE = datetime(2026, 12, 31, 23, 40, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(EVE)


@pytest.fixture
def store(sqlite_url: str, clock: Clock) -> Iterator[Store]:
    made = Store(sqlite_url, clock=clock)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[AskDaily]:
    """What the solver is asked; it finds every deal at the third candidate, in two turns."""
    questions: list[AskDaily] = []

    async def ask(_self: Analysis, question: AskDaily, **_options: Any) -> DayDeal:
        questions.append(question)
        if question.first < 2:
            return DayDeal(None, looked=2)
        return DayDeal(f"PY1-{question.letter}-AAAAAAS", Grade(2.5, 2))

    monkeypatch.setattr(Analysis, "ask", ask)
    return questions


@pytest.fixture
def analysis(store: Store) -> Iterator[Analysis]:
    made = Analysis(store, processes=1, seconds=1.0)
    yield made
    made.close()


def test_the_deals_of_both_days_are_found_and_kept(
    store: Store, clock: Clock, analysis: Analysis, asked: list[AskDaily]
) -> None:
    assert asyncio.run(find_once(analysis, store, clock))
    days = (date(2026, 12, 31), date(2027, 1, 1))
    wanted = [(day, letter, first) for day in days for letter in PRESETS for first in (0, 2)]
    assert [(each.day, each.letter, each.first) for each in asked] == wanted
    # Another process has them from the store, and asks for none.
    other = Analysis(store, processes=1, seconds=1.0)
    asked.clear()
    assert asyncio.run(find_once(other, store, clock))
    found = asyncio.run(other.daily(days[1], "M", asker="x"))
    assert found == DayDeal("PY1-M-AAAAAAS", Grade(2.5, 2))
    assert asked == []
    other.close()
    # After midnight the next day is due.
    clock.wait(3600)
    assert asyncio.run(find_once(analysis, store, clock))
    assert {each.day for each in asked} == {date(2027, 1, 2)}


def test_of_many_processes_one_does_it(
    store: Store, clock: Clock, analysis: Analysis, asked: list[AskDaily]
) -> None:
    assert store.answers.claim(WORK, CLAIMED_FOR)
    assert not asyncio.run(find_once(analysis, store, clock))
    assert asked == []
    # If the other one has died, its claim ends some time.
    clock.wait(CLAIMED_FOR.total_seconds())
    assert asyncio.run(find_once(analysis, store, clock))
    assert asked
    # Whoever is done lets go.
    assert store.answers.claim(WORK, CLAIMED_FOR)
    store.answers.release(WORK)
    assert store.answers.claim(WORK, timedelta(hours=1))
