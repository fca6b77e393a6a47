"""What a path of the site has: its methods, and the same path without a slash too many."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from starlette.routing import BaseRoute, Match, Mount
from starlette.types import Scope

_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


def methods_of(routes: Iterable[BaseRoute], scope: Scope) -> tuple[str, ...]:
    """Return the methods that the path of a request has; nothing where no route lies."""
    # What is mounted takes any path below it and says itself what may be done there.
    ways = [route for route in routes if not isinstance(route, Mount)]
    found = [
        method
        for method in _METHODS
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in ways)
    ]
    # The guard answers it wherever there is something to get.
    return ("HEAD", *found) if "GET" in found else tuple(found)


def other_address(routes: Iterable[BaseRoute], scope: Scope) -> str:
    """Return the address of a request with a slash less at its end, or one more.

    It is empty unless that one has a route. It has neither scheme nor host, which only the
    proxy in front would know for sure.
    """
    path: str = scope["path"]
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    if not methods_of(routes, {**scope, "path": other}):
        return ""
    query = scope["query_string"].decode("latin-1")
    return quote(other) + (f"?{query}" if query else "")
