"""A rule system in the window: its pages as plain data, and its battle screen. One front for each system.

The frame of the window knows only this file; `wab/app/SYSTEM/front.py` holds the FRONT of a system of this house.
Fronts of others are entry points of the group `wab.fronts` (`wab.engine.outside.plugins`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol

from wab.app.gfx.palettes import STANDARD, Palette
from wab.app.gfx.theme import Rgba
from wab.app.play import table as games
from wab.app.play.sitting import Privacy
from wab.app.window.camera import Rect
from wab.app.window.key_actions import CAMERA, PAGES, WINDOW, KeyGroup
from wab.app.window.scenes import Scene
from wab.app.window.screens import Screen
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import LEVELS, Outcome, ScenarioInfo
from wab.engine.kernel.view import View
from wab.engine.outside import plugins
from wab.engine.words.errors import UsageError, WabError, words_of
from wab.engine.words.text import N_, Text
from wab.locale import _
from wab.systems import NAMES

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

_WHAT = N_("front of the rule system")
Pose = Literal["map", "move", "combat", "answer", "staff", "plan", "call", "table", "report"]


Room = tuple[float, float]
"""Width and height."""


@dataclass(frozen=True)
class Cover:
    """The title screen: name of the game, a line under it, the rectangle of the map over which the picture drifts."""

    title: str
    subtitle: str
    drift: Rect


@dataclass(frozen=True)
class Card:
    """A scenario in the list: its dates, how large it is, how many minutes it takes."""

    dates: str
    size: str
    minutes: int


@dataclass(frozen=True)
class Row:
    """A line of a table: cells of text, a side of the game it speaks of ("" for none), and whether it is a main one."""

    cells: tuple[str, ...]
    side: str = ""
    main: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """A small table with a heading; `notes` are sentences under it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A rule that a scenario may switch on, with its effect in a few words."""

    name: str
    on: bool
    detail: str = ""


@dataclass(frozen=True)
class SideCard:
    """A side to choose: its name, what it has, in one or two lines."""

    side: str
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class BriefingPage:
    """The page that a player reads before a battle."""

    title: str
    dates: str
    kind: str
    paragraphs: tuple[str, ...]
    teaches: str
    objectives: Table
    rules: tuple[Rule, ...]
    sides: tuple[SideCard, ...]


@dataclass(frozen=True)
class Share:
    """A part of a side's points: where they come from, and how many."""

    source: str
    points: float


@dataclass(frozen=True)
class Score:
    """A side's points and what they are made of."""

    side: str
    name: str
    total: float
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class OutcomePage:
    """The end of a battle. `verdict` says it by the side at the screen; `good`: True won, False lost, None neither."""

    title: str
    verdict: str
    good: bool | None
    reason: str
    scores: tuple[Score, ...]
    tables: tuple[Table, ...]
    luck: tuple[str, ...] = ()


def level_in(names: Mapping[str, str], level: str) -> str:
    """A level of victory in the reader's language, by the names of a system and of the kernel; "" for another."""
    name = names.get(level) or LEVELS.get(level)
    return _(name) if name else ""


def verdict_of(outcome: Outcome, side: str) -> tuple[str, bool | None]:
    """`verdict` and `good` of the page for a side."""
    if outcome.winner is None:
        return _("Draw"), None
    return (_("Victory"), True) if outcome.winner == side else (_("Defeat"), False)


class NoCampaign:
    """The answers of a system without campaigns to `Front`: everything is open, and what was won is done."""

    def opened(
        self, infos: Sequence[ScenarioInfo], side: str, results: Mapping[tuple[str, str], Sequence[Outcome]]
    ) -> tuple[str, ...]:
        """Every scenario."""
        return tuple(info.id for info in infos)

    def is_done(self, info: ScenarioInfo, side: str, results: Mapping[tuple[str, str], Sequence[Outcome]]) -> bool:
        """Tell whether a battle was won."""
        return any(outcome.winner == side for outcome in results.get((info.id, side), ()))


class Exits(Protocol):
    """The exits from a battle screen."""

    def battle_over(self) -> None:
        """The game has ended and the player wants to read how."""
        ...

    def hand_over(self) -> None:
        """Another person at this screen has to decide: nothing is shown until that person sits there."""
        ...

    def hand_on(self, decided: str, *, answer: bool) -> bool:
        """Another person decides at a game in which nothing is hidden, an `answer` or in that person's own phase.

        False if the player wants no page that says so; `decided` says in a sentence what it is about.
        """
        ...

    def open_menu(self, rules: Callable[[], None]) -> None:
        """The player wants the menu over the battle; `rules` opens the rules on the battle screen."""
        ...

    def to_settings(self) -> None:
        """The player wants to change settings and come back."""
        ...

    def answer_draw(self, *, agrees: bool) -> None:
        """The player agrees to the draw that another player offers, or declines it."""
        ...

    def try_out(self) -> None:
        """The player wants to try the turn on a copy that counts for nothing."""
        ...

    def end_try(self) -> None:
        """Back from the copy to the game as it was."""
        ...


