"""Slips of the first deals of a preset, and the quintiles that grades are made of.

`python -m benchmarks.grades FOLDER [--rules N,S] [--deals 10000]` writes a file `L.csv` for each
preset, a line a deal that can be won (its number, its slips of twelve games together), and goes on
where an earlier run ended. At the end it prints the table for `app/record/grades.py`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from app.engine import PRESETS, Deal, Setup
from app.record.grades import quintiles, slips


def measure(letter: str, deals: int, path: Path) -> list[int]:
    """Find the slips of deals that no earlier run has; returns those of all that can be won."""
    done = [line.split(",") for line in path.read_text().splitlines()] if path.exists() else []
    found = {int(number): text for number, text in done}
    with path.open("a", buffering=1) as file:
        for number in range(max(found, default=-1) + 1, deals):
            total = slips(Setup(PRESETS[letter], Deal.numbered(number)))
            found[number] = "" if total is None else str(total)
            file.write(f"{number},{found[number]}\n")
    return [int(text) for number, text in found.items() if text and number < deals]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rules", default=",".join(PRESETS))
    parser.add_argument("--deals", type=int, default=10_000)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for letter in options.rules.split(","):
        begun = time.process_time()
        totals = measure(letter, options.deals, options.folder / f"{letter}.csv")
        took = time.process_time() - begun
        shares = Counter(totals).most_common(1)
        print(f'    "{letter}": {quintiles(totals)},  # {len(totals)} deals can be won')
        print(f"    # {took:.0f} s; the most common: {shares}", flush=True)


if __name__ == "__main__":
    main()
