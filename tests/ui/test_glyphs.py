"""Whatever a player is called, the screen only draws what the bundled fonts have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.design.coverage import COVERED
from scorepad.ui.kit.words import MAX_MARKS, NOTHING_TO_SEE, drawable


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        *((name, name) for name in ("Łukasz", "Nguyễn Thị Ượng", "Þórður", "Γιώργος", "Юрій", "★ Léa ♥", "")),
        ("王小明", "WangXiaoMing"),
        ("محمد", "mhmd"),
        ("नि", "ni"),
        ("Léa 🎉", "Léa :tada:"),
        ("👩🏽‍⚕️", ":woman::medical_symbol:"),  # a skin tone, a joiner, a sign, a selector
        ("🇫🇷🇧🇪", "FRBE"),
        ("🏴\U000e0067\U000e0062\U000e007f", ":flag_black:"),
        ("❤️‍🔥", "❤:fire:"),
        ("1️⃣", "1"),
        ("𝓛𝓮\u0301𝓪", "Léa"),
        ("㎏", "kg"),
        ("q\u0303", "q\u0303"),
        ("\u2066\u202eLéa\u2069\u200b\u00ad\ufeff", "Léa"),  # marks of direction
        ("L\x00é\x1ba\x7f\ud800", "Léa"),
        ("\u0301\u0302Léa", "Léa"),  # marks with nothing to stand on
        ("Léa\n\tTom\u2028Zoé\u3000Max", "Léa  Tom Zoé Max"),
        ("q" + "\u0300\u0301\u0302" * 20 + "x", "q" + "\u0300\u0301\u0302"[:MAX_MARKS] + "x"),
        *((name, NOTHING_TO_SEE) for name in (" ", "\u202e\u202c", "\n", "\u0301", "\ufe0f", "\ue000\u0378")),
    ],
)
def test_a_name_is_drawn_as_it_is_or_in_latin_letters(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("王小明", "王小明"),
        ("Léa 👩🏽‍⚕️", "Léa 👩🏽‍⚕️"),
        ("नि", "नि"),
        ("\u202eL\x00éa", "Léa"),
        ("محمد −993 علي", "\u2068محمد\u2069 −993 \u2068علي\u2069"),
        ("\ue000", NOTHING_TO_SEE),
    ],
)
def test_where_the_system_has_fonts_names_stay_as_typed(name: str, drawn: str) -> None:
    assert drawable(name, system=True) == drawn


@pytest.mark.promise(
    "Names and words", "A name in any script is drawn on the screen, with letters that the fonts have."
)
@given(st.text(st.characters(exclude_categories=()), min_size=1))
def test_any_text_is_drawable_visible_and_settled(text: str) -> None:
    drawn = drawable(text)
    assert {ord(char) for char in drawn} <= COVERED
    assert drawn.strip()
    assert drawn.isprintable() or set(drawn) & set("\u00a0\u2007\u2009\u202f")
    assert drawable(drawn) == drawn
