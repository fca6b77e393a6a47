"""What lies where, what may be done, and what it does."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine import (
    COVERS,
    DECK,
    DRAW,
    KING,
    PLACES,
    PRESETS,
    RECYCLE,
    Card,
    Deal,
    Goal,
    IllegalMove,
    Kind,
    Move,
    Position,
    Reason,
    Rules,
    Scoring,
    Setup,
    Status,
    Talon,
)
from tests.engine.naive import Table, worth
from tests.engine.play import (
    ALL_RULES,
    EVERY_MOVE,
    EVERY_REMOVAL,
    action_of,
    cards,
    follow,
    laid_out,
    most_that_can_go,
    moves,
    pyramid,
    removals_among,
    sight_of,
    sight_of_table,
    table_of,
    wander,
    wandered,
)
from tests.engine.strategies import examples, lines, named_rules, positions
from tests.support.effort import EFFORT, some

S = Deal.parse("AAAAAAS")


def start(letters: str, deal: Deal = S) -> Position:
    return Position.start(Setup(Rules.parse(letters), deal))


def texts(found: tuple[Card, ...]) -> list[str]:
    return list(map(str, found))


def free(position: Position) -> set[str]:
    return {str(card) for card in DECK if position.is_free(card)}


def bottom_row(position: Position) -> set[str]:
    return set(texts(position.setup.deal.cards[21:28]))


# The layout


def test_the_pyramid_has_seven_rows_and_each_card_lies_under_two_of_the_next() -> None:
    assert len(PLACES) == len(COVERS) == 28
    assert PLACES[0] == (1, 1)
    assert PLACES[-1] == (7, 7)
    for (row, column), covers in zip(PLACES, COVERS, strict=True):
        wanted = [] if row == 7 else [(row + 1, column), (row + 1, column + 1)]
        assert [PLACES[cover] for cover in covers] == wanted


def test_the_published_deal_lies_as_it_is_printed() -> None:
    assert pyramid(start("N")) == [
        ["JD"],
        ["6C", "7H"],
        ["AS", "4D", "QS"],
        ["5H", "3D", "6H", "8S"],
        ["KH", "KC", "AD", "KS", "9C"],
        ["QC", "2C", "8D", "TD", "TS", "JS"],
        ["7C", "TC", "3H", "4H", "3S", "KD", "7S"],
    ]
    assert start("N").place_of(Card.parse("QC")) == "r6c1"
    assert start("N").covers_of(Card.parse("QC")) == cards("7C TC")
    assert start("N").covers_of(Card.parse("7C")) == ()
    assert start("N").covers_of(Card.parse("7D")) == ()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_an_opening_waste_card_lies_on_the_waste_whatever_the_talon_mode(rules: Rules) -> None:
    position = Position.start(Setup(rules, S))
    opening = ["7D"] if rules.opening_waste else []
    assert texts(position.waste) == opening
    assert position.drawn is None
    assert texts(position.stock) == texts(S.talon)[len(opening) :]
    assert (position.left, position.removed_count, position.pass_number) == (28, 0, 1)
    open_card = {texts(position.stock)[0]} if rules.talon is Talon.OPEN else set()
    assert free(position) == bottom_row(position) | set(opening) | open_card
    assert set(texts(position.in_play())) == free(position)


@examples(60)
@given(lines())
def test_52_different_cards_lie_in_exactly_one_place_at_every_moment(
    line: tuple[Setup, tuple[Move, ...]],
) -> None:
    setup, done = line
    position = Position.start(setup)
    for move in done:
        before = {card: position.place_of(card) for card in DECK}
        position = position.play(move)
        after = {card: position.place_of(card) for card in DECK}
        piles = [*position.stock, *position.waste, *filter(None, [position.drawn])]
        rows = [card for card in setup.deal.pyramid if after[card]]
        assert len(set(piles + rows)) == len(piles + rows) == 52 - position.removed_count
        assert position.left == len(rows)
        assert {card for card in DECK if after[card] is None} == set(DECK) - set(piles + rows)
        assert [after[card] for card in position.stock] == ["stock"] * len(position.stock)
        assert [after[card] for card in position.waste] == ["waste"] * len(position.waste)
        assert [card for card in DECK if after[card] == "drawn"] == list(
            filter(None, [position.drawn])
        )
        # Only what the move names has gone, and what lies in the pyramid has not moved.
        gone = {card for card in DECK if before[card] and not after[card]}
        assert gone == set(move.cards)
        assert all(before[card] == after[card] for card in rows)


# Free cards


def test_at_the_start_only_the_bottom_row_and_the_waste_top_are_free() -> None:
    assert free(start("N")) == {"7C", "TC", "3H", "4H", "3S", "KD", "7S", "7D"}
    assert free(start("P")) == {"7C", "TC", "3H", "4H", "3S", "KD", "7S"}


@pytest.mark.parametrize("place", range(21))
@pytest.mark.parametrize("letters", ["N", "C", "S", "M"])
def test_a_king_with_one_cover_left_stays_whichever_it_is(place: int, letters: str) -> None:
    king, other = Card.parse("KD"), Card.parse("KC")
    shown = [card for card in DECK if card not in (king, other)]
    shown.insert(place, king)
    left, right = place + PLACES[place][0], place + PLACES[place][0] + 1
    position = start(letters, Deal((*shown, other)))
    below = _mask_under(place)
    for gone, reason in (
        ((), Reason.COVERED),
        ((left,), Reason.COVERED),
        ((right,), Reason.COVERED),
        ((left, right), None),
    ):
        mask = position.pyramid & ~below
        for cover in (left, right):
            if cover not in gone:
                mask |= 1 << cover
        assert replace(position, pyramid=mask).why_not(Move.remove(king)) is reason
        assert replace(position, pyramid=mask).is_free(king) is (reason is None)


def _mask_under(place: int) -> int:
    """The places below one, all the way to row 7: what has to go before it is free."""
    return sum(
        1 << other
        for other, (row, column) in enumerate(PLACES)
        if row - PLACES[place][0] > 0 and 0 <= column - PLACES[place][1] <= row - PLACES[place][0]
    )


@examples(120)
@given(positions())
def test_a_pyramid_card_is_free_when_nothing_lies_on_it(position: Position) -> None:
    for card in position.setup.deal.pyramid:
        lies = position.place_of(card) is not None
        assert position.is_free(card) is (lies and not position.covers_of(card))


# The talon


def test_mode_waste_puts_the_drawn_card_on_the_waste_where_it_hides_the_one_below() -> None:
    position = follow(start("P", laid_out(talon="AC QC 5H")), moves("draw draw"))
    assert texts(position.waste) == ["AC", "QC"]
    assert position.drawn is None
    assert "QC" in free(position)
    assert "AC" not in free(position)
    assert position.why_not(Move.parse("QCAC")) is Reason.UNDER_WASTE_TOP
    assert position.why_not(Move.parse("5H")) is Reason.NOT_IN_PLAY


def test_mode_drawn_turns_the_card_into_a_slot_and_it_may_pair_with_the_waste_top() -> None:
    position = follow(start("S", laid_out(talon="5H AC QC")), moves("draw draw"))
    assert texts(position.waste) == ["5H"]
    assert str(position.drawn) == "AC"
    position = position.play(DRAW)
    assert texts(position.waste) == ["5H", "AC"]
    assert str(position.drawn) == "QC"
    assert {"QC", "AC"} <= free(position)
    assert position.why_not(Move.parse("5H")) is Reason.UNDER_WASTE_TOP
    after = position.play(Move.parse("QCAC"))
    assert (texts(after.waste), after.drawn) == (["5H"], None)
    assert "5H" in free(after)


def test_mode_drawn_leaves_the_slot_empty_when_its_card_is_removed() -> None:
    position = follow(start("S", laid_out(talon="5H KC QC")), moves("draw draw KC"))
    assert (texts(position.waste), position.drawn) == (["5H"], None)
    after = position.play(DRAW)
    assert (texts(after.waste), str(after.drawn)) == (["5H"], "QC")


def test_mode_drawn_keeps_the_slot_when_the_waste_top_below_it_is_removed() -> None:
    position = follow(start("S", laid_out(talon="5H KC QC")), moves("draw draw draw KC"))
    assert (texts(position.waste), str(position.drawn)) == (["5H"], "QC")
    assert position.place_of(Card.parse("QC")) == "drawn"


@pytest.mark.parametrize("letters", ["XOD", "XOD2", "XOD3AV"])
def test_the_opening_waste_card_is_drawn_into_the_slot_in_later_passes(letters: str) -> None:
    position = start(letters)
    assert (texts(position.waste), position.drawn) == (["7D"], None)
    position = follow(position, [*[DRAW] * 23, RECYCLE])
    assert (position.waste, position.drawn) == ((), None)
    position = position.play(DRAW)
    assert (texts(position.waste), str(position.drawn)) == ([], "7D")
    assert position.place_of(Card.parse("7D")) == "drawn"


def test_mode_open_has_the_top_of_the_stock_in_play_as_it_lies() -> None:
    position = start("M", laid_out(talon="AC QC 5H KC 9C"))
    assert (texts(position.waste), position.drawn) == ([], None)
    assert "AC" in free(position)
    assert "QC" not in free(position)
    position = position.play(DRAW)
    assert texts(position.waste) == ["AC"]
    assert position.place_of(Card.parse("QC")) == "stock"
    after = position.play(Move.parse("QCAC"))
    assert (texts(after.waste), texts(after.stock)[:2]) == ([], ["5H", "KC"])
    after = follow(after, moves("draw KC"))
    assert (texts(after.waste), texts(after.stock)[:1]) == (["5H"], ["9C"])
    assert {"5H", "9C"} <= free(after)


def test_the_stock_is_drawn_one_at_a_time_in_deal_order_until_it_is_empty() -> None:
    for letters in ("N", "S", "P", "M"):
        position, turned = start(letters), []
        while position.stock:
            top = position.stock[0]
            position = position.play(DRAW)
            assert position.place_of(top) in ("waste", "drawn")
            turned.append(top)
        assert texts(tuple(turned)) == texts(S.talon)[24 - len(turned) :]
        assert len(turned) == (23 if letters == "N" else 24)
        assert position.why_not(DRAW) is Reason.NO_CARD_TO_DRAW
        with pytest.raises(IllegalMove) as refused:
            position.play(DRAW)
        assert refused.value.reason is Reason.NO_CARD_TO_DRAW


@pytest.mark.parametrize("rules", [r for r in ALL_RULES if r.passes != 1], ids=str)
def test_the_recycled_pile_is_dealt_in_the_same_order_in_every_pass(rules: Rules) -> None:
    position = Position.start(Setup(rules, S))
    seen = []
    for number in range(1, 1 + (rules.passes or 5)):
        if number > 1:
            assert position.why_not(RECYCLE) is None
            position = position.play(RECYCLE)
            assert texts(position.stock) == texts(S.talon)
            assert (position.waste, position.drawn) == ((), None)
        turned = list(position.waste)
        while position.stock:
            turned.append(position.stock[0])
            position = position.play(DRAW)
        seen.append(turned)
    assert seen == [list(S.talon)] * len(seen)
    if rules.passes is not None:
        assert position.why_not(RECYCLE) is Reason.NO_PASS_LEFT


@examples(150)
@given(lines(named_rules.filter(lambda rules: rules.passes != 1)))
def test_each_pass_deals_the_order_of_the_pass_before_less_what_went(
    line: tuple[Setup, tuple[Move, ...]],
) -> None:
    setup, done = line
    position, order = Position.start(setup), list(setup.deal.talon)
    for move in done:
        position = position.play(move)
        if move == RECYCLE:
            order = [card for card in order if position.place_of(card)]
            assert list(position.stock) == order


@pytest.mark.parametrize(
    ("letters", "allowed"), [("S", 0), ("R", 0), ("X2", 1), ("T", 2), ("P", 2), ("M", 2)]
)
def test_limited_passes_end(letters: str, allowed: int) -> None:
    position = start(letters)
    for number in range(allowed):
        position = follow(position, [*[DRAW] * 24, RECYCLE])
        assert position.pass_number == number + 2
    position = follow(position, [DRAW] * 24)
    assert position.why_not(RECYCLE) is Reason.NO_PASS_LEFT
    assert position.why_not(DRAW) is Reason.NO_CARD_TO_DRAW


def test_unlimited_passes_never_end() -> None:
    position = start("N")
    for _ in range(50):
        position = follow(position, [DRAW] * len(position.stock)).play(RECYCLE)
    assert position.legal_moves()


def test_a_recycle_needs_an_empty_stock_and_a_card_to_put_back() -> None:
    assert start("N").why_not(RECYCLE) is Reason.STOCK_NOT_EMPTY
    drawn_out = follow(start("N"), [DRAW] * 23)
    assert drawn_out.why_not(RECYCLE) is None
    assert drawn_out.can_recycle
    assert not drawn_out.can_draw
    nothing_left = replace(drawn_out, talon=0)
    assert nothing_left.why_not(RECYCLE) is Reason.NO_CARD_TO_DRAW
    assert nothing_left.why_not(DRAW) is Reason.NO_CARD_TO_DRAW


# Removals


def test_pairs_are_two_free_cards_of_sum_13_and_suits_never_matter() -> None:
    for one, two in itertools.combinations(DECK, 2):
        rest = [card for card in DECK if card not in (one, two)]
        position = start("P", Deal((*rest[:26], one, two, *rest[26:])))
        reason = position.why_not(Move.remove(one, two))
        assert reason is (None if one.rank + two.rank == 13 else Reason.SUM)


def test_only_a_king_goes_alone_and_it_goes_with_nobody() -> None:
    for one in DECK:
        rest = [card for card in DECK if card != one]
        position = start("P", Deal((*rest[:27], one, *rest[27:])))
        assert position.why_not(Move.remove(one)) is (None if one.rank == KING else Reason.SUM)
        if one.rank == KING:
            beside = position.setup.deal.cards[26]
            assert position.why_not(Move.remove(one, beside)) is Reason.SUM


def test_nobody_is_forced_to_take_a_removal() -> None:
    for letters in PRESETS:
        position = start(letters)
        assert Move.parse("KD") in position.legal_moves()
        assert DRAW in position.legal_moves()


def test_refusals_name_the_reason_and_change_nothing() -> None:
    position = follow(start("N"), moves("KD draw draw"))
    for text, reason in {
        "QC": Reason.COVERED,
        "KH": Reason.COVERED,
        "QCAS": Reason.COVERED,
        "7C7S": Reason.SUM,
        "7C": Reason.SUM,
        "KD": Reason.NOT_IN_PLAY,
        "3C": Reason.NOT_IN_PLAY,
        "5S": Reason.NOT_IN_PLAY,
        "7D": Reason.UNDER_WASTE_TOP,
        "AC": Reason.UNDER_WASTE_TOP,
        "3CTC": Reason.NOT_IN_PLAY,
        "recycle": Reason.STOCK_NOT_EMPTY,
    }.items():
        assert position.why_not(Move.parse(text)) is reason
        with pytest.raises(IllegalMove, match=f"^{reason.value}$") as refused:
            position.play(Move.parse(text))
        assert refused.value.reason is reason
    assert position == follow(start("N"), moves("KD draw draw"))


@examples(40)
@given(positions())
def test_a_move_is_legal_exactly_when_playing_it_succeeds(position: Position) -> None:
    legal = position.legal_moves()
    assert len(set(legal)) == len(legal)
    playable = set()
    for move in EVERY_MOVE:
        reason = position.why_not(move)
        if reason is None:
            assert position.play(move) != position
            playable.add(move)
        else:
            with pytest.raises(IllegalMove) as refused:
                position.play(move)
            assert refused.value.reason is reason
    assert playable == set(legal)
    assert position.can_draw is (DRAW in playable)
    assert position.can_recycle is (RECYCLE in playable)


def _true_reasons(table: Table, removal: frozenset[str]) -> set[Reason]:
    """The reasons to refuse a removal that hold on a table of the second implementation."""
    if table.won():
        return {Reason.GAME_OVER}
    places, able = table.pyramid(), set(table.free())
    reasons = set()
    for card in removal:
        if card in places and card not in able:
            reasons.add(Reason.COVERED)
        if card in table.waste and card not in able:
            reasons.add(Reason.UNDER_WASTE_TOP)
        if card in table.gone or (card in table.stock and card not in able):
            reasons.add(Reason.NOT_IN_PLAY)
    if sum(map(worth, removal)) != 13:
        reasons.add(Reason.SUM)
    return reasons


@examples(30)
@given(lines())
def test_the_reason_of_a_refusal_is_a_true_one(line: tuple[Setup, tuple[Move, ...]]) -> None:
    setup, done = line
    table, position = table_of(setup), follow(Position.start(setup), done)
    for move in done:
        table.do(action_of(move))
    for move in EVERY_REMOVAL:
        reason = position.why_not(move)
        if reason is not None:
            removal = frozenset(map(str, move.cards))
            assert reason in _true_reasons(table, removal)


# Pairs of a card and its cover


@pytest.fixture
def four_on_nine() -> Deal:
    """Row 6 begins with 9C, which lies under 4D and QD; AS lies beside them."""
    return laid_out({6: "9C", 7: "4D QD AS"})


def test_a_card_pairs_with_its_last_cover_where_the_rules_say_so(four_on_nine: Deal) -> None:
    pair = Move.parse("9C4D")
    for letters, last_reason in (("C", None), ("N", Reason.COVERED), ("XV", None)):
        position = start(letters, four_on_nine)
        assert position.why_not(pair) is Reason.COVERED  # the other cover lies there too
        position = position.play(Move.parse("QDAS"))
        assert position.covers_of(Card.parse("9C")) == cards("4D")
        assert position.why_not(pair) is last_reason
        assert (pair in position.legal_moves()) is (last_reason is None)
    after = follow(start("C", four_on_nine), moves("QDAS 9C4D"))
    assert (after.place_of(Card.parse("9C")), after.place_of(Card.parse("4D"))) == (None, None)


def test_a_cover_that_is_covered_itself_does_not_go_with_the_card_below() -> None:
    # Row 5: 9C under 4D (row 6) alone; 4D under 2C (row 7).
    deal = laid_out({5: "9C", 6: "4D QD", 7: "2C JC AS"})
    position = start("C", deal)
    gone = sum(1 << deal.index[card] for card in cards("QD AS JC"))
    position = replace(position, pyramid=position.pyramid & ~gone)
    assert position.covers_of(Card.parse("9C")) == cards("4D")
    assert position.covers_of(Card.parse("4D")) == cards("2C")
    assert position.why_not(Move.parse("9C4D")) is Reason.COVERED


def test_a_card_and_its_last_cover_of_another_sum_are_refused_for_the_sum() -> None:
    position = start("C", laid_out({6: "8C", 7: "4D QD AS"})).play(Move.parse("QDAS"))
    assert position.why_not(Move.parse("8C4D")) is Reason.SUM


def test_a_covered_card_pairs_with_nobody_else_even_with_one_cover_left(four_on_nine: Deal) -> None:
    position = follow(start("C", four_on_nine), moves("QDAS"))
    for card in cards("4C 4H 4S"):
        assert position.why_not(Move.remove(Card.parse("9C"), card)) in (
            Reason.COVERED,
            Reason.NOT_IN_PLAY,
        )
    assert not any(Card.parse("9C") in move.cards for move in position.legal_moves()[:-2])


# The end


@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("talon", Talon)
def test_a_game_is_won_by_exactly_the_move_that_reaches_the_goal(goal: Goal, talon: Talon) -> None:
    # The apex is a king, the last talon card too; everything else has gone before.
    deal = laid_out({1: "KD"}, talon_end="KC")
    rules = Rules.custom(talon=talon, goal=goal, passes=1)
    both = replace(Position.start(Setup(rules, deal)), pyramid=1, talon=1 << 23, pointer=24)
    for first, second in (("KD", "KC"), ("KC", "KD")):
        assert both.status is Status.PLAYING
        one_left = both.play(Move.parse(first))
        enough = goal is Goal.PYRAMID and first == "KD"
        assert one_left.status is (Status.WON if enough else Status.PLAYING)
        if enough:
            assert one_left.legal_moves() == ()
            assert one_left.why_not(Move.parse(second)) is Reason.GAME_OVER
            assert one_left.why_not(DRAW) is Reason.GAME_OVER
            assert one_left.why_not(RECYCLE) is Reason.GAME_OVER
        else:
            assert one_left.play(Move.parse(second)).status is Status.WON


def test_cards_that_are_parked_in_stock_waste_or_slot_count_for_the_goal_of_all_52() -> None:
    deal = laid_out({1: "KD"})
    for letters in ("S", "T", "XA", "XOF2A"):
        for talon, pointer in ((1, 24), (1, 1), (1 << 23, 24), (1 << 23, 23)):
            position = replace(start(letters, deal), pyramid=1, talon=talon, pointer=pointer)
            assert position.play(Move.parse("KD")).status is not Status.WON


def test_with_unlimited_passes_a_game_is_stuck_only_without_any_card_to_draw_or_recycle() -> None:
    deal = laid_out({1: "5C"}, talon="5D")
    alone = replace(start("N", deal), pyramid=1, talon=0, pointer=24)
    assert alone.status is Status.STUCK
    with_a_useless_card = replace(alone, talon=1)
    assert with_a_useless_card.legal_moves() == (RECYCLE,)
    assert with_a_useless_card.status is Status.PLAYING
    assert with_a_useless_card.play(RECYCLE).status is Status.PLAYING


def _small_pyramid(chance: random.Random) -> int:
    """A pyramid that play may leave: no card lies there without those that it covers."""
    mask = (1 << 28) - 1
    for _ in range(chance.choice((28, 27, 26, 25, 24, 22, 18, 10, 3))):
        mask ^= 1 << chance.choice(
            [
                place
                for place in range(28)
                if mask >> place & 1 and not any(mask >> cover & 1 for cover in COVERS[place])
            ]
        )
    return mask


def _with_piles(
    setup: Setup, mask: int, sizes: tuple[int, int, int], pass_number: int, chance: random.Random
) -> tuple[Position, Table]:
    """A position and a table with so many cards on waste, slot and stock."""
    waste, slot, stock = sizes
    # Every other card of the talon, so that something has gone between any two of them.
    left = sorted(chance.sample(range(2, 22, 2), waste + slot + stock))
    in_stock = left[waste + slot :]
    pointer = left[waste] + 1 if slot else in_stock[0] if in_stock else 24
    position = Position(
        setup, mask, sum(1 << i for i in left), pointer, pass_number if setup.rules.passes else 1
    )
    table, talon = table_of(setup), [str(setup.deal.talon[i]) for i in left]
    table.waste, table.slot = talon[:waste], talon[waste : waste + slot]
    table.stock = talon[waste + slot :][::-1]
    table.now_in_pass = pass_number
    for place, (r, c) in enumerate(PLACES):
        if not mask >> place & 1:
            table.rows[r - 1][c - 1] = None
    return position, table


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_a_game_is_stuck_exactly_when_nothing_can_be_done_however_small_the_piles(
    rules: Rules,
) -> None:
    chance = random.Random(str(rules))
    slots = (0, 1) if rules.talon is Talon.DRAWN else (0,)
    for waste, slot, stock in itertools.product(range(4), slots, (0, 1)):
        for _ in range(round(2 * max(1, EFFORT))):
            setup = Setup(rules, Deal.numbered(chance.randrange(10**6)))
            position, table = _with_piles(
                setup,
                _small_pyramid(chance),
                (waste, slot, stock),
                chance.randint(1, rules.passes or 1),
                chance,
            )
            assert sight_of(position) == sight_of_table(table) | {"gone": position.removed_count}
            lying = [card for card in DECK if position.place_of(card)]
            tried = {
                move
                for move in (*removals_among(lying), DRAW, RECYCLE)
                if position.why_not(move) is None
            }
            assert {action_of(move) for move in tried} == table.actions()
            assert set(position.legal_moves()) == tried
            assert (position.status is Status.STUCK) is (not tried and not position.is_won)


@examples(150)
@given(lines(longest=200))
def test_stuck_is_said_when_no_move_is_legal_and_never_while_one_is(
    line: tuple[Setup, tuple[Move, ...]],
) -> None:
    setup, done = line
    position = Position.start(setup)
    for move in done:
        assert position.status is Status.PLAYING
        position = position.play(move)
    assert (position.status is Status.PLAYING) is bool(position.legal_moves())
    assert (position.status is Status.WON) is position.is_won


def test_of_the_published_hopeless_deal_never_more_than_14_cards_can_go() -> None:
    assert most_that_can_go("PY1-N-AAAAAAJ") == 14


def test_of_the_published_good_deal_all_28_cards_can_go() -> None:
    line = (
        "KD TC3S TS3H draw draw draw draw draw draw draw draw JC2C draw draw draw draw draw draw "
        "draw draw 9H4H draw 7S6S draw draw 7C6D draw draw draw draw 8D5S KC recycle draw draw "
        "QCAC KH draw JS2H draw TD3C KS draw draw draw draw draw QHAD TH3D draw 8H5H draw QDAS "
        "draw draw 9C4S draw 8S5C draw draw draw draw draw recycle draw 7D6H draw draw QSAH draw "
        "draw draw draw 9S4D 7H6C draw draw draw recycle draw draw JD2D"
    )
    assert follow(start("N"), moves(line)).status is Status.WON


# Positions as values


@examples(60)
@given(
    lines(),
    st.sampled_from(Scoring),
    st.sampled_from([None, 0, 1, 100]),
    st.booleans(),
    st.booleans(),
)
def test_scoring_undo_settings_and_warnings_never_change_what_is_legal(
    line: tuple[Setup, tuple[Move, ...]],
    scoring: Scoring,
    undo_limit: int | None,
    undo_counts: bool,
    warns: bool,
) -> None:
    setup, done = line
    other_rules = replace(
        setup.rules, scoring=scoring, undo_limit=undo_limit, undo_counts=undo_counts, warns=warns
    )
    position, other = Position.start(setup), Position.start(Setup(other_rules, setup.deal))
    for move in done:
        position, other = position.play(move), other.play(move)
        assert other.legal_moves() == position.legal_moves()
        assert sight_of(other) == sight_of(position)


def _key(table: Table) -> str:
    return repr(
        (table.rows, table.stock, table.slot, table.waste, table.passes and table.now_in_pass)
    )


@pytest.mark.parametrize("rules", some(ALL_RULES), ids=str)
def test_positions_are_equal_exactly_when_the_same_cards_lie_in_the_same_places(
    rules: Rules,
) -> None:
    chance = random.Random(str(rules))
    # With an opening waste, mode DRAWN and unlimited passes the first pass is kept apart, as its
    # first card is no drawn card.
    one_to_one = not (rules.opening_waste and rules.talon is Talon.DRAWN and rules.passes is None)
    for seed in range(round(2 * max(1, EFFORT))):
        tables: dict[Position, str] = {}
        known: dict[str, Position] = {}
        setup = Setup(rules, Deal.numbered(seed))
        position, table = Position.start(setup), table_of(setup)
        for move, _ in wander(position, seed=seed, actions=chance.randrange(25, 70)):
            position = position.play(move)
            table.do(action_of(move))
        heap = [(position, table)]
        for _ in range(40):
            if not heap:
                break
            position, table = heap.pop(chance.randrange(len(heap)))
            for move in position.legal_moves():
                after, table_after = position.play(move), table.copy()
                table_after.do(action_of(move))
                assert tables.setdefault(after, _key(table_after)) == _key(table_after)
                if one_to_one:
                    assert known.setdefault(_key(table_after), after) == after
                    assert hash(known[_key(table_after)]) == hash(after)
                heap.append((after, table_after))


@examples(60)
@given(positions(), st.integers(0, 2**32))
def test_equal_positions_have_equal_futures(position: Position, seed: int) -> None:
    twin = Position(
        Setup.parse(str(position.setup)),
        position.pyramid,
        position.talon,
        position.pointer,
        position.pass_number,
    )
    assert twin == position
    assert hash(twin) == hash(position)
    for (move, after), (twin_move, twin_after) in zip(
        wander(position, seed=seed, actions=30),
        wander(twin, seed=seed, actions=30),
        strict=True,
    ):
        assert (move, after, after.status) == (twin_move, twin_after, twin_after.status)


@examples(60)
@given(positions())
def test_two_removals_that_do_not_touch_each_other_lead_to_one_position(
    position: Position,
) -> None:
    removals = [move for move in position.legal_moves() if move.kind is Kind.REMOVE]
    for one, two in itertools.combinations(removals, 2):
        if set(one.cards) & set(two.cards):
            continue
        if position.play(one).why_not(two) is None and position.play(two).why_not(one) is None:
            assert position.play(one).play(two) == position.play(two).play(one)


def test_positions_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        start("N").pointer = 3  # type: ignore[misc]


def test_wandering_reaches_every_kind_of_end() -> None:
    ends = {
        wandered(Position.start(Setup(rules, Deal.numbered(n))), seed=n, actions=400).status
        for rules in ALL_RULES
        for n in range(3)
    }
    assert ends == set(Status)
