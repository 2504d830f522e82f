"""The tree of controls that a client of Flet holds, and what of it is drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from flet.controls.object_patch import Operation

Node = dict[str, Any]
"""A control as the client holds it: `_i` its number, `_c` its type, and what differs from the defaults."""

VIEW: Final = "View"
COMPONENT: Final = "C"
FIELD: Final = "TextField"
MENU: Final = "PopupMenuButton"
FIRST_DRAWN: Final = ("appbar", "leading", "icon", "prefix", "title", "label", "value", "subtitle", "content")
LAST_DRAWN: Final = ("trailing", "suffix", "helper", "error", "actions", "action", "floating_action_button")
NOT_DRAWN: Final = frozenset({"drawer", "end_drawer", "_services", "services", "theme", "dark_theme"})
"""Parts of a control that are not on the screen; a drawer is only once it has been opened."""

_RANK: Final = {
    **{key: rank - len(FIRST_DRAWN) for rank, key in enumerate(FIRST_DRAWN)},
    **{key: rank + 1 for rank, key in enumerate(LAST_DRAWN)},
}


class OutOfSync(AssertionError):
    """The client does not hold what the app believes it shows."""


class Found(NamedTuple):
    """A control on the screen, with the controls around it, the outermost first."""

    node: Node
    around: tuple[Node, ...]

    @property
    def kind(self) -> str:
        return str(self.node["_c"])

    @property
    def id(self) -> int:
        return int(self.node["_i"])

    @property
    def enabled(self) -> bool:
        return not any(
            each.get("disabled") or each.get("ignore_interactions") for each in (*self.around, self.node)
        )


def is_drawn(node: Node) -> bool:
    """Whether the client draws a control, and speaks of it."""
    return node.get("visible") is not False and node.get("opacity") != 0


def drawn(value: Any, around: tuple[Node, ...] = (), opened: Collection[int] = ()) -> list[Found]:
    """All visible controls in a subtree, outer before inner; the items of a menu only while it is open."""
    found: list[Found] = []

    def draw(value: Any, around: tuple[Node, ...]) -> None:
        if isinstance(value, list):
            for each in value:
                draw(each, around)
        elif not isinstance(value, dict) or not is_drawn(value):
            return
        elif "_c" not in value:
            for each in value.values():
                draw(each, around)
        elif value["_c"] == COMPONENT:
            draw(value.get("_b"), around)
        else:
            found.append(Found(value, around))
            around = (*around, value)
            if value["_c"] == MENU and value["_i"] not in opened:
                draw(value.get("content"), around)
                return
            for part in _parts(value):
                draw(part[::-1] if value.get("reverse") and isinstance(part, list) else part, around)

    draw(value, around)
    return found


def _parts(node: Node) -> list[Any]:
    """The values of a control's properties, those drawn first before those drawn last."""
    keys = [key for key, part in node.items() if isinstance(part, dict | list) and key not in NOT_DRAWN]
    return [node[key] for key in sorted(keys, key=lambda key: _RANK.get(key, 0))]


def unwrapped(value: object) -> Iterator[Node]:
    """The controls in a list that may be nested in components, as `page.views` is."""
    if isinstance(value, list):
        for each in value:
            yield from unwrapped(each)
    elif isinstance(value, dict):
        if value.get("_c") == COMPONENT:
            yield from unwrapped(value.get("_b"))
        else:
            yield value


class Client:
    """The tree of a client: its first message, and every patch since."""

    def __init__(self, tree: Node | None = None) -> None:
        self.tree: Node = tree or {}
        self._controls: dict[int, Node] = {}
        """The controls that came into the tree, by their numbers."""
        self._note(self.tree)

    def find(self, number: int) -> Node | None:
        return self._controls.get(number)

    def _note(self, value: Any) -> None:
        """Note the controls in what comes into the tree."""
        if isinstance(value, dict):
            if "_i" in value:
                self._controls[value["_i"]] = value
            for each in value.values():
                self._note(each)
        elif isinstance(value, list):
            for each in value:
                self._note(each)

    def apply(self, number: int, patch: list[Any]) -> None:
        """Apply `[places, operation…]`: a place is `[number, {key: place}]`, an operation names its place.

        Raises OutOfSync where the tree has not what the patch wants to change.
        """
        root = self.find(number)
        if root is None:
            raise OutOfSync(f"a patch for control {number}, which the client does not have")
        places, *operations = patch
        paths: dict[int, tuple[Any, ...]] = {}

        def read(place: list[Any], path: tuple[Any, ...]) -> None:
            paths[place[0]] = path
            for key, inner in (place[1] if len(place) > 1 else {}).items():
                read(inner, (*path, key))

        read(places, ())
        for operation in operations:
            try:
                self._operate(root, paths, operation)
            except (KeyError, IndexError, TypeError) as missing:
                raise OutOfSync(
                    f"the client cannot do {operation!r:.200} on control {number}: {missing!r}"
                ) from missing

    def _operate(self, root: Node, paths: Mapping[int, tuple[Any, ...]], operation: list[Any]) -> None:
        def at(place: int) -> Any:
            value: Any = root
            for key in paths[place]:
                value = value[key]
            return value

        kind, place, key, *rest = operation
        target = at(place)
        match Operation(kind):
            case Operation.Add if isinstance(target, list):
                if not 0 <= key <= len(target):
                    raise IndexError(key)
                target.insert(key, rest[0])
                self._note(rest[0])
            case Operation.Replace | Operation.Add:
                target[key] = rest[0]
                self._note(rest[0])
            case Operation.Remove:
                target.pop(key)
            case Operation.Move:
                to, index = rest
                at(to).insert(index, target.pop(key))
