"""Any deal from anywhere, solved: verdict, the shortest win step by step, and a game of it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.analysis import Solution
from app.engine import ROWS, Deal, Game, NotationError, Rules, Setup
from app.store import Help

from ..actions import note_seen
from ..asking import solution_of
from ..drawing.boards import StillView, still_view
from ..visit import CurrentVisit, Visit
from ..words import Told, capitalised, next_attempt
from .new import rules_choices

router = APIRouter()

SOLVE_PATIENCE: Final = 3.0
"""Seconds that a solution is waited for before the page says that it is on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One move of the line."""

    number: int
    text: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SolutionView:
    """What is known of a deal, and one position of its line."""

    code: str
    title: Told
    lines: tuple[str, ...]
    steps: tuple[StepView, ...]
    board: StillView
    step: int
    previous_url: str
    next_url: str
    next_text: str
    moves: str
    """The moves up to this position, for a game that goes on from here."""


@router.get("/solve")
def ask(visit: CurrentVisit, deal: str = "", rules: str = "N") -> Response:
    """Show the box for a deal; with a deal, go to its solution."""
    if not deal:
        return _form(visit, deal, rules)
    try:
        setup = Setup.read(deal, rules=Rules.parse(rules), letters=visit.words.letters())
    except NotationError as error:
        return _form(visit, deal, rules, fault=visit.words.fault(error))
    return visit.redirect(f"/solve/{setup}")


@router.get("/solve/{code}")
async def show_solution(
    visit: CurrentVisit, code: str, step: int = 0, attempt: int = 0
) -> Response:
    """Show what is known of a deal, with the board after some moves of its line."""
    try:
        setup = Setup.parse(code)
    except NotationError as error:
        fault = visit.words.fault(error)
        return await run_in_threadpool(_form, visit, code, "N", fault=fault, status=404)
    if code != str(setup):
        return visit.redirect(f"/solve/{setup}", status=301)
    solution = await solution_of(visit, setup, patience=SOLVE_PATIENCE)
    return await run_in_threadpool(
        _solution_page, visit, setup, solution, step, next_attempt(attempt)
    )


def _solution_page(
    visit: Visit, setup: Setup, solution: Solution | None, step: int, attempt: int
) -> Response:
    view = _solution_view(visit, setup, solution, step, attempt)
    if view.steps:
        note_seen(visit, setup, Help.SOLUTION)
    return visit.page("_solution.html" if visit.wants_partial else "solution.html", solution=view)


def _form(visit: Visit, deal: str, rules: str, *, fault: str = "", status: int = 422) -> Response:
    return visit.page(
        "solve.html",
        status=status if fault else 200,
        deal=deal[:4000],
        chosen=rules,
        choices=rules_choices(visit.words),
        fault=fault,
        example=_example(),
    )


def _example() -> str:
    """Return how a deal is typed: a line for each row of the pyramid, then the stock."""
    cards = Deal.numbered(0).cards
    ends = [row * (row + 1) // 2 for row in range(ROWS + 1)]
    rows = [cards[start:end] for start, end in pairwise(ends)]
    return "\n".join(" ".join(map(str, row)) for row in (*rows, cards[ends[-1] :]))


def _solution_view(
    visit: Visit, setup: Setup, solution: Solution | None, step: int, attempt: int
) -> SolutionView:
    words = visit.words
    line = (solution.line if solution else None) or ()
    step = max(0, min(step, len(line)))
    game = Game(setup, line[:step])
    url = f"{visit.site.root}/solve/{setup}"
    following = line[step] if step < len(line) else None
    return SolutionView(
        code=str(setup),
        title=words.solution(solution).asked(url, attempt),
        lines=words.facts(solution),
        steps=tuple(
            StepView(
                number=number,
                text=capitalised(words.move(move, short=True)),
                url=f"{url}?step={number}",
                current=number == step,
            )
            for number, move in enumerate(line, 1)
        ),
        board=still_view(
            game.position,
            words=words,
            marked=following.cards if following else (),
        ),
        step=step,
        previous_url=f"{url}?step={step - 1}" if step else "",
        next_url=f"{url}?step={step + 1}" if following else "",
        next_text=words.move(following, short=True) if following else "",
        moves=" ".join(map(str, line[:step])),
    )
