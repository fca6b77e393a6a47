"""Some ninety games of one player, and every figure of them as it was worked out by hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.engine import DRAW, REDO, UNDO, Entry, Rules, Setup
from app.main import create_app
from app.record import HelpClass, help_class
from app.settings import Settings
from app.store import Help, Origin, Stale, Store, StoredGame, Visitor, deal_key
from app.web.cookies import COOKIE
from app.web.summing import sums_of
from app.web.visit import Site
from tests.store.play import Clock, easy_deal, easy_win, enter, summary_row
from tests.web import by_hand
from tests.web.figures_by_hand import FIGURES, LINES, VIEWS
from tests.web.player import Page

ORIGINS = {"restart": Origin.RESTART, "code": Origin.CODE, "imported": Origin.IMPORTED}


def moment(text: str) -> datetime:
    """A moment of the history: a day and a time; December is that of 2030."""
    if len(text) == 14:
        text = f"{2030 if text.startswith('12') else 2031}-{text}"
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Played:
    """The history, played through a store; from January on from another device."""

    def __init__(self, url: str) -> None:
        self.clock = Clock(moment("12-01 00:00:00"))
        self.store = Store(url, clock=self.clock)
        visitor, self.token = self.store.visitors.new({})
        self.visitor: Visitor = visitor
        self.other_device = self.store.visitors.new_token(visitor.id)
        self.names: dict[str, str] = {}
        self.deals: dict[str, int] = {}
        self._somebody_else()
        for line in by_hand.SESSIONS.strip().splitlines():
            self._session(line[:14], line[15:18], line[19:].split(", "))
        self.clock.now = moment(by_hand.END)

    def of(self, name: str) -> StoredGame:
        """A game as it is."""
        found = self.store.games.owned(self.names[name], self.visitor.id)
        assert found is not None
        return found

    def asked(self, **which: Any) -> Any:
        """The figures of a view, as the device in use asks for them."""
        token = self.token if self.clock.now.year == 2030 else self.other_device
        return sums_of(self.store, self.store.visitors.of_token(token), by_rules=True).figures(
            **which
        )

    def _somebody_else(self) -> None:
        other, _ = self.store.visitors.new({})
        stored = self.store.games.new(other.id, _setup("N/1"))
        stored = enter(self.store, stored, easy_win(1)[0])
        self.store.games.leave(stored)
        self.store.seen.note(other.id, _setup("N/2"), Help.SOLUTION)

    def _session(self, at: str, name: str, steps: list[str]) -> None:
        assert moment(at) >= self.clock.now, f"{at} is before {self.clock.now}"
        self.clock.now = moment(at)
        for step in steps:
            word, *rest = step.split(" ")
            word, _, gap = word.partition("*")
            if gap:
                self._enter(name, word, int(gap))
            elif word == "new":
                self._new(name, *rest)
            elif rest:
                self._of_deal(word, _setup(rest[0]))
            else:
                self._do(name, word)

    def _new(self, name: str, deal: str, origin: str = "") -> None:
        setup, number = _setup(deal), int(deal.partition("/")[2])
        word, _, value = origin.partition("=")
        given = easy_win(number)[: int(value)] if word == "given" else ()
        stored = self.store.games.new(
            *(self.visitor.id, setup),
            origin=Origin.DAILY if word == "daily" else ORIGINS.get(word, Origin.DEALT),
            given=given,
            daily_date=date.fromisoformat(value) if word == "daily" else None,
            winnable={"daily": True, "lost": False}.get(word),
        )
        self.names[name], self.deals[name] = stored.id, number

    def _enter(self, name: str, word: str, gap: int) -> None:
        """Make one draw, undo or redo, or so many removals, with a pause before each."""
        for _ in range(int(word) if word.isdigit() else 1):
            self.clock.wait(gap)
            stored = self.of(name)
            gone = sum(len(move.cards) > 0 for move in stored.game.line)
            entries: dict[str, Entry] = {"draw": DRAW, "undo": UNDO, "redo": REDO}
            enter(
                self.store, stored, entries.get(word) or easy_win(self.deals[name])[min(gone, 15)]
            )

    def _of_deal(self, word: str, setup: Setup) -> None:
        if word in ("review", "solution"):
            self.store.seen.note(self.visitor.id, setup, Help[word.upper()])
        else:
            par = 16 if word == "par" else None
            self.store.games.note_known(deal_key(setup), word != "lost", par)

    def _do(self, name: str, word: str) -> None:
        games = self.store.games
        if word == "ask":
            self.asked()
        elif word == "leave":
            games.leave(self.of(name))
        elif word == "again":
            games.take_up(self.of(name))
        elif word == "hint":
            games.count_hint(self.of(name))
            games.note_help(self.of(name), Help.HINT)
        elif word == "stale":
            now = self.of(name)
            old = replace(now, game=type(now.game)(now.game.setup, now.game.log[:-1]))
            with pytest.raises(Stale):
                enter(self.store, replace(old, times=now.times[:-1]), now.game.log[-1])
        else:
            games.note_help(self.of(name), Help[word.upper()])


def _setup(text: str) -> Setup:
    rules, number = text.split("/")
    return Setup(Rules.parse(rules), easy_deal(int(number)))


@pytest.fixture(scope="module")
def folder(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("by_hand")
    shutil.copy(empty_database, made / "pyramid.db")
    return made


@pytest.fixture(scope="module")
def played(folder: Path) -> Iterator[Played]:
    history = Played(f"sqlite:///{folder / 'pyramid.db'}")
    yield history
    history.store.close()


def test_the_history_is_long_and_of_all_kinds(played: Played) -> None:
    counted = by_hand.GAMES.strip().splitlines()
    assert len(counted) == 85
    assert len(played.names) == 88
    assert {line.split()[1] for line in counted} == {"won", "left", "open"}


@pytest.mark.parametrize("line", by_hand.GAMES.strip().splitlines(), ids=lambda line: line[:3])
def test_a_game_came_out_as_was_worked_out_by_hand(played: Played, line: str) -> None:
    sums_of(played.store, played.visitor)
    name, result, *_ = line.split()
    ended = None if result == "open" else moment(line[10:24])
    sort, sight, strokes, seconds = line[24:].split()[-4:]
    stored = played.of(name)
    row = summary_row(played.store, stored.id)
    assert (row["result"] or "open", row["finished_at"]) == (result, ended)
    assert help_class(helped=bool(stored.help), undos=stored.undos) == HelpClass(sort)
    seen = stored.help & (Help.SOLUTION | Help.REVIEW)
    assert ("first" if stored.attempt == 1 and not seen else "later") == sight
    assert f"strokes={stored.ply}" == strokes
    assert f"seconds={stored.elapsed:.0f}" == seconds


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_what_was_worked_out_by_hand(played: Played, view: str, figure: str) -> None:
    expected = FIGURES[figure][list(VIEWS).index(view)]
    assert getattr(played.asked(**VIEWS[view]), figure) == expected


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("line", LINES)
def test_a_best_or_median_is_what_was_worked_out_by_hand(
    played: Played, view: str, line: str
) -> None:
    which, measure, sight = line.split(" ")
    expected = LINES[line][list(VIEWS).index(view)]
    found = getattr(getattr(played.asked(**VIEWS[view]), which), sight)
    assert getattr(found, measure) == expected


# The days


@pytest.fixture
def client(played: Played, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The player's browser, on the site with the history."""
    monkeypatch.setattr(Site, "now", staticmethod(played.clock))
    monkeypatch.setattr("app.main.Store", partial(Store, clock=played.clock))
    app = create_app(Settings.read({"PYRAMID_DATA": str(folder)}))
    browser = TestClient(app, cookies={COOKIE: played.other_device})
    yield browser
    browser.close()
    app.state.site.store.close()
    played.clock.now = moment(by_hand.END)


