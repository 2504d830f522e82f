"""The code of a hand in a link, and the address before it: what goes in comes out, and nothing else gets in."""

from __future__ import annotations

import base64
import json
import random
import string
import zlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from evenings import table
from hypothesis import given
from hypothesis import strategies as st
from random_evenings import any_hand
from sample_evenings import every_scheme

from scorepad.history import Refused
from scorepad.history.records import encode_hand
from scorepad.sharing.links import code_text, link_text
from scorepad.sharing.packed import pack
from scorepad.tarot.hand import Bid, Chelem, Hand, Misere, MisereKind, Poignee, PoigneeSize, Side
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import Scheme
from scorepad.tarot.scheme_data import scheme_to_data, shipped_scheme
from scorepad.ui import routes
from scorepad.ui.link import (
    MAX_ADDRESS,
    MAX_CODE,
    MAX_JSON,
    MAX_PASTED,
    BadAddress,
    BadLink,
    code_in,
    hand_code,
    public_address,
    read_code,
    route_in,
)

FFT = shipped_scheme()
FIVE = ("A", "B", "C", "D", "E")
HOUSE = replace(changed(FFT, "chelem.unannounced", 250), id="house", name="Chez Léa")
GARDE = Hand(players=FIVE[:4], taker="A", bid=Bid.GARDE, bouts=2, half_points=98)
FULL = Hand(
    players=FIVE,
    taker="C",
    partner="E",
    bid=Bid.GARDE_SANS,
    bouts=3,
    half_points=171,
    petit_au_bout=Side.TAKER,
    poignees=(Poignee("A", PoigneeSize.SINGLE), Poignee("C", PoigneeSize.DOUBLE)),
    chelem=Chelem(Side.TAKER, None),
    petit_chelem=Chelem(None, Side.TAKER),
    miseres=(Misere("D", MisereKind.NO_TRUMPS), Misere("B", MisereKind.NO_COURT_CARDS)),
)


def packed(document: object) -> str:
    """Anything in the manner of a code."""
    return coded(zlib.compress(json.dumps(document).encode(), 9))


def coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


# --- There and back ---------------------------------------------------------------------------------------------


@pytest.mark.promise(
    "Import and export between devices",
    "Links that the first version made open for ever, with the same hand.",
)
def test_codes_that_are_out_in_the_world_can_be_read_for_ever() -> None:
    """Made by the first version; whatever else changes, these open to these hands."""
    assert read_code(FIRST) == (GARDE, FFT)
    assert read_code(FIRST_FULL) == (FULL, shipped_scheme("wikipedia"))
    assert read_code(FIRST_HOUSE) == (GARDE, HOUSE)


def test_codes_of_packed_hands_can_be_read_for_ever() -> None:
    assert read_code(SECOND) == (GARDE, FFT)
    assert read_code(SECOND_FULL) == (FULL, shipped_scheme("wikipedia"))
    assert read_code(SECOND_HOUSE) == (GARDE, HOUSE)


def test_new_codes_are_those_of_packed_hands() -> None:
    """No such code begins as the first ones do, which hold a zlib stream."""
    hands = ((GARDE, FFT), (FULL, shipped_scheme("wikipedia")), (GARDE, HOUSE))
    new, second = [hand_code(*each) for each in hands], (SECOND, SECOND_FULL, SECOND_HOUSE)
    assert [read_code(code) for code in new] == [*hands]
    assert [len(code) for code in new] == [len(code) for code in second]
    assert {code[0] for code in (*new, *second)} == {"I"}
    assert {code[0] for code in (FIRST, FIRST_FULL, FIRST_HOUSE)} == {"e"}


