"""Every question of the day in one table (ZOC-5, ZOC-6.2, ZOC-20, ZOC-28.3): whose answer it is, and what comes of it.

The questions of combat, losses in an assault among them, stand in `answers.py`.
"""

from __future__ import annotations

from wab.engine.kernel.agenda import Answer, Decision
from wab.engine.kernel.orders import Group
from wab.systems.zocbonds.combat import invasion
from wab.systems.zocbonds.ground import batteries
from wab.systems.zocbonds.movement import gliders
from wab.systems.zocbonds.state.orders import (
    Advance,
    AssignSupply,
    ChooseReplacement,
    Done,
    LandGlider,
    SuppressMontCanisy,
)
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import receipts


def seat_asked(state: State) -> str | None:
    """The seat that the first step of the agenda asks; None if nothing is asked."""
    return state.agenda[0].seat if state.agenda else None  # type: ignore[attr-defined]  # each step of ours names one


DECISIONS_OF_THE_DAY: dict[str, Decision[State, Group]] = {
    "assign_supply": Decision(
        seat_asked,
        {AssignSupply: Answer(receipts.why_not_assign, receipts.execute_assign)},
        receipts.offered_assign,
    ),
    "choose_replacement": Decision(
        seat_asked,
        {ChooseReplacement: Answer(receipts.why_not_choose, receipts.execute_choose)},
        receipts.offered_choose,
        receipts.nation_by_itself,
    ),
    "glider": Decision(
        seat_asked,
        {LandGlider: Answer(gliders.why_not_land_glider, gliders.execute_land_glider)},
        gliders.offered_land_glider,
        gliders.glider_by_itself,
    ),
    "battery": Decision(
        seat_asked,
        {SuppressMontCanisy: Answer(batteries.why_not_suppress, batteries.execute_suppress)},
        batteries.offered_suppress,
    ),
    "assault": Decision(
        seat_asked,
        {
            Advance: Answer(invasion.why_not_advance, invasion.execute_advance),
            Done: Answer(invasion.why_not_done, invasion.execute_done),
        },
        invasion.offered_advances,
        invasion.assault_by_itself,
    ),
}
"""Decisions by the question of their step."""
