"""What is written: to people, to programs, to nobody, and to a full disk."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import PROGRAM, main
from tests.cli.saying import (
    CODE,
    S_CARDS,
    Output,
    in_a_process,
)


def test_letters_stand_for_the_suits_where_the_output_has_no_signs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["deal", CODE]) == 0
    output.seek(0)
    text = output.read()
    assert "   QC  2C  8D 10D 10S  JS\n" in text
    assert "Waste  7D\n" in text


def test_json_has_letters_alone_whatever_the_output_can_take() -> None:
    for encoding in ("ascii", "utf-8"):
        ended = in_a_process(
            "deal",
            CODE,
            "--json",
            capture_output=True,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        assert json.loads(ended.stdout.decode("ascii"))["cards"] == S_CARDS.split()


@pytest.mark.parametrize(("words", "status"), [(["deal", CODE], 141), (["--help"], 0)])
def test_a_reader_that_stops_reading_is_no_error(words: list[str], status: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = in_a_process(*words, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ended.stderr == b""
    assert ended.returncode == status


def test_a_folder_whose_name_cannot_be_written_is_shown_all_the_same(tmp_path: Path) -> None:
    data = os.fsencode(tmp_path) + b"/\xff\xc3\xa9"
    environment = os.environb | {b"PYRAMID_DATA": data, b"PYTHONIOENCODING": b"ascii"}
    ended = in_a_process("about", capture_output=True, env=environment)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert rb"\udcff\xe9/pyramid.db" in ended.stdout


def test_a_full_disk_is_explained() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = in_a_process("deal", CODE, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{PROGRAM}: the output cannot be written: ".encode())
    assert b"Traceback" not in ended.stderr
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [(None, 141, ""), ("/dev/full", 1, "the output cannot be written: No space left")],
)
def test_output_that_cannot_be_written_ends_a_command(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, path: str | None, status: int, part: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed, open(path or os.devnull, "w") as other:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdout", other if path else closed)
        assert main(["deal", CODE]) == status
        # What is left in the buffer goes nowhere, and nobody complains of it.
        sys.stdout.flush()
    errors = capsys.readouterr().err
    assert part in errors
    assert bool(errors) == bool(part)


def test_a_command_without_an_output_ends_well(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        assert main(["deal", CODE]) == 0
    assert capsys.readouterr() == ("", "")
