"""What a command is, and how the words of a command line come to one."""

from __future__ import annotations

import argparse
import contextlib
import io
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import NotationError
from app.settings import SettingError, settings_help

from .output import PROGRAM, UNREADABLE, Failure, print_text, warn

Options = argparse.Namespace


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does with its options, giving the exit status, and which it takes."""

    run: Callable[[Options], int]
    arguments: Callable[[argparse.ArgumentParser], None] | None
    help: str
    epilog: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Commands below a name of their own, as in `db backup`."""

    commands: Mapping[str, Command | Group]
    help: str


Commands = Mapping[str, Command | Group]


def run(commands: Commands, words: Sequence[str]) -> int:
    """Run the command that the words name; returns the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A folder's name may have signs that the output has not; that is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(_parser(commands).parse_args(_flag_first(commands, words)))
    except SystemExit:
        # Help was written: to nobody, perhaps.
        with contextlib.suppress(Failure):
            print_text("", end="")
        raise


def _run(options: Options) -> int:
    chosen: Callable[[Options], int] = options.run
    try:
        return chosen(options)
    except Failure as failure:
        if str(failure):
            warn(str(failure))
        return failure.status
    except (NotationError, SettingError) as error:
        warn(str(error))
        return UNREADABLE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _parser(commands: Commands) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Pyramid Solitaire: a table to play at in the browser, and its tools.",
        epilog=settings_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add(parser, commands)
    return parser


def _add(parser: argparse.ArgumentParser, commands: Commands) -> None:
    """Give a parser its commands, and those of their groups."""
    below = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in commands.items():
        one = below.add_parser(
            name,
            help=command.help,
            description=f"{command.help[0].upper()}{command.help[1:]}.",
            epilog=command.epilog if isinstance(command, Command) else "",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if isinstance(command, Group):
            _add(one, command.commands)
        else:
            _add_options(one, command)


def _add_options(parser: argparse.ArgumentParser, command: Command) -> None:
    if command.arguments is not None:
        command.arguments(parser)
    parser.add_argument(
        _JSON,
        action="store_true",
        help="write one JSON value a line to standard output, and messages to standard error",
    )
    parser.set_defaults(run=command.run)


_JSON: Final = "--json"


def _flag_first(commands: Commands, words: Sequence[str]) -> list[str]:
    """Move `--json` to where argparse takes it, as it does not between the moves of a game."""
    end = words.index("--") if "--" in words else len(words)
    rest = [word for word in words[:end] if word != _JSON]
    flag = [_JSON] if _JSON in words[:end] else []
    depth = _depth(commands, rest)
    return [*rest[:depth], *flag, *rest[depth:], *words[end:]]


def _depth(commands: Commands, words: Sequence[str]) -> int:
    """Return how many words name the command, 1 where none is known."""
    command = commands.get(words[0]) if words else None
    return 1 + _depth(command.commands, words[1:]) if isinstance(command, Group) else 1
