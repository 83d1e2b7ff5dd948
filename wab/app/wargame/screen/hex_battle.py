"""The battle screen of hex wars with its keys and its tools."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from wab.app.hud.widgets import Action
from wab.app.map.scene import MapScene
from wab.app.play.desk import SPEEDS
from wab.app.play.director import Role
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.app.wargame.hand.hand import Hand
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.muster.pages import Muster
from wab.app.wargame.rules.rule_browser import deed_of as reading_deed
from wab.app.wargame.screen.battle import Battle
from wab.app.wargame.screen.commands import (
    COMMANDS,
    DEEP,
    FLAT,
    FOG,
    LAST_TURN,
    NORTH,
    ORDER_OF_BATTLE,
    PLAN,
    PLAN_COMMANDS,
    PLANS,
    ROOMS,
    WHAT_IF,
    layer_commands,
    list_commands,
)
from wab.app.wargame.screen.show import deed_of_show
from wab.app.wargame.troops import battle_order
from wab.app.wargame.ui.commands import Command, Deed, deed_in
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.ui import UiState
from wab.app.window.key_actions import Chord
from wab.app.window.settings import KNOWN
from wab.hexes import HexId

STEPS, TURNS = {"arrow_up": -1, "arrow_down": 1}, {"arrow_left": -1, "arrow_right": 1}
"""Keys that go through rows, and by how many rows; keys that change the value of a row."""

H = TypeVar("H", bound=Hand)
U = TypeVar("U", bound=UiState)


class HexBattle(Battle[H, U], Generic[H, U]):
    """A game being played on a hex map. A system adds commands of its own, and keys that mean something for a while."""

    own_commands: tuple[Command[Any], ...] = ()
    """Commands that only this system has."""
    first_tools: tuple[str, ...] = (ORDER_OF_BATTLE.name, "staff")
    """The tools on top of the column, by name."""

    @property
    def rooms_for_a_while(self) -> tuple[str, ...]:
        """Rooms of keys that come before the others now, the plan apart."""
        return ()

    def own_deed(self, key: str, *, shift: bool) -> Deed | None:
        """Return the deed that a key has for a while, in a dialog or a list of the system."""
        return None

    @property
    def muster(self) -> Muster | None:
        """The pages of units off the map; None in a system without them."""
        return None

    def hex_at(self, x: float, y: float) -> HexId | None:
        """The hex under a point of the HUD."""
        scale = self._desk.kit.scale if self._desk is not None else 1.0
        return self._scene.pick(x * scale, y * scale) if self._scene is not None else None

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """Return the hexes open to a unit off the map that is chosen, else what every battle speaks of."""
        if self.muster is not None and (coming := tuple(muster_panel.spoken_of(desk, self.muster))):
            return coming, coming[:1]
        return super().places_spoken_of(desk, scene)

    # ---- tools

    def tools(self) -> list[tuple[str, Action]]:
        """Return the column of tools by name: tools of the system, plans, overlays, and the contents of the map."""
        lists = list_commands(self.adapter)
        known = {command.name: command for command in (*COMMANDS, *self.own_commands, *lists)}
        view = (FOG, known["names"], known["grid"], NORTH, FLAT if self.ui.three_d else DEEP)
        first = (known[name] for name in self.first_tools)
        more = [command for command in lists if command.name not in self.first_tools]
        found = (*first, *more, PLANS, WHAT_IF, LAST_TURN, *layer_commands(self.adapter), *view)
        return [(command.name, command.action(self)) for command in found if command.is_there(self)]

    def use(self, tool: str) -> None:
        """A click on a tool; a new one is counted until it is known."""
        next(command for command in self._commands if command.name == tool).do(self)
        uses = self.ui.tool_uses
        if self._window is not None and uses is not None and uses.get(tool, 0) < KNOWN:
            uses[tool] = uses.get(tool, 0) + 1
            self._window.remember("tool_uses", dict(uses))

    # ---- keys

    @property
    def _commands(self) -> tuple[Command[Any], ...]:
        return (*self.own_commands, *COMMANDS, *list_commands(self.adapter), *layer_commands(self.adapter), DEEP)

    @property
    def key_rooms(self) -> tuple[str, ...]:
        """Rooms that hold for a while, then the rooms of the system, of all hex battles, and of the camera."""
        plan = (PLAN.room,) if self._plan_is_open else ()
        return *plan, *self.rooms_for_a_while, self.adapter.system, *ROOMS

    @property
    def _plan_is_open(self) -> bool:
        hand = self.interaction
        return self.planning.on and not hand.covered and hand.question is None

    def _deed(self, key: str, *, control: bool, shift: bool) -> Deed | None:
        chord = Chord(key, control, shift)
        deed = self._of_muster(chord) or self._of_planning(chord)
        if deed is None and not control:
            deed = self._for_a_while(key, shift) or self._fixed(key, shift)
        return deed or deed_in(self._commands, self, chord)

    def _of_muster(self, chord: Chord) -> Deed | None:
        """Keys of the page of units off the map, while it is open."""
        if self.muster is None or chord.control:
            return None
        return muster_panel.deed_of(self._desk, self.muster, chord.key, shift=chord.shift)

    def _of_planning(self, chord: Chord) -> Deed | None:
        """Keys of the plan of orders, while it is open."""
        key, plan = chord.key, self.planning
        if not self._plan_is_open:
            return None
        if not chord.control and key.isdigit() and key != "0" and not self.interaction.rows_open:
            return lambda: plan.choose(int(key) - 1)
        return deed_in(PLAN_COMMANDS, self, chord)

    def _for_a_while(self, key: str, shift: bool) -> Deed | None:
        """Return the deed of a key while the rule book, a list, a dialog or an aim is open, or with Shift."""
        deed = self._of_card(key) if self.results.waits else None
        deed = deed or self._of_show(key)
        if self.ui.panel == "rules":
            deed = deed or reading_deed(self.ui, self.adapter.rules, key, self.adapter.sheets)
        deed = deed or battle_order.deed_of(self, key, shift) or self.own_deed(key, shift=shift)
        return deed or self._of_rows(key, shift)

    def _of_show(self, key: str) -> Deed | None:
        """Keys that mean something else while others are shown."""
        if self._show is None or not self._show.director.going or self._show.director.role == Role.OWN:
            return None
        return self.toggle_follow if key == "v" else deed_of_show(self._show.director, key)

    def _of_card(self, key: str) -> Deed | None:
        """Keys of the card of a fight: on with the game, or the fight once more."""
        if key == "r":
            return self._fight_again
        return self.results.close if key in ("enter", "escape", "space") else None

    def _fight_again(self) -> None:
        """Show the fight on the card once more."""
        card = self.results.card
        if card is not None and card.first is not None and self.can_show(card.first):
            self.results.close()
            self.show_again(card.first)

    def _of_rows(self, key: str, shift: bool) -> Deed | None:
        """Keys that mean something else while orders or rows are listed, or with Shift."""
        hand = self.interaction
        if key.isdigit() and key != "0" and hand.rows_open:
            return lambda: hand.choose(int(key) - 1)
        if key in STEPS and not shift and hand.answers_open:
            return lambda: hand.step(STEPS[key])
        if key in TURNS and not shift and hand.rows:
            return lambda: hand.turn(TURNS[key])
        start = hand.hovered if hand.hovered is not None else hand.hex
        if shift and key in DIRECTIONS and start is not None:
            return lambda: hand.hover(step(self.adapter.hexmap.grid, start, key))
        return None

    def _fixed(self, key: str, shift: bool) -> Deed | None:
        """Keys that cannot be laid elsewhere, and the way back through the units."""
        if len(key) == 1 and key in "12345":
            return lambda: self.set_speed(SPEEDS[int(key) - 1])
        if key == "tab" and shift:
            return lambda: self.next_unit(back=True)
        return self.escape if key == "escape" else None
