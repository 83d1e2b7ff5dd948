"""What a player puts together before an order goes out: an attack, a bombardment, an advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wab.engine.orders import Refusal
from wab.hexes import HexId
from wab.systems.operations.activation import cost, why_not_activated
from wab.systems.operations.board import enemy_of
from wab.systems.operations.bombardment import BombardmentPreview, available_guns, why_not_bombard
from wab.systems.operations.combat import (
    available_attackers,
    main_attacker,
    why_not_fight,
    why_not_support,
)
from wab.systems.operations.odds import Preview
from wab.systems.operations.orders import Advance, Attack, Bombard
from wab.systems.operations.retreat import why_not_advance
from wab.systems.operations.stacking import fits
from wab.systems.operations.state import State, Unit
from wab.systems.operations.strength import attack_value
from wab.systems.operations.view import OperationsView


@dataclass(frozen=True)
class Candidate:
    """A unit that could take part: whether it is ticked, and why it cannot be (None: it can)."""

    unit: int
    ticked: bool
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Change:
    """What one tick more or less would do: columns of the ratio, lines on the dice, the chance to win the hex."""

    unit: int
    adds: bool
    columns: int
    lines: int
    gain: float


# ------------------------------------------------------------------------------------------------- attack


@dataclass(frozen=True)
class AttackPlan:
    """An attack on a hex being put together. Immutable: every tick gives a new plan."""

    view: OperationsView
    target: HexId
    units: frozenset[int]
    supports: frozenset[int] = frozenset()
    chosen_main: HexId | None = None

    @classmethod
    def open(cls, view: OperationsView, target: HexId) -> AttackPlan:
        """All who can attack are ticked as far as activation points go, supports are not (OPS-7.2-8, OPS-7.2-9)."""
        state = view.position
        return cls(view, target, frozenset(_affordable(state, available_attackers(state, target))))

    @property
    def main(self) -> HexId:
        """The hex from which the attack is launched: the player's choice, else the strongest (OPS-7.3.5-3)."""
        hexes = self.origins
        if self.chosen_main in hexes:
            return self.chosen_main
        return main_attacker(self.view.position, self.units) if self.units else -1

    @property
    def origins(self) -> tuple[HexId, ...]:
        """The hexes from which it is made."""
        return tuple(sorted({self.view.unit(unit).hex for unit in self.units}))

    @property
    def order(self) -> Attack:
        """The order as it stands."""
        return Attack(tuple(sorted(self.units)), self.target, self.main, tuple(sorted(self.supports)))

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why the attack cannot be made as it stands; None when it can."""
        return self.view.why_not(self.order)

    @cached_property
    def preview(self) -> Preview | None:
        """Everything that it can come to; None as long as it cannot be made."""
        found = None if self.refusal else self.view.preview(self.order)
        return found if isinstance(found, Preview) else None

    @property
    def points(self) -> int:
        """Activation points that it takes."""
        return cost(self.view.position, (*self.units, *self.supports))

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """Everybody who stands to choice."""
        return (*self.attackers, *self.supporters)

    @cached_property
    def attackers(self) -> tuple[Candidate, ...]:
        """Every own unit beside the target that is no gun, those that cannot fight with their reason."""
        state = self.view.position
        near = [unit for hex_ in state.board.grid.adjacent(self.target) for unit in _own(self.view, hex_)]
        fighting = [unit for unit in near if not state.profile(unit.id).is_gun]
        rows = [self._attacker(unit) for unit in fighting]
        return tuple(
            sorted(
                rows, key=lambda row: (row.refusal is not None, -attack_value(state, state.units[row.unit]), row.unit)
            )
        )

    def _attacker(self, unit: Unit) -> Candidate:
        state, ticked = self.view.position, unit.id in self.units
        refusal = why_not_fight(state, unit, self.target)
        return Candidate(unit.id, ticked, refusal or self._unpaid(unit.id, ticked))

    def _unpaid(self, unit: int, ticked: bool) -> Refusal | None:
        """Units that cannot be paid for cannot be ticked (OPS-5.2-15)."""
        return None if ticked else why_not_activated(self.view.position, (*self.units, *self.supports, unit))

    @cached_property
    def supporters(self) -> tuple[Candidate, ...]:
        """Own guns near enough to be of interest, those that cannot support with their reason."""
        state = self.view.position
        reach = state.board.grid.distances(self.target)
        guns = [unit for unit in self.view.own_units() if state.profile(unit.id).is_gun]
        guns = [unit for unit in guns if reach[unit.hex] <= state.profile(unit.id).range + 2]
        rows = [self._supporter(unit) for unit in guns]
        return tuple(
            sorted(rows, key=lambda row: (row.refusal is not None, -state.profile(row.unit).bombardment, row.unit))
        )

    def _supporter(self, unit: Unit) -> Candidate:
        state, ticked = self.view.position, unit.id in self.supports
        refusal = why_not_support(state, unit, self.target) or self._unpaid(unit.id, ticked)
        if refusal is None and not ticked and len(self.supports) >= state.board.tables.support.most_supports:
            refusal = self.view.why_not(replace(self, supports=self.supports | {unit.id}).order)
        return Candidate(unit.id, ticked, refusal)

    def toggle(self, unit: int) -> AttackPlan:
        """The plan with a unit ticked or unticked, attacker or support; itself where the rules bar the tick."""
        guns = {row.unit: row for row in self.supporters}
        if unit in guns:
            allowed = unit in self.supports or guns[unit].refusal is None
            return replace(self, supports=self.supports ^ {unit}) if allowed else self
        row = next((row for row in self.attackers if row.unit == unit), None)
        allowed = row is not None and (unit in self.units or row.refusal is None)
        return replace(self, units=self.units ^ {unit}) if allowed else self

    def launched_from(self, hex_: HexId) -> AttackPlan:
        """The plan with another main hex."""
        return replace(self, chosen_main=hex_)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What each single tick would change, the weightiest first; units that change nothing are left out."""
        now = self.preview
        if now is None:
            return ()
        found = [self._change(row.unit, now) for row in self.rows if row.refusal is None]
        weighty = [change for change in found if change is not None and (change.columns or change.lines)]
        return tuple(sorted(weighty, key=lambda change: (-abs(change.gain), change.unit)))

    def _change(self, unit: int, now: Preview) -> Change | None:
        other = self.toggle(unit)
        then = other.preview if other is not self else None
        if then is None:
            return None
        columns = then.odds.final - now.odds.final
        lines = then.odds.modifier - now.odds.modifier
        adds = unit not in self.units and unit not in self.supports
        return Change(unit, adds, columns, lines, then.gain_chance - now.gain_chance)


