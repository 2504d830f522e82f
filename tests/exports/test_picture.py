"""The picture of an evening: what is on it, where, and that it looks as it was approved."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO

import document_samples as samples
import pytest
from document_goldens import FOLDER, PICTURES, Told, approved_picture, drawn, small
from PIL import Image, ImageChops, ImageFilter, ImageStat
from test_pdf import EVENINGS, plainly

from scorepad.design import DARK, LIGHT, MARKS, REGULAR, Palette, contrast, legible, mark
from scorepad.design.coverage import COVERED
from scorepad.exports import picture as module
from scorepad.exports.evening import best_hand, rank_words, worst_hand
from scorepad.exports.lettering import printable
from scorepad.exports.picture import WIDTH, picture
from scorepad.i18n import Translator
from scorepad.tarot.hand import Bid
from scorepad.tarot.session import Person, Seating, Session, Stamp

evenings = pytest.mark.parametrize("name", EVENINGS)
FARTHEST, MEAN = 24, 0.3
"""How far one point of a small blurred picture may be from the approved one, and all of them on average, of 255."""


def texts(told: list[Told]) -> list[str]:
    return [str(stroke.values[2]) for stroke in told if stroke.what == "text"]


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether anybody would see a difference between two small pictures."""
    if one.size != other.size:
        return True
    blurred = [image.filter(ImageFilter.GaussianBlur(1.5)) for image in (one, other)]
    difference = ImageChops.difference(*blurred)
    farthest = max(int(high) for _, high in difference.getextrema())  # type: ignore[misc]
    return farthest > FARTHEST or sum(ImageStat.Stat(difference).mean) / 3 > MEAN


# -- as it was approved ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was_approved(name: str) -> None:
    data, strokes = approved_picture(name)
    assert strokes == (FOLDER / f"{name}.txt").read_text("utf-8")
    with Image.open(FOLDER / f"{name}.png") as approved:
        assert not differ(small(data), approved.convert("RGB"))


def test_what_anybody_would_see_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    session, t = samples.club(), Translator("fr")
    approved = small(picture(session, t))
    assert not differ(approved, small(picture(session, t)))
    people = tuple(replace(person, mark=person.mark + 4) for person in session.people)
    assert differ(approved, small(picture(replace(session, people=people), t)))
    assert differ(approved, small(picture(replace(session, name="Club de Tarot, table 8"), t)))
    with monkeypatch.context() as patched:
        patched.setattr(module, "LIGHT", replace(LIGHT, chosen="#C5D7CC"))
        assert differ(approved, small(picture(session, t)))
    with monkeypatch.context() as patched:
        patched.setattr(module._Board, "ring", lambda *values: None)
        assert differ(approved, small(picture(session, t)))


