"""The server for who changes it: one process, which starts again on every change.

`python -m app.develop`, or `make serve`. Settings are those of any server.
"""

from __future__ import annotations

import sys

import uvicorn

from app import paths
from app.serve import WORKER_APPLICATION, CannotServe, address, prepare_database
from app.settings import SettingError, Settings

WATCHED = ("*.py", "*.html", "*.css", "*.js", "*.svg", "*.po")
"""What a change of starts the server again: styles too, as their names carry a checksum."""


def main() -> int:
    """Bring the database up to date and serve until told to stop; returns the exit status."""
    try:
        settings = Settings.read()
        prepare_database(settings)
    except (SettingError, CannotServe) as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"Play at {address(settings)} (starts again on every change; Ctrl-C stops it)", flush=True
    )
    folders = (paths.PACKAGE, paths.TEMPLATES, paths.STATIC)
    uvicorn.run(
        WORKER_APPLICATION,
        factory=True,
        host=settings.host,
        port=settings.port,
        log_level="warning",
        server_header=False,
        reload=True,
        reload_dirs=[str(folder) for folder in folders],
        reload_includes=list(WATCHED),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
