"""The picture of an evening: what is on it, where, and that it looks as it was approved."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
import sample_evenings as samples
from approve import Approve
from evenings import after, by, table
from PIL import Image, ImageChops, ImageFilter, ImageStat
from random_evenings import long
from test_pdf import EVENINGS, of_each_kind, plainly

from scorepad.design import LIGHT
from scorepad.design.coverage import COVERED
from scorepad.design.letters import printable, width
from scorepad.evening.evening import Evening
from scorepad.evening.event_place import Stamp
from scorepad.evening.events import Noted, Seated
from scorepad.evening.people import Person, Seating
from scorepad.exports.drawing import Area, Polyline, Shape, Text
from scorepad.exports.image import painted
from scorepad.exports.picture import INSIDE, MARGIN, SCALE, TOLD, WIDTH, picture, planned
from scorepad.exports.wording import Wording
from scorepad.i18n import Translator
from scorepad.i18n.evenings import rank_text
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


def drawn(evening: Evening, t: Translator) -> list[Shape]:
    """The shapes of a picture."""
    return planned(Wording(evening, t), LIGHT)[0]


def texts(evening: Evening, t: Translator) -> list[str]:
    """The texts, in the order in which they are drawn."""
    return [each.words for each in drawn(evening, t) if isinstance(each, Text)]


# -- as it was approved ---


@pytest.mark.parametrize(("name", "language", "dark"), [("club", "fr", False), ("none", "fr", True)])
def test_the_picture_is_as_approved(name: str, language: str, dark: bool, approve: Approve) -> None:
    evening = table(3) if name == "none" else EVENINGS[name]()
    kept = BytesIO()
    small(picture(evening, Translator(language), dark=dark)).save(kept, "PNG", optimize=True)
    approve(f"picture-{name}-{language}{'-dark' * dark}.png", kept.getvalue(), alike)


def changed(shapes: list[Shape], number: int, by: float | None) -> list[Shape]:
    """The shapes with one of them moved to the right, or left out."""
    each = shapes[number]
    if by is None:
        moved: list[Shape] = []
    elif isinstance(each, Text):
        moved = [replace(each, x=each.x + by)]
    else:
        moved = [replace(each, points=[(x + by, y) for x, y in each.points])]
    return [*shapes[:number], *moved, *shapes[number + 1 :]]


def test_a_moved_label_or_a_missing_mark_is_a_difference() -> None:
    shapes, high = planned(Wording(samples.club(), Translator("fr")), LIGHT)

    def seen(some: list[Shape]) -> Image.Image:
        return small(painted(some, (WIDTH, high), LIGHT.paper, (MARGIN, high - 88, 44)))

    whole = seen(shapes)
    curve = {each.words: n for n, each in enumerate(shapes) if isinstance(each, Text)}
    lines = [n for n, each in enumerate(shapes) if isinstance(each, Polyline) and each.width == 5]
    longest = max(lines, key=lambda n: abs(shapes[n].points[0][0] - shapes[n].points[-1][0]))  # type: ignore[union-attr]
    marks = [n for n, each in enumerate(shapes) if isinstance(each, Area) and lines[0] < n < lines[-1]]
    assert not differ(whole, seen(changed(shapes, curve["500"], 0.25))), "what a renderer rounds is none"
    for number, moved in (
        (curve["500"], 6),
        (curve["3"], 6),
        (curve["3"], None),
        (longest, None),
        (marks[1], 40),
    ):
        assert differ(whole, seen(changed(shapes, number, moved))), shapes[number]


# -- the facts ---


@pytest.mark.promise("Exports", "The picture shows the rank, name and total of everybody.")
@of_each_kind
def test_everybodys_rank_name_and_total_are_the_engines(name: str) -> None:
    evening, t = EVENINGS[name](), Translator("de")
    words = texts(evening, t)
    for standing in evening.sheet.standings:
        rank = words.index(rank_text(evening.sheet, standing))
        shape, shown, total = words[rank + 1 : rank + 4]
        assert len(shape) == 1
        assert total == t.signed(standing.total, evening.sheet.unit)
        whole = printable(standing.person.name)
        assert shown == whole or (
            shown[-1] == "…" and whole.startswith(shown[:-1].rstrip()) and len(shown) > 12
        )
        words = words[rank + 4 :]


def test_the_note_on_the_evening_is_in_a_few_lines_at_most() -> None:
    words = "Chez Léa. " + 20 * "Belle soirée. "
    evening = samples.five().add(Noted(words.strip()), Stamp("2026-11-21T23:59:00.000Z", "x"))
    lines = [each for each in texts(evening, Translator("fr")) if "soirée." in each]
    assert lines[0].startswith("«\u202fChez Léa.")
    assert len(lines) == TOLD
    assert lines[-1].endswith("…")


@pytest.mark.parametrize("name", ["club", "beside", "mouches", "trouble"])
def test_the_words_of_the_picture_are_as_approved(name: str, approve: Approve) -> None:
    """Ranks, names and totals, money, mouches, the best and the worst hand, in the order in which they are drawn."""
    words = texts(getattr(samples, name)(), Translator("en"))
    approve(f"picture-{name}.txt", "".join(f"{each}\n" for each in words).encode())


def test_nobody_is_first_before_the_first_hand() -> None:
    shapes = drawn(table(3), Translator("fr"))
    assert LIGHT.chosen not in [each.colour for each in shapes]
    assert Translator("fr")("No hand yet") in plainly(" ".join(texts(table(3), Translator("fr"))))
    assert not [each for each in shapes if isinstance(each, Polyline)]


def test_everybody_in_the_first_place_has_its_colour() -> None:
    evening = table(4)
    for taker in (0, 1):
        evening = after(evening, by(taker, Bid.GARDE, 2, 45))
    t = Translator("fr")
    assert [each.colour for each in drawn(evening, t)].count(LIGHT.chosen) == 2
    assert texts(evening, t).count("1.") == 2
    assert "3." in texts(evening, t)


# -- the layout ---


@of_each_kind
def test_words_keep_inside_and_apart(name: str) -> None:
    assert_apart(*planned(Wording(EVENINGS[name](), Translator("de")), LIGHT))


def assert_apart(shapes: list[Shape], height: int) -> None:
    """Every word of a picture is inside it, in letters of the fonts, and apart from every other."""
    boxes: list[tuple[float, float, float, float, str]] = []
    for each in (shape for shape in shapes if isinstance(shape, Text)):
        assert all(ord(letter) in COVERED for letter in each.words)
        right = each.left + width(each.words, each.size, each.weight)
        boxes.append((each.left, each.y - 0.7 * each.size, right, each.y + 0.2 * each.size, each.words))
    for left, top, right, bottom, words in boxes:
        assert left >= 36, words
        assert right <= WIDTH - 36, words
        assert 0 <= top < bottom <= height, words
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1
        assert apart or one[3] <= other[1] or other[3] <= one[1], (one, other)


def test_the_picture_is_small_enough_to_send() -> None:
    raw = picture(long(300, 8, 5), Translator("fr"))
    assert len(raw) < 400_000
    with Image.open(BytesIO(raw)) as image:
        assert image.mode == "RGB"
        assert image.format == "PNG"
        assert image.width == WIDTH


def test_the_curve_is_as_high_as_the_names_beside_it() -> None:
    """Eight more came, and the others left: no name may stand on what is below the curve."""
    few, many = samples.club(), samples.club()
    people = tuple(Person(f"q{mark}", f"Nom {mark}", mark) for mark in range(8))
    many = many.add(Seated(Seating(people, 4, people[0].id)), Stamp(many.last_at, "here"))
    for evening, least in ((few, 480), (many, 500)):
        numbers = [
            each
            for each in drawn(evening, Translator("fr"))
            if isinstance(each, Polyline) and len(each.points) == 2
        ]
        ticks = [each.points[0][1] for each in numbers if each.points[0][0] == each.points[1][0]]
        names = [
            each for each in drawn(evening, Translator("fr")) if isinstance(each, Text) and each.size <= 27.5
        ]
        beside = [each.y for each in names if each.x > MARGIN + INSIDE - 21 * SCALE]
        assert max(beside) <= max(ticks) + 3 * SCALE
        assert max(ticks) - min(beside) >= least - 3 * SCALE


def test_only_the_curves_of_people_at_the_last_hand_reach_the_end() -> None:
    shapes = drawn(samples.sixteen(), Translator("fr"))
    right = max(
        x for each in shapes if isinstance(each, Polyline) and each.width == 5 for x, _ in each.points
    )
    ties = [
        each
        for each in shapes
        if isinstance(each, Polyline) and each.width == 2 and each.points[0][0] == right
    ]
    assert len([each for each in ties if each.points[1][0] > right]) == 4
