"""The command line: serve the site, look at a deal, play moves, solve, read a foreign deck.

A module for each command, which has a `COMMAND`; a `Group` has further ones below its name. The
command line speaks English only, by choice: it is for those who run a server and for other
programs, and the latter read `--json`.

Exit status: 0; 1 when a move is illegal or a server cannot run; 2 when what was written cannot be
read, a setting too.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from . import about, convert, daily, deal, grade, play, serve, solve
from .command import Command, Group, run
from .output import PROGRAM

__all__ = ["COMMANDS", "PROGRAM", "main"]

COMMANDS: Final[Mapping[str, Command | Group]] = {
    "serve": serve.COMMAND,
    "deal": deal.COMMAND,
    "play": play.COMMAND,
    "convert": convert.COMMAND,
    "solve": solve.COMMAND,
    "grade": grade.COMMAND,
    "daily": daily.COMMAND,
    "about": about.COMMAND,
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command, by default that of this process; returns the exit status."""
    return run(COMMANDS, sys.argv[1:] if words is None else words)
