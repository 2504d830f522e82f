"""The private parts of Flet that scorepad and its tests use, and a search for their uses.

Private is everything of Flet except the names of `flet` and `flet.canvas`: inner modules, names that begin with `_`,
methods that somebody replaces, and the text of its web page. `test_private_parts.py` checks the table first of all
tests, so that a new Flet says by name what it has no more.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import flet

ROOT: Final = Path(__file__).parents[2]
PUBLIC: Final = {"flet", "flet.canvas", "flet.version"}
CONVERSATION: Final = "tests/flet_client/conversation.py"
DRIVER: Final = "tests/flet_client/client.py"
TREE: Final = "tests/flet_client/tree.py"
SCREEN: Final = "tests/flet_client/screen.py"


class Part(NamedTuple):
    """A private part of Flet, the files that use it, and the reason."""

    name: str
    used: tuple[str, ...]
    why: str
    members: tuple[str, ...] = ()
    """Public members of the part that these files use."""


SESSION = ("apply_page_patch", "apply_patch", "get_page_patch", "attach_connection", "dispatch_connect_event")
PARTS: Final = (
    Part(
        "flet.controls.base_control.BaseControl",
        ("scorepad/web/client.py", CONVERSATION),
        "the type that the messages are packed for",
    ),
    Part("flet.controls.base_control.BaseControl._c", (CONVERSATION,), "the type of a control"),
    Part(
        "flet.controls.context._context_page",
        ("scorepad/web/client.py", DRIVER),
        "sets the current page before the app runs, as Flet's own server does",
    ),
    Part(
        "flet.controls.context.context",
        ("scorepad/web/client.py", DRIVER),
        "updates begin anew for each page",
        ("reset_auto_update",),
    ),
    Part("flet.controls.object_patch.Operation", (TREE,), "the kinds of changes in a patch"),
    Part("flet.controls.object_patch.DiffBuilder", ("tests/ui/test_costs.py",), "counts what a tap compares"),
    Part(
        "flet.controls.object_patch.DiffBuilder._compare_dataclasses",
        ("tests/ui/test_costs.py",),
        "is replaced by a function that counts its calls",
    ),
    Part(
        "flet.messaging.connection.Connection",
        ("scorepad/web/client.py", CONVERSATION),
        "is the base of our own connections: to a browser, and to the stand-in",
        ("send_message", "loop", "executor", "pubsubhub", "page_url"),
    ),
    Part(
        "flet.messaging.protocol.Message",
        ("scorepad/web/client.py", DRIVER, CONVERSATION),
        "a message to the client",
        ("action", "body"),
    ),
    Part(
        "flet.messaging.protocol.MessageAction",
        ("scorepad/web/client.py", DRIVER, CONVERSATION),
        "the kinds of messages",
        (
            *("REGISTER_CLIENT", "PATCH_CONTROL", "INVOKE_METHOD", "SESSION_CRASHED", "CONTROL_EVENT"),
            "UPDATE_CONTROL_PROPS",
        ),
    ),
    Part(
        "flet.messaging.protocol.RegisterClientResponseBody",
        ("scorepad/web/client.py", DRIVER),
        "the answer to the first message of a client",
    ),
    Part(
        "flet.messaging.protocol.configure_encode_object_for_msgpack",
        ("scorepad/web/client.py", CONVERSATION),
        "packs controls as Flet's client expects them",
    ),
    Part(
        "flet.messaging.protocol.decode_ext_from_msgpack",
        ("scorepad/web/messages.py", CONVERSATION),
        "unpacks the times and durations of a client",
    ),
    Part(
        "flet.messaging.session.Session",
        ("scorepad/web/clients.py", CONVERSATION),
        "the session of a page: our server and the stand-in both talk to it",
        (
            *SESSION,
            *("dispatch_event", "after_event", "handle_invoke_method_results", "error", "disconnect"),
            *("close", "id", "page", "store", "index"),
        ),
    ),
    Part(
        "flet.messaging.session.Session._Session__updates_task",
        (CONVERSATION,),
        "the task that sends updates; if it dies, the screen stands still",
    ),
    Part(
        "flet.messaging.session.Session._Session__is_mounted_control",
        ("tests/ui/test_costs.py",),
        "tells whether a tap finds its control without a search",
    ),
    Part(
        "flet.messaging.flet_socket_server",
        ("scorepad/ui/window.py",),
        "the server of the native window; its class is replaced by one that takes a single client",
    ),
    Part(
        "flet.messaging.flet_socket_server.FletSocketServer",
        ("scorepad/ui/window.py",),
        "the class that is replaced",
        ("handle_connection", "session"),
    ),
    Part(
        "flet.pubsub.pubsub_hub.PubSubHub",
        ("scorepad/web/client.py", "scorepad/web/clients.py", CONVERSATION),
        "each connection must have one",
    ),
    Part(
        "flet.utils.get_bool_env_var",
        ("scorepad/main.py",),
        "tells, as Flet's tools do, whether they show the app in a browser",
    ),
    Part("flet.utils.is_linux_server", ("scorepad/main.py",), "likewise"),
)
"""Names of Python."""

KEYS: Final = (
    Part("flet.controls.base_control.BaseControl._i", (), "the number of a control in a message"),
    Part("flet.controls.base_control.BaseControl._c", (), "the type of a control in a message"),
    Part("flet.components.component.Component._b", (), "the controls of a component in a message"),
    Part("flet.controls.base_page.BasePage._dialogs", (), "the dialogs of a page, which tests do not see"),
    Part("flet.controls.base_page.BasePage._overlay", (), "the overlay of a page, which tests do not see"),
)
"""Keys of the messages; the stand-in reads them, and `tests/web/hostile.py` does."""

TEXTS: Final = (
    (
        "flet_web/web/index.html",
        "<!-- fletAppConfig -->",
        "scorepad/web/site.py puts the settings of the client here",
    ),
    ("flet_web/web/index.html", '<base href="/">', "scorepad/web/site.py puts our style and our script here"),
    ("flet_web/web/index.html", "python.js", "scorepad/web/site.py loads zoom.js in its place"),
    ("flet_web/web/index.html", "<title>Flet</title>", "scorepad/web/site.py puts our name here"),
    (
        "flet_web/web/flutter_bootstrap.js",
        "serviceWorkerSettings: {",
        "scorepad/web/app/build.py takes it out",
    ),
    ("flet/messaging/pyodide_connection.py", "import flet_js", "scorepad/web/app/start.py makes this module"),
    (
        "flet_web/web/main.dart.js",
        "size_change",
        "scorepad/web/app/page/start.js looks for it in the bytes of a message",
    ),
)
"""Text in the installed files of Flet, and why scorepad relies on it."""


def lacking(part: Part) -> list[str]:
    """The names of a part, and of its members, that this Flet does not have."""
    owner, _, last = part.name.rpartition(".")
    try:
        holder = _found(owner)
    except (ImportError, AttributeError):
        return [part.name]
    if not _has(holder, last):
        return [part.name]
    return [f"{part.name}.{each}" for each in part.members if not _has(_found(part.name), each)]


def _found(name: str) -> Any:
    """The module, class or function with a dotted name. Raises ImportError or AttributeError."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        owner, _, last = name.rpartition(".")
        return getattr(_found(owner), last)


