"""The solver's benchmark runs, compares, and tells what it measured."""

from __future__ import annotations

import csv
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.engine import Deal
from benchmarks.solver import Answer, Run, differences, main, read_decks, share, text_of

DECKS = "AAAAAAS", "AAAAAAJ", "AAAAAAB"


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    path = tmp_path / "decks.txt"
    path.write_text("\n\n".join(text_of(Deal.parse(code)) for code in DECKS) + "\n")
    return path


def _other(body: str) -> str:
    """The command of another solver: a line of Python."""
    return f'{sys.executable} -c "{body}"'


ONCE = _other("import sys; [print('length 40', flush=True) for line in sys.stdin]")
EACH = _other("import sys; print('length', len(sys.argv[1].split()) - 12)") + " {deck}"
FILE = _other("import sys; print('length', len(open(sys.argv[1]).read().split()) - 12)") + " {file}"


def test_decks_are_read_a_line_each(decks: Path) -> None:
    assert [deal.cards for deal in read_decks(decks)] == [Deal.parse(code).cards for code in DECKS]


def test_a_line_that_is_no_deck_is_named(decks: Path) -> None:
    decks.write_text(decks.read_text() + "AS KD\n")
    with pytest.raises(ValueError, match=r"decks.txt, line 6: "):
        read_decks(decks)


def test_the_solver_is_measured_compiled_and_plain(
    decks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, plot = tmp_path / "run.csv", tmp_path / "run.svg"
    words = ["--decks", str(decks), "--rules", "M,S", "--plain", "--clock", "processor"]
    assert main([*words, "--csv", str(table), "--plot", str(plot)]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^M verdict, plain .*\d+ / \d+", told, re.MULTILINE)
    assert "S verdict, plain took" in told
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == 2 * 2 * len(DECKS)
    by_solver = {
        name: [row["actions"] for row in rows if row["solver"] == name]
        for name in {row["solver"] for row in rows}
    }
    assert by_solver["M verdict, plain"][:2] == ["1", "0"]
    drawing = ElementTree.parse(plot).getroot()
    assert len(drawing.findall("{http://www.w3.org/2000/svg}polyline")) == 4


@pytest.mark.parametrize("clock", ["wall", "processor"])
@pytest.mark.parametrize("command", [ONCE, EACH, FILE], ids=["once", "each deck", "a file each"])
def test_another_solver_stands_beside_and_what_differs_is_named(
    command: str, clock: str, decks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other says 40 of each deck: that is so of the first, and it can't be of the second."""
    words = ["--decks", str(decks), "--rules", "M", "--ask", "shortest", "--first", "2"]
    assert main([*words, "--against", command, "--answer", r"length (\d+)", "--clock", clock]) == 1
    told = capsys.readouterr().out
    assert "times as long as M shortest" in told or "took" in told
    assert "deck 1:" not in told
    assert re.search(r"^deck 2: M shortest.*: 0, .*: 40$", told, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("asked", ["line", "most"])
def test_the_other_questions_are_measured_too(
    asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--random", "2", "--rules", "N", "--ask", asked]) == 0
    assert f"N {asked}" in capsys.readouterr().out


def test_a_command_that_fails_is_an_error(decks: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with status 3"):
        main(["--decks", str(decks), "--against", _other("raise SystemExit(3)") + " {deck}"])
    with pytest.raises(RuntimeError, match="ended without an answer"):
        main(["--decks", str(decks), "--against", _other("pass")])


def test_nothing_to_solve_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "name a deck file with --decks or a number of deals" in capsys.readouterr().err


def test_a_share_is_the_least_value_that_it_does_not_exceed() -> None:
    assert [share([4, 1, 3, 2], part) for part in (0, 0.25, 0.5, 0.9, 1)] == [1, 1, 2, 4, 4]


def test_an_unknown_answer_differs_from_none() -> None:
    runs = [Run("a", [Answer(1, None), Answer(1, 3)]), Run("b", [Answer(1, 5), Answer(1, 4)])]
    assert list(differences(runs)) == ["deck 2: a: 3, b: 4"]
