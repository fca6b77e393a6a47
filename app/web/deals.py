"""New games and shared deals: presets, custom rules, codes, a deal's own page and picture."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.engine import PRESETS, Goal, NotationError, Rules, Setup, Talon

from .deps import CurrentVisit, Visit, random_setup
from .preview import preview_picture
from .views import deal_view
from .words import Words

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
    return _choose(visit)


@router.post("/games")
def new_game(
    visit: CurrentVisit,
    rules: Text = "",
    code: Text = "",
    opening_waste: Text = "",
    talon: Text = Talon.WASTE.value,
    passes: Text = "",
    goal: Text = Goal.PYRAMID.value,
    cover_pairs: Text = "",
) -> Response:
    """Begin a game of a code, or of some rules with a deal by chance."""
    _ = visit.language.gettext
    try:
        if code.strip():
            setup = Setup.parse(code)
        elif rules == CUSTOM:
            setup = random_setup(_custom(opening_waste, talon, passes, goal, cover_pairs))
        elif rules:
            setup = random_setup(Rules.parse(rules))
        else:
            return _choose(visit, code=code, fault=_("Choose rules, or enter the code of a deal."))
    except NotationError as error:
        return _choose(visit, code=code, fault=visit.words.fault(error))
    return visit.redirect(f"/g/{visit.new_game(setup).id}")


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
        deal=deal_view(setup, words=visit.words, face=visit.site.renderer.face),
        picture=f"{visit.base_url}/d/{setup}.png",
        address=f"{visit.base_url}/d/{setup}",
    )


def _custom(opening_waste: str, talon: str, passes: str, goal: str, cover_pairs: str) -> Rules:
    """Return the rules that the five fields of the form say; raises `NotationError`."""
    try:
        return Rules.custom(
            opening_waste=bool(opening_waste),
            talon=Talon(talon),
            passes=int(passes) if passes else None,
            goal=Goal(goal),
            cover_pairs=bool(cover_pairs),
        )
    except ValueError as error:
        found = " ".join((talon, passes, goal))[:40]
        raise NotationError(str(error), kind="rules", found=found) from error


def _choose(visit: Visit, *, code: str = "", fault: str = "", status: int = 422) -> Response:
    return visit.page(
        "new.html",
        status=status if fault else 200,
        choices=rules_choices(visit.words),
        code=code[:400],
        fault=fault,
    )
