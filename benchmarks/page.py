"""What a first visit and play cost a browser: bytes, time to the table, frames, shifts.

`python -m benchmarks.page` starts the server and Chromium itself. Figures beside which the page's
own stand come from the same run: an empty page of the same server, and the same play without a
slowed processor.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.support.browser import chromium
from tests.support.server import LiveServer

# What browsers' own tools call fast 3G: bits a second down and up, milliseconds there and back.
FAST_3G = {"downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8, "latency": 150}
CODE = "PY1-N-AAAAAAS"
PLAY = ["KD", "TC+3S", "draw", "draw", "draw", "undo", "draw", "TS+3C", "draw", "draw"]

# Watches from the start of a page: long tasks, layout shifts, and how long a tap takes to show.
WATCH = """
window.seen = { long: [], shift: 0, tap: [] };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
watch("longtask", (task) => seen.long.push(task.duration));
watch("layout-shift", (shift) => { seen.shift += shift.value; });
document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-card]");
  if (!card) return;
  const before = card.getAttribute("aria-pressed");
  let began = null;
  const look = (now) => {
    if (card.getAttribute("aria-pressed") !== before) seen.tap.push(now - began);
    else if (now - began < 1000) requestAnimationFrame(look);
  };
  card.addEventListener("click", () => {
    began = performance.now();
    requestAnimationFrame(look);
  }, { once: true });
}, true);
"""


@dataclass(frozen=True)
class Visit:
    """A first visit: bytes over the wire, and milliseconds to the first paint and to the table."""

    bytes: int
    paint: float
    usable: float


def _visit(browser: Browser, url: str, ready: str, cookies: list[Any] | None = None) -> Visit:
    """Visit a page with nothing cached; with cookies, as the visitor that they are of."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    context.add_cookies(cookies or [])
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        sizes: list[float] = []
        session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, **FAST_3G})
        page.goto(url)
        page.wait_for_selector(ready)
        page.wait_for_load_state("networkidle")
        timing: dict[str, Any] = page.evaluate(
            """() => ({
              paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
              usable: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
            })"""
        )
        return Visit(round(sum(sizes)), timing["paint"], timing["usable"])
    finally:
        context.close()


def _play(browser: Browser, url: str, *, slowed: float) -> dict[str, Any]:
    """Play some moves by mouse and return what was seen meanwhile."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        page.goto(f"{url}/d/{CODE}")
        page.locator('form button:has(use[href="#i-play"])').first.click()
        page.wait_for_selector("#game")
        page.wait_for_timeout(1500)
        page.evaluate("() => { seen.long.length = 0; seen.shift = 0; }")
        for ply, move in enumerate(PLAY, 1):
            _make(page, move)
            page.wait_for_selector(f'#game[data-ply="{ply}"]')
            page.wait_for_timeout(400)
        seen: dict[str, Any] = page.evaluate("() => seen")
        return seen
    finally:
        context.close()


def _make(page: Page, move: str) -> None:
    if move in ("draw", "recycle"):
        page.click("#draw")
    elif move == "undo":
        page.click('[data-action="undo"]')
    else:
        for card in move.split("+"):
            page.click(f"#c-{card}")


def main(words: list[str]) -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--slowed", type=float, default=4.0, help="how many times (default: 4)")
    options = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = LiveServer(Path(data)).start()
        try:
            with chromium(playwright) as browser:
                _visits(browser, server.url)
                for slowed in (1.0, options.slowed):
                    _print_play(slowed, _play(browser, server.url, slowed=slowed))
        finally:
            server.stop()
    return 0


def _visits(browser: Browser, url: str) -> None:
    print("First visit at 1.6 Mbit/s and 150 ms:")
    game, cookies = _begun(browser, url)
    for name, path, ready in (
        ("hello (health check)", "/healthz", "body"),
        ("home", "/", "main"),
        ("shared deal", f"/d/{CODE}", "main"),
        ("table", game, "#game"),
    ):
        visit = _visit(browser, url + path, ready, cookies)
        print(
            f"  {name:22} {visit.bytes / 1000:6.1f} kB, first paint {visit.paint:5.0f} ms,"
            f" usable {visit.usable:5.0f} ms"
        )


def _begun(browser: Browser, url: str) -> tuple[str, list[Any]]:
    """Begin a game and return its path and the cookies of its player."""
    context = browser.new_context()
    try:
        answer = context.request.post(
            f"{url}/games", form={"code": CODE}, headers={"Origin": url}, max_redirects=0
        )
        path = answer.headers["location"].removeprefix(url)
        cookies: list[Any] = context.cookies()
        return path, cookies
    finally:
        context.close()


def _print_play(slowed: float, seen: dict[str, Any]) -> None:
    taps = seen["tap"] or [float("nan")]
    longest = max(seen["long"], default=0.0)
    print(f"Play, processor slowed {slowed:g} times, {len(PLAY)} entries:")
    print(
        f"  a tap shows after {statistics.median(taps):.1f} ms (median),"
        f" {max(taps):.1f} ms (most); {len(seen['long'])} tasks over 50 ms,"
        f" longest {longest:.0f} ms; layout shift {seen['shift']:.4f}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
