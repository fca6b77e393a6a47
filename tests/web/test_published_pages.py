"""What the published rules pages say of a table; `tests/engine/seed_sentences.py` names these."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.engine import PRESETS
from tests.support.table import game_after, golden_line, table_of
from tests.web.document import Element, read
from tests.web.player import Page, Player

CODE = "PY1-N-AAAAAAS"
EVERY_RULE_SET = pytest.mark.parametrize("rules", PRESETS)
PRINTED = """
    JD
    6C 7H
    AS 4D QS
    5H 3D 6H 8S
    KH KC AD KS 9C
    QC 2C 8D TD TS JS
    7C TC 3H 4H 3S KD 7S
"""


def back(element: Element) -> bool:
    """Whether a card shows its back: a face has a rank and a suit."""
    return not element.has("svg", class_="rank") and not element.has("svg", class_="suit")


@EVERY_RULE_SET
def test_all_28_cards_of_the_pyramid_lie_face_up(client: TestClient, rules: str) -> None:
    page = Player(client, f"PY1-{rules}-AAAAAAS").page
    rows = [page.game.one(id=f"row-{number}") for number in range(1, 8)]
    cards = [[card["data-card"] for card in row.all("button")] for row in rows]
    assert cards == [line.split() for line in PRINTED.strip().splitlines()]
    for row in rows:
        for card in row.all("button"):
            assert not back(card)
            assert card["aria-label"]


@EVERY_RULE_SET
def test_the_stock_lies_face_down(client: TestClient, rules: str) -> None:
    page = Player(client, f"PY1-{rules}-AAAAAAS").page
    stock = page.game.one("button", id="draw")
    assert back(stock)
    assert stock["data-count"] == ("23" if rules == "N" else "24")
    # Where the rules want the top of the stock open, that card alone lies face up beside it.
    assert len(page.game.one(id="stock-pile").all(data_card=None)) == (rules == "M")


@EVERY_RULE_SET
def test_the_waste_shows_its_top_card(client: TestClient, rules: str) -> None:
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    for _ in range(4):
        player.do("draw")
        game = game_after(f"PY1-{rules}-AAAAAAS", *["draw"] * int(player.page.stat("moves")))
        waste = game.position.waste
        pile = player.page.game.one(id="waste-pile")
        assert pile["data-count"] == str(len(waste))
        if waste:
            top = pile.one("button")
            assert top["data-card"] == str(waste[-1])
            assert not back(top)
        else:
            assert not pile.has("button")


@EVERY_RULE_SET
def test_a_tap_on_the_stock_draws_a_card(client: TestClient, rules: str) -> None:
    code = f"PY1-{rules}-AAAAAAS"
    player = Player(client, code)
    # Before any pair is taken, and between two.
    for entries in (("draw",), ("draw", "KD"), ("draw", "KD", "draw")):
        player.do(entries[-1])
        assert player.page.table == table_of(game_after(code, *entries))


@pytest.mark.parametrize("rules", ["N", "T", "P", "C", "M"])
def test_a_tap_on_the_empty_stock_recycles_the_waste(client: TestClient, rules: str) -> None:
    code = f"PY1-{rules}-AAAAAAS"
    player = Player(client, code)
    draws = ["draw"] * player.page.table["stock"]
    player.skip(*draws)
    player.do("recycle")
    assert player.page.table == table_of(game_after(code, *draws, "recycle"))
    assert player.page.table["stock"] == 24
    first = player.do("draw").game.all(data_place="waste") + player.page.game.all(
        data_place="drawn"
    )
    assert [card["data-card"] for card in first if "data-card" in card] == ["7D"]


def test_a_new_game_can_be_started_in_a_hopeless_game(client: TestClient) -> None:
    player = Player(client, "PY1-N-AAAAAAJ")
    player.skip(*["draw"] * 23, "recycle")
    assert player.page.game["data-status"] == "playing"
    new = player.page.game.one(data_action="new")
    form = new.inside("form")
    game = Page(client.post(form["action"], data=form.fields(new))).game
    assert (game["data-status"], game["data-ply"]) == ("playing", "0")
    assert game["data-code"] != "PY1-N-AAAAAAJ"


@EVERY_RULE_SET
def test_removed_cards_lie_on_a_pile_of_their_own(client: TestClient, rules: str) -> None:
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    assert player.page.game.one(id="removed")["data-count"] == "0"
    player.do("KD", "TC3S")
    pile = player.page.game.one(id="removed")
    assert pile["data-count"] == "3"
    # What lies there is out of the game: nothing to tap, nothing to read but how many.
    assert not pile.has("button")
    assert pile["aria-label"] == "Removed, 3 cards"
    assert not player.page.game.has("button", data_card="TC")


def test_the_code_is_shown_during_the_game(client: TestClient) -> None:
    player = Player(client, CODE)
    for entry in (None, "KD", "draw"):
        page = player.do(entry) if entry else player.page
        assert page.root.one(data_action="share").text == CODE


def test_a_pasted_code_deals_exactly_the_same_cards(client: TestClient) -> None:
    player = Player(client, CODE)
    new = read(client.get("/new").text)
    form = new.one("input", name="code").inside("form")
    code = player.page.root.one(data_action="share").text
    again = Page(client.post(form["action"], data={"code": code}))
    assert again.response.url.path != player.path
    assert again.table == table_of(game_after(CODE))
    draws = ["draw"] * 23
    player.path = again.response.url.path
    assert player.skip(*draws).table == table_of(game_after(CODE, *draws))


@pytest.mark.parametrize(("rules", "passes"), [("S", 1), ("T", 3), ("R", 1), ("P", 3), ("M", 3)])
def test_the_pass_is_shown_where_passes_are_limited(
    client: TestClient, rules: str, passes: int
) -> None:
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    assert player.page.stat("pass") == f"1/{passes}"
    for number in range(2, passes + 1):
        player.skip(*["draw"] * player.page.table["stock"], "recycle")
        assert player.page.stat("pass") == f"{number}/{passes}"
    # At the stock itself.
    assert player.page.game.one(data_stat="pass").inside("button")["id"] == "draw"


@EVERY_RULE_SET
def test_the_cards_left_in_the_pyramid_are_shown(client: TestClient, rules: str) -> None:
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    assert player.page.stat("left") == "28"
    assert [player.do(entry).stat("left") for entry in ("KD", "TC3S", "undo", "draw")] == [
        "27",
        "25",
        "27",
        "27",
    ]


def test_the_score_and_the_moves_are_shown(client: TestClient) -> None:
    player = Player(client, CODE)

    def counters() -> tuple[str, str]:
        return player.page.stat("score"), player.page.stat("moves")

    assert counters() == ("0", "0")
    shown = []
    for entry in ("KD", "TC3S", "draw", "draw", "draw", "TS3C", "undo"):
        player.do(entry)
        shown.append(counters())
    # A king 10, a pair 20, a pair with the waste 10; undo takes the points back, not the move.
    assert shown == [
        ("10", "1"),
        ("30", "2"),
        ("30", "3"),
        ("30", "4"),
        ("30", "5"),
        ("40", "6"),
        ("30", "6"),
    ]
    player = Player(client, CODE)
    line = golden_line(CODE)
    player.skip(*line)
    assert counters() == ("280", str(len(line)))


@EVERY_RULE_SET
def test_the_time_of_the_game_is_shown(client: TestClient, rules: str) -> None:
    player = Player(client, f"PY1-{rules}-AAAAAAS")
    assert player.page.stat("time") == "0:00"
    assert "data-running" not in player.page.game
    page = player.do("KD")
    assert re.fullmatch(r"0:\d\d", page.stat("time"))
    assert "data-running" in page.game
