"""Why an order was given, in a sentence with its numbers."""

from __future__ import annotations

from ai.cards.policy import Choice
from ai.cards.potential import Deed
from ai.shell.reasons import Advice, Reason
from wab.engine.orders import Order
from wab.engine.text import Argument, Text
from wab.systems.cards.deck import title
from wab.systems.cards.orders import (
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
from wab.systems.cards.view import CardsView


def reason_for(view: CardsView, choice: Choice) -> Reason:
    """The reason for a choice; for a card with the gains expected of the others."""
    rejected = tuple(
        (str(_card(view, estimate.order)), round(estimate.gain, 2))
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
            return Text("Bombard {units}", {"units": _listed([_name(view, unit) for unit in order.targets])})
        case OrderUnit():
            return Text("Order {unit}: it can do most", {"unit": _name(view, order.unit)})
        case Move():
            return _why_move(view, order)
        case Attack():
            return _why_attack(view, order)
        case RemoveWire():
            return Text("Remove the wire: there is nobody to attack")
        case Retreat():
            hex_ = view.board.label(order.path[-1])
            return Text("Hold {hex}", {"hex": hex_}) if len(order.path) == 1 else Text("Back to {hex}", {"hex": hex_})
        case TakeGround():
            return Text("Follow up") if order.take else Text("Stay: the ground is not worth it")
        case Ambush():
            return Text("Ambush: the attack is dangerous") if order.play else Text("Let the attack come")
        case Keep():
            return Text("Keep {card}", {"card": title(view.board.cards[order.card])})
        case Rise():
            return Text("Rise in {hex}", {"hex": view.board.label(order.hex)})
        case Done():
            return Text("Nothing left that is worth doing")
    return Text("The only order")


def _why_card(view: CardsView, choice: Choice) -> Text:
    """Why a card is played, with the units that it is for."""
    best = next((estimate for estimate in choice.estimates if estimate.order == choice.order), None)
    wanted: dict[str, Argument] = {"card": _card(view, choice.order), "gain": f"{choice.gain:.2f}"}
    if best is None or not best.deeds:
        return Text("{card}: better than the other cards now", wanted)
    units = _listed([_name(view, unit) for unit, _ in best.deeds[:3]])
    attacks = sum(deed.target > 0 for _, deed in best.deeds)
    if attacks:
        values = {**wanted, "units": units, "count": attacks}
        return Text("{card} for {units}: attacks in reach {count}, gain expected {gain}", values)
    return Text("{card} to bring up {units}", {**wanted, "units": units})


def _why_move(view: CardsView, order: Move) -> Text:
    values: dict[str, Argument] = {"unit": _name(view, order.unit), "hex": view.board.label(order.path[-1])}
    if order.leave:
        return Text("{unit} leaves the board at {hex} for a medal", values)
    if any(order.path[-1] in objective.hexes for objective in view.board.objectives):
        return Text("{unit} to the objective in {hex}", values)
    return Text("{unit} to {hex}", values)


def _why_attack(view: CardsView, order: Attack) -> Text:
    seen = view.preview(order)
    values: dict[str, Argument] = {
        "unit": _name(view, order.unit),
        "target": _name(view, order.target),
        "dice": seen.dice,
        "percent": round(100 * seen.eliminated),
    }
    return Text("{unit} attacks {target} with {dice} dice: {percent} % to eliminate it", values)


def _card(view: CardsView, order: object) -> Text:
    key = getattr(order, "card", "")
    return title(view.board.cards[key])


def _name(view: CardsView, unit: int) -> Text:
    return view.board.roster[unit].name


def _listed(names: list[Text]) -> Text:
    """Names in a row."""
    row = names[0]
    for name in names[1:]:
        row = Text("{one}, {other}", {"one": row, "other": name})
    return row


def advice_for(view: CardsView, choice: Choice) -> tuple[Advice, ...]:
    """A choice as a staff paper: the order first; for a card the units that it would bring into action."""
    unit = getattr(choice.order, "unit", None)
    lines = [Advice(_sentence(view, choice), () if unit is None else (unit,), main=True, **_arrow(view, choice.order))]
    best = next((estimate for estimate in choice.estimates if estimate.order == choice.order), None)
    for id_, deed in best.deeds if best is not None else ():
        start = view.unit(id_).hex
        goal = view.unit(deed.target).hex if deed.target else deed.hex
        lines.append(Advice(_deed(view, id_, deed), (id_,), start, goal))
    return tuple(lines)


def _arrow(view: CardsView, order: Order) -> dict[str, int]:
    match order:
        case Move() | Retreat():
            return {"start": order.path[0], "goal": order.path[-1]}
        case Attack():
            return {"start": view.unit(order.unit).hex, "goal": view.unit(order.target).hex}
    return {}


def _deed(view: CardsView, unit: int, deed: Deed) -> Text:
    names: dict[str, Argument] = {"unit": _name(view, unit), "hex": view.board.label(deed.hex)}
    if not deed.target:
        return Text("{unit} to {hex}", names)
    target: dict[str, Argument] = {"target": _name(view, deed.target)}
    if deed.hex == view.unit(unit).hex:
        return Text("{unit} against {target}", names | target)
    return Text("{unit} by {hex} against {target}", names | target)
