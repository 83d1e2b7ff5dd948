"""A hex system played by its offered orders: what a small system says of them, and a hand that selects and gives them.

A click on an own unit selects it, a click on a hex gives the order on offer there. Where several orders lead to a hex,
or an order is an attack with odds, they are listed first and wait to be confirmed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import islice
from typing import Any

from wab.app.hud.widgets import Action
from wab.app.wargame.adapter.adapter import Adapter, Seen, units_of
from wab.app.wargame.adapter.pictures import Kind, Odds, Part
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.hand.cursor import stepped
from wab.app.wargame.hand.hand import Badge, Hand, Table
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.locale import _

MOST = 400
"""Orders of one unit that are looked at; a system that offers more narrows them itself."""


class Mode(Enum):
    """The present activity of the player."""

    IDLE = "idle"
    SELECTED = "selected"
    PLANNING = "planning"
    WATCHING = "watching"
    OVER = "over"


class OfferAdapter(Adapter):
    """An adapter for the hand of a system with orders on offer.

    `order_words` are messages, by the type of the order; so are its icons. `ends` are the types of orders that end the
    turn or the phase.
    """

    order_words: Mapping[type[Order], str] = {}
    order_icons: Mapping[type[Order], str] = {}
    ends: tuple[type[Order], ...] = ()
    unit_orders: tuple[Kind, ...] = ()
    """The kinds of order that a unit can have, in the order of its panel; the panel says why others are closed."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(seen)
        self._end: tuple[object, Order | None] | None = None

    def orders(self, unit: int | None = None) -> Iterable[Order]:
        """The orders on offer, of one unit only when it is named."""
        found: Iterable[Order] = self.view.legal_orders(unit)
        return found

    def goal_of(self, order: Order) -> HexId | None:
        """The hex that a click has to hit for an order: where it leads, or whom it attacks; None for none."""
        if path := getattr(order, "path", ()):
            return int(path[-1])
        found = next((getattr(order, name) for name in ("target", "hex") if hasattr(order, name)), None)
        return int(found) if found is not None else None

    def words_of(self, order: Order) -> str:
        """An order in a few words, with its units where it is one of several."""
        if type(order) in self.order_words:
            return _(self.order_words[type(order)])
        tag = str(type(order).__struct_config__.tag).replace("_", " ")
        return tag[:1].upper() + tag[1:]

    def icon_for(self, order: Order) -> str:
        """The icon of an order."""
        return self.order_icons.get(type(order), "move" if getattr(order, "path", ()) else "star")

    def figure_of(self, order: Order) -> str:
        """Return the figure on the hex to which an order leads, such as a cost."""
        return ""

    def figure_words(self, order: Order) -> str:
        """Return the figure of an order for next to the pointer, where there is room for words."""
        return self.figure_of(order)

    def why_not_there(self, units: Collection[int], hex_: HexId) -> Refusal:
        """Return the reason why no order on offer leads some units to a hex, or against the enemy in it."""
        return Refusal(Text("These units can do nothing there now."), (), (hex_,))

    def sample(self, kind: type[Order], unit: int) -> Order | None:
        """Return an order of a kind of `unit_orders` that a unit would give, so that the rules say why it cannot.

        None if the kind does not concern the unit.
        """
        return None

    def effect_of(self, kind: Kind, orders: Sequence[Order]) -> str:
        """Return what a kind of order does, in a line; `orders` are on offer."""
        return _(kind.effect)

    def notes_of(self, order: Order) -> tuple[str, ...]:
        """Sentences on what an order means, under the line about the hex and in its list."""
        return ()

    def attackers(self, order: Order) -> tuple[int, ...]:
        """Return the units that an attack brings in."""
        return units_of(order)

    def odds_of(self, order: Order) -> Odds | None:
        """The odds of an attack; None for orders that need no confirming."""
        return None

    def detail_of(self, order: Order) -> str:
        """Return the effect of an order, for a line under its words where orders are listed; "" for nothing."""
        return ""

    def is_weighed(self, order: Order) -> bool:
        """Tell whether the player looks at an order before giving it, such as an attack with odds."""
        return self.odds_of(order) is not None

    def end_order(self) -> Order | None:
        """The order on offer that ends the turn or the phase."""
        if self._end is None or self._end[0] is not self.view:
            found = (
                next((order for order in self.orders() if isinstance(order, self.ends)), None) if self.ends else None
            )
            self._end = self.view, found
        return self._end[1]

    def end_action(self) -> Action:
        """The button that ends the turn or the phase, in the words of the order that does it."""
        action, order = super().end_action(), self.end_order()
        if order is None or type(order) not in self.order_words:
            return action
        return replace(action, label=self.words_of(order))

    def plan_title(self, order: Order) -> str:
        """Its words of its own, where it has any, before who and where to."""
        return joined(
            _(self.order_words[type(order)]) if type(order) in self.order_words else "", super().plan_title(order)
        )

    def plan_icon(self, order: Order) -> str:
        """The icon of an order."""
        return self.icon_for(order)

    def plan_facts(self, order: Order, after: Any) -> Sequence[Part]:
        """Return the figure on the goal of an order, and the odds of an attack."""
        odds, figure = self.odds_of(order), self.figure_of(order)
        parts = [Part("boot", figure)] if figure else []
        if odds is not None:
            parts.append(Part("attack", joined(odds.final_words, odds.note), "action"))
        return parts

    def may_take(self, unit: int) -> bool:
        """Tell whether a unit off the map, whose counter was clicked, is of the side at the screen."""
        return False

    def loose(self) -> list[Order]:
        """Return orders on offer that no click on a hex can mean, such as answers, but no order that ends a phase."""
        return [order for order in self.orders() if self.goal_of(order) is None and not isinstance(order, self.ends)]

    def list_words(self, order: Order, selected: Collection[int]) -> str:
        """An order in a list: with the names of its units where others are selected."""
        units = units_of(order)
        names = [self.unit_name(unit) for unit in units if self.where(unit) is not None]
        return self.words_of(order) if set(units) <= set(selected) else joined(self.words_of(order), ", ".join(names))


