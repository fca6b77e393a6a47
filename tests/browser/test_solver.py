"""What the solver says to a player in a real browser: verdict, hint, the way back, review."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from app.engine import Game, Move, Position, Setup, Status
from app.solver import Solver
from tests.browser.table import Table
from tests.support.server import LiveServer

LOSABLE = "PY1-N-AAAAAAH"
LOSING = "JS2S"
"""A move at its start after which it cannot be won."""


def verdict(table: Table) -> Callable[[str, str], None]:
    """Waits for a kind of verdict with its wording, which only the solver can give."""

    def is_said(kind: str, text: str) -> None:
        shown = table.page.locator("#verdict")
        expect(shown).to_have_attribute("data-verdict", kind)
        expect(shown.locator("> span")).to_have_text(text)

    return is_said


def always_on(page: Page, server: LiveServer) -> None:
    """Chooses to be told always."""
    page.goto(f"{server.url}/settings")
    page.locator('input[name="warn"][value="always"]').check(force=True)
    page.locator('form:has(input[name="warn"]) button').last.click()
    page.wait_for_load_state()


def test_a_game_with_the_verdict_always_on_lost_taken_back_and_won_by_hints(
    page: Page, live_server: LiveServer
) -> None:
    always_on(page, live_server)
    table = Table(page, live_server.url, LOSABLE).open()
    says = verdict(table)
    says("winnable", "winnable")
    table.do("draw")
    says("winnable", "winnable")
    table.do(LOSING)
    says("lost", "no longer winnable")
    expect(table.said).to_contain_text("This game can no longer be won.")
    table.do("draw", "draw")
    says("lost", "no longer winnable")

    table.press(page.locator('#verdict [data-action="back"]'))
    table.did("undo", "undo", "undo")
    says("winnable", "winnable")

    line = winning_hints(table.game.position)
    for move in line[:3]:
        hinted_at(table, move)
        table.do(str(move))
        expect(page.locator("#game .hint")).to_have_count(0)
    bring(table, line[3:-1])
    says("winnable", "winnable")
    table.do(str(line[-1]))
    assert table.game.status is Status.WON
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "none")
    expect(page.locator("#par")).to_contain_text(re.compile("This deal can be won|Nobody can win"))


def winning_hints(position: Position) -> list[Move]:
    """The hints from a position to the win."""
    solver, line = Solver(position.setup), []
    while not position.is_won:
        move = solver.hint(position).move
        assert move is not None
        line.append(move)
        position = position.play(move)
    return line


def bring(table: Table, line: list[Move]) -> None:
    """Makes moves past the page, which is then loaded anew."""
    for ply, move in enumerate(line, table.game.ply):
        made = table.page.request.post(
            f"{table.address}/moves", form={"move": str(move), "ply": str(ply)}, max_redirects=0
        )
        assert made.status == 303
    table.page.reload()
    table.game = Game(table.game.setup, (*table.game.log, *line))
    table.agrees()


def hinted_at(table: Table, move: Move) -> None:
    """Asks for a hint twice: first it says where to look, then which move it is."""
    table.press(table.control("hint"))
    expect(table.message).to_contain_text("There is a winning move. Look at")
    marked = table.page.locator("#game .hint")
    expect(marked).to_have_count(1)
    table.press(table.control("hint"))
    if move.cards:
        expect(table.message).to_contain_text("Take th")
        expect(marked).to_have_count(len(move.cards))
        codes = marked.evaluate_all("cards => cards.map((card) => card.dataset.card)")
        assert sorted(codes) == sorted(map(str, move.cards))
    else:
        expect(table.message).to_have_text("Draw a card.")
    table.agrees()


def test_a_verdict_that_comes_after_the_next_move_is_dropped(
    page: Page, own_server: LiveServer
) -> None:
    server = own_server.start()
    always_on(page, server)
    table = Table(page, server.url, LOSABLE).open()
    says = verdict(table)
    says("winnable", "winnable")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "ply=1&" in route.request.url and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/verdict?*", hold)
    table.do(LOSING)
    page.wait_for_function("() => document.querySelector('#verdict').dataset.verdict === 'pending'")
    while not held:
        page.wait_for_timeout(20)
    late = held[0].fetch()
    assert "no longer winnable" in late.text()
    table.do("undo")
    held[0].fulfill(response=late)
    says("winnable", "winnable")
    page.wait_for_timeout(300)
    says("winnable", "winnable")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_game_is_looked_back_on_and_played_on_from_where_the_win_was(
    page: Page, plain_page: Page, live_server: LiveServer, scripted: bool
) -> None:
    shown = page if scripted else plain_page
    table = Table(shown, live_server.url, LOSABLE, scripted=scripted).open()
    table.do("draw", LOSING, "draw")
    first = table.address
    # Another game of the deal is begun for it.
    shown.goto(f"{live_server.url}/d/{LOSABLE}")
    shown.get_by_role("button", name="Play this deal").click()
    shown.wait_for_url("**/g/*")
    shown.goto(f"{first}/review")
    # Without scripts the page asks again by itself until the game is judged.
    expect(shown.locator("#review .summary")).to_have_text("You lost the win once, at move 2.")
    expect(shown.locator('.strip [data-judged="lost"]')).to_have_count(1)
    shown.get_by_role("link", name="To the end").click()
    expect(shown.locator("#step-title")).to_contain_text("After 3 of 3")
    shown.get_by_role("link", name="Before move 2").click()
    expect(shown.locator("#step-title")).to_contain_text("After 1 of 3")
    expect(shown.get_by_text("This lost the win.")).to_be_visible()
    expect(shown.locator(".deal-shown .card.lost")).to_have_count(2)
    shown.get_by_role("button", name="Play from here").click()
    shown.wait_for_url("**/g/*")
    assert table.address != first
    table.game = Game(Setup.parse(LOSABLE), (Move.parse("draw"),))
    table.agrees()
    better = Solver(table.game.setup).winning_line(table.game.position)
    assert better is not None
    table.do(str(better[0]))


def test_a_game_looked_back_on_plays_by_itself_and_stops_at_its_end(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, LOSABLE).open()
    table.do("draw", LOSING, "draw")
    page.request.post(f"{table.address}/leave", headers={"Origin": live_server.url})
    page.goto(f"{table.address}/replay/0")
    play = page.locator("#play-steps")
    expect(page.locator("#review")).not_to_have_attribute("hx-get", re.compile("."))
    play.click()
    expect(play).to_have_accessible_name("Pause")
    play.click()
    expect(play).to_have_accessible_name("Play the steps")
    play.click()
    expect(page.locator("#review")).to_have_attribute("data-ply", "3")
    expect(play).to_have_accessible_name("Play the steps")
    # A step of the player's own ends it.
    play.click()
    page.locator("#entry-2").click()
    expect(play).to_have_accessible_name("Play the steps")
    expect(page.locator("#review")).to_have_attribute("data-ply", "2")
    assert page.url.endswith("/replay/0"), "the page was loaded anew"


def test_a_deal_from_elsewhere_is_solved_step_by_step_and_played(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/solve")
    page.locator("textarea").fill("ms:617")
    page.locator('input[name="rules"][value="M"]').check(force=True)
    page.get_by_role("button", name="Solve").click()
    code = page.url.rsplit("/", 1)[1]
    setup = Setup.parse(code)
    line = Solver(setup).shortest(Position.start(setup)).line
    assert line is not None
    expect(page.locator(".strip li")).to_have_count(len(line))
    for number in range(1, 4):
        page.locator("#step-on").click()
        expect(page.locator('.strip [aria-current="step"]')).to_contain_text(str(number))
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/g/*")
    table = Table(page, live_server.url, code)
    table.game = Game(setup, line[:3])
    table.agrees()
