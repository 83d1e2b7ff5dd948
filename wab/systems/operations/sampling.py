"""A whole battle that a side cannot tell from the true one: its contacts get names, unseen enemies get places."""

from __future__ import annotations

from dataclasses import replace as with_values

from msgspec.structs import replace

from wab.engine.dice import Chance, Dice
from wab.engine.game import Game, Setup
from wab.systems.operations.air import PERCENT
from wab.systems.operations.board import Profile, enemy_of
from wab.systems.operations.knowledge import FIRST_CONTACT
from wab.systems.operations.setup import build_board
from wab.systems.operations.sight import levels
from wab.systems.operations.stacking import fits_profile
from wab.systems.operations.state import Squadron, State, Unit


def sample(side: str, position: State, seed: int) -> Game[State]:
    """A game whose view for `side` is the one that `position` came from; the seed chooses among such games.

    Enemy units that have arrived, are not lost and are not identified are dealt first to the contacts of their type,
    then to hexes that the enemy controls and that `side` does not see. One that finds no such hex is left out.
    """
    from wab.systems.operations import SYSTEM  # the system object stands above its chapters

    chance = Chance(seed, "sample")
    state = _without_contacts(position, seed)
    unplaced = _unplaced(state, side)
    _name_contacts(state, position, unplaced, chance)
    _place_unseen(state, side, unplaced, chance)
    _ready_enemy(state, side, chance)
    setup = Setup(SYSTEM.id, position.board.scenario_id, seed)
    return Game(SYSTEM, setup, state)


def _without_contacts(position: State, seed: int) -> State:
    state = position.copy()
    board = build_board(position.board.scenario_id)
    public = with_values(board, start=position.board.start, scenario=position.board.scenario)
    state.board, state.roster, state.dice = public, dict(board.roster), Dice(seed)
    state.stacks, state.units = {}, {}
    for unit in position.units.values():
        if unit.id < FIRST_CONTACT:
            state.put(unit)
    state.version += 1  # what was derived from the known state does not hold for this one
    return state


def _unplaced(state: State, side: str) -> list[int]:
    """Enemy units in play of which `side` does not know where they are."""
    enemy = enemy_of(side)
    to_come = {entry.unit for entry in state.board.entries if entry.turn > state.turn}
    gone = set(state.removed) | to_come | set(state.units)
    return [id_ for id_, profile in sorted(state.roster.items()) if profile.side == enemy and id_ not in gone]


def _name_contacts(state: State, position: State, unplaced: list[int], chance: Chance) -> None:
    contacts = [unit for id_, unit in sorted(position.units.items()) if id_ >= FIRST_CONTACT]
    contacts.sort(key=lambda unit: position.profile(unit.id).level != "recognised")  # the better known choose first
    for contact in contacts:
        profile = position.profile(contact.id)
        known = profile.level == "recognised"
        alike = [id_ for id_ in unplaced if state.profile(id_).is_ship == profile.is_ship]
        fitting = [id_ for id_ in alike if not known or _matches(state, id_, profile.type, profile.nation)]
        if fitting:
            chosen = fitting[chance.below(len(fitting))]
            unplaced.remove(chosen)
            state.put(Unit(chosen, contact.hex, state.profile(chosen).hp, spotted=contact.spotted))


def _matches(state: State, unit: int, type_: str, nation: str) -> bool:
    profile = state.profile(unit)
    return (profile.type, profile.nation) == (type_, nation)


def _place_unseen(state: State, side: str, unplaced: list[int], chance: Chance) -> None:
    for id_ in unplaced:
        profile = state.profile(id_)
        candidates = [hex_ for hex_ in range(state.board.grid.size) if _may_hide(state, profile, hex_)]
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


def _may_hide(state: State, profile: Profile, hex_: int) -> bool:
    """Ships are at sea, all others on land that their side controls."""
    if profile.is_ship:
        return state.board.at_sea(hex_)
    return bool(state.board.land[hex_]) and state.controls(profile.side, hex_)


def _ready_enemy(state: State, side: str, chance: Chance) -> None:
    """Which aircraft and ships the enemy has at hand is hidden: they get what the turn may have brought them."""
    enemy = enemy_of(side)
    for id_, profile in sorted(state.board.squadrons.items()):
        if profile.side == enemy:
            flies = chance.below(PERCENT) < profile.available[state.weather]
            state.squadrons[id_] = Squadron(id_, profile.hp, "ready" if flies else "weather")
    for unit in list(state.units_of(enemy)):
        if state.profile(unit.id).is_ship and chance.below(PERCENT) >= state.profile(unit.id).availability:
            state.put(replace(unit, available=False))
