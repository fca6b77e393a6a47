"""The rules as one value, the presets and their code."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from app.engine import PRESETS, Goal, NotationError, Rules, Scoring, Talon
from tests.engine.play import ALL_RULES, reading
from tests.engine.strategies import damaged, examples, named_rules, odd_rules, texts

PRESET_TABLE = """
N  yes WASTE unlimited PYRAMID no  CARDS 100       no  no
S  no  DRAWN 1         ALL     no  NONE  unlimited no  no
T  no  DRAWN 3         ALL     no  NONE  unlimited no  no
R  no  DRAWN 1         PYRAMID no  NONE  unlimited no  no
P  no  WASTE 3         PYRAMID no  PAIRS unlimited no  no
C  no  WASTE unlimited PYRAMID yes NONE  unlimited yes yes
M  no  OPEN  3         PYRAMID no  CARDS unlimited no  no
"""


def _number(text: str) -> int | None:
    return None if text == "unlimited" else int(text)


@pytest.mark.parametrize("line", PRESET_TABLE.strip().splitlines(), ids=lambda line: line[0])
def test_a_preset_is_what_its_table_says(line: str) -> None:
    letter, opening, talon, passes, goal, cover, scoring, limit, counts, warns = line.split()
    assert PRESETS[letter] == Rules(
        opening_waste=opening == "yes",
        talon=Talon[talon],
        passes=_number(passes),
        goal=Goal[goal],
        cover_pairs=cover == "yes",
        scoring=Scoring[scoring],
        undo_limit=_number(limit),
        undo_counts=counts == "yes",
        warns=warns == "yes",
    )
    assert PRESETS[letter].letter == letter


def test_there_are_seven_presets_and_nobody_can_change_them() -> None:
    assert list(PRESETS) == list("NSTRPCM")
    with pytest.raises(TypeError):
        PRESETS["N"] = Rules()  # type: ignore[index]
    with pytest.raises(AttributeError):
        PRESETS["N"].passes = 1  # type: ignore[misc]


def test_custom_rules_score_cards_and_undo_without_limit_or_count() -> None:
    custom = Rules.custom(talon=Talon.OPEN, passes=2, goal=Goal.ALL)
    assert (custom.scoring, custom.undo_limit, custom.undo_counts, custom.warns) == (
        Scoring.CARDS,
        None,
        False,
        False,
    )
    assert custom.letter is None


@pytest.mark.parametrize("letter", PRESETS)
def test_custom_rules_that_equal_a_preset_are_the_preset(letter: str) -> None:
    preset = PRESETS[letter]
    custom = Rules.custom(
        opening_waste=preset.opening_waste,
        talon=preset.talon,
        passes=preset.passes,
        goal=preset.goal,
        cover_pairs=preset.cover_pairs,
    )
    assert custom == preset
    assert str(custom) == letter


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("X", "X"),
        ("XO", "N"),
        ("XD1A", "S"),
        ("XD3A", "T"),
        ("XD1", "R"),
        ("X3", "P"),
        ("XV", "C"),
        ("XF3", "M"),
        ("XOF2AV", "XOF2AV"),
        ("XOD", "XOD"),
        ("X1", "X1"),
        ("XA", "XA"),
        ("XOV", "XOV"),
        ("n", "N"),
        (" m ", "M"),
        ("xd3a", "T"),
        ("xof2av", "XOF2AV"),
    ],
)
def test_rules_are_read_forgivingly_and_written_in_one_way(text: str, printed: str) -> None:
    assert str(Rules.parse(text)) == printed


def test_every_combination_has_a_code_of_its_own_that_reads_back() -> None:
    codes = [str(rules) for rules in ALL_RULES]
    assert len(set(codes)) == len(ALL_RULES) == 2 * 3 * 4 * 2 * 2
    assert [Rules.parse(code) for code in codes] == list(ALL_RULES)
    assert set(PRESETS) <= set(codes)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "X D", "X-D"),
        *["Q", "NN", "O", "X0", "X4", "X11", "XVA", "X3D", "XDF", "XOO", "XDO", "3"],
        # Letters that Python's upper case makes into letters of rules.
        *["ſ", "Xſ", "ﬀ", "XＤ", "X１", "X²"],
    ],
)
def test_anything_else_are_no_rules_and_the_error_says_what_would_be_right(text: str) -> None:
    with pytest.raises(NotationError, match=r"are no rules.*N S T R P C M.*XD3A") as refused:
        Rules.parse(text)
    assert refused.value.kind == "rules"
    assert refused.value.found == text[:20]


@examples(300)
@given(texts | damaged(named_rules.map(str)))
def test_any_text_at_all_are_rules_or_a_notation_error(text: str) -> None:
    found = reading(Rules.parse, text)
    if isinstance(found, NotationError):
        assert found.kind == "rules"
    else:
        assert Rules.parse(str(found)) == found


@examples(100)
@given(odd_rules)
def test_how_a_game_is_counted_is_not_in_the_code(rules: Rules) -> None:
    assert Rules.parse(str(rules)).play == rules.play
    assert rules.letter == replace(rules, scoring=Scoring.NONE, undo_limit=7).letter


@pytest.mark.parametrize("passes", [0, 4, -1, 100])
def test_passes_are_1_2_3_or_unlimited(passes: int) -> None:
    with pytest.raises(ValueError, match="passes are 1, 2, 3 or unlimited"):
        Rules(passes=passes)


def test_an_undo_limit_is_not_negative() -> None:
    with pytest.raises(ValueError, match="an undo limit is not negative"):
        Rules(undo_limit=-1)
    assert Rules(undo_limit=0).undo_limit == 0
