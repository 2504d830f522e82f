"""The picture of an evening: what is on it, where, and that it looks as it was approved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Any

import evenings as samples
import pytest
from approve import Approve
from begun import begun
from PIL import Image, ImageChops, ImageFilter, ImageStat
from strokes import Stroke, drawn, texts
from test_pdf import EVENINGS, of_each_kind, plainly

from scorepad.design import LIGHT, mark
from scorepad.design.coverage import COVERED
from scorepad.evening.evening import Evening
from scorepad.evening.events import Noted, RateAgreed, Seated, Stamp
from scorepad.evening.money import Rate
from scorepad.evening.people import Person, Seating
from scorepad.exports import picture as module
from scorepad.exports.evening import Wording
from scorepad.exports.image import ImageSurface
from scorepad.exports.lettering import printable
from scorepad.exports.picture import CURVE, NOTE_LINES, WIDTH, picture
from scorepad.exports.text import money_lines
from scorepad.i18n import Translator
from scorepad.tarot.hand import Bid

SMALLER = 4
"""Pictures are kept so many times smaller: what a renderer does at the edge of a letter is lost there."""
FARTHEST, MEAN, BLUR = 20, 0.3, 1.0
"""How far one point of a small blurred picture may be from the approved one, and all of them on average, of 255."""


def small(data: bytes) -> Image.Image:
    """A picture as it is kept."""
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB").reduce(SMALLER)


def alike(made: bytes, approved: bytes) -> bool:
    """Whether nobody would see a difference between two kept pictures."""
    one, other = (Image.open(BytesIO(each)).convert("RGB") for each in (made, approved))
    return not differ(one, other)


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether anybody would see a difference between two small pictures."""
    if one.size != other.size:
        return True
    difference = ImageChops.difference(
        *(image.filter(ImageFilter.GaussianBlur(BLUR)) for image in (one, other))
    )
    farthest = max(int(high) for _, high in difference.getextrema())  # type: ignore[misc]
    return farthest > FARTHEST or sum(ImageStat.Stat(difference).mean) / 3 > MEAN


# -- as it was approved ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "language", "dark"),
    [("club", "fr", False), ("five", "de", True), ("trouble", "en", False), ("none", "fr", True)],
)
def test_the_picture_is_as_it_was_approved(name: str, language: str, dark: bool, approve: Approve) -> None:
    evening = samples.table(3) if name == "none" else EVENINGS[name]()
    kept = BytesIO()
    small(picture(evening, Translator(language), dark=dark)).save(kept, "PNG", optimize=True)
    approve(f"picture-{name}-{language}{'-dark' * dark}.png", kept.getvalue(), alike)


@pytest.fixture(scope="module")
def approved() -> Image.Image:
    """A small picture of the club, drawn before a test changes anything."""
    return small(picture(samples.club(), Translator("fr")))


