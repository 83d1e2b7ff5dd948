"""The card game in the window: its pages, its table, its battle screen. `FRONT` is what the frame asks for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from wab import new_game
from wab.app.cards import NAME
from wab.app.cards.looks import texts
from wab.app.cards.looks.palette import colours_for
from wab.app.cards.looks.specs import Highlights, TableSpec
from wab.app.cards.pages.briefing_page import briefing_page, card
from wab.app.cards.pages.outcome_page import match_words, outcome_page
from wab.app.cards.panels.commands import CARDS
from wab.app.cards.screen.battle import BattleScreen
from wab.app.cards.screen.poses import is_ready, strike
from wab.app.cards.table import presenter
from wab.app.cards.table.relief import board_rect
from wab.app.cards.table.scene import TableScene, open_table
from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.theme import Rgba
from wab.app.pages.fronts import BriefingPage, Card, Cover, Exits, NoCampaign, OutcomePage, Pose, level_in
from wab.app.play.sitting import Privacy
from wab.app.play.table import Table
from wab.app.wargame.ui.key_groups import POINTER
from wab.app.window.camera import Rect
from wab.app.window.key_actions import KeyGroup
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Outcome, ScenarioInfo, side_of
from wab.engine.kernel.view import View
from wab.engine.words.errors import UsageError
from wab.locale import _, current_language
from wab.systems import get_system
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state import teams
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.setup import build_board

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

PUBLIC = ("retreat",)
"""Decisions out of turn for which no card need be seen."""


@lru_cache(maxsize=16)
def _board(scenario: str) -> Board:
    return build_board(scenario, {})


@lru_cache(maxsize=16)
def _opening(scenario: str, language: str) -> TableSpec:
    """The table before the first card, as every seat sees it."""
    game = new_game(scenario)
    return presenter.table(cast(CardsView, game.view(game.seats[0])))


class CardsFront(NoCampaign):
    """Answers of the card game to the frame's questions (see `wab.app.pages.fronts.Front`)."""

    def cover(self) -> Cover:
        """Its name, and the board over which a picture drifts."""
        return Cover(_(NAME), _("From the canal to Paris"), Rect(1.0, 1.0, 11.0, 6.0))

    def rooms(self) -> Mapping[str, tuple[float, float]]:
        """That of the battle screen."""
        return {"": BattleScreen.least}

    def open_scene(self, window: GameWindow, info: ScenarioInfo | None = None) -> Scene:
        """The table, with the board of a scenario if one is named."""
        shown = window.scene
        if isinstance(shown, TableScene) and info is None:
            return shown
        spec = _opening(info.id if info else self._first(), current_language())
        scene = open_table(window, spec.board)
        if info is not None:
            scene.lay(spec)
        return scene

    def _first(self) -> str:
        infos = get_system("cards").scenarios()
        if not infos:
            raise UsageError(_("There is no scenario of this system to show."))
        return infos[0].id

    def side_name(self, side: str) -> str:
        """Allies or Axis."""
        return texts.side_name(side)

    def seat_name(self, seat: str) -> str:
        """A side, or who of it."""
        return texts.seat_name(seat)

    def side_tint(self, side: str, palette: Palette = STANDARD) -> Rgba:
        """The colour of its figures."""
        code = texts.SIDE_CODE.get(side_of(side))
        return colours_for(palette).words[code - 1] if code is not None else palette.hud.second

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """Its own keys, and the pointer."""
        return CARDS, POINTER

    def option_name(self, option: str, value: str = "") -> str:
        """Return what may be chosen: cards, rules, players."""
        words = value or option
        return _(texts.OPTIONS[words]) if words in texts.OPTIONS else words

    def privacy(self, game: Game[Any]) -> Privacy:
        """Hands are secret (CRD-2.10-2); players who see the same hand may share the screen. A retreat needs no
        cards.
        """
        board = cast(CardsView, game.view(game.seats[0])).board

        def shared(one: str, other: str) -> bool:
            both = ((one, other), (other, one))
            return side_of(one) == side_of(other) and all(
                teams.sees_hand(board, seer, teams.holder_of(board, seen)) for seer, seen in both
            )

        return Privacy(shared, lambda view: cast(CardsView, view).phase in PUBLIC)

    def level_name(self, level: str) -> str:
        """A level of victory."""
        return level_in(texts.LEVELS, level) or level

    def kind_name(self, kind: str) -> str:
        """As everywhere."""
        return ""

    def opponent_hint(self, name: str) -> str:
        """Return how a level of the computer player plays."""
        return _(texts.OPPONENTS[name]) if name in texts.OPPONENTS else ""

    def card(self, info: ScenarioInfo) -> Card:
        """A scenario in the list."""
        return card(_board(info.id), info.minutes)

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """A scenario before it begins."""
        return briefing_page(_board(info.id))

    def area(self, info: ScenarioInfo) -> Rect:
        """The whole board."""
        return board_rect(presenter.board_spec(_board(info.id), current_language()))

    def dress(self, scene: Scene, view: View, *, fog: bool = True) -> None:
        """Put the battle on the table as it stands, seen from the side's own edge."""
        table, seen = cast(TableScene, scene), cast(CardsView, view)
        table.lay(presenter.table(seen))
        table.sit(texts.SIDE_CODE[seen.side])

    def undress(self, scene: Scene) -> None:
        """The board alone."""
        if isinstance(scene, TableScene):
            scene.set_highlights(Highlights())
            scene.set_hover(None)
            scene.clear_dice()
            scene.lay(TableSpec(scene.board))

    def adorn(self, scene: Scene) -> None:
        """The first battle of the house on its board."""
        self.dress(scene, new_game(self._first()).view(get_system("cards").sides[0]))

    def battle_screen(self, session: Table, exits: Exits) -> Screen:
        """The screen on which the battle is played."""
        return BattleScreen(session, exits)

    def ready(self, view: View, what: Pose) -> bool:
        """Tell whether a side has something of a kind to show."""
        return is_ready(cast(CardsView, view), what)

    def pose(self, window: GameWindow, session: Table, what: Pose, overlay: str) -> None:
        """Bring the battle screen into a situation worth a picture; there are panels in place of overlays."""
        screen = cast(BattleScreen, window.screen)
        if overlay:
            screen.ui.panel = overlay
        strike(screen, what)

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Return how the battle ended."""
        return outcome_page(game, side)

    def match_words(self, first: Mapping[str, float], second: Outcome) -> str:
        """A match is two games with sides exchanged (CRD-2.9-2)."""
        return match_words(first, second)


FRONT = CardsFront()
