"""Fonts of the system, for names in letters that the bundled fonts lack.

A font is untrusted input: the number and the size of the files are limited, and files that cannot be read are
skipped.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FILES, OPENED = 5000, 40
"""The largest numbers of files listed and of files read."""
BYTES = 32 * 1024 * 1024
"""Larger files are skipped; the fonts of Chinese, Japanese and Korean together take 20 MB."""
ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
KNOWN = [
    "notosans",
    "dejavusans",
    "arialuni",
    "segoeui",
    "arial",
    "droidsansfallback",
    "wqy",
    "msyh",
    "meiryo",
]
"""Families with many letters, as in the names of their files, in lower case."""
UNWANTED = ("bold", "italic", "oblique", "mono", "condensed", "light", "thin", "black", "serif", "display")


@dataclass(frozen=True, slots=True)
class Found:
    """A font, and those of the wanted letters that it has."""

    path: Path
    codes: frozenset[int]


def folders() -> list[Path]:
    """The folders of fonts on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    linux = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local" / "share" / "fonts"]
    return [*linux, Path("/system/fonts")]


def found(needed: frozenset[int]) -> tuple[Found, ...]:
    """Fonts that together have as many of these letters as possible; none if no letter is needed."""
    return _found(needed, tuple(folders())) if needed else ()


@lru_cache(maxsize=64)
def _found(needed: frozenset[int], places: tuple[Path, ...]) -> tuple[Found, ...]:
    scripts = {unicodedata.name(chr(code), "").split(" ")[0].lower() for code in needed}
    ranked = sorted(_files(places), key=lambda path: (*_rank(path, scripts), str(path)))
    chosen: list[Found] = []
    lacking = set(needed)
    for path in ranked[:OPENED]:
        has = _codes(path) & lacking
        if has:
            chosen.append(Found(path, frozenset(has)))
            lacking -= has
        if not lacking:
            break
    return tuple(chosen)


def _files(places: tuple[Path, ...]) -> Iterator[Path]:
    count = 0
    for place in places:
        for folder, _, names in os.walk(place):
            for name in names:
                count += 1
                if count > FILES:
                    return
                if name.lower().endswith(ENDINGS):
                    yield Path(folder) / name


def _rank(path: Path, scripts: set[str]) -> tuple[int, int, int]:
    """The order of reading: fonts named after a script first, then fonts with many; plain ones before others."""
    name = path.name.lower().replace(" ", "").replace("-", "")
    for_script = any(script and script in name for script in scripts)
    known = next((n for n, family in enumerate(KNOWN) if name.startswith(family)), len(KNOWN))
    return 0 if for_script else 1, sum(word in name for word in UNWANTED), known


@lru_cache(maxsize=256)
def _codes(path: Path) -> frozenset[int]:
    """Every code point that a font draws with outlines; none for a file that is no font."""
    from fontTools.ttLib import TTFont

    try:
        if not path.is_file() or path.stat().st_size > BYTES:
            return frozenset()
        with path.open("rb") as file, TTFont(file, fontNumber=0, lazy=True) as font:
            if "glyf" not in font and "CFF " not in font:
                return frozenset()
            return frozenset(font.getBestCmap() or {})
    except Exception:  # any error of the reader of a damaged font
        return frozenset()
