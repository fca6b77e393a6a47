import gc
import random
import tracemalloc
from datetime import datetime, timedelta

import pytest

from app.engine import DRAW, PRESETS, Deal, Game, Rules, Setup
from app.store import CorruptGame
from app.store.records import counted_time
from app.store.replays import Replay, Replays, setup_of
from tests.store.play import NOON, any_entry, around, easy_deal, setup


def texts_of(game: Game) -> tuple[str, ...]:
    return tuple(map(str, game.log))


def times_of(game: Game) -> tuple[datetime, ...]:
    return tuple(NOON + timedelta(seconds=90 * ply**1.5) for ply in range(game.ply))


def played(start: Setup, entries: int, seed: int) -> Game:
    game, chance = Game(start), random.Random(seed)
    for _ in range(entries):
        if game.position.is_won or not game.position.legal_moves():
            break
        game = game.enter(any_entry(game, chance))
    return game


def is_right(replays: Replays, game: Game) -> bool:
    """Whether a replay of a game's log, under one id, is that game and its time."""
    times = times_of(game)
    found = replays.replay("g", game.setup, texts_of(game), times)
    return (found.game, found.game.position, found.times, found.counted) == (
        game,
        game.position,
        times,
        counted_time(times),
    )


@pytest.mark.parametrize("letter", PRESETS)
def test_a_replay_is_the_game_whatever_was_replayed_before(letter: str) -> None:
    chance = random.Random(letter)
    start = setup(f"PY1-{letter}-AAAAAAS")
    long = played(start, 60, seed=1)
    cuts = [Game(start, long.log[: chance.randint(0, long.ply)]) for _ in range(30)]
    others = [played(start, 20, seed) for seed in range(2, 8)]
    elsewhere = [played(setup(f"PY1-{letter}-AAAAAAJ"), 20, seed=9)]
    replays = Replays()
    for game in chance.sample([*cuts, *others, *elsewhere], 37):
        assert is_right(replays, game)


def test_a_game_goes_on_from_the_one_that_is_kept() -> None:
    replays, game = Replays(), played(setup(), 10, seed=3)
    first = replays.replay("g", game.setup, texts_of(game), times_of(game))
    assert replays.replay("g", game.setup, texts_of(game), times_of(game)).game is first.game
    longer = first.game.play(around(first.game))
    replays.follow("g", first.game, longer, times_of(longer)[-1])
    assert replays.replay("g", game.setup, texts_of(longer), times_of(longer)).game is longer
    assert is_right(replays, longer)


def test_an_entry_that_follows_another_game_than_the_kept_one_is_not_taken_over() -> None:
    replays, game = Replays(), played(setup(), 10, seed=3)
    replays.replay("g", game.setup, texts_of(game), times_of(game))
    other = played(setup(), 10, seed=4)
    replays.follow("g", other, other.play(around(other)), NOON)
    assert is_right(replays, game)
    assert is_right(replays, other)


def test_another_time_of_the_same_entries_is_noticed() -> None:
    replays = Replays()
    game = Game(setup(), (DRAW, DRAW))
    later = (NOON, NOON + timedelta(seconds=5))
    assert replays.replay("g", game.setup, ("draw", "draw"), (NOON, NOON)).counted == timedelta()
    found = replays.replay("g", game.setup, ("draw", "draw"), later)
    assert (found.counted, found.times) == (timedelta(seconds=5), later)


def test_another_setup_with_the_same_entries_is_noticed() -> None:
    replays = Replays()
    for code in ("PY1-N-AAAAAAS", "PY1-N-AAAAAAJ", "PY1-P-AAAAAAJ", "PY1-N-AAAAAAS"):
        assert is_right(replays, Game(setup(code), (DRAW, DRAW)))


def test_the_games_not_used_for_longest_are_let_go() -> None:
    game = played(setup(), 10, seed=3)
    replays = Replays(2 * Replay(game).size + 100)
    log = (game.setup, texts_of(game), times_of(game))
    kept = {name: replays.replay(name, *log).game for name in ("a", "b", "a", "c")}
    assert replays.replay("a", *log).game is kept["a"]
    assert replays.replay("c", *log).game is kept["c"]
    assert replays.replay("b", *log).game is not kept["b"]


def test_a_long_game_takes_the_place_of_several_short_ones() -> None:
    short, long = played(setup(), 10, seed=3), played(setup(), 60, seed=3)
    replays = Replays(Replay(long).size + Replay(short).size)
    logs = [(game.setup, texts_of(game), times_of(game)) for game in (short, long)]
    kept = {name: replays.replay(name, *logs[0]).game for name in ("a", "b", "c")}
    replays.replay("d", *logs[1])
    assert replays.replay("c", *logs[0]).game is kept["c"]
    assert replays.replay("a", *logs[0]).game is not kept["a"]


def test_a_game_that_grows_is_counted_once() -> None:
    game = played(setup(), 60, seed=3)
    replays = Replays(2 * Replay(game).size)
    kept = replays.replay("a", setup(), (), ()).game
    for ply in range(1, game.ply + 1):
        replays.replay("b", setup(), texts_of(game)[:ply], times_of(game)[:ply])
    assert replays.replay("a", setup(), (), ()).game is kept


def test_a_replay_takes_no_more_memory_than_it_is_counted_for() -> None:
    # What is kept of cards and entries by anybody else is there already.
    Replays().replay("g", setup(), (), ())
    for entries in (0, 30, 300):
        gc.collect()
        tracemalloc.start()
        replays = [Replays() for _ in range(8)]
        for one in replays:
            game = Game(setup())
            while game.ply < entries:
                game = game.play(around(game))
            times = times_of(game)
            counted = one.replay("g", game.setup, texts_of(game), times).size
            del game, times
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken / len(replays) < 1.5 * counted


@pytest.mark.parametrize(
    ("texts", "ply", "why"),
    [
        (("draw", "fold", "draw"), 2, "is not a move"),
        (("draw", "redo"), 2, "redo is refused .nothing_to_redo"),
        (("undo",), 1, "undo is refused .nothing_to_undo"),
        (("draw", "draw", "KH"), 3, "KH is refused .covered"),
        (("draw", ""), 2, "is not a move"),
    ],
)
def test_a_log_that_does_not_replay_names_the_game_and_the_ply(
    texts: tuple[str, ...], ply: int, why: str
) -> None:
    times = (NOON,) * len(texts)
    with pytest.raises(CorruptGame, match=f"game g can't be replayed, at ply {ply}: .*{why}") as it:
        Replays().replay("g", setup(), texts, times)
    assert (it.value.game_id, it.value.ply) == ("g", ply)


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules.parse("XOD3AV")], ids=str)
def test_a_setup_comes_back_from_what_a_row_keeps_of_it(rules: Rules) -> None:
    for deal in (Deal.numbered(0), Deal.numbered(26**7 - 1), easy_deal()):
        cards = "".join(map(str, deal.cards))
        assert setup_of(str(rules), deal.number, cards) == Setup(rules, deal)
        assert setup_of(str(rules), deal.number, cards).deal.number == deal.number


@pytest.mark.parametrize(
    ("rules", "cards"),
    [("Q", "whole"), ("N", ""), ("N", "AC" * 52), ("N", "AC2"), ("N", "??" * 52), ("", "whole")],
)
def test_a_row_that_is_no_setup_is_a_value_error(rules: str, cards: str) -> None:
    whole = "".join(map(str, easy_deal().cards))
    with pytest.raises(ValueError, match=r"."):
        setup_of(rules, None, whole if cards == "whole" else cards)
