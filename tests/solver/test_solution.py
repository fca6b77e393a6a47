"""What is known of a deal: the same value for the page, for programs and for the command line."""

from __future__ import annotations

import pytest

from app.engine import Game, Position, Setup, Status
from app.solver import Most, Shortest, Solution, Solver, Verdict, solution_of

PRINTED = Setup.parse("PY1-N-AAAAAAS")
HOPELESS = Setup.parse("PY1-N-AAAAAAJ")
WINNABLE, LOST, UNKNOWN = Verdict.WINNABLE, Verdict.LOST, Verdict.UNKNOWN


@pytest.mark.parametrize("code", ["PY1-N-AAAAAAS", "PY1-M-AAAAAAH", "PY1-S-AAAAAAG"])
def test_a_solution_has_a_shortest_win_and_comes_through_json_unchanged(code: str) -> None:
    setup = Setup.parse(code)
    found = solution_of(Solver(setup))
    assert found.line is not None
    assert Game(setup, found.line).status is Status.WON
    assert (found.verdict, found.shortest, found.most, found.complete) == (WINNABLE, True, 28, True)
    assert found.line == Solver(setup).shortest(Position.start(setup)).line
    assert found.actions == len(found.line)
    assert found.seconds > 0
    assert found.nodes > 0
    again = Solution.from_json(found.to_json())
    assert again == found
    assert again.seconds == 0.0


def test_the_solution_of_a_lost_deal_has_its_most_cards() -> None:
    found = solution_of(Solver(HOPELESS))
    assert found == Solution(LOST, None, False, 14)
    assert (found.complete, found.actions) == (True, None)
    assert Solution.from_json(found.to_json()) == found


def test_a_win_is_told_though_the_fewest_actions_are_not_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Solver, "shortest", lambda _solver, _position: Shortest(UNKNOWN, None))
    found = solution_of(Solver(PRINTED))
    assert found.line is not None
    assert Game(PRINTED, found.line).status is Status.WON
    assert (found.verdict, found.shortest, found.complete) == (WINNABLE, False, False)
    # What wins takes all of the pyramid.
    assert (found.actions, found.most) == (None, 28)


def test_a_most_that_is_not_proved_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "most", lambda _solver, _position: Most(12, (), False))
    found = solution_of(Solver(HOPELESS))
    assert found == Solution(LOST, None, False, None)
    assert not found.complete


def test_what_is_not_asked_for_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for question in ("shortest", "winning_line", "most"):
        monkeypatch.delattr(Solver, question)
    for setup, verdict in ((PRINTED, WINNABLE), (HOPELESS, LOST)):
        found = solution_of(Solver(setup), line=False, shortest=False, most=False)
        assert found == Solution(verdict, None, False, None)


def test_any_line_does_where_the_shortest_was_not_asked_for() -> None:
    found = solution_of(Solver(PRINTED), shortest=False, most=False)
    assert found.line is not None
    assert Game(PRINTED, found.line).status is Status.WON
    assert (found.shortest, found.actions, found.most) == (False, None, None)


def test_nothing_is_known_without_a_look() -> None:
    found = solution_of(Solver(PRINTED, node_limit=0))
    assert (found.verdict, found.line, found.shortest) == (UNKNOWN, None, False)
    assert not found.complete
