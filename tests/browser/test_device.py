"""The service worker: it minds its own business, also on an origin that it shares."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.support.server import LiveServer

READY = "async () => { await navigator.serviceWorker.ready; return await caches.keys(); }"


def test_other_caches_of_the_origin_are_left_alone(page: Page, live_server: LiveServer) -> None:
    # A page without the worker, where somebody else's caches are made first.
    page.goto(f"{live_server.url}/healthz")
    others = ["another-program", "offline-9-/static/other.css", "pyramid-solitaire:/table/:9"]
    page.evaluate(
        "async (names) => { for (const name of names) await caches.open(name); }",
        [*others, "pyramid-solitaire:/:older"],
    )
    page.goto(live_server.url)
    page.evaluate(READY)
    # Ready means active or about to be: the worker has cleared up once it has taken the page over.
    page.evaluate(
        """() => navigator.serviceWorker.controller
             || new Promise((done) => navigator.serviceWorker.oncontrollerchange = done)"""
    )
    kept = page.evaluate("() => caches.keys()")
    assert set(others) < set(kept)
    assert "pyramid-solitaire:/:older" not in kept
    assert sum(name.startswith("pyramid-solitaire:/:") for name in kept) == 1
