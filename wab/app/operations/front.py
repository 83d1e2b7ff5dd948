"""The flagship in the window: its pages, its map, its battle screen. `FRONT` is what the frame asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from wab import new_game
from wab.app.gfx.specs import NameKind, NameSpec
from wab.app.map.scene import MapScene, open_map
from wab.app.operations import NAME
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.hand.commands import LENT, OWN
from wab.app.operations.looks import presenter, texts
from wab.app.operations.looks.nations import art_folder
from wab.app.operations.pages.briefing_page import briefing_page, card
from wab.app.operations.pages.outcome_page import outcome_page
from wab.app.operations.screen.battle import BattleScreen
from wab.app.operations.screen.poses import is_ready, strike
from wab.app.pages.fronts import BriefingPage, Card, Cover, Exits, OutcomePage, Pose
from wab.app.play.table import Table
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.place_names import place_of
from wab.app.wargame.attack.panel import ROOM
from wab.app.wargame.screen.map_front import MapFront
from wab.app.window.camera import Rect
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.career.campaigns import Results, is_done, open_scenarios
from wab.content.hexmap import HexMap
from wab.content.operations.loader import load_battle_map, load_scenario, scenario_path
from wab.content.operations.shapes import ScenarioFile
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.kernel.view import View
from wab.engine.words.errors import DataError, UsageError
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDES

# Where the picture of the title screen drifts: degrees west, south, east, north, from the Cotentin to the Orne.
DRIFT = (-1.21, 49.255, -1.13, 49.295)
ADORNING = "operations/cliffs-and-shingle"  # nothing is hidden in it, so that both sides are in the picture
FREE = 2.5  # hexes west of the drift; no town is named beyond, where title and menu stand
LARGE: tuple[NameKind, ...] = ("city", "town", "beach", "region", "sea")


class OperationsFront(MapFront):
    """Answers of the flagship to the frame's questions (see `wab.app.pages.fronts.Front`)."""

    adapter = OperationsAdapter
    option_words = texts.OPTIONS
    level_words = texts.LEVELS
    opponents = texts.OPPONENTS
    own_commands = OWN
    more_keys = (LENT,)
    keys_title = N_("Orders and lists")

    def cover(self) -> Cover:
        """The title screen."""
        west, south, east, north = DRIFT
        return Cover(_(NAME), _("From the beaches to the Seine"), self._rect(west, south, east, north))

    def rooms(self) -> Mapping[str, tuple[float, float]]:
        """That of the battle screen and of the board of combat."""
        return {**super().rooms(), _("combat board"): ROOM}

    def hexmap(self) -> HexMap:
        """The map of all battles."""
        return load_battle_map()

    def open_scene(self, window: GameWindow, info: ScenarioInfo | None = None) -> Scene:
        """The painted map."""
        return open_map(window, self.hexmap(), art_folder())

    def opened(self, infos: Sequence[ScenarioInfo], side: str, results: Results) -> tuple[str, ...]:
        """The scenarios of a side's campaign that are open."""
        return open_scenarios(infos, side, results)

    def is_done(self, info: ScenarioInfo, side: str, results: Results) -> bool:
        """Check if a scenario opens the next one of its campaign."""
        return is_done(results, info.id, side)

    def card(self, info: ScenarioInfo) -> Card:
        """A scenario in the list."""
        return card(self._scenario(info))

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """A scenario before it begins."""
        return briefing_page(self._scenario(info), self.hexmap())

    def area(self, info: ScenarioInfo) -> Rect:
        """The window of a scenario on the map."""
        box = self._scenario(info).window
        return self._rect(box.west, box.south, box.east, box.north)

    def bare_names(self, scene: MapScene) -> Iterable[NameSpec]:
        """In the reader's language, with regions and seas."""
        return presenter.names(scene.hexmap, scene.default_names())

    def adorn(self, scene: Scene) -> None:
        """The troops of a battle on a map of few names, without the grid."""
        self.undress(scene)
        on, edge = cast(MapScene, scene), self.cover().drift.left - FREE
        names = (spec for spec in self.bare_names(on) if spec.kind in LARGE)
        on.set_names(spec for spec in names if spec.kind != "town" or spec.x > edge)
        on.show_grid(False)
        try:
            adapter = self.adapter(Still(new_game(ADORNING).view(SIDES[0])))
        except (DataError, UsageError):  # a designer's own data, with that scenario damaged or left out
            return
        on.set_counters(adapter.counters())
        on.set_flags(adapter.flags())
        on.set_front(adapter.front())

    def battle_screen(self, session: Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        return BattleScreen(session, exits)

    def ready(self, view: View, what: Pose) -> bool:
        """Check if a side has something of a kind to show."""
        return is_ready(cast(OperationsView, view), what)

    def pose(self, window: GameWindow, session: Table, what: Pose, overlay: str) -> None:
        """Bring the battle screen into a situation worth a picture, with an overlay of that name."""
        screen = cast(BattleScreen, window.screen)
        self.lay(screen, overlay)
        screen.ui.hints_off = what != "map"
        strike(window, cast(OperationsView, session.view), what)

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Return the page on how the battle ended."""
        return outcome_page(game, side)

    def _scenario(self, info: ScenarioInfo) -> ScenarioFile:
        return load_scenario(scenario_path(info.id))

    def _rect(self, west: float, south: float, east: float, north: float) -> Rect:
        hexmap = self.hexmap()
        return Rect(*place_of(hexmap, west, south), *place_of(hexmap, east, north))


FRONT = OperationsFront()
