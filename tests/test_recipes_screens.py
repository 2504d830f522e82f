"""The recipes for the app, its server, its exports and its backups work as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from recipes import Recipe

IMPORTS = """
from __future__ import annotations

from pathlib import Path

from scorepad.i18n import Translator
from scorepad.ui import routes

from flet_client import Driver
from .evening import Windows, on
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The folder in which a recipe is performed."""
    return tmp_path / "copy"


# --- A screen -----------------------------------------------------------------------------------------

SCREEN = '''
"""A greeting, as often as somebody taps."""

import flet as ft

from scorepad.ui import kit, routes


@kit.screen(routes.GREETING)
def greeting_screen(at: kit.At) -> ft.View:
    """The greeting."""
    times = at.kept("times", 1)
    return at.view(
        at.t("Greeting"),
        kit.text(" ".join([at.t("Good evening")] * times.value)),
        kit.chip(at.layout, "again", at.t("Greet again"), times.tap(int.__add__, 1)),
    )
'''

TEST_OF_SCREEN = """
async def test_it_is_opened_by_the_menu_and_keeps_its_value(windows: Windows) -> None:
    for language, words in (("en", "Good evening"), ("fr", "Bonsoir"), ("de", "Guten Abend")):
        windows.language = language
        app = await windows.window()
        await app.tap("menu", "greeting", "again")
        assert app.route == routes.GREETING
        assert f"{words} {words}" in app.texts()
        await app.tap("back")
        assert app.route == routes.HOME
"""


@pytest.mark.promise("Packaging and checks", "A new screen takes the files that its recipe names.")
def test_a_screen_with_a_line_in_the_menu(copy: Path) -> None:
    recipe = Recipe("ui/README.md", "Add a screen", copy)
    recipe.insert("ui/routes.py", ('EXPORT = Address("/export")', 'GREETING = Address("/greeting")\n'))
    recipe.add("ui/screens/greeting.py", SCREEN)
    line = '("greeting", t("Greeting"), routes.GREETING),\n        '
    recipe.insert("ui/screens/home.py", ('("bin", t("Bin"), routes.BIN),', line))
    recipe.translate(
        {
            "Greeting": ("Salut", "Gruß"),
            "Good evening": ("Bonsoir", "Guten Abend"),
            "Greet again": ("Saluer encore", "Noch einmal grüßen"),
        }
    )
    recipe.passes(IMPORTS + TEST_OF_SCREEN)


# --- A switch -----------------------------------------------------------------------------------------

TEST_OF_SWITCH = """
async def test_it_is_turned_drawn_at_once_and_kept(windows: Windows) -> None:
    windows.played(1)
    settings = await windows.window(routes.SETTINGS)
    assert on(settings, "switch-long_menu") == []
    await settings.tap("switch-long_menu")
    assert on(settings, "switch-long_menu") == ["switch-long_menu"]
    await settings.tap("back", "menu")
    assert "Bin (0)" in settings.texts()
    await windows.restart()
    app = await windows.window()
    await app.tap("menu")
    assert "Bin (0)" in app.texts()
"""


@pytest.mark.promise(
    "Packaging and checks", "A new switch of the settings takes the files that its recipe names."
)
def test_a_switch(copy: Path) -> None:
    recipe = Recipe("ui/README.md", "Add a switch to the settings", copy)
    words = 'N_("A longer menu"), N_("The menu says how many evenings are in the bin.")'
    entry = f'LONG_MENU = ("long_menu", {words}, False)\n    '
    recipe.insert("ui/window_state.py", ("title: str\n    effect: str", entry))
    recipe.insert("ui/theme.py", ("    keys: bool = True\n", "    long_menu: bool = False\n"))
    bin_words = 't("Bin") + (f" ({len(at.store.bin())})" if at.layout.long_menu else "")'
    recipe.replace(
        "ui/screens/home.py", ('("bin", t("Bin"), routes.BIN)', f'("bin", {bin_words}, routes.BIN)')
    )
    recipe.passes(IMPORTS + TEST_OF_SWITCH)


# --- A format -----------------------------------------------------------------------------------------

MAKER = '''
"""An evening as a table in Markdown."""

from collections.abc import Sequence

from scorepad.evening.evening import Evening
from scorepad.work import Work
from scorepad.i18n import Translator


def markdown(evenings: Sequence[Evening], t: Translator, *, bold: bool) -> Work[bytes]:
    """The totals of evenings; the names are `bold` or not."""
    lines = []
    for done, evening in enumerate(evenings):
        yield done / len(evenings)
        for place in evening.sheet.standings:
            name = f"**{place.person.name}**" if bold else place.person.name
            lines.append(f"| {name} | {t.signed(place.total, evening.sheet.unit)} |")
    return "\\n".join(lines).encode()
'''

FUNCTION = """def _markdown(order: ExportRequest, _: int) -> Work[bytes]:
    from scorepad.exports.markdown import markdown

    return markdown(order.evenings, order.t, bold=order.options.bold)


