"""The texts, sheets and pictures as they were approved. `python tests/exports/document_goldens.py` writes them anew."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import document_samples as samples
from PIL import Image

from scorepad.exports.pdf import score_sheet
from scorepad.exports.picture import picture
from scorepad.exports.text import standings_text
from scorepad.i18n import LANGUAGES, Translator

FOLDER = Path(__file__).parent / "golden"
TEXTS: Mapping[str, Callable[[Translator], str]] = {
    "text": lambda t: standings_text(t, samples.five()) + "\n",
    "sheet-club": lambda t: laid_out(score_sheet([samples.club()], t)),
    "sheet-five": lambda t: laid_out(score_sheet([samples.five()], t)),
}
PICTURES: Mapping[str, Callable[[], bytes]] = {
    "picture-club-fr": lambda: picture(samples.club(), Translator("fr")),
    "picture-five-de-dark": lambda: picture(samples.five(), Translator("de"), dark=True),
    "picture-trouble-en": lambda: picture(samples.trouble(), Translator("en")),
    "picture-none-fr-dark": lambda: picture(samples.table(3), Translator("fr"), dark=True),
}
SMALLER = 4
"""Pictures are compared so many times smaller: what a renderer does at the edge of a letter is lost there."""


def poppler(program: str, *options: str, document: bytes) -> str:
    """What a program of poppler says of a PDF. Raises FileNotFoundError without poppler-utils, which tests need."""
    command = [program, *options, *([] if program == "pdfinfo" else ["-enc", "UTF-8"]), "-"]
    if program == "pdftotext":
        command.append("-")
    return subprocess.run(command, input=document, capture_output=True, check=True).stdout.decode()


def laid_out(document: bytes) -> str:
    """The text of a PDF line by line; how much space there is between words is poppler's affair."""
    lines = poppler("pdftotext", "-layout", document=document).replace("\f", "\n\f").splitlines()
    words = ([word for word in line.split(" ") if word] for line in lines)
    return "".join(" ".join(line) + "\n" for line in words if line)


def small(data: bytes) -> Image.Image:
    """A picture as it is compared."""
    with Image.open(BytesIO(data)) as image:
        return image.convert("RGB").reduce(SMALLER)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in TEXTS.items():
        for language in LANGUAGES:
            (FOLDER / f"{name}-{language}.txt").write_text(make(Translator(language)), "utf-8")
    for name, draw in PICTURES.items():
        small(draw()).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
