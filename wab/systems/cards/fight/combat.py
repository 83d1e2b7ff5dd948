"""Attacks (ledger sections 4.4.1 to 4.4.8): who may attack whom, with how many dice, and what the dice do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal, Shift
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.movement import leads, stands_in_water
from wab.systems.cards.fight.obstacles import flags_ignored, handicap, left_behind, protection, removable
from wab.systems.cards.fight.sight import sees
from wab.systems.cards.state import deck
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import enemy_of, text_of
from wab.systems.cards.state.orders import Attack, RemoveWire
from wab.systems.cards.state.state import Fight, State, Token, Unit

STREAM = "attack"


class Count(msgspec.Struct, frozen=True):
    """The dice of an attack and the causes of their number; `dice` is never below 0 (CRD-4.4.2-5)."""

    dice: int
    causes: tuple[Shift, ...]


class Result(msgspec.Struct, frozen=True):
    """The result of dice against a target: figures hit, flags."""

    hits: int
    flags: int


# ------------------------------------------------------------------------------------------------- counting dice

_BASE = N_("{kind} at {range} hexes")
_ADJACENT = N_("{kind} in close combat")
_FROM = N_("the attacker's own hex")
_SHELTER = N_("protection of the target's hex")


def base_dice(state: State, kind: str, distance: int) -> int:
    """Dice of a kind of unit at a distance, 0 beyond its range (CRD-4.4.3-1, CRD-4.4.4-1, CRD-4.4.5-1).

    Losses change nothing (CRD-4.4.1-7). Infantry cannot attack at four hexes (CRD-4.4.3-2).
    """
    dice = state.board.kind(kind).dice
    return dice[distance - 1] if 0 < distance <= len(dice) else 0


def count_dice(state: State, attacker: Unit, target: Unit, *, bonus: tuple[Shift, ...] = ()) -> Count:
    """The dice of an attack (CRD-4.4.1-2): type and range, and card, less own handicap, less protection (CRD-4.4.2-5).

    Handicap and protection are added together (CRD-4.4.7-2, CRD-4.4.7-3). Artillery heeds no protection
    (CRD-4.4.5-2). All dice are rolled at the one target (CRD-4.4.1-6).
    """
    board = state.board
    kind = board.kind(attacker.kind)
    distance = board.distance(attacker.hex, target.hex)
    base = base_dice(state, attacker.kind, distance)
    if not base:
        return Count(0, ())
    text = _ADJACENT if distance == 1 else _BASE
    causes = [Shift(base, Text(text, {"kind": text_of(kind.title), "range": distance}), _TABLE[kind.type])]
    causes += bonus
    if own := handicap(state, attacker):
        causes.append(Shift(-own, Text(_FROM), "CRD-4.4.7-2"))
    if not kind.ignores_protection and (shelter := protection(state, target, attacker)):
        causes.append(Shift(-shelter, Text(_SHELTER), "CRD-4.4.7-1"))
    return Count(max(0, int(sum(cause.value for cause in causes))), tuple(causes))


_TABLE = {"infantry": "CRD-4.4.3-1", "armour": "CRD-4.4.4-1", "artillery": "CRD-4.4.5-1"}


def dice_of(state: State, attacker: Unit, target: Unit) -> Count:
    """The dice of an ordered unit's attack, the bonus of its card included (CRD-C-2)."""
    distance = state.board.distance(attacker.hex, target.hex)
    return count_dice(state, attacker, target, bonus=deck.bonus(state, attacker.id, distance))


def read_dice(state: State, faces: Iterable[int], type_: str, *, stars_hit: bool = False) -> Result:
    """Return what dice do to a target (CRD-4.4.8-2, CRD-4.4.8-3): its own symbol and grenades hit, flags drive it back.

    A star is a miss unless a card counts it (CRD-4.4.8-8); so is everything else (CRD-4.4.8-7).
    """
    table = state.board.tables.dice.faces
    symbols = [table[face - 1] for face in faces]
    hits = sum(symbol in (type_, "grenade") or (stars_hit and symbol == "star") for symbol in symbols)
    return Result(hits, symbols.count("flag"))


# ------------------------------------------------------------------------------------------------- who may attack whom

