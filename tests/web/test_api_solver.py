"""What the solver says, as JSON: the same as on the pages, or 202 while it is found out."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from app.analysis import Analysis, Found
from app.analysis.questions import Question
from app.analysis.work import without_answer
from app.engine import PRESETS, Deal, Game, Move, Position, Setup, Status, parse_entry
from app.i18n import LANGUAGES
from app.solver import Verdict
from app.web.api import models
from app.web.api.document import API_PATH
from tests.support.client import Client
from tests.support.games import stored_game
from tests.support.table import golden_line
from tests.web.solving import HOPELESS, LOSABLE, LOSING, PRINTED, solver_of

WANDERING = f"draw {LOSING} draw undo undo redo"
Json = dict[str, Any]


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A new visitor of the module's site."""
    return Client(solving_app)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that has not answered yet."""

    async def ask(_self: Analysis, _question: Question, **_options: Any) -> Any:
        return None

    monkeypatch.setattr(Analysis, "ask", ask)
    monkeypatch.setattr(Analysis, "known", lambda _self, _question: None)


@pytest.fixture
def nothing_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver whose time always runs out."""

    async def ask(_self: Analysis, question: Question, **_options: Any) -> Any:
        return without_answer(question)

    monkeypatch.setattr(Analysis, "ask", ask)
    monkeypatch.setattr(Analysis, "known", lambda _self, _question: None)


def url(path: str) -> str:
    return API_PATH + path


def begin(client: TestClient, code: str, *entries: str) -> Json:
    """A game that was begun and brought on by requests."""
    answer = client.post(url("/games"), json={"code": code})
    assert answer.status_code == 201
    game: Json = answer.json()
    for entry in entries:
        path, body = f"/games/{game['id']}/moves", {"move": entry, "ply": game["ply"]}
        if entry in ("undo", "redo"):
            path, body = f"/games/{game['id']}/{entry}", {"ply": game["ply"]}
        answer = client.post(url(path), json=body)
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def answered(client: TestClient, method: str, path: str, **options: Any) -> Json:
    """What is answered once it is found out."""
    deadline = time.monotonic() + 60
    while (answer := client.request(method, url(path), **options)).status_code == 202:
        assert answer.headers["retry-after"] == "1"
        assert time.monotonic() < deadline
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def about(client: TestClient, game: Json, part: str) -> Json:
    return answered(client, "GET", f"/games/{game['id']}/{part}")


def refused(answer: Response, status: int, error: str) -> Json:
    """The error of an answer that is one, in the shape that is promised."""
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    models.Error.model_validate(found)
    assert found["error"] == error
    return found


# Verdict


@pytest.mark.parametrize(
    ("code", "line", "verdict", "deal", "detail"),
    [
        (PRINTED, (), "winnable", "winnable", "winnable"),
        (PRINTED, golden_line(PRINTED), "winnable", "winnable", "won"),
        (LOSABLE, (LOSING,), "lost", "winnable", "no longer winnable"),
        (HOPELESS, ("draw",), "lost", "lost", "this deal cannot be won"),
    ],
)
def test_the_verdict_is_about_the_game_and_about_its_deal(
    client: TestClient, code: str, line: tuple[str, ...], verdict: str, deal: str, detail: str
) -> None:
    game = begin(client, code, *line)
    assert about(client, game, "verdict") == {
        "ply": len(line),
        "verdict": verdict,
        "deal": deal,
        "detail": detail,
    }


@pytest.mark.usefixtures("nothing_found_out")
def test_what_is_not_found_out_in_time_is_unknown(client: TestClient) -> None:
    game = begin(client, PRINTED)
    found = about(client, game, "verdict")
    assert (found["verdict"], found["deal"], found["detail"]) == (
        "unknown",
        "unknown",
        "not known yet",
    )
    hint = about(client, game, "hint")
    assert (hint["verdict"], hint["move"], hint["most"]) == ("unknown", None, None)
    solution = answered(client, "POST", "/solve", json={"deal": PRINTED})
    assert [solution[name] for name in ("verdict", "actions", "most", "line")] == [
        "unknown",
        None,
        None,
        None,
    ]


# Hint


def test_following_every_hint_wins(client: TestClient) -> None:
    game = begin(client, PRINTED)
    solver = solver_of(PRINTED)
    while game["status"] == "playing":
        hint = about(client, game, "hint")
        assert (hint["ply"], hint["verdict"], hint["most"]) == (
            game["ply"],
            "winnable",
            game["left"],
        )
        assert hint["move"] in game["legal"]
        answer = client.post(
            url(f"/games/{game['id']}/moves"), json={"move": hint["move"], "ply": game["ply"]}
        )
        game = answer.json()
    assert game["status"] == "won"
    assert solver.verdict(Position.start(Setup.parse(PRINTED))) is Verdict.WINNABLE
    over = about(client, game, "hint")
    assert (over["move"], over["detail"]) == (None, "This game is over.")


