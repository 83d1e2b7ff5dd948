"""The card that does most: each is tried out, its units are ordered in thought, and what these could do is added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ai.cards.ground import Ground
from ai.cards.picture import Picture
from ai.cards.potential import Deed, best_deed
from ai.cards.weights import CARD_WORTH, OTHER_CARD, RECON_DRAW, Weights
from wab.content.cards.shapes import Card
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.systems.cards import SYSTEM
from wab.systems.cards.command import ordering
from wab.systems.cards.fight import strikes
from wab.systems.cards.state.orders import Done, GiveCard, OrderUnit, PlayCard, Strike
from wab.systems.cards.state.state import State, Token, Unit

MOST_ORDERS = 40


@dataclass
class Estimate:
    """The expected gain of a card, and the units that would be ordered, the most useful first."""

    order: Order
    gain: float
    deeds: list[tuple[int, Deed]] = field(default_factory=list)


class Staff:
    """Tries out cards on one position. The actions of a unit are worked out once for all cards that allow them."""

    def __init__(self, position: State, side: str, ground: Ground, weights: Weights) -> None:
        self.position, self.side, self.ground, self.weights = position, side, ground, weights
        self._deeds: dict[tuple[int, str, Unit, int], Deed] = {}
        self._picture: Picture | None = None

    def best(self, position: State, offered: Iterable[PlayCard | GiveCard]) -> list[Estimate]:
        """Every card on offer with its expected gain, the best first."""
        return sorted((self.estimate(position, order) for order in offered), key=lambda e: (-e.gain, repr(e.order)))

    def estimate(self, position: State, order: PlayCard | GiveCard) -> Estimate:
        """The expected gain of a card if it were played now."""
        card = position.board.cards[order.card]
        trial = Trial(SYSTEM, position)
        trial.play(order)
        gain = -self.weights.thrift * worth_of(card)
        if trial.phase == "give":
            trial.play(Done())
        while trial.phase == "strike" and trial.to_act is not None:
            struck, worth = best_strike(Picture(trial.position, self.side, self.ground, self.weights))
            gain += worth
            trial.play(struck)
        if card.draw is not None:
            gain += RECON_DRAW
        deeds = self._ordered(trial, before=len(position.plays))
        return Estimate(order, gain + sum(deed.gain for _, deed in deeds), deeds)

    def _ordered(self, trial: Trial[State], before: int) -> list[tuple[int, Deed]]:
        """Order units in thought as long as the card allows, each time the most useful one."""
        deeds: list[tuple[int, Deed]] = []
        spared: dict[int, float] = {}
        for _ in range(MOST_ORDERS):
            if trial.phase != "order":
                break
            found = self.next_unit(trial.position, spared)
            if found is None:
                trial.play(Done())
                continue
            order, deed = found
            number = _play_of(trial.position, order)
            trial.play(order)
            if number >= before:
                deeds.append((order.unit, deed))
            if deed.target:
                spared[deed.target] = spared.get(deed.target, 1.0) * (1 - deed.kills)
        return deeds

    def next_unit(self, position: State, spared: dict[int, float]) -> tuple[OrderUnit, Deed] | None:
        """The most useful unit to order, None if no unit can be ordered or none could do anything."""
        best: tuple[float, OrderUnit, Deed] | None = None
        for unit, ways in sorted(ordering.choices(position).items()):
            way = ways[0]
            deed = self._deed(position, unit, way)
            left = spared.get(deed.target, 1.0) if deed.target else 1.0
            gain = deed.gain * left
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, OrderUnit(unit, way.name), deed._replace(gain=gain)
        return best[1:] if best is not None else None

    def _deed(self, position: State, unit: int, way: ordering.Choice) -> Deed:
        play = position.plays[way.play]
        card = position.board.cards.get(play.effect)
        plain = card is None or play.fall_back or card.family == "section"
        key = (unit, "" if plain or card is None else card.key, position.units[unit], len(position.removed))
        found = self._deeds.get(key)
        if found is None:
            found = self._deeds[key] = self._worked_out(position, unit, way)
        return found

    def _worked_out(self, position: State, unit: int, way: ordering.Choice) -> Deed:
        """Return what a unit could do once ordered, on a copy in the phase of moves."""
        ordered = position.copy()
        here = position.units[unit].hex
        ordered.tokens[unit] = Token(unit, play=way.play, section=way.section, start=here)
        ordered.stage, ordered.leader = "move", ""
        ordered.version += 1
        if self._picture is None or not same_field(self._picture.position, position):
            self._picture = Picture(position.copy(), self.side, self.ground, self.weights)
        return best_deed(self._picture, position.units[unit], ordered=ordered)


def same_field(one: State, other: State) -> bool:
    """Tell whether the same units stand in the same hexes with the same figures, behind the same obstacles."""
    return one.units == other.units and one.obstacles == other.obstacles


def _play_of(position: State, order: OrderUnit) -> int:
    choice = ordering.chosen(position, order)
    return choice.play if choice is not None else 0


def worth_of(card: Card) -> float:
    """The usual worth of a card."""
    return CARD_WORTH.get(card.name, OTHER_CARD)


def best_strike(picture: Picture, offered: Sequence[Strike] | None = None) -> tuple[Strike, float]:
    """The best targets of an attack from off the board, and what it is expected to be worth there."""
    position = picture.position
    due = strikes.due(position)
    assert due is not None, "an attack from off the board is to be aimed"
    stars = due.strike.stars_hit
    worth = {
        foe.id: picture.price(
            picture.ground.blow(position, due.dice, foe, foe.hex, salvo=True, stars=stars), foe
        )
        for foe in picture.foes
    }  # fmt: skip
    groups = list(offered if offered is not None else strikes.offered(position))
    best = max(groups, key=lambda strike: (sum(worth.get(target, 0.0) for target in strike.targets), strike.targets))
    return best, sum(worth.get(target, 0.0) for target in best.targets)
