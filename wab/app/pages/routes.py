"""The house around the pages: the one place that knows them all, the settings, and the game that is being played."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import wab
from ai.process import AgentWorker
from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.pages.battle import endings
from wab.app.pages.battle.curtain import CurtainPage, HandOverPage
from wab.app.pages.battle.menu import MenuPage
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.battle.question import QuestionPage
from wab.app.pages.battle.report_page import ReportPage
from wab.app.pages.fronts import Front, get_front, key_groups
from wab.app.pages.games.career_page import CareerPage
from wab.app.pages.games.save_as import SaveAsPage
from wab.app.pages.games.saves_list import SavesPage
from wab.app.pages.navigator import Navigator, Notice
from wab.app.pages.online.online_page import OnlinePage
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.opening.choice import ChoicePage
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.pictures import Pictures
from wab.app.pages.parts.titles import title_of
from wab.app.pages.settings.in_effect import dress_scene, put_into_effect
from wab.app.pages.settings.settings_page import SettingsPage
from wab.app.play.archive import Kept, Seats, kept_games, named_path, new_save_path
from wab.app.play.campaigns import finished, finished_of, name_of
from wab.app.play.remote import Remote
from wab.app.play.reopening import fitting_note, seats_again, told_damage
from wab.app.play.seating import new_seed, with_known_players
from wab.app.play.session import Session
from wab.app.play.table import Table
from wab.app.play.what_if import copy_of, seats_of_copy, why_not_try
from wab.app.requests import JoinRequest, scenario_info
from wab.app.sound.cues import calm_piece
from wab.app.sound.music import IN_PLAY
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import CAMERA, PAGES, WINDOW
from wab.app.window.screens import Screen
from wab.app.window.settings import Settings, hands_over, save_settings
from wab.app.window.window import GameWindow
from wab.career.career import Career
from wab.career.games import Counted, Finished
from wab.engine.files.lock import is_locked
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import UNDO, Outcome, ScenarioInfo
from wab.engine.saves.reader import open_save
from wab.engine.words.errors import WabError
from wab.locale import _, set_language
from wab.online.client import Client
from wab.online.protocol import GameInfo
from wab.systems import NAMES, get_system


class PageNavigator:
    """Knows the window, the settings and the game that is being played; every page goes on through it.

    `folder` is where games are kept, None for nowhere (pictures and tests). `language` is one chosen for this run only.
    `own` are the computer players, own classes, that the owner of the program has named on the command line; no file
    ever adds to them. `career` is what the player has finished, in all games and for good; without one it is kept for
    this run only.
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
        career: Career | None = None,
    ) -> None:
        self.window, self.settings, self.folder = window, settings, folder
        self.own: frozenset[str] = frozenset()
        self.session: Table | None = None
        self.notices: list[Notice] = []
        self._settings_file, self._language, self._mode = settings_file, language, mode
        self.career = career or Career()
        self._battle: Screen | None = None
        self._pictures = Pictures(window)
        self._real: tuple[Table, Screen] | None = None  # the game, while a copy of it is tried out
        self._laid: Mapping[str, Sequence[str]] | None = None
        self._ends = False  # the outcome is to be shown as soon as it is known
        self._knows_games = False  # the keys of all games have been laid
        window.always_keys["f8"] = self.report_problem
        window.remember = self.remember
        window.always_keys["f11"] = self.switch_fullscreen
        window.always_keys["f7"] = self.switch_sound
        self.apply(settings)

    @property
    def hud(self) -> ImguiBackend:
        """Return what the widgets are drawn on."""
        return self.window.hud

    @property
    def front(self) -> Front:
        """The front of the game that is played, or of the first system of the house."""
        return get_front(self.session.rules.id if self.session else NAMES[0])

    # --- settings ---

    def apply(self, settings: Settings) -> None:
        """Let settings take effect, without keeping them."""
        self.settings = settings
        set_language(self._language or settings.language or None)
        put_into_effect(self.window, settings, are_kept=self._settings_file is not None)
        if self._laid != settings.keys:
            self._lay_keys(settings.keys)

    def _lay_keys(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Lay the actions on the keys that the player has chosen; a notice names choices that cannot be used.

        Where nothing is chosen, the keys of the games wait for the first page that needs them.
        """
        self._laid = keys
        groups = key_groups() if keys or self._knows_games else (CAMERA, PAGES, WINDOW)
        self.window.bindings = Bindings(groups, keys, self.window.keyboard)
        for problem in self.window.bindings.problems:
            self.tell(problem)

    def _lay_keys_of_games(self) -> None:
        if not self._knows_games:
            self._knows_games = True
            self._lay_keys(self._laid or {})

    def change(self, settings: Settings) -> None:
        """Let settings take effect and keep them."""
        if settings.language != self.settings.language:
            self._language = ""  # what the player chooses now counts for more than how the game was started
        if settings.fullscreen != self.settings.fullscreen:
            self.window.set_fullscreen(settings.fullscreen)
        louder = settings.levels.effects != self.settings.levels.effects
        self.apply(settings)
        if louder:
            self.window.sound.play("asked")  # so loud it is now
        if self._settings_file is not None and (problem := save_settings(settings, self._settings_file)):
            self.tell(problem)

    @property
    def offers_fullscreen(self) -> bool:
        """The player has never been offered full screen, and can have it."""
        settings = self.settings
        return not (settings.fullscreen or settings.fullscreen_offered or self.window.settings.offscreen)

    def switch_fullscreen(self) -> None:
        """Cover the whole screen, or go back to a window; kept like every setting."""
        self.change(replace(self.settings, fullscreen=not self.settings.fullscreen))

    def remember(self, setting: str, on: object) -> None:
        """Keep what the player has switched on a screen."""
        self.settings = replace(self.settings, **{setting: on})
        self.window.tool_words = self.settings.tool_words
        if self._settings_file is not None and (problem := save_settings(self.settings, self._settings_file)):
            self.tell(problem)

    def switch_sound(self) -> None:
        """Sound on or off; on is heard at once."""
        self.change(replace(self.settings, sound=not self.settings.sound))
        self.window.sound.play("asked")

    def edges(self) -> None:
        """Set whether the edges of the window move the map."""
        self.window.edge_scrolling = self.settings.edge_scroll

    # --- pages ---

    def title(self) -> None:
        """The title screen."""
        self.window.sound.music.begin("title", at_once=True)
        self.window.show_screen(TitlePage(self))

    def choose(self, scenario: str = "") -> None:
        """The list of scenarios, with one of them chosen."""
        self.window.show_screen(ChoicePage(self, scenario))

    def brief(
        self, info: ScenarioInfo, options: Mapping[str, str] | None = None, side: str = "", seed: int | None = None
    ) -> None:
        """The briefing of a scenario, with `side` chosen; the game that begins there has `options` and `seed`."""
        self.window.show_screen(Briefing(self, info, options, side, seed))

    def back(self) -> None:
        """From a page that was laid over another, or over the battle, to what lies below."""
        self.window.uncover()
        if self.window.screen is self._battle:
            self.edges()

    def saves(self) -> None:
        """The list of saves; from a battle, over it."""
        self._show_over(SavesPage)

    def review(self) -> None:
        """The player's career and the library of games; from a battle, over it."""
        self._show_over(CareerPage)

    def _show_over(self, page: Callable[[Navigator, Callable[[], None]], Page]) -> None:
        """A page over the battle, from which Escape leads back to where the player was; without one, to the title."""
        if self.session is not None:
            self.window.cover(page(self, self.back))
        else:
            self.window.show_screen(page(self, self.title))

    def online(self) -> None:
        """The games that lie on servers."""
        self.window.show_screen(OnlinePage(self, self.title))

    def configure(self) -> None:
        """Open the settings, over any page."""
        self._lay_keys_of_games()
        self.window.cover(SettingsPage(self, self.back))

    def to_settings(self) -> None:
        """From the battle to the settings and back."""
        self.configure()

    def open_menu(self, rules: Callable[[], None]) -> None:
        """The menu over the battle; `rules` opens the rules on the battle screen."""
        if self.session is not None:
            self.window.cover(MenuPage(self, self.session, rules))

    def ask_name(self) -> None:
        """Ask under which name the game at this screen goes on."""
        session, folder = self.session, self.folder
        if session is None or folder is None or session.save is None:
            self.tell(_("This game is not kept in a file."))
            return

        def is_taken(name: str) -> bool:
            path = named_path(name, folder)
            return path != session.save and os.path.exists(path)

        def keep(name: str) -> None:
            path = named_path(name, folder)
            self._pictures.keep(session)
            session.keep_as(path, name)
            self.back()
            self.tell(_("The game goes on in {name}.").format(name=path.name))

        name = session.name or _("{title}, turn {turn}").format(
            title=title_of(session.setup.scenario), turn=session.turn
        )
        self.window.cover(SaveAsPage(self, name, is_taken, keep))

    def ask_again(self) -> None:
        """Ask whether the battle is to begin again."""
        if self.session is not None:
            endings.ask_again(self, self.session)

    def again(self) -> None:
        """Begin the battle again with the same players and options, and other dice; on a server, from its page."""
        if isinstance(self.session, Remote):
            client, scenario = self.session.client.again(), self.session.setup.scenario
            self.close_session()
            self.window.show_screen(OnlinePage(self, self.title, client, scenario))
        elif self.session is not None:
            setup, seats = self.session.setup, self.session.seats
            info = scenario_info(setup.scenario)
            self.start(info, seats.side, seats.agents, options=setup.options, people=seats.people)

    def ask_resign(self) -> None:
        """Ask whether the side at this screen gives the game up."""
        if self.session is not None:
            endings.ask_resign(self, self.session)

    def answer_draw(self, *, agrees: bool) -> None:
        """Ask whether this player agrees to a draw, or offers one; or decline it, and take the own offer back."""
        if self.session is not None:
            (endings.ask_draw if agrees else endings.end_draw)(self, self.session)

    def show_end(self) -> None:
        """This player has ended the battle: its outcome opens, elsewhere when the server has told it."""
        if self.session is not None and self.session.kept_at:
            self._ends = True
            self.return_to_battle()
        else:
            self.battle_over()

    def return_to_battle(self) -> None:
        """Back to the game that is being played."""
        if self._battle is not None:
            self.window.show_screen(self._battle)
            self.edges()

    def hand_over(self) -> None:
        """Draw a curtain before another person sits down; the battle goes on when that person is there."""
        if self.session is not None and self.session.waiting is not None:
            self.window.show_screen(CurtainPage(self, self.session, self.return_to_battle))

    def hand_on(self, decided: str, *, answer: bool) -> bool:
        """Name the person who decides now on a page over the battle; False if the settings want none."""
        if self.session is None or not hands_over(self.settings, answer=answer):
            return False
        self.window.cover(HandOverPage(self, self.session.seat, decided, self.back))
        return True

    # --- what if ---

    def try_out(self, seed: int | None = None) -> None:
        """Open a copy of the game at this screen to try the turn on; a seed is drawn where none is given.

        The game itself waits and is left as it is: its file, its dice and what can be taken back.
        """
        real, battle = self.session, self._battle
        if real is None or battle is None or why_not_try(real):
            return
        game, place = copy_of(real, new_seed() if seed is None else seed), self._place()
        start_worker = partial(AgentWorker, own=self.own)
        privacy = self.front.privacy(game)
        seats, log = seats_of_copy(real, self.settings.opponent), self.window.log
        copy = Session(game, seats, start_worker=start_worker, log=log, privacy=privacy, is_copy=True)
        self._real, self.session = (real, battle), copy
        self._battle = self.front.battle_screen(copy, self)
        self.return_to_battle()
        self._go_to(place)
        self.window.set_title(_("What if: nothing counts"))
        self.window.log("what_if", on=True)

    def end_try(self) -> None:
        """Back from the copy to the game as it was."""
        if self._real is None:
            return
        place = self._place()
        self._drop_copy()
        self.return_to_battle()
        self._go_to(place)

    def _drop_copy(self) -> None:
        """Nothing is left of the copy; the game is that at this screen again."""
        if self._real is not None:
            if self.session is not None:
                self.session.close()
            (self.session, self._battle), self._real = self._real, None
            self.window.set_title("")
            self.window.log("what_if", on=False)

    def _place(self) -> tuple[float, float, float] | None:
        """Return what the camera looks at."""
        camera = self.window.scene.camera if self.window.scene is not None else None
        return (camera.x, camera.y, camera.span) if camera is not None else None

    def _go_to(self, place: tuple[float, float, float] | None) -> None:
        if self.window.scene is not None and place is not None:
            self.window.scene.camera.fly_to(*place)

    def battle_over(self) -> None:
        """From the battle to its outcome; from a copy back to the game."""
        if self._real is not None:
            self.end_try()
            return
        if self.session is not None and self.session.ending() is not None:
            self.window.show_screen(OutcomeScreen(self, self.session))

    def report_problem(self) -> None:
        """From a game to what a bundle of it would hold, and back to where the player was."""
        if self._real is not None and self.session is not None:
            # A copy has no file, and a bundle of the game would show it from another moment.
            told = _("A problem cannot be reported from a copy: go back to the game first ({key}).")
            self.session.tell(told.format(key=self.window.caption("Shift F5")))
            return
        if self.session is not None and self.session.kept_at and self.session.ending() is None:
            tell = self.session.tell if self.window.screen is self._battle else self.tell
            tell(_("The server keeps this game: report a problem at its end."))
            return
        if self.session is None:
            self.tell(_("A problem can be reported from within a game: open the one in which it showed."))
        elif not isinstance(self.window.screen, ReportPage):
            self.window.cover(ReportPage(self, self.session, self.window, self.back))

    def to_menu(self) -> None:
        """Leave the game, which is kept, for the title screen."""
        self.close_session()
        self.title()

    def go_on(self, info: ScenarioInfo, side: str = "") -> None:
        """Leave the game, which is kept, for the briefing of another scenario, with `side` chosen."""
        self.close_session()
        self.brief(info, side=side)

    def quit(self) -> None:
        """End the program after this frame."""
        self.window.quit()

    # --- games ---

    def kept(self) -> list[Kept]:
        """The games that are kept, the last one first."""
        return kept_games(self.folder) if self.folder is not None else []

    def results(self, games: Iterable[Kept]) -> Mapping[tuple[str, str], Sequence[Outcome]]:
        """Return how games ended, by scenario and side of the player: games written down, and any of these not yet
        among them.

        An entry stays when a save is deleted.
        """
        self.career.read()
        self._enter(*finished(games))
        return self.career.outcomes()

    def counted(self) -> Counted | None:
        """Return what the game at this screen has brought; None while it goes on, and if it counts for no player."""
        return self.career.game(name_of(self.session)) if self.session is not None else None

    def _enter(self, *games: Finished) -> None:
        self.career.mark(*games)
        if problem := self.career.take_problem():
            self.tell(problem)

    def _game_ended(self) -> None:
        """A game at this screen has come to its end: it counts in the player's career."""
        if self.session is not None and (over := finished_of(self.session)) is not None:
            self._enter(over)
        if self._ends:
            self.battle_over()

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
        drawn = new_seed() if seed is None else seed
        chosen = dict(options or {})
        if len(people) > 1:
            chosen.pop(UNDO, None)  # lenient undo is for a person who plays alone
        game = wab.new_game(info.id, seed=drawn, options=chosen)
        save = new_save_path(info.id, self.folder) if self.folder is not None else None
        self.play(game, Seats(side, dict(agents), tuple(people)), save, first)

    def resume(
        self,
        path: Path,
        side: str = "",
        agents: Mapping[str, str] | None = None,
        answered: Collection[str] = (),
    ) -> None:
        """Go on with a save: in the same file where it lies in the folder of saves, else in a new one there.

        SaveError when it cannot be read. Seats come from its note, `side` and `agents` count for more. The player is
        asked first, on a page of its own each, where the save is being played elsewhere ("copy": a new file it is), was
        made with other data files ("data"), or is not whole or not played on as it was ("told"); `answered` are the
        questions that have been answered with yes.
        """
        if self.session is not None and self.session.save == path:
            self.close_session()
        own = self.folder is not None and path.resolve().parent == self.folder.resolve()

        def must_ask(name: str, question: str, yes: str) -> bool:
            if name not in answered:
                self.ask(question, yes, partial(self.resume, path, side, agents, (*answered, name)))
            return name not in answered

        if own and "copy" not in answered and is_locked(path):
            question = _("{name} is being played in another window. You can play a copy of it here.")
            must_ask("copy", question.format(name=path.name), _("Play a copy"))
            return
        opened = open_save(path, get_system)
        other_data = _("{name} was made with other data files. The game may go on differently from here.")
        if opened.other_data and must_ask("data", other_data.format(name=path.name), _("Open anyway")):
            return
        game, note = opened.game, fitting_note(path, opened.game)
        seats = seats_again(note, game, side, self.settings.opponent)
        seats, strange = with_known_players(seats.given(agents or {}), game, self.own)
        told = [told_damage(path, opened)] if opened.damage is not None else []
        told += [instead.told(get_front(game.system.id).seat_name(instead.seat), path) for instead in strange]
        if told and must_ask("told", "\n\n".join(told), _("Play on")):
            return
        save = None if self.folder is None else path
        if self.folder is not None and ("copy" in answered or not own):
            save = new_save_path(game.setup.scenario, self.folder)
        self.play(game, seats, save, note.first if note else None, note.name if note else "")

    def ask(self, question: str, yes: str, go_on: Callable[[], None]) -> None:
        """Over a page or the battle, to which "back" leads; else, and after another question, back is the title."""
        if self.window.screen is self._battle or (
            isinstance(self.window.screen, Page) and not isinstance(self.window.screen, QuestionPage)
        ):
            self.window.cover(QuestionPage(self, question, yes, go_on, self.back))
        else:
            self.window.show_screen(QuestionPage(self, question, yes, go_on, self.title))

    def play(
        self, game: Game[Any], seats: Seats, save: Path | None, first: Mapping[str, float] | None = None, name: str = ""
    ) -> None:
        """Open the battle screen on a game, behind a curtain where it is not clear who sits there.

        One that is over goes to its outcome.
        """
        self._lay_keys_of_games()
        self.close_session()
        privacy = get_front(game.system.id).privacy(game)
        start_worker = partial(AgentWorker, own=self.own)
        self.session = Session(
            game,
            seats,
            save=save,
            start_worker=start_worker,
            log=self.window.log,
            privacy=privacy,
            first=first,
            ended=self._game_ended,
            noted=self._picture_of_turn,
            name=name,
        )
        self._battle = self.front.battle_screen(self.session, self)
        self._show_battle(self._battle)
        if game.outcome is not None:
            self._game_ended()
            self.battle_over()
        else:
            self.hand_over()

    def join(self, request: JoinRequest) -> None:
        """Open the battle screen on a game that lies on a server and has begun. WabError if the server gives none."""
        client = Client(request.address, request.token)
        self.sit_down(self.remote(client, client.info(request.game_id)))

    def remote(self, client: Client, info: GameInfo) -> Remote:
        """Return a game on a server that has begun. It waits for the server; another thread may call it."""
        start_worker, log, ended = partial(AgentWorker, own=self.own), self.window.log, self._game_ended
        return Remote(client, info, folder=self.folder, start_worker=start_worker, log=log, ended=ended)

    def sit_down(self, session: Remote) -> None:
        """Open the battle screen on a game that lies on a server."""
        self._lay_keys_of_games()
        self.close_session()
        self.session = session
        self._battle = self.front.battle_screen(self.session, self)
        self._show_battle(self._battle)

    def _show_battle(self, battle: Screen) -> None:
        if self.session is not None:
            piece = calm_piece(self.session.rules.id, self.session.side)
            self.window.sound.music.begin(piece, IN_PLAY, at_once=True)
        self.window.show_screen(battle)
        self.edges()
        scene = self.window.scene
        if scene is not None:
            dress_scene(self.window, self.settings)
            camera = scene.camera
            camera.set_mode(self._mode == "3d", at_once=True)
            scene.update(0.0)
            size = {"width": camera.width, "height": camera.height}
            self.window.log("battle", x=camera.x, y=camera.y, px_per_hex=camera.px_per_hex, **size)

    def close_session(self, *, picture: bool = True) -> None:
        """The game that is being played is put away; it is kept already. Nothing of it is heard any more.

        `picture`: a small one is kept with it.
        """
        self.window.sound.hush()
        self.window.sound.surround({})
        self._pictures.forget()
        picture = picture and self._real is None  # what is shown of a copy is not the game
        self._drop_copy()
        if self.session is not None:
            if picture:
                self._pictures.keep(self.session)
            self.session.close()
        self.session = self._battle = None
        self._ends = False

    def _picture_of_turn(self) -> None:
        self._pictures.follow(lambda: self.session, lambda: self.window.screen is self._battle)

    def is_at(self, path: Path) -> bool:
        """Tell whether a save belongs to the game at this screen."""
        return self.session is not None and self.session.save == path

    def tell(self, words: str) -> None:
        """Show the player a sentence for a while, on any page that comes next."""
        self.notices.append(Notice(words))

    def attempt(self, action: Callable[[], None]) -> None:
        """Do something that a file or a name may spoil; a failure becomes a notice for the player."""
        try:
            action()
        except WabError as error:
            self.tell(str(error))
