"""A player's plans before an order goes out: an attack, a bombardment, an advance, a reconstitution."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from wab.app.wargame.hand.ticks import Candidate, TickPlan
from wab.engine.kernel.orders import Refusal
from wab.field.forecast import Forecast, is_better, verdict
from wab.hexes import HexId
from wab.systems.operations.combat.air import bombs, ground_attack, split, why_not_bomb, why_not_strike
from wab.systems.operations.combat.anti_air import AirRisk, risks
from wab.systems.operations.combat.bombardment import (
    BombardmentPreview,
    available_bombers,
    available_guns,
    why_not_bombard,
)
from wab.systems.operations.combat.combat import (
    available_attackers,
    main_attacker,
    why_not_fight,
    why_not_support,
)
from wab.systems.operations.combat.forecast import forecast_of
from wab.systems.operations.combat.odds import Preview, column_of, ratio_column, ratio_text
from wab.systems.operations.combat.retreat import why_not_advance
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Reconstitute
from wab.systems.operations.state.stacking import fits
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import cost, why_not_activated
from wab.systems.operations.units.reconstitution import missing
from wab.systems.operations.units.strength import attack_value

GROUNDED = 2
"""Aircraft that cannot fly, and whose reasons a plan shows."""


@dataclass(frozen=True)
class FirePlan(TickPlan):
    """An attack or a bombardment of a hex."""

    view: OperationsView
    target: HexId

    @property
    @abstractmethod
    def guns(self) -> frozenset[int]:
        """The guns, ships and air units that fire."""

    @property
    @abstractmethod
    def most_guns(self) -> int:
        """As many of them as may fire."""

    @property
    @abstractmethod
    def gun_rows(self) -> tuple[Candidate, ...]:
        """The rows of guns, ships and air units that are shown."""

    @property
    def points(self) -> int:
        """Activation points that it takes."""
        return cost(self.view.position, self.units | self.guns)

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """The rows that are shown."""
        return self.gun_rows

    def risk(self, squadron: int) -> AirRisk:
        """Return the effect that anti-aircraft fire over the target can have on an air unit, ticked or not."""
        return risk_of(self.view, squadron, self.target)


@dataclass(frozen=True)
class Change:
    """The effect of one tick more or less: columns of the ratio, lines on the dice, the chance to win the hex.

    `theirs`: HP more that the enemy would lose on average, `ours`: that we would. `then` and `forecast` are the attack
    with it.
    """

    unit: int
    adds: bool
    columns: int
    lines: int
    gain: float
    ours: float = 0.0
    theirs: float = 0.0
    then: Preview | None = None
    forecast: Forecast | None = None


@dataclass(frozen=True)
class NextColumn:
    """Attack points, in hundredths, that are missing to the next column of the ratio, and that ratio in words."""

    missing: int
    ratio: str


# ------------------------------------------------------------------------------------------------- attack


@dataclass(frozen=True)
class AttackPlan(FirePlan):
    """An attack on a hex being put together."""

    supports: frozenset[int] = frozenset()

    @classmethod
    def open(cls, view: OperationsView, target: HexId, wanted: Collection[int] | None = None) -> AttackPlan:
        """Tick the units that are `wanted` and can attack, as far as activation points go.

        None wants every unit. Supports are not ticked (OPS-7.2-8, OPS-7.2-9).
        """
        state = view.position
        able = available_attackers(state, target)
        chosen = _affordable(state, [id_ for id_ in able if wanted is None or id_ in wanted])
        return cls(view, frozenset(chosen), target)

    @property
    def main(self) -> HexId:
        """The hex of the main attackers, away from which the defender retreats (OPS-7.3.5-3)."""
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
    def preview(self) -> Preview | None:
        """Everything that can result from it; None as long as the attack is not possible."""
        found = None if self.refusal else self.view.preview(self.order)
        return found if isinstance(found, Preview) else None

    @cached_property
    def forecast(self) -> Forecast | None:
        """The forecast of the attack as it stands; None as long as it is not possible."""
        return None if self.preview is None else forecast_of(self.view.position, self.order, self.preview)

    def bettered(self) -> AttackPlan:
        """Return the plan with those units of its own stacks ticked that raise its word one by one."""
        stacks = {self.view.unit(unit).hex for unit in self.units}
        there = {row.unit for row in self.attackers if self.view.unit(row.unit).hex in stacks}
        able = [change for change in self.joins if change.unit in there]
        return self._with(able[0].unit).bettered() if able else self

    @property
    def joins(self) -> tuple[Change, ...]:
        """The effect of each further unit that raises the word of the attack, the best first."""
        now = self.forecast
        found = [one for one in self.each_change.values() if one.adds and one.forecast is not None]
        better = [one for one in found if now and one.forecast and is_better(verdict(one.forecast), verdict(now))]
        return tuple(sorted(better, key=lambda one: (-one.gain, -one.theirs, one.unit)))

    @property
    def guns(self) -> frozenset[int]:
        """The supports."""
        return self.supports

    @property
    def most_guns(self) -> int:
        """As many supports as there may be (OPS-7.2-10)."""
        return self.view.board.tables.support.most_supports

    @property
    def rows(self) -> tuple[Candidate, ...]:
        """The attackers, then the supports that are shown."""
        return (*self.attackers, *self.gun_rows)

    @cached_property
    def attackers(self) -> tuple[Candidate, ...]:
        """Every own unit next to the target that is no gun; with a reason, if it cannot fight."""
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
        guns, _ = split(self.view.position, self.supports)
        return None if ticked else why_not_activated(self.view.position, (*self.units, *guns, unit))

    @cached_property
    def supporters(self) -> tuple[Candidate, ...]:
        """Own guns and ships near enough to be of interest, and the aircraft; with a reason, if they cannot support."""
        state = self.view.position
        reach = state.board.grid.distances(self.target)
        guns = [unit for unit in self.view.own_units() if state.profile(unit.id).is_gun]
        guns = [unit for unit in guns if reach[unit.hex] <= state.profile(unit.id).range + 2]
        rows = [self._supporter(unit.id, why_not_support(state, unit, self.target)) for unit in guns]
        rows += [self._supporter(id_, why_not_strike(state, id_)) for id_ in strikers(self.view)]
        return tuple(sorted(rows, key=lambda row: (row.refusal is not None, -points_of(self.view, row.unit), row.unit)))

    def _supporter(self, unit: int, refusal: Refusal | None) -> Candidate:
        state, ticked = self.view.position, unit in self.supports
        if refusal is None and unit not in state.squadrons:
            refusal = self._unpaid(unit, ticked)
        if refusal is None and not ticked and len(self.supports) >= self.most_guns:
            refusal = self.view.why_not(replace(self, supports=self.supports | {unit}).order)
        return Candidate(unit, ticked, refusal)

    @cached_property
    def gun_rows(self) -> tuple[Candidate, ...]:
        """Of aircraft that cannot fly the first ones only: the list of aircraft tells of all."""
        flying = self.view.board.squadrons
        grounded = [row for row in self.supporters if row.unit in flying and row.refusal is not None and not row.ticked]
        return tuple(row for row in self.supporters if row not in grounded[GROUNDED:])

    def _with(self, unit: int) -> Self:
        if any(row.unit == unit for row in self.supporters):
            return replace(self, supports=self.supports ^ {unit})
        return super()._with(unit)

    def all_ticked(self) -> AttackPlan:
        """Return the plan with every unit ticked that can attack; its supports stay (OPS-7.2-8).

        Activation points limit the number of units.
        """
        state = self.view.position
        guns, _ = split(state, self.supports)
        able = available_attackers(state, self.target)
        left = state.activation_points - cost(state, guns)
        return replace(self, units=self.units | frozenset(_affordable(state, able, left, self.units)))

    @cached_property
    def each_change(self) -> Mapping[int, Change]:
        """The effect of ticking or unticking each unit, by its id, without units whose tick leads to no attack."""
        now = self.preview
        if now is None:
            return {}
        found = (self._change(row.unit, now) for row in self.rows if row.refusal is None)
        return {change.unit: change for change in found if change is not None}

    @property
    def changes(self) -> tuple[Change, ...]:
        """The effect of each single tick, the weightiest first; units that change nothing are left out."""
        weighty = [change for change in self.each_change.values() if change.columns or change.lines]
        return tuple(sorted(weighty, key=lambda change: (-abs(change.gain), -abs(change.theirs), change.unit)))

    @cached_property
    def next_column(self) -> NextColumn | None:
        """The attack value missing to the next column of the plain ratio; None at its end or without an attack."""
        if self.preview is None or not self.preview.odds.defence:
            return None
        odds, table = self.preview.odds, self.view.board.tables.combat
        low, high = odds.attack, odds.defence * (column_of(table.columns[-1]) + 2)
        if odds.initial >= column_of(table.columns[-1]):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if ratio_column(middle, odds.defence, table) > odds.initial:
                high = middle
            else:
                low = middle
        return NextColumn(high - odds.attack, ratio_text(ratio_column(high, odds.defence, table)))

    def _change(self, unit: int, now: Preview) -> Change | None:
        other = self.toggle(unit)
        then = other.preview if other is not self else None
        if then is None:
            return None
        columns = then.odds.final - now.odds.final
        lines = then.odds.modifier - now.odds.modifier
        adds = unit not in self.units and unit not in self.supports
        ours = then.expected_attacker_hp - now.expected_attacker_hp
        theirs = then.expected_defender_hp - now.expected_defender_hp
        gain = then.gain_chance - now.gain_chance
        return Change(unit, adds, columns, lines, gain, ours, theirs, then, other.forecast)


def _own(view: OperationsView, hex_: HexId) -> tuple[Unit, ...]:
    state = view.position
    return state.stack(hex_) if state.side_in(hex_) == view.side else ()


def _affordable(
    state: State, units: Iterable[int], points: int | None = None, first: Collection[int] = ()
) -> list[int]:
    """Return as many of the units as can be activated together: `first` ones, active ones and the strongest first.

    `points` are the activation points that there are for them; None: all that are left.
    """
    left = state.activation_points if points is None else points
    keys = {id_: (id_ not in first, cost(state, (id_,)), -attack_value(state, state.units[id_]), id_) for id_ in units}
    chosen: list[int] = []
    for unit in sorted(keys, key=keys.__getitem__):
        if cost(state, (*chosen, unit)) <= left:
            chosen.append(unit)
    led = {state.units[unit].hex for unit in chosen if not state.profile(unit).is_commander}
    return [unit for unit in chosen if state.units[unit].hex in led]


def why_no_attack(view: OperationsView, units: Sequence[int], target: HexId) -> Refusal | None:
    """Return why units of a selection cannot attack a hex; None if any unit can attack it."""
    state = view.position
    if view.to_act == view.side and view.phase == "action" and available_attackers(state, target):
        return None
    ids = tuple(sorted(units))
    return view.why_not(Attack(ids, target, main_attacker(state, ids) if ids else -1))


# ------------------------------------------------------------------------------------------------- bombardment


@dataclass(frozen=True)
class BombardmentPlan(FirePlan):
    """A bombardment of a hex being put together."""

    @classmethod
    def open(cls, view: OperationsView, target: HexId, wanted: Sequence[int] = ()) -> BombardmentPlan:
        """Tick the units of the selection that can fire; if there are none, the strongest gun or bomber that can."""
        state = view.position
        able = (*available_guns(state, target), *available_bombers(state, target))
        chosen = [id_ for id_ in able if id_ in wanted] or sorted(able, key=lambda id_: -points_of(view, id_))[:1]
        return cls(view, frozenset(chosen[: state.board.tables.bombardment.most_units]), target)

    @property
    def order(self) -> Bombard:
        """The order as it stands."""
        return Bombard(tuple(sorted(self.units)), self.target)

    @cached_property
    def preview(self) -> BombardmentPreview | None:
        """Everything that can result from it; None as long as the bombardment is not possible."""
        found = None if self.refusal else self.view.preview(self.order)
        return found if isinstance(found, BombardmentPreview) else None

    @property
    def guns(self) -> frozenset[int]:
        """All that are ticked."""
        return self.units

    @property
    def most_guns(self) -> int:
        """As many as bombard together."""
        return self.view.board.tables.bombardment.most_units

    @cached_property
    def gun_rows(self) -> tuple[Candidate, ...]:
        """Own guns and ships within two hexes of reaching the target, and the bombers; with reason who cannot fire."""
        state = self.view.position
        reach = state.board.grid.distances(self.target)
        units = [unit for unit in self.view.own_units() if state.profile(unit.id).is_gun]
        near = [unit.id for unit in units if reach[unit.hex] <= state.profile(unit.id).range + 2]
        rows = [self._gun(id_) for id_ in (*near, *bombers(self.view))]
        return tuple(sorted(rows, key=lambda row: (row.refusal is not None, -points_of(self.view, row.unit), row.unit)))

    def _gun(self, unit: int) -> Candidate:
        state = self.view.position
        if unit in self.units:
            return Candidate(unit, True, why_not_bombard(state, Bombard((unit,), self.target)))
        alone = why_not_bombard(state, Bombard((unit,), self.target))
        together = Bombard(tuple(sorted((*self.units, unit))), self.target)
        return Candidate(unit, False, alone or why_not_bombard(state, together))


def why_no_bombardment(view: OperationsView, units: Sequence[int], target: HexId) -> Refusal | None:
    """Return why the units cannot bombard a hex; None if at least one gun or bomber of the side can.

    Without units the question is about the bombers (OPS-7.5.1-9).
    """
    state = view.position
    mine = view.to_act == view.side and view.phase == "action"
    if mine and (available_guns(state, target) or available_bombers(state, target)):
        return None
    guns = tuple(sorted(unit for unit in units if view.profile(unit).is_gun))
    return view.why_not(Bombard(guns or tuple(sorted(units)) or bombers(view)[:1], target))


# ------------------------------------------------------------------------------------------------- aircraft


def strikers(view: OperationsView) -> tuple[int, ...]:
    """The side's air units that support attacks, by id."""
    return tuple(squadron.id for squadron in view.own_squadrons() if not view.air_profile(squadron.id).is_bomber)


