"""The keys on the battle screen of the card game. Everything that the pointer can do, keys can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from wab.app.cards.interaction import Interaction
from wab.app.cards.panels.rules import found_rules
from wab.app.cards.rule_tables import SHEETS
from wab.app.cards.ui import Commands, UiState
from wab.app.play.desk import SPEEDS
from wab.app.wargame.cursor import DIRECTIONS
from wab.app.wargame.rule_browser import deed_of as reading_deed

Deed = Callable[[], object]


class Keyed(Commands, Protocol):
    """The battle screen as the keys know it: the commands of its buttons, and what only keys do."""

    @property
    def interaction(self) -> Interaction:
        """The hand of the player."""
        ...

    @property
    def ui(self) -> UiState:
        """Return what the player has opened."""
        ...

    def open_rules(self) -> None:
        """Open the rule book, at the clause that is shown if there is one; or put it away."""
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
    """Return what a key does now; None if it means nothing here."""
    if control:
        if len(key) == 1 and key in "12345":
            return lambda: screen.set_speed(SPEEDS[int(key) - 1])
        return screen.undo if key == "z" else None
    if screen.ui.panel == "rules" and (deed := reading_deed(screen.ui, found_rules, key, SHEETS)) is not None:
        return deed
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
        "r": screen.open_rules,
        "f2": screen.open_rules,
        "f1": lambda: screen.toggle_panel("keys"),
        "h": lambda: screen.switch("labels"),
        "f3": lambda: screen.switch("3d"),
        "w": lambda: screen.switch("whole"),
        "f9": screen.menu,
        "f10": screen.settings,
    }
    return deeds.get(key)
