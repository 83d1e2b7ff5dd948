"""The flagship in the window: its pages, its map, its battle screen. `FRONT` is what the frame asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from wab import new_game
from wab.app.camera import Rect
from wab.app.fronts import BriefingPage, Card, Cover, Exits, OutcomePage, Pose
from wab.app.operations import presenter, texts
from wab.app.operations.battle import BattleScreen
from wab.app.operations.briefing_page import briefing_page, card
from wab.app.operations.nations import art_folder
from wab.app.operations.outcome_page import outcome_page
from wab.app.operations.overlays import OVERLAYS
from wab.app.operations.poses import is_ready, strike
from wab.app.scene import MapScene, open_map
from wab.app.scenes import Scene
from wab.app.screens import Screen
from wab.app.session import Session
from wab.app.sitting import Privacy
from wab.app.specs import NameKind
from wab.app.theme import HUD, HUD_COLOUR_BLIND, Rgba
from wab.app.window import GameWindow
from wab.content.hexmap import HexMap
from wab.content.operations import ScenarioFile
from wab.content.operations_loader import load_battle_map, load_scenario, scenario_path
from wab.engine.errors import DataError, UsageError
from wab.engine.game import Game
from wab.engine.system import Outcome, ScenarioInfo
from wab.engine.view import View
from wab.locale import _
from wab.systems.operations.board import SIDE_CODE, SIDES
from wab.systems.operations.campaign import Results, is_done, open_scenarios
from wab.systems.operations.view import OperationsView

# Where the picture of the title screen drifts: degrees west, south, east, north, from the Cotentin to the Orne.
DRIFT = (-1.21, 49.255, -1.13, 49.295)
ADORNING = "operations/cliffs-and-shingle"  # nothing is hidden in it, so that both sides are in the picture
FREE = 2.5  # hexes west of the drift; no town is named beyond, where title and menu stand
LARGE: tuple[NameKind, ...] = ("city", "town", "beach", "region", "sea")


class OperationsFront:
    """Answers of the flagship to the frame's questions (see `wab.app.fronts.Front`)."""

    def cover(self) -> Cover:
        """The title screen."""
        west, south, east, north = DRIFT
        return Cover(_("Normandy 1944"), _("From the beaches to the Seine"), self._rect(west, south, east, north))

    def hexmap(self) -> HexMap:
        """The map of all battles."""
        return load_battle_map()

    def open_scene(self, window: GameWindow, info: ScenarioInfo | None = None) -> Scene:
        """The painted map."""
        return open_map(window, self.hexmap(), art_folder())

    def side_name(self, side: str) -> str:
        """Allies or Axis."""
        return texts.side_name(side)

    def seat_name(self, seat: str) -> str:
        """One player leads a side."""
        return texts.side_name(seat)

    def side_tint(self, side: str, *, colour_blind: bool = False) -> Rgba:
        """Blue or red; blue or orange."""
        hud = HUD_COLOUR_BLIND if colour_blind else HUD
        return hud.side[SIDE_CODE[side] - 1] if side in SIDE_CODE else hud.second

    def option_name(self, option: str, value: str = "") -> str:
        """The weather, and where it comes from."""
        return _(texts.OPTIONS.get(value or option, value or option))

    def privacy(self, game: Game[Any]) -> Privacy:
        """Neither side may see what the other knows."""
        return Privacy()

    def level_name(self, level: str) -> str:
        """A level of victory."""
        return _(texts.LEVELS[level]) if level in texts.LEVELS else level

    def opponent_hint(self, name: str) -> str:
        """How a level of the computer player plays."""
        return _(texts.OPPONENTS[name]) if name in texts.OPPONENTS else ""

    def opened(self, infos: Sequence[ScenarioInfo], side: str, results: Results) -> tuple[str, ...]:
        """The scenarios of a side's campaign that are open."""
        return open_scenarios(infos, side, results)

    def is_done(self, info: ScenarioInfo, side: str, results: Results) -> bool:
        """Tell whether a scenario opens the next one of its campaign."""
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

    def dress(self, scene: Scene, view: View, *, fog: bool = True) -> None:
        """Put the battle on the map as a side sees it; without fog, only what lies beyond the play area is covered."""
        on, seen = cast(MapScene, scene), cast(OperationsView, view)
        objectives = [objective.hex for objective in seen.board.objectives]
        on.set_names(presenter.names(seen.board.map, on.default_names(), objectives))
        on.set_counters(presenter.counters(seen))
        on.set_flags(presenter.flags(seen))
        on.set_front(presenter.front_sides(seen))
        on.set_light(presenter.light(seen))
        covered = presenter.fog(seen) if fog else (seen.board.in_play, np.ones(seen.board.grid.size, np.bool_))
        on.set_fog(*(covered or (None, None)))

    def adorn(self, scene: Scene) -> None:
        """The troops of a battle on a map of few names, without the grid."""
        self.undress(scene)
        on, edge = cast(MapScene, scene), self.cover().drift.left - FREE
        names = (spec for spec in presenter.names(on.hexmap, on.default_names()) if spec.kind in LARGE)
        on.set_names(spec for spec in names if spec.kind != "town" or spec.x > edge)
        on.show_grid(False)
        try:
            view = cast(OperationsView, new_game(ADORNING).view(SIDES[0]))
        except (DataError, UsageError):  # a designer's own data, with that scenario damaged or left out
            return
        on.set_counters(presenter.counters(view))
        on.set_flags(presenter.flags(view))
        on.set_front(presenter.front_sides(view))

    def undress(self, scene: Scene) -> None:
        """The map alone, with its names."""
        on = cast(MapScene, scene)
        on.show_grid(True)
        on.set_names(presenter.names(on.hexmap, on.default_names()))
        on.set_counters(())
        on.set_flags(())
        on.set_front(None)
        on.set_fog(None)
        on.set_overlay(None)
        on.set_reach(())
        on.set_path(())
        on.set_hover(None)
        on.set_light("clear")

    def battle_screen(self, session: Session, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        screen: Screen = BattleScreen(cast(Any, session), exits)
        return screen

    def ready(self, view: View, what: Pose) -> bool:
        """Tell whether a side has something of a kind to show."""
        return is_ready(cast(OperationsView, view), what)

    def pose(self, window: GameWindow, session: Session, what: Pose, overlay: str) -> None:
        """Bring the battle screen into a situation worth a picture, with an overlay of that name."""
        if overlay:
            if overlay not in OVERLAYS:
                known = ", ".join(OVERLAYS)
                raise UsageError(_("There is no overlay {name}; there are: {known}.").format(name=overlay, known=known))
            cast(BattleScreen, window.screen).set_overlay(overlay)
        cast(BattleScreen, window.screen).ui.hints_off = what != "map"
        strike(window, cast(OperationsView, session.view), what)

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """How the battle ended."""
        return outcome_page(game, side)

    def match_words(self, first: Mapping[str, float], second: Outcome) -> str:
        """A battle is one game."""
        return ""

    def _scenario(self, info: ScenarioInfo) -> ScenarioFile:
        return load_scenario(scenario_path(info.id))

    def _rect(self, west: float, south: float, east: float, north: float) -> Rect:
        hexmap = self.hexmap()
        return Rect(*presenter.place_of(hexmap, west, south), *presenter.place_of(hexmap, east, north))


FRONT = OperationsFront()
