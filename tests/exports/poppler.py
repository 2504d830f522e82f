"""PDFs as the programs of poppler read them."""

from __future__ import annotations

import subprocess
from functools import cache

from programs import program


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
