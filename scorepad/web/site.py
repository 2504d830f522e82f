"""The files of the page (Flet's client, some files replaced by scorepad's), and the page for browsers without a key."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import json
import mimetypes
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from scorepad import assets_folder

if TYPE_CHECKING:
    from starlette.types import Scope
from html import escape

from scorepad.design import REGULAR, css_variables
from scorepad.i18n import LANGUAGES, Translator
from scorepad.web.limits import MAX_FILE_MESSAGE, MAX_WORD, NO_KEY, TAKEN_OVER

NAME: Final = "scorepad"
SOCKET: Final = "/ws"
FILES: Final = "/-/"
"""The files are under `/-/<build>/`, where browsers may keep them for ever."""
FALLBACK: Final = "fallback/"
DEFAULT_FONT: Final = "fonts/roboto.woff2"

PRELOAD: Final = Path(__file__).with_name("preload.js")
PRELOADED: Final = {
    "wasm": ("main.dart.wasm", "canvaskit/skwasm.wasm", "main.dart.mjs", "canvaskit/skwasm.js"),
    "js": ("main.dart.js", "canvaskit/canvaskit.wasm", "canvaskit/canvaskit.js"),
    "fonts": (
        *("assets/FontManifest.json", f"assets/{DEFAULT_FONT}", "assets/fonts/MaterialIcons-Regular.otf"),
        *("fonts/ScorepadSans-SemiBold.ttf", "fonts/ScorepadSans-Bold.ttf"),
    ),
}
"""The files that each of the two builds of Flet's client loads, and the fonts that both need."""

FOR_EVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
REVALIDATE: Final = {"Cache-Control": "no-cache"}

NOT_SERVED: Final = re.compile(
    r"pyodide/|python(-worker)?\.js|flutter_service_worker|screenshots/|.*\.(symbols|map)$"
)
"""Files that only apps without a server, debuggers, or readers of the source need."""
TYPES: Final = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".otf": "font/otf",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
"""Types for which some systems have other names; browsers refuse a script with a wrong type."""
COMPRESSED: Final = {".html", ".js", ".json", ".mjs", ".otf", ".ttf", ".wasm"}
LEVEL: Final = 5
"""The level of gzip: the files are at most 3% larger than at the highest level, and take half the time."""


def content_policy(scripts: str = "", sockets: str = "") -> str:
    """The content security policy of a page: it cannot load anything from other hosts, such as a script from a CDN.

    `scripts` has the digests of the page's own scripts, and `sockets` the addresses of its websocket.
    Spaces separate the items.
    """
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {scripts}; worker-src 'self' blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        f"media-src 'self' data: blob:; connect-src 'self' data: blob: {sockets}; "
        "manifest-src 'self'; base-uri 'self'; form-action 'none'"
    )


