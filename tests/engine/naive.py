"""A second, slow implementation of the rules, to hold the engine against.

It was written from the text of the rules alone, with piles of cards as one has them on a table,
and shares nothing with the engine: no type, no constant, no helper. Cards are their two letters;
an action is `"draw"`, `"recycle"` or the set of the cards that it removes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Action = str | frozenset[str]

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
PACE = 0x9E3779B97F4A7C15
LAID_OUT = (
    "AD 8H 7S 5S AS 6D 2D KS TS JC 3H KC 8D AC 5D 7D 4S 8S 7C 3C 6H 9D 5C 3D 4D JS "
    "9C 3S TC 5H 2C JH QH QD 4C 2S 8C 4H TH AH 7H QC 2H 9S JD 6S TD 9H KD 6C KH QS"
)


def worth(card: str) -> int:
    """The value of a card: ace 1, the figures 11 to 13, the others as they are printed."""
    faces = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
    return faces[card[0]] if card[0] in faces else int(card[0])


def cards_of_number(number: int) -> list[str]:
    """The 52 cards of a numbered deal, by the recipe of the PY1 shuffle."""

    def output(step: int) -> int:
        """The random number of a step, 1 for the first: its state is the seed and `step` paces."""
        z = (number + step * PACE) % 2**64
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
        return z ^ z // 2**31

    cards = LAID_OUT.split()
    for step in range(1, 52):
        last = 52 - step
        other = output(step) // 2**32 * (last + 1) // 2**32
        cards[last], cards[other] = cards[other], cards[last]
    return cards


@dataclass
class Table:
    """A table with cards on it, the rules it is played by, and who has moved how often."""

    opening_waste: bool
    talon: str
    passes: int | None
    goal: str
    cover_pairs: bool
    scoring: str = "none"
    rows: list[list[str | None]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)  # the last one lies on top
    slot: list[str] = field(default_factory=list)  # holds the drawn card
    waste: list[str] = field(default_factory=list)  # the last one lies on top
    gone: list[str] = field(default_factory=list)
    now_in_pass: int = 1
    points: int = 0

    def lay(self, cards: list[str]) -> Table:
        """Lay out 52 cards: seven rows, the stock, perhaps a first card on the waste."""
        pile = list(cards)
        for length in range(1, 8):
            self.rows.append([pile.pop(0) for _ in range(length)])
        self.stock = pile[::-1]
        if self.opening_waste:
            self.waste.append(self.stock.pop())
        return self

    def copy(self) -> Table:
        """Another table with the same cards lying the same way."""
        return Table(
            self.opening_waste,
            self.talon,
            self.passes,
            self.goal,
            self.cover_pairs,
            self.scoring,
            [row[:] for row in self.rows],
            self.stock[:],
            self.slot[:],
            self.waste[:],
            self.gone[:],
            self.now_in_pass,
            self.points,
        )

    # Looking

    def pyramid(self) -> dict[str, tuple[int, int]]:
        """The cards of the pyramid and where they lie: row and place in it, counted from 0."""
        return {
            card: (r, c)
            for r, row in enumerate(self.rows)
            for c, card in enumerate(row)
            if card is not None
        }

    def lying_on(self, r: int, c: int) -> list[str]:
        """The cards that lie on a place of the pyramid."""
        if r == 6:
            return []
        return [card for card in self.rows[r + 1][c : c + 2] if card is not None]

    def free(self) -> list[str]:
        """The cards that may be taken."""
        cards = [card for card, (r, c) in self.pyramid().items() if not self.lying_on(r, c)]
        cards += self.waste[-1:] + self.slot
        if self.talon == "open":
            cards += self.stock[-1:]
        return cards

    def won(self) -> bool:
        """Whether the goal is reached."""
        return not self.pyramid() and (
            self.goal == "pyramid" or not (self.stock or self.slot or self.waste)
        )

    def actions(self) -> set[Action]:
        """Everything that may be done now."""
        if self.won():
            return set()
        able: set[Action] = set()
        free = self.free()
        for one in free:
            if worth(one) == 13:
                able.add(frozenset([one]))
            for two in free:
                if one != two and worth(one) + worth(two) == 13:
                    able.add(frozenset([one, two]))
        if self.cover_pairs:
            for under, (r, c) in self.pyramid().items():
                on_it = self.lying_on(r, c)
                if len(on_it) == 1 and on_it[0] in free and worth(under) + worth(on_it[0]) == 13:
                    able.add(frozenset([under, on_it[0]]))
        if self.stock:
            able.add("draw")
        elif (self.waste or self.slot) and (self.passes is None or self.now_in_pass < self.passes):
            able.add("recycle")
        return able

    def standing(self) -> str:
        """Won, stuck or still being played."""
        if self.won():
            return "won"
        return "playing" if self.actions() else "stuck"

    # Doing

    def do(self, action: Action) -> None:
        """Do something that may be done."""
        if action == "draw":
            self.waste += self.slot
            self.slot = []
            (self.slot if self.talon == "drawn" else self.waste).append(self.stock.pop())
        elif action == "recycle":
            self.stock = (self.waste + self.slot)[::-1]
            self.waste, self.slot = [], []
            self.now_in_pass += 1
        else:
            stood = bool(self.pyramid())
            for card in action:
                self.take(card)
            if self.scoring == "pairs":
                self.points += 10 if len(action) == 2 else 5
                self.points += 100 if stood and not self.pyramid() else 0

    def take(self, card: str) -> None:
        """Take one card off the table."""
        self.gone.append(card)
        for pile in (self.stock, self.slot, self.waste):
            if card in pile:
                pile.remove(card)
        for row in self.rows:
            for c, lying in enumerate(row):
                if lying == card:
                    row[c] = None
                    self.points += 10 if self.scoring == "cards" else 0


class Player:
    """Plays at a table, with a heap of remembered tables to undo with."""

    def __init__(self, table: Table, *, reach: int | None, undo_costs_a_move: bool) -> None:
        self.table = table
        self.reach = reach
        self.undo_costs_a_move = undo_costs_a_move
        self.moves = 0
        self.passed: list[Table] = []  # what undo can go back to, the oldest first
        self.ahead: list[Table] = []  # what redo can go forward to, the farthest first

    def can(self, entry: Action) -> bool:
        """Whether an action, an undo or a redo can be made."""
        if entry == "undo":
            return bool(self.passed) and not self.table.won()
        if entry == "redo":
            return bool(self.ahead) and not self.table.won()
        return entry in self.table.actions()

    def do(self, entry: Action) -> None:
        """Make an action, an undo or a redo that can be made."""
        if entry == "undo":
            self.ahead.append(self.table)
            self.table = self.passed.pop()
            self.moves += self.undo_costs_a_move
            return
        if entry == "redo":
            after = self.ahead.pop()
        else:
            after = self.table.copy()
            after.do(entry)
            self.ahead.clear()
            self.moves += 1
        self.passed.append(self.table)
        if self.reach is not None and len(self.passed) > self.reach:
            self.passed.pop(0)
        self.table = after


def sequences(table: Table, length: int) -> int:
    """How many different sequences of so many actions can be played from a table on."""
    if length == 0:
        return 1
    total = 0
    for action in table.actions():
        after = table.copy()
        after.do(action)
        total += sequences(after, length - 1)
    return total
