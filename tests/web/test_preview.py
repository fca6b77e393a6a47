"""The preview picture: its form, what it shows, and what it keeps to itself."""

from __future__ import annotations

import hashlib
import io
import os
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice

import pytest
from PIL import Image, ImageChops

from app.engine import PLACES, PRESETS, Card, Deal, Rules, Setup
from app.web.deals import preview
from app.web.deals.preview import HEIGHT, WIDTH, preview_picture

CODE = "PY1-N-AAAAAAS"
LARGEST = 60_000
"""Bytes; chats give up on previews that are slow to load."""
SECONDS = 0.15

CARD_WIDTH, CARD_HEIGHT, STEP, GAP = 92, 130, 66, 8
TEXT_TOP = 560


def picture(setup: Setup) -> Image.Image:
    return Image.open(io.BytesIO(preview_picture(setup))).convert("RGB")


def dealt(cards: tuple[Card, ...], rules: str = "N") -> Setup:
    return Setup(Rules.parse(rules), Deal(cards))


def numbered(number: int, rules: str = "N") -> Setup:
    return Setup(Rules.parse(rules), Deal.numbered(number))


def box(row: int, column: int) -> tuple[int, int, int, int]:
    """Where a pyramid card lies, with its shadow."""
    left = (WIDTH - row * CARD_WIDTH - (row - 1) * GAP) // 2 + (column - 1) * (CARD_WIDTH + GAP)
    top = 22 + (row - 1) * STEP
    return left - 8, top - 8, left + CARD_WIDTH + 8, top + CARD_HEIGHT + 8


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The smallest box that holds every pixel in which two pictures differ."""
    return ImageChops.difference(one, other).getbbox()


def chunks(png: bytes) -> Iterator[bytes]:
    """The names of a PNG's parts, in order."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8]
        at += 12 + length


# Form


@pytest.mark.parametrize("rules", [*PRESETS, "X", "XOFV", "XD2A"])
def test_the_picture_has_the_size_that_previews_have(rules: str) -> None:
    opened = Image.open(io.BytesIO(preview_picture(numbered(18, rules))))
    assert (opened.format, opened.size) == ("PNG", (WIDTH, HEIGHT)) == ("PNG", (1200, 630))


def test_the_picture_is_small() -> None:
    sizes = [len(preview_picture(numbered(number * 77_777_777))) for number in range(40)]
    assert max(sizes) < LARGEST
    # Not by being empty.
    assert min(sizes) > LARGEST / 10


def test_the_picture_is_soon_drawn() -> None:
    preview_picture(numbered(1))
    start = time.process_time()
    for number in range(2, 12):
        preview_picture(numbered(number))
    assert (time.process_time() - start) / 10 < SECONDS


def test_the_picture_has_no_date_and_no_words_hidden_in_it() -> None:
    names = list(chunks(preview_picture(Setup.parse(CODE))))
    assert set(names) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def test_the_same_setup_gives_the_same_bytes() -> None:
    first = preview_picture(Setup.parse(CODE))
    for cached in vars(preview).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()
    assert preview_picture(Setup.parse(CODE)) == first


def test_another_process_gives_the_same_bytes() -> None:
    program = (
        "import hashlib; from app.engine import Setup;"
        "from app.web.deals.preview import preview_picture;"
        f"preview_picture(Setup.parse('PY1-S-AAAAAAJ'));"
        f"print(hashlib.sha256(preview_picture(Setup.parse('{CODE}'))).hexdigest())"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    ).stdout
    assert said.strip() == hashlib.sha256(preview_picture(Setup.parse(CODE))).hexdigest()


def test_pictures_are_kept_but_not_without_end() -> None:
    preview_picture.cache_clear()
    setup = Setup.parse(CODE)
    assert preview_picture(setup) is preview_picture(setup)
    limit = preview_picture.cache_info().maxsize
    assert limit is not None
    assert 1 < limit < 1000


# What it shows


