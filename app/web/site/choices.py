"""The settings page: what a visitor can choose."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.engine import Card, Game, Move, Setup
from app.i18n import LANGUAGES
from app.preferences import SETTINGS, Preferences

from ..drawing.boards import still_view
from ..visit import CurrentVisit, Visit

router = APIRouter()

_ON: Final = "1"
"""What a form sends for what is switched on."""
_SAMPLE: Final = Game(
    # Halfway through a game: free and covered cards, gaps, all four suits.
    Setup.parse("PY1-N-AAAAAAS"),
    tuple(map(Move.parse, ("KD", "TC3S", "draw"))),
)


@dataclass(frozen=True, slots=True)
class OptionView:
    """One value of a setting."""

    value: str
    label: str
    lang: str
    """The language that the label is in, if it is not the page's."""
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingView:
    """A setting as the form asks for it; without options it is switched on or off."""

    name: str
    label: str
    help: str
    attribute: str
    shows: str
    inverted: bool
    options: tuple[OptionView, ...]
    is_on: bool


@router.get("/settings")
def show_settings(visit: CurrentVisit, saved: str = "") -> Response:
    """Show what can be chosen."""
    board = still_view(_SAMPLE.position, words=visit.words, marked=(Card.parse("TS"),))
    return visit.page(
        "settings.html",
        saved=bool(saved),
        sample=board,
        settings=tuple(_views(visit)),
        shown=urlencode(_as_sent(visit.preferences)),
    )


def _views(visit: Visit) -> Iterator[SettingView]:
    _ = visit.language.gettext
    for name, setting in SETTINGS.items():
        now = getattr(visit.preferences, name)
        names_languages = name == "language"
        yield SettingView(
            name=name,
            label=_(setting.label),
            help=_(setting.help) if setting.help else "",
            attribute=setting.attribute,
            shows=setting.shows,
            inverted=setting.inverted,
            options=tuple(
                OptionView(
                    value,
                    label if names_languages and value else _(label),
                    value if names_languages and value in LANGUAGES else "",
                    value == now,
                )
                for value, label in setting.options.items()
            ),
            is_on=now is True,
        )


@router.post("/settings")
async def save_settings(visit: CurrentVisit, request: Request) -> Response:
    """Keep what was changed; a value that is not on the page changes nothing."""
    sent = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    return await run_in_threadpool(_saved, visit, sent)


def _saved(visit: Visit, sent: Mapping[str, str]) -> Response:
    # A form says what it was shown with: what another tab has changed meanwhile stays so.
    shown = dict(parse_qsl(sent.get("shown", ""), keep_blank_values=True))
    changes: dict[str, str | bool] = {}
    for name, setting in SETTINGS.items():
        if name in shown and shown[name] == sent.get(name, ""):
            continue
        value = sent.get(name, "")
        chosen = value if setting.options else value == _ON
        if setting.takes(chosen):
            changes[name] = chosen
    visit.choose(changes)
    return visit.redirect("/settings?saved=1")


def _as_sent(preferences: Preferences) -> dict[str, str]:
    """Return the choices as the form sends them if nothing is changed."""
    values = {name: getattr(preferences, name) for name in SETTINGS}
    return {
        name: value if isinstance(value, str) else _ON if value else ""
        for name, value in values.items()
    }
