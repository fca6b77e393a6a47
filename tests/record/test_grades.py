"""How hard deals are: slips as they are written down, and the frozen table of grades."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.engine import PRESETS, Deal, Position, Setup
from app.record import GRADES, Grade, grade_of, slips
from app.record.grades import QUINTILES, quintiles
from app.solver import Solver, Verdict
from tests.record.naive import naive_slips
from tests.solver.play import plain_core
from tests.support.effort import EFFORT

GOLDEN: dict[str, int | None] = json.loads(
    (Path(__file__).parent / "golden" / "slips.json").read_text()
)
"""Slips of twelve games together; nothing for a deal that can't be won."""


@pytest.mark.parametrize("letter", PRESETS)
def test_slips_are_those_of_the_golden_file(letter: str) -> None:
    codes = [code for code in GOLDEN if code.startswith(f"PY1-{letter}-")]
    assert len(codes) == 30
    assert {code: slips(Setup.parse(code)) for code in codes} == {
        code: GOLDEN[code] for code in codes
    }


@pytest.mark.parametrize("letter", PRESETS)
def test_slips_are_what_they_are_said_to_be(letter: str) -> None:
    codes = [code for code, found in GOLDEN.items() if found and f"-{letter}-" in code]
    assert len(codes) >= 3
    for code in codes[: round(max(1, 2 * EFFORT))]:
        assert naive_slips(code, Solver(Setup.parse(code))) == GOLDEN[code]


@pytest.mark.parametrize("letter", PRESETS)
def test_the_plain_solver_finds_the_same_slips(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.solver.solver.core", plain_core())
    codes = [code for code, found in GOLDEN.items() if found and f"-{letter}-" in code]
    for code in codes[: round(max(1, EFFORT))]:
        assert slips(Setup.parse(code)) == GOLDEN[code]


def test_limits_of_a_solver_are_not_used() -> None:
    setup = Setup.parse("PY1-N-AAAAAAS")
    assert slips(setup, Solver(setup, node_limit=1, deadline=0.0)) == slips(setup)


def test_a_deal_that_cannot_be_won_has_none() -> None:
    setup = Setup.parse("PY1-N-AAAAAAJ")
    assert Solver(setup).verdict(Position.start(setup)) is Verdict.LOST
    assert slips(setup) is None
    assert grade_of(setup) is None


def test_custom_rules_have_slips_without_a_grade() -> None:
    found = grade_of(Setup.parse("PY1-XO3V-AAAAAAS"))
    assert found is not None
    assert found.grade is None


def test_a_grade_is_the_fifth_that_the_slips_fall_into(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup.parse("PY1-N-AAAAAAS")
    for total, grade in ((0, 1), (10, 1), (11, 2), (20, 2), (30, 3), (40, 4), (41, 5), (999, 5)):
        monkeypatch.setattr("app.record.grades.QUINTILES", {"N": (10, 20, 30, 40)})
        monkeypatch.setattr("app.record.grades.slips", lambda *_, total=total: total)
        assert grade_of(setup) == Grade(total / 12, grade)


def test_quintiles_cut_what_was_measured_in_five() -> None:
    measured = [*range(1, 101)]
    assert quintiles(reversed(measured)) == (20, 40, 60, 80)
    # Equal deals stay together, in the lowest grade that has any of them.
    assert quintiles([0] * 50 + measured) == (0, 10, 40, 70)


def test_every_preset_has_its_row_and_every_grade_has_deals() -> None:
    assert list(QUINTILES) == list(PRESETS)
    for letter, bounds in QUINTILES.items():
        assert list(bounds) == sorted(set(bounds)), letter
    assert len(GRADES) == 5


def test_the_first_deals_of_a_preset_fill_all_grades() -> None:
    found = [grade_of(Setup(PRESETS["M"], Deal.numbered(number))) for number in range(60)]
    assert {each.grade for each in found if each} == set(GRADES)
