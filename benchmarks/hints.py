"""Whether following the hints wins: whole games, and games joined somewhere in the middle.

    python -m benchmarks.hints [--deals 200] [--seed 1] [--processes 2]

For every preset chance deals are drawn until so many can be won. Each is played by its hints
alone, as the page asks for them, to the end; then a game of chance moves of each of as many deals
is looked at board by board, and on every board that can be won the hint has to keep the win. Each
move is made by the rules themselves. Ends with status 1 if one game was not won or one win was
lost.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from app.analysis.questions import Advice, AskAdvice, Place
from app.analysis.work import answer
from app.children import prepare_child
from app.engine import DEALS, PRESETS, Deal, Game, Position, Rules, Setup, Status
from app.solver import Solver, Verdict

PATIENCE: Final = 60.0
LONGEST_GAME: Final = 400
"""Hints after which a game counts as not won; the longest shortest win takes far fewer."""
CHANCE_MOVES: Final = 60


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one deal: whether its hints won, and of the boards of a game by chance."""

    code: str
    won: bool
    hints: int
    boards: int
    """Boards of the game by chance that could be won."""
    lost: int
    """Those of them on which the hint lost the win."""
    slowest: float
    """Seconds of the hint that took longest."""


def hint(position: Position) -> tuple[Advice, float]:
    """Return what the page would be told about a position, and how many seconds that took."""
    begun = time.perf_counter()
    found = answer(AskAdvice(Place.of(position)), PATIENCE)
    assert isinstance(found, Advice)
    return found, time.perf_counter() - begun


def follow(setup: Setup) -> tuple[Game, float]:
    """Play a deal by its hints alone; return the game, and the seconds of the slowest hint."""
    game, slowest = Game(setup), 0.0
    while game.status is not Status.WON and game.ply < LONGEST_GAME:
        advice, took = hint(game.position)
        slowest = max(slowest, took)
        if advice.move is None:
            break
        game = game.play(advice.move)
    return game, slowest


def chance_boards(setup: Setup, chance: random.Random) -> Iterator[Position]:
    """Yield the boards of a game by chance, in which a removal is likelier than a draw."""
    position = Position.start(setup)
    for _ in range(CHANCE_MOVES):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(chance.choice([*moves, *(m for m in moves if m.cards)]))


def keeps_the_win(solver: Solver, position: Position) -> tuple[bool, float]:
    """Return whether the hint on a board that can be won leads to another such, and its time."""
    advice, took = hint(position)
    if advice.move is None or advice.standing.verdict is not Verdict.WINNABLE:
        return False, took
    return solver.verdict(position.play(advice.move)) is Verdict.WINNABLE, took


def play(setup: Setup) -> Played:
    """Play one deal that can be won by its hints, and try them on the boards of another game."""
    game, slowest = follow(setup)
    solver = Solver(setup)
    boards = lost = 0
    for position in chance_boards(setup, random.Random(str(setup))):
        if position.is_won or solver.verdict(position) is not Verdict.WINNABLE:
            break
        kept, took = keeps_the_win(solver, position)
        boards, lost, slowest = boards + 1, lost + (not kept), max(slowest, took)
    return Played(str(setup), game.status is Status.WON, game.ply, boards, lost, slowest)


def winnable(rules: Rules, seed: int) -> Iterator[Setup]:
    """Yield chance deals that can be won under some rules, without end."""
    chance = random.Random(f"{seed} {rules}")
    while True:
        setup = Setup(rules, Deal.numbered(chance.randrange(DEALS)))
        if Solver(setup).verdict(Position.start(setup)) is Verdict.WINNABLE:
            yield setup


def _play_code(code: str) -> Played:
    return play(Setup.parse(code))


def measure(*, deals: int, seed: int, processes: int) -> Iterator[tuple[str, list[Played]]]:
    """Yield each preset's letter with what came of its deals."""
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=prepare_child
    )
    with pool:
        for letter, rules in PRESETS.items():
            found = winnable(rules, seed)
            codes = [str(next(found)) for _ in range(deals)]
            yield letter, list(pool.map(_play_code, codes, chunksize=4))


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hints", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--deals", type=int, default=200, help="a preset (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the chance (default: %(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="at once (default: %(default)s)")
    options = parser.parse_args(words)
    if min(options.deals, options.processes) < 1:
        parser.error("at least one deal and one process")
    print("rules   deals     won   hints  boards    kept  slowest hint ms")
    good = True
    for letter, played in measure(**vars(options)):
        won, boards = sum(each.won for each in played), sum(each.boards for each in played)
        lost = sum(each.lost for each in played)
        hints, slowest = sum(each.hints for each in played), max(each.slowest for each in played)
        print(
            f"{letter:5}{len(played):8}{won:8}{hints:8}{boards:8}{boards - lost:8}"
            f"{1000 * slowest:17.1f}",
            flush=True,
        )
        good = good and won == len(played) and not lost
        for each in played:
            if not each.won or each.lost:
                print(f"  {each.code}: won {each.won}, wins lost {each.lost}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
