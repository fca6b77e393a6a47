"""How a game begins: once for each press, and with what it is remembered for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.store import Help, Origin, State, StoredGame
from app.store.database import Database
from tests.support.games import stored_game
from tests.support.table import golden_line
from tests.web.document import read
from tests.web.player import HTMX, Page, Player
from tests.web.solving import (
    HOPELESS,
    LOSABLE,
    LOSING,
    PRINTED,
    asked,
    hint,
    verdict_of,
)

# Rows are counted here: nobody else may visit the site.
pytestmark = pytest.mark.usefixtures("app")


def count(client: TestClient, table: str) -> int:
    """How many rows a table has."""
    app: Any = client.app
    with app.state.site.store.database.reading() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def forms_of(client: TestClient, path: str) -> list[dict[str, str]]:
    """The fields of every form on a page that begins a game."""
    forms = read(client.get(path).text).all("form", action="/games")
    assert forms
    return [{name: values[0] for name, values in form.fields().items()} for form in forms]


def remembered(client: TestClient, path: str) -> StoredGame:
    """The game at an address, with all that the store knows of it."""
    app: Any = client.app
    return stored_game(app.state.site.store, path.partition("?")[0].rsplit("/", 1)[1])


def begin(client: TestClient, **fields: str) -> str:
    """Send a form that begins a game; the address of the game."""
    answer = client.post("/games", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


# One press, one game


@pytest.mark.parametrize("path", ["/", "/new", f"/d/{PRINTED}", f"/solve/{PRINTED}", "/guide"])
def test_every_form_that_begins_a_game_has_a_key_of_its_own(client: TestClient, path: str) -> None:
    if path.startswith("/solve"):
        asked(client, path)
    keys = [form["press"] for _ in range(2) for form in forms_of(client, path)]
    assert len(set(keys)) == len(keys)
    assert all(len(key) >= 16 for key in keys)


@pytest.mark.parametrize("fields", [{"rules": "N"}, {"code": PRINTED}], ids=["rules", "code"])
def test_a_form_that_is_sent_twice_begins_one_game(
    client: TestClient, fields: dict[str, str]
) -> None:
    form = forms_of(client, "/")[0] | fields
    assert begin(client, **form) == begin(client, **form)
    assert count(client, "game") == 1


def test_a_first_visit_whose_answer_was_lost_is_the_same_visitors(
    browsers: Callable[[], TestClient],
) -> None:
    lost, client = browsers(), browsers()
    form = forms_of(client, "/")[0] | {"rules": "N"}
    first = begin(lost, **form)
    # The second press knows nothing of the first one's cookie.
    assert begin(client, **form) == first
    assert count(client, "visitor") == count(client, "game") == 1
    assert client.get(first).status_code == 200
    assert set(client.cookies.values()) != set(lost.cookies.values())


def test_another_visitor_gets_no_game_by_a_key(browsers: Callable[[], TestClient]) -> None:
    mine, other = browsers(), browsers()
    Player(other, PRINTED)
    form = forms_of(mine, "/")[0] | {"rules": "N"}
    game = begin(mine, **form)
    assert begin(other, **form) != game
    assert other.get(game).status_code == 404


def test_once_the_game_has_gone_on_the_form_begins_another(client: TestClient) -> None:
    form = forms_of(client, "/")[0] | {"code": PRINTED}
    first = begin(client, **form)
    client.post(f"{first}/moves", data={"move": "KD", "ply": "0"})
    assert begin(client, **form) != first


def test_a_form_of_other_rules_begins_another(client: TestClient) -> None:
    form = forms_of(client, "/")[0]
    games = {begin(client, **form | {"rules": letter}) for letter in "NSN"}
    assert len(games) == 3


def test_a_restart_pressed_twice_is_one(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.do("KD")
    again = [
        client.post(f"{player.path}/restart", follow_redirects=False).headers["location"]
        for _ in range(2)
    ]
    assert again[0] == again[1] != player.path
    assert count(client, "game") == 2


# What a game remembers


def test_a_game_remembers_what_it_was_begun_from(client: TestClient) -> None:
    def origin(path: str) -> tuple[Origin, int | None]:
        stored = remembered(client, path)
        return stored.origin, stored.given

    code = {"code": PRINTED}
    first = begin(client, **code)
    assert origin(begin(client, rules="S")) == (Origin.DEALT, 0)
    assert origin(first) == (Origin.CODE, 0)
    assert origin(begin(client, **code, moves="KD TC3S")) == (Origin.CONTINUED, 2)
    restarted = client.post(f"{first}/restart", follow_redirects=False).headers["location"]
    assert origin(restarted) == (Origin.RESTART, 0)


def test_a_game_begun_with_moves_is_practice_and_no_best_win(client: TestClient) -> None:
    line = golden_line(PRINTED)
    practice = Page(client.post("/games", data={"code": PRINTED, "moves": " ".join(line)}))
    assert practice.game["data-status"] == "won"
    player = Player(client, PRINTED)
    player.skip(*line)
    won = Page(client.get(player.path))
    assert "best win of this deal" not in won.root.one(id="panel").text.lower()


def test_what_helped_is_noted_by_kind_and_once(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    assert remembered(client, player.path).help is Help.NONE
    verdict_of(player)
    assert remembered(client, player.path).help is Help.VERDICT
    assert remembered(client, player.path).winnable is True
    hint(player)
    assert remembered(client, player.path).help == Help.VERDICT | Help.HINT
    player.do(LOSING)
    asked(client, f"{player.path}/verdict")
    back = client.post(f"{player.path}/back", data={"ply": "1"})
    assert back.status_code == 200
    assert remembered(client, player.path).help == Help.VERDICT | Help.HINT | Help.BACK


def test_a_left_game_that_is_taken_back_to_a_win_was_helped(client: TestClient) -> None:
    player = Player(client, LOSABLE)
    player.do(LOSING)
    client.post(f"{player.path}/leave")
    assert client.post(f"{player.path}/back", data={"ply": "1"}).status_code == 200
    found = remembered(client, player.path)
    assert (found.status, found.help) == (State.PLAYING, Help.BACK)


def test_a_verdict_always_shown_is_help_without_a_write_a_move(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post("/settings", data={"warn": "always", "letters": "local"})
    player = Player(client, LOSABLE)
    noted: list[str] = []
    courtesy = Database.courtesy

    def counted(database: Database, what: str, *writes: Any) -> bool:
        noted.append(what)
        return courtesy(database, what, *writes)

    monkeypatch.setattr(Database, "courtesy", counted)
    for move in ("draw", "draw", "draw", "draw"):
        player.do(move)
        asked(client, f"{player.path}/verdict", partial=True)
    assert remembered(client, player.path).help is Help.VERDICT
    # That, and that the deal can be won.
    assert len(noted) == 2


def test_a_game_left_looked_back_on_and_taken_up_again_was_helped(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.do("KD")
    client.post(f"{player.path}/leave")
    asked(client, f"{player.path}/review")
    player.do("TC3S")
    assert remembered(client, player.path).help == Help.REVIEW
    # In another game of the deal as well.
    assert remembered(client, Player(client, PRINTED).path).help == Help.REVIEW


def test_a_solution_that_was_looked_at_helps_in_the_games_of_its_deal(client: TestClient) -> None:
    before = Player(client, PRINTED)
    asked(client, f"/solve/{PRINTED}")
    assert remembered(client, before.path).help is Help.SOLUTION
    assert remembered(client, Player(client, PRINTED).path).help is Help.SOLUTION
    assert remembered(client, Player(client, LOSABLE).path).help is Help.NONE


def test_a_deal_that_had_to_be_one_that_can_be_won_is_known_to_be(client: TestClient) -> None:
    path = begin(client, rules="N", winnable="1")
    assert remembered(client, path).winnable is True
    assert remembered(client, begin(client, rules="N")).winnable is None


# A log has a bound


@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "plain"])
def test_a_game_that_is_as_long_as_one_may_be_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    monkeypatch.setattr("app.store.games.MOST_ENTRIES", 3)
    player = Player(client, PRINTED)
    player.do("draw", "draw", "undo")
    headers = HTMX if htmx else {}
    data = {"move": "draw", "ply": "3"}
    answer = client.post(f"{player.path}/moves", data=data, headers=headers)
    assert answer.status_code == 422
    assert "can have no more" in Page(answer).message
    assert remembered(client, player.path).ply == 3


def test_a_program_is_told_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.games.MOST_ENTRIES", 1)
    game = client.post("/api/v1/games", json={"code": PRINTED}).json()
    path = f"/api/v1/games/{game['id']}/moves"
    assert client.post(path, json={"move": "KD", "ply": 0}).status_code == 200
    answer = client.post(path, json={"move": "draw", "ply": 1})
    assert (answer.status_code, answer.json()["error"]) == (422, "log_full")
    assert answer.json()["game"]["ply"] == 1


# The box for a code


def test_the_code_box_says_what_the_deal_page_says_of_a_hopeless_deal(client: TestClient) -> None:
    asked(client, f"/d/{HOPELESS}/verdict", partial=True)
    (form,) = (each for each in forms_of(client, "/") if "look" in each)
    page = Page(client.post("/games", data=form | {"code": HOPELESS}))
    assert page.root.one(id="deal-verdict")["data-verdict"] == "hopeless"
    assert count(client, "game") == 0
    # From there it is never refused.
    (play,) = forms_of(client, f"/d/{HOPELESS}")
    assert begin(client, **play).startswith("/g/")


def test_the_code_box_begins_any_other_deal_at_once(client: TestClient) -> None:
    (form,) = (each for each in forms_of(client, "/new") if "look" in each)
    assert begin(client, **form | {"code": PRINTED}).startswith("/g/")


# Settings of two tabs


def test_what_another_tab_has_set_meanwhile_stays_set(client: TestClient) -> None:
    def form() -> dict[str, str]:
        found = read(client.get("/settings").text).one("form", action="/settings")
        return {name: values[0] for name, values in found.fields().items()}

    one, other = form(), form()
    client.post("/settings", data=one | {"theme": "night", "four_colours": "1"})
    client.post("/settings", data=other | {"back": "plum"})
    kept = form()
    assert (kept["theme"], kept["back"], kept["four_colours"]) == ("night", "plum", "1")
    # What is switched off in a tab that saw it on is off.
    client.post("/settings", data={k: v for k, v in kept.items() if k != "four_colours"})
    assert "four_colours" not in form()
