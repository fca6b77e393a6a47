"""Between games: the next deal is a tap away, and so is the game before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.engine import PRESETS
from app.store.lists import Lists
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import HTMX, Page, Player
from tests.web.test_guard import READ

CODE = "PY1-N-AAAAAAS"


def follow(client: TestClient, control: Element) -> Page:
    """Presses a button of a form, or goes where a link leads."""
    if control.tag == "a":
        return Page(client.get(control["href"]))
    form = control.inside("form")
    return Page(client.post(form["action"], data=form.fields(control)))


def new_game(player: Player) -> Page:
    """The board of the deal that New leads to."""
    return follow(player.client, player.page.game.one(data_action="new"))


def go_back(page: Page) -> Element | None:
    """What leads to the game before, if anything does."""
    found = page.game.all(data_action="go-back")
    return found[0] if found else None


@pytest.mark.parametrize("rules", [*PRESETS, "XD3AV"])
def test_new_deals_again_at_once_by_the_same_rules(client: TestClient, rules: str) -> None:
    client.post("/settings", data={"letters": "local"})
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    player.do("draw")
    page = new_game(player)
    assert (page.table["status"], page.table["ply"]) == ("playing", 0)
    assert page.game["data-code"].split("-")[1] == rules
    assert page.game["data-code"] != player.page.game["data-code"]
    fresh = page.root.one("div", class_="fresh")
    assert fresh.text == "Previous game kept Go back Other rules"
    assert fresh.one(data_action="other-rules")["href"] == "/new"


def test_the_game_before_is_open_and_a_tap_away(client: TestClient) -> None:
    player = Player(client, CODE)
    player.do("KD", "draw")
    back = go_back(new_game(player))
    assert back is not None
    assert back["href"] == player.path
    assert player.look().game["data-status"] == "playing"


def test_a_game_in_which_nothing_was_done_is_not_gone_back_to(client: TestClient) -> None:
    player = Player(client, CODE)
    page = new_game(player)
    assert go_back(page) is None
    # The game before that one still is.
    player.do("KD")
    once = new_game(player)
    player.page = once
    twice = new_game(player)
    back = go_back(twice)
    assert back is not None
    assert back["href"] == player.path


def test_a_first_move_that_is_on_its_way_counts(client: TestClient) -> None:
    player = Player(client, CODE)
    board = player.page
    player.do("KD")
    back = go_back(follow(client, board.game.one(data_action="new")))
    assert back is not None
    assert back["href"] == player.path


def test_a_won_game_is_not_gone_back_to(client: TestClient) -> None:
    player = Player(client, CODE)
    page = player.skip(*golden_line(CODE))
    for control in (page.game.one(data_action="new"), page.game.one(data_panel="restart")):
        assert go_back(follow(client, control)) is None


def test_with_the_first_move_the_line_is_gone(client: TestClient) -> None:
    player = Player(client, CODE)
    player.do("KD")
    page = new_game(player)
    old, player.path, player.page = player.path, page.response.url.path, page
    assert go_back(player.do("draw")) is None
    assert go_back(player.look(before=old.rsplit("/", 1)[1])) is None


@pytest.mark.parametrize(
    "before", ["", "x", "A" * 16, "A" * 5000, "%00", "é", "../x", "x.y.z", ".", "x."]
)
def test_a_game_that_there_is_not_is_none_before(client: TestClient, before: str) -> None:
    player = Player(client, CODE)
    assert go_back(player.look(before=before)) is None
    answer = client.post("/games", data={"rules": "N", "before": before}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/g/")
    assert Page(client.get(answer.headers["location"])).status == 200


def test_nobody_elses_game_is_one_before(browsers: Callable[[], TestClient]) -> None:
    other = Player(browsers(), CODE)
    other.do("KD")
    mine = Player(browsers(), CODE)
    assert go_back(mine.look(before=other.path.rsplit("/", 1)[1])) is None


def test_restart_is_taken_back_in_the_same_way(client: TestClient) -> None:
    player = Player(client, CODE)
    player.do("KD", "draw")
    page = player.press(player.page.game.one(data_action="restart"))
    new = page.response.url.path
    assert new != player.path
    assert page.root.one("div", class_="fresh").text.startswith("Previous game kept")
    back = go_back(page)
    assert back is not None
    page = follow(client, back)
    assert page.response.url.path == player.path
    assert (page.game["data-status"], page.table["ply"]) == ("playing", 2)
    # The other one has been left for it: one game of a deal is open.
    assert Page(client.get(new)).game["data-status"] == "left"


def test_one_name_for_one_thing(client: TestClient) -> None:
    """Beginning the same deal anew is called the same wherever it is offered."""
    for language, name in (("en", "Restart"), ("sv", "Börja om"), ("nl", "Opnieuw")):
        client.post("/settings", data={"language": language, "letters": "local"})
        player = Player(client, CODE)
        assert player.page.game.one(data_action="restart").text == name
        player.skip(*golden_line(CODE))
        assert player.page.game.one(data_panel="restart").text == name


# A game that was given up


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_game_that_was_given_up_has_resume(client: TestClient, headers: dict[str, str]) -> None:
    player = Player(client, CODE)
    player.do("KD")
    player.post("leave")
    page = player.look()
    offered = [each["data-panel"] for each in page.root.one(id="panel").all(data_panel=None)]
    assert offered == ["resume", "new", "restart", "review", "challenge"]
    player.headers = headers
    page = player.press(page.game.one(data_panel="resume"))
    assert (page.game["data-status"], page.table["ply"]) == ("playing", 1)
    assert not page.root.has(id="panel")
    # Of a game that is open nothing changes.
    assert Page(client.post(f"{player.path}/resume")).game["data-status"] == "playing"


def test_a_won_game_cannot_be_resumed(client: TestClient) -> None:
    player = Player(client, CODE)
    player.skip(*golden_line(CODE))
    assert Page(client.post(f"{player.path}/resume")).game["data-status"] == "won"


# Back to the game


@contextmanager
def statements(client: TestClient) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    said: list[str] = []
    app: Any = client.app
    engine = app.state.site.store.database.engine

    def note(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("SELECT"):
            said.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield said
    event.remove(engine, "before_cursor_execute", note)


WITHOUT = ("/", "/offline")
"""Pages without it: home has the game itself, and the other one is kept by the browser."""


@pytest.mark.parametrize("path", [each for each in READ if each not in WITHOUT])
def test_every_page_leads_back_to_the_open_game(client: TestClient, path: str) -> None:
    with statements(client) as said:
        assert not Page(client.get(path)).root.has("a", class_="to-game")
    assert said == []
    player = Player(client, CODE)
    player.do("KD")
    with statements(client) as said:
        link = Page(client.get(path)).root.one("a", class_="to-game")
    assert (link["href"], link.text) == (player.path, "Back to the game")
    # What is looked for to find it; the pages of the record look at games for themselves too.
    looked = [each for each in said if "ORDER BY game.started_at IS NULL" in each]
    assert len(looked) == 1
    player.post("leave")
    assert not Page(client.get(path)).root.has("a", class_="to-game")


@pytest.mark.parametrize("path", [*WITHOUT, "/nowhere", "game"])
def test_a_page_that_has_the_game_or_must_not_ask_asks_for_none(
    client: TestClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(client, CODE)
    player.do("KD")
    asked: list[str] = []
    original = Lists.open_summary

    def counted(lists: Lists, visitor_id: str) -> Any:
        asked.append(visitor_id)
        return original(lists, visitor_id)

    monkeypatch.setattr(Lists, "open_summary", counted)
    page = Page(client.get(player.path if path == "game" else path))
    assert not page.root.has("a", class_="to-game")
    assert len(asked) == (1 if path == "/" else 0)


def test_a_win_that_was_begun_in_the_middle_is_shared_as_such(client: TestClient) -> None:
    *line, last = golden_line(CODE)
    begun = client.post("/games", data={"code": CODE, "moves": " ".join(line)})
    player = Player(client, CODE)
    player.path = begun.url.path
    player.look()
    text = player.do(last).root.one(data_panel="share")["data-text"]
    assert f"Begun after {len(line)} moves that were given." in text
    own = Player(client, CODE).skip(*golden_line(CODE)).root.one(data_panel="share")["data-text"]
    assert "Begun after" not in own
