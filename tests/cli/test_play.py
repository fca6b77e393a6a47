"""`play`: moves from the start of a deal, and what is said of those that are illegal."""

from __future__ import annotations

import pytest

from app.engine import DECK, PRESETS, Deal, Game, Kind, Move, Position, Reason, Setup
from tests.cli.saying import (
    CODE,
    LINES,
    S_CARDS,
    Output,
    answered,
    refused,
    said,
)


def test_play_without_moves_shows_the_start(capsys: Output) -> None:
    pyramid = S_CARDS.split()[:28]
    places = [f"r{row}c{column}" for row in range(1, 8) for column in range(1, row + 1)]
    assert answered(capsys, "play", CODE) == {
        "code": CODE,
        "status": "playing",
        "moves": 0,
        "score": 0,
        "left": 28,
        "pass": 1,
        "pyramid": dict(zip(places, pyramid, strict=True)),
        "stock": 23,
        "drawn": None,
        "waste": ["7D"],
        "legal": ["KD", "TC3H", "TC3S", "draw"],
    }


def test_the_keys_stand_in_the_agreed_order(capsys: Output) -> None:
    keys = "code status moves score left pass pyramid stock drawn waste legal"
    assert list(answered(capsys, "play", CODE)) == keys.split()


@pytest.mark.parametrize(
    ("rules", "stock", "waste", "score"),
    [
        ("N", 23, ["7D"], 0),
        ("S", 24, [], None),
        ("T", 24, [], None),
        ("R", 24, [], None),
        ("P", 24, [], 0),
        ("C", 24, [], None),
        ("M", 24, [], 0),
    ],
)
def test_each_rule_set_starts_as_it_should(
    capsys: Output, rules: str, stock: int, waste: list[str], score: int | None
) -> None:
    start = answered(capsys, "play", f"PY1-{rules}-AAAAAAS")
    assert (start["stock"], start["waste"], start["drawn"]) == (stock, waste, None)
    assert (start["left"], start["score"], start["moves"]) == (28, score, 0)


def test_the_king_of_diamonds_goes_first_and_then_ten_and_three(capsys: Output) -> None:
    after = answered(capsys, "play", CODE, "KD", "TC3S")
    row = {place: card for place, card in after["pyramid"].items() if place.startswith("r7")}
    assert row == {"r7c1": "7C", "r7c3": "3H", "r7c4": "4H", "r7c7": "7S"}
    assert (after["left"], after["score"], after["moves"]) == (25, 30, 2)
    assert after["waste"] == ["7D"]


def test_play_takes_moves_as_people_type_them(capsys: Output) -> None:
    typed = answered(capsys, "play", CODE, "kd", "3s+10♣", "DRAW", "Undo", "redo")
    assert typed == answered(capsys, "play", CODE, "KD", "TC3S", "draw") | {"moves": 3}


def test_a_drawn_card_has_its_own_place(capsys: Output) -> None:
    one = answered(capsys, "play", "PY1-S-AAAAAAS", "draw")
    assert (one["drawn"], one["waste"], one["stock"]) == ("7D", [], 23)
    two = answered(capsys, "play", "PY1-S-AAAAAAS", "draw", "draw")
    assert (two["drawn"], two["waste"], two["stock"]) == ("AC", ["7D"], 22)


def test_the_waste_is_listed_from_its_bottom(capsys: Output) -> None:
    after = answered(capsys, "play", CODE, "draw", "draw")
    assert after["waste"] == ["7D", "AC", "2H"]


def test_a_recycle_begins_the_next_pass(capsys: Output) -> None:
    words = ["draw"] * 24
    after = answered(capsys, "play", "PY1-P-AAAAAAS", *words, "recycle")
    assert (after["pass"], after["stock"], after["waste"]) == (2, 24, [])
    assert after["moves"] == 25


@pytest.mark.parametrize("code", LINES)
def test_a_whole_game_is_played_to_its_win(capsys: Output, code: str) -> None:
    end = answered(capsys, "play", code, *LINES[code])
    assert (end["status"], end["left"], end["pyramid"], end["legal"]) == ("won", 0, {}, [])
    assert end["moves"] == len(LINES[code])
    assert end["pass"] == 1 + LINES[code].count("recycle")


def test_the_kept_line_begins_as_the_rules_page_does() -> None:
    assert LINES[CODE][:2] == ["KD", "TC3S"]


def test_a_win_is_280_points_where_cards_score(capsys: Output) -> None:
    assert answered(capsys, "play", CODE, *LINES[CODE])["score"] == 280


def test_a_win_scores_pairs_kings_and_the_cleared_pyramid(capsys: Output) -> None:
    code = "PY1-P-AAAAAAS"
    removals = [move for move in map(Move.parse, LINES[code]) if move.kind is Kind.REMOVE]
    kings = sum(len(move.cards) == 1 for move in removals)
    wanted = 5 * kings + 10 * (len(removals) - kings) + 100
    assert answered(capsys, "play", code, *LINES[code])["score"] == wanted


def test_play_says_what_a_game_without_moves_left_is(capsys: Output) -> None:
    code, moves = stuck_game()
    end = answered(capsys, "play", code, *moves)
    assert (end["status"], end["legal"]) == ("stuck", [])
    assert "Legal  none\n" in said(capsys, "play", code, *moves)


