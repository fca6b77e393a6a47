"""The games that a visitor began, the newest first, and the ways on from each."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.engine import PRESETS, NotationError, Rules
from app.store import RESULTS, GameSummary, Origin, State

from ..summing import class_of, over_par_of
from ..visit import CurrentVisit, Visit
from ..words import clock

router = APIRouter()

GAMES: Final = 40
"""How many games a page has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One game of a history."""

    id: str
    url: str
    is_over: bool
    rules: str
    rules_name: str
    code: str
    deal_url: str
    began: datetime
    day: str
    result: str
    """`won`, `left` or `open`."""
    result_text: str
    strokes: int
    over_par: str
    """Strokes over par in words; nothing where par is not known or the game was not won."""
    help_class: str
    help_text: str
    marks: tuple[str, ...]
    """What else there is to know of it, each in words: practice, imported, a day's deal."""
    time: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryView:
    """A page of a history."""

    lines: tuple[LineView, ...]
    choices: tuple[tuple[str, str], ...]
    """The rule sets that can be asked for: codes and names."""
    rules: str
    result: str
    is_narrowed: bool
    before: str
    """The id of the last game of the page before, or nothing."""
    more: str
    """The id after which the next page begins, or nothing."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Which games are wanted."""

    rules: Annotated[str, Query()] = ""
    result: Annotated[str, Query()] = ""
    before: Annotated[str, Query()] = ""


@router.get("/history")
def history(visit: CurrentVisit, rules: str = "", result: str = "", before: str = "") -> Response:
    """Show the visitor's games, of a rule set or a result, or all."""
    _ = visit.language.gettext
    code = _rules_code(rules)
    fault = ""
    if code is None:
        fault = _("There are no such rules. These are the games of all of them.")
    elif result and result not in RESULTS:
        fault = _("A game is won, lost or open. These are all games.")
    if fault:
        return _page(visit, Narrowed(), fault=fault, status=422)
    wanted = Narrowed(code or "", result, before)
    try:
        return _page(visit, wanted)
    except LookupError:
        fault = _("That page does not begin after a game of yours. This is the first page.")
        return _page(visit, Narrowed(code or "", result), fault=fault, status=422)


def _rules_code(text: str) -> str | None:
    try:
        return str(Rules.parse(text)) if text else ""
    except NotationError:
        return None


def _page(visit: Visit, wanted: Narrowed, *, fault: str = "", status: int = 200) -> Response:
    store, visitor = visit.site.store, visit.visitor
    games: tuple[GameSummary, ...] = ()
    more = False
    if visitor is not None:
        store.games.leave_idle(visitor.id)
        games, more = store.history.page(
            visitor.id,
            rules=wanted.rules,
            result=wanted.result,
            before=wanted.before,
            limit=GAMES,
        )
    elif wanted.before:
        raise LookupError(wanted.before)
    names = dict.fromkeys((*PRESETS, *([wanted.rules] if wanted.rules else [])))
    view = HistoryView(
        lines=tuple(_line(game, visit) for game in games),
        choices=tuple((code, visit.words.rules_name(Rules.parse(code))) for code in names),
        rules=wanted.rules,
        result=wanted.result,
        is_narrowed=bool(wanted.rules or wanted.result),
        before=wanted.before,
        more=games[-1].id if games and more else "",
    )
    return visit.page("history.html", status=status, history=view, fault=fault)


def _line(game: GameSummary, visit: Visit) -> LineView:
    words, root = visit.words, visit.site.root
    result = result_of(game)
    began = game.started_at or visit.site.now()
    help_class = class_of(game)
    return LineView(
        id=game.id,
        url=f"{root}/g/{game.id}",
        is_over=game.finished_at is not None,
        rules=str(game.setup.rules),
        rules_name=words.rules_name(game.setup.rules),
        code=str(game.setup),
        deal_url=f"{root}/d/{game.setup}",
        began=began,
        day=words.short_day(began.date()),
        result=result,
        result_text=words.outcome(result, left=game.pyramid_left),
        strokes=game.ply,
        over_par=words.over_par(over_par_of(game)) if result == State.WON else "",
        help_class=help_class,
        help_text=words.help_class(help_class),
        marks=_marks(game, visit),
        time=clock(int(game.elapsed)),
    )


def result_of(game: GameSummary) -> str:
    """Return whether a game is `won`, `left` or `open`."""
    return "open" if game.finished_at is None else game.status.value


def _marks(game: GameSummary, visit: Visit) -> tuple[str, ...]:
    _, n = visit.language.gettext, visit.language.ngettext
    marks = []
    if game.given:
        text = n(
            "Practice, begun after {count} given action",
            "Practice, begun after {count} given actions",
            game.given,
        )
        marks.append(text.format(count=game.given))
    if game.origin is Origin.IMPORTED:
        marks.append(_("Imported"))
    if game.daily_date is not None:
        text = _("Deal of {day}")
        marks.append(text.format(day=visit.words.short_day(game.daily_date)))
    elif game.origin is Origin.CHALLENGE:
        marks.append(_("Challenge"))
    if (game.attempt or 1) > 1:
        marks.append(_("Attempt {number}").format(number=game.attempt))
    if game.finished_at is not None and game.winnable is False:
        marks.append(_("Could not be won"))
    return tuple(marks)
