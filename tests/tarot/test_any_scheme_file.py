"""Whatever a scheme file holds, it makes a scheme, or is refused in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.faults import Invalid
from scorepad.i18n import Translator
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot import scheme as module
from scorepad.tarot.scheme_data import scheme_file, scheme_from_file, scheme_to_data, shipped_scheme

FILES = {
    file.name: file.read_text(encoding="utf-8") for file in (files(module.__package__) / "schemes").iterdir()
}


def is_read_or_refused(raw: bytes) -> bool:
    """Whether a file makes a scheme that can be written, or an error that has words."""
    try:
        return bool(scheme_file(scheme_from_file(raw)))
    except Invalid as error:
        return bool(scheme_error_text(Translator("en"), error))


def places(data: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The ways to all values of a scheme."""
    yield way
    if isinstance(data, dict | list):
        for name, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(inner, (*way, name))


DATA = scheme_to_data(shipped_scheme("wikipedia"))
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("garde"),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.promise("The game", "Whatever a scheme file holds, it makes a scheme or is refused in words.")
@given(
    st.sampled_from([*places(DATA)]),
    ANYTHING | st.just("9" * 700) | st.just("\ud800"),
    st.sampled_from([None, "id", "base", "table", "hands", "points", "more"]),
)
def test_any_value_at_any_place_makes_a_scheme_or_is_refused(
    way: tuple[str | int, ...], value: object, more: str | None
) -> None:
    holder: Any = (whole := {"": json.loads(json.dumps(DATA))})
    *before, last = ("", *way)
    for name in before:
        holder = holder[name]
    if more is not None and isinstance(holder[last], dict):
        holder, last = holder[last], more
    holder[last] = value
    text = json.dumps(whole[""])
    assert is_read_or_refused(text.encode())


@given(st.sampled_from(sorted(FILES)), st.data())
def test_any_mistake_in_a_file_makes_a_scheme_or_is_refused(id_: str, data: st.DataObject) -> None:
    text = FILES[id_]
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 40)))
    new = data.draw(st.sampled_from(MISTAKES) | st.text(st.characters(codec="utf-8"), max_size=5))
    assert is_read_or_refused((text[:begin] + new + text[end:]).encode())


MISTAKES = (
    *("", "[", "]", "=", "\n", '"', "_", "-0", "1e999", "25:00:00", "1979-02-30", "[[bids]]"),
    "0x" + 5000 * "f",  # more digits than Python writes
)
