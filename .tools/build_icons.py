"""Draw the icon of scorepad, the star of the Excuse, and write every picture that Flet's tools look for.

For developers only. The mark is a fool's collar: five points, a bell at each. It is drawn here from geometry,
many times too large, and reduced; no other picture is used.

    python .tools/build_icons.py

Needs Pillow. Written to `assets/`:

* `icon.png` (a rounded tile: Linux, and wherever nothing more particular exists), `icon_windows.png` (the
  same, up to the edge), `icon_macos.png` and `icon_ios.png` (a full square, cut to shape by the system),
  `icon_android.png` and `icon_web.png` (a full square whose star every mask leaves whole);
* `splash.png`, `splash_dark.png`: the star alone, on the background set by `[tool.flet.splash]`;
* `favicon.png` and `icons/*.png`: what the web client asks its server for, in place of Flet's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw

ASSETS: Final = Path(__file__).resolve().parent.parent / "assets"

GREEN: Final = (30, 91, 67)
PAPER: Final = (253, 251, 245)
FOLD: Final = (222, 214, 190)
GOLD: Final = (232, 178, 68)
LEAF: Final = (47, 122, 92)
BRASS: Final = (206, 149, 38)

SCALE: Final = 4
"""How many times too large everything is drawn."""

POINTS: Final = 5
WAIST: Final = 0.22
"""How far in the sides are drawn towards the centre: 0 to the centre, 0.8 straight from point to point."""

BELL: Final = 0.118
"""Radius of a bell, in radii of the mark."""

GAP: Final = 0.035
"""The ring left clear between a bell and its point."""

Colour = tuple[int, int, int]
Point = tuple[float, float]


@dataclass(frozen=True)
class Ink:
    """The colours of one mark: the two sides of a fold, and the bells."""

    light: Colour
    dark: Colour
    bell: Colour


ON_GREEN: Final = Ink(PAPER, FOLD, GOLD)
ON_PAPER: Final = Ink(LEAF, GREEN, BRASS)


def polar(centre: Point, radius: float, turn: float) -> Point:
    """The point at `turn` (1 is a full turn, clockwise from the top) and `radius` from `centre`."""
    angle = 2 * math.pi * turn - math.pi / 2
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def curve(start: Point, control: Point, end: Point) -> list[Point]:
    """The first half of a quadratic Bézier curve, as a line of points."""
    steps = [step / 128 for step in range(65)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in steps
    ]


def star(size: int, radius: float, ink: Ink, *, bells: bool = True) -> Image.Image:
    """The mark on a transparent square; `radius`, a part of the side, reaches to the outside of the bells."""
    side = size * SCALE
    reach = radius * side
    # Five points on a circle reach higher up than down: lower the centre until the middle looks right.
    centre = (side / 2, side / 2 + reach * 0.06)
    tip = reach * (1 - 1.55 * BELL) if bells else reach
    folds, bell_mask = (Image.new("L", (side, side), 0) for _ in range(2))
    outline = Image.new("L", (side, side), 0)
    for point in range(POINTS):
        top = polar(centre, tip, point / POINTS)
        for direction in (-1, 1):
            towards = (point + direction / 2) / POINTS
            half = curve(
                top, polar(centre, tip * WAIST, towards), polar(centre, tip, (point + direction) / POINTS)
            )
            ImageDraw.Draw(outline).polygon([centre, *half], fill=255)
            if direction > 0:
                ImageDraw.Draw(folds).polygon([centre, *half], fill=255)
    if bells:
        for point in range(POINTS):
            x, y = polar(centre, reach * (1 - BELL), point / POINTS)
            for canvas, width, fill in ((outline, BELL + GAP, 0), (bell_mask, BELL, 255)):
                disc = [x - reach * width, y - reach * width, x + reach * width, y + reach * width]
                ImageDraw.Draw(canvas).ellipse(disc, fill=fill)
    mark = Image.new("RGB", (side, side), ink.light)
    mark.paste(ink.dark, mask=folds)
    mark.paste(ink.bell, mask=bell_mask)
    image = mark.convert("RGBA")
    image.putalpha(ImageChops.lighter(outline, bell_mask))
    return image.resize((size, size), Image.Resampling.BOX)


def square(size: int, radius: float) -> Image.Image:
    """The star on a full square of green."""
    image = Image.new("RGBA", (size, size), GREEN)
    image.alpha_composite(star(size, radius, ON_GREEN))
    return image.convert("RGB")


def tile(size: int, radius: float, *, margin: float = 0.0, bells: bool = True) -> Image.Image:
    """The star on a rounded tile of green, `margin` away from the edges; `radius` is of the tile."""
    side = size * SCALE
    inset = round(margin * side)
    mask = Image.new("L", (side, side), 0)
    box = (inset, inset, side - 1 - inset, side - 1 - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=(side - 2 * inset) * 0.225, fill=255)
    image = Image.new("RGBA", (size, size), (*GREEN, 255))
    image.alpha_composite(star(size, radius * (1 - 2 * margin), ON_GREEN, bells=bells))
    image.putalpha(mask.resize((size, size), Image.Resampling.BOX))
    return image


def masked(size: int) -> Image.Image:
    """A full square whose star lies inside the circle that Android's and the web's masks both leave."""
    return square(size, 0.29)


PICTURES: Final[dict[str, Callable[[], Image.Image]]] = {
    "icon.png": lambda: tile(1024, 0.42, margin=0.02),
    "icon_android.png": lambda: masked(1024),
    "icon_ios.png": lambda: square(1024, 0.40),
    "icon_macos.png": lambda: square(1024, 0.40),
    "icon_web.png": lambda: square(512, 0.36),
    "icon_windows.png": lambda: tile(512, 0.44),
    "splash.png": lambda: star(768, 0.46, ON_PAPER),
    "splash_dark.png": lambda: star(768, 0.46, ON_GREEN),
    "favicon.png": lambda: tile(64, 0.44, bells=False),
    "icons/icon-192.png": lambda: tile(192, 0.42, margin=0.02),
    "icons/icon-512.png": lambda: tile(512, 0.42, margin=0.02),
    "icons/icon-maskable-192.png": lambda: square(192, 0.36),
    "icons/icon-maskable-512.png": lambda: square(512, 0.36),
    "icons/apple-touch-icon-192.png": lambda: square(192, 0.40),
    "icons/loading-animation.png": lambda: tile(400, 0.42, margin=0.26),
}
"""Every picture by its path under `assets`."""


def main() -> None:
    """Write every picture."""
    for name, drawn in PICTURES.items():
        path = ASSETS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        drawn().save(path, optimize=True)
        print(f"{name}: {path.stat().st_size / 1024:.1f} KB")


if __name__ == "__main__":
    main()
