"""A board with its state for tests of the rules of combat, tasks played to their end, and examples of the ledger."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wab.content.ledger import Example, entry
from wab.content.omaha.shapes import CardRow, GunValue
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.omaha.combat.fields import fields_of
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.apply import apply
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.setup import build_board, starting_state
from wab.systems.omaha.state.state import State, turn_box
from wab.systems.omaha.state.steps import Force, Task, Tie

BOARD = build_board("omaha/the-first-waves")
GRID, TABLES, FIELDS = BOARD.grid, BOARD.tables, fields_of(BOARD)
at = BOARD.hex
ALONE, MARKED = Force("squad-1"), Force("squad-1", "wn_marker-1")
CARDS = [BOARD.card(name) for name in sorted(BOARD.cards)]
"""The deck, by number."""


def example(number: int) -> Any:
    """Return what a worked example of the ledger gives and expects."""
    found = entry(f"OMA-X-{number:02}")[1]
    assert isinstance(found, Example)
    return found.given, found.expect


def card(*fire: Any, target: Any = "circle", guns: GunValue | None = None) -> CardRow:
    """Return a card that shows some colours."""
    return CardRow(landing="AAA", mine=False, target=target, fire=fire, events=(), guns=guns)


def guns(text: str) -> GunValue:
    """Return an artillery value as the ledger prints it: "3:75+88+105"."""
    least, calibres = text.split(":")
    return GunValue(int(least), tuple(int(calibre) for calibre in calibres.split("+")))


def card_like(wanted: Any) -> str:
    """Return the name of the first card that a test wants."""
    return next(name for name in BOARD.cards if wanted(BOARD.card(name)))


# ---------------------------------------------------------------- a game set up by hand


def game(turn: int = 6, forces: dict[str, Force] | None = None, **units: Any) -> State:
    """Return a state with Germans by hex, and with US units by name: a hex, or a hex and changes.

    Names of units are written with "_" for "/", "__" for a space: E_2_16="0615". Other units are on the turn track.
    """
    state = starting_state(BOARD, seed=1)
    state.changed(turn=turn, phase="fire", forces={at(label): force for label, force in sorted((forces or {}).items())})
    for unit in [unit for unit in state.now.off.values() if unit.box in BOARD.boxes]:
        state.store(replace(unit, box=turn_box(BOARD.last)))
    for name, place in units.items():
        label, changes = place if isinstance(place, tuple) else (place, {})
        unit = state.unit(of(name))
        where = {"box": label} if label in BOARD.boxes else {"hex": at(label), "box": ""}
        state.store(replace(unit, **{**where, **changes}))
    return state


def of(name: str, board: Board = BOARD) -> int:
    """Return the number of a unit by its name."""
    return board.ids[name if name in board.ids else name.replace("__", " ").replace("_", "/")]


def run(state: State, events: Any) -> list[Event]:
    """Apply events as they come, and return them."""
    told = []
    for event in events:
        apply(state, event)
        told.append(event)
    return told


def play(state: State, tasks: Any, *steps: Task, answers: Any = (), events: Any = ()) -> tuple[list[Event], list[Tie]]:
    """Apply events, then carry out tasks until none is left. Return events and ties.

    `answers` break the ties, in their order, or as a function of the tie.
    """
    told, ties = run(state, events), list[Tie]()
    left = answers if callable(answers) else list(answers)
    told += run(state, [ev.Due(steps)])
    while state.agenda:
        first = state.agenda[0]
        if isinstance(first, Tie):
            ties.append(first)
            answer = left(first) if callable(left) else left.pop(0)
            assert answer in first.among
            told += run(state, [ev.Chosen(answer)])
        else:
            told += run(state, tasks[first.name](state, first))
    assert callable(left) or not left
    return told, ties


def hexes_with(position: str, level: str) -> list[HexId]:
    """Return the hexes with a dot of a level of a position."""
    return [hex_ for hex_, found in BOARD.positions[position].dots.items() if found == level]


def label(hex_: HexId) -> str:
    """Return the label of a hex."""
    return GRID.label(hex_)
