"""Sounds that an event calls for: a table for each rule system, and one by icon for systems that have no table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from wab.app.sound.music import IN_PLAY
from wab.app.sound.player import Player
from wab.app.sound.recordings import FOLDER, pieces, recordings
from wab.content.reader import read_document
from wab.engine.kernel.events import Event
from wab.engine.kernel.values import side_of

ELSE = "else"
CALM, TENSE, ATTACK, NIGHT = "calm", "tense", "attack", "night"
FAR = 0.5
"""A sound that is heard at less than this loudness is far away: it has other takes, if there are any."""
OURS, THEIRS, NOBODYS = "ours", "theirs", "nobodys"
_OWNERS = ("side", "winner", "seat", "holder")


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sound of a scene: `after` so many seconds, and its share of the volume."""

    sound: str
    after: Annotated[float, Meta(ge=0, le=5)] = 0.0
    volume: Annotated[float, Meta(gt=0, le=1)] = 1.0


class Moods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moods of the music.

    `moods` says which mood begins with a scene or a sound of an event: calm, tense, attack, or a piece by its name.
    `themes` gives the theme of a side, `calm` the piece of a system that has a calm piece of its own, `night` the
    lights under which a calm piece gives way to the piece of the night.
    """

    moods: dict[str, str]
    themes: dict[str, str]
    calm: dict[str, str]
    night: tuple[str, ...]

    def piece(self, mood: str, side: str, system: str, light: str) -> str:
        """Return the piece of a mood under the theme of a side."""
        if mood == CALM and light in self.night:
            return NIGHT
        if mood == CALM and system in self.calm:
            return self.calm[system]
        theme = f"{self.themes.get(side, next(iter(self.themes.values())))}-{mood}"
        return theme if theme in pieces() else mood


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `cues.yaml`.

    `scenes` are sounds laid together. `arms` gathers the symbols of units under one word. `systems` says for the name
    of an event what is heard, by trait: the first trait that the event has counts, "else" any other; "" is nothing.
    `silent` are the events of a system without a sound. `icons` are the sounds of an event of a system that has no
    table, by its icon in the journal. `light` are the ambiences under a light of the map. `music` is led by moods.
    """

    scenes: dict[str, tuple[Layer, ...]]
    arms: dict[str, tuple[str, ...]]
    systems: dict[str, dict[str, dict[str, str]]]
    silent: dict[str, tuple[str, ...]]
    icons: dict[str, str]
    light: dict[str, dict[str, float]]
    music: Moods

    def named(self) -> set[str]:
        """Every scene or sound that the table calls for."""
        rows = [row for table in self.systems.values() for row in table.values()]
        called = {name for row in rows for name in row.values()} | set(self.icons.values())
        return called - {""}

    def scene(self, name: str) -> tuple[Layer, ...]:
        """The sounds of a scene; a sound by its own name is a scene of one."""
        return self.scenes.get(name) or (Layer(name),)

    def called(self, system: str, event: Event, traits: Iterable[str], icon: str = "") -> str:
        """The scene or the sound that an event calls for; "" for one that is silent."""
        if system not in self.systems:
            return self.icons.get(icon, "")
        row, had = self.systems[system].get(type(event).__name__, {}), set(traits)
        return next((scene for trait, scene in row.items() if trait in had or trait == ELSE), "")

    def arm(self, symbol: str) -> str:
        """The word under which the symbol of a unit is gathered, "" for none."""
        return next((arm for arm, symbols in self.arms.items() if symbol in symbols), "")


