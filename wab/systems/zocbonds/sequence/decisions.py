"""All decisions of seats in this game, by the name of the question: the seat that answers, and its orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wab.engine.kernel.agenda import Answer, Decision, Decisions
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Order, Refusal
from wab.engine.words.text import Text
from wab.field.packs import decisions
from wab.systems.zocbonds.combat import air, attack
from wab.systems.zocbonds.movement import entries, gliders, landings, movement
from wab.systems.zocbonds.sequence.answers import DECISIONS_OF_COMBAT
from wab.systems.zocbonds.sequence.day_answers import DECISIONS_OF_THE_DAY
from wab.systems.zocbonds.sequence.flow import next_phase
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.names import units_nouns
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import headquarters, replacements, reserve, withdrawal, works

Offer = Callable[[State, int | None], Iterable[Group]]


def _player(state: State) -> str | None:
    """The player of the phase."""
    return state.now.player or None


def _legal(state: State, order: Order) -> None:
    """Nothing is against it."""


def _why_not_done_moving(state: State, order: Order) -> Refusal | None:
    """Units beyond their leash must try to come back before the phase ends (ZOC-26.3-2, ZOC-26.3-4)."""
    astray = movement.must_return(state)
    if not astray:
        return None
    text = Text("{units:The} {units:|has|have} to come back first.", {"units": units_nouns(state, astray)})
    return Refusal(text, ("ZOC-26.3-2", "ZOC-26.3-4"), tuple(state.units[unit].hex for unit in astray), "astray")


def _done(state: State, order: od.Done) -> Iterator[Event]:
    return next_phase(state)


def _offers(*chapters: Offer, ends: Callable[[State, Order], Refusal | None] = _legal) -> Offer:
    """Return what several chapters offer, one after the other, and the end of the phase unless one unit is
    asked for.
    """

    def offered(state: State, unit: int | None) -> Iterator[Group]:
        for chapter in chapters:
            yield from chapter(state, unit)
        if unit is None and ends(state, od.Done()) is None:
            yield (od.Done(),)

    return offered


def _by_rule(state: State) -> Iterator[Event]:
    """A phase that the rules play alone is over as soon as nothing is asked any more."""
    return next_phase(state)


_DONE: Answer[State] = Answer(_legal, _done)
_MOVE: dict[type[Order], Answer[State]] = {
    od.Move: Answer(movement.why_not_move, movement.execute_move),
    od.RemoveWorks: Answer(works.why_not_remove_works, works.execute_remove_works),
    od.LiftReserve: Answer(reserve.why_not_lift_reserve, reserve.execute_lift_reserve),
    od.Done: Answer(_why_not_done_moving, _done),
}
_FIGHT: dict[type[Order], Answer[State]] = {
    od.Strafe: Answer(air.why_not_strafe, air.execute_strafe),
    od.Attack: Answer(attack.why_not_attack, attack.execute_attack),
    od.LiftReserve: Answer(reserve.why_not_lift_reserve, reserve.execute_lift_reserve),
    od.Done: _DONE,
}

PHASES: dict[str, Decision[State, Group]] = {
    "replacement": Decision(
        _player,
        {
            od.Replace: Answer(replacements.why_not_replace, replacements.execute_replace),
            od.BuySupply: Answer(replacements.why_not_buy, replacements.execute_buy),
            od.Done: _DONE,
        },
        _offers(replacements.offered_replace, replacements.offered_buy),
    ),
    "movement": Decision(
        _player,
        {
            **_MOVE,
            od.Enter: Answer(entries.why_not_enter, entries.execute_enter),
            od.Mobilise: Answer(entries.why_not_mobilise, entries.execute_mobilise),
            od.Land: Answer(landings.why_not_land, landings.execute_land),
            od.LandGlider: Answer(gliders.why_not_land_glider, gliders.execute_land_glider),
            od.Evacuate: Answer(landings.why_not_evacuate, landings.execute_evacuate),
            od.PlaceReserve: Answer(reserve.why_not_place_reserve, reserve.execute_place_reserve),
            od.BuildWorks: Answer(works.why_not_build_works, works.execute_build_works),
            od.Relocate: Answer(headquarters.why_not_relocate, headquarters.execute_relocate),
        },
        _offers(
            movement.offered_move,
            entries.offered_enter,
            entries.offered_mobilise,
            landings.offered_land,
            landings.offered_evacuate,
            gliders.offered_land_glider,
            reserve.offered_place_reserve,
            reserve.offered_lift_reserve,
            works.offered_build_works,
            works.offered_remove_works,
            headquarters.offered_relocate,
            ends=_why_not_done_moving,
        ),
    ),
    "combat": Decision(_player, _FIGHT, _offers(air.offered_strafe, attack.offered_attacks)),
    "reserve_movement": Decision(
        _player,
        _MOVE,
        _offers(movement.offered_move, reserve.offered_lift_reserve, ends=_why_not_done_moving),
    ),
    "reserve_combat": Decision(_player, _FIGHT, _offers(air.offered_strafe, attack.offered_attacks)),
    "end": Decision(
        _player,
        {
            od.WithdrawDivision: Answer(withdrawal.why_not_withdraw, withdrawal.execute_withdraw),
            od.Done: _DONE,
        },
        _offers(withdrawal.offered_withdraw),
    ),
    **{
        phase: Decision(_player, {}, lambda state, unit: (), _by_rule)
        for phase in ("invasion", "initial", "withdrawal", "recovery", "supply")
    },
}
"""The phases of the turn (ZOC-3)."""


DECISIONS: Decisions[State, Group] = decisions({**PHASES, **DECISIONS_OF_THE_DAY, **DECISIONS_OF_COMBAT}, "ZOC-3-1")
