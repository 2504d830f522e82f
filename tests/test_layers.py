"""Which part may know which: ui, cli, exports → history → tarot, and never upward."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "scorepad"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "assets" not in path.parts)

MAY_IMPORT = {
    "": set[str](),  # scorepad/__init__.py itself, which everything may import
    "text": set[str](),  # and this too
    "codec": set[str](),
    "tarot": {"codec"},
    "history": {"codec", "tarot"},
    "i18n": {"tarot", "history"},
    "design": set[str](),
    "exports": {"tarot", "history", "i18n", "design"},
    "ui": {"codec", "tarot", "history", "i18n", "design", "exports"},
    "web": {"history", "i18n", "design", "tarot", "main", "ui"},
    "main": {"history", "i18n", "ui", "cli"},
    "commands": {"codec", "tarot", "history", "i18n", "exports", "web"},
    "cli": {"tarot", "history", "i18n", "exports", "commands", "ui", "web"},
    "__main__": {"cli"},
}
"""What each part of the package may import beside itself. Nothing that is not here may be there."""

HISTORY_DOORS = {"scorepad.history", "scorepad.history.backup", "scorepad.history.transfer"}
"""The packages through which all others use the history."""
STILL_INSIDE = {"scorepad.commands.results": {"scorepad.history.records"}}
"""Its readers of single values have no door: they will move out of the history."""

PURE = {
    *["__future__", "collections", "dataclasses", "enum", "fractions", "functools", "itertools", "math"],
    *["json", "operator", "re", "string", "types", "typing", "unicodedata"],
}
"""The standard library's modules that compute, and touch nothing."""
LOADING = {"importlib.resources", "tomllib"}
"""What it takes to read the shipped schemes, and only where they are read."""
IO = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


def part(name: str) -> str:
    """The part of the package that a module (by its dotted name) belongs to."""
    return (*name.split("."), "")[1]


def dotted(path: Path) -> str:
    parts = ("scorepad", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it, by its full name."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = (
                resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module
            )
            assert module
            # `from scorepad import tarot` imports a part, and so does `from . import tarot`.
            is_package = (PACKAGE.parent / module.replace(".", "/")).is_dir()
            names = [f"{module}.{alias.name}" for alias in node.names]
            yield from (name if is_package and _is_module(name) else module for name in names)


def _is_module(name: str) -> bool:
    path = PACKAGE.parent / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_there_are_modules() -> None:
    assert len(MODULES) > 10
    assert {part(dotted(path)) for path in MODULES} <= MAY_IMPORT.keys()


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_go_down(path: Path) -> None:
    own = part(dotted(path))
    ours = {name for name in imports(path) if name.split(".")[0] == "scorepad"}
    assert {part(name) for name in ours} <= MAY_IMPORT[own] | {own, "", "text"}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_the_history_is_entered_by_its_front_doors(path: Path) -> None:
    if part(dotted(path)) == "history":
        return
    used = {name for name in imports(path) if part(name) == "history"}
    assert used - HISTORY_DOORS <= STILL_INSIDE.get(dotted(path), set())


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_flet_and_tinydb_stay_where_they_belong(path: Path) -> None:
    used = {name.split(".")[0] for name in imports(path)}
    own = part(dotted(path))
    assert not used & {"flet", "flet_charts", "flet_desktop", "flet_web"} or own in ("ui", "main", "web")
    assert "tinydb" not in used or own == "history"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if part(dotted(path)) in ("codec", "tarot", "text")], ids=dotted
)
def test_the_game_is_pure(path: Path) -> None:
    used = {name for name in imports(path) if part(name) not in ("codec", "tarot", "text")}
    assert used <= PURE | LOADING | {"collections.abc"}
    assert not used & LOADING or path.name == "scheme_data.py"
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert not {call.id for call in calls if isinstance(call, ast.Name)} & IO


def test_no_module_hides_one_of_the_standard_library() -> None:
    """In a packaged app the folder's contents are the top of `sys.path`."""
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names & (sys.stdlib_module_names - {"__main__"}) == set()
