"""Win rates with perfect play beside published ones, for random deals.

    python -m benchmarks.win_rates [PUBLISHED.csv] [--deals 100000] [--seed 1] [--processes 2]

Without a file the presets are counted, and there is nothing beside them: what the site says of
their chances (`WINNABLE_OF_100` in app/web/words/rules.py) comes from there.

The file has one row a rule set, with the columns goal (PYRAMID or ALL), passes (1, 2, 3 or
unlimited), cover_pairs (yes or no), wins and deals. All rows are played with talon mode DRAWN:
the card most recently dealt may go with the waste top. The table tells for each row how many
standard errors lie between the two rates (z); with chance alone one z in 370 is beyond 3.

Against the rates that M. Masten published in 2022 the unlimited rows agree; the rows of one pass
come out higher, by 3 to 6 % of the rate, though each win here has a line that the engine plays.
Why is not known.
"""

import argparse
import csv
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing import Pool
from multiprocessing.pool import Pool as Processes
from pathlib import Path

from app.engine import DEALS, PRESETS, Deal, Goal, Position, Rules, Setup, Talon
from app.solver import COMPILED, Solver, Verdict

CHUNK = 500


@dataclass(frozen=True)
class Published:
    """A row of published wins."""

    rules: Rules
    wins: int
    deals: int


def read(path: Path) -> list[Published]:
    """Read the published rows; raises `ValueError` that names the line that can't be read."""
    rows = []
    with path.open(newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines), start=2):
            try:
                rules = Rules.custom(
                    talon=Talon.DRAWN,
                    goal=Goal[row["goal"]],
                    passes=None if row["passes"] == "unlimited" else int(row["passes"]),
                    cover_pairs={"yes": True, "no": False}[row["cover_pairs"]],
                )
                rows.append(Published(rules, int(row["wins"]), int(row["deals"])))
            except (KeyError, ValueError) as error:
                raise ValueError(f"{path}, line {number} can't be read: {error!r}") from error
    return rows


def count_wins(task: tuple[Rules, tuple[int, ...]]) -> tuple[int, int]:
    """Return how many of some numbered deals can be won, and for how many it is not known."""
    rules, numbers = task
    won = unknown = 0
    for number in numbers:
        setup = Setup(rules, Deal.numbered(number))
        verdict = Solver(setup).verdict(Position.start(setup))
        won += verdict is Verdict.WINNABLE
        unknown += verdict is Verdict.UNKNOWN
    return won, unknown


def chunks(numbers: Iterator[int], rules: Rules) -> Iterator[tuple[Rules, tuple[int, ...]]]:
    """Cut deal numbers into the tasks of `count_wins`."""
    while chunk := tuple(islice(numbers, CHUNK)):
        yield rules, chunk


def z_score(wins: int, deals: int, published: Published) -> float:
    """Return how many standard errors a rate lies above the published one, both being samples."""
    rate = published.wins / published.deals
    error = math.sqrt(rate * (1 - rate) * (1 / deals + 1 / published.deals))
    return (wins / deals - rate) / error


def counted(pool: Processes, rules: Rules, wanted: argparse.Namespace) -> tuple[int, int]:
    """Return how many of so many deals by chance can be won, and for how many it is not known."""
    chance = random.Random(f"{wanted.seed} {rules}")
    numbers = (chance.randrange(DEALS) for _ in range(wanted.deals))
    wins, unknown = map(
        sum, zip(*pool.imap_unordered(count_wins, chunks(numbers, rules)), strict=True)
    )
    return wins, unknown


def count_presets(pool: Processes, wanted: argparse.Namespace) -> int:
    """Print how many deals of each preset can be won; 1 if it is not known of every deal."""
    print(f"{'rules':<8}{'winnable':>10}{'error':>10}{'unknown':>9}{'seconds':>9}")
    left = 0
    for letter, rules in PRESETS.items():
        begun = time.monotonic()
        wins, unknown = counted(pool, rules, wanted)
        rate = wins / wanted.deals
        error = math.sqrt(rate * (1 - rate) / wanted.deals)
        spent = time.monotonic() - begun
        print(f"{letter:<8}{rate:>10.2%}{error:>10.2%}{unknown:>9}{spent:>9.1f}", flush=True)
        left += unknown
    return 1 if left else 0


def compare(pool: Processes, wanted: argparse.Namespace) -> int:
    """Print the published rates beside those here; 1 if one is beyond three standard errors."""
    print(f"{'rules':<8}{'here':>10}{'published':>11}{'z':>7}{'unknown':>9}{'seconds':>9}")
    good = True
    for row in read(wanted.published):
        begun = time.monotonic()
        wins, unknown = counted(pool, row.rules, wanted)
        z = z_score(wins, wanted.deals, row)
        good = good and abs(z) <= 3 and not unknown
        print(
            f"{row.rules!s:<8}{wins / wanted.deals:>10.4%}{row.wins / row.deals:>11.4%}"
            f"{z:>7.2f}{unknown:>9}{time.monotonic() - begun:>9.1f}",
            flush=True,
        )
    return 0 if good else 1


def main(words: Sequence[str] | None = None) -> int:
    """Print a table; the exit status is 1 if it is not as it should be."""
    parser = argparse.ArgumentParser(description="Win rates, beside published ones.")
    parser.add_argument("published", type=Path, nargs="?", help="CSV file of published wins")
    parser.add_argument("--deals", type=int, default=100_000, help="deals a row (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the deal numbers (%(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="(%(default)s)")
    wanted = parser.parse_args(words)
    print(f"{wanted.deals} deals a row, seed {wanted.seed}, compiled: {COMPILED}")
    with Pool(wanted.processes) as pool:
        return (compare if wanted.published else count_presets)(pool, wanted)


if __name__ == "__main__":
    sys.exit(main())
