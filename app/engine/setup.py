"""Rules and a deal together, and their code: `PY1-N-AAAAAAS`."""

import re
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote

from .cards import NotationError, ascii_upper
from .deal import DEAL_LETTERS, LONGEST_TEXT, Deal
from .rules import Rules

VERSION: Final = "PY1"
"""The shuffle and the rules that a code is read by; a later change would be PY2."""

_DASHES: Final = "-‐‑‒–—―−﹣－_~"
_IN_URL = re.compile(r"/d/([^\s?#/]+)", re.IGNORECASE)
_CARDS_AT_END = re.compile(r"((?:10|[A2-9TJQK])[CDHS]){52}$")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: its rules and its deal."""

    rules: Rules
    deal: Deal

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code as people paste it.

        Any case, blanks, missing or other dashes, a URL around it, and in the deal the digits
        0 and 1 for O and I are all understood. Raises `NotationError` for anything else.
        """
        parts = _parts(_plain(text))
        if not parts:
            raise _not_a_code(text)
        if parts[0] != VERSION:
            if re.fullmatch(r"PY\d+", parts[0]):
                raise NotationError(
                    f"{parts[0]} codes are not known here: a code begins with {VERSION}",
                    kind="version",
                    found=parts[0],
                )
            raise _not_a_code(text)
        return cls(Rules.parse(parts[1]), Deal.parse(parts[2]))

    def __str__(self) -> str:
        return f"{VERSION}-{self.rules}-{self.deal}"


def _not_a_code(text: str) -> NotationError:
    return NotationError(
        f"{text.strip()[:40]!r} is not a deal code: write one such as {VERSION}-N-AAAAAAS",
        kind="code",
        found=text.strip()[:40],
    )


def _plain(text: str) -> str:
    """Return a code's text in upper case without what people paste around it."""
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            f"the text has {len(text)} characters; a code has at most {LONGEST_TEXT}",
            kind="too-long",
        )
    in_url = _IN_URL.search(text)
    plain = unquote(in_url[1]) if in_url else text
    plain = re.sub(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]+", "", plain)
    plain = plain.strip(".…,;:!?*()[]{}<>\"'`´“”‘’«»")
    plain = plain.translate({ord(dash): "-" for dash in _DASHES}).strip("-")
    return ascii_upper(plain).removesuffix(".PNG")


def _parts(plain: str) -> tuple[str, str, str] | None:
    """Split a plain text into version, rules and deal, or return `None` if it can't be a code."""
    dashed = plain.split("-")
    if len(dashed) == 3:
        return (dashed[0], dashed[1], dashed[2])
    found = re.fullmatch(r"(PY\d)([A-Z0-9]*)", "".join(dashed))
    if not found:
        return None
    version, rest = found.groups()
    cards = _CARDS_AT_END.search(rest)
    end = cards.start() if cards else len(rest) - DEAL_LETTERS
    return (version, rest[:end], rest[end:]) if end > 0 else None