def bombers(view: OperationsView) -> tuple[int, ...]:
    """Return the side's bombers, first the bombers that can fly now."""
    ids = [squadron.id for squadron in view.own_squadrons() if view.air_profile(squadron.id).is_bomber]
    return tuple(sorted(ids, key=lambda id_: (why_not_bomb(view.position, id_) is not None, id_)))


def points_of(view: OperationsView, id_: int) -> int:
    """Points that a gun, a ship or an air unit brings to a support or a bombardment now."""
    state = view.position
    if id_ not in state.squadrons:
        return state.profile(id_).bombardment
    return bombs(state, id_) if view.air_profile(id_).is_bomber else ground_attack(state, id_)


def risk_of(view: OperationsView, squadron: int, target: HexId) -> AirRisk:
    """Return the effect that anti-aircraft fire over a hex can have on an air unit of the side."""
    return risks(view.position, {squadron: points_of(view, squadron)}, target, view.side)[0]


def name_of(view: OperationsView, id_: int) -> str:
    """The name of a unit or an air unit, "" for one that is not identified."""
    return view.air_profile(id_).name if id_ in view.board.squadrons else view.profile(id_).name


# ------------------------------------------------------------------------------------------------- advance


@dataclass(frozen=True)
class AdvancePlan(TickPlan):
    """The units that advance into the hex that the enemy has left (OPS-7.3.5-8)."""

    view: OperationsView

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
    def rows(self) -> tuple[Candidate, ...]:
        """The units that may advance, in the order of the offer."""
        offer = self.view.position.offer
        return tuple(self._candidate(unit) for unit in (offer.units if offer else ()))

    def _candidate(self, unit: int) -> Candidate:
        ticked = unit in self.units
        order = Advance(tuple(sorted(self.units | {unit})))
        return Candidate(unit, ticked, None if ticked else why_not_advance(self.view.position, order))


