"""A visitor of the site in this process, who waits for no event loop to be started.

Starlette's own client starts one for each request, which takes longer than most answers do. Here
one loop serves all requests of the session, in a thread of its own. For a site that has to be
started and ended (`with TestClient(app)`) that one is still the one to use.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import unquote

import anyio
import httpx2
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message, Scope

PORTS = {"http": 80, "https": 443}

_stack = ExitStack()
_portals: list[BlockingPortal] = []


@contextmanager
def one_loop() -> Iterator[None]:
    """For as long as this lasts the clients have their loop; it is started when one is made."""
    with _stack:
        yield
    _portals.clear()


def _portal() -> BlockingPortal:
    if not _portals:
        _portals.append(_stack.enter_context(start_blocking_portal()))
    return _portals[0]


class Client(TestClient):
    """Starlette's client of an application that is not started, on the loop of the session."""

    def __init__(self, app: ASGIApp, *, raise_server_exceptions: bool = True, **options: Any):
        super().__init__(app, **options)
        self._transport = _Transport(app, _portal(), raising=raise_server_exceptions)

    def __enter__(self) -> Client:
        raise TypeError("this client starts no application: use starlette's own")


class _Transport(httpx2.BaseTransport):
    """Hands requests to the application as a server would, and gathers what it sends."""

    def __init__(self, app: ASGIApp, portal: BlockingPortal, *, raising: bool) -> None:
        self._app = app
        self._portal = portal
        self._raising = raising

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": request.method,
            "scheme": url.scheme,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("testclient", 50000),
            "server": (url.raw_host.decode("ascii"), url.port or PORTS[url.scheme]),
            "state": {},
        }
        sent = self._portal.call(self._answer, scope, request.read())
        assert sent, "the application sent no answer"
        start, *parts = sent
        assert start["type"] == "http.response.start", sent
        assert {part["type"] for part in parts} == {"http.response.body"}, sent
        assert [part.get("more_body", False) for part in parts].index(False) == len(parts) - 1, sent
        body = b"".join(part.get("body", b"") for part in parts)
        return httpx2.Response(
            start["status"],
            headers=start["headers"],
            # What a server would not send.
            stream=httpx2.ByteStream(b"" if request.method == "HEAD" else body),
            request=request,
        )

    async def _answer(self, scope: Scope, body: bytes) -> list[Message]:
        sent: list[Message] = []
        coming: list[Message] = [{"type": "http.request", "body": body}]

        async def receive() -> Message:
            if not coming:
                # The visitor stays until the answer is there.
                await anyio.sleep_forever()
            return coming.pop()

        async def send(message: Message) -> None:
            sent.append(message)

        try:
            await self._app(scope, receive, send)
        except Exception:
            if self._raising:
                raise
        return sent
