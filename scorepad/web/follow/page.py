"""Builds the page with which others follow an evening: one file with its styles, its program and its words."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorepad.design import DARK, INSET, LIGHT, LOOKS, LOW, ROUNDED, MarkShape, Palette, corners, line_colour
from scorepad.evening.chart import DASHES
from scorepad.i18n import LANGUAGES, N_, Translator

HERE: Final = Path(__file__).parent
SCRIPTS: Final = ("pack.js", "sheet.js", "words.js", "view.js", "live.js")
SIDE: Final = 32
"""The side of the place of a mark."""
COLOURS: Final = (
    *("text", "quiet", "paper", "low", "tone", "line", "edge", "chosen", "on_chosen", "gain", "loss"),
    *("notice", "on_notice", "ring"),
)
"""The colours of the palette that the page uses."""
LINES: Final = 8

PLURALS: Final = {
    "{count} bout": "{count} bouts",
    "{count} poignée": "{count} poignées",
    "{count} hand left": "{count} hands left",
}
"""Messages with a count, and their plurals."""
MESSAGES: Final = (
    *(N_("Petite"), N_("Pousse"), N_("Garde"), N_("Garde sans"), N_("Garde contre"), N_("Open duel")),
    *(N_("All passed"), N_("Petit sec"), N_("Misdeal"), N_("Excuse alone"), N_("No trumps")),
    *(N_("Too few trumps and honours"), N_("Penalty"), N_("Gift"), N_("Starting score"), N_("Other points")),
    *(N_("Score taken over"), N_("Poignée"), N_("Double poignée"), N_("Triple poignée"), N_("misère")),
    *(N_("Made by {points}"), N_("Just made"), N_("Down {points}"), N_("Just down")),
    *(N_("Won by {points}"), N_("Just won"), N_("petit"), N_("petit for the defence")),
    *(N_("petit for the winner"), N_("petit for the loser"), N_("chelem"), N_("chelem by the defence")),
    *(N_("chelem missed"), N_("chelem missed by the defence"), N_("petit chelem")),
    *(N_("petit chelem by the defence"), N_("petit chelem missed"), N_("petit chelem missed by the defence")),
    *(
        N_("{taker} with {partner}"),
        N_("{taker}, alone"),
        N_("{bouts}, {points} points"),
        N_("Hand {number}"),
    ),
    *(N_("{name} deals"), N_("left the table"), N_("struck out"), N_("Hand"), N_("Mouches"), N_("last hand")),
    *(N_("Standings"), N_("Score sheet"), N_("The curve of the evening"), N_("Evening ended")),
    *(N_("Evening of {date}"), N_("up to date, {time}"), N_("connecting…"), N_("no connection")),
    N_("no connection: this is as of {time}"),
    N_("The table shares this evening no longer."),
    N_("This code is damaged, or made by a later version."),
    N_("Nothing to follow here: open the link, or scan the code that the table shows."),
    N_("Nothing to follow here: this code opens nothing any more. Ask at the table for a new one."),
)
"""The messages of the page."""


class FollowPage(NamedTuple):
    """The page, the same page compressed by gzip, and its content security policy for a header."""

    html: bytes
    gzipped: bytes
    policy: str


@cache
def follow_page() -> FollowPage:
    """The page. It loads nothing else, and talks only to the server that it comes from."""
    style, script = _style(), _script()
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'"
    )
    html = (HERE / "page.html").read_text("utf-8").replace("POLICY", policy)
    html = html.replace("LANGUAGE", LANGUAGES[0])
    html = html.replace("/*STYLE*/", style).replace("/*SCRIPT*/", script)
    raw = html.encode()
    return FollowPage(raw, gzip.compress(raw, 9, mtime=0), f"{policy}; frame-ancestors 'none'")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# -- words ---


def words(language: str) -> dict[str, Any]:
    """The messages in a language, with {names} for values, and the conventions that the page follows."""
    t = Translator(language)
    messages: dict[str, str | list[str]] = {each: _with_names(t, each) for each in MESSAGES}
    zero_is_one = False
    for one, many in PLURALS.items():
        none, single, several = (t.plural(one, many, count, shown="{count}") for count in (0, 1, 2))
        messages[one], zero_is_one = [single, several], none == single
    return {"messages": messages, "capitalNouns": t.conventions.capital_nouns, "singularZero": zero_is_one}


def _with_names(t: Translator, message: str) -> str:
    return t(message, **{name: f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", message)})


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
    """The path of a shape in its place."""
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


def _script() -> str:
    script = "\n".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
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
        ("/*LANGUAGES*/ {}", {language: words(language) for language in LANGUAGES}),
        ("/*MARKS*/ []", marks),
        ("/*DASHES*/ []", DASHES),
    ):
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        script = script.replace(place, text.replace("<", "\\u003c"))
    lines = (re.sub(r"^\s*//.*$|^\s+|^\"use strict\";$", "", line) for line in script.splitlines())
    return '"use strict";\n' + "\n".join(filter(None, lines))
