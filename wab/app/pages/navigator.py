"""The way from page to page as a page knows it: where it can lead, and what it may change. Pages know no other page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wab.app.hud.imgui_backend import ImguiBackend
from wab.app.pages.fronts import Front
from wab.app.play.archive import Kept
from wab.app.play.remote import Remote
from wab.app.window.settings import Settings
from wab.career.career import Career
from wab.career.games import Counted
from wab.engine.kernel.values import Outcome, ScenarioInfo
from wab.online.client import Client
from wab.online.protocol import GameInfo

NOTICE_SECONDS = 14.0


@dataclass
class Notice:
    """A sentence for the player, and how long it is still shown."""

    words: str
    seconds: float = NOTICE_SECONDS


class Navigator(Protocol):
    """A page's exits into the house around it (`wab.app.pages.routes.PageNavigator` is the one there is)."""

    settings: Settings
    notices: list[Notice]
    career: Career

    @property
    def hud(self) -> ImguiBackend:
        """Return what the widgets are drawn on."""
        ...

    @property
    def front(self) -> Front:
        """The front of the game that is played, or of the first system of the house."""
        ...

    # --- pages ---

    def title(self) -> None:
        """The title screen."""
        ...

    def choose(self, scenario: str = "") -> None:
        """The list of scenarios, with one of them chosen."""
        ...

    def brief(
        self,
        info: ScenarioInfo,
        options: Mapping[str, str] | None = None,
        side: str = "",
        seed: int | None = None,
    ) -> None:
        """The briefing of a scenario, with `side` chosen; `options` are kept for the game that begins there."""
        ...

    def back(self) -> None:
        """From a page that was laid over another, or over the battle, to what lies below."""
        ...

    def saves(self) -> None:
        """The list of saves; from a battle, over it."""
        ...

    def review(self) -> None:
        """The player's career and the library of games; from a battle, over it."""
        ...

    def online(self) -> None:
        """The games that lie on servers."""
        ...

    def configure(self) -> None:
        """Open the settings, over any page."""
        ...

    def ask_name(self) -> None:
        """Ask under which name the game at this screen goes on."""
        ...

    def ask_again(self) -> None:
        """Ask whether the battle is to begin again."""
        ...

    def ask_resign(self) -> None:
        """Ask whether the side at this screen gives the game up."""
        ...

    def answer_draw(self, *, agrees: bool) -> None:
        """Ask whether this player agrees to a draw, or offers one; or decline it, and take the own offer back."""
        ...

    def show_end(self) -> None:
        """This player has ended the battle: its outcome opens, elsewhere when the server has told it."""
        ...

    def ask(self, question: str, yes: str, go_on: Callable[[], None]) -> None:
        """Ask something before the player goes on, over a page or the battle."""
        ...

    def return_to_battle(self) -> None:
        """Back to the game that is being played."""
        ...

    def end_try(self) -> None:
        """Back from a copy on which the player tries things out to the game as it was."""
        ...

    def to_menu(self) -> None:
        """Leave the game, which is kept, for the title screen."""
        ...

    def go_on(self, info: ScenarioInfo, side: str = "") -> None:
        """Leave the game, which is kept, for the briefing of another scenario, with `side` chosen."""
        ...

    def quit(self) -> None:
        """End the program after this frame."""
        ...

    # --- games and settings ---

    @property
    def offers_fullscreen(self) -> bool:
        """The player has never been offered full screen, and can have it."""
        ...

    def change(self, settings: Settings) -> None:
        """Let settings take effect and keep them."""
        ...

    def kept(self) -> list[Kept]:
        """The games that are kept, the last one first."""
        ...

    def results(self, games: Iterable[Kept]) -> Mapping[tuple[str, str], Sequence[Outcome]]:
        """Return how games ended, by scenario and side of the player: those written down, and any of these."""
        ...

    def counted(self) -> Counted | None:
        """Return what the game that is played has brought; None while it goes on, and if it counts for no player."""
        ...

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
        ...

    def again(self) -> None:
        """Begin the battle at this screen again: the same players and options, other dice."""
        ...

    def remote(self, client: Client, info: GameInfo) -> Remote:
        """Return a game on a server that has begun. It waits for the server; another thread may call it."""
        ...

    def sit_down(self, session: Remote) -> None:
        """Open the battle screen on a game that lies on a server."""
        ...

    def resume(self, path: Path) -> None:
        """Go on with a save. SaveError when it cannot be read."""
        ...

    def is_at(self, path: Path) -> bool:
        """Tell whether a save belongs to the game at this screen."""
        ...

    def tell(self, words: str) -> None:
        """Show the player a sentence for a while, on any page that comes next."""
        ...

    def attempt(self, action: Callable[[], None]) -> None:
        """Do something that a file or a name may spoil; a failure becomes a notice for the player."""
        ...
