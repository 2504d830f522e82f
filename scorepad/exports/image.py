"""Paints a drawing with Pillow. Separate from `canvas.py`, so that Pillow is imported only outside a browser."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from scorepad import assets_folder
from scorepad.design import FONTS
from scorepad.exports.drawing import Area, Shape, Text

FINE = 2
"""Everything is drawn larger by this factor, then reduced: Pillow does not smooth the edges of shapes."""


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    # Pillow's basic text layout is the same everywhere; its complex layout depends on libraries of the system.
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(assets_folder() / FONTS[weight]), size, layout_engine=layout)


def painted(shapes: Iterable[Shape], size: tuple[int, int], paper: str, icon: tuple[int, int, int]) -> bytes:
    """Paints shapes on the colour `paper`; returns a PNG of a `size` in pixels.

    `icon` is the left edge, the upper edge and the side of the app's icon, in pixels.
    """
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), paper)
    draw = ImageDraw.Draw(image)
    for each in shapes:
        if isinstance(each, Text):
            font = _font(each.weight, round(each.size * FINE))
            draw.text((each.left * FINE, each.y * FINE), each.words, each.colour, font, anchor="ls")
            continue
        points = [(x * FINE, y * FINE) for x, y in each.points]
        if isinstance(each, Area):
            draw.polygon(points, each.colour)
        else:
            draw.line(points, each.colour, round(each.width * FINE), joint="curve")
    left, top, side = (FINE * length for length in icon)
    with Image.open(assets_folder() / "icon.png") as whole:
        small = whole.convert("RGBA").resize((side, side))
    image.paste(small, (left, top), small)
    file = BytesIO()
    image.reduce(FINE).save(file, "PNG", optimize=True)
    return file.getvalue()
