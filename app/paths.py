"""Where the folders beside the package lie, in a checkout and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
# The build copies the folders to here (setup.py); a checkout has no such folder.
INSTALLED = PACKAGE / "_files"
BASE = INSTALLED if INSTALLED.is_dir() else PACKAGE.parent

TEMPLATES = BASE / "templates"
STATIC = BASE / "static"
MIGRATIONS = BASE / "migrations"
