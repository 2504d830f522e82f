"""`scorepad web-app`: a folder that runs scorepad in a phone's browser, from any host of static files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from scorepad.commands.common import Failed, guarded, write_failure
from scorepad.commands.terminal import printable
from scorepad.i18n import SOURCE, Translator
from scorepad.i18n.names import file_size


def fill(parser: argparse.ArgumentParser) -> None:
    """Gives the parser of `web-app` its options."""
    parser.description = (
        "Writes scorepad as a folder of files for any web host with HTTPS. A phone opens its address once, can put "
        "it on its home screen, and needs no network from then on. The scores stay on the phone."
    )
    about = "a new or empty folder, or an older web app, which is replaced"
    parser.add_argument("folder", metavar="DIR", type=Path, help=about)
    parser.set_defaults(command=partial(guarded, _build), json=False)


def _build(options: argparse.Namespace, _: Translator) -> int:
    from scorepad.web.app.build import CannotBuild, build

    folder: Path = options.folder
    try:
        build(folder, lambda: print("Compiling for the browser: about 20 seconds.", flush=True))
    except CannotBuild as unfit:
        raise Failed(printable(str(unfit)), "CannotBuild") from None
    except OSError as error:
        raise write_failure(folder, error) from None
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{printable(str(folder))} is ready ({file_size(Translator(SOURCE), size)}).")
    print("Serve it with HTTPS, from any address; nothing else is needed.")
    return 0
