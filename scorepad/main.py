"""The entry point for Flet's own tools (`flet run`, `flet build`, `flet publish`).

In a packaged app the contents of this folder are directly on `sys.path`, and there is no folder named scorepad. So this
module creates the package `scorepad`, and imports from it inside functions only.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import flet as ft

if TYPE_CHECKING:
    from scorepad.ui.host import Place, WebApp
    from scorepad.ui.window import App


def _bind_package() -> None:
    here = Path(__file__).resolve()
    # The modules of a packaged app are compiled: __init__ then has the same file extension as this module.
    spec = importlib.util.spec_from_file_location(
        "scorepad", here.with_stem("__init__"), submodule_search_locations=[str(here.parent)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package around {here}")
    sys.modules["scorepad"] = package = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)


if importlib.util.find_spec("scorepad") is None:
    _bind_package()


def start() -> None:
    """Starts scorepad for Flet's tools or as a packaged app; anywhere else, runs the command line."""
    if not (sys.platform == "emscripten" or {"FLET_PLATFORM", "FLET_DISPLAY_URL_PREFIX"} & os.environ.keys()):
        from scorepad.cli import main

        sys.exit(main())

    from scorepad import assets_folder

    ft.run(_app(), assets_dir=str(assets_folder()), host="127.0.0.1", no_cdn=True)


def start_web_app(web_app: WebApp, lost: str) -> None:
    """Starts scorepad in a web page that runs Python; `lost` is the name of a damaged journal, or empty."""
    ft.run(_app(web_app, lost))


def _app(web_app: WebApp | None = None, lost: str = "") -> App:
    from scorepad.history import (
        FolderInUse,
        FolderUnusable,
        History,
        HistoryError,
        Report,
        ReportKind,
        default_folder,
    )
    from scorepad.i18n import Translator, preferred_language
    from scorepad.i18n.errors import error_text
    from scorepad.pad import Pad
    from scorepad.sharing.relay import Relay
    from scorepad.sharing.together import Together
    from scorepad.ui.app import build
    from scorepad.ui.background import start_backups, start_relay, start_sharing

    folder = os.environ.get("SCOREPAD_DATA")
    history = History(Path(folder) if folder else default_folder())
    try:
        # The history stays open until the process ends: in a browser, ft.run() returns at once and the app continues.
        history.__enter__()
        start_backups(history)
        together = Together(history)
        start_sharing(together)
        relay = Relay(history)
        start_relay(relay)
        if lost:
            history.report(Report(ReportKind.JOURNAL, Path(lost)))
    except HistoryError as error:
        t = Translator(preferred_language())
        if isinstance(error, (FolderInUse, FolderUnusable)):
            sorry = t("scorepad cannot open its data: another scorepad is open, or the storage is full.")
        else:
            sorry = t("scorepad cannot open its data: {reason}", reason=error_text(t, error))
        return lambda page: page.add(ft.SafeArea(ft.Text(sorry)))
    return build(Pad(history), place=_place(), web_app=web_app, together=together, relay=relay)


def _place() -> Place:
    """The place where Flet's tools show the app, from the tools' settings, because no client is connected yet."""
    from flet.utils import get_bool_env_var, is_linux_server

    from scorepad.history import one_instance_only
    from scorepad.ui.host import Place

    if sys.platform == "emscripten" or get_bool_env_var("FLET_FORCE_WEB_SERVER") or is_linux_server():
        return Place.BROWSER
    return Place.DEVICE if one_instance_only() else Place.WINDOW


if __name__ == "__main__":
    start()