FIRST = (
    "eNpVjTkOwjAQRe_ya1eIBncst0DImiSTxMJ2LC8FinJ3xkEgUUzxlzd_xUxhgF4RHb04Zeg7zlC4yF3lbngoFHpygt6DSKmEpkJ1TqGzQmOiNLCE"
    "3VKLvDgo9OKYuNjQ9PEkHBdbDFXTOl9aClNgbqsy08_s2P-yHfj3vM2cPvVNIUvoWebHsWB7A0k0Qhg"
)
FIRST_FULL = (
    "eNptUMtqAzEM_Bedl15CoOytSfMVJSzKWmzE2rLxg9CG_fdKSZcmpQeBNZoZjXWFM4qD_grJ4yflAv0HvEEHO6291rvWAY4dVJwpQ38DE-Yqt-6g"
    "3YnVACbMjoaCUgyKrarVpoNR4SFFFutfty9bVVPlOmAbjKXKu7PikSchsghrHJ1amMJfpM_CMnmCpXsY73_HLraTjTXseCZPwb6FIrHJSO5hUUCn"
    "fGneL2uafwXGWNk_YhUELpT_prQzzWyXBIlDzS2k8hx098QYY8u6VY-jtKO6Fk0QbM-FZ07kGGH5BiSGhnc"
)
FIRST_HOUSE = (
    "eNqlVM1u2zAMfhVBZw-I8zNk2WltkVMPAdqdhsFQbSZWK0uGfhZsht9l1z5HXmykHDtOmw1FdxAgUeTHjx8pNbwUuuCrhtdK_ATr-Oob_8ITfo"
    "XrGtcN_55wL57A8lW8qIX1mk46KJXwXCgFRX_amqCHw4PELd8JWwDGPZjgEX1KIbbIaiM1neefEBK89JkIGfn00eiw0wBECBnkJSiohrsYcG6r"
    "pAPbubcJd3hZAdUVSZQmOCKhBRn5dQm_2O3hWaDJmWBzMq7X9zySJozmyD5mivQFAqymC6xR5N5g_el5bMJugaEaeVCsAMdcbohOmzQvhXiFNH"
    "0PUuaEdhfh5u-Cy4329jK_j28DxDZVwu6kJtlznATqr7cBEhwytR1azvdS0wQhqoc6CukNmjUIxPH8jfRfjk3D-wTpBJkE5WWtJM1mx0EZ57O9"
    "9GVXKtbGV1uhHFzItyFoJgK7Iuh2mMZxloY7qXeKtMJ8hQkPtJ_h3lvMjPv5pD2WNlQ8pnVM7kuspzSqiJh-b8bQ6eIEnS5P0NO07SLhzHs28l"
    "6cvNNlG9-mPXMesabAwXlBzvLHGfJy5DuqMJ21r9QTbENiHZ4hSvkIgR1-sxl7NAGCdWPjojd-ZnfzhK2NZVO2OX5E_0Kmy_75N1xojdOWQ5FV"
    "ooi6I8WRUTpHen-Ykj3o4YamfHKxJ0NiSmTpU0Mdoh7_NbFeRAURBtPh-FG3M28yo-nhkebZ8A33PysKLy3kXhpNRnpWYLNcmfxpL-On1jlm9K"
    "0OBXRvQ1a1Bd0l_duoX2jFJGH3JbAbEKprzB149rXmbdv-AQw2CH8"
)
SECOND = "IZmnXUZAgFx5A3M"
SECOND_FULL = "ISHGUd3POZmJfGbjgPUwRYU"
SECOND_HOUSE = "IYGtDe6ubLoGRQ2hleiBMw6lh1QjTCLSoyBAP-9W2w"

NAMES = st.lists(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), min_size=2, max_size=5, unique=True
)


@given(NAMES, st.sampled_from(every_scheme()), st.randoms(use_true_random=False))
def test_reading_is_the_inverse_of_writing(names: list[str], rules: Scheme, rng: random.Random) -> None:
    hand = any_hand(names, rules, rng)
    code = hand_code(hand, rules)
    assert read_code(code) == (hand, rules)
    assert set(code) <= set(string.ascii_letters + string.digits + "-_"), "no address escapes it"


# --- Hostile ----------------------------------------------------------------------------------------------------

CODE = hand_code(GARDE, FFT)
HAND: dict[str, Any] = encode_hand(GARDE)
SCHEME: dict[str, Any] = scheme_to_data(FFT) | {"id": "x", "name": "X"}
BOMB = zlib.compress(json.dumps({"hand": HAND, "scheme": "fft"}).encode() + b" " * (2 * 2**20), 9)

HOSTILE = {
    "nothing": "",
    "a sign that no file can hold": "\ud800",
    "too long": "A" * (MAX_CODE + 1),
    "cut short": CODE[:-9],
    "a first link, cut short": FIRST[:-9],
    "an evening": coded(pack(table(4))),
    "a bomb": coded(BOMB),
    "a bomb of JSON": coded(zlib.compress(b'{"hand":' + b"[" * 2**20, 9)),
    "deep": coded(zlib.compress(b"[" * (MAX_JSON - 1), 9)),
    "an unknown scheme": packed({"hand": HAND, "scheme": "none"}),
    "a contradictory scheme": packed({"hand": HAND, "scheme": SCHEME | {"bids": []}}),
    "thousands of digits": coded(
        zlib.compress(json.dumps({"hand": HAND, "scheme": "fft"}).replace("49", "4" * 9999).encode())
    ),
}


@pytest.mark.parametrize("code", HOSTILE.values(), ids=HOSTILE.keys())
def test_anything_else_is_refused(code: str) -> None:
    with pytest.raises(BadLink):
        read_code(code)


@given(
    st.text(max_size=300)
    | st.binary(max_size=300).map(coded)
    | st.binary(max_size=300).map(lambda raw: coded(zlib.compress(raw)))
)
def test_any_code_is_read_or_refused(code: str) -> None:
    try:
        read_code(code)
    except BadLink:
        return


