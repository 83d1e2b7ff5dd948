"""The truth: the changing part of a game. Everything but units, control and dice is one immutable value, `Now`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgspec

from wab.content.zocbonds.shapes import Army, Side
from wab.content.zocbonds.tables import WeatherRow, stack_points
from wab.engine.kernel.agenda import Agenda
from wab.field import position
from wab.field.boxes import moved
from wab.field.packs import Kept
from wab.hexes import HexId
from wab.systems.zocbonds.state.board import CODES, Board, Flags, Profile, enemy_of
from wab.systems.zocbonds.state.bonds import Bonds, bonds
from wab.systems.zocbonds.state.steps import AnyStep, Fight

SUPPLIED, OUT, ISOLATED = 0, 1, 2
"""Supply of a unit: in supply, marked out of supply, and the red side of that marker (ZOC-18.3, ZOC-18.5)."""
Mode = str
"""The manner in which a unit has moved in this phase: "" not at all, "ordinary", "tactical", "strategic", "bicycle",
"landing".
"""


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The condition of a unit, with the markers that lie on it (ZOC-2.3-1).

    `steps` are the steps left; `spent` sixths of a movement point this phase; `left_zone`: it has paid for leaving a
    zone. `column`, `truck`: it stands under a strategic movement or truck marker (ZOC-9.8, ZOC-9.9). `moved_side`: a
    headquarters or Werfer brigade shows its moved side (ZOC-17.1). `landed`: it came ashore this turn; `regroup`: with
    the marker (ZOC-6.5.2-4). `replaced`: it took a replacement this turn. `released`: its restriction is over
    (ZOC-17.6). `fought`, `retreated` and `halted` (friends stopped it after one hex, ZOC-13.3-2) are of this combat
    phase. `hexes`: how many it has entered by movement since the last initial phase (ZOC-17.2-11).
    """

    id: int
    hex: HexId
    steps: int
    supply: int = SUPPLIED
    mode: Mode = ""
    spent: int = 0
    left_zone: bool = False
    stopped: bool = False
    disrupted: bool = False
    scattered: bool = False
    reserve: bool = False
    landed: bool = False
    regroup: bool = False
    replaced: bool = False
    column: bool = False
    truck: bool = False
    moved_side: bool = False
    released: bool = False
    fought: bool = False
    retreated: bool = False
    halted: bool = False
    hexes: int = 0


class Works(msgspec.Struct, frozen=True):
    """An improved position (ZOC-16.1) in a hex: whose marker it is (axis, us, commonwealth), and whether it is done.

    `permanent`: of the Cherbourg Perimeter, printed on the map (ZOC-16.3). `builder`: the unit that began it, 0 for
    none.
    """

    hex: HexId
    maker: str
    done: bool = False
    permanent: bool = False
    builder: int = 0


