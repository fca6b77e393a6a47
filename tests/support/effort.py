"""How much is tried of what has no end: `PYRAMID_TEST_EFFORT`, which is 1 where it is not set."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

EFFORT = float(os.environ.get("PYRAMID_TEST_EFFORT", "1"))


def times(count: int, least: int = 1) -> int:
    """How often something is tried that is tried so many times with an effort of 1."""
    return max(least, round(count * EFFORT))


def some(cases: Sequence[Case], least: int = 1) -> list[Case]:
    """All of the cases with an effort of 1 or more, else a part of them from all over the list."""
    count = min(len(cases), times(len(cases), least))
    return [cases[number * len(cases) // count] for number in range(count)]
