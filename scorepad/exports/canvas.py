"""Paints a drawing on the canvas of a browser. Separate from `image.py`, since Python in a browser has no Pillow.

The web page must load each font under the name of its file without the ending, and define the function `drawIcon`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from scorepad.design import FONTS
from scorepad.exports.drawing import Area, Shape, Text


def painted(shapes: Iterable[Shape], size: tuple[int, int], paper: str, icon: tuple[int, int, int]) -> bytes:
    """Paints shapes on the colour `paper`; returns a PNG of a `size` in pixels.

    `icon` is the left edge, the upper edge and the side of the app's icon, in pixels.
    """
    js = import_module("js")
    options = js.JSON.parse('{"willReadFrequently": true}')
    context = js.OffscreenCanvas.new(*size).getContext("2d", options)
    context.lineJoin = "round"
    context.imageSmoothingQuality = "high"
    context.fillStyle = paper
    context.fillRect(0, 0, *size)
    for each in shapes:
        _paint(context, each)
    js.drawIcon(context, *icon)
    # The browser's own encoder is asynchronous.
    return png(*size, context.getImageData(0, 0, *size).data.to_bytes())


def _paint(context: Any, shape: Shape) -> None:
    """Draws a shape on an OffscreenCanvasRenderingContext2D."""
    if isinstance(shape, Text):
        context.font = f"{shape.size}px '{Path(FONTS[shape.weight]).stem}'"
        context.fillStyle = shape.colour
        context.fillText(shape.words, shape.left, shape.y)
        return
    context.beginPath()
    for x, y in shape.points:
        context.lineTo(x, y)  # the first call begins the path
    if isinstance(shape, Area):
        context.fillStyle = shape.colour
        context.fill()
    else:
        context.strokeStyle, context.lineWidth = shape.colour, shape.width
        context.stroke()


def png(wide: int, high: int, pixels: bytes) -> bytes:
    """A PNG file made from RGBA pixels of four bytes each; their opacity is left out."""
    rgb = bytearray(3 * wide * high)
    rgb[0::3], rgb[1::3], rgb[2::3] = pixels[0::4], pixels[1::4], pixels[2::4]
    rows = b"".join(b"\0" + rgb[at : at + 3 * wide] for at in range(0, len(rgb), 3 * wide))
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
