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


async def test_the_way_from_the_end_of_the_evening_and_back(windows: Windows) -> None:
    """Once it has ended too: the money is often talked about then."""
    evening = windows.played(3)
    app = await windows.window(f"/session/{evening.id}")
    await app.tap("menu", "menu-finish", "money", "agree")
    assert app.exists("rate")
    await app.tap("back")
    assert app.route == f"/session/{evening.id}/end"
    await app.visit(f"/session/{evening.id}/journal")
    assert "€1.00" in app.text("event-5")


async def test_who_pays_whom_is_seen_before_a_rate_is_agreed(windows: Windows) -> None:
    evening = windows.table()
    app = await windows.window(f"/session/{evening.id}")
    await money(app)
    assert not app.exists("quits"), "nothing to settle yet"
    await app.tap("agree")
    assert app.exists("quits")
    await app.tap("no-money", "back", "back")
    await play(app, "1 garde", 2, "49")
    await money(app, "worth-200")
    assert paid(app) == [(name, "Anne", "€1.32") for name in ("Bruno", "Chloé", "Denis")]
    assert windows.happened(evening).table.rate.cents == 0, "only shown"
