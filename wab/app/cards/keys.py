"""What each key does on the battle screen of the card game. Everything that the pointer can do, keys can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wab.app.cards.interaction import Interaction
from wab.app.cards.ui import Commands
from wab.app.play.desk import SPEEDS
from wab.app.wargame.cursor import DIRECTIONS

Deed = Callable[[], object]


class Keyed(Commands, Protocol):
    """The battle screen as the keys know it: the commands of its buttons, and what only keys do."""

    @property
    def interaction(self) -> Interaction:
        """The hand of the player."""
        ...

    def escape(self) -> None:
        """Put away what is open."""
        ...

    def confirm(self) -> None:
        """Do what is prepared."""
        ...

    def press(self, number: int) -> None:
        """A digit: a choice of the decision at hand, or a card of the hand."""
        ...

    def point(self, key: str) -> None:
        """Move the pointer of the keys."""
        ...

    def next_thing(self, *, back: bool = False) -> None:
        """Go to the next unit, or target, with something to do."""
        ...


def deed_of(screen: Keyed, key: str, *, control: bool, shift: bool) -> Deed | None:
    """What a key does now; None where it means nothing here."""
    if control:
        if len(key) == 1 and key in "12345":
            return lambda: screen.set_speed(SPEEDS[int(key) - 1])
        return screen.undo if key == "z" else None
    if shift and key in DIRECTIONS:
        return lambda: screen.point(key)
    if len(key) == 1 and key in "123456789":
        return lambda: screen.press(int(key))
    deeds: dict[str, Deed] = {
        "escape": screen.escape,
        "enter": screen.confirm,
        "space": screen.skip,
        "f5": screen.done,
        "a": screen.interaction.order_all,
        "n": screen.next_thing,
        "tab": lambda: screen.next_thing(back=shift),
        "j": lambda: screen.toggle_panel("journal"),
        "t": lambda: screen.toggle_panel("summary"),
        "d": lambda: screen.toggle_panel("discards"),
        "p": lambda: screen.toggle_panel("advice"),
        "r": lambda: screen.toggle_panel("rules"),
        "f1": lambda: screen.toggle_panel("keys"),
        "h": lambda: screen.switch("labels"),
        "f3": lambda: screen.switch("3d"),
        "w": lambda: screen.switch("whole"),
        "f9": screen.menu,
        "f10": screen.settings,
    }
    return deeds.get(key)
