"""The way from page to page: title, scenarios, briefing, battle, outcome, saves, settings."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import wab
from wab.app.archive import Kept, Seats, kept_games, new_save_path, read_note
from wab.app.fronts import Front, get_front
from wab.app.session import Session
from wab.app.settings import Settings, save_settings
from wab.engine.errors import WabError
from wab.engine.game import Game
from wab.engine.system import ScenarioInfo
from wab.engine.view import side_of
from wab.locale import set_language
from wab.systems import NAMES

if TYPE_CHECKING:
    from wab.app.screens import Screen
    from wab.app.window import GameWindow

SEEDS = 1_000_000
NOTICE_SECONDS = 14.0


@dataclass
class Notice:
    """A sentence for the player, and how long it is still shown."""

    words: str
    seconds: float = NOTICE_SECONDS


class Navigator:
    """Knows the window, the settings and the game that is being played; every page goes on through it.

    `folder` is where games are kept, None for nowhere (pictures and tests). `language` is one chosen for this run only.
    """

    def __init__(
        self,
        window: GameWindow,
        settings: Settings,
        *,
        folder: Path | None = None,
        settings_file: Path | None = None,
        language: str = "",
        mode: str = "2d",
    ) -> None:
        self.window, self.settings, self.folder = window, settings, folder
        self.session: Session | None = None
        self.notices: list[Notice] = []
        self._settings_file, self._language, self._mode = settings_file, language, mode
        self._battle: Screen | None = None
        self.apply(settings)

    @property
    def front(self) -> Front:
        """The front of the game that is played, or of the first system of the house."""
        return get_front(self.session.game.system.id if self.session else NAMES[0])

    # --- settings ---

    def apply(self, settings: Settings) -> None:
        """Let settings take effect, without keeping them."""
        self.settings = settings
        set_language(self._language or settings.language or None)
        if settings.hud_scale != self.window.hud_scale:
            self.window.set_hud_scale(settings.hud_scale)
        self.window.set_colour_blind(settings.colour_blind)
        if self.window.scene is not None:
            self.window.scene.set_speed(settings.animation_speed)
            self.window.scene.show_figures(settings.figures)

    def change(self, settings: Settings) -> None:
        """Let settings take effect and keep them."""
        if settings.language != self.settings.language:
            self._language = ""  # what the player chooses now counts for more than how the game was started
        if settings.fullscreen != self.settings.fullscreen:
            self.window.set_fullscreen(settings.fullscreen)
        self.apply(settings)
        if self._settings_file is not None and (problem := save_settings(settings, self._settings_file)):
            self.tell(problem)

    def edges(self) -> None:
        """Whether the edges of the window move the map."""
        self.window.edge_scrolling = self.settings.edge_scroll

    # --- pages ---

    def title(self) -> None:
        """The title screen."""
        from wab.app.title import TitlePage

        self.window.show_screen(TitlePage(self))

    def choose(self, scenario: str = "") -> None:
        """The list of scenarios, with one of them chosen."""
        from wab.app.choice import ChoicePage

        self.window.show_screen(ChoicePage(self, scenario))

    def brief(self, info: ScenarioInfo, options: Mapping[str, str] | None = None) -> None:
        """The briefing of a scenario; `options` are kept for the game that begins there."""
        from wab.app.briefing import Briefing

        self.window.show_screen(Briefing(self, info, options))

    def saves(self) -> None:
        """The list of saves."""
        from wab.app.saves_list import SavesPage

        self.window.show_screen(SavesPage(self))

    def configure(self, back: Callable[[], None]) -> None:
        """The settings; `back` leads where the player came from."""
        from wab.app.settings_page import SettingsPage

        self.window.show_screen(SettingsPage(self, back))

    def to_settings(self) -> None:
        """From the battle to the settings and back."""
        self.configure(self.return_to_battle)

    def return_to_battle(self) -> None:
        """Back to the game that is being played."""
        if self._battle is not None:
            self.window.show_screen(self._battle)
            self.edges()

    def hand_over(self) -> None:
        """Draw a curtain before another person sits down; the battle goes on when that person is there."""
        from wab.app.curtain import CurtainPage

        if self.session is not None and self.session.waiting is not None:
            self.window.show_screen(CurtainPage(self, self.session, self.return_to_battle))

    def battle_over(self) -> None:
        """From the battle to its outcome."""
        from wab.app.outcome import OutcomeScreen

        if self.session is not None and self.session.outcome is not None:
            self.window.show_screen(OutcomeScreen(self, self.session))

    def read_diary(self) -> None:
        """From the outcome to what the computer had in mind."""
        from wab.app.diary_page import DiaryPage

        if self.session is not None and self.session.outcome is not None:
            self.window.show_screen(DiaryPage(self, self.session, self.battle_over))

    def to_menu(self) -> None:
        """Leave the game, which is kept, for the title screen."""
        self.close_session()
        self.title()

    def quit(self) -> None:
        """End the program after this frame."""
        self.window.quit()

    # --- games ---

    def kept(self) -> list[Kept]:
        """The games that are kept, the last one first."""
        return kept_games(self.folder) if self.folder is not None else []

    def start(
        self,
        info: ScenarioInfo,
        side: str,
        agents: Mapping[str, str],
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        people: Sequence[str] = (),
        first: Mapping[str, float] | None = None,
    ) -> None:
        """Start a scenario. The seed is drawn where none is given.

        `people` are the seats of persons where there are several at this screen; `first` is what each side's player
        brings along from the first game of a match.
        """
        drawn = secrets.randbelow(SEEDS) if seed is None else seed
        game = wab.new_game(info.id, seed=drawn, options=options)
        save = new_save_path(info.id, self.folder) if self.folder is not None else None
        self.play(game, Seats(side, dict(agents), tuple(people)), save, first)

    def resume(self, path: Path, side: str = "", agents: Mapping[str, str] | None = None) -> None:
        """Go on with a save: in the same file where it lies in the folder of saves, else in a new one there.

        SaveError when it cannot be read. Seats come from its note, `side` and `agents` count for more.
        """
        game = wab.load(path)
        note = read_note(path)
        at = side or (note.seats.side if note else "") or game.to_act or game.system.sides[0]
        others = {other: self.settings.opponent for other in game.system.sides if other != side_of(at)}
        seats = note.seats if note is not None and note.seats.side == at else Seats(at, others)
        if agents:
            people = tuple(person for person in seats.people if person not in agents)
            seats = Seats(seats.side, seats.agents | dict(agents), people)
        save = path
        if self.folder is not None and path.resolve().parent != self.folder.resolve():
            save = new_save_path(game.setup.scenario, self.folder)
        self.play(game, seats, save if self.folder is not None else None, note.first if note else None)

    def play(self, game: Game[Any], seats: Seats, save: Path | None, first: Mapping[str, float] | None = None) -> None:
        """Open the battle screen on a game, behind a curtain where it is not clear who sits there.

        One that is over goes to its outcome.
        """
        self.close_session()
        privacy = get_front(game.system.id).privacy(game)
        self.session = Session(game, seats, save=save, log=self.window.log, privacy=privacy, first=first)
        self._battle = self.front.battle_screen(self.session, self)
        self._show_battle(self._battle)
        if game.outcome is not None:
            self.battle_over()
        else:
            self.hand_over()

    def _show_battle(self, battle: Screen) -> None:
        self.window.show_screen(battle)
        self.edges()
        scene = self.window.scene
        if scene is not None:
            scene.set_speed(self.settings.animation_speed)
            scene.show_figures(self.settings.figures)
            camera = scene.camera
            camera.set_mode(self._mode == "3d", at_once=True)
            size = {"width": camera.width, "height": camera.height}
            self.window.log("battle", x=camera.x, y=camera.y, px_per_hex=camera.px_per_hex, **size)

    def close_session(self) -> None:
        """The game that is being played is put away; it is kept already."""
        if self.session is not None:
            self.session.close()
        self.session = self._battle = None

    def tell(self, words: str) -> None:
        """Show the player a sentence for a while, on whatever page comes next."""
        self.notices.append(Notice(words))

    def attempt(self, action: Callable[[], None]) -> None:
        """Do something that a file or a name may spoil; what went wrong becomes a notice for the player."""
        try:
            action()
        except WabError as error:
            self.tell(str(error))
