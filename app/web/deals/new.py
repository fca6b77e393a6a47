"""New games: presets, custom rules, the box for a code."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.engine import PRESETS, Goal, IllegalMove, Move, NotationError, Rules, Setup, Talon

from ..actions import begin, random_setup
from ..asking import winnable_setup
from ..visit import CurrentVisit, Visit
from ..words import Words

router = APIRouter()

Text = Annotated[str, Form()]

CUSTOM = "custom"
"""The value of `rules` with which the five choices of custom rules are read."""


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A preset as the lists of rules show it."""

    letter: str
    name: str
    summary: str


def rules_choices(words: Words) -> tuple[RulesChoice, ...]:
    """Return every preset, in the order in which they are offered."""
    return tuple(
        RulesChoice(letter, words.rules_name(rules), words.rules_summary(rules))
        for letter, rules in PRESETS.items()
    )


@router.get("/new")
def choose_game(visit: CurrentVisit) -> Response:
    """Show the presets, the custom rules and the box for a code."""
    return choose(visit)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the forms for a new game ask for."""

    rules: Text = ""
    code: Text = ""
    moves: Text = ""
    winnable: Text = ""
    opening_waste: Text = ""
    talon: Text = Talon.WASTE.value
    passes: Text = ""
    goal: Text = Goal.PYRAMID.value
    cover_pairs: Text = ""


@router.post("/games")
async def new_game(visit: CurrentVisit, wanted: Annotated[_Wanted, Depends()]) -> Response:
    """Begin a game of a code, or of some rules with a deal by chance.

    With `winnable` the deal is one that can be won. With a code, `moves` are made at once, so
    that a game goes on from any position.
    """
    _ = visit.language.gettext
    code = wanted.code
    try:
        moves = tuple(map(Move.parse, wanted.moves.split()))
        if code.strip():
            setup: Setup | None = Setup.read(code, letters=visit.words.letters())
        elif wanted.rules and wanted.winnable:
            setup = await winnable_setup(visit, _rules(wanted))
        elif wanted.rules:
            setup = random_setup(_rules(wanted))
        else:
            return choose(visit, fault=_("Choose rules, or enter the code of a deal."))
        if setup is None:
            return choose(visit, wanted=wanted, fault=visit.words.none_found(), status=503)
        stored = await run_in_threadpool(begin, visit, setup, moves=moves)
    except NotationError as error:
        return choose(visit, code=code, wanted=wanted, fault=visit.words.fault(error))
    except IllegalMove as illegal:
        fault = visit.words.refusal(illegal.reason, card=None, position=None)
        return choose(visit, code=code, wanted=wanted, fault=fault)
    return visit.redirect(f"/g/{stored.id}")


def _rules(wanted: _Wanted) -> Rules:
    """Return the rules that a form asks for; raises `NotationError`."""
    if wanted.rules != CUSTOM:
        return Rules.parse(wanted.rules)
    try:
        return Rules.custom(
            opening_waste=bool(wanted.opening_waste),
            talon=Talon(wanted.talon),
            passes=int(wanted.passes) if wanted.passes else None,
            goal=Goal(wanted.goal),
            cover_pairs=bool(wanted.cover_pairs),
        )
    except ValueError as error:
        found = " ".join((wanted.talon, wanted.passes, wanted.goal))[:40]
        raise NotationError(str(error), kind="rules", found=found) from error


def choose(
    visit: Visit,
    *,
    code: str = "",
    wanted: _Wanted | None = None,
    fault: str = "",
    status: int = 422,
) -> Response:
    """Show the page for a new game, with what was entered still in it if there was a fault."""
    winnable = visit.preferences.only_winnable if wanted is None else bool(wanted.winnable)
    return visit.page(
        "new.html",
        status=status if fault else 200,
        choices=rules_choices(visit.words),
        code=code[:4000],
        custom=wanted if wanted and wanted.rules == CUSTOM else _Wanted(passes="3"),
        winnable=winnable,
        fault=fault,
    )
