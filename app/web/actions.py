"""What the pages and the JSON interface do to a game alike."""

from dataclasses import dataclass

from app.engine import Entry, IllegalMove, Reason
from app.store import Stale, StoredGame

from .deps import Visit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry: the game as it stands now, and why it was refused if it was."""

    stored: StoredGame
    reason: Reason | None = None


def enter(visit: Visit, stored: StoredGame, entry: Entry, *, ply: int) -> Outcome:
    """Make one more entry in the log of a visitor's own game.

    `ply` is that of the board that the visitor had before them. Where the game has moved on
    since, here or in another process, nothing is entered, and the outcome has the board of now.
    """
    if ply != stored.ply:
        return Outcome(stored, Reason.STALE)
    try:
        game = stored.game.enter(entry)
    except IllegalMove as illegal:
        return Outcome(stored, illegal.reason)
    try:
        return Outcome(visit.site.store.games.append(stored, game, ply=ply))
    except Stale:
        return Outcome(visit.owned_game(stored.id), Reason.STALE)
