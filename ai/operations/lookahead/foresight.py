"""Foresight: a look at the enemy's reply before an attack, an advance, a move, and before the impulse ends.

Among attacks that are worth making, the attack after which the enemy can do least comes first. An advance takes only as
many units as bear the enemy's answer. An attack or a move that gives the enemy more than it gains is left out; moves
back into supply never are. At last, units that have not acted yet block the enemy's best attacks, join a threatened
stack, step away, or bar the way to an open goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ai.operations import reasons
from ai.operations.greedy.packages import Package
from ai.operations.judgement.caution import Caution, caution
from ai.operations.lookahead.rehearsal import carry_out
from ai.operations.lookahead.replies import Replies, Reply
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.advance import advances, best_advance
from ai.operations.tactics.assault import Assault
from ai.operations.tactics.command import best_ride, left_alone
from ai.operations.tactics.moves import ground, leads_back_to_supply
from ai.operations.tactics.seizures import Seizure
from ai.operations.tactics.tactician import Ranks
from ai.shell.choice import Choice
from ai.shell.reasons import Reason
from wab.engine.kernel.orders import Order
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import State, Unit

Kept = Callable[[Picture, Unit], float]
"""The worth of a unit's staying where it is, apart from its ground."""


def nothing_kept(_: Picture, __: Unit) -> float:
    """Staying is worth nothing."""
    return 0.0


@dataclass(slots=True)
class _Impulse:
    """The findings and precautions of an impulse."""

    moment: tuple[int, int] = (0, 0)
    refused: set[tuple[int, int]] = field(default_factory=set)
    tried: set[tuple[tuple[int, ...], int]] = field(default_factory=set)
    rounds: int = 0
    done: bool = False
    """No further precaution is worth it."""


@dataclass(frozen=True, slots=True)
class _Precaution:
    """Units that change their hex because of the enemy's reply; `ground`: the change in value apart from the reply."""

    units: tuple[Unit, ...]
    hex: int
    against: Assault | Seizure
    ground: float


