"""What is true: the changing part of a battle. Units are frozen and kept by id; a change stores a new unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeVar

import msgspec

from wab.engine.dice import Dice
from wab.engine.system import Outcome
from wab.systems.operations.board import SIDE_CODE, Board, Profile

T = TypeVar("T")
_UNITS_OF = "units of "


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a unit fares. `fatigue` in percent (energy = 100 - fatigue), `spent` in half movement points this impulse.

    `activated` is the impulse of this turn in which it was activated, 0 for none. `halted`: no further move this turn.
    `spotted`: it stands where it was seen to enter a hex of the other side (OPS-6.5-3). `available`: false for a ship
    that is not at hand this turn (OPS-10.1.1-16).
    """

    id: int
    hex: int
    hp: int
    fatigue: int = 0
    activated: int = 0
    spent: int = 0
    moved: bool = False
    marched: bool = False
    halted: bool = False
    attacked: bool = False
    supported: bool = False
    supplied: bool = True
    turns_unsupplied: int = 0
    spotted: bool = False
    available: bool = True


class Squadron(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an air unit fares (OPS-10.3.1). `status` is what the start of the turn found: "ready", or why it cannot fly.

    Reasons: "destroyed", "resting", "weather", "maintenance". `flown`: it has flown this turn. Up to and including turn
    `out_to` it is out, because of a mission or of its destruction.
    """

    id: int
    hp: int
    status: str = "weather"
    flown: bool = False
    out_to: int = 0


class Offer(msgspec.Struct, frozen=True):
    """An advance after combat that the attacker may still take: into `target`, by any of `units` (OPS-7.3.5-8)."""

    target: int
    units: tuple[int, ...]


@dataclass(slots=True)
class State:
    """A battle at one moment. `control` holds a byte a hex: 0 nobody (sea, out of play), 1 Allied, 2 Axis.

    `activation_points` are what the side to act has left; `attacked_hexes` those attacked this turn, by attacking side
    (OPS-7.2-13); `hp_lost` and `earned` are totals by side; `objective_points` what each side earned at each objective;
    `awaited` the numbers of the entries not yet arrived; `removed` the units that left the game, in order;
    `rebuild_points` the Axis reconstitution points left; `squadrons` the air units, which stand in no hex;
    `weather_rule` the players' choice of weather, "historical" or "random", empty where they leave it to the scenario.
    """

    board: Board
    roster: dict[int, Profile]
    dice: Dice
    turn: int = 0
    impulse: int = 0
    active: str = ""
    weather: str = "overcast"
    units: dict[int, Unit] = field(default_factory=dict)
    stacks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    control: bytearray = field(default_factory=bytearray)
    activation_points: int = 0
    attacked_hexes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    hp_lost: dict[str, int] = field(default_factory=dict)
    earned: dict[str, int] = field(default_factory=dict)
    objective_points: dict[int, dict[str, int]] = field(default_factory=dict)
    awaited: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    rebuild_points: int = 0
    offer: Offer | None = None
    result: Outcome | None = None
    squadrons: dict[int, Squadron] = field(default_factory=dict)
    weather_rule: str = ""
    version: int = 0
    _cache: dict[str, tuple[object, object]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> State:
        """An independent copy that shares what never changes."""
        return State(
            self.board,
            self.roster,
            self.dice,
            self.turn,
            self.impulse,
            self.active,
            self.weather,
            self.units.copy(),
            self.stacks.copy(),
            self.control[:],
            self.activation_points,
            self.attacked_hexes.copy(),
            self.hp_lost.copy(),
            self.earned.copy(),
            {objective: points.copy() for objective, points in self.objective_points.items()},
            self.awaited,
            self.removed,
            self.rebuild_points,
            self.offer,
            self.result,
            self.squadrons.copy(),
            self.weather_rule,
            self.version,
            self._cache.copy(),
        )

    # ---- reading

    def profile(self, unit: int) -> Profile:
        """What a unit is."""
        return self.roster[unit]

    def side_of(self, unit: int) -> str:
        """The side of a unit, or of an air unit."""
        return self.roster[unit].side if unit in self.roster else self.board.squadrons[unit].side

    def stack(self, hex_: int) -> tuple[Unit, ...]:
        """The units in a hex, by id."""
        return tuple(self.units[unit] for unit in self.stacks.get(hex_, ()))

    def side_in(self, hex_: int) -> str | None:
        """The side whose units stand in a hex, None where it is empty."""
        there = self.stacks.get(hex_)
        return self.roster[there[0]].side if there else None

    def units_of(self, side: str) -> Iterator[Unit]:
        """The units of a side on the map, by id."""
        return iter(self.derived(_UNITS_OF + side, lambda: self._units_of(side)))

    def _units_of(self, side: str) -> tuple[Unit, ...]:
        return tuple(unit for id_, unit in sorted(self.units.items()) if self.roster[id_].side == side)

    def squadrons_of(self, side: str) -> Iterator[Squadron]:
        """The air units of a side that are known, by id."""
        return (squadron for id_, squadron in sorted(self.squadrons.items()) if self.side_of(id_) == side)

    def controls(self, side: str, hex_: int) -> bool:
        """Tell whether a side controls a hex."""
        return self.control[hex_] == SIDE_CODE[side]

    def derived(self, key: str, make: Callable[[], T]) -> T:
        """A derived fact, worked out once for each version of the state."""
        return self.kept(key, self.version, make)

    def kept(self, key: str, basis: object, make: Callable[[], T]) -> T:
        """A derived fact that stays as it is for as long as what it is made of, its basis, is equal."""
        found = self._cache.get(key)
        if found is None or found[0] != basis:
            found = (basis, make())
            self._cache[key] = found
        return found[1]  # type: ignore[return-value]  # what `make` gave under this key

    # ---- changing (only `apply.py` calls these)

    def put(self, unit: Unit) -> None:
        """Store a unit, new or changed, and keep the stacks in step."""
        old = self.units.get(unit.id)
        if old is None or old.hex != unit.hex:
            if old is not None:
                self._leave(old)
            self.stacks[unit.hex] = tuple(sorted((*self.stacks.get(unit.hex, ()), unit.id)))
        self.units[unit.id] = unit
        self._cache.pop(_UNITS_OF + self.roster[unit.id].side, None)

    def put_all(self, units: Iterable[Unit]) -> None:
        """Store the units of a board that was empty, all at once."""
        self.units = {unit.id: unit for unit in sorted(units, key=attrgetter("id"))}
        stacks: dict[int, list[int]] = {}
        for id_, unit in self.units.items():
            stacks.setdefault(unit.hex, []).append(id_)
        self.stacks = {hex_: tuple(ids) for hex_, ids in stacks.items()}
        self._cache.clear()

    def take(self, unit_id: int) -> Unit:
        """Take a unit off the map and return it."""
        unit = self.units.pop(unit_id)
        self._leave(unit)
        self._cache.pop(_UNITS_OF + self.roster[unit_id].side, None)
        return unit

    def _leave(self, unit: Unit) -> None:
        rest = tuple(other for other in self.stacks[unit.hex] if other != unit.id)
        if rest:
            self.stacks[unit.hex] = rest
        else:
            del self.stacks[unit.hex]
