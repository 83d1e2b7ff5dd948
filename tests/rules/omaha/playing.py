"""Games at a moment of the sequence of play: orders with what comes of them, cards on top of the pile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.omaha.printed import BOARD, card_like, game, play, run
from wab.content.omaha.shapes import SYMBOLS
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.systems.omaha.sequence import flow
from wab.systems.omaha.sequence.decisions import DECISIONS, TASKS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.apply import apply
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Task

at = BOARD.hex


def acting(sector: str = "east", turn: int = 6, forces: Any = None, **units: Any) -> State:
    """A state in which the actions of a sector have begun."""
    state = game(turn, forces, **units)
    run(state, [ev.PhaseBegan("actions")])
    run(state, flow.give_orders(state))
    run(state, [ev.SectorBegan(sector)])
    return state


def give(state: State, order: Order, *answers: int) -> list[Event]:
    """Give a legal order and let everything follow; `answers` break the ties on the way. Return the events."""
    told = _happening(state, order)
    for answer in answers:
        told += _happening(state, od.Choose(answer))
    return told


def _happening(state: State, order: Order) -> list[Event]:
    refusal = DECISIONS.why_not(state, order)
    assert refusal is None, refusal
    return run(state, DECISIONS.execute(state, order))


def why(state: State, order: Order) -> str:
    """The code of the refusal of an order, "" if it is legal."""
    refusal = DECISIONS.why_not(state, order)
    return refusal.code if refusal else ""


def tasks(state: State, *steps: Task, answers: Any = ()) -> Any:
    """Carry out tasks to their end. Return events and ties."""
    return play(state, TASKS, *steps, answers=answers)


def on_top(state: State, **wanted: Any) -> str:
    """Leave one card in the pile, the first with these facts.

    Facts are landing, mine, target, the landing letter of a target symbol, the symbol of a colour ("" for none).
    """

    def fits(card: Any) -> bool:
        for name, value in wanted.items():
            if hasattr(card, name):
                if getattr(card, name) != value:
                    return False
            elif name in SYMBOLS:
                if card.landing[SYMBOLS.index(name)] != value:
                    return False
            elif (card.sign(name) or ("", "", ""))[1] != value:
                return False
        return True

    name = card_like(fits)
    state.changed(pile=(name,), discards=tuple(one for one in BOARD.cards if one != name))
    return name


def neighbours(label: str) -> Iterator[HexId]:
    return iter(BOARD.grid.adjacent(at(label)))


__all__ = ["DECISIONS", "acting", "apply", "at", "give", "neighbours", "on_top", "tasks", "why"]
