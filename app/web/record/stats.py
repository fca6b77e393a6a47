"""Statistics: the figures of a rule set or of all, what they count, plots, and the year's days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.engine import PRESETS, NotationError, Rules, Scoring
from app.record import ANY, CALENDAR_WEEKS, HelpClass, OfDay, Total, figures_of

from ..summing import Sums, sums_of
from ..visit import CurrentVisit, Visit
from .days import YearView, year_view
from .figures import FigureView, MeasureView, figure_views, measure_views
from .plots import PlotView, plot_views

router = APIRouter()

ALL: Final = "all"
"""What all rules together are called in marks of the page."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games the figures are of, as an address says it."""

    help: Annotated[str, Query()] = ""
    period: Annotated[str, Query()] = ""


@dataclass(frozen=True, slots=True)
class OfRulesView:
    """One rule set among all, in short."""

    code: str
    name: str
    url: str
    begun: int
    won: int
    share: str
    streak: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsView:
    """The page of the figures."""

    rules: str
    """The code of the rules, or `all`."""
    rules_name: str
    url: str
    help: str
    helps: tuple[tuple[str, str], ...]
    period: str
    periods: tuple[tuple[str, str], ...]
    is_empty: bool
    figures: tuple[FigureView, ...]
    measures: tuple[MeasureView, ...]
    plots: tuple[PlotView, ...]
    year: YearView | None
    of_rules: tuple[OfRulesView, ...]


@router.get("/stats")
def all_stats(visit: CurrentVisit, wanted: Annotated[Wanted, Depends()]) -> Response:
    """Show the figures of all rules together, and each in short."""
    return _page(visit, ANY, wanted)


@router.get("/stats/{rules}")
def rules_stats(visit: CurrentVisit, rules: str, wanted: Annotated[Wanted, Depends()]) -> Response:
    """Show the figures of a rule set."""
    try:
        code = str(Rules.parse(rules))
    except NotationError as error:
        raise HTTPException(404) from error
    if code != rules:
        return visit.redirect(f"/stats/{code}", status=301)
    return _page(visit, code, wanted)


def _page(visit: Visit, rules: str, wanted: Wanted) -> Response:
    today = visit.site.now().date()
    since = today - timedelta(weeks=CALENDAR_WEEKS)
    sums = sums_of(
        *(visit.site.store, visit.visitor),
        # In short each rule set is there, but not apart by what it was played with.
        by_rules=rules != ANY or bool(wanted.help),
        by_day_since=since.isoformat()[:7],
    )
    _ = visit.language.gettext
    periods = _periods(sums, visit)
    fault = ""
    if wanted.help and wanted.help not in set(HelpClass):
        fault = _("Help is alone, own or helped. These are the figures of all games.")
    elif wanted.period and wanted.period not in dict(periods):
        fault = _("Nothing ended in that time. These are the figures of all times.")
    if fault:
        wanted = Wanted()
    help_class = HelpClass(wanted.help) if wanted.help else None
    total = sums.total(rules, help_class, wanted.period)
    figures = figures_of(total)
    days = sums.days(rules, help_class)
    view = StatsView(
        rules=ALL if rules == ANY else rules,
        rules_name=_("All rules") if rules == ANY else visit.words.rules_name(Rules.parse(rules)),
        url="/stats" if rules == ANY else f"/stats/{rules}",
        help=wanted.help,
        helps=tuple((each.value, visit.words.help_class(each)) for each in HelpClass),
        period=wanted.period,
        periods=periods,
        is_empty=not figures.begun,
        figures=figure_views(figures, visit.words),
        measures=measure_views(figures, visit.words, with_points=_have_points(rules, sums)),
        plots=plot_views(total, figures, _in_period(days, wanted.period), today, visit.words),
        year=year_view(days, today, visit.words) if days else None,
        of_rules=_of_rules(sums, visit, wanted) if rules == ANY else (),
    )
    return visit.page("stats.html", status=422 if fault else 200, stats=view, fault=fault)


def _have_points(rules: str, sums: Sums) -> bool:
    codes: Sequence[str] = sorted(sums.rules) if rules == ANY else [rules]
    return any(Rules.parse(code).scoring is not Scoring.NONE for code in codes)


def _in_period(days: dict[str, OfDay], period: str) -> dict[str, OfDay]:
    return {day: of_day for day, of_day in days.items() if day.startswith(period)}


def _periods(sums: Sums, visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the years and the last months in which games ended, the newest first."""
    months = sorted((name for name, each in sums.months.items() if each["parts"]), reverse=True)
    years = dict.fromkeys(name[:4] for name in months)
    return (
        *((name, visit.words.month(date.fromisoformat(f"{name}-01"))) for name in months[:12]),
        *((year, year) for year in years),
    )


def _of_rules(sums: Sums, visit: Visit, wanted: Wanted) -> tuple[OfRulesView, ...]:
    """Return the rule sets that were played, the presets in their order first."""
    help_class = HelpClass(wanted.help) if wanted.help else None
    played = sums.rules
    codes = [*(code for code in PRESETS if code in played), *sorted(played - PRESETS.keys())]
    found = []
    for code in codes:
        total = sums.total(code, help_class, wanted.period)
        won, begun = total.counts["won"], _begun(total)
        ended = won + total.counts["left"]
        found.append(
            OfRulesView(
                code=code,
                name=visit.words.rules_name(Rules.parse(code)),
                url=f"{visit.site.root}/stats/{code}",
                begun=begun,
                won=won,
                share=visit.words.percent(won / ended) if ended else "–",
                streak=total.run.longest,
            )
        )
    return tuple(found)


def _begun(total: Total) -> int:
    return sum(total.counts[outcome] for outcome in ("won", "left", "open"))
