"""The counters of a game."""

from dataclasses import dataclass
from datetime import datetime

from app.store import StoredGame

from ..words import Words, clock


@dataclass(frozen=True, slots=True)
class StatView:
    """A counter: `moves`, `time`, `score`, `left` or `pass`."""

    key: str
    label: str
    value: str
    paused: bool = False
    """Whether the clock stands still, as nothing has been done for too long."""


def stats_view(stored: StoredGame, words: Words, now: datetime) -> tuple[StatView, ...]:
    """Return the counters that the rules of a game have, as they stand at a moment."""
    _ = words.language.gettext
    game = stored.game
    time = clock(int(stored.elapsed_at(now)))
    stats = [
        StatView("moves", _("Moves"), str(game.moves)),
        StatView("time", _("Time"), time, paused=stored.paused_at(now)),
    ]
    if game.score is not None:
        stats.append(StatView("score", _("Score"), str(game.score)))
    # Translators: over the number of cards that are left of the pyramid.
    stats.append(StatView("left", _("Left"), str(game.position.left)))
    if game.setup.rules.passes is not None:
        value = f"{game.pass_number}/{game.setup.rules.passes}"
        # Translators: over 2/3, the second of three passes through the stock.
        stats.append(StatView("pass", _("Pass"), value))
    return tuple(stats)
