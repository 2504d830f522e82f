"""Names as people write them: cleaned, compared, and folded for search."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Controls, marks of direction, halves of characters, and characters that no font has."""
JOINER = "\u200d"


def clean_name(name: str) -> str:
    """A name in NFC without invisible characters, and with single spaces; the joiner of emoji stays."""
    visible = "".join(
        " " if char.isspace() else char
        for char in name
        if char.isspace() or char == JOINER or unicodedata.category(char) not in INVISIBLE
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """A text that is the same for names that look alike: without capitals, invisible characters and wide forms."""
    compatible = unicodedata.normalize("NFKC", clean_name(name).replace(JOINER, ""))
    return " ".join(compatible.casefold().split())


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike."""
    return name_key(one) == name_key(other)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A text for search: without accents, capitals and spaces at its ends."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())