class Foresight:
    """Looks at replies for one player. `go_on` is asked before each; once it says no, there are no more objections."""

    def __init__(self, go_on: Callable[[], bool], numbers: Caution | None = None) -> None:
        self._go_on = go_on
        self._numbers = numbers or caution()
        self._replies = Replies()
        self._impulse = _Impulse()

    # ---- attacks and advances

    def reordered(self, picture: Picture, plan: Plan, ranks: Ranks) -> Ranks:
        """Attacks worth making, by their value less the enemy's reply, the best first.

        An attack that gives the enemy more than it brings is left out.
        """
        now = self._reply(picture)
        if now is None:
            return ranks
        numbers = self._numbers
        scores: dict[int, float] = {}
        for value, assault in ranks[: numbers.rivals]:
            if not self._go_on():
                return ranks
            scores[assault.target] = value - numbers.aftermath * (self._worth_after(picture, plan, assault) - now.worth)
        bearable = [rank for rank in ranks[: numbers.rivals] if scores[rank[1].target] >= -numbers.doubt]
        return [*sorted(bearable, key=lambda rank: -scores[rank[1].target]), *ranks[numbers.rivals :]]

    def _worth_after(self, picture: Picture, plan: Plan, assault: Assault) -> float:
        """The value of the enemy's reply after an attack, over its chance to empty the hex."""
        package = assault.best
        if package is None:
            return 0.0
        return sum(chance * self._worth_if(picture, plan, package, luck) for chance, luck in _throws(package.clears))

    def _worth_if(self, picture: Picture, plan: Plan, package: Package, luck: float) -> float:
        """The same for one throw of the attack's dice."""
        state = self._replies.imagined(picture, package.places, luck)
        carry_out(state, package.order)
        if state.offer is not None:
            carry_out(state, best_advance(self._replies.picture(state, picture.side), plan).order)
        self._ride_after(state, picture.side, plan)
        return self._replies.worth_if(state, picture.foe)

    def _ride_after(self, state: State, side: str, plan: Plan) -> None:
        """Commanders that an imagined attack leaves alone join other units, as they do before an impulse ends."""
        for unit in left_alone(state, side) if state.result is None else ():
            if ride := best_ride(self._replies.picture(state, side), plan, unit):
                carry_out(state, ride.order)

    def advance(self, picture: Picture, plan: Plan, usual: Choice) -> Choice:
        """The advance with the best value less the enemy's reply; the usual one unless another is clearly better."""
        options = {pursuit.order: pursuit for pursuit in advances(picture, plan)}
        if len(options) < 2 or picture.plays_last:
            return usual
        numbers = self._numbers
        scores: dict[Order, float] = {}
        for order, pursuit in options.items():
            if not self._go_on():
                return usual
            state = self._replies.imagined(picture)
            carry_out(state, order)
            reply = self._replies.worth_if(state, picture.foe)
            scores[order] = pursuit.value + (1 - numbers.still_feared) * pursuit.feared - numbers.belief * reply
        best = max(options, key=lambda order: scores[order])
        if scores[best] <= scores.get(usual.order, -numbers.clearly) + numbers.clearly:
            return usual
        return Choice(best, reasons.pursuit(best, scores[best]), scores[best])

    # ---- what is better left undone

    def objects_to(self, picture: Picture, choice: Choice) -> bool:
        """Tell whether a move of one unit gives the enemy an attack that is worth more than the move gains.

        There is no objection to a move back into supply: a unit without supply cannot attack and loses HP
        (OPS-8.5.2-1, OPS-8.5.2-4).
        """
        order = choice.order
        if not isinstance(order, Move) or len(order.units) != 1 or order.strategic:
            return False
        if leads_back_to_supply(picture, order):
            return False
        moment = self._this_impulse(picture)
        unit, hex_ = order.units[0], order.path[-1]
        if (unit, hex_) not in moment.refused:
            reply = self._reply(picture)
            if reply is None or unit not in reply.state.units:
                return False
            worse = self._replies.worth_after(reply, {unit: hex_}) - reply.worth
            if self._numbers.belief * worse <= choice.value + self._numbers.doubt:
                return False
            moment.refused.add((unit, hex_))
        return True

    # ---- what had better be done

    def precaution(self, picture: Picture, plan: Plan, kept: Kept = nothing_kept) -> Choice | None:
        """The move that takes most from the enemy's reply, None if none is worth it.

        `kept`: the worth of a unit's staying where it is, apart from its ground.
        """
        moment = self._this_impulse(picture)
        numbers = self._numbers
        reply = self._reply(picture) if not moment.done and moment.rounds < numbers.rounds else None
        if reply is None:
            return None
        best: tuple[float, _Precaution, Move] | None = None
        options = sorted(self._options(picture, plan, reply, kept), key=lambda one: (-one.ground, _ids(one), one.hex))
        for option in options[: numbers.tries]:
            order = _order(picture, option)
            if (order.units, option.hex) in moment.tried or not self._go_on():
                continue
            if picture.view.why_not(order) is None:
                saved = reply.worth - self._replies.worth_after(reply, dict.fromkeys(order.units, option.hex))
                gain = numbers.belief * saved + numbers.ground * min(0.0, option.ground)
                if gain > numbers.pays and (best is None or gain > best[0]):
                    best = gain, option, order
        if best is None:
            moment.done = True
            return None
        gain, option, order = best
        moment.rounds += 1
        moment.tried.add((order.units, option.hex))
        return Choice(order, _reason(picture, option.against), gain)

    def _options(self, picture: Picture, plan: Plan, reply: Reply, kept: Kept) -> Iterator[_Precaution]:
        numbers, most = self._numbers, self._numbers.refuges
        free = [unit for unit in picture.own if _is_free(picture, unit) and unit.id in reply.state.units]
        goals = {goal.hex for goal in plan.goals}
        for attack in reply.attacks[: numbers.foremost]:
            if attack.value < numbers.feared:
                break
            struck = [unit for unit in free if unit.hex == attack.target]
            for unit in free:
                flees = unit in struck
                hexes = _refuges(picture, plan, [unit], most) if flees else _ways_to_help(picture, unit, attack)
                for hex_ in dict.fromkeys(hexes):
                    if plan.may_stand(unit.id, hex_):
                        change = _change_of_ground(picture, plan, [unit], hex_) - kept(picture, unit)
                        yield _Precaution((unit,), hex_, attack, change)
            if 2 <= len(struck) <= numbers.largest and attack.target not in goals:
                for hex_ in _refuges(picture, plan, struck, most - 1):
                    change = _change_of_ground(picture, plan, struck, hex_)
                    change -= sum(kept(picture, unit) for unit in struck)
                    yield _Precaution(tuple(struck), hex_, attack, change)
        for walk in reply.seizures[: numbers.foremost]:
            if walk.value < numbers.feared:
                return
            for unit in free:
                for hex_ in _ways_to_bar(picture, unit, walk):
                    if plan.may_stand(unit.id, hex_):
                        change = _change_of_ground(picture, plan, [unit], hex_) - kept(picture, unit)
                        yield _Precaution((unit,), hex_, walk, change)

    def _reply(self, picture: Picture) -> Reply | None:
        """The reply to the present position; None in the last impulse of the game, and without time."""
        return self._replies.after(picture) if self._go_on() and not picture.plays_last else None

    def _this_impulse(self, picture: Picture) -> _Impulse:
        moment = picture.position.turn, picture.position.impulse
        if self._impulse.moment != moment:
            self._impulse = _Impulse(moment)
        return self._impulse


