"""Replaying logs, without doing again what was just done."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from threading import Lock
from typing import Final

from app.engine import Card, Deal, Game, IllegalMove, NotationError, Rules, Setup, parse_entry

from .errors import CorruptGame
from .records import counted_time

MOST_BYTES: Final = 32 * 2**20
"""How much memory the replays of one process may take: some thousand games of usual length."""
# As measured; short logs take more an entry than long ones, whose texts are shared.
_REPLAY_BYTES: Final = 4_000
_ENTRY_BYTES: Final = 350

_read_entry = lru_cache(maxsize=2048)(parse_entry)


@lru_cache(maxsize=512)
def setup_of(rules: str, deal_number: int | None, deal_cards: str) -> Setup:
    """Return the setup that a row keeps; raises `ValueError` if it can't be one."""
    cards = (deal_cards[i : i + 2] for i in range(0, len(deal_cards), 2))
    return Setup(Rules.parse(rules), Deal(tuple(map(Card.parse, cards)), deal_number))


@dataclass(frozen=True, slots=True)
class Replay:
    """A log played out: its text and times, the game it makes, and the time that counts."""

    game: Game
    texts: tuple[str, ...] = ()
    times: tuple[datetime, ...] = ()
    counted: timedelta = timedelta()

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        return _REPLAY_BYTES + _ENTRY_BYTES * self.game.ply

    def begins(self, setup: Setup, texts: tuple[str, ...], times: tuple[datetime, ...]) -> bool:
        """Return whether a game of that setup and log begins like this one."""
        ply = self.game.ply
        return self.game.setup == setup and (self.texts, self.times) == (texts[:ply], times[:ply])

    def followed_by(self, game: Game, at: datetime) -> "Replay":
        """Return the replay after the further entries of a log, all made at one moment."""
        texts = tuple(map(str, game.log[self.game.ply :]))
        counted = self.counted + counted_time((*self.times[-1:], at))
        return Replay(game, (*self.texts, *texts), (*self.times, *(at,) * len(texts)), counted)


class Replays:
    """The games that were last replayed in this process, to go on from.

    A game follows from its setup and its log alone. A kept one is used only where it has the
    same setup and where its log, entry by entry, is how the wanted log begins; so what other
    processes do, or a backup that is put back, can't make it wrong.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._free = most_bytes
        self._replays: OrderedDict[str, Replay] = OrderedDict()
        self._lock: Final = Lock()

    def replay(
        self, game_id: str, setup: Setup, texts: tuple[str, ...], times: tuple[datetime, ...]
    ) -> Replay:
        """Return the replay of a setup and a log; raises `CorruptGame` if there is none."""
        with self._lock:
            kept = self._replays.get(game_id)
        if kept is None or not kept.begins(setup, texts, times):
            kept = Replay(Game(setup))
        game, ply = kept.game, kept.game.ply
        for text in texts[ply:]:
            game = _entered(game_id, game, text)
        counted = kept.counted + counted_time(times[max(0, ply - 1) :])
        found = Replay(game, texts, times, counted)
        self._keep(game_id, found)
        return found

    def follow(self, game_id: str, before: Game, game: Game, at: datetime) -> None:
        """Remember a game that has just gone on."""
        with self._lock:
            kept = self._replays.get(game_id)
        if kept and kept.game is before:
            self._keep(game_id, kept.followed_by(game, at))

    def _keep(self, game_id: str, replay: Replay) -> None:
        with self._lock:
            before = self._replays.pop(game_id, None)
            self._free += before.size if before else 0
            self._replays[game_id] = replay
            self._free -= replay.size
            while self._free < 0:
                _, oldest = self._replays.popitem(last=False)
                self._free += oldest.size


def _entered(game_id: str, game: Game, text: object) -> Game:
    """Return the game after one more entry of its log; raises `CorruptGame`."""
    if not isinstance(text, str):
        raise CorruptGame(game_id, game.ply + 1, f"{text!r} is no entry")
    try:
        return game.enter(_read_entry(text))
    except NotationError as error:
        raise CorruptGame(game_id, game.ply + 1, str(error)) from error
    except IllegalMove as error:
        why = f"{text} is refused ({error.reason.value})"
        raise CorruptGame(game_id, game.ply + 1, why) from error
