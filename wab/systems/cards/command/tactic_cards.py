"""Tactic cards (CRD-4.1-5): whom each orders, what it rolls for, sandbags and recovered figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.content.cards.shapes import EVERYBODY, Card, number_of
from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.combat import STREAM, adjacent_enemies, rolled_faces
from wab.systems.cards.fight.obstacles import obstacles_in
from wab.systems.cards.state import events as ev
from wab.systems.cards.state import teams
from wab.systems.cards.state.deck import effect_of, title, tokens_of
from wab.systems.cards.state.state import Play, State, Token, Unit

_FACES = 6
_FALL_BACK = 1
STAR = "star"


# ------------------------------------------------------------------------------------------------- whom they order


def in_command(state: State, play: Play, unit: Unit) -> bool:
    """Return whether a unit is on the ground where a card works: a field general's command (CRD-O-13), else
    anywhere.
    """
    return not play.general or play.general in state.board.commands(unit.hex, unit.side)


def meets(state: State, play: Play, card: Card, unit: Unit) -> bool:
    """Return whether a unit is one that a tactic card is for, judged where it stands when it is ordered (CRD-4.2-8).

    By type: armour (Armor Assault), artillery (Artillery Bombard), infantry (Behind Enemy Lines, Dig-In, Infantry
    Assault, Move-Out: CRD-C.move_out-1), infantry and armour (Close Assault, CRD-C.close_assault-3), any (Direct from
    HQ: CRD-C.direct_from_hq-1, Firefight, Medics & Mechanics). Special forces count as their type (CRD-A1.2-1,
    CRD-C.infantry_assault-2).
    """
    if not in_command(state, play, unit):
        return False
    if play.fall_back:
        return True
    if card.orders is None:
        return bool(card.orders_by_face)
    type_ = state.board.type_of(unit.kind)
    if card.orders.types and type_ not in card.orders.types:
        return False
    if card.orders.one_section and play.section not in state.board.sections(unit.hex, unit.side):
        return False
    return _meets_condition(state, card, unit)


def _meets_condition(state: State, card: Card, unit: Unit) -> bool:
    """Next to an enemy (CRD-C.close_assault-1) or not (CRD-C.firefight-1), weakened, or not yet dug in."""
    condition = card.orders.condition if card.orders is not None else ""
    if condition == "adjacent":
        return bool(adjacent_enemies(state, unit.hex, unit.side))
    if condition == "not_adjacent":
        return not adjacent_enemies(state, unit.hex, unit.side)
    if condition == "weakened":
        return unit.figures < state.profile(unit.id).figures
    return condition != "unfortified" or may_dig_in(state, unit)


def may_dig_in(state: State, unit: Unit) -> bool:
    """Return whether sandbags can be put where a unit stands: not in the ocean, nor on sandbags, dyke or bunker.

    Wire and anti-tank obstacles do not prevent it (CRD-C.dig_in-2); there are always sandbags left (CRD-C.dig_in-4).
    """
    sandbags = state.board.tables.obstacles["sandbags"]
    fortified = any(obstacle.fortifies for obstacle in obstacles_in(state, unit.hex))
    return state.board.terrain[unit.hex] not in sandbags.not_on and not fortified


def falls_back(state: State, play: Play, card: Card, side: str) -> bool:
    """Return whether a card orders one unit of choice, because its player has none of the kind that it is for
    (CRD-C-3).

    None on the whole board (CRD-C.armor_assault-2, CRD-C.artillery_bombard-3, CRD-C.behind_enemy_lines-5,
    CRD-C.dig_in-3, CRD-C.infantry_assault-3, CRD-C.move_out-2), in a field general's case in that general's command
    (CRD-O-13). Close Assault and Firefight have no fall-back (CRD-C.close_assault-4, CRD-C.firefight-3).
    """
    if not card.fall_back or card.orders is None:
        return False
    types = card.orders.types
    mine = (unit for unit in state.units_of(side) if in_command(state, play, unit))
    return not any(state.board.type_of(unit.kind) in types for unit in mine)


def is_used_up(state: State, number: int) -> bool:
    """Return whether a tactic card in force, given by its number, can order no further unit."""
    play, card = state.plays[number], effect_of(state, state.plays[number])
    if card is None or (card.heals and play.symbols):  # it has been rolled for one unit already
        return True
    ordered = len(tokens_of(state, number))
    if play.fall_back:
        return ordered >= _FALL_BACK
    if card.orders is None:
        return ordered >= sum(play.symbols.values())
    return ordered >= (EVERYBODY if card.orders.units is None else number_of(card.orders.units))


def may_still_order(state: State, number: int, unit: Unit) -> bool:
    """Return whether a tactic card in force that is not used up may order a unit, after those it has ordered."""
    play, card = state.plays[number], effect_of(state, state.plays[number])
    if card is None or not meets(state, play, card, unit):
        return False
    if not card.orders_by_face:
        return True
    ordered = [state.board.type_of(state.units[token.unit].kind) for token in tokens_of(state, number)]
    return symbols_suffice(play.symbols, (*ordered, state.board.type_of(unit.kind)))


def symbols_suffice(symbols: dict[str, int], types: tuple[str, ...]) -> bool:
    """Return whether dice order so many units of these types (CRD-C.their_finest_hour-2): stars stand in for any.

    Symbols for which there is no unit are lost (CRD-C.their_finest_hour-4).
    """
    wanted = Counter(types)
    missing = sum(max(0, number - symbols.get(type_, 0)) for type_, number in wanted.items())
    return missing <= symbols.get(STAR, 0)


# ------------------------------------------------------------------------------------------------- dice for cards


def cards_held(state: State, seat: str) -> int:
    """The cards that a player has, the one just played counted (CRD-C.their_finest_hour-1, CRD-C.medics_mechanics-1).

    In a team: the own hand and the open card (CRD-A5.1-17, CRD-A5.1-18).
    """
    hand = state.hands.get(teams.holder_of(state.board, seat), ())
    return len(hand) + bool(state.shared.get(teams.side_of(seat))) + 1


def roll_for_orders(state: State, number: int) -> Iterator[Event]:
    """Roll the dice whose symbols order units (CRD-C.their_finest_hour-1); on the double board four (CRD-O-15)."""
    play, card = state.plays[number], effect_of(state, state.plays[number])
    assert card is not None, "a card with an effect"
    overlord = state.board.tables.overlord.finest_hour_dice
    dice = overlord if state.board.overlord else cards_held(state, play.seat)
    rolled = state.dice.roll(STREAM, Text(N_("{card}: orders"), {"card": title(card)}), _FACES, dice)
    yield rolled
    shown = Counter(rolled_faces(state, rolled))
    yield ev.SymbolsRead(number, {symbol: shown[symbol] for symbol in sorted(shown)})


def recover(state: State, number: int, unit: Unit, section: str) -> Iterator[Event]:
    """Roll for the lost figures of a unit; if any come back it is ordered as well (CRD-C.medics_mechanics-3).

    The unit's symbol and stars count (CRD-C.medics_mechanics-2), for artillery stars only (CRD-C.medics_mechanics-4),
    up to its own size at set-up (CRD-C.medics_mechanics-5). Four dice on the double board (CRD-O-15).
    """
    play, card = state.plays[number], effect_of(state, state.plays[number])
    assert card is not None, "a card with an effect"
    dice = state.board.tables.overlord.medics_dice if state.board.overlord else cards_held(state, play.seat)
    rolled = state.dice.roll(STREAM, Text(N_("{card}: recovery"), {"card": title(card)}), _FACES, dice)
    yield rolled
    shown = Counter(rolled_faces(state, rolled))
    yield ev.SymbolsRead(number, {symbol: shown[symbol] for symbol in sorted(shown)})
    back = min(shown[state.board.type_of(unit.kind)] + shown[STAR], state.profile(unit.id).figures - unit.figures)
    yield ev.Recovered(unit.id, back)
    if back:
        yield ev.UnitOrdered(Token(unit.id, play=number, section=section, start=unit.hex))


def dig_in(number: int, unit: Unit, section: str, obstacle: str) -> Iterator[Event]:
    """A unit puts sandbags in its hex, and neither moves nor attacks this turn (CRD-C.dig_in-1, CRD-A2.20-8)."""
    yield ev.UnitOrdered(Token(unit.id, "none", number, section, unit.hex))
    yield ev.ObstaclePlaced(unit.hex, obstacle)