def _has(holder: Any, name: str) -> bool:
    if hasattr(holder, name) or name in getattr(holder, "__dataclass_fields__", ()):
        return True
    if inspect.ismodule(holder):
        return _is_module(f"{holder.__name__}.{name}")
    own = re.sub(r"^_[A-Za-z]+(?=__)", "", name)
    return bool(re.search(rf"self\.{own}\b", inspect.getsource(holder)))


def _is_module(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def installed(name: str) -> str:
    """The text of an installed file."""
    return (Path(flet.__path__[0]).parent / name).read_text("utf-8")


# -- the search ---


def private_names(folder: Path) -> set[str]:
    """The names beginning with one `_` that the code in a folder defines: attributes, functions and fields."""
    names = set[str]()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    names.add(node.name)
                case ast.AnnAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Store()):
                    names.add(name)
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    names.add(name)
    return {name for name in names if re.fullmatch(r"_[a-z]\w*", name)}


def uses(source: str, private: set[str]) -> Iterator[str]:
    """The private parts that a module uses: dotted names of imports, and bare names of attributes."""
    tree = ast.parse(source)
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if _is_inner(each.name))
            case ast.ImportFrom(module=str(module), names=names, level=0) if _is_flet(module):
                for each in names:
                    imported[each.asname or each.name] = f"{module}.{each.name}"
                    if _is_inner(module) or each.name.startswith("_"):
                        yield f"{module}.{each.name}"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute, ctx=ast.Store()) if name in imported:
                yield f"{imported[name]}.{attribute}"
            case ast.Attribute(attr=name) | ast.Constant(value=str(name)) if _is_mangled(name):
                yield name
            case ast.Attribute(value=value, attr=name) if name in private and not _is_own(value):
                yield name
            case ast.Call(
                func=ast.Attribute(attr="setattr"),
                args=[ast.Name(id=name), ast.Constant(value=str(replaced)), *_],
            ) if name in imported:
                yield f"{imported[name]}.{replaced}"


def _is_flet(module: str) -> bool:
    return module.partition(".")[0] == "flet"


def _is_inner(module: str) -> bool:
    return _is_flet(module) and module not in PUBLIC


def _is_mangled(name: str) -> bool:
    return bool(re.fullmatch(r"_[A-Z]\w*?[a-z]__[a-z]\w*", name))


def _is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def all_uses() -> dict[str, set[str]]:
    """Each private part that scorepad or a test uses, by its dotted name, with the files."""
    own = private_names(ROOT / "scorepad") | private_names(ROOT / "tests")
    private = private_names(Path(flet.__path__[0])) - own
    known = {part.name.rpartition(".")[2]: part.name for part in PARTS}
    found = defaultdict[str, set[str]](set)
    for folder in ("scorepad", "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name in ("private_parts.py", "test_private_parts.py"):
                continue  # they name private parts, and do not use them
            for name in uses(path.read_text("utf-8"), private):
                found[name if "." in name else known.get(name, name)].add(str(path.relative_to(ROOT)))
    return found
