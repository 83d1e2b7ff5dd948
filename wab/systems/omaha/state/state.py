"""The truth: the changing part of a game. Everything but US units on the map and dice is one immutable value, `Now`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from wab.content.omaha.shapes import Tide
from wab.engine.kernel.pile import Pile
from wab.field import position
from wab.field.packs import Kept
from wab.hexes import OFF_MAP, HexId
from wab.systems.omaha.state.board import OF_SECTOR, Board, Position, Profile
from wab.systems.omaha.state.steps import Base, Exit, Force, Task, Tie

US, GERMANS = "us", "germans"
NO_HOLDERS: dict[str, int] = {}
"""No side holds hexes beyond its units: control follows from where they stand (OMA-12-1)."""
DEAD = "dead"
"""The box of units and leaders that are lost."""
LEFT = "left"
"""The box of units that have left the map by an exit (OMA-20.3-10)."""
POINTE = "pointe"
"""The box of rangers that stay at Pointe du Hoc (OMA-22.3-1)."""
ASIDE, GONE = "aside", "gone"
"""Pools of German counters that are out of this game, and that were removed from it."""
CLIMB, CLIFF = "climb", "cliff"
HERO, INSPIRED = "hero", "inspired"


def turn_box(turn: int) -> str:
    """The box of a turn of the track (OMA-2.1-18)."""
    return f"turn/{turn}"


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a US unit or leader, on the map or in a box: its steps and markers (OMA-2.25-1).

    `box`: off the map, a landing box, a turn of the track, or DEAD. `hit`: it has lost a step in this fire phase
    (OMA-6.34-1). `acted`: its action is spent (OMA-7.2-2). `command`: the sector under whose division it is, if not its
    own (OMA-5.22-1). `late`: it was delayed (OMA-5.34-2). `wounded`: a general (OMA-11.4-4).
    """

    id: int
    hex: HexId = OFF_MAP
    box: str = ""
    steps: int = 0
    disrupted: bool = False
    climb: str = ""
    hero: str = ""
    hit: bool = False
    acted: bool = False
    command: str = ""
    late: bool = False
    wounded: bool = False


class Now(position.Now, frozen=True, omit_defaults=True):
    """The moment of a game.

    `seat`: whose knowledge this is, "" for the truth. `options` with their values. `off`: units off the map. `forces`:
    Germans by hex; `pools`: their counters off the map by kind, hidden from the player as all that is not revealed.

    `pile`, `discards`, `track` (the purpose of each card of this turn, OMA-2.1-20). `cleared`: obstacle hexes;
    `clearing`: how many by sector this turn. `naval` markers. `heroes` left by division. `smoke`, `limits`: events of
    this turn. `rockets`: how often they were called. `batteries`: off-map guns that can fire, and from turn 17
    `linked`: hexes of positions with a German line, both fixed as fire begins (OMA-12.24-1).
    `acting`: the sector whose actions are played, with two players also in other phases; `done`: those before it.
    `spent`: paid actions by sector. `orders`: units under each leader since the phase began (OMA-7.1-8). `fought`:
    hexes attacked or barraged in this phase.

    From turn 17: `posts`, the box of each command post on its track; `bases`, `garrisons`; `worked`, sectors whose
    engineers, and posts that, have done their work of this turn; `shelled`, sectors under artillery fire in this turn
    (OMA-19.33-1); `exits`, units that left the map.
    """

    seat: str = ""
    options: Mapping[str, str] = {}
    agenda: tuple[Task | Tie, ...] = ()
    off: Mapping[int, Unit] = {}
    forces: Mapping[HexId, Force] = {}
    pools: Mapping[str, Pile] = {}
    pile: Pile = ()
    discards: Pile = ()
    track: tuple[tuple[str, str], ...] = ()
    cleared: tuple[HexId, ...] = ()
    clearing: Mapping[str, int] = {}
    naval: int = 0
    heroes: Mapping[str, int] = {}
    reorganised: Mapping[str, int] = {}
    smoke: tuple[HexId, ...] = ()
    limits: tuple[str, ...] = ()
    rockets: int = 0
    batteries: tuple[str, ...] = ()
    linked: tuple[HexId, ...] = ()
    acting: str = ""
    done: tuple[str, ...] = ()
    spent: Mapping[str, int] = {}
    orders: Mapping[int, tuple[int, ...]] = {}
    fought: Mapping[HexId, str] = {}
    posts: Mapping[int, int] = {}
    bases: tuple[Base, ...] = ()
    garrisons: tuple[HexId, ...] = ()
    worked: tuple[str, ...] = ()
    shelled: tuple[str, ...] = ()
    exits: tuple[Exit, ...] = ()

    @property
    def stage(self) -> str:
        """Return what is being decided: the next step of the agenda, else the phase; "over" at the end."""
        return "over" if self.result else self.agenda[0].question if self.agenda else self.phase


