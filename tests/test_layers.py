"""Which part may know which: ui, cli → pad, sharing, exports → history → stats → evening → tarot, and never upward."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "scorepad"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "assets" not in path.parts)

BELOW_THE_APP = (
    *("codec", "tarot", "evening", "stats", "history", "pad", "i18n", "rows", "exports", "writing", "zones"),
    *("work", "sharing"),
)
"""The parts that both the app and the command line may import."""
MAY_IMPORT = {
    "": set[str](),  # scorepad/__init__.py itself, which everything may import
    "text": set[str](),  # and this too
    "faults": set[str](),  # and this
    "writing": set[str](),
    "zones": set[str](),
    "work": set[str](),
    "codec": set[str](),
    "tarot": {"codec"},
    "evening": {"codec", "tarot"},
    "stats": {"tarot", "evening"},
    "history": {"codec", "tarot", "evening", "stats", "zones", "work"},
    "pad": {"codec", "tarot", "evening", "history"},
    "sharing": {"tarot", "evening", "history", "work"},
    "i18n": {"codec", "tarot", "evening", "stats", "history", "sharing", "zones"},
    "rows": {"tarot", "evening", "pad", "i18n"},
    "design": set[str](),
    "exports": {"tarot", "evening", "stats", "history", "i18n", "rows", "design", "zones", "work"},
    "ui": {*BELOW_THE_APP, "design"},
    "web": {*BELOW_THE_APP, "design", "main", "ui"},
    "main": {"history", "sharing", "pad", "i18n", "ui", "cli"},
    "commands": {*BELOW_THE_APP, "web", "ui"},
    "cli": {"i18n", "commands", "zones"},
    "__main__": {"cli"},
}
"""The parts that each part of the package may import."""

HISTORY_DOORS = {"scorepad.history", "scorepad.history.backup", "scorepad.history.transfer"}
"""The packages through which all others use the history."""
SHARING_DOORS = {f"scorepad.sharing.{name}" for name in ("packed", "links", "relay", "tables", "together")}
"""The modules through which all others pack evenings and hands, read links, share the history, and publish."""
EXPORTS_DOOR = "scorepad.exports.formats"
"""The module through which all others take evenings out of the app."""

PURE = {
    *[
        "__future__",
        "bisect",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "itertools",
        "math",
    ],
    *["json", "operator", "re", "string", "types", "typing", "unicodedata", "collections.abc"],
}
"""The standard library's modules that compute, and touch nothing."""
LOADING = {"importlib.resources", "tomllib"}
"""The imports that read the shipped schemes, and are allowed only there."""
KEPT_IN = dict.fromkeys(("flet", "flet_charts", "flet_desktop", "flet_web"), ("ui", "main", "web")) | {
    "tinydb": ("history",)
}
"""Libraries, and the only parts that may import them."""
PURE_PARTS = ("faults", "codec", "tarot", "evening", "stats", "text")
"""The game itself: it computes, and touches nothing."""
PURE_MODULES = tuple(
    f"scorepad.pad.{name}" for name in ("draft", "verdict", "entry", "following", "documents", "paper")
)
"""What becomes of a hand under way, as pure as the game."""
FIND_THEIR_WINDOW = {f"scorepad.ui.{name}" for name in ("app", "kit.window", "kit.frame", "kit.words")}
"""The modules that look up the window around them; all others are given what they draw."""
UI_ROOMS = ("kit", "components", "sheet", "entry", "screens")
"""The rooms of `ui`, each of which may import those before it."""
IO = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}


def part(name: str) -> str:
    """The part of the package that a module (by its dotted name) belongs to."""
    return (*name.split("."), "")[1]


