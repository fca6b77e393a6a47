"""A deck as text: 52 cards as people and programs write them, put in deal order by their labels."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from .cards import DECK, Card, NotationError
from .labels import End, Pile, Word, closes_list, has_colon, meaning, opens_list
from .piles import Group, in_deal_order, no_piles
from .spelling import RUN, Spelling, plain

LONGEST_TEXT: Final = 4000
"""Characters of a deal's text that are looked at; a longer text is refused unread."""

_SHOWN: Final = 40
"""Characters of a slip that are shown."""
_LONGEST_WORD: Final = 15
_NAMED: Final = 8
"""Missing cards that are named; more of them are counted."""
_EDGE: Final = r"\s,;|/\\\"'“”„()\[\]{}<>=_&•·←→–—-"
_TOKEN_START: Final = re.compile(rf"[^{_EDGE}]*\Z")
_TOKEN_END: Final = re.compile(f"[^{_EDGE}]*")
_ROW: Final = re.compile(r"([^\W\d]+)(\d{1,2})")
_NUMBERED: Final = re.compile(r"\s*[.):\]]")


class _Slip(NamedTuple):
    """A part of a text that is neither card nor label, and the cards read before it."""

    found: str
    after: int


def read_cards(text: str, *, letters: Mapping[str, str] | None = None) -> tuple[Card, ...]:
    """Read 52 different cards and return them in deal order.

    Cards stand rank first or suit first, in either case, ten as `T`, `10` or `0`, with letters,
    suit signs or pictures, apart or run together, in rows or none. Labels say which pile follows,
    in any order; numbers of rows, and which end of the stock is its top, are understood too.
    `letters` has what stands on aces and court cards in some language, by the English letter; it
    counts beside suit signs. Raises `NotationError`.

    >>> from app.engine import Deal
    >>> cards = Deal.numbered(18).cards
    >>> pyramid, talon = " ".join(map(str, cards[:28])), " ".join(map(str, cards[28:]))
    >>> read_cards(f"Stock: {talon} Tableau: {pyramid}") == cards
    True
    >>> read_cards(pyramid)
    Traceback (most recent call last):
    app.engine.cards.NotationError: 28 cards of 52; 24 are missing
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            f"the text has {len(text)} characters; 52 cards have fewer than {LONGEST_TEXT}",
            kind="too-long",
        )
    text = plain(text)
    readings = [_Reading(text, spelling) for spelling in Spelling.both(letters or {})]
    reading = max(readings, key=_Reading.reach)
    _refuse_slips(text, reading)
    _refuse_other_cards(reading.cards)
    _refuse_upside_down(text, reading)
    return in_deal_order(reading.groups)


# The text, part by part


class _Reading:
    """A text read in one spelling: its cards in groups, and the first slip."""

    def __init__(self, text: str, spelling: Spelling) -> None:
        self.text = text
        self.spelling = spelling
        self.cards: list[Card] = []
        self.slip: _Slip | None = None
        self.groups = [Group(Pile.OTHER)]
        self._labelled = False
        at = 0
        while found := RUN.search(text, at):
            at = self._take(found)

    def reach(self) -> tuple[int, int]:
        """Return how far the text was understood, the further the larger."""
        after = len(self.cards) + 1 if self.slip is None else self.slip.after
        return (after, len(self.cards))

    def _take(self, found: re.Match[str]) -> int:
        """Take one run of the text, with the blank inside a card perhaps; returns where it ends."""
        run = found[0]
        spelled = self.spelling.read(run)
        if spelled.length < len(run):
            apart = self.spelling.read_apart(self.text, found.start())
            if apart.cards:
                self._add(apart.cards)
                return found.start() + apart.length
            if not self._take_word(found):
                self._note_slip(found, len(spelled.cards), spelled.length)
            if len(run) <= _LONGEST_WORD:
                # A word may begin like a card, as "happy" does.
                return found.end()
        self._add(spelled.cards)
        return found.end()

    def _add(self, cards: Iterable[Card]) -> None:
        before = len(self.cards)
        self.cards.extend(cards)
        if len(self.cards) > before:
            if self.groups[-1].last is not None:
                self.groups.append(Group(Pile.OTHER))
            self.groups[-1].cards.extend(self.cards[before:])
            self._labelled = False

    def _note_slip(self, found: re.Match[str], cards: int, length: int) -> None:
        if self.slip is None:
            after = len(self.cards) + cards
            self.slip = _Slip(_slip_shown(self.text, found, length), after)

    def _take_word(self, found: re.Match[str]) -> bool:
        """Take what stands between cards; returns whether it may stand there."""
        word = found[0]
        if word.isdecimal():
            return self._take_number(found)
        row = _ROW.fullmatch(word)
        if row:
            return self._take_row(row[1], int(row[2]), found.end())
        kind = meaning(word)
        if isinstance(kind, End):
            self._take_end(kind, found)
        elif isinstance(kind, Pile):
            self._begin(kind)
        elif kind is Word.ROW:
            self._begin(Pile.PYRAMID)
        elif kind is Word.LAST:
            self._turn()
        elif kind is None:
            if len(word) < 3 or not word.isalpha() or not has_colon(self.text, found.end()):
                return False
            self._begin(Pile.OTHER)
        self._labelled = True
        return True

    def _take_row(self, word: str, number: int, end: int) -> bool:
        """Take `Row2` or `R2:`, a word and a number in one."""
        kind = Word.ROW if word.casefold() == "r" and has_colon(self.text, end) else meaning(word)
        if kind is Word.ROW:
            self._begin(Pile.PYRAMID, number)
        return kind is Word.ROW

    def _take_number(self, found: re.Match[str]) -> bool:
        """Take the number of a row or of a card; one between cards is neither."""
        number = int(found[0][:4])
        now = self.groups[-1]
        begins_line = _begins_line(self.text, found.start())
        if begins_line or _NUMBERED.match(self.text, found.end()):
            if begins_line or now.cards or now.number is None:
                self._begin(Pile.OTHER if now.last else now.pile, number)
            # Else it is the second one of a label, as in `Row 1 of 7:`.
            return True
        if self._labelled and now.number is None:
            self.groups[-1] = replace(now, number=number)
        return self._labelled

    def _begin(self, pile: Pile, number: int | None = None) -> None:
        """Begin a group; a label without cards before it is part of its label."""
        now = self.groups[-1]
        if now.cards:
            self.groups.append(Group(pile, number))
            return
        if pile in (Pile.OTHER, Pile.DECK) and now.pile is not Pile.OTHER:
            pile = now.pile
        self.groups[-1] = replace(now, pile=pile, number=number)

    def _take_end(self, end: End, found: re.Match[str]) -> None:
        """Take `top` or `bottom`: said of the cards before it or of those after it."""
        now = self.groups[-1]
        before = closes_list(self.text, found.start()) or not (
            _begins_line(self.text, found.start()) or opens_list(self.text, found.end())
        )
        if now.cards and before:
            self.groups[-1] = replace(now, last=end)
            return
        if now.cards:
            self.groups.append(Group(Pile.OTHER, first=end))
        elif now.first is None:
            self.groups[-1] = replace(now, first=end)

    def _turn(self) -> None:
        """Take `last` after `top` or `bottom`: it is the other end that comes first."""
        now = self.groups[-1]
        if now.first is not None and not now.cards:
            other = End.TOP if now.first is End.BOTTOM else End.BOTTOM
            self.groups[-1] = replace(now, first=other)


def _begins_line(text: str, at: int) -> bool:
    """Whether nothing but blanks and signs stands before a place on its line."""
    return RUN.search(text, text.rfind("\n", 0, at) + 1, at) is None


def _slip_shown(text: str, found: re.Match[str], length: int) -> str:
    """Return the part of a text that is no card, as it stands there: `^c`, `1Oh`."""
    if length:
        return found[0][length : length + _NAMED]
    start = _TOKEN_START.search(text, 0, found.start())
    end = _TOKEN_END.match(text, found.end())
    token = (start[0] if start else "") + found[0] + (end[0] if end else "")
    return token[:_SHOWN]


# What is wrong with them


def _refuse_slips(text: str, reading: _Reading) -> None:
    if not reading.cards:
        shown = " ".join(text.split())[:_SHOWN]
        raise NotationError(
            f"{shown!r} is neither a deal code nor a deck: no card was recognised; write 52 cards"
            " such as TC, 10♣ or qh, or a code such as PY1-N-AAAAAAS",
            kind="nothing",
            found=shown,
        )
    if reading.slip is None:
        return
    place = reading.slip.after + 1
    where = f"the {ordinal(place)} card, " if place <= len(DECK) else "after the last card, "
    raise NotationError(
        f"{where}{reading.slip.found!r}, is not a card: write a rank of A23456789TJQK and a suit"
        " of CDHS, such as TC",
        kind="card",
        found=reading.slip.found,
        places=(place,) if place <= len(DECK) else (),
    )


def ordinal(number: int) -> str:
    """Return a number as it counts things in English.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 52)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '52nd']
    """
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _refuse_other_cards(cards: Sequence[Card]) -> None:
    """Raise `NotationError` unless these are the 52 cards of the pack."""
    places = defaultdict(list)
    for place, card in enumerate(cards, 1):
        places[card].append(place)
    missing = [str(card) for card in DECK if card not in places]
    for card, at in places.items():
        if len(at) > 1:
            also = f"; {_listed(missing)} missing" if len(missing) <= _NAMED and missing else ""
            raise NotationError(
                f"{card} is there more than once, as the {ordinal(at[0])} card and the"
                f" {ordinal(at[1])}{also}; a deal is 52 different cards",
                kind="twice",
                found=str(card),
                places=tuple(at),
            )
    if not missing:
        return
    if len(missing) <= _NAMED:
        raise NotationError(
            f"{_counted(cards)} of 52; missing: {' '.join(missing)}",
            kind="missing",
            found=" ".join(missing),
        )
    raise NotationError(
        f"{_counted(cards)} of 52; {len(missing)} are missing", kind="few", found=str(len(cards))
    )


def _refuse_upside_down(text: str, reading: _Reading) -> None:
    """Raise `NotationError` for a pyramid that begins with its row of seven."""
    if any(group.number is not None for group in reading.groups):
        return
    sizes = [len(_Reading(line, reading.spelling).cards) for line in text.splitlines()]
    rows = [size for size in sizes if size]
    if any(rows[at : at + 7] == [7, 6, 5, 4, 3, 2, 1] for at in range(len(rows))):
        raise no_piles()


def _counted(cards: Sequence[Card]) -> str:
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"


def _listed(names: Sequence[str]) -> str:
    return f"{' '.join(names)} {'is' if len(names) == 1 else 'are'}"
