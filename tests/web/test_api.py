"""The JSON interface: every operation, everything refused, and the document about them."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from app.engine import DECK, PRESETS, Deal, Move, Position, Reason, Setup, parse_entry
from app.engine import Game as Played
from app.i18n import LANGUAGES
from app.main import create_app
from app.settings import Settings
from app.web.api import deals as api_deals
from app.web.api import document as interface
from app.web.api import figures, models, sent, solved
from app.web.api import games as api_games
from app.web.api import record as api_record
from app.web.api import solver as api_solver
from app.web.api.document import API_PATH
from app.web.words import Words
from tests.engine.strategies import examples
from tests.support.client import Client
from tests.support.effort import times

PRINTED = "PY1-N-AAAAAAS"
WIN = (
    "KD TC3S TS3H draw*8 JC2C draw*8 9H4H draw 7S6S draw*2 7C6D draw*4 8D5S KC recycle draw*2"
    " QCAC KH draw JS2H draw TD3C KS draw*5 QHAD TH3D draw 8H5H draw QDAS draw*2 9C4S draw 8S5C"
    " draw*5 recycle draw 7D6H draw*2 QSAH draw*4 9S4D 7H6C draw*3 recycle draw*2 JD2D"
)
"""A line that wins the printed deal."""

# One site for all the examples of a test, on a machine that may be busy.
SLOW = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
GAME_OPERATIONS = ("moves", "undo", "redo", "restart", "leave")
Json = dict[str, Any]


def url(path: str) -> str:
    return API_PATH + path


def begin(client: TestClient, code: str = PRINTED) -> Json:
    answer = client.post(url("/games"), json={"code": code})
    assert answer.status_code == 201, answer.text
    game: Json = answer.json()
    return game


def act(client: TestClient, game: Json, entry: str, *, ply: int | None = None) -> Response:
    """The answer to a move, an undo or a redo on a game as it was last seen."""
    body: Json = {"ply": game["ply"] if ply is None else ply}
    if entry in ("undo", "redo"):
        return client.post(url(f"/games/{game['id']}/{entry}"), json=body)
    return client.post(url(f"/games/{game['id']}/moves"), json=body | {"move": entry})


def words_of(text: str) -> Iterator[str]:
    """The entries of a text in which `draw*3` stands for three draws."""
    for word in text.split():
        entry, _, times = word.partition("*")
        yield from [entry] * int(times or 1)


def play(client: TestClient, game: Json, text: str) -> Json:
    """The game after the entries of a text, each of which is accepted."""
    for entry in words_of(text):
        answer = act(client, game, entry)
        assert answer.status_code == 200, (entry, answer.text)
        game = answer.json()
    return game


def look(client: TestClient, game: Json) -> Json:
    answer = client.get(url(f"/games/{game['id']}"))
    assert answer.status_code == 200
    seen: Json = answer.json()
    return seen


def without_time(game: Json) -> Json:
    return {name: value for name, value in game.items() if name not in ("seconds", "token")}


def refused(answer: Response, status: int, error: str) -> Json:
    """The error of an answer that is one, in the shape that is promised."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    found = answer.json()
    models.Error.model_validate(found)
    assert found["error"] == error
    assert len(found["detail"]) > 10
    return dict(found)


# Beginning


def test_a_code_lays_the_printed_deal(client: TestClient) -> None:
    game = begin(client)
    rows = [[game["pyramid"][f"r{r}c{c}"] for c in range(1, r + 1)] for r in range(1, 8)]
    assert rows[0] == ["JD"]
    assert rows[6] == ["7C", "TC", "3H", "4H", "3S", "KD", "7S"]
    assert game["waste"] == ["7D"]
    assert (game["stock"], game["stock_top"], game["drawn"]) == (23, None, None)
    assert (game["code"], game["rules"], game["status"]) == (PRINTED, "N", "playing")
    assert (game["ply"], game["moves"], game["score"], game["seconds"]) == (0, 0, 0, 0)
    assert (game["left"], game["removed"], game["pass"], game["passes"]) == (28, 0, 1, None)
    assert game["legal"] == ["KD", "TC3H", "TC3S", "draw"]
    assert (game["can_undo"], game["can_redo"]) == (False, False)


@pytest.mark.parametrize("letters", [*PRESETS, "XD2A", "xo1v"])
def test_any_rules_begin_with_a_deal_by_chance(client: TestClient, letters: str) -> None:
    answers = [client.post(url("/games"), json={"rules": letters}) for _ in range(2)]
    games = [answer.json() for answer in answers]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert {game["rules"] for game in games} == {letters.upper()}
    assert games[0]["code"] != games[1]["code"]
    for answer, game in zip(answers, games, strict=True):
        assert answer.headers["location"] == url(f"/games/{game['id']}")
        position = Position.start(Setup.parse(game["code"]))
        assert game["legal"] == [str(move) for move in position.legal_moves()]


@pytest.mark.parametrize(
    "code", ["py1naaaaaas", " PY1 – N – AAAAAAS ", "https://cards.example/d/PY1-N-AAAAAAS?x=1"]
)
def test_a_code_is_read_as_people_write_it(client: TestClient, code: str) -> None:
    assert begin(client, code)["code"] == PRINTED


