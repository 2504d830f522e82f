"""Pictures on the canvas of a browser: the calls that it gets, and the file that its pixels become."""

from __future__ import annotations

import io
import struct
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from scorepad.design import BOLD, LIGHT
from scorepad.exports import canvas
from scorepad.exports.canvas import CanvasSurface, system_fonts


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

    def measureText(self, text: str) -> Any:
        return SimpleNamespace(width=len(text) * 10)

    def getImageData(self, x: int, y: int, width: int, height: int) -> Any:
        assert (x, y, width, height) == (0, 0, self.width, self.height)
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

    browser = SimpleNamespace(
        OffscreenCanvas=SimpleNamespace(new=new), JSON=SimpleNamespace(parse=str), drawIcon=draw_icon
    )
    monkeypatch.setitem(sys.modules, "js", browser)
    canvas._ruler.cache_clear()
    return made


def test_the_file_has_the_pixels_of_the_canvas() -> None:
    with Image.open(io.BytesIO(CanvasSurface(30, 20, LIGHT).png())) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "RGB", (30, 20))
        image.load()
        for number in (0, 1, 29, 30, 599):
            assert image.getpixel((number % 30, number // 30)) == (number >> 8, number & 255, 7)


def test_shapes_and_texts(contexts: list[Context]) -> None:
    surface = CanvasSurface(30, 20, LIGHT)
    (context,) = contexts
    assert context.calls == [("beginPath",), ("roundRect", 0, 0, 30, 20, 0), ("fill", LIGHT.paper)]
    context.calls.clear()
    surface.circle(5, 6, 4, "#000001", 2)
    surface.polygon([(1, 2), (3, 4), (5, 6)], "#000002")
    surface.line([(0, 0), (8, 0)], "#000003", 1, (2, 1))
    surface.text(20, 9, "abc", 12, "#000004", BOLD, "right")
    surface.icon(1, 2, 3)
    calls = [call for call in context.calls if call[0] != "beginPath"]
    assert calls[0][:4] == ("arc", 5, 6, 3)
    assert calls[1:6] == [
        ("stroke", "#000001"),
        *[("moveTo", 1, 2), ("lineTo", 3, 4), ("lineTo", 5, 6), ("closePath",)],
    ]
    assert calls[6] == ("fill", "#000002")
    assert [call[1] for call in calls if call[0] == "moveTo"][1:] == [0, 3, 6], "the beginnings of the dashes"
    assert calls[-2:] == [
        ("fillText", "abc", -10, 9, "12px 'ScorepadSans-Bold'"),
        ("icon", 1, 2, 3),
    ]


def test_there_are_no_fonts_of_the_system() -> None:
    assert system_fonts(frozenset({0x4E2D})) == []