@dataclass(kw_only=True)
class State(Kept[Board, Unit, Now]):
    """A game at one moment: the truth, or what the player knows of it."""

    # ---- reading

    @property
    def agenda(self) -> tuple[Task | Tie, ...]:
        """Return what is still to be settled."""
        return self.now.agenda

    @property
    def turn(self) -> int:
        """The turn."""
        return self.now.turn

    @property
    def late(self) -> int:
        """Return 1 in the extended game, else 0 (OMA-14-1, OMA-14-2)."""
        return self.board.tables.turns.late(self.now.turn)

    def chose(self, option: str, value: str = "yes") -> bool:
        """Check if the game was begun with a value of an option."""
        return self.now.options.get(option) == value

    @property
    def bombarded(self) -> bool:
        """The bombardment was effective (OMA-22.1-1)."""
        return self.chose("bombardment", "effective")

    @property
    def first(self) -> int:
        """The turn in which play begins."""
        return self.board.tables.variants.bombardment.first if self.bombarded else self.board.first

    @property
    def acts(self) -> bool:
        """Germans act by the icons of their cards: from turn 17 (OMA-16-1), or earlier (OMA-14.2-1)."""
        early = self.chose("early_actions") and self.turn >= self.board.tables.variants.early_actions
        return early or bool(self.late)

    @property
    def positions(self) -> Mapping[str, Position]:
        """The printed positions, and the positions that armour makes (OMA-23-1)."""
        if not self.chose("armour"):
            return self.board.positions

        def found() -> dict[str, Position]:
            made = (self.board.mobile(hex_) for hex_, force in self.now.forces.items() if force.armour)
            return {**self.board.positions, **{place.id: place for place in made}}

        return self.kept("positions", self.now.forces, found)

    def place_at(self, hex_: HexId) -> Position | None:
        """The position in a hex, of armour if that is there; None if there is none."""
        force = self.now.forces.get(hex_)
        return self.board.mobile(hex_) if force and force.armour else self.board.position_at.get(hex_)

    def place(self, hex_: HexId) -> Position:
        """The position in a hex that has one."""
        found = self.place_at(hex_)
        assert found is not None
        return found

    @property
    def tide(self) -> Tide:
        """The tide of this turn (OMA-5.21-1)."""
        return self.board.tables.turns.tide(max(1, self.now.turn))

    def side_of(self, unit: int) -> str:
        """The one side with units of its own."""
        return US

    def profile(self, unit: int) -> Profile:
        """A unit as printed."""
        return self.board.roster[unit]

    def unit(self, unit: int) -> Unit:
        """A unit, on the map or off it."""
        return self.units[unit] if unit in self.units else self.now.off[unit]

    def strength(self, unit: int) -> int:
        """The attack strength of a unit as it is."""
        return self.profile(unit).strength(self.unit(unit).steps)

    def boxed(self, box: str) -> list[Unit]:
        """The units in a box, by id."""
        return [unit for unit in self.now.off.values() if unit.box == box]

    def in_boxes(self, sector: str) -> list[Unit]:
        """The units in the landing boxes of a sector, by id."""
        boxes = self.board.boxes
        return [unit for unit in self.now.off.values() if unit.box in boxes and boxes[unit.box].sector == sector]

    def everyone(self) -> Iterator[Unit]:
        """Every unit and leader of the game."""
        yield from self.units.values()
        yield from self.now.off.values()

    def command(self, unit: int) -> str:
        """The sector under whose division a unit is (OMA-5.22-1)."""
        return self.unit(unit).command or self.profile(unit).sector

    def us_in(self, hex_: HexId) -> list[Unit]:
        """The US units in a hex, without HQs and generals, which do not count for stacking (OMA-7.61-1, OMA-11-1)."""
        return [unit for unit in self.stack(hex_) if not self.profile(unit.id).leader]

    def leaders_in(self, hex_: HexId) -> list[Unit]:
        """The HQs and generals in a hex."""
        return [unit for unit in self.stack(hex_) if self.profile(unit.id).leader]

    def limited(self, name: str) -> bool:
        """Check if an event of this turn limits something: "radio_out", "confusion east"."""
        return name in self.now.limits

    def paid_actions(self, sector: str) -> int:
        """The paid actions that a sector has left (OMA-7-1, OMA-15-4, OMA-17-1)."""
        most = self.board.tables.limits.paid[self.late] - self.limited(f"confusion {sector}")
        return most - self.now.spent.get(sector, 0)

    def losses(self, division: str) -> int:
        """The count in the loss box of a division: regular infantry of one step or none (OMA-13.1-1 to OMA-13.1-3)."""
        worn = sum(
            unit.steps <= 1
            for unit in self.everyone()
            if (profile := self.profile(unit.id)).regular and profile.division == division
        )
        return worn - self.now.reorganised.get(division, 0)

    def division_of(self, sector: str) -> str:
        """The division of a sector."""
        return OF_SECTOR[sector]

    # ---- changing (only `apply.py` calls these)

    def changed(self, **values: object) -> None:
        """Replace values of `now`."""
        self.now = msgspec.structs.replace(self.now, **values)

    def store(self, unit: Unit) -> None:
        """Store a unit where it is: on the map, or off it."""
        off = {id_: other for id_, other in self.now.off.items() if id_ != unit.id}
        if unit.hex != OFF_MAP:
            self.put(unit)
        else:
            if unit.id in self.units:
                self.take(unit.id)
            off = dict(sorted({**off, unit.id: unit}.items()))
        if off.keys() != self.now.off.keys() or unit.hex == OFF_MAP:
            self.changed(off=off)

    def change_all(self, units: Iterable[int], **values: object) -> None:
        """Replace values of units on the map."""
        for unit in list(units):
            if unit in self.units:
                self.put(msgspec.structs.replace(self.units[unit], **values))
