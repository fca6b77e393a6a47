"""The Makefile on machines that lack something, and the compiled solver it leaves behind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.project import ROOT

pytestmark = pytest.mark.packaging
LOCKS = ("run", "build", "dev")


def _make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs this Makefile in a folder with nothing but the locks, and only the shell's tools."""
    (folder / "requirements").mkdir(exist_ok=True)
    for name in ("pyproject.toml", "setup.py", *(f"requirements/{each}.lock" for each in LOCKS)):
        (folder / name).write_text("")
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for name in ("sh", "cat", "cksum", "tr", "rm", "mkdir", "touch", "grep", "sed", "sort", "awk"):
        if not (tools / name).exists():
            (tools / name).symlink_to(_which(name))
    return subprocess.run(
        [_which("make"), "-f", ROOT / "Makefile", *arguments],
        cwd=folder,
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
    )


def _which(name: str) -> str:
    for folder in os.environ["PATH"].split(os.pathsep):
        if os.access(Path(folder, name), os.X_OK):
            return str(Path(folder, name))
    raise FileNotFoundError(name)


def _python(path: Path, version: str, *, complete: bool = True) -> Path:
    """A stand-in that answers the Makefile's questions as such a Python would."""
    new = int(version.split(".")[1]) >= 11
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"*version_info\\ *) exit {0 if new else 1};;\n"
        f"*ensurepip*) exit {0 if complete else 1};;\n"
        f"*print*) echo {version};;\n"
        f"--version) echo Python {version}.1;;\n"
        f'-m\\ venv*) echo "made by {version}"; exit 3;;\n'
        "esac\n"
    )
    path.chmod(0o755)
    return path


def test_without_any_python_the_message_says_what_is_needed(tmp_path: Path) -> None:
    done = _make(tmp_path, "run")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed; found: none." in done.stdout


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    _python(tmp_path / "tools" / "python3", "3.9")
    done = _make(tmp_path, "run")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed; found: python3 (Python 3.9.1)." in done.stdout


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    _python(tmp_path / "tools" / "python3", "3.12", complete=False)
    done = _make(tmp_path, "run")
    assert done.returncode != 0
    assert "apt-get install python3.12-venv" in done.stdout


def test_a_complete_python_further_down_the_list_is_found(tmp_path: Path) -> None:
    _python(tmp_path / "tools" / "python3", "3.12", complete=False)
    _python(tmp_path / "tools" / "python3.13", "3.13")
    done = _make(tmp_path, "run")
    assert "==> Making .venv with Python 3.13.1\nmade by 3.13" in done.stdout


def test_the_python_that_is_named_comes_first(tmp_path: Path) -> None:
    _python(tmp_path / "tools" / "python3", "3.12")
    named = _python(tmp_path / "mine" / "python3", "3.11")
    done = _make(tmp_path, "run", f"PYTHON={named}")
    assert "==> Making .venv with Python 3.11.1\nmade by 3.11" in done.stdout


def test_no_compiled_solver_module_is_older_than_its_source() -> None:
    stale = [
        f"{compiled.name} is older than {source.name}: make dev"
        for compiled in (ROOT / "app" / "solver").glob("*.so")
        for source in compiled.parent.glob(f"{compiled.name.split('.')[0]}.p*")
        if source.suffix in (".py", ".pxd") and compiled.stat().st_mtime < source.stat().st_mtime
    ]
    assert stale == []


@pytest.mark.parametrize(
    ("output", "status", "last", "expected"),
    [
        ("== 3 passed in 1.2s ==", 0, "== 3 passed in 1.2s ==", 0),
        ("== 1 failed in 1.2s ==\\nmake: Error 1", 2, "== 1 failed in 1.2s ==", 2),
        ("Not formatted", 2, "No test ran: see above.", 2),
        ("nothing", 0, "No test ran: see above.", 1),
    ],
)
def test_continuous_integration_ends_with_the_closing_line_of_pytest(
    output: str, status: int, last: str, expected: int, tmp_path: Path
) -> None:
    """With a stand-in for make, so that it does not run this very suite."""
    make = tmp_path / "make"
    make.write_text(f"#!/bin/sh\nprintf '{output}\\n'\nexit {status}\n")
    make.chmod(0o755)
    done = subprocess.run(
        ["bash", ROOT / ".ci" / "run"],
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == last
    assert done.returncode == expected
