"""The colours: everything can be read and seen, by the figures of WCAG 2."""

from __future__ import annotations

from operator import attrgetter

import pytest

from scorepad.design import DARK, LIGHT, MARKS, Palette, contrast, legible, mark

TEXT, LINE = 4.5, 3
"""The least contrast of a text, and of a line or of large letters."""
GROUNDS = ("paper", "low", "tone", "deep", "chosen")
SEEN = (
    *((ink, ground, TEXT) for ink in ("text", "quiet", "gain", "loss") for ground in GROUNDS),
    *(("ring", ground, LINE) for ground in GROUNDS),
    ("on_accent", "accent", TEXT),
    ("on_chosen", "chosen", TEXT),
    ("on_loss", "loss", TEXT),
    ("on_notice", "notice", TEXT),
    ("notice_action", "notice", TEXT),
    ("ring_on_accent", "accent", LINE),
)
"""Inks, their grounds, and the least contrast between the two."""

palettes = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@pytest.mark.promise("Exports", "Colours of text and lines have the contrast that WCAG asks for.")
@palettes
def test_everything_drawn_has_enough_contrast(palette: Palette) -> None:
    faint = [
        f"{ink} on {ground}"
        for ink, ground, least in SEEN
        if contrast(*attrgetter(ink, ground)(palette)) < least
    ]
    assert faint == []


@palettes
def test_the_marks_of_people_are_seen(palette: Palette) -> None:
    for each in MARKS:
        assert contrast(legible(each.colour, palette.paper, palette.text), palette.paper) >= LINE
        assert contrast(each.ink, each.colour) >= TEXT


def test_a_mark_is_seen_on_paper_and_keeps_its_colour_where_it_can() -> None:
    assert legible(mark(5).colour, "#FFFFFF", LIGHT.text) == mark(5).colour
    assert legible(mark(4).colour, "#FFFFFF", LIGHT.text) != mark(4).colour
    assert legible(mark(4).colour, DARK.paper, DARK.text) == mark(4).colour
