"""The rows of the panel of a selected unit: its orders, and closed orders with their reasons from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wab.app.wargame.adapter.pictures import Kind
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.offers.offers import OfferAdapter, OfferHand
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _

NOT_NOW = "not-now"
"""The code with which the rules refuse what belongs to another phase."""
NEXT, LATER, OVER = (
    N_("In the next phase: {phase}."),
    N_("Later this turn: {phase}."),
    N_("This phase is over: {phase}."),
)


@dataclass(frozen=True)
class Option:
    """A row: words and effect, or the reason why not. `hexes` are the goals of orders that a click on the map gives;
    `place` is the place of an order without a hex in the list of the hand.
    """

    name: str
    icon: str
    words: str
    told: str
    hexes: tuple[HexId, ...] = ()
    place: int | None = None
    clauses: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        """The rules allow no such order."""
        return not self.hexes and self.place is None


def options(hand: OfferHand) -> tuple[Option, ...]:
    """Return the rows of the selected units: open ones first, then closed ones."""
    kinds = hand.adapter.unit_orders
    found = [option for kind in kinds for option in _open(hand, kind)]
    listed = {option.place for option in found}
    others = [_loose(hand, place, order) for place, order in enumerate(hand.loose) if place not in listed]
    shut = (_closed(hand, kind) for kind in kinds if not any(option.name == _name(kind) for option in found))
    return (*found, *others, *(option for option in shut if option is not None))


def _name(kind: Kind) -> str:
    return str(kind.type.__struct_config__.tag)


def _open(hand: OfferHand, kind: Kind) -> Iterator[Option]:
    """Yield a row for all orders of a kind with a hex, and one for each without."""
    aimed = {hex_: one for hex_, orders in hand.goals.items() for one in orders if type(one) is kind.type}
    if aimed:
        effect = hand.adapter.effect_of(kind, tuple(aimed.values()))
        yield Option(_name(kind), kind.icon, _(kind.words), effect, tuple(sorted(aimed)))
    for place, order in enumerate(hand.loose):
        if type(order) is kind.type:
            words = hand.adapter.list_words(order, hand.units)
            told = hand.adapter.detail_of(order) or hand.adapter.effect_of(kind, (order,))
            yield Option(_name(kind), kind.icon, words, told, place=place)


def _loose(hand: OfferHand, place: int, order: Order) -> Option:
    adapter = hand.adapter
    name, words = str(type(order).__struct_config__.tag), adapter.list_words(order, hand.units)
    return Option(name, adapter.icon_for(order), words, adapter.detail_of(order), place=place)


def _closed(hand: OfferHand, kind: Kind) -> Option | None:
    """Return the row of a kind that no selected unit can have now; None if it does not concern them."""
    orders = (hand.adapter.sample(kind.type, unit) for unit in sorted(hand.units))
    refusals = (hand.view.why_not(order) for order in orders if order is not None)
    refusal = next((found for found in refusals if found is not None), None)
    if refusal is None:
        return None
    return Option(_name(kind), kind.icon, _(kind.words), reason(hand.adapter, kind, refusal), clauses=refusal.clauses)


def reason(adapter: OfferAdapter, kind: Kind, refusal: Refusal) -> str:
    """Return a refusal in words; of what belongs to another phase, when that phase is."""
    return (_when(adapter, kind.phases) if refusal.code == NOT_NOW else "") or typographic(str(refusal.text))


def _when(adapter: OfferAdapter, phases: Sequence[str]) -> str:
    track, now = adapter.track, adapter.phase_of_track()
    if now not in track or now in phases:
        return ""
    here = track.index(now)
    places = [track.index(phase) for phase in phases if phase in track]
    ahead = [place for place in places if place > here]
    if not places:
        return ""
    words = NEXT if here + 1 in ahead else LATER if ahead else OVER
    phase = track[min(ahead) if ahead else max(places)]
    return _(words).format(phase=_(adapter.phases[phase]))