def dotted(path: Path) -> str:
    parts = ("scorepad", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, tree: ast.Module) -> Iterator[str]:
    """Every module that a file imports, wherever in it, by its full name."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    for node in ast.walk(tree):
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


def faults(path: Path) -> Iterator[str]:
    """The imports and calls of a module that break the rules."""
    tree = ast.parse(path.read_text("utf-8"))
    name, own, used = dotted(path), part(dotted(path)), set(imports(path, tree))
    tops = {each.split(".")[0] for each in used}
    below = MAY_IMPORT[own] | {own, "", "text", "faults"}
    loading = LOADING if path.name == "scheme_data.py" else set()
    pure = own in PURE_PARTS or name in PURE_MODULES
    for each in sorted(used):
        if each.split(".")[0] == "scorepad" and part(each) not in below:
            yield f"{name} imports {each}, which is not below it"
        if part(each) == "history" != own and each not in HISTORY_DOORS:
            yield f"{name} imports {each}, which is no door of the history"
        if part(each) == "exports" != own and each != EXPORTS_DOOR:
            yield f"{name} imports {each}, which is no door of the exports"
        if part(each) == "sharing" != own and each not in SHARING_DOORS:
            yield f"{name} imports {each}, which is no door of the sharing"
        if pure and part(each) not in PURE_PARTS and each not in (*PURE, *loading, *PURE_MODULES):
            yield f"{name} imports {each}, which does more than compute"
    for library, users in KEPT_IN.items():
        if library in tops and own not in users:
            yield f"{name} imports {library}, which is for {', '.join(users)}"
    looked_up = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)}
    for each in sorted(looked_up & {"this_store", "page.data", "event.page.data", "ft.context.page"}):
        if own == "ui" and name not in FIND_THEIR_WINDOW:
            yield f"{name} looks up {each}: let it be given what it draws"
    if pure:
        called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for each in sorted({call.id for call in called if isinstance(call, ast.Name)} & IO):
            yield f"{name} calls {each}"


def test_the_layers_are_checked_in_many_modules() -> None:
    assert len(MODULES) > 10
    assert {part(dotted(path)) for path in MODULES} <= MAY_IMPORT.keys()


@pytest.mark.promise(
    "Packaging and checks", "No module imports upward, and the game knows no file, no clock and no screen."
)
def test_every_module_imports_only_lower_layers() -> None:
    wrong = [fault for path in MODULES for fault in faults(path)]
    assert not wrong, "\n".join(wrong)


def runtime_imports(path: Path) -> set[str]:
    """The modules of scorepad that a file imports when it runs, not those that only its types name."""
    tree = ast.parse(path.read_text("utf-8"))
    tree.body = [
        each
        for each in tree.body
        if not (isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test))
    ]
    return {name for name in imports(path, tree) if name.startswith("scorepad.")} - {dotted(path)}


def circles(graph: dict[str, set[str]]) -> Iterator[str]:
    """The modules that come back to themselves along their imports."""
    reached = {name: set(used) for name, used in graph.items()}
    for between in graph:
        for used in reached.values():
            if between in used:
                used |= reached[between]
    return (name for name, used in reached.items() if name in used)


def test_no_two_modules_import_each_other() -> None:
    graph = {dotted(path): runtime_imports(path) for path in MODULES}
    known = {name: used & graph.keys() for name, used in graph.items()}
    assert [*circles({"a": {"b"}, "b": {"c"}, "c": {"b"}})] == ["b", "c"]
    assert [*circles(known)] == []


def test_no_room_of_the_ui_imports_a_later_one() -> None:
    for path in MODULES:
        name = dotted(path).split(".")
        if name[1:2] != ["ui"] or name[2:] in ([], ["app"]):
            continue
        own = UI_ROOMS.index(name[2]) if name[2] in UI_ROOMS else -1
        rooms = {each.split(".")[2] for each in runtime_imports(path) if each.startswith("scorepad.ui.")}
        later = {room for room in rooms if room in UI_ROOMS[own + 1 :]}
        assert later == set(), dotted(path)


def types_of(path: Path) -> Iterator[str]:
    """The public classes of a module, and its names of types: `Players = Annotated[…]`."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        else:
            targets = node.targets if isinstance(node, ast.Assign) else []
            names = [each.id for each in targets if isinstance(each, ast.Name) and not each.id.isupper()]
        yield from (name for name in names if name[0].isupper() and name != "T")


def test_no_two_types_have_one_name() -> None:
    """A reader who looks for a name finds one thing; names that begin with _ are known to one file."""
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for name in types_of(path):
            places.setdefault(name, []).append(dotted(path))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_module_has_a_name_of_the_standard_library() -> None:
    """In a packaged app the folder's contents are the top of `sys.path`."""
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names & (sys.stdlib_module_names - {"__main__"}) == set()
