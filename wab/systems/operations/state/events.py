"""All events of the flagship. `apply.py` says what each event changes; nothing else changes a state."""

from __future__ import annotations

from typing import ClassVar

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import Text
from wab.systems.operations.state.state import Squadron

UnitId = int
HexId = int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn starts (OPS-5.1-1): its number and weather; per-turn marks and points are reset.

    `rebuild_points` are the Axis reconstitution points of the turn; those left of the last are lost (OPS-8.3.3-5).
    """

    final: ClassVar[bool] = True
    turn: int
    weather: str
    rebuild_points: int = 0


class AirReadied(Event, frozen=True, tag="air_readied"):
    """Start of a turn: the air units of a side were tested (OPS-10.3.1-12); `squadrons` as they are for the turn."""

    final: ClassVar[bool] = True
    side: str
    squadrons: tuple[Squadron, ...]


class FleetReadied(Event, frozen=True, tag="fleet_readied"):
    """Start of a turn: the ships of a side were tested (OPS-10.1.1-16); those `missing` can do nothing this turn."""

    final: ClassVar[bool] = True
    side: str
    ready: tuple[UnitId, ...]
    missing: tuple[UnitId, ...] = ()


class QualityChanged(Event, frozen=True, tag="quality_changed"):
    """Start of a turn: units are of another quality from now on (OPS-3.2-2), as the scenario says."""

    final: ClassVar[bool] = True
    units: tuple[UnitId, ...]
    quality: str


class ImpulseBegan(Event, frozen=True, tag="impulse_began"):
    """A side's impulse starts: activation points refilled (OPS-5.2-6), the supply of its units judged (OPS-8.5.1-9).

    `held` are its units that stand in an enemy zone of control now (OPS-8.2.1-2).
    """

    final: ClassVar[bool] = True
    side: str
    impulse: int
    activation_points: int
    unsupplied: tuple[UnitId, ...]
    supplied: tuple[UnitId, ...]
    held: tuple[UnitId, ...] = ()


class ImpulseEnded(Event, frozen=True, tag="impulse_ended"):
    """A side has passed; `control` are the hexes that its zone of control wins (OPS-6.5-4)."""

    final: ClassVar[bool] = True
    side: str
    control: tuple[HexId, ...] = ()


class Arrived(Event, frozen=True, tag="arrived"):
    """A reinforcement enters at a hex (OPS-8.3.1-2). `entry` is its number in the scenario's list of arrivals."""

    final: ClassVar[bool] = True
    unit: UnitId
    entry: int
    hex: HexId


class Activated(Event, frozen=True, tag="activated"):
    """A unit is activated for this impulse; one activation point is spent (OPS-5.2-2)."""

    unit: UnitId


class Moved(Event, frozen=True, tag="moved"):
    """Units went along a path, their first hex first; `spent` half movement points each (OPS-6.2-9).

    `halted`: they entered an enemy zone of control and may go no farther this turn (OPS-8.2.1-1); a unit that is held
    has gone its only hex without that (OPS-8.2.1-2). `control` are the hexes that passed to the mover on the way;
    `stopped` says why it stopped before its goal.
    """

    units: tuple[UnitId, ...]
    path: tuple[HexId, ...]
    spent: int
    strategic: bool = False
    halted: bool = False
    control: tuple[HexId, ...] = ()
    stopped: Text | None = None


class Sighted(Event, frozen=True, tag="sighted"):
    """A side sees enemy units that it did not see before, or sees them better (OPS-6.1-13)."""

    final: ClassVar[bool] = True
    side: str
    units: tuple[UnitId, ...]


class Intruded(Event, frozen=True, tag="intruded"):
    """Units entered a hex of the other side: they stay spotted to the end of its next impulse (OPS-6.5-3).

    Where that happens in an impulse of the other side, by a retreat, its next impulse is the one after.
    """

    units: tuple[UnitId, ...]


class SquadronFlew(Event, frozen=True, tag="squadron_flew"):
    """An air unit flew against a hex and was fired at (OPS-7.6-1): the `points` that got through, the `hp` it lost.

    `aborted`: the mission was given up (OPS-7.4.4-4). `roll` is the total of the dice, 0 without fire; the result is
    read at roll + `anti_air` - `defence`. `guns` are the units that fired, `out_to` the last turn in which the air unit
    is out because of it.
    """

    final: ClassVar[bool] = True
    squadron: UnitId
    target: HexId
    points: int
    aborted: bool
    hp: int
    out_to: int
    roll: int
    anti_air: int
    defence: int
    guns: tuple[UnitId, ...] = ()

    @property
    def total(self) -> int:
        """Return what the table was read with, 0 without fire."""
        return self.roll + self.anti_air - self.defence if self.roll else 0


