"""The rules of the table: to be read, made one's own, kept, exchanged, and played by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flet_client import Driver
from words import t

from scorepad.tarot.choices import HalfPoints
from scorepad.tarot.hand import Bid
from scorepad.tarot.scheme import PetitAuBout, Scheme
from scorepad.tarot.scheme_data import (
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
)

from .evening import Windows, on, play, seat, totals

FFT = shipped_scheme()


async def house(windows: Windows, base: str = "fft", **different: Any) -> Driver:
    """A window on the house rules of a scheme with some differences, all unfolded."""
    scheme = replace(shipped_scheme(base), id="ours", name="Chez Anne", **different)
    windows.history.save_scheme(scheme)
    app = await windows.window("/rules/ours")
    await app.tap("rare")
    return app


def ours(windows: Windows) -> Scheme:
    """The only house rules, as they are kept."""
    [scheme] = windows.history.schemes()
    return scheme


def as_played(scheme: Scheme) -> dict[str, Any]:
    """Everything but whose it is."""
    return {key: part for key, part in scheme_to_data(scheme).items() if key not in ("id", "name")}


def shown(app: Driver) -> str:
    """The sum in the living example."""
    return app.text("example").partition(" = ")[0].rpartition(": ")[2]


async def test_a_shipped_scheme_is_read_and_cannot_be_changed(
    windows: Windows,
) -> None:
    app = await windows.window("/rules/wikipedia")
    assert t("Lost with the contract") not in app.texts(), "it is folded"
    await app.tap("rare")
    texts = app.texts()
    assert t("Pousse") not in texts, "it is not played"
    assert t("The poignée enters the bracket, and is multiplied with it.") in texts
    assert sum(text.startswith(t("Source: {source}", source="")) for text in texts) == 9, "one for each table"
    fixed = ("scheme-name", "delete", "-less", "-more")
    assert [name for name in app.identifiers() if name.endswith(fixed)] == []


async def test_shipped_rules_are_copied_and_named(windows: Windows) -> None:
    app = await windows.window("/rules/wikipedia")
    await app.tap("duplicate")
    copy = ours(windows)
    assert app.route == f"/rules/{copy.id}"
    assert copy.name == app.value("scheme-name") == t("{scheme}, our way", scheme=t("Wikipedia"))
    assert as_played(copy) == as_played(shipped_scheme("wikipedia"))
    for typed in ("  Chez Élise  ", "   "):
        await app.type("scheme-name", typed)
        await app.blur()
        assert ours(windows).name == app.value("scheme-name") == "Chez Élise", "rules have a name"
    await app.visit("/rules")
    assert app.text(f"scheme-{copy.id}").startswith("Chez Élise ")


async def test_a_parameter_is_changed_on_a_living_example(windows: Windows) -> None:
    app = await house(windows)
    assert shown(app).endswith("(25 + 8 + 10) × 2")
    await app.tap("petit_au_bout.points-more")
    assert ours(windows).petit_au_bout.points == int(app.text("petit_au_bout.points")) == 15
    assert shown(app).endswith(f" {t('Petit au bout, taken by the attack')} (25 + 8 + 15) × 2")
    assert f"Anne +288 · {t('the others {amount}', amount='−96')}" in app.text("example")
    await app.burst(*["petit_au_bout.points-less"] * 3)
    assert not app.enabled("petit_au_bout.points-less"), "however fast the finger"
    await app.tap("bids.garde_sans.factor-more")
    assert shown(app).endswith(" (25 + 8) × 5")
    await app.tap("petit_au_bout.multiplied")
    assert app.text("petit_au_bout.multiplied") == t("no")
    await app.tap("margin.half_points-kept")
    assert on(app, "margin.half_points-") == ["margin.half_points-kept"]
    assert ours(windows).margin.half_points is HalfPoints.KEPT
    assert shown(app).endswith("(25 + 8½) × 2")
    await app.tap("misere.played", "misere.kinds.no_trumps", "misere.kinds.no_court_cards")
    assert app.text("notice") == t("That contradicts another of these rules."), "one kind has to stay"


async def test_an_optional_rule_can_be_added_and_has_its_own_numbers(windows: Windows) -> None:
    app = await house(windows)
    for part, number in (("bids.pousse", "base"), ("petit_chelem", "all_but-3"), ("misere", "points")):
        assert not any(name.startswith(f"{part}.{number}") for name in app.identifiers())
        await app.tap(f"{part}.played")
        assert any(name.startswith(f"{part}.{number}") for name in app.identifiers())
    await app.tap("misere.points-more")
    scheme = ours(windows)
    assert scheme.allows(Bid.POUSSE)
    assert scheme.misere is not None
    assert scheme.misere.points == 15
    await app.tap("petit_chelem.played", "misere.played", "bids.pousse.played")
    assert as_played(ours(windows)) == as_played(FFT)


async def test_deleted_rules_are_gone_but_not_from_the_evenings_that_play_them(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    evening = windows.table(scheme=ours(windows))
    await app.tap("delete")
    assert app.route == "/rules"
    assert windows.history.schemes() == []
    await app.tap("notice-undo")
    assert app.route == "/rules/ours"
    assert ours(windows) == evening.start.scheme, "it was a mistake"
    await app.tap("delete")
    await app.visit(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    assert totals(app)[0] == "144"


async def test_a_new_evening_plays_the_default_rules(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    await app.tap("default")
    assert on(app, "default") == ["default"]
    await windows.restart()
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    assert app.text("rules").startswith(t("Rules: {scheme}", scheme="Chez Anne"))
    await app.tap("start")
    assert windows.shown(app).start.scheme == ours(windows)
    await app.visit("/settings")
    await app.tap("rules")
    assert app.named("scheme-") == ["scheme-ours", *(f"scheme-{id_}" for id_ in shipped_schemes())]
    await app.tap("scheme-ours", "delete")
    assert on(app, "scheme-") == ["scheme-fft"], "in place of a default that is gone"
    await app.tap("back")
    assert app.route == "/settings"


@pytest.mark.promise(
    "The screens: choose and read the rules",
    "An evening keeps the version of the house rules that it began with.",
)
async def test_an_evening_keeps_the_version_it_was_played_with(windows: Windows) -> None:
    app = await house(windows)
    evening = windows.table(scheme=ours(windows))
    await app.tap("petit_au_bout.points-more")
    await app.visit(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49", petit="taker")
    assert totals(app)[0] == "258"
    await app.visit("/new")
    await app.tap("same-table", "start")
    await play(app, "1 garde", 2, "49", petit="taker")
    assert totals(app)[0] == "288", "the next evening plays by what is now agreed"


@pytest.mark.promise(
    "The screens: choose and read the rules", "House rules go to another scorepad as a small file."
)
async def test_rules_travel_as_a_small_file(windows: Windows, tmp_path: Path) -> None:
    petit = PetitAuBout(points=15, multiplied=False, lost_with_contract=True)
    app = await house(windows, "wikipedia", petit_au_bout=petit)
    app.answers["FilePicker.save_file"] = lambda _: "/storage/rules.json"
    await app.tap("export")
    assert app.text("notice") == t("Saved: another Scorepad can open it")
    given = app.calls[-1].arguments
    assert given["file_name"] == "Chez Anne.json"
    assert len(given["src_bytes"]) < 4096
    with Windows(tmp_path / "elsewhere") as elsewhere:
        other = await elsewhere.window("/rules")
        pick(other, b'{"pools": true}')
        await other.tap("import")
        assert other.text("notice").startswith(t("These rules cannot be read: {reason}", reason=""))
        assert elsewhere.history.schemes() == []
        pick(other, given["src_bytes"])
        await other.tap("import")
        arrived = ours(elsewhere)
        assert other.route == f"/rules/{arrived.id}"
        assert replace(arrived, id="ours") == ours(windows)
        assert arrived.id != "ours", "rules of that id may be others here"


def pick(app: Driver, content: bytes) -> None:
    app.picks = [{"id": 0, "name": "rules.json", "size": len(content), "path": None, "bytes": content}]