class Front(Protocol):
    """A rule system in the window."""

    def cover(self) -> Cover:
        """The title screen, if this system is the first of the house."""
        ...

    def open_scene(self, window: GameWindow, info: ScenarioInfo | None = None) -> Scene:
        """Show what its games are played on, instead of another system's scene if there is one.

        Costs nothing if it is there already. With a scenario, a system whose ground differs from one to the next lays
        out that one.
        """
        ...

    def side_name(self, side: str) -> str:
        """A side in the reader's language."""
        ...

    def seat_name(self, seat: str) -> str:
        """A seat in the reader's language: its side, and who of it where several players lead it."""
        ...

    def side_tint(self, side: str, palette: Palette = STANDARD) -> Rgba:
        """The colour of a side, or of the side of a seat, in the HUD: the colour of its pieces on the map."""
        ...

    def key_groups(self) -> tuple[KeyGroup, ...]:
        """The keys of its battle screen by groups, keys shared with others among them."""
        ...

    def rooms(self) -> Mapping[str, Room]:
        """The room that its battle screen needs, in logical pixels: all of it (""), and dialogs by their name."""
        ...

    def option_name(self, option: str, value: str = "") -> str:
        """Something that may be chosen for a game of this system, or one of its values, in the reader's language."""
        ...

    def privacy(self, game: Game[Any]) -> Privacy:
        """Return what the persons in a game may see of each other at one screen."""
        ...

    def level_name(self, level: str) -> str:
        """A level of victory in the reader's language."""
        ...

    def kind_name(self, kind: str) -> str:
        """A kind of scenario, as a heading; "" if it is called as everywhere."""
        ...

    def opponent_hint(self, name: str) -> str:
        """Return how a level of the computer player plays, in a sentence; "" for one that is not known."""
        ...

    def opened(
        self, infos: Sequence[ScenarioInfo], side: str, results: Mapping[tuple[str, str], Sequence[Outcome]]
    ) -> tuple[str, ...]:
        """The scenarios of a side's campaign that are open to a player with these results, in order."""
        ...

    def is_done(self, info: ScenarioInfo, side: str, results: Mapping[tuple[str, str], Sequence[Outcome]]) -> bool:
        """Tell whether a scenario of a campaign counts as played through."""
        ...

    def card(self, info: ScenarioInfo) -> Card:
        """A scenario in the list."""
        ...

    def briefing(self, info: ScenarioInfo) -> BriefingPage:
        """A scenario before it begins."""
        ...

    def area(self, info: ScenarioInfo) -> Rect:
        """The rectangle of the ground, in hex widths, in which a scenario is played."""
        ...

    def dress(self, scene: Scene, view: View, *, fog: bool = True) -> None:
        """Put on the map what a side sees: counters, flags, front, names, light, and fog if wanted."""
        ...

    def undress(self, scene: Scene) -> None:
        """Take all of it off again, for the map with its names."""
        ...

    def adorn(self, scene: Scene) -> None:
        """Put on the map what makes a good picture behind the title: few names, some troops."""
        ...

    def battle_screen(self, session: games.Table, exits: Exits) -> Screen:
        """The screen on which a game is played."""
        ...

    def ready(self, view: View, what: Pose) -> bool:
        """Tell whether a side can be shown in a situation worth a picture now."""
        ...

    def pose(self, window: GameWindow, session: games.Table, what: Pose, overlay: str) -> None:
        """Bring the battle screen that the window shows into it. UsageError if that is not possible."""
        ...

    def outcome_page(self, game: Game[Any], side: str) -> OutcomePage:
        """Return how a game ended, for one side."""
        ...

    def match_words(self, first: Mapping[str, float], second: Outcome) -> str:
        """Return how a match of two games ended, by the side that the players lead now. They brought `first` along.

        "" if this system knows no matches, even when nothing was brought along.
        """
        ...


@cache
def get_front(system: str) -> Front:
    """The front of a rule system. UsageError when it has none."""
    if system not in NAMES:
        return _front_from_outside(system)
    try:
        front: Front = import_module(f"wab.app.{system}.front").FRONT
    except ModuleNotFoundError as error:
        message = N_("The rule system {system} cannot be shown in the window ({why}).")
        raise UsageError(Text(message, {"system": repr(system), "why": words_of(error)})) from error
    return front


def _front_from_outside(system: str) -> Front:
    if system not in plugins.installed(plugins.FRONTS):
        message = N_("The rule system {system} has no front: it cannot be shown in the window.")
        raise UsageError(Text(message, {"system": repr(system)}))
    front: Front = plugins.loaded(plugins.FRONTS, system, _WHAT)
    missing = sorted(name for name in vars(Front) if not name.startswith("_") and not hasattr(front, name))
    if missing:
        raise plugins.Broken(plugins.FRONTS, system, _WHAT, f"it has no {', '.join(missing)} (see Front)")
    return front


def has_front(system: str) -> bool:
    """Tell whether a rule system can be shown in the window: one of this house, or one whose package brings a front."""
    return system in NAMES or system in plugins.installed(plugins.FRONTS)


def key_groups() -> tuple[KeyGroup, ...]:
    """The keys of all systems that can be shown, of the window and its pages: each group once."""
    found: dict[str, KeyGroup] = {}
    for system in (*NAMES, *plugins.installed(plugins.FRONTS)):
        try:
            groups = get_front(system).key_groups()
        except WabError:
            continue  # its fault is shown when a player wants to play it
        for group in groups:
            found.setdefault(group.room, group)
    return (*found.values(), CAMERA, PAGES, WINDOW)