def test_a_listed_deal_is_played_like_any_other(client: TestClient) -> None:
    listed = str(Setup(PRESETS["S"], Deal(tuple(reversed(Deal.numbered(5).cards)))))
    assert begin(client, listed)["code"] == listed


def test_a_code_that_is_none_is_refused_with_what_would_be_right(client: TestClient) -> None:
    answer = client.post(url("/games"), json={"code": "PY1-N-AAAA"})
    error = refused(answer, 422, "notation")
    assert "seven letters" in error["detail"]
    error = refused(client.post(url("/games"), json={"rules": "Z"}), 422, "notation")
    assert "N S T R P C M" in error["detail"]
    assert error["game"] is None


@pytest.mark.parametrize(
    "body",
    [{}, {"rules": "N", "code": PRINTED}, {"rules": 1}, {"code": None}, {"ruels": "N"}, [], "N"],
)
def test_a_new_game_needs_either_rules_or_a_code(client: TestClient, body: object) -> None:
    error = refused(client.post(url("/games"), json=body), 422, "invalid")
    assert '{"rules": "N"} or {"code": "PY1-N-AAAAAAS"}' in error["detail"]
    assert not client.cookies


# Who is playing


def test_a_program_without_cookies_plays_with_its_token(
    browsers: Callable[[], TestClient],
) -> None:
    game = begin(browsers())
    mine = {"Authorization": f"Bearer {game['token']}"}
    address = url(f"/games/{game['id']}")
    assert browsers().get(address).status_code == 404
    assert browsers().get(address, headers=mine).status_code == 200
    moved = browsers().post(f"{address}/moves", json={"move": "KD", "ply": 0}, headers=mine)
    assert moved.json()["left"] == 27
    assert "set-cookie" not in moved.headers
    again = browsers().post(url("/games"), json={"code": PRINTED}, headers=mine)
    assert again.json()["token"] is None
    listed = browsers().get(url("/games"), headers=mine).json()["games"]
    assert [each["id"] for each in listed] == [game["id"]]


def test_only_a_new_visitor_gets_a_token_and_the_cookie_is_the_same(client: TestClient) -> None:
    game = begin(client)
    assert list(client.cookies.values()) == [game["token"]]
    assert begin(client)["token"] is None


def test_the_pages_and_the_interface_show_the_same_game(client: TestClient) -> None:
    game = begin(client)
    client.post(f"/g/{game['id']}/moves", data={"move": "KD", "ply": "0"})
    assert look(client, game)["left"] == 27
    play(client, look(client, game), "TC3S")
    assert 'data-ply="2"' in client.get(f"/g/{game['id']}").text


def test_a_token_that_nobody_has_is_refused_at_once(browsers: Callable[[], TestClient]) -> None:
    client = browsers()
    game = begin(client)
    for path in ("/games", f"/games/{game['id']}"):
        answer = client.get(url(path), headers={"Authorization": "Bearer nobodys"})
        refused(answer, 401, "unknown_token")
        assert answer.headers["www-authenticate"] == "Bearer"
    refused(
        client.post(
            url("/games"), json={"rules": "N"}, headers={"Authorization": "bearer nobodys"}
        ),
        401,
        "unknown_token",
    )


def test_a_token_counts_more_than_a_cookie(browsers: Callable[[], TestClient]) -> None:
    one, other = browsers(), browsers()
    game = begin(one)
    begin(other)
    address = url(f"/games/{game['id']}")
    assert other.get(address).status_code == 404
    bearer = {"Authorization": f"Bearer {game['token']}"}
    assert other.get(address, headers=bearer).status_code == 200


def test_what_a_proxy_asks_of_people_is_no_token(client: TestClient) -> None:
    game = begin(client)
    address = url(f"/games/{game['id']}")
    assert client.get(address, headers={"Authorization": "Basic dTpw"}).status_code == 200
    assert client.get(address, headers={"Authorization": "Bearer "}).status_code in (200, 401)


@pytest.mark.parametrize("operation", ["", *GAME_OPERATIONS])
def test_another_visitors_game_is_as_if_there_were_none(
    browsers: Callable[[], TestClient], operation: str
) -> None:
    owner, other, stranger = browsers(), browsers(), browsers()
    game = play(owner, begin(owner), "KD")
    begin(other)
    body = {"move": "TC3S", "ply": 1} if operation == "moves" else {"ply": 1}
    for client in (other, stranger):
        address = url(f"/games/{game['id']}") + (f"/{operation}" if operation else "")
        answer = client.post(address, json=body) if operation else client.get(address)
        assert refused(answer, 404, "not_found")["game"] is None
    assert without_time(look(owner, game)) == without_time(game)


@pytest.mark.parametrize("game_id", ["x", "0" * 16, "a" * 10_000, "%00", "..%2f", "' OR 1=1", "é"])
def test_an_unknown_id_is_not_found(client: TestClient, game_id: str) -> None:
    begin(client)
    refused(client.get(url(f"/games/{game_id}")), 404, "not_found")
    refused(
        client.post(url(f"/games/{game_id}/moves"), json={"move": "KD", "ply": 0}), 404, "not_found"
    )


# Playing


