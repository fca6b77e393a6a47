"""`deal`: the cards of a code, in a picture and in JSON, and what is said of a bad code."""

from __future__ import annotations

import pytest

from app.engine import PRESETS
from tests.cli.saying import (
    CODE,
    J_CARDS,
    S_CARDS,
    TRIANGLE,
    Output,
    answered,
    refused,
    said,
)


@pytest.mark.parametrize(("deal", "cards"), [("AAAAAAS", S_CARDS), ("AAAAAAJ", J_CARDS)])
@pytest.mark.parametrize("rules", PRESETS)
def test_deal_lays_the_published_cards_under_every_rule_set(
    capsys: Output, rules: str, deal: str, cards: str
) -> None:
    code = f"PY1-{rules}-{deal}"
    wanted = {"code": code, "rules": rules, "cards": cards.split()}
    assert answered(capsys, "deal", code) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "py1-n-aaaaaas",
        "PY1 N AAAAAAS",
        "PY1NAAAAAAS",
        " PY1–N–AAAAAAS. ",
        "https://cards.example/d/PY1-N-AAAAAAS",
    ],
)
def test_deal_reads_a_code_as_people_paste_it(capsys: Output, text: str) -> None:
    assert answered(capsys, "deal", text)["code"] == CODE


def test_deal_reads_the_long_code_of_a_deal_without_a_number(capsys: Output) -> None:
    code = f"PY1-XD3A-{J_CARDS.replace(' ', '')}"
    # XD3A is what the preset T stands for.
    wanted = {"code": code.replace("XD3A", "T"), "rules": "T", "cards": J_CARDS.split()}
    assert answered(capsys, "deal", code) == wanted


def test_deal_draws_the_starting_layout(capsys: Output) -> None:
    output = said(capsys, "deal", CODE)
    assert output.startswith(f"{CODE}\nRules N: ")
    assert f"\n\n{TRIANGLE}\n\nWaste  7♦\nStock  A♣ 2♥ 3♣ " in output
    assert output.endswith(" 9♦ 8♣ 5♠\n")


def test_deal_shows_no_waste_where_the_rules_lay_none(capsys: Output) -> None:
    output = said(capsys, "deal", "PY1-P-AAAAAAS")
    assert "Waste" not in output
    assert "Stock  7♦ A♣ 2♥ " in output


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (
            "N",
            "a card on the waste at the start, the waste top is in play, any number of passes,"
            " the pyramid must go",
        ),
        ("S", "the drawn card and the waste top are in play, 1 pass, all 52 cards must go"),
        ("T", "the drawn card and the waste top are in play, 3 passes, all 52 cards must go"),
        ("R", "the drawn card and the waste top are in play, 1 pass, the pyramid must go"),
        ("P", "the waste top is in play, 3 passes, the pyramid must go"),
        (
            "C",
            "the waste top is in play, any number of passes, the pyramid must go,"
            " a card may go with the one that alone covers it",
        ),
        ("M", "the open stock top and the waste top are in play, 3 passes, the pyramid must go"),
        ("X2", "the waste top is in play, 2 passes, the pyramid must go"),
    ],
)
def test_deal_says_what_the_rules_are(capsys: Output, rules: str, line: str) -> None:
    output = said(capsys, "deal", f"PY1-{rules}-AAAAAAS")
    assert output.splitlines()[1] == f"Rules {rules}: {line}"


@pytest.mark.parametrize(
    ("code", "part"),
    [
        ("", "is not a deal code"),
        ("hello", "is not a deal code"),
        ("PY2-N-AAAAAAS", "PY2 codes are not known here"),
        ("PY1-Q-AAAAAAS", "'Q' are no rules"),
        ("PY1-N-AAAAAA", "has 6 letters"),
        ("PY1-N-" + "AC" * 52, "more than once"),
        ("x" * 10_000, "the text has 10000 characters"),
        ("\udcff", "is not a deal code"),
    ],
)
@pytest.mark.parametrize("command", ["deal", "play"])
def test_a_bad_code_is_explained(capsys: Output, command: str, code: str, part: str) -> None:
    assert part in refused(capsys, command, code)
    assert part in refused(capsys, command, code, "--json")
