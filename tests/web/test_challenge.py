"""Challenges: who may make one, who sees what, and how the table is ordered."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.engine import Setup
from app.main import create_app
from app.settings import Settings
from app.store import Store
from app.web.visit import Site
from tests.store.play import Clock
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import Page, Player
from tests.web.solving import PRINTED

LINE = golden_line(PRINTED)


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 12, 1, 12, tzinfo=UTC))


@pytest.fixture
def app(settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(Site, "now", staticmethod(clock))
    monkeypatch.setattr("app.main.Store", partial(Store, clock=clock))
    return create_app(settings)


def won(client: TestClient, *before: str) -> Player:
    player = Player(client, PRINTED)
    player.skip(*before, *LINE)
    return player


def challenge(player: Player) -> str:
    answer = player.post("challenge")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def play(client: TestClient, path: str, *entries: str) -> Player:
    """Begin the deal of a challenge as its page does."""
    page = Page(client.get(path))
    form = next(each for each in page.root.all("form") if each["action"].endswith("/play"))
    answer = client.post(form["action"], data=form.fields(), follow_redirects=False)
    player = Player.__new__(Player)
    player.client, player.headers, player.path = client, {}, answer.headers["location"]
    player.page = Page(client.get(player.path))
    if entries:
        player.skip(*entries)
    return player


def table(client: TestClient, path: str) -> list[Element]:
    return Page(client.get(path)).root.all("tr", data_game=None)


def placed(client: TestClient, path: str) -> list[tuple[str, str]]:
    return [
        (row.one("td", data_figure="place").text, row["data-help"]) for row in table(client, path)
    ]


def test_a_game_that_has_ended_makes_one_challenge(client: TestClient) -> None:
    player = Player(client, PRINTED)
    player.skip(*LINE[:-1])
    assert player.post("challenge").status_code == 409
    player.skip(LINE[-1])
    path = challenge(player)
    assert re.fullmatch(r"/c/[A-Za-z0-9]{16}", path)
    assert challenge(player) == path
    assert placed(client, path) == [("1", "alone")]


def test_a_challenge_shows_the_deal_and_no_card_that_does_not_lie_open(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path = challenge(won(client))
    answer = browsers().get(path)
    assert answer.headers["x-robots-tag"] == "noindex"
    assert "set-cookie" not in answer.headers
    page = Page(answer).root
    assert page.one("meta", name="robots")["content"] == "noindex"
    assert page.one("meta", property="og:image")["content"].endswith(f"/d/{PRINTED}.png")
    hidden = [str(card) for card in Setup.parse(PRINTED).deal.cards[28:]]
    shown = {each["data-card"] for each in page.all(data_card=None)}
    assert not shown & set(hidden)
    for path in ("/c/nobodys", "/c/%00"):
        assert client.get(path).status_code == 404


def test_results_of_others_are_seen_once_the_own_first_try_has_ended(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path, other = challenge(won(client)), browsers()
    assert table(other, path) == []
    player = play(other, path, *LINE[:-1])
    assert table(other, path) == []
    assert "2 players have begun." in other.get(path).text
    # What is open is gone on with.
    assert play_again(other, path) == player.path
    player.skip(LINE[-1])
    assert placed(other, path) == [("1", "alone"), ("1", "alone")]


def play_again(client: TestClient, path: str) -> str:
    answer = client.post(f"{path}/play", follow_redirects=False)
    return str(answer.headers["location"])


def test_the_table_is_ordered_by_help_then_strokes_and_later_tries_have_no_place(
    client: TestClient, browsers: Callable[[], TestClient], clock: Clock
) -> None:
    path = challenge(won(client, "draw", "undo"))
    alone, lost, late = browsers(), browsers(), browsers()
    # Slower, and before the others all the same.
    player = play(alone, path, *LINE[:5])
    clock.wait(100)
    player.skip(*LINE[5:])
    play(lost, path, "draw").post("leave")
    first = play(late, path, "draw")
    first.post("leave")
    again = play(late, path, *LINE)
    assert again.path != first.path
    found = placed(client, path)
    assert found[:2] == [("1", "alone"), ("2", "own")]
    assert [place for place, _ in found[2:]] == ["–"] * 3
    later = [row for row in table(client, path) if row.get("class") == "later"]
    assert len(later) == 1
    assert "a later try" in later[0].text
    assert "5 players" not in client.get(path).text
    assert "4 players have begun." in client.get(path).text


def test_a_restart_of_a_challenge_is_a_later_try_in_it(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path, other = challenge(won(client)), browsers()
    player = play(other, path, "draw")
    again = player.post("restart").headers["location"].partition("?")[0]
    follow = Player.__new__(Player)
    follow.client, follow.headers, follow.path = other, {}, again
    follow.page = Page(other.get(again))
    follow.skip(*LINE)
    assert [place for place, _ in placed(client, path)] == ["1", "–", "–"]


def test_practice_and_untouched_deals_are_in_no_table(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path = challenge(won(client))
    play(browsers(), path)
    assert len(table(client, path)) == 1
    assert "1 player has begun." in client.get(path).text


def test_a_name_is_plain_text_whatever_it_is(
    app: FastAPI, client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path = challenge(won(client))
    for name in ("<script>", "a\u202eb", "x" * 21, "🂡"):
        answer = client.post(f"{path}/name", data={"name": name})
        assert answer.status_code == 422
        assert Page(answer).root.one(role="alert").text.startswith("A name has")
    assert client.post(f"{path}/name", data={"name": " Åsa  李 "}).status_code == 200
    assert "Åsa 李" in table(client, path)[0].text
    # Who takes no part has no name.
    assert browsers().post(f"{path}/name", data={"name": "Eve"}).status_code == 404
    object.__setattr__(app.state.site.settings, "names", False)
    assert "Åsa" not in client.get(path).text


def test_the_maker_alone_hides_rows_and_closes_the_table(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path, other, third = challenge(won(client)), browsers(), browsers()
    player = play(other, path, *LINE)
    game = player.path.rpartition("/")[2]
    for stranger in (other, third):
        assert stranger.post(f"{path}/hide", data={"game": game, "hidden": "1"}).status_code == 404
        assert stranger.post(f"{path}/close", data={"closed": "1"}).status_code == 404
    client.post(f"{path}/name", data={"name": "Maker"})
    client.post(f"{path}/hide", data={"game": game, "hidden": "1"})
    play(third, path, *LINE)
    assert len(table(client, path)) == 3
    assert len(table(other, path)) == 3
    assert len(table(third, path)) == 2
    client.post(f"{path}/hide", data={"game": game, "hidden": ""})
    assert len(table(third, path)) == 3
    client.post(f"{path}/close", data={"closed": "1"})
    late = browsers()
    assert "This table is closed" in late.post(f"{path}/play").text
    client.post(f"{path}/close", data={"closed": ""})
    assert play(late, path, "draw")


def test_what_is_deleted_is_gone_from_challenges(
    client: TestClient, browsers: Callable[[], TestClient]
) -> None:
    path, other = challenge(won(client)), browsers()
    play(other, path, *LINE)
    client.post("/yours/delete", data={"sure": "yes"})
    assert len(table(other, path)) == 1
    assert other.post(f"{path}/close", data={"closed": "1"}).status_code == 404
