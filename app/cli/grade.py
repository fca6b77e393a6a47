"""`grade`: how hard a deal is for somebody who guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.engine import Setup

from .command import Command, Options
from .deal import add_code
from .output import print_json, print_text

if TYPE_CHECKING:
    from app.record import Grade

GRADE_NAMES: Final = ("gentle", "easy", "even", "hard", "fierce")


def _grade(options: Options) -> int:
    from app.record import grade_of

    setup = Setup.read(options.code)
    found = grade_of(setup)
    if options.json:
        slips = None if found is None else found.slips
        grade = None if found is None else found.grade
        print_json({"code": str(setup), "slips": slips, "grade": grade})
    else:
        print_text(f"{setup}, {_told(found)}")
    return 0


def _told(found: Grade | None) -> str:
    if found is None:
        return "cannot be won"
    slips = f"{found.slips:.2f} slips a game"
    return slips if found.grade is None else f"{graded(found.grade)}, {slips}"


def graded(grade: int) -> str:
    """Return a grade as people read it: `grade 2 (easy)`."""
    return f"grade {grade} ({GRADE_NAMES[grade - 1]})"


COMMAND: Final = Command(
    _grade,
    add_code,
    "tell how often a guesser would lose the win of a deal",
)
