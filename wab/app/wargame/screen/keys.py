"""What each key does on a hex-war battle screen. Everything that the pointer can do, keys can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from wab.app.play.desk import SPEEDS
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.app.wargame.hand.hand import Hand
from wab.app.wargame.hand.planning import Planning
from wab.app.wargame.rules.rule_browser import deed_of as reading_deed
from wab.app.wargame.troops import battle_order
from wab.app.wargame.ui.key_groups import PLAN
from wab.app.wargame.ui.ui import Commands, UiState

Deed = Callable[[], object]
STEPS, TURNS = {"arrow_up": -1, "arrow_down": 1}, {"arrow_left": -1, "arrow_right": 1}
"""Keys that go through rows, and by how many rows; those that change the value of a row."""


class Controls(Commands, Protocol):
    """The battle screen, as keys use it."""

    @property
    def interaction(self) -> Hand:
        """The hand of the player."""
        ...

    @property
    def ui(self) -> UiState:
        """What the player has opened."""
        ...

    @property
    def adapter(self) -> Any:
        """The adapter of its system."""
        ...

    @property
    def planning(self) -> Planning:
        """The plan of the player."""
        ...

    def plan(self) -> None:
        """Plan orders, or go back to giving them."""
        ...

    def give_next(self) -> None:
        """Give the first planned order."""
        ...

    def escape(self) -> None:
        """Put away what is open."""
        ...

    def confirm(self) -> None:
        """Do what is open."""
        ...

    def open_rules(self) -> None:
        """Open the rule book, at the clause that is being told if there is one; or put it away."""
        ...

    def toggle_journal(self) -> None:
        """Open the journal, or make it small again."""
        ...

    def own_deed(self, key: str, *, shift: bool) -> Deed | None:
        """What a key does that only the system has, or means something else for a while."""
        ...


def deed_of(screen: Controls, key: str, *, control: bool, shift: bool) -> Deed | None:
    """What a key does now; None where it means nothing here."""
    if deed := _of_planning(screen, key, control=control):
        return deed
    if control:
        return _with_control(screen, key)
    if deed := _of_rule_book(screen, key) or battle_order.deed_of(screen, key, shift):
        return deed
    return screen.own_deed(key, shift=shift) or _of_plan(screen, key, shift) or _always(screen, key, shift)


def _of_rule_book(screen: Controls, key: str) -> Deed | None:
    """Keys of the rule book while it is open."""
    if screen.ui.panel != "rules":
        return None
    return reading_deed(screen.ui, screen.adapter.rules, key, screen.adapter.sheets)


def plan_rooms(screen: Controls) -> tuple[str, ...]:
    """The room of the keys of the plan while it is open, before all others."""
    return (PLAN.room,) if _plan_is_open(screen) else ()


def _plan_is_open(screen: Controls) -> bool:
    hand = screen.interaction
    return screen.planning.on and not hand.covered and hand.question is None


def _of_planning(screen: Controls, key: str, *, control: bool) -> Deed | None:
    """Keys of the plan of orders, while it is open."""
    plan, hand = screen.planning, screen.interaction
    if not _plan_is_open(screen):
        return None
    if control:
        deeds: dict[str, Deed] = {
            "arrow_up": lambda: plan.shift(-1),
            "arrow_down": lambda: plan.shift(1),
            "delete": plan.clear,
            "enter": plan.give_all,
            "n": screen.give_next,
        }
        return deeds.get(key)
    if key.isdigit() and key != "0" and not hand.rows_open:
        return lambda: plan.choose(int(key) - 1)
    return plan.remove if key == "delete" else None


def _with_control(screen: Controls, key: str) -> Deed | None:
    """Keys with Control."""
    deeds: dict[str, Deed] = {
        "z": screen.undo,
        "a": screen.interaction.select_all,
        "f": lambda: screen.toggle_panel("search"),
    }
    return deeds.get(key)


def _of_plan(screen: Controls, key: str, shift: bool) -> Deed | None:
    """Keys that mean something else while orders are on offer, or with Shift."""
    hand = screen.interaction
    if key.isdigit() and key != "0" and hand.rows_open:
        return lambda: hand.choose(int(key) - 1)
    if key in STEPS and not shift and hand.answers_open:
        return lambda: hand.step(STEPS[key])
    if key in TURNS and not shift and hand.rows:
        return lambda: hand.turn(TURNS[key])
    if shift and key in DIRECTIONS and (start := hand.hovered if hand.hovered is not None else hand.hex) is not None:
        return lambda: hand.hover(step(screen.adapter.hexmap.grid, start, key))
    return None


def _always(screen: Controls, key: str, shift: bool) -> Deed | None:
    """Keys that mean the same at any time."""
    if len(key) == 1 and key in "12345":
        return lambda: screen.set_speed(SPEEDS[int(key) - 1])
    deeds: dict[str, Deed] = {
        "escape": screen.escape,
        "enter": screen.confirm,
        "space": screen.skip,
        "n": screen.next_unit,
        "tab": lambda: screen.next_unit(back=shift),
        "u": screen.interaction.next_of_stack,
        "f5": screen.what_if if shift else screen.end_turn,
        "g": lambda: screen.switch("fog"),
        "t": lambda: screen.switch("names"),
        "h": lambda: screen.switch("grid"),
        "f12": lambda: screen.switch("words"),
        "insert": lambda: screen.switch("north"),
        "f3": lambda: screen.switch("3d"),
        "f": lambda: screen.toggle_panel(battle_order.NAME),
        "p": screen.plan if shift else lambda: screen.toggle_panel("staff"),
        "f1": lambda: screen.toggle_panel("keys"),
        "f2": screen.open_rules,
        "j": screen.toggle_journal,
        "f9": screen.menu,
        "f10": screen.settings,
    }
    for name, layer in screen.adapter.layers.items():
        if layer.key:
            deeds.setdefault(layer.key.lower(), _lays(screen, name))
    return deeds.get(key)


def _lays(screen: Controls, name: str) -> Deed:
    return lambda: screen.set_overlay(name)
