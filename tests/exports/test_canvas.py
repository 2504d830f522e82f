"""Pictures on the canvas of a browser: the calls that it gets, and the file that its pixels become."""

from __future__ import annotations

import io
import struct
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from scorepad.design import BOLD
from scorepad.design.letters import width
from scorepad.exports.canvas import painted
from scorepad.exports.drawing import RIGHT, Area, Polyline, Shape, Text


class Context:
    """Records the calls with the colour that they use; its pixels are all different."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.fillStyle = self.strokeStyle = self.font = ""
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        def call(*values: Any) -> None:
            colours = {"fill": (self.fillStyle,), "stroke": (self.strokeStyle,), "fillText": (self.font,)}
            self.calls.append((name, *values, *colours.get(name, ())))

        return call

    def getImageData(self, x: int, y: int, width: int, height: int) -> Any:
        assert x == 0
        assert y == 0
        assert width == self.width
        assert height == self.height
        raw = b"".join(struct.pack(">HBB", n, 7, 255) for n in range(width * height))
        return SimpleNamespace(data=SimpleNamespace(to_bytes=lambda: raw))


@pytest.fixture(autouse=True)
def contexts(monkeypatch: pytest.MonkeyPatch) -> list[Context]:
    """The contexts that were made, in a browser with a canvas."""
    made: list[Context] = []

    def new(width: int, height: int) -> Any:
        def context(kind: str, options: object) -> Context:
            made.append(Context(width, height))
            return made[-1]

        return SimpleNamespace(getContext=context)

    def draw_icon(context: Context, *values: float) -> None:
        context.calls.append(("icon", *values))

    canvas, json = SimpleNamespace(new=new), SimpleNamespace(parse=str)
    browser = SimpleNamespace(OffscreenCanvas=canvas, JSON=json, drawIcon=draw_icon)
    monkeypatch.setitem(sys.modules, "js", browser)
    return made


SHAPES: list[Shape] = [
    Area([(1, 2), (3, 4), (5, 6)], "#000002"),
    Polyline([(0, 0), (8, 0)], "#000003", 1.5),
    Text(20, 9, "abc", 12, "#000004", BOLD, RIGHT),
]


def test_the_file_has_the_pixels_of_the_canvas() -> None:
    with Image.open(io.BytesIO(painted([], (30, 20), "#ffffff", (1, 2, 3)))) as image:
        assert image.format == "PNG"
        assert image.mode == "RGB"
        assert image.size == (30, 20)
        image.load()
        for number in (0, 1, 29, 30, 599):
            assert image.getpixel((number % 30, number // 30)) == (number >> 8, number & 255, 7)


def test_shapes_and_texts(contexts: list[Context]) -> None:
    painted(SHAPES, (30, 20), "#000001", (1, 2, 3))
    (context,) = contexts
    assert context.calls[0] == ("fillRect", 0, 0, 30, 20)
    assert context.calls[1:6] == [
        *[("beginPath",), ("lineTo", 1, 2), ("lineTo", 3, 4), ("lineTo", 5, 6), ("fill", "#000002")]
    ]
    assert context.calls[6:10] == [("beginPath",), ("lineTo", 0, 0), ("lineTo", 8, 0), ("stroke", "#000003")]
    left = 20 - width("abc", 12, BOLD)
    assert context.calls[10] == ("fillText", "abc", left, 9, "12px 'ScorepadSans-Bold'")
    assert context.calls[11] == ("icon", 1, 2, 3)
