"""Home: what is under way first, what is over by date, and a new session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path) as evening:
        yield evening


def finish(evening: Evening, session_id: str) -> None:
    session = evening.history.load(session_id).finish(evening.history.stamp())
    evening.history.append(session_id, session.events[-1])


async def test_a_first_start_is_friendly(evening: Evening) -> None:
    app = await evening.window()
    assert app.title == "Scorepad"
    assert "Welcome to the table" in app.texts()
    assert not [name for name in app.identifiers() if name.startswith("session-")]
    assert app.enabled("settings")
    assert app.enabled("new-session")


async def test_what_is_under_way_comes_first(evening: Evening) -> None:
    over, going = evening.played(3), evening.played(1)
    later = evening.played(2)
    finish(evening, over.id)
    app = await evening.window()
    listed = [name for name in app.identifiers() if name.startswith("session-")]
    assert listed == [f"session-{session.id}" for session in (later, going, over)]
    texts = app.texts()
    assert texts.index("Under way") < texts.index("Finished")
    await app.tap(f"session-{over.id}")
    assert app.route == f"/session/{over.id}/end"
    await app.tap("back")
    await app.tap(f"session-{going.id}")
    assert app.route == f"/session/{going.id}"
    assert app.taps == 3


async def test_a_session_shows_its_people_its_hands_and_who_leads(evening: Evening) -> None:
    session = evening.empty()
    evening.history.create(replace(session, name="Chez Anne"))
    app = await evening.window()
    assert app.text(f"session-{session.id}") == "Chez Anne Anne, Bruno, Chloé, and Denis · 0 hands"
    other = evening.played(1)
    await app.settle()
    assert app.text(f"session-{other.id}").endswith("Anne, Bruno, Chloé, and Denis · 1 hand +150 Anne")


async def test_older_sessions_come_on_demand(evening: Evening) -> None:
    for _ in range(55):
        evening.table(3)
    app = await evening.window()
    assert sum(name.startswith("session-") for name in app.identifiers()) == 50
    await app.tap("older")
    assert sum(name.startswith("session-") for name in app.identifiers()) == 55
    assert not app.exists("older")
