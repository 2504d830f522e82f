"""A picture as a surface, drawn with Pillow. Lengths and text sizes are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from scorepad import assets_folder
from scorepad.design import FONTS, REGULAR, Palette
from scorepad.exports.chart import dashes
from scorepad.exports.fonts import Found, found
from scorepad.exports.lettering import runs
from scorepad.exports.surface import Box, PictureSurface, Point

FINE = 2
"""The factor by which everything is drawn larger and then reduced, since Pillow's shapes have no smooth edges."""


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same everywhere; the other one depends on the libraries of the system.
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def system_fonts(letters: frozenset[int]) -> list[Found]:
    """Fonts of the system that have some of these letters, and that Pillow can read."""
    return [font for font in found(letters) if _usable(font)]


def _usable(font: Found) -> bool:
    try:
        _font(str(font.path), 20).getlength("".join(map(chr, font.codes)))
    except Exception:  # any error of the reader of a damaged font
        return False
    return True


class ImageSurface(PictureSurface):
    """A picture in the colours of a palette."""

    def __init__(self, width: int, height: int, palette: Palette) -> None:
        self.palette = palette
        self._image = Image.new("RGB", (width * FINE, height * FINE), palette.paper)
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        file = BytesIO()
        self._image.reduce(FINE).save(file, "PNG", optimize=True)
        return file.getvalue()

    def width(self, text: str, size: float, weight: str = REGULAR) -> float:
        return sum(self._font(font, size, weight).getlength(run) for font, run in runs(text)) / FINE

    def _font(self, font: Found | None, size: float, weight: str) -> ImageFont.FreeTypeFont:
        return _font(str(font.path if font else assets_folder() / FONTS[weight]), round(size * FINE))

    def _write(self, left: float, baseline: float, text: str, size: float, colour: str, weight: str) -> None:
        for font, run in runs(text):
            drawn = self._font(font, size, weight)
            self._draw.text((left * FINE, baseline * FINE), run, colour, drawn, anchor="ls")
            left += drawn.getlength(run) / FINE

    def line(self, points: Sequence[Point], colour: str, width: float, dash: Sequence[float] = ()) -> None:
        for piece in dashes(points, [part * width for part in dash]):
            fine = [(x * FINE, y * FINE) for x, y in piece]
            self._draw.line(fine, colour, round(width * FINE), joint="curve")
            if width > 3:  # round ends, which thin lines do not need
                for x, y in (fine[0], fine[-1]):
                    self._draw.circle((x, y), width * FINE / 2 - 0.5, colour)

    def rectangle(self, box: Box, colour: str, radius: float = 0, background: bool = False) -> None:
        x, y, width, height = box
        edges = (x * FINE, y * FINE, (x + width) * FINE - 1, (y + height) * FINE - 1)
        self._draw.rounded_rectangle(edges, radius * FINE, colour)

    def circle(self, x: float, y: float, radius: float, colour: str, width: float = 0) -> None:
        place, radius = (x * FINE, y * FINE), radius * FINE
        if width:
            self._draw.circle(place, radius, outline=colour, width=round(width * FINE))
        else:
            self._draw.circle(place, radius, colour)

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        self._draw.polygon([(x * FINE, y * FINE) for x, y in points], colour)

    def icon(self, x: float, y: float, size: int) -> None:
        with Image.open(assets_folder() / "icon.png") as icon:
            small = icon.convert("RGBA").resize((size * FINE, size * FINE))
        self._image.paste(small, (round(x * FINE), round(y * FINE)), small)
