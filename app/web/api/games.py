"""The same games for programs: JSON under `/api/v1`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import engine
from app.engine import REDO, UNDO, Entry, Move, NotationError, Reason, Setup
from app.store import MOST_ENTRIES, Origin, StoredGame

from .. import actions
from ..asking import winnable_setup
from ..cookies import COOKIE
from ..visit import Seat, Visit, visit_of, visit_with
from .answers import json_error, json_response, not_yet
from .document import API_PATH, answers
from .models import Fault, Game, Games, GameSummary, NewGame
from .sent import MoveRequest, NewGameRequest, StepRequest

SOME_GAMES, MOST_GAMES = 50, 500
"""How many of a visitor's games are listed at once, where nothing is said, and at most."""

router = APIRouter(
    prefix=API_PATH, generate_unique_id_function=lambda route: route.name.replace("_", "-")
)

_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="token",
    description="The token that a new visitor's first game comes with.",
)
_cookie = APIKeyCookie(
    name=COOKIE,
    auto_error=False,
    scheme_name="cookie",
    description="The cookie of the site, which comes with the token and from the pages.",
)


Bearer = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]
Cookie = Annotated[str | None, Security(_cookie)]


def caller_of(request: Request, bearer: Bearer, _cookie: Cookie) -> Visit:
    """Return the visit of the token that a program sends, else of the site's cookie."""
    if bearer is None:
        return visit_of(request)
    visit = visit_with(request, bearer.credentials)
    if visit.visitor is None:
        raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
    return visit


Caller = Annotated[Visit, Depends(caller_of)]


GameId = Annotated[
    str, Path(description="The `id` of one of your games.", examples=["8mQ2vYtB5nKd1XwR"])
]


def seat_of(request: Request, game_id: GameId, bearer: Bearer, cookie: Cookie) -> Seat:
    """Return the caller at the game of theirs that a path names."""
    return caller_of(request, bearer, cookie).seat(game_id)


CallersSeat = Annotated[Seat, Depends(seat_of)]


# Games


@router.post(
    "/games",
    tags=["games"],
    status_code=201,
    response_model=NewGame,
    response_description="The new game.",
    responses=answers(401, 422, 503),
)
async def new_game(visit: Caller, body: NewGameRequest) -> Response:
    """Begin a game.

    Either of a code, or of some rules with a deal by chance, which may have to be one that can be
    won. Another open game of the same deal under the same rules is given up for it, as on the
    pages; a move takes it up again.
    """
    try:
        origin = Origin.DEALT if body.code is None else Origin.CODE
        if body.code is not None:
            setup: Setup | None = Setup.read(body.code, letters=visit.words.letters())
        else:
            rules = engine.Rules.parse(body.rules or "")
            setup = (
                await winnable_setup(visit, rules) if body.winnable else actions.random_setup(rules)
            )
    except NotationError as error:
        fault = visit.words.fault(error)
        return await run_in_threadpool(json_error, visit, 422, Fault.NOTATION, fault)
    if setup is None:
        return await run_in_threadpool(_none_found, visit)
    return await run_in_threadpool(_begun, visit, setup, origin)


@router.get(
    "/games",
    tags=["games"],
    response_model=Games,
    response_description="Your games.",
    responses=answers(401, 404, 422),
)
def list_games(
    visit: Caller,
    before: Annotated[
        str,
        Query(
            description="The id of a game of yours that the list begins after.",
            examples=["8mQ2vYtB5nKd1XwR"],
        ),
    ] = "",
    limit: Annotated[
        int, Query(description="At most how many.", ge=1, le=MOST_GAMES, examples=[SOME_GAMES])
    ] = SOME_GAMES,
) -> Response:
    """List your games.

    By their first action, the newest first. A game without any action is not among them.
    """
    visitor, store = visit.visitor, visit.site.store
    if visitor is None:
        if before:
            raise HTTPException(404)
        return json_response(visit, Games(games=[], more=False))
    store.games.leave_idle(visitor.id)
    try:
        games, more = store.history.page(visitor.id, before=before, limit=limit)
    except LookupError as error:
        raise HTTPException(404) from error
    return json_response(visit, Games(games=list(map(GameSummary.of, games)), more=more))


