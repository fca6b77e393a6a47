"""`play`: moves from the start of a deal code, and the board after them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Final

from app.engine import Game, IllegalMove, Reason, Setup, Talon, parse_entry

from .command import Command, Options
from .deal import add_code
from .output import ILLEGAL, Failure, print_json, print_text, sign, signs, triangle


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    add_code(parser)
    parser.add_argument(
        "moves",
        metavar="MOVE",
        nargs="*",
        help="draw, recycle, a king such as KD, a pair such as TC3S, undo, redo",
    )


_REASONS: Final[Mapping[Reason, str]] = {
    Reason.COVERED: "a card lies under another one",
    Reason.SUM: "the cards do not add up to 13",
    Reason.NOT_IN_PLAY: "a card is not in play",
    Reason.UNDER_WASTE_TOP: "a card lies under the top of the waste",
    Reason.NO_CARD_TO_DRAW: "there is no card to draw",
    Reason.NO_PASS_LEFT: "there is no pass left",
    Reason.STOCK_NOT_EMPTY: "there are still cards in the stock",
    Reason.GAME_OVER: "the game is over",
    Reason.NOTHING_TO_UNDO: "there is nothing to undo",
    Reason.NOTHING_TO_REDO: "there is nothing to redo",
    Reason.UNDO_LIMIT: "undo reaches no further back",
}


def _play(options: Options) -> int:
    game = Game(Setup.parse(options.code))
    # All of them are read before the first is played: half a game would be no answer to a slip.
    entries = [parse_entry(text) for text in options.moves]
    for index, entry in enumerate(entries):
        try:
            game = game.enter(entry)
        except IllegalMove as illegal:
            if options.json:
                print_json({"error": illegal.reason.value, "at": index})
                return ILLEGAL
            why = _REASONS[illegal.reason]
            raise Failure(f"move {index + 1}, {entry}, is illegal: {why}", ILLEGAL) from None
    if options.json:
        print_json(_as_json(game))
    else:
        _print_game(game)
    return 0


def _as_json(game: Game) -> dict[str, object]:
    position = game.position
    places = ((card, position.place_of(card)) for card in game.setup.deal.pyramid)
    return {
        "code": game.code,
        "status": game.status.value,
        "moves": game.moves,
        "score": game.score,
        "left": position.left,
        "pass": game.pass_number,
        "pyramid": {place: str(card) for card, place in places if place},
        "stock": len(position.stock),
        "drawn": None if position.drawn is None else str(position.drawn),
        "waste": [str(card) for card in position.waste],
        "legal": [str(move) for move in position.legal_moves()],
    }


def _print_game(game: Game) -> None:
    position = game.position
    passes = game.setup.rules.passes
    counters = [
        f"{game.status}",
        f"moves {game.moves}",
        "" if game.score is None else f"score {game.score}",
        f"cards left {position.left}",
        f"pass {game.pass_number}" + ("" if passes is None else f" of {passes}"),
    ]
    print_text(f"{game.code}: {', '.join(filter(None, counters))}")
    print_text("")
    print_text(triangle(position))
    print_text("")
    face_up = ""
    if game.setup.rules.talon is Talon.OPEN and position.stock:
        face_up = f", top {sign(position.stock[0])}"
    print_text(f"Stock  {len(position.stock)}{face_up}")
    if position.drawn is not None:
        print_text(f"Drawn  {sign(position.drawn)}")
    print_text(f"Waste  {signs(position.waste)}")
    print_text(f"Legal  {' '.join(map(str, position.legal_moves())) or 'none'}")


COMMAND: Final = Command(
    _play,
    _play_arguments,
    "play moves from the start of a deal code",
)
