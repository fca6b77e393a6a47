"""The cookie that a visitor is known by: beside those of other sites, as long as it is used."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, text
from starlette.datastructures import Headers

from app.main import create_app
from app.settings import Settings
from app.web.cookies import COOKIE, cookie_name, tokens_in
from tests.web.player import Player

CODE = "PY1-N-AAAAAAS"
OWN = f"{COOKIE}-0123abcd"

Site = Callable[..., TestClient]


@pytest.fixture
def site(empty_database: Path, tmp_path: Path) -> Iterator[Site]:
    """Serves a site with data of its own, and is a browser that never was there."""
    with ExitStack() as opened:

        def served(folder: str, base: str, **more: str) -> TestClient:
            data = tmp_path / folder
            if not data.exists():
                data.mkdir()
                shutil.copy(empty_database, data / "pyramid.db")
            settings = Settings.read({"PYRAMID_DATA": str(data), **more})
            return opened.enter_context(TestClient(create_app(settings), base_url=base))

        yield served


def cookie_of(answer: Response) -> Morsel[str] | None:
    """The cookie that an answer sets, if it sets one."""
    headers = answer.headers.get_list("set-cookie")
    assert len(headers) < 2
    return next(iter(SimpleCookie(headers[0]).values())) if headers else None


def begun(client: TestClient, root: str = "", jar: str = "") -> tuple[str, str]:
    """Begin a game; its path, and the cookies as a browser sends them afterwards."""
    headers = {"Cookie": jar} if jar else {}
    answer = client.post(
        f"{root}/games", data={"code": CODE}, headers=headers, follow_redirects=False
    )
    client.cookies.clear()
    cookie = cookie_of(answer)
    kept = dict(pair.split("=") for pair in jar.split("; ")) if jar else {}
    if cookie is not None:
        kept[cookie.key] = cookie.value
    return answer.headers["location"], "; ".join(f"{name}={kept[name]}" for name in kept)


def age(data: Path, days: int) -> None:
    """Let it be some days ago that anybody was here."""
    engine = create_engine(f"sqlite:///{data / 'pyramid.db'}")
    with engine.begin() as connection:
        for table in ("visitor", "token"):
            changed = connection.execute(
                text(f"UPDATE {table} SET seen_at = datetime(seen_at, :ago) || '.000000'"),
                {"ago": f"-{days} days"},
            )
            assert changed.rowcount
    engine.dispose()


# For as long as it is used


def test_a_cookie_that_is_used_lives_on(client: TestClient, tmp_path: Path) -> None:
    game = Player(client, CODE)
    assert cookie_of(client.get(game.path)) is None
    (token,) = client.cookies.values()
    age(tmp_path, 1)
    cookie = cookie_of(client.get(game.path))
    assert cookie is not None
    assert cookie.value == token
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    assert cookie["httponly"]
    # No more than that: not every answer has to carry it.
    assert cookie_of(client.get(game.path)) is None


def test_a_cookie_of_the_old_name_becomes_one_of_the_new(
    browsers: Callable[[], TestClient], tmp_path: Path
) -> None:
    client = browsers()
    game = Player(client, CODE)
    (token,) = client.cookies.values()
    age(tmp_path, 1)
    old = browsers()
    answer = old.get(game.path, headers={"Cookie": f"{COOKIE}={token}"})
    assert answer.status_code == 200
    cookie = cookie_of(answer)
    assert cookie is not None
    assert (cookie.key, cookie.value) == (next(iter(client.cookies)), token)


def test_a_program_with_a_token_is_given_no_cookie(
    browsers: Callable[[], TestClient], tmp_path: Path
) -> None:
    game = browsers().post("/api/v1/games", json={"rules": "N"}).json()
    age(tmp_path, 1)
    answer = browsers().get(
        f"/api/v1/games/{game['id']}", headers={"Authorization": f"Bearer {game['token']}"}
    )
    assert answer.status_code == 200
    assert cookie_of(answer) is None


# Beside other sites


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("one", "http://nas:8101"), ("two", "http://nas:8102")),
        (("one", "http://nas"), ("two", "http://nas")),
    ],
    ids=["ports", "folders alone"],
)
def test_two_sites_on_one_host_name_leave_each_other_their_visitors(
    site: Site, first: tuple[str, str], second: tuple[str, str]
) -> None:
    one, two = site(*first), site(*second)
    game, jar = begun(one)
    other, jar = begun(two, jar=jar)
    assert jar.count("=") == 2
    for _ in range(2):
        assert one.get(game, headers={"Cookie": jar}).status_code == 200
        assert two.get(other, headers={"Cookie": jar}).status_code == 200
    assert one.get(other, headers={"Cookie": jar}).status_code == 404


def test_a_site_below_another_is_another(site: Site) -> None:
    whole = site("one", "http://nas", PYRAMID_BASE_URL="http://nas")
    below = site("two", "http://nas", PYRAMID_BASE_URL="http://nas/cards")
    game, jar = begun(whole)
    other, jar = begun(below, "/cards", jar)
    assert jar.count("=") == 2
    assert whole.get(game, headers={"Cookie": jar}).status_code == 200
    assert below.get(other, headers={"Cookie": jar}).status_code == 200


def test_every_cookie_of_a_name_that_is_sent_twice_is_tried(client: TestClient) -> None:
    game = Player(client, CODE).path
    ((name, token),) = client.cookies.items()
    client.cookies.clear()
    for known in (name, COOKIE):
        for jar in (f"{known}=nobodys; {known}={token}", f"{known}={token}; {known}=nobodys"):
            assert client.get(game, headers={"Cookie": jar}).status_code == 200, jar


def test_a_site_that_moves_knows_its_visitors_still(site: Site) -> None:
    game, jar = begun(site("one", "http://nas:8000"))
    for base, more in [
        ("http://nas:9000", {}),
        ("https://cards.example", {}),
        ("https://cards.example", {"PYRAMID_BASE_URL": "https://cards.example"}),
    ]:
        moved = site("one", base, **more)
        assert moved.get(game, headers={"Cookie": jar}).status_code == 200, base


def test_the_name_is_the_same_on_every_start_and_tells_no_password() -> None:
    def name(base: str, **more: str) -> str:
        given = {"PYRAMID_BASE_URL": base} | {f"PYRAMID_{key}": more[key] for key in more}
        return cookie_name(Settings.read(given), base)

    here = name("https://cards.example", DATABASE_URL="postgresql://me:one@db/cards")
    assert here == name(
        "https://cards.example",
        DATABASE_URL="postgresql://me:two@db/cards",
        PORT="9",
        WORKERS="3",
    )
    assert here != name("https://cards.example", DATABASE_URL="postgresql://me:one@db/others")
    assert here != name("https://cards.example:8443", DATABASE_URL="postgresql://me:one@db/cards")
    assert here != name("https://cards.example/a", DATABASE_URL="postgresql://me:one@db/cards")
    # In two containers all settings are alike, and the port is the one that people use.
    alike = Settings.read({})
    assert cookie_name(alike, "http://nas:8101") != cookie_name(alike, "http://nas:8102")


@pytest.mark.parametrize("host", ["nas:port", "nas:99999", "[oops", "", "a b"])
def test_a_host_that_is_none_breaks_nothing(app: FastAPI, host: str) -> None:
    with TestClient(app) as client:
        client.headers["Host"] = host
        answer = client.post("/games", data={"rules": "N"}, follow_redirects=False)
        assert answer.status_code in (303, 400)
        assert client.get("/").status_code in (200, 400)


# Reading what was sent


@pytest.mark.parametrize(
    ("sent", "tokens"),
    [
        ([], ()),
        (["other=1"], ()),
        ([f"{OWN}=a"], ("a",)),
        ([f'{OWN}="a"'], ("a",)),
        ([f"{COOKIE}=old; {COOKIE}-ffffffff=other; {OWN}=own"], ("own", "old", "other")),
        ([f"{OWN}=first; {OWN}=second"], ("first", "second")),
        ([f"{OWN}=first", f"{OWN}=second"], ("first", "second")),
        ([f"{OWN}=same; {COOKIE}=same"], ("same",)),
        ([f"{OWN}=; {OWN}"], ()),
        ([f"{COOKIE}ish=a; x{COOKIE}=b"], ()),
        (["; ".join(f"{OWN}={number}" for number in range(500))], tuple("01234567")),
    ],
)
def test_the_tokens_of_a_request_come_with_the_likeliest_first(
    sent: list[str], tokens: tuple[str, ...]
) -> None:
    headers = Headers(raw=[(b"cookie", header.encode()) for header in sent])
    assert tokens_in(headers, own_name=OWN) == tokens


@given(st.binary())
def test_any_bytes_at_all_are_read(sent: bytes) -> None:
    tokens = tokens_in(Headers(raw=[(b"cookie", sent)]), own_name=OWN)
    assert all(tokens)
