"""The figures of a player: of a rule set, a class of help, a time, or all, by the same code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from .tallies import Spread, Total


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The best and the median of wins, `None` where there are none.

    `over_par` is of the wins whose par is known; `points`, of won and left games alike, is best
    where it is most.
    """

    strokes: float | None = None
    over_par: float | None = None
    seconds: float | None = None
    points: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The same figures of first sights alone, and of any attempt."""

    first_sight: Line
    any: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a player's games come to.

    Shares are of one, `None` where nothing is there to share; `hints` and `undos` are a game.
    """

    begun: int
    won: int
    left: int
    open: int
    share: float | None
    share_winnable: float | None
    deals_played: int
    deals_won: int
    streak: int
    longest_streak: int
    at_par: int
    hints: float | None
    undos: float | None
    days: int
    best: Lines
    median: Lines


def figures_of(total: Total) -> Figures:
    """Return the figures of what games add up to."""
    counts = total.counts
    won, left, still = counts["won"], counts["left"], counts["open"]
    begun = won + left + still
    first_sight, any_attempt = _spreads(total, first=True), _spreads(total, first=False)
    return Figures(
        begun=begun,
        won=won,
        left=left,
        open=still,
        share=_share(won, won + left),
        share_winnable=_share(won, won + counts["left_winnable"]),
        deals_played=counts["deals"],
        deals_won=counts["deals_won"],
        streak=total.run.last,
        longest_streak=total.run.longest,
        at_par=any_attempt["over_par"].get(0, 0),
        hints=_share(counts["hints"], begun),
        undos=_share(counts["undos"], begun),
        days=total.days_played,
        best=Lines(first_sight=_best(first_sight), any=_best(any_attempt)),
        median=Lines(first_sight=_medians(first_sight), any=_medians(any_attempt)),
    )


def median(spread: Spread) -> float | None:
    """Return the middle of values by how often each came; of two middles what lies between.

    >>> median({1: 1, 2: 1, 9: 2})
    5.5
    """
    count = sum(spread.values())
    if not count:
        return None
    lower, upper = _at(spread, (count - 1) // 2), _at(spread, count // 2)
    return (lower + upper) / 2


def _at(spread: Spread, place: int) -> int:
    for value in sorted(spread):
        place -= spread[value]
        if place < 0:
            return value
    raise ValueError("there are fewer values")


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


_MEASURES: Final = ("strokes", "over_par", "seconds", "points")


def _spreads(total: Total, *, first: bool) -> dict[str, Spread]:
    return {name: total.spread(name, first_sight=first) for name in _MEASURES}


def _best(spreads: Mapping[str, Spread]) -> Line:
    best = {name: min(spread, default=None) for name, spread in spreads.items()}
    return Line(**best | {"points": max(spreads["points"], default=None)})


def _medians(spreads: Mapping[str, Spread]) -> Line:
    return Line(**{name: median(spread) for name, spread in spreads.items()})
