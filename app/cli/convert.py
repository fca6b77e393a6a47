"""`convert`: a deck from elsewhere, and its code."""

from __future__ import annotations

import argparse
from typing import Final

from app.engine import NotationError, Rules, Setup

from .command import Command, Options
from .files import STANDARD_INPUT, is_file, read_text
from .output import UNREADABLE, Failure, print_json, print_text

_LARGEST_FILE: Final = 64 * 1024
"""Bytes of a file that are read; 52 cards have fewer than 500."""


def _convert_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "deck",
        metavar="DECK",
        help="52 cards, or a file with them, or - for standard input, or a PySolFC game number such"
        " as ms:1 or pysol:1, or a code",
    )
    parser.add_argument(
        "--rules",
        metavar="L",
        default="N",
        help="the rules for cards without a code: a letter, or X and letters such as XD3A"
        " (default: N)",
    )


def _convert(options: Options) -> int:
    code = str(_read(options.deck, Rules.parse(options.rules)))
    if options.json:
        print_json(code)
    else:
        print_text(code)
    return 0


def _read(text: str, rules: Rules) -> Setup:
    """Return the deal that a text, a file or standard input spells; raises `NotationError`."""
    if text == STANDARD_INPUT or is_file(text):
        return Setup.read(read_text(text, largest=_LARGEST_FILE), rules=rules)
    try:
        return Setup.read(text, rules=rules)
    except NotationError as error:
        # Fifty cards are no file name: only a short text can have been meant as one.
        hint = f" (and no file has the name {text!r})" if len(text) < 100 else ""
        raise Failure(f"{error}{hint}", UNREADABLE) from None


COMMAND: Final = Command(
    _convert,
    _convert_arguments,
    "read a deck from elsewhere, write its code",
)
