"""The server of `make serve` starts again on a change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import PREFIX
from tests.support.postgres import free_port
from tests.support.project import ROOT

SECONDS = 60.0


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what is served, to be changed."""
    for name in ("app", "templates", "static", "migrations"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def url(tree: Path) -> Iterator[str]:
    """The address of the server on that copy."""
    port = free_port()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    process = subprocess.Popen(
        [sys.executable, "-m", "app.develop"],
        cwd=tree,
        env=clean | {"PYRAMID_PORT": str(port), "PYRAMID_DATA": str(tree / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
    yield f"http://127.0.0.1:{port}/"
    process.terminate()
    process.communicate(timeout=SECONDS)


def awaited(url: str, text: str) -> None:
    """Ask for a page until it has a text."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                if text in answer.read().decode():
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.1)
    pytest.fail(f"{text!r} was never there")


@pytest.mark.server
def test_a_changed_template_and_a_changed_module_are_served(tree: Path, url: str) -> None:
    awaited(url, "Pyramid Solitaire")
    page = tree / "templates" / "home.html"
    page.write_text(page.read_text().replace("<main ", '<main data-changed="1" '))
    awaited(url, 'data-changed="1"')
    words = tree / "app" / "web" / "words" / "rules.py"
    words.write_text(words.read_text().replace('_("Strict")', '"Changed by hand"'))
    awaited(url, "Changed by hand")


def test_a_setting_that_cannot_be_used_is_told_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.develop"],
        env=os.environ | {"PYRAMID_PORT": "none"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("PYRAMID_PORT='none' cannot be used")