"""

ENTRY = """    MARKDOWN = (
        "md",
        FileKind(".md", "text/markdown; charset=utf-8", readable=True),
        Offer(N_("Markdown"), N_("For a page on the web"), _markdown, ("bold",)),
    )

"""

TEST_OF_FORMAT = """
import flet as ft

from scorepad import cli
from scorepad.ui.screens.export import ICONS


async def test_the_app_and_the_command_have_the_format_and_its_option(
    windows: Windows, tmp_path: Path
) -> None:
    evening = windows.played(1)
    app = await windows.browser(routes.export(evening.id))
    await app.tap("format-md", "bold", "save-export")
    [given] = app.asked("FilePicker.save_file")
    assert given["file_name"].endswith(".md")
    assert given["src_bytes"].decode().startswith("| **Anne** | +150 |")
    await windows.restart()
    app = await windows.browser(routes.export(evening.id))
    await app.tap("format-md")
    assert on(app, "bold") == ["bold"], "it is kept for the next export"
    out = tmp_path / "out.md"
    line = ["--lang", "en", "--data", str(windows.folder), "export", "latest", "--format", "md"]
    assert cli.main([*line, "--out", str(out)]) == 0
    assert out.read_text().startswith("| Anne | +150 |")
    assert cli.main([*line, "--out", str(out), "--bold", "--force"]) == 0
    assert out.read_text().startswith("| **Anne** | +150 |")
    assert ft.Icons.TAG in ICONS.values()
"""


@pytest.mark.promise("Packaging and checks", "A new format of exports takes the files that its recipe names.")
def test_a_format_with_an_option(copy: Path) -> None:
    recipe = Recipe("exports/README.md", "Add a format", copy)
    recipe.add("exports/markdown.py", MAKER)
    recipe.insert(
        "exports/formats.py",
        ("# -- the functions that make each format from a season", FUNCTION),
        ("    files: FileKind\n    evenings: Offer\n    season: Offer | None\n", ENTRY),
        ("    dark: bool = False\n", "    bold: bool = False\n"),
        ('    "dark": Choice(', '    "bold": Choice({True: N_("Bold names")}, "bold names in Markdown"),\n'),
    )
    recipe.insert("ui/screens/export.py", ("    Format.JSON: ft", "    Format.MARKDOWN: ft.Icons.TAG,\n"))
    recipe.passes(IMPORTS + TEST_OF_FORMAT)


# --- A page for people who only look ------------------------------------------------------------------

PAGE = '''
"""The page with which people look at an evening."""

from html import escape

from starlette.responses import Response

from scorepad.evening.evening import Evening
from scorepad.i18n import Translator
from scorepad.i18n.evenings import standings_text
from scorepad.web.site import POLICY

LOOKED = '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title><pre>{words}</pre>'


def look_page(evening: Evening, t: Translator) -> Response:
    """The standings of an evening."""
    words = escape(standings_text(t, evening))
    page = LOOKED.format(language=t.language, title=escape(t("Standings")), words=words)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY}
    return Response(page, headers=headers, media_type="text/html")
'''

PATH = '''    def look_path(self, make: Callable[[], Response | None]) -> str:
        """A path at which everybody can look at an evening."""
        return f"/look/{self.looked.issue(make)}"


'''

ANSWER = '''    async def _look(self, request: Request, ticket: str) -> Response:
        """The page of an evening that people look at."""
        _, doors = await self.loaded()
        make = doors.looked.find(ticket)
        page = await asyncio.to_thread(make) if make is not None else None
        return page or Response(status_code=404)

'''

CONNECTED = """    def look_path(evening_id: str, t: Translator) -> str:
        return doors.look_path(partial(_looked, history, evening_id, t))

"""

READ = """def _looked(history: HistoryReader, evening_id: str, t: Translator) -> Response | None:
    from scorepad.history import HistoryError
    from scorepad.web.look import look_page

    try:
        return look_page(history.load(evening_id), t)
    except HistoryError:
        return None


"""

LINK = """    served = at.store.host.served
    make = partial(served.look_path, at.evening.id, at.t) if served and served.look_path else None
    path = ft.use_memo(lambda: make() if make else "", [at.evening.id])
