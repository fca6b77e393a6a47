"""What the solver is asked for a visitor, by pages and the JSON interface alike.

Each answer is `None` where it takes longer than `patience` seconds: asking again is always right.
"""

import secrets
from collections.abc import Iterable
from datetime import date
from typing import Final

from app.analysis import (
    SHORT_PATIENCE,
    Advice,
    AskAdvice,
    AskGrade,
    AskReturn,
    AskReview,
    AskStanding,
    AskWinnable,
    DayDeal,
    Found,
    Graded,
    Place,
    Return,
    Review,
    Solution,
    Standing,
)
from app.engine import Deal, Entry, Game, Position, Rules, Setup

from .visit import Visit

TRIED_DEALS: Final = 30_000
"""Deals that are tried for one that can be won: enough for rules that one in 3000 wins under."""
WINNABLE_PATIENCE: Final = 10.0
"""Seconds that a deal that can be won is waited for."""
BACK_PATIENCE: Final = 5.0
"""Seconds that the way back is waited for: nothing else can be answered there."""


def known_standing(visit: Visit, position: Position) -> Standing | None:
    """Return whether a position can be won if that is known already."""
    found: Standing | None = visit.site.analysis.known(AskStanding(Place.of(position)))
    return found


async def standing_of(
    visit: Visit, position: Position, *, patience: float = SHORT_PATIENCE
) -> Standing | None:
    """Return whether a position can be won, and whether its deal could be."""
    question = AskStanding(Place.of(position))
    found: Standing | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=patience
    )
    return found


async def advice_of(
    visit: Visit, position: Position, *, patience: float = SHORT_PATIENCE
) -> Advice | None:
    """Return what to do in a position."""
    found: Advice | None = await visit.site.analysis.ask(
        AskAdvice(Place.of(position)), asker=visit.asker, patience=patience
    )
    return found


def known_way_back(visit: Visit, game: Game) -> Return | None:
    """Return how far back a position lies that can be won if that is known already."""
    found: Return | None = visit.site.analysis.known(AskReturn(game.code, _text(game.line)))
    return found


async def way_back(visit: Visit, game: Game, *, patience: float = BACK_PATIENCE) -> Return | None:
    """Return how many actions have to be taken back for a position that can be won."""
    found: Return | None = await visit.site.analysis.ask(
        AskReturn(game.code, _text(game.line)), asker=visit.asker, patience=patience
    )
    return found


async def review_of(visit: Visit, game: Game, *, patience: float) -> Review | None:
    """Return how a game went, entry by entry."""
    found: Review | None = await visit.site.analysis.ask(
        AskReview(game.code, _text(game.log)), asker=visit.asker, patience=patience
    )
    return found


async def solution_of(
    visit: Visit, setup: Setup, *, patience: float = SHORT_PATIENCE
) -> Solution | None:
    """Return what there is to know of a deal."""
    return await visit.site.analysis.solution(str(setup), asker=visit.asker, patience=patience)


async def grade_of(
    visit: Visit, setup: Setup, *, patience: float = SHORT_PATIENCE
) -> Graded | None:
    """Return how hard a deal is."""
    return await visit.site.analysis.grade(str(setup), asker=visit.asker, patience=patience)


def known_grade(visit: Visit, setup: Setup) -> Graded | None:
    """Return how hard a deal is, if this process knows it."""
    found: Graded | None = visit.site.analysis.known(AskGrade(str(setup)))
    return found


async def daily_of(
    visit: Visit, day: date, letter: str, *, patience: float = SHORT_PATIENCE
) -> DayDeal | None:
    """Return the deal of a day under a preset."""
    return await visit.site.analysis.daily(day, letter, asker=visit.asker, patience=patience)


async def winnable_setup(visit: Visit, rules: Rules, *, grade: int = 0) -> Setup | None:
    """Return rules with a deal by chance that can be won, `None` if none was found in time.

    With a `grade` it is as hard as that.
    """
    question = AskWinnable(str(rules), secrets.randbits(64), TRIED_DEALS, grade)
    found: Found | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=WINNABLE_PATIENCE
    )
    if found is None or found.number is None:
        return None
    return Setup(rules, Deal.numbered(found.number))


def _text(entries: Iterable[Entry]) -> str:
    return " ".join(map(str, entries))
