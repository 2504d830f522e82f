"""The web client's icon font is small, and has every icon that can be seen in scorepad."""

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("build_icon_font", ROOT / ".tools" / "build_icon_font.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = loaded()


@cache
def font(path: Path) -> Any:
    return TTFont(str(path))


def drawn(path: Path, code: int) -> Any:
    """The outline and the advance of one icon; None if the font lacks it."""
    name = font(path).getBestCmap().get(code)
    if name is None:
        return None
    pen = DecomposingRecordingPen(font(path).getGlyphSet())
    font(path).getGlyphSet()[name].draw(pen)
    return pen.value, font(path)["hmtx"][name]


def test_every_icon_of_the_screens_is_in_the_font() -> None:
    lacking = {
        f"ft.Icons.{name} ({place})"
        for name, place in TOOL.used().items()
        if drawn(TOOL.FONT, TOOL.client().code(name)) is None
    }
    assert lacking == set(), f"run {TOOL.COMMAND}"


def test_the_icons_that_the_client_draws_by_itself_are_in_the_font() -> None:
    assert {code for code in TOOL.client().own if drawn(TOOL.FONT, code) is None} == set(), (
        f"run {TOOL.COMMAND}"
    )


def test_each_icon_is_drawn_as_in_the_font_of_the_client() -> None:
    """Another version of Flet may bring another font: ours must follow."""
    changed = {hex(code) for code in TOOL.needed() if drawn(TOOL.FONT, code) != drawn(TOOL.ORIGINAL, code)}
    assert changed == set(), f"run {TOOL.COMMAND}"
    for table, names in {
        "head": ("unitsPerEm",),
        "hhea": ("ascent", "descent", "lineGap"),
        "OS/2": ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"),
    }.items():
        ours, theirs = (font(path)[table] for path in (TOOL.FONT, TOOL.ORIGINAL))
        assert {name: getattr(ours, name) for name in names} == {
            name: getattr(theirs, name) for name in names
        }


@pytest.mark.parametrize(
    ("name", "glyph"),
    [("CHECK", "check_baseline"), ("COPY", "content_copy_baseline"), ("STYLE_OUTLINED", "style_outlined")],
)
def test_the_client_maps_a_name_to_the_icon_of_that_name(name: str, glyph: str) -> None:
    assert font(TOOL.ORIGINAL).getBestCmap()[TOOL.client().code(name)] == glyph


@pytest.mark.parametrize(
    "line",
    ["from flet import Icons", "icon = getattr(ft.Icons, name)", "icons = ft.Icons", "ft.CupertinoIcons.ADD"],
)
def test_icons_that_would_be_overlooked_are_refused(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOOL, "ROOT", tmp_path)
    (tmp_path / "scorepad").mkdir()
    source = tmp_path / "scorepad" / "screen.py"
    source.write_text("ft.Icon(ft.Icons.ADD)\n")
    assert TOOL.used() == {"ADD": str(Path("scorepad", "screen.py:1"))}
    source.write_text(f"{line}\n")
    with pytest.raises(SystemExit, match=r"screen\.py:1: only ft\.Icons\.NAME"):
        TOOL.used()


def test_the_font_is_small() -> None:
    assert TOOL.FONT.stat().st_size < 40_000


def test_the_licence_of_the_icons_is_kept_with_the_fonts() -> None:
    text = (ROOT / "assets" / "fonts" / "LICENSE-MaterialIcons.txt").read_text(encoding="utf-8")
    assert f"{TOOL.FONT.name}, which the web client loads, is a subset of Material Icons" in text
    assert "Apache License\n                           Version 2.0" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert "Apache License, Version 2.0" in str(font(TOOL.FONT)["name"].getDebugName(13))
