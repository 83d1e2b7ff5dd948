"""Requests of the command line to the window and its answers, as plain data, and the kinds of things that it names.

No Panda3D here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

import wab
from wab.app.play.archive import SUFFIX
from wab.engine.files.looking import is_file
from wab.engine.kernel.values import ScenarioInfo, side_of
from wab.engine.words.errors import UsageError
from wab.locale import _

MODES = ("2d", "3d")
SCREENS = (
    "title", "scenarios", "career", "settings", "briefing", "map", "move", "combat", "answer", "staff", "plan",
    "call", "table", "report", "curtain", "whatif", "outcome",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """The request to play a game that lies on a server: its address, the token of this device, the game."""

    address: str
    token: str
    game_id: str


@dataclass(frozen=True, slots=True)
class GameRequest:
    """The request to open the game.

    `what` is a scenario id, the path of a save, or "" for the title screen. `side` the side that sits at this screen
    ("" asks for it); `agents` the computer players by side; `options` what was chosen for the scenario; `language` a
    code ("" takes the environment's); `size` in pixels; `events` a file to which the window writes a JSON line for
    everything that happens, for tests.
    """

    what: str = ""
    side: str = ""
    agents: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    mode: str = "2d"
    language: str = ""
    size: tuple[int, int] = (1600, 900)
    events: Path | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    online: JoinRequest | None = None


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """The request for a picture: `screen` is one of SCREENS, `overlay` the name of a map overlay or "".

    `hud_scale` is the size of panels and text, 0 for what fits into the picture. `turn`: the computer plays both sides
    until this turn of the battle, and on to the `phase` of that name. `at` is the label of a hex that comes to the
    middle, `span` how many hexes high the part of the map is that is shown, 0 for as it is. `keys` are pressed one
    after the other once all that is there, as a player would ("f2", "ctrl+f").
    """

    what: str
    out: Path
    mode: str = "2d"
    size: tuple[int, int] = (1600, 900)
    side: str = ""
    overlay: str = ""
    screen: str = "map"
    language: str = ""
    hud_scale: float = 0.0
    turn: int = 0
    phase: str = ""
    at: str = ""
    span: float = 0.0
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MapsRequest:
    """The map of a saved game as a side knew it at the ends of turns (0: as the first one began), drawn into a folder.

    Each picture is named as `map_name` says.
    """

    save: Path
    folder: Path
    side: str
    turns: tuple[int, ...]
    language: str = ""


def map_name(turn: int) -> str:
    """The name of the file with the map at the end of a turn."""
    return f"turn-{turn}.jpg"


def is_save(what: str) -> bool:
    """Tell the path of a save from the id of a scenario."""
    return what.endswith(SUFFIX) or is_file(Path(what))


def scenario_info(scenario: str) -> ScenarioInfo:
    """The entry of a scenario. UsageError when there is none."""
    for info in wab.scenarios():
        if info.id == scenario:
            return info
    raise UsageError(_("There is no scenario {id}.").format(id=repr(scenario)))


def one_of(word: str, known: tuple[str, ...], what: str) -> str:
    """The word itself if it is known. UsageError naming what there is when not."""
    if word not in known:
        message = _("There is no {what} {word}; there are: {known}.")
        raise UsageError(message.format(what=what, word=repr(word), known=", ".join(known)))
    return word


def check_names(seats: Iterable[str], players: Iterable[str]) -> None:
    """See that every seat with a named player is at the table. UsageError, which names the seats there, if not."""
    known = tuple(dict.fromkeys([*map(side_of, seats), *seats]))
    for name in players:
        one_of(name, known, _("seat") if "/" in name else _("side"))


class Frames(msgspec.Struct, frozen=True):
    """The cost of frames: the most Geoms in view, the most vertices of the scene, bytes of textures. Also the seconds
    of the processor for a frame (mean over the distances), with the drawing if a processor does it.
    """

    draws: int
    vertices: int
    texture_bytes: int
    seconds: float


class Measured(msgspec.Struct, frozen=True):
    """A battle in the window: seconds of the processor from the start of the process to the title, and from there to
    the battle; its frames in two and in three dimensions; the most memory in GB; and what draws."""

    title: float
    battle: float
    flat: Frames
    deep: Frames
    memory: float
    driver: str
