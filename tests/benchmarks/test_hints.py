"""Following the hints wins, from the start and from the middle; the benchmark counts right."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from app.analysis.questions import Advice, Standing
from app.engine import DRAW, PRESETS, Game, Position, Setup
from app.solver import Solver, Verdict
from benchmarks import hints
from benchmarks.hints import Played, follow, keeps_the_win, main, play, winnable
from tests.support.effort import times

DEALS = times(8, least=2)


@pytest.mark.parametrize("letter", PRESETS)
def test_every_hint_of_a_deal_that_can_be_won_leads_to_a_win(letter: str) -> None:
    for setup in islice(winnable(PRESETS[letter], 20), DEALS):
        played = play(setup)
        assert (played.won, played.lost) == (True, 0), played
        assert played.boards > 0


def test_a_hint_that_loses_the_win_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup.parse("PY1-N-AAAAAAH")
    solver, start = Solver(setup), Position.start(setup)
    losing = next(
        move for move in start.legal_moves() if solver.verdict(start.play(move)) is Verdict.LOST
    )
    good = Standing(Verdict.WINNABLE, Verdict.WINNABLE)
    monkeypatch.setattr(hints, "answer", lambda *_: Advice(good, losing, 28))
    assert keeps_the_win(Solver(setup), Position.start(setup))[0] is False
    monkeypatch.setattr(hints, "answer", lambda *_: Advice(good, None, 28))
    assert keeps_the_win(Solver(setup), Position.start(setup))[0] is False
    assert follow(setup)[0] == Game(setup)


def test_a_game_that_goes_round_in_circles_is_not_won(monkeypatch: pytest.MonkeyPatch) -> None:
    good = Standing(Verdict.WINNABLE, Verdict.WINNABLE)

    def turn(asked: Any, _seconds: float) -> Advice:
        position = asked.place.position()
        return Advice(good, DRAW if position.can_draw else position.legal_moves()[-1], 28)

    monkeypatch.setattr(hints, "answer", turn)
    played = play(Setup.parse("PY1-N-AAAAAAH"))
    assert (played.won, played.hints) == (False, hints.LONGEST_GAME)


def test_the_table_has_a_row_a_preset_and_the_status_tells_whether_all_were_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = Played("PY1-N-AAAAAAA", True, 40, 12, 0, 0.01)
    for bad, status in ((None, 0), (Played("PY1-S-AAAAAAA", False, 9, 3, 1, 0.02), 1)):
        rows = [("N", [good, good]), ("S", [good, bad or good])]
        monkeypatch.setattr(hints, "measure", lambda rows=rows, **_options: iter(rows))
        assert main([]) == status
        table = capsys.readouterr().out.splitlines()
        assert table[1].split() == ["N", "2", "2", "80", "24", "24", "10.0"]
        assert ("PY1-S-AAAAAAA: won False, wins lost 1" in table[-1]) is (status == 1)
    assert table[2].split() == ["S", "2", "1", "49", "15", "14", "20.0"]


@pytest.mark.parametrize("words", [["--deals", "0"], ["--processes", "0"], ["--seed", "x"]])
def test_options_that_make_no_sense_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