def test_a_renderers_rounding_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    session, t = samples.club(), Translator("fr")
    approved, draw = small(picture(session, t)), module._Board.text

    def shifted(self: module._Board, x: float, y: float, *values: str, **more: str) -> None:
        draw(self, x + 0.25, y + 0.25, *values, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(module._Board, "text", shifted)
    assert not differ(approved, small(picture(session, t)))


@pytest.mark.parametrize("dark", [False, True])
def test_the_same_session_gives_the_same_bytes(dark: bool) -> None:
    first, again = (picture(samples.five(), Translator("de"), dark=dark) for _ in range(2))
    assert first == again


# -- what is on it ---------------------------------------------------------------------------------------


@cache
def told_of(name: str, language: str) -> tuple[Session, bytes, list[Told]]:
    """An evening, its picture, and every stroke of it."""
    session = EVENINGS[name]()
    return session, *drawn(session, Translator(language))


@evenings
def test_everybodys_rank_name_and_total_are_the_engines(name: str) -> None:
    session, _, told = told_of(name, "de")
    t = Translator("de")
    said = texts(told)
    for standing in session.standings:
        rank = said.index(rank_words(session, standing))
        shape, total, shown = said[rank + 1 : rank + 4]
        assert len(shape) == 1
        assert total == t.signed(standing.total, session.unit)
        whole = printable(standing.person.name)
        assert shown == whole or (
            shown[-1] == "…" and whole.startswith(shown[:-1].rstrip()) and len(shown) > 12
        )
        said = said[rank + 4 :]


@evenings
def test_the_best_and_the_worst_hand_are_said_and_ringed(name: str) -> None:
    session, _, told = told_of(name, "en")
    said, t = texts(told), Translator("en")
    moments = [moment for moment in (best_hand(session), worst_hand(session)) if moment is not None]
    assert len([stroke for stroke in told if stroke.what == "ring"]) == len(moments)
    for moment in moments:
        sign = "▲" if moment.amount > 0 else "▼"
        assert said.count(f"{sign} {t.signed(moment.amount, session.unit)}") == 2, "on the curve and in words"
        which = "Best" if moment.amount > 0 else "Worst"
        assert f"{which} hand of the evening · hand {moment.entry.number}" in said


def test_long_names_leave_room_for_what_was_played() -> None:
    _, told = drawn(samples.trouble(), Translator("en"))
    said = texts(told)
    words = said[said.index("Best hand of the evening · hand 12") + 1]
    assert words.endswith(", garde contre, made by 17")
    assert words.startswith("Anne Bruno C with WWW")


def test_nobody_is_first_before_the_first_hand() -> None:
    _, told = drawn(samples.table(3), Translator("fr"))
    assert "box" not in {stroke.what for stroke in told if LIGHT.chosen in stroke.values}
    assert "Pas encore de donne" in plainly(" ".join(texts(told)))
    assert not [stroke for stroke in told if stroke.what == "line"]


def test_who_share_the_first_place_share_its_colour() -> None:
    session = samples.table(4)
    for taker in (0, 1):
        session = samples.play(session, samples.hand(session, taker, Bid.GARDE, 2, 45))
    _, told = drawn(session, Translator("fr"))
    chosen = [stroke for stroke in told if stroke.what == "box" and LIGHT.chosen in stroke.values]
    assert len(chosen) == 2
    assert texts(told).count("1.") == 2
    assert "3." in texts(told)


# -- the look --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@evenings
def test_words_keep_inside_and_apart(name: str, language: str) -> None:
    _, data, told = told_of(name, language)
    with Image.open(BytesIO(data)) as image:
        width, height = image.size
        assert (image.mode, image.format) == ("RGB", "PNG")
    assert width == WIDTH
    boxes: list[tuple[float, float, float, float, str]] = []
    for stroke in told:
        if stroke.what != "text":
            continue
        x, baseline, words, size, _, *rest = stroke.values
        assert isinstance(x, (int, float))
        assert isinstance(baseline, (int, float))
        assert isinstance(words, str)
        assert isinstance(size, (int, float))
        anchor = next((part for part in rest if part in ("ls", "ms", "rs")), "ls")
        family = next((part for part in rest if str(part).startswith("Scorepad")), REGULAR)
        assert all(ord(letter) in COVERED for letter in words)
        wide = module._width(words, size, str(family))
        left = x - {"ls": 0, "ms": wide / 2, "rs": wide}[str(anchor)]
        boxes.append((left, baseline - 0.7 * size, left + wide, baseline + 0.2 * size, words))
    for n, (left, top, right, bottom, words) in enumerate(boxes):
        assert left >= 36, words
        assert right <= WIDTH - 36, words
        assert 0 <= top < bottom <= height, words
        for other in boxes[n + 1 :]:
            apart = right <= other[0] + 1 or other[2] <= left + 1 or bottom <= other[1] or other[3] <= top
            assert apart, (words, other)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_can_be_read(palette: Palette) -> None:
    """By the figures of WCAG 2: text 4.5, large text and lines 3."""
    for ink in (palette.text, palette.quiet, palette.gain, palette.loss):
        for ground in (palette.paper, palette.tone, palette.chosen):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    for drawn_mark in MARKS:
        assert contrast(legible(drawn_mark.colour, palette.paper, palette.text), palette.paper) >= 3
        assert contrast(drawn_mark.ink, drawn_mark.colour) >= 4.5


def test_a_mark_is_seen_on_paper_and_keeps_its_colour_where_it_can() -> None:
    assert legible(mark(5).colour, "#FFFFFF", LIGHT.text) == mark(5).colour
    assert legible(mark(4).colour, "#FFFFFF", LIGHT.text) != mark(4).colour
    assert legible(mark(4).colour, DARK.paper, DARK.text) == mark(4).colour


def test_it_is_small_enough_to_send() -> None:
    session: Session = samples.long(300, 8, 5)
    assert len(picture(session, Translator("fr"))) < 400_000


def test_the_curve_is_as_high_as_the_names_beside_it() -> None:
    """Eight more came, and the others left: no name may stand on what is below the curve."""
    few, many = samples.club(), samples.club()
    people = tuple(Person(f"q{mark}", f"Nom {mark}", mark) for mark in range(8))
    many = many.seat(Seating(people, 4, people[0].id), Stamp("seating", many.last_at, "here"))
    heights = {}
    for session in (few, many):
        made = module._Card(session, Translator("fr"), dark=False)
        made._plan()
        heights[len(session.people)] = made._curve_height
    assert heights[len(few.people)] == 480
    assert heights[len(many.people)] >= module.NAME_ROW * (len(many.people) - 1) > 480


def test_only_who_stayed_to_the_end_is_tied_to_the_end_of_the_curve() -> None:
    _, told = drawn(samples.sixteen(), Translator("fr"))
    lines = [stroke.values for stroke in told if stroke.what == "line"]
    right = max(x for points, _, width in lines if width == 5 for x, _ in points)  # type: ignore[attr-defined]
    tied = [points for points, _, width in lines if width == 2 and points[0][0] == right]  # type: ignore[index]
    assert len(tied) == 4
