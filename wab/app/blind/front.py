"""The front: what the frame asks of this system. Map, pages and battle come from the shared hex front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from wab.app.blind import NAME
from wab.app.blind.hand.hand import BlindHand
from wab.app.blind.hand.table_rows import SHARED
from wab.app.blind.pages.outcome_page import outcome_page
from wab.app.blind.screen import poses
from wab.app.blind.screen.adapter import PHASES, BlindAdapter
from wab.app.blind.screen.battle import BlindBattle
from wab.app.blind.screen.ui import UiState
from wab.app.pages.fronts import BriefingPage, Cover, Exits, OutcomePage, Pose
from wab.app.play.sitting import Privacy
from wab.app.play.table import Table
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.typography import typographic, words
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.screen.front import HexFront
from wab.app.window.camera import Rect
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow
from wab.content.blind.loader import PACK, load_battle_map, load_scenario, scenario_path
from wab.content.hexmap import HexMap
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.kernel.view import View
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.blind.state.names import LEVEL_NAMES

OPTION_WORDS: Mapping[str, str] = {
    "placement": N_("Set-up of the airborne divisions"),
    "printed": N_("as printed"),
    "optional": N_("chosen by the players"),
    "exit_vp": N_("Points for units off the map"),
    "each_phase": N_("in both movement phases"),
    "each_turn": N_("once a turn"),
    "once": N_("once, as they leave"),
    "early_end": N_("Early end"),
    "on": N_("yes"),
    "off": N_("no"),
    "intelligence": N_("Known of the enemy"),
    "sheets": N_("set-up and timetable"),
    "dark": N_("nothing but his units"),
}
OPPONENTS: Mapping[str, str] = {
    "easy": N_("Guesses where you stand, and thinks of few of the places where you could."),
    "normal": N_("Weighs what it has heard, keeps a reserve, and attacks where it expects a hole."),
    "hard": N_("As the seasoned level, and rehearses its moves against many of your possible positions."),
}
KINDS: Mapping[str, str] = {"campaign": N_("Campaign"), "scenario": N_("Short game"), "lesson": N_("Lesson")}
BAY = Rect(3.0, 8.0, 9.0, 13.0)
"""Over what the title drifts, in hex widths."""


class BlindFront(HexFront):
    """Answers of blind to the frame's questions (see `wab.app.pages.fronts.Front`)."""

    adapter = BlindAdapter
    title = NAME
    subtitle = N_("Two commanders who see only their own")
    option_words = OPTION_WORDS
    level_words = LEVEL_NAMES
    opponents = OPPONENTS
    kinds = KINDS
    own_commands = BlindBattle.own_commands

    def hexmap(self, scenario: str) -> HexMap:
        """The one map of all scenarios."""
        return load_battle_map()

    def art(self, scenario: str) -> Path | None:
        """The painted map."""
        return PACK.root / "art"

    def cover(self) -> Cover:
        """Its name over the bay of the Seine."""
        return Cover(_(self.title), _(self.subtitle), BAY)

    def privacy(self, game: Game[Any]) -> Privacy:
        """Both see the table and its decisions; everything else is behind the curtain."""
        return Privacy(public=lambda view: view.phase in SHARED, moments=PHASES)

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """The briefing of the scenario's file, paragraph by paragraph."""
        page = super().briefing(info)
        told = typographic(words(load_scenario(scenario_path(info.id)).briefing))
        return replace(page, paragraphs=tuple(part.strip() for part in told.split("\n\n") if part.strip()))

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Points by source, places that count, units lost."""
        return outcome_page(game, side)

    def battle_screen(self, session: Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        table, scenario = Drafts(session), session.setup.scenario
        hand = BlindHand(table, self.adapter(table))
        return BlindBattle(session, exits, hand, UiState(), lambda window: self.show_map(window, scenario))

    def ready(self, view: View, what: Pose) -> bool:
        """Tell whether a side has something of a kind to show."""
        return poses.is_ready(self.adapter(Still(view)), what)

    def pose(self, window: GameWindow, session: Table, what: Pose, overlay: str) -> None:
        """Bring the battle screen into a situation worth a picture."""
        self.lay(cast(BlindBattle, window.screen), overlay)
        poses.strike(window, cast(BlindBattle, window.screen), what)


FRONT = BlindFront()
"""The front of this system."""
