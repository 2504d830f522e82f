"""A picture as a surface, drawn on the canvas of a browser whose worker runs Python. Lengths are in pixels.

The page has loaded the fonts by the names of their files, and offers `drawIcon`.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from scorepad.design import FONTS, REGULAR, Palette
from scorepad.exports.chart import dashes
from scorepad.exports.fonts import Found
from scorepad.exports.surface import Box, PictureSurface, Point


class _Context(Protocol):
    """The used part of the browser's OffscreenCanvasRenderingContext2D."""

    fillStyle: str
    strokeStyle: str
    lineWidth: float
    lineCap: str
    lineJoin: str
    font: str
    imageSmoothingQuality: str

    def beginPath(self) -> None: ...
    def closePath(self) -> None: ...
    def moveTo(self, x: float, y: float) -> None: ...
    def lineTo(self, x: float, y: float) -> None: ...
    def arc(self, x: float, y: float, radius: float, start: float, end: float) -> None: ...
    def roundRect(self, x: float, y: float, width: float, height: float, radius: float) -> None: ...
    def fill(self) -> None: ...
    def stroke(self) -> None: ...
    def fillText(self, text: str, x: float, y: float) -> None: ...
    def measureText(self, text: str) -> Any: ...
    def getImageData(self, x: int, y: int, width: int, height: int) -> Any: ...


def system_fonts(letters: frozenset[int]) -> list[Found]:
    """A page has no fonts of the system: letters that the bundled fonts lack are spelled out."""
    return []


def _canvas(width: int, height: int) -> _Context:
    js = import_module("js")
    options = js.JSON.parse('{"willReadFrequently": true}')
    context: _Context = js.OffscreenCanvas.new(width, height).getContext("2d", options)
    return context


@cache
def _ruler() -> _Context:
    return _canvas(1, 1)


class CanvasSurface(PictureSurface):
    """A picture in the colours of a palette."""

    def __init__(self, width: int, height: int, palette: Palette) -> None:
        self.palette = palette
        self._size = width, height
        self._context = _canvas(width, height)
        self._context.lineJoin = "round"
        self._context.imageSmoothingQuality = "high"
        self.rectangle((0, 0, width, height), palette.paper)

    def png(self) -> bytes:
        # The browser's own encoder is asynchronous.
        width, height = self._size
        pixels = self._context.getImageData(0, 0, width, height).data.to_bytes()
        rgb = bytearray(3 * width * height)
        rgb[0::3], rgb[1::3], rgb[2::3] = pixels[0::4], pixels[1::4], pixels[2::4]
        rows = b"".join(b"\0" + rgb[at : at + 3 * width] for at in range(0, len(rgb), 3 * width))
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)

    def width(self, text: str, size: float, weight: str = REGULAR) -> float:
        ruler = _ruler()
        ruler.font = _font(size, weight)
        return float(ruler.measureText(text).width)

    def _write(self, left: float, baseline: float, text: str, size: float, colour: str, weight: str) -> None:
        self._context.font = _font(size, weight)
        self._context.fillStyle = colour
        self._context.fillText(text, left, baseline)

    def line(self, points: Sequence[Point], colour: str, width: float, dash: Sequence[float] = ()) -> None:
        self._context.strokeStyle = colour
        self._context.lineWidth = width
        self._context.lineCap = "round" if width > 3 else "butt"
        for piece in dashes(points, [part * width for part in dash]):
            self._path(piece)
            self._context.stroke()

    def rectangle(self, box: Box, colour: str, radius: float = 0, background: bool = False) -> None:
        self._context.fillStyle = colour
        self._context.beginPath()
        self._context.roundRect(*box, radius)
        self._context.fill()

    def circle(self, x: float, y: float, radius: float, colour: str, width: float = 0) -> None:
        self._context.beginPath()
        self._context.arc(x, y, radius - width / 2, 0, 2 * math.pi)
        if width:
            self._context.strokeStyle, self._context.lineWidth = colour, width
            self._context.stroke()
        else:
            self._context.fillStyle = colour
            self._context.fill()

    def polygon(self, points: Sequence[Point], colour: str) -> None:
        self._context.fillStyle = colour
        self._path(points)
        self._context.closePath()
        self._context.fill()

    def icon(self, x: float, y: float, size: int) -> None:
        import_module("js").drawIcon(self._context, x, y, size)

    def _path(self, points: Sequence[Point]) -> None:
        self._context.beginPath()
        self._context.moveTo(*points[0])
        for x, y in points[1:]:
            self._context.lineTo(x, y)


def _font(size: float, weight: str) -> str:
    return f"{size}px '{Path(FONTS[weight]).stem}'"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
