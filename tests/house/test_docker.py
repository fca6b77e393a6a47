"""The container: what the Dockerfile and compose.yaml promise."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.postgres import free_port
from tests.support.project import ROOT
from tests.support.server import LiveServer

DOCKERFILE = (ROOT / "Dockerfile").read_text()


def _instructions() -> list[tuple[str, str]]:
    """Each instruction with its arguments, comments left out and continued lines joined."""
    lines = [line for line in DOCKERFILE.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    pairs = (line.split(None, 1) for line in joined.splitlines() if line.strip())
    return [(name, arguments) for name, arguments in pairs]


def _last_stage() -> dict[str, str]:
    instructions = _instructions()
    start = max(at for at, (name, _) in enumerate(instructions) if name == "FROM")
    return dict(instructions[start:])


@pytest.mark.packaging
def test_hadolint_finds_nothing() -> None:
    program = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([program, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0)


def test_the_base_can_be_chosen_and_every_stage_uses_it() -> None:
    instructions = _instructions()
    assert instructions[0][0] == "ARG"
    assert instructions[0][1].startswith("BASE=python:3.")
    stages = [arguments for name, arguments in instructions if name == "FROM"]
    assert stages == ["${BASE} AS build", "${BASE}"]


def test_dependencies_are_installed_from_the_locks_with_their_hashes() -> None:
    runs = [arguments for name, arguments in _instructions() if name == "RUN"]
    installs = [part.strip() for run in runs for part in run.split("&&") if "pip" in part]
    from_locks = [part for part in installs if ".lock" in part]
    assert len(from_locks) == 2
    assert all("--require-hashes" in part for part in from_locks)
    assert all("--no-deps" in part for part in installs if "-r " not in part and "venv" not in part)


def test_it_runs_as_a_numbered_user_without_rights() -> None:
    user, group = _last_stage()["USER"].split(":")
    assert int(user) >= 10000
    assert int(group) >= 10000


def test_data_lives_in_a_volume_that_the_user_owns() -> None:
    stage = _last_stage()
    user, group = stage["USER"].split(":")
    assert stage["VOLUME"] == "/data"
    assert "PYRAMID_DATA=/data" in stage["ENV"]
    assert f"--owner={user} --group={group}" in stage["RUN"]


def test_the_server_is_started_without_a_shell() -> None:
    stage = _last_stage()
    assert json.loads(stage["ENTRYPOINT"]) == ["/opt/venv/bin/pyramid-solitaire"]
    assert json.loads(stage["CMD"]) == ["serve"]


def test_the_image_carries_no_setting_for_debugging() -> None:
    names = re.findall(r"\b(PYRAMID_\w+)=", _last_stage()["ENV"])
    assert sorted(names) == ["PYRAMID_DATA", "PYRAMID_HOST", "PYRAMID_PORT"]


def _health_check(port: int) -> int:
    options = r"(--[a-z-]+=\S+ +)*"
    command = re.sub(rf"^{options}CMD ", "", _last_stage()["HEALTHCHECK"])
    _, *arguments = json.loads(command)
    environment = {"PYRAMID_PORT": str(port)}
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True)
    return done.returncode


def test_the_health_check_tells_a_running_server_from_none(live_server: LiveServer) -> None:
    assert _health_check(live_server.port) == 0
    assert _health_check(free_port()) == 1


def test_compose_gives_it_no_more_than_it_needs() -> None:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    (service,) = compose["services"].values()
    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["init"] is True
    assert service["volumes"] == ["data:/data"]
    assert "user" not in service  # the image's own


def test_compose_passes_on_only_settings_that_exist() -> None:
    from app.settings import SETTINGS

    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    (service,) = compose["services"].values()
    assert set(service["environment"]) <= {each.name for each in SETTINGS}


def test_the_builder_is_given_all_that_the_wheel_is_made_of() -> None:
    kept = {
        line[1:]
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    needed = {"LICENSE", "README.md", "app", "migrations", "pyproject.toml", "requirements"}
    assert kept == needed | {"setup.py", "static", "templates"}
