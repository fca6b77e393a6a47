"""How hard a deal is: on its page, as JSON, and as a wish for a new game."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.analysis import Analysis, Found
from app.engine import Setup
from app.record import GRADES, grade_of
from tests.support.games import stored_game
from tests.web.player import HTMX, Page
from tests.web.solving import HOPELESS, PRINTED

CUSTOM = "PY1-XO3V-AAAAAAS"


@pytest.fixture
def client(solving_app: FastAPI) -> TestClient:
    """A new visitor of the module's site."""
    return TestClient(solving_app)


def settled(client: TestClient, code: str) -> Page:
    """The line about the grade once it is found out, as the page asks for it."""
    path = f"/d/{code}/grade"
    for _ in range(200):
        page = Page(client.get(path, headers=HTMX))
        line = page.root.one(id="deal-grade")
        if line["data-grade"] != "pending":
            return page
        path = line["hx-get"]
    raise AssertionError("the grade was never found out")


def test_a_deal_page_tells_the_grade(client: TestClient) -> None:
    found = grade_of(Setup.parse(PRINTED))
    assert found is not None
    line = settled(client, PRINTED).root.one(id="deal-grade")
    assert line["data-grade"] == "graded"
    names = ("gentle", "easy", "even", "hard", "fierce")
    assert found.grade is not None
    told = f"Grade {found.grade} of 5: {names[found.grade - 1]}."
    assert line.text.startswith(f"{told} A guesser would lose the win {found.slips:.1f} times")
    # From then on the page has it at once; without scripts its address leads to the page.
    page = Page(client.get(f"/d/{PRINTED}"))
    assert page.root.one(id="deal-grade").text == line.text
    answer = client.get(f"/d/{PRINTED}/grade", follow_redirects=False)
    assert answer.headers["location"] == f"/d/{PRINTED}"


def test_custom_rules_have_slips_alone(client: TestClient) -> None:
    text = settled(client, CUSTOM).root.one(id="deal-grade").text
    assert text.startswith(("A guesser", "Even a guesser"))


def test_of_a_deal_that_cannot_be_won_nothing_is_said(client: TestClient) -> None:
    line = settled(client, HOPELESS).root.one(id="deal-grade")
    assert (line["data-grade"], line.text) == ("none", "")


def test_what_is_no_code_has_no_grade(client: TestClient) -> None:
    assert client.get("/d/nonsense/grade", headers=HTMX).status_code == 404
    assert client.get("/api/v1/deals/nonsense/grade").status_code == 422


@pytest.mark.parametrize("code", [PRINTED, HOPELESS, CUSTOM])
def test_programs_get_slips_and_grade(client: TestClient, code: str) -> None:
    for _ in range(200):
        answer = client.get(f"/api/v1/deals/{code}/grade")
        if answer.status_code == 200:
            break
        assert answer.status_code == 202
    found = grade_of(Setup.parse(code))
    assert answer.json() == {
        "code": code,
        "slips": found.slips if found else None,
        "grade": found.grade if found else None,
    }


def test_a_grade_is_found_once_for_all_processes(
    client: TestClient, solving_app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(client, PRINTED)
    site = solving_app.state.site
    monkeypatch.setattr(site.analysis._jobs, "known", lambda _question: None)

    async def ask(*_args: Any, **_options: Any) -> None:
        raise AssertionError("it is kept in the store")

    monkeypatch.setattr(Analysis, "ask", ask)
    assert settled(client, PRINTED).root.one(id="deal-grade")["data-grade"] == "graded"


@pytest.mark.parametrize("grade", GRADES)
def test_a_new_game_can_be_asked_for_by_grade(client: TestClient, grade: int) -> None:
    page = Page(client.post("/games", data={"rules": "M", "grade": str(grade)}))
    assert page.status == 200
    found = grade_of(Setup.parse(page.game["data-code"]))
    assert found is not None
    assert found.grade == grade
    stored = stored_game(
        client.app.state.site.store,  # type: ignore[attr-defined]
        page.response.url.path.rsplit("/", 1)[1],
    )
    assert stored.winnable


def test_the_page_for_a_new_game_offers_the_grades(client: TestClient) -> None:
    wishes = Page(client.get("/new")).root.all("input", name="grade")
    assert [wish["value"] for wish in wishes] == ["", "1", "2", "3", "4", "5"]
    assert [wish["value"] for wish in wishes if "checked" in wish] == [""]


@pytest.mark.parametrize("grade", ["0", "6", "x", "1.5"])
def test_what_is_no_grade_is_no_wish(client: TestClient, grade: str) -> None:
    assert Page(client.post("/games", data={"rules": "M", "grade": grade})).status == 200


def test_where_none_is_found_in_time_the_wish_stays(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(_self: Analysis, question: Any, **_options: Any) -> Found:
        assert question.grade == 5
        return Found(None)

    monkeypatch.setattr(Analysis, "ask", ask)
    page = Page(client.post("/games", data={"rules": "N", "grade": "5"}))
    assert page.status == 503
    wishes = page.root.all("input", name="grade")
    assert [wish["value"] for wish in wishes if "checked" in wish] == ["5"]
