"""Names in a table, and the places in it."""

import pytest

from app.record import HelpClass, NameFault, UnfitName, in_order, places, read_name

ALONE, OWN, HELPED = HelpClass


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("", ""),
        ("   ", ""),
        ("Anna", "Anna"),
        ("  Anna\t Karin ", "Anna Karin"),
        ("A\u030asa", "Åsa"),
        ("Łukasz 2", "Łukasz 2"),
        ("नमस्ते", "नमस्ते"),
        ("李小龙", "李小龙"),
        ("x" * 20, "x" * 20),
        # Twenty letters once they are put together.
        ("e\u0301" * 20, "é" * 20),
    ],
)
def test_a_name_is_letters_digits_and_single_spaces(text: str, name: str) -> None:
    assert read_name(text) == name


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x" * 21, NameFault.LONG),
        ("<b>", NameFault.SIGN),
        ("a\u202eb", NameFault.SIGN),
        ("a\u2066b", NameFault.SIGN),
        ("a\x00b", NameFault.SIGN),
        ("a\u200bb", NameFault.SIGN),
        ("Anna 🂡", NameFault.SIGN),
        ("a.b", NameFault.SIGN),
        ("\ud800", NameFault.SIGN),
    ],
)
def test_any_other_sign_is_refused(text: str, fault: NameFault) -> None:
    with pytest.raises(UnfitName) as refused:
        read_name(text)
    assert refused.value.fault is fault


def test_equal_results_share_a_place_and_the_next_one_is_counted_on() -> None:
    results = [(HELPED, 20), (ALONE, 44), (OWN, 30), (ALONE, 44), (ALONE, 45)]
    assert places(results) == (5, 1, 4, 1, 3)
    assert places([]) == ()
    assert in_order(zip(results, "abcde", strict=True)) == list("bdeca")
