"""The window of a small hex system: a front that a system completes with its map and its adapter, and no more.

`wab/app/NAME/front.py` subclasses `HexFront`, says what map and adapter it has, and makes one as FRONT. A system that
outgrows it (pages, a hand, panels) overrides it part by part.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from wab import new_game
from wab.app.gfx.theme import Rgba
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import (
    BriefingPage,
    Card,
    Cover,
    Exits,
    NoCampaign,
    OutcomePage,
    Pose,
    Score,
    Share,
    SideCard,
    Table,
    level_in,
    verdict_of,
)
from wab.app.play import table as games
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.typography import joined, typographic, words
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.offers.offers import OfferAdapter, OfferHand
from wab.app.wargame.screen import poses
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.screen.map_front import MapFront
from wab.app.wargame.ui.ui import UiState
from wab.app.window.camera import Rect
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.content.hexmap import HexMap
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.locale import _, ngettext
from wab.systems import get_system

MARGIN = 1.0  # hex widths around the map


class HexFront(NoCampaign, MapFront):
    """Answers of a hex system to the frame's questions (see `wab.app.pages.fronts.Front`).

    `adapter` is the class of its adapter. `title` and `subtitle` are messages.
    """

    adapter: type[OfferAdapter]
    title: str
    subtitle: str = ""
    terrain_colours: Mapping[str, Rgba] | None = None
    # ---- what a system says

    @abstractmethod
    def hexmap(self, scenario: str) -> HexMap:
        """The map of a scenario, the same object each time."""

    def art(self, scenario: str) -> Path | None:
        """The folder of its painted map; None draws plain ground in `terrain_colours`."""
        return None

    # ---- the scene

    def open_scene(self, window: GameWindow, info: ScenarioInfo | None = None) -> Scene:
        """The map of a scenario, of the first one where none is named."""
        return self.show_map(window, info.id if info is not None else self._first())

    def show_map(self, window: GameWindow, scenario: str) -> MapScene:
        """Show the map in the window, keeping the shown map if it is the same."""
        hexmap, art, shown = self.hexmap(scenario), self.art(scenario), window.scene
        if isinstance(shown, MapScene) and shown.hexmap is hexmap:
            return shown
        colours = dict(self.terrain_colours) if self.terrain_colours is not None else None
        return window.show_scene(lambda: MapScene(window, hexmap, art, terrain_colours=colours, symbols=window.symbols))

    def _first(self) -> str:
        infos = get_system(self.adapter.system).scenarios()
        if not infos:
            raise UsageError(_("There is no scenario of this system to show."))
        return infos[0].id

    def adorn(self, scene: Scene) -> None:
        """The first scenario as it begins."""
        self.undress(scene)
        self.dress(scene, new_game(self._first()).view(self.adapter.sides[0]), fog=False)

    def area(self, info: ScenarioInfo) -> Rect:
        """The whole map."""
        centres = self.hexmap(info.id).grid.centres
        (left, bottom), (right, top) = centres.min(axis=0) - MARGIN, centres.max(axis=0) + MARGIN
        return Rect(float(left), float(bottom), float(right), float(top))

    def cover(self) -> Cover:
        """Its name over the first map."""
        grid = self.hexmap(self._first()).grid
        x, y = grid.centres.mean(axis=0)
        return Cover(_(self.title), _(self.subtitle) if self.subtitle else "", Rect(x - 2.0, y - 1.0, x + 2.0, y + 1.0))

    # ---- pages

    def card(self, info: ScenarioInfo) -> Card:
        """A scenario in the list."""
        turns = ngettext("{count} turn", "{count} turns", info.turns).format(count=info.turns) if info.turns else ""
        return Card("", turns, info.minutes)

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """Title, summary and sides of a scenario."""
        told = typographic(words(info.summary))
        sides = tuple(SideCard(side, self.side_name(side), self._side_lines(info, side)) for side in info.sides)
        objectives = Table(_("Objectives"), ("",), ())
        kind = self.kind_name(info.kind) or info.kind
        return BriefingPage(typographic(words(info.title)), "", kind, (told,), "", objectives, (), sides)

    def _side_lines(self, info: ScenarioInfo, side: str) -> tuple[str, ...]:
        count = info.units.get(side, 0)
        return (ngettext("{count} unit", "{count} units", count).format(count=count),) if count else ()

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """The winner, the level where it has words of its own, and the points."""
        outcome = game.outcome
        if outcome is None:
            raise UsageError(_("The battle is not over."))
        verdict, won = verdict_of(outcome, side)
        scores = tuple(
            Score(one, self.side_name(one), points, (Share(_("Points"), points),))
            for one, points in outcome.points.items()
        )
        info = next((info for info in game.system.scenarios() if info.id == game.setup.scenario), None)
        title = typographic(words(info.title)) if info is not None else _(self.title)
        reason = joined(level_in(self.level_words, outcome.level), outcome.reason)
        return OutcomePage(title, verdict, won, reason, scores, ())

    # ---- the battle

    def battle_screen(self, session: games.Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        table, scenario = Drafts(session), session.setup.scenario
        hand = OfferHand(table, self.adapter(table))
        return HexBattle(session, exits, hand, UiState(), lambda window: self.show_map(window, scenario))

    def ready(self, view: View, what: Pose) -> bool:
        """Tell whether a side has something of a kind to show."""
        return poses.is_ready(self.adapter(Still(view)), what)

    def pose(self, window: GameWindow, session: games.Table, what: Pose, overlay: str) -> None:
        """Bring the battle screen into a situation worth a picture, with an overlay of that name."""
        screen = cast("HexBattle[OfferHand, UiState]", window.screen)
        self.lay(screen, overlay)
        poses.strike(window, screen, what)
