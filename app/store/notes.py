"""What is noted of games beside their logs: help, and what the solver has found out."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select, update

from . import tables
from .lists import Lists
from .records import Help, StoredGame
from .rows import AnyRow
from .tally import marking

_game = tables.game.c

_HINT: Final = (
    update(tables.game)
    # The board that a hint was counted on last: its second step counts no more.
    .where(
        _game.id == bindparam("game"),
        _game.hint_ply != bindparam("now_at"),
        # What comes after the end is no help in it.
        _game.finished_at.is_(None),
    )
    .values(
        hints=_game.hints + 1,
        hint_ply=bindparam("now_at"),
        help=_game.help.bitwise_or(Help.HINT.value),
    )
)
_HELP: Final = (
    update(tables.game)
    .where(_game.id == bindparam("game"), _game.finished_at.is_(None))
    .values(help=_game.help.bitwise_or(bindparam("kinds")))
)
ENDED_UNKNOWN: Final = select(_game.visitor_id, _game.finished_at).where(
    _game.deal_key == bindparam("deal"),
    _game.finished_at.is_not(None),
    _game.winnable.is_(None) | _game.par.is_(None),
)
_KNOW_WINNABLE: Final = (
    update(tables.game)
    .where(_game.deal_key == bindparam("deal"), _game.winnable.is_(None))
    .values(winnable=bindparam("found"))
)
_KNOW_PAR: Final = (
    update(tables.game)
    .where(_game.deal_key == bindparam("deal"), _game.par.is_(None))
    .values(par=bindparam("found"))
)


class Notes(Lists):
    """What is noted of games: a courtesy each, that no player waits for."""

    def count_hint(self, stored: StoredGame) -> None:
        """Count that the player was told a winning move, once for each board."""
        values = {"game": stored.id, "now_at": stored.ply}
        self._database.courtesy("A hint could not be counted", (_HINT, values))

    def note_help(self, stored: StoredGame, kinds: Help) -> None:
        """Note what the player was told before the game has ended; what is noted stays noted."""
        if kinds in stored.help or stored.finished_at is not None:
            return
        values = {"game": stored.id, "kinds": kinds.value}
        self._database.courtesy("A kind of help could not be noted", (_HELP, values))

    def note_known(self, deal: str, winnable: bool | None, par: int | None) -> None:
        """Note with every game of a deal, given by its `deal_key`, what the solver found out."""
        writes = []
        if winnable is not None:
            writes.append((_KNOW_WINNABLE, {"deal": deal, "found": winnable}))
        if par is not None:
            writes.append((_KNOW_PAR, {"deal": deal, "found": par}))
        ended = [(row.visitor_id, row.finished_at) for row in self._ended(deal)]
        self._database.courtesy(
            "What is known of a deal could not be noted", *writes, *marking(ended)
        )

    def _ended(self, deal: str) -> Sequence[AnyRow]:
        """Return the visitors and ends of the games of a deal of which not all is known yet."""
        with self._database.reading() as connection:
            found = connection.execute(ENDED_UNKNOWN, {"deal": deal}).all()
        return [row for row in found if row.finished_at is not None]