class CombatJoined(Event, frozen=True, tag="combat_joined"):
    """An attack is made (OPS-7.3.1-1): both sides, the ratio before and after its shifts, every cause listed.

    Values in hundredths of a point. `columns` shift the ratio, `lines` the dice.
    """

    attackers: tuple[UnitId, ...]
    supports: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    target: HexId
    main: HexId
    attack: int
    defence: int
    ratio: str
    final_ratio: str
    columns: tuple[Shift, ...]
    lines: tuple[Shift, ...]


class CombatResolved(Event, frozen=True, tag="combat_resolved"):
    """The dice have spoken: modified total and the cell of the combat results table (OPS-7.3.3-1)."""

    target: HexId
    roll: int
    ratio: str
    attacker_hp: int
    defender_hp: int
    retreat: bool


class Bombarded(Event, frozen=True, tag="bombarded"):
    """A hex was bombarded (OPS-7.5.2-1): points after reduction, dice total, HP the stack loses."""

    units: tuple[UnitId, ...]
    target: HexId
    points: int
    roll: int
    hp: int
    shifts: tuple[Shift, ...] = ()


class LostHp(Event, frozen=True, tag="lost_hp"):
    """A unit loses HP. `cause` is combat, bombardment, retreat or attrition."""

    unit: UnitId
    hp: int
    cause: str


class Tired(Event, frozen=True, tag="tired"):
    """A unit's fatigue changes by `percent`, down for rest (OPS-8.4.2)."""

    unit: UnitId
    percent: int
    cause: str


class Retreated(Event, frozen=True, tag="retreated"):
    """A unit retreats one hex (OPS-7.3.5-2)."""

    unit: UnitId
    origin: HexId
    hex: HexId
    control: bool = False


class Removed(Event, frozen=True, tag="removed"):
    """A unit leaves the game. `cause`: destroyed, surrendered, exhausted, captured, withdrawn; `hp` it had left."""

    final: ClassVar[bool] = True
    unit: UnitId
    cause: str
    hp: int


class AdvanceOffered(Event, frozen=True, tag="advance_offered"):
    """The attacker may advance into the hex left by the defender (OPS-7.3.5-8); the units that may, in the order
    offered.
    """

    target: HexId
    units: tuple[UnitId, ...]


class Advanced(Event, frozen=True, tag="advanced"):
    """Units advance after combat; none: the attacker stays. `control` tells whether the hex changes hands.

    `halted`: they may go no farther this turn, since they entered an enemy zone of control (OPS-8.2.1-1).
    """

    units: tuple[UnitId, ...]
    target: HexId
    control: bool = False
    halted: bool = False


class Reconstituted(Event, frozen=True, tag="reconstituted"):
    """A unit regains HP (OPS-8.3.2-4, OPS-8.3.3-2); `points` are the reconstitution points spent on it."""

    unit: UnitId
    hp: int
    points: int


class Scored(Event, frozen=True, tag="scored"):
    """A side earns points. `source` is turn, end, handicap; `objective` its number in the scenario, -1 for none."""

    side: str
    points: int
    source: str
    objective: int = -1


class SupplyJudged(Event, frozen=True, tag="supply_judged"):
    """End of the turn: units without supply, whose count of turns without it goes up by one (OPS-8.5.1-9)."""

    unsupplied: tuple[UnitId, ...]
    supplied: tuple[UnitId, ...]


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over (OPS-9.1-1). `reason` is points, immediate or destruction; `points` the final totals by side."""

    final: ClassVar[bool] = True
    winner: str | None
    level: str
    reason: str
    points: dict[str, int]


OperationsEvent = (
    TurnBegan
    | AirReadied
    | FleetReadied
    | QualityChanged
    | ImpulseBegan
    | ImpulseEnded
    | Arrived
    | Activated
    | Moved
    | Sighted
    | Intruded
    | SquadronFlew
    | CombatJoined
    | CombatResolved
    | Bombarded
    | LostHp
    | Tired
    | Retreated
    | Removed
    | AdvanceOffered
    | Advanced
    | Reconstituted
    | Scored
    | SupplyJudged
    | GameEnded
    | Rolled
)
