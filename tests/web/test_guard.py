"""What every request and every answer is held to: headers, methods, origin, size, caching."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.responses import Response as StarletteResponse
from starlette.types import ASGIApp, Scope

from app import paths
from app.main import create_app
from app.settings import Settings
from app.web.drawing.assets import Assets
from app.web.site.guard import LARGEST_BODY, Guard
from tests.support.table import game_after, table_of
from tests.web.document import read
from tests.web.player import HTMX, Page, Player
from tests.web.routes import routes_of

CODE = "PY1-N-AAAAAAS"
READ = (
    "/",
    "/new",
    "/rules",
    "/rules/N",
    "/rules/XD2A",
    "/settings",
    "/guide",
    "/solve",
    "/daily",
    "/history",
    "/stats",
    "/stats/N",
    "/yours",
    "/yours/join",
    "/offline",
    f"/d/{CODE}",
)
"""Pages that people read."""
PAGES = (
    *READ,
    f"/d/{CODE}.png",
    "/healthz",
    "/manifest.webmanifest",
    "/worker.js",
    "/robots.txt",
    "/favicon.ico",
    "/static/js/table.js",
    "/static/css/table.css",
    "/static/vendor/htmx.min.js",
)
DOWNLOADS = ("/yours/export.csv", "/yours/export.jsonl.gz")
"""What only who has played can get."""
ACTIONS = ("moves", "undo", "redo", "back", "coach", "restart", "resume", "leave", "challenge")
YOURS = ("transfer", "import", "delete", "devices/{device}/end", "devices/end-others")
POSTS = (
    *("/games", "/settings", "/daily/{date}/play", "/yours/join"),
    *(f"/yours/{action}" for action in YOURS),
    *(f"/c/{{challenge_id}}/{action}" for action in ("play", "name", "hide", "close")),
    *(f"/g/x/{action}" for action in ACTIONS),
)
WRONG = ("/nowhere", "/g/x", "/d/x", "/rules/Q", "/static/none.css", "/static/", "/rules/N/more")


def test_every_page_is_tried_here(app: FastAPI) -> None:
    paths = {path for method, path in routes_of(app) if method == "GET" and "{" not in path}
    assert paths <= {*PAGES, *DOWNLOADS}
    changing = {path for method, path in routes_of(app) if method == "POST"}
    assert {path.replace("/x/", "/{game_id}/") for path in POSTS} == changing


# Every answer


@pytest.mark.parametrize("path", [*PAGES, *DOWNLOADS, *WRONG, "game"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE"])
def test_every_answer_says_what_a_page_may_load(client: TestClient, path: str, method: str) -> None:
    if path == "game":
        path = Player(client, CODE).path
    answer = client.request(method, path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


PROGRAMS = ("/api/v1/rules", "/api/v1/games", "/api/v1/openapi.json", "/api/v1/docs")


@pytest.mark.parametrize("path", [*PAGES, *WRONG, *PROGRAMS, "/rules/", "/d/py1-n-aaaaaas", "game"])
def test_head_is_answered_like_get_without_the_body(client: TestClient, path: str) -> None:
    if path == "game":
        path = Player(client, CODE).path
    # As it is: pages have keys in their forms, and no two of those are packed to the same length.
    plain = {"Accept-Encoding": "identity"}
    get = client.get(path, headers=plain, follow_redirects=False)
    head = client.head(path, headers=plain, follow_redirects=False)
    assert head.status_code == get.status_code
    assert head.content == b""
    for name in (
        *("content-type", "content-length", "content-encoding", "location", "allow"),
        *("cache-control", "vary", "content-security-policy"),
    ):
        assert head.headers.get(name) == get.headers.get(name), name
    assert "set-cookie" not in head.headers


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_changes_something_cannot_be_got(client: TestClient, path: str, method: str) -> None:
    if path in ("/settings", "/yours/join"):
        path = "/games"  # which has no page of its own; these have
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
    if method == "GET":
        assert read(answer.text).one("h1").text == "Not possible"


@pytest.mark.parametrize("path", ["/", "/new", "/rules", f"/d/{CODE}", "/healthz"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_page_takes_nothing(client: TestClient, path: str, method: str) -> None:
    assert client.request(method, path).status_code == 405


@pytest.mark.parametrize("path", [*READ, "game"])
def test_a_page_is_kept_by_nobody(client: TestClient, path: str) -> None:
    if path == "game":
        path = Player(client, CODE).path
    for headers in ({}, HTMX):
        answer = client.get(path, headers=headers)
        assert answer.headers["cache-control"] == "no-store"
        varies = {name.strip() for name in answer.headers["vary"].split(",")}
        assert {"HX-Request", "Cookie", "Accept-Language"} <= varies


def test_the_answers_to_actions_are_kept_by_nobody(client: TestClient) -> None:
    player = Player(client, CODE)
    for to, data in [
        ("moves", {"move": "KD", "ply": "0"}),
        ("moves", {"move": "KD", "ply": "0"}),
        ("moves", {"move": "7C7S", "ply": "1"}),
        ("undo", {"ply": "1"}),
        ("restart", {}),
    ]:
        assert player.post(to, **data).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", [*READ, "game"])
def test_going_back_in_history_gets_the_whole_page(client: TestClient, path: str) -> None:
    if path == "game":
        path = Player(client, CODE).path
    restoring = HTMX | {"HX-History-Restore-Request": "true"}
    for headers in (restoring, {"HX-Request": "true", "HX-Request-Type": "full"}):
        answer = client.get(path, headers=headers)
        page = read(answer.text)
        assert answer.text.startswith("<!doctype html>")
        assert page.has("link", rel="stylesheet")
        assert page.has("header", class_="top")


def test_a_partial_is_the_game_alone_wherever_else_a_page_is_whole(client: TestClient) -> None:
    game = Player(client, CODE).path
    for path in READ:
        assert "<!doctype html>" in client.get(path, headers=HTMX).text
    assert "<!doctype html>" not in client.get(game, headers=HTMX).text


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/rules", {"GET", "HEAD"}),
        ("/games", {"POST"}),
        ("/settings", {"GET", "HEAD", "POST"}),
        ("/g/x", {"GET", "HEAD"}),
        ("/g/x/moves", {"POST"}),
        ("/static/js/table.js", {"GET", "HEAD"}),
        ("/api/v1/games", {"GET", "HEAD", "POST"}),
        ("/api/v1/solve", {"POST"}),
    ],
)
def test_what_may_be_done_at_an_address_is_told_whole(
    client: TestClient, path: str, methods: set[str]
) -> None:
    answer = client.delete(path)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == methods


# A slash too many


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/rules/", "/rules"),
        ("/rules/N/", "/rules/N"),
        ("/rules//", "/rules"),
        ("/games/?a=1&b=%20", "/games?a=1&b=%20"),
        ("/guide/%25/", "/guide/%25"),
        ("/guide/%0d%0aX/", "/guide/%0D%0AX"),
        ("/api/v1/games/", "/api/v1/games"),
        ("/healthz/", "/healthz"),
    ],
)
def test_a_slash_too_many_leads_on_by_the_path_alone(
    client: TestClient, method: str, path: str, to: str
) -> None:
    answer = client.request(method, path, headers={"Host": "inner:8000"}, follow_redirects=False)
    assert answer.status_code == 307
    assert answer.headers["location"] == to


@pytest.mark.parametrize("base_url", ["", "https://cards.example/cards"])
def test_below_a_path_a_slash_too_many_or_too_few_leads_on_as_well(
    settings: Settings, base_url: str
) -> None:
    given = {"PYRAMID_DATA": str(settings.data), "PYRAMID_ROOT_PATH": "/cards"}
    app = create_app(Settings.read(given | {"PYRAMID_BASE_URL": base_url}))
    with TestClient(app, follow_redirects=False) as client:
        for path, to in [
            ("/cards", "/cards/"),
            ("/cards/rules/", "/cards/rules"),
            ("/rules/", "/cards/rules"),
        ]:
            answer = client.get(path)
            assert (answer.status_code, answer.headers["location"]) == (307, to)


@pytest.mark.parametrize("path", ["/nowhere/", "/static", "/static/js/", "//evil.example/rules/"])
def test_what_is_nowhere_is_nowhere_with_a_slash_as_well(app: FastAPI, path: str) -> None:
    with TestClient(app, follow_redirects=False) as client:
        answer = client.get(f"http://testserver{path}")
    assert answer.status_code == 404


# Same origin


SAME = [
    {},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://testserver"},
    {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"},
    # Behind a proxy that takes TLS off, the scheme is another one.
    {"Origin": "https://testserver"},
    # The same, spelt differently.
    {"Origin": "http://testserver", "Host": "TestServer"},
    {"Origin": "http://testserver", "Host": "testserver:80"},
    {"Origin": "https://testserver", "Host": "testserver:443"},
    {"Origin": "http://testserver:80", "Host": "testserver"},
    {"Origin": "http://testserver:8080", "Host": "testserver:8080"},
    {"Origin": "http://[::1]:8080", "Host": "[::1]:8080"},
]
OTHER = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "nonsense"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:8080"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://"},
    {"Origin": "http://[oops"},
    {"Origin": "http://testserver:port"},
    {"Origin": "http://testserver", "Host": "testserver:443"},
    {"Origin": "http://testserver", "Host": "testserver:port"},
    {"Origin": "http://testserver", "Host": "[oops"},
    {"Origin": "http://testserver", "Host": "evil@testserver"},
    {"Origin": "ftp://testserver"},
]


@pytest.mark.parametrize("headers", SAME, ids=str)
def test_a_post_from_the_site_itself_is_served(client: TestClient, headers: dict[str, str]) -> None:
    player = Player(client, CODE)
    answer = client.post(f"{player.path}/moves", data={"move": "KD", "ply": "0"}, headers=headers)
    assert answer.status_code == 200
    assert player.look().table == table_of(game_after(CODE, "KD"))


@pytest.mark.parametrize("headers", OTHER, ids=str)
def test_a_post_from_another_site_is_refused(client: TestClient, headers: dict[str, str]) -> None:
    player = Player(client, CODE)
    for path, data in [
        ("/games", {"rules": "N"}),
        ("/settings", {"theme": "night"}),
        (f"{player.path}/moves", {"move": "KD", "ply": "0"}),
        (f"{player.path}/undo", {"ply": "0"}),
        (f"{player.path}/restart", {}),
        (f"{player.path}/leave", {}),
    ]:
        answer = client.post(path, data=data, headers=headers)
        assert answer.status_code == 403, path
        assert "came from another site" in read(answer.text).one("main").text
    assert player.look().table == table_of(game_after(CODE))
    assert "data-theme" not in player.page.root.one("html")


@pytest.mark.parametrize(
    ("base_url", "origin", "status"),
    [
        ("https://cards.example", "https://cards.example", 303),
        ("https://cards.example", "http://testserver", 303),
        ("HTTPS://Cards.Example:443/", "https://cards.example", 303),
        ("http://cards.example:8080", "http://cards.example:8080", 303),
        ("http://cards.example:8080/path", "http://cards.example:8080", 303),
        ("https://cards.example", "https://cards.example.evil.example", 403),
        ("https://cards.example", "http://cards.example", 403),
        ("https://cards.example", "https://cards.example:8443", 403),
        ("https://cards.example", "null", 403),
    ],
)
def test_the_address_that_people_use_counts_as_the_site_itself(
    settings: Settings, base_url: str, origin: str, status: int
) -> None:
    given = {"PYRAMID_DATA": str(settings.data), "PYRAMID_BASE_URL": base_url}
    with TestClient(create_app(Settings.read(given))) as client:
        headers = {"Origin": origin}
        answer = client.post("/games", data={"rules": "N"}, headers=headers, follow_redirects=False)
        assert answer.status_code == status


def _refuse(_scope: Scope, status: int) -> ASGIApp:
    return StarletteResponse(status_code=status)


def test_a_form_that_a_proxy_made_foreign_is_explained_in_the_log_once_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    app = StarletteResponse("served")
    guard = Guard(app, base_url="", refuse=_refuse, clock=lambda: now)
    # What nginx passes on as $host has lost its port.
    client = TestClient(guard, headers={"Origin": "http://nas:8080", "Host": "nas"})
    for now in (0.0, 1.0, 59.0, 60.0, 61.0):  # noqa: B007  (the clock reads it)
        assert client.post("/games").status_code == 403
    assert len(caplog.messages) == 2
    for said in caplog.messages:
        assert "'http://nas:8080'" in said
        assert "'nas'" in said
        assert "PYRAMID_BASE_URL" in said


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {"Origin": "nonsense"}]
)
def test_what_no_proxy_can_be_blamed_for_is_not_logged(
    client: TestClient, caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    assert client.post("/games", headers=headers).status_code == 403
    assert caplog.messages == []


def test_whatever_is_logged_is_one_short_line(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Origin": "http://" + "x" * 9000, "Host": "y" * 9000}
    assert client.post("/games", headers=headers).status_code == 403
    (said,) = caplog.messages
    assert len(said) < 800


def test_a_look_from_another_site_is_welcome(client: TestClient) -> None:
    for path in PAGES:
        answer = client.get(path, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 200


# Size


def test_a_body_beyond_all_need_is_refused(client: TestClient) -> None:
    for data in ({"code": "A" * LARGEST_BODY}, {"rules": "N", "more": "x" * 10_000_000}):
        answer = client.post("/games", data=data)
        assert answer.status_code == 413
        assert read(answer.text).one("h1").text == "Too large"
    assert not client.cookies


def test_a_body_that_does_not_say_its_length_is_measured(client: TestClient) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        yield b"code="
        for _ in range(10_000):
            sent += 1024
            yield b"A" * 1024

    answer = client.post(
        "/games",
        content=endless(),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("length", ["-1", "x", "9" * 400, "1e3", " "])
def test_a_length_that_is_none_is_refused(client: TestClient, length: str) -> None:
    answer = client.post("/games", content=b"rules=N", headers={"Content-Length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded"),
        (b"code=%ff%fe%00", "application/x-www-form-urlencoded"),
        (b"rules=N", "text/plain"),
        (b'{"rules": "N"}', "application/json"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="code"; filename="a"'
            b"\r\n\r\nz\r\n--x--\r\n",
            "multipart/form-data; boundary=x",
        ),
        (b"&".join(b"a%d=1" % i for i in range(5000)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_form_that_is_none_is_refused_in_a_page(
    client: TestClient, content: bytes, kind: str
) -> None:
    player = Player(client, CODE)
    for path in ("/games", f"{player.path}/moves", f"{player.path}/undo"):
        answer = client.post(path, content=content, headers={"Content-Type": kind})
        assert answer.status_code in (400, 422), path
        page = read(answer.text)
        assert page.has("main")
        assert "The fault is here" not in page.text
    assert player.look().table == table_of(game_after(CODE))


# Static files


def test_files_are_named_by_their_content_and_kept_for_ever(client: TestClient) -> None:
    page = read(client.get(Player(client, CODE).path).text)
    links = [link["href"] for link in page.all("link", href=None) if link["rel"] != "manifest"]
    scripts = [script["src"] for script in page.all("script", src=None)]
    assert len(links) > 2
    assert len(scripts) > 2
    for address in links + scripts:
        assert address.startswith("/static/"), address
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304


def test_a_file_by_its_plain_name_is_asked_for_again(client: TestClient) -> None:
    answer = client.get("/static/css/table.css")
    assert answer.headers["cache-control"] == "no-cache"


def test_a_change_of_a_file_changes_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(paths.STATIC, folder)
    before = Assets(folder)
    (folder / "js" / "table.js").write_text("// another one")
    after = Assets(folder)
    assert after.hashed("js/table.js") != before.hashed("js/table.js")
    assert after.hashed("js/keys.js") == before.hashed("js/keys.js")


def test_no_file_beside_the_static_ones_is_served(client: TestClient) -> None:
    for path in (
        "/static/../app/main.py",
        "/static/%2e%2e/app/main.py",
        "/static//etc/passwd",
        "/static/js/..%2f..%2fpyproject.toml",
        "/static/css",
    ):
        assert client.get(path).status_code == 404


def test_every_static_file_is_served(client: TestClient) -> None:
    files = [file for file in paths.STATIC.rglob("*") if file.is_file()]
    assert len(files) > 10
    for file in files:
        answer = client.get(f"/static/{file.relative_to(paths.STATIC).as_posix()}")
        assert answer.content == file.read_bytes()


def test_pages_are_compressed_for_those_who_take_it(client: TestClient) -> None:
    path = Player(client, CODE).path
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert Page(packed).table == Page(plain).table


# Nothing of another host, nothing that the policy would stop


@pytest.mark.parametrize("path", [*READ, "/rules/C", "/api/v1/docs", "/nowhere", "game"])
def test_a_page_needs_nothing_that_the_policy_forbids(
    browsers: Callable[[], TestClient], app: FastAPI, path: str
) -> None:
    client = browsers()
    if path == "game":
        path = Player(client, CODE).path
    page = read(client.get(path).text)
    for element in page.each():
        assert "style" not in element, element
        for name in element.attributes:
            assert not name.startswith(("on", "hx-on")), element
        for name in ("src", "href", "action", "hx-post", "hx-get"):
            address = element.get(name)
            assert not address.startswith(("http:", "//", "javascript:", "data:")) or (
                element.get("rel") == "canonical"
            ), element
        if element.tag == "script":
            assert element["src"]
            assert element.content == []
        assert element.tag != "style"