@pytest.mark.promise(
    "Import and export between devices", "A damaged link is refused, and never shows another hand."
)
@given(st.data())
def test_a_damaged_code_is_refused_or_says_the_same(data: st.DataObject) -> None:
    """Every packing has a checksum: no letter can change unnoticed into another hand."""
    code = data.draw(st.sampled_from((CODE, FIRST)))
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(string.ascii_letters + string.digits + "-_"))
    try:
        assert read_code(code[:at] + other + code[at + 1 :]) == (GARDE, FFT)
    except BadLink:
        assert other != code[at]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/calculator/abc-_9", "abc-_9"),
        (" http://127.0.0.1:8550/calculator/abc ", "abc"),
        ("Garde\nhttp://[::1]:9/calculator/one\nhttp://x/calculator/two\nSalut !", "two"),
        ("https://example.org/scorepad/#/calculator/abc", "abc"),
        ("https://example.org/calculator/pad/#/calculator/abc?x", "abc"),
        ("#/calculator/abc", "abc"),
        ("abc", "abc"),
        ("abc def", None),
        ("", None),
        ("é" * 100_000, None),
        ("/calculator/" + "a" * 20_000, "a" * MAX_PASTED),
        ("https://example.org/#/open/abc", "abc"),
        ("https://example.org/open/follow/#lang=de&e=abc&board", "abc"),
        ("https://example.org/follow/#key=abc", None),
    ],
)
def test_the_code_in_a_pasted_text(text: str, code: str | None) -> None:
    assert code_in(text) == code


EVENING = pack(table(4))


@pytest.mark.parametrize(
    ("text", "route"),
    [
        (f"https://example.org/#/open/{link_text(EVENING)}", routes.opened(link_text(EVENING))),
        (f"https://example.org/follow/#e={code_text(EVENING)}", routes.opened(code_text(EVENING))),
        (link_text(EVENING), routes.opened(link_text(EVENING))),
        (f"a hand: https://example.org/#/calculator/{SECOND}", routes.calculated(SECOND)),
        (FIRST, routes.calculated(FIRST)),
    ],
)
def test_a_pasted_text_opens_an_evening_or_a_hand(text: str, route: str) -> None:
    assert route_in(text) == route


@given(st.text(max_size=300) | st.binary(max_size=300).map(coded))
def test_any_pasted_text_opens_something_or_is_refused(text: str) -> None:
    with suppress(Refused):
        assert route_in(text).startswith(("/open/", "/calculator/"))


# --- The address where a web app is published ----------------------------------------------------------------

LONGEST = "https://example.org/" + "a" * (MAX_ADDRESS - 21) + "/"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://example.org/scorepad", "https://example.org/scorepad/"),
        ("  HTTPS://Example.ORG/Scorepad//\n", "https://example.org/Scorepad/"),
        ("https://example.org/scorepad/index.html", "https://example.org/scorepad/"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000/"),
        ("http://[FD00::2]:65535/pad", "http://[fd00::2]:65535/pad/"),
        ("https://a-b.xn--dj-kia.example/~anne/%C3%A9", "https://a-b.xn--dj-kia.example/~anne/%C3%A9/"),
        (LONGEST, LONGEST),
    ],
)
def test_an_address_has_one_form(text: str, address: str) -> None:
    assert public_address(text) == address
    assert public_address(address) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "//example.org/",
        "javascript://example.org/%0aalert(1)",
        "ftp://example.org/",
        "https://example.org/a b",
        "https://example.org/\r\nSet-Cookie: a",
        "https://example.org/\u202egro",
        "https://example.org\\@evil.example/",
        "https://anne:secret@example.org/",
        "https://",
        "https://example.org:/",
        "https://example.org:65536/",
        "https://example..org/",
        "https://[example]/",
        "https://example.org?key=1",
        "https://example.org/scorepad/#/calculator/abc",
        LONGEST[:-1] + "a",
        "https://example.org/" + "a" * 10**6,
    ],
)
def test_no_other_address_is_taken(text: str) -> None:
    with pytest.raises(BadAddress):
        public_address(text)


@given(
    st.text(max_size=250)
    | st.from_regex(r"https?://[a-zA-Z0-9.:\[\]@-]{0,20}/?[/a-z.?#@:%-]{0,220}", fullmatch=True)
)
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        address = public_address(text)
    except BadAddress:
        return
    assert address.startswith(("http://", "https://"))
    assert address.endswith("/")
    assert len(address) <= MAX_ADDRESS
    assert not set(address) & set("?#\\ \n\t")
    assert "@" not in address.split("/")[2]
    assert public_address(address) == address
