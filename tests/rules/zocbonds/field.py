"""Positions for tests: units on the map of the campaign, wherever a test wants them, and what events make of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import Text
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import CODES, Board
from wab.systems.zocbonds.state.setup import build_board, starting_state
from wab.systems.zocbonds.state.state import State, Unit

CAMPAIGN = "zocbonds/three-weeks-in-june"
Where = str | tuple[str, dict[str, Any]]


def board(scenario: str = CAMPAIGN) -> Board:
    return build_board(scenario)


def position(units: dict[str, Where], *, scenario: str = CAMPAIGN, seed: int = 1, **now: Any) -> State:
    """Units by their ids, each in a hex ("2512") or in a hex with values (("2512", {"steps": 1})).

    Other units wait in no box, all works are gone, and `now` gives values of `Now` (turn, side, phase, row...). The
    ground under the units is theirs, the rest German.
    """
    on = board(scenario)
    state = starting_state(on, seed, now.pop("options", {}))
    state.put_all(())
    usual = {"turn": 2, "side": "allied", "phase": "movement", "boxes": {}, "works": ()}
    state.now = replace(state.now, **(usual | now))
    for key, where in units.items():
        label, values = (where, {}) if isinstance(where, str) else where
        profile = on.roster[on.ids[key]]
        state.put(Unit(profile.id, on.hex(label), **{"steps": profile.steps, **values}))
        state.control[on.hex(label)] = CODES[profile.side]
    return state


def unit(state: State, key: str) -> Unit:
    """A unit on the map by its id; KeyError if it is not there."""
    return state.units[state.board.ids[key]]


def ids(state: State, *keys: str) -> tuple[int, ...]:
    """Numbers of units, ascending."""
    return tuple(sorted(state.board.ids[key] for key in keys))


def path(state: State, *labels: str) -> tuple[int, ...]:
    return state.board.hexes(labels)


def carried_out(state: State, events: Iterable[Event]) -> list[Event]:
    """Apply events one by one, as the kernel does, and return them."""
    found = []
    for event in events:
        apply(state, event)
        found.append(event)
    return found


class LoadedDice(Dice, frozen=True):
    """Dice whose next results a test gives, by stream; a stream that is used up or not named goes by the seed."""

    loaded: Mapping[str, tuple[int, ...]] = {}

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        results = self.loaded.get(stream, ())[:count]
        if len(results) < count:
            return super().roll(stream, purpose, faces, count)
        return Rolled(stream, purpose, faces, self.drawn.get(stream, 0), results)

    def after(self, rolled: Rolled) -> LoadedDice:
        left = {name: rest[len(rolled.results) if name == rolled.stream else 0 :] for name, rest in self.loaded.items()}
        return LoadedDice(self.seed, super().after(rolled).drawn, loaded=left)


def load(state: State, **results: tuple[int, ...]) -> State:
    """The same state, whose next dice show these results: `load(state, combat=(3,), defence=(5, 1))`."""
    state.dice = LoadedDice(state.dice.seed, state.dice.drawn, loaded=results)
    return state


def conducted(state: State, **switches: str) -> State:
    """The same state where the switches of conduct.yaml are set otherwise."""
    tables = state.board.tables
    other = dataclasses.replace(state.board, tables=replace(tables, conduct=replace(tables.conduct, **switches)))
    state.board = other
    return state
