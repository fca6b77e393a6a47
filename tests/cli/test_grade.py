"""`grade`: how hard a deal is, in words and in JSON."""

from __future__ import annotations

import pytest

from tests.cli.saying import CODE, Output, answered, refused, said


def test_grade_tells_slips_and_grade_of_a_deal(capsys: Output) -> None:
    assert said(capsys, "grade", "py1 n aaaaaas") == f"{CODE}, grade 2 (easy), 0.58 slips a game\n"
    assert answered(capsys, "grade", CODE) == {"code": CODE, "slips": 7 / 12, "grade": 2}


def test_a_deal_that_cannot_be_won_has_no_grade(capsys: Output) -> None:
    code = "PY1-N-AAAAAAJ"
    assert said(capsys, "grade", code) == f"{code}, cannot be won\n"
    assert answered(capsys, "grade", code) == {"code": code, "slips": None, "grade": None}


def test_custom_rules_have_slips_alone(capsys: Output) -> None:
    answer = answered(capsys, "grade", "PY1-XO3V-AAAAAAS")
    assert answer["grade"] is None
    assert isinstance(answer["slips"], float)
    assert said(capsys, "grade", "PY1-XO3V-AAAAAAS").endswith("slips a game\n")


@pytest.mark.parametrize("text", ["", "PY1-N-AAAAAA", "nonsense"])
def test_what_is_no_code_is_refused(capsys: Output, text: str) -> None:
    assert refused(capsys, "grade", text)
