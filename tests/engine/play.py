"""Ways to get to a position: by a line of moves, by laying cards out, by wandering about.

And the bridge to the second implementation: the same setup, action and sight on both sides.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

from app.engine import (
    COVERS,
    DECK,
    DRAW,
    RECYCLE,
    Card,
    Deal,
    Entry,
    Game,
    Goal,
    IllegalMove,
    Kind,
    Move,
    NotationError,
    Position,
    Reason,
    Rules,
    Setup,
    Talon,
    parse_entry,
)
from tests.engine.naive import Action, Player, Table

ALL_RULES = tuple(
    Rules.custom(
        opening_waste=opening_waste, talon=talon, passes=passes, goal=goal, cover_pairs=cover_pairs
    )
    for opening_waste, talon, passes, goal, cover_pairs in itertools.product(
        (False, True), Talon, (1, 2, 3, None), Goal, (False, True)
    )
)
"""Every combination of the five fields that decide what is legal and what wins."""


def removals_among(cards: Sequence[Card]) -> tuple[Move, ...]:
    """Every removal of one or two of some cards, legal or not."""
    return tuple(Move.remove(*taken) for n in (1, 2) for taken in itertools.combinations(cards, n))


EVERY_REMOVAL = removals_among(DECK)
EVERY_MOVE = (*EVERY_REMOVAL, DRAW, RECYCLE)
"""Every move that there is a text for: 52 cards, 1,326 pairs, draw and recycle."""


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `JD 6C`."""
    return tuple(map(Card.parse, text.split()))


def entries(text: str) -> tuple[Entry, ...]:
    """The entries of a log, with blanks between them."""
    return tuple(map(parse_entry, text.split()))


def moves(text: str) -> tuple[Move, ...]:
    """The moves of a line, with blanks between them."""
    return tuple(map(Move.parse, text.split()))


def played(code: str | Setup, text: str = "") -> Game:
    """The game of a code after the entries of a text; `draw*3` stands for three draws."""
    setup = code if isinstance(code, Setup) else Setup.parse(code)
    plain = " ".join(
        " ".join([word.partition("*")[0]] * int(word.partition("*")[2] or 1))
        for word in text.split()
    )
    return Game(setup, entries(plain))


def follow(position: Position, line: Iterable[Move]) -> Position:
    """The position after a line of moves."""
    for move in line:
        position = position.play(move)
    return position


def laid_out(
    rows: Mapping[int, str] | None = None, talon: str = "", *, talon_end: str = ""
) -> Deal:
    """A deal with the cards of some rows (each from the left) and of the talon as wanted.

    `talon` is what is drawn first, `talon_end` what is drawn last. The other places are filled
    with what is left of the pack.
    """
    wanted: dict[int, Card] = {}
    for row, text in (rows or {}).items():
        first = row * (row - 1) // 2
        wanted |= dict(enumerate(cards(text), first))
    wanted |= dict(enumerate(cards(talon), 28))
    wanted |= dict(enumerate(cards(talon_end), 52 - len(talon_end.split())))
    rest = (card for card in DECK if card not in wanted.values())
    return Deal(tuple(wanted[i] if i in wanted else next(rest) for i in range(52)))


def setup_of(letters: str, deal: Deal) -> Setup:
    """The setup of rules as a code has them and a deal."""
    return Setup(Rules.parse(letters), deal)


def row(position: Position, number: int) -> list[str | None]:
    """The cards of a row of the pyramid, `None` where one is gone."""
    first = number * (number - 1) // 2
    return [
        str(card) if position.place_of(card) else None
        for card in position.setup.deal.cards[first : first + number]
    ]


def pyramid(position: Position) -> list[list[str | None]]:
    """The seven rows."""
    return [row(position, number) for number in range(1, 8)]


def refusal(game: Game, text: str) -> Reason | None:
    """Why the entry of a text is refused, having seen that it is refused without a change."""
    entry = parse_entry(text)
    reason = game.why_not(entry)
    if reason is not None:
        before = (game.log, game.position, game.moves, game.score)
        with pytest.raises(IllegalMove) as refused:
            game.enter(entry)
        assert refused.value.reason is reason
        assert (game.log, game.position, game.moves, game.score) == before
    return reason


Value = TypeVar("Value")


def reading(read: Callable[[str], Value], text: str) -> Value | NotationError:
    """What a text is read as, or the error that it is refused with; any other error is a fault."""
    try:
        return read(text)
    except NotationError as refused:
        return refused


