"""The shared answers of the fronts of all hex systems: the battle on its map, and words, taken from the adapter."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

import numpy as np

from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.specs import NameSpec
from wab.app.gfx.theme import Rgba
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import level_in
from wab.app.play.sitting import Privacy
from wab.app.wargame.adapter.adapter import Adapter, Flags, Still
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.screen.commands import HEX, PLAN, layer_commands, list_commands
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.ui.commands import Command, key_rows
from wab.app.wargame.ui.key_groups import POINTER
from wab.app.window.key_actions import CAMERA, KeyGroup
from wab.app.window.scenes import Scene
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Outcome, side_of
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_
from wab.locale import _


class Overlaid(Protocol):
    """A battle screen on which an overlay can be laid."""

    def set_overlay(self, name: str) -> None:
        """Lay an overlay over the map."""


class MapFront(ABC):
    """Answers of a system on a hex map to the frame's questions (see `wab.app.pages.fronts.Front`).

    `adapter` is the class of its adapter. The words for options, levels of victory, opponents and kinds of
    scenarios are messages.
    """

    adapter: type[Adapter]
    option_words: Mapping[str, str] = {}
    level_words: Mapping[str, str] = {}
    opponents: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}
    own_commands: tuple[Command[Any], ...] = ()
    """Commands that the player has only on the battle screen of this system, overlays apart."""
    more_keys: tuple[KeyGroup, ...] = ()
    """Keys that hold in its battle screen for a while."""
    keys_title = N_("On the map")
    hidden = True
    """Neither side may see what the other knows; False for an open game."""

    def rooms(self) -> Mapping[str, tuple[float, float]]:
        """That of the battle screen."""
        return {"": HexBattle.least}

    # ---- the scene

    def bare_names(self, scene: MapScene) -> Iterable[NameSpec]:
        """The names on the map while no battle is fought on it."""
        return scene.default_names()

    def dress(self, scene: Scene, view: View, *, fog: bool = True) -> None:
        """Put the battle on the map as a side sees it; without fog, only what lies beyond the play area is covered."""
        on, adapter = cast(MapScene, scene), self.adapter(Still(view))
        on.set_names(adapter.map_names(on.default_names()))
        on.set_counters(adapter.counters())
        on.set_flags(adapter.flags())
        on.set_front(adapter.front())
        on.set_water(adapter.under_water())
        on.set_works(adapter.works())
        on.set_light(adapter.light())
        on.set_fog(*((adapter.fog() if fog else _beyond(adapter)) or (None, None)))

    def undress(self, scene: Scene) -> None:
        """The map alone, with its names."""
        on = cast(MapScene, scene)
        on.show_grid(True)
        on.set_names(self.bare_names(on))
        on.set_counters(())
        on.set_flags(())
        on.set_front(None)
        on.set_water(None)
        on.set_works(())
        on.set_fog(None)
        on.set_overlay(None)
        on.set_reach(())
        on.set_path(())
        on.set_hover(None)
        on.set_light("clear")

    def lay(self, screen: Overlaid, overlay: str) -> None:
        """Lay an overlay over the map of a battle screen, "" for none. Raises UsageError for an unknown name."""
        layers = self.adapter.layers
        if overlay and overlay not in layers:
            known = ", ".join(layers)
            raise UsageError(_("There is no overlay {name}; there are: {known}.").format(name=overlay, known=known))
        if overlay:
            screen.set_overlay(overlay)

    # ---- words

    def side_name(self, side: str) -> str:
        """A side in the reader's language."""
        return _(self.adapter.names[side_of(side)]) if side_of(side) in self.adapter.names else side

    def seat_name(self, seat: str) -> str:
        """A seat: its side, and who of it."""
        return joined(self.side_name(seat), seat.partition("/")[2])

    def side_tint(self, side: str, palette: Palette = STANDARD) -> Rgba:
        """The colour of a side in the HUD."""
        hud, sides = palette.hud, self.adapter.sides
        return hud.side[min(1, sides.index(side_of(side)))] if side_of(side) in sides else hud.second

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """Return the keys of this system and its overlays, then the keys of all hex battles."""
        own_keys = key_rows((*self.own_commands, *list_commands(self.adapter), *layer_commands(self.adapter)))
        beside = frozenset({HEX.room, CAMERA.room, PLAN.room})
        own = KeyGroup(self.adapter.system, self.keys_title, own_keys, beside=beside)
        return own, *self.more_keys, HEX, PLAN, POINTER

    def option_name(self, option: str, value: str = "") -> str:
        """An option, or one of its values."""
        named = value or option
        return _(self.option_words[named]) if named in self.option_words else named

    def level_name(self, level: str) -> str:
        """A level of victory."""
        return level_in(self.level_words, level) or level

    def kind_name(self, kind: str) -> str:
        """Return the heading of a kind of scenario; "" if the usual heading serves."""
        return _(self.kinds[kind]) if kind in self.kinds else ""

    def opponent_hint(self, name: str) -> str:
        """Describe the play of a level of the computer player."""
        return _(self.opponents[name]) if name in self.opponents else ""

    def privacy(self, game: Game[Any]) -> Privacy:
        """Secrets between the sides, or none."""
        return Privacy() if self.hidden else Privacy(lambda _one, _other: True)

    def match_words(self, first: Mapping[str, float], second: Outcome) -> str:
        """A battle is one game."""
        return ""


def _beyond(adapter: Adapter) -> tuple[Flags, Flags] | None:
    """Return the cover of a map without fog: the ground beyond the play area; None if there is no such ground."""
    inside = adapter.in_play
    return None if inside.all() else (inside, np.ones(inside.size, np.bool_))
