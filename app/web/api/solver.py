"""What the solver says, for programs: verdict, hint and review of a game, and any deal solved."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app import analysis
from app.engine import Kind, NotationError, Rules, Setup
from app.store import Help, State

from .. import actions
from ..asking import advice_of, review_of, solution_of, standing_of
from ..visit import CurrentVisit, Seat, Visit
from ..words import LAST_STEP
from .answers import json_error, json_response, pending
from .document import API_PATH, answers
from .games import CallersSeat
from .models import Fault
from .sent import SolveRequest
from .solved import Hint, Pending, Review, Solution, Standing

PATIENCE: Final = 2.0
"""Seconds that an answer is waited for before a program is told to ask again."""

router = APIRouter(
    prefix=API_PATH, generate_unique_id_function=lambda route: route.name.replace("_", "-")
)

PENDING: Final[dict[int | str, dict[str, Any]]] = {
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
    responses=PENDING | answers(401, 404),
)
async def read_verdict(seat: CallersSeat) -> Response:
    """Find out whether a game can still be won.

    That it was asked is noted with the game.
    """
    standing = await standing_of(seat.visit, seat.stored.game.position, patience=PATIENCE)
    return await run_in_threadpool(_verdict, seat, standing)


def _verdict(seat: Seat, standing: analysis.Standing | None) -> Response:
    visit, stored = seat.visit, seat.stored
    if standing is None:
        return pending(visit)
    actions.note_help(seat, Help.VERDICT)
    actions.note_standing(seat, standing)
    _ = visit.language.gettext
    won = stored.game.position.is_won
    return json_response(
        visit,
        Standing(
            ply=stored.ply,
            verdict=standing.verdict,
            deal=standing.at_start,
            detail=_("won") if won else visit.words.standing(standing).text,
        ),
    )


@router.get(
    "/games/{game_id}/hint",
    tags=["solver"],
    response_model=Hint,
    response_description="What to do.",
    responses=PENDING | answers(401, 404),
)
async def read_hint(seat: CallersSeat) -> Response:
    """Get a hint.

    One that names a winning move counts, once a board; one that finds none does not. In a lost
    game it never advises a draw.
    """
    advice = await advice_of(seat.visit, seat.stored.game.position, patience=PATIENCE)
    return await run_in_threadpool(_hint, seat, advice)


def _hint(seat: Seat, advice: analysis.Advice | None) -> Response:
    visit, stored = seat.visit, seat.stored
    if advice is None:
        return pending(visit)
    hint = visit.words.hint(stored.game, advice, step=LAST_STEP)
    actions.count_hint(seat, hint)
    actions.note_standing(seat, advice.standing)
    move = advice.move
    useful = move is not None and (hint.helped or move.kind is Kind.REMOVE)
    return json_response(
        visit,
        Hint(
            ply=stored.ply,
            verdict=advice.standing.verdict,
            move=str(move) if useful else None,
            most=advice.most,
            detail=hint.text,
        ),
    )


@router.get(
    "/games/{game_id}/review",
    tags=["solver"],
    response_model=Review,
    response_description="Every entry, judged.",
    responses=PENDING | answers(401, 404, 422),
)
async def read_review(seat: CallersSeat) -> Response:
    """Look back on a game that is won, stuck or given up.

    Every entry of its log is judged, undone ones too. While a game goes on it has no review, as
    that would be a hint that nobody counted.
    """
    review = None
    if seat.stored.status is not State.PLAYING:
        review = await review_of(seat.visit, seat.stored.game, patience=PATIENCE)
    return await run_in_threadpool(_review, seat, review)


def _review(seat: Seat, review: analysis.Review | None) -> Response:
    visit, stored = seat.visit, seat.stored
    if stored.status is State.PLAYING:
        _ = visit.language.gettext
        detail = _("This game goes on. It can be looked back on once it is over or given up.")
        return json_error(visit, 422, Fault.NOT_FINISHED, detail, stored)
    if review is None:
        return pending(visit)
    actions.note_seen(visit, stored.game.setup, Help.REVIEW)
    return json_response(visit, Review.of(stored, review))


@router.post(
    "/solve",
    tags=["solver"],
    response_model=Solution,
    response_description="What is known of the deal.",
    responses=PENDING | answers(422),
)
async def solve(visit: CurrentVisit, body: SolveRequest) -> Response:
    """Solve any deal.

    Whether it can be won, and how in the fewest actions; if not, how many cards of the pyramid can
    go at most. Nothing is created and nothing counted.
    """
    try:
        setup = await run_in_threadpool(
            _read, body.deal, rules=body.rules, letters=visit.words.letters()
        )
    except NotationError as error:
        fault = visit.words.fault(error)
        return await run_in_threadpool(json_error, visit, 422, Fault.NOTATION, fault)
    solution = await solution_of(visit, setup, patience=PATIENCE)
    return await run_in_threadpool(_solution, visit, setup, solution)


def _read(deal: str, *, rules: str, letters: Mapping[str, str]) -> Setup:
    return Setup.read(deal, rules=Rules.parse(rules), letters=letters)


def _solution(visit: Visit, setup: Setup, solution: analysis.Solution | None) -> Response:
    if solution is None:
        return pending(visit)
    actions.note_seen(visit, setup, Help.SOLUTION)
    detail = visit.words.solution(solution).text
    return json_response(visit, Solution.of(setup, solution, detail))
