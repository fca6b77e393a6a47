"""How other programs and people write a card: `TC`, `10♣`, `s0`, `Kn♠`, `V♥`, 🂡."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from .cards import RANKS, SUITS, Card

RUN: Final = re.compile("(?:[^\\W_]|[♣♦♥♠\U0001f0a0-\U0001f0ff])+")
"""Letters, digits, suit signs and pictures of cards without anything between them."""

_SIGNS: Final = "♣♦♥♠"
_ENGLISH: Final = {letter: rank for rank, letter in enumerate(RANKS, 1)} | {"10": 10, "0": 10}
_LOCAL: Final = {"E": 1, "KN": 11, "B": 11, "D": 12, "V": 12, "H": 13}
"""Swedish ess, knekt and dam, Dutch boer, vrouw and heer: no two of them mean different ranks."""

_INVISIBLE: Final = "[\ufe0e\ufe0f\u00ad\u200b-\u200f\u2060\ufeff]"
_HOLLOW: Final = str.maketrans("♧♢♡♤", _SIGNS)
_PICTURED_SUITS: Final = "♠♥♦♣"
_PICTURED_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "", "Q", "K")
"""In the order of the characters; the knight between jack and queen is no card of the pack."""
_BETWEEN: Final = "(?:[^\\S\\n]|[,;\"']){0,5}"
"""What may stand between the rank and the suit of one card: blanks, in tables and lists more."""


def plain(text: str) -> str:
    """Return a text with one sign for each suit, pictures of cards as `A♠`, and nothing unseen.

    >>> plain("\\ufeff🂡 10♡")
    ' A♠  10♥'
    """
    text = re.sub(_INVISIBLE, "", text).translate(_HOLLOW)
    return re.sub("[\U0001f0a1-\U0001f0de]", lambda found: _pictured(found[0]), text)


def _pictured(sign: str) -> str:
    """Return what a picture of a card shows; the picture itself if it shows none of the 52."""
    suit, rank = divmod(ord(sign) - 0x1F0A0, 16)
    if not 1 <= rank <= len(_PICTURED_RANKS) or not _PICTURED_RANKS[rank - 1]:
        return sign
    return f" {_PICTURED_RANKS[rank - 1]}{_PICTURED_SUITS[suit]} "


class Spelled(NamedTuple):
    """The cards at the beginning of a text, and how much of it they are."""

    cards: tuple[Card, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write cards: the rank first or the suit first, with the letters of some language.

    >>> rank_first, suit_first = Spelling.both({})
    >>> [str(card) for card in rank_first.read("10♣Kn♠").cards]
    ['TC', 'JS']
    >>> [str(card) for card in suit_first.read("c0sj").cards]
    ['TC', 'JS']
    """

    ranks: Mapping[str, int]
    """What stands for which rank beside a suit sign."""
    upper: Mapping[int, str]
    joined: re.Pattern[str]
    apart: re.Pattern[str]

    @staticmethod
    def both(letters: Mapping[str, str]) -> "tuple[Spelling, Spelling]":
        """Return the spelling with the rank first, and the one with the suit first.

        `letters` has what stands on aces and court cards for a reader, by the English letter:
        `{"J": "Kn"}`. Without them the Swedish and Dutch ones are understood. Letters of a
        language are ranks beside suit signs only: among letters alone, `D` and `H` are suits.
        """
        own = {local.upper(): RANKS.index(english) + 1 for english, local in letters.items()}
        ranks = _LOCAL | _ENGLISH | own
        upper = {
            ord(small): letter
            for letter in {*"".join(ranks), *SUITS}
            if len(small := letter.lower()) == 1
        }
        english = "(?P<rank>10|[A2-9TJQK0])"
        of_signs = "|".join(sorted(map(re.escape, ranks), key=len, reverse=True))
        of_signs = f"(?P<local>{of_signs})"
        letter, sign = f"(?P<suit>[{SUITS}])", f"(?P<sign>[{_SIGNS}])"

        def spelling(joined: str, apart: str) -> Spelling:
            end = f"(?![^\\W_{_SIGNS}]|[{_SIGNS}])"
            return Spelling(ranks, upper, re.compile(joined), re.compile(f"(?:{apart}){end}"))

        return (
            spelling(
                f"{of_signs}{sign}|{english}{letter}",
                f"{of_signs}{_BETWEEN}{sign}|{english}{_BETWEEN}{letter}",
            ),
            spelling(
                f"{sign}{of_signs}|{letter}{english}",
                f"{sign}{_BETWEEN}{of_signs}|{letter}{_BETWEEN}{english}",
            ),
        )

    def read(self, run: str) -> Spelled:
        """Return the cards that a run begins with."""
        capitals = run.translate(self.upper)
        cards = []
        at = 0
        while found := self.joined.match(capitals, at):
            cards.append(self._card(found))
            at = found.end()
        return Spelled(tuple(cards), at)

    def read_apart(self, text: str, at: int) -> Spelled:
        """Return the one card whose rank and suit stand at a place with blanks between them."""
        found = self.apart.match(text[at : at + 16].translate(self.upper))
        return Spelled((self._card(found),), found.end()) if found else Spelled((), 0)

    def _card(self, found: re.Match[str]) -> Card:
        if found["sign"]:
            return Card(self.ranks[found["local"]], SUITS[_SIGNS.index(found["sign"])])
        return Card(_ENGLISH[found["rank"]], found["suit"])
