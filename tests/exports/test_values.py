"""Texts and moments in a table, and names that tell people apart."""

from __future__ import annotations

from scorepad.evening.people import Person
from scorepad.exports.values import labelled, writable


def test_half_a_character_is_replaced() -> None:
    assert writable("a\ud800b") == "a?b"
    assert writable("Élise 😀") == "Élise 😀"


def test_text_neither_controls_a_terminal_nor_turns_a_line() -> None:
    assert writable("\x1b[31mred\x9b0m\x00\x7f") == "[31mred0m"
    assert writable("a\tb\r\nc\u2028d\x85e") == "a b  c d e"
    assert writable("\u202e\u2066=1\u2069") == "=1"
    assert writable("An\u200bne \u200dمريم") == "An\u200bne \u200dمريم"


def test_people_with_the_same_name_have_a_number() -> None:
    names = ("Anne", "anne", "ＡＮＮＥ", "Anne (2)", "An\u200bne", "Bruno", "", " ", "Anne  B", "Anne B")
    people = [Person(f"p{number}", name) for number, name in enumerate(names)]
    found = [person.name for person in labelled(people).values()]
    assert found == [
        *("Anne", "anne (2)", "ＡＮＮＥ (3)", "Anne (2) (2)", "An\u200bne (4)", "Bruno", "–", "– (2)"),
        *("Anne  B", "Anne B (2)"),
    ]
    assert len({each.casefold() for each in found}) == len(people)
