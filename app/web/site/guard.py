"""What every answer and every request is held to: headers, size, same origin, HEAD."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
"""Bytes of a request's body; the longest form is a pasted deal."""

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

Refuse = Callable[[Scope, int], ASGIApp]
"""Gives the answer to a request that is refused with a status."""


class Guard:
    """Puts security headers on answers, and lets only requests through that may be served.

    Refused are a POST from another site (403) and a body over `LARGEST_BODY` (413). HEAD is
    answered like GET without the body. Plain ASGI, as it stands before every request.
    """

    def __init__(self, app: ASGIApp, *, base_url: str, refuse: Refuse) -> None:
        self._app = app
        self._own_host = urlsplit(base_url).netloc
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        app = self._app
        if scope["method"] not in _SAFE and not self._same_origin(headers):
            app = self._refuse(scope, 403)
        elif self._too_large(headers):
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
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            host = urlsplit(origin).netloc
        except ValueError:
            return False
        # A frame without an origin says "null", which has no host, and neither may our own have.
        return bool(host) and host in (headers.get("host"), self._own_host)

    @staticmethod
    def _too_large(headers: Headers) -> bool:
        length = headers.get("content-length", "0")
        if length.isascii() and length.isdigit():
            return int(length) > LARGEST_BODY
        return True


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
