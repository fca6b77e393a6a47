"""Commands and groups of them: help, usage, the flag for JSON, and the command as a process."""

from __future__ import annotations

import argparse
import json
from importlib import metadata

import pytest

from app.cli import COMMANDS, PROGRAM, main
from app.cli.command import Command, Group, run
from app.engine import Setup
from app.settings import SETTINGS
from tests.cli.saying import (
    CODE,
    S_CARDS,
    Output,
    in_a_process,
    refused,
    said,
)


def test_help_lists_the_commands_and_the_settings(capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for name in [*COMMANDS, *(setting.name for setting in SETTINGS)]:
        assert name in text


def test_help_of_serve_lists_the_settings(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    text = capsys.readouterr().out
    for setting in SETTINGS:
        assert f"{setting.name} (default: {setting.default})" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(capsys: Output, name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert f"usage: {PROGRAM} {name}" in text
    assert "--json" in text


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "COMMAND"),
        (["ply"], "invalid choice: 'ply'"),
        (["deal"], "CODE"),
        (["convert"], "DECK"),
        (["deal", CODE, "more"], "more"),
        (["play", CODE, "--jsn"], "--jsn"),
        (["about", "--port", "1"], "--port"),
    ],
)
def test_wrong_usage_is_explained(capsys: Output, words: list[str], part: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert part in errors


@pytest.mark.parametrize("at", range(5))
def test_the_json_flag_may_stand_anywhere(capsys: Output, at: int) -> None:
    words = ["play", CODE, "KD", "TC3S"]
    words.insert(at, "--json")
    assert json.loads(said(capsys, *words))["moves"] == 2


def test_what_follows_two_dashes_is_no_flag(capsys: Output) -> None:
    assert "'--json' is not a move" in refused(capsys, "play", CODE, "--", "--json")


def test_the_installed_command_is_this_one() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name=PROGRAM)
    assert script.load() is main


def test_the_package_runs_as_a_module() -> None:
    ended = in_a_process("play", CODE, "KD", "--json", capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout)["left"] == 27
    assert in_a_process("play", CODE, "7C7S", capture_output=True).returncode == 1
    assert in_a_process("play", CODE, "7C", "foo", capture_output=True).returncode == 2


def test_an_interrupted_command_ends_quietly(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_text: str) -> Setup:
        raise KeyboardInterrupt

    monkeypatch.setattr(Setup, "parse", interrupted)
    assert main(["deal", CODE]) == 130
    assert capsys.readouterr() == ("", "")


# Groups


def _grouped() -> tuple[dict[str, Command | Group], list[argparse.Namespace]]:
    """Commands with a group among them, and the options that one of the group was run with."""
    ran: list[argparse.Namespace] = []

    def keep(options: argparse.Namespace) -> int:
        ran.append(options)
        return 3

    def file(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--all", action="store_true")

    backup = Command(keep, file, "copy the database")
    return {**COMMANDS, "db": Group({"backup": backup}, "look after the database")}, ran


@pytest.mark.parametrize(
    "words",
    ["db backup copy.db --json", "db --json backup copy.db", "--json db backup copy.db"],
)
def test_a_command_of_a_group_is_run_with_its_options(words: str) -> None:
    commands, ran = _grouped()
    assert run(commands, words.split()) == 3
    assert [(options.file, options.all, options.json) for options in ran] == [
        ("copy.db", False, True)
    ]


def test_beside_a_group_the_other_commands_run_as_before(capsys: Output) -> None:
    assert run(_grouped()[0], ["deal", CODE, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"] == S_CARDS.split()


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        ("db --help", 0, "usage: pyramid-solitaire db [-h] COMMAND"),
        ("db --help", 0, "copy the database"),
        ("db backup --help", 0, "usage: pyramid-solitaire db backup [-h] [--all] [--json] FILE"),
        ("--help", 0, "look after the database"),
        ("db", 2, "COMMAND"),
        ("db restore", 2, "invalid choice: 'restore'"),
        ("db backup", 2, "FILE"),
    ],
)
def test_a_group_explains_itself(capsys: Output, words: str, status: int, part: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(_grouped()[0], words.split())
    assert ended.value.code == status
    output, errors = capsys.readouterr()
    assert part in (errors if status else output)
