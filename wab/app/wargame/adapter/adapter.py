"""The adapter of a view: everything that the battle screen of a hex-and-counter system asks its rule system.

A system subclasses `Adapter`. It must answer the abstract methods; the other answers serve a small system. The adapter
does not judge legality. The hand of the player asks the view (`why_not`, `legal_orders`) and plays through the session.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec, WorkSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.widgets import Action
from wab.app.pages.fronts import BriefingPage
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.adapter.pictures import (
    Act,
    Arrival,
    Diagram,
    Echelon,
    Fact,
    Found,
    Glide,
    Guide,
    KeyPart,
    Known,
    Layer,
    LayerNote,
    Lost,
    Part,
    Record,
    SideLook,
    Status,
    Tally,
    Task,
    Throw,
    Tints,
    Wipe,
)
from wab.app.wargame.adapter.place_names import hex_title
from wab.app.wargame.adapter.search import plain
from wab.app.wargame.adapter.typography import joined, number, typographic
from wab.content.hexmap import HexMap
from wab.content.hints import Hint
from wab.content.ledger import Clause, ledgers, search_book
from wab.content.rulebook import Sheet
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Order, Shift
from wab.engine.kernel.values import side_of
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _

Flags = NDArray[np.bool_]

FIRST = SideLook(colour("3B78B4"), colour("245084"), "star", colour("3E86C8"))
SECOND = SideLook(colour("A84A3B"), colour("7C2A20"), "shield", colour("C8402F"))


class Seen(Protocol):
    """The game at the screen, as far as an adapter reads it."""

    @property
    def view(self) -> Any:
        """The present knowledge of the side at the screen."""


class Still:
    """A game at one moment, for an adapter that answers from one view."""

    def __init__(self, view: Any) -> None:
        self.view = view


class Adapter(ABC):
    """The answers of a rule system to the battle screen, from the view of the seat at the screen.

    `system` is the id of its book of rules. `sides` come in the order of the two colours; a side that the rules play
    themselves counts. `names` of sides, `phases`, `filters` of the journal, and the words of `layers` (overlays) are
    messages to be translated.
    """

    system: str
    sides: tuple[str, ...]
    looks: tuple[SideLook, SideLook] = (FIRST, SECOND)
    names: Mapping[str, str] = {}
    phases: Mapping[str, str] = {}
    track: tuple[str, ...] = ()
    """The phases of a turn, keys of `phases`, in the order in which the banner shows them."""
    tasks: Mapping[str, Task] = {}
    """The tasks of the player by phase."""
    filters: Mapping[str, str] = {"all": N_("All")}
    layers: Mapping[str, Layer] = {}
    icons: Mapping[type[Event], str] = {}
    kinds: Mapping[type[Event], str] = {}
    nobody_waits: str = N_("Every unit has acted.")
    losses: str = N_("steps lost: {ours} ours, {theirs} theirs")
    clauses: Mapping[str, str] = {}
    """The clause behind a part that all share, by its name: journal, briefing, rules, side."""
    book: Sequence[Clause] = ()
    """The rules of play of a system that has no ledger."""
    diagrams: Mapping[str, Diagram] = {}
    """Pictures of the rule book by section."""
    sheets: Mapping[str, Callable[[], Sheet]] = {}
    """Tables of the rule book by id."""
    attacks: tuple[type[Event], ...] = ()
    """Types of events that the report of a replay counts as attacks."""
    plan_dice: Mapping[str, int] = {}
    """Totals by stream of dice for trying out a planned order. With them the acting unit is likely to survive, so
    that the plan can show its state afterwards."""
    has_briefing = False
    """The journal has a button that opens `briefing`."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen

    @property
    def view(self) -> Any:
        """The present knowledge of the seat at the screen."""
        return self._seen.view

    def at(self, view: Any) -> Self:
        """Return the same adapter on another view, such as an earlier moment."""
        return type(self)(Still(view))

    # ---- sides

    def side_name(self, side: str) -> str:
        """A side, or the side of a seat, as a heading."""
        return _(self.names[side_of(side)]) if side_of(side) in self.names else side

    def number_of(self, side: str) -> int:
        """The place of a side, or of the side of a seat, among the two colours: 0 or 1."""
        return min(1, self.sides.index(side_of(side))) if side_of(side) in self.sides else 1

    def tint_of(self, seat: str) -> Rgba | None:
        """Return the colour of a seat in words and marks; None if the seat uses the colour of its side."""
        return None

    def look(self, side: str) -> SideLook:
        """Return the marks of a side or a seat in the top bar, and of a side on the small map."""
        look, tint = self.looks[self.number_of(side)], self.tint_of(side)
        return look if tint is None else look._replace(top=tint.shade(0.72), bottom=tint.shade(0.46))

    # ---- the ground

    @property
    @abstractmethod
    def hexmap(self) -> HexMap:
        """The map."""

    @property
    def in_play(self) -> Flags:
        """bool[N]: the hexes in which the battle is fought."""
        return np.ones(self.hexmap.grid.size, np.bool_)

    @property
    def marked(self) -> Iterable[HexId]:
        """Hexes with a ring on the small map, such as objectives."""
        return ()

    def place_name(self, hex_: HexId) -> str:
        """Return the place in a hex as the reader calls it, "" if there is none."""
        return typographic(self.hexmap.name(hex_))

    def hex_title(self, hex_: HexId) -> str:
        """Return the title of a hex: its place, else the nearest place ("near Auvers"), else its number."""
        return hex_title(self.hexmap, hex_, self.place_name)

    def short_title(self, hex_: HexId) -> str:
        """The same where there is no room for the whole name; it may still be too long."""
        return self.hex_title(hex_)

    def ground_title(self, hex_: HexId) -> str:
        """The terrain of a hex in the reader's language."""
        return self.hexmap.terrain_name(hex_)

    def hex_facts(self, hex_: HexId) -> str:
        """Return facts about a hex besides its name and ground."""
        return ""

    def flags(self) -> Iterable[FlagSpec]:
        """Flags of objectives on the map."""
        return ()

    def front(self) -> NDArray[np.uint8] | None:
        """Return uint8[N]: 1 or 2 for the side that holds a hex, 0 if neither does. None draws no front."""
        return None

    def fog(self) -> tuple[Flags, Flags] | None:
        """Return the hexes that the seat sees and the hexes in play; None if nothing is covered."""
        return None if self.in_play.all() else (self.in_play, self.in_play)

    def under_water(self) -> Flags | None:
        """Return the hexes that the sea covers now besides its own, bool[N]; None if it never does."""
        return None

    def works(self) -> Iterable[WorkSpec]:
        """Works on the ground: obstacles, minefields, bases, posts."""
        return ()

    def light(self) -> str:
        """The light of the map: a name of `wab.app.gfx.light.LIGHTS`."""
        return "clear"

    def hour(self) -> str:
        """Return the time of day, a name of HOURS in the same place; "" if turns have no hour."""
        return ""

    def map_names(self, of_map: list[NameSpec]) -> Sequence[NameSpec]:
        """Return the names to show, taken from the names that the map itself has."""
        return of_map

    # ---- who stands where

    @abstractmethod
    def stacks(self) -> Mapping[HexId, str]:
        """The hexes where units stand, each with the side of them."""

    @abstractmethod
    def stack(self, hex_: HexId, selected: Collection[int] = ()) -> Sequence[int]:
        """Return the units of a hex from the top of the stack down. Selected units lie on top."""

    @abstractmethod
    def where(self, unit: int) -> HexId | None:
        """The hex of a unit on the map, None for one that is not there."""

    @abstractmethod
    def counter(self, unit: int, *, stack: int = 0, selected: bool = False) -> CounterSpec:
        """The counter of a unit on the map, as the seat knows it."""

    @abstractmethod
    def unit_name(self, unit: int) -> str:
        """The name of a unit, "" for one that is not identified."""

    def short_name(self, unit: int) -> str:
        """Its short name, by which the search finds it as well."""
        return ""

    def side_in(self, hex_: HexId) -> str | None:
        """Return the side whose units stand in a hex, None if no unit is known to stand there."""
        return self.stacks().get(hex_)

    def is_own(self, unit: int) -> bool:
        """Tell whether a unit on the map belongs to the side at the screen."""
        hex_ = self.where(unit)
        return hex_ is not None and self.side_in(hex_) == self.view.side

    def units(self) -> list[int]:
        """All units on the map that are known, by id."""
        return sorted(unit for hex_ in self.stacks() for unit in self.stack(hex_))

    def own_units(self) -> list[int]:
        """The units of the side at the screen, by id."""
        mine = (hex_ for hex_, side in self.stacks().items() if side == self.view.side)
        return sorted(unit for hex_ in mine for unit in self.stack(hex_))

    def counters(self, selected: Collection[int] = ()) -> list[CounterSpec]:
        """Every counter that the seat sees, stack by stack, the top one first."""
        return [
            self.counter(unit, stack=place, selected=unit in selected)
            for hex_ in sorted(self.stacks())
            for place, unit in enumerate(self.stack(hex_, selected))
        ]

    def newcomer(self, unit: int, hex_: HexId) -> CounterSpec | None:
        """The counter of a unit that the replay has to show in a hex without having shown it before; None for none."""
        return self.counter(unit).at(hex_) if self.where(unit) is not None else None

    def facts(self, unit: int) -> Sequence[Fact]:
        """Return the lines about a unit in the panel of the selected unit."""
        return ()

    def known(self, unit: int) -> Known:
        """Return the known facts about a unit of the others, for the card next to the pointer."""
        spec = self.counter(unit)
        values = joined(" – ".join(part for part in (spec.left, spec.right) if part), size_words(spec))
        what = _(CONTACTS[spec.contact]) if spec.contact in CONTACTS else ""
        return Known(unit, self.unit_name(unit) or _("Unidentified unit"), what, (values,) if values else ())

    def ground_shifts(self, hex_: HexId, attackers: Collection[int] = ()) -> Sequence[Shift]:
        """Return the shifts that the ground of a hex gives its defenders.

        Against own units next to the hex, the ground that they have to cross counts as well.
        """
        return ()

    def echelons(self, unit: int) -> Sequence[Echelon]:
        """The formations to which a unit belongs, the largest first; none for one that is not identified."""
        return ()

    def arrivals(self) -> Sequence[Arrival]:
        """Reinforcements that the seat knows of, the next ones first."""
        return ()

    def lost(self) -> Sequence[Lost]:
        """Units that are gone for good, as far as the seat knows."""
        return ()

    def records(self) -> Sequence[Record]:
        """Return what both sides hold and have done, section by section; none if the system keeps no such list."""
        return ()

    def counter_key(self) -> Sequence[KeyPart]:
        """Return what explains counters, signs and short words; none if the system has no such list."""
        return ()

    # ---- the turn

    def waits(self, unit: int) -> bool:
        """Tell whether an own unit has not acted and still could."""
        return next(iter(self.view.legal_orders(unit)), None) is not None

    def end_order(self) -> Order | None:
        """Return the order that ends the turn or the phase; None if there is none now."""
        return None

    def end_action(self) -> Action:
        """The button that ends the turn or the phase while the player decides: its words, or why it is greyed."""
        off = "" if self.end_order() is not None else _("Not now: something else has to be decided first.")
        return Action(_("End turn"), "end_turn", "F5", "primary", off)

    def moment(self) -> str:
        """Return the present decision in a few words, for the line under the name of the side in the top bar."""
        if self.view.to_act is None:
            return _("The battle is over")
        if self.view.to_act != self.view.seat:
            return _("The enemy is moving")
        return _(self.phases[self.view.phase]) if self.view.phase in self.phases else str(self.view.phase)

    def guide(self) -> Guide | None:
        """Return the track of the turn with the present task, for the banner; None in a system without a track."""
        view, phase = self.view, self.phase_of_track()
        if not self.track or view.to_act is None:
            return None
        place = self.track.index(phase) if phase in self.track else -1
        task = self.tasks.get(view.phase) or Task("star", self.question())
        steps = tuple(_(self.phases[name]) for name in self.track)
        return Guide(steps, place, task.icon, _(task.now), _(task.more) if task.more else "")

    def phase_of_track(self) -> str:
        """Return the phase of the turn, also while a question is asked within it."""
        return str(self.view.phase)

    def question(self) -> str:
        """Return the present decision and its place, for the line above the answers."""
        return joined(self.asked_where(), self.moment())

    def asked_where(self) -> str:
        """The place about which something is asked, "" for none."""
        return ""

    def status(self) -> Sequence[Status]:
        """The figures of the top bar, the turn apart."""
        return ()

    @property
    def first_turn(self) -> int:
        """Number of the first turn."""
        return 1

    @property
    def last_turn(self) -> int:
        """Number of the last turn, 0 where no turn is the last."""
        return 0

    # ---- hints

    def hints(self) -> Sequence[Hint]:
        """The hints for the side at the screen; hints of the scenario come first."""
        return ()

    def has_come(self, moment: str) -> bool:
        """Check if a moment that only this system has, has come."""
        return False

    def deeds(self, units: Collection[int]) -> Iterable[str]:
        """Return the moments of hints that come when the player selects some units for the first time."""
        return ()

    # ---- overlays and tools

    def layer(self, name: str) -> Tints | None:
        """The overlay of a name of `layers`; None for any other."""
        return None

    def focus(self, name: str, hovered: HexId | None, considered: Order | None) -> object:
        """Return what an overlay also shows of the hex under the pointer or of a considered order; None for nothing."""
        return None

    def layer_with(self, name: str, focus: Any) -> Tints | None:
        """An overlay with what it also shows (see `focus`)."""
        return self.layer(name)

    def layer_notes(self, name: str) -> Sequence[LayerNote]:
        """Return the sentences next to an overlay."""
        return ()

    def layer_words(self, name: str, hex_: HexId) -> str:
        """Return the words of an overlay about one hex, "" for nothing."""
        return ""

    def has_layer(self, name: str) -> bool:
        """Tell whether an overlay of `layers` means something in this battle."""
        return True

    def why_no_fog(self) -> str:
        """Return the reason why the fog of war cannot be switched, "" if it can."""
        return "" if self.fog() is not None else _("There is no fog of war in this scenario.")

    def find(self, words: str, most: int = 12) -> list[Found]:
        """Units and places whose name holds the words."""
        wanted = plain(words.strip())
        return (
            sorted(self._hits(wanted), key=lambda hit: not plain(hit.name).startswith(wanted))[:most] if wanted else []
        )

    def _hits(self, wanted: str) -> Iterable[Found]:
        for unit in self.units():
            name, hex_ = self.unit_name(unit), self.where(unit)
            if name and hex_ is not None and (wanted in plain(name) or wanted in plain(self.short_name(unit))):
                yield Found(name, self.hex_title(hex_), hex_)
        for place in self.hexmap.places:
            if self.in_play[place.hex] and wanted in plain(place.name):
                yield Found(typographic(place.name), self.hexmap.grid.label(place.hex), place.hex)

    def rules(self, words: str) -> tuple[Clause, ...]:
        """The rules of play that hold all the words; all of them for ""."""
        if self.system in ledgers():
            return search_book(self.system, words)
        told = {clause: f"{clause.id} {clause.title} {clause.text}".casefold() for clause in self.book}
        return tuple(clause for clause in self.book if all(word in told[clause] for word in words.casefold().split()))

    def briefing(self) -> BriefingPage | None:
        """Return the page read before the battle, for reading it again; None if there is no such page."""
        return None

    # ---- orders that are planned and not given yet

    def expected(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the events of an order that a plan may count on, as far as its side knows.

        All events count until dice are rolled. After that, only the fact of an attack counts, not its result.
        """
        rolled = False
        for event in events:
            rolled = rolled or isinstance(event, Rolled)
            if not rolled or isinstance(event, self.attacks):
                yield event

    def plan_title(self, order: Order) -> str:
        """An order of a plan: who, and where to."""
        names = [name for unit in units_of(order) if self.where(unit) is not None and (name := self.unit_name(unit))]
        line = self.plan_line(order)
        who = ", ".join(names[:2]) + ("…" if len(names) > 2 else "")
        return joined(who, self.hex_title(line[-1]) if line else "")

    def plan_icon(self, order: Order) -> str:
        """The icon of an order of a plan."""
        return "move" if getattr(order, "path", ()) else "attack" if hasattr(order, "target") else "star"

    def plan_line(self, order: Order) -> tuple[HexId, ...]:
        """The hexes through which an order of a plan leads; its first unit and its goal where it has no path."""
        if path := tuple(getattr(order, "path", ())):
            return path
        goal = next((getattr(order, name) for name in ("target", "hex") if hasattr(order, name)), None)
        if goal is None:
            return ()
        here = (self.where(unit) for unit in units_of(order))
        return tuple(hex_ for hex_ in (next(here, None), int(goal)) if hex_ is not None)

    def plan_facts(self, order: Order, after: Any) -> Sequence[Part]:
        """Return the costs and gains of a planned order. This adapter knows the moment before the order; `after` is
        the expected view after it."""
        return ()

    def plan_total(self, after: Any) -> str:
        """Return the cost of a whole plan, from the moment of this adapter to the view after it; "" for nothing."""
        return ""

    # ---- what happened

    def kind_of(self, event: Event) -> str:
        """Under which of `filters` an event comes."""
        return next((kind for type_, kind in self.kinds.items() if isinstance(event, type_)), "all")

    def icon_of(self, event: Event | None) -> str:
        """The icon of a line of the journal."""
        return next((icon for type_, icon in self.icons.items() if isinstance(event, type_)), "info")

    def place_of(self, event: Event | None) -> HexId | None:
        """Return the hex that an event speaks of, else the present hex of its unit; None if it speaks of neither."""
        if path := getattr(event, "path", ()):
            return int(path[-1])
        for name in ("target", "hex"):
            found = getattr(event, name, None)
            if found is not None:
                return int(found)
        unit = getattr(event, "unit", None)
        return self.where(unit) if unit is not None else None

    def acts(self, event: Event) -> Iterable[Act]:
        """Return the acts with which the replay shows an event.

        A path with its units is a move; dice of six faces are thrown.
        """
        if isinstance(event, Rolled) and event.faces == 6:
            return (Throw(event.results),)
        units, path = units_of(event), getattr(event, "path", ())
        return (Wipe(), Glide(units, tuple(path))) if units and path else ()

    def symbols(self, event: Event) -> Iterable[str]:
        """The symbols of the units that an event is about, as far as they are known: by them it is heard."""
        return [self.counter(unit).symbol for unit in units_of(event) if self.where(unit) is not None]

    def owner(self, event: Event) -> str | None:
        """Return the side of the units that an event is about, None if no such unit is known to stand anywhere."""
        places = (self.where(unit) for unit in units_of(event))
        return next((side for hex_ in places if hex_ is not None and (side := self.side_in(hex_))), None)

    def count(self, tally: Tally, event: Event) -> None:
        """Add an event to what the replay has shown."""
        if getattr(event, "path", ()):
            tally.moves += 1
        tally.attacks += isinstance(event, self.attacks)

    def outcome(self, events: Sequence[Event], before: Any) -> Outcome | None:
        """A fight as the seat saw it, from its events and the view before them; None if there is nothing to tell."""
        return None

    def fight_goes_on(self) -> bool:
        """A fight is not over: something is still asked of it."""
        return False

    def ends_turn(self, event: Event) -> bool:
        """Tell whether an event begins a turn after the first: the journal then opens for a moment (OPS-5.1-6)."""
        return False

    def report(self, tally: Tally) -> str:
        """Return one line about the results of the others' turn; "" if nothing was seen."""
        side, parts = self.view.side, []
        counted = (
            (_("moves seen: {count}"), tally.moves),
            (_("attacks: {count}"), tally.attacks),
            (_("bombardments: {count}"), tally.bombardments),
        )
        parts += [words.format(count=count) for words, count in counted if count]
        if tally.lost:
            theirs = sum(lost for who, lost in tally.lost.items() if who != side)
            parts.append(_(self.losses).format(ours=number(tally.lost.get(side, 0)), theirs=number(theirs)))
        if tally.points:
            points = (f"{self.side_name(who)} +{points}" for who, points in sorted(tally.points.items()))
            parts.append(_("points: {points}").format(points=", ".join(points)))
        return joined(*parts)


CONTACTS = {
    "identified": N_("identified"),
    "recognised": N_("recognised: its kind is known, its strength is not"),
    "detected": N_("detected: somebody is there"),
}
"""Degrees of knowledge about a unit of the others."""


def size_words(spec: CounterSpec) -> str:
    """Return the remaining strength of a unit as its counter shows it."""
    return _("{now} of {full} steps").format(now=spec.pips, full=spec.pips_max) if spec.pips_max else ""


def units_of(thing: Order | Event) -> tuple[int, ...]:
    """The units that an order or an event names as `unit` or `units`; an event may hold a whole unit with its `id`."""
    unit = getattr(thing, "unit", None)
    found: int | None = getattr(unit, "id", unit)
    return (*getattr(thing, "units", ()), *(() if found is None else (found,)))
