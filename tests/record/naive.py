"""Slips, candidates and streaks a second time, straight from what is written about them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from hashlib import sha256

from app.engine import Move, Position, Setup
from app.solver import Solver, Verdict

M64 = 2**64


class Chance:
    """SplitMix64, seeded with the first 8 bytes of a text's SHA-256."""

    def __init__(self, text: str) -> None:
        self.state = int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % M64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % M64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % M64
        return z ^ (z >> 31)


def naive_slips(code: str, solver: Solver) -> int:
    """The slips of twelve games together; each question is asked anew."""

    def keeps(position: Position, move: Move) -> bool:
        return solver.verdict(position.play(move)) is Verdict.WINNABLE

    slips = 0
    for game in range(12):
        chance = Chance(f"pyramid slips 1 {code} {game}")
        position = Position.start(Setup.parse(code))
        for _ in range(1000):
            if position.is_won:
                break
            legal = position.legal_moves()
            kings = [move for move in legal if [card.rank for card in move.cards] == [13]]
            if kings:
                move = kings[0]
            elif len(legal) == 1:
                move = legal[0]
            else:
                move = legal[chance.next() % len(legal)]
                if not keeps(position, move):
                    slips += 1
                    good = [each for each in legal if keeps(position, each)]
                    move = good[chance.next() % len(good)]
            position = position.play(move)
    return slips


def naive_longest(won: Collection[date]) -> int:
    """The most won days between two that any seven days in a row have one missed day of at most."""
    best = 0
    for first in won:
        count, missed, day = 0, list[date](), first
        while True:
            if day in won:
                count += 1
                best = max(best, count)
            elif missed and (day - missed[-1]).days < 7:
                break
            else:
                missed.append(day)
                if day > max(won):
                    break
            day += timedelta(days=1)
    return best
