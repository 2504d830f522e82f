"""Brings the message catalogs up to date with the code: extract, merge, compile.

    python .tools/catalogs.py

Prints the messages without a translation. English is the text in the code; other languages are written by hand in
scorepad/i18n/<language>/LC_MESSAGES/scorepad.po. A message stands in a call of t(), of plural(), or of N_() where a
table holds it and t() translates it later. The data of schemes and languages have messages too.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
I18N = ROOT / "scorepad" / "i18n"
SOURCE = "en"
LANGUAGES = sorted({path.parent.name for path in I18N.glob("*/conventions.toml")} - {SOURCE})
MESSAGES = {"t": (0, 1), "N_": (0, 1), "plural": (0, 2), "SchemeError": (1, 2)}
"""The calls whose arguments from and before these numbers are messages; a plural has two."""
DATA = {"tarot/schemes/*.toml": ("title", "summary"), "i18n/*/conventions.toml": ("csv.reader",)}
"""The keys of data files whose values are messages."""


def template() -> Catalog:
    """Every message of the code and of the data."""
    found = Catalog(project="scorepad", charset="utf-8", fuzzy=False)
    package = ROOT / "scorepad"
    texts = [(path, messages(path)) for path in sorted(package.rglob("*.py"))]
    texts += [(path, data_messages(path, keys)) for each, keys in DATA.items() for path in package.glob(each)]
    for path, each in sorted(texts):
        for message in sorted(each, key=str):
            name = path.relative_to(package).as_posix()
            found.add(message if len(message) > 1 else message[0], locations=[(name, 0)])
    return found


def data_messages(path: Path, keys: Iterable[str]) -> set[tuple[str, ...]]:
    """The messages of a TOML file; a dot in a key leads into a table."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    values = (reduce(lambda table, name: table.get(name, {}), key.split("."), data) for key in keys)
    return {(str(value),) for value in values if value}


def messages(path: Path) -> set[tuple[str, ...]]:
    """The messages of a file, also those in f-strings; a singular comes with its plural."""
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            first, end = MESSAGES.get(getattr(node.func, "id", getattr(node.func, "attr", "")), (0, 0))
            texts = [str(each.value) for each in node.args[first:end] if isinstance(each, ast.Constant)]
            either = [each for each in node.args[first:end] if isinstance(each, ast.IfExp)]
            found |= {
                (str(part.value),)
                for each in either
                for part in (each.body, each.orelse)
                if isinstance(part, ast.Constant)
            }
            found |= {tuple(texts)} if texts else set()
    return found


def merged(language: str, messages: Catalog) -> Catalog:
    """The catalog of a language, with every message of the code and none besides."""
    path = I18N / language / "LC_MESSAGES" / "scorepad.po"
    catalog = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    catalog.update(messages, no_fuzzy_matching=True)
    catalog.project, catalog.version, catalog.msgid_bugs_address = "scorepad", "1", "scorepad"
    catalog.last_translator, catalog.language_team = "scorepad", language
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.header_comment = "# The words of scorepad."
    for message in catalog:
        message.locations = sorted({(name, None) for name, _ in message.locations})  # type: ignore[misc]
    return catalog


def lacking(catalog: Catalog) -> list[str]:
    """The messages without a translation."""
    return [
        str(message.id)
        for message in catalog
        if message.id and not all(message.string if isinstance(message.string, tuple) else (message.string,))
    ]


def main() -> int:
    missing = 0
    for language in LANGUAGES:
        catalog = merged(language, template())  # a merged catalog keeps the messages, so each has its own
        folder = I18N / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "scorepad.po").open("wb") as file:
            write_po(file, catalog, width=110, sort_output=True, omit_header=False, include_lineno=False)
        with (folder / "scorepad.mo").open("wb") as file:
            write_mo(file, catalog)
        for message in lacking(catalog):
            missing += 1
            print(f"{language}: {message}")
    print(f"{len(template())} messages, {missing} translations lacking")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
