"""Static files under names that carry a checksum, so that browsers may keep them for ever."""

import hashlib
import os
from pathlib import Path, PurePosixPath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"


class Assets(StaticFiles):
    """Serves the files of a folder, each also under a name with its checksum in it.

    `table.css` is also `table.0123456789.css`; the checksums are taken once, at the start.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._folder = folder
        self._hashed: dict[str, str] = {}
        self._plain: dict[str, str] = {}
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = PurePosixPath(file.relative_to(folder).as_posix())
            checksum = hashlib.sha256(file.read_bytes()).hexdigest()[:10]
            hashed = str(name.with_name(f"{name.stem}.{checksum}{name.suffix}"))
            self._hashed[str(name)] = hashed
            self._plain[hashed] = str(name)

    def hashed(self, name: str) -> str:
        """Return the name with the checksum; raises `KeyError` for a file that isn't there."""
        return self._hashed[name]

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return (self._folder / name).read_text(encoding="utf-8")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file by either of its names."""
        return super().lookup_path(self._plain.get(path, path))

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, kept for ever if it was asked for by its checksum."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = _FOR_EVER if path in self._plain else _ASK_AGAIN
        return response
