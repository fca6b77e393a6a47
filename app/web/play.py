"""The game at the table: looking at it, moving, undoing, starting again, leaving."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from app.analysis import AskStanding, Place
from app.engine import (
    REDO,
    UNDO,
    Card,
    Entry,
    Game,
    Kind,
    Move,
    NotationError,
    Position,
    Reason,
)
from app.store import Origin, State, StoredGame

from .actions import enter
from .deps import CurrentVisit, OwnedGame, Visit, visit_of
from .views import Shown, table_view

router = APIRouter()

COACHED_PLIES: Final = 3
"""Entries of a log after which a player has seen the first steps, and sees them no more."""

Text = Annotated[str, Form()]
Texts = Annotated[list[str], Form()]


def seated(request: Request, game_id: str) -> tuple[Visit, StoredGame]:
    """Return the visit, and the visitor's own game: 404 for any other.

    As dependencies the two would each wait for a thread, which costs a tenth of a move.
    """
    visit = visit_of(request)
    return visit, visit.owned_game(game_id)


@router.get("/g/{game_id}")
def show_game(request: Request, game_id: str, pick: str = "") -> Response:
    """Show a game, with a card picked if the address says so and the card is free."""
    visit, stored = seated(request, game_id)
    # The page asks for a board again after an error: then what it shows has not been heard yet.
    shown = Shown(pick=free_card(stored.game, pick), acted=visit.wants_partial)
    return board(visit, stored, shown)


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
    visit, stored = seated(request, game_id)
    late = outdated(visit, stored, ply)
    if late:
        return late
    picked = free_card(stored.game, pick)
    try:
        if move:
            return _enter(visit, stored, Move.parse(move), picked)
        tapped = _tapped(cards)
    except NotationError as error:
        return _not_understood(visit, stored, visit.words.fault(error))
    if not tapped:
        _ = visit.language.gettext
        return _not_understood(
            visit, stored, _("Say what to do: move=draw, or cards=TC and cards=3S.")
        )
    if len(tapped) == 1:
        return _tap(visit, stored, tapped[0], picked)
    return _enter(visit, stored, Move.remove(*tapped), picked)


@router.post("/g/{game_id}/undo")
def undo(request: Request, game_id: str, ply: Text = "") -> Response:
    """Take the last action back."""
    return _step(*seated(request, game_id), UNDO, ply)


@router.post("/g/{game_id}/redo")
def redo(request: Request, game_id: str, ply: Text = "") -> Response:
    """Make the last action that was taken back again."""
    return _step(*seated(request, game_id), REDO, ply)


@router.post("/g/{game_id}/restart")
def restart(visit: CurrentVisit, stored: OwnedGame) -> Response:
    """Begin a new game of the same deal under the same rules."""
    return visit.redirect(f"/g/{visit.new_game(stored.game.setup, origin=Origin.RESTART).id}")


@router.post("/g/{game_id}/leave")
def leave(visit: CurrentVisit, stored: OwnedGame) -> Response:
    """Give a game up; it can be taken up again."""
    visit.site.store.games.leave(stored)
    return visit.redirect("/")


def board(visit: Visit, stored: StoredGame, shown: Shown, *, status: int = 200) -> Response:
    """Answer with a game's board: the whole page, or the part that htmx swaps.

    The solver is not waited for: what it has not said yet, the page asks for by itself.
    """
    shown = _completed(visit, stored, shown)
    table = table_view(
        stored,
        words=visit.words,
        root=visit.site.root,
        now=visit.site.now(),
        shown=shown,
    )
    if visit.wants_partial:
        return visit.page("_game.html", status=status, table=table)
    page = visit.page("game.html", status=status, table=table)
    if status != HTTPStatus.OK and visit.request.headers.get("sec-fetch-mode") == "navigate":
        # Without scripts a refusal is a page in a browser's history. One that was not to be kept
        # is asked for again, which can't be where it answered a form: Back would find an error.
        page.headers["Cache-Control"] = "private, no-cache"
    return page


def _completed(visit: Visit, stored: StoredGame, shown: Shown) -> Shown:
    """Return what is shown with the verdict if it is wanted and known, else the first steps.

    With a win goes the best other one of the deal.
    """
    if stored.status is State.WON:
        return replace(shown, best=visit.site.store.games.best_other_win(stored))
    asked = shown.asked or visit.preferences.warns(by_rules=stored.game.setup.rules.warns)
    if not asked or shown.standing is not None:
        return replace(shown, asked=asked, coached=asked or visit.preferences.coached)
    place = Place.of(stored.game.position)
    return replace(shown, asked=True, standing=visit.site.analysis.known(AskStanding(place)))


@router.post("/g/{game_id}/coach")
def end_coaching(visit: CurrentVisit, stored: OwnedGame) -> Response:
    """Show the first steps no more."""
    visit.choose(replace(visit.preferences, coached=True))
    if visit.wants_partial:
        return board(visit, stored, Shown())
    return visit.redirect(f"/g/{stored.id}")


def outdated(visit: Visit, stored: StoredGame, ply: str) -> Response | None:
    """Answer an action on a board that is not the current one, or that does not say which."""
    if not (ply.isascii() and ply.isdigit() and len(ply) < 9):
        _ = visit.language.gettext
        return _not_understood(visit, stored, _("Say which board this was: ply=0 at the start."))
    return None if int(ply) == stored.ply else _stale(visit, stored)


def _stale(visit: Visit, stored: StoredGame) -> Response:
    return board(visit, stored, Shown(reason=Reason.STALE), status=409)


def free_card(game: Game, text: str) -> Card | None:
    """Return the card that a text names if it can be picked, else nothing: a pick is no action."""
    try:
        card = Card.parse(text)
    except NotationError:
        return None
    return card if _can_be_picked(game.position, card) else None


def _can_be_picked(position: Position, card: Card) -> bool:
    """Whether a card may be the first of a pair: it is in play, or may go with what covers it."""
    if position.is_won:
        return False
    return position.is_free(card) or any(card in move.cards for move in position.legal_moves())


def _tapped(texts: list[str]) -> tuple[Card, ...]:
    """Return the cards that were named, one text for each or all in one."""
    text = " ".join(texts).strip()
    return Move.parse(text).cards if text else ()


def _tap(visit: Visit, stored: StoredGame, card: Card, picked: Card | None) -> Response:
    """Answer the tap on one card: it goes, makes a pair with the picked card, or is picked."""
    position = stored.game.position
    if card == picked:
        return _picked(visit, stored, None)
    alone = Move.remove(card)
    if position.why_not(alone) is None:
        return _enter(visit, stored, alone, picked)
    if picked is not None:
        return _enter(visit, stored, Move.remove(picked, card), picked, second=card)
    if _can_be_picked(position, card):
        return _picked(visit, stored, card)
    return _enter(visit, stored, alone, picked)


def _picked(visit: Visit, stored: StoredGame, card: Card | None) -> Response:
    if visit.wants_partial:
        return board(visit, stored, Shown(pick=card))
    query = f"?pick={card}" if card else ""
    return visit.redirect(f"/g/{stored.id}{query}")


def _step(visit: Visit, stored: StoredGame, entry: Entry, ply: str) -> Response:
    return outdated(visit, stored, ply) or _enter(visit, stored, entry, None)


def _enter(
    visit: Visit,
    stored: StoredGame,
    entry: Entry,
    picked: Card | None,
    *,
    second: Card | None = None,
) -> Response:
    """Make an entry and answer with the board after it, or with the reason against it."""
    outcome = enter(visit, stored, entry, ply=stored.ply)
    if outcome.reason is Reason.STALE:
        return _stale(visit, outcome.stored)
    if outcome.reason is not None:
        return _refused(visit, stored, entry, outcome.reason, second or picked)
    if outcome.stored.ply >= COACHED_PLIES and not visit.preferences.coached:
        visit.choose(replace(visit.preferences, coached=True))
    if visit.wants_partial:
        return board(visit, outcome.stored, Shown(acted=True))
    return visit.redirect(f"/g/{stored.id}")


def _refused(
    visit: Visit, stored: StoredGame, entry: Entry, reason: Reason, pick: Card | None
) -> Response:
    """Answer with the unchanged board; after a wrong sum the second card is the picked one."""
    cards = entry.cards if isinstance(entry, Move) and entry.kind is Kind.REMOVE else ()
    if pick is not None and not stored.game.position.is_free(pick):
        others = [card for card in cards if card != pick]
        pick = others[0] if others and stored.game.position.is_free(others[0]) else None
    shown = Shown(
        pick=pick,
        reason=reason,
        refused=cards,
        explain=visit.preferences.explain_mistakes,
    )
    return board(visit, stored, shown, status=422)


def _not_understood(visit: Visit, stored: StoredGame, text: str) -> Response:
    return board(visit, stored, Shown(fault=text), status=422)
