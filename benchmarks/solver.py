"""How fast the solver answers, beside any other solver's command.

    python -m benchmarks.solver --decks DECKS.txt --rules M --ask shortest
    python -m benchmarks.solver --random 10000 --rules N,S,T,R,P,C,M
    python -m benchmarks.solver --decks DECKS.txt --against 'java -jar solver.jar {deck}'

Decks come from a file, one a line in any notation that the site reads, or are dealt at random.
Each solver runs in a process of its own, the solvers one after another over the same decks. What
is told is milliseconds a deck (median, 90 %, 99 %, worst, mean), processor seconds in all, states
looked at, and the largest memory of the process. The time is that of the clock on the wall or,
on a machine that does other things as well, with `--clock processor` that of the processor
(on Linux; in steps of 10 ms for another solver that is started once).

A command with `{deck}` (the 52 cards, as two letters each) or `{file}` (a file with that line) in
it is started anew for each deck. Any other is started once, reads a deck a line and has to answer
each with a line. The number of actions is what `--answer`, a regular expression, finds in the
answer; where the solvers differ, the deck is named, and the exit status is 1.

With `--plain` the solver runs as plain Python too. `--csv` writes a line for each deck and
solver, `--plot` draws which share of the decks was answered within which time.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from app.engine import DEALS, Deal, Rules

ASKED: Final = ("verdict", "line", "shortest", "most")
CORE: Final = "app.solver.core"


@dataclass(frozen=True)
class Answer:
    """What a solver said of a deck: the seconds it took, the actions of its win, states seen.

    `actions` is 0 for a deck that can't be won and `None` where the answer tells no number.
    """

    seconds: float
    actions: int | None
    nodes: int | None = None


@dataclass
class Run:
    """A solver's answers to all decks, and what its processes took."""

    name: str
    answers: list[Answer] = field(default_factory=list)
    processor: float = 0.0
    memory: int = 0
    """Kilobytes."""


# The decks


def read_decks(path: Path) -> list[Deal]:
    """Read a deck a line; raises `ValueError` that names the line that is none."""
    deals = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if line.strip():
            try:
                deals.append(Deal.read(line))
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
    return deals


def random_decks(count: int, seed: int) -> list[Deal]:
    """Deal that many random numbers."""
    chance = random.Random(seed)
    return [Deal.numbered(chance.randrange(DEALS)) for _ in range(count)]


def text_of(deal: Deal) -> str:
    """Return the 52 cards as other programs read them."""
    return " ".join(map(str, deal.cards))


# Our own solver, in a process of its own


def serve(rules: Rules, ask: str, plain: bool, clock: str) -> None:
    """Answer a deck a line on standard input with a line of JSON each, until there is no more."""
    if plain:
        load_plain_core()
    from app.engine import Position, Setup
    from app.solver import COMPILED, Solver

    now = time.process_time if clock == "processor" else time.perf_counter
    print(json.dumps({"compiled": COMPILED}), flush=True)
    for line in sys.stdin:
        setup = Setup(rules, Deal.read(line))
        begun = now()
        start = Position.start(setup)
        solver = Solver(setup)
        actions = QUESTIONS[ask](solver, start)
        seconds = now() - begun
        print(json.dumps({"s": seconds, "actions": actions, "nodes": solver.nodes}), flush=True)


