"""What a visitor's games add up to: from the months that are kept, and what changed since."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.record import (
    ANY,
    Fact,
    Figures,
    HelpClass,
    OfDay,
    Outcome,
    Run,
    Total,
    add_up,
    days_of,
    figures_of,
    help_class,
    in_a_row,
    is_current,
)
from app.store import GameSummary, Help, PlayedGame, State, Store, StoredGame, Visitor

_log: Final = logging.getLogger("pyramid.web")

_OUTCOMES: Final = {
    State.PLAYING.value: Outcome.OPEN,
    State.STUCK.value: Outcome.OPEN,
    State.WON.value: Outcome.WON,
    State.LEFT.value: Outcome.LEFT,
}
_SEEN: Final = (Help.SOLUTION | Help.REVIEW | Help.UNKNOWN).value
"""What makes an attempt no first sight; of older games nobody knows."""
_LATEST: Final = 1000
"""Games that are looked at for wins in a row after a win."""
_MOST: Final = 60_000
"""More than any game has of anything: what is more was changed from outside."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A visitor's months, as `add_up` returns them, and the games of theirs that are open.

    By rules and by day they are there as far as that was asked for.
    """

    months: Mapping[str, Any] = field(default_factory=dict)
    open: tuple[Fact, ...] = ()
    by_rules: Mapping[str, Any] | None = None
    by_day: Mapping[str, Any] = field(default_factory=dict)

    def total(
        self, rules: str = ANY, help_class: HelpClass | None = None, period: str = ""
    ) -> Total:
        """Return the total of a rule set, a class of help and a period, or of all.

        A period is how its months begin: `2026` or `2026-12`. Games that are open are of no month;
        they are in the total of all months alone.
        """
        still = () if period else self.open
        return Total.of(
            self.months,
            [fact for fact in still if rules in (ANY, fact.rules)],
            rules=rules,
            help_class=help_class,
            by_rules=self.by_rules,
            period=period,
        )

    def figures(
        self, rules: str = ANY, help_class: HelpClass | None = None, period: str = ""
    ) -> Figures:
        """Return the figures of the same: of a rule set where it was asked for by rules."""
        if rules != ANY and self.by_rules is None and self.months:
            raise ValueError("these months are not there by rules")
        return figures_of(self.total(rules, help_class, period))

    def days(self, rules: str = ANY, help_class: HelpClass | None = None) -> dict[str, OfDay]:
        """Return what ended on each UTC day of the months that were asked for by day."""
        return days_of(self.by_day.values(), rules=rules, help_class=help_class)

    @property
    def rules(self) -> frozenset[str]:
        """The codes of all rules that were played."""
        names = {name.split(" ")[0] for sums in self.months.values() for name in sums["parts"]}
        return frozenset((names | {fact.rules for fact in self.open}) - {ANY})


def sums_of(
    store: Store, visitor: Visitor | None, *, by_rules: bool = False, by_day_since: str = ""
) -> Sums:
    """Return what the games of a visitor add up to; what had to be added up anew is kept.

    Games in which nothing was done for a week are left first. With `by_rules` the figures of each
    rule set can be had whole. `by_day_since` is a month, such as `2026-12`, from which on it is
    wanted by day as well.
    """
    if visitor is None:
        return Sums()
    store.games.leave_idle(visitor.id)
    kept = store.tallies.read(visitor.id)
    if any(sums is not None and not is_current(sums) for sums in kept.months.values()):
        # Another version has added them up.
        store.tallies.renew(visitor.id)
        kept = store.tallies.read(visitor.id)
    marked: dict[str, list[PlayedGame]] = {
        name: [] for name, sums in kept.months.items() if sums is None
    }
    for game in kept.marked:
        # A game may have ended since the months were read: it is in one that is marked now.
        marked.setdefault((game.ended or "")[:7], []).append(game)
    added = {name: add_up(facts_of(games)) for name, games in marked.items()}
    known = {name: each for name, each in added.items() if name in kept.turns}
    if known:
        store.tallies.keep(visitor.id, kept, known)
    return Sums(
        {**kept.months, **{name: each.sums for name, each in added.items()}},
        tuple(facts_of(kept.open)),
        by_rules={
            **store.tallies.by_rules(visitor.id),
            **{name: each.by_rules for name, each in added.items()},
        }
        if by_rules
        else None,
        by_day={
            **store.tallies.by_day(visitor.id, by_day_since),
            **{name: each.by_day for name, each in added.items() if name >= by_day_since},
        }
        if by_day_since
        else {},
    )


def wins_in_a_row(store: Store, visitor_id: str) -> int:
    """Return how many of the games that ended last were won one after the other.

    So many are looked at that nobody is interrupted in counting.
    """
    latest = store.tallies.latest(visitor_id, _LATEST)
    return Run.of(in_a_row(won, winnable) for won, winnable in reversed(latest)).last


def facts_of(games: Iterable[PlayedGame]) -> Iterator[Fact]:
    """Return games as the figures see them; one whose row is damaged is in no figure."""
    for game in games:
        try:
            yield _fact_of(game)
        except (KeyError, TypeError, ValueError) as error:
            _log.error("game %s is in no figure: %r", game.id, error)


def _fact_of(game: PlayedGame) -> Fact:
    outcome = _OUTCOMES[game.status]
    # A lost game may have fewer strokes than any win.
    over_par = game.ply - game.par if outcome is Outcome.WON and game.par is not None else None
    counts = (game.ply, over_par or 0, game.score or 0, game.pyramid_left, int(game.elapsed))
    if min(counts) < 0 or max(counts[:4]) > _MOST:
        raise ValueError(f"{counts} are no counts of a game")
    return Fact(
        game.rules,
        outcome,
        help_class(helped=game.help > 0, undos=game.undos),
        game.attempt == 1 and not game.help & _SEEN,
        game.ply,
        over_par,
        counts[4],
        game.score,
        game.pyramid_left,
        game.winnable,
        game.hints,
        game.undos,
        game.opens_deal,
        game.wins_deal,
        game.began,
        game.last,
        game.ended or "",
        game.between,
    )


def class_of(game: GameSummary | StoredGame) -> HelpClass:
    """Return what a game was played with; of one that is open, up to now."""
    return help_class(helped=bool(game.help), undos=game.undos)


def over_par_of(game: GameSummary | StoredGame) -> int | None:
    """Return how many strokes more than par a game has, `None` where par is not known."""
    return None if game.par is None else game.ply - game.par
