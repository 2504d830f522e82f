"""Serves the page, its files and the websocket of Flet's client, and nothing else.

Flet's own ASGI application answers any Host and any Origin, shows its API and sends 14 MB at a first load. Here:

* an unknown Host (DNS rebinding) and a foreign Origin (a different site's page) are refused;
* without a key, the answer says to ask for the address (`access`), wherever the request comes from;
* files lie under `/-/<build>/`, which browsers keep for ever;
* any other path is the page, which browsers check each time, or a redirection to a file of that name.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import importlib
import ipaddress
import json
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.responses import RedirectResponse, Response

from scorepad import assets_folder
from scorepad.web import connection
from scorepad.web.access import QUERY, Access
from scorepad.web.compression import Compression
from scorepad.web.keys import Keys
from scorepad.web.limits import (
    CONNECTION,
    MAX_FILE_MESSAGE,
    MAX_HEADERS,
    MAX_MESSAGE,
    PATIENCE,
    Door,
    Patience,
    protocols,
)

if TYPE_CHECKING:
    import flet as ft
    from starlette.types import Receive, Scope, Send

    from scorepad.web.clients import Clients

    Main = Callable[[ft.Page], None]
    Load = Callable[[], Main]
    Sheet = Callable[[str, str, str], bytes | None]
    """The score sheet of a session as a PDF, by its id, a language and a paper; None where there is none."""
    Renewed = Callable[[str], None]
    """Called with the address of the page when it changes."""

NAME: Final = "scorepad"
SOCKET: Final = "/ws"
FILES: Final = "/-/"
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

WATCH_SECONDS: Final = 0.5
"""Seconds between checks of the keys and of silent connections."""
CLOSING_SECONDS: Final = 0.4
"""Seconds for browsers to close their websockets when the server ends."""
COLLECTING: Final = (20_000, 20, 10)
"""Thresholds of the garbage collector: a tap makes thousands of objects, and drops nearly all at once."""

FOR_EVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"

NOT_SERVED: Final = re.compile(
    r"pyodide/|python(-worker)?\.js|flutter_service_worker|screenshots/|.*\.(symbols|map)$"
)
"""Files for apps without a server, for debuggers, and for readers of the source."""
TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".otf": "font/otf",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {scripts}; worker-src 'self' blob:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "media-src 'self' data: blob:; connect-src 'self' data: blob: ws://{host} wss://{host}; "
    "manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
"""The browser blocks requests to other hosts: the client tries to load a script from a CDN."""
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

SHEET: Final = re.compile(r"/print/([a-z0-9-]{1,64})\.pdf", re.ASCII)
"""The path of a score sheet to print, which has its own page: browsers block windows that open on their own."""
ISOLATION: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""Gives the client threads; a score sheet has none of it, because the PDF viewer of a browser is a different page."""

HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?", re.ASCII)


IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def listen(host: str, port: int) -> socket.socket:
    """A socket that queues connections until `serve`; port 0 takes any free one. Raises OSError."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=128)


def address(listener: socket.socket, secret: str | None = None, *, in_network: bool = False) -> str:
    """The page's address, for a browser on this computer or `in_network`; with a secret, the one that opens it."""
    host, port = listener.getsockname()[:2]
    ip = ipaddress.ip_address(host)
    if ip.is_unspecified:
        ip = _own_address(ip.version, in_network)
    return f"http://{_as_host(ip)}:{port}/" + (f"?{QUERY}={secret}" if secret is not None else "")


def _own_address(version: int, in_network: bool) -> IPAddress:
    """This computer's address: in its network, if it has one and that is asked for, or for itself."""
    family, outside, inside = socket.AF_INET, "192.0.2.1", "127.0.0.1"
    if version == 6:
        family, outside, inside = socket.AF_INET6, "2001:db8::1", "::1"
    if in_network:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))  # looks for the way there, and sends nothing
            return ipaddress.ip_address(probe.getsockname()[0])
    return ipaddress.ip_address(inside)


def is_private(listener: socket.socket) -> bool:
    """Whether only this computer can reach the listener."""
    return ipaddress.ip_address(listener.getsockname()[0]).is_loopback


