"""The truth: the changing part of a battle. Units, cards, fights are frozen; a change stores a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from wab.engine.kernel.agenda import Agenda, Step, pending
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.facts import Deriving
from wab.engine.kernel.values import Outcome
from wab.systems.cards.state.board import Board, Profile


class Unit(msgspec.Struct, frozen=True):
    """A unit on the field: `kind` as in the tables ("infantry", "elite_armour"...), figures left, the hex it is in."""

    id: int
    side: str
    kind: str
    figures: int
    hex: int


class Token(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ordered unit's marks for this turn: the activation token of section 5, with what it remembers.

    `face`: "move" may still move and attack later, "attack" may still attack, "none" is done (CRD-5-3 to CRD-5-6).
    `play` is the number of the card in force that ordered it, `section` the section it was ordered through, `start`
    the hex in which it began the turn. `spent` hexes paid for moving; `barred`: it may not attack this turn; `halted`:
    it may neither move on nor take ground (CRD-A2.1-2). `attacks` made, overruns left out; `overran`: it has made one.
    `moved`: it has made its move, `again`: also its second one (Behind Enemy Lines).
    """

    unit: int
    face: str = "move"
    play: int = 0
    section: str = ""
    start: int = -1
    spent: int = 0
    moved: bool = False
    barred: bool = False
    halted: bool = False
    attacks: int = 0
    overran: bool = False
    again: bool = False


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card in force this turn. `card` lies on the table, `effect` is the card whose text is followed.

    The two differ when Counter-Attack copies (CRD-C.counter_attack-1); `effect` is "" if nothing is copied or done.
    `section`: the one section in which it works, as its player sees it ("left", "center", "right"; in Overlord the
    number "1" to "6" as the south sees it, CRD-O-10), "" if the card says it all. `shared`: it was the open card of a
    team. `seat` played it; `general` ("left", "center", "right") got it in Overlord, "" is the commander or a plain
    game. `symbols`: dice rolled for its orders (Their Finest Hour, CRD-C.their_finest_hour-2), by face. `fall_back`:
    nothing of its kind is on the board, so one unit of choice is ordered (CRD-C-3).
    """

    card: str
    effect: str
    seat: str = ""
    section: str = ""
    shared: bool = False
    general: str = ""
    note: str = ""
    symbols: dict[str, int] = {}
    fall_back: bool = False


class Fight(Step, frozen=True, omit_defaults=True, tag=False):
    """An attack in progress (CRD-4.4.2-1). `hex` is the target's and `origin` the attacker's when it was declared.

    `stage` is one of four: "declared" (Ambush may be played, then the dice roll); "ambushed" (the ambush is being
    fought out); "rolled" (losses and retreats of the target); "ground" (the attacker may take the hex, CRD-4.4.10-1).
    `asked` are the seats that have answered whether they play Ambush (CRD-C.ambush-7).
    """

    attacker: int
    target: int
    origin: int
    hex: int
    dice: int
    close: bool = False
    overrun: bool = False
    stage: str = "declared"
    asked: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """Return whether to ambush; at the end, whether to take the ground."""
        return "ground" if self.stage == "ground" else "ambush"


class Retreating(Step, frozen=True, omit_defaults=True, tag=False):
    """A unit that must go back: `flags` rolled against it; it may ignore `ignorable` of them (0, 1, CRD-4.4.9-10)."""

    unit: int
    flags: int
    ignorable: int = 0

    @property
    def question(self) -> str:
        """Return which way back."""
        return "retreat"


class Salvo(Step, frozen=True, omit_defaults=True, tag=False):
    """An attack from off the board in progress (CRD-C-5): `targets` still to be rolled for, with `dice` each.

    `card` is the card whose way it is made in ("air_power", "barrage"), `side` who makes it.
    """

    card: str
    side: str
    dice: int
    targets: tuple[int, ...]

    @property
    def question(self) -> str:
        """None: the targets are rolled for one after the other."""
        return "salvo"


class Overrun(Step, frozen=True, tag=False):
    """An armour unit that may attack a second time, before any other unit does (CRD-4.4.11-1, CRD-4.4.11-6)."""

    unit: int

    @property
    def question(self) -> str:
        """Ask for the unit to overrun, or none."""
        return "overrun"


class Choosing(Step, frozen=True, tag=False):
    """Cards drawn; a seat keeps one (CRD-C.recon-2), in its hand or in the open place of its team."""

    seat: str
    cards: tuple[str, ...]
    shared: bool = False

    @property
    def question(self) -> str:
        """Return which card to keep."""
        return "keep"


class Owed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card to be drawn at the end of this turn, before its player draws (CRD-C.ambush-6): by whom, to which place."""

    seat: str
    shared: bool = False


