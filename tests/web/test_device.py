"""What devices and other programs look for: the sign, and which pages crawlers leave alone."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

import pytest
from fastapi.testclient import TestClient

from app import paths
from app.analysis import Analysis, Solution, Verdict
from app.engine import Move
from app.main import create_app
from app.settings import Settings
from tests.support.client import Client
from tests.web.document import read

CODE = "PY1-N-AAAAAAS"
PUBLIC = ("/", "/new", "/rules", "/rules/N", "/guide", "/solve", f"/d/{CODE}", f"/d/{CODE}.png")
DEAR = (f"/solve/{CODE}", f"/solve/{CODE}?step=3", "/g/x", "/g/x/hint", "/api/v1/docs")
DEAR_TRIES = ("/guide/king", "/guide/king?move=KD")


@pytest.fixture(params=["", "/cards"])
def root(request: pytest.FixtureRequest) -> str:
    """The path that the site is served under."""
    path: str = request.param
    return path


@pytest.fixture
def visitor(settings: Settings, root: str) -> TestClient:
    """A program that looks at the site by the address that people use."""
    given = {"PYRAMID_DATA": str(settings.data), "PYRAMID_ROOT_PATH": root}
    return Client(create_app(Settings.read(given)))


def test_crawlers_are_kept_from_what_is_dear_and_from_nothing_else(
    visitor: TestClient, root: str
) -> None:
    answer = visitor.get(f"{root}/robots.txt")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    crawler = RobotFileParser()
    crawler.parse(answer.text.splitlines())
    for path in PUBLIC:
        # Whoever shows a preview of a link keeps to these words too.
        assert crawler.can_fetch("Twitterbot", f"http://testserver{root}{path}"), path
    for path in DEAR + DEAR_TRIES:
        assert not crawler.can_fetch("Googlebot", f"http://testserver{root}{path}"), path
    assert f"Disallow: {root}/d/*/verdict\n" in answer.text


def test_the_sign_lies_where_browsers_have_always_asked_for_it(
    visitor: TestClient, root: str
) -> None:
    # Some ask at the root of the host whatever the page says, and a proxy may pass that on.
    for path in {"/favicon.ico", f"{root}/favicon.ico"}:
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert answer.content == (paths.STATIC / "icons" / "favicon.ico").read_bytes()
        assert answer.headers["content-type"] in ("image/x-icon", "image/vnd.microsoft.icon")
        assert "max-age" in answer.headers["cache-control"]
        head = visitor.head(path, headers={"Accept-Encoding": "identity"})
        assert int(head.headers["content-length"]) == len(answer.content)


def test_a_link_that_makes_the_solver_work_is_not_to_be_followed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = (Move.parse("KD"), Move.parse("draw"))

    async def solved(*_: object, **__: object) -> Solution:
        return Solution(Verdict.WINNABLE, line, shortest=True, most=28)

    monkeypatch.setattr(Analysis, "solution", solved)
    found = set()
    for page in ("/guide", f"/solve/{CODE}?step=1", "/", "/new", "/solve", f"/d/{CODE}"):
        for link in read(client.get(page).text).all("a", href=None):
            if link["href"].startswith(("/solve/", "/guide/")):
                found.add(page)
                assert link["rel"] == "nofollow", (page, link)
    assert {"/guide", f"/solve/{CODE}?step=1"} <= found