def serve(
    load: Load,
    listener: socket.socket,
    *,
    host: str,
    keys: Keys,
    sheet: Sheet | None = None,
    cache: Path | None = None,
    renewed: Renewed = lambda address: None,
    patience: Patience = PATIENCE,
) -> None:
    """Serves the app on the listener until a signal ends it, which is then raised again.

    `load` returns the app, and may take its time: the page's files are served meanwhile. `sheet` makes the score
    sheets; `cache` is a folder for compressed files.
    """

    async def run() -> None:
        app = WebApp(
            load, hosts=known_hosts(host, listener), keys=keys, sheet=sheet, cache=cache, patience=patience
        )
        door = Door(asyncio.get_running_loop().time, patience)
        await _serve(app, door, listener, lambda: renewed(address(listener, keys.secret, in_network=True)))

    asyncio.run(run())


async def _serve(app: WebApp, door: Door, listener: socket.socket, renewed: Callable[[], None]) -> None:
    import uvicorn

    app.admit = door.admit
    requests, sockets = protocols(door)
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=requests,
        h11_max_incomplete_event_size=MAX_HEADERS,
        ws=sockets,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,  # a small message could swell to a large one
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Ends at once: uvicorn waits for connections that do not close, and then logs a line for each."""
            for listening in self.servers:
                listening.close()
            app.close()
            for each in list(self.server_state.connections):
                each.shutdown()
            if self.server_state.tasks:
                await asyncio.wait(self.server_state.tasks, timeout=CLOSING_SECONDS)
            logging.getLogger("uvicorn.error").disabled = True  # closed connections are no errors now
            for each in list(self.server_state.connections):
                each.transport.abort()
            for task in list(self.server_state.tasks):
                task.cancel()

    async with _watched(app, door, renewed), asyncio.TaskGroup() as tasks:
        tasks.create_task(app.clients())
        await Server(config).serve([listener])


@asynccontextmanager
async def _watched(app: WebApp, door: Door, renewed: Callable[[], None]) -> AsyncIterator[None]:
    async def watch() -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            door.sweep()
            if app.look_again():
                with suppress(OSError):  # the terminal is closed
                    renewed()

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()


def known_hosts(host: str, listener: socket.socket) -> Callable[[str], bool]:
    """Checks whether a host name or address, as browsers write it, is one of this server."""
    ip = ipaddress.ip_address(listener.getsockname()[0])
    names = {"127.0.0.1", "localhost", "[::1]", host.lower(), _as_host(ip)}
    if not ip.is_unspecified:
        return names.__contains__
    own = socket.gethostname().lower()
    # A foreign name can resolve to this computer (DNS rebinding); an address cannot.
    return lambda name: name in {*names, own, f"{own}.local"} or _is_address(name)


class WebApp:
    """The ASGI application: checks access, then serves Flet's websocket or a file."""

    def __init__(
        self,
        load: Load,
        *,
        hosts: Callable[[str], bool],
        keys: Keys,
        sheet: Sheet | None = None,
        cache: Path | None = None,
        patience: Patience = PATIENCE,
    ) -> None:
        self.admit: Callable[[Any], bool] = lambda connection: True
        """Whether there is room for a connection that has a key."""
        self._access = Access(keys)
        self._announced = keys.secret
        self._clients: Clients | None = None
        self._load = load
        self._sheet = sheet
        self._patience = patience
        self._printing = asyncio.Lock()
        self._loading: asyncio.Future[Clients] | None = None
        self._is_ours = hosts
        self._site = Site(cache)

    async def clients(self) -> Clients:
        """The browsers that use the app, which is loaded when it is first asked for."""
        if self._loading is None:
            self._loading = asyncio.ensure_future(self._start())
        return await asyncio.shield(self._loading)

    async def _start(self) -> Clients:
        def load() -> tuple[Main, Any]:
            return self._load(), importlib.import_module("scorepad.web.clients")

        # In a thread: the controls and the screens take half a second to import.
        main, clients = await asyncio.to_thread(load)
        gc.freeze()  # the loaded modules stay: to collect among them would delay taps
        gc.set_threshold(*COLLECTING)
        self._clients = clients.Clients(main, _allow, self._patience)
        return self._clients

    def look_again(self) -> bool:
        """Drops browsers that stay away or whose key is no longer valid; True if the address has changed."""
        keys = self._access.keys
        keys.refresh()
        changed, self._announced = keys.secret != self._announced, keys.secret
        if self._clients is not None:
            self._clients.sweep(keys.stands)
        return changed

    def close(self) -> None:
        """Closes every websocket."""
        if self._clients is not None:
            self._clients.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        refusal = self._refusal(host, headers)
        self._access.keys.refresh()
        key = self._access.key(headers) if refusal is None else None
        connection = scope.get("state", {}).get(CONNECTION)
        if scope["type"] == "websocket":
            if key is not None and scope["path"] == SOCKET and self.admit(connection):
                clients = await self.clients()
                url = f"{'wss' if f'https://{host}' in headers.getlist('origin') else 'ws'}://{host}"
                await clients.serve(scope, receive, send, url=url, key=key.digest)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        response: Response | None
        if refusal is not None:
            response = Response(status_code=refusal)
        elif scope["method"] == "GET" and (response := self._access.exchange(scope, headers)) is not None:
            pass
        elif key is None:
            response = self._access.refused(scope, headers)
        elif not self.admit(connection):
            response = Response(status_code=503, headers={"Retry-After": "5"})
        elif scope["method"] not in ("GET", "HEAD"):
            response = Response(status_code=405, headers={"Allow": "GET, HEAD"})
        elif (asked := SHEET.fullmatch(scope["path"])) is not None:
            response = await self._printed(asked[1], QueryParams(scope["query_string"]))
            response.headers.update(HEADERS)
            await response(scope, receive, send)
            return
        else:
            response = await self._site.response(scope["path"], headers)
            response.headers["Content-Security-Policy"] = POLICY.format(host=host, scripts=self._site.scripts)
        response.headers.update(HEADERS | ISOLATION)
        await response(scope, receive, send)

    async def _printed(self, session_id: str, query: QueryParams) -> Response:
        """A score sheet; only one is made at a time."""
        if self._sheet is None:
            return Response(status_code=404)
        async with self._printing:
            language, paper = query.get("lang", ""), query.get("paper", "")
            document = await asyncio.to_thread(self._sheet, session_id, language, paper)
        if document is None:
            return Response(status_code=404)
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'inline; filename="scorepad.pdf"'}
        return Response(document, media_type="application/pdf", headers=headers)

    def _refusal(self, host: str, headers: Headers) -> int | None:
        match = HOST.fullmatch(host)
        if match is None or len(headers.getlist("host")) != 1 or not self._is_ours(match[1]):
            return 421
        if not set(headers.getlist("origin")) <= {f"http://{host}", f"https://{host}"}:
            return 403
        return None


