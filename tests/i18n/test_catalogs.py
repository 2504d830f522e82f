"""The catalogs say everything that the code says, in each language, as that language writes it."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from scorepad.exports.columns import POT, TABLES, TALLIES, rules_table
from scorepad.exports.values import WORDS
from scorepad.i18n import LANGUAGES, SOURCE, Translator

ROOT = Path(__file__).resolve().parents[2]
I18N = ROOT / "scorepad" / "i18n"
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)
NO_BREAK_SPACES = "\u202f\u00a0"


def po_file(language: str) -> Path:
    return I18N / language / "LC_MESSAGES" / "scorepad.po"


@cache
def catalog(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


@cache
def template() -> Catalog:
    """Every message of the code, as the tool finds them."""
    spec = importlib.util.spec_from_file_location("catalogs", ROOT / ".tools" / "catalogs.py")
    assert spec is not None
    assert spec.loader is not None
    tool: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    found: Catalog = tool.template()
    return found


def messages(found: Catalog) -> list[Message]:
    """All but the header."""
    return [message for message in found if message.id]


def forms(value: object) -> tuple[str, ...]:
    """A text, or its singular and plural."""
    return tuple(value) if isinstance(value, list | tuple) else (str(value),)


def translations() -> Iterator[tuple[str, str]]:
    """Every text of every language, with its language."""
    for message in messages(template()):
        for text in forms(message.id):
            yield SOURCE, text
    for language in TRANSLATED:
        for message in messages(catalog(language)):
            for text in forms(message.string):
                yield language, text


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_of_the_code_and_the_data_is_in_the_catalog_and_no_other(language: str) -> None:
    in_code = {forms(message.id) for message in messages(template())}
    in_catalog = {forms(message.id) for message in messages(catalog(language))}
    assert in_catalog - in_code == set(), "obsolete: run .tools/catalogs.py"
    assert in_code - in_catalog == set(), "new: run .tools/catalogs.py"
    assert not catalog(language).obsolete


@pytest.mark.promise("Names and words", "Everything that the app says is translated into every language.")
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    found = catalog(language)
    assert [message.id for message in messages(found) if not all(forms(message.string))] == []
    assert [message.id for message in messages(found) if message.fuzzy] == []
    plurals = [message for message in messages(found) if message.pluralizable]
    assert plurals
    assert {len(forms(message.string)) for message in plurals} == {found.num_plurals}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_fills_in_the_same_values(language: str) -> None:
    wrong = {
        message.id: message.string
        for message in messages(catalog(language))
        for text in forms(message.string)
        if placeholders(text) != set().union(*map(placeholders, forms(message.id)))
    }
    assert wrong == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalog_matches_the_texts(language: str) -> None:
    with po_file(language).with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    assert {forms(m.id): forms(m.string) for m in messages(compiled)} == {
        forms(m.id): forms(m.string) for m in messages(catalog(language))
    }, "run .tools/catalogs.py"


def name_of(call: ast.AST | None) -> str:
    """The function or method that is called; empty for what is not a call."""
    return getattr(call.func, "id", getattr(call.func, "attr", "")) if isinstance(call, ast.Call) else ""


def is_marked(node: ast.AST | None) -> bool:
    """Whether every text of a value is marked with `N_`; the keys of a table are no texts."""
    if isinstance(node, ast.Dict):
        return all(map(is_marked, node.values))
    if isinstance(node, ast.BinOp):  # a table and what it has besides
        return is_marked(node.right)
    return all(map(is_marked, node.elts)) if isinstance(node, ast.Tuple) else name_of(node) == "N_"


def test_only_texts_that_the_catalogs_can_hold_are_looked_up() -> None:
    """A text, or one of a table whose texts are marked: of another `t(variable)` the tool would not know."""
    calls, exempt = [], {"message", "error.message"}
    for path in sorted((ROOT / "scorepad").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tables = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and is_marked(node.value)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name_of(node) in ("t", "lookup"):
                (text, *_) = node.args
                while isinstance(text, ast.Subscript):
                    text = text.value
                known = isinstance(text, ast.Constant) or ast.unparse(text) in tables
                calls.append((path.name, ast.unparse(text), known))
    assert len(calls) > 100
    in_tables = {call for call in calls if not call[2]}
    others = {
        ("names.py", "names"),
        ("names.py", "shipped_title(scheme.id)"),
        ("parameters.py", "shipped_summary(scheme.id)"),
        ("export.py", "profile.reader"),
        ("columns.py", "self.title"),
        ("extras.py", "extra.question"),
        ("extras.py", "extra.title"),
        ("export.py", "message"),
        ("formats.py", "each"),
        ("formats.py", "self.purpose"),
        ("formats.py", "self.title"),
        ("settings.py", "switch.effect"),
        ("settings.py", "switch.title"),
        ("values.py", "WORDS"),
        ("texts.py", "message"),
    }
    assert {(name, text) for name, text, _ in in_tables} <= {
        (name, text) for name in ("errors.py", "problems.py") for text in exempt
    } | others


def test_every_column_and_every_choice_in_one_is_in_the_catalogs() -> None:
    columns = [column for table in (*TABLES, rules_table(Translator("fr"), [])) for column in table.columns]
    titles = [column.title for column in (*columns, *TALLIES, POT)]
    choices = [message for words in WORDS.values() for message in words.values()]
    known = {forms(message.id)[0] for message in messages(template())}
    assert set(titles) | set(choices) <= known


# --- As it is printed -------------------------------------------------------------------------------------


def misprints(language: str, text: str) -> list[str]:
    """The signs of a text that its language does not print so.

    French has a no-break space before ; : ! ? and inside « », so that no sign begins a line; a colon inside a word is
    the computer's. German and English have no space there. A hyphen joins words or belongs to the command line; a
    minus is −, a dash – or —.
    """
    space = f"[{NO_BREAK_SPACES}]"
    signs = [r"['\"`]", r"\.\.\.", r"-[\d{]|\d-|\s-\s"]
    if language == "fr":
        signs += [rf"(^|(?<!{space}))([;!?»]|:(?!\w))", rf"«(?!{space})"]
    else:
        signs.append(r"\s[;:!?]")
    dateless = re.sub(r"\d{4}-\d\d(-\d\d)?", "", text)
    return [found[0] for sign in signs for found in re.finditer(sign, dateless)]


def test_signs_are_the_printed_ones_of_each_language() -> None:
    assert [text for language, text in translations() if misprints(language, text)] == []


def test_nothing_begins_or_ends_with_a_space() -> None:
    assert [text for _, text in translations() if text != text.strip() or "  " in text] == []
