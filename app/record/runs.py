"""Wins in a row, so that what is known of one time and of the next makes what is known of both."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self


class Run(NamedTuple):
    """The wins in a row of finished games, in order of their end.

    >>> Run.of([True, True, False, True])
    Run(first=2, last=1, longest=2, is_broken=True)

    `first` are the wins before the first loss, `last` those after the last one, if it is broken.
    """

    first: int = 0
    last: int = 0
    longest: int = 0
    is_broken: bool = False

    @classmethod
    def of(cls, results: Iterable[bool | None]) -> Self:
        """Return the run of results: `True` is won, `False` lost, `None` is passed over."""
        first, last, longest, is_broken = 0, 0, 0, False
        for won in results:
            if won:
                last += 1
                longest = max(longest, last)
                first += not is_broken
            elif won is False:
                last, is_broken = 0, True
        return cls(first, last, longest, is_broken)

    def then(self, later: "Run") -> "Run":
        """Return the run of these games and later ones.

        >>> Run.of([True, True]).then(Run.of([True, False])).longest
        3
        """
        return Run(
            self.first if self.is_broken else self.first + later.first,
            later.last if later.is_broken else self.last + later.last,
            max(self.longest, later.longest, self.last + later.first),
            self.is_broken or later.is_broken,
        )


def in_a_row(won: bool, winnable: bool | None) -> bool | None:
    """Return what a finished game does to wins in a row, as `Run.of` takes it.

    A lost deal that nobody can win neither breaks them nor adds to them.

    >>> in_a_row(False, False), in_a_row(False, None)
    (None, False)
    """
    return True if won else None if winnable is False else False


NO_GAMES: Final = Run()
