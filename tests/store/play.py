"""What the tests of the store share: a clock to turn by hand, deals and ways to play them."""

import random
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy import select

from app.engine import DRAW, RECYCLE, REDO, UNDO, Card, Deal, Entry, Game, Move, Setup, Status
from app.store import Store, StoredGame, tables

NOON = datetime(2030, 5, 17, 12, 0, 0, 123_457, tzinfo=UTC)


class Clock:
    """A clock that stands still between two calls of `wait`."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now


def setup(code: str = "PY1-N-AAAAAAS") -> Setup:
    return Setup.parse(code)


@cache
def easy_deal(number: int = 0) -> Deal:
    """A deal whose rows go one after the other: pairs side by side, and a king in odd rows.

    Another number is another such deal.
    """
    pairs = [[Card(rank, suit), Card(13 - rank, suit)] for rank in range(1, 7) for suit in "CDHS"]
    if number:
        random.Random(number).shuffle(pairs)
    kings = [Card(13, suit) for suit in "CDHS"]
    cards: list[Card] = []
    for row in range(1, 8):
        for _ in range(row // 2):
            cards += pairs.pop()
        if row % 2:
            cards.append(kings.pop())
    return Deal((*cards, *(card for pair in pairs for card in pair)))


@cache
def easy_win(number: int = 0) -> tuple[Move, ...]:
    """The sixteen removals that clear the pyramid of an easy deal."""
    pyramid, moves = list(easy_deal(number).pyramid), []
    for row in range(7, 0, -1):
        cards, pyramid = pyramid[-row:], pyramid[:-row]
        while cards:
            count = 1 if cards[0].rank == 13 else 2
            moves.append(Move.remove(*cards[:count]))
            cards = cards[count:]
    return tuple(moves)


def around(game: Game) -> Move:
    """The draw or recycle that is legal: with passes without limit there always is one."""
    return DRAW if game.why_not(DRAW) is None else RECYCLE


def any_entry(game: Game, chance: random.Random) -> Entry:
    """Some entry that the game allows; removals come often, undo and redo now and then."""
    choices: list[Entry] = list(game.position.legal_moves())
    choices += [entry for entry in (UNDO, REDO) if game.why_not(entry) is None]
    return chance.choice(choices)


def enter(store: Store, stored: StoredGame, entry: Entry) -> StoredGame:
    return store.games.append(stored, stored.game.enter(entry), ply=stored.ply)


def win(store: Store, visitor_id: str, clock: Clock, *, pause: float = 3.0) -> StoredGame:
    """A game of the easy deal, won."""
    stored = store.games.new(visitor_id, Setup(setup().rules, easy_deal()))
    for move in easy_win():
        clock.wait(pause)
        stored = enter(store, stored, move)
    assert stored.game.status is Status.WON
    return stored


def summary_row(store: Store, game_id: str) -> dict[str, object]:
    """The row of a game as the database has it."""
    with store.database.engine.connect() as connection:
        row = connection.execute(select(tables.game).where(tables.game.c.id == game_id)).one()
        return dict(row._mapping)


def log_rows(store: Store, game_id: str) -> list[tuple[int, str, datetime]]:
    """The log of a game as the database has it, in order."""
    log = tables.log.c
    query = select(log.ply, log.entry, log.at).where(log.game_id == game_id).order_by(log.ply)
    with store.database.engine.connect() as connection:
        return [(row.ply, row.entry, row.at) for row in connection.execute(query)]
