"""What devices and other programs look for: manifest, worker, the page for no connection, sign,
and which pages crawlers had better leave alone.
"""

import json
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import FileResponse, PlainTextResponse, Response

from app import paths

from ..visit import CurrentSite, CurrentVisit

router = APIRouter()

_NOT_FOR_CRAWLERS: Final = ("/api/", "/d/*/verdict", "/g/", "/guide/", "/solve/")
"""Beginnings of paths that work for somebody, or that are nobody else's: solver, games, programs.

The pictures of deals are not among them, as whoever shows a preview of a link keeps to these too.
"""
_A_DAY: Final = {"Cache-Control": "public, max-age=86400"}


@router.get("/manifest.webmanifest")
def manifest(visit: CurrentVisit) -> Response:
    """Describe the app for the device that installs it."""
    _ = visit.language.gettext
    root, asset = visit.site.root, visit.site.renderer.asset

    def icon(name: str, size: str, purpose: str) -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return {"src": asset(f"icons/{name}"), "sizes": size, "type": kind, "purpose": purpose}

    described: dict[str, Any] = {
        "id": f"{root}/",
        "name": _("Pyramid Solitaire"),
        "short_name": _("Pyramid"),
        "description": _(
            "Take away two free cards that make 13 together, a king alone,"
            " until the pyramid is gone."
        ),
        "lang": visit.language.code,
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": visit.site.renderer.theme_colour,
        "theme_color": visit.site.renderer.theme_colour,
        "categories": ["games"],
        "icons": [
            icon("icon.svg", "any", "any"),
            icon("icon-192.png", "192x192", "any"),
            icon("icon-512.png", "512x512", "any"),
            icon("icon-512-maskable.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            {"name": _("New game"), "url": f"{root}/new"},
            {"name": _("Solve a deal"), "url": f"{root}/solve"},
        ],
    }
    return Response(
        json.dumps(described, ensure_ascii=False),
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"},
    )


@router.get("/worker.js")
def worker(visit: CurrentVisit) -> Response:
    """Give the service worker: it keeps one page for when there is no connection, no more."""
    root, asset = visit.site.root, visit.site.renderer.asset
    # The list changes with every change of the styles, so the browser sees a new worker then.
    kept = json.dumps([f"{root}/offline", asset("css/site.css")])
    script = f"const KEPT = {kept};\n{visit.site.renderer.source('js/worker.js')}"
    return Response(
        script,
        media_type="text/javascript",
        headers={"Cache-Control": "no-cache", "Service-Worker-Allowed": f"{root}/"},
    )


@router.get("/offline")
def offline(visit: CurrentVisit) -> Response:
    """Say that there is no connection, and what that means for the games."""
    return visit.page("offline.html")


@router.get("/robots.txt")
def robots(site: CurrentSite) -> Response:
    """Keep crawlers from pages that the solver has to work for, and from games."""
    lines = ["User-agent: *", *(f"Disallow: {site.root}{path}" for path in _NOT_FOR_CRAWLERS)]
    return PlainTextResponse("\n".join([*lines, ""]), headers=_A_DAY)


@router.get("/favicon.ico")
def favicon() -> Response:
    """Give the site's sign to those who ask for it where they have always asked."""
    return FileResponse(paths.STATIC / "icons" / "favicon.ico", headers=_A_DAY)
