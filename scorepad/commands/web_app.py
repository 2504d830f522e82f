"""`scorepad web-app`: a folder that runs scorepad in a phone's browser, from any host of static files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.common import Failed, guarded, not_written
from scorepad.commands.terminal import printable
from scorepad.i18n import Translator
from scorepad.i18n.names import file_size

if TYPE_CHECKING:
    from scorepad.web.app.build import Unfit


def fill(parser: argparse.ArgumentParser, t: Translator) -> None:
    """Gives the parser of `web-app` its options."""
    parser.description = t(
        "Writes scorepad as a folder of files for any web host with HTTPS. A phone opens its address once, can put "
        "it on its home screen, and needs no network from then on. The scores stay on the phone."
    )
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=Path,
        help=t("a new or empty folder, or an older web app, which is replaced"),
    )
    parser.set_defaults(command=partial(guarded, _build), json=False)


def _build(options: argparse.Namespace, t: Translator) -> int:
    from scorepad.web.app.build import Step, Unfit, build

    folder: Path = options.folder
    steps = {
        Step.COMPILE: t("Compiling for the browser: about 20 seconds."),
        Step.WRITE: t("Writing the folder."),
    }
    try:
        build(folder, lambda step: print(steps[step], flush=True))
    except Unfit as unfit:
        raise Failed(_text(t, unfit, folder), unfit.problem.value) from None
    except OSError as error:
        raise not_written(folder, error, t) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(t("{path} is ready ({size}).", path=printable(str(folder)), size=file_size(t, size)))
    print(t("Serve it with HTTPS, from any address; nothing else is needed."))
    return 0


def _text(t: Translator, unfit: Unfit, folder: Path) -> str:
    from scorepad.web.app.build import Problem

    texts = {
        Problem.NO_FLET_WEB: t("flet-web is not installed: it has the files of the browser"),
        Problem.PYODIDE: t(
            "flet-web has Pyodide {found}, and this scorepad needs {wanted}: install flet-web as it asks"
        ),
        Problem.NO_NODE: t("Node is not installed: the extra scorepad[web-app] brings it"),
        Problem.MISSING: t("{name} is not installed: the extra scorepad[web-app] brings it"),
        Problem.NOT_COMPILED: t("scorepad cannot be compiled for the browser: {reason}"),
        Problem.NOT_EMPTY: t("{folder} has other files: name a new folder"),
    }
    details = {name: printable(text) for name, text in unfit.details.items()}
    return texts[unfit.problem].format(folder=printable(str(folder)), **details)
