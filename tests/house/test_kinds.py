"""A run that leaves tests out says how many of which kind, in one process and in several."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kinds import KINDS
from tests.support.project import ROOT

CONFTEST = """
import pytest
from tests.support.kinds import Kinds

def pytest_configure(config):
    config.pluginmanager.register(Kinds(config))

@pytest.fixture
def browser():
    return "a browser"

@pytest.fixture
def page(browser, live_server):
    return "a page"

@pytest.fixture
def live_server():
    return "a server"

@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def database(request):
    return request.param
"""
TESTS = """
import pytest

def test_plain(): pass
def test_plain_as_well(): pass
def test_of_a_database(database): pass
def test_on_a_page(page): pass
def test_in_a_browser(browser): pass
def test_of_a_server(live_server): pass
@pytest.mark.packaging
def test_of_a_wheel(): pass
"""
QUICK = " and ".join(f"not {kind}" for kind in KINDS)


def _closing(folder: Path, *options: str) -> list[str]:
    """The last two lines of a run over the tests above, without the time it took."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_here.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", *options]
    # Without the plugins that it has no use for it starts in no time.
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.partition(" in ")[0] for line in done.stdout.splitlines()[-2:]]


@pytest.mark.parametrize(
    "options", [(), ("-p", "xdist.plugin", "-n", "2")], ids=["one process", "two"]
)
def test_what_is_left_out_is_counted_by_kind(options: tuple[str, ...], tmp_path: Path) -> None:
    told, closing = _closing(tmp_path, *options, "-m", QUICK)
    assert told == "left out: 2 browser, 1 postgres, 1 server, 1 packaging, 0 other"
    assert closing.startswith("3 passed")


def test_nothing_is_said_where_nothing_is_left_out(tmp_path: Path) -> None:
    assert "left out" not in " ".join(_closing(tmp_path))


def test_the_quick_run_leaves_out_each_kind_and_nothing_else() -> None:
    assert f'-m "{QUICK}"' in (ROOT / "Makefile").read_text()
