"""The commands of a player on a hex-war battle screen: keys can do everything that the pointer can do."""

from __future__ import annotations

from typing import Any

from wab.app.play.what_if import why_not_try
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.pictures import Layer
from wab.app.wargame.lists import counter_key, records
from wab.app.wargame.screen.battle import Battle
from wab.app.wargame.troops import battle_order
from wab.app.wargame.ui.commands import Command, key_rows
from wab.app.wargame.ui.key_groups import HEX_ROOM, PLAN_ROOM
from wab.app.window.key_actions import CAMERA, KeyGroup
from wab.engine.words.text import N_
from wab.locale import _

Screen = Battle[Any, Any]


def _try_words(screen: Screen) -> str:
    return _("Back to the game") if screen.session.is_copy else _("What if: try your turn on a copy")


def _dimension_words(screen: Screen) -> str:
    return _("To two dimensions") if screen.ui.three_d else _("To three dimensions")


def panel_command(id_: str, words: str, key: str, icon: str, panel: str, **more: Any) -> Command[Any]:
    """The command that opens a panel and puts it away; its tool has the name of the panel. `more` as of a `Command`."""

    def toggle(screen: Screen) -> None:
        screen.toggle_panel(panel)

    return Command(id_, words, (key,), toggle, icon, panel, down=lambda s: s.ui.panel == panel, **more)


ORDER_OF_BATTLE = panel_command(
    "hex.order_of_battle",
    N_("Order of battle; in it arrows, Enter, Tab"),
    "f",
    "layers",
    battle_order.NAME,
    tip=lambda _s: _("Order of battle"),
)
PLANS: Command[Screen] = Command(
    "hex.plan",
    N_("Plan orders, and give them later"),
    ("shift+p",),
    lambda s: s.plan(),
    "move",
    down=lambda s: s.planning.on,
    why_not=lambda s: "" if s.planning.on else s.planning.why_not(),
)
WHAT_IF: Command[Screen] = Command(
    "hex.what_if",
    N_("What if: try your turn on a copy, and back"),
    ("shift+f5",),
    lambda s: s.what_if(),
    "question",
    "what-if",
    tip=_try_words,
    down=lambda s: s.session.is_copy,
    why_not=lambda s: "" if s.session.is_copy else why_not_try(s.session),
)
FOG: Command[Screen] = Command(
    "hex.fog",
    N_("Fog of war"),
    ("g",),
    lambda s: s.switch("fog"),
    "overcast",
    down=lambda s: s.ui.fog,
    why_not=lambda s: str(s.adapter.why_no_fog()),
)
NORTH: Command[Screen] = Command(
    "hex.north",
    N_("North at the top, or as the map is printed"),
    ("insert",),
    lambda s: s.switch("north"),
    "arrow_up",
    tip=lambda _s: _("North at the top"),
)
FLAT: Command[Screen] = Command("camera.2d", "", ("f3",), lambda s: s.switch("3d"), "2d", "3d", tip=_dimension_words)
DEEP: Command[Screen] = Command("camera.3d", "", ("f3",), lambda s: s.switch("3d"), "3d", "3d", tip=_dimension_words)
LAST_TURN: Command[Screen] = Command(
    "hex.last_turn",
    N_("Last turn, scene by scene"),
    ("ctrl+l",),
    lambda s: s.show_last_turn(),
    "eye",
    "last-turn",
    tip=lambda _s: _("Last turn"),
    why_not=lambda s: "" if s.can_show_last_turn else _("The enemy has done nothing that could be shown now."),
)
COMMANDS: tuple[Command[Screen], ...] = (
    Command("hex.next", N_("Next unit, next target"), ("tab", "n"), lambda s: s.next_unit()),
    Command("hex.of_stack", N_("The units of the stack one by one"), ("u",), lambda s: s.interaction.next_of_stack()),
    Command("hex.confirm", N_("Confirm what is open, go where the pointer is"), ("enter",), lambda s: s.confirm()),
    Command("hex.select_all", N_("Select the whole stack"), ("ctrl+a",), lambda s: s.interaction.select_all()),
    Command("hex.undo", N_("Take back the last order"), ("ctrl+z",), lambda s: s.undo()),
    Command("hex.skip", N_("Skip what is being replayed"), ("space",), lambda s: s.skip()),
    LAST_TURN,
    Command("hex.end", N_("End the turn"), ("f5",), lambda s: s.end_turn()),
    ORDER_OF_BATTLE,
    panel_command("hex.staff", N_("Staff plan"), "p", "star", "staff"),
    PLANS,
    WHAT_IF,
    FOG,
    Command("hex.names", N_("Names"), ("t",), lambda s: s.switch("names"), "map", down=lambda s: s.ui.names),
    NORTH,
    Command("hex.tool_words", N_("Tools with words, or without"), ("f12",), lambda s: s.switch("words"), tool="words"),
    Command("hex.grid", N_("Hex grid"), ("h",), lambda s: s.switch("grid"), "hex", down=lambda s: s.ui.grid),
    Command("hex.journal", N_("Journal"), ("j",), lambda s: s.toggle_journal()),
    Command("hex.find", N_("Find a unit or a place"), ("ctrl+f",), lambda s: s.toggle_panel("search")),
    Command("hex.rules", N_("Rules"), ("f2",), lambda s: s.open_rules()),
    Command("hex.keys", N_("All keys"), ("f1",), lambda s: s.toggle_panel("keys")),
    Command("hex.menu", N_("Menu"), ("f9",), lambda s: s.menu()),
    Command("hex.settings", N_("Settings"), ("f10",), lambda s: s.settings()),
)
"""The commands of every such screen. Overlays and the commands of a system come in addition."""

