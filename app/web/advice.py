"""What the solver says at the table: verdict, hint, the way back, and par."""

from typing import Annotated, Final

from fastapi import APIRouter, Form
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.analysis import (
    Advice,
    AskAdvice,
    AskReturn,
    AskStanding,
    Place,
    Solution,
    Standing,
)
from app.engine import IllegalMove, Status
from app.store import Stale, StoredGame

from .deps import CurrentVisit, OwnedGame, Visit
from .judgements import HintView, hint_view, par_view, verdict_view
from .play import board, outdated
from .views import Shown

router = APIRouter()

Text = Annotated[str, Form()]

BACK_PATIENCE: Final = 5.0
"""Seconds that the way back is waited for: nothing else can be answered there."""


@router.get("/g/{game_id}/verdict")
async def show_verdict(visit: CurrentVisit, stored: OwnedGame, attempt: int = 0) -> Response:
    """Say whether the game can still be won; asks again by itself while that is being found out."""
    standing = await _standing(visit, stored)
    if not visit.wants_partial:
        return board(visit, stored, Shown(standing=standing, asked=True))
    verdict = verdict_view(
        stored, standing, words=visit.words, root=visit.site.root, attempt=attempt + 1, asked=True
    )
    return visit.page("_verdict.html", verdict=verdict, ply=stored.ply, said_aloud=True)


@router.get("/g/{game_id}/hint")
async def show_hint(
    visit: CurrentVisit, stored: OwnedGame, step: int = 1, attempt: int = 0
) -> Response:
    """Give a hint: first that there is a winning move and where to look, then the move."""
    hint: HintView | None = None
    if stored.game.status is not Status.WON:
        place = Place.of(stored.game.position)
        advice: Advice | None = await visit.site.analysis.ask(AskAdvice(place), asker=visit.asker)
        hint = hint_view(
            stored, advice, words=visit.words, root=visit.site.root, step=step, attempt=attempt + 1
        )
        if hint.helped:
            await run_in_threadpool(visit.site.store.count_hint, stored)
    return board(visit, stored, Shown(hint=hint))


@router.post("/g/{game_id}/back")
async def go_back(visit: CurrentVisit, stored: OwnedGame, ply: Text = "") -> Response:
    """Take back as many actions as it takes to stand in a position that can be won."""
    refused = outdated(visit, stored, ply)
    if refused:
        return refused
    _ = visit.language.gettext
    line = tuple(map(str, stored.game.line))
    count: int | None = await visit.site.analysis.ask(
        AskReturn(stored.game.code, line), asker=visit.asker, patience=BACK_PATIENCE
    )
    if count is None:
        return _not_possible(visit, stored, _("The way back is still being looked for; try again."))
    if count < 0:
        return _not_possible(visit, stored, _("This deal could not be won from the start."))
    if count == 0:
        return _not_possible(visit, stored, _("This position can still be won."))
    game = stored.game
    try:
        for _step in range(count):
            game = game.undo()
    except IllegalMove:
        return _not_possible(
            visit, stored, _("The last position that could be won is too far back to be undone.")
        )
    try:
        after = await run_in_threadpool(visit.site.store.append, stored, game, ply=stored.ply)
    except Stale:
        fresh = await run_in_threadpool(visit.owned_game, stored.id)
        return board(visit, fresh, Shown(), status=409)
    if visit.wants_partial:
        return board(visit, after, Shown(acted=True, taken_back=count))
    return visit.redirect(f"/g/{stored.id}")


@router.get("/g/{game_id}/par")
async def show_par(visit: CurrentVisit, stored: OwnedGame, attempt: int = 0) -> Response:
    """Say what the fewest moves would have been, once the game is won."""
    solution: Solution | None = None
    if stored.game.status is Status.WON:
        solution = await visit.site.analysis.solution(stored.game.code, asker=visit.asker)
    par = par_view(stored, solution, words=visit.words, root=visit.site.root, attempt=attempt + 1)
    if not visit.wants_partial:
        return board(visit, stored, Shown(par=par))
    return visit.page("_par.html", par=par)


async def _standing(visit: Visit, stored: StoredGame) -> Standing | None:
    place = Place.of(stored.game.position)
    answer: Standing | None = await visit.site.analysis.ask(AskStanding(place), asker=visit.asker)
    return answer


def _not_possible(visit: Visit, stored: StoredGame, text: str) -> Response:
    return board(visit, stored, Shown(fault=text), status=422)