@router.get(
    "/games/{game_id}",
    tags=["games"],
    response_model=Game,
    response_description="The game.",
    responses=answers(401, 404),
)
def read_game(seat: CallersSeat) -> Response:
    """Look at one of your games."""
    return json_response(seat.visit, Game.of(seat.stored, seat.visit.site.now()))


@router.post(
    "/games/{game_id}/moves",
    tags=["games"],
    response_model=Game,
    response_description="The game after the move.",
    responses=answers(401, 404, 409, 422),
)
def make_move(seat: CallersSeat, body: MoveRequest) -> Response:
    """Make a move: remove a king or a pair, draw, or turn the waste over."""
    try:
        move = Move.parse(body.move)
    except NotationError as error:
        fault = seat.visit.words.fault(error)
        return json_error(seat.visit, 422, Fault.NOTATION, fault, seat.stored)
    return _entered(seat, move, body.ply)


@router.post(
    "/games/{game_id}/undo",
    tags=["games"],
    response_model=Game,
    response_description="The game after the undo.",
    responses=answers(401, 404, 409, 422),
)
def undo(seat: CallersSeat, body: StepRequest) -> Response:
    """Take the last action back."""
    return _entered(seat, UNDO, body.ply)


@router.post(
    "/games/{game_id}/redo",
    tags=["games"],
    response_model=Game,
    response_description="The game after the redo.",
    responses=answers(401, 404, 409, 422),
)
def redo(seat: CallersSeat, body: StepRequest) -> Response:
    """Make the last action that was taken back again."""
    return _entered(seat, REDO, body.ply)


@router.post(
    "/games/{game_id}/restart",
    tags=["games"],
    status_code=201,
    response_model=NewGame,
    response_description="The new game.",
    responses=answers(401, 404),
)
def restart(seat: CallersSeat) -> Response:
    """Begin a new game of the same deal under the same rules.

    This one is given up for it, unless it was won.
    """
    return _new_game(seat.visit, actions.restart(seat))


@router.post(
    "/games/{game_id}/leave",
    tags=["games"],
    response_model=Game,
    response_description="The game, given up.",
    responses=answers(401, 404),
)
def leave(seat: CallersSeat) -> Response:
    """Give a game up.

    A move, an undo or a redo takes it up again. A game that is won stays won.
    """
    left = actions.leave(seat)
    return json_response(seat.visit, Game.of(left, seat.visit.site.now()))


def _none_found(visit: Visit) -> Response:
    return not_yet(json_error(visit, 503, Fault.NONE_FOUND, visit.words.none_found()))


def _begun(visit: Visit, setup: Setup, origin: Origin) -> Response:
    return _new_game(visit, actions.begin(visit, setup, origin=origin))


def _new_game(visit: Visit, stored: StoredGame) -> Response:
    """Answer with a game that has just begun, and to a new visitor with their token."""
    game = NewGame.of(stored, visit.site.now())
    if visit.new_token:
        game = game.model_copy(update={"token": visit.new_token})
    response = json_response(visit, game, status=201)
    response.headers["Location"] = f"{visit.site.root}{API_PATH}/games/{game.id}"
    return response


def _entered(seat: Seat, entry: Entry, ply: int) -> Response:
    """Make an entry and answer with the game after it, or with the reason against it."""
    visit = seat.visit
    outcome = actions.enter(seat, entry, ply=ply)
    if outcome.full:
        detail = visit.words.log_full(MOST_ENTRIES)
        return json_error(visit, 422, Fault.LOG_FULL, detail, outcome.stored)
    if outcome.reason is None:
        return json_response(visit, Game.of(outcome.stored, visit.site.now()))
    position = outcome.stored.game.position
    cards = entry.cards if isinstance(entry, Move) else ()
    covered = next((card for card in cards if position.covers_of(card)), None)
    detail = visit.words.refusal(outcome.reason, card=covered, position=position, pair=cards)
    status = 409 if outcome.reason is Reason.STALE else 422
    return json_error(visit, status, outcome.reason, detail, outcome.stored)
