"""What others made of a day's deal: who is counted, who sees it, and what is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.engine import Setup
from app.store import Store, deal_key
from tests.store.play import Clock
from tests.support.table import golden_line
from tests.web.document import Element
from tests.web.player import Player
from tests.web.solving import PRINTED
from tests.web.test_daily import app, asked, begin, clock, page_of

__all__ = ["app", "asked", "clock"]

LINE = golden_line(PRINTED)


def play(client: TestClient, clock: Clock, *before: str, pause: float = 2.0) -> Player:
    """Win the deal of the day; the last move goes through the site."""
    player = begin(client)
    for entry in (*before, *LINE[:-1]):
        clock.wait(pause)
        player.skip(entry)
    clock.wait(pause)
    player.look()
    player.do(LINE[-1])
    return player


def others(client: TestClient) -> Element | None:
    page = page_of(client).root
    found = [each for each in page.all("section", data_rules="N") if each.has("table")]
    return found[0] if found else None


def told(client: TestClient) -> list[tuple[str, str, bool]]:
    """Strokes, how many, and whether that is one's own."""
    section = others(client)
    assert section is not None
    return [
        (
            row.one("th").text.split()[0],
            row.one("meter")["value"],
            row.get("class") == "own",
        )
        for row in section.one("tbody").all("tr")
        if row.one("meter")["value"] != "0"
    ]


def test_it_is_seen_once_the_own_game_has_ended(
    browsers: Callable[[], TestClient], clock: Clock
) -> None:
    first, second, third = browsers(), browsers(), browsers()
    play(first, clock)
    assert others(second) is None
    player = begin(second)
    player.skip("draw")
    assert others(second) is None
    player.post("leave")
    assert told(second) == [(str(len(LINE)), "1", False)]
    play(third, clock, "draw", "undo")
    assert told(third) == [(str(len(LINE)), "1", False), (str(len(LINE) + 2), "1", True)]
    section = others(third)
    assert section is not None
    row = section.one("tr", class_="own")
    assert [cell.text for cell in row.all("td", class_="number")] == ["0", "1", "0"]


def test_strokes_are_told_over_par_where_par_is_known(
    app: FastAPI, client: TestClient, clock: Clock
) -> None:
    play(client, clock)
    store: Store = app.state.site.store
    store.games.note_known(deal_key(Setup.parse(PRINTED)), True, len(LINE))
    assert told(client) == [("0", "1", True)]
    section = others(client)
    assert section is not None
    assert section.one(data_figure="at_par").text == "At par: 1 of 1."


@pytest.mark.parametrize("how", ["again", "late", "by a program", "from its code"])
def test_what_does_not_count_for_the_day_is_not_among_them(
    client: TestClient, browsers: Callable[[], TestClient], clock: Clock, how: str
) -> None:
    if how == "again":
        begin(client).skip("draw")
        Player(client, PRINTED).skip("draw")
        play(client, clock)
    elif how == "late":
        player = begin(client)
        player.skip(*LINE[:-1])
        clock.wait(2 * 86_400)
        player.look()
        player.do(LINE[-1])
        clock.wait(-2 * 86_400)
    elif how == "by a program":
        play(client, clock, pause=0.1)
    else:
        player = Player(client, PRINTED)
        player.skip(*LINE[:-1])
        player.look()
        player.do(LINE[-1])
    looking = browsers()
    begin(looking).skip("draw")
    page_of(looking)
    Player(looking, PRINTED).skip("draw")
    assert others(looking) is None


def test_of_one_address_twenty_results_are_counted_and_then_it_is_said_who_is_better(
    browsers: Callable[[], TestClient], clock: Clock
) -> None:
    clients = [browsers() for _ in range(21)]
    for number, client in enumerate(clients):
        play(client, clock, *("draw", "undo") * (number > 0))
    section = others(clients[0])
    assert section is not None
    assert section.one(data_figure="results")["data-value"] == "20"
    assert section.one(data_figure="better").text == "You were better than 100%."
    section = others(clients[1])
    assert section is not None
    assert section.one(data_figure="better").text == "You were better than 47%."