def test_a_lost_game_is_never_told_to_draw(client: TestClient) -> None:
    game = begin(client, LOSABLE, LOSING)
    for _ in range(6):
        hint = about(client, game, "hint")
        log = (LOSING, *["draw"] * (game["ply"] - 1))
        position = Game(Setup.parse(LOSABLE), tuple(map(parse_entry, log))).position
        assert hint["verdict"] == "lost"
        assert hint["most"] == solver_of(LOSABLE).most(position).cards
        assert hint["move"] not in ("draw", "recycle")
        if hint["move"]:
            after = position.play(Move.parse(hint["move"]))
            kept = position.left - after.left + solver_of(LOSABLE).most(after).cards
            assert kept == hint["most"]
        game = client.post(
            url(f"/games/{game['id']}/moves"), json={"move": "draw", "ply": game["ply"]}
        ).json()


def test_only_a_hint_that_names_a_winning_move_counts_once_a_board(client: TestClient) -> None:
    def hints(game: Json) -> int:
        app: Any = client.app
        return stored_game(app.state.site.store, game["id"]).hints

    game = begin(client, PRINTED)
    for _ in range(3):
        about(client, game, "hint")
    about(client, game, "verdict")
    assert hints(game) == 1
    hopeless = begin(client, HOPELESS)
    about(client, hopeless, "hint")
    assert hints(hopeless) == 0


# Review


def test_a_review_judges_every_entry(client: TestClient) -> None:
    game = begin(client, LOSABLE, *WANDERING.split())
    client.post(url(f"/games/{game['id']}/leave"))
    review = about(client, game, "review")
    assert (review["id"], review["code"]) == (game["id"], LOSABLE)
    assert [moment["entry"] for moment in review["moments"]] == WANDERING.split()
    assert [moment["ply"] for moment in review["moments"]] == [1, 2, 3, 4, 5, 6]
    judged = [(moment["before"], moment["after"]) for moment in review["moments"]]
    w, n = "winnable", "lost"
    assert judged == [(w, w), (w, n), (n, n), (n, n), (n, w), (w, n)]
    for ply, moment in enumerate(review["moments"]):
        lost = (moment["before"], moment["after"]) == (w, n)
        assert (moment["better"] is not None) is lost
        if lost:
            played = Game(Setup.parse(LOSABLE), tuple(map(parse_entry, WANDERING.split()[:ply])))
            for move in moment["better"]:
                played = played.play(Move.parse(move))
            assert played.status is Status.WON


def test_a_game_that_goes_on_has_no_review(client: TestClient) -> None:
    game = begin(client, PRINTED, "KD")
    error = refused(client.get(url(f"/games/{game['id']}/review")), 422, "not_finished")
    assert error["game"]["ply"] == 1
    assert "once it is over or given up" in error["detail"]


# Solving


@pytest.mark.parametrize(
    ("deal", "rules", "code"),
    [
        (PRINTED, "M", PRINTED),
        ("py1 m aaaaaas", None, "PY1-M-AAAAAAS"),
        ("ms:617", "M", str(Setup(PRESETS["M"], Deal.read("ms:617")))),
        (
            "\n".join(map(str, Deal.read("pysol:7").cards)).replace("T", "10"),
            "XD2A",
            str(Setup(PRESETS["N"].parse("XD2A"), Deal.read("pysol:7"))),
        ),
    ],
)
def test_any_deal_is_solved(client: TestClient, deal: str, rules: str | None, code: str) -> None:
    body = {"deal": deal} | ({} if rules is None else {"rules": rules})
    found = answered(client, "POST", "/solve", json=body)
    assert found["code"] == code
    solver, start = solver_of(code), Position.start(Setup.parse(code))
    assert found["verdict"] == solver.verdict(start).value
    assert found["most"] == solver.most(start).cards
    line = solver.shortest(start).line
    assert found["actions"] == (None if line is None else len(line))
    if found["line"] is not None:
        game = Game(Setup.parse(code), tuple(map(Move.parse, found["line"])))
        assert (game.status, len(game.line)) == (Status.WON, found["actions"])


def test_a_deal_that_cannot_be_won_has_its_most_cards(client: TestClient) -> None:
    found = answered(client, "POST", "/solve", json={"deal": HOPELESS})
    assert found == {
        "code": HOPELESS,
        "verdict": "lost",
        "actions": None,
        "most": 14,
        "line": None,
        "detail": "This deal cannot be won under these rules.",
    }


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        ({"deal": "PY1-N-AAAA"}, "notation", "seven letters"),
        ({"deal": "JD 6C"}, "notation", "Only 2 cards"),
        ({"deal": "ms:617", "rules": "Z"}, "notation", "N S T R P C M"),
        ({"deal": ""}, "notation", ""),
        ({}, "invalid", "“deal”"),
        ({"deal": 7}, "invalid", "“deal”"),
        ({"deal": PRINTED, "rules": None}, "invalid", "“rules”"),
        ({"deal": PRINTED, "line": True}, "invalid", "“line”"),
        ([], "invalid", '{"deal": "PY1-N-AAAAAAS"}'),
    ],
)
def test_what_cannot_be_read_is_explained(
    client: TestClient, body: object, error: str, said: str
) -> None:
    found = refused(client.post(url("/solve"), json=body), 422, error)
    assert said in found["detail"]
    assert found["game"] is None


