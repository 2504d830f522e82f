"""Everything that a document draws on its surface, call by call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from unittest.mock import patch

from scorepad.evening.evening import Evening
from scorepad.exports import picture
from scorepad.i18n import Translator

KINDS = ("line", "rectangle", "circle", "polygon", "badge", "_write")


@dataclass(frozen=True)
class Stroke:
    """One call of a method of a surface, with its arguments by their names; pictures have only page 0."""

    kind: str
    page: int
    values: dict[str, Any]


@contextmanager
def recorded(module: ModuleType, surface: str) -> Iterator[list[Stroke]]:
    """The strokes on all surfaces of a class, by its name in the module that uses it, while the block runs."""
    strokes: list[Stroke] = []
    original = getattr(module, surface)

    def recording(kind: str) -> Callable[..., None]:
        method = getattr(original, kind)
        signature = inspect.signature(method)

        def record(self: Any, *values: Any, **more: Any) -> None:
            bound = signature.bind(self, *values, **more)
            bound.apply_defaults()
            arguments = dict(bound.arguments)
            del arguments["self"]
            if getattr(self, "in_background", False) is arguments.get("background", False):
                strokes.append(Stroke(kind, self.pdf.page if hasattr(self, "pdf") else 0, arguments))
            method(self, *values, **more)

        return record

    recorder = type("Recorder", (original,), {kind: recording(kind) for kind in KINDS})
    with patch.object(module, surface, recorder):
        yield strokes


def drawn(evening: Evening, t: Translator) -> tuple[bytes, list[Stroke]]:
    """A picture, and every stroke of it."""
    with recorded(picture, "ImageSurface") as strokes:
        return picture.picture(evening, t), strokes


def texts(strokes: list[Stroke]) -> list[str]:
    """The texts, in the order in which they are drawn."""
    return [stroke.values["text"] for stroke in strokes if stroke.kind == "_write"]
