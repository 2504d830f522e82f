"""The stand-in finds broken apps, unreachable controls and cut text."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from . import Broken, Driver, Unreachable, clipped


def tile(identifier: str, text: str, on_click: Callable[..., Any] | None = None, **around: Any) -> ft.Control:
    return ft.Semantics(
        identifier=identifier,
        content=ft.Container(ft.Text(text), height=48, on_click=on_click),
        **around,
    )


async def shown(*controls: ft.Control) -> Driver:
    """An app that shows these controls and nothing else."""
    return await Driver.start(lambda page: page.add(*controls))


@pytest.mark.parametrize(
    ("control", "reason"),
    [
        (tile("other", "A", print), "is not on the screen"),
        (tile("it", "A", print, visible=False), "is not on the screen"),
        (tile("it", "A"), "does not react"),
        (tile("it", "A", print, disabled=True), "is disabled"),
        (ft.Container(tile("it", "A", print), ignore_interactions=True), "is disabled"),
        (ft.Row([tile("it", "A", print), tile("it", "B", print)]), "is there 2 times"),
        (ft.PopupMenuButton(items=[ft.PopupMenuItem(tile("it", "A", print))]), "is not on the screen"),
    ],
)
async def test_a_tap_on_an_unreachable_control_is_refused(control: ft.Control, reason: str) -> None:
    app = await shown(control)
    with pytest.raises(Unreachable, match=reason):
        await app.tap("it")


async def test_a_view_below_another_or_under_a_dialog_is_out_of_reach() -> None:
    def main(page: ft.Page) -> None:
        page.views[0].controls = [tile("below", "A", print)]
        page.views.append(ft.View(route="/top", controls=[tile("it", "B", print)]))
        page.update()

    app = await Driver.start(main)
    with pytest.raises(Unreachable, match="is on a view below"):
        await app.tap("below")
    await app.tap("it")
    app.page.show_dialog(ft.AlertDialog(title="Sure?"))
    with pytest.raises(Unreachable, match="something lies over the view"):
        await app.tap("it")


@pytest.mark.parametrize("where", ["start", "handler", "effect", "task"])
async def test_an_error_is_noticed_wherever_it_happens(where: str) -> None:
    def broken() -> None:
        raise ValueError("boom")

    async def broken_later() -> None:
        broken()

    @ft.component
    def App() -> ft.Control:
        happening, set_happening = ft.use_state(False)
        page = ft.context.page
        ft.use_effect(broken if where == "effect" and happening else lambda: None, dependencies=[happening])
        taps = {"handler": broken, "task": lambda: page.run_task(broken_later)}
        return tile("go", "Go", taps.get(where, lambda: set_happening(True)))

    def main(page: ft.Page) -> None:
        if where == "start":
            broken()
        page.render(App)

    with pytest.raises(Broken, match="boom"):
        await (await Driver.start(main)).tap("go")


async def test_nameless_and_small_controls_are_found() -> None:
    app = await shown(
        ft.Container(ft.Icon(ft.Icons.ADD), on_click=print),
        ft.TextField(),
        ft.Container(ft.Icon(ft.Icons.ADD, semantics_label="Add"), on_click=print),
        ft.Container(ft.Text("small"), height=40, width=100, on_click=print),
        ft.Row([ft.Container(ft.Text("in a low row"), on_click=print)], height=32),
    )
    assert [flaw.split(" ")[0] for flaw in app.unnamed_controls()] == ["Container", "TextField"]
    assert [flaw.split("'")[1] for flaw in app.small_targets()] == ["small", "in a low row"]


WORDS = "Anne takes garde"


@pytest.mark.parametrize(
    ("control", "fault"),
    [
        (ft.Container(ft.Text(WORDS, size=14, no_wrap=True), width=60), "cut"),
        (ft.Container(ft.Text(WORDS, size=14, max_lines=2), width=60), "cut"),
        (ft.Container(ft.Text("extraordinary", size=14), width=60), "broken"),
        (ft.Row([ft.Text(WORDS, size=14) for _ in range(4)]), "a row is"),
        (ft.Container(ft.OutlinedButton(WORDS), width=60), "cut"),
        (ft.Container(ft.Text(WORDS, size=14), width=60), None),
    ],
)
async def test_text_that_is_cut_is_found(control: ft.Control, fault: str | None) -> None:
    app = await shown(control)
    app.page.data = SimpleNamespace(layout=SimpleNamespace(growth=1.0))
    assert [each.startswith(fault or "?") for each in clipped(app)] == ([True] if fault else [])
