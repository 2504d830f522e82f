"""The evening in money: the rate, the shares, who pays whom, undone and shared."""

from __future__ import annotations

import pytest

from scorepad.tarot.money import Rate

from .client import Driver
from .evening import Evening, flaws, grow, only_long, play


async def money(app: Driver, *taps: str) -> None:
    """Opens the screen of the money from the sheet."""
    await app.tap("menu", "menu-money", *taps)


def paid(app: Driver) -> list[str]:
    return [app.text(name) for name in app.identifiers() if name.startswith("transfer-")]


async def test_a_rate_is_agreed_and_settled(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "49")
    await money(app, "agree")
    assert evening.happened(session).rate == Rate(cents=100)
    assert app.text("rate") == "100 points = €1.00"
    assert [words.split(" ", 2)[-1] for words in paid(app)] == [
        f"{name} pays Anne €0.66" for name in ("Bruno", "Chloé", "Denis")
    ]
    assert app.text("share-0").endswith("Anne +€1.98")
    assert app.text("notice") == "Rate agreed"
    await app.tap("notice-undo")
    assert app.text("notice") == "Undone: money"
    assert app.exists("agree")
    assert evening.happened(session).rate.cents == 0


async def test_any_rate_currency_and_rounding(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await play(app, "1 garde", 2, "49")
    await money(app, "worth-200", "worth-more", "currency-3", "step-10")
    assert app.text("worth") == "100 points = 2.05\u00a0CHF"
    await app.type("currency", " kr ")
    assert flaws(app) == []
    await app.tap("agree")
    assert evening.happened(session).rate == Rate(cents=205, currency="kr", step=10)
    assert app.text("rate") == "100 points = 2.05\u00a0kr, rounded to 0.10\u00a0kr"
    shares = [app.text(f"share-{place}") for place in range(4)]
    assert [words.split()[-2] for words in shares] == ["+4.10", "−1.30", "−1.40", "−1.40"]
    await app.tap("other-rate")
    assert not app.enabled("agree")
    await app.tap("worth-50", "agree", "no-money")
    assert app.exists("agree")
    assert evening.happened(session).rate.cents == 0


async def test_the_way_from_the_end_of_the_evening_and_back(evening: Evening) -> None:
    """Once it has ended too: the money is often talked about then."""
    session = evening.played(3)
    app = await evening.window(f"/session/{session.id}")
    await app.tap("menu", "menu-finish", "money", "agree")
    assert app.exists("rate")
    await app.tap("back")
    assert app.route == f"/session/{session.id}/end"
    await app.visit(f"/session/{session.id}/journal")
    assert app.text("event-5").startswith("Money without money 100 points = €1.00")


async def test_nobody_owes_anything(evening: Evening) -> None:
    app = await evening.window(f"/session/{evening.table().id}")
    await money(app, "agree")
    assert app.text("quits") == "Nobody owes anything."
    assert paid(app) == []


@pytest.mark.parametrize("growth", [2.0, *only_long(1.0)])
async def test_it_fits_and_can_be_tapped(evening: Evening, growth: float) -> None:
    for language in ("en", "fr", "de"):
        evening.language = language
        app = await evening.window(f"/session/{evening.played(7, 5).id}")
        await grow(app, growth)
        await money(app)
        assert flaws(app) == []
        await app.tap("worth-1000", "step-50", "agree")
        assert flaws(app) == []


async def test_who_pays_whom_is_seen_before_a_rate_is_agreed(evening: Evening) -> None:
    session = evening.table()
    app = await evening.window(f"/session/{session.id}")
    await money(app)
    assert not app.exists("quits"), "nothing to settle yet"
    await app.tap("back")
    await play(app, "1 garde", 2, "49")
    await money(app, "worth-200")
    assert [words.split(" ", 2)[-1] for words in paid(app)] == [
        f"{name} pays Anne €1.32" for name in ("Bruno", "Chloé", "Denis")
    ]
    assert evening.happened(session).rate.cents == 0, "only shown"
