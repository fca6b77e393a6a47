"""Deals solved in numbers: on several cores, in order, and only what is proved."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.batch import Wanted, read_decks, solve, solve_all
from app.engine import PRESETS, Deal, Game, Move, NotationError, Setup, Status
from tests.support.processes import left_after

PRINTED = Setup.parse("PY1-N-AAAAAAS")
HOPELESS = Setup.parse("PY1-N-AAAAAAJ")
EVERYTHING = Wanted(line=True, shortest=True, most=True)


def test_what_is_not_asked_for_is_not_told() -> None:
    solved = solve(PRINTED, Wanted())
    found = solved.to_json()
    assert (found["code"], found["verdict"]) == ("PY1-N-AAAAAAS", "winnable")
    assert (found["actions"], found["most"], found["line"]) == (None, None, None)
    assert solved.solution.nodes > 0
    assert solved.solution.seconds > 0


def test_the_fewest_actions_are_told_without_the_line_if_that_was_not_asked_for() -> None:
    found = solve(PRINTED, Wanted(shortest=True)).to_json()
    assert (found["actions"], found["line"]) == (46, None)


def test_a_deal_that_can_be_won_has_a_line_that_wins_in_the_fewest_actions() -> None:
    solved = solve(PRINTED, EVERYTHING)
    assert solved.line is not None
    game = Game(PRINTED, tuple(map(Move.parse, solved.line)))
    assert (game.status, len(solved.line)) == (Status.WON, solved.solution.actions)
    assert solved.solution.most == 28
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


def test_several_processes_give_the_same_answers_in_the_same_order() -> None:
    setups = [Setup(PRESETS["P"], Deal.numbered(number)) for number in range(40)]
    alone = [solve(setup, EVERYTHING) for setup in setups]
    together = list(solve_all(setups, EVERYTHING, processes=2))
    assert together == alone
    assert [s.solution.nodes for s in together] == [s.solution.nodes for s in alone]


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


def test_every_reader_of_decks_reads_what_the_command_line_prints() -> None:
    cards = [str(card) for card in PRINTED.deal.cards]
    lines = [
        json.dumps({"code": str(PRINTED), "rules": "N", "cards": cards}),
        f"Pyramid Solitaire: {' '.join(cards)}",
        f"Stock: {' '.join(cards[28:])} Tableau: {' '.join(cards[:28])}",
    ]
    setups = read_decks(lines, PRESETS["M"])
    assert [setup.deal.cards for setup in setups] == [PRINTED.deal.cards] * 3
    assert [str(setup.rules) for setup in setups] == ["N", "M", "M"]


def test_a_deck_over_several_lines_is_refused_with_what_would_be_right() -> None:
    cards = [str(card) for card in PRINTED.deal.cards]
    rows = [cards[r * (r - 1) // 2 : r * (r + 1) // 2] for r in range(1, 8)]
    lines = ["# one deck", "", *map(" ".join, rows), "", " ".join(cards[28:])]
    with pytest.raises(NotationError) as refused:
        read_decks(lines, PRESETS["N"])
    assert str(refused.value) == (
        "line 3: 1 card of 52; 51 are missing; a deck file has one deal a line, 52 cards or a"
        " code (`convert` reads one deck over several lines)"
    )
    with pytest.raises(NotationError, match=r"^line 1: .*no card was recognised.*one deal a line"):
        read_decks(["Pyramid:", *map(" ".join, rows)], PRESETS["N"])
    # A slip within a whole deck is just that.
    with pytest.raises(NotationError) as slipped:
        read_decks([" ".join(["^c", *cards[1:]])], PRESETS["N"])
    assert "several" not in str(slipped.value)


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
