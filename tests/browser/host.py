"""A host of static files, as a web app has one: no special headers, in a subfolder, and it can go away."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from .driver import free_port

FOLDER = "/some/where/"
OTHER = "/else/where/"
"""The same files again: an app of its own."""


class Host:
    """Serves `folder`, which may be replaced, until `stop`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.sent: list[str] = []
        """The paths of the files that were sent."""
        self._server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{FOLDER}"

    def start(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(_Files, host=self))
        threading.Thread(target=self._server.serve_forever, args=[0.05], daemon=True).start()
        return self

    def stop(self) -> None:
        """Nobody answers any more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, host: Host) -> None:
        self._host = host
        super().__init__(*args, directory=str(host.folder))

    def do_GET(self) -> None:
        folder = next((each for each in (FOLDER, OTHER) if self.path.startswith(each)), None)
        if folder is None:
            self.send_error(404)
            return
        self.path = self.path.removeprefix(folder.rstrip("/"))
        self._host.sent.append(self.path)
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        pass