def load_plain_core() -> None:
    """Put the uncompiled source where the solver looks for its core."""
    found = importlib.util.find_spec("app.solver")
    assert found is not None
    assert found.origin is not None
    sys.modules.pop(CORE, None)
    sys.modules.pop("app.solver", None)
    source = Path(found.origin).with_name("core.py")
    spec = importlib.util.spec_from_file_location(CORE, source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[CORE] = module
    spec.loader.exec_module(module)


def _length(line: Sequence[object] | None, verdict: str) -> int | None:
    if verdict == "unknown":
        return None
    return 0 if line is None else len(line)


def _ask_verdict(solver: Any, start: Any) -> int | None:
    return {"lost": 0, "winnable": 1, "unknown": None}[solver.verdict(start).value]


def _ask_line(solver: Any, start: Any) -> int | None:
    return _length(solver.winning_line(start), solver.verdict(start).value)


def _ask_shortest(solver: Any, start: Any) -> int | None:
    found = solver.shortest(start)
    return _length(found.line, found.verdict.value)


def _ask_most(solver: Any, start: Any) -> int | None:
    found = solver.most(start)
    return int(found.cards) if found.proved else None


QUESTIONS: Final[dict[str, Callable[[Any, Any], int | None]]] = {
    "verdict": _ask_verdict,
    "line": _ask_line,
    "shortest": _ask_shortest,
    "most": _ask_most,
}


def run_own(deals: Sequence[Deal], rules: Rules, ask: str, clock: str, *, plain: bool) -> Run:
    """Ask our own solver, compiled if it is or plain."""
    command = [sys.executable, "-m", "benchmarks.solver", "--serve", "--rules", str(rules)]
    command += ["--ask", ask, "--clock", clock, *(["--plain"] if plain else [])]
    with _process(command) as (talk, _, took):
        compiled = json.loads(talk(None))["compiled"]
        run = Run(f"{rules} {ask}, {'compiled' if compiled else 'plain'}")
        for deal in deals:
            told = json.loads(talk(text_of(deal)))
            run.answers.append(Answer(told["s"], told["actions"], told["nodes"]))
    run.processor, run.memory = took.pop()
    return run


# Other solvers


@contextmanager
def _process(
    command: Sequence[str],
) -> Iterator[tuple[Callable[[str | None], str], int, list[tuple[float, int]]]]:
    """Start a program; give a way to say a line and hear one, its id, and what it took at last."""
    took: list[tuple[float, int]] = []
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )

    def talk(line: str | None) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        if line is not None:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{shlex.join(command)} ended without an answer")
        return answer

    try:
        yield talk, process.pid, took
    finally:
        # What the system tells of an ended process counts the memory of this one in as well.
        memory = _largest_memory(process.pid)
        processor, told = _ended(process)
        took.append((processor, memory or told))


def _largest_memory(process: int) -> int:
    """Return the most kilobytes that a running process has had in memory, 0 if not told."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) if found else 0


def _ended(process: subprocess.Popen[str]) -> tuple[float, int]:
    """Wait for a process; return its processor seconds and its largest memory in kilobytes."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def processor_clock(process: int) -> float:
    """Return the processor seconds that a running process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_other(command: str, deals: Sequence[Deal], answer: re.Pattern[str], clock: str) -> Run:
    """Ask another solver by its command, see the top of this module."""
    run = Run(command)
    if "{deck}" in command or "{file}" in command:
        for deal in deals:
            run.answers.append(_run_once(run, command, deal, answer, clock))
        return run
    with _process(shlex.split(command)) as (talk, process, took):
        for deal in deals:
            wall = clock == "wall"
            begun = time.perf_counter() if wall else processor_clock(process)
            told = talk(text_of(deal))
            ended = time.perf_counter() if wall else processor_clock(process)
            run.answers.append(Answer(ended - begun, _actions(told, answer)))
    run.processor, run.memory = took.pop()
    return run


def _run_once(run: Run, command: str, deal: Deal, answer: re.Pattern[str], clock: str) -> Answer:
    """Start a command for one deck."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as deck:
        deck.write(text_of(deal) + "\n")
        deck.flush()
        words = [
            word.replace("{deck}", text_of(deal)).replace("{file}", deck.name)
            for word in shlex.split(command)
        ]
        begun = time.perf_counter()
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        told = process.stdout.read()
        processor, memory = _ended(process)
        seconds = time.perf_counter() - begun
    if process.returncode:
        raise RuntimeError(f"{shlex.join(words)} ended with status {process.returncode}")
    run.processor += processor
    run.memory = max(run.memory, memory)
    return Answer(processor if clock == "processor" else seconds, _actions(told, answer))


