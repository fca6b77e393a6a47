"""Deals solved in numbers: on several cores, in order, and only what is proved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.batch import Wanted, read_decks, solve, solve_all
from app.engine import PRESETS, Deal, Game, Move, NotationError, Setup, Status
from app.solver import Most, Shortest, Solver, Verdict
from tests.support.processes import left_after

PRINTED = Setup.parse("PY1-N-AAAAAAS")
HOPELESS = Setup.parse("PY1-N-AAAAAAJ")
EVERYTHING = Wanted(line=True, shortest=True, most=True)


def test_what_is_not_asked_for_is_not_told() -> None:
    solved = solve(PRINTED, Wanted())
    assert (solved.code, solved.verdict) == ("PY1-N-AAAAAAS", Verdict.WINNABLE)
    assert (solved.actions, solved.most, solved.line) == (None, None, None)
    assert solved.nodes > 0
    assert solved.ms > 0


def test_a_deal_that_can_be_won_has_a_line_that_wins_in_the_fewest_actions() -> None:
    solved = solve(PRINTED, EVERYTHING)
    assert solved.line is not None
    game = Game(PRINTED, tuple(map(Move.parse, solved.line)))
    assert (game.status, len(solved.line)) == (Status.WON, solved.actions)
    assert solved.most == 28
    any_line = solve(PRINTED, Wanted(line=True)).line
    assert any_line is not None
    assert len(any_line) >= len(solved.line)
    assert Game(PRINTED, tuple(map(Move.parse, any_line))).status is Status.WON


def test_a_deal_that_cannot_be_won_has_its_most_cards() -> None:
    solved = solve(HOPELESS, EVERYTHING)
    assert solved.to_json() | {"nodes": 0, "ms": 0} == {
        "code": "PY1-N-AAAAAAJ",
        "verdict": "lost",
        "actions": None,
        "most": 14,
        "line": None,
        "nodes": 0,
        "ms": 0,
    }


def test_what_is_known_is_told_though_the_fewest_actions_are_not_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Solver, "shortest", lambda _self, _at: Shortest(Verdict.UNKNOWN, None))
    monkeypatch.setattr(Solver, "most", lambda _self, _at: Most(20, (), False))
    solved = solve(PRINTED, EVERYTHING)
    assert (solved.verdict, solved.actions, solved.most) == (Verdict.WINNABLE, None, None)
    assert solved.line is not None
    assert Game(PRINTED, tuple(map(Move.parse, solved.line))).status is Status.WON


def test_several_processes_give_the_same_answers_in_the_same_order() -> None:
    setups = [Setup(PRESETS["P"], Deal.numbered(number)) for number in range(40)]
    alone = [solve(setup, EVERYTHING) for setup in setups]
    together = list(solve_all(setups, EVERYTHING, processes=2))
    kept = [(s.code, s.verdict, s.actions, s.most, s.line, s.nodes) for s in alone]
    assert [(s.code, s.verdict, s.actions, s.most, s.line, s.nodes) for s in together] == kept


def test_no_deals_have_no_results() -> None:
    assert list(solve_all([], EVERYTHING)) == []


def test_a_deck_file_has_cards_or_codes_and_lines_to_pass_over() -> None:
    cards = "".join(map(str, PRINTED.deal.cards))
    lines = ["# decks", "", f"{cards}\n", "py1-s-aaaaaag", "ms:617", "pysol:123456", "  "]
    setups = read_decks(lines, PRESETS["M"])
    assert [str(setup.rules) for setup in setups] == ["M", "S", "M", "M"]
    assert setups[0].deal.cards == PRINTED.deal.cards
    assert setups[1] == Setup.parse("PY1-S-AAAAAAG")
    assert setups[2].deal == Deal.read("ms:617")


def test_a_bad_line_is_named_by_its_number() -> None:
    with pytest.raises(NotationError, match=r"^line 3: .*7X"):
        read_decks(["# decks", "PY1-N-AAAAAAS", "JD 6C PY7X"], PRESETS["N"])
    with pytest.raises(NotationError, match=r"^line 1: .*5S"):
        read_decks([" ".join(map(str, PRINTED.deal.cards[:-1]))], PRESETS["N"])


MANY = """\
from app.batch import Wanted, solve_all
from app.engine import PRESETS, Deal, Setup

if __name__ == "__main__":
    setups = [Setup(PRESETS["R"], Deal.numbered(number)) for number in range(3000)]
    for solved in solve_all(setups, Wanted(shortest=True, most=True), processes=2):
        print(solved.code, flush=True)
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_leaves_no_process(tmp_path: Path, sign: signal.Signals) -> None:
    script = tmp_path / "many.py"
    script.write_text(MANY)
    run = subprocess.Popen(
        [sys.executable, str(script)],
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("PY1-R-")
        run.send_signal(sign)
        run.wait(timeout=30)
        assert left_after(run.pid, 10.0) == {}
