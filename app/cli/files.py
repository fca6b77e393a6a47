"""Files and standard input as commands read them."""

from __future__ import annotations

import sys
from pathlib import Path

from .output import UNREADABLE, Failure

STANDARD_INPUT = "-"


def read_text(name: str, *, largest: int | None = None) -> str:
    """Return the text of a file, or of standard input for `-`; raises `Failure`.

    `largest` is how many bytes it may have at most.
    """
    limit = -1 if largest is None else largest + 1
    shown = "standard input" if name == STANDARD_INPUT else name
    try:
        if name == STANDARD_INPUT:
            content = sys.stdin.buffer.read(limit)
        else:
            with Path(name).open("rb") as file:
                content = file.read(limit)
    except OSError as error:
        raise Failure(f"{shown} cannot be read: {error.strerror}", UNREADABLE) from None
    if largest is not None and len(content) > largest:
        raise Failure(f"{shown} is too large for a deck of 52 cards", UNREADABLE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"{shown} is not a text in UTF-8", UNREADABLE) from None


def is_file(name: str) -> bool:
    """Whether something to read has this name, also a pipe that the shell names."""
    try:
        return Path(name).exists() and not Path(name).is_dir()
    except (OSError, ValueError):  # too long for a name, or a sign that no name has
        return False
