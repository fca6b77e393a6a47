"""Ids, tokens and moments: what is new, and nobody can guess."""

import hashlib
import re
import secrets
import string
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

Clock = Callable[[], datetime]
"""Tells the time, in UTC."""

_ID_LENGTH: Final = 16
# Letters and digits alone: an id never looks like an option, and a double click selects it.
_ID_LETTERS: Final = string.ascii_letters + string.digits


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """Return an id that nobody has and nobody can guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Return whether a text can be an id; a driver may refuse one that can't."""
    return re.fullmatch(r"[A-Za-z0-9]{1,16}", text) is not None


def hash_of(secret: str) -> str:
    """Return what is kept of a secret, in hexadecimal.

    Whatever a browser sends is hashed as it is: what is no secret has a hash that nobody has.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
