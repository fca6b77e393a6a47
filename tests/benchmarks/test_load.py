"""The load benchmark runs, measures what it says, and counts right."""

from __future__ import annotations

import csv
import io

import pytest

from benchmarks.load import Figures, main


@pytest.mark.server
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_short_run_measures_a_hello_a_move_and_a_commit(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--seconds", "0.6", "--clients", "1", "--visitors", "2", "--csv", *options]
    assert main(words) == 0
    hello, move, commit = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert hello["name"] == "hello"
    assert move["name"] == ("move by JSON" if options else "move on the page")
    assert commit["name"] == "SQLite commit"
    assert int(move["count"]) > 5
    assert float(move["median_ms"]) <= float(move["p99_ms"])
    # The floors lie under what stands on them.
    assert float(commit["median_ms"]) < float(move["median_ms"])
    assert float(hello["median_ms"]) < float(move["median_ms"])


@pytest.mark.server
@pytest.mark.parametrize("options", [[], ["--json"], ["--rate", "20"]])
def test_with_verdicts_every_move_is_followed_by_one(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--seconds", "1.5", "--clients", "1", "--visitors", "4", "--verdict", "--csv"]
    assert main([*words, *options]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    names = [row["name"] for row in rows]
    assert names[2:4] == ["… with verdicts", "its verdict after"]
    assert (len(rows), names[0], names[4]) == (5, "hello", "SQLite commit")
    moves, verdicts = int(rows[2]["count"]), int(rows[3]["count"])
    # A game without a legal move has no verdict to wait for.
    assert 5 < verdicts <= moves <= verdicts + 8
    if options[:1] == ["--rate"]:
        assert int(rows[1]["count"]) <= 1.5 * 20 + 2
        assert moves <= 1.5 * 20 + 2


def test_figures_are_per_request_and_in_milliseconds() -> None:
    took = [0.001] * 98 + [0.5] * 2
    figures = Figures.of("move", took, wall=2.0, processor=0.3)
    assert (figures.count, figures.per_second) == (100, 50.0)
    assert (figures.median, figures.slowest) == (1.0, 500.0)
    assert figures.processor == pytest.approx(3.0)


def test_nothing_measured_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="not one move was answered: try more --seconds"):
        Figures.of("move", [], wall=1.0, processor=0.0)


@pytest.mark.parametrize(
    "words", [["--seconds", "0"], ["--clients", "0"], ["--workers", "x"], ["--rate", "-1"]]
)
def test_options_that_make_no_sense_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


def test_a_database_that_is_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--database", "mysql://here/name"]) == 1
    assert "'mysql' is not a database that can be used here" in capsys.readouterr().err