def test_other_marks_names_and_colours_are_a_difference(
    approved: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, t = samples.club(), Translator("fr")
    assert not differ(approved, small(picture(evening, t)))
    people = tuple(replace(person, mark=person.mark + 4) for person in evening.sheet.people)
    seating = replace(evening.start.seating, people=people)
    assert differ(approved, small(picture(begun(evening, seating=seating), t)))
    assert differ(approved, small(picture(begun(evening, title="Club de Tarot, table 8"), t)))
    monkeypatch.setattr(module, "LIGHT", replace(LIGHT, chosen="#C5D7CC"))
    assert differ(approved, small(picture(evening, t)))


@pytest.mark.parametrize(
    ("method", "chosen", "moved"),
    [
        ("_write", lambda text: text[:2] == ("Bruno", 27.5), 6),
        ("_write", lambda text: text[0] == "500", 6),
        ("_write", lambda text: text[:2] == ("3", 24), 6),
        ("_write", lambda text: text[:2] == ("3", 24), None),
        ("_write", lambda text: text[:2] == ("B", 18), None),
        ("shape", lambda shape: shape[2] == mark(2).colour and len(shape) == 5, None),
        ("circle", lambda circle: len(circle) == 3, None),
        ("line", lambda line: line[0] == 3, None),
        ("line", lambda line: line[0] == 5, None),
    ],
    ids=[
        *["name", "total", "number", "no number", "no initial", "no mark", "no ring", "no zero line"],
        "no line",
    ],
)
def test_one_label_moved_or_one_mark_missing_is_a_difference(
    method: str,
    chosen: Callable[[Any], bool],
    moved: float | None,
    approved: Image.Image,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first text, mark, ring or line of the curve of which `chosen` is true."""
    original, changed = getattr(ImageSurface, method), list[object]()

    def change(self: ImageSurface, x: Any, y: Any, *values: Any) -> None:
        if not changed and chosen(values):
            changed.append(values)
            if moved is None:
                return
            x += moved
        original(self, x, y, *values)

    monkeypatch.setattr(ImageSurface, method, change)
    assert differ(approved, small(picture(samples.club(), Translator("fr"))))
    assert changed


def test_the_rounding_of_a_renderer_is_no_difference(
    approved: Image.Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = ImageSurface._write

    def shifted(self: ImageSurface, left: float, baseline: float, *values: Any) -> None:
        write(self, left + 0.25, baseline + 0.25, *values)

    expected = approved
    monkeypatch.setattr(ImageSurface, "_write", shifted)
    assert not differ(expected, small(picture(samples.club(), Translator("fr"))))


@pytest.mark.parametrize("dark", [False, True])
def test_the_same_evening_gives_the_same_bytes(dark: bool) -> None:
    first, again = (picture(samples.five(), Translator("de"), dark=dark) for _ in range(2))
    assert first == again


# -- the facts -------------------------------------------------------------------------------------------


@cache
def drawn_evening(name: str, language: str) -> tuple[Wording, bytes, list[Stroke]]:
    """An evening, its picture, and every stroke of it."""
    wording = Wording(EVENINGS[name](), Translator(language))
    return wording, *drawn(wording.evening, wording.t)


@of_each_kind
def test_everybodys_rank_name_and_total_are_the_engines(name: str) -> None:
    wording, _, strokes = drawn_evening(name, "de")
    words = texts(strokes)
    for standing in wording.evening.sheet.standings:
        rank = words.index(wording.rank(standing))
        shape, shown, total = words[rank + 1 : rank + 4]
        assert len(shape) == 1
        assert total == wording.signed(standing.total)
        whole = printable(standing.person.name)
        assert shown == whole or (
            shown[-1] == "…" and whole.startswith(shown[:-1].rstrip()) and len(shown) > 12
        )
        words = words[rank + 4 :]


def test_the_money_is_below_the_standings() -> None:
    evening = EVENINGS["five"]().add(RateAgreed(Rate(cents=50)), Stamp("r", "2026-11-21T23:59:00.000Z", "x"))
    t = Translator("de")
    words = texts(drawn(evening, t)[1])
    lines = money_lines(t, evening, printable)
    start = words.index(lines[0])
    assert words[start : start + len(lines)] == lines
    assert len(lines) > 3


def test_the_note_on_the_evening_is_in_a_few_lines_at_most() -> None:
    words = "Chez Léa. " + 20 * "Belle soirée. "
    evening = EVENINGS["five"]().add(Noted(words.strip()), Stamp("n", "2026-11-21T23:59:00.000Z", "x"))
    lines = [each for each in texts(drawn(evening, Translator("fr"))[1]) if "soirée." in each]
    assert lines[0].startswith("«\u202fChez Léa.")
    assert len(lines) == NOTE_LINES
    assert lines[-1].endswith("…")


@of_each_kind
def test_the_best_and_the_worst_hand_are_named_and_ringed(name: str) -> None:
    wording, _, strokes = drawn_evening(name, "en")
    words = texts(strokes)
    highlights = [each for each in (wording.best, wording.worst) if each is not None]
    rings = [each for each in strokes if each.kind == "circle" and each.values["width"]]
    assert len(rings) == len(highlights)
    for highlight in highlights:
        sign, title = ("▲", "Best") if highlight.amount > 0 else ("▼", "Worst")
        amount = f"{sign} {wording.signed(highlight.amount)}"
        assert words.count(amount) == 2, "on the curve and in words"
        assert f"{title} hand of the evening · hand {highlight.entry.number}" in words


def test_long_names_leave_the_bid_and_the_result_in_full() -> None:
    words = texts(drawn(samples.trouble(), Translator("en"))[1])
    hand = words[words.index("Best hand of the evening · hand 12") + 1]
    assert hand.endswith(", garde contre, made by 17")
    assert hand.startswith("Anne Bruno C with WWW")


def test_nobody_is_first_before_the_first_hand() -> None:
    _, strokes = drawn(samples.table(3), Translator("fr"))
    assert LIGHT.chosen not in [stroke.values.get("colour") for stroke in strokes]
    assert Translator("fr")("No hand yet") in plainly(" ".join(texts(strokes)))
    assert not [stroke for stroke in strokes if stroke.kind == "line"]


def test_all_who_share_the_first_place_have_its_colour() -> None:
    evening = samples.table(4)
    for taker in (0, 1):
        evening = samples.after(evening, samples.hand(evening, taker, Bid.GARDE, 2, 45))
    _, strokes = drawn(evening, Translator("fr"))
    assert [stroke.values.get("colour") for stroke in strokes].count(LIGHT.chosen) == 2
    assert texts(strokes).count("1.") == 2
    assert "3." in texts(strokes)


# -- the layout ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@of_each_kind
def test_words_keep_inside_and_apart(name: str, language: str) -> None:
    _, data, strokes = drawn_evening(name, language)
    with Image.open(BytesIO(data)) as image:
        width, height = image.size
        assert (image.mode, image.format) == ("RGB", "PNG")
    assert width == WIDTH
    surface = ImageSurface(1, 1, LIGHT)
    boxes: list[tuple[float, float, float, float, str]] = []
    for values in (stroke.values for stroke in strokes if stroke.kind == "_write"):
        left, baseline, text, size = (values[key] for key in ("left", "baseline", "text", "size"))
        assert all(ord(letter) in COVERED for letter in text)
        right = left + surface.width(text, size, values["weight"])
        boxes.append((left, baseline - 0.7 * size, right, baseline + 0.2 * size, text))
    for left, top, right, bottom, text in boxes:
        assert left >= 36, text
        assert right <= WIDTH - 36, text
        assert 0 <= top < bottom <= height, text
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
        assert beside or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_it_is_small_enough_to_send() -> None:
    evening: Evening = samples.long(300, 8, 5)
    assert len(picture(evening, Translator("fr"))) < 400_000


def test_the_curve_is_as_high_as_the_names_beside_it() -> None:
    """Eight more came, and the others left: no name may stand on what is below the curve."""
    few, many = samples.club(), samples.club()
    people = tuple(Person(f"q{mark}", f"Nom {mark}", mark) for mark in range(8))
    many = many.add(Seated(Seating(people, 4, people[0].id)), Stamp("seating", many.last_at, "here"))
    few_height, many_height = (
        module._Picture(Wording(evening, Translator("fr")), dark=False)._curve_height
        for evening in (few, many)
    )
    assert few_height == 480
    assert many_height >= CURVE.scale * CURVE.name_height * (len(many.sheet.people) - 1) > 480


def test_only_people_who_stayed_to_the_end_are_tied_to_the_end_of_the_curve() -> None:
    _, strokes = drawn(samples.sixteen(), Translator("fr"))
    lines = [(each.values["points"], each.values["width"]) for each in strokes if each.kind == "line"]
    right = max(x for points, width in lines if width == 5 for x, _ in points)
    assert sum(width == 2 and points[0][0] == right for points, width in lines) == 4
