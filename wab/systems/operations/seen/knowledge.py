"""The knowledge of a side (ledger section 6.1): a state made of known facts only, put together piece by piece.

Rules that ask "may I?" run on this state, so that no answer gives a hidden fact away. Only the facts listed here are
known: a new field of the state stays hidden until it is put on the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec

from wab.engine.kernel.agenda import Agenda
from wab.engine.kernel.dice import Dice
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.state.board import NAMELESS, Board, Profile, enemy_of
from wab.systems.operations.state.state import Offer, State, Unit

FIRST_CONTACT = 100_000  # ids from here on are contacts: they tell the hex and nothing else
_NOT_SIGHTED = Dice(0)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The knowledge of a side, and its sources: the units as they truly are, and how well each is seen."""

    position: State
    contacts: dict[int, Profile]
    units: Mapping[int, Unit]
    seen: Mapping[int, str]


def known_state(state: State, side: str) -> State:
    """Return what `side` knows of a battle, as a state of its own; read-only, since the next one is made out of it.

    Own units in full; enemies identified (OPS-6.1-8) with their traits; recognised and detected ones (OPS-6.1-9,
    OPS-6.1-10) as contacts with a stand-in profile; control, weather, losses and points, which the map and the journal
    show to both; its own aircraft. Not the dice, not what the enemy has done this turn with whom, not where the rest of
    the enemy is, nor which enemy aircraft can fly.
    """
    return state.renewed(f"known {side}", (state.version,), lambda before: _carried_on(before, state, side)).position


def _carried_on(before: _Knowledge | None, state: State, side: str) -> _Knowledge:
    """Knowledge brought up to date: the hexes in which units or their levels have changed are shown again."""
    known, seen = _open_facts(state, side), levels(state, side)
    if before is None or before.position.board is not known.board:
        before = _Knowledge(known, {}, {}, {})
    known.take_over(before.position)
    hexes, contacts = _changed_hexes(before, state.units, seen), before.contacts.copy()
    for id_ in [id_ for hex_ in hexes for id_ in known.stacks.get(hex_, ())]:
        known.take(id_)
        contacts.pop(id_, None)
    shown = [entry for hex_ in hexes for entry in _shown_in(state, side, hex_, seen)]
    contacts |= {unit.id: profile for unit, profile in shown if unit.id >= FIRST_CONTACT}
    known.roster |= contacts
    for unit, _ in shown:
        known.put(unit)
    return _Knowledge(known, contacts, state.units.copy(), seen)


def _changed_hexes(before: _Knowledge, units: Mapping[int, Unit], seen: Mapping[int, str]) -> list[int]:
    """Return where units stand, or stood before, that are not the same as before or not seen as well."""
    old = before.units
    changed = {id_ for id_, unit in units.items() if old.get(id_) is not unit}
    changed |= old.keys() - units.keys()
    if seen is not before.seen:
        changed |= {id_ for id_, _ in seen.items() ^ before.seen.items()}
    return sorted({known[id_].hex for known in (old, units) for id_ in changed if id_ in known})


def _open_facts(state: State, side: str) -> State:
    """Everything but the units; facts that are not listed here stay hidden."""
    board, acting = board_for(state.board, side), state.active == side
    return State(
        board,
        board.roster_on(state.turn),
        _NOT_SIGHTED,
        state.turn,
        state.impulse,
        state.active,
        state.weather,
        control=state.control[:],
        activation_points=state.activation_points if acting else 0,
        attacked_hexes=dict(sorted(state.attacked_hexes.items())),
        hp_lost=dict(sorted(state.hp_lost.items())),
        earned=dict(sorted(state.earned.items())),
        objective_points=dict(sorted(state.objective_points.items())),
        awaited=tuple(number for number in state.awaited if _arrival_is_known(state, side, number)),
        removed=tuple(sorted(state.removed)),
        rebuild_points=state.rebuild_points if side == "axis" else 0,
        agenda=_known_agenda(state) if acting else (),
        result=state.result,
        weather_rule=state.weather_rule,
        taken=dict(sorted(state.taken.items())),
        squadrons={squadron.id: squadron for squadron in state.squadrons_of(side)},
    )


def _known_agenda(state: State) -> Agenda:
    """Return what the side to act must settle: an advance after combat. Steps of other kinds stay hidden."""
    offer = state.offer
    return () if offer is None else (Offer(offer.target, offer.units),)