@dataclass(frozen=True)
class OfferReach:
    """Hexes with orders on offer to the selected units, attacks among them in rose; `far` in a second way."""

    near: frozenset[HexId] = frozenset()
    rose: frozenset[HexId] = frozenset()
    figures: Mapping[HexId, str] = field(default_factory=dict)
    far: frozenset[HexId] = frozenset()
    teeth: tuple[tuple[HexId, int], ...] = ()

    def goes_to(self, hex_: HexId) -> bool:
        """Tell whether an order leads to a hex."""
        return hex_ in self.near or hex_ in self.far


@dataclass(frozen=True)
class OfferPath:
    """The way of an order that is pointed at."""

    path: tuple[HexId, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class OfferPlan:
    """Orders to choose from, and the chosen order."""

    orders: tuple[Order, ...]
    chosen: int = 0

    @property
    def order(self) -> Order:
        """The order that goes out when it is confirmed."""
        return self.orders[self.chosen]


class OfferHand(Hand):
    """Selection and orders of the player, out of the orders on offer."""

    adapter: OfferAdapter
    plan: OfferPlan | None

    def __init__(self, table: Table, adapter: OfferAdapter) -> None:
        super().__init__(table, adapter)
        self.row: Order | None = None  # the order of a list on which the pointer rests
        self._marked: tuple[tuple[Order, ...], int] = ((), 0)
        self._found: tuple[object, frozenset[int], dict[HexId, tuple[Order, ...]], tuple[Order, ...]] | None = None

    # ---- reading

    @property
    def mode(self) -> Mode:
        """The present activity of the player."""
        if self.over:
            return Mode.OVER
        if self.stopped:
            return Mode.WATCHING
        if self.plan is not None:
            return Mode.PLANNING
        return Mode.SELECTED if self.units else Mode.IDLE

    @property
    def goals(self) -> Mapping[HexId, tuple[Order, ...]]:
        """The orders on offer to the selection, by the hex that a click has to hit."""
        return self._offers()[0]

    @property
    def loose(self) -> tuple[Order, ...]:
        """The orders on offer that belong to no hex, and either to no unit or to the selection.

        All of them if nothing else is on offer: then they answer a question.
        """
        return () if self.stopped else self._offers()[1]

    def _offers(self) -> tuple[dict[HexId, tuple[Order, ...]], tuple[Order, ...]]:
        if self._found is None or self._found[0] is not self.view or self._found[1] != self.units:
            self._found = (self.view, self.units, *self._sorted())
        return self._found[2:]

    def _sorted(self) -> tuple[dict[HexId, tuple[Order, ...]], tuple[Order, ...]]:
        goals: dict[HexId, list[Order]] = {}
        loose = [] if self.stopped else self.adapter.loose()
        if len(loose) < sum(1 for _order in self._all()):
            loose = [order for order in loose if not units_of(order) or self.units & set(units_of(order))]
        if self.own_selection() and not self.stopped:
            for order in self._of_selection():
                goal = self.adapter.goal_of(order)
                if goal is not None:
                    goals.setdefault(goal, []).append(order)
        return {goal: tuple(orders) for goal, orders in goals.items()}, tuple(loose)

    def _all(self) -> Iterator[Order]:
        """Yield at most MOST orders on offer. Orders that end a phase are left out."""
        orders = (order for order in self.adapter.orders() if not isinstance(order, self.adapter.ends))
        return islice(orders, MOST)

    def _of_selection(self) -> list[Order]:
        """Return the orders of the selected units. Orders of all of these units together come first."""
        found: dict[Order, None] = {}
        for unit in sorted(self.units):
            for order in islice(self.adapter.orders(unit), MOST):
                if not isinstance(order, self.adapter.ends):
                    found[order] = None
        return sorted(found, key=lambda order: frozenset(units_of(order)) != self.units)

    @property
    def reach(self) -> OfferReach:
        """The hexes with orders on offer."""
        if self.mode is not Mode.SELECTED:
            return OfferReach()
        near = frozenset(self.goals)
        foes = frozenset(hex_ for hex_ in near if self._is_enemy(hex_))
        figures = {hex_: self.adapter.figure_of(orders[0]) for hex_, orders in self.goals.items()}
        return OfferReach(near, foes, {hex_: words for hex_, words in figures.items() if words})

    def _is_enemy(self, hex_: HexId) -> bool:
        return self.adapter.side_in(hex_) not in (None, self.view.side)

    @property
    def considered(self) -> Order | None:
        """The order under the pointer in a list, else the planned order, else the first order to the hovered hex."""
        if self.row is not None or self.stopped:
            return None if self.stopped else self.row
        if self.plan is not None:
            return self.plan.order
        goals = self.goals.get(self.hovered, ()) if self.hovered is not None and self.mode is Mode.SELECTED else ()
        return goals[0] if goals else None

    @property
    def path(self) -> OfferPath | None:
        """The way of the order under the pointer, on the map or in a list, and of one that is planned."""
        considered = self.row if self.row is not None else self.plan.order if self.plan is not None else None
        if considered is not None and not self.stopped and (way := tuple(getattr(considered, "path", ()))):
            return OfferPath(way, self.adapter.notes_of(considered))
        goal = self.hovered
        if goal is None or self.mode is not Mode.SELECTED or goal not in self.goals or self.target is not None:
            return None
        order = self.goals[goal][0]
        path = tuple(getattr(order, "path", ())) or tuple(hex_ for hex_ in (self.hex, goal) if hex_ is not None)
        return OfferPath(path, self.adapter.notes_of(order))

    @property
    def target(self) -> HexId | None:
        """The hex of the attack that is planned, or the enemy under the pointer that a click would attack."""
        if self.mode is Mode.PLANNING and self.plan is not None:
            goal = self.adapter.goal_of(self.plan.order)
            return goal if goal is not None and self._is_enemy(goal) else None
        hex_ = self.hovered
        mine = self.mode is Mode.SELECTED and hex_ is not None and hex_ in self.goals
        return hex_ if mine and hex_ is not None and self._is_enemy(hex_) else None

    @property
    def weighing(self) -> bool:
        """The panel of an attack names the defenders."""
        return self.plan is not None and self.target is not None and self.adapter.is_weighed(self.plan.order)

    def badge(self) -> Badge | None:
        """The order under the pointer in words, with its odds if it is an attack."""
        goal = self.hovered
        if goal is None or self.mode is not Mode.SELECTED or goal not in self.goals:
            return None
        orders = self.goals[goal]
        odds = self.adapter.odds_of(orders[0])
        words = self.adapter.words_of(orders[0])
        first = [Part(self.adapter.icon_for(orders[0]), joined(words, self.adapter.figure_words(orders[0])))]
        if odds is not None:
            first = [Part("attack", odds.final_words, "action"), Part("flag", odds.note or words)]
        rows = [first]
        if len(orders) > 1:
            rows.append([Part("", _("orders to choose from: {count}").format(count=len(orders)), "second")])
        way = self.path.path if self.path is not None else (self.hex, goal) if self.hex is not None else (goal,)
        return Badge(rows, way)

    # ---- units off the map

    def take(self, unit: int) -> None:
        """Choose an own unit: on the map for its replacements, off the map for its arrival."""
        if self.adapter.where(unit) is not None:
            self.select(unit)
        else:
            self.set_selection(frozenset({unit}), None)

    @property
    def taken(self) -> int | None:
        """The chosen unit that is off the map; None for none."""
        unit = next(iter(self.units)) if len(self.units) == 1 else None
        return unit if unit is not None and self.adapter.where(unit) is None else None

    def own_selection(self) -> bool:
        """Tell whether own units are selected, or one that is off the map."""
        return super().own_selection() or self.taken is not None

    def click(self, hex_: HexId | None, unit: int | None = None, *, shift: bool = False) -> None:
        """The left button; a counter off the map is chosen for its arrival."""
        decides = not self.stopped and self.question is None
        if unit is not None and decides and self.adapter.where(unit) is None and self.adapter.may_take(unit):
            self.toast = None
            self.take(unit)
        else:
            super().click(hex_, unit, shift=shift)

    def give(self, order: Order) -> bool:
        """Play an order if the rules allow it, and deselect a unit that has come onto the map."""
        coming, played = self.taken is not None, super().give(order)
        if played and coming:
            self.deselect()
        return played

    # ---- the pointer

    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """The arrival of a unit off the map, an order on offer there, else a stack to select.

        With shift, the order counts more than a friendly stack.
        """
        if self.plan is not None and hex_ == self.adapter.goal_of(self.plan.order):
            self.confirm()
            return
        if self.taken is not None and self.plan is None and hex_ in self.goals:
            self.open(self.goals[hex_])
            return
        self.plan = None
        own = self.adapter.side_in(hex_) == self.view.side
        if self.own_selection() and hex_ in self.goals and (shift or not own):
            self.open(self.goals[hex_])
        elif own:
            self.select_stack(hex_)
        else:
            refusal = self.adapter.why_not_there(self.units, hex_) if self.own_selection() else None
            self.look_at(hex_)
            if refusal is not None:
                self.say_no(refusal, hex_)

    def select_stack(self, hex_: HexId) -> None:
        """The unit on top, at the next click the one below it, and round again."""
        ids = tuple(self.adapter.stack(hex_))
        last = min(self.units, default=None) if self.hex == hex_ else None
        place = (ids.index(last) + 1) % len(ids) if last in ids else 0
        self.set_selection(frozenset(ids[place : place + 1]), hex_)

    def next_unit(self, *, back: bool = False) -> HexId | None:
        """The next unit that could act, one at a time."""
        hex_ = super().next_unit(back=back)
        if hex_ is not None:
            self.set_selection(frozenset(sorted(self.units)[:1]), hex_)
        return hex_

    # ---- orders

    def open(self, orders: tuple[Order, ...]) -> None:
        """Give the only order there is, or list orders to choose from; one with odds waits to be confirmed."""
        if len(orders) == 1 and not self.adapter.is_weighed(orders[0]):
            self.give(orders[0])
        else:
            self.plan = OfferPlan(orders)

    @property
    def rows_open(self) -> bool:
        """Orders are listed, or the rows of one that is put together."""
        return (
            super().rows_open
            or (self.plan is not None and len(self.plan.orders) > 1)
            or (self.plan is None and bool(self.loose))
        )

    @property
    def answers_open(self) -> bool:
        """The list shows answers to a question, or several orders with one of them planned."""
        if self.rows:
            return True
        if self.plan is not None:
            return len(self.plan.orders) > 1
        return bool(self.loose) and self.adapter.end_order() is None

    @property
    def marked(self) -> int | None:
        """The row that the arrows have reached, or whose order is planned; None for none."""
        if self.rows:
            return super().marked
        if self.plan is not None:
            return self.plan.chosen
        orders, place = self._marked
        return place if orders and orders is self.loose else None

    def step(self, by: int) -> bool:
        """Mark the row below the marked one (1) or above it (-1), at first the row at that end."""
        if self.rows:
            return super().step(by)
        orders = self.plan.orders if self.plan is not None else self.loose
        place, self.reveal = stepped(self.marked, by, len(orders)), True
        if self.plan is not None:
            self.plan = replace(self.plan, chosen=place)
        else:
            self._marked = orders, place
        return True

    def choose(self, place: int) -> bool:
        """Choose an order of the list. An order without a hex is given at once unless it needs to be weighed."""
        if self.rows:
            return super().choose(place)
        if self.plan is not None:
            if place < len(self.plan.orders):
                self.plan = replace(self.plan, chosen=place)
                return True
        elif place < len(self.loose):
            if self.adapter.is_weighed(self.loose[place]):
                self.plan = OfferPlan(self.loose, place)
            else:
                self.give(self.loose[place])
            return True
        return False

    def confirm(self) -> bool:
        """Give the order that is planned, else take the marked row, else the order where the pointer is."""
        if self.question is None and self.plan is None and self.marked is not None:
            self.choose(self.marked)
            return self.plan is None
        orders = self.goals.get(self.hovered, ()) if self.hovered is not None else ()
        if self.question is None and self.plan is None and not self.stopped and orders:
            self.open(orders)
            return self.plan is None
        return super().confirm()
