"""Deals and rules for programs, and the page that describes the interface."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from app import engine
from app.engine import PRESETS, NotationError, Setup

from ..visit import CurrentVisit
from .answers import json_error, json_response
from .document import API_PATH, answers
from .models import Deal, Fault, Presets, Rules
from .page import document_view

router = APIRouter(
    prefix=API_PATH, generate_unique_id_function=lambda route: route.name.replace("_", "-")
)


@router.get(
    "/deals/{code:path}",
    tags=["deals"],
    response_model=Deal,
    response_description="The deal.",
    responses=answers(422),
)
def read_deal(
    visit: CurrentVisit,
    code: Annotated[str, Path(description="A deal code.", examples=["PY1-N-AAAAAAS"])],
) -> Response:
    """Look at a deal before it is played.

    The code is read as people write it, in any case and with any dashes or none. Nothing is
    created and nothing counted. The answer has what lies face up at the start.
    """
    try:
        setup = Setup.parse(code)
    except NotationError as error:
        return json_error(visit, 422, Fault.NOTATION, visit.words.fault(error))
    return json_response(visit, Deal.of(setup))


@router.get(
    "/rules",
    tags=["rules"],
    response_model=Presets,
    response_description="The presets.",
    responses=answers(),
)
def list_rules(visit: CurrentVisit) -> Response:
    """List the published rule sets."""
    presets = [Rules.of(rules, visit.words) for rules in PRESETS.values()]
    return json_response(visit, Presets(presets=presets))


@router.get(
    "/rules/{rules}",
    tags=["rules"],
    response_model=Rules,
    response_description="The rule set.",
    responses=answers(422),
)
def read_rules(
    visit: CurrentVisit,
    rules: Annotated[str, Path(description="The letters of a rule set.", examples=["N"])],
) -> Response:
    """Look at a rule set: a preset by its letter, or custom rules by theirs."""
    try:
        found = engine.Rules.parse(rules)
    except NotationError as error:
        return json_error(visit, 422, Fault.NOTATION, visit.words.fault(error))
    return json_response(visit, Rules.of(found, visit.words))


@router.get("/docs", include_in_schema=False)
def show_document(request: Request, visit: CurrentVisit) -> Response:
    """Show the interface's document as a page."""
    document = document_view(request.app.openapi(), base_url=visit.base_url)
    return visit.page("api.html", document=document)
