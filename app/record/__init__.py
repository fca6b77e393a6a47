"""What counts, and how: grades of deals and the daily deal, as pure functions.

>>> from app.engine import Setup
>>> from app.record import grade_of
>>> grade_of(Setup.parse("PY1-N-AAAAAAS"))
Grade(slips=0.5833333333333334, grade=2)
"""

from .daily import FIRST_DAY, WEEKDAY_GRADES, Daily, candidates, daily_in, daily_of
from .days import counts_for, longest_streak, streak
from .grades import GRADES, GUIDED_GAMES, Grade, grade_of, slips

__all__ = [
    "FIRST_DAY",
    "GRADES",
    "GUIDED_GAMES",
    "WEEKDAY_GRADES",
    "Daily",
    "Grade",
    "candidates",
    "counts_for",
    "daily_in",
    "daily_of",
    "grade_of",
    "longest_streak",
    "slips",
    "streak",
]
