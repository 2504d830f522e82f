"""Build the icon font of the web client: of its 8,600 icons, those that can be seen in scorepad.

For developers only; the app needs nothing but the file this writes. To be run when a screen uses an icon for the
first time, or when Flet's version changes:

    python .tools/build_icon_font.py

Needs fontTools, and flet-web as scorepad installs it. The same client and the same screens give the same bytes.

What is kept are the icons that scorepad/ names as `ft.Icons.NAME`, and those that the client draws of its own
accord: the arrow of a drop-down, the cross of a search field, the dots of a menu that is too long. Both are read
from the client itself. Flet sends an icon as its place in a list, and the list, of constants with their code points,
stands in the client's program; a constant used outside that list is an icon that the client draws by itself.

Only the web client asks for the font at this address. Windows, Linux, macOS and phones have their own.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from flet_web import get_package_web_dir
from fontTools import subset

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = "python .tools/build_icon_font.py"
FONT: Final = ROOT / "assets" / "assets" / "fonts" / "MaterialIcons-Regular.otf"
"""The web client asks for it at this path, in its own manifest as in ours."""
ORIGINAL: Final = Path(get_package_web_dir()) / "assets" / "fonts" / "MaterialIcons-Regular.otf"
PROGRAM: Final = Path(get_package_web_dir()) / "main.dart.js"

NUMBERS: Final[dict[str, int]] = json.loads(
    resources.files("flet.controls.material").joinpath("icons.json").read_text("utf-8")
)
"""What Flet sends for each icon: the number of the set in the upper half, the place in its list in the lower."""

CONSTANT: Final = re.compile(r'(B\.[\w$]+)=new A\.[\w$]+\((\d+(?:e\d+)?),"MaterialIcons",')
"""The program's name for an icon, and its code point, as Dart's compiler writes them: 58000 is 58e3."""
LIST: Final = re.compile(r"\[(B\.[\w$]+(?:,B\.[\w$]+){999,})\]")
NAME: Final = re.compile(r"B\.[\w$]+")


class Client(NamedTuple):
    """The icons of the web client, by code point."""

    listed: tuple[int, ...]
    """All that Flet can ask for, in the order in which it numbers them."""
    own: frozenset[int]
    """Those it draws without being told to."""

    def code(self, name: str) -> int:
        """The code point of `ft.Icons.<name>`. Raises KeyError if Flet has no such icon."""
        return self.listed[NUMBERS[name] & 0xFFFF]


@cache
def client() -> Client:
    """What the client's program says."""
    program = PROGRAM.read_text(encoding="utf-8")
    codes = {match[1]: int(float(match[2])) for match in CONSTANT.finditer(program)}
    uses = CONSTANT.sub("", program)
    for match in LIST.finditer(uses):
        names = match[1].split(",")
        if codes.keys() >= set(names) and len(names) == len(NUMBERS):
            others = uses[: match.start()] + uses[match.end() :]
            own = {codes[name] for name in NAME.findall(others) if name in codes}
            return Client(tuple(codes[name] for name in names), frozenset(own))
    raise SystemExit(f"{PROGRAM} lists its icons in a way not known here")


def used() -> dict[str, str]:
    """The icons that scorepad names, each with a place where it does."""
    return {
        name: f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "scorepad").rglob("*.py"))
        for name, line in _named(path)
    }


def _named(path: Path) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        node.value: node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="ft"), attr="Icons") if node in named:
                yield named[node], node.lineno
            case (
                ast.Attribute(attr="Icons" | "CupertinoIcons", lineno=line)
                | ast.Name(id="Icons" | "CupertinoIcons", lineno=line)
                | ast.alias(name="Icons" | "CupertinoIcons", lineno=line)
            ):
                raise SystemExit(
                    f"{path.relative_to(ROOT)}:{line}: only ft.Icons.NAME can be found and drawn"
                )


def needed() -> frozenset[int]:
    """The code points that the font must have."""
    return client().own | {client().code(name) for name in used()}


def built() -> Any:
    """The finished font."""
    options = subset.Options()
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6]
    options.notdef_outline = True
    options.recalc_timestamp = False
    font = subset.load_font(str(ORIGINAL), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=sorted(needed()))
    subsetter.subset(font)
    font["name"].setName("A selection of the icons, made for scorepad.", 10, 3, 1, 0x409)
    font["name"].setName("Licensed under the Apache License, Version 2.0.", 13, 3, 1, 0x409)
    font["name"].setName("https://www.apache.org/licenses/LICENSE-2.0", 14, 3, 1, 0x409)
    missing = needed() - font.getBestCmap().keys()
    if missing:
        raise SystemExit(f"not in {ORIGINAL}: {' '.join(f'U+{code:04X}' for code in sorted(missing))}")
    return font


def main() -> None:
    """Write the font."""
    font = built()
    FONT.parent.mkdir(parents=True, exist_ok=True)
    font.save(str(FONT), reorderTables=True)
    print(
        f"{FONT.name}: {len(needed())} icons, {len(used())} of them ours, {FONT.stat().st_size / 1024:.0f} KB"
    )


if __name__ == "__main__":
    main()
