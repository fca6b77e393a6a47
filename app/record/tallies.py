"""What the games that ended in a month add up to, as plain JSON, and what several months make.

A month is added up once and kept; what a page shows is made of the months, however many games there
were. So whatever is kept has to be addable: counts, how often each value came, days, and runs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from .facts import Fact, Outcome
from .help import HelpClass
from .runs import NO_GAMES, Run

VERSION: Final = 2
"""Of what is kept: what another version has added up is added up again."""

ANY: Final = "*"
"""Stands for any rules, and for any class of help."""

Json = dict[str, Any]
Spread = dict[int, int]
"""How often each value came."""

SIGHTS: Final = ("first", "later")
MEASURES: Final = ("strokes", "over_par", "seconds", "points")


def add_up(facts: Iterable[Fact]) -> Json:
    """Return what games that ended in one month add up to; they come in order of their end."""
    parts: dict[str, _Part] = defaultdict(_Part)
    runs: dict[str, list[bool | None]] = defaultdict(list)
    for fact in facts:
        parts[f"{fact.rules} {fact.help_class}"].add(fact)
        result = _in_a_row(fact)
        for rules in (fact.rules, ANY):
            for help_class in (fact.help_class, ANY):
                runs[f"{rules} {help_class}"].append(result)
    return {
        "version": VERSION,
        "parts": {name: part.as_json() for name, part in parts.items()},
        "runs": {
            name: [run.first, run.last, run.longest, run.is_broken]
            for name, run in ((name, Run.of(results)) for name, results in runs.items())
        },
    }


def is_current(sums: object) -> bool:
    """Return whether what is kept of a month can be used as it is."""
    return isinstance(sums, dict) and sums.get("version") == VERSION


def _in_a_row(fact: Fact) -> bool | None:
    if fact.outcome is Outcome.WON:
        return True
    # A deal that nobody can win neither breaks a streak nor adds to it.
    return None if fact.winnable is False else False


def _spread() -> Spread:
    return defaultdict(int)


@dataclass(slots=True)
class _Part:
    """The games of one rule set with one class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    spreads: dict[str, Spread] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )
    played: set[str] = field(default_factory=set)
    days: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))

    def add(self, fact: Fact) -> None:
        """Count one game in."""
        counts, is_won = self.counts, fact.outcome is Outcome.WON
        counts[fact.outcome.value] += 1
        counts["hints"] += fact.hints
        counts["undos"] += fact.undos
        counts["deals"] += fact.opens_deal
        self.played |= {day.isoformat() for day in (fact.began, fact.last, *fact.between)}
        sight = SIGHTS[0] if fact.is_first_sight else SIGHTS[1]
        if fact.points is not None and fact.outcome is not Outcome.OPEN:
            self.spreads[f"{sight} points"][fact.points] += 1
        if is_won:
            counts["deals_won"] += fact.wins_deal
            counts["at_par"] += fact.over_par == 0
            for measure, value in (
                ("strokes", fact.strokes),
                ("over_par", fact.over_par),
                ("seconds", fact.seconds),
            ):
                if value is not None:
                    self.spreads[f"{sight} {measure}"][value] += 1
        elif fact.outcome is Outcome.LEFT:
            counts["left_winnable"] += fact.winnable is True
            self.spreads["cards"][fact.left] += 1
        if fact.ended is not None:
            of_day = self.days[fact.ended.date().isoformat()]
            of_day[0] += is_won
            of_day[1] += not is_won
            of_day[2] += fact.seconds

    def as_json(self) -> Json:
        """Return it with names and lists alone."""
        return {
            "counts": {name: count for name, count in self.counts.items() if count},
            # As it will be read: in JSON every name is a text, and so is a value that is one.
            "spreads": {
                name: {str(value): count for value, count in spread.items()}
                for name, spread in self.spreads.items()
            },
            "played": sorted(self.played),
            "days": self.days,
        }


@dataclass(slots=True)
class Total:
    """What several months add up to, of some rules and some class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    spreads: dict[str, Spread] = field(default_factory=dict)
    played: set[str] = field(default_factory=set)
    days: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Games won, games left and seconds, of each UTC day on which a game ended."""
    run: Run = NO_GAMES

    @classmethod
    def of(
        cls,
        months: Mapping[str, Json],
        open_games: Iterable[Fact] = (),
        *,
        rules: str = ANY,
        help_class: HelpClass | None = None,
    ) -> Self:
        """Return the total of months, by their names `2026-12`, and of games that are open.

        Of a rule set by its code, or of any; of a class of help, or of any.
        """
        total, wanted = cls(), help_class or ANY
        spreads: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        still = [
            fact
            for fact in open_games
            if rules in (ANY, fact.rules) and wanted in (ANY, fact.help_class)
        ]
        for month in (*(months[name] for name in sorted(months)), add_up(still)):
            for name, part in month["parts"].items():
                of_rules, of_class = name.split(" ")
                if rules in (ANY, of_rules) and wanted in (ANY, of_class):
                    total._take_in(part, spreads)
        for name in sorted(months):
            run = months[name]["runs"].get(f"{rules} {wanted}")
            if run is not None:
                total.run = total.run.then(Run(*run))
        total.spreads = {
            name: {int(value): count for value, count in spread.items()}
            for name, spread in spreads.items()
        }
        return total

    def _take_in(self, part: Json, spreads: Mapping[str, MutableMapping[str, int]]) -> None:
        for name, count in part["counts"].items():
            self.counts[name] += count
        for name, spread in part["spreads"].items():
            into = spreads[name]
            for value, count in spread.items():
                into[value] += count
        self.played.update(part["played"])
        for day, (won, left, seconds) in part["days"].items():
            before = self.days.get(day, (0, 0, 0))
            self.days[day] = (before[0] + won, before[1] + left, before[2] + seconds)

    def spread(self, measure: str, *, first_sight: bool = False) -> Spread:
        """Return how often each value of a measure came, at first sight or in any attempt."""
        merged: Spread = defaultdict(int)
        for sight in SIGHTS[:1] if first_sight else SIGHTS:
            for value, count in self.spreads.get(f"{sight} {measure}", {}).items():
                merged[value] += count
        return dict(merged)