# ------------------------------------------------------------------------------------------------- reconstitution


@dataclass(frozen=True)
class RebuildPlan:
    """Reconstitution points for one unit (OPS-8.3.3-2)."""

    view: OperationsView
    unit: int
    points: int

    @classmethod
    def open(cls, view: OperationsView, unit: int) -> RebuildPlan:
        """As much as the unit has lost and the points allow."""
        return cls(view, unit, max(1, most_rebuilt(view, unit)))

    @property
    def order(self) -> Reconstitute:
        """The order as it stands."""
        return Reconstitute(self.unit, self.points)

    @property
    def refusal(self) -> Refusal | None:
        """The reason why the order cannot be given as it stands."""
        return self.view.why_not(self.order)

    def changed(self, by: int) -> RebuildPlan:
        """The plan with more or fewer points, from one up to what can be used."""
        return replace(self, points=min(max(1, self.points + by), max(1, most_rebuilt(self.view, self.unit))))


def most_rebuilt(view: OperationsView, unit: int) -> int:
    """Return how many reconstitution points a unit could take now, its refusals apart."""
    return min(missing(view.position, view.unit(unit)), view.position.rebuild_points)


def rebuilds(view: OperationsView) -> bool:
    """Check if the side has reconstitution by hand in this battle (OPS-8.3.3-1)."""
    return view.side == "axis" and view.board.rules.reconstitution_axis


def enemies_in(view: OperationsView, hex_: HexId) -> tuple[Unit, ...]:
    """The enemy units that the side knows of in a hex."""
    state = view.position
    return state.stack(hex_) if state.side_in(hex_) == enemy_of(view.side) else ()
