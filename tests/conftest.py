"""Fixtures that every part of the suite may use. Each starts what it needs on first use."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from app.settings import PREFIX, TEST_PREFIX
from app.solver import COMPILED
from app.store import Store
from tests.support import published
from tests.support.browser import DESKTOP, chromium, phone_options, watched_page
from tests.support.client import one_loop
from tests.support.kinds import Kinds
from tests.support.postgres import fresh_database, postgres_server
from tests.support.server import LiveServer

# Machines that run tests are busy: how long one example takes says nothing there.
hypothesis.settings.register_profile("suite", deadline=None)
hypothesis.settings.load_profile("suite")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Kinds(config))
    # A developer's own settings must not change what is tested. Where tests run in worker
    # processes, each of those does this when it has read what is meant for the tests themselves.
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        for name in list(os.environ):
            if name.startswith(PREFIX) and not name.startswith(TEST_PREFIX):
                del os.environ[name]
    # What a shell starts in the background ignores SIGINT, and so would every process begun here,
    # those included that a test ends with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> list[str]:
    """Say what the tests of the solver stand on here."""
    run = "compiled" if COMPILED else "PLAIN PYTHON, with fewer examples"
    return [f"solver: {run}", published.told()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The browser comes last: what fails without one is known sooner, and Playwright keeps an event
    # loop running in this thread, which a test that starts its own could not bear. Workers are
    # handed tests in this order (by `--dist load`, which is what `-n` means).
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    # What is there by now stays: looking through it again and again would find nothing to free.
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def loop_of_clients() -> Iterator[None]:
    """Where the clients of sites in this process have their requests answered."""
    with one_loop():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server to make databases in."""
    with postgres_server() as url:
        yield url


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the newest tables and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "pyramid.db"
    _make_tables(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def empty_postgres_url(postgres: str) -> Iterator[str]:
    """A PostgreSQL database with the newest tables and nothing in them, to be copied."""
    with fresh_database(postgres) as url:
        _make_tables(url)
        yield url


def _make_tables(url: str) -> None:
    store = Store(url)
    store.migrate()
    store.close()


@pytest.fixture
def has_tables(request: pytest.FixtureRequest) -> bool:
    """Whether the databases below come with tables: for a test that uses a store with them."""
    return "store" in request.fixturenames


@pytest.fixture
def postgres_url(postgres: str, has_tables: bool, request: pytest.FixtureRequest) -> Iterator[str]:
    """A new PostgreSQL database, as SQLAlchemy takes it."""
    template = request.getfixturevalue("empty_postgres_url") if has_tables else None
    with fresh_database(postgres, template) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path, has_tables: bool, request: pytest.FixtureRequest) -> str:
    """A new SQLite database, as SQLAlchemy takes it."""
    if has_tables:
        shutil.copy(request.getfixturevalue("empty_database"), tmp_path / "pyramid.db")
    return f"sqlite:///{tmp_path / 'pyramid.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str:
    """A new database of each kind in turn."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One running server for the whole session, on SQLite. Do not stop it: start your own."""
    server = LiveServer(tmp_path_factory.mktemp("live"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[LiveServer]:
    """A server for this test alone, not started yet: it may be stopped, killed, restarted."""
    server = LiveServer(tmp_path / "server")
    yield server
    server.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with chromium(playwright) as started:
        yield started


@pytest.fixture
def page_options() -> dict[str, Any]:
    """Options for the pages below; a test module overrides this for a language or theme."""
    return {}


@pytest.fixture
def page(browser: Browser, page_options: dict[str, Any]) -> Iterator[Page]:
    """A page on a desk, in a context of its own; it fails the test if it complains."""
    with watched_page(browser, **(DESKTOP | page_options)) as opened:
        yield opened


@pytest.fixture
def phone(browser: Browser, playwright: Playwright, page_options: dict[str, Any]) -> Iterator[Page]:
    """A page on a phone with touch."""
    with watched_page(browser, **(phone_options(playwright) | page_options)) as opened:
        yield opened


@pytest.fixture
def plain_page(browser: Browser, page_options: dict[str, Any]) -> Iterator[Page]:
    """A page on a desk with JavaScript turned off."""
    options = DESKTOP | {"java_script_enabled": False} | page_options
    with watched_page(browser, **options) as opened:
        yield opened
