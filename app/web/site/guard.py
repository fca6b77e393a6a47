"""What every answer and every request is held to: headers, size, same origin, HEAD."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("pyramid")

LARGEST_BODY = 64 * 1024
"""Bytes of a request's body; the longest form is a pasted deal."""
LARGEST_FILE = 32 * 2**20
"""Bytes of the body that brings a file of games in."""
FILES = "/yours/import"
"""The end of the one path that such a body may go to."""

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    # A form's Origin would be "null" under no-referrer, and the same-origin check would refuse it.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_SAID_EVERY: Final = 60.0
"""Seconds between two words in the log about refused forms."""

Refuse = Callable[[Scope, int], ASGIApp]
"""Gives the answer to a request that is refused with a status."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a page comes from; two that are spelt differently and are the same are equal."""

    scheme: str
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the origin of an address, `None` if it has none; a frame without says "null"."""
        try:
            parts = urlsplit(text)
            port = parts.port or _USUAL_PORTS.get(parts.scheme)
            host = "" if "@" in parts.netloc else (parts.hostname or "").rstrip(".")
        except ValueError:
            return None
        return cls(parts.scheme, host, port) if host and port else None

    def has_host(self, header: str) -> bool:
        """Whether a `Host` header names this; one without a port stands for the usual port.

        It says nothing of the scheme: behind a proxy that takes TLS off it is another one.
        """
        return self == Origin.parse(f"{self.scheme}://{header}")


class Guard:
    """Puts security headers on answers, and lets only requests through that may be served.

    Refused are a POST from another site (403) and a body that is too large (413). HEAD is
    answered like GET without the body. Plain ASGI, as it stands before every request.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        base_url: str,
        refuse: Refuse,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._own = Origin.parse(base_url)
        self._refuse = refuse
        self._clock = clock
        self._silent_until = clock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        app = self._app
        if scope["method"] not in _SAFE and not self._same_origin(headers):
            app = self._refuse(scope, 403)
        elif self._too_large(headers, largest_body(scope)):
            app = self._refuse(scope, 413)
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
            send = _without_body(send)
        await app(scope, receive, _with_headers(send))

    def _same_origin(self, headers: Headers) -> bool:
        """Whether a request comes from this site, or from a program that is no browser."""
        fetched_from = headers.get("sec-fetch-site")
        if fetched_from is not None:
            return fetched_from in ("same-origin", "none")
        named = headers.get("origin")
        if named is None:
            return True
        origin, host = Origin.parse(named), headers.get("host", "")
        if origin is None:
            return False
        if origin == self._own or origin.has_host(host):
            return True
        self._say_refused(named, host)
        return False

    def _say_refused(self, origin: str, host: str) -> None:
        """Tell whoever runs the site what a form was refused for: a proxy may be at fault."""
        if self._clock() < self._silent_until:
            return
        self._silent_until = self._clock() + _SAID_EVERY
        _log.warning(
            "refused a form of a page at %.200r, as it was sent to %.200r. If both are this site,"
            " set PYRAMID_BASE_URL to the address people use, or let the proxy in front pass on"
            " Host as it came, with its port",
            origin,
            host,
        )

    @staticmethod
    def _too_large(headers: Headers, most: int) -> bool:
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit():
            return int(length) > most
        return True


class BodyLimit:
    """Cuts off a body that is too large and does not say how long it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._limited = {
            most: RequestBodyLimitMiddleware(app, max_body_size=most)
            for most in (LARGEST_BODY, LARGEST_FILE)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        most = largest_body(scope) if scope["type"] == "http" else LARGEST_BODY
        await self._limited[most](scope, receive, send)


def largest_body(scope: Scope) -> int:
    """Return how many bytes the body of a request may have."""
    takes_files = scope["method"] == "POST" and scope["path"].endswith(FILES)
    return LARGEST_FILE if takes_files else LARGEST_BODY


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender


def _without_body(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return sender
