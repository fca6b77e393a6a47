"""The page of the figures: what they are, what they are narrowed to, and what is said of them."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import event

from app.engine import Setup
from app.main import create_app
from app.settings import Settings
from app.store import Store, deal_key
from app.web.visit import Site
from tests.store.play import Clock
from tests.support.table import golden_line
from tests.web.player import Page, Player
from tests.web.solving import PRINTED

OTHER = "PY1-S-AAAAAAS"


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 12, 1, 12, tzinfo=UTC))


@pytest.fixture
def app(settings: Settings, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(Site, "now", staticmethod(clock))
    monkeypatch.setattr("app.main.Store", partial(Store, clock=clock))
    return create_app(settings)


def figures(client: TestClient, path: str = "/stats") -> dict[str, str]:
    """Every figure of a page as other programs read it."""
    page = Page(client.get(path)).root
    found = {}
    for block in (page.one("dl", class_="figures"), page.one("table", class_="measures")):
        for each in block.all(data_figure=None):
            assert each["data-figure"] not in found
            found[each["data-figure"]] = each["data-value"]
    return found


@pytest.fixture
def history(app: FastAPI, client: TestClient, clock: Clock) -> int:
    """Two wins of one deal, the second with an undo, and a loss of another; the strokes of a win.

    The second win is of December, all else of November.
    """
    clock.now = datetime(2026, 11, 30, 23, 50, tzinfo=UTC)
    store: Store = app.state.site.store
    line = golden_line(PRINTED)
    first = Player(client, PRINTED)
    store.games.note_known(deal_key(Setup.parse(PRINTED)), True, len(line))
    first.skip(*line)
    lost = Player(client, OTHER)
    lost.skip("draw", "draw")
    clock.wait(60)
    lost.post("leave")
    clock.now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    second = Player(client, PRINTED)
    second.skip("draw", "undo", *line)
    return len(line)


def test_a_newcomer_is_told_what_will_be_there_and_is_made_no_visitor(client: TestClient) -> None:
    for path in ("/stats", "/stats/S"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert "After your first move there will be figures here" in answer.text
    assert set(figures(client).values()) <= {"0", ""}
    assert client.get("/stats/nonsense").status_code == 404
    assert client.get("/stats/n", follow_redirects=False).headers["location"] == "/stats/N"


def test_figures_are_what_was_played(client: TestClient, history: int) -> None:
    found = figures(client)
    assert {name: found[name] for name in ("begun", "won", "left", "open")} == {
        **{"begun": "3", "won": "2"},
        **{"left": "1", "open": "0"},
    }
    assert (found["deals_played"], found["deals_won"]) == ("2", "1")
    assert (found["streak"], found["longest_streak"]) == ("1", "1")
    assert float(found["share"]) == pytest.approx(2 / 3)
    assert (found["share_winnable"], found["at_par"]) == ("1.0", "1")
    assert float(found["undos"]) == pytest.approx(1 / 3)
    assert found["days"] == "2"
    assert found["best-strokes-first_sight"] == str(history)
    assert float(found["median-strokes-first_sight"]) == history
    assert float(found["median-strokes-any"]) == history + 1
    assert float(found["best-over_par-any"]) == 0


@pytest.mark.parametrize(
    ("path", "begun", "won"),
    [
        ("/stats/N", "2", "2"),
        ("/stats/S", "1", "0"),
        ("/stats/XD3A", "0", "0"),
        ("/stats?help=alone", "2", "1"),
        ("/stats?help=own", "1", "1"),
        ("/stats?help=helped", "0", "0"),
        ("/stats?period=2026-11", "2", "1"),
        ("/stats?period=2026-12", "1", "1"),
        ("/stats?period=2026", "3", "2"),
        ("/stats/N?help=own&period=2026-12", "1", "1"),
    ],
)
@pytest.mark.usefixtures("history")
def test_figures_are_narrowed_by_the_same_code(
    client: TestClient, path: str, begun: str, won: str
) -> None:
    found = figures(client, path)
    assert (found["begun"], found["won"]) == (begun, won)


@pytest.mark.parametrize("query", ["help=nonsense", "period=1999", "period=2026-1"])
@pytest.mark.usefixtures("history")
def test_what_cannot_be_narrowed_to_is_said(client: TestClient, query: str) -> None:
    answer = client.get(f"/stats?{query}")
    assert answer.status_code == 422
    page = Page(answer).root
    assert page.one(role="alert").text.startswith(("Help is", "Nothing ended"))
    assert page.one("dl", class_="figures").one(data_figure="begun").text == "3"


@pytest.mark.usefixtures("history")
def test_every_figure_says_what_it_counts(client: TestClient) -> None:
    page = Page(client.get("/stats/N")).root
    for block in page.one("dl", class_="figures").all("div"):
        assert block.one("dd", class_="help").text.endswith(".")
    for row in page.one("table", class_="measures").one("tbody").all("tr"):
        assert row.one("small").text.endswith(".")


@pytest.mark.usefixtures("history")
def test_each_rule_set_stands_in_short_below_all(client: TestClient) -> None:
    rows = {
        row["data-rules"]: [each.text for each in row.all(data_figure=None)]
        for row in Page(client.get("/stats")).root.all("tr", data_rules=None)
    }
    assert rows == {"N": ["2", "2", "100%", "2"], "S": ["1", "0", "0%", "0"]}


def test_plots_have_a_sentence_a_table_and_nothing_that_the_policy_forbids(
    app: FastAPI, client: TestClient, clock: Clock, history: int
) -> None:
    assert history
    for week in range(60):
        clock.now = datetime(2027, 1, 1, 12, tzinfo=UTC)
        clock.wait(week * 7 * 86_400)
        player = Player(client, OTHER)
        player.skip("draw")
        clock.wait(30 + week)
        player.skip("draw")
        player.post("leave")
    page = Page(client.get("/stats")).root
    plots = page.all("section", data_plot=None)
    assert [plot["data-plot"] for plot in plots] == [
        *("over_par", "share_by_week", "cards_left", "time_by_week"),
    ]
    drawn = [plot for plot in plots if plot.has("svg")]
    assert [plot["data-plot"] for plot in drawn] == ["over_par", "share_by_week", "time_by_week"]
    for plot in drawn:
        svg = plot.one("svg")
        assert svg["role"] == "img"
        assert svg.one("title").text
        assert svg.one("desc").text == plot.all("p")[0].text
        assert 2 <= len(plot.all("tr")) <= 61
    text = client.get("/stats").text
    assert "style=" not in text
    year = page.one("table", class_="year")
    assert len(year.one("thead").all("th")) == 53
    assert [len(row.all("td")) for row in year.one("tbody").all("tr")] == [53] * 7


@pytest.mark.usefixtures("history")
def test_programs_get_the_figures_of_the_page(client: TestClient) -> None:
    for rules, path in (("", "/stats"), ("?rules=N", "/stats/N")):
        told: dict[str, Any] = client.get(f"/api/v1/stats{rules}").json()
        shown = figures(client, path)
        for name in ("begun", "won", "left", "open", "deals_played", "streak", "days", "share"):
            assert float(shown[name]) == told[name]
        assert told["best"]["any"]["strokes"] == float(shown["best-strokes-any"])
    assert client.get("/api/v1/stats?rules=nonsense").status_code == 422


def test_a_stranger_gets_zeros_as_json(client: TestClient) -> None:
    answer = client.get("/api/v1/stats")
    assert "set-cookie" not in answer.headers
    told = answer.json()
    assert (told["begun"], told["share"]) == (0, None)
    assert told["median"]["first_sight"] == {
        **{"strokes": None, "over_par": None},
        **{"seconds": None, "points": None},
    }


@pytest.mark.usefixtures("history")
def test_a_page_takes_as_many_queries_however_much_was_played(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    asked: list[str] = []
    store: Store = app.state.site.store
    event.listen(
        store.database.engine,
        "before_cursor_execute",
        lambda *call: asked.append(call[2]) if call[2].startswith("SELECT") else None,
    )
    counts = set()
    for number in range(4):
        clock.wait(40 * 86_400 * number)
        player = Player(client, OTHER)
        player.skip("draw")
        player.post("leave")
        client.get("/stats")
        asked.clear()
        client.get("/stats")
        counts.add(len(asked))
    assert len(counts) == 1
