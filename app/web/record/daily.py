"""The deal of the day: today's, the archive, and what a visitor made of it."""

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.engine import PRESETS, Setup
from app.record import FIRST_DAY, WEEKDAY_GRADES, counts_for, longest_streak, streak
from app.store import DailyGame, Origin, State

from ..actions import begin
from ..asking import daily_of
from ..visit import CurrentVisit, Visit
from .others import OthersView, others_view

router = APIRouter()

PATIENCE: Final = 10.0
"""Seconds that the deal of a day is waited for, which has mostly been found ahead."""

_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Way:
    """The deal of a day under one rule set."""

    letter: str
    name: str
    result: str
    """`counted`, `later`, `open` or nothing: what the visitor has made of it."""
    url: str
    """The game to go on with, if there is one."""
    streak: int
    """Days in a row that were won under these rules."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A day of the calendar; without a number where it is of another month."""

    number: int
    url: str
    result: str
    is_shown: bool
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DayView:
    """The page of one day."""

    day: date
    title: str
    is_today: bool
    ends_at: str
    """When the next deals come, as a machine reads it."""
    grade: int | None
    ways: tuple[_Way, ...]
    month: str
    weeks: tuple[tuple[_Cell, ...], ...]
    earlier: str
    later: str
    this_month: int
    longest: int
    streak: int
    others: tuple[OthersView, ...]
    """What others made of those deals that the visitor has finished."""


@router.get("/daily")
def today(visit: CurrentVisit) -> Response:
    """Show the deals of today."""
    return _page(visit, visit.site.now().date())


@router.get("/daily/{date}")
def one_day(visit: CurrentVisit, date: str) -> Response:
    """Show the deals of a day that has begun."""
    return _page(visit, _begun(visit, date))


def _begun(visit: Visit, text: str) -> date:
    """Return the day that a path names; 404 for one that has not begun, or that is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise HTTPException(404) from error
    if text != day.isoformat() or not FIRST_DAY <= day <= visit.site.now().date():
        raise HTTPException(404)
    return day


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the form of a day sends."""

    rules: Annotated[str, Form()] = ""
    press: Annotated[str, Form()] = ""


@router.post("/daily/{date}/play")
async def play_daily(
    visit: CurrentVisit, date: str, wanted: Annotated[_Wanted, Depends()]
) -> Response:
    """Begin a game of the deal of a day, or go on with the one that is open."""
    when = await run_in_threadpool(_begun, visit, date)
    if wanted.rules not in PRESETS:
        fault = visit.language.gettext("Choose one of the rule sets below.")
        return await run_in_threadpool(_page, visit, when, fault=fault, status=422)
    found = await daily_of(visit, when, wanted.rules, patience=PATIENCE)
    return await run_in_threadpool(
        _play, visit, when, wanted, None if found is None else found.code
    )


def _play(visit: Visit, day: date, wanted: _Wanted, code: str | None) -> Response:
    if code is None:
        fault = visit.language.gettext("The deal of this day was not found in time. Try again.")
        return _page(visit, day, fault=fault, status=503)
    going_on = _open_game(_games(visit), day, wanted.rules)
    if going_on is not None:
        return visit.redirect(f"/g/{going_on.id}")
    stored = begin(
        visit,
        Setup.parse(code),
        origin=Origin.DAILY,
        daily_date=day,
        winnable=True,
        press=wanted.press,
    )
    return visit.redirect(f"/g/{stored.id}")


def _games(visit: Visit) -> tuple[DailyGame, ...]:
    return () if visit.visitor is None else visit.site.store.dailies.of(visit.visitor.id)


def _page(visit: Visit, day: date, *, fault: str = "", status: int = 200) -> Response:
    view = _view(visit, day, _games(visit))
    return visit.page("daily.html", status=status, daily=view, fault=fault)


