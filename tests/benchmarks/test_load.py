"""The load benchmark runs, measures what it says, and counts right."""

from __future__ import annotations

import csv
import io

import pytest

from benchmarks.load import Figures, main


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


def test_figures_are_per_request_and_in_milliseconds() -> None:
    took = [0.001] * 98 + [0.5] * 2
    figures = Figures.of("move", took, wall=2.0, processor=0.3)
    assert (figures.count, figures.per_second) == (100, 50.0)
    assert (figures.median, figures.slowest) == (1.0, 500.0)
    assert figures.processor == pytest.approx(3.0)


def test_nothing_measured_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="not one move was answered: try more --seconds"):
        Figures.of("move", [], wall=1.0, processor=0.0)


@pytest.mark.parametrize("words", [["--seconds", "0"], ["--clients", "0"], ["--workers", "x"]])
def test_options_that_make_no_sense_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
