"""What each key does on the battle screen. Everything that the pointer can do, keys can do."""

from __future__ import annotations

from wab.app.operations.key_groups import LENT
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.ui import Controls
from wab.app.wargame.hand.cursor import DIRECTIONS
from wab.app.wargame.screen.keys import Deed, plan_rooms
from wab.app.wargame.ui.key_groups import POINTER, ROOMS


def own_deed(screen: Controls, key: str, *, shift: bool) -> Deed | None:
    """What a key does here that it does in no other hex war; None where it means nothing of that kind."""
    if deed := _of_mode(screen, key, shift):
        return deed
    return None if shift and key in DIRECTIONS else _of_system(screen, key, shift)


def rooms_of(screen: Controls) -> tuple[str, ...]:
    """The rooms of keys that hold now, what comes first before the others."""
    hand = screen.interaction
    plan, usual = plan_rooms(screen), (screen.adapter.system, *ROOMS)
    if hand.aim is Aim.MOVE:
        return (*plan, POINTER.room, *usual)
    listed = screen.ui.panel == "delegation" and hand.question is None and hand.aim is Aim.ANY
    if listed and hand.mode in (Mode.IDLE, Mode.SELECTED, Mode.ADVANCE):
        return (*plan, LENT.room, *usual)
    return (*plan, *usual)


def _of_mode(screen: Controls, key: str, shift: bool) -> Deed | None:
    """Keys that mean something else while a dialog is open or the next click is aimed."""
    hand = screen.interaction
    if hand.mode is Mode.ATTACK:
        return {"b": hand.bombard_instead, "a": hand.tick_all}.get(key)
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


def _with_delegates(screen: Controls, key: str) -> Deed | None:
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


def _of_system(screen: Controls, key: str, shift: bool) -> Deed | None:
    """Keys that only this system has."""
    deeds: dict[str, Deed] = {
        "a": lambda: screen.aim(Aim.ATTACK),
        "b": lambda: screen.aim(Aim.BOMBARD),
        "m": lambda: screen.aim(Aim.MOVE),
        "k": screen.interaction.rebuild,
        "i": screen.show_sheet,
        "o": lambda: screen.toggle_panel("objectives"),
        "w": screen.keep_marks,
        "r": screen.show_arrivals,
        "l": lambda: screen.toggle_panel("forces"),
        "d": (lambda: screen.hand_over(screen.delegates.sector())) if shift else screen.delegate,
        **dict.fromkeys(("q", "x", "delete"), lambda: screen.toggle_panel("delegation")),
        "e": lambda: screen.toggle_panel("briefing"),
    }
    return deeds.get(key)
