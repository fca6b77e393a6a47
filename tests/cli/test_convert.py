"""`convert`: decks from elsewhere, and what is said of what is none."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from app.engine import PRESETS, Deal, Setup
from tests.cli.saying import (
    J_CARDS,
    S_CARDS,
    Output,
    answered,
    refused,
    said,
)


def test_convert_writes_the_code_of_a_list_of_cards(capsys: Output) -> None:
    code = f"PY1-N-{J_CARDS.replace(' ', '')}"
    assert said(capsys, "convert", J_CARDS) == f"{code}\n"
    assert answered(capsys, "convert", J_CARDS, "--rules", "N") == code


@pytest.mark.parametrize(
    ("text", "written"), [("s", "S"), ("XOV", "XOV"), ("xd3a", "T"), ("XF3", "M")]
)
def test_convert_takes_any_rules(capsys: Output, text: str, written: str) -> None:
    code = said(capsys, "convert", J_CARDS, "--rules", text)
    assert code == f"PY1-{written}-{J_CARDS.replace(' ', '')}\n"


@pytest.mark.parametrize("number", ["ms:1", "ms:25904", "pysol:1", "pysol:12345678901234567890"])
def test_convert_deals_game_numbers_from_elsewhere(capsys: Output, number: str) -> None:
    code = said(capsys, "convert", number, "--rules", "M").strip()
    assert Setup.parse(code) == Setup(PRESETS["M"], Deal.read(number))


def test_what_convert_writes_deals_the_same_cards(capsys: Output) -> None:
    code = answered(capsys, "convert", S_CARDS)
    assert answered(capsys, "deal", code)["cards"] == S_CARDS.split()


def as_triangle(cards: str) -> str:
    """The cards as people lay them out in a file, with a talon below."""
    pack = cards.replace("T", "10").lower().split()
    rows = [pack[row * (row - 1) // 2 : row * (row + 1) // 2] for row in range(1, 8)]
    return "\n".join([*map(" ".join, rows), "Talon: " + ", ".join(pack[28:])])


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_convert_reads_a_file(capsys: Output, tmp_path: Path, start: str) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(start + as_triangle(J_CARDS), encoding="utf-8")
    assert said(capsys, "convert", str(file)) == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


def test_convert_reads_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    source = io.TextIOWrapper(io.BytesIO(as_triangle(J_CARDS).encode()))
    monkeypatch.setattr(sys, "stdin", source)
    assert said(capsys, "convert", "-") == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


def test_convert_reads_a_pipe_that_has_a_name(capsys: Output) -> None:
    reading, writing = os.pipe()
    os.write(writing, J_CARDS.encode())
    os.close(writing)
    try:
        code = said(capsys, "convert", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert code == f"PY1-N-{J_CARDS.replace(' ', '')}\n"


@pytest.mark.parametrize(
    ("deck", "part"),
    [
        ("hello", "no card was recognised"),
        ("deck.txt", "no file has the name 'deck.txt'"),
        ("", "no card was recognised"),
        (
            J_CARDS.replace("9H", "5S"),
            "as the 1st card and the 2nd; 9H is missing",
        ),
        (J_CARDS[3:], "missing: 9H"),
        ("ms:99999999999", "is no game number"),
        ("AC " * 3000, "the text has 9000 characters"),
        ("\0", "no card was recognised"),
        (".", "no card was recognised"),
    ],
)
def test_convert_explains_what_is_no_deck(capsys: Output, deck: str, part: str) -> None:
    assert part in refused(capsys, "convert", deck)


def test_convert_explains_what_are_no_rules(capsys: Output) -> None:
    assert "'Q' are no rules" in refused(capsys, "convert", J_CARDS, "--rules", "Q")


def test_convert_says_nothing_of_files_when_cards_were_written(capsys: Output) -> None:
    assert "file" not in refused(capsys, "convert", J_CARDS[3:])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "no card was recognised"),
        (J_CARDS.encode("utf-16"), "is not a text in UTF-8"),
        (b" " * 70_000, "is too large for a deck"),
    ],
)
def test_convert_explains_a_file_that_is_no_deck(
    capsys: Output, tmp_path: Path, content: bytes, part: str
) -> None:
    file = tmp_path / "deck"
    file.write_bytes(content)
    assert part in refused(capsys, "convert", str(file))


def test_convert_explains_a_file_that_cannot_be_read(capsys: Output) -> None:
    # A file that exists for everybody and gives a read error at its start.
    assert "cannot be read: " in refused(capsys, "convert", "/proc/self/mem")
