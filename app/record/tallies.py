"""What the games that ended in a month add up to, as plain JSON, and what several months make.

A month is added up once and kept; what a page shows is made of the months, however many games there
were. So whatever is kept has to be addable: counts, values one after the other, days, and runs. It
is kept as few long texts, as those are read many times quicker than many numbers.
"""

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from .facts import Fact, Outcome
from .help import HelpClass
from .runs import NO_GAMES, Run

VERSION: Final = 1
"""Of what is kept: what another version has added up is added up again."""

ANY: Final = "*"
"""Stands for any rules, and for any class of help."""

Json = dict[str, Any]
Spread = Mapping[int, int]
"""How often each value came."""

_FIRST, _LATER = "first", "later"


def add_up(facts: Iterable[Fact]) -> Json:
    """Return what games that ended in one month add up to; they come in order of their end.

    What ended on which day stands under `days`, which `days_of` reads and nothing else.
    """
    parts: dict[str, _Part] = defaultdict(_Part)
    runs: dict[str, list[bool | None]] = defaultdict(list)
    for fact in facts:
        rules, help_class = fact.rules, fact.help_class.value
        parts[f"{rules} {help_class}"].add(fact)
        result = _in_a_row(fact)
        runs[f"{rules} {help_class}"].append(result)
        runs[f"{rules} {ANY}"].append(result)
        runs[f"{ANY} {help_class}"].append(result)
        runs[f"{ANY} {ANY}"].append(result)
    return {
        "version": VERSION,
        "parts": {name: part.as_json() for name, part in parts.items()},
        "days": {name: part.days_as_text() for name, part in parts.items() if part.days},
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


@dataclass(slots=True)
class _Part:
    """The games of one rule set with one class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    values: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    played: set[str] = field(default_factory=set)
    days: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))

    def add(self, fact: Fact) -> None:
        """Count one game in."""
        counts, is_won = self.counts, fact.outcome is Outcome.WON
        counts[fact.outcome.value] += 1
        counts["hints"] += fact.hints
        counts["undos"] += fact.undos
        counts["deals"] += fact.opens_deal
        self.played.add(fact.began)
        self.played.add(fact.last)
        if not fact.ended:
            return
        sight = _FIRST if fact.is_first_sight else _LATER
        values = self.values
        if fact.points is not None:
            values[f"{sight} points"].append(fact.points)
        if is_won:
            counts["deals_won"] += fact.wins_deal
            values[f"{sight} strokes"].append(fact.strokes)
            values[f"{sight} seconds"].append(fact.seconds)
            if fact.over_par is not None:
                values[f"{sight} over_par"].append(fact.over_par)
        else:
            counts["left_winnable"] += fact.winnable is True
            values["cards"].append(fact.left)
        of_day = self.days[fact.ended]
        of_day[0 if is_won else 1] += 1
        of_day[2] += fact.seconds

    def as_json(self) -> Json:
        """Return it with names, numbers and texts alone."""
        return {
            "counts": {name: count for name, count in self.counts.items() if count},
            "values": {name: _packed(name, each) for name, each in self.values.items()},
            "played": _as_bits(self.played),
        }

    def days_as_text(self) -> str:
        """Return games won, games left and seconds of each day on which a game ended."""
        return " ".join(
            f"{day} {won} {left} {seconds}"
            for day, (won, left, seconds) in sorted(self.days.items())
        )


def _packed(name: str, values: Iterable[int]) -> str:
    """Return values as hexadecimal digits, four of each; of seconds, which may be many, eight."""
    numbers = array("I" if name.endswith("seconds") else "H", values)
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers.tobytes().hex()


def _unpacked(name: str, texts: Iterable[str]) -> Iterable[int]:
    """Return the values of several texts."""
    numbers = array("I" if name.endswith("seconds") else "H", bytes.fromhex("".join(texts)))
    if sys.byteorder == "little":
        numbers.byteswap()
    return numbers


def _as_bits(days: Iterable[str]) -> dict[str, int]:
    """Return days by their month, each a bit of a number."""
    bits: dict[str, int] = defaultdict(int)
    for day in days:
        bits[day[:7]] |= 1 << int(day[8:])
    return bits


@dataclass(slots=True)
class Total:
    """What several months add up to, of some rules and some class of help."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    played: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """The UTC days on which the first or the last action of a game was made: by month, as bits."""
    run: Run = NO_GAMES
    _texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _spreads: dict[str, Counter[int]] = field(default_factory=dict)

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
        total, wanted = cls(), ANY if help_class is None else help_class.value
        ordered = [months[name] for name in sorted(months)]
        for month in (*ordered, add_up(open_games)):
            for name, part in month["parts"].items():
                if _is_wanted(name, rules, wanted):
                    total._take_in(part)
        for month in ordered:
            run = month["runs"].get(f"{rules} {wanted}")
            if run is not None:
                total.run = total.run.then(Run(*run))
        return total

    def _take_in(self, part: Json) -> None:
        counts, played, texts = self.counts, self.played, self._texts
        for name, count in part["counts"].items():
            counts[name] += count
        for name, text in part["values"].items():
            texts[name].append(text)
        for month, bits in part["played"].items():
            played[month] |= bits

    @property
    def days_played(self) -> int:
        """On how many UTC days the first or the last action of a game was made."""
        return sum(bits.bit_count() for bits in self.played.values())

    def spread(self, measure: str, *, first_sight: bool = False) -> Spread:
        """Return how often each value of a measure came, at first sight or in any attempt.

        Measures are `strokes`, `over_par` and `seconds`, of wins, and `points`.
        """
        first = self._counted(f"{_FIRST} {measure}")
        return first if first_sight else first + self._counted(f"{_LATER} {measure}")

    @property
    def cards_left(self) -> Spread:
        """How often how many cards lay in the pyramid as a game was left."""
        return self._counted("cards")

    def _counted(self, name: str) -> Counter[int]:
        if name not in self._spreads:
            self._spreads[name] = Counter(_unpacked(name, self._texts[name]))
        return self._spreads[name]


@dataclass(frozen=True, slots=True)
class OfDay:
    """What ended on a day: games won, games left, and the seconds of both."""

    won: int = 0
    left: int = 0
    seconds: int = 0


def days_of(
    months: Iterable[Json], *, rules: str = ANY, help_class: HelpClass | None = None
) -> dict[str, OfDay]:
    """Return what ended on each UTC day of some months, by the day's name such as `2026-12-01`.

    Of each month that is what stands under `days` in what `add_up` returns. Of a rule set or of
    any, of a class of help or of any, as for `Total.of`.
    """
    wanted = ANY if help_class is None else help_class.value
    found: dict[str, OfDay] = {}
    for month in months:
        for name, text in month.items():
            if not _is_wanted(name, rules, wanted):
                continue
            words = text.split(" ")
            for day, *counts in zip(*(words[place::4] for place in range(4)), strict=True):
                won, left, seconds = map(int, counts)
                before = found.get(day, OfDay())
                found[day] = OfDay(before.won + won, before.left + left, before.seconds + seconds)
    return found


def _is_wanted(part: str, rules: str, help_class: str) -> bool:
    of_rules, of_class = part.split(" ")
    return rules in (ANY, of_rules) and help_class in (ANY, of_class)
