"""Sounds and vibration: nothing of them until they are switched on, then short and few."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table, choose
from tests.browser.test_drag import short_win
from tests.support.server import LiveServer

# A device that tells what it was made to do; nobody hears any of it.
LISTENING = """(() => {
  window.pitches = [];
  window.buzzes = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.pitches.push(this.frequency.value);
    return start.apply(this, when);
  };
  navigator.vibrate = (time) => window.buzzes.push(time);
})()"""
DRAWN, REFUSED, REMOVED, WON = [390], [170, 140], [660, 880], [523, 659, 784, 1047]


def heard(page: Page, pitches: Sequence[float]) -> None:
    """Waits for these tones and no others, and forgets them."""
    page.wait_for_function("(count) => pitches.length >= count", arg=len(pitches))
    assert page.evaluate("pitches.splice(0)") == list(pitches)


def test_who_has_not_asked_for_sounds_loads_and_hears_nothing(
    phone: Page, live_server: LiveServer
) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.add_init_script(LISTENING)
    table = Table(phone, live_server.url, touch=True).open()
    table.do("KD", "TC3S", "draw")
    assert phone.evaluate("[...pitches, ...buzzes]") == []
    assert not [url for url in asked if "senses" in url]


def test_sounds_are_switched_on_and_tell_a_draw_a_refusal_and_a_removal(
    page: Page, live_server: LiveServer
) -> None:
    page.add_init_script(LISTENING)
    choose(page, live_server.url, "Sounds")
    table = Table(page, live_server.url).open()
    table.do("draw")
    heard(page, DRAWN)
    table.tap("7C", "7S")
    table.refused("sum", "7 + 7 = 14, not 13.")
    heard(page, REFUSED)
    table.do("KD")
    heard(page, REMOVED)
    assert page.evaluate("buzzes") == []


def test_a_win_is_heard_once(page: Page, live_server: LiveServer) -> None:
    page.add_init_script(LISTENING)
    choose(page, live_server.url, "Sounds")
    table = Table(page, live_server.url, "PY1-C-AAAAABM").open()
    *line, last = short_win(table.game.code)
    table.do(*line)
    page.evaluate("pitches.length = 0")
    table.do(last)
    heard(page, WON)
    expect(page.locator("#panel")).to_be_visible()


@pytest.mark.parametrize("wanted", [True, False])
def test_a_phone_vibrates_when_cards_go_where_that_is_wanted(
    phone: Page, live_server: LiveServer, wanted: bool
) -> None:
    phone.add_init_script(LISTENING)
    if wanted:
        choose(phone, live_server.url, "Vibration")
    table = Table(phone, live_server.url, touch=True).open()
    table.do("draw", "KD", "TC3S", "undo")
    assert phone.evaluate("buzzes.length") == (2 if wanted else 0)
    assert phone.evaluate("pitches") == []
