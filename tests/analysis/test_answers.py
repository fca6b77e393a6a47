"""Answers are kept within a bound on their bytes, and some of them only for a while."""

from __future__ import annotations

from math import inf

from app.analysis.answers import Answers


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_answer_is_kept_as_long_as_it_is_worth() -> None:
    clock = Clock()
    answers = Answers(clock=clock)
    answers.put("proved", (1, 2), seconds=inf)
    answers.put("not known yet", "perhaps", seconds=60.0)
    answers.put("by chance", 7, seconds=0.0)
    assert [answers.get(q) for q in ("proved", "not known yet", "by chance", "never asked")] == [
        (1, 2),
        "perhaps",
        None,
        None,
    ]
    clock.now = 60.0
    assert answers.get("not known yet") is None
    assert answers.get("proved") == (1, 2)
    assert len(answers) == 1


def test_large_answers_take_the_room_of_many_small_ones() -> None:
    answers = Answers(most_bytes=50_000)
    for number in range(60):
        answers.put(number, "small", seconds=inf)
    assert len(answers) == 60
    before = answers.bytes
    assert 60 * 400 < before < 50_000
    answers.put("large", "x" * 40_000, seconds=inf)
    assert answers.bytes <= 50_000
    assert len(answers) < 25
    assert answers.get("large") is not None
    assert (answers.get(0), answers.get(59)) == (None, "small")


def test_what_was_not_asked_for_longest_goes_first() -> None:
    answers = Answers(most_bytes=5000)
    for number in range(8):
        answers.put(number, "x" * 100, seconds=inf)
        assert answers.get(0) is not None
    for number in range(8, 12):
        answers.put(number, "x" * 100, seconds=inf)
    assert answers.get(0) is not None
    assert answers.get(1) is None
    assert answers.bytes <= 5000


def test_an_answer_put_again_counts_once() -> None:
    answers = Answers()
    answers.put("deal", "x" * 1000, seconds=inf)
    before = answers.bytes
    answers.put("deal", "y" * 1000, seconds=inf)
    assert (answers.bytes, len(answers)) == (before, 1)
    assert answers.get("deal") == "y" * 1000


def test_one_that_is_larger_than_all_the_room_is_not_kept() -> None:
    answers = Answers(most_bytes=1000)
    answers.put("review", "x" * 5000, seconds=inf)
    assert (len(answers), answers.bytes) == (0, 0)
