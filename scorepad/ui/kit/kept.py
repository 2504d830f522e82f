"""A value that taps change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Concatenate, Generic, ParamSpec, TypeVar

from scorepad.ui.kit.window import Handler

T = TypeVar("T")
P = ParamSpec("P")


class Kept(Generic[T]):
    """A value that taps change: `value` is drawn; `now` is at a tap, since fingers are faster than the screen."""

    def __init__(self, read: Callable[[], T], write: Callable[[T], object]) -> None:
        self._read, self._write = read, write
        self.value: T = read()

    @property
    def now(self) -> T:
        return self._read()

    def change(self, f: Callable[Concatenate[T, P], T], *args: P.args, **kwargs: P.kwargs) -> None:
        """Applies `f` to the value as it is now, not as it was drawn."""
        self._write(f(self._read(), *args, **kwargs))

    def tap(self, f: Callable[Concatenate[T, P], T], *args: P.args, **kwargs: P.kwargs) -> Handler:
        """A handler that applies `f` to the value as it is at the tap."""
        return partial(self.change, f, *args, **kwargs)

    def set(self, value: T) -> None:
        """Replaces the value."""
        self._write(value)

    def sets(self, value: T) -> Handler:
        """A handler that replaces the value."""
        return partial(self.set, value)
