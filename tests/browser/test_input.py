"""Taps and keys: quick ones, double ones, wrong ones, and the picked card."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.engine import Game
from tests.browser.table import Table
from tests.support.server import LiveServer

Click = Callable[[float, float, int], None]


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def slowed(page: Page, milliseconds: int) -> Callable[[], None]:
    """Makes every answer take that long from now on, until what is returned is called."""
    session = page.context.new_cdp_session(page)
    conditions = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}

    def wait(latency: int) -> None:
        session.send("Network.emulateNetworkConditions", conditions | {"latency": latency})

    wait(milliseconds)
    return lambda: wait(0)


def quiet(table: Table, milliseconds: int = 400) -> None:
    """Gives what must not happen the time to happen, and sees that it has not."""
    table.page.wait_for_timeout(milliseconds)
    table.agrees()


# Picking


def test_a_tap_marks_a_card_without_asking_the_server(table: Table) -> None:
    requests: list[str] = []
    table.page.on("request", lambda request: requests.append(request.url))
    table.tap("7C")
    assert table.picked() == ["7C"]
    table.tap("7C")
    assert table.picked() == []
    quiet(table)
    assert requests == []


def test_a_picked_card_and_a_king_go_their_own_ways(table: Table) -> None:
    table.tap("7C", "KD")
    table.did("KD")
    assert table.picked() == []


def test_a_tap_on_a_covered_card_leaves_the_picked_one_picked(table: Table) -> None:
    table.tap("7C", "QC")
    quiet(table)
    assert table.picked() == ["7C"]
    table.tap("7C")
    table.tap("TC", "3S")
    table.did("TC3S")


def test_partners_are_marked_where_the_player_wants_it(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/settings")
    page.get_by_label("Show partners").check()
    page.get_by_role("button", name="Save").click()
    table = Table(page, live_server.url).open()
    table.tap("TC")
    marked = page.eval_on_selector_all(".partner", "cards => cards.map((c) => c.dataset.card)")
    assert sorted(marked) == ["3H", "3S"]
    table.tap("TC")
    assert page.locator(".partner").count() == 0


def test_an_empty_place_takes_no_tap(table: Table) -> None:
    table.do("KD", "TC3S")
    for hole in table.page.locator(".hole").all():
        box = hole.bounding_box()
        assert box
        table.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
    quiet(table)
    for place in ("#removed", "#game .felt"):
        table.page.locator(place).click(position={"x": 5, "y": 40})
    quiet(table)


# Twice and quickly


def twice(table: Table, x: float, y: float, *, pause: int) -> None:
    """A double click, with a pause in it."""
    mouse = table.page.mouse
    mouse.move(x, y)
    for number in (1, 2):
        mouse.down(click_count=number)
        mouse.up(click_count=number)
        if number == 1:
            table.page.wait_for_timeout(pause)


@pytest.mark.parametrize("pause", [0, 30, 250])
def test_a_double_click_on_a_king_takes_the_king_and_nothing_else(table: Table, pause: int) -> None:
    # Where, once the king is gone, the cards that it lay on come to light.
    box = table.card("KD").bounding_box()
    assert box
    twice(table, box["x"] + box["width"] / 2, box["y"] + 10, pause=pause)
    table.did("KD")
    quiet(table)
    assert table.picked() == []
    table.do("TC3S")


@pytest.mark.parametrize("pause", [0, 250])
def test_a_double_click_on_the_second_card_of_a_pair_takes_the_pair(
    table: Table, pause: int
) -> None:
    table.do("KD")
    table.tap("TC")
    box = table.card("3S").bounding_box()
    assert box
    # On the edge where the ten of spades lies underneath, free by then.
    twice(table, box["x"] + box["width"] - 8, box["y"] + 10, pause=pause)
    table.did("TC3S")
    quiet(table)
    assert table.picked() == []


def test_a_double_click_on_a_free_card_picks_it_and_lets_it_go(table: Table) -> None:
    twice(table, *table.point(table.card("7C")), pause=20)
    quiet(table)
    assert table.picked() == []


def test_a_double_click_on_a_covered_card_does_nothing(table: Table) -> None:
    twice(table, *table.point(table.card("KH")), pause=20)
    quiet(table)
    assert table.picked() == []


@pytest.mark.parametrize("pause", [0, 250])
def test_a_double_click_on_the_last_card_of_the_stock_turns_nothing_over(
    table: Table, pause: int
) -> None:
    for _ in range(2):
        for _ in range(11):
            table.page.keyboard.press("d")
        table.did(*["draw"] * 11)
    twice(table, *table.point(table.stock), pause=pause)
    table.did("draw")
    quiet(table)
    table.do("recycle")


def test_a_double_tap_on_a_phone_takes_the_king_and_nothing_else(
    phone: Page, live_server: LiveServer
) -> None:
    table = Table(phone, live_server.url, touch=True).open()
    box = table.card("KD").bounding_box()
    assert box
    for _ in range(2):
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 10)
        phone.wait_for_timeout(120)
    table.did("KD")
    quiet(table)
    assert table.picked() == []


def test_three_cards_tapped_while_the_answer_is_slow_make_one_pair(table: Table) -> None:
    # 10♣ + 3♠ is a pair, and so would be 3♠ + 10♣ with 3♥ tapped third: 3♥ + 10♣.
    slowed(table.page, 1000)
    table.tap("3S", "TC", "3H")
    table.did("TC3S")
    assert table.picked() == ["3H"]
    assert not table.page.locator("#game").get_attribute("data-reason")
    table.tap("3H")
    assert table.picked() == []


def test_taps_while_the_answer_is_slow_are_done_in_their_order(table: Table) -> None:
    slowed(table.page, 400)
    table.tap("KD", "TC", "3S")
    for key in ("d", "u", "u"):
        table.page.keyboard.press(key)
    table.did("KD", "TC3S", "draw", "undo", "undo")


def test_ten_quick_presses_draw_ten_cards(table: Table) -> None:
    for _ in range(10):
        table.page.keyboard.press("d")
    table.did(*["draw"] * 10)


def test_ten_quick_clicks_on_undo_take_ten_actions_back(table: Table) -> None:
    table.do(*["draw"] * 3, "KD")
    x, y = table.point(table.control("undo"))
    for number in range(10):
        table.page.mouse.move(x, y)
        table.page.mouse.down(click_count=number + 1)
        table.page.mouse.up(click_count=number + 1)
    table.did(*["undo"] * 4)
    quiet(table)


def test_more_draws_than_there_are_cards_stop_at_the_last(table: Table) -> None:
    slowed(table.page, 100)
    for _ in range(18):
        table.page.keyboard.press("d")
    table.did(*["draw"] * 18)
    for _ in range(18):
        table.page.keyboard.press("d")
    table.did(*["draw"] * 5)
    quiet(table)


def test_every_control_works_three_times_in_a_row(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url).open()
    for again in (False, True):
        table.do("draw", "draw", "draw", "KD", "TC3S")
        table.do("undo", "undo", "undo", "redo", "redo", "redo", "undo", "undo", "undo", "undo")
        table.tap("7C", "7S")
        table.refused("sum", "7 + 7 = 14, not 13.")
        table.tap("7S")
        if not again:
            page.goto(f"{live_server.url}/rules")
            page.go_back()
            table.agrees()
            table.do("undo")
    for _ in range(3):
        table.do("draw")
        with page.expect_navigation(url="**/g/*"):
            table.press(table.control("restart"))
        table.game = Game(table.game.setup)
        table.agrees()


# Keys


@pytest.mark.parametrize(
    ("undo", "redo"),
    [
        ("u", "r"),
        ("Control+z", "Control+y"),
        ("Meta+z", "Meta+Shift+z"),
        ("U", "R"),
        ("Control+z", "Control+Shift+z"),
    ],
)
def test_undo_and_redo_have_the_keys_that_people_try(table: Table, undo: str, redo: str) -> None:
    table.page.keyboard.press("d")
    table.did("draw")
    table.page.keyboard.press(undo)
    table.did("undo")
    table.page.keyboard.press(redo)
    table.did("redo")


@pytest.mark.parametrize(
    "focus", ["#draw", '[data-action="undo"]', ".menu-button", ".brand", "body"]
)
def test_a_key_works_wherever_the_focus_is(table: Table, focus: str) -> None:
    if focus == "body":
        table.page.evaluate("document.activeElement.blur()")
    else:
        table.page.locator(focus).first.focus()
    table.page.keyboard.press("d")
    table.did("draw")
    table.page.keyboard.press("u")
    table.did("undo")


@pytest.mark.parametrize(
    "key", ["Control+r", "Control+d", "Meta+r", "Alt+d", "Control+u", "Control+h"]
)
def test_the_browsers_own_keys_are_left_to_it(table: Table, key: str) -> None:
    table.do("draw")
    table.page.evaluate(
        """() => { window.prevented = null;
           window.addEventListener("keydown", (event) => {
             if (event.key.length === 1) window.prevented = event.defaultPrevented;
           }); }"""
    )
    table.page.keyboard.press(key)
    assert table.page.evaluate("window.prevented") is False
    quiet(table)


def test_the_key_for_a_new_game_deals_again_and_back_leads_to_the_game(table: Table) -> None:
    table.do("KD")
    old = table.address
    table.page.keyboard.press("n")
    table.page.wait_for_url(lambda url: "/g/" in url and not url.startswith(old))
    table.page.go_back()
    table.do("TC3S")


@pytest.mark.parametrize("path", ["/new", "/"])
def test_letters_typed_into_the_code_box_are_letters(
    page: Page, live_server: LiveServer, path: str
) -> None:
    page.goto(f"{live_server.url}{path}")
    box = page.get_by_label("Code of a deal")
    box.press_sequentially("nudrh?")
    assert box.input_value() == "nudrh?"
    assert page.url == f"{live_server.url}{path}"


def test_keys_typed_into_a_field_of_the_game_page_do_nothing_to_the_game(table: Table) -> None:
    table.do("draw")
    table.page.evaluate(
        """() => { for (const tag of ["input", "textarea"]) {
             const field = document.createElement(tag);
             field.className = "typed";
             document.querySelector("header").append(field);
           } }"""
    )
    for field in table.page.locator(".typed").all():
        field.press_sequentially("udrh")
        field.press("Control+z")
        quiet(table, 150)
    table.agrees()


def test_single_keys_can_be_switched_off(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/settings")
    page.get_by_label("Keys").uncheck()
    page.get_by_role("button", name="Save").click()
    table = Table(page, live_server.url).open()
    for key in ("d", "u", "n", "Control+z", "Control+y"):
        page.keyboard.press(key)
    quiet(table)
    # Tab, arrows and Enter are no shortcuts.
    table.card("KD").focus()
    page.keyboard.press("Enter")
    table.did("KD")
    page.keyboard.press("Control+z")
    quiet(table)


def test_escape_lets_the_picked_card_go(table: Table) -> None:
    table.tap("7C")
    table.page.keyboard.press("Escape")
    assert table.picked() == []


def test_the_menu_works_by_keyboard(table: Table) -> None:
    page = table.page
    page.locator(".menu-button").focus()
    page.keyboard.press("Enter")
    menu = page.locator("#menu")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert page.evaluate("document.activeElement.className") == "menu-button"
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    entry = menu.get_by_role("link", name="Rules")
    for _ in range(10):
        page.keyboard.press("Tab")
        if entry.evaluate("link => link === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules")


def test_the_list_of_keys_is_a_dialog_for_the_keyboard(table: Table) -> None:
    page = table.page
    table.card("7C").focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("Undo")
    # Behind it nothing moves.
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert table.focused() == "7C"
    quiet(table)
    page.locator('[data-action="keys"]').focus()
    page.keyboard.press("Enter")
    expect(keys).to_be_visible()
    page.keyboard.press("Enter")
    expect(keys).to_be_hidden()


def test_tab_comes_to_every_control_and_leaves_the_table(table: Table) -> None:
    page = table.page
    table.do("draw")
    page.evaluate("document.activeElement.blur()")
    seen: list[str] = []
    while seen.count("body") < 2 and len(seen) < 60:
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                "() => { const at = document.activeElement;"
                " return at.dataset.action || at.id || at.className || at.localName; }"
            ).replace("game", "body")
        )
    seen = seen[seen.index("body") : -1]
    for control in ("undo", "redo", "restart", "new", "share", "menu-button"):
        assert control in seen, seen
    # The board is one stop.
    assert sum(each.startswith("c-") or each == "draw" for each in seen) == 1, seen
