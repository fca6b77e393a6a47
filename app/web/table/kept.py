"""The game that was played before this one: kept, and a tap away until something is done here."""

from dataclasses import dataclass

from app.store import GameSummary, State, StoredGame

from ..visit import Seat
from ..words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptView:
    """What is said of the game before this one, and what leads there."""

    text: str
    url: str
    post: bool
    """Whether it was left for this one, and has to be taken up again."""


def game_before(seat: Seat, named: str) -> GameSummary | None:
    """Return the game that its player can go back to from one in which nothing was done yet.

    That is an open one that was begun, or the one of the same deal that was left for this one.
    `named` are ids as in `game_path`: of two the first that there is something to go back to in.
    """
    stored = seat.stored
    if not named or stored.started_at is not None:
        return None
    for game_id in named.split(".", 1):
        found = seat.visit.site.store.games.summary(game_id, stored.visitor_id)
        if found is None or found.started_at is None or found.id == stored.id:
            continue
        was_left = found.status is State.LEFT and found.setup == stored.game.setup
        return found if was_left or found.status in (State.PLAYING, State.STUCK) else None
    return None


def kept_view(
    stored: StoredGame, before: GameSummary | None, *, words: Words, root: str
) -> KeptView | None:
    """Return what a board says of the game before it."""
    if before is None:
        return None
    _ = words.language.gettext
    left = before.status is State.LEFT
    url = f"{root}/g/{before.id}"
    practice = _("Undo did not reach so far: this is practice from there.")
    return KeptView(
        text=practice if stored.given else _("Previous game kept"),
        url=f"{url}/resume" if left else url,
        post=left,
    )


def to_go_back_to(stored: StoredGame, before: GameSummary | None) -> str:
    """Return the ids of what the player may want back after the next deal, as in `game_path`.

    A game in which nothing was done is named as well: a first move may be on its way.
    """
    if stored.status in (State.WON, State.LEFT):
        return ""
    untouched = stored.started_at is None
    return f"{stored.id}.{before.id}" if untouched and before else stored.id
