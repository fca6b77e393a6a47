"""Grades of deals, the deal of the day, and your figures, for programs."""

import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app import analysis
from app.engine import PRESETS, NotationError, Rules, Setup
from app.record import ANY, FIRST_DAY, figures_of

from ..asking import daily_of, grade_of, solution_of
from ..summing import sums_of
from ..visit import CurrentVisit, Visit
from .answers import json_error, json_response, pending
from .document import API_PATH, answers
from .figures import Stats
from .games import Caller
from .models import Fault
from .solved import Daily, Graded
from .solver import PATIENCE, PENDING

router = APIRouter(
    prefix=API_PATH, generate_unique_id_function=lambda route: route.name.replace("_", "-")
)


@router.get(
    "/deals/{code:path}/grade",
    tags=["deals"],
    response_model=Graded,
    response_description="The grade.",
    responses=PENDING | answers(422),
)
async def read_grade(
    visit: CurrentVisit,
    code: Annotated[str, Path(description="A deal code.", examples=["PY1-N-AAAAAAS"])],
) -> Response:
    """Find out how hard a deal is.

    A guesser plays it twelve times, and is set right whenever the win would be lost: how often
    that happens tells deals apart. Nothing is created and nothing counted.
    """
    try:
        setup = await run_in_threadpool(Setup.parse, code)
    except NotationError as error:
        fault = visit.words.fault(error)
        return await run_in_threadpool(json_error, visit, 422, Fault.NOTATION, fault)
    graded = await grade_of(visit, setup, patience=PATIENCE)
    return await run_in_threadpool(_grade, visit, setup, graded)


def _grade(visit: Visit, setup: Setup, graded: analysis.Graded | None) -> Response:
    if graded is None or not graded.complete:
        return pending(visit)
    found = graded.grade
    return json_response(
        visit,
        Graded(
            code=str(setup),
            slips=None if found is None else found.slips,
            grade=None if found is None else found.grade,
        ),
    )


@router.get(
    "/daily/{date}/{letter}",
    tags=["deals"],
    response_model=Daily,
    response_description="The deal of that day.",
    responses=PENDING | answers(404, 422),
)
async def read_daily(
    visit: CurrentVisit,
    date: Annotated[str, Path(description="A day, in UTC.", examples=["2026-12-01"])],
    letter: Annotated[str, Path(description="The letter of a preset.", examples=["N"])],
) -> Response:
    """Look at the deal of a day under a preset: the same on every server.

    A day that has not begun has none.
    """
    day = _day(date)
    today = visit.site.now().date()
    if day is None or letter not in PRESETS or not FIRST_DAY <= day <= today:
        return await run_in_threadpool(_no_daily, visit, day, letter)
    found = await daily_of(visit, day, letter, patience=PATIENCE)
    par = None
    if found is not None and found.code is not None:
        solution = await solution_of(visit, Setup.parse(found.code), patience=PATIENCE)
        if solution is None:
            found = None
        else:
            par = solution.actions
    return await run_in_threadpool(_daily, visit, day, found, par)


def _day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _no_daily(visit: Visit, day: datetime.date | None, letter: str) -> Response:
    _ = visit.language.gettext
    if day is None:
        detail = _("A day is written as year, month and day, such as 2026-12-01.")
        return json_error(visit, 422, Fault.NOTATION, detail)
    if letter in PRESETS:
        detail = _("That day has no deal: it has not begun yet, or it was before the first one.")
        return json_error(visit, 404, Fault.NOT_FOUND, detail)
    detail = _("A deal of the day has the letter of one of these rule sets: {letters}.")
    return json_error(visit, 404, Fault.NOT_FOUND, detail.format(letters=", ".join(PRESETS)))


def _daily(
    visit: Visit, day: datetime.date, found: analysis.DayDeal | None, par: int | None
) -> Response:
    if found is None or found.code is None:
        return pending(visit)
    grade = None if found.grade is None else found.grade.grade
    return json_response(visit, Daily(date=day, code=found.code, grade=grade, par=par))


@router.get(
    "/stats",
    tags=["games"],
    response_model=Stats,
    response_description="Your figures.",
    responses=answers(401, 422),
)
def read_stats(
    visit: Caller,
    rules: Annotated[
        str,
        Query(
            description="The letter of a preset, or `X` and the letters of custom rules; of all"
            " rules together without it.",
            examples=["N"],
        ),
    ] = "",
) -> Response:
    """Look at what your games come to."""
    try:
        code = str(Rules.parse(rules)) if rules else ANY
    except NotationError as error:
        return json_error(visit, 422, Fault.NOTATION, visit.words.fault(error))
    total = sums_of(visit.site.store, visit.visitor, by_rules=code != ANY).total(code)
    return json_response(visit, Stats.of(figures_of(total)))
