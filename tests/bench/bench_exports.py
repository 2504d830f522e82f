"""How long an evening takes in each format, in time of the processor, and how large it is."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from measuring import Figures, python, timed
from office import soffice
from random_evenings import long

from scorepad.evening.evening import Evening
from scorepad.exports.formats import File, Format, export
from scorepad.i18n import Translator

FORMATS = [form for form in Format if form is not Format.JSON]
"""JSON is read from a history, whose time `bench_history` measures."""


def written(evenings: list[Evening], form: Format) -> bytes:
    """All files of an export, one after the other."""
    made = export(evenings, form, Translator("fr"))
    return b"".join(each.data for each in made if isinstance(each, File))


def figures() -> Figures:
    """Of one evening of 300 hands at five, of 50 evenings of 30 hands, and of what LibreOffice makes of the first."""
    loading = min(timed(lambda: python("import scorepad.exports.formats")))
    yield "loading the formats", f"{loading:.0f} ms"
    one, many = [long(300, 5, 5)], [long(30, id=f"evening-{number}") for number in range(50)]
    for evenings, title in ((one, "300 hands"), (many, "50 evenings of 30 hands")):
        for form in FORMATS:
            spent = min(timed(lambda: written(evenings, form), 3, time.process_time))  # noqa: B023
            yield f"{title}, {form.value}", f"{spent:.0f} ms, {len(written(evenings, form)) / 1000:.0f} kB"
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder) / "evening.xlsx"
        book.write_bytes(written(one, Format.XLSX))
        opening = timed(lambda: soffice([book], "ods", Path(folder) / "read"), 1)
        yield "300 hands, opened by LibreOffice", f"{opening[0]:.0f} ms"
