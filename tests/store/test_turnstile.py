import threading
import time

import pytest

from app.store import StoreUnavailable
from app.store.turnstile import Turnstile


def until(condition: object, *, seconds: float = 10.0) -> None:
    """Wait until a condition holds, or fail."""
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this took too long"
        time.sleep(0.001)


def test_those_who_wait_go_through_in_the_order_in_which_they_came() -> None:
    turnstile = Turnstile(1, patience=30.0)
    passed: list[int] = []

    def go(number: int) -> None:
        with turnstile:
            passed.append(number)

    threads = [threading.Thread(target=go, args=(number,)) for number in range(12)]
    with turnstile:
        for count, thread in enumerate(threads, start=1):
            thread.start()
            until(lambda count=count: len(turnstile._waiting) == count)
    for thread in threads:
        thread.join()
    assert passed == list(range(12))


@pytest.mark.parametrize("places", [1, 3])
def test_no_more_than_its_places_are_taken_at_once(places: int) -> None:
    turnstile = Turnstile(places, patience=30.0)
    inside, most, lock = 0, 0, threading.Lock()

    def go() -> None:
        nonlocal inside, most
        for _ in range(50):
            with turnstile:
                with lock:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0.0001)
                with lock:
                    inside -= 1

    threads = [threading.Thread(target=go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, places)


def test_who_waits_too_long_is_told_so_and_blocks_nobody() -> None:
    turnstile = Turnstile(1, patience=0.05)
    with turnstile:
        with pytest.raises(StoreUnavailable, match="faster than it answers"), turnstile:
            raise AssertionError("there was no place")
        assert not turnstile._waiting
    with turnstile:
        pass


def test_a_turn_that_comes_at_the_last_moment_is_taken() -> None:
    turnstile, passed = Turnstile(1, patience=0.01), []

    def go() -> None:
        with turnstile:
            passed.append(True)

    with turnstile:
        thread = threading.Thread(target=go)
        # While the queue is kept shut, the patience runs out.
        thread.start()
        until(lambda: len(turnstile._waiting) == 1)
        with turnstile._lock:
            time.sleep(0.1)
            turn = turnstile._waiting.popleft()
        turn.release()
        thread.join()
        assert passed == [True]


def test_a_place_is_given_back_after_an_error() -> None:
    turnstile = Turnstile(1, patience=0.05)
    for _ in range(3):
        with pytest.raises(KeyError), turnstile:
            raise KeyError
