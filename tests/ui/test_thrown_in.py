"""The reasons for which a hand is not played, and what the app draws by lot."""

from __future__ import annotations

import pytest

from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme

from .evening import Windows, flaws, seat


async def test_a_rare_reason_takes_two_taps(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    for why in (ThrownIn.EXCUSE_ALONE, ThrownIn.NO_TRUMPS, ThrownIn.TOO_FEW):
        assert not app.exists(f"thrown-{why}")
        await app.tap("open-thrown", f"thrown-{why}")
        assert windows.happened(evening).sheet.entries[-1].deal.outcome is why
        await app.tap("next-hand")
        assert app.exists("bid-1-garde"), "the panel is closed"


async def test_a_petit_imprenable_throws_nothing_in(windows: Windows) -> None:
    scheme = changed(shipped_scheme(), "table.petit_imprenable", True)
    app = await windows.window(f"/session/{windows.table(scheme=scheme).id}/hand")
    assert app.exists("thrown-all_passed")
    assert not app.exists("thrown-petit_sec")
    await app.tap("open-thrown")
    assert not app.exists("thrown-petit_sec")


async def test_the_first_dealer_is_drawn(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    app = await windows.window("/new")
    await seat(app, "Anne")
    assert not app.exists("draw")
    await seat(app, "Bruno Chloé")
    monkeypatch.setattr("secrets.choice", lambda people: people[2])
    await app.tap("draw")
    assert flaws(app) == []
    await app.tap("start")
    evening = windows.shown(app)
    assert evening.table.person(evening.start.seating.dealer).name == "Chloé"
