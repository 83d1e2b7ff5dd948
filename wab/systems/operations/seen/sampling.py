"""A whole battle that a side cannot tell from the true one: its contacts get names, unseen enemies get places."""

from __future__ import annotations

from dataclasses import replace as with_values

import numpy as np
from msgspec.structs import replace

from wab.engine.kernel.dice import Chance
from wab.systems.operations.combat.air import PERCENT, absence
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.seen.knowledge import FIRST_CONTACT
from wab.systems.operations.state.board import SIDE_CODE, Board, enemy_of
from wab.systems.operations.state.control import control_codes, takes_hexes
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.state.stacking import fits_profile, room
from wab.systems.operations.state.state import Squadron, State, Unit


def dealt(side: str, position: State, chance: Chance) -> State:
    """Return a battle with the facts of `position`, which `side` knows; chance makes up the others.

    Enemy units that have arrived, are not lost and are not identified are dealt first to the contacts of their type,
    then to hexes that the enemy controls and that `side` does not see. A unit that finds no such hex is left out.
    """
    board = build_board(position.board.scenario_id)
    public = with_values(board, start=position.board.start)
    state = _without_contacts(position, public)
    unplaced = _unplaced(state, side)
    _name_contacts(state, position, unplaced, chance)
    _place_unseen(state, side, unplaced, chance)
    _ready_enemy(state, side, chance)
    return state


def with_names(side: str, position: State, seed: int) -> State:
    """Return what `side` knows, with a guess at what is only half known: who its contacts are, which aircraft can fly.

    Enemies who are not seen at all are left out. The seed chooses among such guesses.
    """
    chance = Chance(seed, "names")
    state = _without_contacts(position, position.board)
    _name_contacts(state, position, _unplaced(state, side), chance)
    _ready_enemy(state, side, chance)
    return state


def _without_contacts(position: State, board: Board) -> State:
    state = position.copy()
    state.board, state.roster = board, board.roster_on(state.turn)
    state.put_all(unit for unit in position.units.values() if unit.id < FIRST_CONTACT)
    state.version += 1  # what was derived from the known state does not hold for this one
    return state


def _unplaced(state: State, side: str) -> list[int]:
    """Enemy units in play whose places `side` does not know."""
    enemy = enemy_of(side)
    to_come = {entry.unit for entry in state.board.entries if entry.turn > state.turn}
    gone = set(state.removed) | to_come | set(state.units)
    return [id_ for id_, profile in sorted(state.roster.items()) if profile.side == enemy and id_ not in gone]


def _name_contacts(state: State, position: State, unplaced: list[int], chance: Chance) -> None:
    """Deal units to the contacts so that each gets one that it may be: the true units are such a deal."""
    contacts = [unit for id_, unit in sorted(position.units.items()) if id_ >= FIRST_CONTACT]
    shuffled = [unplaced.pop(chance.below(len(unplaced))) for _ in tuple(unplaced)]
    able = {contact.id: [id_ for id_ in shuffled if _may_be(state, position, contact, id_)] for contact in contacts}
    for hex_ in sorted({contact.hex for contact in contacts}):
        for id_ in _weightless(state, position, hex_, able):
            able[id_] = [unit for unit in able[id_] if not state.profile(unit).weight]
    dealt = _dealt(able)
    for contact in contacts:
        if contact.id in dealt:
            chosen = dealt[contact.id]
            named = replace(contact, id=chosen, hp=state.profile(chosen).hp)
            state.put(named)
    unplaced += sorted(set(shuffled) - set(dealt.values()))


def _may_be(state: State, position: State, contact: Unit, id_: int) -> bool:
    """Tell whether a unit that is not placed yet may be what a contact stands for.

    Where its side does not hold the hex, a land unit can be a commander only (OPS-6.5-4).
    """
    known, profile = position.profile(contact.id), state.profile(id_)
    if profile.is_ship != known.is_ship:
        return False
    if known.level == "recognised" and (profile.type, profile.nation) != (known.type, known.nation):
        return False
    return not takes_hexes(profile) or position.controls(profile.side, contact.hex)


def _weightless(state: State, position: State, hex_: int, able: dict[int, list[int]]) -> list[int]:
    """Contacts of a hex that must weigh nothing, because more stand there than there is room for (OPS-8.1-3)."""
    side = position.side_in(hex_)
    contacts = [id_ for id_ in position.stacks[hex_] if id_ in able]
    surplus = len(contacts) - room(state, side, hex_) if side else 0
    lightest = [sum(not state.profile(unit).weight for unit in able[id_]) for id_ in contacts]
    likeliest = sorted(zip(contacts, lightest, strict=True), key=lambda entry: (not entry[1], len(able[entry[0]])))
    return [id_ for id_, _ in likeliest[: max(0, surplus)]]


def _dealt(able: dict[int, list[int]]) -> dict[int, int]:
    """A unit for as many contacts as can have one, each chosen from the units that the contact may be (augmenting
    paths).
    """
    holder: dict[int, int] = {}

    def seat(contact: int, tried: set[int]) -> bool:
        for unit in able[contact]:
            if unit not in tried:
                tried.add(unit)
                if unit not in holder or seat(holder[unit], tried):
                    holder[unit] = contact
                    return True
        return False

    for contact in sorted(able):
        seat(contact, set())
    return {contact: unit for unit, contact in holder.items()}


def _place_unseen(state: State, side: str, unplaced: list[int], chance: Chance) -> None:
    enemy = enemy_of(side)
    at_sea, on_land = _sea(state.board), _held_land(state, enemy)
    for id_ in unplaced:
        profile = state.profile(id_)
        candidates = list(at_sea if profile.is_ship else on_land)
        while candidates:
            hex_ = candidates.pop(chance.below(len(candidates)))
            if not fits_profile(state, profile, hex_):
                continue
            state.put(Unit(id_, hex_, profile.hp))
            state.version += 1
            if id_ not in levels(state, side):
                break
            state.take(id_)
            state.version += 1


def _sea(board: Board) -> list[int]:
    """Return where ships may be."""
    return board.once("sea", lambda: [hex_ for hex_ in range(board.grid.size) if board.at_sea(hex_)])


def _held_land(state: State, side: str) -> list[int]:
    """Return where all other units of a side may be: on land that it controls, ascending."""
    held = (control_codes(state) == SIDE_CODE[side]) & state.board.land
    return np.flatnonzero(held).tolist()


def _ready_enemy(state: State, side: str, chance: Chance) -> None:
    """Draw the aircraft and ships that the enemy has at hand: they are hidden, and get what the turn may have brought
    them.
    """
    enemy = enemy_of(side)
    for id_, profile in sorted(state.board.squadrons.items()):
        if profile.side == enemy:
            flies = chance.below(PERCENT) < profile.available[state.weather]
            status = absence(profile, state.turn) or ("ready" if flies else "weather")
            state.squadrons[id_] = Squadron(id_, profile.hp, status)
    for unit in list(state.units_of(enemy)):
        if state.profile(unit.id).is_ship and chance.below(PERCENT) >= state.profile(unit.id).availability:
            state.put(replace(unit, available=False))
