"""What the solver says, for programs: verdict, hint and review of a game, and any deal solved."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app import analysis
from app.analysis import Advice
from app.engine import Kind, NotationError, Setup
from app.store import State

from .advice import advice_of, standing_of
from .api import CallersSeat, Seat
from .api_docs import API_PATH, answers
from .api_models import Fault, Hint, Pending, Review, Solution, SolveRequest, Standing
from .deps import CurrentVisit, Visit
from .errors import json_error, json_response, not_yet
from .judgements import LAST_STEP, hint_view, standing_words
from .review import review_of
from .solve import read_setup, title_of

PATIENCE: Final = 2.0
"""Seconds that an answer is waited for before a program is told to ask again."""

router = APIRouter(
    prefix=API_PATH, generate_unique_id_function=lambda route: route.name.replace("_", "-")
)

_PENDING: Final[dict[int | str, dict[str, Any]]] = {
    202: {
        "model": Pending,
        "description": "It is being found out: ask again.",
        "headers": {
            "Retry-After": {
                "description": "Seconds to wait before that.",
                "schema": {"type": "integer"},
            }
        },
    }
}


@router.get(
    "/games/{game_id}/verdict",
    tags=["solver"],
    response_model=Standing,
    response_description="Whether the game can be won.",
    responses=_PENDING | answers(401, 404),
)
async def read_verdict(seat: CallersSeat) -> Response:
    """Find out whether a game can still be won.

    It is no help that counts.
    """
    visit, stored = seat.visit, seat.stored
    standing = await standing_of(visit, stored, patience=PATIENCE)
    if standing is None:
        return await run_in_threadpool(_pending, visit)
    return await run_in_threadpool(_standing_answer, seat, standing)


def _standing_answer(seat: Seat, standing: analysis.Standing) -> Response:
    visit, stored = seat.visit, seat.stored
    _ = visit.language.gettext
    won = stored.game.position.is_won
    return json_response(
        visit,
        Standing(
            ply=stored.ply,
            verdict=standing.verdict,
            deal=standing.at_start,
            detail=_("won") if won else standing_words(standing, visit.words)[1],
        ),
    )


@router.get(
    "/games/{game_id}/hint",
    tags=["solver"],
    response_model=Hint,
    response_description="What to do.",
    responses=_PENDING | answers(401, 404),
)
async def read_hint(seat: CallersSeat) -> Response:
    """Get a hint.

    One that names a winning move counts, once a board; one that finds none does not. In a lost
    game it never advises a draw.
    """
    visit, stored = seat.visit, seat.stored
    advice = await advice_of(visit, stored, patience=PATIENCE)
    if advice is None:
        return await run_in_threadpool(_pending, visit)
    return await run_in_threadpool(_hint_answer, seat, advice)


def _hint_answer(seat: Seat, advice: Advice) -> Response:
    visit, stored = seat.visit, seat.stored
    view = hint_view(stored, advice, words=visit.words, root=visit.site.root, step=LAST_STEP)
    if view.helped:
        visit.site.store.count_hint(stored)
    move = advice.move
    useful = move is not None and (view.helped or move.kind is Kind.REMOVE)
    return json_response(
        visit,
        Hint(
            ply=stored.ply,
            verdict=advice.standing.verdict,
            move=str(move) if useful else None,
            most=advice.most,
            detail=view.text,
        ),
    )


@router.get(
    "/games/{game_id}/review",
    tags=["solver"],
    response_model=Review,
    response_description="Every entry, judged.",
    responses=_PENDING | answers(401, 404, 422),
)
async def read_review(seat: CallersSeat) -> Response:
    """Look back on a game that is won, stuck or given up.

    Every entry of its log is judged, undone ones too. While a game goes on it has no review, as
    that would be a hint that nobody counted.
    """
    visit, stored = seat.visit, seat.stored
    if stored.status is State.PLAYING:
        _ = visit.language.gettext
        detail = _("This game goes on. It can be looked back on once it is over or given up.")
        return await run_in_threadpool(json_error, visit, 422, Fault.NOT_FINISHED, detail, stored)
    review = await review_of(visit, stored, patience=PATIENCE)
    if review is None:
        return await run_in_threadpool(_pending, visit)
    return await run_in_threadpool(_review_answer, seat, review)


def _review_answer(seat: Seat, review: analysis.Review) -> Response:
    return json_response(seat.visit, Review.of(seat.stored, review))


@router.post(
    "/solve",
    tags=["solver"],
    response_model=Solution,
    response_description="What is known of the deal.",
    responses=_PENDING | answers(422),
)
async def solve(visit: CurrentVisit, body: SolveRequest) -> Response:
    """Solve any deal.

    Whether it can be won, and how in the fewest actions; if not, how many cards of the pyramid can
    go at most. Nothing is created and nothing counted.
    """
    try:
        setup = await run_in_threadpool(read_setup, body.deal, body.rules)
    except NotationError as error:
        fault = visit.words.fault(error)
        return await run_in_threadpool(json_error, visit, 422, Fault.NOTATION, fault)
    solution = await visit.site.analysis.solution(str(setup), asker=visit.asker, patience=PATIENCE)
    if solution is None:
        return await run_in_threadpool(_pending, visit)
    return await run_in_threadpool(_solution_answer, visit, setup, solution)


def _solution_answer(visit: Visit, setup: Setup, solution: analysis.Solution) -> Response:
    detail = title_of(solution, visit.words)[1]
    return json_response(visit, Solution.of(setup, solution, detail))


def _pending(visit: Visit) -> Response:
    _ = visit.language.gettext
    return not_yet(json_response(visit, Pending(detail=_("finding out …")), status=202))
