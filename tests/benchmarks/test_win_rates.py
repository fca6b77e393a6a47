"""The win-rate script, and a smaller run of it against rates known to a hundredth of a percent."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine import PRESETS, Goal, Rules
from app.solver import COMPILED
from benchmarks.win_rates import Published, main, read, z_score

HEAD = "goal,passes,cover_pairs,wins,deals\n"
DEALS = 800 if COMPILED else 20


def test_each_row_is_read_as_rules_and_wins(tmp_path: Path) -> None:
    path = tmp_path / "rates.csv"
    path.write_text(HEAD + "PYRAMID,1,no,90192,1000000\nALL,unlimited,yes,5,10\n")
    assert [(str(row.rules), row.wins, row.deals) for row in read(path)] == [
        ("R", 90192, 1000000),
        ("XDAV", 5, 10),
    ]


@pytest.mark.parametrize("line", ["PYRAMIDS,1,no,1,2", "PYRAMID,4,no,1,2", "ALL,1,perhaps,1,2"])
def test_a_row_that_is_none_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "rates.csv"
    path.write_text(HEAD + "ALL,1,no,1,2\n" + line + "\n")
    with pytest.raises(ValueError, match=r"rates.csv, line 3 can't be read"):
        read(path)


def test_z_counts_standard_errors_of_both_samples() -> None:
    rules = Rules.custom(goal=Goal.PYRAMID)
    assert z_score(5100, 10_000, Published(rules, 50_000_000, 100_000_000)) == pytest.approx(
        2, 1e-3
    )
    assert z_score(5100, 10_000, Published(rules, 5000, 10_000)) == pytest.approx(2**0.5)


def test_with_unlimited_passes_the_rates_are_the_published_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rates.csv"
    path.write_text(HEAD + "PYRAMID,unlimited,yes,8315,10000\nPYRAMID,unlimited,no,6687,10000\n")
    status = main([str(path), "--deals", str(DEALS), "--processes", "1"])
    table = capsys.readouterr().out
    assert status == 0, table
    assert [line.split()[0] for line in table.splitlines()[2:]] == ["XDV", "XD"]


def test_rates_that_are_not_so_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rates.csv"
    path.write_text(HEAD + "PYRAMID,unlimited,yes,3000,10000\n")
    assert main([str(path), "--deals", str(DEALS), "--processes", "1"]) == 1
    assert "XDV" in capsys.readouterr().out


def test_without_published_rates_the_presets_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--deals", "40" if COMPILED else "3", "--processes", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[0] for row in rows] == [*PRESETS]
    assert all(0 <= float(row[1].rstrip("%")) <= 100 and row[3] == "0" for row in rows)
