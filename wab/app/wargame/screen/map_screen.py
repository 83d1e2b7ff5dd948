"""The map of a battle screen, kept in line with the view, the selection, the plan and the switches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from wab.app.gfx.palettes import STANDARD
from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import METRICS
from wab.app.map.scene import MapScene
from wab.app.play.table import Table
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.hand.hand import Hand
from wab.app.wargame.hand.planning import Planning
from wab.app.wargame.planning import plan
from wab.app.wargame.replay.replay import Replay
from wab.app.wargame.screen.battle_screen import BoardScreen
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import BAR, STRIP, has_small_map, strip_high
from wab.app.wargame.ui.ui import UiState
from wab.app.window.camera import Rect
from wab.hexes import HexId
from wab.locale import _

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

START_PX = 78.0  # pixels a hex in which a battle opens when it is too large for the window
LEAST_FREE = 420  # pixels at 100 % that a list has to leave of the map for the panel of units to be spared as well

H = TypeVar("H", bound=Hand)
U = TypeVar("U", bound=UiState)


class MapScreen(BoardScreen[H, U, MapScene], Generic[H, U]):
    """A battle screen over a map of hexes; `HexBattle` is the whole of it."""

    session: Table
    adapter: Adapter
    planning: Planning
    _window: GameWindow | None
    _desk: Desk | None
    _replay: Replay | None
    _known: list[CounterSpec]
    _light: str

    @property
    def showing(self) -> bool:
        """Counters move by the events, not by the present view."""
        return self._replay is not None and self._replay.active

    def show_reach(self, scene: MapScene) -> None:
        """Light up where the selected units can go."""
        raise NotImplementedError

    def show_path(self, scene: MapScene) -> None:
        """The path to the hovered hex, or the arrow to an enemy."""
        raise NotImplementedError

    def _switch(self, scene: MapScene, what: str) -> None:
        """Switch fog, names or grid."""
        if what == "grid":
            self.ui.grid = not self.ui.grid
            scene.show_grid(self.ui.grid)
        elif what == "words":
            self.ui.tool_words = not self.ui.tool_words
            if self._window is not None:
                self._window.remember("tool_words", self.ui.tool_words)
        elif what == "north":
            self._turn_north(scene)
        elif what == "names":
            self.ui.names = not self.ui.names
        else:
            self.ui.fog = not self.ui.fog

    def _turn_north(self, scene: MapScene) -> None:
        """North at the top; where it is there already, the map as it is printed."""
        frame = self.adapter.hexmap.projection
        if scene.turn != frame.turn:
            scene.show_north_up(True)
        elif frame.turn != frame.printed:
            scene.show_north_up(False)
        else:
            self.messages.say(_("North is at the top already."))

    def _margins(self) -> None:
        """The free part of the map; a list that leaves little of it takes the place of the panel of units."""
        if self._scene is None or self._desk is None:
            return
        kit = self._desk.kit
        if self._desk.show is not None:
            self._scene.camera.margins = self._stage_margins()
            return
        left = max(METRICS.tool, self.ui.list_right) + 24
        right = METRICS.side_panel + 24 if kit.screen.w - left - METRICS.side_panel >= LEAST_FREE else 24
        sides = (
            left,
            METRICS.top_bar + 8 + self.ui.banner_high,
            right,
            max(METRICS.journal, self.ui.journal_high) + 20,
        )
        left, top, right, bottom = (round(side * kit.scale) for side in sides)
        self._scene.camera.margins = (left, top, right, bottom)

    def _stage_margins(self) -> tuple[int, int, int, int]:
        """Return what bar, strip and small map cover of the window while something is shown, in pixels."""
        if self._desk is None:
            return 0, 0, 0, 0
        kit = self._desk.kit
        high = strip_high(self._desk.show) if self._desk.show is not None else STRIP
        foot = max(high, METRICS.minimap[1] if has_small_map(self._desk) else 0) + 24
        left, top, right, bottom = 24.0, METRICS.top_bar + BAR + 24, 24.0, foot
        scaled = (round(side * kit.scale) for side in (left, top, right, bottom))
        return next(scaled), next(scaled), next(scaled), next(scaled)

    def first_seen(self) -> list[HexId]:
        """The hexes of own units, around whose middle a battle opens."""
        places = (self.adapter.where(unit) for unit in self.adapter.own_units())
        return [hex_ for hex_ in places if hex_ is not None]

    def _open_view(self) -> None:
        """The play area, or the middle of the own troops where it is too large to be read whole."""
        scene = self._scene
        if scene is None:
            return
        centres = self.adapter.hexmap.grid.centres
        area = centres[self.adapter.in_play]
        (left, bottom), (right, top) = area.min(axis=0) - 1.0, area.max(axis=0) + 1.0
        scene.camera.fit(Rect(float(left), float(bottom), float(right), float(top)))
        own = self.first_seen()
        if scene.camera.px_per_hex < START_PX * 0.8 and own:
            x, y = centres[own].mean(axis=0)
            scene.camera.fly_to(float(x), float(y), scene.camera.height / START_PX)

    def _sync(self, force: bool = False) -> None:
        """Bring the map in line with view, selection and switches; untouched while a replay moves the counters."""
        scene, picked = self._scene, self.interaction
        if scene is None or self._replay is None:
            return
        if force:
            self._shown.clear()
        view = self.interaction.view
        if not self.showing:
            self._sync_position(scene, view)
            self._sync_reach(scene, view)
        scene.set_hover(None if picked.covered else picked.hovered)
        self._sync_switches(scene, view)

    def _sync_position(self, scene: MapScene, view: object) -> None:
        picked = self.interaction
        if self._changed("counters", view, picked.units, picked.shown_unit):
            there = self.adapter.at(self.session.view) if self.planning.expected else self.adapter
            self._known = there.counters(picked.units)
            scene.set_counters([*self._known, *plan.ghosts(self.planning, there, picked.units)])
        if self._changed("position", view):
            scene.set_flags(self.adapter.flags())
            scene.set_front(self.adapter.front())
            scene.set_water(self.adapter.under_water())
            scene.set_works(self.adapter.works())
            self._light = self.adapter.light()
            scene.set_light(self._light, self.adapter.hour())

    def _sync_switches(self, scene: MapScene, view: object) -> None:
        adapter, ui = self.adapter, self.ui
        if self._changed("fog", view, ui.fog):
            seen, playing = adapter.fog(), (adapter.in_play, adapter.in_play)
            scene.set_fog(*((seen if ui.fog else playing) if seen is not None else (None, None)))
        palette = self._window.palette if self._window is not None else STANDARD
        hand = self.interaction
        focus = adapter.focus(ui.overlay, hand.hovered, hand.considered) if ui.overlay else None
        if self._changed("overlay", view, ui.overlay, palette.name, focus):
            tints = adapter.layer_with(ui.overlay, focus)
            tints = tints.seen_in(palette) if tints is not None else None
            scene.set_overlay(tints.colours if tints else None, tints.marks if tints else None)
            scene.set_history(tints.line if tints else None)
            scene.set_bars(tints.bars if tints else ())
        if self._changed("names", ui.names):
            scene.set_names(adapter.map_names(scene.default_names()) if ui.names else [])

    def _sync_reach(self, scene: MapScene, view: object) -> None:
        picked = self.interaction
        if self._changed("reach", view, picked.units, picked.mode, picked.aimed):
            self.show_reach(scene)
        if self._changed("path", view, picked.units, picked.hovered, picked.mode, picked.aimed, picked.considered):
            self.show_path(scene)
