"""Codes: written in one way, read in many."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import DECK, PRESETS, Deal, NotationError, Rules, Setup
from tests.engine.play import ALL_RULES, reading
from tests.engine.strategies import damaged, examples, setup, texts

CODE = "PY1-N-AAAAAAS"
LISTED = "PY1-XOF2AV-" + "".join(map(str, DECK))


@examples(200)
@given(setup)
def test_a_code_is_read_as_it_is_printed(wanted: Setup) -> None:
    assert Setup.parse(str(wanted)) == wanted


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_combination_of_rules_has_a_code(rules: Rules) -> None:
    wanted = Setup(rules, Deal.parse("AAAAAAS"))
    assert str(wanted) == f"PY1-{rules}-AAAAAAS"
    assert Setup.parse(str(wanted)) == wanted
    assert Setup.parse(str(wanted).replace("-", "")) == wanted
    listed = Setup(rules, Deal(wanted.deal.cards))
    assert Setup.parse(str(listed).replace("-", "")) == listed


@pytest.mark.parametrize("letter", PRESETS)
def test_a_deal_number_lays_the_same_cards_under_every_rule_set(letter: str) -> None:
    assert Setup.parse(f"PY1-{letter}-PYRAMID").deal == Deal.parse("PYRAMID")


@pytest.mark.parametrize(
    "text",
    [
        "PY1-N-AAAAAAS",
        "py1-n-aaaaaas",
        "Py1-N-AaAaAaS",
        "PY1NAAAAAAS",
        "py1naaaaaas",
        "PY1-NAAAAAAS",
        "PY1N-AAAAAAS",
        "PY1 N AAAAAAS",
        "PY1 - N - AAAAAAS",
        "P Y 1 - N - A A A A A A S",
        "  PY1-N-AAAAAAS\r\n",
        "PY1-N-AAA\nAAAS",
        "PY1-N-AAA-AAAS",
        "PY1--N--AAAAAAS",
        "-PY1-N-AAAAAAS-",
        "PY1–N–AAAAAAS",
        "PY1—N—AAAAAAS",
        "PY1‑N‑AAAAAAS",
        "PY1−N−AAAAAAS",
        "PY1_N_AAAAAAS",
        "PY1-XO-AAAAAAS",
        "PY1XOAAAAAAS",
        "PY1-N-AAAAAAS.",
        "PY1-N-AAAAAAS!",
        "PY1-N-AAAAAAS…",
        "(PY1-N-AAAAAAS)",
        "<PY1-N-AAAAAAS>",
        "“PY1-N-AAAAAAS”.",
        "«PY1-N-AAAAAAS»",
        "`PY1-N-AAAAAAS`",
        "*PY1-N-AAAAAAS*",
        "PY1-N-AAAAAAS\u200b",
        "\ufeffPY1-N-AAAAAAS",
        "PY1-N-AAAA\u00adAAS",
        "\u200ePY1-N-AAAAAAS\u200f",
        "PY1\u00a0N\u00a0AAAAAAS",
        "https://cards.example/d/PY1-N-AAAAAAS",
        "HTTPS://CARDS.EXAMPLE/D/PY1-N-AAAAAAS",
        "https://cards.example/d/py1naaaaaas?from=chat#top",
        "https://cards.example/d/PY1-N-AAAAAAS/",
        "https://cards.example/pyramid/d/PY1-N-AAAAAAS.",
        "https://cards.example:8000/d/PY1-N-AAAAAAS.png",
        "https://cards.example/d/PY1%2DN%2DAAAAAAS",
        "/d/PY1-N-AAAAAAS",
        "Try this one: https://cards.example/d/PY1-N-AAAAAAS, it is hard",
        "<https://cards.example/d/PY1-N-AAAAAAS>",
        "(https://cards.example/d/PY1-N-AAAAAAS.png)",
    ],
)
def test_a_code_is_read_as_people_paste_it(text: str) -> None:
    assert str(Setup.parse(text)) == CODE


@pytest.mark.parametrize("text", ["PY1-N-L0ND0N1", "py1nl0nd0n1", "PY1 N LONDON1", "PY1-N-LOND0NI"])
def test_the_digits_0_and_1_are_read_as_o_and_i_in_the_deal(text: str) -> None:
    assert str(Setup.parse(text)) == "PY1-N-LONDONI"


@pytest.mark.parametrize(
    "text",
    [
        LISTED,
        LISTED.lower(),
        LISTED.replace("-", ""),
        LISTED.replace("T", "10"),
        LISTED.replace("-", "").replace("T", "10").lower(),
        f" {LISTED}.",
        f"https://cards.example/d/{LISTED}",
        "\n".join(LISTED[i : i + 40] for i in range(0, len(LISTED), 40)),
    ],
)
def test_the_52_cards_of_a_deal_from_elsewhere_are_a_deal_part_too(text: str) -> None:
    read = Setup.parse(text)
    assert read.deal.cards == DECK
    assert str(read) == LISTED


@examples(80)
@given(setup, st.sampled_from(["-", "", " ", "–", " — ", "_", "--"]), st.booleans())
def test_dashes_blanks_and_case_never_matter(wanted: Setup, dash: str, lower: bool) -> None:
    text = str(wanted).replace("-", dash)
    assert Setup.parse(text.lower() if lower else text) == wanted


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", "code", r"'' is not a deal code: write one such as PY1-N-AAAAAAS$"),
        ("   ", "code", r"is not a deal code"),
        ("hello", "code", r"'hello' is not a deal code"),
        ("AAAAAAS", "code", r"is not a deal code"),
        ("N-AAAAAAS", "code", r"is not a deal code"),
        ("PY1", "code", r"is not a deal code"),
        ("PY1-N-", "code", r"is not a deal code"),
        ("PY1-N", "code", r"is not a deal code"),
        ("PY1AAAAAAS", "code", r"is not a deal code"),
        ("PX1-N-AAAAAAS", "code", r"is not a deal code"),
        ("https://cards.example/g/123", "code", r"is not a deal code"),
        ("https://cards.example/d/", "code", r"is not a deal code"),
        ("PY2-N-AAAAAAS", "version", r"PY2 codes are not known here: a code begins with PY1"),
        ("py2naaaaaas", "version", r"PY2 codes are not known"),
        ("PY10-N-AAAAAAS", "version", r"PY10 codes are not known"),
        ("PY1-Q-AAAAAAS", "rules", r"'Q' are no rules: .* N S T R P C M.* XD3A"),
        ("PY1-X3D-AAAAAAS", "rules", r"'X3D' are no rules"),
        ("PY1--AAAAAAS", "rules", r"'' are no rules"),
        ("PY1-N-AAAAAA", "deal-length", r"'AAAAAA' has 6 letters; a deal has 7"),
        ("PY1-N-AAAAAAAS", "deal-length", r"has 8 letters; a deal has 7"),
        ("PY1-N-AAAAAA5", "deal-letters", r"'AAAAAA5' is not a deal: .* letters A to Z"),
        ("PY1-N-AAAAAAſ", "deal-letters", r"letters A to Z"),
        ("PY1-N-" + "AS" * 52, "twice", r"AS is there more than once"),
        ("PY1-N-" + "".join(map(str, DECK[:51])), "missing", r"51 cards of 52; missing: KS"),
        ("PY1-N-" + "".join(map(str, DECK[:51])) + "1S", "card", r"'1S', is not a card"),
    ],
)
def test_a_wrong_code_is_refused_for_what_is_wrong(text: str, kind: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        Setup.parse(text)
    assert refused.value.kind == kind


@pytest.mark.parametrize("filler", ["A", "-", " ", "\n", "PY1-N-AAAAAAS", "ſ", "/d/", "🂡", "%41"])
def test_a_long_text_is_refused_with_a_short_error(filler: str) -> None:
    for length in (3_900, 10_000, 1_000_000):
        text = "PY1-N-" + filler * (length // len(filler))
        with pytest.raises(NotationError) as refused:
            Setup.parse(text)
        assert len(str(refused.value)) < 300
        assert (refused.value.kind == "too-long") is (length > 4_000)


@examples(600)
@given(texts | damaged(setup.map(str)) | damaged(st.just(CODE)))
def test_any_text_at_all_is_a_code_or_a_notation_error(text: str) -> None:
    found = reading(Setup.parse, text)
    if isinstance(found, NotationError):
        assert found.kind in {
            *("code", "version", "rules"),
            *("deal-length", "deal-letters"),
            *("card", "few", "missing", "nothing", "piles", "twice"),
        }
    else:
        assert Setup.parse(str(found)) == found


@examples(40)
@given(st.integers(6, 12), st.integers(1, 25))
def test_a_code_with_one_letter_changed_is_another_deal(place: int, step: int) -> None:
    letter = chr(ord("A") + (ord(CODE[place]) - ord("A") + step) % 26)
    changed = CODE[:place] + letter + CODE[place + 1 :]
    assert Setup.parse(changed).deal.cards != Setup.parse(CODE).deal.cards


def test_every_control_character_and_sign_may_stand_anywhere() -> None:
    signs = [*map(chr, range(256)), "\u2028", "\u3000", "\ud800", "\U0010ffff", "ß", "ﬁ", "İ"]
    for sign, at in itertools.product(signs, (0, 3, 4, 8, len(CODE))):
        reading(Setup.parse, CODE[:at] + sign + CODE[at:])


def test_setups_are_values() -> None:
    assert Setup.parse(CODE) == Setup(PRESETS["N"], Deal.parse("AAAAAAS"))
    assert len({Setup.parse(CODE), Setup.parse("py1naaaaaas")}) == 1
    with pytest.raises(AttributeError):
        Setup.parse(CODE).rules = PRESETS["S"]  # type: ignore[misc]
