"""How many sequences of actions there are: counted in two independent ways, and kept.

Such counts find nearly every fault in the rules of a game, as one wrong action changes all the
numbers that follow. The golden file has, for every preset and some custom rules, the counts of
1, 2, 3, … actions from the start of a deal and from the middle of games.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import TypedDict

import pytest

from app.engine import PRESETS, Position, Rules
from tests.engine.naive import sequences
from tests.engine.play import action_of, played, table_of
from tests.support.effort import EFFORT


class Row(TypedDict):
    """One line of the golden file: a game, and the numbers of sequences of 1, 2, 3, … actions."""

    code: str
    line: str
    counts: list[int]


GOLDEN: list[Row] = json.loads(
    Path(__file__).with_name("golden").joinpath("perft.json").read_text()
)
MOST = 500 * EFFORT
"""Counting stops before a larger number, to be quick: PYRAMID_TEST_EFFORT=50 counts all."""


def by_engine(position: Position, length: int) -> int:
    """How many sequences of so many actions the engine plays from a position."""
    if length == 1:
        return len(position.legal_moves())
    return sum(by_engine(position.play(move), length - 1) for move in position.legal_moves())


def _name(row: Row) -> str:
    return f"{row['code']} after {len(row['line'].split())}"


@pytest.mark.parametrize("row", GOLDEN, ids=_name)
def test_both_implementations_count_the_sequences_that_the_golden_file_has(row: Row) -> None:
    game = played(row["code"], row["line"])
    table = table_of(game.setup)
    for move in game.line:
        table.do(action_of(move))
    short = list(itertools.takewhile(lambda count: count <= MOST, row["counts"]))
    assert len(short) >= min(2, len(row["counts"]))
    for length, count in enumerate(short, 1):
        assert by_engine(game.position, length) == count
        assert sequences(table, length) == count


def test_the_golden_file_has_every_preset_at_the_start_and_in_the_middle_of_games() -> None:
    seen = {(row["code"].split("-")[1], bool(row["line"])) for row in GOLDEN}
    assert seen >= {(letter, begun) for letter in PRESETS for begun in (False, True)}
    customs = {Rules.parse(letters) for letters, _ in seen if letters not in PRESETS}
    assert len(customs) >= 10


def test_the_counts_see_recycles_cover_pairs_wins_and_dead_ends() -> None:
    # A file of openings alone would miss half of the rules.
    lines = " ".join(row["line"] for row in GOLDEN)
    assert lines.count("recycle") > 10
    assert any(0 in row["counts"] for row in GOLDEN)
    assert max(row["counts"][-1] for row in GOLDEN) > 10_000
