"""New games: presets, custom rules, the box for a code."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.analysis import Verdict
from app.engine import (
    PRESETS,
    Goal,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Rules,
    Setup,
    Talon,
)
from app.record import GRADES
from app.store import LogFull, Origin

from ..actions import begin, random_setup
from ..asking import standing_of, winnable_setup
from ..visit import CurrentVisit, Visit, game_path
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
    parts: tuple[str, ...]
    """What it is, in phrases."""
    sentence: str
    """What is particular about it."""
    chance: str
    """How many deals by chance can be won."""


def rules_choices(words: Words) -> tuple[RulesChoice, ...]:
    """Return every preset, in the order in which they are offered."""
    return tuple(
        RulesChoice(
            letter,
            words.rules_name(rules),
            words.rules_parts(rules),
            words.rules_sentence(rules),
            words.chance(rules),
        )
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
    before: Text = ""
    """The game that this was asked for at, as in `game_path`: it can be gone back to."""
    chosen: Text = ""
    """Whether the form shows the box for `winnable`, so that it is a choice to be kept."""
    grade: Text = ""
    """How hard a deal by chance is to be, 1 to 5."""
    press: Text = ""
    """A key that only this form has: sent twice, it begins one game."""
    look: Text = ""
    """Whether a deal of a code that can't be won is to be shown first."""
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
    if not (wanted.code.strip() or wanted.rules):
        fault = visit.language.gettext("Choose rules, or enter the code of a deal.")
        return await run_in_threadpool(_once_more, visit, wanted, fault)
    try:
        moves = tuple(map(Move.parse, wanted.moves.split()))
        setup = await _setup(visit, wanted)
    except NotationError as error:
        return await run_in_threadpool(_once_more, visit, wanted, visit.words.fault(error))
    if setup is None:
        return await run_in_threadpool(
            _once_more, visit, wanted, visit.words.none_found(), status=503
        )
    if wanted.look and await _is_hopeless(visit, setup):
        return visit.redirect(f"/d/{setup}")
    return await run_in_threadpool(_begun, visit, wanted, setup, moves)


async def _setup(visit: Visit, wanted: _Wanted) -> Setup | None:
    """Return what is to be played, `None` if no deal that can be won was found in time.

    Raises `NotationError`.
    """
    if wanted.code.strip():
        return Setup.read(wanted.code, letters=visit.words.letters())
    rules = _rules(wanted)
    grade = _wanted_grade(wanted, rules)
    if wanted.winnable or grade:
        return await winnable_setup(visit, rules, grade=grade)
    return random_setup(rules)


def _wanted_grade(wanted: _Wanted, rules: Rules) -> int:
    """Return the grade that is wished for, 0 for any; custom rules have none."""
    known = wanted.grade in map(str, GRADES) and rules.letter
    return int(wanted.grade) if known else 0


def _begun(visit: Visit, wanted: _Wanted, setup: Setup, moves: tuple[Move, ...]) -> Response:
    origin = Origin.CODE if wanted.code.strip() else Origin.DEALT
    if moves:
        origin = Origin.CONTINUED
    try:
        # A deal by chance that had to be one that can be won is one.
        had_to = wanted.winnable or _wanted_grade(wanted, setup.rules)
        winnable = True if origin is Origin.DEALT and had_to else None
        stored = begin(
            visit, setup, origin=origin, given=moves, winnable=winnable, press=wanted.press
        )
    except LogFull as full:
        return _once_more(visit, wanted, visit.words.given_too_many(len(moves), full.most))
    except IllegalMove as illegal:
        fault = visit.words.refusal(illegal.reason, card=None, position=None)
        return _once_more(visit, wanted, fault)
    if wanted.chosen and visit.preferences.only_winnable is not bool(wanted.winnable):
        # The next deal of the same rules is then asked for in the same way.
        visit.choose({"only_winnable": bool(wanted.winnable)})
    return visit.redirect(game_path(stored.id, before=wanted.before))


def _once_more(visit: Visit, wanted: _Wanted, fault: str, *, status: int = 422) -> Response:
    """Show the page for a new game again, with what is wrong with what was asked for."""
    return choose(visit, code=wanted.code, wanted=wanted, fault=fault, status=status)


async def _is_hopeless(visit: Visit, setup: Setup) -> bool:
    """Whether a deal is known not to be winnable, or found out at once."""
    standing = await standing_of(visit, Position.start(setup))
    return standing is not None and standing.verdict is Verdict.LOST


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
        grades=tuple((grade, visit.words.grade_name(grade)) for grade in GRADES),
        grade=wanted.grade if wanted else "",
        fault=fault,
    )
