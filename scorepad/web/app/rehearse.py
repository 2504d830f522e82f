"""Shows the first screen once, in Pyodide, when the web app is built."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from typing import Any


class Packet:
    """A message from the client with a method `to_py`, like the JavaScript objects that Pyodide passes."""

    def __init__(self, message: bytes) -> None:
        self.message = message

    def to_py(self) -> bytes:
        """The bytes of the message."""
        return self.message


async def rehearse(flet_names: list[str]) -> str:
    """Imports `flet_names` from Flet, shows the first screen; returns all loaded modules as JSON: {name: file}."""
    import flet
    import msgpack

    start: Any = importlib.import_module("start")
    with open("/site/modules.json", "w", encoding="utf-8") as file:
        file.write("[]")
    start.prepare()
    for name in flet_names:  # Flet imports a control when its name is first used
        getattr(flet, name, None)  # some names are in annotations only
    bridge = start.bridge
    bridge.documentUrl = "http://localhost/"
    language = importlib.import_module("scorepad.i18n").LANGUAGES[0]
    start.begin(language, json.dumps({"address": "http://localhost/"}), "", lambda request: None)
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
    loaded = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    return json.dumps({name: file for name, file in loaded.items() if file and name != "__main__"})
