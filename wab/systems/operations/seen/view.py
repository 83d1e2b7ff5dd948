"""One side's view of a battle: the questions of the contract, answered from what that side knows."""

from __future__ import annotations

from typing import Any

from wab.engine.kernel.orders import Refusal
from wab.engine.shells.position import PositionView
from wab.engine.words.text import Text
from wab.systems import get_system
from wab.systems.operations.combat.bombardment import BombardmentPreview, preview_bombardment
from wab.systems.operations.combat.combat import Preview, preview
from wab.systems.operations.movement.movement import reach
from wab.systems.operations.seen import sampling
from wab.systems.operations.sequence.victory import Forecast, forecast
from wab.systems.operations.state.board import AirProfile, Board, Profile
from wab.systems.operations.state.orders import Attack, Bombard, OperationsOrder
from wab.systems.operations.state.state import Squadron, State, Unit


class OperationsView(PositionView[State]):
    """The knowledge of `side`. `position` is a state made of known facts only (see knowledge.py); treat it as
    read-only.

    Enemies that are seen but not identified stand in it as contacts: ids from 100,000 on, `profile(id).level` tells how
    well each is known, and the values of such a profile are a staff's guess, not a fact.
    """

    not_yours = Refusal(Text("It is the other side's turn to decide."), ("OPS-5.1-2",), code="not-your-turn")

    def __init__(self, side: str, position: State) -> None:
        rules: Any = get_system("operations")  # by name: the system object stands above its chapters
        super().__init__(rules, side, position)

    @property
    def board(self) -> Board:
        """Map, tables and scenario, without the enemy's set-up."""
        return self.position.board

    def preview(self, order: OperationsOrder) -> Preview | BombardmentPreview | None:
        """Every outcome of an attack or a bombardment with its exact chance, as far as this side knows; else None."""
        if isinstance(order, Attack):
            return preview(self.position, order)
        return preview_bombardment(self.position, order) if isinstance(order, Bombard) else None

    def unit(self, unit: int) -> Unit:
        """Return how a unit fares, as far as it is known; KeyError when it is not on this side's map."""
        return self.position.units[unit]

    def profile(self, unit: int) -> Profile:
        """Return the profile of a unit, as far as it is known."""
        return self.position.roster[unit]

    def own_units(self) -> tuple[Unit, ...]:
        """The side's own units on the map, by id."""
        return tuple(self.position.units_of(self.side))

    def own_squadrons(self) -> tuple[Squadron, ...]:
        """The side's own air units, by id."""
        return tuple(self.position.squadrons_of(self.side))

    def air_profile(self, squadron: int) -> AirProfile:
        """Return the profile of an air unit."""
        return self.board.squadrons[squadron]

    def reach(self, units: tuple[int, ...], *, strategic: bool = False) -> Any:
        """Return where units of one hex can go this impulse, and at what cost in half movement points."""
        return reach(self.position, units, strategic=strategic)

    def forecast(self) -> Forecast:
        """Return how the game would end if it ended now."""
        return forecast(self.position)

    def with_names(self, seed: int) -> State:
        """Return what this side knows, contacts replaced by units that they may be; unseen enemies are left out."""
        return sampling.with_names(self.side, self.position, seed)
