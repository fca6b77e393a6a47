"""When something is in the way: another tab, a server that fails, no connection, an old page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.table import Table
from tests.support.server import LiveServer
from tests.support.table import golden_line

ELSEWHERE = "The game has moved on elsewhere; this is how it stands now."
FAILED = "The server could not answer. The board is as it was; try again."
OFFLINE = "There is no connection. The board is kept; try again when you are online."


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def another_tab(table: Table, address: str | None = None) -> Table:
    """The same game in a second tab of the same browser."""
    tab = Table(table.page.context.new_page(), table.url)
    tab.page.goto(address or table.address)
    tab.game = table.game
    tab.agrees()
    return tab


# Two tabs


def test_a_tab_that_is_behind_shows_the_board_as_it_is(table: Table) -> None:
    other = another_tab(table)
    other.do("KD", "draw")
    table.tap("TC", "3S")
    table.game = other.game
    table.refused("stale", ELSEWHERE)
    expect(table.said).to_have_text(ELSEWHERE)
    assert table.picked() == []
    table.do("TC3S")
    other.page.keyboard.press("d")
    other.game = table.game
    other.refused("stale", ELSEWHERE)
    other.do("undo")


def test_two_tabs_with_two_games_keep_them_apart(table: Table) -> None:
    other = Table(table.page.context.new_page(), table.url, "PY1-P-AAAAAAJ").open()
    table.do("KD")
    other.do("draw")
    table.do("TC3S", "undo")
    other.do("draw", "undo")
    for each in (table, other):
        each.page.reload()
        each.agrees()
    table.do("redo")
    other.do("redo")


def test_a_new_game_can_be_taken_back(table: Table) -> None:
    table.do("KD")
    old = table.address
    table.press(table.control("new"))
    table.page.wait_for_url(lambda url: "/g/" in url and not url.startswith(old))
    table.page.go_back()
    assert table.address == old
    # It has stayed open, and goes on with the next move.
    expect(table.page.locator("#game")).to_have_attribute("data-status", "playing")
    table.press(table.card("TC"))
    table.press(table.card("3S"))
    table.did("TC3S")


def test_restart_can_be_taken_back(table: Table) -> None:
    table.do("KD", "TC3S")
    old = table.address
    with table.page.expect_navigation(url="**/g/*"):
        table.press(table.control("restart"))
    assert table.address != old
    expect(table.page.locator("#game")).to_have_attribute("data-ply", "0")
    table.page.go_back()
    assert table.address == old
    table.do("undo")


# A server that fails


def fails(table: Table, **answer: Any) -> None:
    """Makes every action of the game fail with this answer from now on."""

    def handle(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
        elif answer:
            route.fulfill(**answer)
        else:
            route.abort()

    table.page.route("**/g/**", handle)


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 500, "body": "<h1>Internal Server Error</h1>"},
        {"status": 502, "body": "Bad gateway"},
        {"status": 503, "body": '<main id="game" data-status="error"></main>'},
        {},
    ],
    ids=["500", "502", "503", "no answer"],
)
def test_when_the_server_fails_the_board_stays_and_it_is_said(
    table: Table, answer: dict[str, Any]
) -> None:
    fails(table, **answer)
    acts: list[Callable[[], None]] = [
        lambda: table.tap("TC", "3S"),
        lambda: table.tap("KD"),
        lambda: table.page.keyboard.press("d"),
    ]
    for act in acts:
        act()
        expect(table.message).to_have_text(FAILED)
        expect(table.said).to_have_text(FAILED)
        table.agrees()
        assert table.picked() == []
    table.page.unroute_all()
    table.do("KD", "TC3S", "draw", "undo")


@pytest.mark.parametrize("entries", [(), ("draw", "undo")], ids=["at the start", "undone"])
def test_the_board_is_asked_for_again_also_where_nothing_can_be_undone(
    table: Table, entries: tuple[str, ...]
) -> None:
    """Its answer was lost: the board comes by itself, and is heard."""
    page = table.page
    if page.locator('[data-action="coached"]').count():
        table.press(page.locator('[data-action="coached"]'))
        expect(page.locator('[data-action="coached"]')).to_have_count(0)
    table.do(*entries)
    page.route("**/moves", lambda route: (route.fetch(), route.abort()))
    table.tap("KD")
    expect(table.message).to_have_text("K♦ removed. 27 cards left.")
    expect(table.said).to_have_text("King of diamonds removed. 27 cards left.")
    table.did("KD")


def test_what_failed_on_the_way_back_is_shown_as_the_server_has_it(table: Table) -> None:
    """The action was made, only its answer was lost: the next one finds an old board."""

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    table.page.route("**/moves", lose_the_answer)
    table.tap("KD")
    expect(table.said).to_have_text(FAILED)
    table.page.unroute_all()
    # Asked again by the player or by the page itself: in the end the board is the server's.
    table.page.keyboard.press("d")
    table.page.wait_for_timeout(2500)
    shown = table.read()
    assert shown
    assert "KD" not in shown["cards"]
    table.page.reload()
    assert table.read() == shown


def test_without_a_connection_the_board_is_kept_and_it_is_said(table: Table) -> None:
    table.do("draw")
    context = table.page.context
    context.set_offline(True)
    table.tap("TC", "3S")
    expect(table.message).to_have_text(OFFLINE)
    expect(table.said).to_have_text(OFFLINE)
    table.agrees()
    assert table.picked() == []
    context.set_offline(False)
    table.do("TC3S")


def test_a_server_that_was_restarted_is_not_noticed(page: Page, own_server: LiveServer) -> None:
    server = own_server.start()
    table = Table(page, server.url).open()
    table.do("KD", "draw", "undo")
    server.kill()
    table.tap("TC", "3S")
    expect(table.message).to_have_text(FAILED)
    assert table.picked() == []
    server.start()
    table.do("redo", "TC3S")
    page.reload()
    table.agrees()


def test_a_game_that_is_gone_is_said_to_be(table: Table) -> None:
    """The cookie was deleted: the game is nobody's now."""
    table.page.context.clear_cookies()
    table.tap("KD")
    expect(table.page.get_by_role("heading", name="Not found")).to_be_visible()
    table.page.get_by_role("link", name="Home").first.click()
    table.page.wait_for_url(f"{table.url}/")


