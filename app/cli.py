"""The command line: serve the site, look at a deal, play moves, read a foreign deck.

A command is one function and the one that gives it its arguments, both named in `COMMANDS`. The
command line speaks English only, by choice: it is for those who run a server and for other
programs, and the latter read `--json`.

Exit status: 0; 1 when a move is illegal or a server cannot run; 2 when what was written cannot be
read, a setting too.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import os
import platform
import re
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.engine import (
    PLACES,
    ROWS,
    Card,
    Deal,
    Game,
    Goal,
    IllegalMove,
    NotationError,
    Position,
    Reason,
    Rules,
    Setup,
    Talon,
    parse_entry,
)
from app.settings import SettingError, Settings, settings_help, unknown_settings

if TYPE_CHECKING:
    from app.batch import Solved

PROGRAM: Final = "pyramid-solitaire"
ILLEGAL: Final = 1
UNUSABLE: Final = 1
UNREADABLE: Final = 2

Options = argparse.Namespace


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does with its options, giving the exit status, and which it takes."""

    run: Callable[[Options], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None
    help: str
    epilog: str = ""


class Failure(Exception):
    """What a command says on standard error before it ends with `status`."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def main(words: Sequence[str] | None = None) -> int:
    """Run one command, by default that of this process; returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A folder's name may have signs that the output has not; that is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(_parser().parse_args(_flag_first(sys.argv[1:] if words is None else words)))
    except SystemExit:
        # Help was written: to nobody, perhaps.
        with contextlib.suppress(Failure):
            _print("", end="")
        raise


def _run(options: Options) -> int:
    run: Callable[[Options], int] = options.run
    try:
        return run(options)
    except Failure as failure:
        if str(failure):
            _warn(str(failure))
        return failure.status
    except (NotationError, SettingError) as error:
        _warn(str(error))
        return UNREADABLE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Pyramid Solitaire: a table to play at in the browser, and its tools.",
        epilog=settings_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=command.help,
            description=f"{command.help[0].upper()}{command.help[1:]}.",
            epilog=command.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if command.arguments is not None:
            command.arguments(one)
        one.add_argument(
            "--json",
            action="store_true",
            help="write one JSON value a line to standard output, and messages to standard error",
        )
        one.set_defaults(run=command.run)
    return parser


def _flag_first(words: Sequence[str]) -> list[str]:
    """Move `--json` to where argparse takes it, as it does not between the moves of a game."""
    end = words.index("--") if "--" in words else len(words)
    rest = [word for word in words[:end] if word != "--json"]
    flag = ["--json"] if "--json" in words[:end] else []
    return [*rest[:1], *flag, *rest[1:], *words[end:]]


def _warn(message: str) -> None:
    print(f"{PROGRAM}: {message}", file=sys.stderr, flush=True)


def _print(text: str, *, end: str = "\n") -> None:
    """Write a line to standard output; raises `Failure`, without a word if nobody reads it."""
    try:
        print(text, end=end, flush=True)
    except OSError as error:
        # What is still in the buffer must not make the interpreter complain when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader has seen enough, as `head` does
            raise Failure("", 128 + signal.SIGPIPE) from error
        raise Failure(f"the output cannot be written: {error.strerror}", UNUSABLE) from error


def _print_json(value: object) -> None:
    _print(json.dumps(value))


# deal


def _deal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", metavar="CODE", help="a deal code, such as PY1-N-AAAAAAS")


def _deal(options: Options) -> int:
    setup = Setup.parse(options.code)
    cards = [str(card) for card in setup.deal.cards]
    if options.json:
        _print_json({"code": str(setup), "rules": str(setup.rules), "cards": cards})
        return 0
    start = Position.start(setup)
    _print(str(setup))
    _print(_rules_line(setup.rules))
    _print("")
    _print(_triangle(start))
    _print("")
    if start.waste:
        _print(f"Waste  {_signs(start.waste)}")
    _print(f"Stock  {_signs(start.stock)}")
    return 0


def _rules_line(rules: Rules) -> str:
    """Return the rules in a line: their letter, and what it stands for."""
    parts = [
        "a card on the waste at the start" if rules.opening_waste else "",
        {
            Talon.WASTE: "the waste top is in play",
            Talon.DRAWN: "the drawn card and the waste top are in play",
            Talon.OPEN: "the open stock top and the waste top are in play",
        }[rules.talon],
        {None: "any number of passes", 1: "1 pass"}.get(rules.passes, f"{rules.passes} passes"),
        "all 52 cards must go" if rules.goal is Goal.ALL else "the pyramid must go",
        "a card may go with the one that alone covers it" if rules.cover_pairs else "",
    ]
    return f"Rules {rules}: {', '.join(filter(None, parts))}"


def _triangle(position: Position) -> str:
    """Return the pyramid as text, row under row, with a gap where a card is gone."""
    rows: list[list[str]] = [[] for _ in range(ROWS)]
    for index, (card, (row, _)) in enumerate(zip(position.setup.deal.pyramid, PLACES, strict=True)):
        there = position.pyramid >> index & 1
        rows[row - 1].append(f"{_sign(card) if there else '':>3}")
    return "\n".join(
        " " * (2 * (ROWS - number)) + " ".join(row).rstrip()
        for number, row in enumerate(rows, start=1)
    )


def _sign(card: Card) -> str:
    """Return a card as people read it: `10♣`, or `10C` where the output has no suit signs."""
    rank, suit = str(card).replace("T", "10")[:-1], str(card)[-1]
    sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[suit]
    try:
        sign.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        sign = suit
    return rank + sign


def _signs(cards: Sequence[Card]) -> str:
    return " ".join(map(_sign, cards)) or "none"


# play


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    _deal_arguments(parser)
    parser.add_argument(
        "moves",
        metavar="MOVE",
        nargs="*",
        help="draw, recycle, a king such as KD, a pair such as TC3S, undo, redo",
    )


_REASONS: Final[Mapping[Reason, str]] = {
    Reason.COVERED: "a card lies under another one",
    Reason.SUM: "the cards do not add up to 13",
    Reason.NOT_IN_PLAY: "a card is not in play",
    Reason.UNDER_WASTE_TOP: "a card lies under the top of the waste",
    Reason.NO_CARD_TO_DRAW: "there is no card to draw",
    Reason.NO_PASS_LEFT: "there is no pass left",
    Reason.STOCK_NOT_EMPTY: "there are still cards in the stock",
    Reason.GAME_OVER: "the game is over",
    Reason.NOTHING_TO_UNDO: "there is nothing to undo",
    Reason.NOTHING_TO_REDO: "there is nothing to redo",
    Reason.UNDO_LIMIT: "undo reaches no further back",
}


def _play(options: Options) -> int:
    game = Game(Setup.parse(options.code))
    # All of them are read before the first is played: half a game would be no answer to a slip.
    entries = [parse_entry(text) for text in options.moves]
    for index, entry in enumerate(entries):
        try:
            game = game.enter(entry)
        except IllegalMove as illegal:
            if options.json:
                _print_json({"error": illegal.reason.value, "at": index})
                return ILLEGAL
            why = _REASONS[illegal.reason]
            raise Failure(f"move {index + 1}, {entry}, is illegal: {why}", ILLEGAL) from None
    if options.json:
        _print_json(_as_json(game))
    else:
        _print_game(game)
    return 0


def _as_json(game: Game) -> dict[str, object]:
    position = game.position
    places = ((card, position.place_of(card)) for card in game.setup.deal.pyramid)
    return {
        "code": game.code,
        "status": game.status.value,
        "moves": game.moves,
        "score": game.score,
        "left": position.left,
        "pass": game.pass_number,
        "pyramid": {place: str(card) for card, place in places if place},
        "stock": len(position.stock),
        "drawn": None if position.drawn is None else str(position.drawn),
        "waste": [str(card) for card in position.waste],
        "legal": [str(move) for move in position.legal_moves()],
    }


def _print_game(game: Game) -> None:
    position = game.position
    passes = game.setup.rules.passes
    counters = [
        f"{game.status}",
        f"moves {game.moves}",
        "" if game.score is None else f"score {game.score}",
        f"cards left {position.left}",
        f"pass {game.pass_number}" + ("" if passes is None else f" of {passes}"),
    ]
    _print(f"{game.code}: {', '.join(filter(None, counters))}")
    _print("")
    _print(_triangle(position))
    _print("")
    face_up = ""
    if game.setup.rules.talon is Talon.OPEN and position.stock:
        face_up = f", top {_sign(position.stock[0])}"
    _print(f"Stock  {len(position.stock)}{face_up}")
    if position.drawn is not None:
        _print(f"Drawn  {_sign(position.drawn)}")
    _print(f"Waste  {_signs(position.waste)}")
    _print(f"Legal  {' '.join(map(str, position.legal_moves())) or 'none'}")


# convert

_LARGEST_FILE: Final = 64 * 1024
"""Bytes of a file that are read; 52 cards have fewer than 500."""


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "deck",
        metavar="DECK",
        help="52 cards in deal order, or a file with them, or - for standard input,"
        " or a PySolFC game number such as ms:1 or pysol:1",
    )
    parser.add_argument(
        "--rules",
        metavar="L",
        default="N",
        help="the rules of the code: a letter, or X and letters such as XD3A (default: N)",
    )