def test_a_king_and_a_pair_go_and_count(client: TestClient) -> None:
    game = play(client, begin(client), "KD")
    assert (game["ply"], game["moves"], game["score"], game["left"]) == (1, 1, 10, 27)
    assert "r7c6" not in game["pyramid"]
    game = play(client, game, "3s+10c")
    assert (game["score"], game["removed"], game["left"]) == (30, 3, 25)
    assert [game["pyramid"].get(f"r7c{c}") for c in range(1, 8)] == (
        ["7C", None, "3H", "4H", None, None, "7S"]
    )


def test_a_draw_turns_a_card_and_a_recycle_deals_the_same_again(client: TestClient) -> None:
    game = play(client, begin(client), "draw")
    assert (game["waste"], game["stock"]) == (["7D", "AC"], 22)
    full = play(client, game, "draw*22")
    assert (full["stock"], full["legal"][-1]) == (0, "recycle")
    again = play(client, full, "recycle draw*24")
    assert again["waste"] == full["waste"]
    assert (again["pass"], again["passes"]) == (2, None)


def test_rules_decide_what_lies_open(client: TestClient) -> None:
    talon = [str(card) for card in Setup.parse(PRINTED).deal.talon]
    strict = play(client, begin(client, "PY1-T-AAAAAAS"), "draw*2")
    assert (strict["drawn"], strict["waste"], strict["stock_top"]) == (talon[1], talon[:1], None)
    assert (strict["pass"], strict["passes"], strict["score"]) == (1, 3, None)
    opened = begin(client, "PY1-M-AAAAAAS")
    assert (opened["stock"], opened["stock_top"], opened["drawn"]) == (24, talon[0], None)


def test_undo_and_redo_go_back_and_forth(client: TestClient) -> None:
    start = begin(client)
    moved = play(client, start, "KD")
    assert (moved["can_undo"], moved["can_redo"]) == (True, False)
    back = play(client, moved, "undo")
    assert (back["can_undo"], back["can_redo"]) == (False, True)
    assert back["pyramid"] == start["pyramid"]
    assert (back["ply"], back["moves"], back["score"]) == (2, 1, 0)
    forth = play(client, back, "redo")
    assert forth["pyramid"] == moved["pyramid"]
    assert (forth["ply"], forth["moves"], forth["score"]) == (3, 1, 10)


def test_the_printed_deal_can_be_won_and_is_then_over(client: TestClient) -> None:
    game = play(client, begin(client), WIN)
    assert (game["status"], game["score"], game["left"]) == ("won", 280, 0)
    assert (game["pyramid"], game["legal"], game["can_undo"]) == ({}, [], False)
    for entry in ("draw", "recycle", "KD", "undo", "redo"):
        error = refused(act(client, game, entry), 422, "game_over")
        assert without_time(error["game"]) == without_time(game)
    left = client.post(url(f"/games/{game['id']}/leave"))
    assert left.json()["status"] == "won"


def test_restart_begins_the_same_deal_anew(client: TestClient) -> None:
    game = play(client, begin(client, "PY1-C-AAAAAAJ"), "draw*3")
    answer = client.post(url(f"/games/{game['id']}/restart"))
    assert answer.status_code == 201
    anew = answer.json()
    assert answer.headers["location"] == url(f"/games/{anew['id']}")
    assert anew["id"] != game["id"]
    assert (anew["code"], anew["ply"], anew["token"]) == (game["code"], 0, None)
    assert look(client, game)["status"] == "left"


def test_a_game_that_was_left_goes_on_with_the_next_move(client: TestClient) -> None:
    game = play(client, begin(client), "KD")
    left = client.post(url(f"/games/{game['id']}/leave"))
    assert (left.status_code, left.json()["status"]) == (200, "left")
    assert left.json()["ply"] == 1
    assert play(client, left.json(), "draw")["status"] == "playing"


def test_a_new_game_leaves_the_one_before(client: TestClient) -> None:
    first = play(client, begin(client), "draw")
    begin(client)
    assert look(client, first)["status"] == "left"


# Refusals

REFUSALS = [
    ("N", "", "KH", Reason.COVERED),
    ("N", "", "QCAS", Reason.COVERED),
    ("N", "", "7C7S", Reason.SUM),
    ("N", "", "8D5S", Reason.NOT_IN_PLAY),
    ("N", "KD", "KD", Reason.NOT_IN_PLAY),
    ("N", "draw", "7D6H", Reason.UNDER_WASTE_TOP),
    ("R", "draw*24", "draw", Reason.NO_CARD_TO_DRAW),
    ("R", "draw*24", "recycle", Reason.NO_PASS_LEFT),
    ("N", "", "recycle", Reason.STOCK_NOT_EMPTY),
    ("N", WIN, "draw", Reason.GAME_OVER),
    ("N", "", "undo", Reason.NOTHING_TO_UNDO),
    ("N", "draw", "redo", Reason.NOTHING_TO_REDO),
    ("N", "draw*23 recycle draw*24 recycle draw*24 recycle draw*24 recycle draw*2 undo*100", "undo",
     Reason.UNDO_LIMIT),
]  # fmt: skip


