"""Whatever the history may refuse is said in words, in each language."""

from __future__ import annotations

import ast
import errno
from pathlib import Path
from string import Formatter

import pytest

from scorepad.history import (
    BadRecord,
    Damaged,
    DiskFull,
    FolderInUse,
    FolderUnusable,
    HistoryError,
    Reason,
    Refusal,
    Refused,
    TooNew,
    UnknownEvening,
    Unreadable,
)
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.errors import error_text
from scorepad.i18n.problems import scheme_error_text
from scorepad.tarot import parameters, scheme, scheme_data
from scorepad.tarot.scheme import SchemeError
from scorepad.tarot.scheme_data import MESSAGES, scheme_from_file

PATH = Path("somewhere")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal(language: str, refusal: Refusal) -> None:
    assert error_text(Translator(language), Refused(refusal, "here", "what"))


@pytest.mark.parametrize(
    "error",
    [
        FolderInUse(PATH),
        FolderUnusable(PATH, errno.ENOENT),
        FolderUnusable(PATH, errno.EACCES),
        UnknownEvening("x"),
        TooNew(PATH, 2, 1),
        Damaged(PATH, {}),
        Unreadable(PATH, errno.EIO),
        Unreadable(PATH, None),
        DiskFull(PATH, errno.ENOSPC),
        BadRecord("events/1", Reason.MISSING),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_failure(error: HistoryError) -> None:
    assert error_text(Translator("en"), error) != type(error).__name__


def test_what_comes_from_a_file_does_not_steer_the_terminal() -> None:
    text = error_text(Translator("en"), Refused(Refusal.BAD_NAME, "", "\x1b[2J" + "x" * 1000))
    assert "\x1b" not in text
    assert len(text) < 200


def scheme_messages() -> set[str]:
    """What the code says of schemes that it refuses."""
    found: set[str] = set(MESSAGES.values())
    for module in (scheme, scheme_data, parameters):
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "SchemeError":
                message = node.args[1]
                if isinstance(message, ast.Constant):
                    found.add(str(message.value))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_scheme_is_said(language: str) -> None:
    t = Translator(language)
    assert len(scheme_messages()) > 25
    said = set()
    for message in scheme_messages():
        values = {name: "7" for _, name, _, _ in Formatter().parse(message) if name}
        error = SchemeError("bids.1", message, **values)
        assert (scheme_error_text(t, error) == str(error)) is (language == "en")
        said.add(scheme_error_text(t, error))
    assert len(said) == len(scheme_messages())


def test_a_scheme_is_refused_in_words_with_its_parameter() -> None:
    with pytest.raises(SchemeError) as refused:
        scheme_from_file(b'{"base": "nobody"}')
    assert scheme_error_text(Translator("fr"), refused.value).startswith("base\u00a0: ")
    with pytest.raises(SchemeError) as refused:
        scheme_from_file(b'id = "x"\nname = 3')
    assert scheme_error_text(Translator("fr"), refused.value) == "name\u00a0: doit être un texte"
    with pytest.raises(SchemeError, match="half a character"):
        scheme_from_file(b'{"id": "\\ud800"}')
