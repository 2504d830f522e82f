"""The reasons to refuse a value: one list for all layers, from the codec to the screens."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Fault(StrEnum):
    """A reason to refuse a value."""

    MISSING = "missing"
    UNKNOWN_FIELD = "unknown_field"
    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    NOT_A_TEXT = "not_a_text"
    """A value that is no text, or a text with a lone surrogate: JSON can express one, but no file in UTF-8 can."""
    NOT_A_NUMBER = "not_a_number"
    NOT_A_BOOLEAN = "not_a_boolean"
    NOT_A_TIME = "not_a_time"
    NOT_A_NAME = "not_a_name"
    """An id or a key with characters that are not allowed."""
    NOT_A_HALF = "not_a_half"
    NOT_JSON = "not_json"
    EMPTY = "empty"
    TOO_LONG = "too_long"
    OUT_OF_RANGE = "out_of_range"
    UNKNOWN_VALUE = "unknown_value"
    TWICE = "twice"
    UNEXPECTED = "unexpected"
    """A value in a place where none is allowed."""
    CONTRADICTION = "contradiction"
    """Each value is valid; the combination is not."""
    SCHEME = "scheme"
    """A scheme that cannot be played, or whose text cannot be read."""
    STRANGER = "stranger"
    """A person who is not at the table, or not in the hand."""
    UNKNOWN_EVENT = "unknown_event"
    """A reference to an event that is not an earlier event."""
    NO_DEAL = "no_deal"
    """An event about a deal that does not exist."""
    ANOTHER_EVENING = "another_session"
    MIGRATION = "migration"


class Invalid(ValueError):
    """A value is refused. `value` is the refused value, or a text that says why it is wrong.

    `path` has the keys and the indexes (from 0) that lead from the document to the value.
    `limit` is the bound that the value crosses, or the allowed values.
    """

    def __init__(
        self, fault: Fault, value: object = None, path: tuple[str | int, ...] = (), *, limit: Any = None
    ) -> None:
        super().__init__(fault, value)
        self.fault = fault
        self.value = value
        self.path = path
        self.limit = limit

    def __str__(self) -> str:
        return f"{'/'.join(map(str, self.path))}: {self.fault}: {self.value!s:.200}"