"""

TEST_OF_PAGE = '''
import argparse
import asyncio
import re

import httpx
import pytest
from conftest import hello

from scorepad.commands import app as command
from scorepad.web.address import Endpoint, listen
from scorepad.web.keys import FILE, Key, renew
from scorepad.web.limits import NO_KEY
from scorepad.web.server import AsgiApp, Credentials

BASE = "http://127.0.0.1:8550"


def on_disk(folder: Path) -> dict[str, bytes]:
    return {str(each): each.read_bytes() for each in folder.rglob("*") if each.is_file() and each.name != FILE}


async def closing_code(server: AsgiApp, key: str) -> int:
    """The code with which the server closes a websocket that shows this key."""
    heard, sent = asyncio.Queue(), asyncio.Queue()
    for message in ({"type": "websocket.connect"}, {"type": "websocket.receive", "bytes": hello(key)}):
        heard.put_nowait(message)
    scope = {"type": "websocket", "path": "/ws", "headers": [(b"host", b"127.0.0.1:8550")]}
    async with asyncio.timeout(20):
        await server(scope, heard.get, sent.put)
    return [sent.get_nowait() for _ in range(sent.qsize())][-1]["code"]


async def test_who_looks_sees_the_evening_and_changes_nothing(windows: Windows) -> None:
    evening, other = windows.played(1), windows.played(3)
    doors = Credentials(Key(windows.folder))
    options = argparse.Namespace(lang="en", public_url=None)
    with listen("127.0.0.1", 0) as listener:
        endpoint = Endpoint(listener, "127.0.0.1")
        main = command._app(windows.history, options, doors, endpoint)
        app = await Driver.start(main, route=routes.end(evening.id), web=True, address="ws://127.0.0.1:8550")
        secret = re.search("http://127.0.0.1:8550/look/([a-z0-9]{26})", str(app.node("look")))[1]
        path = f"/look/{secret}"
        server = AsgiApp(lambda: (main, doors), endpoint)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url=BASE)
        before = on_disk(windows.folder)
        assert "Anne +150" in (await client.get(path)).text
        assert on_disk(windows.folder) == before
        windows.record(evening, evening.sheet.rows[0].deal.outcome)
        assert "Anne +300" in (await client.get(path)).text, "each visit reads the evening again"
        windows.pad.write()
        before = on_disk(windows.folder)
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            for address in (path, f"{path}/hand", f"/session/{evening.id}", "/ws"):
                answer = await client.request(method, address, content=b"x" * 100)
                assert answer.status_code == 405, (method, address)
        for address in (f"{path}?undo=1", f"{path}/hand", routes.evening(other.id), routes.SETTINGS, routes.DATA):
            answer = await client.get(address)
            assert "Bruno" not in answer.text or address.startswith(f"{path}?"), address
        assert (await client.get(f"/print/{secret}.pdf")).status_code == 404
        assert await closing_code(server, secret) == NO_KEY
        assert on_disk(windows.folder) == before
        renew(windows.folder)
        doors.refresh_key()
        assert (await client.get(path)).status_code == 404, "a new address ends it"
    await app.close()
'''


@pytest.mark.promise("The served app", "A page for people who only look changes nothing, whatever they send.")
def test_a_page_for_people_who_only_look(copy: Path) -> None:
    recipe = Recipe("web/README.md", "Add a page for people who only look", copy)
    recipe.add("web/look.py", PAGE)
    tickets = "        self.looked: Tickets[Callable[[], Response | None]] = Tickets(PRINT_SECONDS)\n"
    recipe.insert(
        "web/server.py",
        ("        self._announced = key.secret\n", tickets),
        ("class AsgiApp(Guarded):", PATH),
        (
            "            with suppress(OSError):  # the terminal is closed",
            "            self.looked.clear()\n",
        ),
        ('            r"/.*": self._page,', '            r"/look/([a-z0-9]{1,64})": self._look,\n'),
        ("    def _following(self", ANSWER),
    )
    recipe.insert("commands/app.py", ("    return build(\n", CONNECTED), ("def _has_screen()", READ))
    recipe.replace(
        "commands/app.py", ("Served(look_of, sheet_path)", "Served(look_of, sheet_path, look_path)")
    )
    field = "    look_path: Callable[[str, Translator], str] | None = None\n\n\n"
    recipe.insert("ui/host.py", ("class DeviceKind(StrEnum):", field))
    address = "at.store.files.web_address(path)"
    follow = f'kit.link_chip(at.layout, "look", t("Follow"), ft.Icons.SHARE, {address}, lambda: None)'
    recipe.insert(
        "ui/screens/end.py",
        ("    note, teams = evening.table.notes.get(None)", LINK),
        ("        kit.share_chips(at.store", f"        bool(path) and {follow},\n"),
    )
    recipe.passes(IMPORTS + TEST_OF_PAGE)


# --- The name of a backup -----------------------------------------------------------------------------

TEST_OF_NAME = """
async def test_new_backups_have_the_name_and_old_ones_are_still_found(windows: Windows) -> None:
    windows.played(1)
    made = windows.history.back_up().path
    assert made.name.startswith("tarot-")
    old = made.with_name("scorepad-20200101T000000Z-asked.zip")
    old.write_bytes(made.read_bytes())
    app = await windows.window(routes.DATA)
    for path in (made, old):
        await app.visit(routes.backup(path.stem))
        await app.wait_until(lambda: app.exists("restore"))
"""


@pytest.mark.promise("Packaging and checks", "Another name of backups takes one file.")
def test_the_name_of_a_backup(copy: Path) -> None:
    recipe = Recipe("history/README.md", "Change the name of backups", copy)
    recipe.replace(
        "history/backup/files.py",
        ('r"scorepad-(', 'r"(?:scorepad|tarot)-('),
        ('f"scorepad-{moment.year', 'f"tarot-{moment.year'),
    )
    recipe.passes(IMPORTS + TEST_OF_NAME)