def _convert(options: Options) -> int:
    rules = Rules.parse(options.rules)
    code = str(Setup(rules, _deck(options.deck)))
    if options.json:
        _print_json(code)
    else:
        _print(code)
    return 0


def _deck(text: str) -> Deal:
    """Return the deal that a text, a file or standard input spells; raises `NotationError`."""
    if text == "-":
        return Deal.read(_decoded(sys.stdin.buffer.read(_LARGEST_FILE + 1), "standard input"))
    path = Path(text)
    if _is_file(path):
        try:
            with path.open("rb") as file:
                content = file.read(_LARGEST_FILE + 1)
        except OSError as error:
            raise Failure(f"{text} cannot be read: {error.strerror}", UNREADABLE) from None
        return Deal.read(_decoded(content, text))
    try:
        return Deal.read(text)
    except NotationError as error:
        # Fifty cards are no file name: only a short text can have been meant as one.
        hint = f" (and no file has the name {text!r})" if len(text) < 100 else ""
        raise Failure(f"{error}{hint}", UNREADABLE) from None


def _is_file(path: Path) -> bool:
    """Whether something to read has this name, also a pipe that the shell names."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):  # too long for a name, or a sign that no name has
        return False


def _decoded(content: bytes, name: str) -> str:
    if len(content) > _LARGEST_FILE:
        raise Failure(f"{name} is too large for a deck of 52 cards", UNREADABLE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"{name} is not a text in UTF-8", UNREADABLE) from None


# solve


def _solve_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("code", metavar="CODE", nargs="?", help="a deal code")
    what.add_argument(
        "--decks", metavar="FILE", help="a file with 52 cards or a code a line, or - for input"
    )
    parser.add_argument(
        "--rules", metavar="L", default="N", help="the rules for cards without a code (default: N)"
    )
    parser.add_argument("--line", action="store_true", help="give a line that wins")
    parser.add_argument("--shortest", action="store_true", help="find a win in fewest actions")
    parser.add_argument(
        "--most", action="store_true", help="find how many pyramid cards can go at most"
    )


def _solve(options: Options) -> int:
    from concurrent.futures.process import BrokenProcessPool

    from app.batch import Wanted, read_decks, solve_all

    wanted = Wanted(line=options.line, shortest=options.shortest, most=options.most)
    rules = Rules.parse(options.rules)
    if options.decks is None:
        setups = [Setup.parse(options.code)]
    else:
        setups = read_decks(_lines(options.decks), rules)
        if not setups:
            raise Failure(f"there is no deal in {options.decks}", UNREADABLE)
    try:
        for done, solved in enumerate(solve_all(setups, wanted), 1):
            _progress(None, len(setups))
            if options.json:
                _print_json(solved.to_json())
            else:
                _print(_solved_line(solved))
            _progress(done, len(setups))
    except BrokenProcessPool:
        raise Failure("a process of the solver was ended", UNUSABLE) from None
    return 0


def _solved_line(solved: Solved) -> str:
    parts = [solved.code, solved.verdict.value]
    if solved.actions is not None:
        parts.append(f"{solved.actions} actions")
    if solved.most is not None:
        parts.append(f"at most {solved.most} pyramid cards")
    if solved.line is not None:
        parts.append(" ".join(solved.line))
    return ", ".join(parts)


def _progress(done: int | None, of: int) -> None:
    """Draw a bar over several deals, where somebody can see it; `None` wipes it away."""
    if of < 2 or not sys.stderr.isatty():
        return
    if done is None:
        # A line that is written next may go to the same terminal.
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        return
    width = 40
    filled = width * done // of
    end = "\n" if done == of else ""
    bar = "#" * filled + "." * (width - filled)
    print(f"\r[{bar}] {done} of {of}", end=end, file=sys.stderr, flush=True)


def _lines(name: str) -> list[str]:
    """Return the lines of a deck file, or of standard input for `-`."""
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror}", UNREADABLE) from None
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise Failure(f"{name} is not a text in UTF-8", UNREADABLE) from None


# about


def _about(options: Options) -> int:
    from app.serve import database_fault

    settings = Settings.read()
    fault = database_fault(settings)
    packages, solver = _packages(), _solver()
    if options.json:
        _print_json(
            {
                "version": _version(PROGRAM),
                "python": platform.python_version(),
                "packages": packages,
                "database": settings.shown_database,
                "reachable": fault is None,
                "message": fault,
            }
            | ({} if solver is None else {"solver": solver})
        )
        return 0
    _print(f"{PROGRAM} {_version(PROGRAM) or 'from a folder, not installed'}")
    _print(f"Python {platform.python_version()}")
    _print(f"Packages: {', '.join(f'{name} {version}' for name, version in packages.items())}")
    _print(f"Database: {settings.shown_database}")
    _print(f"  {fault or 'It answers.'}")
    if solver is not None:
        _print(f"Solver: {solver}")
    return 0


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _packages() -> dict[str, str | None]:
    """Return the packages that the installed program asks for, with the versions that are here."""
    try:
        needed = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        needed = []
    names = [re.split(r"[^\w.-]", each)[0] for each in needed if "extra ==" not in each]
    return {name: _version(name) for name in sorted(names)}


def _solver() -> str | None:
    """Return whether the solver would be loaded `compiled` or `plain`, `None` if there is none."""
    try:
        found = importlib.util.find_spec("app.solver.core")
    except ModuleNotFoundError:
        return None
    if found is None or found.origin is None:
        return None
    return "plain" if found.origin.endswith(".py") else "compiled"


# serve


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help="the address to listen on (PYRAMID_HOST)")
    parser.add_argument("--port", metavar="N", help="the port to listen on (PYRAMID_PORT)")


def _serve(options: Options) -> int:
    from app.serve import CannotServe, serve

    settings = _settings({"--host": options.host, "--port": options.port})
    for sentence in unknown_settings():
        _warn(sentence)

    def announce(address: str) -> None:
        # Whether anybody reads this must not decide whether anybody can play.
        with contextlib.suppress(Failure):
            if options.json:
                _print_json({"url": address})
            else:
                _print(f"Play at {address} (Ctrl-C stops the server)")

    try:
        return serve(settings, announce)
    except CannotServe as error:
        raise Failure(str(error), UNUSABLE) from error


def _settings(given: Mapping[str, str | None]) -> Settings:
    """Return the environment's settings with options of the same names over them."""
    names = {option.replace("--", "PYRAMID_").upper(): option for option in given}
    # Into the environment, where the server's workers look for them.
    os.environ.update(
        {name: given[option] or "" for name, option in names.items() if given[option]}
    )
    try:
        return Settings.read()
    except SettingError as error:
        option = names.get(error.name, "")
        if option and given[option]:
            raise SettingError(option, error.value, error.wanted) from error
        raise


COMMANDS: Final[Mapping[str, Command]] = {
    "serve": Command(
        _serve,
        _serve_arguments,
        "serve the table to browsers, after bringing the database up to date",
        settings_help(),
    ),
    "deal": Command(_deal, _deal_arguments, "show the cards of a deal code"),
    "play": Command(_play, _play_arguments, "play moves from the start of a deal code"),
    "convert": Command(_convert, _convert_arguments, "read a deck from elsewhere, write its code"),
    "solve": Command(_solve, _solve_arguments, "find out whether deals can be won, and how"),
    "about": Command(_about, None, "show versions, and whether the database answers"),
}
