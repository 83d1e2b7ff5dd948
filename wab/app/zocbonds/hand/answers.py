"""Answers in words: the result of a stand, the cost of each way back, the strength left after a lost step."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.adapter.typography import chance, joined, short_clause, signed, typographic
from wab.app.zocbonds.looks.looks import place_title, unit_name
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.locale import _, ngettext
from wab.systems.zocbonds.combat import defence, results, retreat
from wab.systems.zocbonds.combat.advance import offered_advances
from wab.systems.zocbonds.combat.support import AIR, NAVAL, gun_named
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import Assault, LoseSteps, MayAdvance, MustRetreat, Strafes
from wab.systems.zocbonds.telling.journal import TRACKS
from wab.systems.zocbonds.units.losses import cadres_left, steps_of

CELLS: Mapping[str, str] = {
    "fails": N_("gives way"),
    "costs": N_("gives way, the lead unit loses a step"),
    "holds": N_("holds"),
    "holds costs": N_("holds, the lead unit loses a step"),
    "holds exchange": N_("holds, the lead unit and the main force lose a step each"),
    "holds hurts": N_("holds, the attacker loses a step"),
}
"""The meaning of each cell of the table of determined defence, except the loss of an improved position."""
WORKS_LOST = "works_lost"
COSTLY = frozenset({"costs", "exchange"})
"""Words of cells that cost the lead unit a step."""
MEANS: Mapping[str, str] = {AIR: N_("aircraft"), NAVAL: N_("ships")}
Answer = od.Stand | od.GiveGround | od.StandDesperately | od.LoseStep | od.RetreatTo | od.IgnoreRetreat


# ------------------------------------------------------------------------------------------------- in a list


def words(state: State, order: Answer) -> str:
    """An answer in a few words."""
    board = state.board
    match order:
        case od.Stand(lead=lead, support=support, store=store):
            told = _("Stand: {unit}").format(unit=unit_name(board.roster[lead]))
            with_means = f"{told}, {_supporter(state, support)}" if support else told
            return f"{with_means} ({_(TRACKS[store])})" if store else with_means
        case od.StandDesperately(unit=unit):
            return _("Stand at any price: {unit}").format(unit=unit_name(board.roster[unit]))
        case od.LoseStep(unit=unit):
            return unit_name(board.roster[unit])
        case od.RetreatTo(units=units, path=path) if len(path) == 1:
            return _("{units}: no way back").format(units=_names(state, units))
        case od.RetreatTo(units=units, path=path):
            return _("{units} to {hex}").format(units=_names(state, units), hex=board.grid.label(path[-1]))
        case od.IgnoreRetreat(yes=yes):
            return _("Stay: no unit is left to follow") if yes else _("Retreat all the same")
    return _("Give ground")


def end_words(state: State) -> str:
    """Return the words that end an optional question, such as "No advance"; "" if the phase ends instead."""
    match state.agenda[0] if state.agenda else None:
        case MayAdvance() if not any(isinstance(order, od.Advance) for way in offered_advances(state) for order in way):
            return _("No reserve")
        case MayAdvance():
            return _("No further advance") if state.fight.moved else _("No advance")
        case Assault():
            return _("End the assault")
        case Strafes():
            return _("No more strafing")
    return ""


def detail(state: State, order: Order) -> str:
    """Return the expected result of an answer in one line, or "" if the order is no answer."""
    match order:
        case od.Stand(lead=lead, support=support):
            seen = defence.preview_stand(state, lead, support)
            hurt = sum(share for cell, share in seen.cells.items() if COSTLY & set(cell.split()))
            told = _("holds {chance}").format(chance=chance(seen.holds))
            return joined(told, _("costs a step {chance}").format(chance=chance(hurt)) if hurt else "")
        case od.GiveGround():
            return _steps_words(ground_given(state))
        case od.StandDesperately(unit=unit):
            return joined(
                _("holds, for two steps in all: this one and one of the attacker’s choice"), left(state, unit)
            )
        case od.LoseStep(unit=unit):
            return left(state, unit)
        case od.RetreatTo(path=path):
            way = (place_title(state.board, path[-1]), _by(state, path)) if len(path) > 1 else ()
            return joined(*way, _steps_words(way_losses(state, order)))
        case od.Advance(path=path):
            return _by(state, path)  # two ways may lead to one hex
    return ""


def whose_step(state: State, step: LoseSteps) -> str:
    """Tell which side loses a step, and that its owner or the opponent chooses the unit (ZOC-12.2-2, ZOC-UI-4)."""
    own = all(state.side_of(unit) == step.seat.partition("/")[0] for unit in step.units)
    return _("Which of your units loses a step?") if own else _("You choose: which enemy unit loses a step?")


def notes(state: State, order: Order) -> tuple[str, ...]:
    """Return the reasons: each modifier of a stand with its cause and clause, each loss of a way back."""
    match order:
        case od.Stand(lead=lead, support=support):
            seen = defence.preview_stand(state, lead, support)
            return tuple(
                _cited(f"{signed(shift.value)} {typographic(str(shift.text))}", shift.clause)
                for shift in seen.modifiers
            )
        case od.GiveGround() if ground_given(state):
            return (_cited(_("No way back costs less"), "ZOC-13.1-7"),)
        case od.RetreatTo():
            return _why_losses(state, order)
        case od.LoseStep(unit=unit):
            return (_who_chooses(state, unit),)
    return ()


def _cited(told: str, clause: str) -> str:
    return f"{told} ({short_clause(clause)})"


def _names(state: State, units: tuple[int, ...]) -> str:
    if len(units) == 1:
        return unit_name(state.board.roster[units[0]])
    return ", ".join(state.board.roster[unit].label for unit in units)


def _supporter(state: State, support: str) -> str:
    if support in MEANS:
        return _("with {means}").format(means=_(MEANS[support]))
    gun = gun_named(state, support)
    return _("with {means}").format(means=state.board.roster[gun].label if gun is not None else support)


def _by(state: State, path: od.Path) -> str:
    """The hexes of a way, by their numbers."""
    return " – ".join(map(state.board.grid.label, path))


def _steps_words(lost: int) -> str:
    if not lost:
        return _("no losses")
    return ngettext("{count} step lost", "{count} steps lost", lost).format(count=lost)


def left(state: State, unit: int) -> str:
    """Return the strength that a unit keeps after one more lost step (ZOC-12.3-1, ZOC-17.9-1)."""
    fares, profile = state.units[unit], state.board.roster[unit]
    steps = fares.steps - 1
    cadre = steps == 1 and profile.has_cadre
    if not steps or (cadre and cadres_left(state, profile) <= 0):
        return _("its last step: eliminated")
    after = profile.values[min(profile.steps - steps, len(profile.values) - 1)][0]
    told = _("steps from {now} to {left}, strength from {strength} to {after}").format(
        now=fares.steps, left=steps, strength=state.strength(fares), after=after
    )
    return joined(told, _("a cadre is left") if cadre else "")


# ------------------------------------------------------------------------------------------------- what it costs


def ground_given(state: State) -> int:
    """Return the fewest steps that a retreat of two hexes costs. Defenders that cannot retreat lose all theirs."""
    fight = state.fight
    step = results.must_retreat(state)
    there = retreat.retreating(state, step)
    fixed = [unit for unit in there if retreat.cannot_retreat(state, fight, unit)]
    able = tuple(unit for unit in there if unit not in fixed)
    plan = retreat.plan_of(state, fight, MustRetreat(step.seat, able, step.origin, step.length))
    return plan.least(plan.units) + steps_of(state.units[unit] for unit in fixed)


def way_losses(state: State, order: od.RetreatTo) -> int:
    """Return the steps that units lose on a way back. Without a way they lose all."""
    step = retreat.step_of_retreat(state)
    plan = retreat.plan_of(state, state.fight, step) if step is not None else None
    way = plan.way(order.units, order.path) if plan is not None else None
    if plan is None or way is None:
        return steps_of(state.units[unit] for unit in order.units)
    return plan.loss(order.units, way)


def _who_chooses(state: State, unit: int) -> str:
    """Tell whether the owner of a unit or the opponent chooses the unit that loses the step."""
    step = state.agenda[0] if state.agenda else None
    seat = step.seat.partition("/")[0] if isinstance(step, LoseSteps) else state.side_of(unit)
    if seat == state.side_of(unit):
        return _cited(_("Its owner chooses who loses the step"), "ZOC-12.2-2")
    return _cited(_("The opponent chooses who loses the step"), "ZOC-12.2-2")


def _why_losses(state: State, order: od.RetreatTo) -> tuple[str, ...]:
    step = retreat.step_of_retreat(state)
    way = retreat.plan_of(state, state.fight, step).way(order.units, order.path) if step is not None else None
    if way is None:
        return (_cited(_("No way leads out of this hex for them"), "ZOC-13.2-9"),)
    told = [_cited(_("An empty hex in an enemy zone of control costs a step"), "ZOC-13.2-1")] if way.pursued else []
    if way.water and any(state.profile(unit).foot for unit in order.units):
        told.append(_cited(_("The water on the way costs those on foot a step"), "ZOC-13.2-2"))
    return (*told, _cited(_("They are disrupted"), "ZOC-13.6-1"))


# ------------------------------------------------------------------------------------------------- the board


def stand_odds(state: State, order: od.Stand) -> Odds:
    """A determined defence weighed for the board of odds: the die's modifiers, and the chance of each cell."""
    seen = defence.preview_stand(state, order.lead, order.support)
    ordered = sorted(seen.cells.items(), key=lambda cell: ("holds" in cell[0], cell[0]))
    return Odds(
        "",
        (),
        0,
        0,
        chance(seen.holds),
        lines=seen.modifiers,
        modifier=seen.modifier,
        results=tuple(_cell(cell, share) for cell, share in ordered),
        note=_("holds {chance}").format(chance=chance(seen.holds)),
        good_words=_("holds"),
        clause="ZOC-T-DD",
        dice_clause="ZOC-12.4.1-8",
    )


def _cell(cell: str, share: float) -> Result:
    """Return a cell of the table as a result that counts the losses of the defender as "ours"."""
    base = cell.removesuffix(WORKS_LOST).strip()
    told = _(CELLS[base])
    if cell.endswith(WORKS_LOST):
        told = joined(told, _("the improved position is lost"))
    own = float(bool(COSTLY & set(cell.split())))
    theirs = float("exchange" in cell or "hurts" in cell)
    return Result(told, share, own, theirs, good=float("holds" in cell.split()), words=told, title=told)