@cache
def book() -> Book:
    """The table. DataError if it names a sound that there is not."""
    found = read_document(FOLDER / "cues.yaml", Book)
    have = recordings()
    for name, layers in found.content.scenes.items():
        for number, layer in enumerate(layers):
            if layer.sound not in have:
                raise found.error(f"scenes.{name}[{number}].sound", f'there is no sound "{layer.sound}"')
    for name in sorted(found.content.named()):
        if name not in have and name not in found.content.scenes:
            raise found.error("systems", f'there is no sound and no scene "{name}"')
    for mood in found.content.music.moods.values():
        if mood not in pieces() and not any(piece.endswith(f"-{mood}") for piece in pieces()):
            raise found.error("music.moods", f'there is no piece of the mood "{mood}"')
    for light, shares in found.content.light.items():
        if any(name not in have for name in shares):
            raise found.error(f"light.{light}", "there is no such sound")
    return found.content


def traits_of(event: Event, side: str) -> set[str]:
    """Return what an event says of itself in words: values that are words, flags that are set, and whose it is.

    `side` is the side that listens.
    """
    found: set[str] = set()
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name in _OWNERS:
            found.add(whose(value, side))
        elif isinstance(value, str):
            found.add(value)
        elif value is True:
            found.add(name)
    return found


def whose(owner: str | None, side: str) -> str:
    """A side or a seat as the listener calls it: ours, theirs, neither's."""
    if not owner:
        return NOBODYS
    return OURS if side_of(owner) == side else THEIRS


def unheard(event: Event) -> None:
    """Let an event go by without a sound."""


class Teller:
    """Lets the events of one rule system be heard as they are shown.

    `side` is the listener; `symbols` gives the symbols of the units that an event is about, `owner` whose units they
    are, for an event that does not say so itself; `place` where it happens: -1 left to 1 right, and how loud, 0 to 1.
    """

    def __init__(
        self,
        player: Player,
        system: str,
        *,
        side: Callable[[], str],
        symbols: Callable[[Event], Iterable[str]],
        owner: Callable[[Event], str | None],
        place: Callable[[Event], tuple[float, float]],
        icon: Callable[[Event], str] = lambda event: "",
        light: Callable[[], str] = lambda: "clear",
    ) -> None:
        self.player, self.system = player, system
        self._light, self._turn = light, ""
        self._side, self._symbols, self._owner, self._place, self._icon = side, symbols, owner, place, icon

    def tell(self, event: Event) -> None:
        """Let an event be heard that is now being shown."""
        arms = {book().arm(symbol) for symbol in self._symbols(event)}
        traits = traits_of(event, self._side()) | (arms - {""})
        if not traits & {OURS, THEIRS, NOBODYS} and (owner := self._owner(event)):
            traits.add(whose(owner, self._side()))
        name = book().called(self.system, event, traits, self._icon(event))
        if name:
            self._set_mood(name, traits, event)
            pan, near = self._place(event)
            for layer in book().scene(name):
                sound, volume = _from_here(layer.sound, near)
                self.player.play(sound, volume=layer.volume * volume, pan=pan, after=layer.after)

    def _set_mood(self, name: str, traits: set[str], event: Event) -> None:
        """Let the music follow: a turn has the theme of its side, and so has an attack in it."""
        moods = book().music
        mood = moods.moods.get(name, "")
        if mood in (CALM, TENSE):
            owner = next((getattr(event, word) for word in _OWNERS if getattr(event, word, None)), "")
            self._turn = self._side() if OURS in traits else side_of(owner) if owner else self._turn
        piece = moods.piece(mood, self._turn or self._side(), self.system, self._light()) if mood else ""
        if mood in (CALM, TENSE):
            self.player.music.begin(piece, IN_PLAY)
        elif mood:
            self.player.music.surge(piece)


def _from_here(sound: str, near: float) -> tuple[str, float]:
    """Return a sound as it is heard from here, and how loud: what is far away has takes of its own."""
    if near < FAR and f"{sound}-far" in recordings():
        return f"{sound}-far", near / FAR
    return sound, near


def calm_piece(system: str, side: str, light: str = "clear") -> str:
    """Return the piece with which a side sits down to its battle."""
    return book().music.piece(CALM, side, system, light)


def around(light: str) -> dict[str, float]:
    """The ambience under a light of the map."""
    return book().light.get(light, {})
