"""New games and shared deals: presets, custom rules, codes, a deal's own page and picture."""

import secrets
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.analysis import AskStanding, AskWinnable, Found, Place, Standing, Verdict
from app.engine import (
    PRESETS,
    Deal,
    Goal,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Rules,
    Setup,
    Talon,
)

from .deps import CurrentVisit, Visit, random_setup
from .preview import preview_picture
from .views import still_view
from .words import Words

router = APIRouter()

Text = Annotated[str, Form()]

CUSTOM = "custom"
"""The value of `rules` with which the five choices of custom rules are read."""


TRIED_DEALS: Final = 30_000
"""Deals that are tried for one that can be won: enough for rules that one in 3000 wins under."""
WINNABLE_PATIENCE: Final = 10.0
"""Seconds that a deal that can be won is waited for."""


MOST_MOVES: Final = 500
"""Moves that a game can begin with: each becomes a row in the store."""


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
    return _choose(visit)


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

    async def again(fault: str, *, status: int = 422) -> Response:
        return await run_in_threadpool(
            _choose, visit, code=code, wanted=wanted, fault=fault, status=status
        )

    try:
        moves = _moves(wanted.moves)
        if code.strip():
            setup: Setup | None = Setup.parse(code)
        elif wanted.rules and wanted.winnable:
            setup = await winnable_setup(visit, _rules(wanted))
        elif wanted.rules:
            setup = random_setup(_rules(wanted))
        else:
            return await again(_("Choose rules, or enter the code of a deal."))
        if setup is None:
            return await again(none_found(visit), status=503)
        stored = await run_in_threadpool(visit.new_game, setup, moves=moves)
    except NotationError as error:
        return await again(visit.words.fault(error))
    except IllegalMove as illegal:
        return await again(visit.words.refusal(illegal.reason, card=None, position=None))
    except _TooManyMoves as many:
        text = _("{count} moves are more than a game can begin with; the most are {most}.")
        return await again(text.format(count=many.count, most=MOST_MOVES))
    return visit.redirect(f"/g/{stored.id}")


async def winnable_setup(visit: Visit, rules: Rules) -> Setup | None:
    """Return rules with a deal by chance that can be won, `None` if none was found in time."""
    question = AskWinnable(str(rules), secrets.randbits(64), TRIED_DEALS)
    found: Found | None = await visit.site.analysis.ask(
        question, asker=visit.asker, patience=WINNABLE_PATIENCE
    )
    if found is None or found.number is None:
        return None
    return Setup(rules, Deal.numbered(found.number))


def none_found(visit: Visit) -> str:
    """Return what is said where `winnable_setup` found nothing."""
    _ = visit.language.gettext
    return _("No deal that can be won was found in time. Try again, or without that wish.")


@router.get("/d/{code}/verdict")
async def deal_verdict(visit: CurrentVisit, code: str, attempt: int = 0) -> Response:
    """Say whether a shared deal can be won; asks again by itself while that is found out."""
    try:
        setup = Setup.parse(code)
    except NotationError as error:
        raise HTTPException(404) from error
    standing: Standing | None = await visit.site.analysis.ask(
        AskStanding(Place.of(Position.start(setup))), asker=visit.asker
    )
    if not visit.wants_partial:
        return visit.redirect(f"/d/{setup}")
    return await run_in_threadpool(_verdict_part, visit, setup, standing, attempt + 1)


@dataclass(frozen=True, slots=True)
class DealLabel:
    """Whether a deal can be won, or where to ask."""

    kind: str
    text: str
    poll_url: str = ""


def _deal_label(
    visit: Visit, setup: Setup, standing: Standing | None, attempt: int = 0
) -> DealLabel:
    _ = visit.language.gettext
    if standing is None:
        url = f"{visit.site.root}/d/{setup}/verdict?attempt={attempt}"
        return DealLabel("pending", _("Finding out whether this deal can be won …"), url)
    return {
        Verdict.WINNABLE: DealLabel("winnable", _("This deal can be won.")),
        Verdict.LOST: DealLabel("hopeless", _("This deal cannot be won under these rules.")),
        Verdict.UNKNOWN: DealLabel("unknown", _("Whether this deal can be won is not known yet.")),
    }[standing.verdict]


def _verdict_part(visit: Visit, setup: Setup, standing: Standing | None, attempt: int) -> Response:
    label = _deal_label(visit, setup, standing, attempt)
    return visit.page("_deal_verdict.html", label=label)


@router.get("/d/{code:path}")
def show_deal(visit: CurrentVisit, code: str) -> Response:
    """Show a shared deal, or with `.png` its picture; nothing is created and nothing counted."""
    wants_picture = code.lower().endswith(".png")
    text = code[: -len(".png")] if wants_picture else code
    try:
        setup = Setup.parse(text.rstrip("/"))
    except NotationError as error:
        if wants_picture:
            raise HTTPException(404) from error
        return _choose(visit, code=text, fault=visit.words.fault(error), status=404)
    if text != str(setup):
        return visit.redirect(f"/d/{setup}{'.png' if wants_picture else ''}", status=301)
    if wants_picture:
        return Response(
            preview_picture(setup),
            media_type="image/png",
            headers={"Cache-Control": "public, max-age=31536000, immutable"},
        )
    return visit.page(
        "deal.html",
        deal=still_view(Position.start(setup), words=visit.words, shows_stock=False),
        label=_deal_label(
            visit, setup, visit.site.analysis.known(AskStanding(Place.of(Position.start(setup))))
        ),
        picture=f"{visit.base_url}/d/{setup}.png",
        address=f"{visit.base_url}/d/{setup}",
    )


class _TooManyMoves(ValueError):
    """There are more moves than a game can begin with."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def _moves(text: str) -> tuple[Move, ...]:
    """Return the moves that a form gives; raises `NotationError` and `_TooManyMoves`."""
    words = text.split()
    if len(words) > MOST_MOVES:
        raise _TooManyMoves(len(words))
    return tuple(map(Move.parse, words))


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


def _choose(
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
        code=code[:400],
        custom=wanted if wanted and wanted.rules == CUSTOM else _Wanted(passes="3"),
        winnable=winnable,
        fault=fault,
    )
