"""The reasons for which a hand is not played, and what the app draws by lot."""

from __future__ import annotations

import pytest

from scorepad.tarot.hand import ThrownIn
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme_data import shipped_scheme

from .evening import Windows, flaws, grow, seat


@pytest.mark.parametrize("why", [ThrownIn.EXCUSE_ALONE, ThrownIn.NO_TRUMPS, ThrownIn.TOO_FEW])
async def test_a_rare_reason_takes_two_taps(windows: Windows, why: ThrownIn) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}/hand")
    assert not app.exists(f"thrown-{why}")
    await app.tap("open-thrown")
    assert flaws(app) == []
    await app.tap(f"thrown-{why}")
    assert windows.happened(evening).sheet.entries[-1].deal.outcome is why
    await app.tap("next-hand")
    assert app.exists("bid-1-garde"), "the panel is closed"


@pytest.mark.parametrize("language", ["fr", "en", "de"])
async def test_the_reasons_fit(windows: Windows, language: str) -> None:
    windows.language = language
    app = await windows.window(f"/session/{windows.table().id}/hand")
    assert flaws(app) == []
    await app.tap("open-thrown")
    await grow(app, 2.0)
    assert flaws(app) == []
    await app.tap("close-panel")
    assert app.exists("bid-1-garde")


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
    [summary] = windows.history.summaries()
    evening = windows.history.load(summary.id)
    assert evening.table.person(evening.start.seating.dealer).name == "Chloé"
