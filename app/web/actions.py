"""What is done to games, by pages and JSON alike: nobody else makes or changes one."""

import secrets
from dataclasses import dataclass

from app.engine import DEALS, UNDO, Deal, Entry, Game, IllegalMove, Move, Reason, Rules, Setup
from app.store import Stale, StoredGame

from .visit import Seat, Visit


def random_setup(rules: Rules) -> Setup:
    """Return rules with a deal by chance, each of the numbered deals as likely as any other."""
    return Setup(rules, Deal.numbered(secrets.randbelow(DEALS)))


def begin(
    visit: Visit,
    setup: Setup,
    *,
    moves: tuple[Move, ...] = (),
    leaving: StoredGame | None = None,
) -> StoredGame:
    """Return a new game, and leave the one it is begun from, else the latest open one.

    `moves` are made in it at once. Raises `IllegalMove` if they can't be.
    """
    # Before anybody is made a visitor for it.
    Game(setup, moves)
    games, visitor = visit.site.store.games, visit.identified()
    left = leaving or games.open_game(visitor.id)
    return games.new(visitor.id, setup, given=moves, leaving=left)


def restart(seat: Seat) -> StoredGame:
    """Return a new game of the same deal under the same rules; this one is left for it."""
    return begin(seat.visit, seat.stored.game.setup, leaving=seat.stored)


def leave(seat: Seat) -> StoredGame:
    """Return a game as given up by its player; it can be taken up again."""
    return seat.visit.site.store.games.leave(seat.stored)


def count_hint(seat: Seat) -> None:
    """Count that the player was told a winning move, once for each board."""
    seat.visit.site.store.games.count_hint(seat.stored)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry: the game as it stands now, and why it was refused if it was."""

    stored: StoredGame
    reason: Reason | None = None


def enter(seat: Seat, entry: Entry, *, ply: int) -> Outcome:
    """Make one more entry in the log of a visitor's own game.

    `ply` is that of the board that the visitor had before them. Where the game has moved on
    since, here or in another process, nothing is entered, and the outcome has the board of now.
    """
    if ply != seat.stored.ply:
        return Outcome(seat.stored, Reason.STALE)
    try:
        game = seat.stored.game.enter(entry)
    except IllegalMove as illegal:
        return Outcome(seat.stored, illegal.reason)
    return _kept(seat, game)


def take_back(seat: Seat, count: int) -> Outcome:
    """Take several actions back at once; the reason is `UNDO_LIMIT` where that is too many."""
    game = seat.stored.game
    try:
        for _step in range(count):
            game = game.enter(UNDO)
    except IllegalMove as illegal:
        return Outcome(seat.stored, illegal.reason)
    return _kept(seat, game)


def _kept(seat: Seat, game: Game) -> Outcome:
    """Keep what a game has become, unless it has moved on meanwhile."""
    try:
        return Outcome(seat.visit.site.store.games.append(seat.stored, game, ply=seat.stored.ply))
    except Stale:
        return Outcome(seat.visit.seat(seat.stored.id).stored, Reason.STALE)
