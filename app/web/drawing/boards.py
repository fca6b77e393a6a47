"""View models of cards and boards, as every page draws them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from app.engine import ROWS, Card, Position

from ..words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card as it is drawn and named."""

    code: str
    """`TC`"""
    place: str
    """`r7c2`, `stock`, `drawn`, `waste` or `removed`."""
    state: str
    """`free` or `covered`."""
    half: bool
    """Whether a covered card is covered by one card only."""
    goes: bool
    """Whether it is covered by the card that it may go with."""
    blocked: bool
    """Whether choosing it does nothing now: it is covered, and no rule lets it go."""
    label: str
    picked: bool
    mark: str
    """`refused`, `hint`, nothing, or of a board to look at `lost`, `better` or both."""


KEPT_CARDS: Final = 4096
"""How many cards are kept as they were drawn: about those of a hundred games."""
KEPT_ROWS: Final = 1024
"""The same for rows, of each language."""


@lru_cache(maxsize=KEPT_CARDS)
def _card_view(
    card: Card,
    place: str,
    covers: tuple[Card, ...],
    waste: int,
    *,
    goes: bool,
    picked: bool,
    mark: str,
    words: Words,
) -> CardView:
    """Return a card as it is drawn and named: most are as they were a move ago."""
    return CardView(
        code=str(card),
        place=place,
        state="covered" if covers else "free",
        half=len(covers) == 1,
        goes=goes,
        blocked=bool(covers) and not goes,
        label=words.label(card, place, covers=covers, goes=goes, waste=waste),
        picked=picked,
        mark=mark,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Painter:
    """Draws the cards of one position in the words of one visitor."""

    position: Position
    words: Words
    playable: frozenset[Card] = frozenset()
    """The cards of the legal moves."""
    picked: Card | None = None
    refused: tuple[Card, ...] = ()
    hinted: tuple[Card, ...] = ()
    marks: Mapping[Card | None, str] = field(default_factory=dict)
    """Other marks of cards."""

    def card(self, card: Card, place: str | None = None) -> CardView:
        """Return a card where it lies, or at a place that positions don't have."""
        place = place or self.position.place_of(card) or "removed"
        covers = self.position.covers_of(card)
        return _card_view(
            card,
            place,
            covers,
            len(self.position.waste) if place == "waste" else 0,
            goes=bool(covers) and card in self.playable,
            picked=card == self.picked,
            mark=self._mark(card),
            words=self.words,
        )

    def _mark(self, card: Card) -> str:
        if card in self.refused:
            return "refused"
        return "hint" if card in self.hinted else self.marks.get(card, "")

    def some(self, card: Card | None) -> CardView | None:
        """Return a card that may be there."""
        return None if card is None else self.card(card)

    def rows(self) -> tuple[tuple[CardView | None, ...], ...]:
        """Return the pyramid from the apex, with `None` where a card is gone."""
        return tuple(map(self._row, range(1, ROWS + 1)))

    def _row(self, number: int) -> tuple[CardView | None, ...]:
        cards, pyramid = self.position.setup.deal.cards, self.position.pyramid
        first = number * (number - 1) // 2
        return tuple(
            self.card(cards[i], f"r{number}c{i - first + 1}") if pyramid >> i & 1 else None
            for i in range(first, first + number)
        )


def open_stock_card(position: Position) -> Card | None:
    """Return the next card of the stock where the rules lay it open; any other is hidden."""
    stock = position.stock
    return stock[0] if stock and position.is_free(stock[0]) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class StillView:
    """A position that is only looked at: what every player sees of it, nothing of the stock."""

    code: str
    rules_name: str
    rules_summary: str
    rules_parts: tuple[str, ...]
    rules_letter: str
    rows: tuple[tuple[CardView | None, ...], ...]
    stock_count: int
    stock_card: CardView | None
    stock_mark: str
    """The mark of the stock, as a card has one."""
    drawn: CardView | None
    waste: CardView | None
    labels: tuple[str, ...]
    """What lies where besides the pyramid, in words."""


def still_view(
    position: Position,
    *,
    words: Words,
    marked: tuple[Card, ...] = (),
    marks: Mapping[Card | None, str] | None = None,
    shows_stock: bool = True,
) -> StillView:
    """Return the view of a position to look at, with some of its cards marked.

    `marks` are other marks than that of a hint by their card, `None` standing for the stock.
    Without `shows_stock` the top of an open stock stays hidden, as before a game begins.
    """
    setup, waste = position.setup, position.waste
    painter = Painter(position=position, words=words, hinted=marked, marks=marks or {})
    open_stock = open_stock_card(position) if shows_stock else None
    talon = [card for card in (open_stock, position.drawn, *waste[-1:]) if card is not None]
    return StillView(
        code=str(setup),
        rules_name=words.rules_name(setup.rules),
        rules_summary=words.rules_summary(setup.rules),
        rules_parts=words.rules_parts(setup.rules),
        rules_letter=str(setup.rules),
        rows=painter.rows(),
        stock_count=len(position.stock),
        stock_card=painter.some(open_stock),
        stock_mark=painter.marks.get(None, ""),
        drawn=painter.some(position.drawn),
        waste=painter.some(waste[-1] if waste else None),
        labels=(words.stock_count(position), *(painter.card(card).label for card in talon)),
    )
