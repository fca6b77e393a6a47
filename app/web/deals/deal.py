"""A shared deal: its own page and its picture. Nothing is created and nothing counted."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import Graded, Standing
from app.engine import NotationError, Position, Setup

from ..asking import grade_of, known_grade, known_standing, standing_of
from ..drawing.boards import still_view
from ..visit import CurrentVisit, Visit
from ..words import Told, next_attempt
from .new import choose
from .preview import preview_picture

router = APIRouter()


@router.get("/d/{code}/verdict")
async def deal_verdict(visit: CurrentVisit, code: str, attempt: int = 0) -> Response:
    """Say whether a shared deal can be won; asks again by itself while that is found out."""
    try:
        setup = Setup.parse(code)
    except NotationError as error:
        raise HTTPException(404) from error
    standing = await standing_of(visit, Position.start(setup))
    if not visit.wants_partial:
        return visit.redirect(f"/d/{setup}")
    label = _label(visit, setup, standing, next_attempt(attempt))
    return await run_in_threadpool(visit.page, "_deal_verdict.html", label=label)


def _label(visit: Visit, setup: Setup, standing: Standing | None, attempt: int) -> Told:
    told = visit.words.deal(standing.verdict if standing else None)
    return told.asked(f"{visit.site.root}/d/{setup}/verdict", attempt)


@router.get("/d/{code}/grade")
async def deal_grade(visit: CurrentVisit, code: str, attempt: int = 0) -> Response:
    """Say how hard a shared deal is; asks again by itself while that is found out."""
    try:
        setup = Setup.parse(code)
    except NotationError as error:
        raise HTTPException(404) from error
    graded = await grade_of(visit, setup)
    if not visit.wants_partial:
        return visit.redirect(f"/d/{setup}")
    grade = _grade(visit, setup, graded, next_attempt(attempt))
    return await run_in_threadpool(visit.page, "_deal_grade.html", grade=grade)


def _grade(visit: Visit, setup: Setup, graded: Graded | None, attempt: int) -> Told:
    return visit.words.graded(graded).asked(f"{visit.site.root}/d/{setup}/grade", attempt)


@router.get("/d/{code:path}")
def show_deal(visit: CurrentVisit, code: str) -> Response:
    """Show a shared deal, or with `.png` its picture."""
    wants_picture = code.lower().endswith(".png")
    text = code[: -len(".png")] if wants_picture else code
    try:
        setup = Setup.parse(text.rstrip("/"))
    except NotationError as error:
        if wants_picture:
            raise HTTPException(404) from error
        return choose(visit, code=text, fault=visit.words.fault(error), status=404)
    if text != str(setup):
        return visit.redirect(f"/d/{setup}{'.png' if wants_picture else ''}", status=301)
    if wants_picture:
        return Response(
            preview_picture(setup),
            media_type="image/png",
            headers={"Cache-Control": "public, max-age=31536000, immutable"},
        )
    start = Position.start(setup)
    return visit.page(
        "deal.html",
        deal=still_view(start, words=visit.words, shows_stock=False),
        label=_label(visit, setup, known_standing(visit, start), 0),
        grade=_grade(visit, setup, known_grade(visit, setup), 0),
        picture=f"{visit.base_url}/d/{setup}.png",
        address=f"{visit.base_url}/d/{setup}",
    )
