"""The game at the table: looking at it, moving, undoing, starting again, leaving."""

from dataclasses import replace
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from app.engine import REDO, UNDO, Card, Entry, Kind, Move, NotationError, Reason
from app.store import MOST_ENTRIES, Help, State

from .. import actions
from ..visit import CurrentSeat, Seat, game_path, seat_of
from .board import (
    board,
    can_be_picked,
    free_card,
    lost_since,
    not_understood,
    outdated,
    stale,
    tells_way,
)
from .kept import game_before
from .panel import is_at_its_end
from .view import Shown

router = APIRouter()

COACHED_PLIES: Final = 3
"""Entries of a log after which a player has seen the first steps, and sees them no more."""

Text = Annotated[str, Form()]
Texts = Annotated[list[str], Form()]


@router.get("/g/{game_id}")
def show_game(
    request: Request, game_id: str, pick: str = "", before: str = "", lost: str = ""
) -> Response:
    """Show a game, with a card picked if the address says so and the card is free.

    `before` is the id of a game that can be gone back to.
    """
    seat = replace(seat_of(request, game_id), lost=lost)
    # The page asks for a board again after an error: then what it shows has not been heard yet.
    acted = seat.visit.wants_partial
    shown = Shown(
        pick=free_card(seat.stored.game, pick), acted=acted, before=game_before(seat, before)
    )
    return board(seat, shown)


@router.post("/g/{game_id}/moves")
def move(
    request: Request,
    game_id: str,
    move: Text = "",
    cards: Texts = [],  # noqa: B006  (FastAPI copies it)
    pick: Text = "",
    ply: Text = "",
    lost: Text = "",
) -> Response:
    """Make a move, given as a move's text or as the tapped cards; one tap may only pick a card."""
    seat = replace(seat_of(request, game_id), lost=lost)
    late = outdated(seat, ply)
    if late:
        return late
    picked = free_card(seat.stored.game, pick)
    try:
        if move:
            return _enter(seat, Move.parse(move), picked)
        tapped = _tapped(cards)
    except NotationError as error:
        return not_understood(seat, seat.visit.words.fault(error))
    if not tapped:
        _ = seat.visit.language.gettext
        return not_understood(seat, _("Say what to do: move=draw, or cards=TC and cards=3S."))
    if len(tapped) == 1:
        return _tap(seat, tapped[0], picked)
    return _enter(seat, Move.remove(*tapped), picked)


@router.post("/g/{game_id}/undo")
def undo(request: Request, game_id: str, ply: Text = "") -> Response:
    """Take the last action back."""
    return _step(seat_of(request, game_id), UNDO, ply)


@router.post("/g/{game_id}/redo")
def redo(request: Request, game_id: str, ply: Text = "") -> Response:
    """Make the last action that was taken back again."""
    return _step(seat_of(request, game_id), REDO, ply)


@router.post("/g/{game_id}/restart")
def restart(seat: CurrentSeat) -> Response:
    """Begin a new game of the same deal under the same rules."""
    stored = seat.stored
    # Pressed twice on one board, it begins one game.
    begun = actions.restart(seat, press=f"{stored.id} {stored.ply}")
    before = "" if stored.status is State.WON else stored.id
    return seat.visit.redirect(game_path(begun.id, before=before))


@router.post("/g/{game_id}/resume")
def resume(seat: CurrentSeat) -> Response:
    """Take up a game that was given up, or left for another one of its deal."""
    taken_up = replace(seat, stored=actions.take_up(seat))
    if seat.visit.wants_partial:
        return board(taken_up, Shown())
    return seat.visit.redirect(f"/g/{seat.stored.id}")


@router.post("/g/{game_id}/leave")
def leave(seat: CurrentSeat) -> Response:
    """Give a game up; it can be taken up again."""
    actions.leave(seat)
    return seat.visit.redirect("/")


@router.post("/g/{game_id}/coach")
def end_coaching(seat: CurrentSeat) -> Response:
    """Show the first steps no more."""
    visit = seat.visit
    visit.choose({"coached": True})
    if visit.wants_partial:
        return board(seat, Shown())
    return visit.redirect(f"/g/{seat.stored.id}")


def _tapped(texts: list[str]) -> tuple[Card, ...]:
    """Return the cards that were named, one text for each or all in one."""
    text = " ".join(texts).strip()
    return Move.parse(text).cards if text else ()


def _tap(seat: Seat, card: Card, picked: Card | None) -> Response:
    """Answer the tap on one card: it goes, makes a pair with the picked card, or is picked."""
    position = seat.stored.game.position
    if card == picked:
        return _picked(seat, None)
    alone = Move.remove(card)
    if position.why_not(alone) is None:
        return _enter(seat, alone, picked)
    if picked is not None:
        return _enter(seat, Move.remove(picked, card), picked, second=card)
    if can_be_picked(position, card):
        return _picked(seat, card)
    return _enter(seat, alone, picked)


def _picked(seat: Seat, card: Card | None) -> Response:
    if seat.visit.wants_partial:
        return board(seat, Shown(pick=card))
    return _shown_again(seat, pick=str(card or ""))


def _shown_again(seat: Seat, **fields: str) -> Response:
    """Lead to the page of the game, with what it is to show beside the board."""
    if lost_since(seat) is not None:
        fields["lost"] = seat.lost
    query = urlencode({name: value for name, value in fields.items() if value})
    return seat.visit.redirect(f"/g/{seat.stored.id}{'?' if query else ''}{query}")


def _step(seat: Seat, entry: Entry, ply: str) -> Response:
    return outdated(seat, ply) or _enter(seat, entry, None)


def _enter(
    seat: Seat, entry: Entry, picked: Card | None, *, second: Card | None = None
) -> Response:
    """Make an entry and answer with the board after it, or with the reason against it."""
    visit = seat.visit
    outcome = actions.enter(seat, entry, ply=seat.stored.ply)
    after = replace(seat, stored=outcome.stored)
    if outcome.reason is Reason.STALE:
        return stale(after)
    if outcome.full:
        return not_understood(seat, visit.words.log_full(MOST_ENTRIES))
    if outcome.reason is not None:
        return _refused(seat, entry, outcome.reason, second or picked)
    if is_at_its_end(seat.stored.game) and tells_way(seat):
        # Who goes on after that was told which move had lost the win.
        actions.note_help(seat, Help.VERDICT)
    if outcome.stored.ply >= COACHED_PLIES and not visit.preferences.coached:
        visit.choose({"coached": True})
    return board(after, Shown(acted=True)) if visit.wants_partial else _shown_again(after)


def _refused(seat: Seat, entry: Entry, reason: Reason, pick: Card | None) -> Response:
    """Answer with the unchanged board; after a wrong sum the second card is the picked one."""
    position = seat.stored.game.position
    cards = entry.cards if isinstance(entry, Move) and entry.kind is Kind.REMOVE else ()
    if pick is not None and not position.is_free(pick):
        others = [card for card in cards if card != pick]
        pick = others[0] if others and position.is_free(others[0]) else None
    explain = seat.visit.preferences.explain_mistakes
    shown = Shown(pick=pick, reason=reason, refused=cards, explain=explain)
    return board(seat, shown, status=422)
