"""The checkout as tests look at it: its root and the text files that belong to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What is made here and not kept (the names in .gitignore): at the root, and anywhere.
MADE_AT_ROOT = {".git", ".venv", "build", "data", "dist", "shots"}
MADE = {
    ".coverage",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "__pycache__",
}
TEXT_SUFFIXES = {
    "",
    ".cfg",
    ".css",
    ".html",
    ".in",
    ".js",
    ".json",
    ".lock",
    ".mako",
    ".md",
    ".po",
    ".pxd",
    ".py",
    ".pyi",
    ".svg",
    ".toml",
    ".txt",
    ".webmanifest",
    ".yaml",
    ".yml",
}


def project_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file of the project under the folder, without what building and testing made."""
    for path in sorted(folder.iterdir()):
        if path.name in MADE or (folder == ROOT and path.name in MADE_AT_ROOT):
            continue
        if path.suffix in (".egg-info", ".so", ".pyc"):
            continue
        if path.is_dir():
            yield from project_files(path)
        else:
            yield path


def project_texts(folder: Path = ROOT) -> Iterator[tuple[str, str]]:
    """The name below the root and the text of each text file under the folder."""
    for path in project_files(folder):
        if path.suffix in TEXT_SUFFIXES:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
