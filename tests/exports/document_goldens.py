"""The texts, sheets and pictures as they were approved. `python tests/exports/document_goldens.py` writes them anew."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import document_samples as samples
from PIL import Image

from scorepad.exports import fonts
from scorepad.exports import picture as evening_picture
from scorepad.exports.pdf import score_sheet
from scorepad.exports.text import standings_text
from scorepad.i18n import LANGUAGES, Translator
from scorepad.tarot.session import Session

FOLDER = Path(__file__).parent / "golden"
TEXTS: Mapping[str, Callable[[Translator], str]] = {
    "text": lambda t: standings_text(t, samples.five()) + "\n",
    "sheet-club": lambda t: laid_out(score_sheet([samples.club()], t)),
    "sheet-five": lambda t: laid_out(score_sheet([samples.five()], t)),
}
PICTURES: Mapping[str, tuple[Callable[[], Session], str, bool]] = {
    "picture-club-fr": (samples.club, "fr", False),
    "picture-five-de-dark": (samples.five, "de", True),
    "picture-trouble-en": (samples.trouble, "en", False),
    "picture-none-fr-dark": (lambda: samples.table(3), "fr", True),
}
"""The evening, the language, and whether it is dark."""
SMALLER = 4
"""Pictures are kept so many times smaller: what a renderer does at the edge of a letter is lost there."""


def poppler(program: str, *options: str, document: bytes) -> str:
    """What a program of poppler says of a PDF. Raises FileNotFoundError without poppler-utils, which tests need."""
    command = [program, *options, *(["-enc", "UTF-8", "-", "-"] if program == "pdftotext" else ["-"])]
    said = subprocess.run(command, input=document, capture_output=True, check=True).stdout
    return said.decode(errors="replace")  # of a title, it writes halves of characters


def laid_out(document: bytes) -> str:
    """The text of a PDF line by line; how much space there is between words is poppler's affair."""
    lines = poppler("pdftotext", "-layout", document=document).replace("\f", "\n\f").splitlines()
    words = ([word for word in line.split(" ") if word] for line in lines)
    return "".join(" ".join(line) + "\n" for line in words if line)


@dataclass(frozen=True)
class Told:
    """One stroke of a picture: what was drawn, and with what."""

    what: str
    values: tuple[object, ...]

    def __str__(self) -> str:
        return " ".join([self.what, *(_written(value) for value in self.values)])


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_written, value))
    return str(value)


def drawn(session: Session, t: Translator, *, dark: bool = False) -> tuple[bytes, list[Told]]:
    """A picture, and every stroke of it."""
    told: list[Told] = []

    class Board(evening_picture._Board):
        def text(self, *values: Any, **more: Any) -> None:
            told.append(Told("text", (*values, *more.values())))
            super().text(*values, **more)

        def box(self, *values: Any) -> None:
            told.append(Told("box", values))
            super().box(*values)

        def line(self, *values: Any) -> None:
            told.append(Told("line", values))
            super().line(*values)

        def ring(self, *values: Any) -> None:
            told.append(Told("ring", values))
            super().ring(*values)

        def shape(self, *values: Any, **more: Any) -> None:
            told.append(Told("shape", (*values, *more.values())))
            super().shape(*values, **more)

    with patch.object(evening_picture, "_Board", Board):
        return evening_picture.picture(session, t, dark=dark), told


def approved_picture(name: str) -> tuple[bytes, str]:
    """A picture that there is a golden of, and its strokes as text."""
    make, language, dark = PICTURES[name]
    data, told = drawn(make(), Translator(language), dark=dark)
    return data, "".join(f"{stroke}\n" for stroke in told)


def small(data: bytes) -> Image.Image:
    """A picture as it is kept."""
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB").reduce(SMALLER)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in TEXTS.items():
        for language in LANGUAGES:
            (FOLDER / f"{name}-{language}.txt").write_text(make(Translator(language)), "utf-8")
    for name in PICTURES:
        data, strokes = approved_picture(name)
        small(data).save(FOLDER / f"{name}.png", optimize=True)
        (FOLDER / f"{name}.txt").write_text(strokes, "utf-8")


if __name__ == "__main__":
    with patch.object(fonts, "folders", list):
        main()
