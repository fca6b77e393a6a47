"""What a board shows: the marks of the table, what is refused and why, what is said."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.engine import PRESETS, Deal, Position, Reason, Setup, Status
from app.store import deal_key
from tests.engine.play import laid_out, setup_of
from tests.support.table import game_after, golden_line, hidden_cards, stuck_line, table_of
from tests.web.document import Element
from tests.web.player import HTMX, Page, Player
from tests.web.solving import asked

CODE = "PY1-N-AAAAAAS"


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def player(request: pytest.FixtureRequest, client: TestClient) -> Player:
    """A player of the published deal, without and with htmx."""
    return Player(client, CODE, htmx=request.param)


WON_WITH_ALL_52 = (
    "JD2C 9S4D draw draw draw draw draw TD3S QDAD 8C5D TH3D QCAS KH draw draw draw 8S5S draw TC3C"
    " draw draw draw draw draw draw draw draw draw draw draw draw draw 8H5H draw draw recycle draw"
    " draw JS2H 7C6C draw draw QHAC KC QSAH KD draw draw draw draw draw 7S6H draw JH2S draw draw"
    " draw TS3H draw draw KS draw draw 7D6D draw draw 8D5C draw recycle draw draw JC2D draw draw"
    " 9C4H draw draw 9D4S draw draw draw 9H4C draw 7H6S"
)
"""A win of PY1-T-AAAAAAA, whose pyramid is empty some moves before its end."""


# Refusals


ALL_DRAWN = ("draw",) * 23
REFUSED: list[tuple[Reason, str, tuple[str, ...], str, dict[str, Any]]] = [
    (Reason.COVERED, "N", (), "moves", {"move": "QC"}),
    (Reason.COVERED, "N", (), "moves", {"cards": "KH"}),
    (Reason.COVERED, "N", (), "moves", {"cards": "QC", "pick": "7C"}),
    (Reason.COVERED, "N", (), "moves", {"cards": ["QC", "AD"]}),
    # One card still covers the queen, and then the king in row 5.
    (Reason.COVERED, "N", ("draw",) * 17 + ("7C6S",), "moves", {"move": "QC"}),
    (Reason.COVERED, "N", ("TC3S",), "moves", {"move": "KH"}),
    (Reason.SUM, "N", (), "moves", {"move": "7C7S"}),
    (Reason.SUM, "N", (), "moves", {"cards": "7S", "pick": "7C"}),
    (Reason.SUM, "N", (), "moves", {"move": "7C"}),
    (Reason.NOT_IN_PLAY, "N", (), "moves", {"move": "AC"}),
    (Reason.NOT_IN_PLAY, "N", (), "moves", {"cards": ["AC", "QC"]}),
    (Reason.NOT_IN_PLAY, "N", ("KD",), "moves", {"move": "KD"}),
    (Reason.NOT_IN_PLAY, "N", ("TC3S",), "moves", {"move": "TC3S"}),
    (Reason.UNDER_WASTE_TOP, "N", ("draw",), "moves", {"move": "7D"}),
    (Reason.UNDER_WASTE_TOP, "N", ("draw",) * 9, "moves", {"move": "QHAH"}),
    (Reason.NO_CARD_TO_DRAW, "N", ALL_DRAWN, "moves", {"move": "draw"}),
    (Reason.NO_PASS_LEFT, "S", ("draw",) * 24, "moves", {"move": "recycle"}),
    (
        Reason.NO_PASS_LEFT,
        "P",
        (("draw",) * 24 + ("recycle",)) * 2 + ("draw",) * 24,
        "moves",
        {"move": "recycle"},
    ),
    (Reason.STOCK_NOT_EMPTY, "N", ("draw",), "moves", {"move": "recycle"}),
    (Reason.GAME_OVER, "N", golden_line(CODE), "moves", {"move": "draw"}),
    (Reason.GAME_OVER, "N", golden_line(CODE), "moves", {"cards": "AH"}),
    (Reason.GAME_OVER, "N", golden_line(CODE), "undo", {}),
    (Reason.GAME_OVER, "N", golden_line(CODE), "redo", {}),
    (Reason.NOTHING_TO_UNDO, "N", (), "undo", {}),
    (Reason.NOTHING_TO_UNDO, "N", ("KD", "undo"), "undo", {}),
    (Reason.NOTHING_TO_REDO, "N", ("KD",), "redo", {}),
    (
        Reason.UNDO_LIMIT,
        "N",
        ALL_DRAWN + ("recycle", *["draw"] * 24) * 4 + ("undo",) * 100,
        "undo",
        {},
    ),
]
MESSAGES = {
    Reason.COVERED: "This card is covered by another one.",
    Reason.SUM: "7 + 7 = 14, not 13.",
    Reason.NOT_IN_PLAY: "This card is not in play.",
    Reason.UNDER_WASTE_TOP: "Only the top card of the waste is in play.",
    Reason.NO_CARD_TO_DRAW: "There is no card to draw.",
    Reason.NO_PASS_LEFT: "There is no pass through the stock left.",
    Reason.STOCK_NOT_EMPTY: "The waste can be turned over once the stock is empty.",
    Reason.GAME_OVER: "This game is over.",
    Reason.NOTHING_TO_UNDO: "There is nothing to undo.",
    Reason.NOTHING_TO_REDO: "There is nothing to redo.",
    Reason.UNDO_LIMIT: "Only the last 100 actions can be undone.",
    Reason.STALE: "The game has moved on elsewhere; this is how it stands now.",
}


def test_every_reason_to_refuse_is_tried_here() -> None:
    assert {reason for reason, *_ in REFUSED} | {Reason.STALE} == set(Reason) == set(MESSAGES)


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(("reason", "rules", "before", "to", "data"), REFUSED)
def test_what_the_rules_refuse_is_answered_with_the_reason_and_the_board(
    client: TestClient,
    reason: Reason,
    rules: str,
    before: tuple[str, ...],
    to: str,
    data: dict[str, Any],
    htmx: bool,
) -> None:
    code = f"PY1-{rules}-AAAAAAS"
    player = Player(client, code, htmx=htmx)
    player.skip(*before)
    response = player.post(to, **data, ply=str(len(before)))
    page = Page(response)
    expected = table_of(game_after(code, *before))
    assert response.status_code == 422
    assert page.game["data-reason"] == reason.value
    alone = data == {"move": "7C"}  # one card makes no sum that could be told
    assert page.message == ("The sum must be 13." if alone else MESSAGES[reason])
    assert page.table == expected
    assert ("<html" in response.text) is not htmx
    assert player.look().table == expected


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("moves", {}, "Say which board this was: ply=0 at the start."),
    ("moves", {"move": "draw"}, "Say which board this was: ply=0 at the start."),
    ("moves", {"move": "draw", "ply": "-1"}, "Say which board"),
    ("moves", {"move": "draw", "ply": "0.0"}, "Say which board"),
    ("moves", {"move": "draw", "ply": "٠"}, "Say which board"),
    ("moves", {"move": "draw", "ply": "9" * 5000}, "Say which board"),
    ("moves", {"ply": "0"}, "Say what to do: move=draw, or cards=TC and cards=3S."),
    ("moves", {"cards": "", "ply": "0"}, "Say what to do"),
    ("moves", {"cards": "  ", "move": "", "ply": "0"}, "Say what to do"),
    ("moves", {"move": "jump", "ply": "0"}, "“jump” is not a move."),
    ("moves", {"move": "TC3STD", "ply": "0"}, "“TC3STD” is not a move."),
    ("moves", {"move": "KDKD", "ply": "0"}, "“KDKD” is not a move."),
    ("moves", {"cards": "1X", "ply": "0"}, "“1X” is not a move."),
    ("moves", {"cards": ["TC", "TC"], "ply": "0"}, "“TC TC” is not a move."),
    ("moves", {"cards": ["TC", "3S", "KD"], "ply": "0"}, "is not a move."),
    ("moves", {"move": "D" * 10_000, "ply": "0"}, "is not a move."),
    ("moves", {"move": "dráw", "ply": "0"}, "“dráw” is not a move."),
    ("moves", {"move": "<b>KD</b>", "ply": "0"}, "“<b>KD</b>” is not a move."),
    ("undo", {}, "Say which board"),
    ("redo", {"ply": "x"}, "Say which board"),
]


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
@pytest.mark.parametrize(("to", "data", "said"), WRONG)
def test_what_is_not_understood_is_answered_with_what_would_be_right(
    client: TestClient, to: str, data: dict[str, Any], said: str, htmx: bool
) -> None:
    player = Player(client, CODE, htmx=htmx)
    response = player.post(to, **data)
    page = Page(response)
    assert response.status_code == 422
    assert said in page.message
    assert len(page.message) < 300
    assert page.table == table_of(game_after(CODE))
    assert player.look().table == table_of(game_after(CODE))


def test_a_pick_that_is_no_card_is_no_pick(client: TestClient) -> None:
    player = Player(client, CODE)
    answer = player.post("moves", cards="TC", pick="nonsense" * 1000, ply="0")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{player.path}?pick=TC"


# Marks of the contract


@pytest.mark.parametrize("rules", [*PRESETS, "X1", "XOF2AV", "XOD"])
def test_every_mark_of_the_contract_is_there(client: TestClient, rules: str) -> None:
    page = Player(client, f"PY1-{rules}-AAAAAAS").page
    game = page.game
    assert game.tag == "main"
    for mark in ("data-code", "data-ply", "data-status"):
        assert mark in game
    for card in game.all("button", data_card=None):
        assert card["data-place"]
        assert card["data-state"] in ("free", "covered")
        assert card["aria-pressed"] in ("true", "false")
        assert card["aria-label"]
        assert card["type"] == "submit"
    assert game.one("button", id="draw")["data-place"] == "stock"
    for action in ("undo", "redo", "restart", "new"):
        assert game.one(data_action=action).text
    assert page.root.one(data_action="share")["href"] == f"/d/PY1-{rules}-AAAAAAS"
    for stat in ("moves", "time", "left"):
        assert game.one(data_stat=stat).text
    region = page.root.one(id="said")
    assert region["aria-live"] == "polite"
    assert region.content == []
    assert not game.has(id="said")
    path = page.response.url.path
    assert page.root.one("form", id="board")["action"] == f"{path}/moves"


def test_the_code_of_the_deal_is_on_screen(client: TestClient) -> None:
    page = Player(client, CODE).page
    assert page.root.one(data_action="share").text == CODE


def test_a_deal_from_elsewhere_has_its_long_code(client: TestClient) -> None:
    code = "PY1-N-" + "".join(map(str, Deal.numbered(18).cards))
    page = Player(client, code).page
    assert page.game["data-code"] == code
    assert page.table == table_of(game_after(code))


@pytest.mark.parametrize(
    ("rules", "stats"),
    [
        ("N", {"moves", "time", "left", "score"}),
        ("S", {"moves", "time", "left", "pass"}),
        ("P", {"moves", "time", "left", "pass", "score"}),
        ("C", {"moves", "time", "left"}),
        ("M", {"moves", "time", "left", "pass", "score"}),
    ],
)
def test_the_counters_are_those_of_the_rules(
    client: TestClient, rules: str, stats: set[str]
) -> None:
    game = Player(client, f"PY1-{rules}-AAAAAAS").page.game
    assert {stat["data-stat"] for stat in game.all(data_stat=None)} == stats


@pytest.mark.parametrize("rules", ["N", "S", "P", "C", "M", "XOD2A"])
def test_no_card_of_the_stock_is_named_anywhere(client: TestClient, rules: str) -> None:
    code = f"PY1-{rules}-AAAAAAS"
    player = Player(client, code)
    taken: tuple[str, ...] = ()
    for more in ((), ("draw",) * 3, ("undo",)):
        taken += more
        player.skip(*more)
        hidden = hidden_cards(game_after(code, *taken))
        assert len(hidden) > 19
        for page in (player.page, Page(client.get(player.path, headers=HTMX))):
            named = naming(page.root)
            assert {"JD", "7C"} <= named
            assert not named & set(hidden)


def naming(root: Element) -> set[str]:
    """The codes of cards, alone or as a move, in any attribute or text of a page."""
    found = set()
    for word in re.findall(r"\w+", root.words):
        if re.fullmatch("([A2-9TJQK][CDHS]){1,2}", word):
            found |= {word[i : i + 2] for i in range(0, len(word), 2)}
    return found


def test_the_names_of_hidden_cards_stand_in_no_text(client: TestClient) -> None:
    player = Player(client, CODE)
    words = player.page.root.words
    for name in ("ace of clubs", "two of hearts", "five of spades", "A♣", "2♥", "5♠"):
        assert name.lower() not in words.lower()
    player.skip("draw")
    assert "Ace of clubs" in player.page.root.words


# Names


def test_a_card_says_what_a_sighted_player_sees(client: TestClient) -> None:
    player = Player(client, CODE)
    page = player.page
    assert page.card("7C")["aria-label"] == "Seven of clubs, row 7, 1 of 7, free"
    assert page.card("QC")["aria-label"] == (
        "Queen of clubs, row 6, 1 of 6, covered by seven of clubs and ten of clubs"
    )
    assert page.card("7D")["aria-label"] == "Seven of diamonds, top of the waste, 1 card"
    assert page.game.one("button", id="draw")["aria-label"] == "Stock, 23 cards"
    page = player.do("TC3S")
    assert page.card("QC")["aria-label"] == (
        "Queen of clubs, row 6, 1 of 6, covered by seven of clubs"
    )
    assert page.game.one(data_place="removed")["aria-label"] == "Removed, 2 cards"
    page = player.do("KD")
    assert page.card("TS")["aria-label"] == "Ten of spades, row 6, 5 of 6, free"


@pytest.mark.parametrize(
    ("letter", "name"), [("T", "Strict with three passes"), ("C", "Stacked pairs")]
)
def test_the_table_says_which_rules_are_played_and_what_its_piles_are(
    client: TestClient, letter: str, name: str
) -> None:
    page = Player(client, f"PY1-{letter}-AAAAAAS").look().root
    rules = page.one(class_="rules-name")
    assert (rules.text, rules["href"]) == (name, f"/rules/{letter}")
    assert page.one("button", id="draw").text.startswith("Draw 24")
    assert page.one(id="waste-slot").text == "Waste"
    assert page.has(id="drawn-slot") is (letter == "T")


def test_the_first_steps_fit_the_rules(client: TestClient) -> None:
    for letter, step in (("N", "Tap the stock."), ("M", "Tap the arrow")):
        player = Player(client, f"PY1-{letter}-AAAAAAS")
        assert step in player.do("KD").game.one(class_="coach").text


def test_the_stock_says_how_many_cards_and_which_pass(client: TestClient) -> None:
    code = "PY1-P-AAAAAAJ"
    player = Player(client, code)

    def stock() -> str:
        return player.page.game.one("button", id="draw")["aria-label"]

    assert stock() == "Stock, 24 cards, pass 1 of 3"
    player.skip(*["draw"] * 24)
    assert stock() == "Stock, empty, turn the waste over, 2 passes left"
    player.skip("recycle")
    assert stock() == "Stock, 24 cards, pass 2 of 3"
    player.skip(*["draw"] * 24)
    assert stock() == "Stock, empty, turn the waste over, 1 pass left"
    player.skip("recycle", *["draw"] * 24)
    turn = player.page.game.one("button", id="draw")
    assert stock() == "Stock, empty, no passes left"
    assert turn["aria-disabled"] == "true"
    assert "no passes left" in turn.text


def test_the_open_stock_top_is_a_card_and_only_that_one(client: TestClient) -> None:
    page = Player(client, "PY1-M-AAAAAAS").page
    top = page.card("7D")
    assert top["data-place"] == "stock"
    assert top["aria-label"] == "Seven of diamonds, top of the stock"
    assert page.game.one("button", id="draw")["data-count"] == "24"


def test_the_drawn_card_lies_in_its_own_slot(client: TestClient) -> None:
    player = Player(client, "PY1-S-AAAAAAS")
    assert player.page.table["drawn"] == 0
    page = player.do("draw")
    assert page.card("7D")["data-place"] == "drawn"
    assert page.card("7D")["aria-label"] == "Seven of diamonds, drawn card"
    page = player.do("draw")
    assert page.card("7D")["data-place"] == "waste"
    assert page.card("AC")["data-place"] == "drawn"


def test_a_card_and_the_one_that_alone_covers_it_go_under_cover_pairs(client: TestClient) -> None:
    # 7♣ and 6♣ are under each other in no published deal: lay one out.
    deal = laid_out({6: "6C KC KH KS 2C 3C", 7: "7C KD AC 2D 3D 4D 5D"})
    code = str(setup_of("C", deal))
    player = Player(client, code)
    assert player.page.card("6C")["data-state"] == "covered"
    assert player.page.card("6C").get("aria-disabled") == "true"
    page = player.do("KD")
    assert page.card("6C").get("aria-disabled") == ""
    assert "half" in page.card("6C")["class"].split()
    # It looks half free, and is told apart from what can't go yet.
    assert [card["data-card"] for card in page.game.all(data_half=None)] == ["6C"]
    assert page.card("6C")["aria-label"].endswith("covered by seven of clubs, can go with it")
    assert not page.card("KC")["aria-label"].endswith("can go with it")
    # In either order, and a pick of the covered card is one like any other.
    player.tap("7C", "6C")
    assert player.page.table == table_of(game_after(code, "KD", "7C6C"))
    player.do("undo")
    assert player.tap("6C").picked == ["6C"]
    assert player.tap("6C").picked == []
    player.tap("6C", "7C")
    assert player.page.table == table_of(game_after(code, "KD", "7C6C", "undo", "7C6C"))


# On the way to a win


def test_one_undo_takes_back_a_whole_pair(client: TestClient) -> None:
    player = Player(client, CODE)
    before = player.page.table
    player.do("TC3S", "undo")
    after = player.page.table
    assert after["cards"] == before["cards"]
    assert after["stats"] == before["stats"] | {"moves": "1"}
    labels = {c["data-card"]: c["aria-label"] for c in player.page.game.all(data_card=None)}
    fresh = {
        c["data-card"]: c["aria-label"]
        for c in Player(player.client, CODE).page.game.all(data_card=None)
    }
    assert labels == fresh


@pytest.mark.parametrize(
    "code", ["PY1-N-AAAAAAS", "PY1-P-AAAAAAS", "PY1-C-AAAAAAS", "PY1-M-AAAAAAS"]
)
def test_every_page_on_the_way_to_a_win_shows_the_game(client: TestClient, code: str) -> None:
    player = Player(client, code, htmx=True)
    line = golden_line(code)
    for ply, entry in enumerate(line):
        player.do(entry)
        assert player.page.table == table_of(game_after(code, *line[: ply + 1]))
    assert player.page.game["data-status"] == "won"
    assert player.look().table == table_of(game_after(code, *line))
    # What is left of the stock lies there as it did, and an empty one promises nothing.
    stock = player.page.root.one(id="draw")
    assert ("slot" in stock["class"].split()) == (stock["data-count"] == "0")
    assert stock["aria-disabled"] == "true"
    assert all(note.text == "" for note in stock.all("span", class_="note"))


def test_a_win_needs_all_52_cards_where_the_rules_say_so(client: TestClient) -> None:
    code = "PY1-T-AAAAAAA"
    player = Player(client, code, htmx=True)
    emptied = False
    for entry in WON_WITH_ALL_52.split():
        emptied = emptied or player.page.stat("left") == "0"
        assert player.page.game["data-status"] == "playing"
        player.do(entry)
    assert emptied, "the pyramid was not empty before the last move"
    assert player.page.table["status"] == "won"
    assert player.page.table["removed"] == 52


# How the game stands, in words


def test_a_stuck_game_says_so_and_offers_ways_on(player: Player) -> None:
    code = "PY1-R-AAAAAAJ"
    stuck = Player(player.client, code, htmx=bool(player.headers))
    line = stuck_line(code)
    stuck.skip(*line[:-1])
    assert not stuck.page.root.has(id="panel")
    page = stuck.do(line[-1])
    panel = page.root.one("details", id="panel")
    assert "open" in panel
    assert panel.one("summary").text == "No more moves possible"
    offered = [each["data-panel"] for each in panel.all(data_panel=None)]
    assert offered == ["back", "how", "undo", "restart", "new", "review"]
    stuck.press(panel.one("button", data_panel="undo"))
    assert stuck.page.table == table_of(game_after(code, *line, "undo"))
    assert not stuck.page.root.has(id="panel")


def test_a_game_is_not_stuck_while_a_card_can_be_drawn(client: TestClient) -> None:
    player = Player(client, "PY1-N-AAAAAAJ")
    page = player.skip(*(["draw"] * 23 + ["recycle"] + ["draw"] * 24 + ["recycle"]))
    assert page.table["status"] == "playing"
    assert not page.root.has(id="panel")


def test_a_won_game_says_so_with_its_figures(player: Player) -> None:
    line = golden_line(CODE)
    player.skip(*line[:-1])
    page = player.do(line[-1])
    panel = page.root.one("section", id="panel")
    assert panel.one("h2").text == "You have won"
    facts = dict(
        zip([t.text for t in panel.all("dt")], [d.text for d in panel.all("dd")], strict=True)
    )
    assert facts["Moves"] == str(len(line))
    assert facts["Score"] == "280"
    assert [each["data-panel"] for each in panel.all(data_panel=None)] == [
        "new",
        "review",
        "share",
        "challenge",
        "restart",
        "daily",
        "rules",
    ]


def test_a_second_win_of_a_deal_is_told_beside_the_best_other_one(player: Player) -> None:
    line = golden_line(CODE)
    told = []
    for detour in (("draw", "undo"), (), ("draw", "undo", "draw", "undo")):
        again = Player(player.client, CODE, htmx=bool(player.headers))
        again.skip(*detour, *line[:-1])
        paragraphs = again.do(line[-1]).root.one(id="panel").all("p")
        # A busy machine may take a second or two.
        said = [re.sub(r"0:0\d", "0:00", each.text) for each in paragraphs]
        told.append([each for each in said if "best" in each])
    best = f"Your best win of this deal: {len(line)} moves in 0:00."
    assert told == [[], ["Your best of 2 games of this deal."], [best]]


def test_what_just_happened_is_said(client: TestClient) -> None:
    player = Player(client, CODE, htmx=True)
    assert player.do("KD").said == ("King of diamonds removed. 27 cards left.")
    assert player.do("TC3S").said == (
        "Ten of clubs and three of spades removed. Ten of spades is free. 25 cards left."
    )
    assert player.do("draw").said.startswith("Ace of clubs drawn.")
    assert player.do("undo").said.startswith("Taken back: draw.")
    assert player.do("redo").said.startswith("Done again: draw.")
    assert player.tap("7C", "7S").said == "7 + 7 = 14, not 13."
    assert player.do("draw").message.startswith("2♥ drawn.")


def test_a_board_that_is_asked_for_again_tells_what_it_shows(client: TestClient) -> None:
    player = Player(client, CODE, htmx=True)
    part = Page(client.get(player.path, headers=HTMX))
    assert not part.root.has(hx_swap_oob=None)
    player.do("KD")
    part = Page(client.get(player.path, headers=HTMX))
    assert part.said == "King of diamonds removed. 27 cards left."
    assert not player.look().root.has(hx_swap_oob=None)


def test_undo_and_redo_tell_the_ear_what_lies_there_now(client: TestClient) -> None:
    player = Player(client, "PY1-T-AAAAAAS", htmx=True)
    player.do("draw", "draw", "KD", "TC3S")
    removed = "ten of clubs and three of spades"
    assert player.do("undo").said == f"Taken back: {removed}. 27 cards left."
    assert player.do("redo").said == f"Done again: {removed}. Ten of spades is free. 25 cards left."
    player.do("undo", "undo")
    assert player.do("undo").said == (
        "Taken back: draw. Drawn card: seven of diamonds. 23 cards left in the stock."
    )
    assert player.do("redo").said == (
        "Done again: draw. Ace of clubs drawn. 22 cards left in the stock."
    )
    player = Player(client, "PY1-P-AAAAAAJ", htmx=True)
    player.skip(*["draw"] * 23)
    assert player.do("draw").said.endswith(" drawn. The stock is empty.")
    player.do("recycle", "undo")
    assert player.do("redo").said == "Done again: turning the waste over. Pass 2 of 3."


def test_a_hint_is_written_with_signs_and_said_in_words(client: TestClient) -> None:
    player = Player(client, CODE, htmx=True)
    for step, (message, said) in enumerate(
        (
            ("There is a winning move. Look at K♦.", "Look at king of diamonds."),
            ("Take the king: K♦.", "Take the king: king of diamonds."),
        ),
        1,
    ):
        page = asked(client, f"{player.path}/hint?ply=0&step={step}", partial=True)
        assert page.message == message
        assert page.said.endswith(said)
        assert "♦" not in page.said


# A dead game


def dead_end(letter: str, number: int = 0) -> tuple[str, list[str]]:
    """A deal, and a line in it after which only draws are left, and nothing can ever go."""
    for each in range(number, number + 500):
        setup = Setup(PRESETS[letter], Deal.numbered(each))
        line: list[str] = []
        position = Position.start(setup)
        while not position.is_dead and position.legal_moves():
            move = position.legal_moves()[0]
            line.append(str(move))
            position = position.play(move)
            if len(line) > 120:
                break
        if position.is_dead and position.status is Status.PLAYING:
            return str(setup), line
    raise AssertionError("no such deal was found")


@pytest.mark.parametrize("letter", ["N", "S", "P", "M"])
def test_a_dead_game_says_so_and_offers_what_helps(client: TestClient, letter: str) -> None:
    code, line = dead_end(letter)
    player = Player(client, code)
    page = player.skip(*line)
    assert page.game["data-status"] == "playing"
    panel = page.root.one(id="panel")
    assert panel.one("summary").text == "Nothing more can go"
    offered = [each["data-panel"] for each in panel.all(data_panel=None)]
    assert offered == ["back", "how", "undo", "restart", "new"]
    # It is gone with an undo that leads out of it.
    while player.look().root.has(id="panel"):
        player.do("undo")
    assert player.page.game["data-status"] == "playing"


def test_a_game_in_which_something_can_still_go_has_no_panel(client: TestClient) -> None:
    for letter in PRESETS:
        assert not Player(client, f"PY1-{letter}-AAAAAAS").look().root.has(id="panel")


def test_where_no_position_can_be_won_another_deal_is_offered(client: TestClient) -> None:
    code, line = dead_end("N")
    player = Player(client, code)
    player.skip(*line)
    app: Any = client.app
    setup = Setup.parse(code)
    app.state.site.store.games.note_known(deal_key(setup), False, None)
    panel = player.look().root.one(id="panel")
    offered = [each["data-panel"] for each in panel.all(data_panel=None)]
    assert offered == ["winnable", "undo", "restart", "new"]
    button = panel.one(data_panel="winnable")
    fields = {name: values[0] for name, values in button.inside("form").fields(button).items()}
    assert (fields["rules"], fields["winnable"]) == ("N", "1")
    assert fields["press"]
