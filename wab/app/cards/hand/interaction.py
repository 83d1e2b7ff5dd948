"""The player's hands: cards, units and hexes under the pointer become orders; no drawing here.

Everything asks the view: `legal_orders` says what lights up, `why_not` why something does not work.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar, cast

from wab.app.play.table import Table
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.engine.kernel.orders import IllegalOrder, NothingToUndo, Order, Refusal
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.orders import (
    Ambush,
    Attack,
    CardsOrder,
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
from wab.systems.cards.state.state import Unit

K = TypeVar("K", bound=Order)
MOVES = ("move", "second_move")
ATTACKS = ("attack", "overrun")
STRIKES = ("opening", "strike")
TOLD_SECONDS = 5.0


@dataclass(frozen=True)
class Held:
    """A card that the seat may play: its key, its place among those shown, and whether it is the team's open one."""

    key: str
    place: int
    shared: bool = False


class Interaction:
    """The player's hands. `unit` is selected, `aim` the enemy unit aimed at, `cursor` the hex that keys point at."""

    def __init__(self, battle: Table) -> None:
        self.battle = battle
        self.held: Held | None = None
        self.unit: int | None = None
        self.aim: int | None = None
        self.asking: int | None = None
        self.exit: HexId | None = None
        self.salvo: tuple[int, ...] = ()
        self.ignore = False
        self.general = ""
        self.note = ""
        self.hovered: HexId | None = None
        self.cursor: HexId | None = None
        self.told = ""
        self.warned = ""
        self.watching = False
        self._told_for = 0.0
        self._seen: tuple[CardsView, bool] | None = None
        self._orders: tuple[Order, ...] = ()

    # ---- what there is

    @property
    def view(self) -> CardsView:
        """Return what may be shown now."""
        return cast(CardsView, self.battle.view)

    @property
    def active(self) -> bool:
        """A person at this screen has to decide, and nothing is being shown."""
        return self.battle.my_turn and not self.watching

    @property
    def phase(self) -> str:
        """Return what the person at the screen has to decide; "" when another player must."""
        return self.view.phase if self.active else ""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders on offer; of a bombardment none, since its chains of targets are too many."""
        view, to_act = self.view, self.battle.my_turn
        if self._seen is None or self._seen[0] is not view or self._seen[1] != to_act:
            self._seen = view, to_act
            many = view.phase in STRIKES
            self._orders = () if many or not to_act else tuple(view.legal_orders())
        return self._orders

    def of(self, kind: type[K]) -> list[K]:
        """The orders of a kind on offer."""
        return [order for order in self.orders if isinstance(order, kind)]

    def hand(self) -> list[Held]:
        """The cards to be shown: the seat's hand, and the open card of its team at the end."""
        cards = [Held(key, place) for place, key in enumerate(self.view.hand)]
        open_card = self.view.shared.get(self.view.side, "")
        return [*cards, Held(open_card, len(cards), True)] if open_card else cards

    def plays(self, held: Held) -> list[PlayCard]:
        """The ways in which a card can be played now: one for each section to choose."""
        return [order for order in self.of(PlayCard) if (order.card, order.shared) == (held.key, held.shared)]

    def gifts(self, held: Held) -> list[GiveCard]:
        """The ways in which the commander can give a card."""
        return [order for order in self.of(GiveCard) if order.card == held.key]

    def is_playable(self, held: Held) -> bool:
        """Tell whether a card can be played, given or chosen now."""
        return bool(self.plays(held) or self.gifts(held))

    # ---- units and hexes that light up

    def selectable(self) -> dict[HexId, int]:
        """Own units with something to do in this step, by hex."""
        if not self.active:
            return {}
        if self.phase == "order":
            ids = {order.unit for order in self.of(OrderUnit)}
        elif self.phase in MOVES:
            ids = {order.unit for order in self.of(Move)}
        elif self.phase in ATTACKS:
            ids = {order.unit for order in self.orders if isinstance(order, Attack | RemoveWire)}
        else:
            ids = set()
        return {self.view.unit(unit).hex: unit for unit in sorted(ids)}

    def moves(self) -> dict[HexId, Move]:
        """The moves of the selected unit by the hex where they end."""
        if self.phase not in MOVES or self.unit is None:
            return {}
        own = [order for order in self.of(Move) if order.unit == self.unit and not order.leave]
        return {order.path[-1]: order for order in own}

    def leaves(self) -> dict[HexId, Move]:
        """The ways of the selected unit off the board, by the exit where it leaves, the shortest first (CRD-S-4)."""
        if self.phase not in MOVES or self.unit is None:
            return {}
        own = [order for order in self.of(Move) if order.unit == self.unit and order.leave]
        return {order.path[-1]: order for order in sorted(own, key=lambda order: len(order.path))}

    def barred(self) -> frozenset[HexId]:
        """Hexes in reach from which the selected unit could not attack any more."""
        if self.phase not in MOVES or self.unit is None:
            return frozenset()
        reach = self.view.reach(self.unit)
        return frozenset(hex_ for hex_ in self.moves() if hex_ in reach and not reach[hex_].may_attack)

    def attacks(self) -> dict[HexId, Attack]:
        """The attacks of the selected unit by the hex of the target."""
        if self.phase not in ATTACKS or self.unit is None:
            return {}
        return {self.view.unit(order.target).hex: order for order in self.of(Attack) if order.unit == self.unit}

    def retreats(self) -> dict[HexId, Retreat]:
        """The ways back by the hex where they end, for the present choice about the flag that may be ignored."""
        if self.phase != "retreat":
            return {}
        found: dict[HexId, Retreat] = {}
        for order in self.of(Retreat):
            if order.ignore == self.ignore:
                found.setdefault(order.path[-1], order)
        return found

    def both_flags(self) -> bool:
        """Tell whether the flag may be ignored or obeyed."""
        return len({order.ignore for order in self.of(Retreat)}) > 1

    def rises(self) -> dict[HexId, Rise]:
        """Return where a unit may rise."""
        return {order.hex: order for order in self.of(Rise)} if self.phase == "rising" else {}

    def ground(self) -> HexId | None:
        """The hex that may be taken."""
        fight = self.view.position.fight
        return fight.hex if self.phase == "ground" and fight is not None else None

    def candidates(self) -> dict[HexId, int]:
        """Enemy units that can be added to the targets of a bombardment, by hex."""
        if self.phase not in STRIKES:
            return {}
        return {
            unit.hex: unit.id
            for unit in self.view.enemy_units()
            if unit.id not in self.salvo and self.why_not(Strike((*self.salvo, unit.id))) is None
        }

    def aimed(self) -> Attack | None:
        """The attack that is to be looked at: the one aimed, or the one under the pointer."""
        attacks = self.attacks()
        if self.aim is not None:
            found = next((order for order in attacks.values() if order.target == self.aim), None)
            if found is not None:
                return found
        return attacks.get(self.hovered) if self.hovered is not None else None

    def path(self) -> tuple[HexId, ...]:
        """The way to the hex under the pointer: of a move or of a retreat."""
        ways: dict[HexId, Move] | dict[HexId, Retreat] = self.moves() or self.retreats()
        order = ways.get(self.hovered) if self.hovered is not None else None
        return order.path if order is not None else ()

    def unit_at(self, hex_: HexId | None) -> Unit | None:
        """The unit in a hex."""
        return self.view.position.unit_in(hex_) if hex_ is not None else None

    # ---- what is left to do

    def may_order_all(self) -> bool:
        """Tell whether every unit that may be ordered can be, with no choice to make among several of them."""
        if self.phase != "order":
            return False
        units = [order.unit for order in self.of(OrderUnit)]
        return len(units) == len(set(units)) == self.view.more_orders > 1

    def order_all(self) -> None:
        """Order every unit that may be ordered; taken back one by one."""
        while self.may_order_all():
            if not self.give(self.of(OrderUnit)[0]):
                return
        if len(self.of(OrderUnit)) == 1:
            self.give(self.of(OrderUnit)[0])

    def tokens(self) -> int:
        """Activation tokens to be given out: units that the cards in force may order and that there are (CRD-5-2)."""
        return len(self.view.position.tokens) + self.view.more_orders

    def liftable(self) -> dict[HexId, int]:
        """The units, by hex, that the card taken up could order."""
        if self.held is None or not self.active:
            return {}
        ways: list[PlayCard | GiveCard] = [*self.plays(self.held), *self.gifts(self.held)]
        if self.general:
            ways = [way for way in ways if isinstance(way, GiveCard) and way.general == self.general]
        found = sorted({unit for way in ways for unit in self.view.could_order(way)})
        return {self.view.unit(unit).hex: unit for unit in found}

    def left_over(self) -> int:
        """Units that could still do something in this step."""
        if self.phase == "order":
            return self.view.more_orders
        if self.phase in (*MOVES, *ATTACKS):
            return len(self.selectable())
        return 0

    def warning(self) -> str:
        """Return what would be lost by ending the step now, "" for nothing."""
        count = self.left_over()
        if not count:
            return ""
        if self.phase == "order":
            words = ngettext("{count} more unit could be ordered.", "{count} more units could be ordered.", count)
        elif self.phase in MOVES:
            words = ngettext("{count} unit can still move.", "{count} units can still move.", count)
        else:
            words = ngettext("{count} unit can still attack.", "{count} units can still attack.", count)
        return words.format(count=count)

    # ---- the pointer

    def hover(self, hex_: HexId | None) -> None:
        """The pointer is on a hex."""
        self.hovered = hex_
        if hex_ is not None:
            self.cursor = None

    def click(self, hex_: HexId | None) -> None:
        """A click on the board."""
        if not self.active or hex_ is None:
            self.unit = self.aim = self.exit = None
            return
        self.asking = None
        if hex_ != self.exit:
            self.exit = None
        match self.phase:
            case "order":
                self._click_to_order(hex_)
            case "move" | "second_move":
                self._click_to_move(hex_)
            case "attack" | "overrun":
                self._click_to_attack(hex_)
            case "retreat" if hex_ in self.retreats():
                self.give(self.retreats()[hex_])
            case "ground" if hex_ == self.ground():
                self.give(TakeGround(True))
            case "rising" if hex_ in self.rises():
                self.give(self.rises()[hex_])
            case "opening" | "strike":
                self._click_to_strike(hex_)
            case "card" | "give":
                self.tell(_("First choose a card of your hand."))

    def _click_to_order(self, hex_: HexId) -> None:
        unit = self.unit_at(hex_)
        if unit is None:
            return
        ways = [order for order in self.of(OrderUnit) if order.unit == unit.id]
        if len(ways) > 1:
            self.asking = unit.id
        elif ways:
            self.give(ways[0])
        elif unit.id in self.view.position.tokens:
            self.tell(_("This unit is ordered already. Undo takes that back."))
        else:
            self._tell_why(OrderUnit(unit.id))

    def _click_to_move(self, hex_: HexId) -> None:
        move = self.moves().get(hex_)
        other = self.selectable().get(hex_)
        if move is not None and other is None and hex_ in self.leaves() and self.exit != hex_:
            self.exit = hex_  # a player who moves to an exit mostly wants to leave, and could not later in the turn
        elif move is not None and other is None:
            self.give(move)
        elif other is not None:
            self.unit = None if other == self.unit else other
        elif self.unit is not None and self.unit_at(hex_) is None:
            grid = self.view.board.field.grid  # the straight way there shows best what stops it
            self._tell_why(Move(self.unit, grid.line(self.view.unit(self.unit).hex, hex_)))
        else:
            self._select_or_say_why_not(hex_)

    def _click_to_attack(self, hex_: HexId) -> None:
        attack = self.attacks().get(hex_)
        target = self.unit_at(hex_)
        if attack is not None:
            if self.aim == attack.target:
                self.give(attack)
            else:
                self.aim = attack.target
        elif (other := self.selectable().get(hex_)) is not None:
            self.unit, self.aim = (None if other == self.unit else other), None
        elif target is not None and target.side != self.view.side and self.unit is not None:
            self._tell_why(Attack(self.unit, target.id))
        else:
            self._select_or_say_why_not(hex_)

    def _select_or_say_why_not(self, hex_: HexId) -> None:
        """A unit that can do nothing now says why; an empty hex puts the selection away."""
        unit, self.unit, self.aim = self.unit_at(hex_), None, None
        if unit is None or unit.side != self.view.side:
            return
        if unit.id not in self.view.position.tokens:
            self.tell(_("This unit was not ordered."))
        elif self.phase in MOVES:
            self.tell(_("This unit has moved, or cannot move."))
        else:
            self.tell(_("This unit has attacked, may not attack, or has no target."))

    def _click_to_strike(self, hex_: HexId) -> None:
        unit = self.unit_at(hex_)
        if unit is None or unit.side == self.view.side:
            return
        if unit.id in self.salvo:
            self.salvo = self.salvo[: self.salvo.index(unit.id)]  # a chain may not lose a link in the middle
            return
        wider = (*self.salvo, unit.id)
        if (refusal := self.why_not(Strike(wider))) is not None:
            self.tell(str(refusal.text))
        else:
            self.salvo = wider

    def right_click(self) -> None:
        """Put away what is open."""
        self.cancel()

    def cancel(self) -> bool:
        """Put away what is open, one thing at a time; False when there was nothing."""
        open_things = ("asking", None), ("exit", None), ("aim", None), ("unit", None), ("salvo", ()), ("held", None)
        for name, empty in open_things:
            if getattr(self, name) != empty:
                setattr(self, name, empty)
                self.general = ""
                return True
        self.cursor = None
        return False

    def put_all_away(self) -> None:
        """Put away everything chosen or shown: another player takes over."""
        while self.cancel():
            pass
        self.hovered, self.told, self.warned, self.note, self.ignore = None, "", "", "", False

    # ---- cards

    def choose(self, held: Held) -> None:
        """Take a card in hand; taking it once more plays it, where it leaves no choice."""
        if not self.active:
            return
        if not self.is_playable(held):
            self._tell_why(GiveCard(held.key) if self.phase == "give" else PlayCard(held.key, shared=held.shared))
            return
        if self.held == held:
            self.play_held()
        else:
            self.held, self.general = held, ""

    def play_held(self, section: str | None = None) -> None:
        """Play the card that is in hand, for one section where it leaves the choice."""
        if self.held is None:
            return
        ways: list[PlayCard] = self.plays(self.held)
        if section is not None:
            ways = [order for order in ways if order.section == section]
        if len(ways) == 1:
            self.give(ways[0])
        elif ways:
            self.tell(_("Choose the section in which the card is played."))
        elif self.gifts(self.held):
            self.tell(_("Choose who gets the card."))

    def give_card(self, gift: GiveCard) -> None:
        """The commander gives the card in hand, with the words that were written for it."""
        self.give(GiveCard(gift.card, gift.general, gift.section, self.note.strip()))
        self.note = ""

    # ---- keys

    def point(self, key: str) -> None:
        """Move the pointer of the keys to one of the six sides."""
        here = self.cursor if self.cursor is not None else self.hovered
        if here is None:
            here = next(iter(self.selectable()), None) or next((unit.hex for unit in self.view.own_units()), 0)
        field = self.view.board.field
        there = step(field.grid, here, key) if key in DIRECTIONS else here
        self.hovered = self.cursor = there if field.is_playable(there) else here

    def next_thing(self, *, back: bool = False) -> HexId | None:
        """Go to the next unit that can do something, or the next enemy to be aimed at; returns its hex."""
        if self.phase in ATTACKS and self.attacks():
            places: Iterable[HexId] = self.attacks()
        else:
            places = self.candidates() or self.retreats() or self.rises() or self.selectable()
        around = sorted(places)
        if not around:
            return None
        at = around.index(self.hovered) + (-1 if back else 1) if self.hovered in around else (-1 if back else 0)
        self.hovered = self.cursor = around[at % len(around)]
        if self.phase in (*MOVES, *ATTACKS) and self.hovered in self.selectable():
            self.unit, self.aim = self.selectable()[self.hovered], None
        return self.hovered

    def confirm(self) -> None:
        """Do what is prepared: play the card, roll the dice, go where the keys point, else end the step."""
        attack = self.aimed() if self.aim is not None else None
        if attack is not None:
            self.give(attack)
        elif self.phase in STRIKES and self.salvo and self.cursor is None:
            self.strike()
        elif self.cursor is not None and self.active:
            self.click(self.cursor)
        elif self.phase in ("card", "give") and self.held is not None:
            self.play_held()
        elif self.phase == "ground":
            self.give(TakeGround(True))
        else:
            self.done()

    # ---- orders

    def strike(self) -> None:
        """Carry out the bombardment of the chosen targets."""
        if self.salvo:
            self.give(Strike(self.salvo))

    def done(self) -> None:
        """End the step; with something left to do, only when asked twice."""
        if not self.active or not any(isinstance(order, Done) for order in self.orders):
            return
        where = f"{self.view.turn} {self.phase}"
        warning = self.warning()
        some = self.phase == "order" and self.view.position.tokens  # to order fewer than one may is no slip
        if warning and not some and self.warned != where:
            self.warned = where
            self.tell(_("{warning} Once more ends the step all the same.").format(warning=warning))
            return
        self.give(Done())

    def why_not(self, order: CardsOrder) -> Refusal | None:
        """None if an order is legal, else the reason."""
        return self.view.why_not(order)

    def give(self, order: CardsOrder, *, throughout: bool = False) -> bool:
        """Give an order, or show what the rules have against it. True when it was carried out.

        `throughout`: the same answer for the rest of the turn.
        """
        try:
            (self.battle.play_throughout if throughout else self.battle.play)(order)
        except IllegalOrder as error:
            self.tell(str(error))
            return False
        self._after(order)
        return True

    def _after(self, order: CardsOrder) -> None:
        self.held, self.asking, self.aim, self.salvo, self.cursor, self.exit = None, None, None, (), None, None
        self.ignore, self.general, self.told = False, "", ""
        moved_on = not isinstance(order, Move | Attack | OrderUnit)
        if moved_on or not self.battle.my_turn or self.unit not in self.selectable().values():
            self.unit = None
        if self.phase == "overrun":
            self.unit = next(iter(self.selectable().values()), None)
        if self.phase == "retreat" and not self.retreats():
            self.ignore = True

    def refresh(self) -> None:
        """The position has changed by what others did."""
        if self.unit is not None and self.unit not in self.view.position.units:
            self.unit = None
        if self.phase == "overrun" and self.unit is None:
            self.unit = next(iter(self.selectable().values()), None)
        if self.phase == "retreat" and not self.retreats() and self.of(Retreat):
            self.ignore = not self.ignore

    def undo(self) -> None:
        """Take back the last order, or show why it cannot be taken back."""
        try:
            self.battle.undo()
        except NothingToUndo as error:
            self.tell(str(error))
            return
        self.held, self.asking, self.aim, self.unit, self.salvo, self.exit = None, None, None, None, (), None

    # ---- messages

    def tell(self, words: str) -> None:
        """Say something to the player for a while."""
        self.told, self._told_for = words, TOLD_SECONDS

    def _tell_why(self, order: CardsOrder) -> None:
        refusal = self.why_not(order)
        if refusal is not None:
            clauses = ", ".join(refusal.clauses)
            self.tell(f"{refusal.text}  {clauses}".strip())

    def pass_time(self, seconds: float) -> None:
        """Let messages fade after a while."""
        if self.told:
            self._told_for -= seconds
            if self._told_for <= 0:
                self.told = ""


__all__ = ["ATTACKS", "MOVES", "STRIKES", "Ambush", "Held", "Interaction", "Keep"]
