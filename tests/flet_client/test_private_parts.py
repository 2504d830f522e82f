"""The table names every private part of Flet that is used, and the installed Flet has it."""

from __future__ import annotations

import pytest

from .private_parts import KEYS, PARTS, TEXTS, Part, all_uses, installed, lacking, uses


@pytest.mark.parametrize("part", [*PARTS, *KEYS], ids=lambda part: part.name)
def test_flet_has_every_private_part_that_is_used(part: Part) -> None:
    assert lacking(part) == [], f"{', '.join(part.used)}: {part.why}"


@pytest.mark.parametrize(("file", "text", "why"), TEXTS)
def test_flet_has_every_text_that_is_looked_for(file: str, text: str, why: str) -> None:
    assert text in installed(file), why


def test_the_table_names_every_use_with_its_files() -> None:
    assert {name: sorted(files) for name, files in all_uses().items()} == {
        part.name: sorted(part.used) for part in PARTS
    }


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from flet.controls.context import _context_page", "flet.controls.context._context_page"),
        ("from flet.messaging.session import Session", "flet.messaging.session.Session"),
        ("import flet.messaging.session", "flet.messaging.session"),
        ("from flet import Page\nPage.update = None", "flet.Page.update"),
        ("from flet import Page\npatch.setattr(Page, 'update', 1)", "flet.Page.update"),
        ("session._Session__updates_task", "_Session__updates_task"),
        ("getattr(session, '_Session__updates_task')", "_Session__updates_task"),
        ("control._internals", "_internals"),
    ],
)
def test_the_search_finds_a_use(source: str, found: str) -> None:
    assert found in uses(source, {"_internals"})


@pytest.mark.parametrize("name", ["flet.gone.Part", "flet.messaging.session.Session._gone"])
def test_a_part_that_flet_does_not_have_is_named(name: str) -> None:
    assert lacking(Part(name, (), "")) == [name]


def test_a_member_that_flet_does_not_have_is_named() -> None:
    part = Part("flet.messaging.session.Session", (), "", ("close", "gone"))
    assert lacking(part) == ["flet.messaging.session.Session.gone"]
