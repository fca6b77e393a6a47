"""The event loop stays free: whatever takes a while to draw or to write is done in a thread."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel

from app.analysis import Analysis
from app.analysis.questions import Question
from app.analysis.work import without_answer
from app.main import Application
from app.store import MOST_GIVEN
from app.web.api import deals as api_deals
from app.web.deals import deal
from app.web.drawing.render import Renderer
from tests.support.effort import some
from tests.web.player import HTMX, Player
from tests.web.routes import every_route_of
from tests.web.solving import PRINTED

WON = (
    *("KD", *("draw",) * 17, "7C6S", "draw", "draw", "7S6D", "draw", "draw", "9D4H", "TC3S"),
    *("TD3H", "draw", "draw", "8D5S", "QCAD", "JS2C", "KH", "KC", "TS3D", "KS", "recycle"),
    *("draw", "7D6H", "9C4D", "8S5H", "QSAS", "7H6C", "draw", "draw", "JD2H"),
)
PARTS: dict[str, tuple[str, ...]] = {
    "{code}": (PRINTED, "nonsense"),
    "{code:path}": (PRINTED, f"{PRINTED}.png", "nonsense"),
    "{challenge_id}": ("nobodys",),
    "{device}": ("0123456789abcdef", "nonsense"),
    "{date}": ("2025-06-30", "nonsense"),
    "{key}": ("king",),
    "{letter}": ("N", "nonsense"),
    "{ply}": ("0", "999"),
    "{rules}": ("N", "nonsense"),
}
"""What stands for the parameters of paths, beside the games."""
QUERIES = ("", "?example=king&move=KD", "?move=KD&deal=nonsense", f"?deal={PRINTED}")
FORMS: tuple[dict[str, str], ...] = (
    {},
    {"rules": "N"},
    {"rules": "N", "winnable": "1"},
    {"rules": "nonsense"},
    {"code": "nonsense"},
    {"code": PRINTED, "moves": "QSKD"},
    {"code": PRINTED, "moves": "draw " * (MOST_GIVEN + 1)},
    {"move": "KD", "ply": "0"},
    {"move": "QSKD", "ply": "0"},
    {"ply": "0"},
)
BODIES: tuple[object, ...] = (
    {},
    {"rules": "N"},
    {"rules": "N", "winnable": True},
    {"rules": "nonsense"},
    {"move": "KD", "ply": 0},
    {"move": "nonsense", "ply": 0},
    {"ply": 0},
    {"deal": PRINTED},
    {"deal": "nonsense"},
)


@pytest.fixture
def drawn_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn or written in the thread of an event loop."""
    found: list[str] = []

    def watch(owner: object, name: str) -> None:
        original = getattr(owner, name)

        @functools.wraps(original)
        def watched(*arguments: Any, **options: Any) -> Any:
            # Which is none in a thread that no loop runs in.
            if asyncio._get_running_loop() is not None:
                found.append(name)
            return original(*arguments, **options)

        monkeypatch.setattr(owner, name, watched)

    watch(Renderer, "render")
    watch(BaseModel, "model_dump_json")
    watch(Application, "openapi")
    watch(api_deals, "document_view")
    watch(deal, "preview_picture")
    return found


@pytest.fixture(params=["not yet", "not in time"])
def _answers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that has not answered yet, and one whose time ran out."""

    async def ask(_self: Analysis, question: Question, **_options: Any) -> Any:
        return None if request.param == "not yet" else without_answer(question)

    monkeypatch.setattr(Analysis, "ask", ask)


def addresses(app: FastAPI, method: str, games: list[str]) -> Iterator[str]:
    """The addresses of every route with a method, whatever stands for its parameters."""
    for _, path in sorted(each for each in every_route_of(app) if each[0] == method):
        found = [path]
        for parameter, values in (PARTS | {"{game_id}": (*games, "nobodys")}).items():
            found = [
                each.replace(parameter, value)
                for each in found
                for value in (values if parameter in each else ("",))
            ]
        assert not any("{" in each for each in found), f"say in PARTS what {path} may be"
        yield from found


@pytest.fixture
def games(client: TestClient) -> list[str]:
    """The ids of a game that is won, one that was given up and one that goes on."""
    begun = [Player(client, PRINTED) for _ in range(3)]
    begun[0].skip(*WON)
    return [player.path.rpartition("/")[2] for player in begun]


@pytest.mark.usefixtures("_answers")
def test_no_page_is_drawn_on_the_event_loop(
    app: FastAPI, client: TestClient, games: list[str], drawn_on_the_loop: list[str]
) -> None:
    cases = product(addresses(app, "GET", games), QUERIES, ({}, HTMX))
    for address, query, headers in some([*cases]):
        client.get(address + query, headers=headers, follow_redirects=False)
        assert drawn_on_the_loop == [], (address + query, headers)


@pytest.mark.usefixtures("_answers")
def test_no_answer_to_an_action_is_drawn_on_the_event_loop(
    app: FastAPI, client: TestClient, games: list[str], drawn_on_the_loop: list[str]
) -> None:
    cases = [
        (address, body, headers)
        for address in addresses(app, "POST", games)
        for body in (BODIES if address.startswith("/api/") else FORMS)
        for headers in ({}, HTMX)
    ]
    for address, body, headers in some(cases):
        sent: dict[str, Any] = {"json" if address.startswith("/api/") else "data": body}
        client.post(address, **sent, headers=headers, follow_redirects=False)
        assert drawn_on_the_loop == [], (address, body, headers)


def test_no_refusal_is_drawn_on_the_event_loop(
    client: TestClient, drawn_on_the_loop: list[str]
) -> None:
    for method, path, headers in [
        ("GET", "/nowhere", {}),
        ("DELETE", "/rules", {}),
        ("POST", "/games", {"Origin": "http://evil.example"}),
        ("POST", "/games", {"Content-Length": "9999999"}),
        ("POST", "/api/v1/games", {"Sec-Fetch-Site": "cross-site"}),
    ]:
        assert client.request(method, path, headers=headers).status_code >= 400
        assert drawn_on_the_loop == [], path


def test_what_is_drawn_on_the_event_loop_is_noticed(
    app: FastAPI, browsers: Callable[[], TestClient], drawn_on_the_loop: list[str]
) -> None:
    async def drawing() -> str:
        return str(app.openapi()["openapi"])

    app.add_api_route("/drawing", drawing, include_in_schema=False)
    assert browsers().get("/drawing").status_code == 200
    assert drawn_on_the_loop == ["openapi"]
