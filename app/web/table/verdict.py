"""Whether the game on the table can still be won, or where to ask that."""

from dataclasses import dataclass
from typing import Final

from app.analysis import Standing, Verdict
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
    since: int = 0
    """The board from which on a loss is told: it stays one until an undo."""
    rules: str = ""
    """The rules to deal one that can be won under, where no position of this deal can be."""


def verdict_view(
    stored: StoredGame,
    standing: Standing | None,
    *,
    words: Words,
    url: str,
    attempt: int = 0,
    asked: bool,
    since: int | None = None,
) -> VerdictView:
    """Return the verdict on a position; `url` is the game's, `asked` says whether it is wanted.

    `since` is the board from which on a loss was told before.
    """
    _ = words.language.gettext
    address = f"{url}/verdict"
    ask = f"{address}?ply={stored.ply}"
    ended = stored.game.status is not Status.PLAYING
    if stored.game.position.is_won or (ended and standing is None):
        return VerdictView(told=Told(kind="none", text=""), url=ask)
    if standing is None and not asked:
        return VerdictView(told=Told(kind="ask", text=_("Can it still be won?")), url=ask)
    if standing is not None:
        standing = with_what_is_known(stored, standing)
    told = words.standing(standing).asked(address, attempt, ply=stored.ply)
    lost = told.kind == "lost" and bool(stored.game.line)
    return VerdictView(
        told=told,
        url=ask,
        back_url=f"{url}/back" if lost else "",
        since=stored.ply if since is None else since,
        rules=str(stored.game.setup.rules) if told.kind == "hopeless" and not ended else "",
    )


def with_what_is_known(stored: StoredGame, standing: Standing) -> Standing:
    """Return a standing with what is kept of the deal, which may be more than was found out now."""
    if stored.winnable is False:
        return LOST_FROM_THE_START
    return standing


def still_lost(stored: StoredGame) -> Standing:
    """Return how a game stands in which the loss was told: moves alone don't bring a win back."""
    at_start = {None: Verdict.UNKNOWN, True: Verdict.WINNABLE, False: Verdict.LOST}
    return Standing(Verdict.LOST, at_start[stored.winnable])


LOST_FROM_THE_START: Final = Standing(Verdict.LOST, Verdict.LOST)
"""How every position of a deal stands that cannot be won."""
