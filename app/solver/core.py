# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, nonecheck=False
# ruff: noqa: E501
"""The exact search over one deal under one set of rules, on ranks alone.

This module is ordinary Python; with the C types in the `.pxd` beside it Cython makes the same
source some hundred times faster. It knows masks, ranks and counts, no cards and no moves: those
are the business of the modules around it.

Words used here, besides those of the rules:

*shape*: which pyramid cards are left, as the index of one of the 1,430 sets that can occur;
0 is the empty pyramid. A *closed* shape has no free king.
*talon*: which talon cards are left, as a mask of 24 bits. Cards before the *pointer* are waste,
the others stock.
*counts*: how many cards of each rank are left in the talon, four bits a rank, the ace lowest.
*recycles*: how many more recycles the rules allow.

`Facts` is what holds for a deal whatever the question, `Search` answers who can win and how many
cards can go, `Lengths` finds the shortest win.
"""

from time import monotonic

try:
    import cython
except ImportError:  # the plain run needs no more of Cython than this
    from app.solver import plain as cython

COMPILED = bool(cython.compiled)

WASTE = 0
DRAWN = 1
OPEN = 2

LOST = 0
WINNABLE = 1
UNKNOWN = 2

# What has a C type can't be seen from outside: there these stand for it.
TALON_MODES = {"waste": WASTE, "drawn": DRAWN, "open": OPEN}
ANSWERS = ("lost", "winnable", "unknown")

PYRAMID_CARDS = 28
TALON_CARDS = 24
KING = 13
SHAPE_COUNT = 1430

# Whole numbers beyond 31 bits have a type only as a name.
HASH = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF
GUARDS = 0x888888888888
STATE = 0x7FFFFFFFF

if not cython.compiled:

    def ones(mask: int) -> int:
        """Return how many bits are set."""
        return mask.bit_count()

    def lowest(mask: int) -> int:
        """Return the place of the lowest bit that is set."""
        return (mask & -mask).bit_length() - 1

    def length(mask: int) -> int:
        """Return one more than the place of the highest bit that is set, 0 if none is."""
        return mask.bit_length()

    def below(place: int) -> int:
        """Return the mask of all places before one."""
        return (1 << place) - 1

    def four_bits(word: int, shift: int) -> int:
        """Return the four bits of a word from a place on, as a signed number."""
        return word >> shift & 15

    def three_bits(word: int, shift: int) -> int:
        """Return the three bits of a word from a place on, as a signed number."""
        return word >> shift & 7

    def new_words(count: int) -> list[int]:
        """Return that many words, all 0."""
        return [0] * count

    def more_words(words: list[int], old: int, new: int) -> list[int]:
        """Return the words in a larger room."""
        words.extend([0] * (new - old))
        return words

    def free_words(words: list[int]) -> None:
        """Give the room of some words back."""


class Words:
    """A row of 64-bit words that grows at its end."""

    def __init__(self) -> None:
        self.count = 0
        self.room = 256
        self.at = new_words(self.room)

    def __dealloc__(self) -> None:
        free_words(self.at)

    def add(self, word: int) -> int:
        """Append a word and return its place."""
        if self.count == self.room:
            self.at = more_words(self.at, self.room, 2 * self.room)
            self.room *= 2
        self.at[self.count] = word
        self.count += 1
        return self.count - 1


class Table:
    """A map from 64-bit keys other than 0 to 64-bit values other than 0."""

    def __init__(self) -> None:
        self.count = 0
        if not cython.compiled:
            self.entries: dict[int, int] = {}
        else:
            self.bits = 8
            self.keys = new_words(256)
            self.values = new_words(256)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free_words(self.keys)
            free_words(self.values)

    def get(self, key: int) -> int:
        """Return the value of a key, 0 if it has none."""
        if not cython.compiled:
            return self.entries.get(key, 0)
        slot = ((key * HASH) & WORD) >> (64 - self.bits)
        while self.keys[slot]:
            if self.keys[slot] == key:
                return self.values[slot]
            slot = (slot + 1) & below(self.bits)
        return 0

    def put(self, key: int, value: int) -> None:
        """Set the value of a key."""
        if not cython.compiled:
            self.entries[key] = value
            self.count = len(self.entries)
            return
        slot = ((key * HASH) & WORD) >> (64 - self.bits)
        while self.keys[slot]:
            if self.keys[slot] == key:
                self.values[slot] = value
                return
            slot = (slot + 1) & below(self.bits)
        self.keys[slot] = key
        self.values[slot] = value
        self.count += 1
        if 2 * self.count > 1 << self.bits:
            self._grow()

    def _grow(self) -> None:
        keys = self.keys
        values = self.values
        old = 1 << self.bits
        self.bits += 1
        self.keys = new_words(2 * old)
        self.values = new_words(2 * old)
        self.count = 0
        for slot in range(old):
            if keys[slot]:
                self.put(keys[slot], values[slot])
        free_words(keys)
        free_words(values)