def _arrival_is_known(state: State, side: str, number: int) -> bool:
    """The timetable is in the briefing; that an enemy unit is late is not."""
    entry = state.board.entries[number]
    return state.board.roster[entry.unit].side == side or entry.turn > state.turn


def _shown_in(state: State, side: str, hex_: int, seen: Mapping[int, str]) -> list[tuple[Unit, Profile]]:
    """The units of a hex as a side knows them, each with its profile: its own, enemies, contacts."""
    ids = state.stacks.get(hex_, ())
    if not ids or state.side_of(ids[0]) == side:
        return [(state.units[id_], state.board.roster[id_]) for id_ in ids]
    units = [(_shown(state.units[id_]), state.board.roster[id_]) for id_ in ids if seen.get(id_) == "identified"]
    veiled = sorted((_veiled(state, id_, seen[id_]), _spotted(state.units[id_])) for id_ in _partly(ids, seen))
    stand_in = _ship_stand_in if state.board.at_sea(hex_) else _stand_in
    for place, (profile_key, (spotted, lasting)) in enumerate(veiled):
        profile, id_ = stand_in(state.board, enemy_of(side), *profile_key), contact_id(hex_, place)
        units.append((Unit(id_, hex_, profile.hp, spotted=spotted, lasting=lasting), profile))
    return units


def contact_id(hex_: int, place: int) -> int:
    """The id of a contact: it says where, and nothing of who."""
    return FIRST_CONTACT + hex_ * 16 + place


def _partly(ids: tuple[int, ...], seen: Mapping[int, str]) -> list[int]:
    return [id_ for id_ in ids if seen.get(id_) in ("recognised", "detected")]


def _shown(unit: Unit) -> Unit:
    """An identified enemy: where it is, what it has lost, how tired and supplied it is. Not what it did this turn."""
    return Unit(
        unit.id,
        unit.hex,
        unit.hp,
        unit.fatigue,
        supplied=unit.supplied,
        turns_unsupplied=unit.turns_unsupplied,
        spotted=unit.spotted,
        lasting=unit.lasting,
    )


def _spotted(unit: Unit) -> tuple[bool, bool]:
    """Return whether a side keeps an intruder in sight, and for how long: it knows, since it saw it come
    (OPS-6.5-3).
    """
    return unit.spotted, unit.lasting


def _veiled(state: State, unit: int, level: str) -> tuple[str, str, str]:
    profile = state.profile(unit)
    return (level, profile.type, profile.nation) if level == "recognised" else (level, "infantry", "")


def _stand_in(board: Board, side: str, level: str, type_: str, nation: str) -> Profile:
    """The profile that stands in for an enemy whose traits are not known: staff estimates by type."""
    guess = board.tables.estimates[type_]  # type: ignore[index]  # the type comes from a checked profile
    return Profile(
        noun=NAMELESS,
        short="?",
        side=side,
        nation=nation,
        kind="",
        type=type_,
        move_class=guess.move_class,
        size=guess.size,
        quality=guess.quality,
        hp=guess.hp,
        attack=guess.attack,
        defence=guess.defence,
        movement=guess.movement,
        sight=guess.sight,
        symbol=guess.symbol if level == "recognised" else "unknown",
        anti_air=guess.anti_air,
        level=level,
    )


def _ship_stand_in(board: Board, side: str, level: str, type_: str, nation: str) -> Profile:
    """Return the stand-in of a ship. Every swimming contact is a ship: nothing to fight with or against
    (OPS-T-NAVAL).
    """
    profile = _stand_in(board, side, level, "other", nation)
    return msgspec.structs.replace(
        profile,
        move_class="ship",
        size="ship",
        symbol="destroyer" if level == "recognised" else profile.symbol,
        attack=0,
        defence=0,
        zoc=0,
        anti_air=0,
    )


def board_for(board: Board, side: str) -> Board:
    """The board as a side may read it: the order of battle and the timetable, not where the enemy was set up."""
    if side not in board.by_side:
        own = {unit: where for unit, where in board.start.items() if board.roster[unit].side == side}
        flying = {id_: hp for id_, hp in board.squadron_hp.items() if board.squadrons[id_].side == side}
        board.by_side[side] = replace(board, start=own, squadron_hp=flying, by_side={})
        board.by_side[side].by_side[side] = board.by_side[side]
    return board.by_side[side]
