"""Large letters: with a default font twice as large no sentence at the table is cut."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_layout import opened_in
from tests.support.server import LiveServer

SIZES = [(320, 568), (390, 844), (844, 390), (1280, 800)]
CUT = """() => {
  const seen = (element) => element.checkVisibility() && element.textContent.trim();
  const name = (element) => `${element.className || element.id}: ${element.textContent}`;
  const texts = [...document.querySelectorAll(
    "#game .last, #game .coach span, #game .coach .ask, #game .verdict > *, #game .control span",
  )].filter(seen);
  const news = document.querySelector("#game .news").getBoundingClientRect();
  return texts.filter((text) => {
    const over =
      text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1;
    const { top, bottom, left, right } = text.getBoundingClientRect();
    const out = text.closest(".news") &&
      (top < news.top - 1 || bottom > news.bottom + 1 || left < -1 || right > innerWidth + 1);
    return (over && getComputedStyle(text).display !== "inline") || out;
  }).map(name);
}"""


@pytest.fixture
def page_options() -> dict[str, Any]:
    """Nothing moves while it is looked at."""
    return {"reduced_motion": "reduce"}


def enlarged(page: Page) -> None:
    """Doubles the letters, as the browser's settings do."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})


@pytest.mark.parametrize("language", ["en", "sv", "nl"])
def test_no_sentence_is_cut(page: Page, live_server: LiveServer, language: str) -> None:
    page.goto(f"{live_server.url}/settings")
    page.locator('input[name="explain_mistakes"]').check(force=True)
    page.locator("form.settings button").click()
    table = opened_in(language, page, live_server, "PY1-P-AAAAAAS")
    enlarged(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    cut: list[tuple[Any, ...]] = []

    def look(state: str) -> None:
        for size in SIZES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(60)
            cut.extend((state, size, *each.split("\n")) for each in page.evaluate(CUT))
        page.set_viewport_size({"width": 1280, "height": 800})
        page.wait_for_timeout(60)

    expect(page.locator(".coach")).to_be_visible()
    look("first steps")
    table.tap("7C", "7S")
    expect(page.locator("#game")).to_have_attribute("data-reason", "sum")
    look("first steps and an explanation")
    page.keyboard.press("h")
    expect(page.locator(".hint").first).to_be_visible()
    look("hint")
    assert not cut, "\n".join(map(str, cut))