@pytest.mark.parametrize("at", range(28))
def test_every_card_of_the_pyramid_is_drawn_at_its_place(at: int) -> None:
    cards = list(Deal.numbered(18).cards)
    other = (at + 5) % 28
    before = picture(dealt(tuple(cards), "P")).crop((0, 0, WIDTH, TEXT_TOP))
    cards[at], cards[other] = cards[other], cards[at]
    after = picture(dealt(tuple(cards), "P")).crop((0, 0, WIDTH, TEXT_TOP))
    for place in (PLACES[at], PLACES[other]):
        changed = difference(before.crop(box(*place)), after.crop(box(*place)))
        assert changed is not None, f"nothing changed at {place}"
    for place in (PLACES[at], PLACES[other]):
        before.paste((0, 0, 0), box(*place))
        after.paste((0, 0, 0), box(*place))
    assert difference(before, after) is None


@pytest.mark.parametrize("at", range(28))
def test_hearts_and_diamonds_are_red_and_the_others_are_not(at: int) -> None:
    setup = Setup.parse(CODE)
    left, top, right, _ = box(*PLACES[at])
    # The part of a card that no other one hides.
    shown = picture(setup).crop((left + 12, top + 12, right - 12, top + STEP))
    red = [pixel for pixel in pixels(shown) if pixel[0] > 140 and pixel[1] < 60 and pixel[2] < 80]
    black = [pixel for pixel in pixels(shown) if max(pixel) < 60]
    assert bool(red) == (setup.deal.cards[at].suit in "DH")
    assert bool(black) != bool(red)


def pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    data = image.tobytes()
    return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]


def test_free_cards_are_brighter_than_covered_ones() -> None:
    shown = picture(Setup.parse(CODE))

    def brightest(row: int, column: int) -> int:
        left, top, right, _ = box(row, column)
        return max(min(pixel) for pixel in pixels(shown.crop((left, top, right, top + STEP))))

    free = [brightest(7, column) for column in range(1, 8)]
    covered = [brightest(row, column) for row, column in PLACES if row < 7]
    assert min(free) > max(covered) + 20


def test_two_deals_never_look_the_same() -> None:
    looks = {preview_picture(numbered(number)) for number in range(30)}
    assert len(looks) == 30


def test_the_code_stands_below() -> None:
    one = picture(Setup.parse("PY1-P-AAAAAAS"))
    other = picture(Setup.parse("PY1-C-AAAAAAS"))
    changed = difference(one, other)
    assert changed is not None
    assert changed[1] > TEXT_TOP


@pytest.mark.parametrize("code", ["PY1-N-WWWWWWW", "PY1-XOD3AV-WWWWWWW", "PY1-XOD3AV-long"])
def test_the_widest_code_stays_inside(code: str) -> None:
    letters = "".join(map(str, Deal.numbered(18).cards))
    text = picture(Setup.parse(code.replace("long", letters)))
    for edge in ((0, TEXT_TOP, 20, HEIGHT), (WIDTH - 20, TEXT_TOP, WIDTH, HEIGHT)):
        assert max(max(pixel) for pixel in pixels(text.crop(edge))) < 140


# What it keeps to itself


def with_other_talon(setup: Setup, first: int) -> Setup:
    """The same pyramid, with the talon from its card `first` on turned around."""
    cards = setup.deal.cards
    return Setup(setup.rules, Deal(cards[: 28 + first] + cards[28 + first :][::-1]))


@pytest.mark.parametrize("rules", [letter for letter in PRESETS if letter != "N"])
def test_the_talon_is_not_in_the_picture(rules: str) -> None:
    setup = dealt(Deal.numbered(18).cards, rules)
    assert preview_picture(setup) == preview_picture(with_other_talon(setup, 0))


def test_no_talon_card_but_the_opening_waste_card_is_in_the_picture() -> None:
    setup = dealt(Deal.numbered(18).cards)
    assert preview_picture(setup) == preview_picture(with_other_talon(setup, 1))
    other = picture(with_other_talon(setup, 0))
    changed = difference(picture(setup), other)
    waste = (22 + CARD_WIDTH + GAP, 418, 22 + 2 * CARD_WIDTH + GAP, 418 + CARD_HEIGHT)
    assert changed is not None
    assert waste[0] <= changed[0] < changed[2] <= waste[2]
    assert waste[1] <= changed[1] < changed[3] <= waste[3]


def test_a_long_code_is_cut_before_the_talon() -> None:
    cards = Deal.numbered(18).cards
    shown = preview._shown_code(dealt(cards))
    assert shown == "PY1-N-" + "".join(map(str, islice(cards, 6))) + "…"
    assert preview._shown_code(Setup.parse(CODE)) == CODE
