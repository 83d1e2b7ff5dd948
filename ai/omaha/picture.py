"""The landing as a player sees it: danger, units that can act, what is left of each division."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ai.omaha.danger import DENSE, Danger, danger
from ai.omaha.weights import LAST, Weights
from wab.content.omaha.shapes import SYMBOLS
from wab.hexes import HexId
from wab.systems.omaha.ground.control import is_potential_fire
from wab.systems.omaha.movement.actions import is_free, why_not_act, why_not_act_freely
from wab.systems.omaha.movement.moving import paths
from wab.systems.omaha.sequence.victory import points
from wab.systems.omaha.state.board import DIVISIONS, Board, Profile
from wab.systems.omaha.state.state import Now, State, Unit

Path = tuple[HexId, ...]


class Picture:
    """A position with what follows from it, each fact worked out when it is first asked for.

    `paths`: by unit and hex the ways that it may try, kept by a player while the Germans stand as they do.
    """

    def __init__(self, state: State, paths: dict[tuple[int, HexId], list[Path]] | None = None) -> None:
        self.state = state
        self._paths = {} if paths is None else paths
        self._drowning: dict[HexId, int] = {}
        self._potential: dict[HexId, bool] = {}

    @property
    def board(self) -> Board:
        """The board."""
        return self.state.board

    @property
    def now(self) -> Now:
        """The moment."""
        return self.state.now

    @cached_property
    def danger(self) -> Danger:
        """The danger of every hex."""
        return danger(self.state)

    @cached_property
    def able(self) -> list[Unit]:
        """The units and leaders that can act in the sector that is played, except units that can only recover."""
        return [unit for unit in self._acting if why_not_act_freely(self.state, unit.id) is None]

    @cached_property
    def to_recover(self) -> list[Unit]:
        """The units that can take off a disrupted or a climb marker."""
        return [unit for unit in self._acting if unit.disrupted or unit.climb == "climb"]

    @cached_property
    def _acting(self) -> list[Unit]:
        units = sorted(self.state.units.values(), key=lambda unit: unit.id)
        return [unit for unit in units if why_not_act(self.state, unit.id) is None]

    @cached_property
    def points(self) -> int:
        """The victory points as the turn counts them."""
        return points(self.state)

    @cached_property
    def losses(self) -> dict[str, int]:
        """The count in each loss box."""
        return {division: self.state.losses(division) for division in DIVISIONS}

    @property
    def limit(self) -> int:
        """The count at which the landings stop."""
        return self.board.tables.limits.catastrophe[self.state.late]

    @property
    def turns_left(self) -> int:
        """The turns that are still to come after this one."""
        return self.board.last - self.state.turn

    @cached_property
    def controllers(self) -> dict[HexId, int]:
        """The number of US units that control each hex."""
        found: dict[HexId, int] = {}
        for unit in self.state.units.values():
            for hex_ in self.controls(unit, unit.hex):
                found[hex_] = found.get(hex_, 0) + 1
        return found

    def controls(self, unit: Unit, hex_: HexId) -> list[HexId]:
        """The hexes that a unit would control from a hex (OMA-12.1-1 to OMA-12.11-1)."""
        profile, low = self.profile(unit.id), self.board.low
        if profile.leader == "general":
            return []
        if not profile.is_black(unit.steps):
            return [hex_]
        return [hex_, *(there for there in self.board.grid.adjacent(hex_) if low[there] or not low[hex_])]

    def drowning(self, hex_: HexId, turns: Callable[[Picture, HexId], int]) -> int:
        """In how many turns the sea takes a hex, asked once."""
        if hex_ not in self._drowning:
            self._drowning[hex_] = turns(self, hex_)
        return self._drowning[hex_]

    def is_potential_fire(self, hex_: HexId) -> bool:
        """Check if Germans cover a hex, or could; asked once."""
        if hex_ not in self._potential:
            self._potential[hex_] = is_potential_fire(self.state, hex_)
        return self._potential[hex_]

    def paths(self, unit: Unit) -> list[Path]:
        """The ways of a move that a unit may try, legal or not."""
        key = unit.id, unit.hex
        if key not in self._paths:
            self._paths[key] = list(paths(self.state, unit.id))
        return self._paths[key]

    def profile(self, unit: int) -> Profile:
        """A unit as printed."""
        return self.state.profile(unit)

    def is_free(self, unit: int) -> bool:
        """Check if a unit acts for nothing."""
        return is_free(self.state, unit)

    def steps_in(self, hex_: HexId, without: tuple[int, ...] = ()) -> int:
        """The steps in a hex, some units left out."""
        return sum(unit.steps for unit in self.state.us_in(hex_) if unit.id not in without)

    def risk(self, unit: Unit, hex_: HexId, more: int = 0) -> float:
        """The chance that the next fire costs a unit a step in a hex; `more` steps are there next to it."""
        profile = self.profile(unit.id)
        if profile.leader or profile.symbol is None:
            return float(self.danger.step[DENSE, hex_]) * 0.3
        dense = unit.steps + more >= self.board.tables.limits.dense
        row = DENSE if dense else SYMBOLS.index(profile.symbol)
        table = self.danger.armoured if profile.armoured else self.danger.step
        return float(table[row, hex_])

    def risk_here(self, unit: Unit) -> float:
        """The chance that the next fire costs a unit a step where it stands."""
        return self.risk(unit, unit.hex, self.steps_in(unit.hex, (unit.id,)))

    def price_of_step(self, unit: Unit, weights: Weights) -> float:
        """The worth of a step of a unit: more where its loss fills the loss box, most where that ends the game."""
        profile = self.profile(unit.id)
        if not profile.regular:
            return 0.6 if profile.infantry else 0.5
        worth = 1.0
        if unit.steps == 2:
            left = max(1, self.limit - self.losses[profile.division])
            worth += weights.worn + (weights.box / left if left > 1 else LAST)
        elif unit.steps == 1:
            worth = 0.8
        return worth
