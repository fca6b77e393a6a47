"""The way to another device: a code for it, and the page where it is used."""

from typing import Annotated, Final

import segno
from fastapi import APIRouter, Form
from markupsafe import Markup
from starlette.responses import Response

from app.store import Joining
from app.store.transfers import LASTS, TRIES

from ..visit import CurrentVisit, Visit

router = APIRouter()

_HALF: Final = 5
"""Symbols of a code that stand together."""


@router.post("/yours/transfer")
def begin_transfer(visit: CurrentVisit) -> Response:
    """Make a code for another device; the one before is no more."""
    code = visit.site.store.transfers.begin(visit.identified().id)
    shown = f"{code[:_HALF]}-{code[_HALF:]}"
    url = f"{visit.base_url}/yours/join?code={shown}"
    return visit.page(
        "transfer.html",
        code=shown,
        url=url,
        picture=_picture(url),
        minutes=round(LASTS.total_seconds() / 60),
    )


def _picture(url: str) -> Markup:
    """Return the link as a QR code, black on white in every theme."""
    drawn = segno.make_qr(url, error="m")
    return Markup(
        drawn.svg_inline(scale=5, dark="#000", light="#fff", omitsize=True, svgclass=None)
    )


@router.get("/yours/join")
def show_joining(visit: CurrentVisit, code: str = "") -> Response:
    """Show the form for a code; looking at it uses none."""
    return _page(visit, code)


def _page(visit: Visit, code: str, *, fault: str = "", status: int = 200) -> Response:
    return visit.page("join.html", status=status, code=code[:40], fault=fault)


@router.post("/yours/join")
def join(visit: CurrentVisit, code: Annotated[str, Form()] = "") -> Response:
    """Become the visitor whose code that is."""
    _ = visit.language.gettext
    own = "" if visit.visitor is None else visit.visitor.id
    client = visit.request.client
    found = visit.site.store.transfers.join(code, own=own, address=client.host if client else "")
    if found.joining is Joining.TOO_MANY:
        text = _("Too many codes were tried from here: at most {count} an hour. Try again later.")
        response = _page(visit, code, fault=text.format(count=TRIES), status=429)
        response.headers["Retry-After"] = "3600"
        return response
    if found.joining is Joining.WRONG:
        text = _("No such code is valid now. Make a new one on the other device.")
        return _page(visit, code, fault=text, status=422)
    if found.joining is Joining.SAME:
        text = _("This is the device that the code is from: use it on the other one.")
        return _page(visit, code, fault=text, status=422)
    if own:
        visit.visitor = visit.site.store.visitors.of_token(visit.token)
    else:
        visit.become(found.visitor_id)
    return visit.redirect("/yours?joined=1")
