"""What is asked for is shown at once, whatever the network does, and settled by the answer."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table import PATIENCE_SECONDS, Table
from tests.browser.test_access import brought_to
from tests.browser.test_drag import box, settled, take
from tests.browser.test_input import slowed
from tests.support.server import LiveServer
from tests.support.table import golden_line

AT_ONCE = """(presses) => {
  for (const id of presses) document.getElementById(id).click();
  return {
    flights: document.querySelectorAll("#flights > .flight").length,
    away: [...document.querySelectorAll(".away")].map((each) => each.dataset.face).sort(),
    legal: document.getElementById("game").dataset.legal,
    ply: Number(document.getElementById("game").dataset.ply),
  };
}"""
"""What is seen in the task of the taps themselves: the next frame paints it."""
SEEN = """() => [...document.querySelectorAll("#game button[data-card]")]
  .filter((card) => getComputedStyle(card).opacity !== "0")
  .map((card) => card.dataset.card).sort()"""
QUIET = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  done(!document.documentElement.classList.contains("busy")
    && !document.querySelector("#flights > .flight, .away, .dropped")))))"""
"""Flights set out with the frame after a board."""


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    opened = Table(page, live_server.url).open()
    settled(page)
    return opened


def at_once(table: Table, *ids: str) -> dict[str, Any]:
    """What the page shows in the very task in which something is pressed."""
    found: dict[str, Any] = table.page.evaluate(AT_ONCE, list(ids))
    return found


def quiet(table: Table) -> None:
    """Waits until nothing is under way and nothing is in the air."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (is_quiet := table.page.evaluate(QUIET)) and time.monotonic() < deadline:
        table.page.wait_for_timeout(15)
    assert is_quiet


@pytest.mark.parametrize("delay", [0, 300, 1000])
def test_what_is_tapped_flies_in_the_frame_of_the_tap(table: Table, delay: int) -> None:
    if delay:
        slowed(table.page, delay)
    shown = at_once(table, "c-KD")
    assert (shown["flights"], shown["away"], shown["ply"]) == (1, ["KD"], 0)
    table.did("KD")
    quiet(table)
    shown = at_once(table, "c-TC", "c-3S")
    assert (shown["flights"], shown["away"], shown["ply"]) == (2, ["3S", "TC"], 1)
    table.did("TC3S")
    quiet(table)
    shown = at_once(table, "draw")
    assert (shown["flights"], shown["away"], shown["ply"]) == (1, [], 2)
    table.did("draw")
    quiet(table)
    shown = at_once(table, "do-undo")
    assert (shown["flights"], shown["away"]) == (1, ["AC"])
    table.did("undo")
    quiet(table)
    # Both cards come back from the removed ones.
    assert at_once(table, "do-undo")["away"] == ["3S", "TC"]
    table.did("undo")
    quiet(table)


def test_an_answer_is_no_second_flight(table: Table) -> None:
    """A card that lies on the removed ones already is not flown there again."""
    held: list[Route] = []
    table.page.route("**/moves", lambda route: held.append(route))
    table.tap("TC", "3S")
    settled(table.page)
    flown = "() => [...document.querySelectorAll('#flights > .flight')].map((each) => "
    flown += "Math.round(each.getBoundingClientRect().x))"
    landed = table.page.evaluate(flown)
    assert len(landed) == 2
    pile = table.page.locator("#removed")
    assert abs(landed[0] - box(pile)["x"]) < 3
    assert abs(landed[1] - box(pile.locator("> :first-child"))["x"]) < 3
    table.page.evaluate(
        """() => { window.begun = 0; const own = Element.prototype.animate;
          Element.prototype.animate = function (...given) {
            if (this.className === "flight") window.begun += 1;
            return own.apply(this, given);
          }; }"""
    )
    held[0].continue_()
    table.did("TC3S")
    quiet(table)
    assert table.page.evaluate("window.begun") == 0


def test_a_lost_answer_brings_the_card_back_with_a_word(table: Table) -> None:
    page = table.page
    place = box(table.card("KD"))
    page.route("**/moves", lambda route: route.abort())
    table.tap("KD")
    expect(table.said).not_to_have_text("")
    quiet(table)
    assert box(table.card("KD")) == place
    expect(table.card("KD")).to_have_css("opacity", "1")
    table.agrees()
    page.unroute("**/moves")
    table.do("KD")


def test_what_another_tab_was_quicker_with_comes_to_lie_as_it_is(table: Table) -> None:
    other = Table(table.page.context.new_page(), table.url)
    other.page.goto(table.address)
    other.do("KD", "draw")
    shown = at_once(table, "c-TC", "c-3S")
    assert shown["flights"] == 2
    table.game = other.game
    table.agrees()
    quiet(table)
    assert {"TC", "3S"} <= set(table.page.evaluate(SEEN))


def test_a_card_that_is_dropped_flies_on_from_there(table: Table) -> None:
    slowed(table.page, 700)
    end = table.point(table.card("3S"))
    take(table, "TC", end)
    table.page.mouse.up()
    expect(table.card("TC")).to_have_css("opacity", "0")
    table.did("TC3S")
    quiet(table)


def test_many_draws_at_once_show_backs_alone_until_they_are_answered(table: Table) -> None:
    slowed(table.page, 400)
    shown = at_once(table, "draw")
    assert shown["away"] == []
    backs = table.page.locator("#flights > .flight > .card")
    assert backs.evaluate_all("cards => cards.every((card) => card.matches('.back'))")
    table.did("draw")
    quiet(table)


def test_the_panel_of_a_win_waits_for_the_last_flight(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url).open()
    *line, last = golden_line("PY1-N-AAAAAAS")
    brought_to(table, *line)
    settled(page)
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => {
          const panel = document.querySelector(".panel.won");
          const flying = document.querySelector("#flights > .flight");
          if (panel && flying) window.seen.push(getComputedStyle(panel).opacity);
        }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
        }"""
    )
    table.do(last)
    quiet(table)
    expect(page.locator(".panel.won")).to_have_css("opacity", "1")
    assert set(page.evaluate("window.seen")) <= {"0"}