@pytest.mark.parametrize(("letter", "before", "entry", "reason"), REFUSALS)
def test_what_the_rules_refuse_changes_nothing(
    client: TestClient, letter: str, before: str, entry: str, reason: Reason
) -> None:
    game = play(client, begin(client, f"PY1-{letter}-AAAAAAS"), before)
    error = refused(act(client, game, entry), 422, reason.value)
    assert without_time(error["game"]) == without_time(game)
    assert without_time(look(client, game)) == without_time(game)


def test_every_reason_of_the_rules_is_among_those_above() -> None:
    assert {reason for *_, reason in REFUSALS} | {Reason.STALE} == set(Reason)


def test_a_covered_card_is_refused_with_what_lies_on_it(client: TestClient) -> None:
    error = refused(act(client, begin(client), "KH"), 422, "covered")
    assert error["detail"] == "King of hearts is covered by queen of clubs and two of clubs."


def test_an_outdated_board_is_answered_with_the_one_of_now(client: TestClient) -> None:
    start = begin(client)
    game = play(client, start, "KD")
    for entry in ("KD", "TC3S", "draw", "undo", "redo"):
        for ply in (0, 2, 10**30):
            error = refused(act(client, start, entry, ply=ply), 409, "stale")
            assert without_time(error["game"]) == without_time(game)
    assert without_time(look(client, game)) == without_time(game)


def test_a_request_sent_twice_is_done_once(client: TestClient) -> None:
    game = begin(client)
    assert act(client, game, "draw").status_code == 200
    error = refused(act(client, game, "draw"), 409, "stale")
    assert (error["game"]["ply"], error["game"]["stock"]) == (1, 22)


def test_of_many_moves_on_one_board_at_once_one_is_made(
    browsers: Callable[[], TestClient],
) -> None:
    game = begin(browsers())
    bearer = {"Authorization": f"Bearer {game['token']}"}
    clients = [browsers() for _ in range(6)]

    def draw(client: TestClient) -> int:
        client.headers.update(bearer)
        return act(client, game, "draw").status_code

    with ThreadPoolExecutor(len(clients)) as pool:
        statuses = sorted(pool.map(draw, clients))
    assert statuses == [200, *[409] * 5]
    assert look(clients[0], game)["ply"] == 1


@pytest.mark.parametrize(
    "move", ["", "zz", "TC3S4D", "TCTC", "K", "KDundo", "🂮", "\u0000", "d" * 10_000]
)
def test_a_move_that_is_none_is_refused_with_what_would_be_right(
    client: TestClient, move: str
) -> None:
    game = begin(client)
    error = refused(act(client, game, move), 422, "notation")
    assert "KD or TC3S" in error["detail"]
    assert len(error["detail"]) < 200
    assert without_time(error["game"]) == without_time(game)


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        "KD",
        {"move": "KD"},
        {"ply": 0},
        {"move": "KD", "ply": "0"},
        {"move": "KD", "ply": -1},
        {"move": "KD", "ply": 0.5},
        {"move": "KD", "ply": True},
        {"move": "KD", "ply": None},
        {"move": ["KD"], "ply": 0},
        {"move": "KD", "ply": 0, "force": True},
    ],
)
def test_a_field_that_is_missing_or_wrong_is_named(client: TestClient, body: object) -> None:
    game = begin(client)
    error = refused(client.post(url(f"/games/{game['id']}/moves"), json=body), 422, "invalid")
    assert '{"move": "KD", "ply": 0}' in error["detail"]
    if isinstance(body, dict):
        wrong = {"move", "ply"} - set(body) or (set(body) - {"move", "ply"})
        assert all(f"“{name}”" in error["detail"] for name in wrong)
    assert without_time(error["game"]) == without_time(game)
    assert look(client, game)["ply"] == 0


@pytest.mark.parametrize("step", ["undo", "redo"])
@pytest.mark.parametrize("body", [{}, {"ply": "1"}, {"move": "undo", "ply": 1}])
def test_an_undo_has_to_say_which_board_it_is_for(
    client: TestClient, step: str, body: object
) -> None:
    game = play(client, begin(client), "KD")
    error = refused(client.post(url(f"/games/{game['id']}/{step}"), json=body), 422, "invalid")
    assert '{"ply": 1}' in error["detail"]
    assert look(client, game)["ply"] == 1


@pytest.mark.parametrize(
    ("content", "content_type", "status"),
    [
        (b'{"move": "KD", "ply": 0}', "text/plain", 422),
        (b'{"move": "KD", "ply": 0}', "", 422),
        (b"move=KD&ply=0", "application/x-www-form-urlencoded", 422),
        (b'{"move": "KD", "ply": 0', "application/json", 422),
        (b'{"move": "KD", "ply": NaN}', "application/json", 422),
        (b'{"move": "\\ud800", "ply": 0}', "application/json", 422),
        (b'{"move": "KD", "ply": 0, "\\ud800": 0}', "application/json", 422),
        (b'{"move": "KD", "ply": 1' + b"0" * 5000 + b"}", "application/json", 400),
        (b'{"move": "\xff", "ply": 0}', "application/json", 400),
        (b"[" * 60_000, "application/json", 400),
        (b"", "application/json", 422),
    ],
)
def test_what_is_no_json_object_is_refused(
    client: TestClient, content: bytes, content_type: str, status: int
) -> None:
    game = begin(client)
    headers = {"Content-Type": content_type} if content_type else {}
    answer = client.post(url(f"/games/{game['id']}/moves"), content=content, headers=headers)
    refused(answer, status, "invalid" if status == 422 else "bad_request")
    assert look(client, game)["ply"] == 0


