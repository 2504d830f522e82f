"""The command line, as a user meets it: one clear line and an exit code."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from conftest import Serve, environment

from scorepad import __version__, cli, server
from scorepad import main as main_module
from scorepad.i18n import LANGUAGES


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scorepad", *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        env=environment(LANG="en_US.UTF-8", LC_ALL="", **variables),
    )


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that would have been served; no screen, and no server."""
    addresses: list[str] = []

    def serve(_: object, listener: socket.socket, **__: object) -> None:
        addresses.append(server.address(listener))
        listener.close()

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(cli, "_has_screen", lambda: False)
    return addresses


def test_version() -> None:
    assert run("--version").stdout == f"scorepad {__version__}\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_option(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--lang", language, "--help"])
    text = capsys.readouterr().out
    for option in ("--web", "--port N", "--host H", "--data DIR", "--lang {fr,en,de}", "--version"):
        assert option in text
    assert "{port}" not in text


@pytest.mark.parametrize("port", ["abc", "65536", "-1", "8 0", "", "1e3", "٣"])
def test_what_is_no_port(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["--lang", "en", f"--port={port}"])
    assert f"error: argument --port: {port} is not a port" in capsys.readouterr().err


def test_a_port_that_was_asked_for_and_is_taken(
    taken: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", "en", "--port", str(taken), "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"scorepad: port {taken} is taken; --port N takes another\n"


def test_the_usual_port_is_taken(
    taken: int,
    tmp_path: Path,
    served: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cli, "DEFAULT_PORT", taken)
    assert cli.main(["--lang", "en", "--web", "--data", str(tmp_path)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"Port {taken} is taken; another one is used this time."
    assert second == f"scorepad is at {served[0]} (Ctrl+C ends it)"


@pytest.mark.parametrize("host", ["host.invalid", "192.0.2.1"])
def test_a_host_that_is_not_here(host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", "en", "--host", host, "--port", "0", "--data", str(tmp_path)]) == 1
    assert re.fullmatch(rf"scorepad: cannot serve {host} port 0 \(.+\)\n", capsys.readouterr().err)


def test_the_whole_network(tmp_path: Path, served: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", "en", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 0
    assert served[0].startswith("http://127.0.0.1:")
    assert capsys.readouterr().out.splitlines()[1].startswith("Whoever is on your network")


def test_the_folder_comes_from_the_option_or_the_environment(
    tmp_path: Path, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path / "environment"))
    cli.main(["--web", "--port", "0"])
    cli.main(["--web", "--port", "0", "--data", str(tmp_path / "option")])
    assert {path.name for path in tmp_path.iterdir()} == {"environment", "option"}


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert cli.main(["--lang", "en", "--web", "--data", str(folder)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"scorepad: cannot write in {folder} (")
    assert said.count("\n") == 1


def unlistable(*_: object) -> NoReturn:
    raise OSError(errno.EIO, "planted")


def test_a_folder_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the history says, it is one line."""
    monkeypatch.setattr("scorepad.history.sessions.os.scandir", unlistable)
    assert cli.main(["--lang", "en", "--web", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    sessions, why = tmp_path / "sessions", os.strerror(errno.EIO)
    assert said == (
        f"scorepad: cannot open {tmp_path} ({sessions} cannot be read ({why})); --data DIR takes another\n"
    )


async def test_a_packaged_app_says_that_its_data_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DATA", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr("scorepad.history.sessions.os.scandir", unlistable)
    shown: list[str] = []
    page = SimpleNamespace(add=lambda area: shown.append(area.content.value))
    main_module._app()(page)  # type: ignore[arg-type]
    assert os.strerror(errno.EIO) in shown[0]


def test_a_second_scorepad_on_the_same_data(serve: Serve, tmp_path: Path) -> None:
    serve(folder=tmp_path)
    second = run("--web", "--port", "0", "--data", str(tmp_path))
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr.startswith(f"scorepad: another scorepad is using {tmp_path}: ")
    assert second.stderr.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_told_to(serve: Serve, number: signal.Signals) -> None:
    running = serve()
    assert running.end(number) == 0
    assert running.errors.read_text() == ""


def test_the_address_is_one_line(serve: Serve) -> None:
    running = serve("--web", "--port", "0")
    assert running.said == f"scorepad is at {running.url} (Ctrl+C ends it)\n"


def test_the_browser_is_opened_where_there_is_a_screen(serve: Serve, tmp_path: Path) -> None:
    visited = tmp_path / "visited"
    browser = script(tmp_path / "browser", f"open({str(visited)!r}, 'w').write(sys.argv[1])")
    running = serve("--web", "--port", "0", DISPLAY=":99", BROWSER=f"{browser} %s")
    assert wait_for(lambda: visited.exists() and visited.read_text()) == running.url


def test_only_a_native_window_may_name_folders_of_this_computer(
    tmp_path: Path, served: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is served never may, nor where the window could not be opened and the browser came in its place."""
    built: list[bool] = []

    def build(history: object, *, language: str | None, native: bool = False) -> None:
        built.append(native)

    def serve(load: Callable[[], object], listener: socket.socket, **__: object) -> None:
        load()
        listener.close()

    def no_window(app: object) -> None:
        raise main_module.NoScreen

    monkeypatch.setattr("scorepad.ui.app.build", build)
    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(main_module, "open_window", no_window)
    assert cli.main(["--lang", "en", "--web", "--port", "0", "--data", str(tmp_path)]) == 0
    assert built == [False]
    monkeypatch.setattr(cli, "DEFAULT_PORT", 0)
    assert cli.main(["--lang", "en", "--data", str(tmp_path)]) == 0
    assert built == [False, True, False]


# --- The native window -----------------------------------------------------------------------------

linux = pytest.mark.skipif(sys.platform != "linux", reason="the stand-in for Flet's client is for Linux")


@linux
def test_without_a_screen_the_browser_serves(serve: Serve) -> None:
    running = serve("--lang", "en")
    assert running.said.splitlines()[-1] == (
        f"There is no screen here: scorepad is at {running.url} (Ctrl+C ends it)"
    )
    assert running.errors.read_text() == ""


@linux
def test_a_client_that_cannot_be_fetched(serve: Serve, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nobody = listener.getsockname()[1]
    url = f"http://127.0.0.1:{nobody}/client"
    running = serve("--lang", "en", DISPLAY=":99", HOME=str(tmp_path), FLET_CLIENT_URL=url)
    assert running.said.splitlines()[-1] == (
        f"The window cannot be opened (Connection refused): scorepad is at {running.url} (Ctrl+C ends it)"
    )
    assert running.errors.read_text() == ""


@linux
def test_a_client_that_does_not_start(serve: Serve, tmp_path: Path) -> None:
    script(tmp_path / "flet", "sys.exit(127)")
    running = serve("--lang", "en", DISPLAY=":99", FLET_VIEW_PATH=str(tmp_path))
    assert "The window cannot be opened (it closed at once)" in running.said


@linux
@pytest.mark.parametrize("ended_by", [None, signal.SIGINT, signal.SIGTERM])
def test_the_window(ended_by: signal.Signals | None, tmp_path: Path) -> None:
    """A stand-in for Flet's client registers, and closes by itself or when it is told to."""
    opened = tmp_path / "opened"
    script(
        tmp_path / "flet",
        f"""
        import msgpack, socket, struct

        def send(*message):
            packet = b"\\0" + msgpack.packb(message)
            connection.sendall(struct.pack("<I", len(packet)) + packet)

        connection = socket.socket(socket.AF_UNIX)
        connection.connect(sys.argv[1])
        page = {{"route": "/", "platform": "linux", "web": False, "window": {{}}, "media": {{}}}}
        send(1, {{"session_id": None, "page_name": "", "page": page}})
        stream = connection.makefile("rb")
        while header := stream.read(4):
            packet = stream.read(struct.unpack("<I", header)[0])
            action, body = msgpack.unpackb(packet[1:], strict_map_key=False, ext_hook=lambda *_: None)
            open({str(opened)!r}, "w").write(str(action))
            if body.get("name") == "destroy" or {ended_by is None} and action == 2:
                sys.exit()
        sys.exit("the app went without its window")
        """,
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "scorepad", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(DISPLAY=":99", FLET_VIEW_PATH=str(tmp_path)),
    )
    if ended_by is not None:
        wait_for(lambda: opened.exists() and opened.read_text() == "2")
        process.send_signal(ended_by)
    assert process.communicate(timeout=20) == ("", "")
    assert process.returncode == 0


@linux
def test_ending_while_the_client_is_being_fetched(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/client"
        process = subprocess.Popen(
            [sys.executable, "-m", "scorepad", "--data", str(tmp_path / "data")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(DISPLAY=":99", HOME=str(tmp_path), FLET_CLIENT_URL=url),
        )
        with silent.accept()[0]:
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=10) == ("", "")
    assert process.returncode == 0


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
