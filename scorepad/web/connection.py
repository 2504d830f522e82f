"""The notice that the page in a browser shows while the server does not answer."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Final

from scorepad.design import DARK, LIGHT, REGULAR, Palette
from scorepad.i18n import LANGUAGES, Translator

SCRIPT: Final = Path(__file__).with_suffix(".js")
STYLE: Final = Path(__file__).with_suffix(".css")

QUICK: Final = 1_500
"""Milliseconds: a shorter loss, as when a phone wakes up, is not shown."""
PATIENCE: Final = 4_000
"""Milliseconds until a message or a request without an answer counts as lost."""
PAUSES: Final = (0, 250, 500, 1_000)
"""Milliseconds before each request that looks for the server; the last one is repeated."""
SETTLED: Final = 3_000
"""Milliseconds after which a connection counts as stable."""
REDRAWN: Final = 2_000
"""Milliseconds that Flet's client may take to draw the page again, after the server's first message."""
GLANCES: Final = 60
"""Milliseconds between two checks of whether it has."""
REFUSALS: Final = (403, 421)
"""The statuses of a server that refuses this browser."""


def head(base: str, font: str) -> str:
    """The style and the script for the page's head; `base` is the folder of the files, named after their build."""
    given = {
        "build": PurePosixPath(base).name,
        "texts": {language: _texts(Translator(language)) for language in LANGUAGES},
        "quick": QUICK,
        "patience": PATIENCE,
        "pauses": PAUSES,
        "settled": SETTLED,
        "redrawn": REDRAWN,
        "glances": GLANCES,
        "refusals": REFUSALS,
    }
    face = f'@font-face {{ font-family: "{REGULAR}"; src: url("{base}{font}") }}'
    colours = f":root {{ {_colours(LIGHT)} }} @media (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK)} }} }}"
    style = f"<style>{face} {colours}\n{STYLE.read_text('utf-8')}</style>"
    return f"{style}<script>(\n{SCRIPT.read_text('utf-8')})({json.dumps(given)})</script>"


def _colours(palette: Palette) -> str:
    return f"--notice: {palette.notice}; --on-notice: {palette.on_notice}; --font: {REGULAR}"


def _texts(t: Translator) -> dict[str, str]:
    return {
        "lost": t("Connection lost. Wait: what you tap does not count until the page is back."),
        "back": t("Connected again."),
        "refused": t("This address is no longer valid. Ask whoever started Scorepad for the new one."),
    }