class Shapes:
    """The 1,430 sets of pyramid cards that can be left, and where each card leads from each."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.mask = [0] * SHAPE_COUNT
            self.free = [0] * SHAPE_COUNT
            self.after = [0] * (SHAPE_COUNT * PYRAMID_CARDS)
        covers = [
            3 << (row * (row + 1) // 2 + place + row + 1) if row < 6 else 0
            for row in range(7)
            for place in range(row + 1)
        ]
        full = (1 << PYRAMID_CARDS) - 1
        found = {full}
        open_ends = [full]
        while open_ends:
            mask = open_ends.pop()
            for card in range(PYRAMID_CARDS):
                smaller = mask & ~(1 << card)
                if smaller != mask and not mask & covers[card] and smaller not in found:
                    found.add(smaller)
                    open_ends.append(smaller)
        self.index = {mask: shape for shape, mask in enumerate(sorted(found))}
        for mask, shape in self.index.items():
            self.mask[shape] = mask
            for card in range(PYRAMID_CARDS):
                if mask >> card & 1 and not mask & covers[card]:
                    self.free[shape] |= 1 << card
                    self.after[shape * PYRAMID_CARDS + card] = self.index[mask & ~(1 << card)]


SHAPES = Shapes()
SHAPE_OF = SHAPES.index


class Facts:
    """What holds for a deal under its rules, whatever is asked; and how much may be spent.

    `pyramid` and `talon` are the ranks (1 to 13) of 28 and 24 cards in deal order. Four cards of
    each rank are taken for granted.
    """

    def __init__(
        self,
        pyramid: list[int],
        talon: list[int],
        talon_mode: int,
        unlimited: bool,
        goal_all: bool,
        cover_pairs: bool,
    ) -> None:
        if not cython.compiled:
            self.rank = [0] * PYRAMID_CARDS
            self.talon_rank = [0] * TALON_CARDS
            self.of_rank = [0] * 14
            self.talon_of_rank = [0] * 14
            self.unit = [0] * 14
            self.one_pair = [0] * 14
            self.wanted = [0] * SHAPE_COUNT
            self.first = [0] * SHAPE_COUNT
            self.last = [0] * SHAPE_COUNT
            self.seen = [0] * SHAPE_COUNT
            self.fewest = [0] * SHAPE_COUNT
        self.shapes = SHAPES
        self.talon_mode = talon_mode
        self.unlimited = unlimited
        self.goal_all = goal_all
        self.cover_pairs = cover_pairs
        # In the modes that put two talon cards in play those can go as a pair.
        self.talon_pairs = talon_mode != WASTE
        self.pool = Words()
        self.lefts = Table()
        self.totals = Table()
        self.nodes = 0
        self.node_limit = 0
        self.deadline = 0.0
        self.stopped = False
        for rank in range(14):
            self.of_rank[rank] = 0
            self.talon_of_rank[rank] = 0
            # Kings need no partner, so they are left out of all counts.
            self.unit[rank] = 1 << 4 * (rank - 1) if 0 < rank < KING else 0
            # One more pair of this rank inside the pyramid, in the words of `total`.
            lower = min(rank, KING - rank) - 1
            self.one_pair[rank] = 4 + (9 << 8 + 6 * lower) if 0 < rank < KING else 0
        for card in range(PYRAMID_CARDS):
            self.rank[card] = pyramid[card]
            self.of_rank[pyramid[card]] |= 1 << card
        for card in range(TALON_CARDS):
            self.talon_rank[card] = talon[card]
            self.talon_of_rank[talon[card]] |= 1 << card
        for shape in range(SHAPE_COUNT):
            self.wanted[shape] = 0
            self.first[shape] = 0
            self.last[shape] = 0
            self.seen[shape] = 0
            self.fewest[shape] = 0

    # What may be spent

    def begin(self, node_limit: int, deadline: float) -> None:
        """Begin a question that may look at `node_limit` states until the clock shows `deadline`."""
        self.node_limit = self.nodes + node_limit
        self.deadline = deadline
        self.stopped = False

    def spend(self) -> bool:
        """Count a state that is looked at; whether that was one too many."""
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.stopped = True
        elif not self.nodes & 1023:
            with cython.gil:
                if monotonic() > self.deadline:
                    self.stopped = True
        return self.stopped

    # Shapes and counts

    def closed(self, shape: int) -> int:
        """Return what is left of a shape without its free kings.

        To take a king of the pyramid as soon as it is free is always right: it takes no other
        card with it, it only uncovers, and to clear the pyramid it has to go in any case, for
        one action then or now.
        """
        kings = self.shapes.free[shape] & self.of_rank[KING]
        while kings:
            shape = self.shapes.after[shape * PYRAMID_CARDS + lowest(kings)]
            kings = self.shapes.free[shape] & self.of_rank[KING]
        return shape

    def counts_of(self, talon: int) -> int:
        """Return how many cards of each rank are in a talon set, kings left out."""
        counts = 0
        while talon:
            counts += self.unit[self.talon_rank[lowest(talon)]]
            talon &= talon - 1
        return counts

    def wanted_by(self, shape: int) -> int:
        """Return for each rank how many pyramid cards want a partner of it, packed as counts."""
        wanted = self.wanted[shape]
        if not wanted:
            for rank in range(1, KING):
                wanted += self.unit[rank] * ones(
                    self.shapes.mask[shape] & self.of_rank[KING - rank]
                )
            self.wanted[shape] = wanted
        return wanted

    def capped(self, shape: int, counts: int) -> int:
        """Return the counts, no rank with more cards than pyramid cards that want one.

        Talon cards beyond that number are of no use to the pyramid, so that counts that differ
        in them alone are one entry in a table. All twelve ranks are done at once: in each four
        bits the guard survives the subtraction where the talon has as many as are wanted.
        """
        wanted = self.wanted_by(shape)
        enough = (((counts | GUARDS) - wanted) & GUARDS) >> 3
        enough = (enough << 4) - enough
        return (wanted & enough) | (counts & ~enough)

    def mates(self, shape: int, card: int) -> int:
        """Return the pyramid cards that can go as a pair with a free one; each pair is told once.

        With cover pairs those are also the cards that the free one alone still covers, which
        are just those that its removal uncovers.
        """
        partners = self.of_rank[KING - self.rank[card]]
        free = self.shapes.free[shape]
        found = free & partners & ~below(card)
        if self.cover_pairs:
            found |= (
                self.shapes.free[self.shapes.after[shape * PYRAMID_CARDS + card]] & ~free & partners
            )
        return found

    def after_pair(self, shape: int, card: int, mate: int) -> int:
        """Return the closed shape after a pair of pyramid cards, the free one first."""
        shape = self.shapes.after[shape * PYRAMID_CARDS + card]
        return self.closed(self.shapes.after[shape * PYRAMID_CARDS + mate])

    def after_card(self, shape: int, card: int) -> int:
        """Return the closed shape after one pyramid card went with a talon card."""
        return self.closed(self.shapes.after[shape * PYRAMID_CARDS + card])

    # The relaxation: the talon's order is forgotten

    def left(self, shape: int, counts: int) -> int:
        """Return the fewest pyramid cards that would be left if every talon card were in play.

        `shape` is closed. The order of the talon can only take possibilities away, so that this
        is a lower bound for every set of rules: above 0 the position is lost. With unlimited
        passes every talon card does come into play again and again, whatever lies where, so
        that there it is the answer itself. In talon mode WASTE a talon card can only go with a
        pyramid card, so that with goal ALL a rank with more talon cards than are wanted loses.
        """
        capped = self.capped(shape, counts)
        if self.goal_all and not self.talon_pairs and capped != counts:
            return PYRAMID_CARDS
        if not shape:
            return 0
        key = shape
        key = key << 48 | capped
        known = self.lefts.get(key)
        if known:
            return known - 1
        self.spend()
        best = ones(self.shapes.mask[shape])
        if self.goal_all and not self.talon_pairs:
            best = PYRAMID_CARDS
        free = self.shapes.free[shape]
        while free and best and not self.stopped:
            card = lowest(free)
            free &= free - 1
            mates = self.mates(shape, card)
            while mates and best:
                found = self.left(self.after_pair(shape, card, lowest(mates)), capped)
                best = found if found < best else best
                mates &= mates - 1
            unit = self.unit[KING - self.rank[card]]
            if best and capped & (unit * 15):
                found = self.left(self.after_card(shape, card), capped - unit)
                best = found if found < best else best
        if not self.stopped:
            self.lefts.put(key, best + 1)
        return best

    def total(self, shape: int, counts: int) -> int:
        """Return what the wins of the relaxation have in common, packed; 1 if there is none.

        Bits 2 to 6: the most pairs that can be made inside the pyramid. From bit 8 for each of
        the six pairs of ranks (ace and queen first) three bits with the fewest such pairs and
        three with the most, over all wins. Bit 1 is always set.
        """
        capped = self.capped(shape, counts)
        if self.goal_all and not self.talon_pairs and capped != counts:
            return 1
        if not shape:
            return 2
        key = shape
        key = key << 48 | capped
        best = self.totals.get(key)
        if best:
            return best
        self.spend()
        best = 1
        free = self.shapes.free[shape]
        while free and not self.stopped:
            card = lowest(free)
            free &= free - 1
            rank = self.rank[card]
            mates = self.mates(shape, card)
            while mates:
                found = self.total(self.after_pair(shape, card, lowest(mates)), capped)
                if found > 1:
                    best = self.either(best, found + self.one_pair[rank])
                mates &= mates - 1
            unit = self.unit[KING - rank]
            if capped & (unit * 15):
                best = self.either(best, self.total(self.after_card(shape, card), capped - unit))
        if not self.stopped:
            self.totals.put(key, best)
        return best

    def either(self, one: int, other: int) -> int:
        """Return what two sets of wins have in common, packed as in `total`."""
        if one == 1:
            return other
        if other == 1:
            return one
        both = 2 | max(one & 124, other & 124)
        for shift in range(8, 44, 6):
            both |= min(one >> shift & 7, other >> shift & 7) << shift
            both |= max(one >> shift & 56, other >> shift & 56) << shift
        return both

    # Pairs inside the pyramid, put off until they are needed

    def pair_up(self, shape: int) -> None:
        """Find all shapes that pairs inside the pyramid lead to from a closed shape.

        They are the words `first[shape]` to `last[shape]` of the pool, each a shape (bits 28 on)
        and the cards that are free in it and in none of the shapes that lead to it. A pair
        inside the pyramid touches nothing outside it and, once possible, stays possible while
        its cards are there. So it can be put off until just before the talon card that needs
        one of its cards gone; and a talon card takes a pyramid card only in a shape in which
        that card is newly free, as otherwise the last pair could have been put off further.
        `fewest[shape]` is the smallest of the shapes.
        """
        if self.last[shape]:
            return
        first = self.pool.count
        # A place in the pool, plus one, of each shape of this list; older numbers are older lists.
        self.seen[shape] = self.pool.add(self._entry(shape)) + 1
        self.fewest[shape] = shape
        place = first
        while place < self.pool.count:
            here = self.pool.at[place] >> 28
            if ones(self.shapes.mask[here]) < ones(self.shapes.mask[self.fewest[shape]]):
                self.fewest[shape] = here
            self._pairs_from(here, first)
            place += 1
        self.first[shape] = first
        self.last[shape] = self.pool.count

    def _entry(self, shape: int) -> int:
        """Return a shape and all of its free cards as one word."""
        word = shape
        return word << 28 | self.shapes.free[shape]

    def _pairs_from(self, here: int, first: int) -> None:
        """Add what one pair leads to from a shape to the list that begins at `first`."""
        free = self.shapes.free[here]
        cards = free
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            mates = self.mates(here, card)
            while mates:
                there = self.after_pair(here, card, lowest(mates))
                if self.seen[there] <= first:
                    self.seen[there] = self.pool.add(self._entry(there)) + 1
                place = self.seen[there] - 1
                self.pool.at[place] = self.pool.at[place] & ~free
                mates &= mates - 1

    # The last pass

    def alive(self, shape: int, talon: int, pointer: int, spare: int) -> int:
        """Return a talon set without the waste that can't come into play again in this pass.

        Before the next recycle a waste card comes into play only when all above it are gone.
        Each of those takes a partner of its own: a pyramid card or, where talon cards go as
        pairs, a stock card. So a card is dead, and all below it, when there are fewer such
        partners than cards of its rank from it to the top. In talon mode WASTE `spare` is how
        many pyramid cards, packed as counts, are sure to go with another pyramid card.
        """
        waste = talon & below(pointer)
        seen = 0
        while waste:
            card = length(waste) - 1
            waste ^= 1 << card
            rank = self.talon_rank[card]
            if rank == KING:
                continue
            seen += self.unit[rank]
            shift = 4 * (rank - 1)
            partners = four_bits(self.wanted_by(shape), shift) - four_bits(spare, shift)
            if self.talon_pairs:
                partners += ones(talon & ~below(pointer) & self.talon_of_rank[KING - rank])
            if four_bits(seen, shift) > partners:
                return talon & ~below(card + 1)
        return talon


class Search:
    """Who can win, and how few pyramid cards can be left: a depth-first search.

    States are looked at only after a removal that takes a talon card. Kings of the talon are
    left out: a king in play can be taken at once, which costs no card that another needs and
    only uncovers, so whether it lies there makes no difference to what is possible.

    DRAWN is searched as OPEN: to turn a card into the slot puts the same two cards in play that
    OPEN has in play before the draw, and draws are free here.
    """

    def __init__(self, facts: Facts) -> None:
        if not cython.compiled:
            self.path_shape = [0] * 64
            self.path_used = [0] * 64
            self.best_shape = [0] * 64
            self.best_used = [0] * 64
        self.facts = facts
        self.lost = Table()
        self.table = self.lost
        self.limit = 0
        self.floor = 0
        self.depth = 0
        self.best_depth = 0

    def verdict(self, pyramid: int, talon: int, pointer: int, recycles: int) -> int:
        """Return LOST, WINNABLE or UNKNOWN; if winnable, `path` then tells how."""
        self.table = self.lost
        self.limit = 1
        self.floor = 0
        if self._run(SHAPE_OF[pyramid], talon, pointer, recycles):
            return WINNABLE
        return UNKNOWN if self.facts.stopped else LOST

    def most(self, pyramid: int, talon: int, pointer: int, recycles: int) -> int:
        """Return how few pyramid cards can be left; `path` then tells how.

        If `stopped` is set afterwards, that few can be left, perhaps fewer. The facts must be
        those of goal PYRAMID.
        """
        shape = SHAPE_OF[pyramid]
        with cython.nogil:
            shape = self.facts.closed(shape)
            self.floor = self.facts.left(shape, self.facts.counts_of(talon))
        # Whether the lower bound can be reached is asked first, as with that limit nearly all
        # states are out of the question, and most often it can.
        self.table = Table()
        self.limit = self.floor + 1
        if not self._run(shape, talon, pointer, recycles) and not self.facts.stopped:
            self.table = Table()
            self.limit = PYRAMID_CARDS + 1
            self.floor += 1
            self._run(shape, talon, pointer, recycles)
        if not self.best_depth:  # stopped before anything was found
            self.facts.pair_up(shape)
            self.limit = PYRAMID_CARDS + 1
            self._reached(shape, talon)
        return self.limit

    def path(self) -> list[tuple[int, int]]:
        """Return the steps that the last answer stands on.

        Each is the pyramid mask after it and the mask of the talon cards, 0 to 2, that it took.
        """
        return [
            (self.facts.shapes.mask[self.best_shape[step]], self.best_used[step])
            for step in range(self.best_depth)
        ]

    def _run(self, shape: int, talon: int, pointer: int, recycles: int) -> bool:
        talon &= ~self.facts.talon_of_rank[KING]
        self.depth = 0
        self.best_depth = 0
        with cython.nogil:
            shape = self.facts.closed(shape)
            found = self._search(shape, talon, self.facts.counts_of(talon), recycles, pointer)
        return found

    def _search(self, shape: int, talon: int, counts: int, recycles: int, pointer: int) -> bool:
        """Whether what is looked for is found; else the table knows that it is not here.

        What is looked for is a state with fewer than `limit` pyramid cards (and no talon card
        with goal ALL). `recycles` is 1 all along where passes are unlimited.
        """
        if not recycles:
            alive = self.facts.alive(shape, talon, pointer, 0)
            if alive != talon:
                if self.facts.goal_all:
                    return False
                talon = alive
                counts = self.facts.counts_of(talon)
        if self.facts.left(shape, counts) >= self.limit:
            return False
        pointer = length(talon & below(pointer))
        # A state that is as far through its passes as another with the same cards, or further,
        # can do nothing that the other could not: the other can draw on to where it is. With
        # unlimited passes each can get to where the other is.
        turned = 1 if self.facts.unlimited else 1 + (3 - recycles) * 32 + pointer
        key = shape
        key = (key << 24 | talon) + 1
        known = self.table.get(key)
        if known and known <= turned:
            return False
        if self.facts.spend():
            return False
        self.facts.pair_up(shape)
        if self._reached(shape, talon) or self._removals(shape, talon, counts, recycles, pointer):
            return True
        if not self.facts.stopped:
            self.table.put(key, turned)
        return False

    def _reached(self, shape: int, talon: int) -> bool:
        """Whether pairs inside the pyramid are all that is needed now; keeps the best so far."""
        smallest = self.facts.fewest[shape]
        cards = ones(self.facts.shapes.mask[smallest])
        if cards >= self.limit or (self.facts.goal_all and talon):
            return False
        for step in range(self.depth):
            self.best_shape[step] = self.path_shape[step]
            self.best_used[step] = self.path_used[step]
        self.best_shape[self.depth] = smallest
        self.best_used[self.depth] = 0
        self.best_depth = self.depth + 1
        self.limit = cards
        return cards <= self.floor

    def _removals(self, shape: int, talon: int, counts: int, recycles: int, pointer: int) -> bool:
        """Whether a removal with a talon card, in this pass or the next, leads on to a find."""
        waste = talon & below(pointer)
        if waste and self._with_card(shape, talon, counts, recycles, pointer, pointer - 1):
            return True
        if self._turning(shape, talon, counts, recycles, talon & ~waste, pointer - 1):
            return True
        if not recycles or not waste:
            return False
        # What was stock is better taken before the recycle.
        recycles -= not self.facts.unlimited
        return self._turning(shape, talon, counts, recycles, waste, -1)

    def _turning(
        self, shape: int, talon: int, counts: int, recycles: int, cards: int, under: int
    ) -> bool:
        """Try each of `cards` as it is turned; `under` is the card before the first, or -1."""
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if self._with_card(shape, talon, counts, recycles, card, card):
                return True
            if self.facts.talon_pairs and under >= 0:
                rank = self.facts.talon_rank[card]
                if rank + self.facts.talon_rank[under] == KING and self._step(
                    shape,
                    1 << card | 1 << under,
                    talon,
                    counts - self.facts.unit[rank] - self.facts.unit[KING - rank],
                    recycles,
                    card,
                ):
                    return True
            under = card
        return False

    def _with_card(
        self, shape: int, talon: int, counts: int, recycles: int, pointer: int, card: int
    ) -> bool:
        """Try a talon card with every pyramid card that it can go with."""
        rank = self.facts.talon_rank[card]
        counts -= self.facts.unit[rank]
        for place in range(self.facts.first[shape], self.facts.last[shape]):
            entry = self.facts.pool.at[place]
            mates = entry & self.facts.of_rank[KING - rank]
            while mates:
                smaller = self.facts.after_card(entry >> 28, lowest(mates))
                if self._step(smaller, 1 << card, talon, counts, recycles, pointer):
                    return True
                mates &= mates - 1
        return False

    def _step(
        self, shape: int, used: int, talon: int, counts: int, recycles: int, pointer: int
    ) -> bool:
        """Search on from a removal that took the talon cards `used`."""
        self.path_shape[self.depth] = shape
        self.path_used[self.depth] = used
        self.depth += 1
        found = self._search(shape, talon & ~used, counts, recycles, pointer)
        self.depth -= 1
        return found


class Lengths:
    """The shortest win: A* over states just after a removal that takes a talon card.

    How many removals were made follows from the cards that are left, so that only draws and
    recycles are there to be saved. A node is one word: shape and talon (35 bits), pointer (5),
    recycles made since the start (2, at most 2 is told), actions so far (10), the least total
    of actions through it that is proved (10), and whether the costly bound has been asked (1).

    *After a draw the next removal takes the card that it turned*: any other was possible before
    it. So between two nodes lie only draws and recycles, and cards are offered in the order in
    which they are turned; after a recycle only up to the old pointer, as what lies beyond was
    cheaper before it.

    *Kings of the talon.* With goal ALL each has to go for one action, so it goes as soon as it is
    in play. Else in mode OPEN a king that is passed goes instead of being drawn: one action
    either way. In the other modes it is drawn and stays: taking it off is worth its action
    only if it is in the way of a card under it, and then it is charged when that card is used;
    or if it saves at least two later draws. The first of those pays for it, so when a later
    pass comes to a king that lay in play in a pass before, it is taken as removed back then,
    and that costs what the draw would have.
    """

    def __init__(self, facts: Facts) -> None:
        if not cython.compiled:
            self.heads = [0] * 1024
            self.offers_of = [0] * 14
            self.offers_first = [0] * 14
            self.offers_last = [0] * 14
            self.charge_of = [0] * 6
        self.facts = facts
        self._clear()

    def _clear(self) -> None:
        self.nodes = Words()
        self.links = Words()
        self.labels = Words()
        self.label_of = Table()
        self.kings = self.facts.talon_of_rank[KING]
        # Whether kings that are passed go at once, see above.
        self.kings_go = self.facts.goal_all or self.facts.talon_mode == OPEN
        self.labels.add(0)
        self.offers = Words()
        for rank in range(14):
            self.offers_of[rank] = 0
        self.won = -1
        self.actions = 0
        for total in range(1024):
            self.heads[total] = 0
        self.nodes.add(0)
        self.links.add(0)

    def shortest(self, pyramid: int, talon: int, pointer: int, recycles: int) -> int:
        """Return the fewest actions to a win, -1 if there is no win, -2 if it is not known.

        After a win `path` tells how, until the next question.
        """
        self._clear()
        start = SHAPE_OF[pyramid]
        self.root_pointer = pointer
        self.root_recycles = recycles
        with cython.nogil:
            found = self._run(start, talon, pointer)
        return found

    def path(self) -> list[tuple[int, int]]:
        """Return the steps of the win that was found, as `Search.path` does."""
        steps = [(0, 0)]
        node = self.won
        while node > 0:
            state = self.nodes.at[node]
            parent = self.links.at[node] >> 32
            mask = self.facts.shapes.mask[(state & STATE) >> 24]
            used = 0
            if parent:
                used = (self.nodes.at[parent] ^ state) & below(TALON_CARDS) & ~self.kings
            if used or not parent:
                steps.append((mask, used))
            node = parent
        self._clear()
        return steps[::-1]

    def _run(self, start: int, talon: int, pointer: int) -> int:
        shape = self.facts.closed(start)
        kings = ones(self.facts.shapes.mask[start]) - ones(self.facts.shapes.mask[shape])
        self.node = 0
        self.total = 0
        left = self._removals_left(shape, self.facts.counts_of(talon))
        if left < 100:
            self._push(shape, talon, pointer, 0, kings, left)
        total = 0
        while total < 1024 and not self.facts.stopped:
            node = self.heads[total]
            if not node:
                total += 1
                continue
            self.heads[total] = self.links.at[node] & 0x7FFFFFFF
            if self._postponed(node, total) or self._dominated(node):
                continue
            if self._expand(node):
                self.won = node
                return self.actions
        return -2 if self.facts.stopped else -1

    def _postponed(self, node: int, total: int) -> bool:
        """Whether the costly bound, asked once a node, puts it off to a later total."""
        word = self.nodes.at[node]
        if word >> 62:
            return False
        bound = (word >> 42 & 1023) + self._bound(
            (word & STATE) >> 24, word & below(TALON_CARDS), word >> 35 & 31, word >> 40 & 3
        )
        if bound < total:
            bound = total
        elif bound > 1023:
            return True
        self.nodes.at[node] = self._word(
            word & STATE, word >> 35 & 31, word >> 40 & 3, word >> 42 & 1023, 1024 + bound
        )
        if bound == total:
            return False
        self._queue(node, bound)
        return True

    def _word(self, state: int, pointer: int, made: int, cost: int, total: int) -> int:
        """Return a node's word; the total with 1024 added says that it is the costly bound's."""
        return state | pointer << 35 | made << 40 | cost << 42 | total << 52

    def _queue(self, node: int, total: int) -> None:
        """Put a node on top of those that wait at a total."""
        self.links.at[node] = self.links.at[node] >> 32 << 32 | self.heads[total]
        self.heads[total] = node

    def _push(
        self, shape: int, talon: int, pointer: int, made: int, cost: int, removals_left: int
    ) -> None:
        """Add a node that the relaxation doesn't know lost."""
        if self.facts.spend():
            return
        if self.facts.goal_all:
            kings = self._in_play_kings(talon, pointer)
            while kings:
                cost += ones(kings)
                talon &= ~kings
                kings = self._in_play_kings(talon, pointer)
            removals_left = self._halves(shape, talon) >> 1
        total = max(self.total, cost + removals_left)
        if total > 1023:
            return
        parent = self.node
        node = self.links.add(parent << 32)
        state = shape
        state = state << 24 | talon
        self.nodes.add(self._word(state, self._settled(talon, pointer), made, cost, total))
        self._queue(node, total)

    def _settled(self, talon: int, pointer: int) -> int:
        """Return the one pointer that stands for all that put the same cards in play.

        One more than the place of the last card turned that is still there; in mode DRAWN two
        more if it has left the slot.
        """
        top = length(talon & below(pointer))
        return top + (self.facts.talon_mode == DRAWN and 0 < top < pointer)

    def _slot_full(self, talon: int, pointer: int) -> bool:
        """Whether there is a drawn card."""
        waste = talon & below(pointer)
        return self.facts.talon_mode == DRAWN and waste != 0 and length(waste) == pointer

    def _in_play_kings(self, talon: int, pointer: int) -> int:
        """Return the kings that lie on the waste or in the slot and are in play."""
        waste = talon & below(pointer)
        top = length(waste)
        found = 1 << top >> 1
        if self._slot_full(talon, pointer):
            found |= 1 << length(waste & ~found) >> 1
        return found & self.kings

    def _removals_left(self, shape: int, counts: int) -> int:
        """Return how many removals the pyramid needs at least, 100 if it can't be cleared.

        One for each card, less the most pairs that can be made inside it.
        """
        common = self.facts.total(shape, counts)
        return 100 if common == 1 else ones(self.facts.shapes.mask[shape]) - (common >> 2 & 31)

    def _halves(self, shape: int, talon: int) -> int:
        """Return the removals that some cards make, counted in halves: a king makes two."""
        mask = self.facts.shapes.mask[shape]
        return (
            ones(mask)
            + ones(mask & self.facts.of_rank[KING])
            + ones(talon)
            + ones(talon & self.kings)
        )

    # From a node on

    def _expand(self, node: int) -> bool:
        """Push what a node leads to, or say that pairs inside the pyramid win from it."""
        word = self.nodes.at[node]
        shape = (word & STATE) >> 24
        talon = word & below(TALON_CARDS)
        pointer = word >> 35 & 31
        made = word >> 40 & 3
        self.node = node
        self.shape = shape
        self.cost = word >> 42 & 1023
        self.total = word >> 52 & 1023
        self.counts = self.facts.counts_of(talon)
        self.offers.count = 0
        self.facts.pair_up(shape)
        if not self.facts.fewest[shape] and not (self.facts.goal_all and talon & ~self.kings):
            self.actions = self.cost + (self._halves(shape, 0) >> 1)
            if self.facts.goal_all:  # kings in the stock have to be drawn as well
                self.actions += ones(talon) * (1 if self.facts.talon_mode == OPEN else 2)
            return True
        self._in_play(talon, pointer, made)
        waste = talon & below(pointer)
        talon = self._travel(talon, talon & ~waste, made)
        if waste and (self.facts.unlimited or made < self.root_recycles):
            self.spent += 1
            self.under = -1
            self.between = 0
            self._travel(talon, talon & waste, made + (made < 2))
        return False

    def _in_play(self, talon: int, pointer: int, made: int) -> None:
        """Offer what needs no draw, and note what the first drawn card can go with."""
        waste = talon & below(pointer)
        slot = -1
        if self._slot_full(talon, pointer):
            slot = pointer - 1
            waste &= ~(1 << slot)
        # Kings on the waste are in the way of the card under them.
        top = length(waste) - 1
        kings = 0
        while top >= 0 and self.kings >> top & 1:
            kings |= 1 << top
            top = length(waste & below(top)) - 1
        if made == 0 and not self.kings_go:
            self._loose_kings(talon, pointer)
        self.spent = 0
        self.under = top
        self.between = kings
        if top >= 0:
            self._offer(top, talon & ~kings, pointer, made, ones(kings))
        if slot >= 0 and not self.kings >> slot & 1:
            self._offer(slot, talon, pointer, made, 0)
            self._offer_talon_pair(slot, talon, pointer, made)
            self.under = slot
            self.between = 0
        elif slot >= 0:
            self.between |= 1 << slot

    def _loose_kings(self, talon: int, pointer: int) -> None:
        """Offer kings that were waste at the start: those were not turned since.

        What is said above of kings that lay in play in an earlier pass counts the kings that
        were turned in it. For these the choice is made when they come into play.
        """
        kings = self._in_play_kings(talon, pointer) & below(self.root_pointer)
        while kings:
            king = kings & -kings
            kings ^= king
            left = self._removals_left(self.shape, self.counts)
            self._push(self.shape, talon & ~king, pointer, 0, self.cost + 1, left)

    def _travel(self, talon: int, cards: int, made: int) -> int:
        """Turn `cards` one after another, offering each; return what they leave of the talon.

        `spent` are the actions since the node, `under` is the card that the next one turned can
        go with (-1 if there is none), `between` are the kings that lie on it.
        """
        is_open = self.facts.talon_mode == OPEN
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if self.kings >> card & 1:
                self.spent += 1 + (self.facts.goal_all and not is_open)
                if self.kings_go or self._paid(made) >> card & 1:
                    talon &= ~(1 << card)
                else:
                    self.between |= 1 << card
                continue
            self.spent += not is_open
            self._offer(card, talon, card + 1, made, self.spent)
            self._offer_talon_pair(card, talon, card + 1, made)
            self.under = card
            self.between = 0
            self.spent += is_open
        return talon

    def _paid(self, made: int) -> int:
        """Return the kings that were turned in an earlier pass: to pass them removes them."""
        if made == 0:
            return 0
        return self.kings if made == 2 else self.kings & ~below(self.root_pointer)

    def _offer(self, card: int, talon: int, pointer: int, made: int, spent: int) -> None:
        """Push a talon card's removal with each pyramid card that it can go with."""
        rank = self.facts.talon_rank[card]
        if self.offers_of[rank] != self.node:
            self._find_offers(rank)
        cost = self.cost + spent
        for place in range(self.offers_first[rank], self.offers_last[rank]):
            entry = self.offers.at[place]
            self._push(
                entry & 0x7FF,
                talon & ~(1 << card),
                pointer,
                made,
                cost + (entry >> 11 & 63),
                entry >> 17,
            )

    def _find_offers(self, rank: int) -> None:
        """Find what talon cards of a rank can do at this node: the same whichever it is.

        Each word of `offers` has a shape (11 bits), the removals to it (6), and those left.
        """
        counts = self.counts - self.facts.unit[rank]
        halves = self._halves(self.shape, 0) + 1
        self.offers_first[rank] = self.offers.count
        for place in range(self.facts.first[self.shape], self.facts.last[self.shape]):
            entry = self.facts.pool.at[place]
            mates = entry & self.facts.of_rank[KING - rank]
            while mates:
                shape = self.facts.after_card(entry >> 28, lowest(mates))
                mates &= mates - 1
                left = self._removals_left(shape, counts)
                if left < 100:
                    removals = (halves - self._halves(shape, 0)) >> 1
                    self.offers.add(shape | removals << 11 | left << 17)
        self.offers_last[rank] = self.offers.count
        self.offers_of[rank] = self.node

    def _offer_talon_pair(self, card: int, talon: int, pointer: int, made: int) -> None:
        """Push a talon card's removal with the card under it, kings between them first."""
        if not self.facts.talon_pairs or self.under < 0:
            return
        rank = self.facts.talon_rank[card]
        if rank + self.facts.talon_rank[self.under] == KING:
            talon &= ~(self.between | 1 << card | 1 << self.under)
            counts = self.counts - self.facts.unit[rank] - self.facts.unit[KING - rank]
            left = self._removals_left(self.shape, counts)
            if left < 100:
                cost = self.cost + self.spent + ones(self.between) + 1
                self._push(self.shape, talon, pointer, made, cost, left)

    # What need not be expanded

    def _dominated(self, node: int) -> bool:
        """Whether an expanded node with the same cards can be where this one is for no more.

        If none can, the node is entered among the expanded ones. That one is further back is
        not enough: one that is further on and cheaper may be on the way to the shortest win.
        """
        word = self.nodes.at[node]
        cost = word >> 42 & 1023
        pointer = word >> 35 & 31
        made = word >> 40 & 3
        key = (word & STATE) + 1
        first = self.label_of.get(key)
        label = first
        while label:
            other = self.labels.at[label]
            if self._reaches(other, word & below(TALON_CARDS), pointer, made) <= cost:
                return True
            label = other >> 24
        word = first << 24 | cost << 8 | made << 5 | pointer
        self.label_of.put(key, self.labels.add(word))
        return False

    def _reaches(self, label: int, talon: int, pointer: int, made: int) -> int:
        """Return at which cost the node of a label can be at another pass and pointer."""
        cost = label >> 8 & 0xFFFF
        behind = below(label & 31)
        ahead = below(pointer)
        its_made = label >> 5 & 3
        if (label & 31) <= pointer and (its_made == made or self.facts.unlimited):
            cost += ones(talon & ahead & ~behind)
        elif its_made < made or self.facts.unlimited:
            cost += ones(talon & ~behind) + 1 + ones(talon & ahead)
            its_made += its_made < 2
        else:
            return 1 << 16
        if not self.kings_go:
            cost += ones(talon & self._paid(made) & ~self._paid(its_made))
        return cost

    # The costly bound

    def _bound(self, shape: int, talon: int, pointer: int, made: int) -> int:
        """Return how many actions are needed at least."""
        common = self.facts.total(shape, self.facts.counts_of(talon))
        waste = talon & below(pointer)
        may_recycle = self.facts.unlimited or made < self.root_recycles
        # A drawn card lies beside the waste, not on it: for what it buries it is still stock.
        open_pointer = pointer - self._slot_full(talon, pointer)
        alive = self.facts.alive(shape, talon, open_pointer, self._spare(shape, common)) & waste
        if self.facts.goal_all:
            return self._bound_all(shape, talon, waste, alive, may_recycle)
        counts = self.facts.counts_of(alive)
        best = self._without_recycle(shape, talon & ~waste, counts, common)
        if may_recycle:
            counts += self.facts.counts_of(talon & ~waste)
            found = self._with_recycle(shape, talon & ~waste, waste, alive, counts, common)
            best = found if found < best else best
        return best

    def _spare(self, shape: int, common: int) -> int:
        """Return how many pyramid cards of each partner rank go with another in every win."""
        spare = 0
        if self.facts.talon_mode == WASTE:
            for rank in range(1, 7):
                pairs = three_bits(common, 8 + 6 * (rank - 1))
                spare += pairs * (self.facts.unit[rank] + self.facts.unit[KING - rank])
        return spare

    def _bound_all(self, shape: int, talon: int, waste: int, alive: int, may_recycle: bool) -> int:
        """Return the bound for goal ALL: all removals are needed, and all of the stock is turned.

        If waste is dead in this pass, the next pass has to turn all of it.
        """
        removals = self._halves(shape, talon) >> 1
        if alive != waste and not may_recycle:
            return 1024
        if self.facts.talon_mode == OPEN:
            return removals + (alive != waste)
        removals += ones(talon & ~waste)
        return removals if alive == waste else removals + 1 + ones(waste & ~alive)

    def _without_recycle(self, shape: int, stock: int, counts: int, common: int) -> int:
        """Return the bound for a win in this pass; `counts` are those of the waste alive.

        Some stock card is the last that is used. In modes WASTE and DRAWN all cards up to it
        are drawn. In mode OPEN each of them is drawn, or taken as a pair with another talon card
        or as a king, for one action; or it goes with a pyramid card, and that removal is one of
        those that are counted for the pyramid.
        """
        cards = ones(self.facts.shapes.mask[shape])
        pairs = common >> 2 & 31
        if self.facts.talon_mode == OPEN:
            return max(cards - pairs, cards + self._open_charges(shape, stock, counts, common))
        turned = 0
        while self.facts.total(shape, counts) == 1:
            if not stock:
                return 1024
            counts += self.facts.unit[self.facts.talon_rank[lowest(stock)]]
            stock &= stock - 1
            turned += 1
        return cards - pairs + turned

    def _open_charges(self, shape: int, stock: int, counts: int, common: int) -> int:
        """Return the least charges of mode OPEN over all choices of the last stock card used."""
        wanted = self.facts.wanted_by(shape)
        passed = 0
        charges = 0
        for low in range(0, 24, 4):
            self.charge_of[low >> 2] = self._charge(wanted, counts, passed, common, low)
            charges += self.charge_of[low >> 2]
        best = charges
        while stock:
            rank = self.facts.talon_rank[lowest(stock)]
            stock &= stock - 1
            if rank == KING:
                charges += 1
                continue
            counts += self.facts.unit[rank]
            passed += self.facts.unit[rank]
            low = 4 * (min(rank, KING - rank) - 1)
            charges -= self.charge_of[low >> 2]
            self.charge_of[low >> 2] = self._charge(wanted, counts, passed, common, low)
            charges += self.charge_of[low >> 2]
            best = min(best, charges)
        return best

    def _with_recycle(
        self, shape: int, stock: int, waste: int, alive: int, counts: int, common: int
    ) -> int:
        """Return the bound for a win with at least one more recycle.

        All of the stock is passed before it. After it, the pass goes on at least to the waste
        cards, dead in this pass, that are needed for want of others; all before them lie under
        them and are dead as well, so that they are still there to be passed.
        """
        cards = ones(self.facts.shapes.mask[shape])
        pairs = common >> 2 & 31
        again = waste & below(self._needed_up_to(shape, waste & ~alive, counts, common))
        if self.facts.talon_mode != OPEN:
            return cards - pairs + ones(stock) + 1 + max(1, ones(again))
        bound = cards + 1 + ones((stock | again) & self.kings)
        wanted = self.facts.wanted_by(shape)
        passed = self.facts.counts_of(stock | again)
        for low in range(0, 24, 4):
            bound += self._charge(wanted, GUARDS, passed, common, low)
        return max(bound, cards + 1 - pairs)

    def _charge(self, wanted: int, counts: int, passed: int, common: int, low: int) -> int:
        """Return the least that passed talon cards of two ranks add, less what pairs take off.

        `low` is where the lower of the two ranks stands in counts. Some number of pairs of the
        two is made inside the pyramid; the rest of its cards take talon cards, of which there
        are `counts`. Passed cards beyond those that the pyramid takes cost an action each.
        """
        high = 44 - low
        least = 100
        fewest = three_bits(common, 8 + low + low // 2)
        most = three_bits(common, 11 + low + low // 2)
        for pairs in range(fewest, most + 1):
            low_use = four_bits(wanted, low) - pairs
            high_use = four_bits(wanted, high) - pairs
            if low_use <= four_bits(counts, low) and high_use <= four_bits(counts, high):
                charge = max(0, four_bits(passed, low) - low_use) - pairs
                charge += max(0, four_bits(passed, high) - high_use)
                least = min(least, charge)
        return least

    def _needed_up_to(self, shape: int, dead: int, counts: int, common: int) -> int:
        """Return one more than the place of the last dead waste card that is surely needed.

        For each pair of ranks: for every number of pairs inside the pyramid, the cards wanted
        beyond `counts` must come from the dead ones, the lowest first.
        """
        wanted = self.facts.wanted_by(shape)
        needed = 0
        for rank in range(1, 7):
            low = 4 * (rank - 1)
            high = 44 - low
            least = TALON_CARDS
            fewest = three_bits(common, 8 + low + low // 2)
            most = three_bits(common, 11 + low + low // 2)
            for pairs in range(fewest, most + 1):
                short = four_bits(wanted, low) - pairs - four_bits(counts, low)
                place = self._nth(dead & self.facts.talon_of_rank[rank], short)
                short = four_bits(wanted, high) - pairs - four_bits(counts, high)
                place = max(place, self._nth(dead & self.facts.talon_of_rank[KING - rank], short))
                least = min(least, place)
            needed = max(needed, least)
        return needed

    def _nth(self, cards: int, number: int) -> int:
        """Return one more than the place of the n-th card; 0 for none, 24 if there are too few."""
        if number <= 0:
            return 0
        while number > 1 and cards:
            cards &= cards - 1
            number -= 1
        return lowest(cards) + 1 if cards else TALON_CARDS
