"""`about`: versions, the solver and the database."""

from __future__ import annotations

import importlib.util
import json
import sys
from importlib import metadata
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from app.cli import PROGRAM
from app.store import Store
from tests.cli.saying import (
    Output,
    answered,
    refused,
    said,
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the settings, empty."""
    monkeypatch.setenv("PYRAMID_DATA", str(tmp_path))
    return tmp_path


def test_about_tells_the_versions(capsys: Output, data: Path) -> None:
    about = answered(capsys, "about")
    assert about["version"] == metadata.version(PROGRAM)
    assert about["python"] == ".".join(map(str, sys.version_info[:3]))
    assert {"fastapi", "uvicorn", "sqlalchemy", "pillow"} <= set(about["packages"])
    for name, version in about["packages"].items():
        assert version == metadata.version(name)
    text = said(capsys, "about")
    assert text.startswith(f"{PROGRAM} {about['version']}\nPython {about['python']}\n")
    assert f"fastapi {about['packages']['fastapi']}" in text


@pytest.mark.parametrize(
    ("origin", "solver"),
    [("core.py", "plain"), ("core.abi3.so", "compiled"), (None, None), ("", None)],
)
def test_about_tells_whether_the_solver_is_compiled(
    capsys: Output,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    origin: str | None,
    solver: str | None,
) -> None:
    def found(name: str) -> ModuleSpec | None:
        if origin is None:
            raise ModuleNotFoundError(name)
        return ModuleSpec(name, None, origin=origin) if origin else None

    monkeypatch.setattr(importlib.util, "find_spec", found)
    assert answered(capsys, "about").get("solver") == solver
    assert (f"Solver: {solver}\n" in said(capsys, "about")) == (solver is not None)


def test_about_makes_no_database(capsys: Output, data: Path) -> None:
    about = answered(capsys, "about")
    assert about["database"] == f"sqlite:///{data / 'pyramid.db'}"
    assert about["reachable"] is False
    assert "There is no" in about["message"]
    assert list(data.iterdir()) == []


def test_about_says_that_the_database_answers(capsys: Output, data: Path) -> None:
    store = Store(f"sqlite:///{data / 'pyramid.db'}")
    store.migrate()
    store.close()
    about = answered(capsys, "about")
    assert (about["reachable"], about["message"]) == (True, None)
    assert "It answers." in said(capsys, "about")


def test_about_says_what_is_wrong_with_the_database(capsys: Output, data: Path) -> None:
    (data / "pyramid.db").write_bytes(b"anything but a database" * 100)
    about = answered(capsys, "about")
    assert about["reachable"] is False
    assert "is not an SQLite database" in about["message"]
    assert about["message"] in said(capsys, "about")


def test_about_hides_the_password(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    # Port 1 answers nowhere.
    monkeypatch.setenv("PYRAMID_DATABASE_URL", "postgresql://me:secret@127.0.0.1:1/games")
    output = said(capsys, "about") + json.dumps(answered(capsys, "about"))
    assert "secret" not in output
    assert "me:***@127.0.0.1:1/games" in output


def test_about_works_in_a_folder_that_is_not_installed(
    capsys: Output, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    monkeypatch.setattr(metadata, "requires", missing)
    assert said(capsys, "about").startswith(f"{PROGRAM} from a folder, not installed\n")
    about = answered(capsys, "about")
    assert (about["version"], about["packages"]) == (None, {})


def test_a_bad_setting_is_explained(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMID_PORT", "tcp")
    assert "PYRAMID_PORT='tcp' cannot be used" in refused(capsys, "about")
