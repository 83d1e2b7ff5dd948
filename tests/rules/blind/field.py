"""Positions for tests of the double-blind campaign: units wherever a test wants them, and what orders make of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import yaml
from msgspec.structs import replace

from wab.content.data import rules_root
from wab.content.ledger import Example, entry
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Order
from wab.engine.words.text import Text
from wab.systems.blind import SYSTEM
from wab.systems.blind.state.board import CODES, Board
from wab.systems.blind.state.orders import Done
from wab.systems.blind.state.setup import build_board, starting_state
from wab.systems.blind.state.state import DEAD, PHASES, State, Unit

CAMPAIGN = "blind/from-the-landing-to-the-breakout"
SHORT = "blind/from-cherbourg-to-caen"
Where = str | tuple[str, dict[str, Any]]


def example(number: int) -> tuple[Any, Any]:
    """Return what a worked example of the ledger gives and what it expects."""
    found = entry(f"BLD-X-{number}")[1]
    assert isinstance(found, Example)
    return found.given, found.expect


@cache
def rebuilt(id_: str) -> Any:
    """Return what a table of the ledger holds where it was put together again."""
    whole = yaml.safe_load((rules_root() / "blind.yaml").read_text(encoding="utf-8"))
    return next(table["rebuild"] for table in whole["tables"] if table["id"] == id_)


def board(scenario: str = CAMPAIGN) -> Board:
    return build_board(scenario)


def position(
    units: Mapping[str, Where], *, phase: str = "allied_first", scenario: str = CAMPAIGN, allied: str = "", **now: Any
) -> State:
    """Units by their ids, each in a hex or in a hex with values. The ground under Allied units, the beaches and the
    hexes of `allied` are Allied, all other land is German. Other units are dead unless `boxes` says otherwise.
    """
    on = board(scenario)
    state = starting_state(on, 1, now.pop("options", {}))
    state.control[:] = bytes(CODES["axis"] if land else 0 for land in on.land.tolist())
    for hex_ in (*on.beaches.values(), *map(on.hex, allied.split())):
        state.control[hex_] = CODES["allied"]
    state.put_all(())
    for key, where in units.items():
        label, values = (where, {}) if isinstance(where, str) else where
        profile = on.roster[on.ids[key]]
        target = {name: on.hex(label) for name, label in values.items() if name in ("target", "bound")}
        state.put(Unit(profile.id, on.hex(label), **{"steps": profile.steps, **values, **target}))
        state.control[on.hex(label)] = CODES[profile.side]
    boxes = {name: ids(state, *keys) for name, keys in now.pop("boxes", {}).items()}
    placed = {*state.units, *(unit for box in boxes.values() for unit in box)}
    boxes = {DEAD: tuple(sorted({*on.roster} - placed)), **boxes}
    usual = {"turn": 2, "side": PHASES[phase], "phase": phase, "stocks": {"br": 20, "ge": 20, "us": 20}}
    state.now = replace(state.now, **(usual | now), boxes={name: box for name, box in sorted(boxes.items()) if box})
    return state


def ids(state: State, *keys: str) -> tuple[int, ...]:
    """Numbers of units, ascending."""
    return tuple(sorted(state.board.ids[key] for key in keys))


def number(state: State, key: str) -> int:
    return state.board.ids[key]


def unit(state: State, key: str) -> Unit:
    """A unit on the map by its id; KeyError if it is not there."""
    return state.units[state.board.ids[key]]


def hexes(state: State, labels: str) -> tuple[int, ...]:
    return tuple(map(state.board.hex, labels.split()))


class Rigged(Dice, frozen=True):
    """Dice that show given faces, one after the other."""

    faces: tuple[int, ...] = ()

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        """Show the next face that is given."""
        return Rolled(stream, purpose, faces, self.drawn.get(stream, 0), self.faces[:1])

    def after(self, rolled: Rolled) -> Rigged:
        """The dice without the face that was shown."""
        return Rigged(self.seed, super().after(rolled).drawn, faces=self.faces[1:])


def carried_out(state: State, events: Iterable[Event]) -> list[Event]:
    """Apply events one by one, as a game does."""
    found = []
    for event in events:
        SYSTEM.apply(state, event)
        found.append(event)
    return found


def play(state: State, order: Order, *dice: int) -> list[Event]:
    """The events of a legal order, with dice as given. The state is sound afterwards."""
    assert why(state, order) is None, SYSTEM.why_not(state, order)
    if dice:
        state.dice = Rigged(1, dict(state.dice.drawn), faces=dice)
    found = carried_out(state, SYSTEM.execute(state, order))
    state.dice = Dice(1, dict(state.dice.drawn))
    assert SYSTEM.invariants(state) == []
    return found


def why(state: State, order: Order) -> str | None:
    """The code of the reason against an order, by what the side to act knows; None if it is legal."""
    seat = SYSTEM.to_act(state)
    assert seat is not None
    found = SYSTEM.view(state, seat).why_not(order)
    return None if found is None else found.code


def offered(state: State, kind: type[Order], key: str = "") -> list[Any]:
    """The orders of a kind on offer, of one unit if it is named."""
    seat = SYSTEM.to_act(state)
    assert seat is not None
    legal = SYSTEM.view(state, seat).legal_orders(number(state, key) if key else None)
    return [order for order in legal if isinstance(order, kind)]


def of(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def until(state: State, phase: str) -> State:
    """End phase after phase until one begins; questions at the table are not expected."""
    for _ in range(30):
        play(state, Done())
        if SYSTEM.phase(state) == phase:
            return state
    raise AssertionError(f"no {phase} begins")