def test_solving_creates_nothing(client: TestClient) -> None:
    answered(client, "POST", "/solve", json={"deal": PRINTED})
    assert not client.cookies
    assert client.get(url("/games")).json() == {"games": [], "more": False}


# Only deals that can be won


@pytest.mark.parametrize("rules", ["S", "XD2A"])
def test_a_new_game_may_have_to_be_one_that_can_be_won(client: TestClient, rules: str) -> None:
    for _ in range(3):
        answer = client.post(url("/games"), json={"rules": rules, "winnable": True})
        assert answer.status_code == 201
        setup = Setup.parse(answer.json()["code"])
        assert solver_of(str(setup)).verdict(Position.start(setup)) is Verdict.WINNABLE


def test_where_no_such_deal_is_found_in_time_that_is_said(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(_self: Analysis, _question: object, **_options: Any) -> Any:
        return Found(None)

    monkeypatch.setattr(Analysis, "ask", ask)
    answer = client.post(url("/games"), json={"rules": "S", "winnable": True})
    assert "Try again" in refused(answer, 503, "none_found")["detail"]
    assert answer.headers["retry-after"] == "1"
    assert not client.cookies


@pytest.mark.parametrize(
    "body", [{"code": PRINTED, "winnable": True}, {"rules": "N", "winnable": "yes"}]
)
def test_a_wish_that_makes_no_sense_is_refused(client: TestClient, body: Json) -> None:
    refused(client.post(url("/games"), json=body), 422, "invalid")


# While it is found out; who may ask


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("part", ["verdict", "hint", "review"])
def test_what_is_being_found_out_is_answered_with_when_to_ask_again(
    client: TestClient, part: str
) -> None:
    game = begin(client, LOSABLE, LOSING)
    client.post(url(f"/games/{game['id']}/leave"))
    for language in LANGUAGES:
        answer = client.get(
            url(f"/games/{game['id']}/{part}"), headers={"Accept-Language": language}
        )
        assert answer.status_code == 202
        assert answer.headers["retry-after"] == "1"
        assert answer.headers["cache-control"] == "no-store"
        assert list(answer.json()) == ["detail"]
        assert len(answer.json()["detail"]) > 5
    answer = client.post(url("/solve"), json={"deal": PRINTED})
    assert (answer.status_code, answer.headers["retry-after"]) == (202, "1")


@pytest.mark.parametrize("part", ["verdict", "hint", "review"])
def test_another_visitors_game_is_as_if_there_were_none(
    solving_app: FastAPI, client: TestClient, part: str
) -> None:
    game = begin(client, PRINTED, "KD")
    client.post(url(f"/games/{game['id']}/leave"))
    path = url(f"/games/{game['id']}/{part}")
    stranger = Client(solving_app)
    refused(stranger.get(path), 404, "not_found")
    refused(stranger.get(path, headers={"Authorization": "Bearer none"}), 401, "unknown_token")
    assert client.get(path).status_code in (200, 202)
    assert client.head(path).content == b""
    assert client.post(path, json={}).status_code == 405


def test_the_document_has_every_answer_and_its_examples_are_what_is_answered(
    client: TestClient,
) -> None:
    document = client.get(url("/openapi.json")).json()
    paths = document["paths"]
    game = begin(client, PRINTED, "KD")
    told = {
        "verdict": about(client, game, "verdict"),
        "hint": about(client, game, "hint"),
    }
    client.post(url(f"/games/{game['id']}/leave"))
    told["review"] = about(client, game, "review") | {"id": "8mQ2vYtB5nKd1XwR"}
    told["solve"] = answered(client, "POST", "/solve", json={"deal": PRINTED})
    for part, found in told.items():
        path = url("/solve") if part == "solve" else url(f"/games/{{game_id}}/{part}")
        (operation,) = paths[path].values()
        answers = operation["responses"]
        assert answers["200"]["content"]["application/json"]["example"] == found
        assert answers["202"]["headers"]["Retry-After"]["schema"] == {"type": "integer"}
        assert answers["202"]["content"]["application/json"]["schema"]["$ref"].endswith("/Pending")
        name = answers["200"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert set(found) == set(document["components"]["schemas"][name]["properties"])
    assert "503" in paths[url("/games")]["post"]["responses"]
    # Nobody has to be known to have a deal solved.
    assert "security" not in paths[url("/solve")]["post"]
    assert json.dumps(document).count("Retry-After") >= 4
