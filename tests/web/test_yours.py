"""A visitor's data: another device, taking along, bringing in, and the end of it all."""

from __future__ import annotations

import csv
import gzip
import io
import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from app.main import create_app
from app.settings import Settings
from app.store import Store, tables
from app.web.visit import Site, browser_of
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


def code_of(client: TestClient) -> str:
    page = Page(client.post("/yours/transfer"))
    assert page.status == 200
    return page.root.one(id="transfer-code").text


def join(client: TestClient, code: str) -> Any:
    return client.post("/yours/join", data={"code": code}, follow_redirects=False)


def games(client: TestClient) -> list[str]:
    return [game["id"] for game in client.get("/api/v1/games").json()["games"]]


def begun(client: TestClient, code: str = PRINTED) -> Player:
    player = Player(client, code)
    player.skip("draw")
    return player


def rows(app: FastAPI, table: str) -> int:
    store: Store = app.state.site.store
    with store.database.reading() as connection:
        query = select(func.count()).select_from(tables.metadata.tables[table])
        return int(connection.execute(query).scalar_one())


# Another device


def test_two_devices_become_one_visitor_with_the_games_of_both(
    app: FastAPI, browsers: Callable[[], TestClient], clock: Clock
) -> None:
    phone, desk = browsers(), browsers()
    mine = begun(phone)
    clock.wait(60)
    theirs = begun(desk, OTHER)
    desk.post("/settings", data={"theme": "night"})
    assert join(desk, code_of(phone)).headers["location"] == "/yours?joined=1"
    both = [theirs.path.rpartition("/")[2], mine.path.rpartition("/")[2]]
    assert games(phone) == games(desk) == both
    assert rows(app, "visitor") == 1
    assert rows(app, "token") == 2
    assert Page(desk.get("/")).root.one("html").get("data-theme") != "night"
    assert len(Page(phone.get("/yours")).root.one("ul", class_="devices").all("li")) == 2


def test_a_newcomer_joins_with_a_code_however_it_is_typed(
    browsers: Callable[[], TestClient],
) -> None:
    phone, desk = browsers(), browsers()
    begun(phone)
    code = code_of(phone).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert join(desk, f" {code} ").status_code == 303
    assert games(desk) == games(phone) != []


def test_of_two_first_attempts_the_earlier_one_is_the_first_and_one_game_stays_open(
    app: FastAPI, browsers: Callable[[], TestClient], clock: Clock
) -> None:
    phone, desk = browsers(), browsers()
    early = begun(desk)
    clock.wait(60)
    late = begun(phone)
    assert join(desk, code_of(phone)).status_code == 303
    listed = {game["id"]: game for game in phone.get("/api/v1/games").json()["games"]}
    first, second = (each.path.rpartition("/")[2] for each in (early, late))
    assert (listed[first]["attempt"], listed[second]["attempt"]) == (1, 2)
    assert (listed[first]["status"], listed[second]["status"]) == ("left", "playing")
    stats = phone.get("/api/v1/stats").json()
    assert (stats["begun"], stats["left"], stats["open"]) == (2, 1, 1)


def test_a_code_works_once_and_for_a_quarter_of_an_hour(
    browsers: Callable[[], TestClient], clock: Clock
) -> None:
    phone, desk, third = browsers(), browsers(), browsers()
    begun(phone)
    code = code_of(phone)
    assert join(desk, code).status_code == 303
    assert join(third, code).status_code == 422
    code = code_of(phone)
    clock.wait(15 * 60)
    assert join(third, code).status_code == 422
    old, new = code_of(phone), code_of(phone)
    assert join(third, old).status_code == 422
    assert join(third, new).status_code == 303


def test_looking_at_the_link_of_a_code_uses_nothing(browsers: Callable[[], TestClient]) -> None:
    phone, bot, desk = browsers(), browsers(), browsers()
    begun(phone)
    page = Page(phone.post("/yours/transfer")).root
    link = page.one("input", readonly=None)["value"]
    code = page.one(id="transfer-code").text
    assert link.endswith(f"/yours/join?code={code}")
    assert page.one("figure", class_="qr-code").has("svg")
    assert "style=" not in phone.post("/yours/transfer").text
    code = code_of(phone)
    for method in ("GET", "HEAD"):
        answer = bot.request(method, f"/yours/join?code={code}")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert (
        Page(desk.get(f"/yours/join?code={code}")).root.one("input", name="code")["value"] == code
    )
    assert join(desk, code).status_code == 303


def test_the_device_that_made_a_code_does_not_use_it_up(
    browsers: Callable[[], TestClient],
) -> None:
    phone, desk = browsers(), browsers()
    begun(phone)
    code = code_of(phone)
    assert "use it on the other one" in join(phone, code).text
    assert join(desk, code).status_code == 303


