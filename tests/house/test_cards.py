"""The drawings of cards: what is in the files, and that they leave the rest to the table."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.engine import RANKS, SUITS
from tests.support.project import ROOT

CARDS = ROOT / "static" / "cards"
NAMED = "{http://www.w3.org/1999/xlink}href"


def test_the_deck_has_every_card_once_and_says_no_colour_of_a_suit() -> None:
    tree = ElementTree.parse(CARDS / "deck.svg")
    ids = [each.get("id", "") for each in tree.iter() if each.get("id")]
    assert len(set(ids)) == len(ids)
    assert {f"{rank}{suit}" for rank in RANKS for suit in SUITS} <= set(ids)
    for each in tree.iter():
        fill = each.get("fill", "none")
        assert fill in ("none", "currentColor") or fill.startswith("var(--court-"), fill


@pytest.mark.parametrize(
    "path", sorted((CARDS / "classic").glob("*.svg")), ids=lambda each: each.stem
)
def test_a_classic_court_has_no_ground_and_no_index_of_its_own(path: Path) -> None:
    """Its ground would be white on any paper, and its letters English in any language."""
    text = path.read_text(encoding="utf-8")
    drawn = text[text.rindex("</symbol>") :]
    assert not re.search(r'fill="white"', drawn)
    used = {each.get(NAMED, "") for each in ElementTree.fromstring(text).iter()} - {""}
    assert used
    assert not any(re.fullmatch(r"#V[A-Z]{2}", each) for each in used)
