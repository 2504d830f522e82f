"""What a person sees of a window, can reach, and hears of it from a screen reader.

Controls are found by the identifier of the `ft.Semantics` around them. What is hidden, disabled or on a lower view
is out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from .tree import FIELD, MENU, VIEW, Client, Found, Node, drawn, unwrapped

MINIMUM_TARGET: Final = 48
"""The smallest side of what a finger taps, in logical pixels."""


class Unreachable(AssertionError):
    """Nobody could tap, read or type there: absent, there twice, hidden, disabled, not tappable."""


class Screen:
    """The screen of a client."""

    def __init__(self) -> None:
        self.client = Client()
        self.opened: set[int] = set()
        """The numbers of the menus that are open."""
        self.seen: list[Found] | None = None
        """The controls on the screen, until a change."""
        self._tiles: list[tuple[str, Found]] = []
        """The controls with test ids."""

    @property
    def route(self) -> str:
        return str(self.client.tree.get("route", "/"))

    @property
    def title(self) -> str | None:
        return self.client.tree.get("title")

    def stacked(self) -> list[Node]:
        """The views as the client holds them; the last is the one that is seen."""
        return [view for view in unwrapped(self.client.tree.get("views", [])) if view["_c"] == VIEW]

    def screen(self) -> list[Found]:
        """Whatever is within reach: the top view."""
        if self.seen is None:
            for layer in ("_dialogs", "_overlay"):
                if list(unwrapped(self.client.tree.get(layer, {}).get("controls", []))):
                    raise Unreachable(f"something lies over the view that no test can see: {layer}")
            self.seen = drawn(self.stacked()[-1:], (), self.opened)
            self._tiles = [(name, each) for each in self.seen if (name := identifier_of(each.node))]
        return self.seen

    def tiles(self) -> list[tuple[str, Found]]:
        """The test ids within reach and their controls, in the order in which they are drawn."""
        self.screen()
        return self._tiles

    def inside(self, found: Found) -> list[Found]:
        """A control on the screen, and those in it."""
        return drawn(found.node, found.around, self.opened)

    def identifiers(self) -> list[str]:
        """The test ids within reach."""
        return [name for name, _ in self.tiles()]

    def named(self, prefix: str) -> list[str]:
        """The test ids with this prefix."""
        return [name for name in self.identifiers() if name.startswith(prefix)]

    def texts_of(self, prefix: str) -> list[str]:
        """All that is written in each of those."""
        return [" ".join(self.texts_in(each)) for name, each in self.tiles() if name.startswith(prefix)]

    def exists(self, identifier: str) -> bool:
        return identifier in self.identifiers()

    def find(self, identifier: str) -> Found:
        """The one `Semantics` of that name within reach."""
        matches = [each for name, each in self.tiles() if name == identifier]
        if len(matches) != 1:
            below = any(identifier_of(each.node) == identifier for each in drawn(self.stacked()[:-1]))
            where = "on a view below" if below else "not on the screen"
            raise self.unreachable(identifier, f"is there {len(matches)} times" if matches else f"is {where}")
        return matches[0]

    def node(self, identifier: str) -> Node:
        """The `Semantics` as the client holds it: `label`, `selected`, `toggled`, `disabled`…"""
        return self.find(identifier).node

    def text(self, identifier: str) -> str:
        """All that is written inside, in the order in which it is drawn."""
        return " ".join(self.texts_in(self.find(identifier)))

    def texts_in(self, found: Found) -> list[str]:
        return [text for each in self.inside(found) for text in _written(each.node)]

    def texts(self) -> list[str]:
        """All that is written within reach."""
        return [text for each in self.screen() for text in _written(each.node)]

    def name(self, identifier: str) -> str:
        """The words of a screen reader for a control."""
        return _accessible_name(self.inside(self.find(identifier)), merged=True)

    def value(self, identifier: str) -> str:
        """The value of the text field inside."""
        return str(self._field_in(identifier).node.get("value", ""))

    def enabled(self, identifier: str) -> bool:
        """Whether a tap would do something."""
        return any(each.enabled for each in self._tappable(self.find(identifier)))

    # --- What can be reached -------------------------------------------------------------------------------

    def _tappable(self, found: Found) -> list[Found]:
        """The controls that react to a tap: parts of a control, or else the controls around it, the nearest first."""
        inside = [each for each in self.inside(found) if action_of(each.node)]
        around = [Found(node, found.around[:depth]) for depth, node in enumerate(found.around)]
        return inside or [each for each in reversed(around) if action_of(each.node)]

    def _target(self, identifier: str) -> Found:
        found = self.find(identifier)
        for each in self._tappable(found):
            if each.enabled:
                return each
        usable = all(each.enabled for each in self.inside(found))
        raise self.unreachable(identifier, "does not react to a tap" if usable else "is disabled")

    def _field_in(self, identifier: str) -> Found:
        for each in self.inside(self.find(identifier)):
            if each.kind == FIELD:
                return each
        raise self.unreachable(identifier, "has no text field")

    def _field(self, identifier: str) -> Found:
        found = self._field_in(identifier)
        if not found.enabled or found.node.get("read_only"):
            raise self.unreachable(identifier, "cannot be typed into")
        return found

    def unreachable(self, identifier: str, why: str) -> Unreachable:
        """The error that names what is within reach instead."""
        return Unreachable(f"{identifier!r} {why}; {self.route} has {', '.join(self.identifiers())}")

    # --- What every screen owes to everybody ---------------------------------------------------------------

    def unnamed_controls(self) -> list[str]:
        """What can be tapped or filled in but has no name for a screen reader.

        A tooltip names a Container; that of an icon button names only a box around the button, as words around a field
        do around the field, unless MergeSemantics joins the two.
        """
        return [
            _described(each)
            for each in self.screen()
            if (
                action_of(each.node)
                or each.kind in {FIELD, MENU}
                or (each.kind == "Semantics" and each.node.get("button"))
            )
            and not self._named(each)
        ]

    def _named(self, each: Found) -> bool:
        merged = any(outer["_c"] == "MergeSemantics" for outer in each.around)
        if _accessible_name(self.inside(each), merged=merged or each.kind != MENU):
            return True
        return (merged or each.kind != FIELD) and any(
            outer["_c"] == "Semantics"
            and outer.get("label")
            and sum(1 for inner in drawn(outer) if action_of(inner.node) or inner.kind == FIELD) == 1
            for outer in each.around
        )

    def small_targets(self) -> list[str]:
        """The targets that are too small for a finger, by their own size or a size around them."""
        flaws = []
        for each in self.screen():
            if not action_of(each.node):
                continue
            for side in ("height", "width"):
                known = _known_sizes(each, side)
                if known and min(known) < MINIMUM_TARGET:
                    flaws.append(f"{_described(each)}: {side} {min(known):g}")
        return flaws


# --- One control ------------------------------------------------------------------------------------------


def action_of(node: Node) -> str | None:
    """The event that a tap on this control raises, if it reacts to taps at all."""
    if node["_c"] == MENU:
        return "open"
    return "click" if node.get("on_click") or node.get("action") else None


def identifier_of(node: Node) -> str | None:
    return node.get("identifier") if node["_c"] == "Semantics" else None


_STRINGS: Final = ("title", "label", "text", "subtitle", "content", "helper", "error")


def _written(node: Node) -> Iterator[str]:
    """The strings that this control itself puts on the screen."""
    if node["_c"] == "Text":
        spans = "".join(span.get("text") or "" for span in node.get("spans") or [])
        if text := f"{node.get('value') or ''}{spans}":
            yield text.replace("\n", " ")
        return
    if node["_c"] in ("Semantics", "TextSpan"):
        return
    for key in (*_STRINGS, *(("value",) if node["_c"] == FIELD else ())):
        if isinstance(written := node.get(key), str) and written:
            yield written


def _spoken(node: Node) -> Iterator[str]:
    """The strings that this control itself gives to a screen reader."""
    if node.get("semantics_label") is not None:
        yield str(node["semantics_label"])
    elif node["_c"] == "Semantics":
        yield node.get("label") or ""
    else:
        yield from _written(node)
        if isinstance(hint := node.get("hint_text"), str):
            yield hint


def _tooltip(node: Node) -> str:
    tooltip = node.get("tooltip")
    return str(tooltip.get("message", "") if isinstance(tooltip, dict) else tooltip or "")


def _accessible_name(inside: list[Found], *, merged: bool) -> str:
    """The words of a screen reader for a control; merged tooltips count."""
    said: list[str] = []
    silent: list[Node] = []
    for each in inside:
        if any(outer is quiet for quiet in silent for outer in each.around):
            continue
        if each.node.get("exclude_semantics"):
            silent.append(each.node)
        if merged and (tip := _tooltip(each.node)):
            said.append(tip)
        said.extend(_spoken(each.node))
    return " ".join(word for word in said if word.strip())


def _described(each: Found) -> str:
    around = next((name for outer in reversed(each.around) if (name := identifier_of(outer))), None)
    text = " ".join(text for inner in drawn(each.node) for text in _written(inner.node))[:40]
    return f"{each.kind} #{each.id}{f' in {around!r}' if around else ''}{f' {text!r}' if text else ''}"


def _known_sizes(found: Found, side: str) -> list[float]:
    """The sizes that hold for a control: its own (or its only child's) and those around it."""
    sizes: list[float] = []
    inner: Any = found.node
    while (
        isinstance(inner, dict)
        and not _is_size(inner.get(side))
        and inner["_c"] in {"GestureDetector", "Semantics"}
    ):
        inner = inner.get("content")
    chain = [*found.around, inner if isinstance(inner, dict) else found.node]
    for parent, node in zip([{"_c": ""}, *chain], chain, strict=False):
        stretched = node.get("expand") and (
            (side == "width" and parent["_c"] == "Row")
            or (side == "height" and parent["_c"] in {"Column", VIEW})
        )
        if _is_size(node.get(side)) and not stretched:
            sizes.append(float(node[side]))
    return sizes


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