class Site:
    """The page, its files, and redirections to them."""

    def __init__(self) -> None:
        for suffix, kind in TYPES.items():
            mimetypes.add_type(kind, suffix)
        # `packages` is Starlette's option for a folder inside a package.
        self._files = StaticFiles(directory=assets_folder(), packages=[("flet_web", "web")])
        manifest = json.loads(self._text("manifest.json"))
        made = {
            # The page and its manifest are in different folders.
            "manifest.json": json.dumps(manifest | {"id": "/", "start_url": "/", "scope": "/"}),
            "assets/FontManifest.json": font_manifest(self._text("assets/FontManifest.json")),
        }
        page = self._text("index.html")
        self.build = self._build([_page(page, "", ""), *made.values()])
        """A name that changes whenever the page or a file changes."""
        self._base = f"{FILES}{self.build}/"
        page = _page(page, self._base, self.build)
        self.scripts = " ".join(_hashes(page))
        """The digests of the page's own scripts, for its content security policy."""
        self._made = {name: text.encode() for name, text in {"index.html": page, **made}.items()}
        self._packed: dict[str, asyncio.Future[bytes]] = {}

    async def response(self, scope: Scope) -> Response:
        """The answer to a path: the page, one of its files, a redirection to a file, or 404."""
        path: str = scope["path"]
        if path.startswith(FILES):
            name = path.removeprefix(FILES).partition("/")[2]
            if FALLBACK in name:  # for some fonts, Flutter puts other folders before the folder FALLBACK
                # For a character that no font has, the client repeats its request until it gets some font.
                return RedirectResponse(f"{self._base}assets/{DEFAULT_FONT}", headers=FOR_EVER)
            return await self._file(name, scope, FOR_EVER)
        if PurePosixPath(path).suffix in ("", ".html"):
            headers = REVALIDATE | {"ETag": f'"{self.build}"'}
            if self._files.is_not_modified(Headers(headers), Headers(scope=scope)):
                return Response(status_code=304, headers=headers)
            return await self._file("index.html", scope, headers)
        if self._find(path[1:]) is not None:
            return RedirectResponse(self._base + path[1:], headers=REVALIDATE)
        return Response(status_code=404)

    async def _file(self, name: str, scope: Scope, headers: dict[str, str]) -> Response:
        found = self._find(name)
        if found is None:
            return Response(status_code=404)
        suffix = PurePosixPath(name).suffix
        vary = headers | {"Vary": "Accept-Encoding"}
        if suffix in COMPRESSED and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            content = await self._compressed(name)
            return Response(content, headers=vary | {"Content-Encoding": "gzip"}, media_type=_type(name))
        if name in self._made:
            return Response(self._made[name], headers=vary, media_type=_type(name))
        response = self._files.file_response(*found, scope)
        response.headers.update(headers)
        return response

    async def _compressed(self, name: str) -> bytes:
        """A file as gzip, compressed only once. Raises OSError if the file is unreadable; the next call tries again."""
        form = self._packed.get(name)
        if form is None or (form.done() and form.exception() is not None):
            form = asyncio.ensure_future(asyncio.to_thread(self._compress, name))
            self._packed[name] = form
        return await asyncio.shield(form)

    def _compress(self, name: str) -> bytes:
        content = self._made.get(name) or Path(self._files.lookup_path(name)[0]).read_bytes()
        return gzip.compress(content, LEVEL, mtime=0)

    def _find(self, name: str) -> tuple[str, os.stat_result] | None:
        """The path and the status of a served file, by its name in an address; None if there is no such file."""
        try:
            path, status = self._files.lookup_path(name)
        except (OSError, ValueError):  # the name has a null byte, or is too long
            return None
        if status is None or not stat.S_ISREG(status.st_mode) or NOT_SERVED.match(name):
            return None
        return path, status

    def _text(self, name: str) -> str:
        return Path(self._files.lookup_path(name)[0]).read_text("utf-8")

    def _build(self, texts: list[str]) -> str:
        digest = hashlib.sha256(repr(texts).encode())
        for folder in map(Path, self._files.all_directories):
            for place, _, names in os.walk(folder):
                for name in sorted(names):
                    state = os.stat(os.path.join(place, name))
                    digest.update(repr((place, name, state.st_size, state.st_mtime_ns)).encode())
        return digest.hexdigest()[:16]


def _type(name: str) -> str:
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def font_manifest(families: str) -> str:
    """Adds Flutter's default font to a list of fonts (JSON); the client would otherwise fetch it from another host."""
    default = {"family": "Roboto", "fonts": [{"asset": DEFAULT_FONT}]}
    return json.dumps([*json.loads(families), default])


def _page(page: str, base: str, build: str) -> str:
    """Flet's index.html with our own script, for the version `build` of the files; it fetches all files from `base`."""
    settings = {
        "noCdn": True,
        "assetBase": base,
        "entrypointBaseUrl": base,
        "canvasKitBaseUrl": f"{base}canvaskit/",
        "fontFallbackBaseUrl": f"{base}{FALLBACK}",
        "webSocketEndpoint": SOCKET,
    }
    style, connect = connection_head(build, f"{base}assets/{DEFAULT_FONT}")
    own = f"{style}<script>{connect} && {_preload(base)}</script>"
    script = f"<script>Object.assign(flet, {json.dumps(settings)})</script>"
    page = page.replace("<!-- fletAppConfig -->", script)
    page = page.replace('<base href="/">', f'<base href="/"><meta charset="UTF-8">{own}', 1)
    page = page.replace("python.js", "zoom.js")  # python.js is for apps without a server, zoom.js is ours
    page = page.replace("<title>Flet</title>", f"<title>{NAME}</title>")
    page = re.sub(r'content="Flet( application\.)?"', f'content="{NAME}"', page)
    return re.sub(r'\b(src|href)="(?![/#]|[a-z]+:)', rf'\1="{base}', page)


