"""The engine, the solver and the record as a library: every example in docstrings and docs runs.

Engine and solver are for others too: there every public function and class has an example.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import pytest

import app.engine
import app.record
import app.solver
from tests.support.project import ROOT

# The search itself is compiled: it has no examples, and nobody calls it but its package.
WITHOUT = {"app.solver.core", "app.solver.plain"}


def modules_of(*packages: ModuleType) -> list[str]:
    """The names of packages and of the modules in them."""
    return [
        name
        for package in packages
        for name in (
            package.__name__,
            *(
                found.name
                for found in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
            ),
        )
        if name not in WITHOUT
    ]


SHOWN = modules_of(app.engine, app.solver)
LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def examples_of(module: ModuleType) -> list[doctest.DocTest]:
    """The docstrings of a module that have examples."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [found for found in finder.find(module, module.__name__) if found.examples]


@pytest.mark.parametrize("name", [*SHOWN, *modules_of(app.record)])
def test_the_examples_of_a_module_come_out_as_they_say(name: str) -> None:
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    for found in examples_of(module):
        runner.run(found, out=told.append)
    assert runner.failures == 0, "".join(told)


def parts_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public functions of a module, and its classes that do something."""
    for name, part in vars(module).items():
        if name.startswith("_") or getattr(part, "__module__", "") != module.__name__:
            continue
        # Kinds and plain tuples are shown where they are used.
        plain = inspect.isclass(part) and issubclass(part, (Enum, tuple))
        if inspect.isfunction(part) or (inspect.isclass(part) and not plain):
            yield name, part


@pytest.mark.parametrize("name", SHOWN)
def test_every_public_function_and_class_has_an_example(name: str) -> None:
    module = importlib.import_module(name)
    shown = {found.name for found in examples_of(module)}
    bare = [
        part
        for part, _ in parts_of(module)
        if not any(each.startswith(f"{name}.{part}") for each in shown)
    ]
    assert bare == []


def test_each_package_begins_with_an_example() -> None:
    for package in (app.engine, app.record, app.solver):
        assert examples_of(package)


# docs/library.md


def test_what_the_docs_show_runs_from_top_to_bottom() -> None:
    blocks = re.findall(r"^## (\w+)\n.*?^```python\n(.*?)^```$", LIBRARY, re.DOTALL | re.MULTILINE)
    assert [title for title, _ in blocks] == ["Deal", "Play", "Ask", "Review"]
    names: dict[str, Any] = {}
    for title, block in blocks:
        exec(compile(block, f"docs/library.md, {title}", "exec"), names)


def test_the_docs_import_only_what_the_packages_export() -> None:
    for package, names in re.findall(r"^from (app\.\w+) import (.*)$", LIBRARY, re.MULTILINE):
        exported = importlib.import_module(package).__all__
        assert set(names.split(", ")) <= set(exported), package
