"""Sounds that an event calls for: a table for each rule system, and one by icon for systems that have no table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from wab.app.sound.player import Player
from wab.app.sound.recordings import FOLDER, recordings
from wab.content.reader import read_document
from wab.engine.kernel.events import Event
from wab.engine.kernel.values import side_of

ELSE = "else"
OURS, THEIRS, NOBODYS = "ours", "theirs", "nobodys"
_OWNERS = ("side", "winner", "seat", "holder")


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sound of a scene: `after` so many seconds, and its share of the volume."""

    sound: str
    after: Annotated[float, Meta(ge=0, le=5)] = 0.0
    volume: Annotated[float, Meta(gt=0, le=1)] = 1.0


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `cues.yaml`.

    `scenes` are sounds laid together. `arms` gathers the symbols of units under one word. `systems` says for the name
    of an event what is heard, by trait: the first trait that the event has counts, "else" any other; "" is nothing.
    `silent` are the events of a system without a sound. `icons` are the sounds of an event of a system that has no
    table, by its icon in the journal. `light` are the ambiences under a light of the map.
    """

    scenes: dict[str, tuple[Layer, ...]]
    arms: dict[str, tuple[str, ...]]
    systems: dict[str, dict[str, dict[str, str]]]
    silent: dict[str, tuple[str, ...]]
    icons: dict[str, str]
    light: dict[str, dict[str, float]]

    def named(self) -> set[str]:
        """Every scene or sound that the table calls for."""
        rows = [row for table in self.systems.values() for row in table.values()]
        called = {name for row in rows for name in row.values()} | set(self.icons.values())
        return called - {""}

    def scene(self, name: str) -> tuple[Layer, ...]:
        """The sounds of a scene; a sound by its own name is a scene of one."""
        return self.scenes.get(name) or (Layer(name),)

    def called(self, system: str, event: Event, traits: Iterable[str], icon: str = "") -> tuple[Layer, ...]:
        """The sounds that an event calls for; none for one that is silent."""
        name = type(event).__name__
        if system not in self.systems:
            called = self.icons.get(icon, "")
        else:
            row, had = self.systems[system].get(name, {}), set(traits)
            called = next((scene for trait, scene in row.items() if trait in had or trait == ELSE), "")
        return self.scene(called) if called else ()

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
    ) -> None:
        self.player, self.system = player, system
        self._side, self._symbols, self._owner, self._place, self._icon = side, symbols, owner, place, icon

    def tell(self, event: Event) -> None:
        """Let an event be heard that is now being shown."""
        arms = {book().arm(symbol) for symbol in self._symbols(event)}
        traits = traits_of(event, self._side()) | (arms - {""})
        if not traits & {OURS, THEIRS, NOBODYS} and (owner := self._owner(event)):
            traits.add(whose(owner, self._side()))
        layers = book().called(self.system, event, traits, self._icon(event))
        if layers:
            pan, near = self._place(event)
            for layer in layers:
                self.player.play(layer.sound, volume=layer.volume * near, pan=pan, after=layer.after)


def around(light: str) -> dict[str, float]:
    """The ambience under a light of the map."""
    return book().light.get(light, {})
