"""Whether the game on the table can still be won, or where to ask that."""

from dataclasses import dataclass

from app.analysis import Standing
from app.engine import Status
from app.store import StoredGame

from ..words import Told, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The verdict on a position.

    Beside the kinds of a verdict in words there are `ask` (nobody has asked for it) and `none`
    (the game is over).
    """

    told: Told
    url: str
    """Where to ask for it."""
    back_url: str = ""
    """Where a lost game can be taken back to."""


def verdict_view(
    stored: StoredGame,
    standing: Standing | None,
    *,
    words: Words,
    url: str,
    attempt: int = 0,
    asked: bool,
) -> VerdictView:
    """Return the verdict on a position; `url` is the game's, `asked` says whether it is wanted."""
    _ = words.language.gettext
    address = f"{url}/verdict"
    ask = f"{address}?ply={stored.ply}"
    ended = stored.game.status is not Status.PLAYING
    if stored.game.position.is_won or (ended and standing is None):
        return VerdictView(told=Told(kind="none", text=""), url=ask)
    if standing is None and not asked:
        return VerdictView(told=Told(kind="ask", text=_("Can it still be won?")), url=ask)
    told = words.standing(standing).asked(address, attempt, ply=stored.ply)
    lost = told.kind == "lost" and bool(stored.game.line)
    return VerdictView(told=told, url=ask, back_url=f"{url}/back" if lost else "")
