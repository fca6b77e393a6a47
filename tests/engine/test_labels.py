"""The words between the cards of a deck."""

from __future__ import annotations

import pytest

from app.engine.labels import End, Pile, Word, closes_list, has_colon, meaning, opens_list


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Pyramid PYRAMIDE pyramiden Piramide Tableau Tablå", Pile.PYRAMID),
        ("Stock Talon TALONG Talongen Hög Voorraad Stok", Pile.STOCK),
        ("Waste discard Kasthög Slaskhög aflegstapel", Pile.WASTE),
        ("Deck cards kortlek Kaarten", Pile.DECK),
        ("top överst bovenste", End.TOP),
        ("Bottom underst onderste", End.BOTTOM),
        ("Row rad Rij", Word.ROW),
        ("joker Enjoy kings", None),
    ],
)
def test_words_of_three_languages_are_known_in_either_case(
    words: str, kind: Pile | End | Word | None
) -> None:
    assert {meaning(word) for word in words.split()} == {kind}


@pytest.mark.parametrize(
    ("after", "wanted"),
    [(":", True), (" 2 :", True), ('": [', True), (") :", True), ("://", False), (" KD", False)],
)
def test_a_label_has_a_colon_after_it(after: str, wanted: bool) -> None:
    assert has_colon(f"Word{after}", 4) is wanted


def test_an_arrow_says_which_cards_an_end_is_of() -> None:
    text = "top of deck -> KD QS <- bottom"
    assert opens_list(text, len("top"))
    assert closes_list(text, text.index("bottom"))
    assert not closes_list(text, 0)
    assert not opens_list(text, len(text))
