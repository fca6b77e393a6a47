"""Files and standard input as commands read them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from app.cli.files import is_file, read_text
from app.cli.output import UNREADABLE, Failure


def test_a_text_comes_from_a_file_or_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deck"
    file.write_bytes("\ufeff10♣".encode())
    assert read_text(str(file)) == "10♣"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("10♦".encode())))
    assert read_text("-", largest=10) == "10♦"


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\xff\xfe\x00", "is not a text in UTF-8"), (b"x" * 11, "is too large for a deck")],
)
def test_what_is_no_text_of_this_size_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "deck"
    file.write_bytes(content)
    with pytest.raises(Failure, match=said) as refused:
        read_text(str(file), largest=10)
    assert refused.value.status == UNREADABLE
    assert str(file) in str(refused.value)


def test_standard_input_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(Failure, match=r"^standard input is not a text"):
        read_text("-")


def test_what_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="none cannot be read: No such file"):
        read_text(str(tmp_path / "none"))


def test_a_folder_and_an_impossible_name_are_no_files(tmp_path: Path) -> None:
    assert not is_file(str(tmp_path))
    assert not is_file("\0")
    assert not is_file("AC " * 3000)
    assert is_file("/dev/null")
