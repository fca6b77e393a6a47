"""The README and `--help` say what is so: every setting and every make target."""

from __future__ import annotations

import re
import subprocess
from dataclasses import fields

import pytest

from app.settings import SETTINGS, Settings
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
