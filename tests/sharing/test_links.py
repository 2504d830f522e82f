"""Packs as text: in links and in codes; whatever else comes is refused, and costs little."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import partial

import pytest
from counted_calls import calls
from evenings import persons, table
from hypothesis import given
from hypothesis import strategies as st
from played_evenings import played_evening
from sample_evenings import eventful
from test_damaged_packs import damaged

from scorepad.history import BadRecord, Refusal, Refused
from scorepad.sharing.bits import CHECKSUM_BYTES, with_checksum
from scorepad.sharing.links import (
    CODE,
    MAX_LETTERS,
    MAX_LINK,
    MAX_SIGNS,
    bytes_in,
    code_text,
    evening_in,
    link_text,
)
from scorepad.sharing.packed import is_snapshot, pack, snapshot

PACK = pack(eventful())


@given(st.binary(min_size=1, max_size=300), st.sampled_from(range(0x10, 0x30)))
def test_a_pack_comes_out_of_both_texts_as_it_went_in(rest: bytes, first: int) -> None:
    raw = bytes([first]) + rest
    link, code = link_text(raw), code_text(raw)
    assert bytes_in(link) == bytes_in(code) == raw
    assert not link.startswith(CODE)
    assert re.fullmatch("[A-Za-z0-9_-]+", link)
    assert re.fullmatch("0[0-9A-Z]+", code)


@pytest.mark.parametrize("write", [link_text, code_text])
def test_an_evening_comes_out_of_both_texts(write: object) -> None:
    assert callable(write)
    assert evening_in(write(PACK)) == eventful()


def test_a_snapshot_is_told_from_an_evening() -> None:
    for evening in (eventful(), table(persons("AB")), *[played_evening(5, seed=seed) for seed in range(5)]):
        assert not is_snapshot(evening)
        assert is_snapshot(evening_in(link_text(pack(snapshot(evening)))))


# -- strangers ---


def refusal_of(text: str) -> Refusal:
    with pytest.raises(Refused) as found:
        evening_in(text)
    return found.value.refusal


def newer(raw: bytes) -> bytes:
    return with_checksum(bytes([raw[0] + 1]) + raw[1:-CHECKSUM_BYTES])


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", Refusal.FOREIGN),
        ("0", Refusal.FOREIGN),
        ("E", Refusal.FOREIGN),
        ("EQ", Refusal.CHECKSUM),
        ("see you", Refusal.FOREIGN),
        ("ER\ud800", Refusal.FOREIGN),
        ("02a", Refusal.FOREIGN),
        ("0_2", Refusal.FOREIGN),
        ("0١٢٣", Refusal.FOREIGN),  # digits of another script, which int() would read
        (link_text(PACK)[:-5], Refusal.CHECKSUM),
        (code_text(PACK)[:-5], Refusal.FOREIGN),
        (link_text(newer(PACK)), Refusal.TOO_NEW),
        (code_text(newer(PACK)), Refusal.TOO_NEW),
        (link_text(b"\x21" + PACK[1:]), Refusal.FOREIGN),
        ("E" * (MAX_LETTERS + 1), Refusal.TOO_LARGE),
        ("0" * (MAX_SIGNS + 1), Refusal.TOO_LARGE),
    ],
)
def test_anything_else_is_refused(text: str, refusal: Refusal) -> None:
    assert refusal_of(text) is refusal


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    for text in ("E" * 10**6, "0" * 10**6):
        assert calls(partial(refusal_of, text)) < 40


@pytest.mark.promise(
    "Import and export between devices",
    "A link of an evening that is damaged in any byte opens nothing.",
)
@pytest.mark.parametrize("write", [link_text, code_text])
def test_a_damaged_link_opens_nothing(write: object, long: bool) -> None:
    assert callable(write)
    for at in range(len(PACK)):
        changed = bytearray(PACK)
        changed[at] ^= 1 << at % 8
        assert refusal_of(write(bytes(changed))) in (Refusal.CHECKSUM, Refusal.FOREIGN, Refusal.TOO_NEW)
    r = random.Random(1)
    for _ in range(5_000 if long else 200):
        if (other := damaged(PACK, r)) not in (PACK, b""):
            refusal_of(write(other))
            with suppress(Refused, BadRecord):  # whoever mends the checksum makes another evening, or none
                evening_in(write(with_checksum(other[:-CHECKSUM_BYTES])))


@given(st.text(max_size=300) | st.from_regex("[0E][0-9A-Za-z_-]{0,300}", fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Refused, BadRecord):
        evening_in(text)


def test_an_evening_with_an_id_that_names_no_file_is_refused() -> None:
    with pytest.raises(BadRecord):
        evening_in(link_text(pack(table(4, id="../etc"))))


@pytest.mark.promise(
    "Import and export between devices", "An evening of 300 hands with all its events fits into a link."
)
def test_long_evenings_fit_into_a_link() -> None:
    assert len(pack(played_evening(300, rich=True))) <= MAX_LINK
