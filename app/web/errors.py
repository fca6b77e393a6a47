"""What is answered when something is wrong: a page, the table's place, or JSON."""

from collections.abc import Mapping

from fastapi import Request
from starlette.responses import JSONResponse, Response

from app.i18n import Language
from app.preferences import Preferences

from .deps import Site, Visit


def error_response(
    site: Site, request: Request, status: int, *, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer a request with an error, in the visitor's language as far as it is known.

    The store is left alone: it may be what is wrong.
    """
    visit = Visit(request, site, None, Preferences())
    title, text = _said(visit.language, status)
    response: Response
    if request.url.path.startswith(f"{site.root}/api/"):
        response = JSONResponse({"error": title, "detail": text}, status)
    else:
        template = "_error.html" if visit.wants_partial else "error.html"
        response = visit.page(template, status=status, code=status, title=title, text=text)
    response.headers.update(headers or {})
    return response


def _said(language: Language, status: int) -> tuple[str, str]:
    """Return what is wrong, and what would be right."""
    _ = language.gettext
    return {
        403: (
            _("Not from here"),
            _("This request came from another site. Open the game and play there."),
        ),
        404: (
            _("Not found"),
            _("There is nothing at this address, or it is another player's game."),
        ),
        405: (_("Not possible"), _("This address can't be used in this way.")),
        413: (_("Too large"), _("This is more than any deal or move needs.")),
        422: (_("Not understood"), _("Something in this request is missing or wrong.")),
        503: (
            _("Out of order for a moment"),
            _("The games can't be reached right now. Nothing is lost; try again soon."),
        ),
    }.get(
        status,
        (
            _("Something went wrong"),
            _("The fault is here, not with you. Nothing is lost; try again."),
        ),
    )
