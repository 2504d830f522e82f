"""The rules on the screen: read, searched, and left for the rules of a scheme and back."""

from __future__ import annotations

from flet_client import Driver
from words import t

from scorepad.i18n import Translator
from scorepad.i18n.rulebook import chapters, found

from .evening import Windows, grow


def titles(words: str) -> list[str]:
    return [chapter.title for chapter in found(Translator("en"), chapters(Translator("en")), words)]


def headings(app: Driver) -> list[str]:
    """The headings of chapters on the screen."""
    found = [each for each in app.screen() if each.node.get("heading_level") == 2]
    return [text for each in found for text in app.texts_in(each)]


async def test_the_book_is_read_and_searched(windows: Windows) -> None:
    app = await windows.window("/help")
    assert headings(app) == titles("")
    assert any("(25 + 8) × 2 = 66" in text.replace("\u00a0", " ") for text in app.texts())
    await app.type("search", "poignee")
    assert headings(app) == titles("poignée")
    await app.type("search", "bridge")
    assert headings(app) == []
    assert t("No result.") in app.texts()


async def test_the_found_words_are_marked_and_the_sources_are_one_tap_away(windows: Windows) -> None:
    app = await windows.window("/help")
    await app.type("search", "imprenables")
    marked = [
        span["text"]
        for each in app.screen()
        for span in each.node.get("spans") or []
        if (span.get("style") or {}).get("decoration")
    ]
    assert "imprenable" in [word.lower() for word in marked]
    assert {word.lower() for word in marked} <= {"imprenable", "imprenables"}
    await app.tap("sources")
    assert any("pagat.com" in text for text in app.texts())
    await app.tap("back")
    assert app.value("search") == "imprenables"


async def test_a_row_of_a_table_is_a_sentence_for_screen_readers_and_large_text(windows: Windows) -> None:
    app = await windows.window("/help")
    await app.type("search", "multiplies")
    sentence = "Bid: Garde sans, Multiplies by: 4"
    assert sentence in [each.node.get("label") for each in app.screen()]
    assert sentence not in app.texts()
    await grow(app, 2)
    assert sentence in app.texts()


async def test_a_chapter_leads_to_the_rules_it_speaks_of_and_back_to_the_chapter(windows: Windows) -> None:
    app = await windows.window("/help")
    await app.type("search", "books disagree")
    [link] = [name for name in app.identifiers() if name.endswith("-wikipedia")]
    await app.tap(link)
    assert app.route == "/rules/wikipedia"
    await app.tap("back")
    assert app.route == "/help"
    await app.visit("/rules")
    await app.tap("scheme-wikipedia", "back")
    assert app.route == "/rules"


async def test_the_space_between_two_found_words_is_drawn_as_a_space(windows: Windows) -> None:
    """A part of a text may be spaces only: that is no name with nothing to see."""
    app = await windows.window("/help")
    await app.type("search", "half point")
    parts = [each.node["spans"] for each in app.screen() if each.node.get("spans")]
    drawn = ["".join(span["text"] for span in spans).replace("\u00a0", " ").lower() for spans in parts]
    assert any("half point" in text for text in drawn)
    assert not any("half?point" in text for text in drawn)
