"""`daily`: the deals of a day, a line each."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from app.engine import PRESETS, Setup
from tests.cli.saying import Output, answered, refused, said
from tests.record.test_daily import SAMPLE, code

DAY = SAMPLE[0]


def test_daily_shows_the_deal_of_every_preset(capsys: Output) -> None:
    lines = said(capsys, "daily", str(DAY), "--json").splitlines()
    answers = [json.loads(line) for line in lines]
    assert [answer["rules"] for answer in answers] == list(PRESETS)
    for answer in answers:
        assert list(answer) == ["date", "rules", "code", "grade"]
        assert answer["date"] == str(DAY)
        assert answer["code"] == code(DAY, answer["rules"])
        assert answer["grade"] in range(1, 6)


def test_daily_shows_the_deal_of_one_preset(capsys: Output) -> None:
    answer = answered(capsys, "daily", str(DAY), "--rules", "m")
    assert answer["code"] == code(DAY, "M")
    text = said(capsys, "daily", str(DAY), "--rules", "M")
    assert text.startswith(f"{DAY} {answer['code']}, grade {answer['grade']} (")


def test_daily_is_about_today_unless_told_otherwise(capsys: Output) -> None:
    before = datetime.now(UTC).date()
    answer = answered(capsys, "daily", "--rules", "M")
    assert answer["date"] in (str(before), str(before + timedelta(days=1)))
    assert Setup.parse(answer["code"]).rules == PRESETS["M"]


@pytest.mark.parametrize("text", ["yesterday", "2026-02-29", "2026-13-01", "1.12.2026"])
def test_what_is_no_date_is_refused_with_what_would_be_right(capsys: Output, text: str) -> None:
    assert "2026-12-01" in refused(capsys, "daily", text)


@pytest.mark.parametrize("text", ["Q", "", "XD3A", "NS"])
def test_what_is_no_preset_is_refused(capsys: Output, text: str) -> None:
    assert "N, S, T, R, P, C, M" in refused(capsys, "daily", str(DAY), "--rules", text)
