"""Documents and values: what comes back, and what is refused, where and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.codec import REQUIRED, Codec, Coder, Length, Range
from scorepad.faults import Fault, Invalid


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: Annotated[int, Range(-9, 9)] = 0
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    title: Annotated[str, Length(5, least=1)]
    colour: Colour
    filled: bool
    points: Annotated[tuple[Point, ...], Length(3)] = ()
    best: Point | None = None
    weights: Annotated[Mapping[str, Annotated[int, Range(0, 5)]], Length(2)] = field(default_factory=dict)
    rank: Annotated[int, REQUIRED] = 1
    notes: Any = None

    def __post_init__(self) -> None:
        if self.title == "none":
            raise Invalid(Fault.CONTRADICTION, "a drawing of nothing", ("title",))


CODEC = Codec()
DRAWING = Drawing(
    title="né🂡",
    colour=Colour.BLUE,
    filled=True,
    points=(Point(1), Point(2, -9, "p")),
    best=Point(10**30),
    weights={"a": 0, "b": 5},
    notes=[1, {"any": None}],
)
DOCUMENT: dict[str, Any] = {
    "title": "né🂡",
    "colour": "blue",
    "filled": True,
    "points": [{"x": 1, "y": 0, "label": None}, {"x": 2, "y": -9, "label": "p"}],
    "best": {"x": 10**30, "y": 0, "label": None},
    "weights": {"a": 0, "b": 5},
    "rank": 1,
    "notes": [1, {"any": None}],
}


def refused(kind: Any, document: object, codec: Codec = CODEC) -> tuple[tuple[str | int, ...], str]:
    with pytest.raises(Invalid) as caught:
        codec.decode(kind, document)
    return caught.value.path, caught.value.fault


def test_a_value_is_written_and_comes_back() -> None:
    assert CODEC.encode(DRAWING) == DOCUMENT
    assert list(CODEC.encode(DRAWING)) == list(DOCUMENT), "in the order of the fields"
    assert CODEC.decode(Drawing, DOCUMENT) == DRAWING
    assert type(CODEC.encode(DRAWING)["colour"]) is str
    assert CODEC.coder(Drawing) is CODEC.coder(Drawing), "a type is looked at once"


def test_a_field_that_has_a_default_may_be_absent_or_null() -> None:
    least = {"title": "x", "colour": "red", "filled": False, "rank": 3}
    expected = Drawing(title="x", colour=Colour.RED, filled=False, rank=3)
    assert CODEC.decode(Drawing, least) == expected
    null = dict.fromkeys(("points", "best", "weights", "notes"))
    assert CODEC.decode(Drawing, least | null) == expected


@pytest.mark.parametrize("name", ["title", "colour", "filled", "rank"])
def test_a_field_without_a_default_is_required(name: str) -> None:
    assert refused(Drawing, {key: DOCUMENT[key] for key in DOCUMENT if key != name}) == ((name,), "missing")


HALF = "\ud83d"
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ({"title": None}, ("title",), "not_a_text"),
        ({"title": HALF}, ("title",), "not_a_text"),
        ({"title": ""}, ("title",), "empty"),
        ({"title": "123456"}, ("title",), "too_long"),
        ({"title": "none"}, ("title",), "contradiction"),
        ({"colour": "green"}, ("colour",), "unknown_value"),
        ({"colour": 1}, ("colour",), "not_a_text"),
        ({"filled": 1}, ("filled",), "not_a_boolean"),
        ({"rank": True}, ("rank",), "not_a_number"),
        ({"rank": 1.0}, ("rank",), "not_a_number"),
        ({"rank": float("nan")}, ("rank",), "not_a_number"),
        ({"rank": None}, ("rank",), "not_a_number"),
        ({"points": {}}, ("points",), "not_a_list"),
        ({"points": ({"x": 1},)}, ("points",), "not_a_list"),
        ({"points": [{"x": 1}] * 4}, ("points",), "too_long"),
        ({"points": [{"x": 1}, None]}, ("points", 1), "not_an_object"),
        ({"points": [{"x": 1}, {}]}, ("points", 1, "x"), "missing"),
        ({"points": [{"x": 1}, {"x": 1, "y": 10}]}, ("points", 1, "y"), "out_of_range"),
        ({"points": [{"x": 1, "y": -(10**4000)}]}, ("points", 0, "y"), "out_of_range"),
        ({"points": [{"x": 1, "z": 10}]}, ("points", 0, "z"), "unknown_field"),
        ({"points": DEEP}, ("points", 0), "not_an_object"),
        ({"weights": []}, ("weights",), "not_an_object"),
        ({"weights": {"a": 1, "b": 1, "c": 1}}, ("weights",), "too_long"),
        ({"weights": {"a": 6}}, ("weights", "a"), "out_of_range"),
        ({"weights": {HALF: 1}}, ("weights",), "not_a_text"),
        ({"x" * 100_000: 1}, ("x" * 100_000,), "unknown_field"),
        ({1: 1}, (1,), "unknown_field"),
    ],
    ids=lambda each: str(each)[:40] if isinstance(each, str | tuple) else "",
)
def test_a_refusal_leads_to_the_value(change: Any, path: tuple[str | int, ...], reason: str) -> None:
    assert refused(Drawing, DOCUMENT | change) == (path, reason)


@pytest.mark.parametrize("document", [None, [], "x", 1, DRAWING, DEEP], ids=lambda each: type(each).__name__)
def test_a_value_of_another_kind_is_refused(document: object) -> None:
    assert refused(Drawing, document) == ((), "not_an_object")


def test_a_refusal_carries_its_bound_and_says_itself() -> None:
    with pytest.raises(Invalid) as caught:
        CODEC.decode(Drawing, DOCUMENT | {"points": [{"x": 0, "y": 10}]})
    assert (caught.value.value, caught.value.limit) == (10, (-9, 9))
    assert str(caught.value) == "points/0/y: out_of_range: 10"
    with pytest.raises(Invalid) as caught:
        CODEC.decode(Colour, "green")
    assert caught.value.limit == ("red", "blue")
    with pytest.raises(Invalid) as caught:
        CODEC.decode(Drawing, DOCUMENT | {"title": "x" * 10**6})
    assert caught.value.limit == 5
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("kind", [float, list, dict[str, int], tuple[int, str], int | str, object])
def test_a_type_that_no_document_holds_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError):
        CODEC.coder(kind)


# -- shapes of their own ---


def test_rows_are_lists_of_their_values() -> None:
    codec = Codec(rows={Point})
    assert codec.encode(Point(3, label="p")) == [3, 0, "p"]
    assert codec.encode(DRAWING)["points"] == [[1, 0, None], [2, -9, "p"]]
    assert codec.decode(Point, [3, 0, None]) == Point(3)
    assert refused(Point, [3, 0], codec) == ((), "missing")
    assert refused(Point, [3, 0, "p", 1], codec) == ((), "too_long")
    assert refused(Point, {"x": 3}, codec) == ((), "not_a_list")
    assert refused(tuple[Point, ...], [[3, 0, None], [3, 0]], codec) == ((1,), "missing")
    assert refused(Point, [3, 10, "p"], codec) == (("y",), "out_of_range")


def test_a_sparse_document_lacks_empty_optional_fields() -> None:
    codec = Codec(sparse={Drawing, Point})
    empty = Drawing(title="x", colour=Colour.RED, filled=False, rank=0)
    assert codec.encode(empty) == {"title": "x", "colour": "red", "filled": False, "rank": 0}
    assert codec.encode(Point(0, 0)) == {"x": 0}
    assert codec.decode(Drawing, codec.encode(empty)) == empty
    assert codec.decode(Drawing, codec.encode(DRAWING)) == DRAWING


def test_fields_that_are_in_no_document() -> None:
    codec = Codec(without={Drawing: {"points", "weights", "notes"}})
    assert codec.encode(DRAWING).keys() == {"title", "colour", "filled", "best", "rank"}
    assert refused(Drawing, DOCUMENT, codec) == (("points",), "unknown_field")


@dataclass(frozen=True)
class Labelled:
    """A class without slots."""

    label: str
    colour: Colour = Colour.RED
    marks: dict[str, int] = field(default_factory=dict)


def test_a_class_without_slots_and_a_field_that_is_in_no_document() -> None:
    codec = Codec(without={Labelled: {"marks"}})
    one, other = (codec.decode(Labelled, {"label": "x"}) for _ in range(2))
    assert one == other == Labelled("x")
    assert one.marks is not other.marks


def test_each_value_gets_a_default_of_its_own() -> None:
    least = {"title": "x", "colour": "red", "filled": False, "rank": 3}
    one, other = (CODEC.decode(Drawing, least) for _ in range(2))
    assert one.weights == other.weights == {}
    assert one.weights is not other.weights


Length_in_cm = Annotated[int, "cm"]


@dataclass(frozen=True, slots=True)
class Line:
    length: Length_in_cm
    end: Annotated[Point, "far"]


def test_a_hook_makes_the_coder_of_its_type() -> None:
    def centimetres(codec: Codec) -> Coder:
        read, _ = codec.coder(Annotated[str, Length(9)])
        return Coder(lambda document: int(read(document).removesuffix(" cm")), lambda value: f"{value} cm")

    def origin_is_null(codec: Codec) -> Coder:
        read, write = codec.usual(Point)
        return Coder(
            lambda document: read(document or {"x": 0}), lambda value: write(value) if value.x else None
        )

    codec = Codec({Length_in_cm: centimetres, Point: origin_is_null})
    for line, document in (
        (Line(3, Point(0)), {"length": "3 cm", "end": None}),
        (Line(3, Point(1)), {"length": "3 cm", "end": {"x": 1, "y": 0, "label": None}}),
    ):
        assert codec.encode(line) == document
        assert codec.decode(Line, document) == line
    assert refused(Line, {"length": 3, "end": None}, codec) == (("length",), "not_a_text")


# -- whatever it is ---

texts = st.text(st.characters(codec="utf-8"), max_size=9)
points = st.builds(Point, st.integers(), st.integers(-9, 9), st.none() | texts)
drawings = st.builds(
    Drawing,
    title=st.text(st.characters(codec="utf-8"), min_size=1, max_size=5).filter(lambda text: text != "none"),
    colour=st.sampled_from(Colour),
    filled=st.booleans(),
    points=st.lists(points, max_size=3).map(tuple),
    best=st.none() | points,
    weights=st.dictionaries(texts, st.integers(0, 5), max_size=2),
    rank=st.integers(),
)
codecs = st.sampled_from(
    [CODEC, Codec(rows={Point}), Codec(rows={Drawing, Point}), Codec(sparse={Drawing, Point})]
)


@given(drawings, codecs)
def test_every_value_comes_back_through_json(drawing: Drawing, codec: Codec) -> None:
    assert codec.decode(Drawing, json.loads(json.dumps(codec.encode(drawing)))) == drawing


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["red", "x"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["x", "y", "label", "title"]) | st.text(max_size=3), inner, max_size=4
        )
    ),
    max_leaves=8,
)


def changed(change: dict[str, Any], codec: Codec) -> Any:
    """The document of the drawing with other values in it."""
    document = codec.encode(DRAWING)
    if isinstance(document, dict):
        return document | change
    return [*document[:3], *change.values(), *document[3:]]


CHANGES = st.dictionaries(st.sampled_from(sorted(DOCUMENT)), anything, max_size=3)


@given(CHANGES, codecs)
def test_any_document_is_a_value_or_is_refused_with_a_path(change: dict[str, Any], codec: Codec) -> None:
    document = changed(change, codec)
    refusal: Invalid | None = None
    try:
        drawing = codec.decode(Drawing, document)
    except Invalid as error:
        refusal = error
    if refusal is None:
        assert codec.decode(Drawing, codec.encode(drawing)) == drawing
    else:
        assert refusal.path or isinstance(document, list)
        assert refusal.fault in Fault
