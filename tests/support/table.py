"""A game as a page must show it, worked out from the engine: what pages are compared with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.engine import DECK, REDO, UNDO, Card, Game, Position, Setup, Status, Talon, parse_entry

GOLDEN_LINES = Path(__file__).parents[1] / "golden" / "lines.json"


def table_of(game: Game) -> dict[str, Any]:
    """The marks of `#game` that the state of a game decides, all but the clock."""
    position, rules = game.position, game.setup.rules
    stats = {"moves": str(game.moves), "left": str(position.left)}
    if game.score is not None:
        stats["score"] = str(game.score)
    if rules.passes is not None:
        stats["pass"] = f"{game.pass_number}/{rules.passes}"
    return {
        "code": game.code,
        "ply": game.ply,
        "status": game.status.value,
        "legal": sorted(map(str, position.legal_moves())),
        "cards": {str(card): _marks(position, card) for card in DECK if is_shown(position, card)},
        "stock": len(position.stock),
        "turn": "draw" if position.can_draw else "recycle" if position.can_recycle else "",
        "drawn": None if rules.talon is not Talon.DRAWN else int(position.drawn is not None),
        "waste": len(position.waste),
        "removed": position.removed_count,
        "stats": stats,
        "undo": game.why_not(UNDO) is None,
        "redo": game.why_not(REDO) is None,
    }


def is_shown(position: Position, card: Card) -> bool:
    """Whether a card is a button of the table: in the pyramid, or in play beside it."""
    place = position.place_of(card)
    return place is not None and (place.startswith("r") or position.is_free(card))


def _marks(position: Position, card: Card) -> list[str]:
    """Place and state of a card that is shown."""
    place = position.place_of(card)
    assert place is not None
    return [place, "free" if position.is_free(card) else "covered"]


def hidden_cards(game: Game) -> tuple[str, ...]:
    """The face-down cards of the stock, in the order in which they are drawn."""
    position = game.position
    return tuple(str(card) for card in position.stock if not position.is_free(card))


def golden_line(code: str) -> tuple[str, ...]:
    """The moves of a win, one of those that the tests of the command line play too."""
    line: list[str] = json.loads(GOLDEN_LINES.read_text())[code]
    return tuple(line)


def stuck_line(code: str) -> tuple[str, ...]:
    """Moves that lead to a stuck game: whatever the rules offer first, to the end.

    Raises `AssertionError` where that wins or does not end.
    """
    game = Game(Setup.parse(code))
    while game.status is Status.PLAYING:
        game = game.play(game.position.legal_moves()[0])
        assert game.ply < 500, f"{code} does not end"
    assert game.status is Status.STUCK, f"{code} is won by the first moves offered"
    return tuple(map(str, game.line))


def game_after(code: str, *entries: str) -> Game:
    """The game of a code after the entries of a log."""
    return Game(Setup.parse(code), tuple(map(parse_entry, entries)))
