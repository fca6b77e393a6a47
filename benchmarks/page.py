"""What a first visit and play cost a browser: bytes, time to the table, frames, shifts.

`python -m benchmarks.page` starts the server and Chromium itself. Figures beside which the page's
own stand come from the same run: an empty page of the same server, and the same play without a
slowed processor.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
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

TAPS = 10  # first taps whose mark is timed, on a card that is free from the start
FRAME = 16  # ms; the browser tells of no event that was shown sooner, and rounds to 8 ms
PAUSE = 0.8  # s after a move, for the answer and all that flies

# Counts the frames from a click to the first in which a card flies on its own account.
FLIGHT = """
window.flown = [];
addEventListener("click", () => {
  let frames = 0;
  const look = () => {
    frames += 1;
    if (document.querySelector("#flights > .flight")) flown.push(frames);
    else if (frames < 120) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
"""

# Watches from the start of a page: long tasks, layout shifts, which frame after a tap has its mark
# (1: the next that is drawn at all), and how long after the finger was lifted that was shown.
WATCH = """
window.seen = { long: [], shift: 0, tap: [], frames: [] };
const watch = (type, note, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true, ...more });
watch("longtask", (task) => seen.long.push(task.duration));
watch("layout-shift", (shift) => { seen.shift += shift.value; });
watch("event", (event) => {
  if (event.name === "click") seen.tap.push(event.duration);
}, { durationThreshold: FRAME });
addEventListener("click", ({ target }) => {
  const card = target.closest("[data-card]");
  if (!card) return;
  const before = card.getAttribute("aria-pressed");
  let frames = 0;
  const look = () => {
    frames += 1;
    if (card.getAttribute("aria-pressed") !== before) seen.frames.push(frames);
    else if (card.isConnected) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
""".replace("FRAME", str(FRAME))


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
        # Nothing is clicked by name: what finds the place would then listen to every event.
        game, cookies = _begun(browser, url)
        context.add_cookies(cookies)
        page.goto(url + game)
        time.sleep(1.5)
        for _ in range(TAPS):
            _tap(page, "#c-TC")
            time.sleep(0.2)
        taps: list[float] = page.evaluate("() => seen.tap.splice(0)")
        frames: list[int] = page.evaluate("() => seen.frames.splice(0)")
        if len(frames) != TAPS:
            raise RuntimeError(f"{len(frames)} of {TAPS} first taps have left a mark")
        page.evaluate("() => { seen.long.length = 0; seen.shift = 0; }")
        for move in PLAY:
            _make(page, move)
            time.sleep(PAUSE)
        if page.locator("#game").get_attribute("data-ply") != str(len(PLAY)):
            raise RuntimeError("The server has not answered in time, so there is nothing to tell.")
        seen: dict[str, Any] = page.evaluate("() => seen")
        return {**seen, "tap": taps, "frames": frames}
    finally:
        context.close()


def _flights(browser: Browser, url: str, *, delay: float) -> list[int]:
    """Return for each of some moves in which frame after its tap the card flies."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    try:
        page = context.new_page()
        page.add_init_script(FLIGHT)
        game, cookies = _begun(browser, url)
        context.add_cookies(cookies)
        page.goto(url + game)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        throughput = {"downloadThroughput": -1, "uploadThroughput": -1}
        session.send(
            "Network.emulateNetworkConditions", {"offline": False, "latency": delay, **throughput}
        )
        for move in ("KD", "draw", "draw", "undo", "undo", "undo"):
            _make(page, move)
            time.sleep(PAUSE + delay / 1000)
        flown: list[int] = page.evaluate("() => flown")
        return flown
    finally:
        context.close()


def _tap(page: Page, what: str) -> None:
    """Click on something with the mouse alone: the helpers that wait run code of their own."""
    box = page.locator(what).bounding_box()
    if box is None:
        raise RuntimeError(f"{what} isn't there")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)


def _make(page: Page, move: str) -> None:
    if move in ("draw", "recycle"):
        _tap(page, "#draw")
    elif move == "undo":
        _tap(page, '[data-action="undo"]')
    else:
        for card in move.split("+"):
            _tap(page, f"#c-{card}")


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
                for delay in (0, 300):
                    frames = _flights(browser, server.url, delay=delay)
                    print(f"With {delay} ms of delay the card flies in frame {frames} after a tap.")
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
    late = seen["tap"]
    print(f"Play, processor slowed {slowed:g} times, {TAPS} first taps and {len(PLAY)} entries:")
    print(
        f"  the mark is in frame {max(seen['frames'])} after a tap at the latest;"
        f" {TAPS - len(late)} of {TAPS} taps shown within {FRAME} ms,"
        f" the slowest after {max(late, default=FRAME):.0f} ms;"
        f" {len(seen['long'])} tasks over 50 ms, longest {max(seen['long'], default=0):.0f} ms;"
        f" layout shift {seen['shift']:.4f}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
