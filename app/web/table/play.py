"""The game at the table: looking at it, moving, undoing, starting again, leaving."""

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from app.engine import REDO, UNDO, Card, Entry, Kind, Move, NotationError, Reason
from app.store import MOST_ENTRIES

from .. import actions
from ..visit import CurrentSeat, Seat, seat_of
from .board import board, can_be_picked, free_card, not_understood, outdated, stale
from .view import Shown

router = APIRouter()

COACHED_PLIES: Final = 3
"""Entries of a log after which a player has seen the first steps, and sees them no more."""

Text = Annotated[str, Form()]
Texts = Annotated[list[str], Form()]


@router.get("/g/{game_id}")
def show_game(request: Request, game_id: str, pick: str = "") -> Response:
    """Show a game, with a card picked if the address says so and the card is free."""
    seat = seat_of(request, game_id)
    # The page asks for a board again after an error: then what it shows has not been heard yet.
    acted = seat.visit.wants_partial
    return board(seat, Shown(pick=free_card(seat.stored.game, pick), acted=acted))


@router.post("/g/{game_id}/moves")
def move(
    request: Request,
    game_id: str,
    move: Text = "",
    cards: Texts = [],  # noqa: B006  (FastAPI copies it)
    pick: Text = "",
    ply: Text = "",
) -> Response:
    """Make a move, given as a move's text or as the tapped cards; one tap may only pick a card."""
    seat = seat_of(request, game_id)
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
    # Pressed twice on one board, it begins one game.
    press = f"{seat.stored.id} {seat.stored.ply}"
    return seat.visit.redirect(f"/g/{actions.restart(seat, press=press).id}")


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
    query = f"?pick={card}" if card else ""
    return seat.visit.redirect(f"/g/{seat.stored.id}{query}")


def _step(seat: Seat, entry: Entry, ply: str) -> Response:
    return outdated(seat, ply) or _enter(seat, entry, None)


def _enter(
    seat: Seat, entry: Entry, picked: Card | None, *, second: Card | None = None
) -> Response:
    """Make an entry and answer with the board after it, or with the reason against it."""
    visit = seat.visit
    outcome = actions.enter(seat, entry, ply=seat.stored.ply)
    if outcome.reason is Reason.STALE:
        return stale(Seat(visit, outcome.stored))
    if outcome.full:
        return not_understood(seat, visit.words.log_full(MOST_ENTRIES))
    if outcome.reason is not None:
        return _refused(seat, entry, outcome.reason, second or picked)
    if outcome.stored.ply >= COACHED_PLIES and not visit.preferences.coached:
        visit.choose({"coached": True})
    if visit.wants_partial:
        return board(Seat(visit, outcome.stored), Shown(acted=True))
    return visit.redirect(f"/g/{seat.stored.id}")


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
