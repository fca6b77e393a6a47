"""`daily`: the deals of a day, one for each preset."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from typing import Final

from app.engine import PRESETS

from .command import Command, Options
from .grade import graded
from .output import UNREADABLE, Failure, print_json, print_text


def _daily_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "day", metavar="DATE", nargs="?", help="a date such as 2026-12-01 (default: today in UTC)"
    )
    parser.add_argument(
        "--rules", metavar="L", help="the letter of one preset (default: all of them)"
    )


def _daily(options: Options) -> int:
    from app.record import daily_of

    day = datetime.now(UTC).date() if options.day is None else _day(options.day)
    for letter in _letters(options.rules):
        found = daily_of(day, letter)
        if options.json:
            print_json(
                {
                    "date": day.isoformat(),
                    "rules": letter,
                    "code": str(found.setup),
                    "grade": found.grade,
                }
            )
        else:
            print_text(f"{day.isoformat()} {found.setup}, {graded(found.grade)}")
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Failure(
            f"{text!r} is no date: write year, month and day, such as 2026-12-01", UNREADABLE
        ) from None


def _letters(text: str | None) -> tuple[str, ...]:
    if text is None:
        return tuple(PRESETS)
    letter = text.strip().upper()
    if letter not in PRESETS:
        raise Failure(
            f"{text!r} is no preset: write one letter of {', '.join(PRESETS)}", UNREADABLE
        )
    return (letter,)


COMMAND: Final = Command(
    _daily,
    _daily_arguments,
    "show the deals of a day",
)