def _throws(clears: float) -> list[tuple[float, float]]:
    """The middle throw of all throws that fail to empty a hex, and of all that empty it: chance and place of each."""
    throws = [(1.0 - clears, (1.0 - clears) / 2), (clears, 1.0 - clears / 2)]
    return [(chance, place) for chance, place in throws if chance > 0]


def _is_free(picture: Picture, unit: Unit) -> bool:
    """Tell whether a unit could still move this impulse and has not acted yet."""
    if not picture.is_fighter(unit) or unit.attacked or unit.marched or unit.supported or not picture.can_act(unit):
        return False
    return picture.reach(unit) is not None


def _ways_to_help(picture: Picture, unit: Unit, attack: Assault) -> list[int]:
    """Hexes in a unit's reach that change an attack: its target, and the hexes from which it would come."""
    reached = picture.reach(unit)
    hexes = [attack.target, *sorted({slot.hex for slot in attack.taken.values()})]
    return [hex_ for hex_ in hexes if reached is not None and hex_ in reached and hex_ != unit.hex]


def _ways_to_bar(picture: Picture, unit: Unit, walk: Seizure) -> list[int]:
    """Hexes in a unit's reach on an enemy's way to a goal, the goal first."""
    reached = picture.reach(unit)
    hexes = dict.fromkeys((walk.goal.hex, *reversed(walk.way[1:])))
    return [hex_ for hex_ in hexes if reached is not None and hex_ in reached and hex_ != unit.hex]


def _refuges(picture: Picture, plan: Plan, stack: list[Unit], most: int) -> list[int]:
    """Hexes for units under attack: the best ground for one unit, the nearest calm ground for several."""
    here = stack[0].hex
    reaches = [reached for unit in stack if (reached := picture.reach(unit)) is not None]
    hexes = [hex_ for hex_ in reaches[0] if hex_ != here and all(hex_ in reached for reached in reaches)]
    if len(stack) == 1:
        worth = {hex_: ground(picture, plan, stack[0], hex_) for hex_ in hexes}
        return sorted(hexes, key=lambda hex_: (-worth[hex_], hex_))[:most]
    calm = [hex_ for hex_ in hexes if not picture.foe_zone[hex_]]
    distance = picture.grid.distance
    return sorted(calm, key=lambda hex_: (distance(hex_, here), -int(picture.shelter[hex_]), hex_))[:most]


def _change_of_ground(picture: Picture, plan: Plan, units: list[Unit], hex_: int) -> float:
    """The value for units, apart from any attack, of standing in a hex and not where they are."""
    return sum(ground(picture, plan, u, hex_) - ground(picture, plan, u, u.hex) - picture.price(u) for u in units)


def _order(picture: Picture, option: _Precaution) -> Move:
    reached = picture.reach(option.units[0])
    assert reached is not None
    return Move(_ids(option), reached.path_to(option.hex))


def _reason(picture: Picture, against: Assault | Seizure) -> Reason:
    if isinstance(against, Seizure):
        return reasons.barring(picture, against.goal.hex, against.value)
    return reasons.precaution(picture, against.target, against.value)


def _ids(option: _Precaution) -> tuple[int, ...]:
    return tuple(sorted(unit.id for unit in option.units))
