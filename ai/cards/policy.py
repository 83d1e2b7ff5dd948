"""The quick policy: the order that seems best now, for every decision. A search plays both sides with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ai.cards.chances import wear
from ai.cards.command import Estimate, Staff, best_strike, same_field, worth_of
from ai.cards.ground import Ground
from ai.cards.picture import Picture
from ai.cards.potential import abilities, best_attack, best_deed
from ai.cards.weights import CARD_WORTH, ENOUGH, GIVE_FROM, OTHER_CARD, SECTION_EMPTY, SECTION_UNIT, WIRE, Weights
from wab.engine.kernel.orders import Order
from wab.systems.cards.command import playing
from wab.systems.cards.fight import ambush, strikes
from wab.systems.cards.fight.combat import offered_attacks
from wab.systems.cards.fight.movement import leads, offered_moves, reach, why_not_move_at_all
from wab.systems.cards.fight.retreat import choices as ways_back
from wab.systems.cards.sequence import overlord
from wab.systems.cards.sequence.decisions import DECISIONS
from wab.systems.cards.state.orders import (
    Ambush,
    Attack,
    Done,
    Keep,
    Move,
    RemoveWire,
    Retreat,
    Rise,
    TakeGround,
)
from wab.systems.cards.state.state import State, Unit


class Choice(NamedTuple):
    """An order, its gain, and for a card the estimates of all cards on offer."""

    order: Order
    gain: float
    estimates: tuple[Estimate, ...] = ()


class Policy:
    """Decides for the seat to act, from the field and the hand of that seat alone."""

    def __init__(self, ground: Ground, weights: Weights) -> None:
        self.ground, self.weights = ground, weights
        self._staff: Staff | None = None
        self._last: dict[str, Picture] = {}
        self._decide: dict[str, Callable[[State, str], Choice]] = {
            "card": self._card,
            "give": self._give,
            "opening": self._strike,
            "strike": self._strike,
            "order": self._order,
            "move": self._move,
            "second_move": self._second_move,
            "attack": self._attack,
            "overrun": self._attack,
            "retreat": self._retreat,
            "ground": self._ground,
            "ambush": self._ambush,
            "keep": self._keep,
            "rising": self._rise,
        }

    def choose(self, position: State, side: str) -> Choice:
        """The choice for a side whose seat is to act."""
        return self._decide[DECISIONS.phase(position)](position, side)

    def _picture(self, position: State, side: str) -> Picture:
        made = Picture(position, side, self.ground, self.weights)
        if (before := self._last.get(side)) is not None:
            made.follow(before)
        self._last[side] = made
        return made

    def _staff_of(self, position: State, side: str) -> Staff:
        """The staff, kept while cards are tried out and units ordered: nothing moves in the meantime."""
        if self._staff is None or self._staff.side != side or not same_field(self._staff.position, position):
            self._staff = Staff(position.copy(), side, self.ground, self.weights)
        return self._staff

    # ---- cards

    def _card(self, position: State, side: str) -> Choice:
        found = self._staff_of(position, side).best(position, playing.offered(position))
        return Choice(found[0].order, found[0].gain, tuple(found))

    def _give(self, position: State, side: str) -> Choice:
        """Cards are given out as long as one more gains enough; at least one is."""
        found = self._staff_of(position, side).best(position, overlord.offered(position))
        may_stop = overlord.why_not_done(position) is None
        if not found or (may_stop and found[0].gain < GIVE_FROM):
            return Choice(Done(), 0.0)
        return Choice(found[0].order, found[0].gain, tuple(found))

    def _strike(self, position: State, side: str) -> Choice:
        return Choice(*best_strike(self._picture(position, side), tuple(strikes.offered(position))))

    def _keep(self, position: State, side: str) -> Choice:
        board = position.board
        due = position.choosing
        cards = sorted(card for card in (due.cards if due is not None else ()) if card)
        best = max(cards, key=lambda card: (self._wanted(position, side, card), card))
        return Choice(Keep(best), worth_of(board.cards[best]))

    def _wanted(self, position: State, side: str, key: str) -> float:
        """The worth of keeping a card: more for a section with many own units."""
        card = position.board.cards[key]
        worth = CARD_WORTH.get(card.name, OTHER_CARD)
        if not card.section:
            return worth
        here = [unit for unit in position.units_of(side) if card.section in position.board.sections(unit.hex, side)]
        return worth * min(1.0, SECTION_EMPTY + SECTION_UNIT * len(here))

    # ---- units

    def _order(self, position: State, side: str) -> Choice:
        found = self._staff_of(position, side).next_unit(position, self._spared(position, side))
        return Choice(Done(), 0.0) if found is None else Choice(found[0], found[1].gain)

    def _spared(self, position: State, side: str) -> dict[int, float]:
        """By enemy, the chance that the units already ordered leave it in play."""
        spared: dict[int, float] = {}
        picture = self._picture(position, side)
        for id_ in sorted(position.tokens):
            unit = position.units.get(id_)
            if unit is not None and unit.side == side:
                deed = best_attack(picture, unit, unit.hex, abilities(position, id_), spared)
                if deed.target:
                    spared[deed.target] = spared.get(deed.target, 1.0) * (1 - deed.kills)
        return spared

    def _move(self, position: State, side: str) -> Choice:
        picture = self._picture(position, side)
        if leaving := self._leaving(picture):
            return leaving
        best = Choice(Done(), ENOUGH)
        for id_ in sorted(position.tokens):
            unit = position.units.get(id_)
            if unit is None or not leads(position, id_) or why_not_move_at_all(position, id_) is not None:
                continue
            stay = best_attack(picture, unit, unit.hex, abilities(position, id_), {})
            deed = best_deed(picture, unit, ordered=position)
            if deed.hex not in (unit.hex, -1) and deed.gain - stay.gain > best.gain:
                best = Choice(_to(position, unit, deed.hex), deed.gain - stay.gain)
        return best

    def _leaving(self, picture: Picture) -> Choice | None:
        """The order for a unit that can leave by an exit: that is a medal."""
        if may_leave(picture):
            for move in offered_moves(picture.position):
                if move.leave:
                    return Choice(move, 1.0)
        return None

    def _second_move(self, position: State, side: str) -> Choice:
        picture = self._picture(position, side)
        best = Choice(Done(), ENOUGH)
        for move in offered_moves(position):
            unit = position.units[move.unit]
            gain = 1.0 if move.leave else picture.place(unit, move.path[-1]) - picture.place(unit, unit.hex)
            if gain > best.gain:
                best = Choice(move, gain)
        return best

    def _attack(self, position: State, side: str) -> Choice:
        picture = self._picture(position, side)
        best = Choice(Done(), ENOUGH)
        for order in offered_attacks(position):
            gain = self._worth(picture, order)
            if gain > best.gain:
                best = Choice(order, gain)
        return best

    def _worth(self, picture: Picture, order: Attack | RemoveWire) -> float:
        position = picture.position
        if isinstance(order, RemoveWire):
            return WIRE
        unit, target = position.units[order.unit], position.units[order.target]
        able = abilities(position, unit.id)
        return picture.worth(unit, target, unit.hex, picture.dice(unit, unit.hex, target, able.near, able.far))

    # ---- answers

    def _retreat(self, position: State, side: str) -> Choice:
        """The retreat to the hex of most worth, losses on the way taken off."""
        due = position.retreat
        assert due is not None, "a unit has to go back"
        unit = position.units[due.unit]
        picture = self._picture(position, unit.side)
        best: Choice | None = None
        for way in ways_back(position):
            left = max(0, unit.figures - way.losses)
            gain = -_wear_of(position, unit, left)
            if left:
                after = unit if left == unit.figures else Unit(unit.id, unit.side, unit.kind, left, unit.hex)
                gain += picture.place(after, way.path[-1])
            if best is None or gain > best.gain:
                best = Choice(Retreat(way.path, way.ignore), gain)
        assert best is not None, "there is a way back"
        return best

    def _ground(self, position: State, side: str) -> Choice:
        """Take ground where the new hex is better, or where armour may attack again."""
        fight = position.fight
        assert fight is not None, "ground is offered after a fight"
        picture, unit = self._picture(position, side), position.units[fight.attacker]
        gain = picture.place(unit, fight.hex) - picture.place(unit, unit.hex) + self.weights.ground
        token = position.tokens[unit.id]
        if position.board.kind(unit.kind).overruns and not token.overran and not token.barred:
            gain += best_attack(picture, unit, fight.hex, abilities(position, unit.id), {}).gain
        return Choice(TakeGround(gain > 0), max(0.0, gain))

    def _ambush(self, position: State, side: str) -> Choice:
        """Play an ambush where the attack is dangerous, or its effect worth more than the card."""
        fight = position.fight
        assert fight is not None, "an attack is to be answered"
        answers = [order for order in ambush.offered(position) if order.play]
        if not answers:
            return Choice(Ambush(play=False), 0.0)
        attacker, defender = position.units[fight.attacker], position.units[fight.target]
        mine = self._picture(position, defender.side)
        struck = self.ground.blow(position, ambush.dice(position, fight).dice, attacker, attacker.hex)
        threat = self.ground.blow(position, fight.dice, defender, defender.hex)
        saved = (struck.kills + struck.drives) * mine.price(threat, defender)
        spent = CARD_WORTH["ambush"] - OTHER_CARD  # another card is drawn for it
        gain = mine.price(struck, attacker) + saved - spent
        return Choice(answers[0], gain) if gain > 0 else Choice(Ambush(play=False), 0.0)

    def _rise(self, position: State, side: str) -> Choice:
        """A Resistance unit in the hex of most worth."""
        picture = self._picture(position, side)
        first = position.board.risers[0]
        riser = position.board.roster[first]
        best = Choice(Done(), 0.0)
        for order in DECISIONS.offered(position):
            if isinstance(order, Rise):
                gain = 1.0 + picture.place(Unit(first, side, riser.kind, riser.figures, order.hex), order.hex)
                if gain > best.gain:
                    best = Choice(order, gain)
        return best


def _wear_of(position: State, unit: Unit, left: int) -> float:
    whole = position.board.roster[unit.id].figures
    return wear(left, whole) - wear(unit.figures, whole)


def may_leave(picture: Picture) -> bool:
    """Tell whether a side may leave the board anywhere."""
    return bool(picture.board.exits.get(picture.side))


def _to(position: State, unit: Unit, hex_: int) -> Move:
    return Move(unit.id, reach(position, unit.id)[hex_].path)