def test_ten_kilobytes_are_read_and_refused_in_few_words(client: TestClient) -> None:
    error = refused(client.post(url("/games"), json={"code": "A" * 10_000}), 422, "notation")
    assert len(error["detail"]) < 200
    error = refused(client.post(url("/games"), json={"x" * 10_000: 1}), 422, "invalid")
    assert len(error["detail"]) < 300
    refused(client.get(url(f"/deals/{'A' * 10_000}")), 422, "notation")
    refused(client.get(url(f"/rules/{'A' * 10_000}")), 422, "notation")


def test_a_body_that_no_move_needs_is_too_large(client: TestClient) -> None:
    body = json.dumps({"code": "A" * 70_000}).encode()
    headers = {"Content-Type": "application/json"}
    refused(client.post(url("/games"), content=body, headers=headers), 413, "too_large")
    # The same in pieces, without saying beforehand how many there are.
    pieces = (body[i : i + 1000] for i in range(0, len(body), 1000))
    refused(client.post(url("/games"), content=pieces, headers=headers), 413, "too_large")


def test_a_request_from_another_site_is_refused(client: TestClient) -> None:
    game = begin(client)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://other.example"}):
        answer = client.post(
            url(f"/games/{game['id']}/moves"), json={"move": "KD", "ply": 0}, headers=headers
        )
        refused(answer, 403, "other_site")
    assert look(client, game)["ply"] == 0


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/games"), ("PUT", "/games/x"), ("GET", "/games/x/moves"), ("POST", "/rules")],
)
def test_a_method_that_an_address_has_not_is_named(
    client: TestClient, method: str, path: str
) -> None:
    answer = client.request(method, url(path))
    refused(answer, 405, "wrong_method")
    assert answer.headers["allow"]


def test_an_address_that_is_none_is_not_found(client: TestClient) -> None:
    refused(client.get("/api/v1/nothing"), 404, "not_found")
    refused(client.get("/api/v2/games"), 404, "not_found")


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: str(language.code))
def test_a_refusal_is_said_in_the_visitors_language(client: TestClient, language: Any) -> None:
    words = Words(language)
    position, pair = Position.start(Setup.parse(PRINTED)), Move.parse("7C7S").cards
    said = words.refusal(Reason.SUM, card=None, position=position, pair=pair)
    client.headers["Accept-Language"] = language.code
    game = begin(client)
    error = refused(act(client, game, "7C7S"), 422, "sum")
    assert error["detail"] == said
    named = client.get(url("/rules/T")).json()["name"]
    assert named == words.rules_name(PRESETS["T"])
    # What they have chosen counts more than what the browser asks for.
    client.post("/settings", data={"language": language.code})
    client.headers["Accept-Language"] = "en"
    error = refused(act(client, game, "7C7S"), 422, "sum")
    assert error["detail"] == said
    error = refused(client.get(url("/games/x")), 404, "not_found")
    assert error["detail"] == language.gettext(
        "There is nothing at this address, or it is another player’s game."
    )


# Looking


def test_games_are_listed_the_newest_first_once_they_have_begun(
    browsers: Callable[[], TestClient],
) -> None:
    client, other = browsers(), browsers()
    first = play(client, begin(client), "KD draw")
    second = play(client, begin(client, "PY1-T-AAAAAAJ"), "draw")
    begin(client)
    play(other, begin(other), "draw")
    games = client.get(url("/games")).json()["games"]
    assert [game["id"] for game in games] == [second["id"], first["id"]]
    shared = ("code", "rules", "ply", "moves", "score", "left")
    assert [games[1][name] for name in shared] == [first[name] for name in shared]
    assert [game["status"] for game in games] == ["playing", "left"]
    assert all(game["started_at"].endswith("Z") for game in games)
    assert [game["finished_at"] is None for game in games] == [True, False]


def test_a_stranger_has_no_games_and_gets_no_cookie(client: TestClient) -> None:
    answer = client.get(url("/games"))
    assert answer.json() == {"games": [], "more": False}
    assert "set-cookie" not in answer.headers


def test_a_deal_shows_what_lies_face_up_and_counts_nothing(client: TestClient) -> None:
    answer = client.get(url("/deals/py1-m-aaaaaas"))
    deal = answer.json()
    assert (deal["code"], deal["rules"]) == ("PY1-M-AAAAAAS", "M")
    assert (deal["stock"], deal["stock_top"], deal["waste"]) == (24, "7D", [])
    assert len(deal["pyramid"]) == 28
    assert "set-cookie" not in answer.headers
    assert client.get(url("/games")).json() == {"games": [], "more": False}
    with_waste = client.get(url(f"/deals/{PRINTED}")).json()
    assert (with_waste["stock"], with_waste["stock_top"], with_waste["waste"]) == (23, None, ["7D"])


