"""What commands write: lines and JSON values, and cards and boards as text."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

from app.engine import PLACES, ROWS, Card, Goal, Position, Rules, Talon

PROGRAM: Final = "pyramid-solitaire"
ILLEGAL: Final = 1
UNUSABLE: Final = 1
UNREADABLE: Final = 2


class Failure(Exception):
    """What a command says on standard error before it ends with `status`."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def warn(message: str) -> None:
    """Write a message to standard error."""
    print(f"{PROGRAM}: {message}", file=sys.stderr, flush=True)


def print_text(text: str, *, end: str = "\n") -> None:
    """Write a line to standard output; raises `Failure`, without a word if nobody reads it."""
    try:
        print(text, end=end, flush=True)
    except OSError as error:
        # What is still in the buffer must not make the interpreter complain when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader has seen enough, as `head` does
            raise Failure("", 128 + signal.SIGPIPE) from error
        raise Failure(f"the output cannot be written: {error.strerror}", UNUSABLE) from error


def print_json(value: object) -> None:
    """Write a value as a line of JSON to standard output."""
    print_text(json.dumps(value))


def rules_line(rules: Rules) -> str:
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


def triangle(position: Position) -> str:
    """Return the pyramid as text, row under row, with a gap where a card is gone."""
    rows: list[list[str]] = [[] for _ in range(ROWS)]
    for index, (card, (row, _)) in enumerate(zip(position.setup.deal.pyramid, PLACES, strict=True)):
        there = position.pyramid >> index & 1
        rows[row - 1].append(f"{sign(card) if there else '':>3}")
    return "\n".join(
        " " * (2 * (ROWS - number)) + " ".join(row).rstrip()
        for number, row in enumerate(rows, start=1)
    )


def sign(card: Card) -> str:
    """Return a card as people read it: `10♣`, or `10C` where the output has no suit signs."""
    rank, suit = str(card).replace("T", "10")[:-1], str(card)[-1]
    suit_sign = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[suit]
    try:
        suit_sign.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        suit_sign = suit
    return rank + suit_sign


def signs(cards: Sequence[Card]) -> str:
    """Return cards in a row, `none` if there are none."""
    return " ".join(map(sign, cards)) or "none"
