"""The site in this process, on a new SQLite file for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import fastapi.routing
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.drawing.assets import Assets
from app.web.drawing.render import Renderer
from tests.support.client import Client


@pytest.fixture(scope="session", autouse=True)
def kept_for_all_sites() -> Iterator[None]:
    """What takes longer than most tests is done once for all: templates compiled, routes read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.main.Renderer", lru_cache(Renderer))
        patch.setattr("app.main.Assets", lru_cache(Assets))
        # FastAPI reads the functions behind the routes of a router anew for each application, when
        # it is first asked for something. Where it does not have this any more it is no loss but
        # of time.
        included: Any = getattr(fastapi.routing, "_IncludedRouter", None)
        if hasattr(included, "_build_effective_context"):
            build = _once_for_all_sites(included._build_effective_context)
            patch.setattr(included, "_build_effective_context", build)
        yield


def _once_for_all_sites(build: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The same, which returns what it has made before of a route that is included alike."""
    made: dict[tuple[int, str, bool], tuple[Any, Any]] = {}

    def kept(included: Any, route: Any) -> Any:
        context = included.include_context
        assert not context.dependency_overrides_provider.dependency_overrides
        key = (id(route), context.prefix, context.include_in_schema)
        if key not in made:
            # With the route, so that no other one ever gets its number.
            made[key] = route, build(included, route)
        return made[key][1]

    return kept


@pytest.fixture
def settings(empty_database: Path, tmp_path: Path) -> Settings:
    """Settings with a data folder of this test's own; a module may override it."""
    shutil.copy(empty_database, tmp_path / "pyramid.db")
    return Settings.read({"PYRAMID_DATA": str(tmp_path)})


@pytest.fixture
def app(settings: Settings) -> Iterator[FastAPI]:
    """A site for this test alone."""
    made = create_app(settings)
    yield made
    made.state.site.analysis.close()
    made.state.site.store.close()


@pytest.fixture(scope="module")
def shared_app(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A site for those tests of a module that only visit it."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copy(empty_database, folder / "pyramid.db")
    made = create_app(Settings.read({"PYRAMID_DATA": str(folder)}))
    yield made
    made.state.site.analysis.close()
    made.state.site.store.close()


ALONE = {"app", "settings", "tmp_path", "monkeypatch", "caplog"}
"""What a test asks for that looks behind a site or changes what it rests on."""


@pytest.fixture
def browsers(request: pytest.FixtureRequest) -> Iterator[Callable[[], TestClient]]:
    """Makes as many visitors of one site as are wanted, each with cookies of their own.

    The site is the test's own where it asks for one of `ALONE`. Else others visit it as well, of
    whom a visitor sees nothing: that is quicker than a new one.
    """
    alone = ALONE & {*request.fixturenames, *vars(request.module)}
    app: FastAPI = request.getfixturevalue("app" if alone else "shared_app")
    opened: list[TestClient] = []

    def browser() -> TestClient:
        opened.append(Client(app))
        return opened[-1]

    yield browser
    for client in opened:
        client.close()


@pytest.fixture
def client(browsers: Callable[[], TestClient]) -> TestClient:
    """One visitor, who follows redirects and keeps cookies."""
    return browsers()


@pytest.fixture(scope="module")
def solving_app(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FastAPI]:
    """A site for all tests of a module: its solver's processes take a while to start."""
    folder = tmp_path_factory.mktemp("solving")
    shutil.copy(empty_database, folder / "pyramid.db")
    app = create_app(Settings.read({"PYRAMID_DATA": str(folder)}))
    app.state.site.analysis.start()
    yield app
    app.state.site.analysis.close()
    app.state.site.store.close()
