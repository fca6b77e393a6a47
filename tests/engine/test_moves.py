"""A move and its text."""

from __future__ import annotations

import pytest
from hypothesis import given

from app.engine import (
    DRAW,
    RECYCLE,
    REDO,
    UNDO,
    Card,
    Entry,
    Kind,
    Move,
    NotationError,
    parse_entry,
)
from tests.engine.play import EVERY_MOVE, cards, reading
from tests.engine.strategies import damaged, examples, removal, texts


def test_every_move_is_read_as_it_is_printed() -> None:
    assert len(set(map(str, EVERY_MOVE))) == len(EVERY_MOVE) == 52 + 52 * 51 // 2 + 2
    for move in EVERY_MOVE:
        assert Move.parse(str(move)) == move
        assert parse_entry(str(move)) == move


@pytest.mark.parametrize("entry", [UNDO, REDO])
def test_undo_and_redo_are_read_as_they_are_printed(entry: Entry) -> None:
    assert parse_entry(str(entry)) is entry
    assert parse_entry(f" {str(entry).upper()}\n") is entry


@pytest.mark.parametrize("text", ["undo", "redo"])
def test_undo_and_redo_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("draw", "draw"),
        (" Draw\n", "draw"),
        ("RECYCLE", "recycle"),
        ("KD", "KD"),
        ("kd", "KD"),
        ("K♦", "KD"),
        ("TC3S", "TC3S"),
        ("3STC", "TC3S"),
        ("3s10c", "TC3S"),
        ("10C3S", "TC3S"),
        ("10♣3♠", "TC3S"),
        ("10♣\ufe0f 3♠\ufe0f", "TC3S"),
        ("10♧3♤", "TC3S"),
        ("3S TC", "TC3S"),
        ("3S+TC", "TC3S"),
        ("3S, TC", "TC3S"),
        ("3S-TC", "TC3S"),
        ("ac qh", "QHAC"),
        ("7S6D", "7S6D"),
        # Of equal ranks the suits decide, so that equal moves are equal values.
        ("7S7C", "7C7S"),
        ("7C7S", "7C7S"),
    ],
)
def test_a_move_is_read_in_every_spelling(text: str, printed: str) -> None:
    assert str(Move.parse(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "TC TC", "draw draw", "T C", "TC Aſ", "TC\x003S"),
        *["+", "TC+", "+TC", "TC3", "TC3S4D", "TCTC"],
        *["drawn", "deal", "TCx3S", "1C", "Aſ", "undo", "K", "KD.", "null"],
    ],
)
def test_anything_else_is_no_move_and_the_error_says_what_is_wrong(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a (move|card)") as refused:
        Move.parse(text)
    assert refused.value.kind in ("move", "card")


@examples(400)
@given(texts | damaged(removal.map(str)))
def test_any_text_at_all_is_an_entry_of_a_log_or_a_notation_error(text: str) -> None:
    found = reading(parse_entry, text)
    if isinstance(found, NotationError):
        assert found.kind in ("move", "card")
    else:
        assert parse_entry(str(found)) == found


def test_a_long_text_is_refused_at_once_and_not_repeated_in_full() -> None:
    for text in ("x" * 100_000, "KD" * 50_000, "KD " * 30_000):
        with pytest.raises(NotationError) as refused:
            Move.parse(text)
        assert len(str(refused.value)) < 200


def test_the_order_of_the_cards_does_not_matter() -> None:
    three, ten = cards("3S TC")
    assert Move.remove(three, ten) == Move.remove(ten, three)
    assert hash(Move.remove(three, ten)) == hash(Move.remove(ten, three))
    assert Move.remove(three, ten).cards == (ten, three)


@pytest.mark.parametrize("text", ["", "KD KD", "KD KC KS"])
def test_a_removal_takes_one_card_or_two_different_ones(text: str) -> None:
    with pytest.raises(ValueError, match="one card or two different ones"):
        Move.remove(*cards(text))


@pytest.mark.parametrize("kind", [Kind.DRAW, Kind.RECYCLE])
def test_a_draw_and_a_recycle_name_no_card(kind: Kind) -> None:
    with pytest.raises(ValueError, match="names no card"):
        Move(kind, (Card.parse("KD"),))


def test_moves_are_values() -> None:
    assert Move(Kind.DRAW) == DRAW
    assert Move(Kind.RECYCLE) == RECYCLE
    with pytest.raises(AttributeError):
        DRAW.kind = Kind.RECYCLE  # type: ignore[misc]
