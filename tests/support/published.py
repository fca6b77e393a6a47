"""Where the published solved decks are, which are no part of the project.

The environment variable names the file of decks; the lengths lie beside it. It is read when this
module is imported, before the suite takes the developer's settings out of the environment.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.project import ROOT

VARIABLE = "PYRAMID_SOLVED_DECKS"
BESIDE = ROOT.parent / "shared" / "data" / "solved-decks.txt"


def _found() -> Path | None:
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return BESIDE if BESIDE.is_file() else None


SOLVED_DECKS = _found()
"""The file of decks, or `None` if there is none on this machine."""


def told() -> str:
    """What the suite says of it in its header."""
    if SOLVED_DECKS is None:
        return f"published solved decks: NOT HERE, their tests are left out (set {VARIABLE})"
    return f"published solved decks: {SOLVED_DECKS}"