# Old pages


def test_back_and_forward_over_many_pages_are_whole_pages_and_end_at_the_game(
    table: Table,
) -> None:
    page = table.page
    table.do("KD", "draw")
    pages = [
        "/rules",
        "/rules/N",
        "/rules/S",
        "/settings",
        "/new",
        "/",
        "/d/PY1-N-AAAAAAS",
        "/rules/P",
        "/rules/C",
        "/rules/M",
        "/rules/T",
        "/rules/R",
        "/nowhere",
    ]
    for path in pages:
        page.goto(f"{table.url}{path}")

    def whole() -> None:
        expect(page.locator("header.top")).to_be_visible()
        assert (
            page.evaluate("getComputedStyle(document.querySelector('header')).display") != "block"
        )

    for path in reversed(pages[:-1]):
        page.go_back()
        assert page.url == f"{table.url}{path}"
        whole()
    page.go_back()
    table.agrees()
    table.do("TC3S")
    page.reload()
    table.agrees()
    for path in pages[:3]:
        page.go_forward()
        assert page.url == f"{table.url}{path}"
        whole()
    for _ in range(3):
        page.go_back()
    table.do("undo")


def test_going_back_to_a_game_shows_it_as_it_is_now(table: Table) -> None:
    other = another_tab(table)
    table.page.goto(f"{table.url}/rules")
    other.do("KD", "TC3S", "draw")
    table.page.go_back()
    table.game = other.game
    table.agrees()


def test_a_page_from_the_browsers_cache_asks_for_the_board_as_it_is(table: Table) -> None:
    """The browser says so by its event; a headless one keeps no page without being asked."""
    other = another_tab(table)
    other.do("KD")
    with table.page.expect_navigation():
        table.page.evaluate(
            "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
        )
    table.game = other.game
    table.agrees()


def test_moves_make_no_steps_in_the_browsers_history(table: Table) -> None:
    table.do("KD", "draw", "undo")
    table.page.go_back()
    assert table.page.url == f"{table.url}/d/PY1-N-AAAAAAS"


def test_a_fragments_address_opened_by_itself_is_a_whole_page(table: Table) -> None:
    table.do("KD")
    page = table.page
    page.goto(f"{table.address}?pick=TC")
    table.agrees()
    assert table.picked() == ["TC"]
    expect(page.locator("header.top")).to_be_visible()