def _allow(scope: Scope, file: bool) -> None:
    connection = scope.get("state", {}).get(CONNECTION)
    if connection is not None:
        connection.allow(MAX_FILE_MESSAGE if file else MAX_MESSAGE)


class Site:
    """The page and the files it needs: Flet's client, with scorepad's own where both have one of a name.

    `cache` is the folder where compressed files are kept.
    """

    def __init__(self, cache: Path | None = None) -> None:
        from flet_web import get_package_web_dir

        self._paths = dict([*_files(Path(get_package_web_dir())), *_files(assets_folder())])
        sources = [Path(__file__), PRELOAD, connection.SCRIPT, connection.STYLE]
        self._build = _build([*self._paths.values(), *sources])
        self._base = f"{FILES}{self._build}/"
        page = _page(self._text("index.html"), self._base)
        manifest = json.loads(self._text("manifest.json"))
        made = {
            "index.html": page,
            # The page and its manifest are in different folders.
            "manifest.json": json.dumps(manifest | {"id": "/", "start_url": "/", "scope": "/"}),
            "assets/FontManifest.json": _fonts(self._text("assets/FontManifest.json")),
        }
        self._made = {name: text.encode() for name, text in made.items()}
        self.scripts = " ".join(_hashes(page))
        self._compression = Compression(self._read, cache)

    async def response(self, path: str, headers: Headers) -> Response:
        """The answer to a path: the page, one of its files, a redirection to a file, or 404."""
        if path.startswith(FILES):
            name = path.removeprefix(FILES).partition("/")[2]
            if FALLBACK in name:  # Flutter puts other folders before it, for some fonts
                # For a character that no font has, the client asks until it gets some font.
                font = f"{self._base}assets/{DEFAULT_FONT}"
                return RedirectResponse(font, headers={"Cache-Control": FOR_EVER})
            return await self._file(name, headers, FOR_EVER)
        if PurePosixPath(path).suffix in ("", ".html"):
            return await self._file("index.html", headers, REVALIDATE)
        if path[1:] in self._paths:
            return RedirectResponse(self._base + path[1:], headers={"Cache-Control": REVALIDATE})
        return Response(status_code=404)

    async def _file(self, name: str, headers: Headers, caching: str) -> Response:
        if name not in self._paths:
            return Response(status_code=404)
        tag = f'W/"{self._build}"'
        known = {"Cache-Control": caching, "ETag": tag, "Vary": "Accept-Encoding"}
        if tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=known)
        form = await self._compression.form(name, headers.get("accept-encoding", ""))
        if form is not None:
            known["Content-Encoding"], content = form
        else:
            content = await asyncio.to_thread(self._read, name)
        kind = TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
        return Response(content, headers=known, media_type=kind)

    def _text(self, name: str) -> str:
        return self._paths[name].read_text("utf-8")

    def _read(self, name: str) -> bytes:
        return self._made.get(name) or self._paths[name].read_bytes()


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if NOT_SERVED.match(name) is None and path.is_file():
            yield name, path


