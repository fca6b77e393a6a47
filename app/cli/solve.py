"""`solve`: whether deals can be won, and how."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from app.engine import Rules, Setup

from .command import Command, Options
from .files import read_text
from .output import UNREADABLE, UNUSABLE, Failure, print_json, print_text

if TYPE_CHECKING:
    from app.batch import Solved


def _solve_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("code", metavar="CODE", nargs="?", help="a deal code, or 52 cards")
    what.add_argument(
        "--decks", metavar="FILE", help="a file with 52 cards or a code a line, or - for input"
    )
    parser.add_argument(
        "--rules", metavar="L", default="N", help="the rules for cards without a code (default: N)"
    )
    parser.add_argument("--line", action="store_true", help="give a line that wins")
    parser.add_argument("--shortest", action="store_true", help="find a win in fewest actions")
    parser.add_argument(
        "--most", action="store_true", help="find how many pyramid cards can go at most"
    )


def _solve(options: Options) -> int:
    from concurrent.futures.process import BrokenProcessPool

    from app.batch import Wanted, read_decks, solve_all

    wanted = Wanted(line=options.line, shortest=options.shortest, most=options.most)
    rules = Rules.parse(options.rules)
    if options.decks is None:
        setups = [Setup.read(options.code, rules=rules)]
    else:
        setups = read_decks(read_text(options.decks).splitlines(), rules)
        if not setups:
            raise Failure(f"there is no deal in {options.decks}", UNREADABLE)
    try:
        for done, solved in enumerate(solve_all(setups, wanted), 1):
            _progress(None, len(setups))
            if options.json:
                print_json(solved.to_json())
            else:
                print_text(_solved_line(solved))
            _progress(done, len(setups))
    except BrokenProcessPool:
        raise Failure("a process of the solver was ended", UNUSABLE) from None
    return 0


def _solved_line(solved: Solved) -> str:
    solution = solved.solution
    parts = [solved.code, solution.verdict.value]
    if solution.actions is not None:
        parts.append(f"{solution.actions} actions")
    if solution.most is not None:
        parts.append(f"at most {solution.most} pyramid cards")
    if solved.line is not None:
        parts.append(" ".join(solved.line))
    return ", ".join(parts)


def _progress(done: int | None, of: int) -> None:
    """Draw a bar over several deals, where somebody can see it; `None` wipes it away."""
    if of < 2 or not sys.stderr.isatty():
        return
    if done is None:
        # A line that is written next may go to the same terminal.
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        return
    width = 40
    filled = width * done // of
    end = "\n" if done == of else ""
    bar = "#" * filled + "." * (width - filled)
    print(f"\r[{bar}] {done} of {of}", end=end, file=sys.stderr, flush=True)


COMMAND: Final = Command(
    _solve,
    _solve_arguments,
    "find out whether deals can be won, and how",
)
