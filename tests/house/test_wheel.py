"""The wheel: built from a source archive, it holds everything and serves from where it lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.project import ROOT, project_files
from tests.support.server import LiveServer

pytestmark = pytest.mark.packaging


def _run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _built(folder: Path, source: Path, **environment: str) -> Path:
    """A wheel made of a source archive or folder, by a compiler that is made to hurry."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet")
    options = ("--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    _run(*pip, *options, source, cwd=folder, **{"CFLAGS": "-O0"} | environment)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a source archive of a copy of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "copy"
    for path in project_files():
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    _run(sys.executable, "setup.py", "--quiet", "sdist", cwd=copy)
    (archive,) = (copy / "dist").glob("*.tar.gz")
    return _built(folder, archive)


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The `bin` folder of an environment with the wheel, and this one's dependencies in sight."""
    environment = wheel.parent / "environment"
    _run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=wheel.parent)
    python = environment / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    _run(*pip, "install", "--quiet", "--no-deps", wheel, cwd=wheel.parent)
    packages = _run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=wheel.parent
    )
    # A plain path: it does not bring along the link to this checkout that lies in that folder.
    Path(packages.strip(), "others.pth").write_text(sysconfig.get_path("purelib"))
    return environment / "bin"


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[LiveServer]:
    running = LiveServer(tmp_path / "server", command=(str(installed / "pyramid-solitaire"),))
    yield running.start()
    running.stop()


def test_a_compiled_wheel_is_named_for_its_platform_and_serves_every_newer_python(
    wheel: Path,
) -> None:
    assert "-cp311-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as opened:
        assert [name for name in opened.namelist() if name.startswith("app/solver/core.abi3")]


def test_a_wheel_made_without_a_compiler_is_named_pure_and_holds_the_same(
    wheel: Path, tmp_path: Path
) -> None:
    pure = _built(tmp_path, wheel.parent / "copy", CC="/bin/false")
    assert pure.name.endswith("-py3-none-any.whl")

    def content(path: Path) -> set[str]:
        with zipfile.ZipFile(path) as opened:
            return {name for name in opened.namelist() if not name.endswith((".so", ".pyd"))}

    assert content(pure) == content(wheel)
    with zipfile.ZipFile(pure) as opened:
        (described,) = (name for name in opened.namelist() if name.endswith("/WHEEL"))
        assert "Root-Is-Purelib: true" in opened.read(described).decode()
        assert not [name for name in opened.namelist() if name.endswith(".so")]


FREE_THREADED = """
import sys, sysconfig
values = dict(sysconfig.get_config_vars(), Py_GIL_DISABLED=1)
sysconfig.get_config_var = values.get
sys.argv = ["setup.py", "--quiet", "bdist_wheel", "--dist-dir", sys.argv[1]]
exec(compile(open("setup.py").read(), "setup.py", "exec"), {"__file__": "setup.py"})
"""
"""Builds a wheel as if this Python were one without the global lock."""


def test_a_free_threaded_python_gets_a_wheel_of_its_own(wheel: Path, tmp_path: Path) -> None:
    environment = {"CFLAGS": "-O0"}
    copy = shutil.copytree(wheel.parent / "copy", tmp_path / "copy")
    _run(sys.executable, "-c", FREE_THREADED, tmp_path / "dist", cwd=copy, **environment)
    (built,) = (tmp_path / "dist").glob("*.whl")
    assert "abi3" not in built.name
    with zipfile.ZipFile(built) as opened:
        compiled = [name for name in opened.namelist() if name.endswith(".so")]
    assert compiled
    assert not [name for name in compiled if "abi3" in name]


@pytest.mark.parametrize("folder", ["templates", "static", "migrations"])
def test_the_wheel_holds_every_file_beside_the_package(wheel: Path, folder: str) -> None:
    copy = wheel.parent / "copy"
    expected = {
        f"app/_files/{path.relative_to(copy).as_posix()}" for path in project_files(copy / folder)
    }
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if name.startswith(f"app/_files/{folder}/")}
    assert names == expected
    assert names


def test_the_wheel_holds_the_whole_package_and_its_catalogues(wheel: Path) -> None:
    copy = wheel.parent / "copy"
    expected = {
        path.relative_to(copy).as_posix()
        for path in project_files(copy / "app")
        if path.suffix in (".py", ".po", ".pxd", ".pyi")
    }
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    assert expected <= names
    assert not [name for name in names if name.startswith(("tests/", "requirements/"))]


def test_the_wheel_holds_the_licences(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
    licences = {name.split("/licenses/")[1] for name in names if "/licenses/" in name}
    assert licences == {
        "LICENSE",
        "static/cards/classic/LICENSE.txt",
        "static/vendor/htmx.LICENSE.txt",
    }


def test_the_installed_wheel_serves_pages_and_static_files(
    server: LiveServer, installed: Path
) -> None:
    where = _run(installed / "python", "-c", "import app; print(app.__file__)", cwd=server.data)
    assert Path(where.strip()).is_relative_to(installed.parent)
    with urllib.request.urlopen(f"{server.url}/") as answer:
        assert answer.status == 200
        assert b"PY1-" in answer.read()
