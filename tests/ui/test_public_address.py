"""The address where a web app is published: checked, and always written in one way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.i18n import LANGUAGES, Translator
from scorepad.ui.public_address import MAX_ADDRESS, BadAddress, Fault, fault_text, public_address

LONGEST = "https://example.org/" + "a" * (MAX_ADDRESS - 21) + "/"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://example.org/scorepad/", "https://example.org/scorepad/"),
        ("https://example.org/scorepad", "https://example.org/scorepad/"),
        ("https://example.org", "https://example.org/"),
        ("  HTTPS://Example.ORG/Scorepad//\n", "https://example.org/Scorepad/"),
        ("https://example.org/scorepad/index.html", "https://example.org/scorepad/"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000/"),
        ("http://[FD00::2]:65535/pad", "http://[fd00::2]:65535/pad/"),
        ("https://a-b.xn--dj-kia.example/~anne/%C3%A9", "https://a-b.xn--dj-kia.example/~anne/%C3%A9/"),
        ("http://localhost/", "http://localhost/"),
        (LONGEST, LONGEST),
    ],
)
def test_an_address_has_one_form(text: str, address: str) -> None:
    assert public_address(text) == address
    assert public_address(address) == address


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault.SCHEME),
        ("example.org", Fault.SCHEME),
        ("//example.org/", Fault.SCHEME),
        ("javascript://example.org/%0aalert(1)", Fault.SCHEME),
        ("data:text/html,hi", Fault.SCHEME),
        ("ftp://example.org/", Fault.SCHEME),
        ("https:example.org", Fault.SCHEME),
        ("see https://example.org", Fault.CHARACTERS),
        ("https://example.org/a b", Fault.CHARACTERS),
        ("https://example.org/\x00", Fault.CHARACTERS),
        ("https://exam\tple.org/", Fault.CHARACTERS),
        ("https://example.org/\r\nSet-Cookie: a", Fault.CHARACTERS),
        ("https://example.org/\u202egro", Fault.CHARACTERS),
        ("https://exämple.org/", Fault.CHARACTERS),
        ("https://example.org\\@evil.example/", Fault.CHARACTERS),
        ('https://example.org/"><script>', Fault.CHARACTERS),
        ("https://anne@example.org/", Fault.USER),
        ("https://anne:secret@example.org/", Fault.USER),
        ("https://", Fault.HOST),
        ("https:///scorepad/", Fault.HOST),
        ("https://:80/", Fault.HOST),
        ("https://example.org:/", Fault.HOST),
        ("https://example.org:65536/", Fault.HOST),
        ("https://example.org:80:80/", Fault.HOST),
        ("https://example..org/", Fault.HOST),
        ("https://[::1/", Fault.HOST),
        ("https://[example]/", Fault.HOST),
        ("https://%65xample.org/", Fault.HOST),
        ("https://?key=1", Fault.HOST),
        ("https://example.org?key=1", Fault.QUERY),
        ("https://example.org/?", Fault.QUERY),
        ("https://example.org/scorepad/#/calculator/abc", Fault.QUERY),
        ("https://example.org/#", Fault.QUERY),
        (LONGEST[:-1] + "a", Fault.LONG),
        ("https://example.org/" + "a" * 10**6, Fault.LONG),
    ],
)
def test_anything_else_is_refused_with_a_reason(text: str, fault: Fault) -> None:
    with pytest.raises(BadAddress) as caught:
        public_address(text)
    assert caught.value.fault is fault


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_words(language: str) -> None:
    t = Translator(language)
    assert len({fault_text(t, fault) for fault in Fault}) == len(Fault)