def test_a_tap_on_the_felt_lets_go_of_what_is_picked(table: Table) -> None:
    table.tap("TC")
    assert table.picked() == ["TC"]
    corner = box(table.page.locator("#board .pyramid"))
    table.page.mouse.click(corner["x"] + 3, corner["y"] + 3)
    assert table.picked() == []
    table.agrees()


def test_a_covered_card_shakes_and_shows_what_lies_on_it(table: Table) -> None:
    seen = """(id) => { document.getElementById(id).click();
      const moved = document.getAnimations().map(({ effect }) => effect.target.dataset?.card);
      const shown = [...document.querySelectorAll(".covers")].map(({ dataset }) => dataset.card);
      return [moved.filter(Boolean), shown.sort()]; }"""
    assert table.page.evaluate(seen, "c-QC") == [["QC"], ["7C", "TC"]]
    expect(table.page.locator(".covers")).to_have_count(0)
    table.page.emulate_media(reduced_motion="reduce")
    settled(table.page)
    assert table.page.evaluate(seen, "c-QC") == [[], ["7C", "TC"]]
    table.agrees()


class BadNetwork:
    """A network that loses requests and answers, delays them, and has a proxy that refuses."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.did: set[str] = set()

    def __call__(self, route: Route) -> None:
        what = self.chance.choice(["pass", "pass", "late", "lost", "answer lost", "refused"])
        if route.request.method != "POST":
            what = "pass"
        else:
            self.did.add(what)
        if what == "late":
            time.sleep(1)
        if what == "lost":
            route.abort()
        elif what == "refused":
            route.fulfill(status=503, body="busy", content_type="text/plain")
        elif what == "answer lost":
            route.fetch()
            route.abort()
        else:
            route.continue_()


def server_game(table: Table) -> dict[str, Any]:
    """The game as the server has it."""
    game_id = table.address.rpartition("/")[2]
    answer = table.page.context.request.get(f"{table.url}/api/v1/games/{game_id}")
    found: dict[str, Any] = answer.json()
    return found


def shown_of(game: dict[str, Any]) -> list[str]:
    """The cards that a page shows of a game and that can be pressed."""
    piles = [game["drawn"], game["stock_top"], *game["waste"][-1:]]
    return sorted([*game["pyramid"].values(), *filter(None, piles)])


def healed(table: Table) -> dict[str, Any]:
    """Waits until the page is quiet and shows what the server has; fails if it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        quiet(table)
        game = server_game(table)
        shown = table.page.evaluate(SEEN)
        if shown == shown_of(game) or time.monotonic() > deadline:
            assert shown == shown_of(game)
            return game
        table.page.wait_for_timeout(50)


@pytest.mark.parametrize(
    ("code", "seed"), [("PY1-N-AAAAAAS", 1), ("PY1-M-AAAAAAS", 2), ("PY1-T-AAAAAAS", 3)]
)
def test_whatever_the_network_does_no_card_is_shown_that_the_server_does_not_have(
    page: Page, live_server: LiveServer, code: str, seed: int
) -> None:
    table = Table(page, live_server.url, code).open()
    network, chance = BadNetwork(seed), random.Random(seed)
    page.route("**/g/**", network)
    game = server_game(table)
    for _ in range(30):
        removals = [move for move in game["legal"] if move not in ("draw", "recycle")]
        move = chance.choice(removals or game["legal"])
        ids = ["draw"] if move in ("draw", "recycle") else [f"c-{move[:2]}", f"c-{move[2:]}"]
        if chance.random() < 0.2 and game["can_undo"]:
            ids = ["do-undo"]
        page.evaluate(AT_ONCE, [each for each in ids if each != "c-"])
        game = healed(table)
    assert {"lost", "answer lost", "refused", "late"} <= network.did
    assert game["ply"] > 5


def test_a_tap_on_a_card_that_is_just_being_laid_free_counts(table: Table) -> None:
    table.do("KD")
    slowed(table.page, 400)
    table.tap("TC", "3S", "TS")
    table.did("TC3S")
    assert table.picked() == ["TS"]