def _actions(told: str, answer: re.Pattern[str]) -> int | None:
    found = answer.search(told)
    return int(found[1] if found.re.groups else found[0]) if found else None


# What is told


def share(values: Sequence[float], part: float) -> float:
    """Return the value that a part (0 to 1) of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(part * len(ordered)) - 1))]


HEADER: Final = (
    f"{'median':>9}{'90 %':>9}{'99 %':>9}{'worst':>10}{'mean':>9}"
    f"{'processor':>11}{'MB':>7}{'won':>9}{'unknown':>9}  nodes: median / 99 % / most"
)


def row(run: Run) -> str:
    """Return a run's line of the table: milliseconds a deck, processor seconds in all."""
    times = [1000 * answer.seconds for answer in run.answers]
    known = [answer.actions for answer in run.answers if answer.actions is not None]
    nodes = [answer.nodes for answer in run.answers if answer.nodes is not None]
    looked = f"  {share(nodes, 0.5):,} / {share(nodes, 0.99):,} / {max(nodes):,}" if nodes else ""
    return (
        f"{share(times, 0.5):>9.2f}{share(times, 0.9):>9.2f}{share(times, 0.99):>9.1f}"
        f"{max(times):>10.1f}{sum(times) / len(times):>9.2f}{run.processor:>11.1f}"
        f"{run.memory / 1024:>7.0f}{sum(map(bool, known)) / len(run.answers):>9.2%}"
        f"{len(run.answers) - len(known):>9}{looked}"
    )


def report(groups: Sequence[Sequence[Run]]) -> None:
    """Print the table: for each rules a group of runs, compared with the first of them."""
    width = max(len(run.name) for group in groups for run in group) + 2
    print(" " * width + HEADER)
    for group in groups:
        for run in group:
            print(f"{run.name:<{width}}{row(run)}")
    for first, *others in groups:
        for other in others:
            ratio = _total(other) / _total(first)
            print(f"{other.name} took {ratio:.1f} times as long as {first.name}")


def _total(run: Run) -> float:
    return sum(answer.seconds for answer in run.answers)


def differences(runs: Sequence[Run]) -> Iterator[str]:
    """Yield a sentence for each deck that two solvers tell different numbers of."""
    for deck, answers in enumerate(zip(*(run.answers for run in runs), strict=True), start=1):
        told = {answer.actions for answer in answers if answer.actions is not None}
        if len(told) > 1:
            each = ", ".join(
                f"{run.name}: {answer.actions}" for run, answer in zip(runs, answers, strict=True)
            )
            yield f"deck {deck}: {each}"


def write_csv(path: Path, runs: Sequence[Run]) -> None:
    """Write a line for each deck and solver."""
    with path.open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(("solver", "deck", "ms", "actions", "nodes"))
        for run in runs:
            for deck, answer in enumerate(run.answers, start=1):
                ms = f"{1000 * answer.seconds:.4f}"
                lines.writerow((run.name, deck, ms, answer.actions, answer.nodes))


COLOURS: Final = ("#1b6ca8", "#b5472f", "#4b8b3b", "#7d4fa0", "#a87b1b", "#4f5d66", "#b03a7e")
LEFT, TOP, WIDTH, HEIGHT = 60, 20, 640, 320