def _build(paths: Iterable[Path]) -> str:
    """A name that changes as soon as one of the files does."""
    states = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths)
    return hashlib.sha256(repr(states).encode()).hexdigest()[:16]


def _fonts(families: str) -> str:
    """The fonts to load, with Flutter's default, which the client would otherwise ask of another host."""
    default = {"family": "Roboto", "fonts": [{"asset": DEFAULT_FONT}]}
    return json.dumps([*json.loads(families), default])


def _page(page: str, base: str) -> str:
    """Flet's index.html, set to fetch everything from `base` and nothing from elsewhere."""
    settings = {
        "noCdn": True,
        "assetBase": base,
        "entrypointBaseUrl": base,
        "canvasKitBaseUrl": f"{base}canvaskit/",
        "fontFallbackBaseUrl": f"{base}{FALLBACK}",
        "webSocketEndpoint": SOCKET,
    }
    script = f"<script>Object.assign(flet, {json.dumps(settings)})</script>"
    page = page.replace("<!-- fletAppConfig -->", script)
    page = page.replace('<base href="/">', f'<base href="/">{_preload(base)}', 1)
    page = page.replace("</head>", f"{connection.head(base, f'assets/{DEFAULT_FONT}')}</head>")
    page = page.replace("python.js", "zoom.js")  # the first is for apps without a server, the second is ours
    page = page.replace("<title>Flet</title>", f"<title>{NAME}</title>")
    page = re.sub(r'content="Flet( application\.)?"', f'content="{NAME}"', page)
    return re.sub(r'\b(src|href)="(?![/#]|[a-z]+:)', rf'\1="{base}', page)


def _preload(base: str) -> str:
    """A script that asks for the large files at once, rather than after the scripts that need them."""
    files = {group: [f"{base}{name}" for name in names] for group, names in PRELOADED.items()}
    return f"<script>({PRELOAD.read_text('utf-8')})({json.dumps(files)})</script>"


def _hashes(page: str) -> Iterator[str]:
    """The page's own scripts, as a content security policy allows them."""
    for script in re.findall(r"<script>(.*?)</script>", page, re.DOTALL):
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        yield f"'sha256-{digest}'"


def _as_host(ip: IPAddress) -> str:
    return f"[{ip}]" if ip.version == 6 else str(ip)


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(host.strip("[]"))
        return True
    return False
