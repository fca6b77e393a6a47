"""Keyboards of other scripts and other layouts: the keys work where a player expects them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.table import Table
from tests.browser.test_input import quiet
from tests.support.server import LiveServer

CONTROL = 2
KEYS = {
    "Cyrillic": (("KeyD", "в"), ("KeyU", "г"), ("KeyZ", "я"), ("KeyY", "н")),
    "Greek": (("KeyD", "δ"), ("KeyU", "θ"), ("KeyZ", "ζ"), ("KeyY", "υ")),
    "Hebrew": (("KeyD", "ג"), ("KeyU", "ו"), ("KeyZ", "ז"), ("KeyY", "ט")),
    # Latin ones: what is printed on the key counts, wherever it is.
    "Dvorak": (("KeyH", "d"), ("KeyF", "u"), ("Slash", "z"), ("KeyT", "y")),
    "German": (("KeyD", "d"), ("KeyU", "u"), ("KeyY", "z"), ("KeyZ", "y")),
    "French": (("KeyD", "d"), ("KeyU", "u"), ("KeyW", "z"), ("KeyY", "y")),
}


@pytest.fixture
def table(page: Page, live_server: LiveServer) -> Table:
    """The published deal on a desk."""
    return Table(page, live_server.url).open()


def strike(page: Page, key: tuple[str, str], modifiers: int = 0) -> None:
    """Strikes a key: where it is, and what is printed on it."""
    code, letter = key
    session = page.context.new_cdp_session(page)
    for kind in ("rawKeyDown", "keyUp"):
        session.send(
            "Input.dispatchKeyEvent",
            {"type": kind, "code": code, "key": letter, "modifiers": modifiers},
        )
    session.detach()


@pytest.mark.parametrize("layout", KEYS)
def test_letters_and_undo_work_on_every_layout(table: Table, layout: str) -> None:
    draw, undo, z, y = KEYS[layout]
    strike(table.page, draw)
    table.did("draw")
    strike(table.page, undo)
    table.did("undo")
    strike(table.page, draw)
    table.did("draw")
    strike(table.page, z, CONTROL)
    table.did("undo")
    strike(table.page, y, CONTROL)
    table.did("redo")


def test_the_place_of_a_key_does_not_count_where_latin_letters_are_printed_on_it(
    table: Table,
) -> None:
    strike(table.page, ("KeyD", "e"))  # Dvorak
    strike(table.page, ("KeyZ", "w"), CONTROL)  # French
    quiet(table)


def test_letters_of_another_script_typed_into_a_field_are_letters(table: Table) -> None:
    table.do("draw")
    table.page.evaluate(
        "() => { const field = document.createElement('input');"
        " document.querySelector('header').append(field); field.focus(); }"
    )
    for key in KEYS["Cyrillic"]:
        strike(table.page, key)
    strike(table.page, ("KeyZ", "я"), CONTROL)
    quiet(table)
