"""The words that stand between the cards of a deck, in English, Swedish and Dutch."""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final


class Pile(Enum):
    """Where the cards after a label lie."""

    PYRAMID = "pyramid"
    WASTE = "waste"
    STOCK = "stock"
    DECK = "deck"
    """The whole deal, or the stock of a pyramid that stands elsewhere."""
    OTHER = "other"
    """A label that is not known, or none: which pile it is follows from the others."""


class End(Enum):
    """Which end of a pile a list of its cards begins or ends with."""

    TOP = "top"
    BOTTOM = "bottom"


class Word(Enum):
    """A word that is no pile."""

    ROW = "row"
    LAST = "last"
    FILLER = "filler"


_WORDS: Final[Mapping[Pile | End | Word, str]] = {
    Pile.PYRAMID: "pyramid pyramide pyramiden piramide tableau tablå board bord spelbord"
    " pyramidpatiens piramidepatience pyramidsolitaire",
    Pile.STOCK: "stock draw talon talong talongen drawpile voorraad stok trekstapel hög högen"
    " draghög draghögen",
    Pile.WASTE: "waste wastepile discard discards kasthög kasthögen slask slaskhög slaskhögen"
    " aflegstapel aflegstok weggooistapel",
    Pile.DECK: "deck pack cards kort korten kortlek kortleken kaarten kaartspel",
    End.TOP: "top överst översta boven bovenste bovenop bovenaan",
    End.BOTTOM: "bottom underst understa botten onder onderste onderaan onderop",
    Word.ROW: "row rows rad rader rij rijen",
    Word.LAST: "last sist sista laatst laatste",
    Word.FILLER: "solitaire patience patiens card kaart pile first först första eerst eerste of the"
    " to av till van de het en den none empty inga tom geen leeg face down up pos position place"
    " number nr no index deal giv rank suit value valör färg waarde kleur",
}
_KNOWN: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}

_COLON: Final = re.compile(r"\s{0,9}\d{0,3}[\s\"'*)\]]{0,9}:(?!/)")
_OPENS: Final = re.compile(r"[\s\w)]{0,40}(?:[-–—=]{1,9}>|→|⇒|:)")
_CLOSES: Final = re.compile(r"(?:<[-–—=]{1,9}|←|⇐)\s*\Z")


def meaning(word: str) -> Pile | End | Word | None:
    """Return what a word says of the cards after it, `None` if nothing.

    >>> meaning("Talong"), meaning("Slaskhög"), meaning("joker")
    (<Pile.STOCK: 'stock'>, <Pile.WASTE: 'waste'>, None)
    """
    return _KNOWN.get(word.casefold())


def has_colon(text: str, at: int) -> bool:
    """Whether a word that ends at a place is written as a label: with a colon after it.

    >>> has_colon("Row 2: KD", 3), has_colon("Row KD", 3)
    (True, False)
    """
    return _COLON.match(text, at) is not None


def opens_list(text: str, at: int) -> bool:
    """Whether a word that ends at a place, such as `top`, points to the cards after it.

    >>> opens_list("top of deck -> KD", 3), opens_list("KD top", 6)
    (True, False)
    """
    return _OPENS.match(text, at) is not None


def closes_list(text: str, at: int) -> bool:
    """Whether a word that begins at a place, such as `bottom`, points to the cards before it.

    >>> closes_list("KD <- bottom", 6), closes_list("bottom: KD", 0)
    (True, False)
    """
    return _CLOSES.search(text[max(0, at - 20) : at]) is not None
