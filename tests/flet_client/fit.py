"""Which texts of a window would be cut or broken, worked out from the widths in the shipped fonts.

Only widths are laid out, as Flutter does it: what does not expand is as wide as it wants to be, the rest of a row
is shared among what expands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorepad.design import REGULAR
from scorepad.design.letters import width as width_of
from scorepad.text import wrapped

from .client import Driver
from .tree import Node, is_drawn, unwrapped

LONG = 30
"""Letters of a word that may be broken: a path."""
SLACK = 0.01
"""How much too wide a text may be, for the sake of rounding, in dp: Flutter breaks a word for 0.2 dp."""
BUTTON = 14 + 18 + 8 + 14
"""The width of a button with an icon, beside its words: padding, icon, gap."""
MENU = 280 - 2 * 12
"""The width of the lines of a menu, which does not grow with its text."""


def _rejoined(lines: list[str]) -> str:
    """Lines as one, whose words may have been parted after a hyphen."""
    return " ".join(lines).replace("- ", "-")


def clipped(app: Driver) -> list[str]:
    """Texts that are cut or broken inside a word, and rows that are too wide."""
    (view,) = app.stacked()[-1:]
    fit = _Fit(app.page.data.layout.growth)
    return list(dict.fromkeys(fit.faults(view, float(app.client.tree["width"]))))


def _sides(value: Any) -> float:
    """The width of a padding or a margin."""
    if isinstance(value, dict):
        return float(value.get("left") or 0) + float(value.get("right") or 0)
    return 2 * float(value or 0)


def _padding(node: Node) -> float:
    """The width of the padding of a control; a button has it in its style."""
    return _sides(
        (node.get("style") or {}).get("padding") if node["_c"] == "TextButton" else node.get("padding")
    )


def _children(node: Node) -> list[Node]:
    inside = node.get("controls") or ([node["content"]] if isinstance(node.get("content"), dict) else [])
    return [child for child in unwrapped(inside) if is_drawn(child)]


class _Fit:
    """Texts so much larger than plain, in the widths that they get."""

    def __init__(self, growth: float) -> None:
        self.growth = growth

    def lines(self, text: Node) -> list[float]:
        """The widths of the lines of a text, before any of them is broken."""
        size, family = float(text.get("size", 14)), str(text.get("font_family", REGULAR))
        parts = [(text.get("value") or "", size, family)]
        for span in text.get("spans") or []:
            style = span.get("style") or {}
            parts.append((span.get("text") or "", style.get("size", size), style.get("font_family", family)))
        lines = [0.0]
        for words, size, family in parts:
            for number, line in enumerate(words.split("\n")):
                if number:
                    lines.append(0.0)
                lines[-1] += width_of(line, size * self.growth, family)
        return lines

    def natural(self, node: Node) -> float:
        """How wide a control wants to be."""
        kind, inside = node["_c"], _children(node)
        if kind == "Text":
            return max(self.lines(node))
        if kind == "Icon":
            scaled = node.get("apply_text_scaling") is not False
            return float(node.get("size") or 24) * (self.growth if scaled else 1)
        if kind == "OutlinedButton":
            return width_of(str(node.get("content")), 14 * self.growth) + BUTTON
        if node.get("width"):
            return float(node["width"])
        wants = [self.natural(child) for child in inside]
        if kind == "Row":
            return sum(wants) + float(node.get("spacing", 10)) * (len(wants) - 1)
        return max(wants, default=0) + _padding(node) + _sides(node.get("margin"))

    def faults(self, node: Node, width: float) -> Iterator[str]:
        """The faults in a control of this width."""
        kind, inside = node["_c"], _children(node)
        if kind == "Text":
            yield from self.cut(node, width)
        elif kind == "PopupMenuButton":
            for item in node["items"]:
                if item.get("content"):
                    yield from self.faults(item["content"], MENU)
        elif kind == "Row" and not node.get("scroll") and not node.get("wrap"):
            spacing = node.get("spacing", 10) * (len(inside) - 1)
            flexible = [child for child in inside if child.get("expand")]
            fixed = {child["_i"]: self.natural(child) for child in inside if not child.get("expand")}
            left = width - spacing - sum(fixed.values())
            if left < -SLACK:
                yield f"a row is {-left:.0f} dp too wide: {self.said(node)!r}"
            shares = sum(int(child["expand"]) for child in flexible)
            for child in inside:
                share = fixed.get(child["_i"])
                yield from self.faults(
                    child, left * int(child["expand"]) / shares if share is None else share
                )
        elif kind == "Row":
            for child in inside:
                wants = self.natural(child)
                yield from self.faults(child, wants if node.get("scroll") else min(wants, width))
        elif node.get("heading_level") == 1 and not node.get("live_region"):
            return  # a title may end in dots, unless it is news
        elif kind == "OutlinedButton":
            if self.natural(node) > width + SLACK:
                yield f"cut: {node.get('content')!r}"
        else:
            width = min(width, float(node["width"])) if node.get("width") else width
            for child in inside:
                yield from self.faults(child, width - _padding(node) - _sides(node.get("margin")))

    def cut(self, text: Node, width: float) -> Iterator[str]:
        """Whether a text is cut, or one of its words broken."""
        lines, most = self.lines(text), text.get("max_lines")
        if max(lines) <= width + SLACK:
            return
        words = text.get("value") or " ".join(span.get("text") or "" for span in text.get("spans") or [])
        if most == 1 or text.get("no_wrap"):
            yield f"cut: {words!r} ({max(lines):.2f} dp in {width:.2f})"
            return
        scale = max(lines) / max(width_of(words, 1.0), 0.01)  # by size and weight
        broken = wrapped(words, width + SLACK, lambda part: scale * width_of(part, 1.0))
        if len(broken) > (most or 99):
            yield f"cut: {words!r} (in {len(broken)} lines, not {most})"
        elif _rejoined(broken) != _rejoined([words]) and max(map(len, words.split())) < LONG:
            yield f"broken: {words!r} (in {width:.0f} dp)"

    def said(self, node: Node) -> str:
        """All that is written in a control."""
        if node["_c"] == "Text":
            return str(
                node.get("value") or "".join(span.get("text") or "" for span in node.get("spans") or [])
            )
        return " ".join(filter(None, map(self.said, _children(node))))[:60]
