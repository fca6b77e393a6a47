"""A visitor's data: taking it along, bringing it in, the devices that it is known in, the end."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from app.record.exchange import ExchangeError
from app.store import Device
from app.store.leaving import IDLE
from app.store.visitors import UNUSED_FOR

from ..cookies import forget_token
from ..visit import CurrentVisit, Visit
from .faults import fault_text
from .taking import as_table, packed, take_in

router = APIRouter()

FILE: Final = "pyramid-solitaire"
"""How files that are taken along are named."""
_SURE: Final = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """A browser that the visitor is known in."""

    name: str
    label: str
    seen: str
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is said over the page: that something was done, or what was wrong."""

    done: str = ""
    fault: str = ""
    is_unchanged: bool = False
    """Whether it has to be said that nothing has changed."""


@router.get("/yours")
def yours(visit: CurrentVisit, joined: str = "") -> Response:
    """Show what can be done with one's own data."""
    text = visit.language.gettext("This device and the other one have the same games now.")
    return _page(visit, Said(done=text if joined and visit.visitor else ""))


def _page(visit: Visit, said: Said, *, status: int = 200) -> Response:
    devices: tuple[Device, ...] = ()
    if visit.visitor is not None:
        token = visit.new_token or visit.token
        devices = visit.site.store.devices.of(visit.visitor.id, token)
    return visit.page(
        "yours.html",
        status=status,
        said=said,
        is_known=visit.visitor is not None,
        devices=tuple(_device(each, visit) for each in devices),
        unused_days=UNUSED_FOR.days,
        idle_days=IDLE.days,
    )


def _device(device: Device, visit: Visit) -> DeviceView:
    _ = visit.language.gettext
    seen = device.seen_at or device.made_at
    return DeviceView(
        name=device.name,
        label=device.label or _("A browser without a name"),
        seen=visit.words.short_day(seen.date()) if seen else "",
        is_own=device.is_own,
    )


# Devices


@router.post("/yours/devices/{device}/end")
def end_device(visit: CurrentVisit, device: str) -> Response:
    """End a device of the visitor's: it is a newcomer then."""
    if visit.visitor is None:
        raise HTTPException(404)
    own = next((each for each in _devices(visit) if each.is_own), None)
    if not visit.site.store.devices.end(visit.visitor.id, device):
        raise HTTPException(404)
    response = visit.redirect("/yours")
    if own is not None and own.name == device:
        forget_token(response, visit.request.headers, root=visit.site.root)
    return response


@router.post("/yours/devices/end-others")
def end_other_devices(visit: CurrentVisit) -> Response:
    """End all devices but the one that asks."""
    if visit.visitor is not None:
        visit.site.store.devices.end_others(visit.visitor.id, visit.token)
    return visit.redirect("/yours")


def _devices(visit: Visit) -> tuple[Device, ...]:
    if visit.visitor is None:
        return ()
    return visit.site.store.devices.of(visit.visitor.id, visit.token)


# Taking along


@router.get("/yours/export.jsonl.gz")
def export_games(visit: CurrentVisit) -> Response:
    """Send all games with their logs, as a file that can be brought in elsewhere."""
    if visit.visitor is None:
        raise HTTPException(404)
    return _file(visit, packed(visit, visit.visitor.id), "jsonl.gz", "application/gzip")


@router.get("/yours/export.csv")
def export_table(visit: CurrentVisit) -> Response:
    """Send a table of all games."""
    if visit.visitor is None:
        raise HTTPException(404)
    return _file(visit, as_table(visit, visit.visitor.id), "csv", "text/csv; charset=utf-8")


def _file(visit: Visit, pieces: object, ending: str, media_type: str) -> Response:
    day = visit.site.now().date().isoformat()
    response = StreamingResponse(pieces, media_type=media_type)  # type: ignore[arg-type]
    response.headers["Content-Disposition"] = f'attachment; filename="{FILE}-{day}.{ending}"'
    return visit.finished(response)


# Bringing in


@router.post("/yours/import")
async def import_games(visit: CurrentVisit, request: Request) -> Response:
    """Take in the games of a file."""
    async with request.form(max_files=1, max_fields=10) as form:
        return await run_in_threadpool(_imported, visit, form.get("file"))


def _imported(visit: Visit, file: object) -> Response:
    _, n = visit.language.gettext, visit.language.ngettext
    if not isinstance(file, UploadFile) or not file.size:
        return _page(visit, Said(fault=_("Choose a file first.")), status=422)
    try:
        taken = take_in(visit, file.file)
    except ExchangeError as error:
        said = Said(fault=fault_text(error, visit.language), is_unchanged=True)
        return _page(visit, said, status=422)
    text = n(
        "The file has {count} game. New here: {new}.",
        "The file has {count} games. New here: {new}.",
        taken.games,
    )
    return _page(visit, Said(done=text.format(count=taken.games, new=taken.new)))


# The end


@router.post("/yours/delete")
def delete_everything(visit: CurrentVisit, sure: Annotated[str, Form()] = "") -> Response:
    """Delete the visitor and all that is theirs."""
    _ = visit.language.gettext
    if sure != _SURE:
        text = _("Nothing was deleted. Tick the box if you are sure.")
        return _page(visit, Said(fault=text), status=422)
    if visit.visitor is not None:
        visit.site.store.visitors.delete(visit.visitor.id)
    visit.visitor = None
    visit.kept_token = ""
    response = _page(visit, Said(done=_("Everything of yours is deleted here.")))
    forget_token(response, visit.request.headers, root=visit.site.root)
    return response
