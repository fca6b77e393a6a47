"""The deal of the day: the same everywhere and for ever."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from app.engine import PRESETS, Deal, Position, Setup
from app.record import FIRST_DAY, WEEKDAY_GRADES, candidates, daily_of, grade_of
from app.solver import Solver, Verdict
from tests.solver.play import plain_core
from tests.support.effort import EFFORT

GOLDEN = {
    date.fromisoformat(day): deals
    for day, *deals in map(
        str.split, (Path(__file__).parent / "golden" / "dailies.txt").read_text().splitlines()
    )
}
"""The deals of each day, a preset each, in the order of the presets."""
SAMPLE = sorted(GOLDEN, key=lambda day: sha256(str(day).encode()).digest())


def code(day: date, letter: str) -> str:
    return f"PY1-{letter}-{GOLDEN[day][list(PRESETS).index(letter)]}"


def test_the_golden_days_are_in_a_row_with_a_deal_for_each_preset() -> None:
    first = min(GOLDEN)
    assert list(GOLDEN) == [first + timedelta(days=number) for number in range(len(GOLDEN))]
    assert all(len(deals) == len(PRESETS) for deals in GOLDEN.values())
    assert len({code for deals in GOLDEN.values() for code in deals}) == len(GOLDEN) * len(PRESETS)


@pytest.mark.parametrize("letter", PRESETS)
def test_the_deal_of_a_day_is_that_of_the_golden_file(letter: str) -> None:
    # All of them with PYRAMID_TEST_EFFORT=200.
    for day in SAMPLE[: round(max(1, 2 * EFFORT))]:
        found = daily_of(day, letter)
        assert str(found.setup) == code(day, letter)
        assert WEEKDAY_GRADES[day.weekday()] in (None, found.grade)


def test_it_is_the_first_candidate_that_can_be_won_and_has_the_grade_of_the_weekday() -> None:
    day = next(day for day in SAMPLE if day.weekday() == 0)
    wanted = code(day, "N")
    for number in range(1000):
        digest = sha256(f"pyramid daily 1 {day.isoformat()} N {number}".encode()).digest()
        setup = Setup(PRESETS["N"], Deal.numbered(int.from_bytes(digest[:8], "big") % 26**7))
        if str(setup) == wanted:
            break
        can_be_won = Solver(setup).verdict(Position.start(setup)) is Verdict.WINNABLE
        found = grade_of(setup)
        assert (found is not None) == can_be_won
        assert found is None or found.grade != 1
    assert str(setup) == wanted


def test_the_plain_solver_finds_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    day = SAMPLE[0]
    monkeypatch.setattr("app.solver.solver.core", plain_core())
    for letter in ("N", "M") if EFFORT < 10 else PRESETS:
        assert str(daily_of(day, letter).setup) == code(day, letter)


def test_candidates_go_on_from_any_number() -> None:
    day = SAMPLE[0]
    ways = candidates(day, "N"), candidates(day, "N", 3)
    first = [next(ways[0]) for _ in range(5)]
    assert [next(ways[1]), next(ways[1])] == first[3:]


@pytest.mark.parametrize("letter", ["", "Q", "n", "NN"])
def test_what_is_no_preset_has_no_deal(letter: str) -> None:
    with pytest.raises(ValueError, match="no preset"):
        daily_of(FIRST_DAY, letter)
