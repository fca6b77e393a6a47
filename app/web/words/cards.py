"""What cards are called, in a visitor's language and card letters."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from app.engine import RANKS, Card
from app.i18n import LANGUAGES, Language

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class CardWords:
    """The words of one language for cards, with its own card letters or the English ones."""

    language: Language
    local_letters: bool = True

    def number(self, value: float) -> str:
        """Return a number with its fraction, as the language writes it: `2.5`."""
        return format_decimal(value, "#,##0.0", locale=locale_of(self.language.code))

    def count(self, value: float) -> str:
        """Return a number as the language writes it, without a fraction where it has none."""
        return format_decimal(value, "#,##0.#", locale=locale_of(self.language.code))

    def rank(self, card: Card) -> str:
        """Return what stands on the card: `10`, or a letter such as `Kn`."""
        return _rank(card.rank, self.language.code, self.local_letters)

    def letters(self) -> dict[str, str]:
        """Return what stands on aces and court cards, by their English letter."""
        return {RANKS[rank - 1]: self.rank(Card(rank, "S")) for rank in (1, 11, 12, 13)}

    def sign(self, card: Card) -> str:
        """Return the card in short: `10♣`."""
        return self.rank(card) + SUIT_SIGNS[card.suit]

    def name(self, card: Card) -> str:
        """Return the card's name in the middle of a sentence: `ten of clubs`."""
        return _name(card.rank, card.suit, self.language.code)

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Return the names of one card or two, joined."""
        return self.listed([self.name(card) for card in cards])

    def listed(self, names: Sequence[str]) -> str:
        """Return names joined as in a sentence: `one`, `one and two`, `one, two and three`."""
        return format_list(names, locale=locale_of(self.language.code))

    def together(self, phrases: Sequence[str]) -> str:
        """Return phrases of equal weight in one line."""
        # Translators: phrases in one line, one after the other.
        more = self.language.gettext("{some}, {more}")
        return reduce(lambda some, each: more.format(some=some, more=each), phrases)

    def label(
        self, card: Card, place: str, *, covers: tuple[Card, ...], waste: int, goes: bool = False
    ) -> str:
        """Return what a sighted player sees of a card: name, place, free or covered by what.

        `place` is as positions have it, or `removed`; `waste` is how many cards the waste has.
        A covered card that `goes` may be removed with the card on it.
        """
        _ = self.language.gettext
        name = capitalised(self.name(card))
        if place == "drawn":
            return _("{card}, drawn card").format(card=name)
        if place == "waste":
            return self._counted_label(name, waste)
        if place == "stock":
            return _("{card}, top of the stock").format(card=name)
        if place == "removed":
            return _("{card}, removed").format(card=name)
        row = int(place[1])
        column = int(place[3])
        if not covers:
            return _("{card}, row {row}, {column} of {row}, free").format(
                card=name, row=row, column=column
            )
        if goes:
            return _(
                "{card}, row {row}, {column} of {row}, covered by {covers}, can go with it"
            ).format(card=name, row=row, column=column, covers=self.cards(covers))
        return _("{card}, row {row}, {column} of {row}, covered by {covers}").format(
            card=name, row=row, column=column, covers=self.cards(covers)
        )

    def _counted_label(self, name: str, count: int) -> str:
        return self.language.ngettext(
            "{card}, top of the waste, {count} card",
            "{card}, top of the waste, {count} cards",
            count,
        ).format(card=name, count=count)

    def shown(self, cards: tuple[Card, ...], *, short: bool) -> str:
        """Return cards at the start of a sentence: as signs if `short`, else in words."""
        named = self.named(cards, short=short)
        return named if short else capitalised(named)

    def named(self, cards: tuple[Card, ...], *, short: bool) -> str:
        """Return cards in the middle of a sentence: as signs if `short`, else in words."""
        return " + ".join(map(self.sign, cards)) if short else self.cards(cards)


@lru_cache(maxsize=64)
def locale_of(code: str) -> Locale:
    """Return how a language is written: British English, without a comma before the "and"."""
    return Locale.parse("en-GB" if code == "en" else code, sep="-")


def capitalised(text: str) -> str:
    """Return a text with its first letter as at the start of a sentence."""
    return text[:1].upper() + text[1:]


def clock(seconds: int) -> str:
    """Return a time as `1:43`, or `1:02:03` from an hour on."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@lru_cache(maxsize=1024)
def _rank(rank: int, language: str, local: bool) -> str:
    p = LANGUAGES[language].pgettext if local else lambda _context, letter: letter
    letters = {
        # Translators: one letter or two, as cards have them where the language is spoken.
        1: p("card letter", "A"),
        11: p("card letter", "J"),
        12: p("card letter", "Q"),
        13: p("card letter", "K"),
    }
    return letters.get(rank, str(rank))


@lru_cache(maxsize=1024)
def _name(rank: int, suit: str, language: str) -> str:
    _ = LANGUAGES[language].gettext
    ranks = (
        _("ace"),
        _("two"),
        _("three"),
        _("four"),
        _("five"),
        _("six"),
        _("seven"),
        _("eight"),
        _("nine"),
        _("ten"),
        _("jack"),
        _("queen"),
        _("king"),
    )
    suits = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}
    # Translators: in the middle of a sentence; put them in your order, in one word if need be.
    return _("{rank} of {suit}").format(rank=ranks[rank - 1], suit=suits[suit])
