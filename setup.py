"""The build steps that pyproject.toml has no words for.

Two things: the folders beside the package (templates, static files, migrations) travel inside the
wheel, and the solver is compiled where Cython and a C compiler are at hand. Neither is needed to
install: without a compiler the same solver runs as plain Python.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
FOLDERS = ("templates", "static", "migrations")
SOLVER = Path("app", "solver")
# The oldest Python of the stable interface that one compiled file then serves for all.
LIMITED_API = "0x030B0000"
# A free-threaded Python has no such interface: there the compiled file is for that one version.
HAS_LIMITED_API = not sysconfig.get_config_var("Py_GIL_DISABLED")
# Without the debugger's tables the compiled file is a fifth of the size; the warning is about code
# that Cython writes.
COMPILER_OPTIONS = ["-g0", "-Wno-sign-compare"] if os.name == "posix" else []


class BuildWithFolders(build_py):  # type: ignore[misc]
    """Copies the folders beside the package to `app/_files`, where `app.paths` finds them."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # a checkout is served from where it lies
            return
        for source, target in self._copies():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = list(super().get_outputs(include_bytecode))
        if not self.editable_mode:
            outputs += [str(target) for _, target in self._copies()]
        return outputs

    def _copies(self) -> list[tuple[Path, Path]]:
        base = Path(self.build_lib, "app", "_files")
        return [
            (source, base / source.relative_to(ROOT))
            for folder in FOLDERS
            for source in sorted((ROOT / folder).rglob("*"))
            if source.is_file() and "__pycache__" not in source.parts
        ]


class BuildWhatCompiles(build_ext):  # type: ignore[misc]
    """Forgets the modules that did not compile: what is built then is plain Python."""

    extensions: list[Any]

    def run(self) -> None:
        super().run()
        built = [
            each for each in self.extensions if Path(self.get_ext_fullpath(each.name)).exists()
        ]
        self.extensions = self.distribution.ext_modules = built


class WheelNamedByContent(bdist_wheel):  # type: ignore[misc]
    """Names the wheel for one platform only if it holds something compiled for it."""

    def run(self) -> None:
        # Only what was built tells; the wheel itself is then made of it.
        self.run_command("build")
        self.root_is_pure = not self.distribution.has_ext_modules()
        super().run()


def extensions() -> list[Any]:
    """Every solver module that has its C types in a `.pxd` beside it; none without Cython."""
    typed = [path.with_suffix(".py") for path in sorted(SOLVER.glob("*.pxd"))]
    sources = [path for path in typed if path.is_file()]
    if not sources:
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print("Cython is not installed: the solver stays plain Python", file=sys.stderr)
        return []
    found = cythonize(  # type: ignore[no-untyped-call]
        [
            Extension(
                ".".join(source.with_suffix("").parts),
                [str(source)],
                define_macros=[("Py_LIMITED_API", LIMITED_API)] if HAS_LIMITED_API else [],
                py_limited_api=HAS_LIMITED_API,
                extra_compile_args=COMPILER_OPTIONS,
            )
            for source in sources
        ],
        build_dir="build/cython",
    )
    for extension in found:
        extension.optional = True  # set after cythonize, which drops it
    return list(found)


setup(
    cmdclass={
        "bdist_wheel": WheelNamedByContent,
        "build_ext": BuildWhatCompiles,
        "build_py": BuildWithFolders,
    },
    ext_modules=extensions(),
    # Names the wheel after the oldest Python it serves, if it holds anything compiled at all.
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if HAS_LIMITED_API else {},
)
