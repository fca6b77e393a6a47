"""The map and the recipes say what is so."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.project import ROOT
from tests.test_architecture import BELOW_WEB, FILES, HOUSES, LAYERS, NAMES, WEB

GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md")
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
"""Lines. The solver's core is one file, as it is compiled as one."""
CORE = "app.solver.core"


def texts() -> dict[str, str]:
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in GUIDES}


def test_the_map_shows_every_room_in_order_with_what_it_may_import() -> None:
    rows = re.findall(r"^\| `(app[\w.]*)` \| (.+) \| (.+) \|$", texts()["ARCHITECTURE.md"], re.M)
    rooms = [
        layer
        for layer in LAYERS
        # The engine is one room from outside, and the entrances are no rooms.
        if not layer.name.startswith("app.engine.")
        and layer.name not in ("app", WEB, "app.__main__", "app.develop")
    ]
    order = sorted(rooms, key=lambda layer: layer.name != "app.engine")
    assert [name for name, _, _ in rows] == [layer.name for layer in order]
    for (name, owns, told), layer in zip(rows, order, strict=True):
        assert owns
        named = set(re.findall(r"`(app[\w.]*)`", told))
        if "the ground" in told:
            named |= set(BELOW_WEB)
        if name == "app.engine":
            assert told == "the standard library"
        elif layer.rows == ("*",):
            assert told == "all"
        else:
            assert named == set(layer.rows), name


def test_the_ground_is_told_as_it_is() -> None:
    told = re.search(r"\*The ground\* stands\nfor (.*?); \*all\*", texts()["ARCHITECTURE.md"], re.S)
    assert told is not None
    assert set(re.findall(r"`([\w.]+)`", told[1])) == set(BELOW_WEB)
    assert set(BELOW_WEB) <= set(NAMES)


@pytest.mark.parametrize("name", GUIDES)
def test_every_path_that_is_named_exists(name: str) -> None:
    paths = set(
        re.findall(r"`((?:app|tests|templates|static|migrations|docs)/[\w./-]*)`", texts()[name])
    )
    paths |= set(re.findall(r"`([A-Z]+\.md|README\.md|pyproject\.toml)`", texts()[name]))
    assert paths
    made = {"app/locale/de.po"}
    assert [path for path in paths - made if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", GUIDES)
def test_every_name_in_code_that_is_named_exists(name: str) -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for folder in ("app", "templates", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html")
    ]
    names = set(re.findall(r"`(_?[A-Za-z]+(?:_[a-z]+)*)`", texts()[name])) - {"mypy", "ruff"}
    for each in names:
        assert any(re.search(rf"\b{each}\b", source) for source in sources), each


def test_no_room_is_longer_than_a_sitting() -> None:
    lengths = {
        module: len(path.read_text(encoding="utf-8").splitlines())
        for module, path in FILES.items()
        if module != CORE
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}
    assert not set(HOUSES) - set(NAMES)


def test_no_function_is_longer_than_a_screen() -> None:
    long = [
        (module, node.name)
        for module, path in FILES.items()
        if module != CORE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []
