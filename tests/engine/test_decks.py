"""Decks from other programs: a page of them in files, and what their parts have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import PRESETS, Card, Deal, NotationError, Rules, Setup
from app.engine.decks import ordinal
from tests.engine.play import reading
from tests.engine.strategies import damaged, deal, examples, listed_deal, named_rules, setup, texts

GOLDEN: dict[str, str] = json.loads(
    Path(__file__).with_name("golden").joinpath("deals.json").read_text()
)
S = GOLDEN["AAAAAAS"]
CARDS = S.split()

PAGE = {path.stem: path for path in sorted(Path(__file__).with_name("decks").glob("*.txt"))}


def printed(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


# The page: in each file what is expected, a line, and the text as it is pasted.


def page_of(name: str) -> tuple[str, str]:
    """What is expected of a form, and its text."""
    expected, _, text = PAGE[name].read_text(encoding="utf-8").split("\n", 2)
    return expected, text


def refusal_of(error: NotationError) -> str:
    """An error as the files have it: kind, what was found, and the places of the cards."""
    return " ".join([f"! {error.kind}: {error.found}".strip(), *map(str, error.places)])


def test_the_page_has_both_decks_and_refusals() -> None:
    kinds = [page_of(name)[0][0] for name in PAGE]
    assert kinds.count("=") >= 40
    assert kinds.count("!") >= 20


@pytest.mark.parametrize("name", PAGE)
def test_a_deck_from_another_program_is_read_or_refused_for_what_is_wrong(name: str) -> None:
    expected, text = page_of(name)
    found = reading(Setup.read, text)
    if isinstance(found, NotationError):
        assert refusal_of(found) == expected
    else:
        wanted = Setup.parse(expected.removeprefix("= "))
        assert (found.rules, found.deal.cards) == (wanted.rules, wanted.deal.cards)
        assert Setup.read(str(found)) == found


# In any notation


def _triangle(cards: list[str]) -> str:
    rows = [cards[r * (r - 1) // 2 : r * (r + 1) // 2] for r in range(1, 8)]
    return "\n".join("  " * (7 - len(row)) + "  ".join(row) for row in rows)


def _signs(card: str) -> str:
    return card[0].replace("T", "10") + "♣♦♥♠"["CDHS".index(card[1])]


def _rows(cards: list[str], label: str) -> str:
    rows = [cards[r * (r - 1) // 2 : r * (r + 1) // 2] for r in range(1, 8)]
    return "\n".join(label.format(r) + " ".join(row) for r, row in enumerate(rows, 1))


NOTATIONS: dict[str, Callable[[list[str]], str]] = {
    "blanks": " ".join,
    "nothing between": "".join,
    "lower case": lambda cards: " ".join(cards).lower(),
    "lower case, nothing between": lambda cards: "".join(cards).lower(),
    "rank large, suit small": lambda cards: " ".join(c[0] + c[1].lower() for c in cards),
    "10 for T": lambda cards: " ".join(cards).replace("T", "10"),
    "10 for T, nothing between": lambda cards: "".join(cards).replace("T", "10"),
    "commas": ",".join,
    "commas and blanks": ", ".join,
    "semicolons": ";".join,
    "bars": " | ".join,
    "slashes": "/".join,
    "dashes": "-".join,
    "long dashes": " – ".join,
    "underlines": "_".join,
    "equals signs": "=".join,
    "bullets": " • ".join,
    "arrows": "→".join,
    "and signs": " & ".join,
    "tabs and new lines": lambda cards: "\t".join(cards[:28]) + "\r\n" + "\n".join(cards[28:]),
    "a list of a program": lambda cards: str(cards),
    "brackets": lambda cards: " ".join(f"<{c}>" for c in cards),
    "suit signs": lambda cards: " ".join(map(_signs, cards)),
    "suit signs, nothing between": lambda cards: "".join(map(_signs, cards)),
    "hollow suit signs": lambda cards: " ".join(map(_signs, cards)).translate(
        str.maketrans("♣♦♥♠", "♧♢♡♤")
    ),
    "coloured suit signs": lambda cards: " ".join(_signs(c) + "\ufe0f" for c in cards),
    "a blank inside a card": lambda cards: "  ".join(f"{c[0]} {c[1]}" for c in cards),
    "suit first": lambda cards: " ".join(c[1] + c[0] for c in cards),
    "suit first, nothing between": lambda cards: "".join(c[1] + c[0] for c in cards),
    "suit first, lower case, 10": lambda cards: (
        "".join(c[1] + c[0] for c in cards).lower().replace("t", "10")
    ),
    "suit sign first": lambda cards: " ".join(_signs(c)[::-1] for c in cards).replace("01", "10"),
    "suit sign first, a blank": lambda cards: ", ".join(
        _signs(c)[-1] + "\ufe0e " + _signs(c)[:-1] for c in cards
    ),
    "a triangle": lambda cards: _triangle(cards) + "\n" + " ".join(cards[28:]),
    "a triangle and a label": lambda cards: _triangle(cards) + "\nTalon: " + " ".join(cards[28:]),
    "labels": lambda cards: f"Pyramid: {' '.join(cards[:28])}\nStock : {' '.join(cards[28:])}",
    "labels of rows": lambda cards: _rows(cards, "Row {}: ") + "\nStock: " + " ".join(cards[28:]),
    "labels in another language": lambda cards: (
        _rows(cards, "rad {}:") + "\nHög: " + " ".join(cards[28:])
    ),
    "numbers of rows": lambda cards: _rows(cards, "{} ") + "\n8. " + " ".join(cards[28:]),
    "numbers of rows, suit first": lambda cards: (
        _rows([c[1] + c[0] for c in cards], "{}. ")
        + "\n8. "
        + " ".join(c[1] + c[0] for c in cards[28:])
    ),
    "numbers of cards": lambda cards: "\n".join(f"{i}. {c}" for i, c in enumerate(cards, 1)),
    "a mark of a file's beginning": lambda cards: "\ufeff" + " ".join(cards),
}


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("code", ["AAAAAAS", "AAAAAAJ", "PYRAMID"])
def test_a_list_is_read_in_every_notation_in_use(notation: str, code: str) -> None:
    text = NOTATIONS[notation](GOLDEN[code].split())
    dealt = Deal.read(text)
    assert printed(dealt.cards) == GOLDEN[code]
    assert dealt.number is None
    assert Deal.parse(str(dealt)) == dealt


@examples(60)
@given(listed_deal, st.sampled_from(sorted(NOTATIONS)))
def test_any_order_of_the_cards_is_read_in_any_notation(dealt: Deal, notation: str) -> None:
    assert Deal.read(NOTATIONS[notation](list(map(str, dealt.cards)))) == dealt


# In any order of the piles

LABELS = {
    "Pyramid": ("Pyramid", "Tableau", "PYRAMIDE", "Pyramiden", "piramide"),
    "Waste": ("Waste", "Discard pile", "Kasthög", "slaskhögen", "Aflegstapel"),
    "Stock": ("Stock", "Talon", "Draw pile", "Talong", "Voorraad", "Stok"),
}


@examples(150)
@given(
    listed_deal,
    st.permutations(list(LABELS)),
    st.data(),
    st.sampled_from([": ", ":\n", " ", "\n", " = ", "\t"]),
    st.sampled_from(["\n", "\n\n", " ", "; "]),
)
def test_labelled_piles_are_read_in_any_order(
    dealt: Deal, order: list[str], data: st.DataObject, after: str, between: str
) -> None:
    waste = data.draw(st.integers(0, 1))
    piles = {
        "Pyramid": dealt.cards[:28],
        "Waste": dealt.cards[28 : 28 + waste],
        "Stock": dealt.cards[28 + waste :],
    }
    text = between.join(
        data.draw(st.sampled_from(LABELS[pile])) + after + printed(piles[pile]) for pile in order
    )
    assert Deal.read(text) == Deal(dealt.cards)


@examples(100)
@given(
    listed_deal,
    st.lists(
        st.sampled_from([" ", ",", ", ", ";", "\n", " | ", "/", "-", " – ", "_", "\t", '","', ""]),
        min_size=52,
        max_size=52,
    ),
)
def test_cards_are_read_with_anything_between_them(dealt: Deal, between: list[str]) -> None:
    text = "".join(f"{card}{gap}" for card, gap in zip(dealt.cards, between, strict=True))
    assert Deal.read(text) == dealt


@examples(100)
@given(setup)
def test_every_setup_is_read_as_it_is_printed(wanted: Setup) -> None:
    assert Setup.read(str(wanted)) == wanted
    listed = Setup(wanted.rules, Deal(wanted.deal.cards))
    assert Setup.read(f"{wanted}\n{printed(wanted.deal.cards)}") == wanted
    assert Setup.read(printed(wanted.deal.cards), rules=wanted.rules) == listed


@examples(600)
@given(texts | damaged(setup.map(str)) | damaged(deal.map(lambda dealt: printed(dealt.cards))))
def test_any_text_at_all_is_a_deal_or_a_notation_error(text: str) -> None:
    found = reading(Setup.read, text)
    if isinstance(found, NotationError):
        assert len(str(found)) < 400
        assert len(found.found) <= 60
    else:
        assert Setup.read(str(found)) == found


def test_a_damaged_deck_is_never_another_deal_in_silence() -> None:
    # Two cards that change places are another deck; nothing else that is done to one card is.
    for at in range(52):
        for wrong in ("", "1", "X", "?", CARDS[at][0], CARDS[at][1], CARDS[at - 1]):
            text = " ".join([*CARDS[:at], wrong, *CARDS[at + 1 :]])
            with pytest.raises(NotationError):
                Deal.read(text)


# Rules, letters, codes


@examples(40)
@given(named_rules)
def test_cards_get_the_rules_that_are_given(rules: Rules) -> None:
    assert Setup.read(S, rules=rules).rules == rules


def test_cards_get_preset_n_where_no_rules_are_given() -> None:
    assert Setup.read(S).rules == PRESETS["N"]


def test_a_code_brings_its_own_rules() -> None:
    assert Setup.read("PY1-M-AAAAAAS", rules=PRESETS["S"]).rules == PRESETS["M"]


@pytest.mark.parametrize("text", ["Pyramid", "happy", "pyjamas", "PY", "Pyramid 1", "copy1"])
def test_a_word_with_py_in_it_is_no_code(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Setup.read(text)
    assert refused.value.kind == "nothing"
    assert Setup.read(f"Pyramid: {S}").deal.cards == Deal.parse("AAAAAAS").cards


SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))


def test_letters_of_another_language_are_read_where_they_are_given() -> None:
    french = {"A": "A", "J": "V", "Q": "D", "K": "R"}
    text = " ".join(french.get(c[0], c[0]) + SIGNS[c[1]] for c in CARDS)
    assert printed(Setup.read(text, letters=french).deal.cards) == S
    # Without them V is the Dutch queen, as D is the Swedish one, and R is nothing.
    with pytest.raises(NotationError):
        Setup.read(text)


@pytest.mark.parametrize(
    ("letter", "english"),
    [("Kn", "J"), ("D", "Q"), ("E", "A"), ("B", "J"), ("V", "Q"), ("H", "K"), ("K", "K")],
)
def test_letters_of_the_shipped_languages_count_beside_suit_signs(
    letter: str, english: str
) -> None:
    for small in (letter, letter.lower()):
        text = " ".join((small if c[0] == english else c[0]) + SIGNS[c[1]] for c in CARDS)
        assert printed(Deal.read(text).cards) == S


# What is wrong


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (S.replace("6C", "^c"), r"^the 2nd card, '\^c', is not a card: write a rank of A234"),
        (S.replace("TC", "1Oh"), r"^the 23rd card, '1Oh', is not a card"),
        (f"{S} Enjoy", "^after the last card, 'Enjoy', is not a card"),
        (
            S.replace("JD", "6C"),
            "^6C is there more than once, as the 1st card and the 2nd; JD is missing",
        ),
        (f"{S} 5S", "^5S is there more than once, as the 52nd card and the 53rd; a deal is"),
        (" ".join(CARDS[2:]), "^50 cards of 52; missing: 6C JD$"),
        (" ".join(CARDS[:12]), "^12 cards of 52; 40 are missing$"),
        ("1 2 3", "no card was recognised; write 52 cards such as TC, 10♣ or qh"),
        ("x" * 4001, "^the text has 4001 characters; 52 cards have fewer than 4000$"),
        (f"Stock: {S}", "^it is not clear which cards are the pyramid and which the stock"),
        (f"PY1-N-AAAAAAJ {S}", "^the code PY1-N-AAAAAAJ and the cards are two deals"),
        ("PY1-N-AAAAAAJ nor PY1-N-AAAAAAS", "^there are two codes, PY1-N-AAAAAAJ and another"),
        (f"PY1-N-AAAA\n{S}", "has 4 letters; a deal has 7"),
        (f"PY1-N-AAAAAAS\n{S[:-3]}", "^51 cards of 52; missing: 5S"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Setup.read(text)


def test_the_reading_that_got_further_says_what_is_wrong() -> None:
    turned = " ".join(card[1] + card[0] for card in CARDS)
    with pytest.raises(NotationError) as refused:
        Deal.read(turned.replace("S7", "S?"))
    assert (refused.value.found, refused.value.places) == ("S?", (28,))


def test_a_slip_in_a_long_run_is_shown_from_where_it_begins() -> None:
    with pytest.raises(NotationError) as refused:
        Deal.read(S.replace(" ", "").replace("6C", "X"))
    assert (refused.value.found, refused.value.places) == ("X7HAS4DQ", (2,))


@pytest.mark.parametrize("text", [S, S.replace("T", "0"), f"Pyramid: {S}"])
def test_a_text_that_is_too_long_is_refused_unread(text: str) -> None:
    assert printed(Deal.read(text + " " * (4000 - len(text))).cards) == S
    with pytest.raises(NotationError, match="4001 characters") as refused:
        Deal.read(text + " " * (4001 - len(text)))
    assert refused.value.kind == "too-long"


def test_places_are_counted_as_in_english() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 11, 22, 52)] == [
        "1st",
        "2nd",
        "3rd",
        "11th",
        "22nd",
        "52nd",
    ]


def test_the_files_of_the_page_say_what_they_are() -> None:
    for name in PAGE:
        expected, text = page_of(name)
        assert re.match(r"= PY1-\w+-\w+$|! [a-z-]+:", expected), name
        assert text.strip(), name
        assert name.startswith("refused_") == expected.startswith("!"), name
