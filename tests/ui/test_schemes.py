"""The rules of the table: to be read, made one's own, kept, exchanged, and played by."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from words import t

from scorepad.tarot.hand import Bid
from scorepad.tarot.parameters import changed
from scorepad.tarot.scheme import HalfPoints, PetitAuBout, Scheme
from scorepad.tarot.scheme_data import (
    MAX_SCHEME_FILE,
    scheme_to_data,
    shipped_scheme,
    shipped_schemes,
)

from .client import Driver
from .evening import Windows, enter, on, play, seat, totals

FFT = shipped_scheme()


async def house(windows: Windows, base: str = "fft", **different: Any) -> Driver:
    """A window on house rules that are those of a scheme but for what is different, nothing folded."""
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


# --- Reading ----------------------------------------------------------------------------------------------------


async def test_every_scheme_is_there_the_houses_own_first(windows: Windows) -> None:
    windows.history.save_scheme(replace(FFT, id="ours", name="Chez Anne"))
    app = await windows.window("/settings")
    assert app.text("rules") == "FFT rules"
    await app.tap("rules")
    listed = [name for name in app.identifiers() if name.startswith("scheme-")]
    assert listed == ["scheme-ours", *(f"scheme-{id_}" for id_ in shipped_schemes())]
    assert on(app, "scheme-") == ["scheme-fft"]
    assert app.text("scheme-fft").startswith(f"FFT rules {t('for new evenings')} ")
    await app.tap("scheme-wikipedia")
    assert app.route == "/rules/wikipedia"
    await app.tap("back", "back")
    assert app.route == "/settings"


async def test_a_shipped_scheme_is_read_with_meanings_and_sources_and_cannot_be_changed(
    windows: Windows,
) -> None:
    app = await windows.window("/rules/wikipedia")
    assert t("Lost with the contract") not in app.texts(), "it is folded"
    texts = app.texts()
    at = texts.index(t("Garde"))
    assert texts[at + 1 : at + 3] == ["25", "×2"]
    await app.tap("rare")
    texts = app.texts()
    for words in ("Wikipedia", "Bids", "Multiplied by", "Double poignée", "All the tricks but"):
        assert t(words) in texts
    assert t("Pousse") not in texts, "it is not played"
    assert t("The poignée enters the bracket, and is multiplied with it.") in texts
    assert texts[texts.index(t("Double poignée")) + 1] == "40"
    assert sum(text.startswith(t("Source: {source}", source="")) for text in texts) == 9, "one for each table"
    assert not app.exists("scheme-name")
    assert not app.exists("delete")
    assert not any(name.endswith(("-less", "-more")) for name in app.identifiers())
    await app.visit("/rules/none")
    assert t("This page does not exist.") in app.texts()


# --- Changing ---------------------------------------------------------------------------------------------------


async def test_shipped_rules_are_made_ones_own(windows: Windows) -> None:
    app = await windows.window("/rules/wikipedia")
    await app.tap("duplicate")
    copy = ours(windows)
    assert app.route == f"/rules/{copy.id}"
    way = t("{scheme}, our way", scheme=t("Wikipedia"))
    assert copy.name == app.value("scheme-name") == way
    assert as_played(copy) == as_played(shipped_scheme("wikipedia"))
    await app.tap("duplicate")
    assert len(windows.history.schemes()) == 2
    assert app.value("scheme-name") == t("{scheme}, our way", scheme=way)


async def test_a_number_is_changed_step_by_step_on_a_living_example(windows: Windows) -> None:
    app = await house(windows)
    assert shown(app).endswith("(25 + 8 + 10) × 2")
    await app.tap("petit_au_bout.points-more")
    assert app.text("petit_au_bout.points") == "15"
    assert ours(windows).petit_au_bout.points == 15
    assert shown(app).endswith(f" {t('Petit au bout, taken by the taker’s side')} (25 + 8 + 15) × 2")
    assert f"Anne +288 · {t('the others {amount}', amount='−96')}" in app.text("example")
    for _ in range(3):
        await app.tap("petit_au_bout.points-less")
    assert not app.enabled("petit_au_bout.points-less")
    assert shown(app).endswith("(25 + 8 + 0) × 2")
    await app.tap("bids.garde_sans.factor-more")
    assert shown(app).endswith(" (25 + 8) × 5")


async def test_a_switch_and_a_choice_are_changed_on_a_living_example(windows: Windows) -> None:
    app = await house(windows)
    assert on(app, "petit_au_bout.multiplied") == ["petit_au_bout.multiplied"]
    await app.tap("petit_au_bout.multiplied")
    assert on(app, "petit_au_bout.multiplied") == []
    assert app.text("petit_au_bout.multiplied") == t("no")
    assert shown(app).endswith("(25 + 8) × 2 + 10")
    assert on(app, "margin.half_points-") == ["margin.half_points-winner"]
    await app.tap("margin.half_points-kept")
    assert on(app, "margin.half_points-") == ["margin.half_points-kept"]
    assert ours(windows).margin.half_points is HalfPoints.KEPT
    assert shown(app).endswith("(25 + 8½) × 2")


async def test_an_optional_rule_can_be_added_and_has_its_own_numbers(windows: Windows) -> None:
    app = await house(windows)
    for part, number in (("bids.pousse", "base"), ("petit_chelem", "all_but-3"), ("misere", "points")):
        assert not any(name.startswith(f"{part}.{number}") for name in app.identifiers())
        await app.tap(f"{part}.played")
        assert any(name.startswith(f"{part}.{number}") for name in app.identifiers())
    await app.tap("misere.points-more")
    assert "the others" not in app.text("example"), "they do not all pay the same"
    scheme = ours(windows)
    assert scheme.allows(Bid.POUSSE)
    assert scheme.misere is not None
    assert scheme.misere.points == 15
    assert scheme.petit_chelem is not None
    await app.tap("petit_chelem.played", "misere.played", "bids.pousse.played")
    assert as_played(ours(windows)) == as_played(FFT)
    assert app.exists("example"), "of something else, since that is no longer there"


async def test_every_tap_counts_however_fast_the_finger(windows: Windows) -> None:
    app = await house(windows)
    await asyncio.gather(*(app.tap("petit_au_bout.points-more") for _ in range(3)))
    assert ours(windows).petit_au_bout.points == 25
    await asyncio.gather(app.tap("petit_au_bout.points-less"), app.tap("chelem.unannounced-more"))
    assert (ours(windows).petit_au_bout.points, ours(windows).chelem.unannounced) == (20, 250)
    await app.tap("bids.petite.factor-more")
    await asyncio.gather(app.tap("bids.petite.factor-less"), app.tap("bids.petite.factor-less"))
    assert ours(windows).bid_value(Bid.PETITE).factor == 1, "nothing is multiplied by none"


async def test_no_step_crosses_a_limit_and_none_is_shortened_to_reach_it(windows: Windows) -> None:
    app = await house(windows, petit_au_bout=replace(FFT.petit_au_bout, points=3))
    assert not app.enabled("petit_au_bout.points-less")
    await app.tap("petit_au_bout.points-more")
    assert ours(windows).petit_au_bout.points == 8
    windows.history.save_scheme(changed(ours(windows), "petit_au_bout.points", 99_998))
    await app.settle()
    assert not app.enabled("petit_au_bout.points-more")
    await app.tap("petit_au_bout.points-less")
    assert ours(windows).petit_au_bout.points == 99_993


async def test_a_contradiction_is_refused_in_words(windows: Windows) -> None:
    app = await house(windows)
    await app.tap("misere.played", "misere.kinds.no_trumps")
    assert not app.exists("notice")
    before = ours(windows)
    await app.tap("misere.kinds.no_court_cards")
    assert app.text("notice") == t("That contradicts another of these rules.")
    assert ours(windows) == before, "one of them has to stay"


# --- Their name -------------------------------------------------------------------------------------------------


async def test_house_rules_bear_the_name_they_are_given(windows: Windows) -> None:
    app = await house(windows)
    await app.type("scheme-name", "Le mardi", submit=True)
    assert ours(windows).name == "Le mardi"
    await app.tap("duplicate")
    assert app.value("scheme-name") == t("{scheme}, our way", scheme="Le mardi")
    await app.visit("/rules")
    assert app.text("scheme-ours").startswith("Le mardi ")
    await app.tap("scheme-ours")
    assert app.value("scheme-name") == "Le mardi"
    await app.type("scheme-name", "  Chez Élise  ")
    await app.blur()
    assert "Chez Élise" in {scheme.name for scheme in windows.history.schemes()}


async def test_a_name_can_be_wiped_out_and_written_anew(windows: Windows) -> None:
    app = await house(windows)
    await app.type("scheme-name", "")
    assert app.value("scheme-name") == "", "whoever erases a letter wants it gone"
    await app.type("scheme-name", "   ", submit=True)
    assert ours(windows).name == "Chez Anne", "rules without a name could not be told apart"
    await app.blur()
    assert app.value("scheme-name") == "Chez Anne"


# --- Deleted, and the default -----------------------------------------------------------------------------------


async def test_deleted_rules_are_gone_but_not_from_the_evenings_that_play_them(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    evening = windows.table(scheme=ours(windows))
    await app.tap("delete")
    assert app.route == "/rules"
    assert not app.exists("scheme-ours")
    assert windows.history.schemes() == []
    await app.tap("notice-undo")
    assert app.route == "/rules/ours"
    assert ours(windows) == evening.start.scheme, "it was a mistake"
    await app.tap("delete")
    await app.visit(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "49")
    assert totals(app)[0] == "144"
    await app.tap("row-1")
    assert "Chez Anne" in app.texts()


async def test_a_new_evening_plays_the_default_rules(windows: Windows) -> None:
    app = await house(windows, "stepped_base")
    assert on(app, "default") == []
    await app.tap("default")
    assert on(app, "default") == ["default"]
    await app.tap("back")
    assert on(app, "scheme-") == ["scheme-ours"]
    await windows.restart()
    app = await windows.window("/new")
    await seat(app, "Anne Bruno Chloé Denis")
    assert app.text("rules") == t("Rules: {scheme}", scheme="Chez Anne")
    await app.tap("start")
    assert windows.shown(app).start.scheme == ours(windows)
    await app.visit("/rules/ours")
    await app.tap("delete")
    assert on(app, "scheme-") == ["scheme-fft"], "in place of a default that is gone"


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


# --- Files ------------------------------------------------------------------------------------------------------


def saved_file(app: Driver) -> tuple[str, bytes]:
    """The last file that was offered to be saved: its name, its bytes."""
    call = [call for call in app.calls if call.method == "save_file"][-1]
    return call.arguments["file_name"], call.arguments["src_bytes"]


def pick(app: Driver, content: bytes, name: str = "rules.json") -> None:
    app.picks = [{"id": 0, "name": name, "size": len(content), "path": None, "bytes": content}]


async def test_rules_travel_as_a_small_file(windows: Windows, tmp_path: Path) -> None:
    app = await house(
        windows, "wikipedia", petit_au_bout=PetitAuBout(points=15, multiplied=False, lost_with_contract=True)
    )
    app.answers["FilePicker.save_file"] = lambda _: "/storage/rules.json"
    await app.tap("export")
    assert app.text("notice") == t("Saved: another Scorepad can open it")
    name, content = saved_file(app)
    assert name == "Chez Anne.json"
    assert len(content) < 4096
    with Windows(tmp_path / "elsewhere") as elsewhere:
        other = await elsewhere.window("/rules")
        pick(other, content)
        await other.tap("import")
        arrived = ours(elsewhere)
        assert other.route == f"/rules/{arrived.id}"
        assert replace(arrived, id="ours") == ours(windows)
        assert arrived.id != "ours", "rules of that id may be others here"
        assert [call for call in other.calls if call.method == "pick_files"][-1].arguments[
            "allowed_extensions"
        ] == ["json", "toml"]
        await other.visit("/rules")
        await other.tap("import")
        assert len(elsewhere.history.schemes()) == 2
        await other.close()


async def test_giving_up_a_dialog_says_and_does_nothing(windows: Windows) -> None:
    app = await house(windows)
    app.answers["FilePicker.save_file"] = lambda _: None
    await app.tap("export")
    assert not app.exists("notice")
    await app.visit("/rules")
    await app.tap("import")
    assert not app.exists("notice")
    assert len(windows.history.schemes()) == 1


def as_file(**different: Any) -> bytes:
    return json.dumps(scheme_to_data(FFT) | {"id": "x", "name": "X"} | different).encode()


async def test_a_hostile_file_is_refused_with_a_reason(windows: Windows) -> None:
    app = await windows.window("/rules")
    for content, reason in (
        (b" " * (MAX_SCHEME_FILE + 1), t("longer than {count} characters", count=MAX_SCHEME_FILE)),
        (as_file(pools=True), f"pools: {t('is no parameter of a scheme')}"),
    ):
        pick(app, content)
        await app.tap("import")
        assert app.text("notice") == t("These rules cannot be read: {reason}", reason=reason)
    assert windows.history.schemes() == []


# --- At the table -----------------------------------------------------------------------------------------------


async def test_halves_of_an_equal_split_are_written_with_one_half_everywhere(windows: Windows) -> None:
    evening = windows.table(5, scheme=shipped_scheme("equal_split"))
    app = await windows.window(f"/session/{evening.id}/hand")
    await enter(app, "1 petite", 2, "49", partner="2")
    assert app.text("save") == "Save Anne +49½ Bruno +49½ the others −33"
    await app.tap("save")
    assert totals(app) == ["49½", "49½", "−33", "−33", "−33"]
    await app.tap("row-1")
    assert app.text("paid-0") == "A Anne taker +49½"
    await app.tap("back", "menu", "menu-end")
    assert app.text("place-0").endswith("+49½")
    await app.tap("copy")
    assert "1. Anne +49½\n1. Bruno +49½\n" in str(app.clipboard)
    await app.tap("back", "back")
    assert "49½" in " ".join(app.texts()), "on the list of evenings"


async def test_the_reasons_follow_the_rules_of_the_table(windows: Windows) -> None:
    """A petit au bout that is lost with the contract is explained as lost."""
    petit = replace(FFT.petit_au_bout, lost_with_contract=True)
    evening = windows.table(scheme=replace(FFT, id="ours", name="Chez Anne", petit_au_bout=petit))
    app = await windows.window(f"/session/{evening.id}")
    await play(app, "1 garde", 2, "37", petit="taker")
    assert totals(app) == ["−234", "78", "78", "78"]
    await app.tap("row-1")
    always = t("The petit in the last trick, whatever the result of the contract.").removesuffix(".")
    assert always not in app.text("line-3")
