"""What makes the site an app on a device: manifest, worker, and a page for no connection."""

import json
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from ..visit import CurrentVisit

router = APIRouter()


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
        "background_color": "#0f5a45",
        "theme_color": "#0f5a45",
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
