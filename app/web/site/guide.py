"""The strategy guide: what to look for, with positions to try and the solver's word on each try."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import Standing
from app.engine import DRAW, Move, Position, Setup

from ..asking import standing_of
from ..drawing.boards import StillView, still_view
from ..visit import CurrentVisit, Visit
from ..words import Told, capitalised, next_attempt

router = APIRouter()


@dataclass(frozen=True, slots=True)
class _Example:
    """A position in which one move keeps the win and another that looks as good loses it."""

    code: str
    tries: tuple[Move, ...]

    @property
    def start(self) -> Position:
        """The start of the deal, where every example begins."""
        return Position.start(Setup.parse(self.code))


EXAMPLES: Final = {
    "king": _Example("PY1-N-AAAAAAS", (Move.parse("KD"), DRAW)),
    "pyramid": _Example("PY1-N-AQSBZOZ", (Move.parse("9D4D"), Move.parse("9C4D"))),
    "partner": _Example("PY1-N-NANSJIR", (Move.parse("QHAD"), Move.parse("QDAD"))),
    "patience": _Example("PY1-N-LDUSSKO", (Move.parse("8C5C"), DRAW)),
}
"""The examples of the guide by their place in it."""


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
    verdict: Told
    """What became of the try; its kind is `open` before one."""
    back_url: str
    code: str
    moves: str


@router.get("/guide")
async def show_guide(visit: CurrentVisit, example: str = "", move: str = "") -> Response:
    """Show the guide, with one example's move tried where the address says so."""
    tried = _tried(example, move)
    standing = await _standing(visit, example, tried)
    return await run_in_threadpool(_guide_page, visit, example, tried, standing)


@router.get("/guide/{key}")
async def show_example(visit: CurrentVisit, key: str, move: str = "", attempt: int = 0) -> Response:
    """Show one example with a move tried, for the place that it has in the guide."""
    if key not in EXAMPLES:
        raise HTTPException(404)
    tried = _tried(key, move)
    if not visit.wants_partial:
        return visit.redirect(f"/guide?example={key}&move={tried or ''}#{key}")
    standing = await _standing(visit, key, tried)
    return await run_in_threadpool(
        _example_part, visit, key, tried, standing, next_attempt(attempt)
    )


def _tried(key: str, text: str) -> Move | None:
    """Return the move of an example that a text names, if it is one to try."""
    tries = EXAMPLES[key].tries if key in EXAMPLES else ()
    return next((move for move in tries if str(move) == text), None)


async def _standing(visit: Visit, key: str, tried: Move | None) -> Standing | None:
    """Return what the solver says of the position after a try, if it has said it."""
    if tried is None:
        return None
    return await standing_of(visit, EXAMPLES[key].start.play(tried))


def _guide_page(visit: Visit, key: str, tried: Move | None, standing: Standing | None) -> Response:
    views = [
        _example_view(visit, each, tried if each == key else None, standing) for each in EXAMPLES
    ]
    return visit.page("guide.html", examples=views)


def _example_part(
    visit: Visit, key: str, tried: Move | None, standing: Standing | None, attempt: int
) -> Response:
    view = _example_view(visit, key, tried, standing, attempt=attempt)
    return visit.page("_guide_example.html", example=view)


def _example_view(
    visit: Visit, key: str, tried: Move | None, standing: Standing | None, *, attempt: int = 0
) -> ExampleView:
    example, words = EXAMPLES[key], visit.words
    position = example.start.play(tried) if tried else example.start
    url = f"{visit.site.root}/guide/{key}"
    verdict = Told(kind="open", text="")
    if tried is not None:
        verdict = words.tried(standing).asked(url, attempt, move=tried)
    title, text = _texts(visit.language.gettext)[key]
    marked = () if tried else tuple(card for each in example.tries for card in each.cards)
    return ExampleView(
        key=key,
        title=title,
        text=text,
        board=still_view(position, words=words, marked=marked),
        tries=tuple(
            TryView(
                text=capitalised(words.move(each, short=True)),
                url=f"{url}?move={each}",
                chosen=each == tried,
            )
            for each in example.tries
        ),
        verdict=verdict,
        back_url=url,
        code=example.code,
        moves=str(tried or ""),
    )


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
