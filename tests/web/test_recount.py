"""Random histories over months: whatever is kept, figures are those that the logs say."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.engine import REDO, UNDO, Entry, Game, Rules, Setup
from app.record import HelpClass
from app.store import Help, Origin, Store, StoredGame, deal_key
from app.web.summing import Sums, sums_of
from tests.store.play import Clock, around, easy_deal, easy_win
from tests.support.effort import some
from tests.support.postgres import fresh_database
from tests.support.recount import WEEK, Played, figures, recounted

RULES = ("N", "P", "XF2V")
CLASSES = (None, "alone", "own", "helped")
STEPS = 36
WAITS = (*(2, 40, 400) * 3, 3_600, 30_000, 86_400, 200_000, 700_000)
"""Seconds from one step to the next: up to a bit more than a week."""


@dataclass
class Note:
    """What is known by hand of a game in a random history."""

    id: str
    number: int
    setup: Setup
    help: Help
    started: bool = False
    state: str = "open"
    ended: datetime | None = None
    last: datetime | None = None
    hints: int = 0
    hint_ply: int = -1


class History:
    """A visitor who does this and that, with a note of what should come of it."""

    def __init__(self, store: Store, clock: Clock, seed: int) -> None:
        self.store, self.clock = store, clock
        self.chance = chance = random.Random(seed)
        clock.now = datetime(2030, 10, 1, tzinfo=UTC) + timedelta(hours=chance.randint(0, 2000))
        self.visitor = store.visitors.new({})[0]
        # Few deals, each with a verdict, so that many are played again.
        self.deals = [
            (number, Setup(Rules.parse(rules), easy_deal(number)))
            for number in range(10 * seed, 10 * seed + chance.randint(1, 4))
            for rules in chance.sample(RULES, chance.randint(1, 3))
        ]
        self.truths = {deal_key(setup): chance.random() < 0.7 for _, setup in self.deals}
        self.seen: dict[Setup, Help] = {}
        self.notes: list[Note] = []
        actions: list[Callable[[], object]] = [
            *(self.begin, self.move, self.win, self.leave, self.take_up),
            *(self.tell, self.see, self.know, self.ask),
        ]
        weights = (5, 9, 5, 2, 2, 2, 1, 1, 1)
        self.begin()
        for action in chance.choices(actions, weights, k=STEPS):
            clock.wait(chance.choice(WAITS))
            self._pass_weeks()
            action()

    def begin(self) -> None:
        number, setup = self.chance.choice(self.deals)
        given = self.chance.choice([0] * 6 + [3])
        self._leave_others(setup)
        stored = self.store.games.new(
            *(self.visitor.id, setup),
            given=easy_win(number)[:given],
            origin=self.chance.choice([Origin.DEALT, Origin.IMPORTED, Origin.RESTART]),
        )
        note = Note(stored.id, number, setup, self.seen.get(setup, Help.NONE))
        self.notes.append(note)
        if self.chance.random() < 0.9:
            self._enter(note, self._entry(note, stored.game))

    def move(self) -> None:
        note = self._one("open", "left")
        if note is not None:
            game = self._stored(note).game
            entries = [entry := self._entry(note, game)]
            if self.chance.random() < 0.5 and entry not in (UNDO, REDO):
                entries.append(UNDO)
            self._enter(note, *entries)

    def win(self) -> None:
        note = self._one("open", "open", "left")
        if note is not None:
            game = self._stored(note).game
            self._enter(note, *easy_win(note.number)[_gone(game) :])

    def leave(self) -> None:
        note = self._one("open")
        if note is not None:
            self.store.games.leave(self._stored(note))
            note.state, note.ended = "left", self.clock.now

    def take_up(self) -> None:
        note = self._one("left")
        if note is not None:
            # As a page does that is looked at, which knows what was left meanwhile.
            self.ask()
            self.store.games.take_up(self._stored(note))
            self._open(note)
            note.last = self.clock.now

    def tell(self) -> None:
        """Give a hint or a verdict, or show the way back: in an open game it helps."""
        note = self._one("open", "open", "won", "left")
        if note is None:
            return
        self.ask()
        stored, kind = self._stored(note), self.chance.choice([Help.HINT, Help.VERDICT, Help.BACK])
        if kind is Help.HINT:
            self.store.games.count_hint(stored)
        self.store.games.note_help(stored, kind)
        if note.state == "open":
            note.help |= kind
            if kind is Help.HINT and note.hint_ply != stored.ply:
                note.hints, note.hint_ply = note.hints + 1, stored.ply

    def see(self) -> None:
        _, setup = self.chance.choice(self.deals)
        self.ask()
        kind = self.chance.choice([Help.REVIEW, Help.SOLUTION])
        self.store.seen.note(self.visitor.id, setup, kind)
        self.seen[setup] = self.seen.get(setup, Help.NONE) | kind
        for note in self.notes:
            if note.setup == setup and note.state == "open":
                note.help |= kind

    def know(self) -> None:
        key = self.chance.choice(list(self.truths))
        par = self.chance.choice([None, 16]) if self.truths[key] else None
        self.store.games.note_known(key, self.truths[key], par)

    def ask(self) -> Sums:
        return sums_of(self.store, self.visitor, by_rules=True)

    # Inside

    def _one(self, *states: str) -> Note | None:
        state = self.chance.choice(states)
        found = [note for note in self.notes if note.state == state]
        return self.chance.choice(found) if found else None

    def _stored(self, note: Note) -> StoredGame:
        found = self.store.games.owned(note.id, self.visitor.id)
        assert found is not None
        return found

    def _entry(self, note: Note, game: Game) -> Entry:
        line = easy_win(note.number)
        # Never the last removal: that is for `win`.
        removal = line[min(_gone(game), 14)]
        choices: list[Entry] = [UNDO, REDO, around(game), *[removal] * 4]
        choices = [each for each in choices if game.why_not(each) is None]
        return self.chance.choice(choices or [around(game)])

    def _enter(self, note: Note, *entries: Entry) -> None:
        stored = self._stored(note)
        game = stored.game
        for entry in entries:
            if game.why_not(entry) is not None:
                return
            game = game.enter(entry)
        after = self.store.games.append(stored, game, ply=stored.ply)
        self._open(note)
        note.started, note.last = True, self.clock.now
        if after.game.position.is_won:
            note.state, note.ended = "won", self.clock.now

    def _open(self, note: Note) -> None:
        if note.state == "left":
            note.help |= self.seen.get(note.setup, Help.NONE)
        self._leave_others(note.setup, note)
        note.state, note.ended = "open", None

    def _leave_others(self, setup: Setup, but: Note | None = None) -> None:
        for note in self.notes:
            if note.setup == setup and note.state == "open" and note is not but:
                note.state, note.ended = "left", self.clock.now

    def _pass_weeks(self) -> None:
        for note in self.notes:
            if note.state == "open" and note.started and note.last is not None:
                end = note.last + WEEK
                if end < self.clock.now:
                    note.state, note.ended = "left", end


def _gone(game: Game) -> int:
    return sum(len(move.cards) > 0 for move in game.line)


def check(history: History) -> None:
    sums = history.ask()
    games = recounted(history.store.database.engine, history.visitor.id)
    check_notes(history, games)
    ends = {game.ended.isoformat()[:7] for game in games if game.ended is not None}
    of_all = [(rules, help_class, "") for rules in ("*", *RULES) for help_class in CLASSES]
    chosen = history.chance.choice(of_all)[:2]
    of_times = [
        (*which, period)
        for period in sorted(ends | {end[:4] for end in ends})
        for which in (("*", None), chosen)
    ]
    for rules, name, period in (*of_all, *of_times):
        found = sums.figures(rules, None if name is None else HelpClass(name), period)
        counted = figures(games, rules=rules, help_class=name, period=period)
        assert asdict(found) == counted, (rules, name, period)


def check_notes(history: History, games: list[Played]) -> None:
    """Each game is as what was done to it says."""
    found = {game.id: game for game in games}
    assert set(found) == {note.id for note in history.notes if note.started}
    for note in history.notes:
        if note.started:
            game = found[note.id]
            assert (game.result, game.ended) == (note.state, note.ended)
            assert (game.help, game.hints) == (note.help, note.hints)


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def on_sqlite(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory, clock: Clock
) -> Iterator[Store]:
    file = tmp_path_factory.mktemp("recount") / "pyramid.db"
    shutil.copy(empty_database, file)
    store = Store(f"sqlite:///{file}", clock=clock)
    yield store
    store.close()


@pytest.fixture(scope="module")
def on_postgres(postgres: str, empty_postgres_url: str, clock: Clock) -> Iterator[Store]:
    with fresh_database(postgres, empty_postgres_url) as url:
        store = Store(url, clock=clock)
        yield store
        store.close()


@pytest.mark.parametrize("seed", some(range(1, 271)))
def test_figures_are_those_that_the_logs_say(on_sqlite: Store, clock: Clock, seed: int) -> None:
    check(History(on_sqlite, clock, seed))


@pytest.mark.parametrize("seed", some(range(301, 331)))
def test_figures_are_those_on_postgresql_too(on_postgres: Store, clock: Clock, seed: int) -> None:
    check(History(on_postgres, clock, seed))


def test_random_histories_have_something_of_everything(on_sqlite: Store, clock: Clock) -> None:
    games: list[Played] = []
    for seed in range(1001, 1013):
        history = History(on_sqlite, clock, seed)
        history.ask()
        games += recounted(on_sqlite.database.engine, history.visitor.id)
    assert {game.result for game in games} == {"won", "left", "open"}
    assert {game.help_class for game in games} == {"alone", "own", "helped"}
    assert {game.winnable for game in games} == {True, False, None}
    assert {game.first_sight for game in games} == {True, False}
    assert {game.is_practice for game in games} == {True, False}
    assert any(game.over_par for game in games)
    assert any(len(game.days) > 2 for game in games)
    assert len({game.ended.year for game in games if game.ended is not None}) == 2