def test_a_pasted_address_of_a_deal_is_read(client: TestClient) -> None:
    assert client.get(url(f"/deals/https://cards.example/d/{PRINTED}")).json()["code"] == PRINTED


@pytest.mark.parametrize("code", ["x", "PY2-N-AAAAAAS", "PY1-N-AAAAAA1", "PY1-Q-AAAAAAS", "%00"])
def test_a_deal_that_is_none_is_refused_with_what_would_be_right(
    client: TestClient, code: str
) -> None:
    if code == "PY1-N-AAAAAA1":  # a 1 is an I there
        assert client.get(url(f"/deals/{code}")).json()["code"] == "PY1-N-AAAAAAI"
    else:
        refused(client.get(url(f"/deals/{code}")), 422, "notation")


def test_the_presets_are_listed_as_they_are(client: TestClient) -> None:
    presets = client.get(url("/rules")).json()["presets"]
    assert [each["rules"] for each in presets] == list(PRESETS)
    for each, rules in zip(presets, PRESETS.values(), strict=True):
        assert client.get(url(f"/rules/{each['rules']}")).json() == each
        for name in ("opening_waste", "passes", "cover_pairs", "undo_limit", "undo_counts"):
            assert each[name] == getattr(rules, name)
        assert (each["talon"], each["goal"], each["scoring"]) == (
            rules.talon.value,
            rules.goal.value,
            rules.scoring.value,
        )


def test_custom_rules_are_described_too(client: TestClient) -> None:
    rules = client.get(url("/rules/xd3a")).json()
    assert rules["rules"] == "T"  # which they are
    rules = client.get(url("/rules/xf2v")).json()
    assert (rules["rules"], rules["talon"], rules["passes"]) == ("XF2V", "open", 2)
    refused(client.get(url("/rules/XZ")), 422, "notation")


# Nothing of the stock


