"""Every sentence of rule in the four published pages that the presets come from.

The table in `seed_sentences.py` names, for every sentence of the pages, the tests that hold it.
The tests of the rules are here, the checks of the table at the end.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from app.engine import (
    DECK,
    DRAW,
    PRESETS,
    RECYCLE,
    UNDO,
    Card,
    Deal,
    Game,
    Goal,
    Kind,
    Move,
    Position,
    Reason,
    Rules,
    Setup,
    Status,
    Talon,
)
from tests.engine.play import (
    WINS,
    cards,
    follow,
    fourteen_pairs,
    laid_out,
    most_that_can_go,
    moves,
    out_of_pairs,
    played,
    pyramid,
    refusal,
    removals_among,
    setup_of,
)
from tests.engine.seed_sentences import LINES, SENTENCES, Sentence

S = Deal.parse("AAAAAAS")
PAGES = "NSPC"
"""The pages by the preset that each describes."""


def start(letters: str, deal: Deal = S) -> Game:
    return Game(setup_of(letters, deal))


def free(game: Game) -> set[str]:
    return {str(card) for card in DECK if game.position.is_free(card)}


def waste(game: Game) -> list[str]:
    return list(map(str, game.position.waste))


def stock(game: Game) -> list[str]:
    return list(map(str, game.position.stock))


def place(game: Game, text: str) -> str | None:
    return game.position.place_of(Card.parse(text))


def drawn_out(game: Game) -> Game:
    """The game with the stock drawn to its last card."""
    while game.position.stock:
        game = game.play(DRAW)
    return game


def with_left(game: Game, rows: str, talon: str, *, in_stock: int = 0) -> Position:
    """The game's position with only some cards left, the last so many of the talon in the stock.

    The talon cards have to be given in deal order.
    """
    deal = game.setup.deal
    indexes = [deal.index[card] - 28 for card in cards(talon)]
    pointer = indexes[len(indexes) - in_stock] if in_stock else 24
    return Position(
        game.setup,
        sum(1 << deal.index[card] for card in cards(rows)),
        sum(1 << index for index in indexes),
        pointer,
        game.position.pass_number,
    )


# The layout


def test_28_cards_in_a_pyramid_one_on_the_waste_and_23_in_the_stock() -> None:
    game = start("N")
    assert (game.position.left, len(waste(game)), len(stock(game))) == (28, 1, 23)
    assert waste(game) == ["7D"]


def test_28_cards_in_a_pyramid_and_24_in_the_stock() -> None:
    for letters in "SPC":
        game = start(letters)
        assert (game.position.left, waste(game), len(stock(game))) == (28, [], 24)
        assert game.position.drawn is None


def test_a_game_is_played_with_52_different_cards() -> None:
    for number in range(20):
        dealt = Deal.numbered(number).cards
        assert len(dealt) == 52
        assert {(card.rank, card.suit) for card in dealt} == {
            (rank, suit) for rank in range(1, 14) for suit in "CDHS"
        }


def test_there_are_four_cards_of_each_value() -> None:
    for number in range(20):
        values = Counter(card.value for card in Deal.numbered(number).cards)
        assert values == dict.fromkeys(range(1, 14), 4)


def test_seven_rows_have_one_card_to_seven() -> None:
    for letters in PAGES:
        assert [len(row) for row in pyramid(start(letters).position)] == [1, 2, 3, 4, 5, 6, 7]


def test_each_card_is_covered_by_two_cards_of_the_next_row() -> None:
    for letters in PAGES:
        game = start(letters)
        rows = pyramid(game.position)
        for upper, lower in pairwise(rows):
            for c, card in enumerate(upper):
                on_it = [str(cover) for cover in game.position.covers_of(Card.parse(card or ""))]
                assert on_it == lower[c : c + 2]


def test_the_printed_deal_lies_as_printed() -> None:
    game = start("N")
    assert len(stock(game)) == 23
    assert waste(game) == ["7D"]
    assert pyramid(game.position) == [
        ["JD"],
        ["6C", "7H"],
        ["AS", "4D", "QS"],
        ["5H", "3D", "6H", "8S"],
        ["KH", "KC", "AD", "KS", "9C"],
        ["QC", "2C", "8D", "TD", "TS", "JS"],
        ["7C", "TC", "3H", "4H", "3S", "KD", "7S"],
    ]


def test_after_the_king_and_the_first_pair_the_deal_lies_as_printed() -> None:
    game = played("PY1-N-AAAAAAS", "KD TC3S")
    assert len(stock(game)) == 23
    assert waste(game) == ["7D"]
    assert pyramid(game.position)[:6] == pyramid(start("N").position)[:6]
    assert pyramid(game.position)[6] == ["7C", None, "3H", "4H", None, None, "7S"]


# Free cards


def test_a_card_is_free_when_both_cards_on_it_are_gone() -> None:
    for letters in PAGES:
        # 9C begins row 6; KD and KC lie on it.
        game = start(letters, laid_out({6: "9C", 7: "KD KC"}))
        assert "9C" not in free(game)
        assert "9C" not in free(game.play(Move.parse("KD")))
        assert "9C" not in free(game.play(Move.parse("KC")))
        assert "9C" in free(game.play(Move.parse("KD")).play(Move.parse("KC")))


def test_at_the_start_only_the_bottom_row_of_the_pyramid_is_free() -> None:
    for letters in PAGES:
        game = start(letters)
        in_pyramid = {text for text in free(game) if (place(game, text) or "").startswith("r")}
        assert in_pyramid == {"7C", "TC", "3H", "4H", "3S", "KD", "7S"}


def test_the_cards_of_higher_rows_come_free_as_lower_ones_go() -> None:
    for letters in PAGES:
        game = start(letters, laid_out({6: "2C 3C", 7: "KD KC KH"}))
        assert not {"2C", "3C"} & free(game)
        game = game.play(Move.parse("KD")).play(Move.parse("KC"))
        assert {"2C", "3C"} & free(game) == {"2C"}
        assert {"2C", "3C"} <= free(game.play(Move.parse("KH")))


def test_of_the_waste_only_the_top_card_is_free() -> None:
    for letters in "NPC":
        game = start(letters).play(DRAW).play(DRAW).play(DRAW)
        assert [text for text in waste(game) if text in free(game)] == [waste(game)[-1]]
        below = [text for text in waste(game)[:-1] if text != "KD"]
        for text in below:
            assert game.why_not(Move.remove(Card.parse(text))) is Reason.UNDER_WASTE_TOP


def test_a_covered_card_is_refused_and_nothing_changes() -> None:
    game = start("N")
    assert place(game, "QC") == "r6c1"
    assert refusal(game, "QC") is Reason.COVERED
    assert refusal(game, "KH") is Reason.COVERED


# Pairs and kings


def test_two_free_cards_that_make_13_go_together() -> None:
    for letters in PAGES:
        game = start(letters).play(Move.parse("TC3S"))
        assert (place(game, "TC"), place(game, "3S")) == (None, None)
        assert game.position.left == 26


def test_a_three_and_a_ten_or_a_five_and_an_eight_go() -> None:
    for letters in PAGES:
        game = start(letters, laid_out({7: "3C TD 5H 8S"}))
        assert {"TD3C", "8S5H"} <= set(map(str, game.position.legal_moves()))


def test_an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number() -> None:
    values = {str(card)[0]: card.value for card in DECK}
    assert values == dict(zip("A23456789TJQK", range(1, 14), strict=True))


@cache
def kinds_that_go(letters: str) -> set[frozenset[str]]:
    """The ranks that go alone or together when their cards lie free in the bottom row."""
    kinds = set()
    for one, two in combinations(DECK, 2):
        rest = [card for card in DECK if card not in (one, two)]
        position = start(letters, Deal((*rest[:26], one, two, *rest[26:]))).position
        for taken in ((one,), (two,), (one, two)):
            if position.why_not(Move.remove(*taken)) is None:
                kinds.add(frozenset(str(card)[0] for card in taken))
    return kinds


def test_there_are_six_kinds_of_pairs_and_the_king_alone() -> None:
    for letters in PAGES:
        assert kinds_that_go(letters) == set(
            map(frozenset, ("QA", "J2", "T3", "94", "85", "76", "K"))
        )


def test_suits_do_not_matter() -> None:
    for one in cards("3C 3D 3H 3S"):
        for two in cards("TC TD TH TS"):
            game = start("N", laid_out({7: f"{one} {two}"}))
            assert game.why_not(Move.remove(one, two)) is None


def test_two_cards_of_another_sum_stay() -> None:
    game = start("N")
    assert {"7C", "7S"} <= free(game)
    assert refusal(game, "7C7S") is Reason.SUM
    for letters in PAGES:
        assert refusal(start(letters), "TC4H") is Reason.SUM


def test_a_king_goes_alone_from_the_pyramid() -> None:
    for letters in PAGES:
        game = start(letters).play(Move.parse("KD"))
        assert (place(game, "KD"), game.position.left) == (None, 27)


def test_a_king_goes_alone_from_the_waste_and_lays_open_the_card_below() -> None:
    for letters in PAGES:
        game = start(letters, laid_out(talon="5H 6H KC")).play(DRAW).play(DRAW)
        if letters != "N":  # which begins with a card on the waste
            game = game.play(DRAW)
        assert "KC" in free(game)
        after = game.play(Move.parse("KC"))
        assert (place(after, "KC"), after.position.left) == (None, 28)
        assert {"5H", "6H"} & free(after) == {"6H"}


def test_a_king_on_the_waste_blocks_the_card_below_it() -> None:
    game = start("P", laid_out(talon="5H KC 6H")).play(DRAW).play(DRAW)
    assert "5H" not in free(game)
    assert refusal(game, "5H") is Reason.UNDER_WASTE_TOP
    assert "5H" not in free(game.play(DRAW))
    assert "5H" in free(game.play(Move.parse("KC")))


def test_a_king_goes_with_no_other_card() -> None:
    for letters in PAGES:
        game = start(letters)
        for other in cards("7C TC 3H 4H 3S 7S"):
            assert refusal(game, f"KD{other}") is Reason.SUM


def test_the_king_of_diamonds_goes_first_and_then_ten_and_three() -> None:
    game = start("N")
    kings = [str(move) for move in game.position.legal_moves() if len(move.cards) == 1]
    assert kings == ["KD"]
    game = game.play(Move.parse("KD"))
    assert game.why_not(Move.parse("TC3S")) is None
    # The first pair on the page is the one before: 10 of clubs and the other three go as well.
    assert game.why_not(Move.parse("TC3H")) is None


def test_four_and_nine_go_inside_the_pyramid_or_with_the_waste() -> None:
    # On the bottom row a four and a nine, on the waste another nine.
    deal = laid_out({7: "4C 9D"}, talon="9S")
    game = start("P", deal).play(DRAW)
    with_waste = game.play(Move.parse("9S4C"))
    assert (place(with_waste, "9D"), with_waste.position.left) == ("r7c2", 27)
    inside = game.play(Move.parse("9D4C"))
    assert (inside.position.left, waste(inside)) == (26, ["9S"])
    assert "r6c1" in {place(inside, text) for text in free(inside)}
    assert "r6c1" not in {place(with_waste, text) for text in free(with_waste)}


def test_a_six_that_lies_on_two_sevens_never_goes_with_them() -> None:
    # The six is the middle one of row 7: it lies on the two sevens of row 6.
    for letters in "NSP":
        game = start(letters, laid_out({6: "7C 7D", 7: "KC 6H KD"}))
        game = game.play(Move.parse("KC")).play(Move.parse("KD"))
        for seven in ("7C", "7D"):
            assert refusal(game, f"6H{seven}") is Reason.COVERED
        game = game.play(DRAW)
        assert not {"7C", "7D"} & free(game)


def test_removed_cards_are_out_of_the_game() -> None:
    game = start("C", laid_out({7: "9C"}, talon="4D")).play(DRAW)
    after = game.play(Move.parse("9C4D"))
    assert (place(after, "9C"), place(after, "4D")) == (None, None)
    assert after.position.removed_count == 2
    for text in ("9C", "4D", "9C4D"):
        assert refusal(after, text) is Reason.NOT_IN_PLAY


# Stock and waste


def test_a_card_may_be_drawn_at_any_time() -> None:
    for letters in PAGES:
        game = start(letters)
        while game.position.stock:
            assert game.why_not(DRAW) is None
            removals = [move for move in game.position.legal_moves() if move.kind is Kind.REMOVE]
            game = game.play(removals[0] if removals and len(game.line) % 2 else DRAW)


def test_a_draw_puts_the_top_of_the_stock_on_the_waste() -> None:
    for letters in "NPC":
        game = start(letters)
        top, rest = stock(game)[0], stock(game)[1:]
        after = game.play(DRAW)
        assert waste(after) == [*waste(game), top]
        assert stock(after) == rest


def test_the_waste_top_goes_with_a_free_pyramid_card() -> None:
    for letters in "NPC":
        game = start(letters, laid_out({7: "QH 9C"}, talon="AC AD 4S"))
        game = game if letters == "N" else game.play(DRAW)
        assert waste(game) == ["AC"]
        after = game.play(Move.parse("QHAC"))
        assert (place(after, "QH"), waste(after), after.position.left) == (None, [], 27)
        # But not with a covered one.
        other = start(letters, laid_out({6: "QH"}, talon="AC"))
        other = other if letters == "N" else other.play(DRAW)
        assert refusal(other, "QHAC") is Reason.COVERED


def test_the_waste_goes_back_in_the_same_order() -> None:
    for letters in "NPC":
        game = drawn_out(start(letters))
        turned = waste(game)
        again = game.play(RECYCLE)
        assert (stock(again), waste(again)) == (turned, [])
        assert waste(drawn_out(again)) == turned


def test_later_passes_keep_the_order_of_what_is_left() -> None:
    for letters in "NPC":
        game = start(letters).play(DRAW)
        while game.position.stock:
            removals = [move for move in game.position.legal_moves() if move.kind is Kind.REMOVE]
            game = game.play(removals[0] if removals else DRAW)
        left = [str(card) for card in S.talon if game.position.place_of(card)]
        assert len(left) < 24
        assert stock(game.play(RECYCLE)) == left


def test_the_stock_is_filled_again_only_when_it_is_empty() -> None:
    for letters in "NPC":
        game = start(letters)
        while game.position.stock:
            assert refusal(game, "recycle") is Reason.STOCK_NOT_EMPTY
            game = game.play(DRAW)
        assert game.why_not(RECYCLE) is None


def test_the_stock_may_be_gone_through_as_often_as_one_likes() -> None:
    for letters in "NC":
        game = start(letters)
        for number in range(2, 40):
            game = drawn_out(game).play(RECYCLE)
            assert game.pass_number == number


def test_the_drawn_card_does_not_go_with_the_waste_card_that_it_covers() -> None:
    for letters in "NPC":
        game = start(letters, laid_out(talon="5H QC AD")).play(DRAW).play(DRAW)
        game = game if letters == "N" else game.play(DRAW)
        assert waste(game) == ["5H", "QC", "AD"]
        assert refusal(game, "QCAD") is Reason.UNDER_WASTE_TOP


def test_two_recycles_make_three_passes_and_no_more() -> None:
    game = start("P")
    for number in (1, 2):
        assert game.pass_number == number
        game = drawn_out(game).play(RECYCLE)
    assert game.pass_number == 3
    game = drawn_out(game)
    assert refusal(game, "recycle") is Reason.NO_PASS_LEFT
    assert refusal(game, "draw") is Reason.NO_CARD_TO_DRAW


def test_the_stock_is_turned_one_card_at_a_time_whether_or_not_pairs_are_left() -> None:
    game = start("S")
    assert any(move.kind is Kind.REMOVE for move in game.position.legal_moves())
    for number in range(1, 25):
        game = game.play(DRAW)
        assert len(stock(game)) == 24 - number
        assert str(game.position.drawn) == str(S.talon[number - 1])


def test_the_drawn_card_goes_with_a_free_pyramid_card() -> None:
    game = start("S", laid_out({7: "QH"}, talon="AC 5H")).play(DRAW)
    assert place(game, "AC") == "drawn"
    after = game.play(Move.parse("QHAC"))
    assert (after.position.drawn, waste(after), after.position.left) == (None, [], 27)


def test_a_drawn_card_that_stays_goes_onto_the_waste() -> None:
    game = start("S").play(DRAW)
    assert (waste(game), str(game.position.drawn)) == ([], "7D")
    game = game.play(DRAW)
    assert (waste(game), str(game.position.drawn)) == (["7D"], "AC")


def test_the_waste_top_goes_with_the_next_card_of_the_stock() -> None:
    game = start("S", laid_out(talon="5H QC AD")).play(DRAW).play(DRAW)
    game = game.play(DRAW)
    assert (waste(game), str(game.position.drawn)) == (["5H", "QC"], "AD")
    after = game.play(Move.parse("QCAD"))
    assert (waste(after), after.position.drawn, after.position.left) == (["5H"], None, 28)


def test_the_waste_top_beside_a_drawn_card_goes_with_a_free_pyramid_card() -> None:
    game = start("S", laid_out({7: "QH"}, talon="5H AD 9C")).play(DRAW).play(DRAW).play(DRAW)
    assert (waste(game), str(game.position.drawn)) == (["5H", "AD"], "9C")
    after = game.play(Move.parse("QHAD"))
    assert (waste(after), str(after.position.drawn)) == (["5H"], "9C")


def test_free_pyramid_cards_the_drawn_card_and_the_waste_top_may_be_used() -> None:
    game = start("S").play(DRAW).play(DRAW).play(DRAW)
    assert free(game) == {"7C", "TC", "3H", "4H", "3S", "KD", "7S", "AC", "2H"}
    assert (waste(game), str(game.position.drawn)) == (["7D", "AC"], "2H")


def test_nobody_has_to_take_a_pair() -> None:
    game = start("S")
    assert Move.parse("TC3S") in game.position.legal_moves()
    game = game.play(DRAW)
    assert Move.parse("TC3S") in game.position.legal_moves()
    assert game.position.left == 28


def test_the_stock_is_gone_through_once() -> None:
    for letters in "SR":
        game = drawn_out(start(letters))
        assert refusal(game, "recycle") is Reason.NO_PASS_LEFT
        assert refusal(game, "draw") is Reason.NO_CARD_TO_DRAW


def test_the_milder_form_turns_the_waste_to_a_new_stock_for_three_passes() -> None:
    assert PRESETS["T"].goal is Goal.ALL
    game = start("T")
    for number in (1, 2):
        assert game.pass_number == number
        game = drawn_out(game).play(RECYCLE)
        assert stock(game) == [str(card) for card in S.talon]
    assert refusal(drawn_out(game), "recycle") is Reason.NO_PASS_LEFT


# The end


def test_a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left() -> None:
    for letters in "NPC":
        codes = [code for code in WINS if code.startswith(f"PY1-{letters}-")]
        assert codes
        for code in codes:
            line = WINS[code].split()
            assert played(code, " ".join(line[:-1])).status is Status.PLAYING
            game = played(code, WINS[code])
            assert game.status is Status.WON
            assert game.position.left == 0
            assert game.position.talon
            assert refusal(game, "draw") is Reason.GAME_OVER


def test_a_game_is_won_when_all_52_cards_are_gone() -> None:
    for letters in "ST":
        for code in [code for code in WINS if code.startswith(f"PY1-{letters}-")]:
            game = played(code, WINS[code])
            assert game.status is Status.WON
            assert game.position.removed_count == 52
            left = 52
            for position in game.positions[:-1]:
                left = 52 - position.removed_count
                assert position.status is Status.PLAYING
            assert left in (1, 2)


def test_an_empty_pyramid_is_no_win_while_the_talon_has_cards() -> None:
    for letters in "ST":
        game = start(letters, laid_out({1: "KD"}, talon_end="5H"))
        after = with_left(game, "KD", "5H").play(Move.parse("KD"))
        assert after.left == 0
        assert after.status is not Status.WON


def test_the_mildest_form_is_won_with_the_pyramid_alone() -> None:
    code = next(code for code in WINS if code.startswith("PY1-R-"))
    game = played(code, WINS[code])
    assert (game.status, game.position.left) == (Status.WON, 0)
    assert PRESETS["R"].passes == 1
    apex = start("R", laid_out({1: "KD"}, talon_end="5H"))
    assert with_left(apex, "KD", "5H").play(Move.parse("KD")).status is Status.WON


def test_a_game_ends_when_the_stock_is_out_and_no_pair_is_left() -> None:
    game = drawn_out(start("S"))
    while removals := [m for m in game.position.legal_moves() if m.kind is Kind.REMOVE]:
        assert game.status is Status.PLAYING
        game = game.play(removals[0])
    assert game.status is Status.STUCK
    for move in (*removals_among(DECK), DRAW, RECYCLE):
        assert game.why_not(move) is not None


def test_a_game_is_stuck_only_when_stock_and_waste_are_empty_and_nothing_goes() -> None:
    game = start("N", laid_out({1: "5C", 2: "KD"}, talon_end="6D 7D"))
    assert with_left(game, "5C", "").status is Status.STUCK
    # A card on the waste or in the stock, useless as it is, lets the game go on.
    assert with_left(game, "5C", "6D").status is Status.PLAYING
    assert with_left(game, "5C", "6D", in_stock=1).status is Status.PLAYING
    assert with_left(game, "5C", "6D 7D", in_stock=1).status is Status.PLAYING
    # A king to take lets it go on too.
    assert with_left(game, "5C KD", "").status is Status.PLAYING


def test_a_hopeless_game_goes_on_while_cards_can_be_drawn_and_recycled() -> None:
    assert most_that_can_go("PY1-N-AAAAAAJ") == 14
    # Take what can be taken, greedily, until two whole passes bring nothing.
    game = played("PY1-N-AAAAAAJ")
    idle = 0
    while idle < 60:
        removals = [m for m in game.position.legal_moves() if m.kind is Kind.REMOVE]
        idle = 0 if removals else idle + 1
        game = game.play(removals[0] if removals else game.position.legal_moves()[0])
        assert game.status is Status.PLAYING
        assert 28 - game.position.left <= 14
    assert game.position.talon


# Score and moves


def test_the_score_begins_at_0() -> None:
    assert start("N").score == 0
    assert start("P").score == 0


def test_each_pyramid_card_is_10_points_so_20_a_pair_10_with_the_waste_and_10_a_king() -> None:
    deal = laid_out({7: "KD TC 3S 9C"}, talon="4D 5H")
    game = start("N", deal)
    scores = [game.play(Move.parse(text)).score for text in ("TC3S", "9C4D", "KD")]
    assert scores == [20, 10, 10]


def test_a_waste_card_gives_no_points() -> None:
    game = start("N", laid_out(talon="KC"))
    after = game.play(Move.parse("KC"))
    assert (after.score, after.position.removed_count) == (0, 1)


def test_draws_and_recycles_cost_no_points() -> None:
    game = drawn_out(start("N").play(Move.parse("KD"))).play(RECYCLE).play(DRAW)
    assert game.score == 10


def test_a_win_is_always_280_points() -> None:
    wins = [code for code in WINS if code.startswith("PY1-N-")]
    assert len(wins) >= 2
    lengths = set()
    for code in wins:
        game = played(code, WINS[code])
        assert game.score == 280
        lengths.add(game.moves)
    assert len(lengths) == len(wins)


def test_removals_draws_and_recycles_count_as_moves() -> None:
    for letters in "NPC":
        game = start(letters)
        for move in [*moves("KD TC3S"), *[DRAW] * len(stock(game)), RECYCLE]:
            before, game = game, game.play(move)
            assert game.moves == before.moves + 1


def test_a_pair_is_10_points_and_a_king_5() -> None:
    game = start("P", laid_out({7: "KD TC 3S 9C"}, talon="4D KC 5H"))
    game = game.play(DRAW)
    scores = [game.play(Move.parse(text)).score for text in ("TC3S", "9C4D", "KD")]
    assert scores == [10, 10, 5]
    assert game.play(DRAW).play(Move.parse("KC")).score == 5


def test_clearing_the_pyramid_is_100_points_more() -> None:
    for code in [code for code in WINS if code.startswith("PY1-P-")]:
        line = WINS[code].split()
        before, after = played(code, " ".join(line[:-1])), played(code, " ".join(line))
        last = 10 if len(Move.parse(line[-1]).cards) == 2 else 5
        assert (after.score or 0) - (before.score or 0) == last + 100


def test_three_kings_and_twelve_pairs_and_a_cleared_pyramid_are_15_and_120_and_100() -> None:
    # They are 27 cards at most, so no real game clears 28 with them; the three parts are shown
    # in a game as far as three kings and twelve pairs, and in the last move of another.
    game = played(
        "PY1-P-AAAAAAS",
        "TC3H KD draw*8 TH3S draw JC2C draw*8 9H4H draw 7C6S draw draw 7S6D draw*4 8D5S KC recycle"
        " draw draw QCAC KH draw JS2H draw TD3C draw*4 QHAD TS3D",
    )
    removals = [move for move in game.line if move.kind is Kind.REMOVE]
    assert sum(len(move.cards) == 1 for move in removals) == 3
    assert sum(len(move.cards) == 2 for move in removals) == 12
    assert game.score == 15 + 120
    test_clearing_the_pyramid_is_100_points_more()


def test_the_cards_left_in_the_pyramid_are_counted() -> None:
    game = start("P")
    assert game.position.left == 28
    assert game.play(Move.parse("KD")).position.left == 27
    assert game.play(Move.parse("TC3S")).position.left == 26
    assert game.play(DRAW).position.left == 28


def test_fourteen_pairs_without_a_draw_are_the_shortest_win() -> None:
    deal = fourteen_pairs()
    game = played(setup_of("C", deal), out_of_pairs(deal))
    assert (game.status, game.moves) == (Status.WON, 14)
    assert all(len(move.cards) == 2 for move in game.line)
    # No removal takes more than two cards, so 28 need fourteen.
    assert max(len(move.cards) for move in removals_among(DECK)) == 2


# Undo and codes


def test_the_last_100_actions_of_any_kind_can_be_undone() -> None:
    game = start("N").play(Move.parse("KD")).play(Move.parse("TC3S"))
    while len(game.line) < 120:
        game = game.play(DRAW if game.position.stock else RECYCLE)
    for _ in range(100):
        game = game.undo()
    assert len(game.line) == 20
    assert refusal(game, "undo") is Reason.UNDO_LIMIT
    kinds = played("PY1-N-AAAAAAS", "TC3S KD draw*23 recycle")
    while kinds.line:
        kinds = kinds.undo()
    assert kinds.position == start("N").position


def test_undo_lays_the_cards_back_and_takes_the_points_but_not_the_moves() -> None:
    game = played("PY1-N-AAAAAAS", "KD TC3S")
    assert (game.score, game.moves) == (30, 2)
    back = game.undo()
    assert (place(back, "TC"), place(back, "3S")) == ("r7c2", "r7c5")
    assert (back.score, back.moves) == (10, 2)
    assert (back.undo().score, back.undo().moves) == (0, 2)


def test_undo_is_there_to_try_another_order() -> None:
    game = start("P").play(Move.parse("TC3S"))
    assert game.why_not(UNDO) is None
    other = game.undo().play(Move.parse("TC3H"))
    assert (place(other, "3S"), place(other, "3H")) == ("r7c5", None)


def test_everything_can_be_undone_without_limit() -> None:
    game = start("C")
    for _ in range(12):
        game = drawn_out(game).play(RECYCLE)
    assert len(game.line) == 300
    while game.line:
        game = game.undo()
    assert game.position == start("C").position


def test_each_undo_counts_as_a_move() -> None:
    game = start("C").play(Move.parse("KD"))
    assert [game.moves, game.undo().moves] == [1, 2]
    assert game.undo().play(Move.parse("KD")).undo().moves == 4


def test_a_deal_has_a_code_that_deals_the_same_cards_again() -> None:
    game = start("N")
    assert game.code == "PY1-N-AAAAAAS"
    for number in range(30):
        setup = Setup(PRESETS["N"], Deal.numbered(number * 7919))
        again = Game(Setup.parse(str(setup)))
        assert again.position == Game(setup).position
        assert again.setup.deal.cards == setup.deal.cards


# Pairs of a card and its cover


def test_a_card_never_goes_with_a_card_that_still_covers_it() -> None:
    for letters in "NSTRPM":
        game = start(letters, laid_out({6: "9C", 7: "KD 4D"}))
        assert refusal(game, "9C4D") is Reason.COVERED
        game = game.play(Move.parse("KD"))
        assert game.position.covers_of(Card.parse("9C")) == cards("4D")
        assert refusal(game, "9C4D") is Reason.COVERED


def test_an_ace_on_a_queen_blocks_it_until_the_ace_is_gone() -> None:
    game = start("S", laid_out({6: "QC 5H", 7: "KD AD KC"}, talon="QS"))
    game = game.play(Move.parse("KD"))
    assert refusal(game, "QCAD") is Reason.COVERED
    assert "QC" not in free(game)
    game = game.play(DRAW).play(Move.parse("QSAD"))
    assert "QC" in free(game)


def test_a_card_goes_with_its_last_cover_where_that_is_allowed() -> None:
    game = start("C", laid_out({6: "9C", 7: "KD 4D"}))
    assert refusal(game, "9C4D") is Reason.COVERED  # the king lies there as well
    game = game.play(Move.parse("KD"))
    after = game.play(Move.parse("9C4D"))
    assert (place(after, "9C"), place(after, "4D")) == (None, None)


# Variants that the pages name


def test_the_strict_goal_is_offered() -> None:
    for letters in ("S", "T", "XA"):
        assert Rules.parse(letters).goal is Goal.ALL


def test_one_to_three_passes_are_offered() -> None:
    for passes in (1, 2, 3):
        game = start(f"X{passes}")
        for _ in range(passes - 1):
            game = drawn_out(game).play(RECYCLE)
        assert refusal(drawn_out(game), "recycle") is Reason.NO_PASS_LEFT


def test_a_drawn_card_that_goes_with_the_waste_top_is_offered() -> None:
    for letters in ("S", "XD", "XOD"):
        assert Rules.parse(letters).talon is Talon.DRAWN
        game = start(letters, laid_out(talon="QC AD")).play(DRAW)
        game = game if Rules.parse(letters).opening_waste else game.play(DRAW)
        assert game.why_not(Move.parse("QCAD")) is None


def test_pairs_with_the_last_cover_are_offered() -> None:
    for letters in ("C", "XOV", "XD1V"):
        game = start(letters, laid_out({6: "9C", 7: "KD 4D"})).play(Move.parse("KD"))
        assert game.why_not(Move.parse("9C4D")) is None


def test_an_open_stock_is_offered() -> None:
    game = start("M", laid_out({7: "QH"}, talon="AC"))
    assert game.why_not(Move.parse("QHAC")) is None


def test_the_c_preset_warns_when_the_game_can_no_longer_be_won() -> None:
    assert [letter for letter, rules in PRESETS.items() if rules.warns] == ["C"]


def test_not_every_deal_can_be_won() -> None:
    # Under N every talon card can be brought up, so what cannot be cleared there cannot be
    # cleared with fewer passes either.
    assert most_that_can_go("PY1-N-AAAAAAJ") < 28
    assert follow(start("N").position, moves(WINS["PY1-N-AAAAAAS"])).status is Status.WON


# The table


@cache
def _tests_of_the_site() -> frozenset[str]:
    """The names of all tests outside the engine's."""
    folders = ("web", "browser")
    return frozenset(
        node.name
        for folder in folders
        for path in (Path(__file__).parents[1] / folder).rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def _name(sentence: Sentence) -> str:
    return f"{sentence.page} {sentence.at}"


RULES = [sentence for sentence in SENTENCES if sentence.tests or sentence.site]


@pytest.mark.parametrize("sentence", RULES, ids=_name)
def test_what_a_sentence_says_holds(sentence: Sentence) -> None:
    for name in sentence.tests:
        test = globals()[name]
        assert not inspect.signature(test).parameters
        assert not getattr(test, "pytestmark", [])
        test()


def test_what_the_sentences_say_of_the_page_has_its_tests_there() -> None:
    named = {name for sentence in SENTENCES for name in sentence.site}
    missing = sorted(named - _tests_of_the_site())
    assert not missing, f"tests/web or tests/browser should have {missing}"


def test_every_sentence_of_the_pages_is_in_the_table_once_and_in_order() -> None:
    for page, lines in LINES.items():
        wanted = [f"{line}.{k}" for line, count in lines.items() for k in range(1, count + 1)]
        assert [s.at for s in SENTENCES if s.page == page] == wanted
    assert {s.page for s in SENTENCES} == set(LINES) == set(PAGES)


def test_every_row_has_a_test_or_says_why_it_has_none() -> None:
    for sentence in SENTENCES:
        assert bool(sentence.tests or sentence.site) != bool(sentence.no_rule), sentence
        assert sentence.rule


def test_no_test_of_a_rule_is_missing_from_the_table() -> None:
    here = {name for name, value in globals().items() if name.startswith("test_")}
    of_the_table = {
        "test_what_a_sentence_says_holds",
        "test_what_the_sentences_say_of_the_page_has_its_tests_there",
        "test_every_sentence_of_the_pages_is_in_the_table_once_and_in_order",
        "test_every_row_has_a_test_or_says_why_it_has_none",
        "test_no_test_of_a_rule_is_missing_from_the_table",
    }
    named = {name for sentence in SENTENCES for name in sentence.tests}
    assert here - of_the_table == named
