"""Chromium for the tests: how it is started, a phone, touch, and accessibility checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
)

from tests.support.machine import find_chromium

# Without these Chromium wants a sandbox that root cannot have, and calls home at every start.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = "Pixel 7"
# Far more than anything takes, as machines that run tests are busy with other things too.
PATIENCE_MILLISECONDS = 30_000
# Refusals are answers that the page shows (422 and 409); Chromium logs them as errors all the same,
# and htmx logs that there was no answer. What the page makes of that, a test sees for itself.
EXPECTED = ("Failed to load resource", "htmx: htmx:error: Failed to fetch")
# Where the servers of the tests are; a page needs nothing from anywhere else.
OWN_HOSTS = ("127.0.0.1", "localhost")


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium."""
    browser = playwright.chromium.launch(executable_path=str(find_chromium()), args=list(ARGUMENTS))
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def watched_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page in a context of its own; the test fails if the page complained meanwhile.

    Complaints are messages on the console (a refusal by the content security policy is one), errors
    nobody caught, files of the page that were not there, and requests to other hosts.
    """
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    complaints = watch(context)
    try:
        yield context.new_page()
        assert not complaints, "\n".join(complaints)
    finally:
        context.close()


def phone_options(playwright: Playwright) -> dict[str, Any]:
    """The context options of a phone: small screen, touch, its own pixel density."""
    device = dict(playwright.devices[PHONE])
    device.pop("default_browser_type", None)
    return device


def watch(context: BrowserContext) -> list[str]:
    """A list that every page of the context writes its complaints to."""
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if not message.text.startswith(EXPECTED):
            complaints.append(f"console: {message.type}: {message.text}")

    def on_request(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and parts.hostname not in OWN_HOSTS:
            complaints.append(f"another host: {request.url}")

    def on_response(response: Response) -> None:
        kind = response.request.resource_type
        if response.status >= 400 and kind not in ("document", "fetch", "xhr"):
            complaints.append(f"{response.status}: {response.url}")

    context.on("console", on_console)
    context.on("request", on_request)
    context.on("response", on_response)
    context.on("weberror", lambda failure: complaints.append(f"error: {failure.error}"))
    return complaints


def accessibility_violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is now, one line for each element."""
    found = Axe().run(page)
    return [
        f"{violation['id']}: {violation['help']}: {node['html']}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]


def touch_drag(
    page: Page, start: tuple[float, float], end: tuple[float, float], *, steps: int = 8
) -> None:
    """Drags a finger from one point of the screen to another, as real touch events."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    send("touchStart", [start])
    for step in range(1, steps + 1):
        part = step / steps
        x = start[0] + (end[0] - start[0]) * part
        y = start[1] + (end[1] - start[1]) * part
        send("touchMove", [(x, y)])
    send("touchEnd", [])
    session.detach()
