"""The lasting settings of a player: language, size of the HUD, speed, movement of the picture. Kept in one
small file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta

from wab.app.gfx.palettes import DEUTAN, PALETTES, STANDARD
from wab.app.sound.player import Levels
from wab.engine.files.limits import TooMuch, check_json_nesting, read_bounded
from wab.engine.files.writing import write_beside
from wab.engine.words.errors import SaveError
from wab.locale import LANGUAGES, _

HUD_SCALES = (0.0, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5)  # 0: what fits into the window
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
TEXT_SIZES = (0.9, 1.0, 1.15, 1.3)  # of texts in panels, besides the scale of all of the HUD
HAND_OVERS = ("always", "phases", "never")
"""The moments when, with nothing hidden, a page names the next person at one keyboard: always, for the person's own
phase, never.
"""
SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)  # 0: at once


_Name = Annotated[str, Meta(max_length=80)]
_ChordText = Annotated[str, Meta(min_length=1, max_length=30)]


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be set. `language` "" is the environment's; `speed` 0 skips animations.

    `hud_scale` 0 makes the panels fit into the window (`wab.app.hud.scale.scale_of`). `opponent` is the computer player
    chosen last. `open_all`: every scenario of a campaign can be played, even without the earlier ones. `ask_twice`: an
    attack at poor odds waits for a second Enter. `palette` is one of `wab.app.gfx.palettes`; `patterns` are wanted next
    to its colours. `hand_over`: one of HAND_OVERS. `weather`: rain, clouds and times of day are seen on the map.
    `follow`: the view goes where others move and fight. `tool_words`: the tools of a battle have words next to their
    icons; without them a tool has words until it has been used a few times (`tool_uses`). `effects`, `ambience` and
    `music` are volumes; `sound` off mutes all. `keys` are the chords of actions whose keys the player has changed
    (`wab.app.window.bindings`). `follow_chosen`: the player has answered the question of the first enemy turn.
    `fullscreen_offered`: the title screen has offered full screen, which it does once.
    """

    language: str = ""
    hud_scale: Annotated[float, Meta(ge=0.0, le=2.5)] = 0.0
    speed: Annotated[float, Meta(ge=0.0, le=8.0)] = 1.0
    reduced_motion: bool = False
    edge_scroll: bool = True
    fullscreen: bool = False
    opponent: Annotated[str, Meta(max_length=200)] = "easy"
    palette: str = STANDARD.name
    patterns: bool = False
    text_size: Annotated[float, Meta(ge=0.9, le=1.3)] = 1.0
    figures: bool = True
    weather: bool = True
    open_all: bool = False
    follow: bool = True
    follow_chosen: bool = False
    ask_twice: bool = True
    hand_over: Literal["always", "phases", "never"] = "phases"
    fullscreen_offered: bool = False
    tool_words: bool = False
    tool_uses: Annotated[dict[_Name, Annotated[int, Meta(ge=0, le=99)]], Meta(max_length=200)] = {}
    sound: bool = True
    effects: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.75
    ambience: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.5
    music: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.5
    keys: Annotated[dict[_Name, Annotated[tuple[_ChordText, ...], Meta(max_length=2)]], Meta(max_length=400)] = {}

    @property
    def animation_speed(self) -> float:
        """Speed of movements on the map: none where the player wants as little motion as can be."""
        return 0.0 if self.reduced_motion else self.speed

    @property
    def levels(self) -> Levels:
        """Return how loud things are to be heard."""
        return Levels(self.effects, self.ambience, self.sound, self.music)


def hands_over(settings: Settings, *, answer: bool) -> bool:
    """Tell whether a page names the next person: for an `answer` in another person's phase, or for the person's own
    phase.
    """
    return settings.hand_over == "always" or (settings.hand_over == "phases" and not answer)


DEFAULTS = Settings()
KNOWN = 3
"""Uses after which a tool needs no words next to its icon."""
_MOST_BYTES, _DEEPEST, _MOST_DIGITS = 100_000, 16, 100


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings as they were read, and a sentence for the player where something was wrong with the file."""

    settings: Settings
    problem: str = ""


def settings_path() -> Path:
    """Return where the player's settings are kept."""
    return platformdirs.user_config_path("wab", appauthor=False) / "settings.json"


def load_settings(path: Path | None = None) -> Loaded:
    """The player's settings; the defaults where there is no file.

    A value that cannot be used gives way to its default. A file that is no settings at all is kept under another name,
    so that nothing in it is lost, and a sentence says so.
    """
    path = path or settings_path()
    try:
        data = read_bounded(path, _MOST_BYTES)
        check_json_nesting(data, _DEEPEST, _MOST_DIGITS)
        found = msgspec.json.decode(data)
    except FileNotFoundError:
        return Loaded(DEFAULTS)
    except OSError as error:
        return Loaded(
            DEFAULTS, _("The settings cannot be read ({why}); the defaults are in use.").format(why=error.strerror)
        )
    except (TooMuch, msgspec.MsgspecError, UnicodeDecodeError):
        found = None
    if not isinstance(found, dict):
        return Loaded(DEFAULTS, _set_aside(path))
    return _checked(path, found)


def _set_aside(path: Path) -> str:
    kept = next(
        name for number in count(1) if not os.path.lexists(name := path.with_name(f"settings.damaged-{number}.json"))
    )
    try:
        path.rename(kept)
    except OSError as error:
        return _("The settings are damaged and the defaults are in use ({why}).").format(why=error.strerror)
    message = _("The settings were damaged and the defaults are in use; the old file is kept as {name}.")
    return message.format(name=kept.name)


def _checked(path: Path, found: dict[str, Any]) -> Loaded:
    """Each value that can be used, one by one."""
    good: dict[str, Any] = {}
    bad: list[str] = []
    for field in msgspec.structs.fields(Settings):
        if field.name in found:
            try:
                good[field.name] = msgspec.convert(found[field.name], field.type)
            except msgspec.ValidationError:
                bad.append(field.name)
    if found.get("colour_blind") is True and "palette" not in found:
        good["palette"] = DEUTAN.name  # as earlier versions wrote it
    if good.get("palette", STANDARD.name) not in PALETTES:
        bad.append("palette")
        del good["palette"]
    if good.get("language", "") not in ("", *LANGUAGES):
        bad.append("language")
        del good["language"]
    message = _("In {path} these settings are not understood and keep their defaults: {names}.")
    return Loaded(Settings(**good), message.format(path=path, names=", ".join(bad)) if bad else "")


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Keep the settings; returns a sentence where that fails, else ""."""
    try:
        write_beside(path or settings_path(), msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
    except SaveError as error:
        return str(error)
    return ""
