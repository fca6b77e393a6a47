"""The days of the last year, and how many games ended on each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from app.record import CALENDAR_WEEKS, OfDay, level

from ..words import Words


@dataclass(frozen=True, slots=True)
class DayView:
    """A day: how many games ended, how many of them were won, and how much of the most that is."""

    ended: int
    won: int
    level: int
    is_to_come: bool
    label: str


@dataclass(frozen=True, slots=True)
class YearView:
    """The days of the last year, a row for each day of the week, the newest week first."""

    finding: str
    weeks: tuple[tuple[str, str], ...]
    """The first day of each: in short where a month begins, and whole."""
    rows: tuple[tuple[str, str, tuple[DayView, ...]], ...]
    """A day of the week, in short and whole, and its days."""


def year_view(days: Mapping[str, OfDay], today: date, words: Words) -> YearView:
    """Return the days of the weeks up to the one that today is in."""
    monday = today - timedelta(days=today.weekday())
    mondays = [monday - timedelta(weeks=back) for back in range(CALENDAR_WEEKS)]
    first = mondays[-1].isoformat()
    shown = {day: of_day for day, of_day in days.items() if day >= first}
    greatest = max((of.won + of.left for of in shown.values()), default=0)
    rows = tuple(
        (
            *names,
            tuple(
                _day(each + timedelta(days=number), shown, greatest, today, words)
                for each in mondays
            ),
        )
        for number, names in enumerate(words.weekdays())
    )
    heads = tuple(
        (words.month_in_short(each) if each.day <= 7 else "", words.short_day(each))
        for each in mondays
    )
    return YearView(_finding(shown, words), heads, rows)


def _day(day: date, days: Mapping[str, OfDay], greatest: int, today: date, words: Words) -> DayView:
    found = days.get(day.isoformat(), OfDay())
    ended = found.won + found.left
    label = ""
    if ended:
        n = words.language.ngettext
        text = n("{day}: {count} game, {won} won", "{day}: {count} games, {won} won", ended)
        label = text.format(day=words.short_day(day), count=ended, won=found.won)
    return DayView(ended, found.won, level(ended, greatest), day > today, label)


def _finding(days: Mapping[str, OfDay], words: Words) -> str:
    if not days:
        return words.language.gettext("No game ended in the last year.")
    best = max(sorted(days), key=lambda day: days[day].won + days[day].left)
    n = words.language.ngettext
    text = n(
        "Games ended on {count} day of the last year, most of them, {most}, on {day}.",
        "Games ended on {count} days of the last year, most of them, {most}, on {day}.",
        len(days),
    )
    most = days[best].won + days[best].left
    return text.format(count=len(days), most=most, day=words.short_day(date.fromisoformat(best)))