@dataclass(slots=True)
class State(Deriving):
    """A battle at one moment.

    `turn` counts player turns from 1, `own_turns` the turns of each side. `active` is the side whose turn it is.
    `stage` is what it does ("opening", "card", "give", "strike", "order", "move", "rising", "attack", "second_move",
    "end"); `leader` names who does it where several do one after another (a field general, the member of a section
    team). `agenda` is what must be settled before the stage goes on, the next step first: a retreat comes before the
    fight or the salvo that caused it. `at` holds the unit in each hex that is occupied. `obstacles` by hex, in order of
    placing. `hands` by holder (a seat, or a side where a team has one hand), sorted; `shared` the open card of a team
    by side. `pile` and `discards` by whose they are: "" the common ones, a side's in Overlord (CRD-O-7); piles are
    sorted, a draw picks at random. `table` likewise holds the cards played this turn that are not discarded yet.
    `plays` are the cards in force, `last_plays` the cards of each side's last turn. `kills` counts enemy units
    eliminated, `exits` own units that left by an exit, both by the side that has the medals; `held` the side that holds
    each objective, by its number. `salvos` is the number of attacks from off the board made this turn, `struck` their
    targets. `stock` are the risers left, `waiting` the reinforcements still to come. `owed` are the cards to be drawn
    at the end of the turn. `engaged` is the unit that attacked last, 0 for none.
    """

    board: Board
    dice: Dice
    turn: int = 0
    active: str = ""
    stage: str = "opening"
    leader: str = ""
    units: dict[int, Unit] = field(default_factory=dict)
    at: dict[int, int] = field(default_factory=dict)
    obstacles: dict[int, tuple[str, ...]] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)
    pile: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    table: dict[str, tuple[str, ...]] = field(default_factory=dict)
    plays: tuple[Play, ...] = ()
    last_plays: dict[str, tuple[Play, ...]] = field(default_factory=dict)
    tokens: dict[int, Token] = field(default_factory=dict)
    agenda: Agenda = ()
    engaged: int = 0
    owed: tuple[Owed, ...] = ()
    own_turns: dict[str, int] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)
    exits: dict[str, int] = field(default_factory=dict)
    held: dict[int, str] = field(default_factory=dict)
    removed: tuple[int, ...] = ()
    cleared: tuple[int, ...] = ()
    salvos: int = 0
    struck: tuple[int, ...] = ()
    stock: int = 0
    waiting: tuple[int, ...] = ()
    result: Outcome | None = None
    version: int = 0
    _cache: dict[str, tuple[object, Any]] = field(default_factory=dict, compare=False, repr=False)

    def copy(self) -> State:
        """An independent copy that shares what never changes."""
        return State(
            self.board,
            self.dice,
            self.turn,
            self.active,
            self.stage,
            self.leader,
            self.units.copy(),
            self.at.copy(),
            self.obstacles.copy(),
            self.hands.copy(),
            self.shared.copy(),
            self.pile.copy(),
            self.discards.copy(),
            self.table.copy(),
            self.plays,
            self.last_plays.copy(),
            self.tokens.copy(),
            self.agenda,
            self.engaged,
            self.owed,
            self.own_turns.copy(),
            self.kills.copy(),
            self.exits.copy(),
            self.held.copy(),
            self.removed,
            self.cleared,
            self.salvos,
            self.struck,
            self.stock,
            self.waiting,
            self.result,
            self.version,
            self._cache.copy(),
        )

    # ---- what is still to be settled

    @property
    def fight(self) -> Fight | None:
        """The attack in progress."""
        return pending(self.agenda, Fight)

    @property
    def retreat(self) -> Retreating | None:
        """The unit that must go back now."""
        return pending(self.agenda, Retreating)

    @property
    def salvo(self) -> Salvo | None:
        """The attack from off the board in progress."""
        return pending(self.agenda, Salvo)

    @property
    def overrunner(self) -> int:
        """The unit that may overrun now, 0 for none."""
        step = pending(self.agenda, Overrun)
        return 0 if step is None else step.unit

    @property
    def choosing(self) -> Choosing | None:
        """The drawn cards that the seat must choose from."""
        return pending(self.agenda, Choosing)

    # ---- reading

    def profile(self, unit: int) -> Profile:
        """Return the profile of a unit: its name, its size at set-up; also of one that has left the field."""
        return self.board.roster[unit]

    def units_of(self, side: str) -> Iterator[Unit]:
        """The units of a side on the field, by id."""
        return (unit for _, unit in sorted(self.units.items()) if unit.side == side)

    def unit_in(self, hex_: int) -> Unit | None:
        """The unit in a hex, None if there is none."""
        id_ = self.at.get(hex_)
        return None if id_ is None else self.units[id_]

    def obstacles_in(self, hex_: int) -> tuple[str, ...]:
        """The obstacles in a hex."""
        return self.obstacles.get(hex_, ())

    # ---- changing (only `apply.py` and makers of a state of known facts call these)

    def put(self, unit: Unit) -> None:
        """Set a unit, new or changed, in its hex."""
        before = self.units.get(unit.id)
        if before is not None and self.at.get(before.hex) == unit.id:
            del self.at[before.hex]
        self.units[unit.id] = unit
        self.at[unit.hex] = unit.id

    def take(self, unit: int) -> None:
        """Take a unit off the field."""
        gone = self.units.pop(unit)
        if self.at.get(gone.hex) == unit:
            del self.at[gone.hex]
        self.removed = (*self.removed, unit)