PLAN_COMMANDS: tuple[Command[Screen], ...] = (
    Command("plan.remove", N_("Take an order off"), ("delete",), lambda s: s.planning.remove()),
    Command("plan.clear", N_("Clear the plan"), ("ctrl+delete",), lambda s: s.planning.clear()),
    Command("plan.earlier", N_("An order earlier"), ("ctrl+arrow_up",), lambda s: s.planning.shift(-1)),
    Command("plan.later", N_("An order later"), ("ctrl+arrow_down",), lambda s: s.planning.shift(1)),
    Command("plan.next", N_("Give the next order"), ("ctrl+n",), lambda s: s.give_next()),
    Command("plan.all", N_("Give all orders"), ("ctrl+enter",), lambda s: s.planning.give_all()),
)

HEX = KeyGroup(HEX_ROOM, N_("Battle"), key_rows(COMMANDS), beside=frozenset({CAMERA.room}))
PLAN = KeyGroup(
    PLAN_ROOM,
    N_("Plan of orders, while it is open"),
    key_rows(PLAN_COMMANDS),
    beside=frozenset({HEX.room, CAMERA.room}),
)
"""Keys of the plan; while it is open all others hold as well."""
ROOMS = (HEX.room, CAMERA.room)


def layer_commands(adapter: Adapter | type[Adapter]) -> list[Command[Screen]]:
    """The commands that lay an overlay over the map, or take it away."""
    return [_layer_command(adapter.system, name, adapter.layers[name]) for name in adapter.layers]


def _layer_command(system: str, name: str, layer: Layer) -> Command[Screen]:
    return Command(
        f"{system}.layer.{name}",
        layer.words,
        (layer.key.lower(),) if layer.key else (),
        lambda s: s.set_overlay(name),
        layer.icon,
        name,
        down=lambda s: s.ui.overlay == name,
        is_there=lambda s: bool(s.adapter.has_layer(name)),
    )


def list_commands(adapter: Adapter | type[Adapter]) -> list[Command[Screen]]:
    """Return the commands that open the lists which the system of an adapter fills."""
    kind = adapter if isinstance(adapter, type) else type(adapter)
    key = panel_command(
        f"{kind.system}.legend",
        N_("Key to the counters and short words"),
        "q",
        counter_key.ICON,
        counter_key.NAME,
        tip=lambda _s: _("Key to the counters"),
    )
    told = panel_command(f"{kind.system}.records", N_("Records"), "k", records.ICON, records.NAME)
    filled = (kind.records is not Adapter.records, kind.counter_key is not Adapter.counter_key)
    return [command for command, is_there in zip((told, key), filled, strict=True) if is_there]
