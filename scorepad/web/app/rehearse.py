"""Runs in Pyodide when the web app is built: shows the first screen once. Evaluates to the files that this took."""

import asyncio
import json
import sys

opened = set()
sys.addaudithook(lambda event, values: opened.add(str(values[0])) if event == "open" else None)
import msgpack  # noqa: E402
import start  # noqa: E402

with open("/site/modules.json", "w", encoding="utf-8") as file:
    file.write("[]")
start.prepare()
start.bridge.documentUrl = "http://localhost/"
start.begin("fr-FR")
frames = []


class Packet:
    """A message of the client, as JavaScript passes it on."""

    def __init__(self, *message):
        self.message = b"\0" + msgpack.packb(message)

    def to_py(self):
        return self.message


page = {"route": "/", "web": True, "width": 390.0, "height": 844.0, "pwa": False, "wasm": True, "platform": "android"}
await start.bridge.start_connection(frames.append)  # noqa: F704
start.bridge.send(Packet(1, {"session_id": None, "page_name": "", "page": page}))
for _ in range(200):
    if len(frames) > 1:
        break
    await asyncio.sleep(0.05)  # noqa: F704
assert len(frames) > 1, "no first screen"
await asyncio.sleep(0.5)  # noqa: F704
loaded = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
with_file = [name for name, module in sys.modules.items() if getattr(module, "__file__", None) and name != "__main__"]
files = sorted(name for name in opened | loaded if name and name.startswith(("/site/", "/lib/")))
json.dumps({"modules": with_file, "files": files})
