"""Amphibious operations (OMA-5): landing checks, drift, mines, and the landing itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wab.content.omaha.tables import LandingEffect, within
from wab.engine.kernel.events import Event
from wab.systems.omaha.ground.terrain import has_uncleared
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, draw_card, due
from wab.systems.omaha.state.board import Box
from wab.systems.omaha.state.state import State, Unit
from wab.systems.omaha.state.steps import Task
from wab.systems.omaha.units.losses import dead, delayed, lose_step

STAYS = 0
"""The answer of a leader that does not drift (OMA-5.12-2), and of rangers (OMA-5.13-1); else a number of boxes."""


# ---------------------------------------------------------------- the check


def land(state: State, task: Task) -> Iterator[Event]:
    """Draw a landing card for a sector, if a unit needs a check or could meet a mine (OMA-5.1-1, OMA-5.1-2)."""
    yield ev.Settled()
    boxed = state.in_boxes(task.sector)
    if any(effect_codes(state, unit.id) for unit in boxed) or _mines_matter(state, boxed):
        card = yield from draw_card(state, "landing", task.sector)
        yield due(Task("drift", sector=task.sector, card=card, units=tuple(unit.id for unit in boxed)))


def effect_codes(state: State, unit: int) -> tuple[str, ...] | None:
    """The row of the landing table of a unit; None if it is not checked: leaders (OMA-5.12-1), types that are exempt
    (OMA-5.15-1), the first tanks if landing craft carry them (OMA-22.2-1).
    """
    profile, turn = state.profile(unit), state.turn
    carried = state.board.tables.variants.tanks
    early = profile.turn <= carried.due and turn < state.first + carried.turns
    if state.chose("tanks", "carried") and profile.type == "tank" and early:
        return None
    if state.bombarded:  # OMA-22.1-4
        turn = state.board.tables.variants.bombardment.rows.get(turn, turn)
    return state.board.tables.landing.row(turn, profile.row.landing, profile.division)


def _mines_matter(state: State, boxed: Sequence[Unit]) -> bool:
    """A card is drawn for mines alone, too (OMA-5.15-2)."""
    return within(state.board.tables.turns.mines, state.turn) and any(_meets_mines(state, unit) for unit in boxed)


def effect_of(state: State, unit: int, card: str) -> LandingEffect | None:
    """The result of a landing card for a unit, by its target symbol (OMA-5.1-1); None if it is not checked."""
    codes, symbol = effect_codes(state, unit), state.profile(unit).symbol
    if codes is None or symbol is None:
        return None
    code = codes[state.board.card(card).letter(symbol)]
    return state.board.tables.landing.effects[code]


def drift(state: State, task: Task) -> Iterator[Event]:
    """Apply a landing card to the units of a sector (OMA-5.1-3), mines last (OMA-5.14-1)."""
    effects = {unit: effect_of(state, unit, task.card) for unit in task.units}
    asked = list(_questions(state, effects))
    if len(task.picks) < len(asked):
        yield asked[len(task.picks)][1]
        return
    yield ev.Settled()
    chosen = {unit: answer for (unit, _), answer in zip(asked, task.picks, strict=True)}
    for unit, effect in effects.items():
        boxes = chosen.get(unit, effect.drift if effect else 0)
        if effect is not None and effect.delayed:
            yield ev.UnitChanged(delayed(state, unit), "delay")
        elif effect is not None and effect.steps:
            yield from _lose_at_sea(state, unit, effect.steps)
        elif boxes:
            yield from _drift(state, unit, boxes)
    if state.board.card(task.card).mine and within(state.board.tables.turns.mines, state.turn):
        yield due(Task("mine", sector=task.sector, card=task.card, units=task.units))


def _lose_at_sea(state: State, unit: int, steps: int) -> Iterator[Event]:
    if steps >= state.unit(unit).steps:
        yield ev.UnitChanged(dead(state.unit(unit)), "sea")
    else:
        yield from lose_step(state, unit, "sea")


def _drift(state: State, unit: int, boxes: int) -> Iterator[Event]:
    """A unit drifts along the row: beyond the last box (OMA-5.11-2), or to a box without a beach at this tide
    (OMA-5.11-3), it is delayed. Any number may meet (OMA-5.11-4).
    """
    row = state.board.row
    place = state.board.boxes[state.unit(unit).box].place + boxes
    if 0 <= place < len(row) and row[place].landing(state.tide) is not None:
        yield ev.UnitChanged(replace(state.unit(unit), box=row[place].id), "drift")
    else:
        yield ev.UnitChanged(delayed(state, unit), "drift")


def _questions(state: State, effects: dict[int, LandingEffect | None]) -> Iterator[tuple[int, Event]]:
    """Leaders with units that drift may go with one of them (OMA-5.12-2); rangers without effect may drift east,
    while they are checked at all (OMA-5.13-3).
    """
    for unit, effect in effects.items():
        box = state.unit(unit).box
        if state.profile(unit).leader:
            drifts = {
                other.drift for one, other in effects.items() if other and other.drift and state.unit(one).box == box
            }
            if drifts:
                yield unit, ask("leader_drift", (STAYS, *sorted(drifts)), unit)
        elif effect == LandingEffect() and _may_drift(state, unit):
            place = state.board.boxes[box].place
            row, most = state.board.row, state.board.tables.limits.ranger_drift
            open_ = [n for n in range(1, most + 1) if n <= place and row[place - n].landing(state.tide) is not None]
            if open_:
                yield unit, ask("ranger_drift", (STAYS, *(-n for n in open_)), unit)


def _may_drift(state: State, unit: int) -> bool:
    """Rangers may drift from turn 4 (OMA-5.13-1), C/2R never (OMA-5.13-2)."""
    profile, tables = state.profile(unit), state.board.tables
    allowed = profile.key not in tables.limits.no_ranger_drift
    return profile.ranger and allowed and state.turn >= tables.turns.drift_from


# ---------------------------------------------------------------- mines


def _meets_mines(state: State, unit: Unit) -> bool:
    """Check if a unit lands on uncleared obstacles at mid tide (OMA-5.14-4), or crosses them at high tide
    (OMA-5.14-6). A general is never affected (OMA-5.14-8).
    """
    if unit.box not in state.board.boxes or state.profile(unit.id).leader == "general":
        return False
    return has_uncleared(state, _mined_hex(state, state.board.boxes[unit.box]))


def _mined_hex(state: State, box: Box) -> int | None:
    """The hex whose mines a landing meets; at low tide they lie open (OMA-5.14-3)."""
    return box.landing("mid") if state.tide in ("mid", "high") else None


def mine(state: State, task: Task) -> Iterator[Event]:
    """One unit of the sector loses a step to a mine (OMA-5.14-7); an HQ alone is delayed (OMA-5.14-8)."""
    exposed = [unit for unit in task.units if _meets_mines(state, state.unit(unit))]
    victims = [unit for unit in exposed if not state.profile(unit).leader]
    if len(victims) > 1 and not task.picks:
        yield ask("mine", victims)
        return
    yield ev.Settled()
    if victims:
        yield from lose_step(state, task.picks[0] if task.picks else victims[0], "mine")
    else:
        for unit in exposed[:1]:
            yield ev.UnitChanged(delayed(state, unit), "mine")


# ---------------------------------------------------------------- the landing


def beach(state: State, task: Task) -> Iterator[Event]:
    """Every unit in a box lands on the first hex of the waterline (OMA-5-1, OMA-5.2-1)."""
    yield ev.Settled()
    for unit in [unit for unit in state.now.off.values() if unit.box in state.board.boxes]:
        hex_ = state.board.boxes[unit.box].landing(state.tide)
        if hex_ is None:
            yield ev.UnitChanged(delayed(state, unit.id), "drift")
        else:
            yield ev.UnitChanged(replace(unit, box="", hex=hex_, command=_commander(state, unit, hex_)), "landing")


def _commander(state: State, unit: Unit, hex_: int) -> str:
    """A unit that lands outside its own sector belongs to the other division's command (OMA-5.22-1)."""
    sector, profile = state.board.sector(hex_), state.profile(unit.id)
    away = sector != profile.sector and sector in state.board.sectors
    return sector if away else unit.command
