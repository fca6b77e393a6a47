"""The table on every screen: all of it in the window, everything large enough to hit and read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.table import Table, choose
from tests.support.browser import PATIENCE_MILLISECONDS, watch
from tests.support.server import LiveServer

SIZES = [
    (320, 568),
    (360, 640),
    (360, 740),
    (390, 844),
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1440, 900),
    (2560, 1080),
]
SEEN = """() => {
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.scrollingElement;
  const box = (element) => element.getBoundingClientRect();
  const inside = ({ left, top, right, bottom }) =>
    left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5;
  const name = (element) => element.id || element.dataset.action || element.className;
  const wanted = [...document.querySelectorAll(
    "#game button, #game .control, #removed, #waste-pile, [data-stat], .code, .menu-button",
  )];
  // What of a card can be hit: its upper part at least, as that is what shows its rank.
  const hidden = [...document.querySelectorAll("#game button[data-card]")].filter((card) => {
    const { left, top, width, height } = box(card);
    return [[0.5, 0.12], [0.2, 0.2]].some(([x, y]) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return !hit || !card.contains(hit);
    });
  });
  const small = [...document.querySelectorAll("#game button, #game .control, .menu-button")]
    .filter((element) => box(element).width < 24 || box(element).height < 24);
  return {
    scrolls: root.scrollHeight > height || root.scrollWidth > width,
    outside: wanted.filter((element) => !inside(box(element))).map(name),
    hidden: hidden.map(name),
    small: small.map(name),
    card: box(document.querySelector("#game .row button")).width,
    rank: box(document.querySelector("#game .row button .rank")).height,
  };
}"""


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """What can be seen of the table in a window of a size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(60)
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def opened_in(language: str, page: Page, server: LiveServer, code: str) -> Table:
    """A game of a code, in a language."""
    page.goto(f"{server.url}/settings")
    page.locator(f'input[name="language"][value="{language}"]').check(force=True)
    page.locator("form.settings button").click()
    page.goto(f"{server.url}/d/{code}")
    page.locator("main form button").first.click()
    page.wait_for_url("**/g/*")
    return Table(page, server.url, code)


def fits_everywhere(page: Page) -> None:
    """Whether all of the table is in every window, and large enough to hit."""
    for size in SIZES:
        seen = look(page, size)
        assert not seen["scrolls"], size
        assert seen["outside"] == [], size
        assert seen["small"] == [], size


@pytest.fixture
def still(browser: Browser) -> Any:
    """A page on which nothing moves."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 800, "height": 600})
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    complaints = watch(context)
    yield context.new_page()
    assert complaints == []
    context.close()


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("letter", ["N", "S", "P", "M"])
def test_the_whole_table_is_in_every_window(
    still: Page, live_server: LiveServer, letter: str, hand: str
) -> None:
    if hand == "left":
        choose(still, live_server.url, "Left-handed")
    table = Table(still, live_server.url, f"PY1-{letter}-AAAAAAS").open()
    for entries in ((), ("draw", "draw", "KD", "TC3S")):
        table.do(*entries)
        for size in SIZES:
            seen = look(still, size)
            at = (size, entries)
            assert not seen["scrolls"], at
            assert seen["outside"] == [], at
            assert seen["hidden"] == [], at
            assert seen["small"] == [], at
            # 7 cards and the gaps between them on the smallest phone there is.
            assert seen["card"] >= (36 if min(size) < 360 else 40), at
            assert seen["rank"] >= 13, at
        still.set_viewport_size({"width": 800, "height": 600})


@pytest.mark.parametrize("language", ["sv", "nl"])
def test_longer_words_fit_as_well(still: Page, live_server: LiveServer, language: str) -> None:
    table = opened_in(language, still, live_server, "PY1-P-AAAAAAS")
    fits_everywhere(still)
    assert table.card("JD").is_visible()


@pytest.mark.parametrize("language", ["en", "sv", "nl"])
def test_the_way_back_fits_beside_the_verdict(
    still: Page, live_server: LiveServer, language: str
) -> None:
    table = opened_in(language, still, live_server, "PY1-C-AAAAAEH")
    while still.locator('[data-action="coached"]').count():
        still.locator('[data-action="coached"]').click()
        still.wait_for_timeout(200)
    table.do("7D6C")
    still.wait_for_selector('#verdict[data-verdict="lost"] button')
    fits_everywhere(still)


@pytest.mark.parametrize("size", [(640, 400), (320, 256)], ids=["200 %", "400 %"])
def test_magnified_everything_can_be_reached(
    still: Page, live_server: LiveServer, size: tuple[int, int]
) -> None:
    table = Table(still, live_server.url).open()
    still.set_viewport_size({"width": size[0], "height": size[1]})
    for what in (
        *map(table.card, ("JD", "7C", "7S", "7D")),
        table.stock,
        table.control("undo"),
        table.control("new"),
    ):
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box
        assert box["x"] >= -1
        assert box["x"] + box["width"] <= size[0] + 1
        assert table.point(what)
    table.do("KD", "TC3S", "undo")


def test_no_page_scrolls_sideways(still: Page, live_server: LiveServer) -> None:
    for path in (
        "/",
        "/new",
        "/rules",
        "/rules/N",
        "/settings",
        "/d/PY1-N-AAAAAAS",
        "/guide",
        "/solve",
        "/daily",
        "/offline",
        "/api/v1/docs",
        "/nowhere",
    ):
        still.goto(f"{live_server.url}{path}")
        for size in [(320, 568), (390, 844), (844, 390), (1440, 900)]:
            still.set_viewport_size({"width": size[0], "height": size[1]})
            wide = still.evaluate("document.scrollingElement.scrollWidth")
            assert wide <= size[0], (path, size)


def test_the_left_hand_has_the_stock_on_the_other_side(
    still: Page, live_server: LiveServer
) -> None:
    table = Table(still, live_server.url).open()

    def stock_is_left_of_the_removed() -> bool:
        stock, removed = table.stock.bounding_box(), still.locator("#removed").bounding_box()
        assert stock
        assert removed
        return stock["x"] < removed["x"]

    assert stock_is_left_of_the_removed()
    address = table.address
    choose(still, live_server.url, "Left-handed")
    still.goto(address)
    assert not stock_is_left_of_the_removed()
    still.reload()
    assert not stock_is_left_of_the_removed()
    table.do("KD", "draw")


def test_with_letters_twice_as_large_no_page_scrolls_sideways(
    still: Page, live_server: LiveServer
) -> None:
    still.set_viewport_size({"width": 390, "height": 844})
    for path in ("/", "/new", "/rules", "/settings", "/solve", "/guide"):
        still.goto(f"{live_server.url}{path}")
        still.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert still.evaluate("document.scrollingElement.scrollWidth") <= 390, path


def test_with_letters_twice_as_large_the_table_keeps_what_is_on_it_apart(
    still: Page, live_server: LiveServer
) -> None:
    table = Table(still, live_server.url, "PY1-P-AAAAAAS").open()
    table.do("draw")
    for size in ((390, 844), (844, 390)):
        still.set_viewport_size({"width": size[0], "height": size[1]})
        still.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        still.wait_for_timeout(60)
        for what in (table.card("7C"), table.card("KD"), table.stock, table.control("undo")):
            what.scroll_into_view_if_needed()
            assert table.point(what), size
        badge, stock = (still.locator(f"#draw{each}").bounding_box() for each in (" .count", ""))
        assert badge
        assert stock
        assert badge["width"] <= stock["width"]
