"""Runs in Pyodide when the web app is built: shows the first screen once."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from typing import Any

opened: set[str] = set()
sys.addaudithook(lambda event, values: opened.add(str(values[0])) if event == "open" else None)


class Packet:
    """A message of the client, as JavaScript passes it on."""

    def __init__(self, message: bytes) -> None:
        self.message = message

    def to_py(self) -> bytes:
        """The bytes of the message."""
        return self.message


async def rehearse(flet_names: list[str]) -> str:
    """The modules that screens import, and the files that the first one takes, as JSON."""
    import flet
    import msgpack

    start: Any = importlib.import_module("start")
    with open("/site/modules.json", "w", encoding="utf-8") as file:
        file.write("[]")
    start.prepare()
    for name in flet_names:  # Flet imports its controls when they are first named
        getattr(flet, name, None)  # some names stand in annotations only
    bridge = start.bridge
    bridge.documentUrl = "http://localhost/"
    start.begin("fr-FR", json.dumps({"address": "http://localhost/"}), "", lambda request: None)
    page = {"route": "/", "web": True, "width": 390.0, "height": 844.0, "platform": "android"}
    page |= {"pwa": False, "wasm": True}
    frames: list[object] = []
    await bridge.start_connection(frames.append)
    register = [1, {"session_id": None, "page_name": "", "page": page}]
    bridge.send(Packet(b"\0" + msgpack.packb(register)))
    for _ in range(200):
        if len(frames) > 1:
            break
        await asyncio.sleep(0.05)
    else:
        raise RuntimeError("no first screen")
    await asyncio.sleep(0.5)
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    modules = [name for name, file in files.items() if file and name != "__main__"]
    needed = sorted(
        each for each in opened | set(files.values()) if each and each.startswith(("/site/", "/lib/"))
    )
    return json.dumps({"modules": modules, "files": needed})
