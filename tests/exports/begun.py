"""An evening that began in another way, and went on with the same events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorepad.evening.evening import Evening


def begun(evening: Evening, **facts: Any) -> Evening:
    """The evening after a start with other facts."""
    return Evening.of(replace(evening.start, **facts), evening.events)
