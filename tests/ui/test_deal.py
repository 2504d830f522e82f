"""One hand, and why it pays what it pays; its versions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import Evening, play, points, totals

from scorepad.tarot.hand import ThrownIn


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        yield evening


async def test_every_line_is_told_in_words_with_its_numbers_and_its_rule(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")
    await play(app, "4 garde_sans", 2, "45", petit="defence", poignees="1 single")
    await app.tap("row-1")
    assert "Hand 1" in app.texts()
    assert "Denis, garde sans, 2 bouts, 45 points" in app.texts()
    assert "41 points were needed with 2 bouts." in app.texts()
    assert app.text("result") == "Made by 4"
    lines = [app.text(name) for name in app.identifiers() if name.startswith("line-")]
    assert [line.split(". ")[0] + "." for line in lines] == [
        "Garde sans, won +25 × 4 = +100 Every hand played starts from 25 points.",
        "4 points over +4 × 4 = +16 45 points for 41 needed with 2 bouts.",
        "Petit au bout, taken by the defence −10 × 4 = −40 "
        "The petit in the last trick, whatever the result of the contract.",
        "Poignée, shown by Anne +20 To the side that wins the hand, whoever showed it.",
    ]
    assert all("FFT, " in line for line in lines), "and where the rule stands"
    assert app.text("score") == "Each defender pays 96"
    assert app.text("paid-3") == "D Denis taker +288"
    assert app.text("paid-0") == "A Anne defence −96"


async def test_a_lost_hand_of_five_tells_who_receives(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table(5).id}")
    await play(app, "1 garde", 2, "40½", partner="2")
    await app.tap("row-1")
    assert "Anne, garde, with Bruno, 2 bouts, 40½ points" in app.texts()
    assert app.text("score") == "Each defender receives 52"
    assert "The half point goes to the winning side." in app.text("line-2")
    assert app.text("paid-1") == "B Bruno partner −52"
    paid = [name for name in app.identifiers() if name.startswith("paid-")]
    assert paid == ["paid-2", "paid-3", "paid-4", "paid-1", "paid-0"], "who receives most comes first"
    await app.tap("back")
    await play(app, "1 garde", 2, "41", partner="alone")
    await app.tap("row-2")
    assert "Anne, garde, alone, 2 bouts, 41 points" in app.texts()


async def test_a_deal_that_was_not_played_says_so(evening: Evening) -> None:
    session = evening.table()
    evening.record(session, ThrownIn.MISDEAL)
    app = await evening.window(f"/session/{session.id}")
    await app.tap("row-1")
    assert "Misdeal" in app.texts()
    assert not app.exists("score")
    assert app.text("version-1").startswith("Recorded · ")


async def test_every_version_is_kept_shown_and_can_come_back(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("row-1")
    await app.tap("edit")
    await points(app, "41")
    await app.tap("save")
    await app.tap("row-1")
    await app.tap("edit")
    await app.tap("change-taker")
    await app.tap("bid-2-garde_sans")
    await app.tap("save")
    assert totals(app) == ["−100", "300", "−100", "−100"]
    await app.tap("row-1")
    versions = [app.text(name) for name in app.identifiers() if name.startswith("version-")]
    assert [version.split(" · ")[0] for version in versions] == ["Recorded", "Corrected", "Corrected"]
    assert "Anne, garde, 2 bouts, 49 points, made by 8" in versions[0]
    assert "Anne, garde, 2 bouts, 41 points, just made" in versions[1]
    assert "Bruno, garde sans, 2 bouts, 41 points, just made" in versions[2]
    assert not app.exists("restore-3"), "it stands"
    await app.tap("restore-1")
    assert app.text("notice") == "Hand restored"
    assert app.text("result") == "Made by 8"
    assert app.text("version-4").startswith("Restored · ")
    assert app.text("paid-0") == "A Anne taker +198"
    await app.tap("back")
    assert totals(app) == ["198", "−66", "−66", "−66"]
    await app.tap("undo")
    assert totals(app) == ["−100", "300", "−100", "−100"]


async def test_a_struck_out_hand_comes_back_in_an_earlier_version(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")
    await play(app, "1 garde", 2, "49")
    await app.tap("row-1")
    await app.tap("edit")
    await points(app, "41")
    await app.tap("save")
    await app.tap("row-1")
    await app.tap("void")
    assert app.text("result") == "Just made", "what it was stays to be read"
    assert app.text("version-3").startswith("Struck out · ")
    assert not app.exists("edit")
    await app.tap("restore-1")
    assert app.text("result") == "Made by 8"
    assert app.exists("edit")


async def test_another_window_corrects_the_hand_that_is_open(evening: Evening) -> None:
    session = evening.played(1)
    app = await evening.window(f"/session/{session.id}")
    other = await evening.window(f"/session/{session.id}")
    await app.tap("row-1")
    await other.tap("row-1")
    await other.tap("edit")
    await points(other, "49")
    await other.tap("save")
    assert app.text("result") == "Made by 8"
    assert app.text("version-2").startswith("Corrected")
    await other.tap("undo")
    assert app.text("result") == "Just made"


async def test_the_time_is_that_of_the_recording(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.played(1).id}")
    await app.tap("row-1")
    [aside] = [
        text for text in app.texts() if text.endswith(("AM", "PM")) and ":" in text and "·" not in text
    ]
    assert aside in app.text("version-1")
