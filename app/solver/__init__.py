"""The exact solver: who can win, how, how soon, and how many cards can go, from any position.

>>> from app.engine import Position, Setup
>>> from app.solver import Solver
>>> setup = Setup.parse("PY1-N-AAAAAAJ")
>>> Solver(setup).verdict(Position.start(setup)), Solver(setup).most(Position.start(setup)).cards
(<Verdict.LOST: 'lost'>, 14)
"""

from .core import COMPILED
from .solution import Solution, solution_of
from .solver import NODE_LIMIT, Hint, Most, Shortest, Solver, Verdict

__all__ = [
    "COMPILED",
    "NODE_LIMIT",
    "Hint",
    "Most",
    "Shortest",
    "Solution",
    "Solver",
    "Verdict",
    "solution_of",
]