def _own(view: OperationsView, hex_: HexId) -> tuple[Unit, ...]:
    state = view.position
    return state.stack(hex_) if state.side_in(hex_) == view.side else ()


def _affordable(state: State, units: Iterable[int]) -> list[int]:
    """As many of the units as can be activated together, those that are and the strongest first."""
    order = sorted(units, key=lambda id_: (cost(state, (id_,)), -attack_value(state, state.units[id_]), id_))
    chosen: list[int] = []
    for unit in order:
        if cost(state, (*chosen, unit)) <= state.activation_points:
            chosen.append(unit)
    led = {state.units[unit].hex for unit in chosen if not state.profile(unit).is_commander}
    return [unit for unit in chosen if state.units[unit].hex in led]


def why_no_attack(view: OperationsView, units: Sequence[int], target: HexId) -> Refusal | None:
    """Why units of a selection cannot attack a hex; None where somebody can attack it."""
    state = view.position
    if view.to_act == view.side and view.phase == "action" and available_attackers(state, target):
        return None
    ids = tuple(sorted(units))
    return view.why_not(Attack(ids, target, state.units[ids[0]].hex if ids else -1))


# ------------------------------------------------------------------------------------------------- bombardment


@dataclass(frozen=True)
class BombardmentPlan:
    """A bombardment of a hex being put together."""

    view: OperationsView
    target: HexId
    units: frozenset[int]

    @classmethod
    def open(cls, view: OperationsView, target: HexId, wanted: Sequence[int] = ()) -> BombardmentPlan:
        """The guns of the selection that can fire are ticked; where there are none, the strongest that can."""
        state = view.position
        guns = available_guns(state, target)
        chosen = [gun for gun in guns if gun in wanted] or sorted(
            guns, key=lambda id_: -state.profile(id_).bombardment
        )[:1]
        return cls(view, target, frozenset(chosen[: state.board.tables.bombardment.most_units]))

    @property
    def order(self) -> Bombard:
        """The order as it stands."""
        return Bombard(tuple(sorted(self.units)), self.target)

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why it cannot be made as it stands."""
        return self.view.why_not(self.order)

    @cached_property
    def preview(self) -> BombardmentPreview | None:
        """Everything that it can come to; None as long as it cannot be made."""
        found = None if self.refusal else self.view.preview(self.order)
        return found if isinstance(found, BombardmentPreview) else None

    @property
    def points(self) -> int:
        """Activation points that it takes."""
        return cost(self.view.position, self.units)

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """Everybody who stands to choice."""
        return self.guns

    @cached_property
    def guns(self) -> tuple[Candidate, ...]:
        """Own guns within two hexes of reaching the target, those that cannot fire with their reason."""
        state = self.view.position
        reach = state.board.grid.distances(self.target)
        units = [unit for unit in self.view.own_units() if state.profile(unit.id).is_gun]
        rows = [self._gun(unit.id) for unit in units if reach[unit.hex] <= state.profile(unit.id).range + 2]
        return tuple(
            sorted(rows, key=lambda row: (row.refusal is not None, -state.profile(row.unit).bombardment, row.unit))
        )

    def _gun(self, unit: int) -> Candidate:
        state = self.view.position
        if unit in self.units:
            return Candidate(unit, True, why_not_bombard(state, Bombard((unit,), self.target)))
        return Candidate(unit, False, why_not_bombard(state, Bombard(tuple(sorted((*self.units, unit))), self.target)))

    def toggle(self, unit: int) -> BombardmentPlan:
        """The plan with a gun ticked or unticked; itself where the rules bar the tick."""
        row = next((row for row in self.guns if row.unit == unit), None)
        allowed = row is not None and (row.ticked or row.refusal is None)
        return replace(self, units=self.units ^ {unit}) if allowed else self


def why_no_bombardment(view: OperationsView, units: Sequence[int], target: HexId) -> Refusal | None:
    """Why the units cannot bombard a hex; None where at least one gun of the side can."""
    if view.to_act == view.side and view.phase == "action" and available_guns(view.position, target):
        return None
    guns = tuple(sorted(unit for unit in units if view.profile(unit).is_gun))
    return view.why_not(Bombard(guns or tuple(sorted(units)), target))


# ------------------------------------------------------------------------------------------------- advance


@dataclass(frozen=True)
class AdvancePlan:
    """Who goes into the hex that the enemy has left (OPS-7.3.5-8)."""

    view: OperationsView
    units: frozenset[int]

    @classmethod
    def open(cls, view: OperationsView) -> AdvancePlan:
        """The main attackers are ticked, as many as find room in the hex."""
        offer = view.position.offer
        if offer is None:
            raise ValueError("no advance is on offer")
        chosen: list[int] = []
        for unit in offer.units:
            if fits(view.position, (*chosen, unit), offer.target):
                chosen.append(unit)
        main = view.unit(offer.units[0]).hex
        return cls(view, frozenset(unit for unit in chosen if view.unit(unit).hex == main))

    @property
    def target(self) -> HexId:
        """The hex on offer."""
        return self.view.position.offer.target if self.view.position.offer else -1

    @property
    def order(self) -> Advance:
        """The order as it stands."""
        return Advance(tuple(sorted(self.units)))

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why it cannot be made as it stands."""
        return self.view.why_not(self.order)

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """Everybody who stands to choice."""
        return self.candidates

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """Who may advance, in the order of the offer."""
        offer = self.view.position.offer
        return tuple(self._candidate(unit) for unit in (offer.units if offer else ()))

    def _candidate(self, unit: int) -> Candidate:
        ticked = unit in self.units
        order = Advance(tuple(sorted(self.units | {unit})))
        return Candidate(unit, ticked, None if ticked else why_not_advance(self.view.position, order))

    def toggle(self, unit: int) -> AdvancePlan:
        """The plan with a unit ticked or unticked; itself where there is no room."""
        row = next((row for row in self.candidates if row.unit == unit), None)
        allowed = row is not None and (row.ticked or row.refusal is None)
        return replace(self, units=self.units ^ {unit}) if allowed else self


def enemies_in(view: OperationsView, hex_: HexId) -> tuple[Unit, ...]:
    """The enemy units that the side knows of in a hex."""
    state = view.position
    return state.stack(hex_) if state.side_in(hex_) == enemy_of(view.side) else ()
