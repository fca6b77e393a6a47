"""What a visitor's games add up to: from the months that are kept, and what changed since."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.record import (
    ANY,
    Fact,
    Figures,
    HelpClass,
    Outcome,
    Total,
    add_up,
    figures_of,
    help_class,
    is_current,
)
from app.store import Help, PlayedGame, State, Store, Visitor
from app.store.tally import month_of

_SEEN: Final = Help.SOLUTION | Help.REVIEW | Help.UNKNOWN
"""What makes an attempt no first sight; of older games nobody knows."""


@dataclass(frozen=True, slots=True)
class Sums:
    """A visitor's months, each as `add_up` returns it, and the games of theirs that are open."""

    months: Mapping[str, Any] = field(default_factory=dict)
    open: tuple[Fact, ...] = ()

    def total(
        self, rules: str = ANY, help_class: HelpClass | None = None, period: str = ""
    ) -> Total:
        """Return the total of a rule set, a class of help and a period, or of all.

        A period is how its months begin: `2026` or `2026-12`. Games that are open are of no month;
        they are in the total of all months alone.
        """
        months = {name: sums for name, sums in self.months.items() if name.startswith(period)}
        still = () if period else self.open
        total = Total.of(months, still, rules=rules, help_class=help_class)
        # A game that ended in a period may have been played before it as well.
        total.played = {day for day in total.played if day.startswith(period)}
        return total

    def figures(
        self, rules: str = ANY, help_class: HelpClass | None = None, period: str = ""
    ) -> Figures:
        """Return the figures of the same."""
        return figures_of(self.total(rules, help_class, period))

    @property
    def rules(self) -> frozenset[str]:
        """The codes of all rules that were played."""
        names = {name.split(" ")[0] for sums in self.months.values() for name in sums["parts"]}
        return frozenset(names | {fact.rules for fact in self.open})


def sums_of(store: Store, visitor: Visitor | None) -> Sums:
    """Return what the games of a visitor add up to; what had to be added up anew is kept.

    Games in which nothing was done for a week are left first.
    """
    if visitor is None:
        return Sums()
    store.games.leave_idle(visitor.id)
    kept = store.tallies.read(visitor.id)
    if any(sums is not None and not is_current(sums) for sums in kept.months.values()):
        # Another version has added them up.
        store.tallies.renew(visitor.id)
        kept = store.tallies.read(visitor.id)
    marked: dict[str, list[Fact]] = {name: [] for name, sums in kept.months.items() if sums is None}
    for game in kept.marked:
        if game.finished_at is not None:
            # A game may have ended since the months were read: it is in one that is marked now.
            marked.setdefault(month_of(game.finished_at), []).append(fact_of(game))
    added = {name: add_up(facts) for name, facts in marked.items()}
    store.tallies.keep(
        visitor.id, kept, {name: sums for name, sums in added.items() if name in kept.turns}
    )
    return Sums({**kept.months, **added}, facts_of(kept.open))


def facts_of(games: Iterable[PlayedGame]) -> tuple[Fact, ...]:
    """Return games as the figures see them."""
    return tuple(map(fact_of, games))


def fact_of(game: PlayedGame) -> Fact:
    """Return a game as the figures see it."""
    outcomes = {State.WON: Outcome.WON, State.LEFT: Outcome.LEFT}
    return Fact(
        rules=game.rules,
        outcome=outcomes.get(game.status, Outcome.OPEN),
        help_class=help_class(helped=bool(game.help), undos=game.undos),
        is_first_sight=game.attempt == 1 and not game.help & _SEEN,
        strokes=game.ply,
        over_par=None if game.par is None else game.ply - game.par,
        seconds=int(game.elapsed),
        points=game.score,
        left=game.pyramid_left,
        winnable=game.winnable,
        hints=game.hints,
        undos=game.undos,
        opens_deal=game.opens_deal,
        wins_deal=game.wins_deal,
        began=game.started_at.date(),
        last=game.acted_at.date(),
        between=game.between,
        ended=game.finished_at,
    )
