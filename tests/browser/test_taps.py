"""What a player wants next is a tap away: the next deal, the board before a mistake, the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.engine import DRAW, RECYCLE, UNDO, Game, Move, Setup, Status
from app.solver import Solver, Verdict
from tests.browser.table import Table
from tests.support.browser import accessibility_violations
from tests.support.server import LiveServer
from tests.support.table import golden_line, stuck_line

CODE = "PY1-N-AAAAAAS"
STUCK = "PY1-R-AAAAAAG"
"""A deal that can be won, and is stuck where whatever can go goes first."""
LOSABLE = "PY1-N-AAAAAAH"
LOSING = "JS2S"


def at(table: Table, *moves: str) -> Table:
    """Opens a game in which these moves were made."""
    form: dict[str, str | float | bool] = {"code": table.game.code, "moves": " ".join(moves)}
    answer = table.page.request.post(f"{table.url}/games", form=form, headers={"Origin": table.url})
    table.page.goto(answer.url)
    table.did(*moves)
    table.rests()
    return table


def elsewhere(table: Table, old: str) -> None:
    """Waits for the page of another game."""
    table.page.wait_for_url(lambda url: "/g/" in url and not url.startswith(old))
    code = table.page.locator("#game").get_attribute("data-code")
    assert code
    table.game = Game(Setup.parse(code))
    table.agrees()
    table.rests()


def to_a_removal(page: Page, url: str) -> int | None:
    """Taps from an empty window to the first removal; nothing where the deal has none at once."""
    page.context.clear_cookies()
    page.goto(url)
    page.locator('[data-action="play"]').click()
    page.wait_for_url("**/g/*")
    table = Table(page, url, page.locator("#game").get_attribute("data-code") or "")
    table.agrees()
    table.rests()
    removals = [move for move in table.game.position.legal_moves() if move.cards]
    if not removals:
        return None
    table.do(str(removals[0]))
    return 1 + len(removals[0].cards)


def test_from_nothing_to_the_first_removal_it_takes_three_taps(
    page: Page, live_server: LiveServer
) -> None:
    taps = next(filter(None, (to_a_removal(page, live_server.url) for _ in range(20))))
    assert taps <= 3


@pytest.mark.parametrize("device", ["page", "phone", "plain_page"])
def test_from_a_win_to_the_next_deal_it_takes_one_tap(
    request: pytest.FixtureRequest, live_server: LiveServer, device: str
) -> None:
    page: Page = request.getfixturevalue(device)
    line = golden_line(CODE)
    scripted = device != "plain_page"
    table = Table(page, live_server.url, CODE, touch=device == "phone", scripted=scripted)
    at(table, *line[:-1]).do(line[-1])
    old = table.address
    table.press(page.locator('[data-panel="new"]'))
    elsewhere(table, old)
    assert table.game.code != CODE
    assert str(table.game.setup.rules) == "N"
    # The game before is won: there is nothing to go back to.
    expect(page.locator('[data-action="go-back"]')).to_have_count(0)


@pytest.mark.parametrize("device", ["page", "phone", "plain_page"])
def test_from_a_loss_to_the_board_before_the_mistake_it_takes_one_tap(
    request: pytest.FixtureRequest, live_server: LiveServer, device: str
) -> None:
    page: Page = request.getfixturevalue(device)
    scripted = device != "plain_page"
    table = Table(page, live_server.url, STUCK, touch=device == "phone", scripted=scripted)
    at(table, *stuck_line(STUCK))
    assert table.game.status is Status.STUCK
    back = page.locator('[data-panel="back"]')
    # The move that lost it is named, as soon as it is found out.
    expect(back).to_contain_text("+")
    solver = Solver(Setup.parse(STUCK))
    undone = next(
        len(table.game.line) - ply
        for ply in range(len(table.game.line), -1, -1)
        if solver.verdict(table.game.positions[ply]) is Verdict.WINNABLE
    )
    table.press(back)
    table.did(*[str(UNDO)] * undone)
    lost_by = table.game.undone[-1]
    assert len(lost_by.cards) == 2


@pytest.mark.parametrize("device", ["page", "plain_page"])
@pytest.mark.parametrize("control", ["new", "restart"])
def test_what_was_left_for_a_new_deal_or_a_restart_can_be_gone_back_to(
    request: pytest.FixtureRequest, live_server: LiveServer, device: str, control: str
) -> None:
    page: Page = request.getfixturevalue(device)
    table = Table(page, live_server.url, CODE, scripted=device == "page").open()
    table.do("KD", "draw")
    before, old = table.game, table.address
    table.press(table.control(control))
    elsewhere(table, old)
    assert (table.game.code == CODE) is (control == "restart")
    expect(page.locator(".fresh")).to_contain_text("Previous game kept")
    new = table.address
    table.press(page.locator('[data-action="go-back"]'))
    page.wait_for_url(f"{old}**")
    table.game = before
    table.agrees()
    expect(page.locator("#game")).to_have_attribute("data-status", "playing")
    table.do("TC3S")
    # It is offered until something is done in the new one.
    page.goto(f"{new}?before={old[-16:]}")
    expect(page.locator('[data-action="go-back"]')).to_have_count(1)


def test_the_line_of_a_new_deal_goes_with_the_first_move(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, CODE).open()
    table.do("KD")
    old = table.address
    page.keyboard.press("n")
    elsewhere(table, old)
    expect(page.locator('[data-action="go-back"]')).to_have_count(1)
    table.do("draw")
    expect(page.locator(".fresh")).to_have_count(0)
    table.do("undo")
    expect(page.locator(".fresh")).to_have_count(0)


def test_other_rules_are_beside_it(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url, CODE).open()
    table.do("KD", "draw", "draw")
    old = table.address
    table.press(table.control("new"))
    elsewhere(table, old)
    table.press(page.locator('[data-action="other-rules"]'))
    page.wait_for_url("**/new")
    # From there as from any page one tap leads back to the game.
    page.locator(".to-game").click()
    page.wait_for_url(f"{old}**")


@pytest.mark.parametrize("path", ["/rules", "/rules/S", "/guide", "/settings", "/solve", "/new"])
def test_from_any_page_one_tap_leads_back_to_the_game(
    page: Page, live_server: LiveServer, path: str
) -> None:
    page.goto(live_server.url + path)
    expect(page.locator(".to-game")).to_have_count(0)
    table = Table(page, live_server.url, CODE).open()
    table.do("KD")
    page.goto(live_server.url + path)
    page.locator(".to-game").click()
    page.wait_for_url("**/g/*")
    table.agrees()


def test_a_loss_that_was_told_stays_told_until_an_undo(page: Page, live_server: LiveServer) -> None:
    table = Table(page, live_server.url, LOSABLE).open()
    # After the first steps of a first game, which have the place of the verdict.
    table.do("draw", "undo", "draw", "undo", LOSING)
    verdict = page.locator("#verdict")
    page.locator("#verdict .ask").click()
    expect(verdict).to_have_attribute("data-verdict", "lost")
    for entry in ("draw", "draw"):
        table.do(entry)
        expect(verdict).to_have_attribute("data-verdict", "lost")
    table.do("undo")
    expect(verdict).to_have_attribute("data-verdict", "ask")


def test_back_to_a_win_leads_further_than_undo(page: Page, live_server: LiveServer) -> None:
    game = Game(Setup.parse(LOSABLE)).enter(DRAW).enter(Move.parse(LOSING))
    while game.ply <= 101:
        game = game.enter(DRAW if game.position.can_draw else RECYCLE)
    table = at(Table(page, live_server.url, LOSABLE), *map(str, game.line))
    old = table.address
    table.do("draw")
    page.locator("#verdict .ask").click()
    page.locator('#verdict [data-action="back"]').click()
    page.wait_for_url(lambda url: "/g/" in url and not url.startswith(old))
    table.game = Game(game.setup, (DRAW,))
    table.agrees()
    expect(page.locator(".fresh")).to_contain_text("this is practice from there")
    table.press(page.locator('[data-action="go-back"]'))
    page.wait_for_url(f"{old}**")
    table.game = game.enter(DRAW)
    table.agrees()


def test_a_game_that_was_given_up_is_taken_up_by_one_tap(
    page: Page, live_server: LiveServer
) -> None:
    table = Table(page, live_server.url, CODE).open()
    table.do("KD")
    page.request.post(f"{table.address}/leave", headers={"Origin": table.url})
    page.reload()
    expect(page.locator("#game")).to_have_attribute("data-status", "left")
    table.press(page.locator('[data-panel="resume"]'))
    expect(page.locator("#game")).to_have_attribute("data-status", "playing")
    expect(page.locator("#panel")).to_have_count(0)
    table.do("TC3S")


def test_axe_finds_nothing_on_what_is_there_between_games(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(live_server.url)
    page.locator(".other-ways summary").click()
    assert accessibility_violations(page) == []
    table = at(Table(page, live_server.url, STUCK), *stuck_line(STUCK))
    expect(page.locator('[data-panel="back"]')).to_contain_text("+")
    assert accessibility_violations(page) == []
    table.press(page.locator('[data-panel="back"]'))
    expect(page.locator("#panel")).to_have_count(0)
    old = table.address
    table.press(table.control("new"))
    elsewhere(table, old)
    expect(page.locator('[data-action="go-back"]')).to_have_count(1)
    assert accessibility_violations(page) == []
    page.goto(live_server.url)
    assert accessibility_violations(page) == []
    page.goto(f"{live_server.url}/rules")
    expect(page.locator(".to-game")).to_have_count(1)
    assert accessibility_violations(page) == []
