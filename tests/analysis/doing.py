"""Work for the tests of jobs: what a worker process is told to do, it does."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Do:
    """A question. `mark` keeps apart those that do the same."""

    what: str
    amount: float = 0.0
    mark: str = ""


def answer(question: Do, seconds: float) -> Any:
    """Do what the question says; runs in a worker process."""
    match question.what:
        case "sleep":
            time.sleep(question.amount)
        case "wait":
            # For as long as the test likes, however busy the machine is.
            while not Path(question.mark).exists():
                time.sleep(0.02)
        case "die":
            os._exit(3)
        case "die once":
            tried = Path(question.mark)
            if not tried.exists():
                tried.touch()
                os._exit(3)
        case "raise":
            raise ValueError(question.mark)
        case "note":
            # So that the test sees how often it was done.
            with Path(question.mark).open("a") as notes:
                notes.write("done\n")
            time.sleep(question.amount)
        case "fill":
            return len(bytes(int(question.amount)))
        case "pid":
            return os.getpid()
        case "nice":
            return os.nice(0)
        case "limit":
            return seconds
    return f"{question.what} {question.mark}".strip()


def without_answer(question: Do) -> Any:
    """Say that nothing came of it."""
    return f"nothing of {question.what}"


def grace(_question: Any) -> float:
    """Stop what runs over its time soon enough for a test."""
    return 0.5


def lasting(answer: Any) -> float:
    """Keep what came of something for good, and the rest for a minute."""
    return 60.0 if str(answer).startswith("nothing") else inf
