"""Who may import whom: each module only from those above it in the table."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = "app.engine"


@dataclass(frozen=True)
class Layer:
    """A module or package, the rows above that it may import, and the installed packages."""

    name: str
    rows: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


WEB = "app.web"
WEB_WORDS = f"{WEB}.words"
WEB_SHARED = (
    WEB_WORDS,
    *(f"{WEB}.{name}" for name in ("drawing", "cookies", "visit", "asking", "summing", "actions")),
)
BELOW_WEB = (
    *("app.engine", "app.paths", "app.settings", "app.preferences", "app.i18n"),
    *("app.store", "app.record", "app.analysis"),
)


def _web(name: str, *rooms: str, packages: tuple[str, ...] = ()) -> Layer:
    """A room of the site: it may import all that the site stands on, and the rooms named."""
    return Layer(f"{WEB}.{name}", (*BELOW_WEB, *rooms), packages)


LAYERS = (
    # The engine: the standard library and what lies above, nothing else.
    Layer("app.engine.cards"),
    Layer("app.engine.spelling", ("app.engine.cards",)),
    Layer("app.engine.labels"),
    Layer("app.engine.piles", ("app.engine.cards", "app.engine.labels")),
    Layer(
        "app.engine.decks",
        ("app.engine.cards", "app.engine.spelling", "app.engine.labels", "app.engine.piles"),
    ),
    Layer("app.engine.rules", ("app.engine.cards",)),
    Layer("app.engine.deal", ("app.engine.cards", "app.engine.piles", "app.engine.decks")),
    Layer("app.engine.moves", ("app.engine.cards",)),
    Layer(
        "app.engine.setup",
        ("app.engine.cards", "app.engine.rules", "app.engine.decks", "app.engine.deal"),
    ),
    Layer(
        "app.engine.position",
        (
            *("app.engine.cards", "app.engine.rules", "app.engine.piles", "app.engine.deal"),
            *("app.engine.moves", "app.engine.setup"),
        ),
    ),
    Layer("app.engine.game", ("*",)),
    Layer("app.engine", ("*",)),
    # What the rest stands on.
    Layer("app.solver", (ENGINE,), ("cython",)),
    Layer("app.record", (ENGINE, "app.solver")),
    Layer("app.paths"),
    Layer("app.settings"),
    Layer("app.health", ("app.settings",)),
    Layer("app.i18n", (), ("babel",)),
    Layer("app.preferences", ("app.i18n",)),
    Layer("app.store", (ENGINE, "app.paths"), ("alembic", "psycopg", "sqlalchemy")),
    Layer("app.children"),
    Layer("app.batch", (ENGINE, "app.children", "app.solver")),
    Layer(
        "app.analysis",
        (ENGINE, "app.children", "app.record", "app.solver", "app.store"),
        ("pebble",),
    ),
    # The site: what its rooms share, then the rooms.
    _web("words", packages=("babel",)),
    _web("drawing", WEB_WORDS, packages=("jinja2", "leather", "markupsafe", "starlette")),
    _web("cookies", packages=("starlette",)),
    _web("visit", WEB_WORDS, f"{WEB}.cookies", f"{WEB}.drawing", packages=("fastapi", "starlette")),
    _web("asking", f"{WEB}.visit"),
    _web("summing"),
    _web(
        "actions",
        *(WEB_WORDS, f"{WEB}.visit", f"{WEB}.asking", f"{WEB}.summing"),
        packages=("starlette",),
    ),
    _web("table", *WEB_SHARED, packages=("fastapi", "starlette")),
    _web("deals", *WEB_SHARED, packages=("fastapi", "PIL", "starlette")),
    _web("record", *WEB_SHARED, packages=("fastapi", "markupsafe", "segno", "starlette")),
    # It imports no room of pages.
    _web("api", *WEB_SHARED, packages=("fastapi", "pydantic", "starlette")),
    _web("site", *WEB_SHARED, f"{WEB}.deals", f"{WEB}.api", packages=("fastapi", "starlette")),
    Layer("app.web"),
    # The ways in.
    Layer("app.main", ("*",), ("fastapi", "starlette")),
    Layer("app.serve", ("*",), ("sqlalchemy", "uvicorn")),
    Layer("app.develop", ("*",), ("uvicorn",)),
    Layer("app.cli", ("*",)),
    Layer("app.__main__", ("*",)),
    Layer("app"),
)
NAMES = [layer.name for layer in LAYERS]
HOUSES = ("app", WEB, ENGINE)
"""Packages of rooms: what stands in them has a row of its own."""


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    _module_name(path): path
    for path in sorted((ROOT / "app").rglob("*.py"))
    if "_files" not in path.parts
}


def layer_of(module: str) -> Layer | None:
    """The row of a module: its own, or that of the package around it."""
    for layer in LAYERS:
        if module == layer.name:
            return layer
    rooms = (layer for layer in LAYERS if layer.name not in HOUSES)
    return next((layer for layer in rooms if module.startswith(f"{layer.name}.")), None)


def imports(module: str) -> Iterator[str]:
    """The absolute names of all that a module imports, wherever in it the import stands."""
    path = FILES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                around = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*around, *([base] if base else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in FILES else base


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_from_above(module: str) -> None:
    layer = layer_of(module)
    assert layer is not None, f"{module} has no row in the table: say where it belongs"
    above = NAMES[: NAMES.index(layer.name)]
    for name in imports(module):
        if name.split(".")[0] != "app":
            continue
        target = layer_of(name)
        assert target is not None, f"{module} imports {name}, which has no row in the table"
        if target is layer:
            continue
        # The engine's own modules know their places; everybody else takes the package.
        assert target.name in above, f"{module} imports {name}, which does not lie above it"
        assert layer.rows == ("*",) or target.name in layer.rows, f"{module} imports {name}"


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_the_packages_of_its_row(module: str) -> None:
    layer = layer_of(module)
    assert layer is not None
    for name in imports(module):
        top = name.split(".")[0]
        assert top in ("app", *sys.stdlib_module_names, *layer.packages), f"{module}: {name}"


def test_outside_the_engine_nobody_reaches_into_it() -> None:
    for module in FILES:
        if not module.startswith(ENGINE):
            inside = [name for name in imports(module) if name.startswith(ENGINE + ".")]
            assert not inside, f"{module} imports {inside}: take it from {ENGINE}"


def test_the_table_is_in_order() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for at, layer in enumerate(LAYERS):
        assert all(row in NAMES[:at] for row in layer.rows if row != "*")


def test_the_compiled_part_of_the_solver_imports_only_the_standard_library() -> None:
    for typed in (ROOT / "app" / "solver").glob("*.pxd"):
        module = _module_name(typed)
        ours = {name for name in imports(module) if name.split(".")[0] == "app"}
        assert ours <= {"app.solver.plain"}
    assert not [name for name in imports("app.solver.plain") if name.startswith("app")]


# The engine is pure.

PURE = {
    *("collections", "collections.abc", "dataclasses", "enum", "functools", "itertools"),
    *("re", "types", "typing"),
    "urllib.parse",  # for a code in a pasted address
}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}
ENGINE_FILES = [module for module in FILES if module.startswith(ENGINE)]


@pytest.mark.parametrize("module", ENGINE_FILES)
def test_the_engine_has_no_clock_no_chance_no_input_and_no_output(module: str) -> None:
    allowed = PURE | ({"random"} if module == "app.engine.deal" else set())
    foreign = {name for name in imports(module) if name.split(".")[0] != "app"}
    assert foreign <= allowed
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS


def test_the_only_generator_in_the_engine_is_one_with_a_seed() -> None:
    tree = ast.parse(FILES["app.engine.deal"].read_text(encoding="utf-8"))
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    ]
    seeded = [
        node.func
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
    ]
    assert uses
    for use in uses:
        assert use.attr == "Random"
        assert use in seeded


def test_the_engine_imports_and_runs_alone() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from app.engine import Game, Move, Setup\n"
        "game = Game(Setup.parse('PY1-N-AAAAAAS')).play(Move.parse('KD'))\n"
        "print(game.score, game.position.left)\n"
        "print(*sorted(name for name in sys.modules if name.startswith('app')))\n"
    )
    # Isolated and without the installed packages.
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    )
    result, loaded = ran.stdout.splitlines()
    assert result == "10 27"
    assert loaded.split() == sorted(["app", *ENGINE_FILES])
