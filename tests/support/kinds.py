"""Kinds of tests that need more than Python, so that a quick run can leave them out and say so.

A test is of a kind by using one of its fixtures, or by a mark where there is none to use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

KINDS = {
    "browser": "opens pages in Chromium",
    "postgres": "keeps games in PostgreSQL",
    "server": "starts the server as a process of its own",
    "packaging": "builds, installs, or runs make",
}
FIXTURES = {
    "browser": "browser",
    "postgres": "postgres",
    "live_server": "server",
    "own_server": "server",
}
OTHER = "other"


class Kinds:
    """Marks the tests, counts what `-m` or `-k` left out, and says it at the end.

    What is of several kinds counts as the first of them.

    Where tests run in worker processes it is they who choose, and the first process that reports.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._left_out: Counter[str] = Counter()
        for kind, told in KINDS.items():
            config.addinivalue_line("markers", f"{kind}: {told}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            for name in FIXTURES.keys() & set(getattr(item, "fixturenames", ())):
                item.add_marker(FIXTURES[name])
            # Some ask for their page by a name that is a parameter.
            if item.path.parent.name == "browser":
                item.add_marker("browser")

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            found = (kind for kind in KINDS if item.get_closest_marker(kind))
            self._left_out[next(found, OTHER)] += 1

    def pytest_sessionfinish(self) -> None:
        output = getattr(self._config, "workeroutput", None)
        if output is not None:
            output["left_out"] = dict(self._left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output: Mapping[str, Any] = getattr(node, "workeroutput", {})
        # Every worker leaves out the same tests.
        self._left_out = Counter(output.get("left_out", {})) or self._left_out

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self._left_out:
            counts = (f"{self._left_out[kind]} {kind}" for kind in (*KINDS, OTHER))
            terminalreporter.write_line(f"left out: {', '.join(counts)}")
