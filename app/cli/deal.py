"""`deal`: the cards of a deal code, as text or as JSON."""

from __future__ import annotations

import argparse
from typing import Final

from app.engine import Position, Setup

from .command import Command, Options
from .output import print_json, print_text, rules_line, signs, triangle


def add_code(parser: argparse.ArgumentParser) -> None:
    """Let a command take a deal code."""
    parser.add_argument("code", metavar="CODE", help="a deal code, such as PY1-N-AAAAAAS")


def _deal(options: Options) -> int:
    setup = Setup.parse(options.code)
    cards = [str(card) for card in setup.deal.cards]
    if options.json:
        print_json({"code": str(setup), "rules": str(setup.rules), "cards": cards})
        return 0
    start = Position.start(setup)
    print_text(str(setup))
    print_text(rules_line(setup.rules))
    print_text("")
    print_text(triangle(start))
    print_text("")
    if start.waste:
        print_text(f"Waste  {signs(start.waste)}")
    print_text(f"Stock  {signs(start.stock)}")
    return 0


COMMAND: Final = Command(
    _deal,
    add_code,
    "show the cards of a deal code",
)
