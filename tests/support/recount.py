"""What a visitor's games come to, a second time: from the rows and logs, by the record's own words.

It shares nothing with `app.record`, `app.store` or `app.web.summing`: logs are replayed with the
engine, and everything else is counted here, a game at a time, with nothing kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Any

from sqlalchemy import Engine, text

from app.engine import Entry, Game, Setup, parse_entry

HINT_AND_ALL_ELSE = 1 | 2 | 4 | 8 | 16 | 32
"""Bits of help: hint, verdict, way back, solution, review, and what nobody knows."""
SOLUTION_OR_REVIEW = 8 | 16 | 32
MOST_OF_A_GAP = timedelta(seconds=120)
WEEK = timedelta(days=7)

_GAMES = text(
    "SELECT id, rules, deal_cards, given, help, hints, winnable, par, finished_at, taken_up_at"
    " FROM game WHERE visitor_id = :visitor"
)
_LOG = text(
    "SELECT game_id, entry, at FROM log JOIN game ON game.id = log.game_id"
    " WHERE visitor_id = :visitor ORDER BY game_id, log.ply"
)

Figures = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Played:
    """A game that its player began, as its log tells it."""

    id: str
    deal: tuple[str, str]
    is_practice: bool
    result: str
    begun: datetime
    ended: datetime | None
    help: int
    help_class: str
    first_sight: bool
    strokes: int
    par: int | None
    seconds: int
    points: int | None
    winnable: bool | None
    hints: int
    undos: int
    days: frozenset[date]
    last: datetime
    """When it was last done anything in: an action, or taking it up."""

    @property
    def rules(self) -> str:
        return self.deal[0]

    @property
    def over_par(self) -> int | None:
        return None if self.par is None else self.strokes - self.par


def recounted(engine: Engine, visitor: str) -> list[Played]:
    """All games that a visitor began, practice too, in the order in which they were begun."""
    with engine.connect() as connection:
        rows = connection.execute(_GAMES, {"visitor": visitor}).all()
        entries: dict[str, list[tuple[Entry, datetime]]] = {row.id: [] for row in rows}
        for name, entry, at in connection.execute(_LOG, {"visitor": visitor}):
            entries[name].append((parse_entry(entry), _moment(at)))
    begun = [row for row in rows if len(entries[row.id]) > (row.given or 0)]
    begun.sort(key=lambda row: entries[row.id][row.given or 0][1])
    games, deals = [], set[tuple[str, str]]()
    for row in begun:
        deal = (row.rules, row.deal_cards)
        games.append(_played(row, entries[row.id], is_first=deal not in deals))
        deals.add(deal)
    return games


def _played(row: Any, entries: Sequence[tuple[Entry, datetime]], *, is_first: bool) -> Played:
    log = tuple(entry for entry, _ in entries)
    game = Game(Setup.parse(f"PY1-{row.rules}-{row.deal_cards}"), log)
    own = entries[row.given or 0 :]
    times = [at for _, at in own]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    counted = sum((min(max(gap, timedelta()), MOST_OF_A_GAP) for gap in gaps), timedelta())
    undos = [str(entry) for entry, _ in own].count("undo")
    ended = None if row.finished_at is None else _moment(row.finished_at)
    if game.position.is_won:
        # The first win stands, and nothing comes after it.
        ended, result = times[-1], "won"
    else:
        result = "open" if ended is None else "left"
    helped = bool(row.help & HINT_AND_ALL_ELSE)
    taken_up = [] if row.taken_up_at is None else [_moment(row.taken_up_at)]
    return Played(
        id=row.id,
        deal=(row.rules, row.deal_cards),
        is_practice=bool(row.given),
        result=result,
        begun=times[0],
        ended=ended,
        help=row.help,
        help_class="helped" if helped else "own" if undos else "alone",
        first_sight=is_first and not row.help & SOLUTION_OR_REVIEW,
        strokes=len(log),
        par=row.par,
        seconds=int(counted.total_seconds()),
        points=game.score,
        winnable=None if row.winnable is None else bool(row.winnable),
        hints=row.hints,
        undos=undos,
        days=frozenset(at.date() for at in times),
        last=max([times[-1], *taken_up]),
    )


def _moment(value: Any) -> datetime:
    """What a driver gives for a time: SQLite a text without a zone, PostgreSQL a time with one."""
    read = datetime.fromisoformat(value) if isinstance(value, str) else value
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)


def figures(
    games: Iterable[Played], *, rules: str = "*", help_class: str | None = None, period: str = ""
) -> Figures:
    """The figures of a rule set, a class of help and a period, by their names."""
    counting = [game for game in games if not game.is_practice]
    seen = [
        game
        for game in counting
        if rules in ("*", game.rules)
        and help_class in (None, game.help_class)
        and _is_in(game, period)
    ]
    won = [game for game in seen if game.result == "won"]
    left = [game for game in seen if game.result == "left"]
    could = [game for game in left if game.winnable is True]
    streak, longest = _streaks(won + left)
    days = {day for game in seen for day in game.days if day.isoformat().startswith(period)}
    return {
        "begun": len(seen),
        "won": len(won),
        "left": len(left),
        "open": len(seen) - len(won) - len(left),
        "share": _share(len(won), len(won) + len(left)),
        "share_winnable": _share(len(won), len(won) + len(could)),
        # A deal counts once: where it was first played, and where it was first won.
        "deals_played": len(
            _firsts(counting, lambda game: game.begun) & {each.id for each in seen}
        ),
        "deals_won": len(_first_wins(counting) & {each.id for each in seen}),
        "streak": streak,
        "longest_streak": longest,
        "at_par": sum(game.over_par == 0 for game in won),
        "hints": _share(sum(game.hints for game in seen), len(seen)),
        "undos": _share(sum(game.undos for game in seen), len(seen)),
        "days": len(days),
        "best": _lines(won, left, min, max),
        "median": _lines(won, left, median, median),
    }


def _is_in(game: Played, period: str) -> bool:
    """Whether a game ended in a period; of all time are those too that are open."""
    return not period or (game.ended is not None and game.ended.isoformat().startswith(period))


def _firsts(games: Iterable[Played], when: Callable[[Played], Any]) -> set[str]:
    first: dict[tuple[str, str], Played] = {}
    for game in games:
        if game.deal not in first or when(game) < when(first[game.deal]):
            first[game.deal] = game
    return {game.id for game in first.values()}


def _first_wins(games: Iterable[Played]) -> set[str]:
    return _firsts([game for game in games if game.result == "won"], lambda game: game.ended)


def _streaks(ended: Iterable[Played]) -> tuple[int, int]:
    """The wins in a row up to the last game that ended, and the most there ever were."""
    now, most = 0, 0
    for game in sorted(ended, key=lambda game: (game.ended, game.result == "won")):
        if game.result == "won":
            now += 1
        elif game.winnable is not False:
            now = 0
        most = max(most, now)
    return now, most


def _lines(
    won: Sequence[Played],
    left: Sequence[Played],
    least: Callable[[list[int]], float],
    most: Callable[[list[int]], float],
) -> Figures:
    def line(is_wanted: Callable[[Played], bool]) -> Figures:
        wins = list(filter(is_wanted, won))
        over = [game.over_par for game in wins if game.over_par is not None]
        points = [
            game.points for game in (*wins, *filter(is_wanted, left)) if game.points is not None
        ]
        return {
            "strokes": least([game.strokes for game in wins]) if wins else None,
            "over_par": least(over) if over else None,
            "seconds": least([game.seconds for game in wins]) if wins else None,
            "points": most(points) if points else None,
        }

    return {"first_sight": line(lambda game: game.first_sight), "any": line(lambda _: True)}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
