"""Whatever the history may refuse is said in words, in each language."""

from __future__ import annotations

import errno
from pathlib import Path

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
    UnknownSession,
    Unreadable,
)
from scorepad.i18n import LANGUAGES, Translator
from scorepad.i18n.refusals import failure_text

PATH = Path("somewhere")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal(language: str, refusal: Refusal) -> None:
    assert failure_text(Translator(language), Refused(refusal, "here", "what"))


@pytest.mark.parametrize(
    "error",
    [
        FolderInUse(PATH),
        FolderUnusable(PATH, errno.ENOENT),
        FolderUnusable(PATH, errno.EACCES),
        UnknownSession("x"),
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
    assert failure_text(Translator("en"), error) != type(error).__name__


def test_what_comes_from_a_file_does_not_steer_the_terminal() -> None:
    text = failure_text(Translator("en"), Refused(Refusal.BAD_NAME, "", "\x1b[2J" + "x" * 1000))
    assert "\x1b" not in text
    assert len(text) < 200
