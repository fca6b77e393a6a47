"""What must not be in any file of the project, and what must be."""

from __future__ import annotations

import hashlib
import re
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.project import ROOT, project_files, project_texts

VENDORED = {
    # SHA-256 of each file that others wrote, as it came from its published package.
    "htmx.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    "htmx.LICENSE.txt": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
}
# In pieces, so that this file passes its own test.
REGISTRIES = ("pypi." + "org", "python" + "hosted", "npmjs." + "org", "deb." + "debian")
PATHS_OF_A_MACHINE = ("/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/")
WAYS_TO_SKIP = (
    r"pytest\." + r"(skip|xfail|importorskip)\b",
    r"mark\." + r"(skip|skipif|xfail)\b",
    "pragma: " + "no cover",
    r"unittest\." + r"skip",
)
# Hosts that an address in our own files may name: this machine, and names kept free for examples.
HOSTS = re.compile(
    r"(?P<host>localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|nas|testserver|www\.w3\.org"
    r"|([a-z0-9-]+\.)*(example|example\.(com|net|org)|test|invalid))$"
)


def test_no_file_names_a_registry_or_a_folder_of_somebodys_machine() -> None:
    found = [
        f"{name}: {word}"
        for name, text in project_texts()
        for word in (*REGISTRIES, *PATHS_OF_A_MACHINE)
        if word in text
    ]
    assert found == []


def test_no_test_can_be_skipped_and_no_line_left_out_of_coverage() -> None:
    found = [
        f"{name}: {match.group()}"
        for name, text in project_texts()
        for pattern in WAYS_TO_SKIP
        for match in re.finditer(pattern, text)
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["app", "migrations", "static", "templates"])
def test_nothing_served_comes_from_another_host(folder: str) -> None:
    found = []
    for name, text in project_texts(ROOT / folder):
        if name.startswith("static/vendor/"):
            continue
        for match in re.finditer(
            r"https?://(?:[^\s/@]*@)?([a-z0-9.\[\]-]+:?)", text, re.IGNORECASE
        ):
            if not HOSTS.match(match.group(1).rstrip(":.").lower()):
                found.append(f"{name}: {match.group()}")
    assert found == []


def test_vendored_files_are_the_published_ones_and_no_others() -> None:
    folder = ROOT / "static" / "vendor"
    found = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in project_files(folder)
    }
    assert found == VENDORED


def test_every_vendored_file_has_its_licence_beside_it() -> None:
    folder = ROOT / "static" / "vendor"
    for path in folder.glob("*.js"):
        licence = folder / f"{path.name.split('.')[0]}.LICENSE.txt"
        assert "Permission to use, copy, modify" in licence.read_text(), path.name


def test_the_project_has_its_own_licence() -> None:
    licence = (ROOT / "LICENSE").read_text()
    assert licence.startswith("MIT License")
    assert "Pyramid Solitaire contributors" in licence
    assert _project()["license"] == "MIT"


def test_the_locks_hold_every_dependency_and_a_hash_of_each() -> None:
    project = _project()
    needed = {
        "run": project["dependencies"],
        "dev": project["dependencies"] + project["optional-dependencies"]["dev"],
        "build": tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"],
    }
    for name, requirements in needed.items():
        locked = _locked(name)
        for requirement in map(Requirement, requirements):
            version = locked[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), (name, str(requirement), version)


def test_the_locks_agree_with_each_other() -> None:
    dev = _locked("dev")
    for name in ("run", "build"):
        assert _locked(name).items() <= dev.items(), name


def test_the_readme_says_why_each_dependency_is_there() -> None:
    project = _project()
    readme = (ROOT / "README.md").read_text()
    for text in project["dependencies"] + project["optional-dependencies"]["dev"]:
        assert f"`{Requirement(text).name}`" in readme, text


def _project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def _locked(name: str) -> dict[str, str]:
    """The version of each package in a lock; fails if one of them has no hash."""
    text = (ROOT / "requirements" / f"{name}.lock").read_text()
    found: dict[str, str] = {}
    for entry in re.split(r"\n(?=[a-z0-9])", text):
        pinned = re.match(r"([a-z0-9._-]+)(?:\[[a-z,]+\])?==([^ \\]+)", entry)
        assert pinned is not None, entry
        assert "--hash=sha256:" in entry, pinned.group(1)
        found[canonicalize_name(pinned.group(1))] = pinned.group(2)
    return found
