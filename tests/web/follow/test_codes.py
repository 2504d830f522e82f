"""The page that follows reads what the app writes after `#e=`: the text of a link, and that of a code."""

from __future__ import annotations

import json
import random
import subprocess

from scorepad.sharing.links import code_text, link_text
from scorepad.web.app.build import find_node
from scorepad.web.follow.page import program

READ = """
for (const text of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  let found = null;
  try { found = Buffer.from(bytesOf(text)).toString("hex"); } catch (error) { if (!error.message) throw error; }
  console.log(JSON.stringify(found));
}
"""


def read_by_page(texts: list[str]) -> list[str | None]:
    """The bytes that the page reads from each text, in hexadecimal digits; None where it refuses."""
    done = subprocess.run(
        [find_node(), "-e", program(("bits.js", "pack.js")) + READ],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_page_reads_links_and_codes() -> None:
    r = random.Random(1)
    packs = [bytes([0x11]) + r.randbytes(r.randrange(1500)) for _ in range(200)]
    for write in (link_text, code_text):
        assert read_by_page([write(raw) for raw in packs]) == [raw.hex() for raw in packs]


def test_the_page_refuses_what_is_no_code() -> None:
    assert read_by_page(["0a", "0_", "0 1", "0" * 70_000]) == [None] * 4
