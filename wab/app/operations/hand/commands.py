"""Commands that only the flagship's battle screen has, and the temporary meaning of keys there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wab.app.operations.hand.assets import has_forces_list
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.operations.hand.plans import bombers
from wab.app.operations.hand.ui import Commands
from wab.app.wargame.adapter.typography import reason
from wab.app.wargame.hand.cursor import DIRECTIONS
from wab.app.wargame.screen.commands import panel_command
from wab.app.wargame.troops import battle_order
from wab.app.wargame.ui.commands import Command, Deed
from wab.app.wargame.ui.key_groups import POINTER
from wab.app.window.key_actions import KeyAction, KeyGroup
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_
from wab.locale import _, pgettext
from wab.systems.operations.combat.air import why_not_bomb

LISTED = "delegation"
"""The panel of the troops that are with the staff."""


def _why_no_bombers(hand: Interaction) -> str:
    """Return why no heavy bomber can be sent now; "" if one can."""
    if hand.mode not in (Mode.IDLE, Mode.SELECTED):
        return _("Not now: something else has to be decided first.")
    reasons = [why_not_bomb(hand.view.position, id_) for id_ in bombers(hand.view)]
    return "" if None in reasons else reason(reasons[0])


def _why_not_now(screen: Commands, why: Callable[[], Refusal | None]) -> str:
    """Return why the selected units cannot do something; "" if they can."""
    mode = screen.interaction.mode
    if mode is Mode.WATCHING:
        return _("Not now: the enemy is moving.")
    if mode is not Mode.SELECTED:
        return _("Not now: something else has to be decided first.")
    return reason(why())


def _aimed(aim: Aim, **more: Any) -> Command[Commands]:
    """A command that says what the next click is for; once more takes it back."""
    return Command(
        f"operations.{aim.value}",
        do=lambda s: s.aim(aim),
        icon=aim.value,
        down=lambda s: s.interaction.aim is aim,
        why_not=lambda s: _why_not_now(s, lambda: s.interaction.why_not_aim(aim)),
        **more,
    )


ATTACK = _aimed(
    Aim.ATTACK,
    words=N_("Attack; in its dialog: tick all units that can join"),
    keys=("a",),
    label=lambda: pgettext("order", "Attack"),
    tip=lambda _s: _("Attack an adjacent enemy stack."),
    clause="OPS-7.2-1",
)
BOMBARD = _aimed(
    Aim.BOMBARD,
    words=N_("Bombard; with nothing selected, by heavy bombers"),
    keys=("b",),
    label=lambda: _("Bombard"),
    tip=lambda _s: _("Guns fire at a detected enemy in range."),
    clause="OPS-7.5.1-2",
)
MOVE = _aimed(
    Aim.MOVE,
    words=N_("Move, also onto friends (or Shift and click)"),
    keys=("m",),
    label=lambda: _("Move"),
    tip=lambda _s: _("The next click moves there, also onto friends."),
    clause="OPS-6.2-1",
)
REBUILD: Command[Commands] = Command(
    "operations.rebuild",
    N_("Reconstitute the unit"),
    ("k",),
    lambda s: s.interaction.rebuild(),
    "reform",
    label=lambda: _("Rebuild"),
    tip=lambda _s: _("Points give the unit HP back; first rebuild, then attack."),
    clause="OPS-8.3.3-1",
    why_not=lambda s: _why_not_now(s, s.interaction.why_not_rebuild),
)
LEND: Command[Commands] = Command(
    "operations.lend",
    N_("Hand the selected units over to the staff, or take them back"),
    ("d",),
    lambda s: s.delegate(),
    "medal",
    "delegate",
    label=lambda: _("Delegate"),
    tip=lambda _s: _("Let the staff lead these units: it proposes, you approve. Once more takes them back."),
    down=lambda s: bool(s.interaction.units) and s.interaction.units <= s.delegates.units,
    why_not=lambda s: _why_not_now(s, lambda: None),
)
OWN: tuple[Command[Commands], ...] = (
    ATTACK,
    BOMBARD,
    MOVE,
    REBUILD,
    Command("operations.sheet", N_("Everything about the unit"), ("i",), lambda s: s.show_sheet()),
    panel_command("operations.objectives", N_("Objectives"), "o", "flag", "objectives"),
    Command(
        "operations.arrivals",
        N_("Reinforcements"),
        ("r",),
        lambda s: s.show_arrivals(),
        "clock",
        down=lambda s: s.ui.panel == battle_order.NAME and s.ui.tab == "arrivals",
    ),
    panel_command(
        "operations.forces",
        N_("Aircraft and ships"),
        "l",
        "plane",
        "forces",
        is_there=lambda s: has_forces_list(s.interaction.view),
    ),
    Command("operations.marks", N_("Keep the markers of objectives on the map"), ("w",), lambda s: s.keep_marks()),
    Command("operations.briefing", N_("Briefing"), ("e",), lambda s: s.toggle_panel("briefing")),
    LEND,
    Command(
        "operations.lend_division",
        N_("The same for their division"),
        ("ctrl+d",),
        lambda s: s.hand_over(s.delegates.division()),
    ),
    Command(
        "operations.lend_sector",
        N_("The same for all within three hexes"),
        ("shift+d",),
        lambda s: s.hand_over(s.delegates.sector()),
    ),
    Command(
        "operations.delegation",
        "",
        (),
        lambda s: s.toggle_panel(LISTED),
        "medal",
        tip=lambda _s: _("Delegated troops"),
        key="d",
        down=lambda s: s.ui.panel == LISTED,
    ),
    Command(
        "operations.bombers",
        "",
        (),
        lambda s: s.aim_bombers(),
        "fire",
        tip=lambda _s: _("Bombardment by heavy bombers: choose the enemy."),
        key="b",
        label=lambda: _("Heavy bombers"),
        clause="OPS-7.5.1-9",
        down=lambda s: s.interaction.aim is Aim.BOMBARD and not s.interaction.units,
        why_not=lambda s: _why_no_bombers(s.interaction),
        is_there=lambda s: bool(bombers(s.interaction.view)),
    ),
)
"""Overlays come after these, with the keys that their layers name."""
TOOLS = ("objectives", battle_order.NAME, "arrivals", "staff", "delegation", "forces", "bombers")

LENT = KeyGroup(
    "delegated troops",
    N_("Delegated troops, while their list is open"),
    (
        KeyAction("lent.refuse", N_("Refuse all"), ("delete",)),
        KeyAction("lent.aircraft", N_("Aircraft too"), ("q",)),
        KeyAction("lent.lasting", N_("Until taken back"), ("x",)),
    ),
    over=frozenset({"operations"}),
)
"""Keys of the list of orders that the staff proposes; they come before all others while it is open."""


def rooms_of(screen: Commands) -> tuple[str, ...]:
    """The rooms of keys that hold for a while: of the pointer while a move is aimed, of the delegated troops."""
    hand = screen.interaction
    if hand.aim is Aim.MOVE:
        return (POINTER.room,)
    listed = screen.ui.panel == LISTED and hand.question is None and hand.aim is Aim.ANY
    return (LENT.room,) if listed and hand.mode in (Mode.IDLE, Mode.SELECTED, Mode.ADVANCE) else ()


def own_deed(screen: Commands, key: str, *, shift: bool) -> Deed | None:
    """Return what a key means while a dialog or the list of delegated troops is open, or the next click is aimed."""
    hand = screen.interaction
    if hand.mode is Mode.ATTACK:
        return {"b": hand.bombard_instead, "a": hand.tick_all}.get(key)
    if hand.mode is Mode.REBUILD:
        by = {"+": 1, "=": 1, "arrow_up": 1, "arrow_right": 1, "-": -1, "arrow_down": -1, "arrow_left": -1}.get(key)
        return (lambda: hand.rebuild_points(by)) if by is not None else None
    if screen.ui.panel == LISTED and hand.question is None and (deed := _with_delegates(screen, key)):
        return deed
    if hand.aim is Aim.MOVE and key in DIRECTIONS:
        return lambda: hand.point(key)
    if hand.aim in (Aim.ATTACK, Aim.BOMBARD) and key in ("n", "tab"):
        return lambda: hand.point_at_next(back=shift)
    if key in ("q", "x", "delete"):
        return lambda: screen.toggle_panel(LISTED)
    return None


def _with_delegates(screen: Commands, key: str) -> Deed | None:
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
