"""The changes that each event makes. The only place that writes to a state: no dice, no choice, no rule is decided
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from wab.engine.kernel.agenda import put
from wab.engine.kernel.events import Changes, Event, Rolled, change_of
from wab.systems.zocbonds.state import armies
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.state import Mulberry, State, Unit, Works


def apply(state: State, event: Event) -> None:
    """Change the state by one event; TypeError for an event that is not of this system."""
    change_of(_CHANGES, event)(state, event)


# ---- small helpers


def _take(state: State, side: str, hexes: Iterable[int]) -> None:
    for hex_ in hexes:
        state.control[hex_] = CODES[side]


def _sum(totals: Mapping[str, int], more: Mapping[str, int], sign: int = 1) -> dict[str, int]:
    """Totals with more added (or taken away) by name."""
    found = dict(totals)
    for name, count in more.items():
        found[name] = found.get(name, 0) + sign * count
    return dict(sorted(found.items()))


def _stand(state: State, unit: int, **values: Any) -> None:
    """Put a unit on the map, out of its box, with as many steps as it has there."""
    state.rehouse(unit, "")
    state.put(Unit(unit, **values))


def _full(state: State, unit: int) -> int:
    return state.board.roster[unit].steps


# ---- sequence of play


def _rolled(state: State, event: Rolled) -> None:
    state.dice = state.dice.after(event)


_MARCH = {"spent": 0, "left_zone": False, "stopped": False}
_COMBAT = {"fought": False, "retreated": False, "halted": False}
_FORGOTTEN: dict[str, dict[str, Any]] = {
    "movement": {"mode": "", **_MARCH},
    "reserve_movement": {"mode": "", **_MARCH},
    "initial": {"hexes": 0},
    "combat": _COMBAT,
    "reserve_combat": _COMBAT,
}
"""By phase: what is forgotten of every unit as it begins, with the values that stand for nothing."""


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.changed(turn=event.turn, beached={}, taken_airborne=())


def _player_turn_began(state: State, event: ev.PlayerTurnBegan) -> None:
    state.changed(side=event.side, phase="withdrawal", player="", led=armies.faced(state))


def _phase_began(state: State, event: ev.PhaseBegan) -> None:
    """Marches are forgotten when a side begins to move, combats when it begins to fight: with the first of its seats
    that play the phase, for a unit moves and attacks once under any leader (ZOC-9.1-3, ZOC-10.1-2).
    """
    goes_on = (event.side, event.phase) == (state.now.side, state.now.phase)
    state.changed(side=event.side, phase=event.phase, player=event.player, fight=None, moving=(), declined=())
    if goes_on:
        return
    state.changed(strafings=(), attacked=(), mobilised=())
    values = _FORGOTTEN.get(event.phase, {})
    for unit in list(state.units.values()):
        if any(getattr(unit, name) != value for name, value in values.items()):
            state.put(replace(unit, **values))


def _asked(state: State, event: ev.Asked) -> None:
    state.changed(agenda=put(state.agenda, *event.steps))


def _answered(state: State, event: ev.Answered) -> None:
    state.changed(agenda=(*event.instead, *state.agenda[1:]))


def _game_over(state: State, event: ev.GameOver) -> None:
    state.changed(result=event.outcome, agenda=(), fight=None)


def _once_only(state: State, event: ev.OnceOnly) -> None:
    state.changed(once=tuple(sorted({*state.now.once, event.name})))


def _consented(state: State, event: ev.Consented) -> None:
    state.changed(agenda=state.agenda[1:])
    if not event.yes:
        state.changed(declined=(*state.now.declined, event.order))


# ---- the day


def _weather_set(state: State, event: ev.WeatherSet) -> None:
    state.changed(row=event.row, receipts=event.receipts, storms=state.now.storms + (event.sky == "storm"))


def _supply_received(state: State, event: ev.SupplyReceived) -> None:
    state.changed(supply=_sum(state.now.supply, event.points))


def _supply_spent(state: State, event: ev.SupplySpent) -> None:
    state.changed(supply=_sum(state.now.supply, {event.track: event.points}, -1))


def _store_lost(state: State, event: ev.StoreLost) -> None:
    state.changed(supply={track: points for track, points in state.now.supply.items() if track != event.track})


def _replacement_received(state: State, event: ev.ReplacementReceived) -> None:
    state.changed(replacements=_sum(state.now.replacements, event.counts))


def _replacements_lapsed(state: State, event: ev.ReplacementsLapsed) -> None:
    held = {**state.now.replacements, **event.counts}
    state.changed(replacements={track: count for track, count in sorted(held.items()) if count})


def _day_allotted(state: State, event: ev.DayAllotted) -> None:
    state.changed(points=event.points, air=event.air, ships=event.ships, works_left=event.works)


def _mulberry(state: State, army: str, mulberry: Mulberry) -> None:
    state.changed(mulberries=dict(sorted({**state.now.mulberries, army: mulberry}.items())))


def _mulberry_begun(state: State, event: ev.MulberryBegun) -> None:
    _mulberry(state, event.army, Mulberry(ready=event.ready))


def _mulberry_done(state: State, event: ev.MulberryDone) -> None:
    _mulberry(state, event.army, Mulberry(done=True))


def _mulberry_stopped(state: State, event: ev.MulberryStopped) -> None:
    _mulberry(state, event.army, Mulberry(destroyed=event.destroyed))


def _rebuilt(state: State, event: ev.Rebuilt) -> None:
    profile = state.board.roster[event.unit]
    state.changed(replacements=_sum(state.now.replacements, {event.track: 1}, -1))
    if profile.replacement == "airborne":
        state.changed(taken_airborne=tuple(sorted({*state.now.taken_airborne, profile.formation})))
    if event.hex is None:
        state.change(event.unit, steps=event.steps, replaced=True, reserve=False)
    else:
        _stand(state, event.unit, hex=event.hex, steps=event.steps, replaced=True)


def _supply_bought(state: State, event: ev.SupplyBought) -> None:
    state.changed(
        points=_sum(state.now.points, {event.army: event.points}, -1),
        supply=_sum(state.now.supply, {event.army: event.supply}),
        beached=_sum(state.now.beached, {event.beach: event.points} if event.beach else {}),
    )


# ---- movement


def _moved(state: State, event: ev.Moved) -> None:
    for unit in event.units:
        before = state.units[unit]
        state.change(
            unit, hex=event.path[-1], mode=event.mode, spent=event.spent, left_zone=event.left_zone,
            stopped=event.stopped, column=event.mode == "strategic" or before.column,
            truck=event.truck or before.truck, hexes=before.hexes + len(event.path) - 1,
        )  # fmt: skip
    state.changed(moving=event.units)
    _take(state, state.side_of(event.units[0]), event.taken)


def _entered(state: State, event: ev.Entered) -> None:
    for unit in event.units:
        _stand(
            state, unit, hex=event.path[-1], steps=_full(state, unit), mode="" if event.mobilised else event.mode,
            spent=event.spent, stopped=event.stopped, column=event.mode == "strategic", truck=event.truck,
            hexes=0 if event.mobilised else len(event.path),
        )  # fmt: skip
    if event.mobilised:
        divisions = {state.board.roster[unit].formation for unit in event.units}
        state.changed(mobilised=tuple(sorted({*state.now.mobilised, *divisions})))
    state.changed(moving=event.units)
    _take(state, "axis", event.taken)


def _held_back(state: State, event: ev.HeldBack) -> None:
    held = {unit: state.now.held.get(unit, 0) + 1 for unit in event.units}
    state.changed(held=dict(sorted({**state.now.held, **held}.items())))


def _landed(state: State, event: ev.Landed) -> None:
    for unit in event.units:
        steps = state.now.evacuated.get(unit, _full(state, unit))
        _stand(state, unit, hex=event.path[-1], steps=steps, mode="landing", landed=True, stopped=True)
    state.changed(
        points=_sum(state.now.points, {event.army: event.points}, -1),
        beached=_sum(state.now.beached, {event.beach: event.points}),
    )
    _take(state, "allied", event.taken)
    state.changed(moving=event.units)


def _placed(state: State, event: ev.Placed) -> None:
    for unit in event.units:
        if unit in state.units:
            state.change(unit, hex=event.hex)
        else:
            _stand(state, unit, hex=event.hex, steps=_full(state, unit))
    _take(state, state.side_of(event.units[0]), event.taken)


def _withdrawn(state: State, event: ev.Withdrawn) -> None:
    for unit in event.units:
        if unit in state.units:
            taken = state.take(unit)
            if event.box == "britain":
                state.changed(evacuated=dict(sorted({**state.now.evacuated, unit: taken.steps}.items())))
        state.rehouse(unit, event.box)


def _marker_set(state: State, event: ev.MarkerSet) -> None:
    values = {event.marker: True} | ({"reserve": False} if event.marker == "disrupted" else {})
    for unit in event.units:
        state.change(unit, **values)


def _marker_lifted(state: State, event: ev.MarkerLifted) -> None:
    for unit in event.units:
        state.change(unit, **{event.marker: False})


def _works(state: State, works: Iterable[Works]) -> None:
    state.changed(works=tuple(sorted(works, key=lambda one: one.hex)))


def _works_begun(state: State, event: ev.WorksBegun) -> None:
    _works(state, (*state.now.works, Works(event.hex, event.maker, builder=event.unit)))
    state.changed(works_left=_sum(state.now.works_left, {event.maker: 1}, -1))
    state.change(event.unit, stopped=True, reserve=False)


def _works_done(state: State, event: ev.WorksDone) -> None:
    _works(state, (replace(one, done=True) if one.hex in event.hexes else one for one in state.now.works))


def _works_gone(state: State, event: ev.WorksGone) -> None:
    _works(state, (one for one in state.now.works if one.hex not in event.hexes))


def _control_taken(state: State, event: ev.ControlTaken) -> None:
    _take(state, event.side, event.hexes)


# ---- combat


def _strafed(state: State, event: ev.Strafed) -> None:
    before = len([one for one in state.now.strafings if not one.done])
    after = len([one for one in event.missions if not one.done])
    if after > before:  # assigned: their aircraft are used up (ZOC-19.1.4-1)
        new = event.missions[len(state.now.strafings) :]
        used: dict[str, int] = {}
        for one in new:
            used[one.army] = used.get(one.army, 0) + 1
        state.changed(air=_sum(state.now.air, used, -1))
    state.changed(strafings=event.missions)


def _attack_declared(state: State, event: ev.AttackDeclared) -> None:
    state.changed(fight=event.fight, attacked=tuple(sorted({*state.now.attacked, event.fight.target})))
    for unit in event.fight.units:
        state.change(unit, fought=True, reserve=False)


def _means_used(state: State, event: ev.MeansUsed) -> None:
    state.changed(
        air=_sum(state.now.air, {event.army: event.air} if event.air else {}, -1),
        ships=_sum(state.now.ships, {event.army: event.ships} if event.ships else {}, -1),
    )
    for unit in event.werfers:
        state.change(unit, moved_side=True)


def _told_only(state: State, event: Event) -> None:
    """It says what dice meant; the consequences are events of their own."""


def _combat_rolled(state: State, event: ev.CombatRolled) -> None:
    state.changed(fight=event.fight)


def _fight_changed(state: State, event: ev.FightChanged) -> None:
    state.changed(fight=event.fight)


def _step_lost(state: State, event: ev.StepLost) -> None:
    state.change(event.unit, steps=event.steps)


def _eliminated(state: State, event: ev.Eliminated) -> None:
    if event.unit in state.units:
        state.take(event.unit)
    state.rehouse(event.unit, event.box)


def _retreated(state: State, event: ev.Retreated) -> None:
    for unit in event.units:
        profile = state.board.roster[unit]
        guns = profile.type in ("hq", "werfer")
        before = state.units[unit]
        state.change(
            unit, hex=event.path[-1], disrupted=True, reserve=False, retreated=True, halted=event.halted,
            released=True, column=False, truck=False, moved_side=before.moved_side or guns,
        )  # fmt: skip
    _take(state, state.side_of(event.units[0]), event.taken)


def _advanced(state: State, event: ev.Advanced) -> None:
    state.change(event.unit, hex=event.path[-1])
    _take(state, state.side_of(event.unit), event.taken)


# ---- the invasion, supply


def _scattered(state: State, event: ev.Scattered) -> None:
    if state.board.tables.scatter.effects[event.result].scattered:  # type: ignore[index]  # a result of the table
        state.change(event.unit, scattered=True)


def _landing_failed(state: State, event: ev.LandingFailed) -> None:
    state.changed(
        once=tuple(sorted({*state.now.once, f"failed/{event.landing}"})),
        evacuated=dict(sorted({**state.now.evacuated, **event.units}.items())),
    )
    for unit in event.units:
        state.rehouse(unit, event.box)


def _supply_checked(state: State, event: ev.SupplyChecked) -> None:
    for value, units in enumerate((event.supplied, event.out, event.isolated)):
        for unit in units:
            state.change(unit, supply=value, **({"reserve": False} if value else {}))


_CHANGES: Changes[State] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.PlayerTurnBegan: _player_turn_began,
    ev.PhaseBegan: _phase_began,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.GameOver: _game_over,
    ev.OnceOnly: _once_only,
    ev.Consented: _consented,
    ev.WeatherSet: _weather_set,
    ev.SupplyReceived: _supply_received,
    ev.SupplySpent: _supply_spent,
    ev.StoreLost: _store_lost,
    ev.ReplacementReceived: _replacement_received,
    ev.ReplacementsLapsed: _replacements_lapsed,
    ev.DayAllotted: _day_allotted,
    ev.MulberryBegun: _mulberry_begun,
    ev.MulberryDone: _mulberry_done,
    ev.MulberryStopped: _mulberry_stopped,
    ev.Rebuilt: _rebuilt,
    ev.SupplyBought: _supply_bought,
    ev.Moved: _moved,
    ev.Entered: _entered,
    ev.HeldBack: _held_back,
    ev.Landed: _landed,
    ev.Placed: _placed,
    ev.Withdrawn: _withdrawn,
    ev.MarkerSet: _marker_set,
    ev.MarkerLifted: _marker_lifted,
    ev.WorksBegun: _works_begun,
    ev.WorksDone: _works_done,
    ev.WorksGone: _works_gone,
    ev.ControlTaken: _control_taken,
    ev.Strafed: _strafed,
    ev.AttackDeclared: _attack_declared,
    ev.MeansUsed: _means_used,
    ev.JabosRolled: _told_only,
    ev.CombatRolled: _combat_rolled,
    ev.DefenceRolled: _told_only,
    ev.FightChanged: _fight_changed,
    ev.StepLost: _step_lost,
    ev.Eliminated: _eliminated,
    ev.Retreated: _retreated,
    ev.Advanced: _advanced,
    ev.Scattered: _scattered,
    ev.AssaultRolled: _told_only,
    ev.LandingFailed: _landing_failed,
    ev.TanksRolled: _told_only,
    ev.SupplyChecked: _supply_checked,
    ev.AttritionRolled: _told_only,
    ev.BeachClosed: _told_only,
    ev.BeachOpened: _told_only,
}
