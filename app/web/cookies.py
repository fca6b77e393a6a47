"""The cookie that a visitor is known by: its name, reading it, setting it.

Browsers keep cookies by host name, whatever the port, and send those of `/` with those of `/cards`.
So several sites on one host name see each other's cookies, and must not overwrite them.
"""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response

from app.settings import Settings

COOKIE: Final = "pyramid"
"""The name that every site of this kind reads; what it sets has a site's own mark behind it."""

_SECONDS: Final = 400 * 24 * 3600
"""How long a cookie lives: as long as browsers allow. It is set again while it is used."""
_MOST_READ: Final = 8
"""How many tokens of one request are looked up at most."""


@lru_cache(maxsize=64)
def cookie_name(settings: Settings, base_url: str) -> str:
    """Return the name of a site's own cookie, `pyramid-` and eight hexadecimal digits.

    It is made of what tells two sites on one host name apart, and is the same on every start and
    every worker: port and path of the address that people use, and the database. It need not be
    the same for ever, as the cookies of all names are read.
    """
    try:
        parts = urlsplit(base_url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        # Without the setting this is whatever a request named as its host.
        port = 0
    # Without the password, which nobody shall be able to try out on the name.
    told = f"{port} {settings.root_path} {settings.shown_database}"
    return f"{COOKIE}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"


def tokens_in(headers: Headers, *, own_name: str) -> tuple[str, ...]:
    """Return the tokens that a request was sent with, the likeliest first.

    First those under the site's own name, then those under the plain one, then those under the
    names of other sites: one of these may be this site's from before it moved. A browser sends
    a name twice that it has for two paths.
    """
    sent = [(name, value) for name, value in _pairs(headers) if value and _is_ours(name)]
    sent.sort(key=lambda pair: (pair[0] != own_name, pair[0] != COOKIE))
    return tuple(dict.fromkeys(value for _, value in sent))[:_MOST_READ]


def set_token(response: Response, token: str, *, name: str, root: str, base_url: str) -> None:
    """Let a browser keep a token; `root` is the site's path, without a slash at its end."""
    response.set_cookie(
        name,
        token,
        max_age=_SECONDS,
        path=root or "/",
        secure=urlsplit(base_url).scheme == "https",
        httponly=True,
        samesite="lax",
    )


def forget_token(response: Response, headers: Headers, *, root: str) -> None:
    """Let a browser forget every token of this kind that it sent for this path."""
    for name in {name for name, _ in _pairs(headers) if _is_ours(name)}:
        response.delete_cookie(name, path=root or "/", httponly=True, samesite="lax")


def _pairs(headers: Headers) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a request's cookies, in the order in which they were sent."""
    for header in headers.getlist("cookie"):
        for part in header.split(";"):
            name, _, value = part.partition("=")
            yield name.strip(), value.strip().strip('"')


def _is_ours(name: str) -> bool:
    return name == COOKIE or name.startswith(f"{COOKIE}-")
