"""The front: what the frame asks of this system. Map, pages and battle come from the shared hex front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.theme import Rgba
from wab.app.pages.fronts import BriefingPage, Cover, Exits, OutcomePage, Pose
from wab.app.play.table import Table
from wab.app.wargame.adapter.typography import typographic, words
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.screen.front import HexFront
from wab.app.window.camera import Rect
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.app.zocbonds import NAME
from wab.app.zocbonds.hand.hand import ZocBondsHand
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.looks.ui import UiState
from wab.app.zocbonds.pages.outcome_page import outcome_page
from wab.app.zocbonds.screen import poses
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.app.zocbonds.screen.battle import ZocBondsBattle
from wab.app.zocbonds.screen.commands import OWN
from wab.content.hexmap import HexMap
from wab.content.zocbonds.loader import load_battle_map, load_scenario, scenario_path, zocbonds_root
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.zocbonds.telling.journal import LEVEL_NAMES

OPTION_WORDS: Mapping[str, str] = {
    "players": N_("Players"),
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "weather": N_("Weather"),
    "random": N_("random"),
    "historical": N_("historical"),
    "batteries": N_("Coastal batteries"),
    "storm_points": N_("Points for storms"),
    "off": N_("no"),
    "on": N_("yes"),
}


OPPONENTS: Mapping[str, str] = {
    "easy": N_("Plans its day, but leaves a third of its units out of the plan."),
    "normal": N_("Plans the whole day: who attacks what, who closes which gap, who stays behind."),
    "hard": N_("As the seasoned level, and rehearses bold and careful plans with your answer; it takes its time."),
}
KINDS: Mapping[str, str] = {"campaign": N_("Campaign"), "scenario": N_("Short game"), "lesson": N_("Lesson")}
BAY = Rect(18.0, 16.0, 24.0, 19.0)
"""Over what the title drifts, in hex widths. It stands here: a folder may hold content of other systems only."""


class ZocBondsFront(HexFront):
    """Answers of zocbonds to the frame's questions (see `wab.app.pages.fronts.Front`)."""

    adapter = ZocBondsAdapter
    title = NAME
    subtitle = N_("Bonds, supply and one die a day")
    hidden = False
    option_words = OPTION_WORDS
    level_words = LEVEL_NAMES
    opponents = OPPONENTS
    kinds = KINDS
    own_commands = OWN

    def seat_name(self, seat: str) -> str:
        """A side, or its army that the seat leads."""
        return looks.seat_name(seat) or super().seat_name(seat)

    def side_tint(self, side: str, palette: Palette = STANDARD) -> Rgba:
        """The colour of a side, or of its army that a seat leads."""
        tint = looks.seat_tint(side)
        return palette.shown(tint) if tint is not None else super().side_tint(side, palette)

    def hexmap(self, scenario: str) -> HexMap:
        """The one map of all scenarios."""
        return load_battle_map()

    def art(self, scenario: str) -> Path | None:
        """The painted map."""
        return zocbonds_root() / "art"

    def cover(self) -> Cover:
        """Its name over the bay of the Seine."""
        return Cover(_(self.title), _(self.subtitle), BAY)

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """The briefing of the scenario's file, paragraph by paragraph."""
        page = super().briefing(info)
        told = typographic(words(load_scenario(scenario_path(info.id)).briefing))
        return replace(page, paragraphs=tuple(part.strip() for part in told.split("\n\n") if part.strip()))

    def pose(self, window: GameWindow, session: Table, what: Pose, overlay: str) -> None:
        """Pose as every front does. With the overlay of bonds, show the move that closes most bonds."""
        screen = cast("ZocBondsBattle", window.screen)
        found = poses.closing(self.adapter(Drafts(session))) if (what, overlay) == ("move", "bonds") else None
        if found is None:
            super().pose(window, session, what, overlay)
            return
        self.lay(screen, overlay)
        screen.interaction.select(found[0])
        screen.interaction.hover(found[1])
        screen.jump(found[1])

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Return the page of points by source, important places, losses compared to 1944, and dice."""
        return outcome_page(game, side)

    def battle_screen(self, session: Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        table, scenario = Drafts(session), session.setup.scenario
        hand = ZocBondsHand(table, self.adapter(table))
        return ZocBondsBattle(session, exits, hand, UiState(), lambda window: self.show_map(window, scenario))


FRONT = ZocBondsFront()
"""The front of this system."""
