"""What the solver says at the table: verdict, hint, the way back, and par."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import SHORT_PATIENCE, Advice, Return, Solution, Standing
from app.engine import Reason, Status
from app.store import MOST_ENTRIES, Help

from ..actions import (
    count_hint,
    note_help,
    note_hopeless,
    note_par,
    note_standing,
    take_back,
)
from ..asking import advice_of, solution_of, standing_of, way_back
from ..visit import CurrentSeat, Seat, game_path
from ..words import next_attempt
from .board import (
    board,
    free_card,
    not_understood,
    outdated,
    stale,
    superseded,
    tells_way,
)
from .panel import is_at_its_end, way_view
from .verdict import verdict_view
from .view import Shown, around

router = APIRouter()

Text = Annotated[str, Form()]


@router.get("/g/{game_id}/verdict")
async def show_verdict(
    seat: CurrentSeat, ply: str = "", pick: str = "", attempt: int = 0
) -> Response:
    """Say whether the game can still be won; asks again by itself while that is being found out."""
    standing = await standing_of(seat.visit, seat.stored.game.position)
    return await run_in_threadpool(_verdict, seat, standing, ply, pick, attempt)


def _verdict(seat: Seat, standing: Standing | None, ply: str, pick: str, attempt: int) -> Response:
    visit, stored = seat.visit, seat.stored
    late = superseded(seat, ply)
    if late:
        return late
    if not visit.wants_partial:
        picked = free_card(stored.game, pick)
        return board(seat, Shown(standing=standing, asked=True, pick=picked))
    verdict = verdict_view(
        stored,
        standing,
        words=visit.words,
        url=f"{visit.site.root}/g/{stored.id}",
        attempt=next_attempt(attempt),
        asked=True,
    )
    if not verdict.told.pending:
        note_help(seat, Help.VERDICT)
        note_standing(seat, standing)
    # Where it is told after every move, only a loss is news; whoever asks hears every answer.
    unasked = visit.preferences.warns(by_rules=stored.game.setup.rules.warns)
    said = verdict.told.said if not unasked or verdict.told.is_loss else ""
    return visit.page(
        "_verdict.html", verdict=verdict, ply=stored.ply, before=stored.id, said_aloud=said
    )


@router.get("/g/{game_id}/hint")
async def show_hint(seat: CurrentSeat, ply: str = "", step: int = 1, attempt: int = 0) -> Response:
    """Give a hint: first that there is a winning move and where to look, then the move."""
    advice = await advice_of(seat.visit, seat.stored.game.position)
    return await run_in_threadpool(_hint, seat, advice, ply, step, attempt)


def _hint(seat: Seat, advice: Advice | None, ply: str, step: int, attempt: int) -> Response:
    visit, stored = seat.visit, seat.stored
    late = superseded(seat, ply)
    if late:
        return late
    hint = visit.words.hint(stored.game, advice, step=step)
    url = f"{visit.site.root}/g/{stored.id}/hint"
    hint = hint.asked(url, next_attempt(attempt), ply=stored.ply, step=hint.next_step)
    count_hint(seat, hint)
    note_standing(seat, advice.standing if advice else None)
    # Who asks what to do is told as well how the game stands, and the way back if it is lost.
    return board(seat, Shown(hint=hint, standing=advice.standing if advice else None))


@router.post("/g/{game_id}/back")
async def go_back(seat: CurrentSeat, ply: Text = "") -> Response:
    """Take back as many actions as it takes to stand in a position that can be won."""
    refused = await run_in_threadpool(_no_way_back, seat, ply)
    if refused:
        return refused
    found = await way_back(seat.visit, seat.stored.game)
    return await run_in_threadpool(_taken_back, seat, found)


def _no_way_back(seat: Seat, ply: str) -> Response | None:
    refused = outdated(seat, ply)
    if refused is None and seat.stored.game.position.is_won:
        return board(seat, Shown(reason=Reason.GAME_OVER), status=422)
    return refused


def _taken_back(seat: Seat, found: Return | None) -> Response:
    """Answer with the game after the way back, or with what is in its way."""
    visit = seat.visit
    _ = visit.language.gettext
    if found is None or (found.count is None and not found.complete):
        return not_understood(seat, _("The way back is still being looked for; try again."))
    if found.count is None:
        note_hopeless(seat)
        return not_understood(seat, _("This deal could not be won from the start."))
    if not found.count:
        return not_understood(seat, _("This position can still be won."))
    outcome = take_back(seat, found.count)
    after = replace(seat, stored=outcome.stored)
    if outcome.reason is Reason.STALE:
        return stale(after)
    if outcome.full:
        return not_understood(seat, visit.words.log_full(MOST_ENTRIES))
    if outcome.reason is not None:
        return not_understood(
            seat, _("The last position that could be won is too far back to be undone.")
        )
    if outcome.stored.id != seat.stored.id:
        return _elsewhere(seat, outcome.stored.id)
    if visit.wants_partial:
        return board(after, Shown(acted=True, taken_back=found.count))
    return visit.redirect(f"/g/{seat.stored.id}")


def _elsewhere(seat: Seat, game_id: str) -> Response:
    """Lead to the game that goes on from a position which this one's undo does not reach."""
    answer = seat.visit.redirect(game_path(game_id, before=seat.stored.id))
    if seat.visit.wants_partial:
        # A part of the page can't become another page: the browser is told to go there.
        answer.headers["HX-Redirect"] = answer.headers["Location"]
        del answer.headers["Location"]
        answer.status_code = 200
    return answer


@router.get("/g/{game_id}/way")
async def show_way(seat: CurrentSeat, ply: str = "", attempt: int = 0) -> Response:
    """Say which move lost the win, at the end of a game that can't go on; asks again by itself."""
    if not (is_at_its_end(seat.stored.game) and tells_way(seat)):
        # Before that it would be a hint that nobody counted.
        raise HTTPException(404)
    found = await way_back(seat.visit, seat.stored.game, patience=SHORT_PATIENCE)
    return await run_in_threadpool(_way, seat, found, ply, next_attempt(attempt))


def _way(seat: Seat, found: Return | None, ply: str, attempt: int) -> Response:
    visit, stored = seat.visit, seat.stored
    late = superseded(seat, ply)
    if late:
        return late
    if found is not None and found.complete and found.count is None:
        note_hopeless(seat)
    shown = Shown(way=found, attempt=attempt)
    if not visit.wants_partial:
        return board(seat, shown)
    way = way_view(stored, around(stored, shown, words=visit.words, root=visit.site.root))
    return visit.page("_way.html", way=way, ply=stored.ply, before=stored.id)


@router.get("/g/{game_id}/par")
async def show_par(seat: CurrentSeat, attempt: int = 0) -> Response:
    """Say what the fewest moves would have been, once the game is won."""
    if seat.stored.game.status is not Status.WON:
        # Before that it would be a hint that nobody counted.
        raise HTTPException(404)
    solution = await solution_of(seat.visit, seat.stored.game.setup)
    return await run_in_threadpool(_par, seat, solution, attempt)


def _par(seat: Seat, solution: Solution | None, attempt: int) -> Response:
    visit, stored = seat.visit, seat.stored
    url = f"{visit.site.root}/g/{stored.id}/par"
    note_par(seat, solution)
    par = visit.words.par(stored.game, solution).asked(url, next_attempt(attempt))
    if not visit.wants_partial:
        return board(seat, Shown(par=par))
    return visit.page("_par.html", par=par)
