"""Places in the table of a challenge: by class of help, then by strokes; time is no matter."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from .help import HelpClass

_ORDER: Final = {help_class: number for number, help_class in enumerate(HelpClass)}

Key = tuple[HelpClass, int]
Row = TypeVar("Row")


def places(results: Sequence[Key]) -> tuple[int, ...]:
    """Return the place of each result, from 1; equal ones share theirs.

    >>> alone = HelpClass.ALONE
    >>> places([(HelpClass.OWN, 20), (alone, 31), (alone, 30), (alone, 30)])
    (4, 3, 1, 1)
    """
    ordered = sorted(map(_sortable, results))
    return tuple(ordered.index(_sortable(result)) + 1 for result in results)


def in_order(results: Iterable[tuple[Key, Row]]) -> list[Row]:
    """Return rows by their results, the best first; equal ones stay as they came."""
    return [row for _, row in sorted(results, key=lambda each: _sortable(each[0]))]


def _sortable(result: Key) -> tuple[int, int]:
    help_class, strokes = result
    return _ORDER[help_class], strokes
