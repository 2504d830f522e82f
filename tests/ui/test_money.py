"""The evening in money: the rate, the shares, who pays whom, undone and shared."""

from __future__ import annotations

from scorepad.evening.money import Rate

from .client import Driver
from .evening import Windows, play


async def money(app: Driver, *taps: str) -> None:
    """Opens the screen of the money from the sheet."""
    await app.tap("menu", "menu-rules", "money", *taps)


def paid(app: Driver) -> list[tuple[str, str, str]]:
    """Who pays whom how much."""
    found = [app.text(name).split() for name in app.identifiers() if name.startswith("transfer-")]
    return [(words[2], words[-2], words[-1]) for words in found]


async def test_a_rate_is_agreed_and_settled(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await money(app, "agree")
    assert windows.happened(evening).table.rate == Rate(cents=100)
    assert app.text("rate").endswith(" €1.00")
    assert paid(app) == [(name, "Anne", "€0.66") for name in ("Bruno", "Chloé", "Denis")]
    assert app.text("share-0").endswith("Anne +€1.98")
    await app.tap("notice-undo")
    assert app.exists("agree")
    assert windows.happened(evening).table.rate.cents == 0


async def test_any_rate_currency_and_rounding(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    await money(app, "worth-200", "worth-more", "currency-3", "step-10")
    assert app.text("worth").endswith(" 2.05\u00a0CHF")
    await app.type("currency", " kr ")
    await app.tap("agree")
    assert windows.happened(evening).table.rate == Rate(cents=205, currency="kr", step=10)
    assert "2.05\u00a0kr" in app.text("rate")
    assert "0.10\u00a0kr" in app.text("rate")
    shares = [app.text(f"share-{place}") for place in range(4)]
    assert [words.split()[-2] for words in shares] == ["+4.10", "−1.30", "−1.40", "−1.40"]
    await app.tap("other-rate")
    assert not app.enabled("agree")
    await app.tap("worth-50", "agree", "no-money")
    assert app.exists("agree")
    assert windows.happened(evening).table.rate.cents == 0
