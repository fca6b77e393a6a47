"""What the solver says at the table: verdict, hint, the way back, and par."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import (
    SHORT_PATIENCE,
    Advice,
    AskAdvice,
    AskReturn,
    AskStanding,
    Place,
    Return,
    Solution,
    Standing,
)
from app.engine import Game, IllegalMove, Reason, Status
from app.store import Stale, StoredGame

from .deps import CurrentVisit, OwnedGame, Visit
from .judgements import hint_view, par_view, verdict_view
from .play import board, free_card, outdated, seated
from .views import Shown

router = APIRouter()

Text = Annotated[str, Form()]

BACK_PATIENCE: Final = 5.0
"""Seconds that the way back is waited for: nothing else can be answered there."""
MOST_ATTEMPTS: Final = 999
"""How far attempts are told apart: only a new address is asked for by the page."""


@router.get("/g/{game_id}/verdict")
async def show_verdict(
    request: Request, game_id: str, pick: str = "", attempt: int = 0
) -> Response:
    """Say whether the game can still be won; asks again by itself while that is being found out."""
    # With the verdict always on this is asked for after each move: one thread looks both up.
    visit, stored = await run_in_threadpool(seated, request, game_id)
    standing = await standing_of(visit, stored)
    if not visit.wants_partial:
        shown = Shown(standing=standing, asked=True, pick=free_card(stored.game, pick))
        return await run_in_threadpool(board, visit, stored, shown)
    return await run_in_threadpool(_verdict_part, visit, stored, standing, next_attempt(attempt))


def _verdict_part(
    visit: Visit, stored: StoredGame, standing: Standing | None, attempt: int
) -> Response:
    verdict = verdict_view(
        stored,
        standing,
        words=visit.words,
        root=visit.site.root,
        attempt=attempt,
        asked=True,
    )
    # Where it is told after every move, only a loss is news; whoever asks hears every answer.
    unasked = visit.preferences.warns(by_rules=stored.game.setup.rules.warns)
    said = verdict.said if unasked else verdict.answer
    return visit.page("_verdict.html", verdict=verdict, ply=stored.ply, said_aloud=said)


@router.get("/g/{game_id}/hint")
async def show_hint(
    visit: CurrentVisit, stored: OwnedGame, ply: str = "", step: int = 1, attempt: int = 0
) -> Response:
    """Give a hint: first that there is a winning move and where to look, then the move."""
    if ply and ply != str(stored.ply):
        # The second step of a hint on another board.
        step = 1
    advice = await advice_of(visit, stored)
    hint = hint_view(
        stored,
        advice,
        words=visit.words,
        root=visit.site.root,
        step=step,
        attempt=next_attempt(attempt),
    )
    if hint.helped:
        await run_in_threadpool(visit.site.store.count_hint, stored)
    # Who asks what to do is told as well how the game stands, and the way back if it is lost.
    shown = Shown(hint=hint, standing=advice.standing if advice else None)
    return await run_in_threadpool(board, visit, stored, shown)


@router.post("/g/{game_id}/back")
async def go_back(visit: CurrentVisit, stored: OwnedGame, ply: Text = "") -> Response:
    """Take back as many actions as it takes to stand in a position that can be won."""
    refused = await run_in_threadpool(outdated, visit, stored, ply)
    if refused:
        return refused
    if stored.game.position.is_won:
        shown = Shown(reason=Reason.GAME_OVER)
        return await run_in_threadpool(board, visit, stored, shown, status=422)
    question = AskReturn(stored.game.code, " ".join(map(str, stored.game.line)))
    found: Return | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=BACK_PATIENCE
    )
    return await run_in_threadpool(_taken_back, visit, stored, found)


def _taken_back(visit: Visit, stored: StoredGame, found: Return | None) -> Response:
    """Answer with the game after the way back, or with what is in its way."""
    _ = visit.language.gettext
    if found is None or (found.count is None and not found.complete):
        return _not_possible(visit, stored, _("The way back is still being looked for; try again."))
    if found.count is None:
        return _not_possible(visit, stored, _("This deal could not be won from the start."))
    if not found.count:
        return _not_possible(visit, stored, _("This position can still be won."))
    try:
        game = _undone(stored.game, found.count)
    except IllegalMove:
        return _not_possible(
            visit, stored, _("The last position that could be won is too far back to be undone.")
        )
    try:
        after = visit.site.store.append(stored, game, ply=stored.ply)
    except Stale:
        return board(visit, visit.owned_game(stored.id), Shown(reason=Reason.STALE), status=409)
    if visit.wants_partial:
        return board(visit, after, Shown(acted=True, taken_back=found.count))
    return visit.redirect(f"/g/{stored.id}")


def _undone(game: Game, count: int) -> Game:
    """Return a game with some actions taken back; raises `IllegalMove` where undo is bounded."""
    for _step in range(count):
        game = game.undo()
    return game


@router.get("/g/{game_id}/par")
async def show_par(visit: CurrentVisit, stored: OwnedGame, attempt: int = 0) -> Response:
    """Say what the fewest moves would have been, once the game is won."""
    if stored.game.status is not Status.WON:
        # Before that it would be a hint that nobody counted.
        raise HTTPException(404)
    solution: Solution | None = await visit.site.analysis.solution(
        stored.game.code, asker=visit.asker
    )
    par = par_view(
        stored,
        solution,
        words=visit.words,
        root=visit.site.root,
        attempt=next_attempt(attempt),
    )
    if not visit.wants_partial:
        return await run_in_threadpool(board, visit, stored, Shown(par=par))
    return await run_in_threadpool(visit.page, "_par.html", par=par)


async def standing_of(
    visit: Visit, stored: StoredGame, *, patience: float = SHORT_PATIENCE
) -> Standing | None:
    """Return whether a game can be won, `None` if it takes longer than `patience` seconds."""
    question = AskStanding(Place.of(stored.game.position))
    found: Standing | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=patience
    )
    return found


async def advice_of(
    visit: Visit, stored: StoredGame, *, patience: float = SHORT_PATIENCE
) -> Advice | None:
    """Return what to do in a game, `None` if it takes longer than `patience` seconds."""
    question = AskAdvice(Place.of(stored.game.position))
    found: Advice | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=patience
    )
    return found


def next_attempt(attempt: int) -> int:
    """Return the number of the next attempt to get an answer."""
    return max(0, min(attempt, MOST_ATTEMPTS)) + 1


def _not_possible(visit: Visit, stored: StoredGame, text: str) -> Response:
    return board(visit, stored, Shown(fault=text), status=422)
