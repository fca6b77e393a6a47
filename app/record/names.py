"""Names that players give themselves in a table."""

import unicodedata
from enum import StrEnum
from typing import Final

MOST_LETTERS: Final = 20


class NameFault(StrEnum):
    """Why a name can't be used."""

    LONG = "long"
    SIGN = "sign"


class UnfitName(ValueError):
    """A name that can't be used: why, and which sign it is."""

    def __init__(self, fault: NameFault, found: str = "") -> None:
        super().__init__(f"{fault} {found}".strip())
        self.fault: Final = fault
        self.found: Final = found


def read_name(text: str) -> str:
    """Return a name as it is kept: letters, digits and single spaces of any script, or nothing.

    Raises `UnfitName` for one that is longer than 20 letters, or that has another sign.

    >>> read_name("  Anna   Karin ")
    'Anna Karin'
    """
    plain = " ".join(unicodedata.normalize("NFC", text[:1000]).split())
    for sign in plain:
        # Letters with what is put over or under them, and digits.
        if sign != " " and unicodedata.category(sign)[0] not in "LMN":
            raise UnfitName(NameFault.SIGN, sign)
    if len(plain) > MOST_LETTERS:
        raise UnfitName(NameFault.LONG)
    return plain