_NOT_ORDERED = Refusal(Text(N_("Only units ordered this turn attack.")), ("CRD-4.0-7",), code="not-ordered")
_NO_TARGET = Refusal(Text(N_("No enemy unit has that number.")), ("CRD-4.4.1-3",), code="no-target")
_BARRED = Refusal(
    Text(N_("After its move this unit may not attack this turn.")),
    ("CRD-4.3-3", "CRD-A2.1-3"),
    code="barred",
)
_ATTACKED = Refusal(Text(N_("This unit has made its attack this turn.")), ("CRD-4.4.1-4",), code="attacked")
_PASSIVE = Refusal(Text(N_("By the card in force this unit does not attack.")), ("CRD-4.1-5",), code="passive")
_IN_WATER = Refusal(Text(N_("A unit in the water cannot attack.")), ("CRD-A2.10-4", "CRD-S-3"), code="water")
_DUTY = Refusal(
    Text(N_("Next to an enemy, a unit may not attack a more distant one.")), ("CRD-4.4.1-8",), code="close_combat_duty"
)
_RANGE = Refusal(Text(N_("The target is out of range.")), ("CRD-4.4.2-1", "CRD-4.4.3-2"), code="out_of_range")
_SIGHT = Refusal(Text(N_("The target is out of sight.")), ("CRD-4.4.6-1",), code="no_sight")
_NO_DICE = Refusal(
    Text(N_("Terrain takes all dice away: the attack is not possible.")), ("CRD-4.4.2-4",), code="no_dice"
)
_OVERRUN = Refusal(Text(N_("First the overrun of the armour unit, or none.")), ("CRD-4.4.11-6",), code="overrun")


def adjacent_enemies(state: State, hex_: int, side: str) -> list[Unit]:
    """The enemies of a side next to a hex."""
    found = []
    for other in state.board.adjacent[hex_]:
        id_ = state.at.get(other)
        if id_ is not None and state.units[id_].side != side:
            found.append(state.units[id_])
    return found


def may_attack_at_all(state: State, unit_id: int) -> bool:
    """Return whether a unit is allowed to attack now, be there a target or not."""
    return why_not_attack_at_all(state, unit_id) is None


def why_not_attack_at_all(state: State, unit_id: int) -> Refusal | None:
    """None if a unit may attack now: ordered, not barred by its move, its attack not made yet (CRD-4.4.1-4).

    An overrun is one more attack (CRD-4.4.11-1), of that unit and before any other unit's (CRD-4.4.11-6).
    """
    token = state.tokens.get(unit_id)
    unit = state.units.get(unit_id)
    if token is None or unit is None:
        return _NOT_ORDERED
    if state.overrunner:
        if unit_id != state.overrunner:
            return _OVERRUN
    elif refusal := _why_no_first_attack(state, token):
        return refusal
    if stands_in_water(state, unit.hex):
        return _IN_WATER
    return _BARRED if token.barred else None


def _why_no_first_attack(state: State, token: Token) -> Refusal | None:
    allowed = deck.attacks(state, token.unit)
    if not allowed:
        return _PASSIVE
    if token.attacks >= allowed or (token.face == "none" and token.attacks):
        return _ATTACKED
    if token.attacks and state.engaged != token.unit:  # CRD-C.artillery_bombard-2: both before the next unit's
        return _ATTACKED
    return None


def why_not_attack(state: State, order: Attack) -> Refusal | None:
    """None if the attack is legal as things stand now (CRD-4.4.1-10), else the first reason."""
    if refusal := why_not_attack_at_all(state, order.unit):
        return refusal
    attacker, target = state.units[order.unit], state.units.get(order.target)
    if target is None or target.side == attacker.side:
        return _NO_TARGET
    return why_not_target(state, attacker, target)


def why_not_target(state: State, attacker: Unit, target: Unit) -> Refusal | None:
    """None if a unit that may attack may attack this target (CRD-4.4.2-1).

    Next to enemies it must choose one of them (CRD-4.4.1-8), whichever it likes (CRD-4.4.1-9). Artillery needs no line
    of sight (CRD-4.4.5-3). With no dice left there is no attack (CRD-4.4.2-4).
    """
    board = state.board
    distance = board.distance(attacker.hex, target.hex)
    if distance > 1 and adjacent_enemies(state, attacker.hex, attacker.side):
        return replace(_DUTY, where=(target.hex,))
    if not base_dice(state, attacker.kind, distance):
        return replace(_RANGE, where=(target.hex,))
    if refusal := deck.bars_target(state, attacker.id, distance):
        return refusal
    if distance > 1 and board.kind(attacker.kind).needs_sight and not sees(state, attacker.hex, target.hex):
        return replace(_SIGHT, where=(target.hex,))
    return None if dice_of(state, attacker, target).dice else _NO_DICE


def targets(state: State, unit_id: int) -> tuple[int, ...]:
    """The enemy units that a unit may attack now, by id."""
    return state.derived(f"targets {unit_id}", lambda: _targets(state, unit_id))


def _targets(state: State, unit_id: int) -> tuple[int, ...]:
    if not may_attack_at_all(state, unit_id):
        return ()
    attacker = state.units[unit_id]
    near = adjacent_enemies(state, attacker.hex, attacker.side)
    far = (unit for unit in state.units_of(enemy_of(attacker.side)))
    return tuple(sorted(unit.id for unit in (near or far) if why_not_target(state, attacker, unit) is None))


