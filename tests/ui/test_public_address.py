"""The address where a web app is published: checked, and always written in one way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.ui.public_address import MAX_ADDRESS, BadAddress, public_address

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
    "text",
    [
        "",
        "example.org",
        "//example.org/",
        "javascript://example.org/%0aalert(1)",
        "data:text/html,hi",
        "ftp://example.org/",
        "https:example.org",
        "see https://example.org",
        "https://example.org/a b",
        "https://example.org/\x00",
        "https://exam\tple.org/",
        "https://example.org/\r\nSet-Cookie: a",
        "https://example.org/\u202egro",
        "https://exämple.org/",
        "https://example.org\\@evil.example/",
        'https://example.org/"><script>',
        "https://anne@example.org/",
        "https://anne:secret@example.org/",
        "https://",
        "https:///scorepad/",
        "https://:80/",
        "https://example.org:/",
        "https://example.org:65536/",
        "https://example.org:80:80/",
        "https://example..org/",
        "https://[::1/",
        "https://[example]/",
        "https://%65xample.org/",
        "https://?key=1",
        "https://example.org?key=1",
        "https://example.org/?",
        "https://example.org/scorepad/#/calculator/abc",
        "https://example.org/#",
        LONGEST[:-1] + "a",
        "https://example.org/" + "a" * 10**6,
    ],
)
def test_anything_else_is_refused(text: str) -> None:
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
