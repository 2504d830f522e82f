"""The command line, as a user meets it: one clear line and an exit code."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from approve import Approve
from conftest import Running, Serve, environment, hello, registration
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from scorepad import __version__, cli
from scorepad import main as main_module
from scorepad.commands import app
from scorepad.history import History
from scorepad.i18n import LANGUAGES
from scorepad.ui import window
from scorepad.ui.host import Place
from scorepad.web import server
from scorepad.web.address import Endpoint
from scorepad.web.limits import NO_KEY
from scorepad.web.server import Credentials

pytestmark = pytest.mark.usefixtures("signals_as_before")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that would have been served; no screen, and a server that ends once it has loaded the app."""
    addresses: list[str] = []

    def serve(load: Callable[[], tuple[object, Credentials]], endpoint: Endpoint) -> None:
        _, doors = load()
        addresses.append(endpoint.url(doors.key.secret, here=True))
        endpoint.listener.close()

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(app, "_has_screen", lambda: False)
    return addresses


@contextmanager
def joined(running: Running, hello: bytes) -> Iterator[ClientConnection]:
    """A websocket that has shown a key."""
    with connect(running.base.replace("http", "ws") + "ws", proxy=None) as connection:
        connection.send(hello)
        yield connection


def closing_code(connection: ClientConnection) -> int:
    """The code with which the server closes a websocket."""
    with suppress(ConnectionClosed):
        while True:
            connection.recv(timeout=20)
    assert connection.close_code is not None
    return connection.close_code


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"scorepad {__version__}\n"


WRONG_LINES = [
    *["history show", "history list --nothing", "--port", "--port=65536", "--port=-1", "--port=", "--port=٣"],
    *["--web=1", "score --petit A", "--public-url ftp://x", "show"],
]


