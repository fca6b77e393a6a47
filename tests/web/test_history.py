"""A visitor's history: which games are in it, in which order, and what leads on from each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.engine import DRAW, Deal, Setup
from app.main import create_app
from app.settings import Settings
from app.store import Help, Origin, Store, deal_key
from app.web.record.history import GAMES
from app.web.visit import Site
from tests.store.play import Clock
from tests.support.games import stored_game
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import Page, Player
from tests.web.solving import PRINTED


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 12, 1, 12, tzinfo=UTC))


@pytest.fixture
def app(settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(Site, "now", staticmethod(clock))
    monkeypatch.setattr("app.main.Store", partial(Store, clock=clock))
    return create_app(settings)


def lines(client: TestClient, query: str = "") -> list[Element]:
    page = Page(client.get(f"/history{query}"))
    return page.root.all("li", data_game=None)


def ids(client: TestClient, query: str = "") -> list[str]:
    return [line["data-game"] for line in lines(client, query)]


def begun(client: TestClient, code: str = PRINTED) -> Player:
    player = Player(client, code)
    player.skip("draw")
    return player


def id_of(player: Player) -> str:
    return player.path.rpartition("/")[2]


def test_a_newcomer_is_told_what_will_be_there_and_is_made_no_visitor(client: TestClient) -> None:
    page = client.get("/history")
    assert page.status_code == 200
    assert "set-cookie" not in page.headers
    assert "Every game will be here from its first move on" in page.text


def test_games_stand_from_their_first_action_on_the_newest_first(
    client: TestClient, clock: Clock
) -> None:
    first = begun(client)
    clock.wait(60)
    second = begun(client, "PY1-S-AAAAAAS")
    Player(client, "PY1-T-AAAAAAS")
    assert ids(client) == [id_of(second), id_of(first)]


def test_a_history_is_narrowed_by_rules_and_result(client: TestClient, clock: Clock) -> None:
    won = Player(client, PRINTED)
    won.skip(*golden_line(PRINTED))
    clock.wait(60)
    left = begun(client, "PY1-S-AAAAAAS")
    left.post("leave")
    clock.wait(60)
    still = begun(client, "PY1-S-AAAAAAT")
    assert ids(client, "?rules=N") == [id_of(won)]
    assert ids(client, "?rules=S") == [id_of(still), id_of(left)]
    assert ids(client, "?result=won") == [id_of(won)]
    assert ids(client, "?result=left") == [id_of(left)]
    assert ids(client, "?result=open") == [id_of(still)]
    assert ids(client, "?rules=S&result=open") == [id_of(still)]
    assert ids(client, "?rules=S&result=won") == []
    assert "No game of yours is like that." in client.get("/history?rules=XD3A&result=won").text


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("rules=nonsense", "There are no such rules."),
        ("result=drawn", "A game is won, lost or open."),
        ("before=nobodys", "That page does not begin after a game of yours."),
        ("before=%00", "That page does not begin after a game of yours."),
    ],
)
def test_what_cannot_be_narrowed_to_is_said_over_what_there_is(
    client: TestClient, query: str, fault: str
) -> None:
    player = begun(client)
    page = client.get(f"/history?{query}")
    assert page.status_code == 422
    assert fault in page.text
    assert id_of(player) in page.text


def test_every_page_goes_on_where_the_one_before_ended(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    player = begun(client)
    store: Store = app.state.site.store
    visitor = stored_game(app.state.site.store, id_of(player)).visitor_id
    made = [id_of(player)]
    for number in range(2 * GAMES):
        # Several at one moment: their order is the same on both pages.
        clock.wait(number % 3)
        made.append(begun_in(store, visitor, number))
    found = ids(client)
    assert len(found) == GAMES
    while True:
        more = ids(client, f"?before={found[-1]}")
        if not more:
            break
        found += more
    assert sorted(found) == sorted(made)
    assert len(set(found)) == len(made)


def begun_in(store: Store, visitor: str, number: int) -> str:
    rules = Setup.parse(PRINTED).rules
    stored = store.games.new(visitor, Setup(rules, Deal.numbered(number)))
    return store.games.append(stored, stored.game.play(DRAW), ply=0).id


def test_a_game_idle_for_a_week_is_lost_in_the_history(client: TestClient, clock: Clock) -> None:
    begun(client)
    (line,) = lines(client)
    assert line["data-result"] == "open"
    clock.wait(8 * 86_400)
    (line,) = lines(client)
    assert line["data-result"] == "left"


def test_what_a_game_was_played_with_and_what_else_is_known_of_it_is_said(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    player = Player(client, PRINTED)
    store: Store = app.state.site.store
    stored = stored_game(app.state.site.store, id_of(player))
    store.games.note_known(deal_key_of(app, player), True, 20)
    player.skip(*golden_line(PRINTED))
    won = stored_game(app.state.site.store, id_of(player))
    (line,) = lines(client)
    over = won.ply - 20
    assert (line["data-result"], line["data-help"]) == ("won", "alone")
    assert f"{over} over par" in line.text
    clock.wait(5)
    practice = store.games.new(
        stored.visitor_id,
        won.game.setup,
        origin=Origin.CONTINUED,
        given=won.game.line[:3],
    )
    store.games.append(practice, practice.game.play(won.game.line[3]), ply=3)
    store.seen.note(stored.visitor_id, won.game.setup, Help.REVIEW)
    line = lines(client)[0]
    assert (line["data-result"], line["data-help"]) == ("open", "helped")
    assert "Practice, begun after 3 given actions" in line.text
    assert "Attempt 2" in line.text


def deal_key_of(app: FastAPI, player: Player) -> str:
    return deal_key(stored_game(app.state.site.store, id_of(player)).game.setup)


def test_every_way_on_from_a_game_leads_somewhere(client: TestClient) -> None:
    player = begun(client)
    player.post("leave")
    (line,) = lines(client)
    links = [link["href"] for link in line.all("a")]
    assert len(links) == 4
    for link in links:
        assert client.get(link).status_code == 200
    again = client.post(line.one("form")["action"], follow_redirects=False)
    assert again.status_code == 303


def test_games_of_others_are_in_no_list(browsers: Callable[[], TestClient]) -> None:
    client, other = browsers(), browsers()
    player = begun(client)
    begun(other)
    assert ids(client) == [id_of(player)]
    assert other.get(f"/history?before={id_of(player)}").status_code == 422


# JSON


def test_programs_get_the_same_list_page_by_page(client: TestClient, clock: Clock) -> None:
    players = []
    for number in range(5):
        clock.wait(1)
        players.append(begun(client, f"PY1-N-AAAAAA{'BCDEF'[number]}"))
    first = client.get("/api/v1/games?limit=3").json()
    assert [game["id"] for game in first["games"]] == [id_of(each) for each in players[:1:-1]]
    assert first["more"] is True
    second = client.get(f"/api/v1/games?limit=3&before={first['games'][-1]['id']}").json()
    assert [game["id"] for game in second["games"]] == [id_of(each) for each in players[1::-1]]
    assert second["more"] is False
    game = second["games"][0]
    assert (game["help"], game["attempt"], game["given"]) == ("alone", 1, 0)


def test_programs_are_told_what_is_wrong_with_a_page(client: TestClient) -> None:
    begun(client)
    assert client.get("/api/v1/games?before=nobodys").status_code == 404
    assert client.get("/api/v1/games?limit=0").status_code == 422
    assert client.get("/api/v1/games?limit=501").status_code == 422