def _preload(base: str) -> str:
    """A script that requests the large files immediately, before the scripts that need them are loaded."""
    files = {group: [f"{base}{name}" for name in names] for group, names in PRELOADED.items()}
    return f"({PRELOAD.read_text('utf-8')})({json.dumps(files)})"


def _hashes(page: str) -> Iterator[str]:
    for script in re.findall(r"<script>(.*?)</script>", page, re.DOTALL):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        yield f"'sha256-{digest}'"


# -- without a key ---

PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><title>{title}</title>'
    '<body style="font-family: system-ui, sans-serif; max-width: 32em; margin: 3em auto; padding: 0 1em">'
    "<main><h1>{title}</h1><p>{words}</p><p>{renewed}</p></main>"
)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

_LANGUAGE = re.compile(r"\s*([a-z]{1,8})(?:-[a-z0-9-]{1,30})?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", re.ASCII)


def ask_page(accepted: str) -> Response:
    """The page for a browser without a key, in the language that an Accept-Language header prefers."""
    t = Translator(preferred(accepted))
    page = PAGE.format(
        language=t.language,
        title=escape(t("Ask for the address")),
        words=escape(
            t(
                "These scores open with their whole address only. Whoever started Scorepad can show it to you: "
                "it ends in “#key=” and a row of letters."
            )
        ),
        renewed=escape(t("If it worked before, the address has changed.")),
    )
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Language", "Content-Security-Policy": POLICY}
    return Response(page, headers=headers, media_type="text/html")


def preferred(accepted: str) -> str:
    """The available language that an Accept-Language header prefers, or else the default language."""
    found = [match for each in accepted[:500].lower().split(",") if (match := _LANGUAGE.fullmatch(each))]
    ranked = sorted(found, key=lambda match: -float(match[2] or 1))  # equal ranks keep their order
    wanted = (match[1] for match in ranked if float(match[2] or 1) > 0)
    return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])


# -- the script in the page ---

SCRIPT: Final = Path(__file__).with_name("connection.js")
STYLE: Final = Path(__file__).with_name("connection.css")

LOOK: Final = ("language", "theme")
"""The settings of the look that a browser keeps."""
QUICK: Final = 1_500
"""Milliseconds; a shorter loss of the connection, as when a phone wakes up, is not shown."""
ANSWERED: Final = 4_000
"""Milliseconds until a message or a request without an answer counts as lost."""
RETRY_DELAYS: Final = (0, 250, 500, 1_000)
"""Milliseconds before each request that looks for the server; the last delay is repeated."""
SETTLED: Final = 3_000
"""Milliseconds after which a connection counts as stable."""
REDRAWN: Final = 2_000
"""The most milliseconds that Flet's client may take to draw the page again after the server's first message."""
RECHECK_DELAY: Final = 60
"""Milliseconds between two checks of whether the page is drawn again."""


def connection_head(build: str, font: str) -> tuple[str, str]:
    """The <style> element for the page's head, and a JavaScript call that returns true if the browser has a key.

    `build` identifies the version of the served files; `font` is the address of the font for our own script's texts.
    """
    given = {
        "build": build,
        "texts": {language: _texts(Translator(language)) for language in LANGUAGES},
        "quick": QUICK,
        "answered": ANSWERED,
        "retries": RETRY_DELAYS,
        "settled": SETTLED,
        "redrawn": REDRAWN,
        "recheck": RECHECK_DELAY,
        "largest": MAX_FILE_MESSAGE,
        "longest": MAX_WORD,
        "look": LOOK,
        "no_key": NO_KEY,
        "taken_over": TAKEN_OVER,
    }
    face = f'@font-face {{ font-family: "{REGULAR}"; src: url("{font}") }}'
    style = "\n".join([face, css_variables(), STYLE.read_text("utf-8").replace("{font}", REGULAR)])
    return f"<style>{style}</style>", f"({SCRIPT.read_text('utf-8')})({json.dumps(given)})"


def _texts(t: Translator) -> dict[str, str]:
    return {
        "lost": t("Connection lost. Wait: what you tap does not count until the page is back."),
        "back": t("Connected again."),
        "refused": t("This address is no longer valid. Ask whoever started Scorepad for the new one."),
        "large": t("This file is too large."),
    }