def test_without_scripts_one_comes_back_to_a_refusal_and_on_from_it(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    table = Table(page, live_server.url, scripted=False).open()
    table.tap("7C", "7S")
    wrong = "7 + 7 = 14, not 13."
    expect(table.message).to_have_text(wrong)
    table.press(table.stock)
    expect(table.message).to_contain_text("drawn")
    for way, text in ((page.go_back, wrong), (page.go_forward, "drawn"), (page.go_back, wrong)):
        way()
        expect(table.message).to_contain_text(text)
    page.goto(table.address)
    table.did("draw")
    context.close()


def test_a_lost_cookie_is_told_on_the_page_and_nothing_is_nested(table: Table) -> None:
    page = table.page
    table.do("draw", "draw", "draw")
    page.context.clear_cookies()
    page.locator("#verdict .ask").click()
    expect(page.get_by_role("alert")).to_contain_text("There is nothing at this address")
    expect(page.locator("main")).to_have_count(1)


# Sharing


def shares(page: Page, live_server: LiveServer) -> None:
    """Opens a shared deal and presses Share."""
    page.goto(f"{live_server.url}/d/PY1-N-AAAAAAS")
    page.locator('[data-action="copy"]').click()


def test_copied_is_said_when_it_was_copied(page: Page, live_server: LiveServer) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = undefined")
    shares(page, live_server)
    expect(page.locator("#copied")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{live_server.url}/d/PY1-N-AAAAAAS"


def test_at_the_table_a_tap_on_the_code_copies_the_link(table: Table) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => { navigator.share = undefined; }")
    table.do("draw")
    table.press(table.control("share"))
    expect(page.locator("#copied")).to_have_text("Copied")
    link = f"{table.url}/d/PY1-N-AAAAAAS"
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.locator("#address")).to_have_value(link)
    expect(page.locator("#result")).to_be_hidden()
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(page.locator("#share")).to_be_hidden()
    assert table.focused() != "body"
    table.agrees()


def test_a_key_held_on_share_opens_the_dialog_and_leaves_it_open(table: Table) -> None:
    page = table.page
    page.evaluate("() => { navigator.share = undefined; }")
    table.control("share").focus()
    for _repeat in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#share")).to_be_visible()
    page.locator("#address").press("Enter")
    expect(page.locator("#share")).to_be_visible()


def test_a_second_press_while_the_share_sheet_is_open_does_nothing(table: Table) -> None:
    page = table.page
    page.evaluate(
        """() => { window.sheets = 0; window.copied = 0;
          navigator.share = () => { window.sheets += 1; return new Promise(() => {}); };
          Object.defineProperty(navigator, "clipboard", {
            value: { writeText: async () => { window.copied += 1; } } }); }"""
    )
    table.press(table.control("share"))
    page.locator('[data-action="copy"]').click()
    assert page.evaluate("[window.sheets, window.copied]") == [1, 0]


def test_a_win_is_shared_with_its_figures_and_no_card(page: Page, live_server: LiveServer) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    line = golden_line("PY1-P-AAAAAAS")
    table = Table(page, live_server.url, "PY1-P-AAAAAAS").open()
    table.do("draw", "undo", *line)
    page.evaluate("() => { navigator.share = undefined; }")
    page.locator('[data-panel="share"]').click()
    expect(page.locator("#copied")).to_have_text("Copied")
    first, second, third, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert re.fullmatch(r"Pyramid Solitaire: .+, PY1-P-AAAAAAS", first)
    assert re.fullmatch(rf"Won: {len(line) + 1} moves, time \d:\d\d, 0 hints, 1 undo\.", second)
    assert third == "☆ with undo"
    assert link == f"{live_server.url}/d/PY1-P-AAAAAAS"
    expect(page.locator("#result")).to_have_value(f"{first}\n{second}\n{third}")


@pytest.mark.parametrize(
    "clipboard", ["undefined", "{ writeText: () => Promise.reject(new Error('no')) }"]
)
def test_copied_is_not_said_when_it_was_not(
    page: Page, live_server: LiveServer, clipboard: str
) -> None:
    page.add_init_script(
        f"navigator.share = undefined;"
        f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})"
    )
    shares(page, live_server)
    expect(page.locator("#copied")).to_have_text("Select the link and copy it")
    assert page.evaluate("document.getSelection().toString()") == (
        f"{live_server.url}/d/PY1-N-AAAAAAS"
    )


def test_a_share_sheet_that_is_closed_is_no_fault_and_copies_nothing(
    page: Page, live_server: LiveServer
) -> None:
    page.add_init_script(
        """navigator.share = () => Promise.reject(new DOMException("no", "AbortError"));
           window.copied = 0;
           Object.defineProperty(navigator, "clipboard", {
             value: { writeText: async () => { window.copied += 1; } } });"""
    )
    shares(page, live_server)
    page.wait_for_timeout(200)
    expect(page.locator("#copied")).to_have_text("")
    assert page.evaluate("window.copied") == 0
