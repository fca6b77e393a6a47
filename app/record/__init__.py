"""What counts, and how: figures, streaks, grades of deals and the daily deal, as pure functions.

>>> from app.engine import Setup
>>> from app.record import grade_of
>>> grade_of(Setup.parse("PY1-N-AAAAAAS"))
Grade(slips=0.5833333333333334, grade=2)
"""

from .daily import FIRST_DAY, WEEKDAY_GRADES, Daily, candidates, daily_in, daily_of
from .days import counts_for, longest_streak, streak
from .facts import Fact, Outcome
from .figures import Figures, Line, Lines, figures_of, median
from .grades import GRADES, GUIDED_GAMES, Grade, grade_of, slips
from .help import HelpClass, help_class
from .names import NameFault, UnfitName, read_name
from .others import better_than, is_by_hand
from .places import in_order, places
from .plots import CALENDAR_WEEKS, WEEKS, Bar, Week, bars, level, weeks
from .runs import Run, in_a_row
from .tallies import ANY, OfDay, Spread, Total, add_up, days_of, is_current

__all__ = [
    "ANY",
    "CALENDAR_WEEKS",
    "FIRST_DAY",
    "GRADES",
    "GUIDED_GAMES",
    "WEEKDAY_GRADES",
    "WEEKS",
    "Bar",
    "Daily",
    "Fact",
    "Figures",
    "Grade",
    "HelpClass",
    "Line",
    "Lines",
    "NameFault",
    "OfDay",
    "Outcome",
    "Run",
    "Spread",
    "Total",
    "UnfitName",
    "Week",
    "add_up",
    "bars",
    "better_than",
    "candidates",
    "counts_for",
    "daily_in",
    "daily_of",
    "days_of",
    "figures_of",
    "grade_of",
    "help_class",
    "in_a_row",
    "in_order",
    "is_by_hand",
    "is_current",
    "level",
    "longest_streak",
    "median",
    "places",
    "read_name",
    "slips",
    "streak",
    "weeks",
]
