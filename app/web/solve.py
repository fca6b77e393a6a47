"""Any deal from anywhere, solved: verdict, the shortest win step by step, and a game of it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.analysis import Solution, Verdict
from app.engine import ROWS, Deal, Game, Kind, NotationError, Rules, Setup

from .advice import next_attempt
from .deals import rules_choices
from .deps import CurrentVisit, Visit
from .views import StillView, still_view
from .words import Words, capitalised

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
    kind: str
    """`winnable`, `hopeless`, `unknown` or `pending`."""
    title: str
    lines: tuple[str, ...]
    steps: tuple[StepView, ...]
    board: StillView
    step: int
    previous_url: str
    next_url: str
    next_text: str
    moves: str
    """The moves up to this position, for a game that goes on from here."""
    poll_url: str


@router.get("/solve")
def ask(visit: CurrentVisit, deal: str = "", rules: str = "N") -> Response:
    """Show the box for a deal; with a deal, go to its solution."""
    if not deal:
        return _form(visit, deal, rules)
    try:
        setup = read_setup(deal, rules)
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
    solution = await visit.site.analysis.solution(
        str(setup), asker=visit.asker, patience=SOLVE_PATIENCE
    )
    return await run_in_threadpool(
        _solution_page, visit, setup, solution, step, next_attempt(attempt)
    )


def read_setup(text: str, rules: str) -> Setup:
    """Read a code, or a deal in any notation with rules beside it; raises `NotationError`."""
    if "PY" in text.upper() and "PYSOL" not in text.upper():
        return Setup.parse(text)
    return Setup(Rules.parse(rules), Deal.read(text))


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


def _solution_page(
    visit: Visit, setup: Setup, solution: Solution | None, step: int, attempt: int
) -> Response:
    view = _solution_view(visit, setup, solution, step, attempt)
    template = "_solution.html" if visit.wants_partial else "solution.html"
    return visit.page(template, solution=view)


def _solution_view(
    visit: Visit, setup: Setup, solution: Solution | None, step: int, attempt: int
) -> SolutionView:
    words = visit.words
    line = (solution.line if solution else None) or ()
    step = max(0, min(step, len(line)))
    game = Game(setup, line[:step])
    url = f"{visit.site.root}/solve/{setup}"
    kind, title = title_of(solution, words)
    following = line[step] if step < len(line) else None
    return SolutionView(
        code=str(setup),
        kind=kind,
        title=title,
        lines=_facts(solution, words),
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
        poll_url="" if solution else f"{url}?attempt={attempt}",
    )


def title_of(solution: Solution | None, words: Words) -> tuple[str, str]:
    """Return the kind of a solution and what is said of it first."""
    _ = words.language.gettext
    if solution is None:
        return "pending", _("Being solved …")
    return {
        Verdict.WINNABLE: ("winnable", _("This deal can be won.")),
        Verdict.LOST: ("hopeless", _("This deal cannot be won under these rules.")),
        Verdict.UNKNOWN: ("unknown", _("This was not found out in time.")),
    }[solution.verdict]


def _facts(solution: Solution | None, words: Words) -> tuple[str, ...]:
    """Return what is proved of a deal, in sentences."""
    _, n = words.language.gettext, words.language.ngettext
    if solution is None:
        return ()
    if solution.line is None:
        if solution.most is None:
            return ()
        return (
            n(
                "At most {count} card of the pyramid can go.",
                "At most {count} cards of the pyramid can go.",
                solution.most,
            ).format(count=solution.most),
        )
    count = len(solution.line)
    shortest = n(
        "The shortest win takes {count} move.", "The shortest win takes {count} moves.", count
    )
    some = n("A win in {count} move:", "A win in {count} moves:", count)
    turns = sum(move.kind is not Kind.REMOVE for move in solution.line)
    return (
        (shortest if solution.shortest else some).format(count=count),
        n(
            "{count} of them is a draw or a turn of the waste.",
            "{count} of them are draws and turns of the waste.",
            turns,
        ).format(count=turns),
    )