def why_not_remove_wire(state: State, order: RemoveWire) -> Refusal | None:
    """None if a unit may remove the wire of its hex: it must be allowed to attack (CRD-A2.19-3).

    A target it needs not (CRD-A2.19-4). Artillery cannot, armour has crushed it already (CRD-A2.19-8).
    """
    if state.overrunner:
        return _OVERRUN
    if refusal := why_not_attack_at_all(state, order.unit):
        return refusal
    return None if removable(state, state.units[order.unit]) else _NO_WIRE


_NO_WIRE = Refusal(
    Text(N_("There is no wire here that this unit could remove.")), ("CRD-A2.19-3", "CRD-A2.19-8"), code="no-wire"
)


def offered_attacks(state: State, unit: int | None = None) -> Iterator[Attack | RemoveWire]:
    """Every attack of the ordered units, each target once; and the wire that they may remove instead.

    None need be made (CRD-4.4.1-5).
    """
    for id_ in sorted(state.tokens):
        if (unit is not None and id_ != unit) or not leads(state, id_):
            continue
        for target in targets(state, id_):
            yield Attack(id_, target)
        if why_not_remove_wire(state, RemoveWire(id_)) is None:
            yield RemoveWire(id_)


def anything_to_attack(state: State) -> bool:
    """Return whether the seat to act could still attack or remove wire."""
    return next(offered_attacks(state), None) is not None


# ------------------------------------------------------------------------------------------------- carrying it out


def declare(state: State, order: Attack) -> Iterator[Event]:
    """Name attacker and target, count the dice (CRD-4.4.1-1, CRD-4.4.1-3, CRD-4.4.2-1); the rest belongs to the
    flow.
    """
    attacker, target = state.units[order.unit], state.units[order.target]
    count = dice_of(state, attacker, target)
    token = state.tokens[attacker.id]
    overrun = state.overrunner == attacker.id
    token = replace(token, overran=True) if overrun else replace(token, attacks=token.attacks + 1, moved=True)
    left = overrun or token.attacks >= deck.attacks(state, attacker.id)
    fight = Fight(
        attacker.id,
        target.id,
        attacker.hex,
        target.hex,
        count.dice,
        close=state.board.distance(attacker.hex, target.hex) == 1,
        overrun=overrun,
    )
    yield ev.AttackDeclared(fight, replace(token, face="none" if left else "attack"), count.causes)


def roll(state: State, attacker: int, target: int, dice: int) -> Iterator[Event]:
    """Roll at a target: losses first (CRD-4.4.8-1), then what is left of it must go back.

    The target does nothing against it (CRD-4.4.8-4). Flags against a unit that is no more have no effect
    (CRD-4.4.8-9).
    """
    rolled = state.dice.roll(STREAM, Text(N_("attack")), 6, dice)
    yield rolled
    unit = state.units[target]
    result = read_dice(state, rolled.results, state.board.type_of(unit.kind))
    yield ev.AttackResolved(attacker, target, result.hits, result.flags)
    yield from lose(state, target, result.hits)
    if target in state.units and result.flags:
        yield ev.RetreatDue(target, result.flags, flags_ignored(state, state.units[target]))


def lose(state: State, unit_id: int, figures: int, cause: str = "hit") -> Iterator[Event]:
    """Take figures off a unit; those beyond its last do not matter (CRD-4.4.8-6).

    With the last one it is eliminated and gives a medal (CRD-4.4.8-5, CRD-3-2); sandbags go with it (CRD-A2.20-3).
    """
    unit = state.units[unit_id]
    lost = min(figures, unit.figures)
    if not lost:
        return
    yield ev.FiguresLost(unit_id, lost, cause)
    if lost == unit.figures:
        yield ev.Eliminated(unit_id, unit.hex, enemy_of(unit.side))
        yield from left_behind(state, (unit.hex,))


def rolled_faces(state: State, rolled: Rolled) -> tuple[str, ...]:
    """The symbols that dice show."""
    return tuple(state.board.tables.dice.faces[face - 1] for face in rolled.results)


def remove_wire(state: State, order: RemoveWire) -> Iterator[Event]:
    """An infantry unit gives up its attack and takes the wire of its hex away (CRD-A2.19-3)."""
    unit = state.units[order.unit]
    token = state.tokens[unit.id]
    allowed = deck.attacks(state, unit.id)
    yield ev.TokenChanged(replace(token, attacks=allowed, moved=True, face="none"))
    yield ev.ObstacleRemoved(unit.hex, removable(state, unit), "removed")
