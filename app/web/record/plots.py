"""The plots of a player's games, each with a sentence of what it shows and the table behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from app.record import Bar, Figures, OfDay, Total, Week, bars, weeks

from ..drawing.plots import Axis, columns
from ..words import Words, clock

FEWEST_POINTS = 2
"""With fewer there is nothing to see."""
LATELY = 4
"""Weeks that are called the last ones."""


@dataclass(frozen=True, slots=True)
class PlotView:
    """A plot; without one `finding` says what will be there."""

    key: str
    title: str
    finding: str
    svg: Markup | None = None
    heads: tuple[str, str] = ("", "")
    rows: tuple[tuple[str, str], ...] = ()


def plot_views(
    total: Total, figures: Figures, days: Mapping[str, OfDay], today: date, words: Words
) -> tuple[PlotView, ...]:
    """Return all plots of what games add up to; `days` is what ended when."""
    by_week = weeks(days, today)
    return (
        _over_par(total, figures, words),
        _share_by_week(by_week, words),
        _cards_left(total, words),
        _time_by_week(by_week, words),
    )


def _over_par(total: Total, figures: Figures, words: Words) -> PlotView:
    _ = words.language.gettext
    title, found = _("Strokes over par"), bars(total.spread("over_par"))
    median = figures.median.any.over_par
    if median is None or len(found) < FEWEST_POINTS:
        text = _("Once you have won a few deals whose par is known, this shows how near you come.")
        return PlotView("over_par", title, text)
    text = _("Half of your wins took at most {count} strokes over par.")
    return _of_bars("over_par", title, text.format(count=words.count(median)), found, words)


def _cards_left(total: Total, words: Words) -> PlotView:
    _ = words.language.gettext
    title, found = _("Cards left in lost games"), bars(total.cards_left)
    if len(found) < FEWEST_POINTS:
        text = _("Once you have lost a few games, this shows how much of the pyramid was left.")
        return PlotView("cards_left", title, text)
    most = max(found, key=lambda bar: bar.count)
    n = words.language.ngettext
    text = n(
        "Most often {count} card of the pyramid was left.",
        "Most often {count} cards of the pyramid were left.",
        most.value,
    )
    return _of_bars("cards_left", title, text.format(count=most.value), found, words)


def _of_bars(key: str, title: str, finding: str, found: tuple[Bar, ...], words: Words) -> PlotView:
    _ = words.language.gettext
    and_more = _("{count} and more")
    names = [
        and_more.format(count=bar.value) if bar.is_and_more else str(bar.value) for bar in found
    ]
    points = tuple((name, float(bar.count)) for name, bar in zip(names, found, strict=True))
    axis = Axis(_("Games"), max(bar.count for bar in found))
    return PlotView(
        key,
        title,
        finding,
        columns(points, title, axis, title, finding),
        (title, _("Games")),
        tuple((name, str(bar.count)) for name, bar in zip(names, found, strict=True)),
    )


def _share_by_week(by_week: tuple[Week, ...], words: Words) -> PlotView:
    _ = words.language.gettext
    title, played = _("Share won by week"), [week for week in by_week if week.ended]
    if len(played) < FEWEST_POINTS:
        text = _("After two weeks with games this shows how your share of wins changes.")
        return PlotView("share_by_week", title, text)
    last = by_week[-LATELY:]
    won, ended = sum(week.won for week in last), sum(week.ended for week in last)
    if ended:
        text = _("In the last four weeks you won {share} of {count} games.").format(
            share=words.percent(won / ended), count=words.count(ended)
        )
    else:
        text = _("In the last four weeks no game ended.")
    points = tuple(
        (words.day_of_year(week.monday), None if week.share is None else 100 * week.share)
        for week in by_week
    )
    rows = tuple(
        (words.short_day(week.monday), words.percent(week.won / week.ended)) for week in played
    )
    # Translators: the name of an axis.
    svg = columns(points, _("Week from"), Axis(_("Percent"), 100), title, text)
    return PlotView("share_by_week", title, text, svg, (_("Week from"), title), rows)


def _time_by_week(by_week: tuple[Week, ...], words: Words) -> PlotView:
    _ = words.language.gettext
    title, played = _("Time played by week"), [week for week in by_week if week.seconds]
    if len(played) < FEWEST_POINTS:
        text = _("After two weeks with games this shows how long you play.")
        return PlotView("time_by_week", title, text)
    lately = sum(week.seconds for week in by_week[-LATELY:])
    text = _("In the last four weeks you played for {time}.").format(time=clock(lately))
    points = tuple((words.day_of_year(week.monday), week.seconds / 60) for week in by_week)
    axis = Axis(_("Minutes"), max(week.seconds for week in played) / 60)
    rows = tuple((words.short_day(week.monday), clock(week.seconds)) for week in played)
    svg = columns(points, _("Week from"), axis, title, text)
    return PlotView("time_by_week", title, text, svg, (_("Week from"), title), rows)
