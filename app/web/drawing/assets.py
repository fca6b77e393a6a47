"""Static files under names that carry a checksum, so that browsers may keep them for ever."""

import hashlib
import mimetypes
import os
import re
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"

BUNDLES: Final = {
    "css/site.css": [
        f"css/{name}.css" for name in ("tokens", "base", "pages", "table", "cards", "motion")
    ],
    "js/game.js": [
        f"js/{name}.js"
        for name in (
            *("answers", "table", "queue", "drag", "motion", "ahead", "clock", "focus", "reader"),
            *("keys", "share", "leave"),
        )
    ],
    "js/site.js": [f"js/{name}.js" for name in ("device", "once")],
}
"""Static files that go as one, in their order."""


_COMMENT: Final = re.compile(r"^\s*//[^\n]*\n|/\*.*?\*/", re.MULTILINE | re.DOTALL)
"""A comment of a style sheet, or one of a script that has its lines to itself."""
_INDENT: Final = re.compile(r"^\s+", re.MULTILINE)


def _lean(file: Path) -> str:
    """Return a style sheet or script of ours without what only its readers need.

    That is a quarter of what is sent. No text of a script here runs over several lines.
    """
    return _INDENT.sub("", _COMMENT.sub("", file.read_text(encoding="utf-8")))


class Assets(StaticFiles):
    """Serves the files of a folder, each also under a name with its checksum in it.

    `table.css` is also `table.0123456789.css`; the checksums are taken once, at the start. A
    bundle is a name under which several files go as one: each request has its cost.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._folder = folder
        self._hashed: dict[str, str] = {}
        self._plain: dict[str, str] = {}
        self._bundles = {
            name: "\n".join(_lean(folder / part) for part in parts).encode()
            for name, parts in BUNDLES.items()
            if all((folder / part).is_file() for part in parts)
        }
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            self._name(file.relative_to(folder).as_posix(), file.read_bytes())
        for name, content in self._bundles.items():
            self._name(name, content)

    def _name(self, name: str, content: bytes) -> None:
        path = PurePosixPath(name)
        checksum = hashlib.sha256(content).hexdigest()[:10]
        hashed = str(path.with_name(f"{path.stem}.{checksum}{path.suffix}"))
        self._hashed[name] = hashed
        self._plain[hashed] = name

    def hashed(self, name: str) -> str:
        """Return the name with the checksum; raises `KeyError` for a file that isn't there."""
        return self._hashed[name]

    def text(self, name: str) -> str:
        """Return the text of a file."""
        return (self._folder / name).read_text(encoding="utf-8")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file by either of its names."""
        return super().lookup_path(self._plain.get(path, path))

    def _bundle(self, name: str, scope: Scope) -> Response:
        """Answer with the files of a bundle, or that they are as they were."""
        response = Response(
            self._bundles[name],
            media_type=mimetypes.guess_type(name)[0],
            headers={"ETag": f'"{self._hashed[name]}"'},
        )
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, kept for ever if it was asked for by its checksum."""
        name = self._plain.get(path, path)
        if name in self._bundles and scope["method"] in ("GET", "HEAD"):
            response = self._bundle(name, scope)
        else:
            response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = _FOR_EVER if path in self._plain else _ASK_AGAIN
        return response
