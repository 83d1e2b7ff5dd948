"""Every question of a combat in one table (ZOC-10.2-1): whose answer it is, what is offered, what comes of it."""

from __future__ import annotations

from wab.engine.kernel.agenda import Answer, Decision
from wab.engine.kernel.orders import Group
from wab.systems.zocbonds.combat import advance, air, consent, defence, results, retreat
from wab.systems.zocbonds.combat.attack import execute_consent
from wab.systems.zocbonds.state.orders import (
    Advance,
    Consent,
    Done,
    GiveGround,
    IgnoreRetreat,
    IntoReserve,
    LiftReserve,
    LoseStep,
    Remove,
    RetreatTo,
    Stand,
    StandDesperately,
    Strafe,
)
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import excess, reserve

_GIVE_GROUND: Answer[State] = Answer(defence.why_not_give_ground, defence.execute_give_ground)

DECISIONS_OF_COMBAT: dict[str, Decision[State, Group]] = {
    "losses": Decision(
        results.seat_of_losses,
        {LoseStep: Answer(results.why_not_lose_step, results.execute_lose_step)},
        results.offered_losses,
        results.losses_by_themselves,
    ),
    "ignore_retreat": Decision(
        results.seat_of_ignoring,
        {IgnoreRetreat: Answer(results.why_not_ignore, results.execute_ignore)},
        results.offered_ignoring,
        results.ignoring_by_itself,
    ),
    "defence": Decision(
        defence.seat_of_defence,
        {Stand: Answer(defence.why_not_stand, defence.execute_stand), GiveGround: _GIVE_GROUND},
        defence.offered_defences,
        defence.defence_by_itself,
    ),
    "desperate": Decision(
        defence.seat_of_defence,
        {
            StandDesperately: Answer(defence.why_not_desperate, defence.execute_desperate),
            GiveGround: _GIVE_GROUND,
        },
        defence.offered_desperate,
        defence.desperate_by_itself,
    ),
    "retreat": Decision(
        retreat.seat_of_retreat,
        {RetreatTo: Answer(retreat.why_not_retreat, retreat.execute_retreat)},
        retreat.offered_retreats,
        retreat.retreat_by_itself,
    ),
    "advance": Decision(
        advance.seat_of_advance,
        {
            Advance: Answer(advance.why_not_advance, advance.execute_advance),
            IntoReserve: Answer(advance.why_not_reserve, advance.execute_reserve),
            LiftReserve: Answer(reserve.why_not_lift_reserve, reserve.execute_lift_reserve),
            Done: Answer(advance.why_not_done, advance.execute_done),
        },
        advance.offered_advances,
        advance.advance_by_itself,
    ),
    "strafing": Decision(
        air.seat_of_strafing,
        {
            Strafe: Answer(air.why_not_strafe, air.execute_strafe),
            Done: Answer(air.why_not_strafe_no_more, air.execute_strafe_no_more),
        },
        air.offered_strafing,
        air.strafing_by_itself,
    ),
    "consent": Decision(
        consent.seat_of_consent,
        {Consent: Answer(consent.why_not_consent, execute_consent)},
        consent.offered_consent,
    ),
    "excess": Decision(
        excess.seat_of_excess,
        {Remove: Answer(excess.why_not_remove, excess.execute_remove)},
        excess.offered_removals,
        excess.excess_by_itself,
    ),
}
"""Decisions by the question of their step."""
