"""Each figure of a player with its name and the sentence that says what it counts."""

from dataclasses import dataclass

from app.record import Figures, Lines
from app.store import PAUSE

from ..words import Words, clock

NONE_YET = "–"
"""Stands where there is nothing to count."""


@dataclass(frozen=True, slots=True)
class FigureView:
    """One figure: `key` as other programs know it, `raw` for them, and what it counts."""

    key: str
    label: str
    value: str
    raw: str
    counts: str


@dataclass(frozen=True, slots=True)
class CellView:
    """One of the best or middle values of a measure."""

    key: str
    value: str
    raw: str


@dataclass(frozen=True, slots=True)
class MeasureView:
    """What wins are measured by: best and median, at first sight and in any attempt."""

    label: str
    cells: tuple[CellView, ...]
    counts: str


def figure_views(figures: Figures, words: Words) -> tuple[FigureView, ...]:
    """Return the figures in the order in which they are read."""
    _ = words.language.gettext
    named = (
        ("begun", _("Begun"), _("Games in which you made a move of your own, but no practice.")),
        ("won", _("Won"), _("Games that you won. What comes after the first win changes nothing.")),
        (
            "left",
            _("Lost"),
            _("Games that you gave up, began anew, or did not touch for a week."),
        ),
        ("open", _("Open"), _("Games that you can go on with. They are in no share.")),
        ("share", _("Share won"), _("Won games of all that were won or lost.")),
        (
            "share_winnable",
            _("Of deals that can be won"),
            _("The same, with only those lost games whose deal is known to be one."),
        ),
        ("deals_played", _("Deals played"), _("Each deal counts once, however often you try it.")),
        ("deals_won", _("Deals won"), _("Each deal counts once, however often you win it.")),
        (
            "streak",
            _("Wins in a row now"),
            _("Up to the game that ended last. A lost deal that nobody can win is passed over."),
        ),
        ("longest_streak", _("Most wins in a row"), _("The longest such row there ever was.")),
        ("at_par", _("Wins at par"), _("Won in as few strokes as the deal can be won in.")),
        ("hints", _("Hints a game"), _("Winning moves that you were told, for each game begun.")),
        ("undos", _("Undos a game"), _("Actions that you took back, for each game begun.")),
        ("days", _("Days played"), _("Days, in UTC, on which you made a move.")),
    )
    views = []
    for key, label, counts in named:
        raw = getattr(figures, key)
        views.append(FigureView(key, label, _shown(key, raw, words), _raw(raw), counts))
    return tuple(views)


def _shown(key: str, raw: float | None, words: Words) -> str:
    if raw is None:
        return NONE_YET
    if key.startswith("share"):
        return words.percent(raw)
    return words.number(raw) if isinstance(raw, float) else words.count(raw)


def _raw(raw: float | None) -> str:
    return "" if raw is None else f"{raw:g}" if isinstance(raw, int) else repr(raw)


def measure_views(figures: Figures, words: Words, *, with_points: bool) -> tuple[MeasureView, ...]:
    """Return what wins are measured by, points only where the rules count them."""
    _ = words.language.gettext
    time = _("From the first move to the last; a pause counts as {minutes} minutes at most.")
    named = [
        ("strokes", _("Strokes"), _("All actions, with undo and redo, of a won game.")),
        ("over_par", _("Over par"), _("Strokes more than the fewest that win the deal.")),
        ("seconds", _("Time"), time.format(minutes=round(PAUSE.total_seconds() / 60))),
    ]
    if with_points:
        named.append(("points", _("Points"), _("Of won and lost games, where rules count them.")))
    return tuple(
        MeasureView(label, _cells(key, figures, words), counts) for key, label, counts in named
    )


def _cells(measure: str, figures: Figures, words: Words) -> tuple[CellView, ...]:
    lines: tuple[tuple[str, Lines], ...] = (("best", figures.best), ("median", figures.median))
    cells = []
    for which, of in lines:
        for sight, line in (("first_sight", of.first_sight), ("any", of.any)):
            raw = getattr(line, measure)
            shown = NONE_YET
            if raw is not None:
                shown = clock(round(raw)) if measure == "seconds" else words.count(raw)
            cells.append(CellView(f"{which}-{measure}-{sight}", shown, _raw(raw)))
    return tuple(cells)
