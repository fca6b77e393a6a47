"""`solve` on the command line: one deal or a deck file, for people and for programs."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from app import batch
from app.cli import main
from app.engine import PRESETS, Deal, Game, Move, Setup, Status

CODE = "PY1-N-AAAAAAS"
KEYS = ["code", "verdict", "actions", "most", "line", "nodes", "ms"]
CARDS = " ".join(map(str, Deal.parse("AAAAAAS").cards))

Output = pytest.CaptureFixture[str]


def results(capsys: Output, *words: str) -> list[dict[str, Any]]:
    """The JSON values that a run writes, one a line, with nothing on standard error."""
    assert main(["solve", *words, "--json"]) == 0
    output, errors = capsys.readouterr()
    assert errors == ""
    return [json.loads(line) for line in output.splitlines()]


def refused(capsys: Output, *words: str) -> str:
    """What a run says that writes nothing else and ends with status 2."""
    assert main(["solve", *words]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    return errors


def test_one_deal_in_json_has_the_promised_fields(capsys: Output) -> None:
    (found,) = results(capsys, CODE)
    assert list(found) == KEYS
    assert (found["code"], found["verdict"]) == (CODE, "winnable")
    assert (found["actions"], found["most"], found["line"]) == (None, None, None)
    assert isinstance(found["nodes"], int)
    assert isinstance(found["ms"], float)


def test_with_every_option_the_line_wins_in_the_fewest_actions(capsys: Output) -> None:
    (found,) = results(capsys, CODE, "--line", "--shortest", "--most")
    game = Game(Setup.parse(CODE), tuple(map(Move.parse, found["line"])))
    assert game.status is Status.WON
    assert found["actions"] == len(found["line"])
    assert found["most"] == 28


def test_a_deal_that_cannot_be_won(capsys: Output) -> None:
    (found,) = results(capsys, "PY1-N-AAAAAAJ", "--line", "--shortest", "--most")
    assert found["verdict"] == "lost"
    assert (found["actions"], found["line"], found["most"]) == (None, None, 14)


def test_for_people_it_is_one_line(capsys: Output) -> None:
    assert main(["solve", "PY1-N-AAAAAAJ", "--most"]) == 0
    assert capsys.readouterr().out == "PY1-N-AAAAAAJ, lost, at most 14 pyramid cards\n"
    assert main(["solve", CODE, "--shortest", "--line"]) == 0
    assert capsys.readouterr().out.startswith(f"{CODE}, winnable, 46 actions, KD ")


def test_a_deck_file_gives_one_result_a_deal_in_order(capsys: Output, tmp_path: Path) -> None:
    codes = [str(Setup(PRESETS["S"], Deal.numbered(number))) for number in range(8)]
    decks = tmp_path / "decks.txt"
    decks.write_text("\n".join(["# eight deals", *codes, CARDS, "ms:617"]))
    found = results(capsys, "--decks", str(decks), "--rules", "M")
    assert [each["code"] for each in found[:8]] == codes
    assert [each["code"][:6] for each in found[8:]] == ["PY1-M-"] * 2
    assert Setup.parse(found[8]["code"]).deal.cards == Deal.parse("AAAAAAS").cards


def test_decks_come_from_standard_input_too(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{CODE}\n".encode())))
    (found,) = results(capsys, "--decks", "-")
    assert found["code"] == CODE


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{CODE}\n\nPY1-N-AAAA\n", "line 3: "),
        (f"# cards\n{CARDS[:-3]}\n", "line 2: "),
        (f"{CARDS} 7X\n", "line 1: "),
        ("# nothing\n\n", "there is no deal in "),
    ],
)
def test_a_bad_deck_file_is_explained_and_nothing_is_solved(
    capsys: Output, tmp_path: Path, content: str, said: str
) -> None:
    decks = tmp_path / "decks.txt"
    decks.write_text(content)
    assert said in refused(capsys, "--decks", str(decks))


def test_what_cannot_be_read_is_explained(capsys: Output, tmp_path: Path) -> None:
    assert "a deal has 7" in refused(capsys, "PY1-N-AAAA")
    assert "N S T R P C M" in refused(capsys, "--decks", os.devnull, "--rules", "Z")
    assert "cannot be read" in refused(capsys, "--decks", str(tmp_path / "none"))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "is not a text in UTF-8" in refused(capsys, "--decks", str(binary))


@pytest.mark.parametrize("words", [[], [CODE, "--decks", "-"], ["--decks"]])
def test_either_a_code_or_a_deck_file_is_given(capsys: Output, words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", *words])
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_lost_process_is_said(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def solve_all(*_arguments: Any) -> Iterator[Any]:
        raise BrokenProcessPool

    monkeypatch.setattr(batch, "solve_all", solve_all)
    decks = tmp_path / "decks.txt"
    decks.write_text(f"{CODE}\n{CODE}\n")
    assert main(["solve", "--decks", str(decks)]) == 1
    assert "a process of the solver was ended" in capsys.readouterr().err


def on_terminal(*words: str) -> tuple[str, str]:
    """Standard output, and what a terminal at standard error is sent."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "app", "solve", *words], stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    with run:
        output = run.communicate(timeout=60)[0].decode()
    shown = b""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            part = os.read(ours, 65536)
        except OSError:  # all read, and nobody writes any more
            break
        shown += part
    os.close(ours)
    return output, shown.decode()


def test_a_bar_is_drawn_over_several_deals_on_a_terminal_alone(tmp_path: Path) -> None:
    decks = tmp_path / "decks.txt"
    decks.write_text(f"{CODE}\nPY1-N-AAAAAAJ\nPY1-M-AAAAAAH\n")
    output, shown = on_terminal("--decks", str(decks), "--json")
    assert [json.loads(line)["verdict"] for line in output.splitlines()] == [
        "winnable",
        "lost",
        "winnable",
    ]
    assert "[" + "#" * 13 + "." * 27 + "] 1 of 3" in shown
    assert shown.endswith("[" + "#" * 40 + "] 3 of 3\r\n")
    assert on_terminal(CODE, "--json")[1] == ""


def test_help_names_every_option(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    told = capsys.readouterr().out
    for option in ("--decks", "--rules", "--line", "--shortest", "--most", "--json"):
        assert option in told
