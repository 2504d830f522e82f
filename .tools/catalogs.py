"""Brings the message catalogs up to date with the code: extract, merge, compile.

    python .tools/catalogs.py

Prints what still lacks a translation. English is the language of the message ids, so its catalog is filled in by
itself; French and German are written by hand in scorepad/i18n/<language>/LC_MESSAGES/scorepad.po.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
I18N = ROOT / "scorepad" / "i18n"
LANGUAGES = ("fr", "en", "de")
KEYWORDS = {"t": None, "plural": (1, 2)}


def template() -> Catalog:
    """Every message of the code."""
    found = Catalog(project="scorepad", charset="utf-8", fuzzy=False)
    for path, _, message, comments, context in sorted(
        extract_from_dir(ROOT / "scorepad", [("**.py", "python")], keywords=KEYWORDS),
        key=lambda item: (item[0], item[1]),
    ):
        found.add(message, locations=[(path, 0)], auto_comments=comments, context=context)
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
        if language == "en" and message.id:
            message.string = message.id
            message.flags.discard("fuzzy")
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
        messages = template()  # afresh, since a merged catalog keeps its messages
        catalog = merged(language, messages)
        folder = I18N / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "scorepad.po").open("wb") as file:
            write_po(file, catalog, width=110, sort_output=True, omit_header=False, include_lineno=False)
        with (folder / "scorepad.mo").open("wb") as file:
            write_mo(file, catalog)
        for message in lacking(catalog):
            missing += 1
            print(f"{language}: {message}")
    print(f"{len(messages)} messages, {missing} translations lacking")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
