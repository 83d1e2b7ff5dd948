"""The reason for an order, in a sentence with its numbers."""

from __future__ import annotations

from ai.cards.policy import Choice
from ai.cards.potential import Deed
from ai.shell.reasons import Advice, Reason
from wab.engine.kernel.orders import Order
from wab.engine.words.text import Argument, Text, chance, counted, listed
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.deck import title
from wab.systems.cards.state.orders import (
    Ambush,
    Attack,
    Done,
    GiveCard,
    Keep,
    Move,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Retreat,
    Rise,
    Strike,
    TakeGround,
)


def reason_for(view: CardsView, choice: Choice) -> Reason:
    """The reason for a choice; for a card with the gains expected of the others."""
    rejected = tuple(
        (_card(view, estimate.order), round(estimate.gain, 2))
        for estimate in choice.estimates
        if estimate.order != choice.order and isinstance(estimate.order, PlayCard | GiveCard)
    )
    return Reason(_sentence(view, choice), round(choice.gain, 2), rejected=rejected[:4])


def _sentence(view: CardsView, choice: Choice) -> Text:
    order = choice.order
    match order:
        case PlayCard() | GiveCard():
            return _why_card(view, choice)
        case Strike():
            return Text("Bombard {units:the}", {"units": listed([_name(view, unit) for unit in order.targets])})
        case OrderUnit():
            return Text("Order {unit:the}: most can be gained there", {"unit": _name(view, order.unit)})
        case Move():
            return _why_move(view, order)
        case Attack():
            return _why_attack(view, order)
        case RemoveWire():
            return Text("Remove the wire: no enemy to attack")
        case Retreat():
            hex_ = view.board.label(order.path[-1])
            return (
                Text("Hold {hex}", {"hex": hex_}) if len(order.path) == 1 else Text("Retreat to {hex}", {"hex": hex_})
            )
        case TakeGround():
            return Text("Take the ground") if order.take else Text("Stay: the hex is not worth it")
        case Ambush():
            return Text("Play Ambush: the attack is dangerous") if order.play else Text("Let the attack come")
        case Keep():
            return Text("Keep {card}", {"card": title(view.board.cards[order.card])})
        case Rise():
            return Text("Rise in {hex}", {"hex": view.board.label(order.hex)})
        case Done():
            return Text("Stop: nothing more to gain")
    return Text("Give the only order possible")


def _why_card(view: CardsView, choice: Choice) -> Text:
    """Return why a card is played, with the units that it is for."""
    best = next((estimate for estimate in choice.estimates if estimate.order == choice.order), None)
    wanted: dict[str, Argument] = {"card": _card(view, choice.order), "gain": round(choice.gain, 1)}
    if best is None or not best.deeds:
        return Text("Play {card}: better than the other cards now", wanted)
    units = listed([_name(view, unit) for unit, _ in best.deeds[:3]])
    attacks = sum(deed.target > 0 for _, deed in best.deeds)
    if attacks:
        values = {**wanted, "units": units, "attacks": counted("{n} attack", "{n} attacks", attacks)}
        return Text(
            "Play {card} for {units:the}: {attacks} in reach, {gain} {gain:|medal|medals} gained on average", values
        )
    return Text("Play {card} to bring up {units:the}", {**wanted, "units": units})


def _why_move(view: CardsView, order: Move) -> Text:
    values: dict[str, Argument] = {"unit": _name(view, order.unit), "hex": view.board.label(order.path[-1])}
    if order.leave:
        return Text("Move {unit:the} off the board at {hex} for a medal", values)
    if any(order.path[-1] in objective.hexes for objective in view.board.objectives):
        return Text("Move {unit:the} to the objective in {hex}", values)
    return Text("Move {unit:the} to {hex}", values)


def _why_attack(view: CardsView, order: Attack) -> Text:
    seen = view.preview(order)
    values: dict[str, Argument] = {
        "unit": _name(view, order.unit),
        "target": _name(view, order.target),
        "dice": counted("{n} die", "{n} dice", seen.dice),
        "chance": chance(seen.eliminated),
    }
    if not seen.eliminated:
        return Text("Attack {target:the} with {unit:the}: {dice}, too few to eliminate it", values)
    return Text("Attack {target:the} with {unit:the}: {dice}, {chance} chance of eliminating it", values)


def _card(view: CardsView, order: object) -> Text:
    key = getattr(order, "card", "")
    return title(view.board.cards[key])


def _name(view: CardsView, unit: int) -> Text:
    return view.board.roster[unit].name


def advice_for(view: CardsView, choice: Choice) -> tuple[Advice, ...]:
    """A choice as a staff paper: the order first; for a card the units that it would bring into action."""
    unit = getattr(choice.order, "unit", None)
    start, goal = _arrow(view, choice.order)
    lines = [Advice(_sentence(view, choice), () if unit is None else (unit,), start, goal, main=True)]
    best = next((estimate for estimate in choice.estimates if estimate.order == choice.order), None)
    for id_, deed in best.deeds if best is not None else ():
        start = view.unit(id_).hex
        goal = view.unit(deed.target).hex if deed.target else deed.hex
        lines.append(Advice(_deed(view, id_, deed), (id_,), start, goal))
    return tuple(lines)


def _arrow(view: CardsView, order: Order) -> tuple[int, int]:
    """The hexes from which and to which an order leads, -1 for none."""
    match order:
        case Move() | Retreat():
            return order.path[0], order.path[-1]
        case Attack():
            return view.unit(order.unit).hex, view.unit(order.target).hex
    return -1, -1


def _deed(view: CardsView, unit: int, deed: Deed) -> Text:
    names: dict[str, Argument] = {"unit": _name(view, unit), "hex": view.board.label(deed.hex)}
    if not deed.target:
        return Text("Move {unit:the} to {hex}", names)
    target: dict[str, Argument] = {"target": _name(view, deed.target)}
    if deed.hex == view.unit(unit).hex:
        return Text("Attack {target:the} with {unit:the}", names | target)
    return Text("Attack {target:the} with {unit:the} from {hex}", names | target)
