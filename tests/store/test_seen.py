"""What a visitor has seen of a deal, and the games that it counts in."""

from functools import partial

from sqlalchemy import text

from app.store import Help, Store, Visitor
from tests.store.play import easy_deal, easy_win, setup
from tests.store.test_concurrency import run_all
from tests.store.test_provenance import again, easy

OTHER = setup("PY1-N-AAAAAAB")


def test_a_solution_seen_counts_in_the_games_of_its_deal_before_and_after(
    store: Store, visitor: Visitor
) -> None:
    before = store.games.new(visitor.id, setup())
    other = store.games.new(visitor.id, OTHER)
    store.seen.note(visitor.id, setup(), Help.SOLUTION)
    assert store.seen.of(visitor.id, setup()) is Help.SOLUTION
    after = store.games.new(visitor.id, setup())
    assert [again(store, each).help for each in (before, other, after)] == [
        Help.SOLUTION,
        Help.NONE,
        Help.SOLUTION,
    ]
    assert after == again(store, after)


def test_kinds_add_up_and_are_noted_once(store: Store, visitor: Visitor) -> None:
    for kind in (Help.SOLUTION, Help.REVIEW, Help.SOLUTION):
        store.seen.note(visitor.id, setup(), kind)
    assert store.seen.of(visitor.id, setup()) == Help.SOLUTION | Help.REVIEW
    with store.database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM seen")).scalar_one() == 1


def test_what_is_seen_after_a_win_changes_nothing_in_it(store: Store, visitor: Visitor) -> None:
    made = store.games.new(visitor.id, easy())
    game = made.game
    for move in easy_win():
        game = game.play(move)
    won = store.games.append(made, game, ply=0)
    store.seen.note(visitor.id, easy(), Help.REVIEW)
    assert again(store, won).help is Help.NONE
    assert store.games.new(visitor.id, easy()).help is Help.REVIEW
    assert easy().deal == easy_deal()


def test_what_others_have_seen_is_nobody_elses(store: Store, visitor: Visitor) -> None:
    somebody = store.visitors.new({})[0]
    store.seen.note(somebody.id, setup(), Help.SOLUTION)
    assert store.seen.of(visitor.id, setup()) is Help.NONE
    assert store.games.new(visitor.id, setup()).help is Help.NONE
    # Of nobody there is nothing to note.
    store.seen.note("nobody", setup(), Help.SOLUTION)
    assert store.seen.of("nobody", setup()) is Help.NONE


def test_all_that_is_seen_at_once_is_noted(
    store: Store, other_store: Store, visitor: Visitor
) -> None:
    kinds = (Help.SOLUTION, Help.REVIEW) * 4
    stores = (store, other_store) * 4
    run_all(
        [
            partial(each.seen.note, visitor.id, setup(), kind)
            for each, kind in zip(stores, kinds, strict=True)
        ]
    )
    assert store.seen.of(visitor.id, setup()) == Help.SOLUTION | Help.REVIEW