def said_in(language: str, line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The words of a command line that ends at once, in a language."""
    with pytest.raises(SystemExit):
        cli.main(["--lang", language, *line.split()])
    return "".join(capsys.readouterr())


def test_a_wrong_line_is_told_in_english_whatever_the_language(
    approve: Approve, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for line in WRONG_LINES:
        (said,) = {said_in(language, line, capsys) for language in LANGUAGES}
        assert said.startswith("usage: ")
        told.append(f"{line}: {said.splitlines()[-1]}\n")
    approve("wrong-lines.txt", "".join(told).encode())


LOADED = """
import sys
from scorepad import cli
before = {name.partition(".")[0] for name in sys.modules}
try:
    cli.main(sys.argv[1:])
except SystemExit as end:
    assert not end.code
loaded = {name.partition(".")[0] for name in sys.modules} - before - sys.stdlib_module_names
print(*sorted(loaded), file=sys.stderr)
"""
"""Runs a command line, and says on standard error which libraries it loaded."""
LINES = [
    *[f"{name} --help" for name in ("", *cli.COMMANDS)],
    *[f"history {name} --help" for name in ("list", "show", "verify", "backup", "restore", "bin", "import")],
    *["score --schemes", "history list", "sheet 4 --output sheet.pdf"],
]


@pytest.mark.promise(
    "Packaging and checks",
    "A command loads only libraries that it needs; its help loads no Flet and no drawing library.",
)
@pytest.mark.parametrize("line", LINES)
def test_a_command_loads_no_library_that_it_does_not_need(line: str, tmp_path: Path) -> None:
    """Flet above all, which takes a second; only a sheet that is written needs what draws it."""
    with History(tmp_path / "data"):
        pass
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *line.split()],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment(SCOREPAD_DATA=str(tmp_path / "data")),
    )
    loaded = {*ran.stderr.split()}
    assert not loaded & {"flet", "fastapi", "uvicorn", "msgpack", "xlsxwriter"}
    assert "--output" in line or loaded <= {"scorepad", "tinydb", "anyascii"}


@pytest.mark.parametrize("line", [line for line in LINES if "--help" in line])
def test_the_help_is_english_whatever_the_language(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = {said_in(language, line, capsys) for language in LANGUAGES}
    assert said.startswith("usage: ")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"}, "de"),
    ],
)
def test_a_result_is_in_the_language_of_the_shell_or_english(
    variables: dict[str, str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, variables.get(name, ""))
    assert cli.main(["score", "--schemes"]) == 0
    in_shell = capsys.readouterr().out
    assert cli.main(["--lang", language, "score", "--schemes"]) == 0
    assert capsys.readouterr().out == in_shell


def test_a_chosen_port_that_is_taken_is_reported(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", "en", "--port", str(taken), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"scorepad: port {taken} is taken; --port N takes another port\n"


def test_another_port_replaces_the_usual_port(
    taken: int,
    tmp_path: Path,
    served: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(app, "DEFAULT_PORT", taken)
    assert cli.main(["--lang", "en", "--web", "--data", str(tmp_path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"Port {taken} is taken; a different port is used this time."
    assert second == f"scorepad is at {served[0]} (Ctrl+C ends it)"


@pytest.mark.parametrize("host", ["host.invalid", "192.0.2.1"])
def test_a_host_of_another_computer_is_refused(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", "en", "--host", host, "--port", "0", "--data", str(tmp_path)]) == 1
    assert re.fullmatch(rf"scorepad: cannot serve {host} port 0 \(.+\)\n", capsys.readouterr().err)


def test_the_app_is_served_to_the_whole_network(
    tmp_path: Path, served: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", "en", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 0
    assert served[0].startswith("http://127.0.0.1:")
    words = "Anyone in your network who has this address can read and change these scores."
    assert words in capsys.readouterr().out.splitlines()[1]


def test_the_folder_comes_from_the_option_or_the_environment(
    tmp_path: Path, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path / "environment"))
    cli.main(["--web", "--port", "0"])
    cli.main(["--web", "--port", "0", "--data", str(tmp_path / "option")])
    assert {path.name for path in tmp_path.iterdir()} == {"environment", "option"}


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert cli.main(["--lang", "en", "--web", "--data", str(folder)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"scorepad: cannot write in {folder} (")
    assert said.count("\n") == 1


def unlistable(*_: object) -> NoReturn:
    raise OSError(errno.EIO, "planted")


@pytest.mark.promise(
    "The command line", "A folder that cannot be read is told in one line, with exit code 1."
)
def test_a_folder_that_cannot_be_read_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the history says, it is one line."""
    monkeypatch.setattr(os, "scandir", unlistable)
    assert cli.main(["--lang", "en", "--web", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    evenings, why = tmp_path / "sessions", os.strerror(errno.EIO)
    assert said == (
        f"scorepad: {tmp_path}: {evenings} cannot be read just now ({why}). Nothing was changed: try again.\n"
    )


async def test_a_packaged_app_says_that_its_data_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(os, "scandir", unlistable)
    shown: list[str] = []
    page = SimpleNamespace(add=lambda area: shown.append(area.content.value))
    main_module._app()(page)  # type: ignore[arg-type]
    assert os.strerror(errno.EIO) in shown[0]


@pytest.mark.parametrize("moment", ["before the loop", "while it starts", "while it serves"])
def test_a_signal_at_any_moment_ends_the_server_in_order(moment: str, tmp_path: Path) -> None:
    """It never lands in the middle of the event loop, whose tasks nobody would await then."""
    source = f"""
        import asyncio, os, signal, sys
        from scorepad import cli
        from scorepad.web import server
        from scorepad.web.server import AsgiApp

        def ask_to_end(*_):
            os.kill(os.getpid(), signal.SIGTERM)

        def then(function):
            def both(*args, **named):
                ask_to_end()
                return function(*args, **named)
            return both

        moment = {moment!r}
        if moment == "before the loop":
            asyncio.run = then(asyncio.run)
        elif moment == "while it starts":
            server.watched = then(server.watched)
        else:
            AsgiApp.sweep = then(AsgiApp.sweep)
        cli.main(["--web", "--port", "0", "--lang", "en", "--data", {str(tmp_path)!r}])
        """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_browser_is_opened_where_there_is_a_screen(serve: Serve, tmp_path: Path) -> None:
    """With a secret that is good once: other accounts of the computer can read how a program was started."""
    visited = tmp_path / "visited"
    browser = script(tmp_path / "browser", f"open({str(visited)!r}, 'w').write(sys.argv[1])")
    running = serve("--web", "--port", "0", DISPLAY=":99", BROWSER=f"{browser} %s")
    opened = str(wait_for(lambda: visited.exists() and visited.read_text()))
    assert opened.startswith(f"{running.base}#key=")
    assert opened != running.url
    once = hello(opened.partition("#key=")[2])
    with joined(running, once) as first:
        first.send(registration())
        kept = next(json.loads(each) for each in first if isinstance(each, str))
    assert running.url.endswith(f"#key={kept['key']}")
    with joined(running, once) as second:
        assert closing_code(second) == NO_KEY


def test_the_first_page_waits_for_no_history_and_no_screen(tmp_path: Path) -> None:
    """They take most of a second to import."""
    source = """
        import sys
        from scorepad import cli
        from scorepad.web import server
        server.serve = lambda *_: print(*sys.modules)
        cli.main(sys.argv[1:])
        """
    words = [sys.executable, "-c", textwrap.dedent(source), "--web", "--port", "0", "--data", str(tmp_path)]
    loaded = set(subprocess.check_output(words, text=True, env=environment()).split())
    assert "scorepad.web.site" in loaded
    assert not {"scorepad.history", "scorepad.evening", "scorepad.ui", "flet", "webbrowser"} & loaded


def test_a_folder_in_use_is_told_though_the_page_is_there_already(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with History(tmp_path):
        for port in (0, taken):
            assert cli.main(["--lang", "en", "--port", str(port), "--data", str(tmp_path)]) == 1
            said, complaint = capsys.readouterr()
            assert said == ""
            assert complaint.startswith(f"scorepad: another scorepad is using {tmp_path}: ")


# --- Commands ------------------------------------------------------------------------------------------


def test_a_score_loads_nothing_that_it_does_not_need() -> None:
    look = "import sys; from scorepad.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    words = ["score", "--bid", "garde", "--bouts", "2", "--points", "49"]
    loaded = set(subprocess.check_output([sys.executable, "-c", look, *words], text=True).split())
    assert "scorepad.tarot.scoring" in loaded
    parts = {name.split(".")[1] for name in loaded if name.startswith("scorepad.")}
    assert parts == {"cli", "codec", "commands", "evening", "faults", "i18n", "tarot", "text", "zones"}
    assert "scorepad.evening.evening" not in loaded
    modules = {name for name in loaded if name.startswith("scorepad.commands.")}
    known = {"app", "hand_options", "options", "score", "terminal"}
    assert modules == {f"scorepad.commands.{name}" for name in known}
    assert not {"asyncio", "flet", "msgpack", "socket", "starlette", "tinydb", "webbrowser"} & loaded


@pytest.mark.parametrize(
    ("line", "step", "number"),
    [
        ("history backup", "scorepad.history.backup.Backups.make", signal.SIGINT),
        ("history restore latest --replace", "scorepad.history.History.restore", signal.SIGTERM),
        ("history import FILE", "scorepad.commands.history.imports.preview_import", signal.SIGINT),
        ("web-app SITE", "scorepad.web.app.build.build", signal.SIGTERM),
    ],
)
def test_a_command_that_is_interrupted_fails(
    line: str,
    step: str,
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = ["--lang", "en", "--data", str(tmp_path / "data")]
    with History(tmp_path / "data"):
        pass
    assert cli.main([*data, "history", "backup"]) == 0
    capsys.readouterr()
    (tmp_path / "file").touch()
    words = {"FILE": str(tmp_path / "file"), "SITE": str(tmp_path / "site")}
    monkeypatch.setattr(step, lambda *_, **__: signal.raise_signal(number))
    before = signal.getsignal(number)
    assert cli.main([*data, *(words.get(each, each) for each in line.split())]) == 1
    assert capsys.readouterr() == ("", "scorepad: Cancelled.\n")
    assert signal.getsignal(number) is before


# --- The address -----------------------------------------------------------------------------------


@pytest.mark.promise("The served app", "The address stays the same after a restart.")
def test_the_address_stays_the_same(served: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        assert cli.main(["--web", "--port", "0", "--data", str(tmp_path)]) == 0
    first, again = (url.partition("#")[2] for url in served)
    assert first == again
    assert (tmp_path / "keys.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.promise("The served app", "A new address shuts out everybody at once, even while the app runs.")
def test_a_new_address_shuts_everybody_out_at_once(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = serve()
    assert running.said == f"scorepad is at {running.url} (Ctrl+C ends it)\n"
    with joined(running, running.hello) as inside:
        inside.send(registration())
        assert cli.main(["--new-address", "--lang", "en", "--data", str(tmp_path / "data")]) == 0
        assert closing_code(inside) == NO_KEY
    with joined(running, running.hello) as outside:
        assert closing_code(outside) == NO_KEY
    assert running.process.stdout is not None
    said = running.process.stdout.readline()
    found = re.search(r"http://\S+", said)
    assert said.startswith("The new address is ")
    assert found is not None
    secret = found[0].partition("#key=")[2]
    assert f"#key={secret}" in capsys.readouterr().out
    with joined(running, hello(secret)) as again:
        again.send(registration())
        assert again.recv(timeout=20)
    assert running.end(signal.SIGINT) == 0
    assert running.errors.read_text() == ""


def test_a_damaged_key_file_is_told_and_gives_a_new_address(
    served: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["--lang", "en", "--web", "--port", "0", "--data", str(tmp_path)]
    assert cli.main(line) == 0
    (tmp_path / "keys.json").write_text('{"version": 1, "keys": [{"digest": "", "secret": ""}]}')
    capsys.readouterr()
    assert cli.main(line) == 0
    words = (
        "The file with the address’s key was damaged: there is a new key, and the old address opens nothing."
    )
    assert capsys.readouterr().out.startswith(words)
    first, again = (url.partition("#")[2] for url in served)
    assert first != again


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window can be opened."""

    def no_window(app: object) -> None:
        raise window.NoScreen

    monkeypatch.setattr(window, "open_window", no_window)


def test_only_a_native_window_may_name_folders_of_this_computer(
    tmp_path: Path, served: list[str], no_screen: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A served page may not, even in place of a window that did not open."""
    built: list[tuple[Place, str | None]] = []

    def build(history: object, *, place: Place, public_url: str | None, **__: object) -> None:
        built.append((place, public_url))

    monkeypatch.setattr("scorepad.ui.app.build", build)
    monkeypatch.setattr(app, "DEFAULT_PORT", 0)
    for words in (["--web"], [], ["--public-url", "https://Example.org/pad"]):
        assert cli.main(["--lang", "en", "--data", str(tmp_path), *words]) == 0
    window_then_page = (Place.WINDOW, Place.BROWSER)
    links = "https://example.org/pad/"
    assert [place for place, _ in built] == [Place.BROWSER, *window_then_page, *window_then_page]
    assert [url for _, url in built] == [None, None, None, links, links]


# --- The native window -----------------------------------------------------------------------------

linux = pytest.mark.skipif(sys.platform != "linux", reason="the stand-in for Flet's client is for Linux")


@pytest.mark.promise("The command line", "Without a screen, the app is served to the browser.")
@linux
def test_without_a_screen_the_browser_serves(
    served: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(app, "DEFAULT_PORT", 0)
    assert cli.main(["--lang", "en", "--data", str(tmp_path)]) == 0
    said, complaint = capsys.readouterr()
    why = "There is no screen here: open this address in a browser."
    assert said.splitlines() == [why, f"scorepad is at {served[0]} (Ctrl+C ends it)"]
    assert complaint == ""


@linux
def test_a_client_that_does_not_start_is_reported(serve: Serve, tmp_path: Path) -> None:
    script(tmp_path / "flet", "sys.exit(127)")
    running = serve("--lang", "en", DISPLAY=":99", FLET_VIEW_PATH=str(tmp_path))
    assert running.said.splitlines() == [
        "The window cannot be opened (it closed at once): open this address in a browser.",
        f"scorepad is at {running.url} (Ctrl+C ends it)",
    ]


CONNECT = """
import json, msgpack, os, socket, struct

address, process_file = sys.argv[1:3]

def connect(register=True):
    if address.startswith("tcp://localhost:"):
        connection = socket.create_connection(("localhost", int(address.rpartition(":")[2])))
    else:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(address)
    connection.settimeout(20)
    if register:
        page = {"route": "/", "platform": "linux", "web": False, "window": {}, "media": {}}
        packet = b"\\0" + msgpack.packb((1, {"session_id": None, "page_name": "", "page": page}))
        connection.sendall(struct.pack("<I", len(packet)) + packet)
    return connection
"""
"""How Flet's client connects to the app, and registers."""

STAYS = """
stream = connect().makefile("rb")
while header := stream.read(4):
    packet = stream.read(struct.unpack("<I", header)[0])
    action, body = msgpack.unpackb(packet[1:], strict_map_key=False, ext_hook=lambda *_: None)
    open(os.path.join(sys.path[0], "opened"), "a").write(str(action))
    if body.get("name") == "destroy":
        sys.exit()
sys.exit("the app went without its window")
"""
"""A window that is open until it is told to close; it writes down what it was sent."""

COUNTS = """
def is_served(connection):
    try:
        return connection.recv(4, socket.MSG_PEEK) != b""
    except ConnectionError:
        return False

before, window = connect(register=False), connect()
served = {"window": is_served(window), "before": is_served(before), "beside": is_served(connect())}
window.recv(4)
served["window, still"] = is_served(window)
window.close()
served["after"] = is_served(connect())
folders = {os.path.dirname(path) for path in (address, process_file) if os.path.isabs(path)}
modes = {path: os.stat(path).st_mode for path in folders}
open(os.path.join(sys.path[0], "found"), "w").write(json.dumps([served, modes]))
"""
"""A window that closes, and tells who was served before it, beside it and after it, and who may reach the socket."""


@contextmanager
def window_app(tmp_path: Path, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """scorepad where there is a screen for its window; it ends in order, and says nothing."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scorepad", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(DISPLAY=":99", **variables),
    )
    try:
        yield process
        assert process.communicate(timeout=30) == ("", "")
    finally:
        process.kill()
    assert process.returncode == 0


@linux
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_the_window_closes_when_the_app_ends(number: signal.Signals, tmp_path: Path) -> None:
    script(tmp_path / "flet", CONNECT + STAYS)
    opened = tmp_path / "opened"
    with window_app(tmp_path, FLET_VIEW_PATH=str(tmp_path)) as process:
        wait_for(lambda: opened.exists() and "2" in opened.read_text())
        process.send_signal(number)


@pytest.mark.promise("The served app", "Nobody but the window connects to a native app.")
@linux
@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_the_window_is_the_only_client(transport: str, tmp_path: Path) -> None:
    """Whoever else connects, before it, beside it or after it, is shut out; other accounts cannot even connect."""
    script(tmp_path / "flet", CONNECT + COUNTS)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    variables = {"FLET_SERVER_PORT": str(port)} if transport == "tcp" else {}
    (tmp_path / "tmp").mkdir()
    with window_app(tmp_path, FLET_VIEW_PATH=str(tmp_path), TMPDIR=str(tmp_path / "tmp"), **variables):
        pass
    served, folders = json.loads((tmp_path / "found").read_text())
    assert [name for name, whether in served.items() if whether] == ["window", "window, still"]
    assert len(folders) == 1, "the socket and the file that names the process lie together"
    for folder, mode in folders.items():
        assert Path(folder).parent == tmp_path / "tmp"
        assert mode == stat.S_IFDIR | 0o700
    assert not list((tmp_path / "tmp").iterdir()), "nothing stays behind"


@linux
def test_a_signal_during_the_download_of_the_client_ends_the_app(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/client"
        with window_app(tmp_path, HOME=str(tmp_path), FLET_CLIENT_URL=url) as process, silent.accept()[0]:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)


def script(path: Path, source: str) -> Path:
    path.write_text(f"#!{sys.executable}\nimport sys\n{textwrap.dedent(source)}\n")
    path.chmod(0o755)
    return path


def wait_for(condition: Callable[[], str | bool], seconds: float = 20) -> str | bool:
    end = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < end, "in vain"
        time.sleep(0.02)
    return result
