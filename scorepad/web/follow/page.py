"""Builds the page with which others follow an evening: one file with its styles, its program and its words."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from scorepad.design import DARK, INSET, LIGHT, LOOKS, LOW, ROUNDED, MarkShape, Palette, corners, line_colour
from scorepad.evening.chart import DASHES
from scorepad.i18n import LANGUAGES
from scorepad.sharing.tables import format_tables

from .texts import names, words

HERE: Final = Path(__file__).parent
READING: Final = ("bits.js", "pack.js", "sheet.js", "money.js")
"""The scripts that need no browser and no words."""
SCRIPTS: Final = (
    *(*READING, "words.js", "sums.js", "me.js", "qr.js"),
    *("elements.js", "curve.js", "board.js", "view.js", "relay.js", "live.js"),
)
SIDE: Final = 32
"""The side of the square in which a mark is drawn, in units of its SVG."""
COLOURS: Final = (
    *("text", "quiet", "paper", "low", "tone", "line", "edge", "chosen", "on_chosen", "gain", "loss"),
    *("notice", "on_notice", "ring"),
)
"""The colours of the palette that the page uses."""
LINES: Final = 8


class FollowPage(NamedTuple):
    """The page, the same page compressed by gzip, and its content security policy for a header."""

    html: bytes
    gzipped: bytes
    policy: str


RELAYS: Final = "wss: ws://localhost:* ws://127.0.0.1:*"
"""The addresses of relays that the policy allows: any relay over TLS, and relays on this computer."""


@cache
def follow_page(app: str = "") -> FollowPage:
    """The page. It loads nothing else, and talks only to the server that it comes from.

    A page in a web app may also talk to relays; `app` is then the address of the web app, relative to the page.
    """
    style, script, sources = _style(), program(), "'self'" + f" {RELAYS}" * bool(app)
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        f"connect-src {sources}; base-uri 'none'; form-action 'none'"
    )
    html = (HERE / "page.html").read_text("utf-8").replace("LANGUAGE", LANGUAGES[0]).replace("APP", app)
    html = html.replace("POLICY", policy).replace("/*STYLE*/", style).replace("/*SCRIPT*/", script)
    raw = html.encode()
    return FollowPage(raw, gzip.compress(raw, 9, mtime=0), f"{policy}; frame-ancestors 'none'")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# -- looks ---


def _style() -> str:
    style = (HERE / "style.css").read_text("utf-8")
    style = style.replace("/*LIGHT*/", _colours(LIGHT)).replace("/*DARK*/", _colours(DARK))
    style += "".join(f".line{number} {{ stroke: var(--line{number}); }}\n" for number in range(LINES))
    style = re.sub(r"/\*.*?\*/", "", style)
    return re.sub(r"\s*([{};,])\s*", r"\1", style).strip()


def _colours(palette: Palette) -> str:
    named = {name.replace("_", "-"): getattr(palette, name) for name in COLOURS}
    named |= {f"line{number}": line_colour(number, palette) for number in range(LINES)}
    return "".join(f"--{name}: {colour};" for name, colour in named.items())


def _outline(shape: MarkShape) -> str:
    """The SVG path of a shape, in a square with the side SIDE."""
    if shape is MarkShape.CIRCLE:
        radius, inset = SIDE * (0.5 - INSET), SIDE * INSET
        half = f"a{radius:g} {radius:g} 0 0 1"
        return f"M{inset:g} {SIDE / 2:g}{half} {2 * radius:g} 0{half} -{2 * radius:g} 0Z"
    if shape is MarkShape.SQUARE:
        a, r = SIDE * INSET, SIDE * ROUNDED
        b = SIDE - 2 * a - 2 * r
        turn = f"a{r:g} {r:g} 0 0 1"
        return (
            f"M{a + r:g} {a:g}h{b:g}{turn} {r:g} {r:g}v{b:g}{turn} -{r:g} {r:g}h-{b:g}{turn} -{r:g} -{r:g}"
            f"v-{b:g}{turn} {r:g} -{r:g}Z"
        )
    return "M" + "L".join(f"{SIDE * x:.1f} {SIDE * y:.1f}" for x, y in corners(shape)) + "Z"


# -- the program ---


def program(files: Sequence[str] = SCRIPTS) -> str:
    """The program in these files, without lines of comments, and with the values that the app puts in."""
    script = "\n".join((HERE / name).read_text("utf-8") for name in files)
    marks = [
        {
            "path": _outline(each.shape),
            "colour": each.colour,
            "ink": each.ink,
            "low": SIDE * LOW.get(each.shape, 0),
        }
        for each in LOOKS
    ]
    for place, value in (
        ("/*FORMAT*/ {}", format_tables()),
        ("/*NAMES*/ {}", names()),
        ("/*LANGUAGES*/ {}", {language: words(language) for language in LANGUAGES}),
        ("/*MARKS*/ []", marks),
        ("/*DASHES*/ []", DASHES),
    ):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        script = script.replace(place, text.replace("<", "\\u003c"))
    lines = (re.sub(r"^\s*//.*$|^\s+|^\"use strict\";$", "", line) for line in script.splitlines())
    return '"use strict";\n' + "\n".join(filter(None, lines))