def _view(visit: Visit, day: date, games: tuple[DailyGame, ...]) -> DayView:
    now, words, root = visit.site.now().date(), visit.words, visit.site.root
    results = _results(games)
    won = {day for (day, _), result in results.items() if result == "counted"}
    ways = []
    for letter, rules in PRESETS.items():
        own = {day for (day, of), result in results.items() if (of, result) == (letter, "counted")}
        open_game = _open_game(games, day, letter)
        ways.append(
            _Way(
                letter=letter,
                name=words.rules_name(rules),
                result=results.get((day, letter), "open" if open_game else ""),
                url=f"{root}/g/{open_game.id}" if open_game else "",
                streak=streak(own, now),
            )
        )
    first = day.replace(day=1)
    next_month = (first + timedelta(days=31)).replace(day=1)
    return DayView(
        day=day,
        title=words.day(day),
        is_today=day == now,
        ends_at=f"{(now + _DAY).isoformat()}T00:00:00Z",
        grade=WEEKDAY_GRADES[day.weekday()],
        ways=tuple(ways),
        month=words.month(day),
        weeks=_weeks(visit, day, now, results),
        earlier=f"{root}/daily/{(first - _DAY).isoformat()}" if first > FIRST_DAY else "",
        later=f"{root}/daily/{next_month.isoformat()}" if next_month <= now else "",
        this_month=len({each for each in won if (each.year, each.month) == (day.year, day.month)}),
        longest=longest_streak(won),
        streak=streak(won, now),
        others=_others(visit, day, games),
    )


def _others(visit: Visit, day: date, games: tuple[DailyGame, ...]) -> tuple[OthersView, ...]:
    ended = [game for game in games if game.day == day and game.finished_at is not None]
    if not ended:
        return ()
    results = visit.site.store.ranked.of(day)
    found = []
    for letter, rules in PRESETS.items():
        mine = [game for game in ended if game.letter == letter]
        if mine and letter in results:
            name = visit.words.rules_name(rules)
            found.append(others_view(letter, name, results[letter], _counted(mine), visit.words))
    return tuple(view for view in found if view is not None)


def _counted(games: list[DailyGame]) -> DailyGame | None:
    """Return the win that counts among others, if there is one."""
    found = (
        game
        for game in games
        if game.status is State.WON
        and game.attempt == 1
        and game.started_at is not None
        and game.finished_at is not None
        and counts_for(game.day, game.started_at, game.finished_at)
    )
    return next(found, None)


def _open_game(games: tuple[DailyGame, ...], day: date, letter: str) -> DailyGame | None:
    """Return the game of a day's deal that is neither won nor left, if there is one."""
    wanted = (day, letter, None)
    found = (game for game in games if (game.day, game.letter, game.finished_at) == wanted)
    return next(found, None)


def _results(games: tuple[DailyGame, ...]) -> Mapping[tuple[date, str], str]:
    """Return of each day and letter whether it was won in time (`counted`) or `later`."""
    found: dict[tuple[date, str], str] = {}
    for game in games:
        if game.status is not State.WON or game.started_at is None or game.finished_at is None:
            continue
        key = (game.day, game.letter)
        in_time = counts_for(game.day, game.started_at, game.finished_at)
        found[key] = "counted" if in_time or found.get(key) == "counted" else "later"
    return found


def _weeks(
    visit: Visit, day: date, now: date, results: Mapping[tuple[date, str], str]
) -> tuple[tuple[_Cell, ...], ...]:
    """Return the month of a day as weeks from Monday on."""
    best: dict[date, str] = {}
    for (of, _), result in results.items():
        best[of] = "counted" if "counted" in (result, best.get(of)) else "later"
    return tuple(
        tuple(_cell(visit, each, day, now, best.get(each, "")) for each in week)
        for week in Calendar().monthdatescalendar(day.year, day.month)
    )


def _cell(visit: Visit, day: date, shown: date, now: date, result: str) -> _Cell:
    if day.month != shown.month:
        return _Cell(0, "", "", False, "")
    there = FIRST_DAY <= day <= now
    url = f"{visit.site.root}/daily/{day.isoformat()}" if there else ""
    _ = visit.language.gettext
    label = {
        "counted": _("{day}, won in time"),
        "later": _("{day}, won later"),
        "": _("{day}, not won"),
    }[result]
    return _Cell(day.day, url, result, day == shown, label.format(day=visit.words.day(day)))
