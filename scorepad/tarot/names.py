"""Names as people wrote them, without what cannot be seen."""

from __future__ import annotations

import unicodedata


def clean_name(name: str) -> str:
    """A name without the spaces and the invisible characters around and inside it."""
    visible = "".join(
        " " if char.isspace() else char
        for char in name
        if char.isspace()
        or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
        or char == "\u200d"
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())
