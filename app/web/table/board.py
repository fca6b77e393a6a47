"""Answering with a board: the whole page, or the part that htmx swaps."""

from dataclasses import replace
from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from app.engine import REDO, UNDO, Card, Game, NotationError, Position, Reason
from app.store import Help, State

from ..actions import note_help, note_standing
from ..asking import known_grade, known_standing, known_way_back
from ..summing import wins_in_a_row
from ..visit import Seat
from .panel import Win, is_at_its_end
from .verdict import still_lost
from .view import Shown, table_view

_VERDICTS: Final = frozenset({"winnable", "lost", "hopeless", "unknown"})


def board(seat: Seat, shown: Shown, *, status: int = 200) -> Response:
    """Answer with a game's board.

    The solver is not waited for: what it has not said yet, the page asks for by itself.
    """
    visit, stored = seat.visit, seat.stored
    shown = _completed(seat, shown)
    table = table_view(
        stored, words=visit.words, root=visit.site.root, now=visit.site.now(), shown=shown
    )
    if table.verdict.told.kind in _VERDICTS:
        note_help(seat, Help.VERDICT)
        note_standing(seat, shown.standing)
    if visit.wants_partial:
        answer = visit.page("_game.html", status=status, table=table)
        if visit.request.headers.get("hx-target", "").rpartition("#")[2] != "game":
            # A part of the page was asked for, and there is more to say than that.
            answer.headers["HX-Retarget"] = "#game"
            answer.headers["HX-Reswap"] = "outerMorph"
        return answer
    page = visit.page("game.html", status=status, table=table)
    if status != HTTPStatus.OK and visit.request.headers.get("sec-fetch-mode") == "navigate":
        # Without scripts a refusal is a page in a browser's history. One that was not to be kept
        # is asked for again, which can't be where it answered a form: Back would find an error.
        page.headers["Cache-Control"] = "private, no-cache"
    return page


def _completed(seat: Seat, shown: Shown) -> Shown:
    """Return what is shown with the verdict if it is wanted and known, else the first steps.

    With a win goes what it is beside the player's others.
    """
    visit, stored = seat.visit, seat.stored
    if stored.status is State.WON:
        return replace(shown, win=_win(seat))
    if is_at_its_end(stored.game):
        tells = tells_way(seat)
        way = shown.way or (known_way_back(visit, stored.game) if tells else None)
        shown = replace(shown, way=way, tells_way=tells)
    lost = lost_since(seat)
    asked = (
        shown.asked
        or lost is not None
        or visit.preferences.warns(by_rules=stored.game.setup.rules.warns)
    )
    standing = shown.standing
    if asked and standing is None:
        if stored.winnable is False or lost is not None:
            standing = still_lost(stored)
        else:
            standing = known_standing(visit, stored.game.position)
    coached = asked or visit.preferences.coached
    return replace(shown, asked=asked, standing=standing, coached=coached, lost_since=lost)


def _win(seat: Seat) -> Win:
    visit, stored = seat.visit, seat.stored
    setup = stored.game.setup
    graded = visit.words.graded(known_grade(visit, setup))
    return Win(
        best=visit.site.store.games.best_other_win(stored),
        row=0 if stored.given else wins_in_a_row(visit.site.store, stored.visitor_id),
        grade=graded.asked(f"{visit.site.root}/d/{setup}/grade", 0),
    )


def tells_way(seat: Seat) -> bool:
    """Whether a player whose game can't go on is told unasked which move lost the win."""
    return seat.visit.preferences.warn != "never"


def lost_since(seat: Seat) -> int | None:
    """Return the board on which the page has told of the loss, unless an undo came after it.

    Moves alone bring no win back, so what was told stays told.
    """
    game, told = seat.stored.game, seat.lost
    if not is_ply(told) or int(told) > game.ply:
        return None
    later = game.log[int(told) :]
    return None if UNDO in later or REDO in later else int(told)


def stale(seat: Seat) -> Response:
    """Answer whoever acts on a board that is not the current one with that one."""
    return board(seat, Shown(reason=Reason.STALE), status=409)


def not_understood(seat: Seat, text: str) -> Response:
    """Answer what can't be done, with the unchanged board and why in words."""
    return board(seat, Shown(fault=text), status=422)


def is_ply(text: str) -> bool:
    """Whether a text can be the number of a board."""
    return text.isascii() and text.isdigit() and len(text) < 9


def outdated(seat: Seat, ply: str) -> Response | None:
    """Answer an action on a board that is not the current one, or that does not say which."""
    if not is_ply(ply):
        _ = seat.visit.language.gettext
        return not_understood(seat, _("Say which board this was: ply=0 at the start."))
    return None if int(ply) == seat.stored.ply else stale(seat)


def superseded(seat: Seat, ply: str) -> Response | None:
    """Answer a question about a board that is not the current one; one may not say which."""
    return stale(seat) if is_ply(ply) and int(ply) != seat.stored.ply else None


def free_card(game: Game, text: str) -> Card | None:
    """Return the card that a text names if it can be picked, else nothing: a pick is no action."""
    try:
        card = Card.parse(text)
    except NotationError:
        return None
    return card if can_be_picked(game.position, card) else None


def can_be_picked(position: Position, card: Card) -> bool:
    """Whether a card may be the first of a pair: it is in play, or may go with what covers it."""
    if position.is_won:
        return False
    return position.is_free(card) or any(card in move.cards for move in position.legal_moves())
