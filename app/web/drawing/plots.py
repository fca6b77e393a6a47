"""Plots as SVG that takes its letters and colours from the page."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import count
from math import ceil
from typing import Final

import leather
from markupsafe import Markup

WIDTH, HEIGHT = 440, 240
"""Of a plot; a page draws it as wide as there is room."""
_LABELS: Final = 8
"""About how many points of a plot have their names written below them."""
_CLASS: Final = re.compile(r' class="[^"]*"')
_LONG: Final = re.compile(r"(\d\.\d{2})\d+")


def _follow_the_page() -> None:
    """Let letters and colours be those of the page: the site's policy forbids styles in SVG."""
    theme = leather.theme
    theme.background_color = "none"
    theme.tick_color = "var(--sheet-line)"
    theme.zero_color = "currentColor"
    theme.margin = 0.02
    theme.axis_title_color = theme.label_color = "currentColor"
    theme.axis_title_font_family = theme.tick_font_family = "inherit"
    theme.axis_title_font_size = theme.tick_font_size = 13


_follow_the_page()


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis says: its name, and the greatest value of it, which is at least 1."""

    name: str
    greatest: float = 1


@lru_cache(maxsize=512)
def columns(
    points: tuple[tuple[str, float | None], ...], x_name: str, y: Axis, title: str, text: str
) -> Markup:
    """Return points as columns, each with a name of its own, and no column where there is none.

    `title` names the plot and `text` says what it shows.
    """
    names = [name for name, _ in points]
    chart = leather.Chart()
    chart.add_columns(points, fill_color="var(--chart-1)")
    chart.add_x_axis(ticks=_some(names), name=x_name)
    # A scale that is given has not to be looked for, which takes longer than all the drawing.
    ticks = _ticks(y.greatest)
    chart.add_y_scale(0, ticks[-1])
    chart.add_y_axis(ticks=ticks, tick_formatter=lambda value, *_rest: str(value))
    svg: str = chart.to_svg(width=WIDTH, height=HEIGHT)
    # The names of its groups are those of places on the table here, and its numbers are long.
    plain = _LONG.sub(r"\1", _CLASS.sub("", svg[svg.index(">") + 1 :]))
    opening = (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title><desc>{escape(text)}</desc>'
    )
    return Markup(opening + plain)


def _some(names: Sequence[str]) -> list[str]:
    return list(names[:: max(1, -(-len(names) // _LABELS))])


def _ticks(greatest: float) -> list[int]:
    """Return whole numbers in equal steps from 0 to one that is not less, at most six.

    >>> _ticks(100), _ticks(3), _ticks(38)
    ([0, 20, 40, 60, 80, 100], [0, 1, 2, 3], [0, 10, 20, 30, 40])
    """
    steps = (first * 10**power for power in count() for first in (1, 2, 5))
    step = next(each for each in steps if each * 5 >= greatest)
    return [step * number for number in range(max(1, ceil(greatest / step)) + 1)]
