"""A challenge: one deal that several play, and the table of what they made of it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.engine import Position
from app.record import HelpClass, NameFault, UnfitName, in_order, places, read_name
from app.record.names import MOST_LETTERS
from app.store import Challenge, Entrant, Origin, State

from ..actions import begin
from ..drawing.boards import still_view
from ..summing import class_of, over_par_of
from ..visit import CurrentSeat, CurrentVisit, Visit
from ..words import clock

router = APIRouter()


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """One game in the table."""

    game: str
    place: str
    name: str
    help_class: str
    help_text: str
    strokes: int
    over_par: str
    result: str
    time: str
    is_own: bool
    is_later: bool
    """Whether it is no first attempt: that has no place."""
    is_hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeView:
    """The page of a challenge."""

    id: str
    code: str
    address: str
    players: int
    rows: tuple[RowView, ...]
    shows_rows: bool
    takes_part: bool
    own_name: str
    own_url: str
    """The game to go on with, if there is one."""
    is_maker: bool
    is_closed: bool
    shows_names: bool
    text: str
    """What is shared beside the address."""


@router.post("/g/{game_id}/challenge")
def make_challenge(seat: CurrentSeat) -> Response:
    """Make a challenge of a game that has ended: the same one each time."""
    visit, stored = seat.visit, seat.stored
    if stored.finished_at is None or stored.given or stored.origin is Origin.IMPORTED:
        raise HTTPException(409)
    if stored.challenge is not None:
        return visit.redirect(f"/c/{stored.challenge}")
    return visit.redirect(f"/c/{visit.site.store.challenges.make(stored)}")


@router.get("/c/{challenge_id}")
def show_challenge(visit: CurrentVisit, challenge_id: str) -> Response:
    """Show a challenge."""
    return _page(visit, _challenge(visit, challenge_id))


def _challenge(visit: Visit, challenge_id: str) -> Challenge:
    found = visit.site.store.challenges.read(challenge_id)
    if found is None:
        raise HTTPException(404)
    return found


def _page(visit: Visit, challenge: Challenge, *, fault: str = "", status: int = 200) -> Response:
    setup = challenge.setup
    response = visit.page(
        "challenge.html",
        status=status,
        challenge=_view(visit, challenge),
        deal=still_view(Position.start(setup), words=visit.words, shows_stock=False),
        # The same as the deal's: no card that does not lie open.
        picture=f"{visit.base_url}/d/{setup}.png",
        most_letters=MOST_LETTERS,
        fault=fault,
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _view(visit: Visit, challenge: Challenge) -> ChallengeView:
    store, words = visit.site.store.challenges, visit.words
    visitor_id = "" if visit.visitor is None else visit.visitor.id
    own = store.own(challenge.id, visitor_id) if visitor_id else ()
    has_ended = any(each.game.finished_at is not None for each in own)
    is_open = next((each for each in own if each.game.finished_at is None), None)
    is_maker = bool(visitor_id) and challenge.visitor_id == visitor_id
    shows_rows = has_ended or is_maker or challenge.is_closed
    address = f"{visit.base_url}/c/{challenge.id}"
    text = visit.language.gettext("I challenge you to this deal of Pyramid: {rules}, {code}")
    return ChallengeView(
        id=challenge.id,
        code=str(challenge.setup),
        address=address,
        players=store.players(challenge.id),
        rows=_rows(visit, challenge, visitor_id, is_maker) if shows_rows else (),
        shows_rows=shows_rows,
        takes_part=bool(own),
        own_name=next((each.name for each in own if each.name), ""),
        own_url=f"{visit.site.root}/g/{is_open.game.id}" if is_open else "",
        is_maker=is_maker,
        is_closed=challenge.is_closed,
        shows_names=visit.site.settings.names,
        text=text.format(rules=words.rules_name(challenge.setup.rules), code=str(challenge.setup)),
    )


def _rows(
    visit: Visit, challenge: Challenge, visitor_id: str, is_maker: bool
) -> tuple[RowView, ...]:
    entrants = [
        each
        for each in visit.site.store.challenges.rows(challenge.id)
        if not each.is_hidden or is_maker or each.visitor_id == visitor_id
    ]
    first = [each for each in entrants if _has_place(each)]
    keys = [(class_of(each.game), each.game.ply) for each in first]
    numbers = dict(zip((each.game.id for each in first), places(keys), strict=True))
    ordered = in_order(zip(keys, first, strict=True))
    rest = [each for each in entrants if not _has_place(each)]
    return tuple(
        _row(each, visit, visitor_id, numbers.get(each.game.id)) for each in (*ordered, *rest)
    )


def _has_place(entrant: Entrant) -> bool:
    return entrant.game.status is State.WON and (entrant.game.attempt or 1) == 1


def _row(entrant: Entrant, visit: Visit, visitor_id: str, place: int | None) -> RowView:
    game, words = entrant.game, visit.words
    help_class: HelpClass = class_of(game)
    result = "open" if game.finished_at is None else game.status.value
    is_own = entrant.visitor_id == visitor_id
    shown = entrant.name if visit.site.settings.names else ""
    return RowView(
        game=game.id,
        place="–" if place is None else str(place),
        name=shown or visit.language.gettext("Somebody"),
        help_class=help_class.value,
        help_text=words.help_class(help_class),
        strokes=game.ply,
        over_par=words.over_par(over_par_of(game)) if result == "won" else "",
        result=words.outcome(result, left=game.pyramid_left),
        time=clock(int(game.elapsed)),
        is_own=is_own,
        is_later=(game.attempt or 1) > 1,
        is_hidden=entrant.is_hidden,
    )


@router.post("/c/{challenge_id}/play")
def play_challenge(
    visit: CurrentVisit, challenge_id: str, press: Annotated[str, Form()] = ""
) -> Response:
    """Begin the deal of a challenge, or go on with the game of it that is open."""
    challenge = _challenge(visit, challenge_id)
    if visit.visitor is not None:
        own = visit.site.store.challenges.own(challenge.id, visit.visitor.id)
        going_on = next((each for each in own if each.game.finished_at is None), None)
        if going_on is not None:
            return visit.redirect(f"/g/{going_on.game.id}")
    if challenge.is_closed:
        fault = visit.language.gettext("This table is closed: nobody can join it any more.")
        return _page(visit, challenge, fault=fault, status=409)
    stored = begin(
        visit,
        challenge.setup,
        origin=Origin.CHALLENGE,
        challenge=challenge.id,
        press=press,
    )
    return visit.redirect(f"/g/{stored.id}")


@router.post("/c/{challenge_id}/name")
def name_oneself(
    visit: CurrentVisit, challenge_id: str, name: Annotated[str, Form()] = ""
) -> Response:
    """Give oneself a name in a challenge, or none."""
    challenge = _challenge(visit, challenge_id)
    _ = visit.language.gettext
    try:
        plain = read_name(name)
    except UnfitName as error:
        text = (
            _("A name has at most {count} letters.").format(count=MOST_LETTERS)
            if error.fault is NameFault.LONG
            else _("A name has letters, digits and spaces alone.")
        )
        return _page(visit, challenge, fault=text, status=422)
    visitor = visit.visitor
    if visitor is None or not visit.site.store.challenges.name(challenge.id, visitor.id, plain):
        raise HTTPException(404)
    return visit.redirect(f"/c/{challenge.id}")


@dataclass(frozen=True, slots=True)
class _Hiding:
    """Which row is hidden, or shown again."""

    game: Annotated[str, Form()] = ""
    hidden: Annotated[str, Form()] = ""


@router.post("/c/{challenge_id}/hide")
def hide_row(
    visit: CurrentVisit, challenge_id: str, wanted: Annotated[_Hiding, Depends()]
) -> Response:
    """Hide a row of one's own challenge from others, or show it again."""
    challenge, maker = _challenge(visit, challenge_id), visit.visitor
    challenges = visit.site.store.challenges
    if maker is None or not challenges.hide(
        challenge.id, wanted.game, maker=maker.id, hidden=bool(wanted.hidden)
    ):
        raise HTTPException(404)
    return visit.redirect(f"/c/{challenge.id}")


@router.post("/c/{challenge_id}/close")
def close_table(
    visit: CurrentVisit, challenge_id: str, closed: Annotated[str, Form()] = ""
) -> Response:
    """Close the table of one's own challenge, or open it again."""
    challenge, maker = _challenge(visit, challenge_id), visit.visitor
    challenges = visit.site.store.challenges
    if maker is None or not challenges.close(challenge.id, maker=maker.id, closed=bool(closed)):
        raise HTTPException(404)
    return visit.redirect(f"/c/{challenge.id}")
