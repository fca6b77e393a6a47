"""The picture that a shared link shows in chats and feeds: the starting pyramid on the felt.

Only what every player sees before the first move is drawn, so the picture gives no talon card
away but the opening waste card. It has no words but the code: one picture serves every language.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from app.engine import KING, PLACES, RANKS, ROWS, Card, Setup

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Size of the picture in pixels: what the places that show previews ask for."""

# Everything below is in pixels of the finished picture unless it says otherwise.
_CARD: Final = (92, 130)
_GAP: Final = 8
_ROW_STEP: Final = 66
_TOP: Final = 22
_CORNER: Final = 11
_EDGE: Final = 22
_SHADOW: Final = 8
"""How far a card's shadow reaches beyond the card."""
_RANK_SIZE: Final = 56
_RANK_WIDTH: Final = 46
_TEXT_LINE: Final = 606
_TEXT_SIZE: Final = 42
_TRACKING: Final = 3

_FINE: Final = 4
"""Cards are drawn this much larger and then reduced, which smooths their edges."""

_FELT: Final = ((26, 122, 94), (15, 90, 69), (7, 53, 41))
"""The felt from its light middle to its dark corners."""
_PAPER: Final = ((255, 255, 255), (246, 242, 230))
"""A card from top to bottom."""
_COVERED: Final = 0.86
"""How bright a covered card is beside a free one."""
_RED: Final = (196, 18, 47)
_BLACK: Final = (21, 24, 29)
_CREAM: Final = (243, 239, 226)
_BACK: Final = ((125, 31, 43), (77, 15, 26))

_Colour = tuple[int, int, int]
_Point = tuple[float, float]

# The suits are alike on both sides: the right half of each outline in a box of 24, from the
# middle of the top, as cubic curves of three points, and circles.
_OUTLINES: Final[dict[str, tuple[tuple[_Point, ...], tuple[_Point, ...]]]] = {
    "H": (
        (
            (12, 5.6),
            *((13, 3.6), (14.8, 2.4), (16.9, 2.4)),
            *((20, 2.4), (22.5, 4.9), (22.5, 8.2)),
            *((22.5, 12.6), (18.8, 16.2), (12, 22)),
        ),
        (),
    ),
    "D": (
        (
            (12, 1),
            *((14.2, 5.1), (17, 8.7), (20.5, 12)),
            *((17, 15.3), (14.2, 18.9), (12, 23)),
        ),
        (),
    ),
    "S": (
        (
            (12, 1.2),
            *((18.7, 6.9), (22.3, 10.2), (22.3, 14.1)),
            *((22.3, 16.9), (20.2, 18.8), (17.6, 18.8)),
            *((15.7, 18.8), (14.2, 17.8), (13.3, 16.3)),
            *((13.5, 18.9), (14.4, 20.8), (16.3, 22.5)),
        ),
        (),
    ),
    "C": (
        (
            (12, 6.2),
            *((14, 8.5), (17.4, 13.6), (13.4, 16.5)),
            *((13.6, 19), (14.5, 20.8), (16.3, 22.5)),
        ),
        ((12, 6.2), (6.63, 13.63), (17.37, 13.63)),
    ),
}
_CLUB_RADIUS: Final = 4.9
_BOX: Final = 24


@lru_cache(maxsize=128)
def preview_picture(setup: Setup) -> bytes:
    """Return the preview of a setup as a PNG of `WIDTH` × `HEIGHT` pixels.

    The same setup always gives the same bytes.
    """
    picture = _felt().copy()
    for card, (row, column) in zip(setup.deal.pyramid, PLACES, strict=True):
        left = (WIDTH - row * (_CARD[0] + _GAP) + _GAP) // 2 + (column - 1) * (_CARD[0] + _GAP)
        _lay(picture, _face(card, free=row == ROWS), left, _TOP + (row - 1) * _ROW_STEP)
    talon = _TOP + (ROWS - 1) * _ROW_STEP
    _lay(picture, _back(), _EDGE, talon)
    waste = _face(setup.deal.talon[0], free=True) if setup.rules.opening_waste else _slot()
    _lay(picture, waste, _EDGE + _CARD[0] + _GAP, talon)
    _lay(picture, _slot(), WIDTH - _EDGE - _CARD[0], talon)
    _write_code(picture, setup)
    return _png(picture)


def _lay(picture: Image.Image, card: Image.Image, left: int, top: int) -> None:
    picture.alpha_composite(card, (left - _SHADOW, top - _SHADOW))