def _told(value: object) -> Iterator[str]:
    """Every text in an answer apart from those that name a deal or a game on purpose."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in ("id", "code", "token"):
                yield name
                yield from _told(each)
    elif isinstance(value, list):
        for each in value:
            yield from _told(each)
    elif isinstance(value, str):
        yield value


def _cards_in(answer: Response) -> set[str]:
    """The cards that an answer names, by their letters or in words."""
    texts = list(_told(answer.json()))
    letters = set(re.findall(r"[A2-9TJQK][CDHS]", " ".join(texts)))
    said = " ".join(texts).lower()
    words = Words(LANGUAGES["en"])
    return letters | {str(card) for card in DECK if words.name(card) in said}


@pytest.mark.parametrize("letters", [*PRESETS, "XO1A"])
def test_no_answer_names_a_face_down_card(client: TestClient, letters: str) -> None:
    game = begin(client, f"PY1-{letters}-QWERTYU")
    played = Played(Setup.parse(game["code"]))
    answer = client.get(url(f"/deals/{game['code']}"))
    answers = 0
    for turn in range(times(60, least=24)):
        hidden = {str(card) for card in played.position.stock if not played.position.is_free(card)}
        shown = _cards_in(answer)
        assert not hidden & shown
        # And the opposite, so that this test can fail: the pyramid is in every answer.
        assert turn > 40 or len(shown) > 10
        answers += 1
        if not game["legal"]:
            break
        stale = act(client, game, "draw", ply=game["ply"] + 1)
        assert not hidden & _cards_in(stale)
        pick = game["legal"][turn % len(game["legal"])]
        played = played.enter(parse_entry(pick))
        answer = act(client, game, pick)
        game = answer.json()
    assert answers > 5


def test_a_face_down_card_that_is_asked_for_is_not_given_away(client: TestClient) -> None:
    """The same words for a card of the stock, wherever it lies there, and for one that is gone."""
    game = play(client, begin(client), "KD")
    details = {
        refused(act(client, game, move), 422, "not_in_play")["detail"]
        for move in ("AC", "5S", "KD", "8D5S")
    }
    assert len(details) == 1


# Answers as such


@pytest.mark.parametrize(
    "path", ["/games", "/rules", "/rules/N", f"/deals/{PRINTED}", "/openapi.json", "/docs", "/x"]
)
def test_head_is_answered_like_get_without_a_body(client: TestClient, path: str) -> None:
    with_body, without = client.get(url(path)), client.head(url(path))
    assert (without.status_code, without.content) == (with_body.status_code, b"")
    assert without.headers["content-type"] == with_body.headers["content-type"]


def test_answers_are_json_that_nobody_keeps(client: TestClient) -> None:
    game = begin(client)
    address = url(f"/games/{game['id']}")
    for answer in (
        client.get(address),
        client.get(url("/games")),
        client.get(url("/rules")),
        act(client, game, "draw"),
        act(client, game, "draw"),
        client.get(url("/games/x")),
    ):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "Authorization" in answer.headers["vary"]


@pytest.mark.parametrize("stripped", [True, False])
def test_under_a_path_addresses_and_errors_are_the_same(
    empty_database: Path, tmp_path: Path, stripped: bool
) -> None:
    shutil.copy(empty_database, tmp_path / "pyramid.db")
    app = create_app(Settings.read({"PYRAMID_DATA": str(tmp_path), "PYRAMID_ROOT_PATH": "/cards"}))
    client = Client(app)
    root = "" if stripped else "/cards"
    answer = client.post(root + url("/games"), json={"code": PRINTED})
    assert answer.headers["location"] == f"/cards/api/v1/games/{answer.json()['id']}"
    refused(client.get(root + url("/games/x")), 404, "not_found")
    refused(client.post(root + url("/games"), json={}), 422, "invalid")
    assert client.get(root + url("/openapi.json")).json()["servers"] == [{"url": "/cards"}]
    app.state.site.store.close()


def test_without_its_database_the_site_says_so(tmp_path: Path) -> None:
    app = create_app(Settings.read({"PYRAMID_DATA": str(tmp_path / "nowhere")}))
    client = Client(app)
    error = refused(client.post(url("/games"), json={"rules": "N"}), 503, "unavailable")
    assert "Nothing is lost" in error["detail"]
    assert client.get(url("/rules")).status_code == 200


def test_a_damaged_game_fails_alone(client: TestClient, tmp_path: Path) -> None:
    game = play(client, begin(client), "KD")
    with sqlite3.connect(tmp_path / "pyramid.db") as database:
        database.execute("UPDATE log SET entry = 'KH'")
    database.close()
    refused(client.get(url(f"/games/{game['id']}")), 500, "failed")
    assert client.get(url("/rules")).status_code == 200


def test_a_fault_of_ours_is_owned_to(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("a slip")

    monkeypatch.setattr(models.Deal, "of", fails)
    client = Client(app, raise_server_exceptions=False)
    error = refused(client.get(url(f"/deals/{PRINTED}")), 500, "failed")
    assert "a slip" not in error["detail"]


# Whatever is sent

_TEXT = st.text(st.characters(exclude_categories=[]), max_size=20)
_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | _TEXT
    | st.sampled_from(["KD", "draw", "recycle", "N", PRINTED, 0, 1]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["move", "ply", "rules", "code"]) | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=6,
)


@settings(examples(150), suppress_health_check=SLOW)
@given(operation=st.sampled_from(["new", *GAME_OPERATIONS]), body=_JSON)
def test_any_json_is_answered_in_the_promised_shapes(
    client: TestClient, operation: str, body: object
) -> None:
    mine = client.get(url("/games")).json()["games"]
    game = mine[0] if mine else play(client, begin(client), "draw")
    address = url("/games") if operation == "new" else url(f"/games/{game['id']}/{operation}")
    answer = client.post(
        address, content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    shapes: dict[int, type[BaseModel]] = {200: models.Game, 201: models.NewGame}
    shapes.get(answer.status_code, models.Error).model_validate(answer.json())
    assert answer.status_code in (200, 201, 400, 409, 422)


@settings(examples(100), suppress_health_check=SLOW)
@given(body=st.binary(max_size=200), kind=st.sampled_from(["application/json", "text/plain", "x"]))
def test_any_bytes_are_answered_in_the_promised_shapes(
    client: TestClient, body: bytes, kind: str
) -> None:
    answer = client.post(url("/games"), content=body, headers={"Content-Type": kind})
    assert answer.status_code in (400, 422)
    models.Error.model_validate(answer.json())


@settings(examples(100), suppress_health_check=SLOW)
@given(text=st.text(max_size=30), kind=st.sampled_from(["deals", "rules", "games"]))
def test_any_address_is_answered_in_json(client: TestClient, text: str, kind: str) -> None:
    answer = client.get(url(f"/{kind}/{quote(text, safe='')}"))
    assert answer.status_code in (200, 404, 422)
    assert answer.headers["content-type"] == "application/json"


# The document


@pytest.fixture
def document(client: TestClient) -> Json:
    answer = client.get(url("/openapi.json"))
    assert answer.status_code == 200
    found: Json = answer.json()
    return found


def _operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


def test_first_requests_at_once_all_get_the_whole_document(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is still being completed for one, another asks for it."""
    others: list[Response] = []
    complete = interface.complete
    threads: list[Thread] = []

    def ask() -> None:
        others.append(Client(app).get(url("/openapi.json")))

    def slowly(made: Json) -> None:
        threads.append(Thread(target=ask))
        threads[-1].start()
        threads[-1].join(0.5)
        complete(made)

    monkeypatch.setattr(interface, "complete", slowly)
    first = client.get(url("/openapi.json"))
    for thread in threads:
        thread.join()
    assert len(others) == 1
    assert others[0].content == first.content
    assert '"example"' in first.text
    assert client.get(url("/openapi.json")).content == first.content


def test_every_route_is_in_the_document(document: Json) -> None:
    documented = {(path, method.upper()) for path, method, _ in _operations(document)}
    served = {
        (route.path.replace(":path}", "}"), method)
        for part in (api_games, api_deals, api_record, api_solver)
        for route in part.router.routes
        for method in route.methods
    }
    assert served - documented == {(url("/docs"), "GET")}
    assert documented < served
    assert document["openapi"].startswith("3.1")
    assert document["info"]["version"] == "1"