class Mulberry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An artificial harbour: in building until turn `ready`, `done`, or `destroyed` for good (ZOC-21.1)."""

    ready: int = 0
    done: bool = False
    destroyed: bool = False


class Strafing(msgspec.Struct, frozen=True):
    """Air units sent to strafe a hex before the first attack of a segment (ZOC-19.1.4)."""

    army: str
    hex: HexId
    done: bool = False


class Now(position.Now, frozen=True, omit_defaults=True):
    """The moment of a game.

    `player`: the seat that plays the phase. `row`: the die of the weather row of the turn; `storms` so far; `receipts`:
    the row for what is received (ZOC-28.1). `boxes`: units off the map by box: "britain", "mobilisation/<formation>",
    "arrivals" (Germans still to come), "wave/<landing>" (assault and second wave), "gliders", "eliminated", "cadres"
    (the cadre box), "lost" (eliminated for good, ZOC-17.9-2), "withdrawn". `held`: turns for which a German
    reinforcement has been held back; `evacuated`: the steps of units that were taken back to Britain (ZOC-21.3-1).
    `supply`: points by track (seventh_army, fortress, panzergruppe_west, us, commonwealth). `replacements`: by track
    (german_infantry, german_armour, german_tiger, german_low/<highest quality allowed>, us_infantry, us_armour,
    us_airborne, british_infantry, canadian_infantry, british_armour, british_airborne). `points`: reinforcement points
    left by army; `beached`: points landed by beach this turn. `air`, `ships`: units left this turn by army;
    `works_left`: markers that may still be laid this turn by maker. `taken_airborne`: airborne divisions that have
    taken their replacement this turn. `led`: with two German players, the seat that leads each German in this player
    turn (ZOC-27.1-2). `attacked`: hexes attacked in this segment. `declined`: attacks, encoded, that the other player
    of a side would not join in it (ZOC-27.1). `once`: things that happen once a game, by name. `moving`: the units that
    moved last, which alone may go on (ZOC-9.1-3); `mobilised`: the divisions that have mobilised in this phase.
    """

    player: str = ""
    agenda: tuple[AnyStep, ...] = ()
    fight: Fight | None = None
    row: int = 2
    receipts: int = 2
    storms: int = 0
    options: Mapping[str, str] = {}
    boxes: Mapping[str, tuple[int, ...]] = {}
    held: Mapping[int, int] = {}
    evacuated: Mapping[int, int] = {}
    works: tuple[Works, ...] = ()
    supply: Mapping[str, int] = {}
    replacements: Mapping[str, int] = {}
    points: Mapping[str, int] = {}
    beached: Mapping[str, int] = {}
    air: Mapping[str, int] = {}
    ships: Mapping[str, int] = {}
    works_left: Mapping[str, int] = {}
    taken_airborne: tuple[str, ...] = ()
    mulberries: Mapping[str, Mulberry] = {}
    strafings: tuple[Strafing, ...] = ()
    attacked: tuple[HexId, ...] = ()
    once: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    moving: tuple[int, ...] = ()
    mobilised: tuple[str, ...] = ()
    led: Mapping[int, str] = {}

    @property
    def stage(self) -> str:
        """Return what is being decided: the question of the agenda, else the phase; "over" at the end."""
        if self.result:
            return "over"
        return self.agenda[0].question if self.agenda else self.phase


class Post(NamedTuple):
    """A stack. `zone`: it has a zone of control; `binds`: it may be the end of a bond (ZOC-8.5.1-1)."""

    units: tuple[int, ...]
    weight: int
    zone: bool
    binds: bool


@dataclass(kw_only=True)
class State(Kept[Board, Unit, Now]):
    """A game at one moment."""

    _bonds: dict[str, tuple[object, object, Bonds]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> State:
        """An independent copy that shares what never changes."""
        return replace(super().copy(), _bonds=self._bonds.copy())

    # ---- reading

    @property
    def agenda(self) -> Agenda:
        """Return what is still to be settled, the next step first."""
        return self.now.agenda

    @property
    def fight(self) -> Fight:
        """The combat that is being resolved; ValueError if there is none."""
        if self.now.fight is None:
            raise ValueError("there is no combat now")
        return self.now.fight

    def profile(self, unit: int) -> Profile:
        """Return the profile of a unit."""
        return self.board.roster[unit]

    def side_of(self, unit: int) -> Side:
        """The side of a unit."""
        return self.board.roster[unit].side

    def holds(self, side: str, hex_: HexId) -> bool:
        """Return whether a side controls a hex (ZOC-6.2-3)."""
        return self.control[hex_] == CODES[side]

    def values(self, unit: Unit) -> tuple[int, int, int]:
        """Strength, movement allowance and troop quality as the counter now shows them: full, reduced, and after two of
        three steps the values of the cadre (ZOC-2.3.5-1).
        """
        profile = self.board.roster[unit.id]
        return profile.values[min(profile.steps - unit.steps, len(profile.values) - 1)]

    def strength(self, unit: Unit) -> int:
        """Its combat strength now, before any halving (ZOC-2.3.1-1)."""
        return self.values(unit)[0]

    def quality(self, unit: Unit) -> int:
        """Its troop quality now; silhouettes and headquarters count as 0 (ZOC-11.5-3)."""
        profile = self.board.roster[unit.id]
        return 0 if profile.silhouette or profile.is_hq else self.values(unit)[2]

    def is_cadre(self, unit: Unit) -> bool:
        """Return whether a unit is down to its cadre (ZOC-17.9-1)."""
        return self.board.roster[unit.id].has_cadre and unit.steps == 1

    def has_zone(self, unit: Unit) -> bool:
        """Return whether a unit has a zone of control (ZOC-8.1-2)."""
        return self.board.roster[unit.id].zone and self.strength(unit) >= self.board.tables.markers.least_with_zone

    def binds(self, unit: Unit) -> bool:
        """Return whether a unit can be the end of a bond: scattered ones are not (ZOC-8.5.1-1, ZOC-20.2-5): they are
        passed by (ZOC-EOP-5).
        """
        return self.has_zone(unit) and not unit.scattered

    def weight(self, units: Iterable[int]) -> int:
        """Stacking points: 1 up to strength 2, else 2; free kinds, and one silhouette a hex, none (ZOC-7.1-1,
        ZOC-2.3.6-2). Markers are flags of units and count nothing (ZOC-2.3.8-1)."""
        return self.points(map(self.units.__getitem__, units))

    def points(self, units: Iterable[Unit]) -> int:
        """The same of units that need not stand on the map yet."""
        points, silhouettes, tables = 0, [], self.board.tables
        for unit in units:
            profile = self.board.roster[unit.id]
            worth = stack_points(self.strength(unit), tables.types[profile.type], tables.markers.stacking)
            if profile.silhouette:
                silhouettes.append(worth)
            else:
                points += worth
        return points + sum(silhouettes) - max(silhouettes, default=0)

    def post(self, hex_: HexId) -> Post | None:  # type: ignore[override]  # more than a Stack knows
        """The stack in a hex as the deployments know it, None if the hex is empty."""
        there = self.stack(hex_)
        if not there:
            return None
        units = self.stacks[hex_]
        return Post(units, self.weight(units), any(map(self.has_zone, there)), any(map(self.binds, there)))

    def zone_of(self, side: str) -> Flags:
        """bool[N]: the hexes in a side's zones of control (ZOC-8.1)."""
        found: Flags = self.deployed(side).zone > 0
        return found

    def bonds_of(self, side: str) -> Bonds:
        """The bonds of a side as units stand now (ZOC-8.5); the same object while the same ones hold."""
        own, enemy = self.deployed(side), self.deployed(enemy_of(side))
        known = self._bonds.get(side)
        if known is None or known[0] is not own or known[1] is not enemy:
            ends = own.occupied.copy()
            for hex_, post in own.posts.items():
                ends[hex_] = post.binds  # type: ignore[attr-defined]  # posts are of this system
            found = bonds(self.board.ground, ends, enemy.occupied)
            if known is not None and known[2].each == found.each:
                found = known[2]
            known = self._bonds[side] = (own, enemy, found)
        return known[2]

    @property
    def weather(self) -> WeatherRow:
        """The row of the weather table that counts this turn (ZOC-4.1-4)."""
        return self.board.tables.weather.rows[self.now.row - 1]

    @property
    def sky(self) -> str:
        """The weather: storm, overcast or clear."""
        return self.weather.sky

    def works_in(self, hex_: HexId) -> Works | None:
        """The improved position in a hex, done or begun; None if there is none (ZOC-16.1)."""
        return next((works for works in self.now.works if works.hex == hex_), None)

    def has_works(self, hex_: HexId) -> bool:
        """Return whether a finished improved position stands in a hex."""
        works = self.works_in(hex_)
        return works is not None and works.done

    def box(self, name: str) -> tuple[int, ...]:
        """The units in a box, ascending; see `Now.boxes`."""
        return self.now.boxes.get(name, ())

    def lost_now(self, army: Army) -> Iterator[int]:
        """Units of an army that are eliminated, those among them that never come back (ZOC-17.9-2)."""
        gone = (*self.box("eliminated"), *self.box("lost"))
        return (unit for unit in gone if self.board.roster[unit].army == army)

    # ---- changing (only `apply.py` calls these)

    def changed(self, **values: object) -> None:
        """Replace values of `now`."""
        self.now = msgspec.structs.replace(self.now, **values)

    def change(self, unit: int, **values: object) -> None:
        """Replace values of a unit on the map."""
        self.put(msgspec.structs.replace(self.units[unit], **values))

    def rehouse(self, unit: int, box: str) -> None:
        """Take a unit out of its box, if any, and put it into another ("" for none)."""
        self.changed(boxes=moved(self.now.boxes, unit, box))
