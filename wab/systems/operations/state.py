"""What is true: the changing part of a battle. Units are frozen and kept by id; a change stores a new unit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter, is_
from typing import Any, TypeVar

import msgspec

from wab.engine.dice import Dice
from wab.engine.system import Outcome
from wab.systems.operations.board import SIDE_CODE, SIDES, Board, Profile
from wab.systems.operations.deployment import Deployment, post_of

T = TypeVar("T")


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

    Reasons: "destroyed", "resting", "weather", "maintenance", "awaited", "withdrawn". `flown`: it has flown this turn.
    Up to and including turn `out_to` it is out, because of a mission or of its destruction.
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
    `weather_rule` the players' choice of weather, "historical" or "random", empty where they leave it to the scenario;
    `taken` the turn in which the hex of a port last changed hands.
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
    taken: dict[int, int] = field(default_factory=dict)
    version: int = 0
    _cache: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False, repr=False)
    _deployed: dict[str, Deployment] = field(default_factory=dict, compare=False, repr=False)
    _touched: set[int] = field(default_factory=set, compare=False, repr=False)

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
            self.taken.copy(),
            self.version,
            self._cache.copy(),
            self._deployed.copy(),
            self._touched.copy(),
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
        there = self.stacks.get(hex_)
        return tuple([self.units[unit] for unit in there]) if there else ()

    def side_in(self, hex_: int) -> str | None:
        """The side whose units stand in a hex, None where it is empty."""
        there = self.stacks.get(hex_)
        return self.roster[there[0]].side if there else None

    def units_of(self, side: str) -> Iterator[Unit]:
        """The units of a side on the map, by id."""
        return map(self.units.__getitem__, self.deployed(side).ids)

    def deployed(self, side: str) -> Deployment:
        """Where a side stands, nowhere for one that there is not; the same object while nothing of it changes."""
        if self._touched or not self._deployed:
            self._keep_in_step()
        return self._deployed.get(side) or Deployment.empty(self.board.grid.size)

    def _keep_in_step(self) -> None:
        posts = {hex_: post_of(self.stack(hex_), self.roster) for hex_ in self._touched}
        for side in SIDES:
            own = {hex_: post if self.side_in(hex_) == side else None for hex_, post in posts.items()}
            before = self._deployed.get(side) or Deployment.empty(self.board.grid.size)
            self._deployed[side] = before.carried_on(self.board, own)
        self._touched.clear()

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
        value: T = found[1]  # what `make` gave under this key
        return value

    def renewed(self, key: str, parts: tuple[object, ...], make: Callable[[T | None], T]) -> T:
        """A derived fact that stays as it is for as long as its parts are the same objects.

        `make` is given what it was before, None at first, to be carried on from there.
        """
        found = self._cache.get(key)
        if found is None or not all(map(is_, found[0], parts)):  # type: ignore[call-overload]  # parts of this key
            found = (parts, make(None if found is None else found[1]))
            self._cache[key] = found
        value: T = found[1]
        return value

    def settled(self, key: Hashable, facts: tuple[object, ...], make: Callable[[], T]) -> T:
        """A conclusion of which there are many, one a key: it stays for as long as the facts behind it are equal.

        Copies of a state share these; they are no part of what is copied.
        """
        known: dict[Hashable, tuple[object, Any]] = self.renewed("settled", (self.board,), lambda _: {})
        found = known.get(key)
        if found is None or found[0] != facts:
            found = known[key] = (facts, make())
        value: T = found[1]
        return value

    # ---- changing (only `apply.py` and whoever makes a state of known facts call these)

    def take_over(self, former: State) -> None:
        """Begin with the units of a former state on the same board, and with what has been derived from them."""
        self.units, self.stacks = former.units.copy(), former.stacks.copy()
        self.version = former.version + 1
        self._cache, self._deployed = former._cache.copy(), former._deployed.copy()
        self._touched = former._touched.copy()

    def put(self, unit: Unit) -> None:
        """Store a unit, new or changed, and keep the stacks in step."""
        old = self.units.get(unit.id)
        if old is None or old.hex != unit.hex:
            if old is not None:
                self._leave(old)
            self.stacks[unit.hex] = tuple(sorted((*self.stacks.get(unit.hex, ()), unit.id)))
        self.units[unit.id] = unit
        self._touched.add(unit.hex)

    def put_all(self, units: Iterable[Unit]) -> None:
        """Store units instead of those that there were, all at once."""
        self.units = {unit.id: unit for unit in sorted(units, key=attrgetter("id"))}
        stacks: dict[int, list[int]] = {}
        for id_, unit in self.units.items():
            stacks.setdefault(unit.hex, []).append(id_)
        self.stacks = {hex_: tuple(ids) for hex_, ids in stacks.items()}
        self._touched = set(self.stacks)
        self._deployed.clear()
        self._cache.clear()

    def take(self, unit_id: int) -> Unit:
        """Take a unit off the map and return it."""
        unit = self.units.pop(unit_id)
        self._leave(unit)
        return unit

    def _leave(self, unit: Unit) -> None:
        self._touched.add(unit.hex)
        rest = tuple(other for other in self.stacks[unit.hex] if other != unit.id)
        if rest:
            self.stacks[unit.hex] = rest
        else:
            del self.stacks[unit.hex]