# Games and deals that are known

WINS: dict[str, str] = json.loads(
    Path(__file__).with_name("golden").joinpath("wins.json").read_text()
)
"""A winning line for some codes, every preset among them."""


def fourteen_pairs() -> Deal:
    """A deal whose pyramid goes in fourteen pairs, two neighbours of a row or so at a time."""
    pairs = [(Card(rank, suit), Card(13 - rank, suit)) for suit in "CDHS" for rank in range(1, 7)]
    pyramid = [card for pair in pairs[:14] for card in pair]
    return Deal((*pyramid, *(card for card in DECK if card not in pyramid)))


def out_of_pairs(deal: Deal) -> str:
    """The line that takes the pyramid of `fourteen_pairs` from its last card to its first."""
    cards = deal.pyramid
    return " ".join(f"{cards[i]}{cards[i - 1]}" for i in range(27, 0, -2))


@cache
def most_that_can_go(code: str) -> int:
    """How many pyramid cards can go at most under rules N, by trying everything.

    With unlimited passes every card of the talon can be brought to the top of the waste, so it
    is enough to try which cards lie where and not in which order the talon is turned.
    """
    deal = Setup.parse(code).deal
    ranks = [card.rank for card in deal.cards]
    under = [sum(1 << cover for cover in covers) for covers in COVERS]
    seen = {(1 << 52) - 1}
    heap = list(seen)
    most = 0
    while heap:
        left = heap.pop()
        most = max(most, 28 - (left & (1 << 28) - 1).bit_count())
        able = [i for i in range(28) if left >> i & 1 and not left & under[i]]
        talon = [i for i in range(28, 52) if left >> i & 1]
        gone = [1 << i for i in able + talon if ranks[i] == 13]
        gone += [
            1 << i | 1 << j
            for k, i in enumerate(able)
            for j in able[k + 1 :] + talon
            if ranks[i] + ranks[j] == 13
        ]
        for removal in gone:
            if left & ~removal not in seen:
                seen.add(left & ~removal)
                heap.append(left & ~removal)
    return most


# Wandering


def wander(start: Position, *, seed: int, actions: int) -> Iterator[tuple[Move, Position]]:
    """Yield up to so many chance moves, and the position after each; removals more often."""
    chance = random.Random(seed)
    position = start
    for _ in range(actions):
        legal = position.legal_moves()
        if not legal:
            return
        removals = [move for move in legal if move.kind is Kind.REMOVE]
        move = chance.choice(removals if removals and chance.random() < 0.6 else legal)
        position = position.play(move)
        yield move, position


def wandered(start: Position, *, seed: int, actions: int) -> Position:
    """The position after up to so many chance moves."""
    return [start, *(after for _, after in wander(start, seed=seed, actions=actions))][-1]


# The second implementation


def table_of(setup: Setup) -> Table:
    """The table of the second implementation with the same rules and cards."""
    rules = setup.rules
    return Table(
        opening_waste=rules.opening_waste,
        talon=rules.talon.value,
        passes=rules.passes,
        goal=rules.goal.value,
        cover_pairs=rules.cover_pairs,
        scoring=rules.scoring.value,
    ).lay([str(card) for card in setup.deal.cards])


def player_of(setup: Setup) -> Player:
    """The player of the second implementation at that table."""
    rules = setup.rules
    return Player(table_of(setup), reach=rules.undo_limit, undo_costs_a_move=rules.undo_counts)


def action_of(entry: Entry) -> Action:
    """A move, an undo or a redo as the second implementation has it."""
    if isinstance(entry, Move) and entry.kind is Kind.REMOVE:
        return frozenset(map(str, entry.cards))
    return str(entry)


def sight_of(position: Position) -> dict[str, object]:
    """All that lies on the table of a position."""
    return {
        "pyramid": pyramid(position),
        "stock": list(map(str, position.stock)),
        "drawn": [str(position.drawn)] if position.drawn else [],
        "waste": list(map(str, position.waste)),
        "gone": position.removed_count,
        "free": {str(card) for card in DECK if position.is_free(card)},
        "status": position.status.value,
    }


def sight_of_table(table: Table) -> dict[str, object]:
    """All that lies on a table of the second implementation."""
    return {
        "pyramid": table.rows,
        "stock": table.stock[::-1],
        "drawn": table.slot,
        "waste": table.waste,
        "gone": len(table.gone),
        "free": set(table.free()),
        "status": table.standing(),
    }