def test_a_thousand_guesses_are_ten_an_hour(
    browsers: Callable[[], TestClient], clock: Clock
) -> None:
    phone, desk = browsers(), browsers()
    begun(phone)
    code = code_of(phone)
    answers = [join(desk, f"{number:010}").status_code for number in range(1000)]
    assert answers == [422] * 10 + [429] * 990
    # Not even the right one now.
    refused = join(desk, code)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "3600")
    clock.wait(3600)
    assert join(desk, code_of(phone)).status_code == 303


def test_of_two_devices_that_use_a_code_at_once_one_gets_in(
    app: FastAPI, browsers: Callable[[], TestClient]
) -> None:
    phone = browsers()
    begun(phone)
    code = code_of(phone)
    store: Store = app.state.site.store
    found: list[str] = []

    def use(address: str) -> None:
        found.append(store.transfers.join(code, own="", address=address).joining.value)

    threads = [threading.Thread(target=use, args=(f"host {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["joined", *["wrong"] * 7]


def test_devices_are_told_apart_and_ended(browsers: Callable[[], TestClient]) -> None:
    phone, desk = browsers(), browsers()
    phone.headers["user-agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:1) Gecko Firefox/140"
    begun(phone)
    join(desk, code_of(phone))
    listed = Page(desk.get("/yours")).root.one("ul", class_="devices").all("li")
    (other,) = [each for each in listed if "this device" not in each.text]
    assert "Firefox, Android" in other.text
    assert desk.post(other.one("form")["action"], follow_redirects=False).status_code == 303
    assert games(phone) == []
    assert len(games(desk)) == 1
    assert phone.post(other.one("form")["action"]).status_code == 404
    assert browser_of("") == ""
    assert browser_of("curl/8") == ""


# Taking along and bringing in


def exported(client: TestClient) -> bytes:
    answer = client.get("/yours/export.jsonl.gz")
    assert answer.status_code == 200
    assert 'filename="pyramid-solitaire-' in answer.headers["content-disposition"]
    return answer.content


def bring_in(client: TestClient, content: bytes) -> Page:
    return Page(client.post("/yours/import", files={"file": ("games.gz", content)}))


def pages(client: TestClient) -> list[Any]:
    told = [client.get(f"/api/v1/stats{rules}").json() for rules in ("", "?rules=N", "?rules=S")]
    listed = client.get("/api/v1/games").json()["games"]
    return [*told, [{**game, "origin": ""} for game in listed]]


@pytest.fixture
def played(client: TestClient, clock: Clock) -> TestClient:
    """A visitor with a win, a loss after an undo, and an open game."""
    won = Player(client, PRINTED)
    won.skip(*golden_line(PRINTED))
    clock.wait(60)
    left = Player(client, OTHER)
    left.skip("draw", "undo", "draw")
    clock.wait(5)
    left.post("leave")
    clock.wait(60)
    begun(client, "PY1-S-AAAAAAT")
    return client


def test_what_is_taken_along_deleted_and_brought_in_is_the_same(
    app: FastAPI, played: TestClient, browsers: Callable[[], TestClient]
) -> None:
    before, file = pages(played), exported(played)
    page = Page(played.post("/yours/delete", data={"sure": "yes"}))
    assert "Everything of yours is deleted here." in page.root.text
    assert [rows(app, name) for name in ("visitor", "token", "game", "log", "tally")] == [0] * 5
    assert games(played) == []
    other = browsers()
    assert "New here: 3." in bring_in(other, file).root.text
    assert pages(other) == before
    # A second time changes nothing.
    assert "New here: 0." in bring_in(other, file).root.text
    assert pages(other) == before
    # Plain as it is packed.
    third = browsers()
    bring_in(third, gzip.decompress(file))
    assert pages(third)[0] == before[0]


def test_a_file_with_ids_of_somebody_else_takes_nothing_from_them(
    played: TestClient, browsers: Callable[[], TestClient]
) -> None:
    before, other = pages(played), browsers()
    for _ in range(2):
        bring_in(other, exported(played))
    assert pages(played) == before
    assert pages(other)[0] == before[0]
    assert not set(games(other)) & set(games(played))


def test_the_table_has_a_row_a_game_and_runs_in_no_spreadsheet(played: TestClient) -> None:
    text = played.get("/yours/export.csv").text
    found = list(csv.DictReader(io.StringIO(text)))
    assert [row["result"] for row in found] == ["won", "left", "open"]
    assert found[0]["code"] == PRINTED
    assert (found[1]["undos"], found[1]["help"], found[1]["strokes"]) == ("1", "own", "3")
    for row in found:
        assert not any(cell.startswith(("=", "+", "-", "@")) for cell in row.values())


def test_a_stranger_has_nothing_to_download(client: TestClient) -> None:
    for path in ("/yours/export.csv", "/yours/export.jsonl.gz"):
        assert client.get(path).status_code == 404
    assert "Download" not in client.get("/yours").text


Change = Callable[[list[dict[str, Any]]], None]


def with_log(change: Callable[[list[list[str]]], None]) -> Change:
    return lambda lines: change(lines[1]["log"])


def set_field(name: str, value: object) -> Change:
    return lambda lines: lines[1].update({name: value})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (with_log(lambda log: log.insert(3, ["KC", log[0][1]])), "does not follow the rules"),
        (with_log(lambda log: log.__setitem__(0, ["nonsense", log[0][1]])), "see log"),
        (with_log(list.clear), "see log"),
        (with_log(lambda log: log[0].__setitem__(1, "2099-01-01T00:00:00Z")), "a time that"),
        (with_log(lambda log: log[0].__setitem__(1, "yesterday")), "see log"),
        (set_field("id", "a/b"), "see id"),
        (set_field("id", "x" * 17), "see id"),
        (set_field("rules", "Q"), "see cards"),
        (set_field("cards", "AC" * 52), "see cards"),
        (set_field("number", 7), "see number"),
        (set_field("given", 10**9), "see given"),
        (set_field("hints", -1), "see hints"),
        (set_field("hints", True), "see hints"),
        (set_field("par", 1000), "see par"),
        (set_field("winnable", "yes"), "see winnable"),
        (set_field("help", 3), "see help"),
        (set_field("daily", "2026-13-01"), "see daily"),
        (set_field("created_at", None), "see created_at"),
        (lambda lines: lines.insert(1, lines[1]), "ends too early"),
        (lambda lines: lines.pop(1), "ends too early"),
        (lambda lines: lines.pop(), "ends too early"),
        (lambda lines: lines[0].update(version=2), "version 2, which is newer"),
        (lambda lines: lines[0].update(format="chess"), "no file of games"),
    ],
)
def test_a_file_that_is_not_in_order_changes_nothing(
    played: TestClient, browsers: Callable[[], TestClient], change: Change, fault: str
) -> None:
    lines = [json.loads(line) for line in gzip.decompress(exported(played)).splitlines()]
    change(lines)
    if lines[1:3] == [lines[1]] * 2:
        lines[-1]["games"] += 1
        fault = "in the file twice"
    other = browsers()
    page = bring_in(other, "\n".join(map(json.dumps, lines)).encode())
    assert page.status == 422
    alert = page.root.one(role="alert").text
    assert fault in alert
    assert alert.endswith("Nothing has changed.")
    assert games(other) == []


def test_a_file_that_is_damaged_or_a_bomb_is_refused(
    played: TestClient, browsers: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, other = exported(played), browsers()
    flipped = whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]
    for content in (whole[:-20], whole[:50], flipped, b"PK\x03\x04", b"{"):
        page = bring_in(other, content)
        assert page.status == 422
        assert page.root.has(role="alert")
    monkeypatch.setattr("app.record.exchange.MOST_BYTES", 2**20)
    heading = gzip.decompress(whole).splitlines(keepends=True)[0]
    bomb = gzip.compress(heading + b"\n" * 2**24)
    assert "larger than any" in bring_in(other, bomb).root.one(role="alert").text
    assert "larger than any" in bring_in(other, gzip.compress(b"x" * 2**22)).root.text
    assert Page(other.post("/yours/import")).status == 422
    assert games(other) == []


def test_only_the_way_in_takes_large_bodies(client: TestClient) -> None:
    large = {"file": ("games.gz", b"x" * 2**20)}
    assert client.post("/yours/import", files=large).status_code == 422
    assert client.post("/yours/delete", files=large).status_code == 413
    huge = client.post("/yours/import", headers={"content-length": str(2**30)}, content=b"")
    assert huge.status_code == 413


# The end


def test_nothing_is_deleted_without_being_sure(app: FastAPI, played: TestClient) -> None:
    page = Page(played.post("/yours/delete"))
    assert page.status == 422
    assert "Nothing was deleted." in page.root.text
    assert len(games(played)) == 3


def test_who_never_began_a_game_is_forgotten_after_thirty_days(
    app: FastAPI, browsers: Callable[[], TestClient], clock: Clock
) -> None:
    idle, looking, playing = browsers(), browsers(), browsers()
    idle.post("/settings", data={"theme": "night"})
    Player(looking, PRINTED)
    begun(playing)
    store: Store = app.state.site.store
    clock.wait(30 * 86_400)
    assert store.visitors.prune() == 0
    clock.wait(1)
    assert store.visitors.prune() == 2
    assert rows(app, "visitor") == 1
    assert len(games(playing)) == 1
