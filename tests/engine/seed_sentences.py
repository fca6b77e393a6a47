"""Every sentence of the four published pages that the presets come from, and what tests it.

A page is named by its preset; a sentence by the line of the page that it stands in and its number
there, headings and rows of tables being lines too. What a sentence says is told in other words.
"""

from __future__ import annotations

from dataclasses import dataclass

LINES = {
    page: {line: int(count) for line, count in enumerate(counts, 1)}
    for page, counts in {
        "N": "1151521415221414151221211112",
        "S": "11211111111111411511611313",
        "P": "1331313212111213111111111141413111111313131232223144",
        "C": "1311411223131243434413121412",
    }.items()
}
"""How many sentences each line of a page has."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: what it says, and its tests, or why it is no rule.

    `tests` are functions of `test_seed_pages.py`, `site` names of tests under `tests/web` or
    `tests/browser`. `later` is what the sentence also speaks of and the site does not do yet.
    """

    page: str
    at: str
    rule: str
    tests: tuple[str, ...] = ()
    site: tuple[str, ...] = ()
    later: str = ""
    no_rule: str = ""


def _says(at: str, rule: str, *tests: str, site: tuple[str, ...] = (), later: str = "") -> Sentence:
    """A sentence of rule."""
    return Sentence("", at, rule, tuple(f"test_{name}" for name in tests), site, later)


def _aside(at: str, what: str, why: str = "heading") -> Sentence:
    """A sentence that rules nothing."""
    return Sentence("", at, what, no_rule=why)


def _page(page: str, *sentences: Sentence) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(page, s.at, s.rule, s.tests, s.site, s.later, s.no_rule) for s in sentences
    )


# Tests of the site that several sentences need.
FACE_UP = "test_all_28_cards_of_the_pyramid_lie_face_up"
FACE_DOWN = "test_the_stock_lies_face_down"
WASTE_SHOWN = "test_the_waste_shows_its_top_card"
TAP_STOCK = "test_a_tap_on_the_stock_draws_a_card"
TAP_EMPTY = "test_a_tap_on_the_empty_stock_recycles_the_waste"
TAP_PAIR = "test_two_cards_that_make_thirteen_go_together_in_either_order"
TAP_KING = "test_a_king_goes_with_one_tap_whatever_was_picked"
TAP_WASTE_KING = "test_a_king_goes_from_the_waste_with_one_tap"
COVERED_STAYS = "test_a_covered_card_is_refused_and_stays"
WRONG_SUM = "test_a_wrong_sum_makes_the_second_card_the_picked_one"
STUCK_SAID = "test_a_stuck_game_says_so_and_offers_ways_on"
NOT_STUCK = "test_a_game_is_not_stuck_while_a_card_can_be_drawn"
HOPELESS = "test_a_new_game_can_be_started_in_a_hopeless_game"
REMOVED_PILE = "test_removed_cards_lie_on_a_pile_of_their_own"
CODE_SHOWN = "test_the_code_is_shown_during_the_game"
CODE_PASTED = "test_a_pasted_code_deals_exactly_the_same_cards"
PASS_SHOWN = "test_the_pass_is_shown_where_passes_are_limited"
LEFT_SHOWN = "test_the_cards_left_in_the_pyramid_are_shown"
COUNTERS_SHOWN = "test_the_score_and_the_moves_are_shown"
TIME_SHOWN = "test_the_time_of_the_game_is_shown"

STRATEGY = "advice on how to play well"
OTHER_GAMES = "about other games"
PRAISE = "about the page or its program"
SOURCES = "about the sources"

