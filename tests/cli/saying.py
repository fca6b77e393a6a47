"""What the tests of commands share: running one, and what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli import PROGRAM, main

CODE = "PY1-N-AAAAAAS"
LINES: dict[str, list[str]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "lines.json").read_text()
)

# The two deals that the published rules describe, as the frozen shuffle lays them.
S_CARDS = (
    "JD 6C 7H AS 4D QS 5H 3D 6H 8S KH KC AD KS 9C QC 2C 8D TD TS JS 7C TC 3H 4H 3S KD 7S"
    " 7D AC 2H 3C 5D AH 2D TH JC QH 8H QD 2S 4S 5C JH 9H 6S 9S 6D 4C 9D 8C 5S"
)
J_CARDS = (
    "9H 5S KD 9D 9C 8S KS TD 3S 4H AS 2C 6S 2H KC 7H 3D 3C 8C 8H AD JS 4S 7D 4C JH 7C 6C"
    " 3H 5D 7S QC 5C QS 2D 6H QH TC 9S AH TS 4D QD JC JD 5H 6D 8D KH AC TH 2S"
)
TRIANGLE = """\
             J♦
           6♣  7♥
         A♠  4♦  Q♠
       5♥  3♦  6♥  8♠
     K♥  K♣  A♦  K♠  9♣
   Q♣  2♣  8♦ 10♦ 10♠  J♠
 7♣ 10♣  3♥  4♥  3♠  K♦  7♠"""

Output = pytest.CaptureFixture[str]


def said(capsys: Output, *words: str, status: int = 0) -> str:
    """What a command writes to standard output, nothing going to standard error."""
    assert main(words) == status
    output, errors = capsys.readouterr()
    assert errors == ""
    return output


def answered(capsys: Output, *words: str, status: int = 0) -> Any:
    """The one value that a command writes with `--json`."""
    output = said(capsys, *words, "--json", status=status)
    assert output.endswith("\n")
    assert output.count("\n") == 1
    return json.loads(output)


def refused(capsys: Output, *words: str, status: int = 2) -> str:
    """What a command says on standard error when it gives up, nothing else being written."""
    assert main(words) == status
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"{PROGRAM}: ")
    assert errors.endswith("\n")
    assert errors.count("\n") == 1
    return errors


def in_a_process(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "app", *words], timeout=60, **options)
