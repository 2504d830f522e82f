"""Our own script in the page: it shows the key to the server, and tells the reader if the server does not answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from scorepad.design import REGULAR, css_variables
from scorepad.i18n import LANGUAGES, Translator
from scorepad.web.limits import MAX_FILE_MESSAGE, MAX_WORD, NO_KEY, TAKEN_OVER

SCRIPT: Final = Path(__file__).with_suffix(".js")
STYLE: Final = Path(__file__).with_suffix(".css")

LOOK: Final = ("language", "theme")
"""The settings of the look that a browser keeps."""
QUICK: Final = 1_500
"""Milliseconds; a shorter loss of the connection, as when a phone wakes up, is not shown."""
ANSWERED: Final = 4_000
"""Milliseconds until a message or a request without an answer counts as lost."""
RETRY_DELAYS: Final = (0, 250, 500, 1_000)
"""Milliseconds before each request that looks for the server; the last delay is repeated."""
SETTLED: Final = 3_000
"""Milliseconds after which a connection counts as stable."""
REDRAWN: Final = 2_000
"""The most milliseconds that Flet's client may take to draw the page again after the server's first message."""
RECHECK_DELAY: Final = 60
"""Milliseconds between two checks of whether the page is drawn again."""


def head(build: str, font: str) -> tuple[str, str]:
    """The style for the page's head, and a call of the script that returns true if the browser has a key."""
    given = {
        "build": build,
        "texts": {language: _texts(Translator(language)) for language in LANGUAGES},
        "quick": QUICK,
        "answered": ANSWERED,
        "retries": RETRY_DELAYS,
        "settled": SETTLED,
        "redrawn": REDRAWN,
        "recheck": RECHECK_DELAY,
        "largest": MAX_FILE_MESSAGE,
        "longest": MAX_WORD,
        "look": LOOK,
        "no_key": NO_KEY,
        "taken_over": TAKEN_OVER,
    }
    face = f'@font-face {{ font-family: "{REGULAR}"; src: url("{font}") }}'
    style = "\n".join([face, css_variables(), STYLE.read_text("utf-8").replace("{font}", REGULAR)])
    return f"<style>{style}</style>", f"({SCRIPT.read_text('utf-8')})({json.dumps(given)})"


def _texts(t: Translator) -> dict[str, str]:
    return {
        "lost": t("Connection lost. Wait: what you tap does not count until the page is back."),
        "back": t("Connected again."),
        "refused": t("This address is no longer valid. Ask whoever started Scorepad for the new one."),
        "large": t("This file is too large."),
    }
