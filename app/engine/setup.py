"""Rules and a deal together, and their code: `PY1-N-AAAAAAS`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote

from .cards import NotationError, ascii_upper
from .deal import DEAL_LETTERS, Deal
from .decks import LONGEST_TEXT
from .rules import PRESETS, Rules

VERSION: Final = "PY1"
"""The shuffle and the rules that a code is read by; a later change would be PY2."""

_DASHES: Final = "-‐‑‒–—―−﹣－_~"
_IN_URL = re.compile(r"/d/([^\s?#/]+)", re.IGNORECASE)
_CARDS_AT_END = re.compile(r"((?:10|[A2-9TJQK])[CDHS]){52}$")

_BEGINS_CODE = re.compile(r"(?<![^\W_])P\s?Y\s?\d", re.IGNORECASE)
_CODE_IN_TEXT = re.compile(
    rf"(?<![^\W_])PY\d+(?:[{_DASHES}][^\s\"'“”‘’<>|,;]+|[A-Z][A-Z0-9]{{7,}})", re.IGNORECASE
)
_RULES_IN_TEXT = re.compile(
    r"(?<![^\W_])[Rr]ules\b[\s\"':=]*(X[ODF123AV]*|[NSTRPCM])\b[\s\"']*[:,;]?"
    # What the command line says of them.
    r"(?:(?<=:)(?:[ ,]+(?:[a-z]+|\d passe?s?|52)\b)+)?"
)
_MORE_THAN_A_CODE = re.compile(r"[^\W\d_]{3}|\w{20}|(?:\w+\W+){3}")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: its rules and its deal.

    >>> print(Setup(PRESETS["S"], Deal.numbered(18)))
    PY1-S-AAAAAAS
    """

    rules: Rules
    deal: Deal

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a code as people paste it.

        Any case, blanks, missing or other dashes, a URL around it, and in the deal the digits
        0 and 1 for O and I are all understood. Raises `NotationError` for anything else.

        >>> print(Setup.parse("https://cards.example/d/py1-n-aaaaaas"))
        PY1-N-AAAAAAS
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

    @classmethod
    def read(
        cls, text: str, *, rules: Rules | None = None, letters: Mapping[str, str] | None = None
    ) -> Self:
        """Read whatever names a deal: a code or a link, 52 cards, or a PySolFC game number.

        Cards are read as `Deal.read` does, `letters` too. A code brings its own rules and so does
        what the command line prints of a deal; anything else gets `rules`, by default those of
        preset N. Where there are a code and cards, they have to agree. Raises `NotationError`.

        >>> print(Setup.read("Try py1-m-aaaaaas. It is hard"))
        PY1-M-AAAAAAS
        >>> print(Setup.read("ms:617", rules=PRESETS["S"]).rules)
        S
        """
        if len(text) <= LONGEST_TEXT and _BEGINS_CODE.search(text):
            return cls._read_coded(text, letters)
        named = _RULES_IN_TEXT.search(text[:LONGEST_TEXT])
        if named:
            rules = Rules.parse(named[1])
            text = text[: named.start()] + " " + text[named.end() :]
        return cls(rules or PRESETS["N"], Deal.read(text, letters=letters))

    @classmethod
    def _read_coded(cls, text: str, letters: Mapping[str, str] | None) -> Self:
        """Read a text with a code in it, and perhaps with the cards of the deal."""
        try:
            return cls.parse(text)
        except NotationError:
            codes = _CODE_IN_TEXT.findall(text)
            rest = _RULES_IN_TEXT.sub(" ", _CODE_IN_TEXT.sub(" ", text))
            if not codes or (len(codes) == 1 and not _MORE_THAN_A_CODE.search(rest)):
                raise
        setups = [cls.parse(code) for code in codes]
        if any(other != setups[0] for other in setups):
            raise NotationError(
                f"there are two codes, {setups[0]} and another: write one of them", kind="codes"
            )
        try:
            cards = Deal.read(rest, letters=letters).cards
        except NotationError as error:
            # A code among words alone.
            if error.kind == "nothing":
                return setups[0]
            raise
        if cards != setups[0].deal.cards:
            raise NotationError(
                f"the code {str(setups[0])[:20]} and the cards are two deals: write one of them",
                kind="two-deals",
                found=str(setups[0])[:20],
            )
        return setups[0]

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
