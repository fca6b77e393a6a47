"""What every request has: the cookie of a visitor, a language, an address of the site."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from sqlalchemy import create_engine, text
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.i18n import LANGUAGES
from app.main import create_app
from app.settings import Settings
from tests.support.table import game_after, table_of
from tests.web.document import read
from tests.web.player import Page, Player

CODE = "PY1-N-AAAAAAS"


def cookie_of(answer: Response) -> Morsel[str]:
    """The one cookie that an answer sets."""
    headers = answer.headers.get_list("set-cookie")
    assert len(headers) == 1
    cookies = SimpleCookie(headers[0])
    (name,) = cookies
    assert re.fullmatch("pyramid-[0-9a-f]{8}", name)
    return cookies[name]


def with_settings(settings: Settings, **more: str) -> Settings:
    """The same settings and some more."""
    return Settings.read(
        {"PYRAMID_DATA": str(settings.data)}
        | {f"PYRAMID_{name.upper()}": value for name, value in more.items()}
    )


# The cookie


def test_the_cookie_is_set_once_and_for_no_script(client: TestClient) -> None:
    answer = client.post("/games", data={"rules": "N"}, follow_redirects=False)
    cookie = cookie_of(answer)
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert not cookie["secure"]
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    assert len(cookie.value) >= 32
    for again in (
        client.post("/games", data={"rules": "N"}, follow_redirects=False),
        client.get("/"),
        client.post("/settings", data={"theme": "night"}, follow_redirects=False),
    ):
        assert "set-cookie" not in again.headers


def test_settings_alone_make_a_visitor_too(client: TestClient) -> None:
    assert cookie_of(client.post("/settings", data={}, follow_redirects=False)).value


def test_the_cookie_goes_over_tls_only_where_the_site_has_it(settings: Settings) -> None:
    for more, base, secure in [
        ({"base_url": "https://cards.example"}, "http://testserver", True),
        ({"base_url": "http://cards.example"}, "https://testserver", False),
        ({}, "https://testserver", True),
        ({}, "http://testserver", False),
    ]:
        app = create_app(with_settings(settings, **more))
        with TestClient(app, base_url=base) as client:
            answer = client.post("/games", data={"rules": "N"}, follow_redirects=False)
            assert bool(cookie_of(answer)["secure"]) is secure, (more, base)


def test_only_the_hash_of_the_token_is_kept(client: TestClient, settings: Settings) -> None:
    token = cookie_of(client.post("/games", data={"rules": "N"}, follow_redirects=False)).value
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        kept = [
            str(value)
            for table in ("visitor", "token", "game", "log")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
            for value in row
        ]
    engine.dispose()
    assert not any(token in value for value in kept)
    hashed = hashlib.sha256(token.encode())
    assert any(hashed.hexdigest() in value or str(hashed.digest()) in value for value in kept)
    files = Path(settings.data).glob("pyramid.db*")
    assert not any(token.encode() in file.read_bytes() for file in files)


@pytest.mark.parametrize("token", ["x", "", "a" * 4096, "'; DROP TABLE visitor; --", "%00"])
def test_a_token_that_is_nobodys_is_that_of_a_stranger(
    browsers: Callable[[], TestClient], token: str
) -> None:
    owner = Player(browsers(), CODE)
    stranger = browsers()
    headers = {"Cookie": f"pyramid={token}"}
    assert stranger.get("/", headers=headers).status_code == 200
    assert stranger.get(owner.path, headers=headers).status_code == 404
    answer = stranger.post("/games", data={"rules": "N"}, headers=headers, follow_redirects=False)
    assert cookie_of(answer).value != token


# The language


ASKED = {
    "": "en",
    "en": "en",
    "sv": "sv",
    "sv-SE,sv;q=0.9,en;q=0.8": "sv",
    "nl-BE, nl;q=0.9": "nl",
    "de,nl;q=0.5,sv;q=0.7": "sv",
    "de": "en",
    "sv;q=0,nl": "nl",
    "*": "en",
    "x" * 100_000: "en",
    ",;=,": "en",
    "sv;q=2": "en",
}
WANTED = {code: code if code in LANGUAGES else "en" for code in ("en", "sv", "nl")}


def answered(language: str, accepted: str) -> str:
    """The language that a header gets among those that there are."""
    if language in LANGUAGES:
        return language
    named = [part for part in ("sv", "nl") if part in accepted and part in LANGUAGES]
    return named[0] if named else "en"


@pytest.mark.parametrize(("accepted", "language"), ASKED.items())
def test_the_language_is_the_one_that_the_browser_asks_for(
    client: TestClient, accepted: str, language: str
) -> None:
    page = read(client.get("/rules", headers={"Accept-Language": accepted}).text)
    assert page.one("html")["lang"] == answered(language, accepted)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_is_in_the_language_that_was_chosen(client: TestClient, code: str) -> None:
    player = Player(client, CODE)
    client.post("/settings", data={"language": code})
    gettext = LANGUAGES[code].gettext
    for path, heading in [
        ("/rules", "Rules"),
        ("/settings", "Settings"),
        ("/new", "New game"),
        ("/", "Pyramid Solitaire"),
    ]:
        page = read(client.get(path, headers={"Accept-Language": "en;q=0.9,fr"}).text)
        assert page.one("html")["lang"] == code
        assert page.one("h1").text == gettext(heading)
    wrong = gettext("{first} + {second} = {total}, not {sum}.")
    said = wrong.format(first=7, second=7, total=14, sum=13)
    assert player.tap("7C", "7S").message == said
    lost = read(client.get("/g/nothing").text)
    assert lost.one("html")["lang"] == code
    assert lost.one("h1").text == gettext("Not found")


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_error_is_told_a_stranger_in_the_language_asked_for(
    client: TestClient, code: str
) -> None:
    page = read(client.get("/nowhere", headers={"Accept-Language": code}).text)
    assert page.one("html")["lang"] == code
    assert page.one("h1").text == LANGUAGES[code].gettext("Not found")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_letters_on_the_cards_are_those_of_the_language_or_the_english(
    client: TestClient, code: str
) -> None:
    pgettext = LANGUAGES[code].pgettext
    local = {letter: pgettext("card letter", letter) for letter in "AJQK"}
    english = {letter: letter for letter in "AJQK"}
    drawn = {}
    for setting, letters in (("local", local), ("english", english)):
        client.post("/settings", data={"language": code, "letters": setting})
        player = Player(client, CODE)
        root = player.page.root
        drawn[setting] = {
            letter: [part.attributes for part in root.one("symbol", id=f"r{letter}").each()][1:]
            for letter in "AJQK"
        }
        assert player.do("KD").message.startswith(f"{letters['K']}♦ ")
    for letter in "AJQK":
        same = local[letter] == letter
        assert (drawn["local"][letter] == drawn["english"][letter]) is same, letter


def test_the_default_language_is_a_setting_of_the_server(settings: Settings) -> None:
    for code in LANGUAGES:
        with TestClient(create_app(with_settings(settings, language=code))) as client:
            assert read(client.get("/").text).one("html")["lang"] == code
            asked = client.get("/", headers={"Accept-Language": "en"})
            assert read(asked.text).one("html")["lang"] == "en"


# The address of the site


class Stripping:
    """A proxy that takes a prefix off the path, as many do."""

    def __init__(self, app: FastAPI, prefix: str) -> None:
        self.app, self.prefix = app, prefix

    async def __call__(self, scope, receive, send):  # type: ignore[no-untyped-def]
        if scope["type"] == "http":
            assert scope["path"].startswith(self.prefix)
            path = scope["path"].removeprefix(self.prefix)
            scope = scope | {"path": path, "raw_path": path.encode()}
        await self.app(scope, receive, send)


@pytest.fixture(params=["stripped", "passed on"])
def behind_a_proxy(request: pytest.FixtureRequest, settings: Settings) -> Iterator[TestClient]:
    """A visitor of a site under /cards, by a proxy that strips that or passes it on."""
    app = create_app(with_settings(settings, base_url="https://cards.example/cards"))
    served = Stripping(app, "/cards") if request.param == "stripped" else app
    with TestClient(served, base_url="https://cards.example") as client:
        yield client


def test_a_site_below_a_path_is_whole(behind_a_proxy: TestClient) -> None:
    client = behind_a_proxy
    seen, waiting = set(), ["/cards/", f"/cards/d/{CODE}"]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        if "html" not in answer.headers["content-type"]:
            continue
        for element in read(answer.text).each():
            for name in ("href", "src", "action", "hx-post", "hx-get"):
                address = element.get(name).partition("#")[0].partition("?")[0]
                if not address or element.get("rel") == "canonical":
                    continue
                assert address.startswith("/cards/"), (path, element)
                if name in ("href", "src") and address not in seen | set(waiting):
                    waiting.append(address)
    assert {"/cards/new", "/cards/rules", "/cards/rules/N", "/cards/settings"} <= seen


def test_a_game_below_a_path_is_played(behind_a_proxy: TestClient) -> None:
    client = behind_a_proxy
    answer = client.post("/cards/games", data={"code": CODE}, follow_redirects=False)
    cookie = cookie_of(answer)
    assert cookie["secure"]
    assert cookie["path"] == "/cards"
    path = answer.headers["location"]
    assert path.startswith("/cards/g/")
    page = Page(client.get(path))
    form = page.card("KD").inside("form")
    assert form["action"] == f"{path}/moves"
    moved = client.post(form["action"], data=form.fields(page.card("KD")), follow_redirects=False)
    assert moved.headers["location"] == path
    assert Page(client.get(path)).table == table_of(game_after(CODE, "KD"))
    again = client.post(f"{path}/restart", follow_redirects=False)
    assert again.headers["location"].startswith("/cards/g/")
    left = client.post(f"{path}/leave", follow_redirects=False)
    assert left.headers["location"] == "/cards/"
    lower = client.get("/cards/d/py1-n-aaaaaas", follow_redirects=False)
    assert lower.headers["location"] == f"/cards/d/{CODE}"


def test_the_page_that_one_is_on_is_marked(behind_a_proxy: TestClient) -> None:
    page = read(behind_a_proxy.get("/cards/rules").text)
    assert page.one("a", aria_current="page")["href"] == "/cards/rules"


def test_errors_below_a_path_are_pages_and_for_programs_json(behind_a_proxy: TestClient) -> None:
    assert read(behind_a_proxy.get("/cards/nowhere").text).one("h1").text == "Not found"
    answer = behind_a_proxy.get("/cards/api/v1/nowhere")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"


def test_a_shared_deal_names_the_address_that_people_use(behind_a_proxy: TestClient) -> None:
    page = read(behind_a_proxy.get(f"/cards/d/{CODE}").text)
    address = f"https://cards.example/cards/d/{CODE}"
    assert page.one("link", rel="canonical")["href"] == address
    assert page.one("meta", property="og:url")["content"] == address
    assert page.one("meta", property="og:image")["content"] == f"{address}.png"
    assert page.one("input", id="address")["value"] == address


def test_behind_a_proxy_with_tls_nothing_is_http(settings: Settings) -> None:
    """Without a setting: the proxy says by its headers that people use https."""
    app: Any = create_app(settings)
    app = ProxyHeadersMiddleware(app, trusted_hosts="*")
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    with TestClient(app, base_url="http://cards.example", headers=forwarded) as client:
        answer = client.post("/games", data={"code": CODE}, follow_redirects=False)
        assert cookie_of(answer)["secure"]
        client.cookies.set(cookie_of(answer).key, cookie_of(answer).value)
        game = answer.headers["location"]
        for path in ("/", "/new", "/rules", "/settings", f"/d/{CODE}", game):
            html = client.get(path).text
            assert not re.findall(r"http://[^\s\"'<]*", html.replace("http://www.w3.org", ""))
        page = read(client.get(f"/d/{CODE}").text)
        picture = page.one("meta", property="og:image")["content"]
        assert picture == f"https://cards.example/d/{CODE}.png"


@pytest.mark.parametrize("accept", ["text/html", "*/*", "image/png", "nonsense"])
def test_the_preview_picture_is_given_to_anyone_who_asks(client: TestClient, accept: str) -> None:
    page = read(client.get(f"/d/{CODE}").text)
    picture = page.one("meta", property="og:image")["content"]
    for method in ("GET", "HEAD"):
        answer = client.request(method, picture, headers={"Accept": accept})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/png"
