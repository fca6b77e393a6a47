"""For everyone: names, focus, what is said, contrast, and nothing for axe to find."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from app.engine import Game, parse_entry
from app.preferences import SETTINGS
from tests.browser.table import Table, choose
from tests.browser.test_play import Keys
from tests.support.browser import accessibility_violations
from tests.support.server import LiveServer
from tests.support.table import golden_line, stuck_line

CODE = "PY1-N-AAAAAAS"
STILL: dict[str, Any] = {"reduced_motion": "reduce"}


@pytest.fixture
def page_options() -> dict[str, Any]:
    """Nothing moves while it is looked at."""
    return STILL


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def brought_to(table: Table, *entries: str) -> None:
    """Brings the game on by moves that are sent without the page; then loads it."""
    for entry in entries:
        answer = table.page.request.post(
            f"{table.address}/moves",
            form={"move": entry, "ply": table.game.ply},
            max_redirects=0,
        )
        assert answer.status == 303
        table.game = table.game.enter(parse_entry(entry))
    table.page.reload()
    table.agrees()


# axe


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/rules",
        "/rules/N",
        "/rules/C",
        "/settings",
        f"/d/{CODE}",
        "/guide",
        "/solve",
        "/daily",
        "/history",
        "/stats",
        "/stats/N",
        "/yours",
        "/yours/join",
        "/offline",
        "/api/v1/docs",
        "/nowhere",
        "/d/nonsense",
    ],
)
def test_axe_finds_nothing_on_a_page(page: Page, live_server: LiveServer, path: str) -> None:
    page.goto(f"{live_server.url}{path}")
    assert accessibility_violations(page) == []


def test_axe_finds_nothing_on_the_page_of_someone_who_has_played(table: Table) -> None:
    table.do("KD")
    table.page.request.post(f"{table.address}/leave")
    Table(table.page, table.url, "PY1-P-AAAAAAJ").open().do("draw")
    table.page.goto(table.url)
    expect(table.page.get_by_role("link", name="Resume")).to_be_visible()
    assert accessibility_violations(table.page) == []


def test_axe_finds_nothing_on_the_table_in_any_of_its_states(table: Table) -> None:
    page = table.page
    assert accessibility_violations(page) == []
    table.tap("7C")
    assert accessibility_violations(page) == []
    table.tap("7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    assert accessibility_violations(page) == []
    table.tap("7S")
    table.do("KD", "TC3S", "draw", "undo")
    assert accessibility_violations(page) == []
    page.locator(".menu-button").click()
    expect(page.locator("#menu")).to_be_visible()
    assert accessibility_violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert accessibility_violations(page) == []


def test_axe_finds_nothing_on_a_won_table(table: Table) -> None:
    brought_to(table, *golden_line(CODE))
    expect(table.page.get_by_role("heading", name="You have won")).to_be_visible()
    assert accessibility_violations(table.page) == []
    table.page.get_by_role("link", name="Review").click()
    table.page.wait_for_url("**/review*")
    assert accessibility_violations(table.page) == []


def test_axe_finds_nothing_on_a_stuck_table_and_on_one_that_was_left(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, "PY1-R-AAAAAAJ").open()
    brought_to(table, *stuck_line("PY1-R-AAAAAAJ"))
    expect(page.locator("#panel")).to_contain_text("No more moves possible")
    assert accessibility_violations(page) == []
    page.request.post(f"{table.address}/leave")
    page.reload()
    expect(page.locator("#panel")).to_contain_text("You gave this game up")
    assert accessibility_violations(page) == []


@pytest.mark.parametrize("letter", ["S", "P", "M"])
def test_axe_finds_nothing_on_the_tables_of_other_rules(
    page: Page, live_server: LiveServer, letter: str
) -> None:
    table = Table(page, live_server.url, f"PY1-{letter}-AAAAAAS").open()
    table.do("draw", "draw", "KD")
    assert accessibility_violations(page) == []


@pytest.mark.parametrize("theme", [theme for theme in SETTINGS["theme"].options if theme])
def test_axe_finds_nothing_under_any_theme(page: Page, live_server: LiveServer, theme: str) -> None:
    page.goto(f"{live_server.url}/settings")
    page.locator(f'input[name="theme"][value="{theme}"]').check(force=True)
    page.get_by_label("Four colours").check()
    page.get_by_role("button", name="Save").click()
    assert accessibility_violations(page) == []
    table = Table(page, live_server.url).open()
    table.do("draw", "KD")
    table.tap("7C")
    assert accessibility_violations(page) == []


def test_axe_finds_nothing_on_a_phone(phone: Page, live_server: LiveServer) -> None:
    table = Table(phone, live_server.url, touch=True).open()
    table.do("draw")
    table.tap("7C")
    assert accessibility_violations(phone) == []


# Names


def test_the_tree_for_readers_names_no_hidden_card(table: Table) -> None:
    tree = table.page.locator("body").aria_snapshot()
    assert "Stock, 23 cards" in tree
    assert "Seven of clubs, row 7, 1 of 7, free" in tree
    assert "Queen of clubs, row 6, 1 of 6, covered by seven of clubs and ten of clubs" in tree
    for hidden in ("Ace of clubs", "Two of hearts", "Five of spades"):
        assert hidden.lower() not in tree.lower()


def test_names_and_order_are_the_same_after_an_undo(table: Table) -> None:
    def seen() -> str:
        return table.page.locator("#board").aria_snapshot()

    before = seen()
    table.do("KD", "TC3S", "undo", "undo")
    assert seen() == before


def test_the_marks_of_a_used_board_are_those_of_a_fresh_one(table: Table) -> None:
    """What the swap reuses must be as if it had been made new."""

    def marks() -> list[Any]:
        found: list[Any] = table.page.evaluate(
            """() => [...document.querySelectorAll("#game *")].map((element) => [
                 element.localName,
                 Object.fromEntries([...element.attributes]
                   .filter((each) => !/^(data-htmx-powered|tabindex|style)$/.test(each.name))
                   .map((each) => [each.name, each.value])),
               ]).filter(([name, { "data-stat": stat }]) => stat !== "time")
               // A form has a key of its own each time.
               .filter(([name, attributes]) => attributes.name !== "press")"""
        )
        return found

    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    table.tap("7S")
    table.do("KD", "draw", "TC3S", "draw", "undo")
    used = marks()
    table.page.reload()
    table.agrees()
    fresh = marks()
    # A fresh page says nothing of what just happened; all else is equal.
    assert [m for m in used if m[1].get("class") != "last"] == [
        m for m in fresh if m[1].get("class") != "last"
    ]


# Focus


def test_after_a_removal_by_keyboard_the_focus_is_on_the_card_it_laid_free(table: Table) -> None:
    keys = Keys(table)
    keys.tab_to("#board button")
    keys.do("KD")
    # Nothing came free: the nearest free card of the row.
    assert table.focused() in ("3S", "7S")
    keys.do("TC3S")
    assert table.focused() == "TS"
    keys.do("draw")
    assert table.focused() == "TS"
    keys.do("undo")
    assert table.focused() == "TS"


def test_the_focus_is_never_lost_by_what_goes_away(page: Page, live_server: LiveServer) -> None:
    code = "PY1-R-AAAAAAJ"
    table = Table(page, live_server.url, code).open()
    line = stuck_line(code)
    brought_to(table, *line[:-1])
    keys = Keys(table)
    keys.tab_to("#board button")
    keys.do(line[-1])
    panel = page.locator("#panel")
    expect(panel).to_be_visible()
    keys.tab_to('[data-panel="undo"]')
    page.keyboard.press("Enter")
    table.did("undo")
    assert table.focused() not in ("body", "html")


def test_the_focus_stays_on_a_control_that_was_pressed(table: Table) -> None:
    table.do("KD", "draw")
    page = table.page
    page.locator('[data-action="undo"]').focus()
    for entry in ("undo", "undo"):
        page.keyboard.press("Enter")
        table.did(entry)
        assert table.focused() == "do-undo"
    page.locator('[data-action="redo"]').focus()
    page.keyboard.press("Space")
    table.did("redo")
    assert table.focused() == "do-redo"


def test_the_focus_stays_on_the_stock_to_its_last_card_and_beyond(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, "PY1-S-AAAAAAS").open()
    brought_to(table, *["draw"] * 22)
    table.stock.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        table.did("draw")
        assert table.focused() == "draw"
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    table.agrees()
    assert table.focused() == "draw"


def test_arrows_home_and_end_go_from_card_to_card(table: Table) -> None:
    keys = Keys(table)
    keys.tab_to("#board button")
    keys.go_to("7C")
    for key, card in [
        ("ArrowRight", "TC"),
        ("End", "7S"),
        ("Home", "7C"),
        # The waste lies beside the pyramid on a wide window, and the stock over it.
        ("ArrowLeft", "7D"),
        ("ArrowUp", "draw"),
        ("ArrowDown", "7D"),
        ("ArrowRight", "7C"),
        ("ArrowUp", "QC"),
        ("ArrowUp", "KH"),
        ("ArrowDown", "QC 2C"),
        ("End", "JS"),
    ]:
        table.page.keyboard.press(key)
        assert table.focused() in card.split(), key
    for _ in range(6):
        table.page.keyboard.press("ArrowUp")
    assert table.focused() == "JD"
    for _ in range(8):
        table.page.keyboard.press("ArrowDown")
    assert table.focused() in ("draw", "7D")
    # Upright they lie below it.
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.card("7S").focus()
    table.page.keyboard.press("ArrowDown")
    assert table.focused() == "7D"
    for key, what in (("ArrowLeft", "draw"), ("ArrowLeft", "draw"), ("ArrowUp", "7C")):
        table.page.keyboard.press(key)
        assert table.focused() == what


LEADS = """() => {
  const all = [...document.querySelectorAll("#board button")];
  const name = (each) => each.dataset.card || each.id;
  const leads = {};
  for (const shiftKey of [false, true]) {
    for (const from of all) {
      const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
      leads[`${shiftKey} ${name(from)}`] = keys.map((key) => {
        from.focus();
        from.dispatchEvent(
          new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
        return name(document.activeElement);
      });
    }
  }
  const inPlay = (each) => each.id === "draw" || each.ariaDisabled !== "true";
  return { leads, all: all.map(name), free: all.filter(inPlay).map(name) };
}"""
"""Where each key leads from each button of the board, without and with Shift."""


def reached(leads: dict[str, list[str]], start: str, *, shift: str) -> set[str]:
    """Every button that one comes to from one of them."""
    found, ahead = {start}, [start]
    while ahead:
        fresh = set(leads[f"{shift} {ahead.pop()}"]) - found
        found |= fresh
        ahead += fresh
    return found


def by_chance(game: Game, count: int, chance: random.Random) -> list[str]:
    """So many moves that the rules allow one after the other."""
    moves = []
    for _ in range(count):
        legal = game.position.legal_moves()
        if legal:
            moves.append(chance.choice(legal))
            game = game.play(moves[-1])
    return [str(move) for move in moves]


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("code", ["PY1-M-AAAAAAJ", "PY1-S-AAAAAAJ", CODE])
def test_arrows_lead_from_every_button_to_every_other(
    page: Page, live_server: LiveServer, code: str, hand: str
) -> None:
    if hand == "left":
        choose(page, live_server.url, "Left-handed")
    table = Table(page, live_server.url, code).open()
    chance = random.Random(4)
    for step in range(4):
        if step:
            table.bring(*by_chance(table.game, 6, chance))
        for size in ((390, 844), (844, 390), (1024, 768), (2560, 1080)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found = page.evaluate(LEADS)
            for shift, wanted in (("false", found["all"]), ("true", found["free"])):
                for start in wanted:
                    missed = set(wanted) - reached(found["leads"], start, shift=shift)
                    assert not missed, (size, shift, start, table.game.ply)


# What is said


def test_the_focus_is_not_lost_when_a_verdict_comes_before_the_board(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, "PY1-C-AAAAAAB").open()
    held: list[Route] = []
    page.route("**/verdict?*", lambda route: held.append(route))
    table.do("draw")
    page.wait_for_function("() => document.querySelector('[data-place=waste]')")
    page.locator('[data-place="waste"]').focus()
    # Between reading the next board and putting it in, the verdict on this one comes in.
    page.evaluate(
        """() => document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
          if (ctx.target.id !== "game") return;
          const verdict = document.getElementById("verdict");
          for (const name of ["htmx:before:swap", "htmx:after:swap"]) {
            const detail = { ctx: { target: verdict, request: { action: location.href } } };
            queueMicrotask(() => verdict.dispatchEvent(
              new CustomEvent(name, { detail, bubbles: true, cancelable: true })));
          }
        }, { once: true })"""
    )
    page.keyboard.press("d")
    table.did("draw")
    assert table.focused() != "body"
    assert held
    page.unroute_all()


def test_a_key_that_is_held_down_acts_once(table: Table) -> None:
    page = table.page
    for what, entry in ((table.stock, "draw"), (table.control("undo"), "undo")):
        what.focus()
        for _repeat in range(4):
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        table.did(entry)
    table.stock.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    table.did("draw", "draw")


def test_what_cannot_be_done_is_said_for_keys_too(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url, "PY1-R-AAAAAAJ").open()
    page.keyboard.press("u")
    table.refused("nothing_to_undo", "There is nothing to undo.")
    expect(table.said).to_have_text("There is nothing to undo.")
    page.keyboard.press("r")
    table.refused("nothing_to_redo", "There is nothing to redo.")
    table.do(*["draw"] * 24)
    page.keyboard.press("d")
    expect(page.locator("#game")).to_have_attribute("data-reason", "no_card_to_draw")
    expect(table.said).to_contain_text("There is no card to draw.")


def test_who_asks_whether_it_can_be_won_hears_the_answer(table: Table) -> None:
    table.do("draw", "draw", "draw")
    ask = table.page.locator("#verdict .ask")
    ask.focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#verdict")).to_have_attribute("data-verdict", "winnable")
    expect(table.said).to_contain_text("This game can be won.")
    assert table.focused() != "body"


def test_the_live_region_is_there_and_empty_from_the_start(table: Table) -> None:
    region = table.page.locator('[aria-live="polite"]')
    assert region.count() == 1
    assert region.inner_html() == ""
    assert table.page.locator("#game #said").count() == 0


def test_every_event_is_said_in_the_same_region_also_the_same_one_twice(table: Table) -> None:
    page = table.page
    page.evaluate(
        """() => { const said = document.getElementById("said");
           said.sameOne = true; window.heard = [];
           new MutationObserver(() => window.heard.push(said.textContent.trim()))
             .observe(said, { childList: true, characterData: true, subtree: true }); }"""
    )
    table.tap("7C", "7S")
    expect(page.locator("#game")).to_have_attribute("data-reason", "sum")
    table.tap("7C")
    expect(page.locator("#board [name=pick]")).to_have_value("7C")
    table.tap("7C")
    table.do("KD", "draw", "draw", "undo", "redo", "TC3S")
    heard = page.evaluate("window.heard.filter(Boolean)")
    assert heard == [
        "7 + 7 = 14, not 13.",
        "7 + 7 = 14, not 13.",
        "King of diamonds removed. 27 cards left.",
        "Ace of clubs drawn. 22 cards left in the stock.",
        "Two of hearts drawn. 21 cards left in the stock.",
        "Taken back: draw. Waste: ace of clubs. 22 cards left in the stock.",
        "Done again: draw. Two of hearts drawn. 21 cards left in the stock.",
        "Ten of clubs and three of spades removed. Ten of spades is free. 25 cards left.",
    ]
    assert page.evaluate("document.getElementById('said').sameOne") is True


def test_a_new_pass_is_said(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url, "PY1-P-AAAAAAJ").open()
    brought_to(table, *["draw"] * 24)
    table.do("recycle")
    expect(table.said).to_have_text("The waste is the stock again. Pass 2 of 3.")


# Without motion


def test_without_motion_the_game_goes_on_at_once(table: Table) -> None:
    table.do("KD")
    moving = table.page.evaluate(
        "document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 1).length"
    )
    assert moving == 0
