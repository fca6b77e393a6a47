"""What games add up to, by months: equal to what a plain count of the same games says."""

import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from statistics import median as plain_median
from typing import Any

import pytest

from app.record import (
    ANY,
    Fact,
    HelpClass,
    OfDay,
    Outcome,
    Run,
    Total,
    add_up,
    days_of,
    figures_of,
    is_current,
    median,
)
from tests.support.effort import some

START = datetime(2026, 11, 3, 22, tzinfo=UTC)


def fact(
    outcome: Outcome = Outcome.WON, *, at: datetime = START, strokes: int = 30, **more: object
) -> Fact:
    day = at.date().isoformat()
    values: dict[str, object] = {
        **{"rules": "N", "help_class": HelpClass.ALONE, "is_first_sight": True},
        **{"over_par": None, "seconds": 0, "points": None, "left": 0, "winnable": None},
        **{"hints": 0, "undos": 0, "opens_deal": True, "wins_deal": True},
        **{"began": day, "last": day, "ended": "" if outcome is Outcome.OPEN else day},
        **more,
    }
    return Fact(outcome=outcome, strokes=strokes, **values)  # type: ignore[arg-type]


def by_month(facts: Sequence[Fact]) -> dict[str, dict[str, Any]]:
    """What is kept of the months of games, as it is read again from where it is kept."""
    months: dict[str, list[Fact]] = {}
    for each in facts:
        if each.ended:
            months.setdefault(each.ended[:7], []).append(each)
    return {name: json.loads(json.dumps(add_up(ended)._asdict())) for name, ended in months.items()}


def total(facts: Sequence[Fact], **which: object) -> Total:
    still = [each for each in facts if not each.ended]
    months = by_month(facts)
    sums, by_rules = (
        {name: month[part] for name, month in months.items()} for part in ("sums", "by_rules")
    )
    return Total.of(sums, still, by_rules=by_rules, **which)  # type: ignore[arg-type]


def random_facts(chance: random.Random, count: int) -> list[Fact]:
    """Games over half a year, in order of their end, and a few that are open."""
    facts, at = [], START
    for _ in range(count):
        at += timedelta(hours=chance.choice([0, 1, 30, 100]))
        outcome = chance.choices(list(Outcome), [6, 4, 1])[0]
        facts.append(
            fact(
                outcome,
                at=at,
                strokes=chance.randint(14, 60),
                rules=chance.choice(["N", "S", "XF2V"]),
                help_class=chance.choice(list(HelpClass)),
                is_first_sight=chance.random() < 0.7,
                over_par=chance.choice([None, 0, 0, 1, 5]),
                seconds=chance.randint(0, 900),
                points=chance.choice([None, 120, 280]),
                left=chance.randint(1, 28),
                winnable=chance.choice([None, True, False]),
                hints=chance.randint(0, 3),
                undos=chance.randint(0, 3),
                opens_deal=chance.random() < 0.8,
                wins_deal=chance.random() < 0.8,
                began=(at - timedelta(days=chance.randint(0, 2))).date().isoformat(),
            )
        )
    return facts


@pytest.mark.parametrize("seed", some(range(60)))
def test_figures_of_months_are_those_of_a_plain_count(seed: int) -> None:
    chance = random.Random(seed)
    facts = random_facts(chance, chance.randint(0, 120))
    rules = chance.choice([ANY, "N", "S", "XF2V"])
    wanted = chance.choice([None, *HelpClass])
    found = figures_of(total(facts, rules=rules, help_class=wanted))
    mine = [
        each for each in facts if rules in (ANY, each.rules) and wanted in (None, each.help_class)
    ]
    won = [each for each in mine if each.outcome is Outcome.WON]
    left = [each for each in mine if each.outcome is Outcome.LEFT]
    assert (found.begun, found.won, found.left) == (len(mine), len(won), len(left))
    assert found.open == len(mine) - len(won) - len(left)
    ended = len(won) + len(left)
    assert found.share == (len(won) / ended if ended else None)
    could = len(won) + sum(each.winnable is True for each in left)
    assert found.share_winnable == (len(won) / could if could else None)
    assert found.deals_played == sum(each.opens_deal for each in mine)
    assert found.deals_won == sum(each.wins_deal for each in won)
    assert found.at_par == sum(each.over_par == 0 for each in won)
    assert found.hints == (sum(each.hints for each in mine) / len(mine) if mine else None)
    assert found.days == len({day for each in mine for day in (each.began, each.last)})
    assert (found.streak, found.longest_streak) == plain_streaks(mine)
    for lines, plain in ((found.best, min), (found.median, plain_median)):
        for line, sights in ((lines.any, (True, False)), (lines.first_sight, (True,))):
            of = [each for each in won if each.is_first_sight in sights]
            assert line.strokes == (plain(each.strokes for each in of) if of else None)
            assert line.seconds == (plain(each.seconds for each in of) if of else None)
            over = [each.over_par for each in of if each.over_par is not None]
            assert line.over_par == (plain(over) if over else None)
            points = [
                each.points
                for each in won + left
                if each.is_first_sight in sights and each.points is not None
            ]
            best = max if plain is min else plain_median
            assert line.points == (best(points) if points else None)


def plain_streaks(facts: Sequence[Fact]) -> tuple[int, int]:
    now, longest = 0, 0
    for each in facts:
        if each.outcome is Outcome.WON:
            now += 1
        elif each.outcome is Outcome.LEFT and each.winnable is not False:
            now = 0
        longest = max(longest, now)
    return now, longest


def test_of_nothing_there_are_no_figures() -> None:
    found = figures_of(Total.of({}))
    assert (found.begun, found.share, found.hints, found.streak) == (0, None, None, 0)
    assert (found.best.any.strokes, found.median.first_sight.points) == (None, None)


def test_games_of_a_day_are_those_that_ended_on_it() -> None:
    midnight = datetime(2026, 12, 1, tzinfo=UTC)
    before, after = midnight - timedelta(seconds=1), midnight
    facts = [
        fact(at=before, seconds=10),
        fact(Outcome.LEFT, at=after, seconds=5, began=before.date().isoformat()),
    ]
    months = [month["by_day"] for month in by_month(facts).values()]
    assert days_of(months) == {
        "2026-11-30": OfDay(won=1, seconds=10),
        "2026-12-01": OfDay(left=1, seconds=5),
    }
    assert days_of(months, rules="S") == {}
    assert total(facts).days_played == 2


def test_what_was_added_up_by_another_version_is_not_used() -> None:
    sums = add_up([fact()]).sums
    assert is_current(sums)
    assert not is_current({**sums, "version": 0})
    assert not is_current([])


@pytest.mark.parametrize("seed", some(range(40)))
def test_a_run_is_the_same_wherever_it_is_cut(seed: int) -> None:
    chance = random.Random(seed)
    results = [chance.choice([True, True, False, None]) for _ in range(chance.randint(0, 12))]
    for cut in range(len(results) + 1):
        assert Run.of(results[:cut]).then(Run.of(results[cut:])) == Run.of(results)


def test_the_median_of_a_spread_is_that_of_its_values() -> None:
    assert median({}) is None
    assert median({7: 1}) == 7
    assert median({1: 1, 2: 1}) == 1.5
    assert median({3: 2, 100: 1}) == 3