def write_plot(path: Path, runs: Sequence[Run]) -> None:
    """Draw the share of decks that is answered within a time, the time by its powers of ten."""
    times = [1000 * answer.seconds for run in runs for answer in run.answers]
    low = math.floor(math.log10(max(min(times), 1e-4)))
    high = max(low + 1, math.ceil(math.log10(max(times))))

    def across(ms: float) -> float:
        return LEFT + WIDTH * (math.log10(max(ms, 10.0**low)) - low) / (high - low)

    parts = [_frame(len(runs), range(low, high + 1), across)]
    for number, run in enumerate(runs):
        colour = COLOURS[number % len(COLOURS)]
        ordered = sorted(1000 * answer.seconds for answer in run.answers)
        points = " ".join(
            f"{across(ms):.1f},{TOP + HEIGHT * (1 - (done + 1) / len(ordered)):.1f}"
            for done, ms in enumerate(ordered)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        below = TOP + HEIGHT + 60 + 20 * number
        parts.append(f'<rect x="{LEFT}" y="{below - 9}" width="20" height="4" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + 28}" y="{below}">{_escaped(run.name)}</text>')
    path.write_text("\n".join([*parts, "</svg>", ""]))


def _frame(runs: int, decades: range, across: Callable[[float], float]) -> str:
    """Return the plot's opening, its grid and what stands at it."""
    height = TOP + HEIGHT + 60 + 20 * runs
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}"'
        ' font-family="sans-serif" font-size="13">',
        "<title>Share of decks answered within a time</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        y = TOP + HEIGHT * (1 - tenth / 10)
        parts.append(f'<path d="M{LEFT} {y}h{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{10 * tenth} %</text>')
    for decade in decades:
        x = across(10.0**decade)
        parts.append(f'<path d="M{x:.1f} {TOP}v{HEIGHT}" stroke="#ddd"/>')
        text = f"{10.0**decade:g} ms"
        parts.append(
            f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{text}</text>'
        )
    return "\n".join(parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


# The command


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    decks = parser.add_mutually_exclusive_group()
    decks.add_argument("--decks", type=Path, help="file with a deck a line")
    decks.add_argument("--random", type=int, metavar="N", help="deal N decks at random")
    parser.add_argument("--seed", type=int, default=1, help="of the random decks (%(default)s)")
    parser.add_argument("--first", type=int, metavar="N", help="use the first N decks alone")
    parser.add_argument("--rules", default="M", help="as in a code, several with commas (M)")
    parser.add_argument("--ask", choices=ASKED, default="verdict", help="(%(default)s)")
    parser.add_argument("--plain", action="store_true", help="the plain solver as well")
    parser.add_argument("--against", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--clock", choices=("wall", "processor"), default="wall")
    parser.add_argument("--answer", type=re.compile, default=re.compile(r"\d+"), metavar="REGEX")
    parser.add_argument("--csv", type=Path, help="file for a line a deck and solver")
    parser.add_argument("--plot", type=Path, help="file for a plot (SVG)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    return parser


def _group(deals: Sequence[Deal], rules: Rules, wanted: argparse.Namespace) -> list[Run]:
    """Run all solvers that are wanted under one set of rules."""
    group = [run_own(deals, rules, wanted.ask, wanted.clock, plain=False)]
    if wanted.plain:
        group.append(run_own(deals, rules, wanted.ask, wanted.clock, plain=True))
    for command in wanted.against:
        group.append(run_other(command, deals, wanted.answer, wanted.clock))
    return group


def main(words: Sequence[str] | None = None) -> int:
    """Run the solvers and print the table; the exit status is 1 if they differ."""
    parser = _options()
    wanted = parser.parse_args(words)
    rules = [Rules.parse(letters) for letters in wanted.rules.split(",")]
    if wanted.serve:
        serve(rules[0], wanted.ask, wanted.plain, wanted.clock)
        return 0
    if not wanted.decks and not wanted.random:
        parser.error("name a deck file with --decks or a number of deals with --random")
    deals = read_decks(wanted.decks) if wanted.decks else random_decks(wanted.random, wanted.seed)
    deals = deals[: wanted.first]
    groups = [_group(deals, each, wanted) for each in rules]
    runs = [run for group in groups for run in group]
    differ = [sentence for group in groups for sentence in differences(group)]
    report(groups)
    for sentence in differ:
        print(sentence)
    if wanted.csv:
        write_csv(wanted.csv, runs)
    if wanted.plot:
        write_plot(wanted.plot, runs)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
