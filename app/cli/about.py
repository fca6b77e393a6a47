"""`about`: versions, and whether the database answers."""

from __future__ import annotations

import importlib.util
import platform
import re
from importlib import metadata
from typing import Final

from app.settings import Settings

from .command import Command, Options
from .output import PROGRAM, print_json, print_text


def _about(options: Options) -> int:
    from app.serve import database_fault

    settings = Settings.read()
    fault = database_fault(settings)
    packages, solver = _packages(), _solver()
    if options.json:
        print_json(
            {
                "version": _version(PROGRAM),
                "python": platform.python_version(),
                "packages": packages,
                "database": settings.shown_database,
                "reachable": fault is None,
                "message": fault,
            }
            | ({} if solver is None else {"solver": solver})
        )
        return 0
    print_text(f"{PROGRAM} {_version(PROGRAM) or 'from a folder, not installed'}")
    print_text(f"Python {platform.python_version()}")
    print_text(f"Packages: {', '.join(f'{name} {version}' for name, version in packages.items())}")
    print_text(f"Database: {settings.shown_database}")
    print_text(f"  {fault or 'It answers.'}")
    if solver is not None:
        print_text(f"Solver: {solver}")
    return 0


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _packages() -> dict[str, str | None]:
    """Return the packages that the installed program asks for, with the versions that are here."""
    try:
        needed = metadata.requires(PROGRAM) or []
    except metadata.PackageNotFoundError:
        needed = []
    names = [re.split(r"[^\w.-]", each)[0] for each in needed if "extra ==" not in each]
    return {name: _version(name) for name in sorted(names)}


def _solver() -> str | None:
    """Return whether the solver would be loaded `compiled` or `plain`, `None` if there is none."""
    try:
        found = importlib.util.find_spec("app.solver.core")
    except ModuleNotFoundError:
        return None
    if found is None or found.origin is None:
        return None
    return "plain" if found.origin.endswith(".py") else "compiled"


COMMAND: Final = Command(
    _about,
    None,
    "show versions, and whether the database answers",
)