def _png(picture: Image.Image) -> bytes:
    """Return the bytes of a picture in the 256 colours that it needs, and no date."""
    stream = io.BytesIO()
    flat = picture.convert("RGB").quantize(palette=_palette(), dither=Image.Dither.NONE)
    flat.save(stream, "PNG", compress_level=9)
    return stream.getvalue()


# The text below the cards


def _write_code(picture: Image.Image, setup: Setup) -> None:
    text, font = _shown_code(setup), _font(_TEXT_SIZE)
    pen = ImageDraw.Draw(picture)
    left = (WIDTH - font.getlength(text) - _TRACKING * (len(text) - 1)) / 2
    for sign in text:
        place = (round(left), _TEXT_LINE)
        pen.text(place, sign, fill=_CREAM, font=font, anchor="ls", stroke_width=1)
        left += font.getlength(sign) + _TRACKING


def _shown_code(setup: Setup) -> str:
    """Return the code, or what of it fits and is no secret.

    The long code of a deal without a number spells the talon out; it ends after the apex and
    the next two rows here.
    """
    if setup.deal.number is not None:
        return str(setup)
    return str(setup).removesuffix("".join(map(str, setup.deal.cards[6:]))) + "…"


# Cards


@lru_cache(maxsize=104)
def _face(card: Card, *, free: bool) -> Image.Image:
    """Return a card with its shadow; a free one is brighter and has a large suit as well."""
    light = 1.0 if free else _COVERED
    body = _paper(tuple(_dimmed(colour, light) for colour in _PAPER)).copy()
    colour = _dimmed(_RED if card.suit in "DH" else _BLACK, light)
    body.paste(colour, (_fine(7), _fine(9)), _rank(card.rank))
    index = _suit(card.suit, 28)
    body.paste(colour, (_fine(_CARD[0] - 6) - index.width, _fine(13)), index)
    if free:
        pip = _suit(card.suit, 54)
        body.paste(colour, ((body.width - pip.width) // 2, _fine(_CARD[1] - 10) - pip.height), pip)
    return _cut_out(body)


@lru_cache(maxsize=1)
def _back() -> Image.Image:
    """Return the back of a card: a lattice on dark red in a light frame."""
    body = Image.new("RGB", _fine_size(), _CREAM)
    field = _paper(_BACK).copy()
    pen = ImageDraw.Draw(field, "RGBA")
    for at in range(-field.height, field.width + field.height, _fine(9)):
        for end in (at - field.height, at + field.height):
            pen.line((at, 0, end, field.height), fill=(255, 255, 255, 40), width=_fine(2))
    inside = _rounded(field.size, edge=_fine(5), corner=_fine(_CORNER - 4))
    body.paste(field, (0, 0), inside)
    return _cut_out(body)


@lru_cache(maxsize=1)
def _slot() -> Image.Image:
    """Return the outline of a place where no card lies yet."""
    line = Image.new("RGBA", _fine_size(), (*_CREAM, 0))
    ImageDraw.Draw(line).rounded_rectangle(
        (_fine(1), _fine(1), line.width - _fine(1) - 1, line.height - _fine(1) - 1),
        radius=_fine(_CORNER),
        outline=(*_CREAM, 90),
        width=_fine(2),
    )
    slot = Image.new("RGBA", _shadow().size)
    slot.paste(line.reduce(_FINE), (_SHADOW, _SHADOW))
    return slot


def _cut_out(body: Image.Image) -> Image.Image:
    """Return a finely drawn card in its size, with round corners and its shadow around it."""
    mask = _rounded(body.size, edge=0, corner=_fine(_CORNER)).reduce(_FINE)
    card = _shadow().copy()
    card.paste(body.reduce(_FINE), (_SHADOW, _SHADOW), mask)
    alpha = card.getchannel("A")
    alpha.paste(255, (_SHADOW, _SHADOW), mask)
    card.putalpha(alpha)
    return card


@lru_cache(maxsize=1)
def _shadow() -> Image.Image:
    """Return the shadow of a card in the middle of its space, lower than the card by a little."""
    shadow = Image.new("L", (_CARD[0] + 2 * _SHADOW, _CARD[1] + 2 * _SHADOW))
    box = (_SHADOW, _SHADOW + 1, _SHADOW + _CARD[0] - 1, _SHADOW + _CARD[1] + 1)
    ImageDraw.Draw(shadow).rounded_rectangle(box, radius=_CORNER, fill=150)
    picture = Image.new("RGBA", shadow.size, (0, 0, 0, 0))
    picture.putalpha(shadow.filter(ImageFilter.GaussianBlur(3)))
    return picture


def _fine(pixels: float) -> int:
    return round(pixels * _FINE)


def _fine_size() -> tuple[int, int]:
    return (_fine(_CARD[0]), _fine(_CARD[1]))


@lru_cache(maxsize=4)
def _paper(colours: tuple[_Colour, ...]) -> Image.Image:
    """Return the empty face or back of a card, shaded from top to bottom."""
    shade = Image.linear_gradient("L").resize(_fine_size())
    return _coloured(shade, colours)


@lru_cache(maxsize=4)
def _rounded(size: tuple[int, int], *, edge: int, corner: int) -> Image.Image:
    mask = Image.new("L", size)
    box = (edge, edge, size[0] - edge - 1, size[1] - edge - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=corner, fill=255)
    return mask


# Signs


@lru_cache(maxsize=13)
def _rank(rank: int) -> Image.Image:
    """Return the mask of a rank as it stands on a card, cut close at its left and top."""
    signs = "10" if RANKS[rank - 1] == "T" else RANKS[rank - 1]
    font = _font(_fine(_RANK_SIZE))
    # A 10 is made narrower, so that it keeps its distance from the suit, and so drawn heavier.
    thick = _fine(2 if len(signs) == 1 else 2.75)
    _, top, _, base = font.getbbox("H", anchor="ls", stroke_width=thick)
    # Room below the line for the tail of the queen.
    mask = Image.new("L", (_fine(_CARD[0]), round(base - top) + _fine(4)))
    pen = ImageDraw.Draw(mask)
    end = 0.0
    for sign in signs:
        left, _, right, _ = font.getbbox(sign, anchor="ls", stroke_width=thick)
        at = end - left
        pen.text((at, -top), sign, fill=255, font=font, anchor="ls", stroke_width=thick)
        end = at + right
    mask = mask.crop((0, 0, round(end), mask.height))
    return mask.resize((min(mask.width, _fine(_RANK_WIDTH)), mask.height))


@lru_cache(maxsize=8)
def _suit(suit: str, size: int) -> Image.Image:
    """Return the mask of a suit in a square of `size` finished pixels."""
    outline, circles = _OUTLINES[suit]
    scale = _fine(size) / _BOX
    half = list(_curve(outline))
    mirrored = [(_BOX - x, y) for x, y in reversed(half)]
    mask = Image.new("L", (_fine(size), _fine(size)))
    pen = ImageDraw.Draw(mask)
    pen.polygon([(x * scale, y * scale) for x, y in half + mirrored], fill=255)
    for x, y in circles:
        pen.circle((x * scale, y * scale), _CLUB_RADIUS * scale, fill=255)
    return mask


def _curve(points: tuple[_Point, ...]) -> Iterator[_Point]:
    """Yield points along cubic curves, each given by two control points and its end."""
    start = points[0]
    yield start
    for one, two, end in zip(points[1::3], points[2::3], points[3::3], strict=True):
        for step in range(1, 17):
            t = step / 16
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            yield (
                sum(w * p[0] for w, p in zip(weights, (start, one, two, end), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (start, one, two, end), strict=True)),
            )
        start = end


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return the typeface that comes with Pillow, in a size."""
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


# Colour


@lru_cache(maxsize=1)
def _felt() -> Image.Image:
    """Return the empty table: light above its middle, dark towards its corners."""
    reach = round(WIDTH * 1.55)
    light = Image.radial_gradient("L").resize((reach, reach), Image.Resampling.BICUBIC)
    left, top = (reach - WIDTH) // 2, reach // 2 - round(HEIGHT * 0.3)
    return _coloured(light.crop((left, top, left + WIDTH, top + HEIGHT)), _FELT).convert("RGBA")


def _dimmed(colour: _Colour, light: float) -> _Colour:
    red, green, blue = colour
    return (round(red * light), round(green * light), round(blue * light))


def _coloured(shade: Image.Image, colours: tuple[_Colour, ...]) -> Image.Image:
    """Return a grey picture in colour: black becomes the first colour, white the last."""
    steps = len(colours) - 1
    bands = []
    for channel in range(3):
        levels = []
        for level in range(256):
            place = level * steps / 255
            at = min(int(place), steps - 1)
            low, high = colours[at][channel], colours[at + 1][channel]
            levels.append(round(low + (high - low) * (place - at)))
        bands.append(shade.point(levels))
    return Image.merge("RGB", bands)


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """Return a picture whose palette holds the colours that previews are made of."""
    sample = _felt().reduce(2)
    for row, free in enumerate((False, True)):
        for column, suit in enumerate("DS"):
            _lay(sample, _face(Card(KING, suit), free=free), 30 + 100 * column, 30 + 110 * row)
    _lay(sample, _back(), 250, 50)
    _lay(sample, _slot(), 450, 50)
    return sample.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT)
