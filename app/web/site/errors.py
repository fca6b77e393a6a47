"""What is answered when something is wrong: a page, the table's place, or JSON."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, get_type_hints

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response

from app.i18n import Language
from app.preferences import Preferences

from ..api.answers import json_error
from ..api.models import Fault
from ..visit import Site, Visit, visit_of

_FAULTS = {
    400: Fault.BAD_REQUEST,
    401: Fault.UNKNOWN_TOKEN,
    403: Fault.OTHER_SITE,
    404: Fault.NOT_FOUND,
    405: Fault.WRONG_METHOD,
    413: Fault.TOO_LARGE,
    422: Fault.INVALID,
    503: Fault.UNAVAILABLE,
}
_STORE_FAILED = 503
"""The status of an answer that the store could not give."""


def error_response(
    site: Site, request: Request, status: int, *, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer a request with an error, in the visitor's language and colours.

    May ask the store for them, and so belongs in a thread. Where the store is what is wrong, or
    fails as well, the answer is that for a stranger.
    """
    visit = _visit_so_far(site, request, asks=status != _STORE_FAILED)
    title, text = _said(visit.language, status)
    if _wants_json(site, request):
        response = json_error(visit, status, _FAULTS.get(status, Fault.FAILED), text)
    else:
        template = "_error.html" if visit.wants_partial else "error.html"
        response = visit.page(template, status=status, code=status, title=title, text=text)
    if visit.wants_partial and "game" not in request.headers.get("hx-target", ""):
        # What was asked for goes into a part of the page, which an error page does not fit into.
        response.headers["HX-Retarget"] = "main"
        response.headers["HX-Reswap"] = "outerMorph"
    response.headers.update(headers or {})
    return response


def invalid_response(site: Site, request: Request, error: RequestValidationError) -> Response:
    """Answer a request whose fields are not what they should be; in JSON, say which and how."""
    if not _wants_json(site, request):
        return error_response(site, request, 422)
    visit = _visit_so_far(site, request, asks=False)
    detail = _what_to_send(visit, error, _examples(request))
    stored = getattr(request.state, "stored", None)
    return json_error(visit, 422, Fault.INVALID, detail, stored)


def _visit_so_far(site: Site, request: Request, *, asks: bool) -> Visit:
    """Return the visit as the request made it, or one of a stranger if it did not come to that.

    With `asks` the store is asked first who it is: no route was found, or none was looked for.
    """
    visit: Visit | None = getattr(request.state, "visit", None)
    if visit is None and asks and not _wants_json(site, request):
        # An error page has to come whatever else is wrong, so no fault of the store's may end it.
        with suppress(Exception):
            visit = visit_of(request)
    return visit or Visit(request, site, None, Preferences())


def _wants_json(site: Site, request: Request) -> bool:
    return request.url.path.removeprefix(site.root).startswith("/api/")


def _examples(request: Request) -> list[str]:
    """Return what a body of the requested route may look like; none where it takes none."""
    body: Any = get_type_hints(request.scope["route"].endpoint).get("body")
    if body is None:
        return []
    return [json.dumps(each) for each in body.model_config["json_schema_extra"]["examples"]]


def _what_to_send(visit: Visit, error: RequestValidationError, examples: list[str]) -> str:
    """Return which fields are at fault, and what a right body looks like if there is one."""
    _ = visit.language.gettext
    places = [place for each in error.errors() for place in each["loc"][1:2]]
    fields = dict.fromkeys(_printable(place) for place in places if isinstance(place, str))
    example = _(" or ").join(examples)
    if not examples:
        text = _("Wrong in the address: {fields}. The page of this interface says what it may be.")
        return text.format(fields=visit.words.listed([f"“{field}”" for field in fields]))
    if not fields:
        return _(
            "Send a JSON object, with the content type application/json, such as {example}."
        ).format(example=example)
    names = visit.words.listed([f"“{field}”" for field in fields])
    return _("Missing or wrong: {fields}. Send a JSON object such as {example}.").format(
        fields=names, example=example
    )


def _printable(name: str) -> str:
    """Return the beginning of a name that somebody sent; JSON can hold half a character."""
    return name[:40].encode(errors="replace").decode()


def _said(language: Language, status: int) -> tuple[str, str]:
    """Return what is wrong, and what would be right."""
    _ = language.gettext
    not_understood = (
        _("Not understood"),
        _("Something in this request is missing or wrong."),
    )
    return {
        400: not_understood,
        401: (
            _("Not known here"),
            _("This token is nobody’s. Begin a game without a token to get one."),
        ),
        403: (
            _("Not from here"),
            _("This request came from another site. Open the game and play there."),
        ),
        404: (
            _("Not found"),
            _("There is nothing at this address, or it is another player’s game."),
        ),
        405: (_("Not possible"), _("This address can’t be used in this way.")),
        413: (_("Too large"), _("This is more than any deal or move needs.")),
        422: not_understood,
        503: (
            _("Out of order for a moment"),
            _("The games can’t be reached right now. Nothing is lost; try again soon."),
        ),
    }.get(
        status,
        (
            _("Something went wrong"),
            _("The fault is here, not with you. Nothing is lost; try again."),
        ),
    )
