"""Every picture that Flet's tools and web client look for is there and has the shape they expect."""

import json
from pathlib import Path

import pytest
from PIL import Image

ASSETS = Path(__file__).resolve().parents[2] / "assets"
GREEN = (30, 91, 67)
PICTURES = {
    "icon.png": (1024, "RGBA"),
    "icon_android.png": (1024, "RGB"),
    "icon_ios.png": (1024, "RGB"),
    "icon_macos.png": (1024, "RGB"),
    "icon_web.png": (512, "RGB"),
    "icon_windows.png": (512, "RGBA"),
    "splash.png": (768, "RGBA"),
    "splash_dark.png": (768, "RGBA"),
    "favicon.png": (64, "RGBA"),
    "icons/icon-192.png": (192, "RGBA"),
    "icons/icon-512.png": (512, "RGBA"),
    "icons/icon-maskable-192.png": (192, "RGB"),
    "icons/icon-maskable-512.png": (512, "RGB"),
    "icons/apple-touch-icon-192.png": (192, "RGB"),
    "icons/loading-animation.png": (400, "RGBA"),
}
SAFE_CIRCLE = {
    "icon_android.png": 72 / 108,  # the part of an adaptive icon that every launcher shows
    "icon_web.png": 0.8,  # the safe zone of a maskable icon
    "icons/icon-maskable-192.png": 0.8,
    "icons/icon-maskable-512.png": 0.8,
}


@pytest.mark.parametrize(("name", "size", "mode"), [(name, *shape) for name, shape in PICTURES.items()])
def test_each_picture_has_its_size_and_mode(name: str, size: int, mode: str) -> None:
    with Image.open(ASSETS / name) as image:
        assert image.format == "PNG"
        assert image.size == (size, size)
        assert image.mode == mode


@pytest.mark.parametrize(("name", "diameter"), SAFE_CIRCLE.items())
def test_no_mask_cuts_the_star(name: str, diameter: float) -> None:
    with Image.open(ASSETS / name) as image:
        pixels, side = image.load(), image.width
        assert pixels is not None
        reach = max(
            (x + 0.5 - side / 2) ** 2 + (y + 0.5 - side / 2) ** 2
            for x in range(side)
            for y in range(side)
            if pixels[x, y] != GREEN
        )
    assert reach**0.5 < diameter * side / 2


def test_the_pictures_are_light() -> None:
    sizes = {name: (ASSETS / name).stat().st_size for name in PICTURES}
    assert max(sizes.values()) < 60_000
    assert sum(sizes.values()) < 300_000


def test_the_web_manifest_names_pictures_that_exist() -> None:
    manifest = json.loads((ASSETS / "manifest.json").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        with Image.open(ASSETS / icon["src"]) as image:
            assert icon["sizes"] == f"{image.width}x{image.height}"