def stuck_game() -> tuple[str, list[str]]:
    """A game of one pass in which the first legal move was always taken."""
    game = Game(Setup(PRESETS["R"], Deal.numbered(9)))
    while moves := game.position.legal_moves():
        game = game.play(moves[0])
    return game.code, [str(move) for move in game.line]


def test_play_draws_the_table(capsys: Output) -> None:
    output = said(capsys, "play", CODE, "KD", "TC3S")
    assert output.startswith(f"{CODE}: playing, moves 2, score 30, cards left 25, pass 1\n\n")
    assert "\n 7♣      3♥  4♥          7♠\n" in output
    assert output.endswith("Stock  23\nWaste  7♦\nLegal  TS3H draw\n")


def test_play_shows_the_drawn_card_and_the_passes(capsys: Output) -> None:
    output = said(capsys, "play", "PY1-S-AAAAAAS", "draw")
    assert output.startswith("PY1-S-AAAAAAS: playing, moves 1, cards left 28, pass 1 of 1\n")
    assert "Stock  23\nDrawn  7♦\nWaste  none\n" in output


def test_play_shows_the_open_stock_top(capsys: Output) -> None:
    assert "Stock  24, top 7♦\n" in said(capsys, "play", "PY1-M-AAAAAAS")
    assert "Stock  0\n" in said(capsys, "play", "PY1-M-AAAAAAS", *["draw"] * 24)


ILLEGAL: dict[Reason, tuple[str, list[str]]] = {
    Reason.SUM: (CODE, ["7C7S"]),
    Reason.COVERED: (CODE, ["TC3D"]),
    Reason.NOT_IN_PLAY: (CODE, ["QCAC"]),
    Reason.UNDER_WASTE_TOP: (CODE, ["draw", "7D6H"]),
    Reason.STOCK_NOT_EMPTY: (CODE, ["recycle"]),
    Reason.NO_CARD_TO_DRAW: (CODE, ["draw"] * 24),
    Reason.NO_PASS_LEFT: ("PY1-R-AAAAAAS", ["draw"] * 24 + ["recycle"]),
    Reason.NOTHING_TO_UNDO: (CODE, ["KD", "undo", "undo"]),
    Reason.NOTHING_TO_REDO: (CODE, ["KD", "redo"]),
    Reason.GAME_OVER: (CODE, [*LINES[CODE], "undo"]),
    Reason.UNDO_LIMIT: (
        CODE,
        ["draw"] * 23 + ["recycle", *["draw"] * 24] * 4 + ["undo"] * 101,
    ),
}


def test_every_reason_that_moves_can_give_is_tried() -> None:
    assert set(ILLEGAL) == set(Reason) - {Reason.STALE}


@pytest.mark.parametrize("reason", ILLEGAL)
def test_an_illegal_move_ends_the_game_where_it_stands(capsys: Output, reason: Reason) -> None:
    code, moves = ILLEGAL[reason]
    error = answered(capsys, "play", code, *moves, status=1)
    assert error == {"error": reason.value, "at": len(moves) - 1}
    message = refused(capsys, "play", code, *moves, status=1)
    assert f"move {len(moves)}, {moves[-1]}, is illegal: " in message


def test_every_reason_has_words_of_its_own(capsys: Output) -> None:
    words = {
        refused(capsys, "play", code, *moves, status=1).partition(" is illegal: ")[2]
        for code, moves in ILLEGAL.values()
    }
    assert len(words) == len(ILLEGAL)


def test_moves_after_an_illegal_one_are_not_played(capsys: Output) -> None:
    error = answered(capsys, "play", CODE, "KD", "7C7S", "TC3S", status=1)
    assert error == {"error": "sum", "at": 1}


@pytest.mark.parametrize("move", ["foo", "", "KDKD", "TC3S4S", "1C"])
def test_a_move_that_cannot_be_read_is_explained(capsys: Output, move: str) -> None:
    assert "is not a move" in refused(capsys, "play", CODE, "KD", move)
    # Before any move is played, legal or not.
    assert "is not a move" in refused(capsys, "play", CODE, "7C7S", move, "--json")


def test_the_engine_and_the_command_agree_on_every_position_of_a_line(capsys: Output) -> None:
    game = Game(Setup.parse(CODE))
    for count, move in enumerate(LINES[CODE]):
        shown = answered(capsys, "play", CODE, *LINES[CODE][:count])
        position: Position = game.position
        assert shown["legal"] == [str(legal) for legal in position.legal_moves()]
        assert shown["stock"] == len(position.stock)
        assert shown["waste"] == [str(card) for card in position.waste]
        assert shown["left"] == len(shown["pyramid"]) == position.left
        assert set(shown["pyramid"].values()) <= {str(card) for card in DECK}
        game = game.play(Move.parse(move))


def test_custom_rules_are_played_as_they_say(capsys: Output) -> None:
    two_passes = ["draw"] * 23 + ["recycle"] + ["draw"] * 24
    end = answered(capsys, "play", "PY1-XO2-AAAAAAS", *two_passes)
    assert (end["pass"], end["stock"], len(end["waste"])) == (2, 0, 24)
    error = answered(capsys, "play", "PY1-XO2-AAAAAAS", *two_passes, "recycle", status=1)
    assert error == {"error": "no_pass_left", "at": 48}
