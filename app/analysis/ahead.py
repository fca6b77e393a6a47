"""The deals of today and tomorrow, found before anybody asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from app.engine import PRESETS

if TYPE_CHECKING:
    from app.store import Store

    from . import Analysis

ASKER: Final = "ahead"
"""Who asks: for the solver a visitor like any other, with one question at a time."""
WORK: Final = "dailies ahead"
CLAIMED_FOR: Final = timedelta(minutes=15)
"""How long one process has this work to itself, should it not come to an end."""
AT_FIRST: Final = 20.0
"""Seconds after the start: who opens a page just then comes first."""
EVERY: Final = 1800.0
"""Seconds between two looks at what is there: the deals of a new day are there long before it."""
PATIENCE: Final = 60.0
"""Seconds that one deal is waited for."""


async def find_ahead(analysis: Analysis, store: Store, now: Callable[[], datetime]) -> None:
    """Find the deals of today and tomorrow again and again, until the task is cancelled."""
    await asyncio.sleep(AT_FIRST)
    while True:
        await find_once(analysis, store, now)
        await asyncio.sleep(EVERY)


async def find_once(analysis: Analysis, store: Store, now: Callable[[], datetime]) -> bool:
    """Find the deals that are not kept yet; returns whether this process was the one to do it."""
    if not await asyncio.to_thread(store.answers.claim, WORK, CLAIMED_FOR):
        return False
    try:
        today = now().date()
        for day in (today, today + timedelta(days=1)):
            for letter in PRESETS:
                await analysis.daily(day, letter, asker=ASKER, patience=PATIENCE)
    finally:
        await asyncio.to_thread(store.answers.release, WORK)
    return True
