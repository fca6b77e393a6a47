"""A card, its two letters and the many ways to write it."""

from __future__ import annotations

import pytest
from hypothesis import given

from app.engine import DECK, KING, RANKS, SUITS, SUM, Card, NotationError
from tests.engine.play import reading
from tests.engine.strategies import card, damaged, examples, texts


def test_the_pack_is_52_different_cards_without_a_joker() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(c.rank, c.suit) for c in DECK} == {(r, s) for r in range(1, 14) for s in "CDHS"}


@pytest.mark.parametrize("one", DECK, ids=str)
def test_a_card_is_read_as_it_is_printed(one: Card) -> None:
    text = str(one)
    assert text == RANKS[one.rank - 1] + one.suit
    assert Card.parse(text) == one
    assert repr(Card.parse(text)) == repr(one)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("TC", "TC"),
        ("tc", "TC"),
        ("10C", "TC"),
        ("10c", "TC"),
        ("T♣", "TC"),
        ("10♣", "TC"),
        ("10♣\ufe0f", "TC"),
        ("10♣\ufe0e", "TC"),
        ("t♧", "TC"),
        ("a♦", "AD"),
        ("A♢", "AD"),
        ("q♥", "QH"),
        ("Q♡", "QH"),
        ("9♠", "9S"),
        ("9♤", "9S"),
        (" kD\n", "KD"),
    ],
)
def test_a_card_is_read_in_every_spelling(text: str, printed: str) -> None:
    assert str(Card.parse(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "T C", "AS AS", "T\u00adC"),
        *["T", "C", "1C", "0C", "11C", "CT", "TCC", "TTC"],
        *["10", "1010", "TX", "ZC", "-1C", "joker", "🃚"],
        # Letters that Python's upper case makes into letters of cards, and look-alikes.
        *["Aſ", "KſD", "\u212aD", "AϹ", "АC", "٣C"],
    ],
)
def test_anything_else_is_no_card_and_the_error_says_what_would_be_right(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a card.*such as TC") as refused:
        Card.parse(text)
    assert refused.value.kind == "card"
    assert refused.value.found == text[:20]


@examples(300)
@given(texts | damaged(card.map(str)))
def test_any_text_at_all_is_a_card_or_a_notation_error(text: str) -> None:
    found = reading(Card.parse, text)
    assert found.kind == "card" if isinstance(found, NotationError) else found in DECK


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(NotationError) as refused:
        Card.parse("x" * 10_000)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(("rank", "suit"), [(0, "C"), (14, "C"), (-1, "D")])
def test_a_rank_is_1_to_13(rank: int, suit: str) -> None:
    with pytest.raises(ValueError, match="a rank is 1 to 13"):
        Card(rank, suit)


@pytest.mark.parametrize("suit", ["", "X", "c", "CD", "CDHS", "♣"])
def test_a_suit_is_one_of_four_letters(suit: str) -> None:
    with pytest.raises(ValueError, match="a suit is one of C D H S"):
        Card(1, suit)


def test_an_ace_is_worth_1_and_the_figures_11_to_13() -> None:
    values = {rank: Card.parse(f"{rank}H").value for rank in RANKS}
    assert values == dict(zip("A23456789TJQK", range(1, 14), strict=True))
    assert KING == SUM == 13


def test_two_cards_make_thirteen_by_their_values_alone() -> None:
    pairs = {
        frozenset((RANKS[one.rank - 1], RANKS[two.rank - 1]))
        for one in DECK
        for two in DECK
        if one.makes_thirteen_with(two)
    }
    assert pairs == set(map(frozenset, ("AQ", "2J", "3T", "49", "58", "67")))
    for suit in SUITS:
        for other in SUITS:
            assert Card(3, suit).makes_thirteen_with(Card(10, other))


def test_cards_are_values_that_sort_by_rank_and_suit() -> None:
    assert Card.parse("TC") == Card(10, "C")
    assert len({Card.parse("TC"), Card.parse("10♣")}) == 1
    assert sorted(map(Card.parse, ("KD", "AS", "TC", "TD"))) == [
        Card(1, "S"),
        Card(10, "C"),
        Card(10, "D"),
        Card(13, "D"),
    ]
    with pytest.raises(AttributeError):
        Card.parse("TC").rank = 3  # type: ignore[misc]
