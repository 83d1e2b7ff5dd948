"""Invariants of every state of a battle: for tests and the fuzzer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.engine.kernel.pile import HIDDEN
from wab.systems.cards.fight.obstacles import is_passable
from wab.systems.cards.sequence.objectives import LASTING, claimants, holder
from wab.systems.cards.sequence.victory import medals
from wab.systems.cards.state.board import SIDES, enemy_of
from wab.systems.cards.state.deck import composition
from wab.systems.cards.state.state import State
from wab.systems.cards.state.teams import pile_of, side_of


def invariants(state: State) -> list[str]:
    """Everything that is wrong with a state, in words; empty for a sound one."""
    return [*_units(state), *_obstacles(state), *_tokens(state), *_cards(state), *_medals(state), *_waiting(state)]


def _units(state: State) -> Iterator[str]:
    places = Counter(unit.hex for unit in state.units.values())
    for id_, unit in sorted(state.units.items()):
        profile, label = state.profile(id_), state.board.label(unit.hex)
        if not 0 < unit.figures <= profile.figures:
            yield f"unit {id_} has {unit.figures} of {profile.figures} figures (CRD-4.4.8-5)"
        if (unit.side, unit.kind) != (profile.side, profile.kind):
            yield f"unit {id_} is no longer what it was"
        if not state.board.field.is_playable(unit.hex):
            yield f"unit {id_} stands off the board (CRD-4.3-16)"
        elif not profile.fixed and not is_passable(state, state.board.type_of(unit.kind), unit.hex):
            yield f"unit {id_} stands in {label}, where it cannot be (CRD-A2.7-1)"
        if places[unit.hex] > 1:
            yield f"several units stand in {label} (CRD-4.3-8)"
        if state.at.get(unit.hex) != id_:
            yield f"unit {id_} is missing from its hex {label}"
        if id_ in state.removed:
            yield f"unit {id_} has left the game and stands on the board (CRD-4.4.8-5)"
    for hex_, id_ in sorted(state.at.items()):
        if id_ not in state.units or state.units[id_].hex != hex_:
            yield f"hex {state.board.label(hex_)} holds a unit that is elsewhere"


def _obstacles(state: State) -> Iterator[str]:
    table = state.board.tables.obstacles
    for hex_, names in sorted(state.obstacles.items()):
        for name in names:
            if state.board.terrain[hex_] in table[name].not_on:
                yield f"{name} stand in {state.board.label(hex_)}, where they cannot (CRD-A2.20-8)"


def _tokens(state: State) -> Iterator[str]:
    for id_, token in sorted(state.tokens.items()):
        if id_ not in state.units:
            yield f"unit {id_} is ordered and not there (CRD-4.0-7)"
        elif state.units[id_].side != state.active:
            yield f"unit {id_} is ordered in the other side's turn (CRD-4.0-7)"
        if token.unit != id_ or not 0 <= token.play < max(1, len(state.plays)):
            yield f"the token of unit {id_} belongs to no card (CRD-5-3)"
        if token.face not in ("move", "attack", "none"):
            yield f"the token of unit {id_} shows {token.face!r} (CRD-5-1)"
    fight, retreat = state.fight, state.retreat
    named = [state.overrunner, *((fight.attacker,) if fight and fight.stage != "rolled" else ())]
    for id_ in named:
        if id_ and id_ not in state.units and not (fight and fight.stage == "ambushed"):
            yield f"unit {id_} acts and is not there"
    if retreat is not None and retreat.unit not in state.units:
        yield f"unit {retreat.unit} must go back and is not there (CRD-4.4.8-9)"


def _cards(state: State) -> Iterator[str]:
    """The cards of a deck are always the same, wherever they lie (CRD-C-1)."""
    full = Counter(composition(state.board))
    for pile in sorted(state.pile):
        there = Counter(state.pile[pile]) + Counter(state.discards.get(pile, ())) + Counter(state.table.get(pile, ()))
        for holder_, cards in state.hands.items():
            there += Counter(cards if pile_of(state.board, side_of(holder_)) == pile else ())
        for side, card in state.shared.items():
            there += Counter([card] if card and pile_of(state.board, side) == pile else [])
        due = state.choosing
        if due is not None and pile_of(state.board, side_of(due.seat)) == pile:
            there += Counter(due.cards)
        if HIDDEN in there:
            if there.total() != full.total():
                yield f"there are {there.total()} cards of {full.total()} (CRD-C-1)"
        elif there != full:
            yield f"cards are missing or too many: {dict(there - full)}, {dict(full - there)} (CRD-C-1)"


def _medals(state: State) -> Iterator[str]:
    for objective in state.board.objectives:
        held = state.held.get(objective.number, "")
        if held and held not in claimants(objective):
            yield f"objective {objective.number} is held by a side that cannot gain it (CRD-A3-1)"
        if objective.type in LASTING or objective.type in ("exit", "sudden_death") or state.result is not None:
            continue
        if state.turn and held != holder(state, objective):
            yield f"objective {objective.number} is not held by who stands there (CRD-A3-2)"
    for side in SIDES:
        lost = sum(state.profile(unit).side == enemy_of(side) for unit in state.removed)
        if state.kills.get(side, 0) + state.exits.get(enemy_of(side), 0) != lost:
            yield f"the {side} have {state.kills.get(side, 0)} medals for units, {lost} are gone (CRD-3-2)"
        if state.result is None and medals(state, side).total >= state.board.goal(side):
            yield f"the {side} have won and the battle goes on (CRD-3-5)"


def _waiting(state: State) -> Iterator[str]:
    for id_ in state.waiting:
        if id_ in state.units or id_ in state.removed:
            yield f"unit {id_} is still to come and has come (CRD-S-7)"
    if not 0 <= state.stock <= len(state.board.risers):
        yield f"{state.stock} units may still rise of {len(state.board.risers)} (CRD-S-9)"