def test_the_document_describes_every_part_of_it(document: Json) -> None:
    operations = list(_operations(document))
    assert len({operation["operationId"] for *_, operation in operations}) == len(operations)
    tags = {tag["name"] for tag in document["tags"]}
    for path, _, operation in operations:
        assert operation["description"].endswith(".")
        assert set(operation["tags"]) <= tags
        assert re.findall(r"{(\w+)}", path) == [
            each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"
        ]
        for each in operation.get("parameters", ()):
            assert each["description"]
            assert each["schema"]["examples"]
        assert "default" in operation["responses"]
        assert all(answer["description"] for answer in operation["responses"].values())
    for name, shape in document["components"]["schemas"].items():
        assert shape["description"], name
        for field, schema in shape.get("properties", {}).items():
            assert schema.get("description"), f"{name}.{field}"


def test_every_reference_in_the_document_leads_somewhere(document: Json) -> None:
    shapes = document["components"]["schemas"]
    references = set(_references(document))
    assert references == {f"#/components/schemas/{name}" for name in shapes}


def test_errors_are_documented_in_the_shape_that_they_have(document: Json) -> None:
    error = {"$ref": "#/components/schemas/Error"}
    for _, _, operation in _operations(document):
        for status, answer in operation["responses"].items():
            schema = answer["content"]["application/json"]["schema"]
            assert (schema == error) == (not status.startswith("2"))
    assert "HTTPValidationError" not in document["components"]["schemas"]


def shape_named(name: str) -> type[BaseModel]:
    """The shape of that name, in whichever part of the interface it is described."""
    found: type[BaseModel] = next(
        getattr(part, name) for part in (models, sent, solved, figures) if hasattr(part, name)
    )
    return found


def test_every_example_has_the_shape_that_it_is_an_example_of(document: Json) -> None:
    for _, _, operation in _operations(document):
        good = next(a for s, a in operation["responses"].items() if s.startswith("2"))
        content = good["content"]["application/json"]
        name = content["schema"]["$ref"].rpartition("/")[2]
        shape: type[BaseModel] = shape_named(name)
        assert shape.model_validate(content["example"]).model_fields_set == set(shape.model_fields)
    for name in ("NewGameRequest", "MoveRequest", "StepRequest", "SolveRequest"):
        for example in document["components"]["schemas"][name]["examples"]:
            shape_named(name).model_validate(example)


def test_answers_have_exactly_the_fields_of_the_document(
    client: TestClient, document: Json
) -> None:
    shapes = document["components"]["schemas"]
    game = begin(client)
    assert set(game) == set(shapes["NewGame"]["properties"])
    assert set(play(client, game, "KD")) == set(shapes["Game"]["properties"])
    assert set(act(client, game, "KD").json()) == set(shapes["Error"]["properties"])
    listed = client.get(url("/games")).json()
    assert set(listed["games"][0]) == set(shapes["GameSummary"]["properties"])
    assert set(client.get(url(f"/deals/{PRINTED}")).json()) == set(shapes["Deal"]["properties"])
    assert set(client.get(url("/rules/N")).json()) == set(shapes["Rules"]["properties"])


def test_a_game_can_be_begun_without_being_known(document: Json) -> None:
    known: list[Json] = [{"token": []}, {"cookie": []}]
    assert document["paths"][url("/games")]["post"]["security"] == [*known, {}]
    assert document["paths"][url("/games/{game_id}/moves")]["post"]["security"] == known
    assert set(document["components"]["securitySchemes"]) == {"token", "cookie"}
    assert "security" not in document["paths"][url("/rules")]["get"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_about_it_shows_every_operation_with_nothing_from_elsewhere(
    client: TestClient, document: Json, language: str
) -> None:
    answer = client.get(url("/docs"), headers={"Accept-Language": language})
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for path, method, operation in _operations(document):
        assert f"{method.upper()} {path}" in answer.text
        assert f'id="{operation["operationId"]}"' in answer.text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in answer.text
    for script in re.findall(r"<script[^>]*>", answer.text):
        assert re.search(r'src="/static/[^"]+"', script), script
    for address in re.findall(r'(?:src|href)="(.*?)"', answer.text):
        assert address.startswith(("/", "#")), address
        assert not address.startswith("//"), address
    assert "style=" not in answer.text


def test_the_requests_on_the_page_work_as_they_stand(client: TestClient) -> None:
    """Each command of the page, sent as it says, with a game of one's own in it."""
    page = unescape(client.get(url("/docs")).text)
    commands = re.findall(r"<code>(curl .*?)\n\n", page, re.DOTALL)
    assert len(commands) == 18
    game = begin(client)
    for command in commands:
        found = re.fullmatch(
            r"curl -X (\w+) http://testserver(\S+)"
            r'(?: \\\n  -H "(Authorization): (Bearer) \$TOKEN")?'
            r"(?: \\\n  --json '(.*)')?",
            command,
        )
        assert found, command
        method, path, header, scheme, body = found.groups()
        sent = json.loads(body) if body else None
        if sent and "ply" in sent:
            sent["ply"] = look(client, game)["ply"]
        answer = client.request(
            method,
            path.replace("8mQ2vYtB5nKd1XwR", game["id"]),
            json=sent,
            headers={header: f"{scheme} {game['token']}"} if header else {},
        )
        # The solver may take a moment on a busy machine.
        assert answer.status_code in (200, 201, 202), (command, answer.text)
