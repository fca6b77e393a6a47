"""The game at the table, over plain HTTP: what is answered, and what changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.support.postgres import fresh_database
from tests.support.table import game_after, golden_line, table_of
from tests.web.document import read
from tests.web.player import HTMX, Page, Player
from tests.web.routes import routes_of

CODE = "PY1-N-AAAAAAS"

# Of the two kinds below.
pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture(scope="module")
def shared_postgres_url(postgres: str, empty_postgres_url: str) -> Iterator[str]:
    """A PostgreSQL database for all tests here: each has visitors of its own in it."""
    with fresh_database(postgres, empty_postgres_url) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def settings(request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path) -> Settings:
    """Both databases: every test here makes or reads games."""
    found = Settings.read({"PYRAMID_DATA": str(tmp_path)})
    if request.param == "sqlite":
        shutil.copy(empty_database, tmp_path / "pyramid.db")
        return found
    return replace(found, database_url=request.getfixturevalue("shared_postgres_url"))


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def player(request: pytest.FixtureRequest, client: TestClient) -> Player:
    """A player of the published deal, without and with htmx."""
    return Player(client, CODE, htmx=request.param)


def unchanged(player: Player, *entries: str, code: str = CODE) -> None:
    """The game stands as after these entries, for anyone who looks."""
    assert player.look().table == table_of(game_after(code, *entries))


# Looking


def test_the_board_is_what_the_engine_says(client: TestClient) -> None:
    player = Player(client, CODE)
    assert player.page.table == table_of(game_after(CODE))


def test_a_look_at_a_game_is_a_page_and_for_htmx_the_table_alone(client: TestClient) -> None:
    player = Player(client, CODE)
    assert "<!doctype html>" in player.look().response.text
    part = Page(client.get(player.path, headers=HTMX))
    assert "<html" not in part.response.text
    assert part.root.content[0] is part.game or part.root.one("main") is part.game
    assert part.table == player.page.table


def test_the_picked_card_is_in_the_address(client: TestClient) -> None:
    player = Player(client, CODE)
    page = player.tap("TC")
    assert str(page.response.url).endswith(f"{player.path}?pick=TC")
    assert page.picked == ["TC"]
    assert page.game.one("input", name="pick")["value"] == "TC"
    assert player.look(pick="3S").picked == ["3S"]


@pytest.mark.parametrize("pick", ["QC", "KS", "4C", "5S", "XX", "", "TC3S", "t c", "♣"])
def test_a_card_that_is_not_free_cannot_be_picked_by_the_address(
    client: TestClient, pick: str
) -> None:
    player = Player(client, CODE)
    page = player.look(pick=pick)
    assert page.status == 200
    assert page.picked == []


def test_the_picked_card_is_kept_nowhere(player: Player) -> None:
    player.tap("TC")
    assert player.page.picked == ["TC"]
    assert player.look().picked == []
    unchanged(player)


# Acting


def test_a_tap_picks_and_a_second_tap_on_it_lets_go(player: Player) -> None:
    assert player.tap("TC").picked == ["TC"]
    assert player.tap("TC").picked == []
    unchanged(player)


def test_after_success_a_form_is_answered_with_the_address_of_the_game(
    client: TestClient,
) -> None:
    player = Player(client, CODE)
    for to, data in [
        ("moves", {"move": "KD", "ply": "0"}),
        ("undo", {"ply": "1"}),
        ("redo", {"ply": "2"}),
        ("moves", {"move": "draw", "ply": "3"}),
    ]:
        response = player.post(to, **data)
        assert response.status_code == 303
        assert response.headers["location"] == player.path
    unchanged(player, "KD", "undo", "redo", "draw")


def test_after_success_htmx_is_answered_with_the_new_board(client: TestClient) -> None:
    player = Player(client, CODE, htmx=True)
    response = player.post("moves", move="KD", ply="0")
    assert response.status_code == 200
    assert Page(response).table == table_of(game_after(CODE, "KD"))
    assert "<html" not in response.text


def test_a_king_goes_with_one_tap_whatever_was_picked(player: Player) -> None:
    player.tap("TC", "KD")
    assert player.page.picked == []
    unchanged(player, "KD")


def test_a_king_goes_from_the_waste_with_one_tap(client: TestClient) -> None:
    player = Player(client, "PY1-N-AAAAAAJ")
    draws = ["draw"] * 20
    assert player.do(*draws).card("KH")["data-place"] == "waste"
    player.tap("KH")
    unchanged(player, *draws, "KH", code="PY1-N-AAAAAAJ")


def test_two_cards_that_make_thirteen_go_together_in_either_order(player: Player) -> None:
    player.tap("3S", "TC")
    unchanged(player, "TC3S")
    assert player.do("undo").table == table_of(game_after(CODE, "TC3S", "undo"))
    player.tap("TC", "3S")
    unchanged(player, "TC3S", "undo", "TC3S")


@pytest.mark.parametrize(
    "data",
    [
        {"move": "TC3S"},
        {"move": "3STC"},
        {"move": "tc 3s"},
        {"move": "10♣ 3♠"},
        {"cards": ["TC", "3S"]},
        {"cards": ["3S", "TC"]},
        {"cards": "TC3S"},
        {"cards": "3S", "pick": "TC"},
    ],
)
def test_a_pair_may_be_written_in_many_ways(client: TestClient, data: dict[str, Any]) -> None:
    player = Player(client, CODE)
    assert player.post("moves", **data, ply="0").status_code == 303
    unchanged(player, "TC3S")


def test_a_pair_with_the_waste_and_a_draw(player: Player) -> None:
    player.do("draw", "draw", "draw", "TC3C")
    unchanged(player, "draw", "draw", "draw", "TC3C")


def test_undo_and_redo_step_along_the_line(player: Player) -> None:
    player.do("KD", "TC3S", "undo", "undo", "redo")
    unchanged(player, "KD", "TC3S", "undo", "undo", "redo")
    player.do("draw")
    unchanged(player, "KD", "TC3S", "undo", "undo", "redo", "draw")


# Refusals


@pytest.mark.parametrize("explain", [False, True], ids=["short", "explained"])
def test_a_covered_card_is_refused_and_stays(player: Player, explain: bool) -> None:
    if explain:
        player.client.post("/settings", data={"explain_mistakes": "1"})
    page = player.tap("QC")
    assert page.status == 422
    assert page.game["data-reason"] == "covered"
    assert page.message == (
        "Queen of clubs is covered by seven of clubs and ten of clubs."
        if explain
        else "This card is covered by another one."
    )
    unchanged(player)


def test_a_wrong_sum_makes_the_second_card_the_picked_one(player: Player) -> None:
    page = player.tap("7C", "7S")
    assert page.status == 422
    assert page.game["data-reason"] == "sum"
    assert page.message == "7 + 7 = 14, not 13."
    assert page.picked == ["7S"]
    assert page.game.one("input", name="pick")["value"] == "7S"
    assert page.card("7C")["class"].split()[-1] == "refused"
    unchanged(player)
    player.look()
    # And that card is the first of the next pair.
    player.tap("7C", "TC", "3S")
    unchanged(player, "TC3S")


# Two at one board


def test_an_action_on_an_old_board_is_refused_with_the_board_as_it_is(player: Player) -> None:
    player.skip("KD", "draw")
    for to, data in [
        ("moves", {"move": "TC3S", "ply": "0"}),
        ("moves", {"cards": "TC", "ply": "1"}),
        ("moves", {"move": "TC3S", "ply": "3"}),
        ("undo", {"ply": "1"}),
        ("redo", {"ply": "0"}),
    ]:
        response = player.post(to, **data)
        assert response.status_code == 409, (to, data)
        page = Page(response)
        assert page.table == table_of(game_after(CODE, "KD", "draw"))
        assert page.game["data-reason"] == "stale"
        assert page.message == "The game has moved on elsewhere; this is how it stands now."
        assert ("<html" in response.text) is not bool(player.headers)
    unchanged(player, "KD", "draw")


def test_the_same_form_sent_twice_acts_once(player: Player) -> None:
    statuses = [player.post("moves", move="draw", ply="0").status_code for _ in range(2)]
    assert statuses == [200 if player.headers else 303, 409]
    unchanged(player, "draw")


def test_of_many_sent_at_once_one_acts(player: Player) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(player.post, "moves", move="draw", ply="0") for _ in range(8)]
        statuses = sorted(answer.result().status_code for answer in answers)
    assert statuses == [200 if player.headers else 303] + [409] * 7
    unchanged(player, "draw")


def test_two_games_of_one_visitor_are_two_games(client: TestClient) -> None:
    one, other = Player(client, CODE), Player(client, "PY1-P-AAAAAAJ")
    one.do("KD")
    other.do("draw")
    one.do("TC3S", "undo")
    other.do("draw")
    unchanged(one, "KD", "TC3S", "undo")
    unchanged(other, "draw", "draw", code="PY1-P-AAAAAAJ")


# Whose game it is


WAYS_IN: list[tuple[str, str, dict[str, str]]] = [
    ("GET", "", {}),
    ("GET", "?pick=TC", {}),
    ("GET", "/verdict", {}),
    ("GET", "/hint", {}),
    ("GET", "/par", {}),
    ("GET", "/way", {}),
    ("GET", "/review", {}),
    ("GET", "/replay/0", {}),
    ("POST", "/moves", {"move": "draw", "ply": "0"}),
    ("POST", "/undo", {"ply": "0"}),
    ("POST", "/redo", {"ply": "0"}),
    ("POST", "/back", {"ply": "0"}),
    ("POST", "/coach", {}),
    ("POST", "/resume", {}),
    ("POST", "/restart", {}),
    ("POST", "/leave", {}),
    ("POST", "/challenge", {}),
]


def test_every_way_into_a_game_is_tried_here(app: FastAPI) -> None:
    ways = {(m, w.partition("?")[0].replace("/replay/0", "/replay/{ply}")) for m, w, _ in WAYS_IN}
    assert {(method, f"/g/{{game_id}}{way}") for method, way in ways} == {
        (method, path) for method, path in routes_of(app) if "{game_id}" in path
    }


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_another_visitors_game_is_not_found_by_any_way_in(
    browsers: Callable[[], TestClient], headers: dict[str, str]
) -> None:
    owner, other, nobody = Player(browsers(), CODE), browsers(), browsers()
    Player(other, "PY1-P-AAAAAAJ")
    for browser in (other, nobody):
        for method, way, data in WAYS_IN:
            path = owner.path + way
            answer = browser.request(method, path, data=data or None, headers=headers)
            assert answer.status_code == 404, (method, way)
            assert "Not found" in answer.text
            assert "TC" not in read(answer.text).words
    assert "set-cookie" not in nobody.get(owner.path).headers
    unchanged(owner)
    assert owner.page.game["data-status"] == "playing"


@pytest.mark.parametrize(
    "wrong", ["x", "0", "A" * 16, "A" * 10_000, "%00", "..%2F..", "é", "%F0%9F"]
)
def test_an_id_that_there_is_not_is_not_found(client: TestClient, wrong: str) -> None:
    Player(client, CODE)
    for method, way, data in WAYS_IN:
        answer = client.request(method, f"/g/{wrong}{way}", data=data or None)
        assert answer.status_code == 404, (method, way)
        assert "Not found" in answer.text


# Restarting, leaving, coming back


@pytest.mark.parametrize(
    "entries",
    [(), ("KD",), ("draw",) * 23 + ("recycle",), golden_line(CODE), ("KD", "undo")],
    ids=["untouched", "one move", "second pass", "won", "undone"],
)
def test_restart_lays_the_same_cards_again(client: TestClient, entries: tuple[str, ...]) -> None:
    player = Player(client, CODE)
    player.skip(*entries)
    answer = player.post("restart")
    assert answer.status_code == 303
    again = answer.headers["location"]
    assert again != player.path
    assert Page(client.get(again)).table == table_of(game_after(CODE))
    unchanged_but_left = player.look().table
    assert unchanged_but_left["cards"] == table_of(game_after(CODE, *entries))["cards"]


def test_restart_leaves_the_game_it_is_pressed_in_and_no_other(client: TestClient) -> None:
    one, other = Player(client, CODE), Player(client, "PY1-P-AAAAAAJ")
    one.do("KD")
    other.do("draw")
    one.post("restart")
    assert one.look().game["data-status"] == "left"
    assert other.look().game["data-status"] == "playing"


def test_a_game_of_the_same_deal_leaves_the_old_one_and_coming_back_takes_it_up_again(
    client: TestClient,
) -> None:
    old = Player(client, CODE)
    old.do("KD")
    Player(client, "PY1-P-AAAAAAJ")
    assert old.look().game["data-status"] == "playing"
    Player(client, CODE)
    page = old.look()
    assert page.game["data-status"] == "left"
    assert page.root.one("summary").text == "You gave this game up"
    assert page.table["cards"] == table_of(game_after(CODE, "KD"))["cards"]
    old.do("TC3S", "undo")
    unchanged(old, "KD", "TC3S", "undo")


def test_leaving_keeps_the_game_and_any_move_takes_it_up_again(player: Player) -> None:
    player.do("KD")
    answer = player.post("leave")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert player.look().game["data-status"] == "left"
    player.do("undo")
    unchanged(player, "KD", "undo")


def test_a_won_game_cannot_be_left(client: TestClient) -> None:
    player = Player(client, CODE)
    player.skip(*golden_line(CODE))
    player.post("leave")
    unchanged(player, *golden_line(CODE))


def test_a_refused_move_takes_no_left_game_up_again(player: Player) -> None:
    player.post("leave")
    assert player.post("moves", move="7C7S", ply="0").status_code == 422
    assert player.look().game["data-status"] == "left"


# Reading a game anew


def test_a_reload_shows_the_same_game_with_all_that_can_be_undone(player: Player) -> None:
    entries = ("draw", *["draw"] * 22, "recycle", "KD", "TC3S", "undo")
    player.skip(*entries)
    for _ in range(2):
        unchanged(player, *entries)
    player.do("redo")
    unchanged(player, *entries, "redo")


def test_a_restart_of_the_server_loses_nothing(player: Player, settings: Settings) -> None:
    player.do("KD", "TC3S", "undo")
    with TestClient(create_app(settings), cookies=player.client.cookies) as after:
        page = Page(after.get(player.path))
        assert page.table == table_of(game_after(CODE, "KD", "TC3S", "undo"))
        player.client = after
        player.page = page
        player.do("redo", "draw")
        unchanged(player, "KD", "TC3S", "undo", "redo", "draw")
