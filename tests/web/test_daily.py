"""The deal of the day: its page and archive, beginning a game of it, and what counts for a day."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.analysis import Analysis, DayDeal, Grade
from app.engine import PRESETS
from app.main import create_app
from app.settings import Settings
from app.store import Origin, Store
from app.web.visit import Site
from tests.store.play import Clock
from tests.support.games import stored_game
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import Page, Player
from tests.web.solving import PRINTED

TODAY = date(2026, 12, 1)


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 12, 1, 12, tzinfo=UTC))


@pytest.fixture
def asked() -> list[tuple[date, str]]:
    """What the solver was asked, of which it knows a deal for every day and preset."""
    return []


@pytest.fixture
def app(
    settings: Settings,
    clock: Clock,
    asked: list[tuple[date, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> FastAPI:
    async def daily(_self: Analysis, day: date, letter: str, **_options: Any) -> DayDeal:
        asked.append((day, letter))
        return DayDeal(PRINTED.replace("-N-", f"-{letter}-"), Grade(2.5, 2))

    monkeypatch.setattr(Analysis, "daily", daily)
    monkeypatch.setattr(Site, "now", staticmethod(clock))
    monkeypatch.setattr("app.main.Store", partial(Store, clock=clock))
    return create_app(settings)


def at(clock: Clock, moment: str) -> None:
    clock.now = datetime.fromisoformat(moment).replace(tzinfo=UTC)


def page_of(client: TestClient, path: str = "/daily") -> Page:
    return Page(client.get(path))


def way(page: Page, letter: str = "N") -> Element:
    return page.root.one("li", data_rules=letter)


def figures(page: Page) -> tuple[int, int, int]:
    """Days of this month, the longest streak, the streak now."""
    names = ("days_this_month", "longest_daily_streak", "daily_streak")
    shown = page.root.one("dl", data_rules="all")
    month, longest, streak = (int(shown.one("dd", data_figure=name).text) for name in names)
    return month, longest, streak


def begin(client: TestClient, day: date | str = TODAY, letter: str = "N") -> Player:
    """Begin the deal of a day as its form does."""
    page = page_of(client, f"/daily/{day}")
    button = way(page, letter).one("button")
    form = button.inside("form")
    player = Player.__new__(Player)
    player.client, player.headers = client, {}
    player.page = Page(client.post(form["action"], data=form.fields(button)))
    player.path = player.page.response.url.path
    assert player.path.startswith("/g/"), player.page.root.text
    return player


def win(player: Player) -> None:
    player.skip(*golden_line(PRINTED))


def test_the_page_of_today_has_a_deal_for_every_preset_the_classic_first(
    client: TestClient, asked: list[tuple[date, str]]
) -> None:
    page = page_of(client)
    ways = page.root.one("ul", class_="presets").all("li")
    assert [each["data-rules"] for each in ways] == list(PRESETS)
    assert ways[0]["data-rules"] == "N"
    assert page.root.one("time")["datetime"] == "2026-12-01"
    assert "Grade 2 of 5: easy." in page.root.text
    # Looking asks the solver nothing and makes nobody a visitor.
    assert asked == []
    assert "set-cookie" not in page.response.headers


def test_it_says_when_the_day_changes(client: TestClient) -> None:
    page = page_of(client)
    assert "The next deals come at midnight UTC." in page.root.text
    assert page.root.one("span", data_zone=None)["data-zone"] == "2026-12-02T00:00:00Z"
    assert not page_of(client, "/daily/2026-11-30").root.all("span", data_zone=None)


@pytest.mark.parametrize(
    ("moment", "today"),
    [
        ("2026-12-01T23:59:59", "2026-12-01"),
        ("2026-12-02T00:00:01", "2026-12-02"),
        ("2028-02-29T12:00:00", "2028-02-29"),
        ("2026-12-31T23:59:59", "2026-12-31"),
        ("2027-01-01T00:00:01", "2027-01-01"),
    ],
)
def test_the_day_is_that_of_the_servers_clock(
    client: TestClient, clock: Clock, moment: str, today: str
) -> None:
    at(clock, moment)
    tomorrow = date.fromisoformat(today) + timedelta(days=1)
    assert page_of(client).root.one("time")["datetime"] == today
    assert page_of(client, f"/daily/{today}").status == 200
    assert page_of(client, f"/daily/{tomorrow}").status == 404
    assert client.post(f"/daily/{tomorrow}/play", data={"rules": "N"}).status_code == 404
    assert client.get(f"/api/v1/daily/{tomorrow}/N").status_code == 404


def test_a_clock_that_is_set_back_takes_the_day_away_again(
    client: TestClient, clock: Clock
) -> None:
    at(clock, "2026-12-02T00:00:01")
    win(begin(client, "2026-12-02"))
    assert figures(page_of(client)) == (1, 1, 1)
    at(clock, "2026-12-01T23:59:59")
    assert page_of(client, "/daily/2026-12-02").status == 404
    # What was won of a day that is ahead now is in no streak that ends today.
    assert figures(page_of(client))[2] == 0


@pytest.mark.parametrize(
    "text",
    ["2026-02-29", "2026-13-01", "20261201", "2026-12-1", "2024-12-31", "0001-01-01", "x"],
)
def test_what_is_no_day_of_the_archive_is_404(client: TestClient, text: str) -> None:
    assert page_of(client, f"/daily/{text}").status == 404
    assert client.post(f"/daily/{text}/play", data={"rules": "N"}).status_code == 404


def test_a_game_begun_from_a_day_keeps_it(client: TestClient, app: FastAPI) -> None:
    player = begin(client, "2026-11-30", "M")
    stored = stored_game(app.state.site.store, player.path.rsplit("/", 1)[1])
    assert (stored.origin, stored.daily_date) == (Origin.DAILY, date(2026, 11, 30))
    assert str(stored.game.setup) == PRINTED.replace("-N-", "-M-")
    assert stored.winnable


def test_a_game_of_its_plain_code_is_none_of_the_day(client: TestClient) -> None:
    player = Player(client, PRINTED)
    win(player)
    assert way(page_of(client))["data-result"] == ""
    assert figures(page_of(client)) == (0, 0, 0)


def test_an_open_game_of_the_day_goes_on(client: TestClient) -> None:
    player = begin(client)
    player.skip("KD")
    shown = way(page_of(client))
    assert shown["data-result"] == "open"
    assert shown.one("a")["href"] == player.path
    # A form of an older copy of the page goes there too.
    answer = client.post(f"/daily/{TODAY}/play", data={"rules": "N"}, follow_redirects=False)
    assert answer.headers["location"] == player.path
    # Under other rules, and on other days, it is another game.
    assert way(page_of(client), "M")["data-result"] == ""
    assert way(page_of(client, "/daily/2026-11-30"))["data-result"] == ""


@pytest.mark.parametrize(
    ("begun", "won", "result"),
    [
        ("2026-12-01T00:00:00", "2026-12-01T00:10:00", "counted"),
        ("2026-12-01T23:59:59", "2026-12-02T00:00:01", "counted"),
        ("2026-12-01T23:59:59", "2026-12-02T23:59:59", "counted"),
        ("2026-12-01T23:59:59", "2026-12-03T00:00:00", "later"),
        ("2026-12-02T00:00:01", "2026-12-02T00:00:02", "later"),
        ("2027-12-01T10:00:00", "2027-12-01T10:10:00", "later"),
    ],
)
def test_a_win_counts_for_its_day_or_fills_the_calendar_later(
    client: TestClient, clock: Clock, begun: str, won: str, result: str
) -> None:
    at(clock, begun)
    player = begin(client)
    line = golden_line(PRINTED)
    player.skip(line[0])
    at(clock, won)
    player.skip(*line[1:])
    page = page_of(client, f"/daily/{TODAY}")
    assert way(page)["data-result"] == result
    cell = page.root.one("a", aria_current="date").inside("td")
    assert cell["data-result"] == result
    assert figures(page)[1] == (result == "counted")


def test_the_day_is_the_first_action_not_the_press_of_the_button(
    client: TestClient, clock: Clock
) -> None:
    at(clock, "2026-12-01T23:59:59")
    player = begin(client)
    at(clock, "2026-12-02T00:00:01")
    win(player)
    assert way(page_of(client, f"/daily/{TODAY}"))["data-result"] == "later"


def test_a_day_that_was_lost_can_be_won_with_another_game(client: TestClient) -> None:
    player = begin(client)
    player.skip("draw")
    client.post(f"{player.path}/leave")
    assert way(page_of(client))["data-result"] == ""
    win(begin(client))
    assert way(page_of(client))["data-result"] == "counted"
    # Another win of it, later, takes nothing away.
    win(begin(client))
    assert way(page_of(client))["data-result"] == "counted"


def test_days_in_a_row_over_the_end_of_a_year(client: TestClient, clock: Clock) -> None:
    for day, letter in (("2026-12-29", "N"), ("2026-12-31", "N"), ("2027-01-01", "M")):
        at(clock, f"{day}T20:00:00")
        win(begin(client, day, letter))
    # The 30th was missed, which is passed over; of January there is one day.
    page = page_of(client)
    assert figures(page) == (1, 3, 3)
    assert way(page, "N").one(data_figure="daily_streak").text == "2 days in a row."
    assert not way(page, "M").all(data_figure="daily_streak")
    at(clock, "2027-01-05T00:00:01")
    assert figures(page_of(client)) == (1, 3, 0)


def test_the_archive_goes_by_months(client: TestClient, clock: Clock) -> None:
    at(clock, "2028-02-29T10:00:00")
    page = page_of(client)
    month = page.root.one("table", class_="month")
    assert len(month.all("a")) == 29
    assert page.root.one("h2", id="daily-month").text == "February 2028"
    back = [link for link in page.root.all("a", class_="button") if link.text == "Earlier"]
    assert back[0]["href"] == "/daily/2028-01-31"
    first = page_of(client, "/daily/2025-01-15")
    assert not [link for link in first.root.all("a", class_="button") if link.text == "Earlier"]
    # Of the days ahead there are numbers without links.
    at(clock, "2028-02-10T10:00:00")
    assert len(page_of(client).root.one("table", class_="month").all("a")) == 10


@pytest.mark.parametrize("letter", ["", "Q", "XD3A", "n"])
def test_what_is_no_preset_is_refused_on_the_page(client: TestClient, letter: str) -> None:
    page = Page(client.post(f"/daily/{TODAY}/play", data={"rules": letter}))
    assert page.status == 422
    assert page.root.one(role="alert").text == "Choose one of the rule sets below."


def test_a_deal_that_is_not_found_in_time_is_said(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def daily(*_args: Any, **_options: Any) -> None:
        return None

    monkeypatch.setattr(Analysis, "daily", daily)
    page = Page(client.post(f"/daily/{TODAY}/play", data={"rules": "N"}))
    assert page.status == 503
    assert "was not found in time" in page.root.one(role="alert").text


def test_one_press_is_one_game(client: TestClient) -> None:
    page = page_of(client)
    button = way(page).one("button")
    form = button.inside("form")
    fields = form.fields(button)
    client.get("/")
    places = {
        client.post(form["action"], data=fields, follow_redirects=False).headers["location"]
        for _ in range(2)
    }
    assert len(places) == 1


# The same as JSON


def test_programs_get_the_deal_of_a_day(client: TestClient) -> None:
    answer = client.get(f"/api/v1/daily/{TODAY}/N")
    assert answer.status_code in (200, 202)
    for _ in range(50):
        if answer.status_code == 200:
            break
        answer = client.get(f"/api/v1/daily/{TODAY}/N")
    assert answer.json() == {"date": "2026-12-01", "code": PRINTED, "grade": 2, "par": 46}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("2026-12-02/N", 404),
        ("2024-12-31/N", 404),
        ("2026-12-01/Q", 404),
        ("2026-12-01/n", 404),
        ("2026-02-29/N", 422),
        ("yesterday/N", 422),
    ],
)
def test_programs_are_told_what_is_wrong(client: TestClient, path: str, status: int) -> None:
    answer = client.get(f"/api/v1/daily/{path}")
    assert answer.status_code == status
    assert answer.json()["detail"]
