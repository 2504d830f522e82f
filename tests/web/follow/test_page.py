"""The page that follows: small, closed, in the words of the catalogs; and bytes that are no pack."""

from __future__ import annotations

import gzip
import json
import random
import re
import zlib

import pytest
from sample_evenings import club, eventful, five, sixteen

from scorepad.i18n import LANGUAGES
from scorepad.i18n.conventions import conventions_of
from scorepad.sharing.packed import pack
from scorepad.web.follow import HERE, follow_page
from scorepad.web.follow.page import SCRIPTS
from scorepad.web.follow.texts import MESSAGES, PLURALS, names, words

from .test_reading_packs import read_by_page

MOST = 30_000
"""The most bytes of the whole page as it is sent."""


@pytest.mark.promise("Following an evening", "The page of a follower is one answer of at most 30 kB.")
def test_the_page_is_small_and_loads_nothing_else() -> None:
    page = follow_page()
    assert len(page.gzipped) <= MOST
    assert gzip.decompress(page.gzipped) == page.html
    html = page.html.decode()
    assert re.findall(r"""(?:src|href)=|url\(|@import|https?://(?!www\.w3\.org)""", html) == []
    assert "/*LANGUAGES*/" not in html
    assert "'unsafe" not in page.policy
    assert page.policy.startswith("default-src 'none'")


def test_every_word_of_the_page_comes_from_the_catalogs() -> None:
    """Each message that the scripts name is in the table, and each in the table is named."""
    text = "\n".join((HERE / name).read_text("utf-8") for name in (*SCRIPTS, "page.html"))
    named = set(re.findall(r"""\b(?:t|plural)\("([^"]+)\"""", text)) | set(
        re.findall(r'data-words="([^"]+)"', text)
    )
    known = {*MESSAGES, *PLURALS}
    assert named <= known
    named |= {message for table in names().values() for message in table.values()}
    quoted = set(re.findall(r'"([^"\n]+)"', text)) | {
        f"{each} by the defence" for each in ("chelem", "petit chelem")
    }
    quoted |= {
        f"{each} missed{end}" for each in ("chelem", "petit chelem") for end in ("", " by the defence")
    }
    assert known <= quoted | named
    assert len(known) == len(MESSAGES) + len(PLURALS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_keep_their_places_for_values(language: str) -> None:
    found = words(language)["messages"]
    for message in MESSAGES:
        assert sorted(re.findall(r"\{\w+\}", found[message])) == sorted(re.findall(r"\{\w+\}", message))
    assert all("{count}" in each for message in PLURALS for each in found[message])
    assert json.loads(json.dumps(found)) == found
    elided = "|".join(conventions_of(language).elisions) or "(?!)"
    names_elided = rf"\b({elided}) {{(name|taker|partner|payer|payee)}}"
    assert not any(re.search(names_elided, str(each)) for each in found.values()), "the page elides nothing"


@pytest.mark.promise("Following an evening", "Bytes that are no pack say so on the page, and break nothing.")
def test_damaged_packs_are_refused(long: bool) -> None:
    """Flipped, cut, extended; also with a checksum that fits: then a sound evening or a refusal, in bounded time."""
    r, packs = random.Random(7), [pack(make()) for make in (five, club, eventful)]
    damaged = [b"", b"\x11", bytes(8), bytes(70_000)]
    for _ in range(3_000 if long else 300):
        raw = bytearray(r.choice(packs))
        for _ in range(r.randint(1, 4)):
            raw[r.randrange(len(raw))] ^= 1 << r.randrange(8)
        damaged.append(bytes(raw[: r.randrange(len(raw))] if r.random() < 0.3 else raw))
    assert all("bad" in each for each in read_by_page(damaged))
    mended = [raw[:-4] + zlib.crc32(raw[:-4]).to_bytes(4, "big") for raw in damaged[4:] if len(raw) > 8]
    found = read_by_page(mended)
    assert len(found) == len(mended)
    assert any("bad" in each for each in found)
    assert any("rows" in each for each in found)


def test_a_pack_whose_sheet_names_somebody_who_was_never_at_the_table_is_refused() -> None:
    """One bit of a sound pack differs, and the checksum fits: whoever is drawn has a name and a mark."""
    raw, found = pack(sixteen())[:-4], []
    for place in range(8 * 100, 8 * len(raw)):
        changed = bytearray(raw)
        changed[place // 8] ^= 0x80 >> place % 8
        found.append(bytes(changed) + zlib.crc32(changed).to_bytes(4, "big"))
    read = read_by_page(found)
    assert any(each.get("bad") == "somebody who was never at the table" for each in read)
    drawn = [person for each in read for person in each.get("people", [])]
    assert all(isinstance(mark, int) for _, mark, _ in drawn)
