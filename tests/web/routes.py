"""Every way into the site, so that no test of all of them misses a new one."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """Method and path, with its parameters in braces, of each route of the site's pages."""
    return {each for each in every_route_of(app) if not each[1].startswith("/api/")}


def every_route_of(app: FastAPI) -> set[tuple[str, str]]:
    """The same with those for programs."""
    return {(method, path) for method, path in _walk(app.routes) if method != "HEAD"}


def _walk(routes: list[Any]) -> set[tuple[str, str]]:
    found = set()
    for route in routes:
        if hasattr(route, "original_router"):
            found |= _walk(route.original_router.routes)
        elif hasattr(route, "methods"):
            found |= {(method, route.path) for method in route.methods}
    return found
