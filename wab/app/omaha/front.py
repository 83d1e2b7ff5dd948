"""The front: what the frame asks of this system. Map, pages and battle come from the shared hex front."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from wab.app.omaha import NAME
from wab.app.omaha.hand.hand import OmahaHand
from wab.app.omaha.pages.outcome_page import outcome_page
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.omaha.screen.battle import OmahaBattle
from wab.app.pages.fronts import BriefingPage, Cover, Exits, OutcomePage
from wab.app.play.table import Table
from wab.app.wargame.adapter.typography import typographic, words
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.screen.front import HexFront
from wab.app.wargame.ui.ui import UiState
from wab.app.window.camera import Rect
from wab.app.window.screens import Screen
from wab.content.hexmap import HexMap
from wab.content.omaha.loader import PACK, load_content
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import ScenarioInfo
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.omaha.state.names import LEVEL_NAMES, SIDE_NAMES

OPPONENTS: Mapping[str, str] = {}
"""No player leads the Germans: cards do."""
OPTION_WORDS: Mapping[str, str] = {
    "players": N_("Players"), "1": N_("one"), "2": N_("two"),
    "no": N_("no"), "yes": N_("yes"), "historical": N_("historical"),
    "bombardment": N_("Bombardment from the air"), "effective": N_("effective"),
    "tanks": N_("Tanks"), "swim": N_("swim ashore"), "carried": N_("are landed"),
    "pointe_du_hoc": N_("Rangers at the Pointe du Hoc"),
    "reaction": N_("German reaction"), "better": N_("quicker"),
    "armour": N_("German armour"),
    "early_actions": N_("German actions before turn 17"),
}  # fmt: skip
"""The choices for a game, and their values."""
KINDS: Mapping[str, str] = {"scenario": N_("Scenario"), "campaign": N_("The whole day"), "lesson": N_("Lesson")}
BAY = Rect(12.0, 15.0, 22.0, 19.0)
"""Over what the title drifts, in hex widths."""


class OmahaFront(HexFront):
    """Answers of Omaha to the frame's questions (see `wab.app.pages.fronts.Front`)."""

    adapter = OmahaAdapter
    title = NAME
    hidden = False
    option_words = OPTION_WORDS
    subtitle = N_("Omaha Beach, one player against the cards")
    level_words = LEVEL_NAMES
    opponents = OPPONENTS
    kinds = KINDS
    own_commands = OmahaBattle.own_commands

    def seat_name(self, seat: str) -> str:
        """The side, or the division that a seat leads."""
        return _(SIDE_NAMES[seat]) if seat in SIDE_NAMES else super().seat_name(seat)

    def hexmap(self, scenario: str) -> HexMap:
        """The one map of all scenarios."""
        return load_content().map

    def art(self, scenario: str) -> Path | None:
        """The painted map."""
        return PACK.root / "art"

    def cover(self) -> Cover:
        """Its name over the sea."""
        return Cover(_(self.title), _(self.subtitle), BAY)

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """The briefing of the scenario's file, paragraph by paragraph."""
        page = super().briefing(info)
        told = typographic(words(PACK.load(PACK.scenario_path(info.id)).briefing))
        return replace(page, paragraphs=tuple(part.strip() for part in told.split("\n\n") if part.strip()))

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Points by source, units lost."""
        return outcome_page(game, side)

    def battle_screen(self, session: Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        table, scenario = Drafts(session), session.setup.scenario
        hand = OmahaHand(table, self.adapter(table))
        return OmahaBattle(session, exits, hand, UiState(), lambda window: self.show_map(window, scenario))


FRONT = OmahaFront()
"""The front of this system."""
