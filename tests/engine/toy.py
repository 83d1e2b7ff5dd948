"""A rule system of a page: two runners on a line who may step, throw dice at each other, and pass.

It has everything that the kernel cares for: moves that can be taken back, dice, hidden facts, an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import msgspec

from wab.engine import (
    Dice,
    Event,
    Game,
    LegalOrders,
    Nature,
    Order,
    Outcome,
    Refusal,
    Rolled,
    Sample,
    ScenarioInfo,
    Setup,
    System,
    Text,
    UsageError,
    View,
)

SIDES = ("red", "blue")
LENGTH, FAR, STEPS, LIVES, TURNS = 12, 3, 3, 2, 30
SCENARIO = "toy/line"


class Step(Order, frozen=True, tag="step"):
    by: int


class Throw(Order, frozen=True, tag="throw"):
    pass


class Pass(Order, frozen=True, tag="pass"):
    pass


class Stepped(Event, frozen=True, tag="stepped"):
    side: str
    to: int


class Hit(Event, frozen=True, tag="hit"):
    side: str


class Passed(Event, frozen=True, tag="passed"):
    final: ClassVar[bool] = True
    side: str


class Ended(Event, frozen=True, tag="ended"):
    final: ClassVar[bool] = True
    winner: str | None


@dataclass
class ToyState:
    dice: Dice
    places: dict[str, int]
    lives: dict[str, int]
    active: str = ""
    turn: int = 0
    steps: int = STEPS
    over: bool = False
    winner: str | None = None

    def copy(self) -> ToyState:
        return replace(self, places=dict(self.places), lives=dict(self.lives))


class Packed(msgspec.Struct):
    dice: Dice
    places: dict[str, int]
    lives: dict[str, int]
    active: str
    turn: int
    steps: int
    over: bool
    winner: str | None


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


class ToyView(View):
    """The enemy's place is -1 while it is far away."""

    def __init__(self, side: str, state: ToyState) -> None:
        super().__init__(side)
        self.state = state

    @property
    def to_act(self) -> str | None:
        return TOY.to_act(self.state)

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> str:
        return TOY.phase(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return TOY.outcome(self.state)

    def legal_orders(self, unit: int | None = None) -> LegalOrders:
        return LegalOrders(lambda: TOY.offered(self.state, unit) if self.to_act == self.side else (), self.why_not)

    def why_not(self, order: Order) -> Refusal | None:
        return TOY.why_not(self.state, order)

    @property
    def rules(self):
        return TOY

    def sample(self, seed: int) -> Sample:
        state = self.state.copy()
        state.dice = Dice(seed)
        enemy = other(self.side)
        if state.places[enemy] < 0:
            mine = state.places[self.side]
            state.places[enemy] = 0 if mine > FAR else LENGTH - 1
        return Sample(Setup("toy", SCENARIO, seed), state)

    def encode(self) -> bytes:
        return msgspec.json.encode((self.side, packed(self.state)), order="deterministic")


def packed(state: ToyState) -> Packed:
    return Packed(**{name: getattr(state, name) for name in Packed.__struct_fields__})


def unpacked(data: Packed) -> ToyState:
    return ToyState(**msgspec.structs.asdict(data))


class Toy(System[ToyState]):
    id = "toy"
    sides = SIDES
    nature = Nature(hidden_information=True, chance=True, step_limit=500, scouting=True)
    order_types = Step | Throw | Pass
    event_types = Stepped | Hit | Passed | Ended | Rolled

    def scenarios(self):
        return (ScenarioInfo(SCENARIO, "toy", "battle", {"en": "The line"}, SIDES, TURNS),)

    def new_state(self, scenario, seed, options):
        if scenario != SCENARIO:
            raise UsageError(f"There is no scenario {scenario!r}.")
        return ToyState(Dice(seed), {"red": 0, "blue": LENGTH - 1}, dict.fromkeys(SIDES, LIVES))

    def open(self, state) -> Iterator[Event]:
        yield Passed("blue")

    def to_act(self, state):
        return None if state.over else state.active

    def turn(self, state):
        return state.turn

    def phase(self, state):
        return "over" if state.over else "action"

    def offered(self, state, unit=None) -> Iterable[Order]:
        return [order for order in (Step(-1), Step(1), Throw(), Pass()) if self.why_not(state, order) is None]

    def why_not(self, state, order):
        if state.over:
            return Refusal(Text("It is over."), ("TOY-1-1",))
        mine, enemy = state.places[state.active], state.places[other(state.active)]
        match order:
            case Pass():
                return None
            case Step(by=by):
                free = by in (-1, 1) and 0 <= mine + by < LENGTH and mine + by != enemy and state.steps > 0
                return None if free else Refusal(Text("There is no way."), ("TOY-2-1",))
            case Throw():
                near = enemy >= 0 and abs(mine - enemy) <= FAR and state.steps > 0
                return None if near else Refusal(Text("Nobody is near."), ("TOY-3-1",))
        return Refusal(Text("What is that?"), ("TOY-1-2",))

    def execute(self, state, order) -> Iterator[Event]:
        side = state.active
        if isinstance(order, Step):
            yield Stepped(side, state.places[side] + order.by)
        elif isinstance(order, Throw):
            rolled = state.dice.roll(side, Text("Throw"))
            yield rolled
            if rolled.total >= 5:
                yield Hit(other(side))
            if state.lives[other(side)] == 0:
                yield Ended(side)
            elif rolled.total < 5:
                yield Passed(side)
        else:
            yield Passed(side)
        if state.turn > TURNS and not state.over:
            yield Ended(None)

    def apply(self, state, event) -> None:
        match event:
            case Rolled():
                state.dice = state.dice.after(event)
            case Stepped():
                state.places[event.side] = event.to
                state.steps -= 1
            case Hit():
                state.lives[event.side] -= 1
                state.steps -= 1
            case Passed():
                state.active, state.steps = other(event.side), STEPS
                state.turn += event.side == "blue"
            case Ended():
                state.over, state.winner = True, event.winner

    def reveals(self, before, events, after, seat):
        """A unit that comes near sees the enemy; the way there shows nothing."""
        near = [abs(state.places["red"] - state.places["blue"]) <= FAR for state in (before, after)]
        return Refusal(Text("The enemy was seen."), ("TOY-4-1",), code="seen") if near == [False, True] else None

    def outcome(self, state):
        if not state.over:
            return None
        points = {side: float(LIVES - state.lives[other(side)]) for side in SIDES}
        return Outcome(state.winner, "won" if state.winner else "draw", points)

    def view(self, state, side):
        known = state.copy()
        known.dice = Dice(0)
        if abs(state.places["red"] - state.places["blue"]) > FAR:
            known.places[other(side)] = -1
        return ToyView(side, known)

    def decode_view(self, data):
        side, state = msgspec.json.decode(data, type=tuple[str, Packed])
        return ToyView(side, unpacked(state))

    def witnessed(self, before, event, after, side):
        far = abs(after.places["red"] - after.places["blue"]) > FAR
        return None if isinstance(event, Stepped) and event.side != side and far else event

    def describe(self, knowledge, event):
        return (
            Text("{side} steps to {place}", {"side": event.side, "place": event.to})
            if isinstance(event, Stepped)
            else None
        )

    def problems(self, path):
        return iter(())

    def encode(self, state):
        return msgspec.json.encode(packed(state), order="deterministic")

    def decode(self, data):
        return unpacked(msgspec.json.decode(data, type=Packed))

    def invariants(self, state):
        return [f"{side} stands off the line" for side in SIDES if not 0 <= state.places[side] < LENGTH]

    def data_digest(self):
        return "toy"


TOY = Toy()


def toy_of(name: str) -> Toy:
    if name != "toy":
        raise UsageError(f"There is no rule system {name!r}.")
    return TOY


def new_game(seed: int = 1, observers=(), **options: str) -> Game[ToyState]:
    return Game.start(TOY, Setup("toy", SCENARIO, seed, options), observers=observers)


def play_some(game: Game[ToyState], orders: int, seed: int = 5) -> Game[ToyState]:
    """Play some random orders, taking one back now and then."""
    from wab.engine import Chance

    chance = Chance(seed, "toy")
    for _ in range(orders):
        if game.to_act is None:
            break
        choices = list(game.legal_orders())
        game.play(choices[chance.below(len(choices))])
        if game.why_not_undo() is None and chance.below(4) == 0:
            game.undo()
    return game