_N = _page(
    "N",
    _aside("1.1", "The title."),
    _aside("2.1", "Heading of the summary."),
    _says(
        "3.1",
        "28 visible cards, a waste, 23 cards in the stock.",
        "28_cards_in_a_pyramid_one_on_the_waste_and_23_in_the_stock",
        site=(FACE_UP,),
    ),
    _says(
        "3.2",
        "Two free cards of sum 13 go together, a king alone.",
        "two_free_cards_that_make_13_go_together",
        "a_king_goes_alone_from_the_pyramid",
    ),
    _says("3.3", "The waste top is a free card.", "of_the_waste_only_the_top_card_is_free"),
    _says("3.4", "Passes are unlimited.", "the_stock_may_be_gone_through_as_often_as_one_likes"),
    _says(
        "3.5",
        "Removing the 28 pyramid cards wins.",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _aside("4.1", "Heading of the layout."),
    _says("5.1", "52 different cards, no joker.", "a_game_is_played_with_52_different_cards"),
    _says("5.2", "Seven rows of 1 to 7 cards.", "seven_rows_have_one_card_to_seven"),
    _says(
        "5.3",
        "The pyramid lies face up.",
        "28_cards_in_a_pyramid_one_on_the_waste_and_23_in_the_stock",
        site=(FACE_UP,),
    ),
    _says(
        "5.4",
        "Two cards of the next row lie on each card.",
        "each_card_is_covered_by_two_cards_of_the_next_row",
    ),
    _says(
        "5.5",
        "One card is turned onto the waste, 23 lie in the stock face down.",
        "28_cards_in_a_pyramid_one_on_the_waste_and_23_in_the_stock",
        site=(FACE_DOWN, WASTE_SHOWN),
    ),
    _says("6.1", "In the printed deal: stock 23, waste 7D.", "the_printed_deal_lies_as_printed"),
    _says("6.2", "The seven rows of the printed deal.", "the_printed_deal_lies_as_printed"),
    _aside("7.1", "Heading of the free cards."),
    _says(
        "8.1",
        "A pyramid card is free when both cards on it are gone.",
        "a_card_is_free_when_both_cards_on_it_are_gone",
    ),
    _says(
        "8.2",
        "At the start only the bottom row is free.",
        "at_the_start_only_the_bottom_row_of_the_pyramid_is_free",
    ),
    _says(
        "8.3",
        "The waste top is free, the cards below it are not.",
        "of_the_waste_only_the_top_card_is_free",
    ),
    _says(
        "8.4",
        "A tap on a covered card, such as QC at the start, does nothing; told if wished.",
        "a_covered_card_is_refused_and_nothing_changes",
        site=(COVERED_STAYS,),
    ),
    _aside("9.1", "Heading of the pairs."),
    _says(
        "10.1",
        "One free card and then another are tapped: at sum 13 both go.",
        "two_free_cards_that_make_13_go_together",
        site=(TAP_PAIR,),
    ),
    _says(
        "10.2",
        "Ace 1, jack 11, queen 12, the others their number.",
        "an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number",
    ),
    _says("10.3", "The six kinds of pairs.", "there_are_six_kinds_of_pairs_and_the_king_alone"),
    _says("10.4", "Suits do not matter.", "suits_do_not_matter"),
    _says(
        "10.5",
        "Two cards of another sum, such as 7C and 7S, stay; it is said, the second is picked.",
        "two_cards_of_another_sum_stay",
        site=(WRONG_SUM,),
    ),
    _says(
        "11.1",
        "A king goes with one tap, from the pyramid when free and from the waste.",
        "a_king_goes_alone_from_the_pyramid",
        "a_king_goes_alone_from_the_waste_and_lays_open_the_card_below",
        site=(TAP_KING, TAP_WASTE_KING),
    ),
    _says(
        "11.2",
        "In the printed deal KD goes first, then 10C with 3S.",
        "the_king_of_diamonds_goes_first_and_then_ten_and_three",
    ),
    _says(
        "12.1",
        "After these two: stock 23, waste 7D.",
        "after_the_king_and_the_first_pair_the_deal_lies_as_printed",
    ),
    _says(
        "12.2",
        "After these two: the rows, row 7 being 7C 3H 4H 7S.",
        "after_the_king_and_the_first_pair_the_deal_lies_as_printed",
    ),
    _aside("13.1", "Heading of stock and waste."),
    _says(
        "14.1",
        "The top of the stock may be turned onto the waste at any time.",
        "a_card_may_be_drawn_at_any_time",
        "a_draw_puts_the_top_of_the_stock_on_the_waste",
        site=(TAP_STOCK, WASTE_SHOWN),
    ),
    _says(
        "14.2",
        "The waste top goes with a free pyramid card, or alone if it is a king.",
        "the_waste_top_goes_with_a_free_pyramid_card",
        "a_king_goes_alone_from_the_waste_and_lays_open_the_card_below",
    ),
    _says(
        "14.3",
        "The empty stock is filled with the waste, in the same order, as often as one likes.",
        "the_waste_goes_back_in_the_same_order",
        "the_stock_may_be_gone_through_as_often_as_one_likes",
        "the_stock_is_filled_again_only_when_it_is_empty",
        site=(TAP_EMPTY,),
    ),
    _says(
        "14.4",
        "The drawn card does not pair with the waste card below it.",
        "the_drawn_card_does_not_go_with_the_waste_card_that_it_covers",
    ),
    _aside("15.1", "Heading of the end."),
    _says(
        "16.1",
        "Won at once when the 28 are gone, whatever is left elsewhere.",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says(
        "16.2",
        "Stuck is said only when stock and waste are empty and no pair or king is left.",
        "a_game_is_stuck_only_when_stock_and_waste_are_empty_and_nothing_goes",
        site=(STUCK_SAID,),
    ),
    _says(
        "16.3",
        "While a card can be drawn or recycled it goes on, as in AAAAAAJ with its 14 at most.",
        "a_hopeless_game_goes_on_while_cards_can_be_drawn_and_recycled",
        site=(NOT_STUCK,),
    ),
    _says(
        "16.4",
        "The player begins a new game then.",
        "a_hopeless_game_goes_on_while_cards_can_be_drawn_and_recycled",
        site=(HOPELESS,),
    ),
    _aside("17.1", "Heading of the score."),
    _says("18.1", "The score begins at 0.", "the_score_begins_at_0", site=(COUNTERS_SHOWN,)),
    _says(
        "18.2",
        "10 points a pyramid card: 20 a pair, 10 with the waste, 10 a king.",
        "each_pyramid_card_is_10_points_so_20_a_pair_10_with_the_waste_and_10_a_king",
    ),
    _says("18.3", "A waste card gives no points.", "a_waste_card_gives_no_points"),
    _says("18.4", "Draws and recycles cost nothing.", "draws_and_recycles_cost_no_points"),
    _says(
        "18.5",
        "A win is always 280; time and moves (removals, draws, recycles) tell wins apart.",
        "a_win_is_always_280_points",
        "removals_draws_and_recycles_count_as_moves",
        later="the statistics",
    ),
    _aside("19.1", "Heading of undo and code."),
    _says(
        "20.1",
        "Undo takes back the last 100 actions, whatever they are.",
        "the_last_100_actions_of_any_kind_can_be_undone",
    ),
    _says(
        "20.2",
        "The cards go back, the points too, the move counter does not.",
        "undo_lays_the_cards_back_and_takes_the_points_but_not_the_moves",
    ),
    _says(
        "21.1",
        "Every deal has a code that is shown during the game.",
        "a_deal_has_a_code_that_deals_the_same_cards_again",
        site=(CODE_SHOWN,),
    ),
    _says(
        "21.2",
        "Pasted for a new game it deals exactly the same cards.",
        "a_deal_has_a_code_that_deals_the_same_cards_again",
        site=(CODE_PASTED,),
    ),
    _aside("22.1", "Heading of the choices."),
    _aside("23.1", "There are no official rules.", SOURCES),
    _aside("23.2", "The choices of the program follow.", PRAISE),
    _says(
        "24.1",
        "Clearing the pyramid is enough.",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says(
        "25.1",
        "The stock may be gone through as often as one likes.",
        "the_stock_may_be_gone_through_as_often_as_one_likes",
    ),
    _says(
        "26.1",
        "Of the waste one card is in play; it does not pair with the one below.",
        "of_the_waste_only_the_top_card_is_free",
        "the_drawn_card_does_not_go_with_the_waste_card_that_it_covers",
    ),
    _says(
        "27.1",
        "A card never pairs with a card that still covers it.",
        "a_card_never_goes_with_a_card_that_still_covers_it",
    ),
    _says(
        "28.1",
        "Variants: all 52 cards, limited passes, drawn card with waste top, cover pairs.",
        "the_strict_goal_is_offered",
        "one_to_three_passes_are_offered",
        "a_drawn_card_that_goes_with_the_waste_top_is_offered",
        "pairs_with_the_last_cover_are_offered",
    ),
    _aside("28.2", "See the sources.", SOURCES),
)

_S = _page(
    "S",
    _aside("1.1", "Heading of the layout."),
    _says(
        "2.1",
        "28 cards in seven overlapping rows, 24 face down in the stock.",
        "28_cards_in_a_pyramid_and_24_in_the_stock",
        "seven_rows_have_one_card_to_seven",
        site=(FACE_DOWN,),
    ),
    _says("3.1", "One pack of 52 cards.", "a_game_is_played_with_52_different_cards"),
    _says(
        "3.2",
        "One card face up, two in the next row, up to seven, each row on the one before.",
        "seven_rows_have_one_card_to_seven",
        "each_card_is_covered_by_two_cards_of_the_next_row",
        site=(FACE_UP,),
    ),
    _aside("4.1", "Heading of the pairs."),
    _says(
        "5.1",
        "Two free cards of sum 13, a free king alone.",
        "two_free_cards_that_make_13_go_together",
        "a_king_goes_alone_from_the_pyramid",
    ),
    _aside("6.1", "Head of the table."),
    _aside("7.1", "Rule of the table.", "a line"),
    *(
        _says(f"{line}.1", f"{pair}.", "there_are_six_kinds_of_pairs_and_the_king_alone")
        for line, pair in enumerate(
            (
                *("The king goes alone", "Queen and ace", "Jack and two", "Ten and three"),
                *("Nine and four", "Eight and five", "Seven and six"),
            ),
            8,
        )
    ),
    _says(
        "15.1",
        "Ace 1, jack 11, queen 12.",
        "an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number",
    ),
    _says(
        "15.2",
        "Free is what nothing covers; an ace on a queen blocks her until it is gone.",
        "a_card_is_free_when_both_cards_on_it_are_gone",
        "an_ace_on_a_queen_blocks_it_until_the_ace_is_gone",
    ),
    _says(
        "15.3",
        "Removed pairs are laid aside face down.",
        "removed_cards_are_out_of_the_game",
        site=(REMOVED_PILE,),
    ),
    _says(
        "15.4",
        "In play: uncovered pyramid cards, the drawn card, the waste top; no pair must be taken.",
        "free_pyramid_cards_the_drawn_card_and_the_waste_top_may_be_used",
        "nobody_has_to_take_a_pair",
    ),
    _aside("16.1", "Heading of the stock."),
    _says(
        "17.1",
        "24 cards, turned one at a time, when one cannot or will not take more.",
        "the_stock_is_turned_one_card_at_a_time_whether_or_not_pairs_are_left",
        site=(TAP_STOCK,),
    ),
    _says(
        "18.1",
        "A turned card that makes 13 with a free pyramid card goes with it, face down.",
        "the_drawn_card_goes_with_a_free_pyramid_card",
        site=(REMOVED_PILE,),
    ),
    _says(
        "18.2",
        "Else it comes to lie face up on the waste.",
        "a_drawn_card_that_stays_goes_onto_the_waste",
        site=(WASTE_SHOWN,),
    ),
    _says(
        "18.3",
        "The visible waste top pairs with the next card of the stock or a free pyramid card.",
        "the_waste_top_goes_with_the_next_card_of_the_stock",
        "the_waste_top_beside_a_drawn_card_goes_with_a_free_pyramid_card",
        site=(WASTE_SHOWN,),
    ),
    _says(
        "18.4",
        "The drawn card pairs with the waste top.",
        "the_waste_top_goes_with_the_next_card_of_the_stock",
    ),
    _says("18.5", "One pass.", "the_stock_is_gone_through_once"),
    _aside("19.1", "Heading of the win."),
    _says(
        "20.1",
        "Won when all cards of pyramid and talon are gone.",
        "a_game_is_won_when_all_52_cards_are_gone",
        "an_empty_pyramid_is_no_win_while_the_talon_has_cards",
    ),
    _says(
        "21.1",
        "Over when the stock is out and no pair is left.",
        "a_game_ends_when_the_stock_is_out_and_no_pair_is_left",
        site=(STUCK_SAID,),
    ),
    _says("21.2", "All 52 cards have to go.", "a_game_is_won_when_all_52_cards_are_gone"),
    _aside("21.3", "Two milder forms are common.", "introduces the next two"),
    _says(
        "21.4",
        "In one the waste becomes a new stock, for three passes.",
        "the_milder_form_turns_the_waste_to_a_new_stock_for_three_passes",
    ),
    _says(
        "21.5",
        "In the other clearing the pyramid is enough.",
        "the_mildest_form_is_won_with_the_pyramid_alone",
    ),
    _aside("21.6", "Many programs play a milder form as if it were the standard.", OTHER_GAMES),
    _aside("22.1", "Heading of the questions."),
    _aside("23.1", "Does a card pair with the one on it?", "a question, answered next"),
    _says("24.1", "No.", "a_card_never_goes_with_a_card_that_still_covers_it"),
    _says(
        "24.2",
        "Both cards have to be free.",
        "a_card_never_goes_with_a_card_that_still_covers_it",
        "a_covered_card_is_refused_and_nothing_changes",
    ),
    _says(
        "24.3",
        "A covered card is locked until the card above it is gone.",
        "an_ace_on_a_queen_blocks_it_until_the_ace_is_gone",
    ),
    _aside("25.1", "May the stock be turned again?", "a question, answered next"),
    _says("26.1", "Not in this form.", "the_stock_is_gone_through_once"),
    _says("26.2", "The stock ends after one pass.", "the_stock_is_gone_through_once"),
    _says(
        "26.3",
        "More passes belong to milder forms.",
        "the_milder_form_turns_the_waste_to_a_new_stock_for_three_passes",
    ),
)

_P = _page(
    "P",
    _aside("1.1", "Heading of the contents."),
    _says(
        "2.1",
        "Free pairs of sum 13 go, until the pyramid of 28 is empty.",
        "two_free_cards_that_make_13_go_together",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says("2.2", "A king is 13 and goes alone.", "a_king_goes_alone_from_the_pyramid"),
    _aside("2.3", "It is free and runs in a browser.", PRAISE),
    _aside("3.1", "It differs from most solitaires.", OTHER_GAMES),
    _says(
        "3.2",
        "Nothing is built and no suit is sorted: values count.",
        "suits_do_not_matter",
    ),
    _aside("3.3", "Quick to learn, hard to win.", PRAISE),
    _aside("4.1", "Heading of the steps."),
    _says("5.1", "A pack of 52 cards.", "a_game_is_played_with_52_different_cards"),
    _says(
        "5.2",
        "The pyramid is cleared by pairs, with the help of the stock.",
        "two_free_cards_that_make_13_go_together",
        "the_waste_top_goes_with_a_free_pyramid_card",
    ),
    _aside("5.3", "The rules are short.", PRAISE),
    _aside("6.1", "Heading of the layout."),
    _says(
        "7.1",
        "28 cards in seven overlapping rows of one to seven.",
        "seven_rows_have_one_card_to_seven",
        "28_cards_in_a_pyramid_and_24_in_the_stock",
    ),
    _says("7.2", "All face up.", "seven_rows_have_one_card_to_seven", site=(FACE_UP,)),
    _says(
        "7.3",
        "Two cards of the next row cover each card; at the start the bottom row is free.",
        "each_card_is_covered_by_two_cards_of_the_next_row",
        "at_the_start_only_the_bottom_row_of_the_pyramid_is_free",
    ),
    _says("8.1", "24 cards in the stock.", "28_cards_in_a_pyramid_and_24_in_the_stock"),
    _says(
        "8.2",
        "A tap on the stock turns a card onto the waste.",
        "a_draw_puts_the_top_of_the_stock_on_the_waste",
        site=(TAP_STOCK,),
    ),
    _aside("9.1", "Heading of the pairs."),
    _says(
        "10.1",
        "Free when both cards on it are gone.",
        "a_card_is_free_when_both_cards_on_it_are_gone",
    ),
    _aside("10.2", "What is allowed follows.", "introduces the list"),
    _says(
        "11.1",
        "Two free pyramid cards of sum 13, such as 8 and 5.",
        "two_free_cards_that_make_13_go_together",
        "a_three_and_a_ten_or_a_five_and_an_eight_go",
    ),
    _says(
        "12.1",
        "A free card and the waste top, such as a queen and an ace on the waste.",
        "the_waste_top_goes_with_a_free_pyramid_card",
    ),
    _says(
        "13.1",
        "A king alone, from the pyramid and from the waste.",
        "a_king_goes_alone_from_the_pyramid",
        "a_king_goes_alone_from_the_waste_and_lays_open_the_card_below",
    ),
    _says(
        "14.1",
        "A pair is made by hand.",
        "two_free_cards_that_make_13_go_together",
        site=(TAP_PAIR,),
        later="dragging",
    ),
    _says(
        "14.2",
        "A king goes with one tap.",
        "a_king_goes_alone_from_the_pyramid",
        site=(TAP_KING,),
    ),
    _aside("15.1", "Heading of the values."),
    _says(
        "16.1",
        "Ace 1, jack 11, queen 12, king 13.",
        "an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number",
    ),
    _says(
        "16.2",
        "The others their number.",
        "an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number",
    ),
    _says(
        "16.3",
        "Six kinds of pairs and the king alone.",
        "there_are_six_kinds_of_pairs_and_the_king_alone",
    ),
    _aside("17.1", "Head of the table."),
    _aside("18.1", "Rule of the table.", "a line"),
    *(
        _says(f"{line}.1", f"{pair}: 13.", "there_are_six_kinds_of_pairs_and_the_king_alone")
        for line, pair in enumerate(
            (
                *("Ace and queen", "Two and jack", "Three and ten", "Four and nine"),
                *("Five and eight", "Six and seven", "The king alone"),
            ),
            19,
        )
    ),
    _aside("26.1", "Heading of the passes."),
    _says(
        "27.1",
        "The stock is turned again twice: three passes.",
        "two_recycles_make_three_passes_and_no_more",
    ),
    _says(
        "27.2",
        "A tap on the empty stock turns the waste back, in the order of the pass before.",
        "the_waste_goes_back_in_the_same_order",
        site=(TAP_EMPTY,),
    ),
    _says(
        "27.3",
        "After the third pass it is not turned again.",
        "two_recycles_make_three_passes_and_no_more",
    ),
    _says(
        "27.4",
        "The pass stands beside the stock.",
        "two_recycles_make_three_passes_and_no_more",
        site=(PASS_SHOWN,),
    ),
    _aside("28.1", "Heading of the score."),
    _says("29.1", "10 points a pair, 5 a king.", "a_pair_is_10_points_and_a_king_5"),
    _says("29.2", "100 points for the cleared pyramid.", "clearing_the_pyramid_is_100_points_more"),
    _says(
        "29.3",
        "Three kings, twelve pairs and the bonus are 15 + 120 + 100 = 235.",
        "three_kings_and_twelve_pairs_and_a_cleared_pyramid_are_15_and_120_and_100",
    ),
    _says(
        "29.4",
        "The cards left in the pyramid are shown.",
        "the_cards_left_in_the_pyramid_are_counted",
        site=(LEFT_SHOWN,),
    ),
    _aside("30.1", "Heading of the advice."),
    _aside("31.1", "Winning is seldom luck.", STRATEGY),
    _aside("31.2", "Why deals are lost.", STRATEGY),
    _aside("31.3", "The best advice follows.", STRATEGY),
    _aside("32.1", "Kings at once.", STRATEGY),
    _aside("33.1", "Pairs that free most.", STRATEGY),
    _aside("34.1", "Spare the stock.", STRATEGY),
    _aside("35.1", "Count what is gone.", STRATEGY),
    _aside("36.1", "Learn the order of the stock.", STRATEGY),
    _aside("37.1", "Heading of the choice of pairs."),
    _aside("38.1", "Pairs that free most cards.", STRATEGY),
    _aside("38.2", "Cards that cover two.", STRATEGY),
    _aside("38.3", "Pairs inside the pyramid.", STRATEGY),
    _aside("39.1", "Heading of blocked partners."),
    _says("40.1", "Four cards of each value.", "there_are_four_cards_of_each_value"),
    _says(
        "40.2",
        "A six that lies on two sevens never pairs with them.",
        "a_six_that_lies_on_two_sevens_never_goes_with_them",
    ),
    _aside("40.3", "Keep an eye on partners.", STRATEGY),
    _aside("41.1", "Heading of the use of the stock."),
    _says(
        "42.1",
        "The cards come in the same order in each pass.",
        "the_waste_goes_back_in_the_same_order",
        "later_passes_keep_the_order_of_what_is_left",
    ),
    _aside("42.2", "Save cards whose turn one knows.", STRATEGY),
    _aside("42.3", "Do not take every pair.", STRATEGY),
    _aside("43.1", "Heading of the mistakes."),
    _aside("44.1", "Most come early.", STRATEGY),
    _aside("44.2", "Three are common.", STRATEGY),
    _aside("45.1", "Taking the first pair.", STRATEGY),
    _aside("45.2", "Pairs free different numbers of cards.", STRATEGY),
    _aside("45.3", "Look below.", STRATEGY),
    _aside("46.1", "Turning the stock too fast.", STRATEGY),
    _aside("46.2", "It costs cards.", STRATEGY),
    _aside("47.1", "Forgetting kings in the stock.", STRATEGY),
    _says(
        "47.2",
        "A king on the waste goes alone; else it blocks the card below it.",
        "a_king_on_the_waste_blocks_the_card_below_it",
        "a_king_goes_alone_from_the_waste_and_lays_open_the_card_below",
    ),
    _says(
        "48.1",
        "Undo is there to try another order; a hint shows a pair or king.",
        "undo_is_there_to_try_another_order",
        later="the hint",
    ),
    _aside("48.2", "In which order the program's hint looks.", PRAISE),
    _says(
        "49.1",
        "An example: 4 and 9 in the bottom row, a 9 on the waste.",
        "four_and_nine_go_inside_the_pyramid_or_with_the_waste",
    ),
    _says(
        "49.2",
        "The 4 with the waste's 9 leaves the pyramid's 9.",
        "four_and_nine_go_inside_the_pyramid_or_with_the_waste",
    ),
    _says(
        "49.3",
        "The 4 with the pyramid's 9 removes two, and cards above come free.",
        "four_and_nine_go_inside_the_pyramid_or_with_the_waste",
    ),
    _aside("50.1", "Heading of other games."),
    _aside("51.1", "Like Golf and TriPeaks.", OTHER_GAMES),
    _aside("51.2", "Unlike Klondike and FreeCell.", OTHER_GAMES),
    _aside("51.3", "Unlike Spider.", OTHER_GAMES),
    _aside("51.4", "More counting, less planning.", OTHER_GAMES),
    _aside("52.1", "There are variants.", "introduces the next two"),
    _says(
        "52.2",
        "In some all 52 cards have to go, here the pyramid is enough.",
        "the_strict_goal_is_offered",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says("52.3", "One to three passes.", "one_to_three_passes_are_offered"),
    _aside("52.4", "Where more is told.", PRAISE),
)

_C = _page(
    "C",
    _aside("1.1", "Heading of the introduction."),
    _says(
        "2.1",
        "For one player, with 52 cards.",
        "a_game_is_played_with_52_different_cards",
    ),
    _says(
        "2.2",
        "Cards go in pairs whose values add up to 13.",
        "two_free_cards_that_make_13_go_together",
    ),
    _says(
        "2.3",
        "28 cards face up in seven rows, the others in the stock.",
        "28_cards_in_a_pyramid_and_24_in_the_stock",
        "seven_rows_have_one_card_to_seven",
        site=(FACE_UP,),
    ),
    _says(
        "3.1",
        "Not every deal can be won.",
        "not_every_deal_can_be_won",
    ),
    _aside("4.1", "Heading of the goal."),
    _says(
        "5.1",
        "The goal is to clear the pyramid.",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says("5.2", "Two cards of sum 13 go.", "two_free_cards_that_make_13_go_together"),
    _says(
        "5.3",
        "Such as 3 and 10, or 5 and 8.",
        "a_three_and_a_ten_or_a_five_and_an_eight_go",
    ),
    _says(
        "5.4",
        "Ace 1, jack 11, queen 12, king 13.",
        "an_ace_is_1_a_jack_11_a_queen_12_a_king_13_and_the_others_their_number",
    ),
    _aside("6.1", "Heading of the play."),
    _aside("7.1", "Four parts of the table follow.", "introduces the list"),
    _says(
        "8.1",
        "The pyramid: 28 cards in seven rows.",
        "seven_rows_have_one_card_to_seven",
    ),
    _says(
        "8.2",
        "Two cards of the next row cover each card.",
        "each_card_is_covered_by_two_cards_of_the_next_row",
    ),
    _says(
        "9.1",
        "The stock: a pile face down.",
        "28_cards_in_a_pyramid_and_24_in_the_stock",
        site=(FACE_DOWN,),
    ),
    _says(
        "9.2",
        "From it cards are drawn onto the waste.",
        "a_draw_puts_the_top_of_the_stock_on_the_waste",
    ),
    _says(
        "10.1",
        "The waste: face up beside the stock.",
        "a_draw_puts_the_top_of_the_stock_on_the_waste",
        site=(WASTE_SHOWN,),
    ),
    _says(
        "10.2",
        "Its cards pair with pyramid cards.",
        "the_waste_top_goes_with_a_free_pyramid_card",
    ),
    _says(
        "10.3",
        "Such as a 4 of the waste with an open 9; both are out of the game then.",
        "removed_cards_are_out_of_the_game",
    ),
    _says(
        "11.1",
        "The removed pile takes what was removed.",
        "removed_cards_are_out_of_the_game",
        site=(REMOVED_PILE,),
    ),
    _says("12.1", "Cards of sum 13 are paired.", "two_free_cards_that_make_13_go_together"),
    _says(
        "12.2",
        "In play: uncovered pyramid cards and the waste top.",
        "a_card_is_free_when_both_cards_on_it_are_gone",
        "of_the_waste_only_the_top_card_is_free",
    ),
    _says(
        "12.3",
        "At the start the bottom row is free, higher cards come free by and by.",
        "at_the_start_only_the_bottom_row_of_the_pyramid_is_free",
        "the_cards_of_higher_rows_come_free_as_lower_ones_go",
    ),
    _aside("13.1", "Heading of the moves."),
    _says(
        "14.1",
        "Cards are drawn from the stock onto the waste.",
        "a_draw_puts_the_top_of_the_stock_on_the_waste",
    ),
    _says(
        "14.2",
        "By a tap on the top of the stock.",
        "a_card_may_be_drawn_at_any_time",
        site=(TAP_STOCK,),
    ),
    _says(
        "15.1",
        "The waste top goes with an open pyramid card.",
        "the_waste_top_goes_with_a_free_pyramid_card",
    ),
    _says(
        "15.2",
        "By dragging or by tapping one and then the other.",
        "the_waste_top_goes_with_a_free_pyramid_card",
        site=(TAP_PAIR,),
        later="dragging",
    ),
    _says(
        "15.3",
        "Both ways do the same.",
        "the_waste_top_goes_with_a_free_pyramid_card",
        site=(TAP_PAIR,),
        later="dragging",
    ),
    _says(
        "15.4",
        "The pyramid card must not be covered.",
        "the_waste_top_goes_with_a_free_pyramid_card",
        "a_covered_card_is_refused_and_nothing_changes",
    ),
    _says(
        "16.1",
        "A pyramid card goes with another.",
        "two_free_cards_that_make_13_go_together",
    ),
    _says(
        "16.2",
        "Both have to be uncovered.",
        "a_card_is_free_when_both_cards_on_it_are_gone",
    ),
    _says(
        "16.3",
        "By dragging or by tapping, as before.",
        "two_free_cards_that_make_13_go_together",
        site=(TAP_PAIR,),
        later="dragging",
    ),
    _says(
        "17.1",
        "A pyramid card goes with a card that it covers.",
        "a_card_goes_with_its_last_cover_where_that_is_allowed",
    ),
    _says(
        "17.2",
        "A 4 that alone still covers a 9 goes with it.",
        "a_card_goes_with_its_last_cover_where_that_is_allowed",
    ),
    _says(
        "17.3",
        "Not while another card lies on the 9 as well.",
        "a_card_goes_with_its_last_cover_where_that_is_allowed",
    ),
    _says(
        "17.4",
        "Versions differ; here it is allowed.",
        "a_card_goes_with_its_last_cover_where_that_is_allowed",
        "a_card_never_goes_with_a_card_that_still_covers_it",
    ),
    _says(
        "18.1",
        "The stock is filled again when it is empty.",
        "the_stock_is_filled_again_only_when_it_is_empty",
    ),
    _says(
        "18.2",
        "By a tap where the stock was; all of the waste goes back.",
        "the_waste_goes_back_in_the_same_order",
        site=(TAP_EMPTY,),
    ),
    _says(
        "18.3",
        "As often as one likes.",
        "the_stock_may_be_gone_through_as_often_as_one_likes",
    ),
    _says(
        "19.1",
        "A king goes to the removed pile.",
        "a_king_goes_alone_from_the_pyramid",
        "a_king_goes_alone_from_the_waste_and_lays_open_the_card_below",
    ),
    _says(
        "19.2",
        "The goal is to remove cards of sum 13.",
        "two_free_cards_that_make_13_go_together",
    ),
    _says(
        "19.3",
        "A king is 13 by itself and goes with no other card.",
        "a_king_goes_with_no_other_card",
    ),
    _says(
        "19.4",
        "By one tap or by dragging it to the removed pile.",
        "a_king_goes_alone_from_the_pyramid",
        site=(TAP_KING,),
        later="dragging",
    ),
    _says(
        "20.1",
        "Moves may be undone as often as one likes.",
        "everything_can_be_undone_without_limit",
    ),
    _says("20.2", "Undo is unlimited.", "everything_can_be_undone_without_limit"),
    _says("20.3", "Each undo counts as a move.", "each_undo_counts_as_a_move"),
    _aside("20.4", "Mind it when playing for few moves.", STRATEGY),
    _aside("21.1", "Heading of the win."),
    _says(
        "22.1",
        "Won when the pyramid is gone.",
        "a_game_is_won_as_soon_as_the_pyramid_is_gone_whatever_is_left",
    ),
    _says("22.2", "Not every deal can be won.", "not_every_deal_can_be_won"),
    _says(
        "22.3",
        "The player is warned when the game can no longer be won.",
        "the_c_preset_warns_when_the_game_can_no_longer_be_won",
        later="the warning",
    ),
    _aside("23.1", "Heading of time and moves."),
    _says(
        "24.1",
        "Moves are counted and the time is measured, to beat one's best games.",
        "removals_draws_and_recycles_count_as_moves",
        site=(COUNTERS_SHOWN, TIME_SHOWN),
        later="the statistics",
    ),
    _says(
        "24.2",
        "The best conceivable game is 14 moves: pairs of the pyramid, no draw, no king.",
        "fourteen_pairs_without_a_draw_are_the_shortest_win",
    ),
    _aside("25.1", "Heading of the variants."),
    _aside("26.1", "There are many.", OTHER_GAMES),
    _says(
        "26.2",
        "Such as more wastes (not offered here), no recycling, an open stock.",
        "one_to_three_passes_are_offered",
        "an_open_stock_is_offered",
    ),
    _aside("26.3", "The author's choice.", PRAISE),
    _aside("26.4", "The author's taste.", PRAISE),
    _aside("27.1", "Heading of the invitation."),
    _aside("28.1", "An invitation.", PRAISE),
    _aside("28.2", "Where to play.", PRAISE),
)

SENTENCES = (*_N, *_S, *_P, *_C)
"""Every sentence of the four pages, in order."""
