"""Right-to-left and Arabic text for renderers that know neither direction nor joined letters."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

FSI, PDI = "\u2068", "\u2069"
RIGHT = ("R", "AL")
"""The bidirectional classes of right-to-left letters."""
_LEFT = ("L", "EN", "AN")
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def runs_from_right(text: str) -> bool:
    """Whether any letter is right-to-left."""
    return any(unicodedata.bidirectional(char) in RIGHT for char in text)


def laid(text: str) -> str:
    """A line in drawing order; isolated parts do not change the order of the text beside them."""
    if FSI not in text and PDI not in text:
        return text
    parts = re.split(f"([{FSI}{PDI}])", text)
    inside = text.find(PDI) >= 0 and not 0 <= text.find(FSI) < text.find(PDI)  # a line cut within a name
    found = []
    for part in parts:
        if part in (FSI, PDI):
            inside = part == FSI
        else:
            found.append(_ordered(joined(part)) if inside else part)
    return "".join(found)


def _ordered(text: str) -> str:
    """An isolated text in drawing order, from left to right."""
    kinds = [unicodedata.bidirectional(char) for char in text]
    strong = next((kind for kind in kinds if kind in ("L", *RIGHT)), "L")
    if strong == "L":
        return _turned(text, RIGHT, _LEFT)
    return _turned(text[::-1].translate(_MIRRORED), _LEFT, RIGHT)


def _turned(text: str, these: tuple[str, ...], others: tuple[str, ...]) -> str:
    """The text with each stretch that begins and ends in a letter of these classes reversed."""
    found: list[str] = []
    stretch = pending = ""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind in these:
            stretch += pending + char
            pending = ""
        elif kind in others:
            found += [stretch[::-1], pending, char]
            stretch = pending = ""
        elif stretch:
            pending += char
        else:
            found.append(char)
    return "".join([*found, stretch[::-1], pending])


# -- Arabic ----------------------------------------------------------------------------------------------


def joined(text: str) -> str:
    """The text with Arabic letters in their joined forms."""
    forms = _forms()
    found: list[str] = []
    index = 0
    while index < len(text):
        pair = text[index : index + 2]
        letter = pair if len(pair) == 2 and "final" in forms.get(pair, {}) else text[index]
        before, after = text[index - 1 : index], text[index + len(letter) : index + len(letter) + 1]
        has = forms.get(letter, {})
        from_before = "initial" in forms.get(before, {}) and "final" in has
        to_after = "initial" in has and "final" in forms.get(after, {})
        form = (("isolated", "initial"), ("final", "medial"))[from_before][to_after]
        found.append(has.get(form, letter))
        index += len(letter)
    return "".join(found)


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each Arabic letter, and of lam with alef, from their Unicode decompositions."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFE80, 0xFEFD), *range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00)):
        kind, *letters = unicodedata.decomposition(chr(code)).split()[:4] or [""]
        whole = "".join(chr(int(letter, 16)) for letter in letters)
        if kind and (len(whole) == 1 or (len(whole) == 2 and whole[0] == "\u0644")):
            forms.setdefault(whole, {}).setdefault(kind.strip("<>"), chr(code))
    return forms
