"""From what the engine tells of the keyboard to keys: it tells of each key by its place, by its name, or by both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from wab.app.window.keyboard import PLACES, Keyboard


class Kind(Enum):
    """The kinds of things that can happen to a key, and a character that was typed."""

    DOWN = "down"
    REPEAT = "repeat"
    UP = "up"
    TYPED = "typed"


_PRESSES = (Kind.DOWN, Kind.REPEAT)


class Told(NamedTuple):
    """Something that the engine told: the engine's name of the key, or its place, or the character."""

    kind: Kind
    name: str = ""
    place: str = ""


class Stroke(NamedTuple):
    """A key of the bindings that went down (also when it repeats) or up, or a character that was typed."""

    kind: Kind
    name: str


class KeyStrokes:
    """Collects what the engine tells in a frame, and remembers the keys that are down."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self._down: dict[Told, str] = {}  # names of the keys that are down, by how their release will be reported
        self._last = Told(Kind.UP)  # that went down

    def tell(self, kind: Kind, name: str = "", place: str = "") -> None:
        """The engine tells of a key, or of a character."""
        self._told.append(Told(kind, name, place))

    @property
    def is_quiet(self) -> bool:
        """Return whether nothing was reported since the last `take`."""
        return not self._told

    def take(self, keyboard: Keyboard) -> Iterator[Stroke]:
        """The strokes reported since the last call, in order."""
        told, self._told = _joined(self._told, keyboard), []
        for number, event in enumerate(told):
            if event.kind is Kind.TYPED:
                yield Stroke(Kind.TYPED, event.name)
                if self._repeats_by_typing(told, number):
                    yield Stroke(Kind.DOWN, self._down[_release(self._last)])
            elif event.kind is Kind.UP:
                if name := self._down.pop(event, ""):
                    yield Stroke(Kind.UP, name)
            elif event.kind is Kind.REPEAT:
                again = self._down.get(_release(self._last)) if event.name == self._last.name else None
                yield Stroke(Kind.DOWN, again or event.name)
            elif name := keyboard.meant(event.place, event.name):
                self._last = event
                self._down[_release(event)] = name
                yield Stroke(Kind.DOWN, name)

    def let_go(self) -> Iterator[Stroke]:
        """Let all keys go: the window hears of them no more."""
        down, self._down = self._down, {}
        return (Stroke(Kind.UP, name) for name in down.values())

    def _repeats_by_typing(self, told: Sequence[Told], number: int) -> bool:
        """Checks if a character comes from a key that is held and that the engine cannot name: nothing else tells."""
        around = (_next(told, range(number - 1, -1, -1)), _next(told, range(number + 1, len(told))))
        alone = not any(other is not None and told[other].kind in _PRESSES for other in around)
        return alone and not self._last.name and _release(self._last) in self._down


def _release(event: Told) -> Told:
    """Return how the release of a key is reported: by the place of a key that prints a sign, else by the name."""
    return Told(Kind.UP, place=event.place) if event.place in PLACES else Told(Kind.UP, event.name)


def _joined(told: Sequence[Told], keyboard: Keyboard) -> list[Told]:
    """Join the place and the name of each key that went down. Some systems tell the place first, some the name."""
    found: list[Told | None] = list(told)
    for number in range(len(told)):
        first, later = found[number], _next(told, range(number + 1, len(told)))
        second = found[later] if later is not None else None
        if first is None or second is None or (first.kind, second.kind) != (Kind.DOWN, Kind.DOWN):
            continue
        place_first = not first.name and not second.place
        name_first = not first.place and not second.name and keyboard.named.get(second.place) == first.name
        if later is not None and (place_first or name_first):
            found[later] = Told(Kind.DOWN, first.name or second.name, first.place or second.place)
            found[number] = None
    return [event for event in found if event is not None]


def _next(told: Sequence[Told], numbers: range) -> int | None:
    """The first of these events that is no character."""
    return next((number for number in numbers if told[number].kind is not Kind.TYPED), None)
