"""The approved texts, sheets and pictures; `python tests/exports/document_goldens.py` writes them again."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import document_samples as samples
from PIL import Image
from programs import program

from scorepad.exports import fonts
from scorepad.exports.pdf import score_sheet
from scorepad.exports.picture import picture
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


@cache
def poppler(name: str, *options: str, document: bytes) -> str:
    """The output of a program of poppler for a PDF."""
    command = [program(name), *options, *(["-enc", "UTF-8", "-", "-"] if name == "pdftotext" else ["-"])]
    output = subprocess.run(command, input=document, capture_output=True, check=True).stdout
    return output.decode(errors="replace")  # of a title, it writes halves of characters


def laid_out(document: bytes) -> str:
    """The text of a PDF line by line; how much space there is between words is poppler's affair."""
    lines = poppler("pdftotext", "-layout", document=document).replace("\f", "\n\f").splitlines()
    words = ([word for word in line.split(" ") if word] for line in lines)
    return "".join(" ".join(line) + "\n" for line in words if line)


def approved_picture(name: str) -> bytes:
    """A picture of which there is a golden."""
    make, language, dark = PICTURES[name]
    return picture(make(), Translator(language), dark=dark)


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
        small(approved_picture(name)).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    with patch.object(fonts, "folders", list):
        main()
