"""What each key does on the battle screen. Everything that the pointer can do, keys can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wab.app.cursor import DIRECTIONS
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.ui import SPEEDS
from wab.engine.text import N_

if TYPE_CHECKING:
    from wab.app.operations.battle import BattleScreen

Deed = Callable[[], object]

KEYS = (
    ("Esc", N_("Put away what is open, then the selection")),
    ("N, Tab", N_("Next unit that has not acted, next enemy to aim at")),
    ("U", N_("The units of the stack one by one")),
    ("A", N_("Attack")),
    ("B", N_("Bombard; with nothing selected, by heavy bombers")),
    ("M", N_("Move, also onto friends (or Shift and click)")),
    ("Y U G J B N", N_("While a move is aimed: the pointer to the six sides")),
    ("1 – 9", N_("In a dialog: tick or untick a row")),
    ("K", N_("Reconstitute the unit")),
    ("Enter", N_("Confirm what is open, go where the pointer is")),
    ("Ctrl A, Ctrl Z", N_("Select the whole stack, undo")),
    ("Space", N_("Skip what is being replayed")),
    ("F5", N_("End the turn")),
    ("O, R, L", N_("Objectives, reinforcements, aircraft and ships")),
    ("W", N_("Keep the markers of objectives on the map")),
    ("P", N_("What the staff would do")),
    ("D", N_("Hand the selected units over to the staff, or take them back")),
    ("Ctrl D, Shift D", N_("The same for their division, for all within three hexes")),
    ("1 – 9, Enter", N_("With delegated troops: approve an order, approve all")),
    ("Del, Q, X", N_("With them: refuse all, aircraft too, until taken back")),
    ("I", N_("Everything about the unit")),
    ("S, C, Z, V", N_("Supply, control, zones, sight on the map")),
    ("G, T, H", N_("Fog, names, grid")),
    ("F3", N_("Two or three dimensions")),
    ("J, E, Ctrl F", N_("Journal, briefing, find a unit or a place")),
    ("1 – 5", N_("Speed of the replay")),
    ("F2, F10", N_("Rules, settings")),
)
"""The keys as the list of keys shows them."""


def deed_of(screen: BattleScreen, key: str, *, control: bool, shift: bool) -> Deed | None:
    """What a key does now; None where it means nothing here."""
    if control:
        return _with_control(screen, key)
    return _of_mode(screen, key, shift) or _always(screen, key, shift)


def _with_control(screen: BattleScreen, key: str) -> Deed | None:
    deeds: dict[str, Deed] = {
        "z": screen.undo,
        "a": screen.interaction.select_all,
        "f": lambda: screen.toggle_panel("search"),
        "d": lambda: screen.hand_over(screen.delegates.division()),
    }
    return deeds.get(key)


def _of_mode(screen: BattleScreen, key: str, shift: bool) -> Deed | None:
    """Keys that mean something else while a dialog is open or the next click is aimed."""
    hand = screen.interaction
    if hand.mode in (Mode.ATTACK, Mode.BOMBARD, Mode.ADVANCE) and key.isdigit() and key != "0":
        return lambda: hand.toggle_row(int(key) - 1)
    if hand.mode is Mode.ATTACK:
        return {"b": hand.bombard_instead, "tab": hand.next_origin}.get(key)
    if hand.mode is Mode.REBUILD:
        by = {"+": 1, "=": 1, "arrow_up": 1, "arrow_right": 1, "-": -1, "arrow_down": -1, "arrow_left": -1}.get(key)
        return (lambda: hand.rebuild_points(by)) if by is not None else None
    if screen.ui.panel == "delegation" and hand.question is None and (deed := _with_delegates(screen, key)):
        return deed
    if hand.aim is Aim.MOVE and key in DIRECTIONS:
        return lambda: hand.point(key)
    if hand.aim in (Aim.ATTACK, Aim.BOMBARD) and key in ("n", "tab"):
        return lambda: hand.point_at_next(back=shift)
    return None


def _with_delegates(screen: BattleScreen, key: str) -> Deed | None:
    """Keys of the list of orders that the staff proposes."""
    lent, hand = screen.delegates, screen.interaction
    if hand.mode not in (Mode.IDLE, Mode.SELECTED, Mode.ADVANCE) or hand.aim is not Aim.ANY:
        return None
    if hand.mode is not Mode.ADVANCE:
        if key.isdigit() and key != "0":
            return lambda: lent.approve(int(key) - 1)
        if key == "enter" and lent.proposals:
            return lent.approve_all
    deeds: dict[str, Deed] = {"delete": lent.refuse, "q": lent.lend_aircraft, "x": lent.change_term}
    return deeds.get(key)


def _always(screen: BattleScreen, key: str, shift: bool) -> Deed | None:
    if len(key) == 1 and key in "12345":
        return lambda: screen.set_speed(SPEEDS[int(key) - 1])
    deeds: dict[str, Deed] = {
        "escape": screen.escape,
        "enter": screen.confirm,
        "space": screen.skip,
        "n": screen.next_unit,
        "tab": lambda: screen.next_unit(back=shift),
        "u": screen.interaction.next_of_stack,
        "f5": screen.end_turn,
        "a": lambda: screen.aim(Aim.ATTACK),
        "b": lambda: screen.aim(Aim.BOMBARD),
        "m": lambda: screen.aim(Aim.MOVE),
        "k": screen.interaction.rebuild,
        "i": screen.show_sheet,
        "s": lambda: screen.set_overlay("supply"),
        "c": lambda: screen.set_overlay("control"),
        "z": lambda: screen.set_overlay("zones"),
        "v": lambda: screen.set_overlay("sight"),
        "g": lambda: screen.switch("fog"),
        "t": lambda: screen.switch("names"),
        "h": lambda: screen.switch("grid"),
        "f3": lambda: screen.switch("3d"),
        "o": lambda: screen.toggle_panel("objectives"),
        "w": screen.keep_marks,
        "r": lambda: screen.toggle_panel("arrivals"),
        "l": lambda: screen.toggle_panel("forces"),
        "p": lambda: screen.toggle_panel("staff"),
        "d": (lambda: screen.hand_over(screen.delegates.sector())) if shift else screen.delegate,
        **dict.fromkeys(("q", "x", "delete"), lambda: screen.toggle_panel("delegation")),
        "f1": lambda: screen.toggle_panel("keys"),
        "f2": lambda: screen.toggle_panel("rules"),
        "j": screen.toggle_journal,
        "e": lambda: screen.toggle_panel("briefing"),
        "f10": screen.settings,
    }
    return deeds.get(key)
