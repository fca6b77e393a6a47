"""The questions a player has, answered for positions of the engine."""

from enum import StrEnum
from math import inf
from typing import Final, NamedTuple

from app.engine import KING, PYRAMID_CARDS, Goal, Kind, Move, Position, Setup

from . import core
from .lines import line_through

NODE_LIMIT: Final = 3_000_000 if core.COMPILED else 100_000
"""How many states a question looks at, unless told otherwise; some seconds either way."""


class Verdict(StrEnum):
    """Whether a position can be won."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"
    """Not found out within the limits."""


class Shortest(NamedTuple):
    """A shortest win: a line if the verdict is WINNABLE, else `None`."""

    verdict: Verdict
    line: tuple[Move, ...] | None


class Most(NamedTuple):
    """The largest number of pyramid cards that can still go, and a line after which they have.

    If not `proved`, the limits were reached first: that many can go, perhaps more.
    """

    cards: int
    line: tuple[Move, ...]
    proved: bool


class Hint(NamedTuple):
    """What to do: a winning move if the verdict is WINNABLE.

    If it is LOST, `move` is one after which as many pyramid cards can still go as before it,
    `None` if none can. If it is UNKNOWN, `move` is a king, which is never wrong, or `None`.
    `most` is the number of pyramid cards that can still go, `None` if it is not known.
    """

    move: Move | None
    verdict: Verdict
    most: int | None


class Solver:
    """Answers about all positions of one setup; what is found out for one helps with the others.

    Each question looks at no more than `node_limit` states and ends when `time.monotonic()`
    passes `deadline`; both can be set anew between questions. What isn't found out by then is
    UNKNOWN. One thread at a time; while a question is answered, others can run.

    >>> setup = Setup.parse("PY1-N-AAAAAAS")
    >>> solver = Solver(setup)
    >>> print(solver.hint(Position.start(setup)).move)
    KD
    """

    def __init__(
        self,
        of: Setup | Position,
        *,
        node_limit: int | None = None,
        deadline: float | None = None,
    ) -> None:
        self.setup = of.setup if isinstance(of, Position) else of
        self.node_limit = NODE_LIMIT if node_limit is None else node_limit
        self.deadline = deadline
        self._facts = self._new_facts(self.setup.rules.goal)
        self._search = core.Search(self._facts)
        # Which cards of the pyramid can go does not depend on the goal.
        ends_with_pyramid = self.setup.rules.goal is Goal.PYRAMID
        self._most = self._search if ends_with_pyramid else None
        self._verdicts: dict[Position, Verdict] = {}

    @property
    def nodes(self) -> int:
        """How many states were looked at, for all questions together."""
        further = self._most.facts.nodes if self._most not in (None, self._search) else 0
        return int(self._facts.nodes + further)

    def verdict(self, position: Position) -> Verdict:
        """Return whether a position can be won.

        >>> setup = Setup.parse("PY1-N-AAAAAAJ")
        >>> Solver(setup).verdict(Position.start(setup))
        <Verdict.LOST: 'lost'>
        """
        known = self._verdicts.get(position)
        if known is None:
            known = self._ask(position)
            if known is not Verdict.UNKNOWN:
                self._verdicts[position] = known
        return known

    def winning_line(self, position: Position) -> tuple[Move, ...] | None:
        """Return a line that wins, `None` if there is none or none was found in time.

        >>> from app.engine import Game
        >>> setup = Setup.parse("PY1-N-AAAAAAS")
        >>> line = Solver(setup).winning_line(Position.start(setup))
        >>> Game(setup, line or ()).status.value
        'won'
        """
        if self._ask(position) is not Verdict.WINNABLE:
            return None
        return line_through(position, self._search.path(), to_win=True)

    def shortest(self, position: Position) -> Shortest:
        """Return a win with the fewest actions: draws, recycles, pairs and kings count 1 each.

        >>> setup = Setup.parse("PY1-N-AAAAAAS")
        >>> len(Solver(setup).shortest(Position.start(setup)).line)
        46
        """
        verdict = self.verdict(position)
        if verdict is not Verdict.WINNABLE:
            return Shortest(verdict, None)
        lengths = core.Lengths(self._facts)
        self._begin(self._facts)
        actions = lengths.shortest(
            position.pyramid, position.talon, position.pointer, self._recycles(position)
        )
        if actions < 0:
            return Shortest(Verdict.UNKNOWN, None)
        return Shortest(verdict, line_through(position, lengths.path(), to_win=True))

    def most(self, position: Position) -> Most:
        """Return how many pyramid cards can still go at most.

        >>> setup = Setup.parse("PY1-N-AAAAAAJ")
        >>> found = Solver(setup).most(Position.start(setup))
        >>> found.cards, found.proved
        (14, True)
        """
        self._check(position)
        if self._most is None:
            self._most = core.Search(self._new_facts(Goal.PYRAMID))
        self._begin(self._most.facts)
        left = self._most.most(
            position.pyramid, position.talon, self._open_pointer(position), self._recycles(position)
        )
        line = line_through(position, self._most.path(), to_win=False)
        return Most(position.left - left, line, not self._most.facts.stopped)

    def hint(self, position: Position) -> Hint:
        """Return a move that keeps the win, or the cards, that are still there.

        Among winning moves a king comes first, then a pair in the pyramid, a pair with the talon,
        a draw or a recycle. Taking every hint of a winnable position wins: a removal is chosen
        whenever one keeps the win, and else the draws lead, within one way through the talon, to
        where the next removal of some win is in play.

        >>> setup = Setup.parse("PY1-N-AAAAAAJ")
        >>> hint = Solver(setup).hint(Position.start(setup))
        >>> hint.verdict.value, hint.most
        ('lost', 14)
        """
        if position.is_won:
            return Hint(None, Verdict.WINNABLE, 0)
        verdict = self.verdict(position)
        if verdict is Verdict.WINNABLE:
            most = position.left
            return Hint(self._winning_move(position), verdict, most)
        if verdict is Verdict.LOST:
            found = self.most(position)
            move = self._saving_move(position, found.line)
            return Hint(move, verdict, found.cards if found.proved else None)
        kings = _in_order(position)[:1]
        return Hint(kings[0] if kings and len(kings[0].cards) == 1 else None, verdict, None)

    # Inside

    def _new_facts(self, goal: Goal) -> core.Facts:
        rules, cards = self.setup.rules, self.setup.deal.cards
        ranks = [card.rank for card in cards]
        return core.Facts(
            ranks[:PYRAMID_CARDS],
            ranks[PYRAMID_CARDS:],
            core.TALON_MODES[rules.talon.value],
            rules.passes is None,
            goal is Goal.ALL,
            rules.cover_pairs,
        )

    def _check(self, position: Position) -> None:
        if position.setup is not self.setup and position.setup != self.setup:
            raise ValueError(
                f"this solver knows {self.setup}, the position is one of {position.setup}"
            )
        if position.pyramid not in core.SHAPE_OF:
            raise ValueError(
                f"no game leaves the pyramid {position.pyramid:#x}: a card goes after its covers"
            )

    def _begin(self, facts: core.Facts) -> None:
        facts.begin(self.node_limit, inf if self.deadline is None else self.deadline)

    def _ask(self, position: Position) -> Verdict:
        """Search for a win, whether it was asked before or not; the search then has its path."""
        self._check(position)
        self._begin(self._facts)
        answer = self._search.verdict(
            position.pyramid, position.talon, self._open_pointer(position), self._recycles(position)
        )
        return Verdict(core.ANSWERS[answer])

    def _recycles(self, position: Position) -> int:
        passes = self.setup.rules.passes
        return 1 if passes is None else passes - position.pass_number

    def _open_pointer(self, position: Position) -> int:
        """Return the pointer with which mode OPEN has the same cards in play.

        The drawn card counts as the top of the stock there. See `core.Search`.
        """
        pointer = position.pointer
        return pointer - (position.drawn is not None)

    def _winning_move(self, position: Position) -> Move | None:
        for move in _in_order(position):
            if len(move.cards) == 1 or self.verdict(position.play(move)) is Verdict.WINNABLE:
                return move
        # Only if the limits were reached: the line is known all the same.
        line = self.winning_line(position)
        return line[0] if line else None

    def _saving_move(self, position: Position, line: tuple[Move, ...]) -> Move | None:
        """Return a move after which all the cards that a line takes can still go.

        That is a king in play, or a removal that is part of the line, made earlier: a pair in the
        pyramid can't be in the way of anything, and the first removal with the talon may go as
        soon as it can. Else it is how the line begins.
        """
        if not line:
            return None
        with_talon = next((move for move in line if self._takes_talon(move)), None)
        for move in _in_order(position):
            if len(move.cards) == 1 or move == with_talon:
                return move
            if move in line and move.kind is Kind.REMOVE and not self._takes_talon(move):
                return move
        return line[0]

    def _takes_talon(self, move: Move) -> bool:
        index = self.setup.deal.index
        return any(index[card] >= PYRAMID_CARDS for card in move.cards)


def _in_order(position: Position) -> list[Move]:
    """Return the legal moves: kings, pairs in the pyramid, pairs with the talon, the others."""
    index = position.setup.deal.index

    def class_of(move: Move) -> int:
        if move.kind is not Kind.REMOVE:
            return 4
        if move.cards[0].rank == KING:
            return 0
        return sum(index[card] >= PYRAMID_CARDS for card in move.cards) + 1

    return sorted(position.legal_moves(), key=class_of)
