"""How a card is written: rank or suit first, letters, signs, pictures, one by one or joined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import DECK, Card
from app.engine.spelling import Spelling, plain
from tests.engine.strategies import card, examples

RANK_FIRST, SUIT_FIRST = Spelling.both({})
SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))


def ranks_of(one: Card) -> list[str]:
    """What may stand for a card's rank among letters alone."""
    letter = str(one)[0]
    return ["T", "t", "10", "0"] if letter == "T" else [letter, letter.lower()]


@examples(150)
@given(st.lists(card, max_size=20), st.data())
def test_cards_run_together_are_read_in_both_orders(cards: list[Card], data: st.DataObject) -> None:
    parts = [
        (
            data.draw(st.sampled_from(ranks_of(one))),
            data.draw(st.sampled_from([one.suit, one.suit.lower(), SIGNS[one.suit]])),
        )
        for one in cards
    ]
    for spelling, text in (
        (RANK_FIRST, "".join(rank + suit for rank, suit in parts)),
        (SUIT_FIRST, "".join(suit + rank for rank, suit in parts)),
    ):
        assert spelling.read(text) == (tuple(cards), len(text))


@pytest.mark.parametrize(
    ("text", "count", "length"),
    [("", 0, 0), ("X", 0, 0), ("TCX", 1, 2), ("TC1", 1, 2), ("1S", 0, 0), ("KnS", 0, 0)],
)
def test_what_follows_the_cards_is_left(text: str, count: int, length: int) -> None:
    cards, end = RANK_FIRST.read(text)
    assert (len(cards), end) == (count, length)


@pytest.mark.parametrize("text", ["T C", "10 c", "10\t♣", "T, C", "T', 'C", '0","C'])
def test_rank_and_suit_may_stand_apart(text: str) -> None:
    assert list(map(str, RANK_FIRST.read_apart(text, 0).cards)) == ["TC"]


@pytest.mark.parametrize("text", ["T\nC", "T CX", "T C7", "T. C", "T      C", "X C"])
def test_what_may_be_two_things_is_no_card(text: str) -> None:
    assert RANK_FIRST.read_apart(text, 0).cards == ()


def test_letters_of_a_language_count_beside_suit_signs_alone() -> None:
    assert list(map(str, RANK_FIRST.read("D♥H♦").cards)) == ["QH", "KD"]
    assert RANK_FIRST.read("DH").cards == ()
    own, _ = Spelling.both({"J": "V"})
    assert list(map(str, own.read("V♥").cards)) == ["JH"]
    assert list(map(str, RANK_FIRST.read("V♥").cards)) == ["QH"]


def test_letters_beyond_ascii_are_read_in_either_case_and_no_others_become_cards() -> None:
    own, _ = Spelling.both({"K": "Ж"})
    assert list(map(str, own.read("ж♥Ж♠").cards)) == ["KH", "KS"]
    for trap in ("Aſ", "\u212aD", "٣C"):
        assert RANK_FIRST.read(trap).cards == ()


def test_every_picture_of_a_card_of_the_pack_is_read() -> None:
    pictures = [chr(0x1F0A0 + suit + rank) for suit in (0, 16, 32, 48) for rank in range(16)]
    read = [RANK_FIRST.read(plain(picture).strip()).cards for picture in pictures]
    found = [one for cards in read for one in cards]
    assert len(found) == len(set(found)) == len(DECK)
    # Backs, knights and jokers are no cards.
    assert sum(not cards for cards in read) == 12


def test_what_is_not_seen_is_taken_out() -> None:
    assert plain("\ufeff1\u200b0♣\ufe0f\u00ad") == "10♣"
