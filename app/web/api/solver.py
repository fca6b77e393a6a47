"""What the solver says, for programs: verdict, hint and review of a game, and any deal solved."""

from typing import Any, Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.engine import Kind, NotationError, Rules, Setup
from app.store import Help, State

from .. import actions
from ..asking import advice_of, review_of, solution_of, standing_of
from ..visit import CurrentVisit
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

    That it was asked is noted with the game.
    """
    visit, stored = seat.visit, seat.stored
    standing = await standing_of(visit, stored.game.position, patience=PATIENCE)
    if standing is None:
        return pending(visit)
    await run_in_threadpool(actions.note_help, seat, Help.VERDICT)
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
    responses=_PENDING | answers(401, 404),
)
async def read_hint(seat: CallersSeat) -> Response:
    """Get a hint.

    One that names a winning move counts, once a board; one that finds none does not. In a lost
    game it never advises a draw.
    """
    visit, stored = seat.visit, seat.stored
    advice = await advice_of(visit, stored.game.position, patience=PATIENCE)
    if advice is None:
        return pending(visit)
    hint = visit.words.hint(stored.game, advice, step=LAST_STEP)
    await run_in_threadpool(actions.count_hint, seat, hint)
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
        return json_error(visit, 422, Fault.NOT_FINISHED, detail, stored)
    review = await review_of(visit, stored.game, patience=PATIENCE)
    await run_in_threadpool(actions.note_help, seat, Help.REVIEW)
    return pending(visit) if review is None else json_response(visit, Review.of(stored, review))


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
        rules = Rules.parse(body.rules)
        setup = Setup.read(body.deal, rules=rules, letters=visit.words.letters())
    except NotationError as error:
        return json_error(visit, 422, Fault.NOTATION, visit.words.fault(error))
    solution = await solution_of(visit, setup, patience=PATIENCE)
    if solution is None:
        return pending(visit)
    detail = visit.words.solution(solution).text
    return json_response(visit, Solution.of(setup, solution, detail))