@pytest.mark.parametrize(
    ("today", "month", "streak", "of_n", "of_p"),
    [
        # Both of December; nobody has played on since the 27th.
        ("12-27 23:00:00", 5, 2, 2, 0),
        # From the 26th on without the 28th: 26, 27, 29, 30, 31, 1, 2, 3.
        ("01-03 23:00:00", 8, 8, 8, 0),
        # The 4th is a week after the 28th: both are passed over. Of P the 8th is still ahead.
        ("01-05 23:00:00", 8, 9, 9, 0),
        # The 6th is too soon after the 4th (its game was won two days late): 5, 7, and 8 of P.
        ("01-08 23:00:00", 8, 3, 2, 1),
        # Before the 10th lies the 6th: 7, 8, 9, 11. Of N alone the 8th and the 10th: 9, 11.
        ("01-12 12:00:00", 8, 4, 2, 0),
        # The 12th is lost as soon as the 13th is over: with the 10th that is one too many.
        ("01-14 00:00:00", 8, 1, 1, 0),
        # The 13th as well.
        ("01-15 00:00:00", 8, 0, 0, 0),
        ("02-10 12:00:00", 0, 0, 0, 0),
    ],
)
def test_days_in_a_row_are_those_counted_by_hand(
    client: TestClient, played: Played, today: str, month: int, streak: int, of_n: int, of_p: int
) -> None:
    played.clock.now = moment(today)
    page = Page(client.get("/daily"))
    shown = page.root.one("dl", data_rules="all")
    figures = {each["data-figure"]: int(each.text) for each in shown.all("dd", data_figure=None)}
    assert figures == {
        "days_this_month": month,
        # 26, 27, 29, 30, 31, 1, 2, 3, 5.
        "longest_daily_streak": 9,
        "daily_streak": streak,
    }
    for letter, days in (("N", of_n), ("P", of_p)):
        way = page.root.one("ul", class_="presets").one("li", data_rules=letter)
        # A streak of one day is told of no rules.
        told = [each.text for each in way.all(data_figure="daily_streak")]
        assert told == ([f"{days} days in a row."] if days > 1 else [])


@pytest.mark.parametrize(
    ("day", "letter", "result"),
    [
        ("2030-12-26", "N", "counted"),
        ("2030-12-28", "N", "later"),  # lost on its day, won in January
        ("2030-12-31", "N", "counted"),  # begun on it, won in the next year
        ("2031-01-04", "N", ""),
        ("2031-01-06", "N", "later"),  # begun on it, won on the 8th
        ("2031-01-07", "N", "counted"),  # lost, won, and won again
        ("2031-01-08", "N", ""),
        ("2031-01-08", "P", "counted"),
        ("2031-01-10", "N", ""),  # played from its plain code
    ],
)
def test_a_day_has_the_mark_worked_out_by_hand(
    client: TestClient, played: Played, day: str, letter: str, result: str
) -> None:
    page = Page(client.get(f"/daily/{day}"))
    way = page.root.one("ul", class_="presets").one("li", data_rules=letter)
    assert way["data-result"] == result


def test_dates_are_in_order_of_the_history() -> None:
    at = [moment(line[:14]) for line in by_hand.SESSIONS.strip().splitlines()]
    assert at == sorted(at)
    assert at[-1] < moment(by_hand.END) < at[-1] + timedelta(days=7)
