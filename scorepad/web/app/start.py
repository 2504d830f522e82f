"""Starts scorepad in Pyodide in a browser. There, this module alone is outside the package scorepad.

`prepare` imports all that the first screen needs. The build stores Python's memory after this call,
and the page restores it. `begin` runs the app.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorepad.ui.host import WebApp

DATA = "/data"
"""The folder at which the page mounts the permanent files."""
bridge = types.ModuleType("flet_js")
"""The module through which Flet and the page call each other; the page completes it."""


def prepare() -> None:
    """Imports and reads all that the first screen needs."""
    sys.modules["flet_js"] = bridge
    for name in json.loads(Path(__file__).with_name("modules.json").read_text("utf-8")):
        importlib.import_module(name)
    from scorepad.i18n import LANGUAGES, Translator
    from scorepad.tarot.scheme_data import shipped_schemes

    shipped_schemes()
    for language in LANGUAGES:
        t = Translator(language)
        t.short_date("2026-11-21T20:00:00Z"), t.time("2026-11-21T20:00:00Z"), t.names(["A", "B", "C"])
    gc.collect()
    gc.freeze()  # none of these objects ever becomes garbage


def begin(language: str, browser: str, lost: str, ask: Callable[[object], object]) -> WebApp:
    """Starts the app in the language that the browser prefers (a BCP 47 tag).

    `browser` has the fields of Browser as JSON. `lost` is the name of a damaged journal that was set aside, or empty.
    `ask` passes a request to the page.
    """
    import random

    random.seed()  # the shipped memory has the same random state for everybody
    os.environ |= {"LANG": f"{language.replace('-', '_')}.UTF-8", "SCOREPAD_DATA": DATA}
    from scorepad.main import start_web_app
    from scorepad.ui.host import Browser, WebApp

    web_app = WebApp(ask, Browser())
    web_app.receive(**json.loads(browser))
    start_web_app(web_app, lost)
    return web_app
