"""The deals of days in a row, as `tests/record/golden/dailies.txt` has them.

`python -m benchmarks.dailies FILE [--first 2026-12-01] [--days 400]` writes a line a day, its deals
in the order of the presets, and goes on where an earlier run ended.
"""

from __future__ import annotations

import argparse
from datetime import date, timedelta
from pathlib import Path

from app.engine import PRESETS
from app.record import daily_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=date.fromisoformat, default=date(2026, 12, 1))
    parser.add_argument("--days", type=int, default=400)
    options = parser.parse_args()
    done = len(options.file.read_text().splitlines()) if options.file.exists() else 0
    with options.file.open("a", buffering=1) as file:
        for number in range(done, options.days):
            day = options.first + timedelta(days=number)
            deals = [str(daily_of(day, letter).setup.deal) for letter in PRESETS]
            file.write(" ".join([day.isoformat(), *deals]) + "\n")


if __name__ == "__main__":
    main()
