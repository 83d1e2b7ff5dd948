"""The truth: the changing part of a battle. Units are frozen and kept by id; a change stores a new unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from wab.engine.kernel.agenda import Agenda, Step, pending
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.facts import Deriving
from wab.engine.kernel.values import Outcome
from wab.field.deployment import Deployment
from wab.field.stacks import OnMap
from wab.field.zones import Zones
from wab.systems.operations.state.board import SIDE_CODE, Board, Profile
from wab.systems.operations.state.deployment import Post, post_of


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a unit. `fatigue` in percent (energy = 100 - fatigue), `spent` in half movement points this
    impulse.

    `activated` is the impulse of this turn in which it was activated, 0 for none. `halted`: no further move this turn.
    `held`: it began this turn, or an impulse of it, in an enemy zone of control (OPS-8.2.1-2). `spotted`: it stands
    where it was seen to enter a hex of the other side (OPS-6.5-3); `lasting`: that was in an impulse of the side that
    sees it, and outlasts its end. `available`: false for a ship that is not at hand this turn (OPS-10.1.1-16).
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
    held: bool = False
    lasting: bool = False


STATUSES = ("ready", "destroyed", "resting", "weather", "maintenance", "awaited", "withdrawn")
"""The states of an air unit that the start of a turn can find."""


class Squadron(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of an air unit (OPS-10.3.1). `status` is what the start of the turn found: "ready", or why it
    cannot fly.

    Reasons: "destroyed", "resting", "weather", "maintenance", "awaited", "withdrawn". `flown`: it has flown this turn.
    Up to and including turn `out_to` it is out, because of a mission or of its destruction.
    """

    id: int
    hp: int
    status: str = "weather"
    flown: bool = False
    out_to: int = 0


class Offer(Step, frozen=True, tag=False):
    """An advance after combat that the attacker may still take: into `target`, by any of `units` (OPS-7.3.5-8)."""

    target: int
    units: tuple[int, ...]

    @property
    def question(self) -> str:
        """The units that advance, or none."""
        return "advance"


@dataclass(slots=True)
class State(OnMap[Unit, Post], Deriving):
    """A battle at one moment. `control` holds a byte a hex: 0 no side (sea, out of play), 1 Allied, 2 Axis.

    `activation_points` are what the side to act has left; `attacked_hexes` those attacked this turn, by attacking side
    (OPS-7.2-13); `hp_lost` and `earned` are totals by side; `objective_points` what each side earned at each objective;
    `awaited` the numbers of the entries not yet arrived; `removed` the units that left the game, in order;
    `rebuild_points` the Axis reconstitution points left; `squadrons` the air units, which stand in no hex;
    `weather_rule` the players' choice of weather, "historical" or "random", empty if they leave it to the scenario;
    `taken` the turn in which the hex of a port last changed hands; `agenda` what must be settled first.
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
    agenda: Agenda = ()
    result: Outcome | None = None
    squadrons: dict[int, Squadron] = field(default_factory=dict)
    weather_rule: str = ""
    taken: dict[int, int] = field(default_factory=dict)
    version: int = 0
    _cache: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False, repr=False)
    _deployed: dict[str, Deployment[Post]] = field(default_factory=dict, compare=False, repr=False)
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
            self.agenda,
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

    @property
    def offer(self) -> Offer | None:
        """The advance after combat that is to be decided now."""
        return pending(self.agenda, Offer)

    def profile(self, unit: int) -> Profile:
        """Return the profile of a unit."""
        return self.roster[unit]

    def side_of(self, unit: int) -> str:
        """The side of a unit, or of an air unit."""
        profile = self.roster.get(unit)
        return self.board.squadrons[unit].side if profile is None else profile.side

    def post(self, hex_: int) -> Post | None:
        """The stack in a hex as the deployments know it, None if the hex is empty."""
        return post_of(self.stack(hex_), self.roster)

    @property
    def zones(self) -> Zones:
        """Return where zones of control reach on the map."""
        return self.board.zones

    def squadrons_of(self, side: str) -> Iterator[Squadron]:
        """The air units of a side that are known, by id."""
        return (squadron for id_, squadron in sorted(self.squadrons.items()) if self.side_of(id_) == side)

    def controls(self, side: str, hex_: int) -> bool:
        """Tell whether a side controls a hex."""
        return self.control[hex_] == SIDE_CODE[side]

    # ---- changing (only `apply.py` and makers of a state of known facts call these)

    def take_over(self, former: State) -> None:
        """Begin with the units of a former state on the same board, and with what has been derived from them."""
        self.units, self.stacks = former.units.copy(), former.stacks.copy()
        self.version = former.version + 1
        self._cache, self._deployed = former._cache.copy(), former._deployed.copy()
        self._touched = former._touched.copy()

    def put_all(self, units: Iterable[Unit]) -> None:
        """Store units in place of all earlier ones, all at once; conclusions from the earlier ones are forgotten."""
        OnMap.put_all(self, units)
        self._cache.clear()
