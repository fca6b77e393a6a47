"""The README and `--help` say what is so: every table, and the lines for proxies."""

from __future__ import annotations

import re
import subprocess
import tomllib
from dataclasses import fields

import pytest

from app.engine import PRESETS, Goal, Talon
from app.i18n import LANGUAGES, SOURCE
from app.settings import SETTINGS, Settings
from app.web.words import Words
from tests.support.project import ROOT, project_texts
from tests.support.server import COMMAND

README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()


def _table_rows(first: str) -> list[list[str]]:
    """The cells of every row of the README whose first cell matches."""
    lines = [line for line in README.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row for row in rows if re.fullmatch(first, row[0])]


def test_the_readme_has_the_table_of_settings() -> None:
    expected = [[f"`{each.name}`", each.default, each.help] for each in SETTINGS]
    assert _table_rows(r"`PYRAMID_\w+`") == expected


@pytest.mark.parametrize("command", [("--help",), ("serve", "--help")], ids=" ".join)
def test_help_prints_the_table_of_settings(command: tuple[str, ...]) -> None:
    done = subprocess.run([*COMMAND, *command], capture_output=True, text=True, check=True)
    words = " ".join(done.stdout.split())
    for setting in SETTINGS:
        assert f"{setting.name} (default: {setting.default})" in words
        assert setting.help in words


def test_every_setting_is_a_field_and_every_field_a_setting() -> None:
    names = [each.name.removeprefix("PYRAMID_").lower() for each in SETTINGS]
    assert names == [each.name for each in fields(Settings)]


def test_every_setting_is_used() -> None:
    source = "\n".join(
        text for name, text in project_texts(ROOT / "app") if name != "app/settings.py"
    )
    unused = [
        each.name for each in fields(Settings) if not re.search(rf"settings\.{each.name}\b", source)
    ]
    assert unused == []


def test_nothing_else_reads_the_environment() -> None:
    readers = [
        name
        for name, text in project_texts(ROOT / "app")
        if re.search(r"\bos\.(environ(?!\.update)|getenv)\b", text)
    ]
    assert readers == ["app/settings.py"]


def test_the_readme_lists_the_make_targets_as_make_help_does() -> None:
    targets = re.findall(r"^([a-z-]+):[^#\n]*## (.*)$", MAKEFILE, re.MULTILINE)
    assert [[f"`make {name}`", text] for name, text in targets] == _table_rows(r"`make [a-z-]+`")
    done = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name, text in targets:
        assert re.search(rf"make {name} +{re.escape(text)}", done.stdout), name


def test_every_target_of_the_makefile_that_makes_no_file_is_marked_so() -> None:
    phony = set(re.findall(r"^\.PHONY: ([a-z-]+)$", MAKEFILE, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))
    assert targets == phony


def test_make_targets_that_other_files_name_exist() -> None:
    phony = set(re.findall(r"^\.PHONY: ([a-z-]+)$", MAKEFILE, re.MULTILINE))
    for name, text in project_texts():
        if name.endswith((".md", "run")) or name == "Makefile":
            for target in re.findall(r"(?:`|    )make ([a-z-]+)", text):
                assert target in phony, (name, target)


# Every other table


HELD = {"letter", "variable", "target", "package"}
"""The tables that are held here, by the heading of their first column."""


def _tables() -> dict[str, list[list[str]]]:
    """The rows of each table by the heading of its first column, without the rule below that."""
    found = {}
    for block in re.findall(r"(?:^\|.*\n)+", README, re.MULTILINE):
        head, _, *rows = block.splitlines()
        split = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in (head, *rows)]
        assert len({len(row) for row in split}) == 1, head
        found[split[0][0]] = split[1:]
    return found


def test_every_table_of_the_readme_is_held_to_what_is_so() -> None:
    assert _tables().keys() == HELD


def test_the_readme_has_every_rule_set_with_what_it_is() -> None:
    words = Words(LANGUAGES[SOURCE])
    rows = _tables()["letter"]
    assert [row[0] for row in rows] == [f"**{letter}**" for letter in PRESETS]
    for (_, name, passes, goal, particular), rules in zip(rows, PRESETS.values(), strict=True):
        assert name == words.rules_name(rules)
        times = {1: "once", 3: "three times", None: "as often as you like"}
        assert passes == times[rules.passes]
        goals = {Goal.PYRAMID: "the pyramid is gone", Goal.ALL: "all 52 cards are gone"}
        assert goal == goals[rules.goal]
        assert ("lies on the waste at the start" in particular) is rules.opening_waste
        assert ("alone covers it" in particular) is rules.cover_pairs
        assert ("stock card lies open" in particular) is (rules.talon is Talon.OPEN)


def test_the_readme_says_why_each_dependency_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def name(requirement: str) -> str:
        return re.split(r"[\[<>=]", requirement)[0]

    rows = _tables()["package"]
    packages = [row[0].strip("`") for row in rows if row[0].startswith("`")]
    assert sorted(packages) == sorted(map(name, project["dependencies"]))
    assert all(cell for row in rows for cell in row)
    for vendored in re.findall(r"\(`([\w./]+)`\)", "\n".join(row[0] for row in rows)):
        assert (ROOT / vendored).is_dir(), vendored
    _, _, below = README.partition("To build and to develop:")
    paragraph = below.partition("\n\n")[0]
    for requirement in project["optional-dependencies"]["dev"]:
        assert f"`{name(requirement)}`" in paragraph, requirement


def test_the_readme_has_the_lines_for_proxies() -> None:
    _, _, below = README.partition("### Behind a proxy\n")
    section = below.partition("\n### ")[0]
    # What nginx has as $host has no port, and then a browser's forms look foreign.
    assert "proxy_set_header Host $http_host;" in section
    assert "$host;" not in section
    for header in ("X-Forwarded-Proto $scheme", "X-Forwarded-For $proxy_add_x_forwarded_for"):
        assert f"proxy_set_header {header};" in section
    assert "reverse_proxy 127.0.0.1:8000" in section
    assert 'loadbalancer.server.port: "8000"' in section
    named = set(re.findall(r"PYRAMID_\w+", section))
    assert named <= {each.name for each in SETTINGS}
