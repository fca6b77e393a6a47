"""The strategy guide: what to look for, with positions to try and the solver's word on each try."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import AskStanding, Place, Standing, Verdict
from app.engine import DRAW, Move, Position, Setup

from .deps import CurrentVisit, Visit
from .views import StillView, still_view
from .words import capitalised

router = APIRouter()


@dataclass(frozen=True, slots=True)
class _Example:
    """A position in which one move keeps the win and another that looks as good loses it."""

    code: str
    tries: tuple[Move, ...]


EXAMPLES: Final = {
    "king": _Example("PY1-N-AAAAAAS", (Move.parse("KD"), DRAW)),
    "pyramid": _Example("PY1-N-AQSBZOZ", (Move.parse("9D4D"), Move.parse("9C4D"))),
    "partner": _Example("PY1-N-NANSJIR", (Move.parse("QHAD"), Move.parse("QDAD"))),
    "patience": _Example("PY1-N-LDUSSKO", (Move.parse("8C5C"), DRAW)),
}
"""The examples of the guide by their place in it; all of them begin at the start of a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TryView:
    """A move to try in an example."""

    text: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleView:
    """An example with its board, the moves to try, and what became of the one that was tried."""

    key: str
    title: str
    text: str
    board: StillView
    tries: tuple[TryView, ...]
    kind: str
    """`open` before a try; then `winnable`, `lost`, `unknown`, or `pending`."""
    verdict: str
    poll_url: str
    back_url: str
    code: str
    moves: str


@router.get("/guide")
async def show_guide(visit: CurrentVisit, example: str = "", move: str = "") -> Response:
    """Show the guide, with one example's move tried where the address says so."""
    standing = await _standing_after(visit, example, move)
    return await run_in_threadpool(_guide_page, visit, example, move, standing)


@router.get("/guide/{key}")
async def show_example(visit: CurrentVisit, key: str, move: str = "", attempt: int = 0) -> Response:
    """Show one example with a move tried, for the place that it has in the guide."""
    if key not in EXAMPLES:
        raise HTTPException(404)
    if not visit.wants_partial:
        return visit.redirect(f"/guide?example={key}&move={_tried(key, move) or ''}#{key}")
    standing = await _standing_after(visit, key, move)
    return await run_in_threadpool(_example_part, visit, key, move, standing, attempt + 1)


def _guide_page(visit: Visit, example: str, move: str, standing: Standing | None) -> Response:
    views = [
        _example_view(visit, key, move, standing) if key == example else _example_view(visit, key)
        for key in EXAMPLES
    ]
    return visit.page("guide.html", examples=views)


def _example_part(
    visit: Visit, key: str, move: str, standing: Standing | None, attempt: int
) -> Response:
    view = _example_view(visit, key, move, standing, attempt=attempt)
    return visit.page("_guide_example.html", example=view)


def _tried(key: str, text: str) -> Move | None:
    example = EXAMPLES.get(key)
    return next((move for move in example.tries if str(move) == text), None) if example else None


def _start(key: str) -> Position:
    return Position.start(Setup.parse(EXAMPLES[key].code))


async def _standing_after(visit: Visit, key: str, move: str) -> Standing | None:
    """Return what the solver says after a move of an example; `None` if none was tried as well."""
    tried = _tried(key, move)
    if tried is None:
        return None
    place = Place.of(_start(key).play(tried))
    standing: Standing | None = await visit.site.analysis.ask(AskStanding(place), asker=visit.asker)
    return standing


def _example_view(
    visit: Visit,
    key: str,
    move: str = "",
    standing: Standing | None = None,
    *,
    attempt: int = 0,
) -> ExampleView:
    example = EXAMPLES[key]
    tried = _tried(key, move)
    start = _start(key)
    position = start.play(tried) if tried else start
    url = f"{visit.site.root}/guide/{key}"
    kind, verdict = ("open", "") if tried is None else _judged(visit, standing)
    title, text = _texts(visit.language.gettext)[key]
    marked = () if tried else tuple(card for each in example.tries for card in each.cards)
    return ExampleView(
        key=key,
        title=title,
        text=text,
        board=still_view(position, words=visit.words, marked=marked),
        tries=tuple(
            TryView(
                text=capitalised(visit.words.move(each, short=True)),
                url=f"{url}?move={each}",
                chosen=each == tried,
            )
            for each in example.tries
        ),
        kind=kind,
        verdict=verdict,
        poll_url=f"{url}?move={tried}&attempt={attempt}" if kind == "pending" else "",
        back_url=url,
        code=example.code,
        moves=str(tried or ""),
    )


def _judged(visit: Visit, standing: Standing | None) -> tuple[str, str]:
    """Return the kind and the wording of what the solver says of a position of the guide."""
    _ = visit.language.gettext
    if standing is None:
        return "pending", _("finding out …")
    return {
        Verdict.WINNABLE: ("winnable", _("This keeps the win.")),
        Verdict.LOST: ("lost", _("This loses: the deal can no longer be won.")),
        Verdict.UNKNOWN: ("unknown", _("not known yet")),
    }[standing.verdict]


def _texts(_: Callable[[str], str]) -> dict[str, tuple[str, str]]:
    """Return the title and the advice of each example."""
    return {
        "king": (
            _("Kings first"),
            _(
                "A king needs no partner, so taking it can never cost you the win. It only opens"
                " what lies under it. Try it here, and compare it with drawing at once."
            ),
        ),
        "pyramid": (
            _("The pyramid before the waste"),
            _(
                "A four can go with either of two nines: one in the pyramid, one on the waste."
                " Two cards of the pyramid in one move are worth more than one, and the nine on"
                " the waste comes again in the next pass. Try both."
            ),
        ),
        "partner": (
            _("Which of two partners"),
            _(
                "Two queens are free and one ace can take either. Look at what each of them lies"
                " on, and at which cards above still wait for a queen or an ace: there are only"
                " four of each rank. Try both."
            ),
        ),
        "patience": (
            _("A pair that you leave"),
            _(
                "You never have to take a pair. Here the only pair on the table takes a card that"
                " is needed higher up, and drawing first keeps it. Try both."
            ),
        ),
    }
