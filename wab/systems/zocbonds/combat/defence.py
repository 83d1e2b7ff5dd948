"""Determined and desperate defence (ZOC-12.4, ZOC-12.5): the beaten try to stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal, Shift
from wab.engine.words.text import Text
from wab.field import chances
from wab.hexes import HexId
from wab.systems.zocbonds.combat import consent
from wab.systems.zocbonds.combat.results import fighting, held, ids, in_target, must_retreat
from wab.systems.zocbonds.combat.retreat import all_would_be_lost
from wab.systems.zocbonds.combat.shifts import best_armour
from wab.systems.zocbonds.combat.support import to_stand_by, use_to_stand, why_not_stand_by
from wab.systems.zocbonds.state.events import Answered, DefenceRolled, WorksGone
from wab.systems.zocbonds.state.orders import GiveGround, Stand, StandDesperately
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import DesperateDefence, DeterminedDefence, Fight, LoseSteps
from wab.systems.zocbonds.units.losses import lose_step, steps_of

STREAM = "defence"
FACES = 6


class StandPreview(msgspec.Struct, frozen=True):
    """A determined defence before the die: its column, every modifier with its cause, their sum within the limit, the
    chance of each cell, and that the hex is held."""

    column: str
    modifiers: tuple[Shift, ...]
    modifier: int
    cells: Mapping[str, float]
    holds: float


# ------------------------------------------------------------------------------------------------- who leads, and how


def leads(state: State, fight: Fight) -> tuple[int, ...]:
    """The units that may lead the defence: not headquarters, Werfer brigades or disrupted units (ZOC-12.4.1-4,
    ZOC-13.6-3); scattered ones may."""
    return tuple(unit.id for unit in fighting(state, fight) if may_lead(state, unit))


def may_lead(state: State, unit: Unit) -> bool:
    """Return whether a unit could lead a determined defence (ZOC-12.4.1-4); the disrupted cannot, so that a reserve
    strikes them without one (ZOC-15.3-3).
    """
    return state.profile(unit.id).type not in ("hq", "werfer") and not unit.disrupted


def column(state: State, lead: int, target: HexId) -> str:
    """The column of the table (ZOC-12.4.1-5): the column of strongpoints for one that leads, and in cities
    (ZOC-12.4.1-6); the column of improved positions where a finished one stands (ZOC-12.4.1-7); else the column of the
    ground.
    """
    if state.profile(lead).type == "strongpoint":
        return "fortress"
    if state.has_works(target):
        return "works"
    return state.board.tables.terrain.terrain[state.board.terrain(target)].column


def modifiers(state: State, fight: Fight, lead: int, support: str) -> tuple[Shift, ...]:
    """Return what is added to the die (ZOC-12.4.1-8): the quality of the lead unit or its armour, whichever is better
    for it, and one source of support.
    """
    unit = state.units[lead]
    found = [Shift(state.quality(unit), Text("quality of the lead unit"), "ZOC-12.4.1-8")]
    comparison = armour_comparison(state, fight, unit)
    if comparison is not None and comparison > found[0].value:
        found = [Shift(comparison, Text("armour of the lead unit"), "ZOC-12.4.2-1")]
    if support:
        found.append(Shift(state.board.tables.defence.support, Text("support"), "ZOC-12.4.3-1"))
    return tuple(found)


def armour_comparison(state: State, fight: Fight, lead: Unit) -> int | None:
    """The armour value of a lead unit against the best of the main force (ZOC-12.4.2-2): 1 better or against none, -1
    worse; None if it cannot be used.

    Flak, anti-tank and armoured units may use it (ZOC-12.4.2-1); units with a red value only if some attacker is
    armoured (ZOC-12.4.2-3).
    """
    profile = state.profile(lead.id)
    if profile.armour == 0:
        return None
    attackers = [state.units[unit] for unit in fight.units if unit in state.units]
    armoured = [unit for unit in attackers if state.profile(unit.id).armoured]
    if profile.guns and not armoured:
        return None
    theirs = best_armour((unit for unit in attackers if unit.id in fight.main), state)
    return (profile.armour > theirs) - (profile.armour < theirs)


def within_limit(state: State, found: tuple[Shift, ...]) -> int:
    """The modifier, never beyond the limit (ZOC-12.4.1-8, ZOC-12.4.4-5)."""
    most = state.board.tables.defence.most_modifier
    return max(-most, min(most, int(sum(shift.value for shift in found))))


def cell(state: State, name: str, total: int) -> str:
    """The cell of the table: below 1 the first row, above the last one the last (ZOC-12.4.4-5)."""
    rows = state.board.tables.defence.rows[name]  # type: ignore[index]  # a column of the table
    return rows[max(1, min(len(rows), total)) - 1]


def preview_stand(state: State, lead: int, support: str = "") -> StandPreview:
    """Return the prospects of a determined defence by a lead unit, in the combat that is being resolved."""
    fight = state.fight
    name, found = column(state, lead, fight.target), modifiers(state, fight, lead, support)
    modifier = within_limit(state, found)
    ways = chances.results(chances.sums(1, FACES), lambda die: cell(state, name, die + modifier))
    return StandPreview(
        column=name,
        modifiers=found,
        modifier=modifier,
        cells={one: count / FACES for one, count in ways.items()},
        holds=chances.chance(ways, lambda one: "holds" in one.split()),
    )


# ------------------------------------------------------------------------------------------------- determined defence


def seat_of_defence(state: State) -> str | None:
    """The defender."""
    return state.fight.against


def defence_by_itself(state: State) -> Iterator[Event] | None:
    """No defender is left, or the retreat is ignored: nothing to defend. Without a lead unit there is no stand,
    determined or desperate (ZOC-12.4.1-4, ZOC-12.5-3): the retreat follows.
    """
    fight = state.fight
    if fight.stood or not in_target(state, fight):
        return iter((Answered(),))
    return None if leads(state, fight) else iter((Answered((must_retreat(state),)),))


def why_not_stand(state: State, order: Stand) -> Refusal | None:
    """None if a determined defence can be made with this lead unit and this support (ZOC-12.4.1-3)."""
    if not _asked(state, DeterminedDefence):
        return Refusal(Text("There is no stand to be made now."), ("ZOC-12.4.1-1",), (), "no-stand")
    if order.lead not in leads(state, state.fight):
        text = Text("This unit cannot lead the defence.")
        return Refusal(text, ("ZOC-12.4.1-3", "ZOC-12.4.1-4"), (), "no-lead")
    refusal = why_not_stand_by(state, order.lead, state.fight.target, order.support, order.store)
    return refusal or consent.why_not_joint(state, order)


def execute_stand(state: State, order: Stand) -> Iterator[Event]:
    """A determined defence, once the other player of the side has agreed if it is needed (ZOC-27.1-1)."""
    partner = consent.partner_of_stand(state, order)
    yield from consent.ask(order, partner) if partner is not None else stand(state, order)


def stand(state: State, order: Stand) -> Iterator[Event]:
    """A determined defence (ZOC-12.4.1-1): support first (ZOC-10.2-2), the die, then what the cell says."""
    fight = state.fight
    name, found = column(state, order.lead, fight.target), modifiers(state, fight, order.lead, order.support)
    yield from use_to_stand(state, order.lead, order.support, order.store)
    rolled = state.dice.roll(STREAM, Text("determined defence"))
    yield rolled
    die = rolled.results[0]
    read = cell(state, name, die + within_limit(state, found))
    yield DefenceRolled(order.lead, name, die, found, read, order.support)
    yield from _carry_out(state, order.lead, read.split())


def _carry_out(state: State, lead: int, words: list[str]) -> Iterator[Event]:
    """A cell: held or not (ZOC-12.4.4-1), whose steps it costs (ZOC-12.4.4-2), the improved position gone
    (ZOC-12.4.4-3). A lead unit that loses its last step in holding leaves its hex alone to the attacker
    (ZOC-12.4.4-4)."""
    fight = state.fight
    if "works_lost" in words:
        yield from _works_lost(state, fight.target)
    if "costs" in words or "exchange" in words:
        yield from lose_step(state, lead, "defence")
    if "holds" not in words:
        yield Answered((DesperateDefence(fight.against), must_retreat(state)))
        return
    yield from held(state, limited=True)
    if "exchange" in words:
        yield Answered((LoseSteps(fight.against, fight.main, 1, "defence"),))
    elif "hurts" in words:  # any attacker, of the main force or not
        yield Answered((LoseSteps(fight.seat, fight.units, 1, "defence"),))
    else:
        yield Answered()


def _works_lost(state: State, target: HexId) -> Iterator[Event]:
    """Permanent works of the Perimeter stay (ZOC-16.3-2)."""
    works = state.works_in(target)
    if works is not None and works.done and not works.permanent:
        yield WorksGone((target,), "defence")


def why_not_give_ground(state: State, order: GiveGround) -> Refusal | None:
    """None while a stand, determined or desperate, can be declined."""
    if _asked(state, DeterminedDefence) or _asked(state, DesperateDefence):
        return None
    return Refusal(Text("There is no stand to be made now."), ("ZOC-12.4.1-1",), (), "no-stand")


def execute_give_ground(state: State, order: GiveGround) -> Iterator[Event]:
    """The retreat follows; after a failed stand it is on the agenda already."""
    determined = _asked(state, DeterminedDefence)
    yield Answered((must_retreat(state),) if determined else ())


def offered_defences(state: State, unit: int | None = None) -> Iterator[tuple[Stand | GiveGround, ...]]:
    """To give ground, or to stand by each lead unit with each support."""
    fight = state.fight
    if unit is None:
        yield (GiveGround(),)
    for lead in leads(state, fight):
        if unit in (None, lead):
            orders = (Stand(lead, *means) for means in to_stand_by(state, lead, fight.target))
            yield tuple(order for order in orders if consent.why_not_joint(state, order) is None)


def _asked(state: State, kind: type) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], kind)


# ------------------------------------------------------------------------------------------------- desperate defence


def may_be_desperate(state: State, fight: Fight) -> bool:
    """Return whether a failed stand may become a desperate one: two steps in the hex, and no way back for any unit
    (ZOC-12.5-1). After DH and A1/D2 it is never asked (ZOC-12.4.1-2).
    """
    least = state.board.tables.defence.desperate_steps
    return steps_of(fighting(state, fight)) >= least and all_would_be_lost(state, fight)


def desperate_by_itself(state: State) -> Iterator[Event] | None:
    """There is no desperate defence to be made: the retreat follows."""
    return None if may_be_desperate(state, state.fight) else iter((Answered(),))


def why_not_desperate(state: State, order: StandDesperately) -> Refusal | None:
    """None if a desperate defence may be made, its first step taken from this unit: any in the hex (ZOC-12.5-2)."""
    if not _asked(state, DesperateDefence):
        text = Text("There is no desperate defence to be made now.")
        return Refusal(text, ("ZOC-12.5-1",), (), "no-desperate-defence")
    if order.unit not in ids(fighting(state, state.fight)):
        text = Text("This unit is not among the defenders that can lose a step.")
        return Refusal(text, ("ZOC-12.5-2",), (), "not-a-loser")
    return None


def execute_desperate(state: State, order: StandDesperately) -> Iterator[Event]:
    """Two steps hold the hex: the defender takes the first, the attacker the second; if no unit is left, the attacker
    may enter the hex and no more (ZOC-12.5-2).
    """
    fight = state.fight
    yield from lose_step(state, order.unit, "desperate")
    yield from held(state, limited=True)
    rest = state.board.tables.defence.desperate_steps - 1
    yield Answered((LoseSteps(fight.seat, ids(fighting(state, fight)), rest, "desperate"),))


def offered_desperate(state: State, unit: int | None = None) -> Iterator[tuple[StandDesperately | GiveGround, ...]]:
    """To give ground, or to stand at the price of a step of each unit."""
    if unit is None:
        yield (GiveGround(),)
    there = ids(fighting(state, state.fight))
    yield tuple(StandDesperately(id_) for id_ in there if unit in (None, id_))
