"""Lines that stand for what the search names."""

from __future__ import annotations

import pytest

from app.engine import Position, Setup
from app.solver.lines import line_through
from tests.engine.play import follow, laid_out, setup_of

BOTTOM = 0b1111111 << 21
"""Row 7 of the pyramid."""


def _row_seven_alone(letters: str, row: str, talon: str) -> Position:
    """A position with nothing but these cards in row 7 and this talon."""
    setup = setup_of(letters, laid_out({7: row}, talon))
    kept = len(talon.split())
    return Position(setup, BOTTOM, (1 << kept) - 1, 0, 1)


def test_a_line_draws_to_the_cards_that_it_takes() -> None:
    start = _row_seven_alone("M", "KC QC KD KS KH JC TC", "2D 3D AD")
    queen = start.pyramid & ~(0b11111 << 21)
    line = line_through(start, [(queen, 0b100), (queen & ~(1 << 26), 1)], to_win=False)
    assert " ".join(map(str, line[4:])) == "draw draw QCAD recycle JC2D"
    assert follow(start, line).left == 1


def test_a_king_in_the_way_is_taken_on_the_way() -> None:
    """Under these rules the king lies on the five when the eight comes, and nowhere else."""
    start = _row_seven_alone("R", "QC JC TC 9C 8C 7C 6C", "5D KD 8D")
    line = line_through(start, [(start.pyramid, 0b101)], to_win=False)
    assert " ".join(map(str, line)) == "draw draw KD draw 8D5D"


def test_a_king_out_of_the_way_is_left_where_it_lies() -> None:
    start = _row_seven_alone("R", "QC JC TC 9C 8C 7C 6C", "KD 5D 8D")
    line = line_through(start, [(start.pyramid, 0b110)], to_win=False)
    assert " ".join(map(str, line)) == "draw draw draw 8D5D"


def test_with_goal_all_a_line_to_a_win_takes_the_last_kings_too() -> None:
    start = _row_seven_alone("XA", "KC QC KS KH JC 5C 8C", "2D AD KD")
    queen_gone = start.pyramid & ~(1 << 21 | 1 << 22 | 1 << 23 | 1 << 24)
    line = line_through(
        start, [(queen_gone, 0b10), (queen_gone & ~(1 << 25), 1), (0, 0)], to_win=True
    )
    end = follow(start, line)
    assert end.is_won
    assert end.talon == 0


def test_steps_that_can_not_be_made_are_refused() -> None:
    start = Position.start(Setup.parse("PY1-R-AAAAAAS"))
    with pytest.raises(ValueError, match="can't be made from this position"):
        line_through(start, [(0, 0)], to_win=True)
    gone = start.pyramid & ~(1 << 27)
    with pytest.raises(ValueError, match="can't be made from this position"):
        line_through(start, [(gone, 1)], to_win=False)


def test_removals_that_come_in_the_wrong_order_for_the_talon_are_refused() -> None:
    """There is one pass, and the two on the ace does not go."""
    start = _row_seven_alone("R", "QC JC TC 9C 8C 7C 6C", "AD 2D 3D")
    queen_gone = start.pyramid & ~(1 << 21)
    both_gone = queen_gone & ~(1 << 23)
    assert line_through(start, [(queen_gone, 0b001), (both_gone, 0b100)], to_win=False)
    with pytest.raises(ValueError, match="in this order"):
        line_through(start, [(both_gone | 1 << 21, 0b100), (both_gone, 0b001)], to_win=False)
