"""States and views as canonical bytes: for digests, saves, and the process in which a computer player thinks."""

from __future__ import annotations

from typing import get_args

import msgspec

from wab.content.operations.shapes import Weather
from wab.engine.files.safe_json import check_names
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.values import Outcome
from wab.field import control
from wab.systems.operations.seen.knowledge import FIRST_CONTACT, board_for
from wab.systems.operations.state.board import NOBODY, SIDE_CODE, Board, Profile
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.state.state import STATUSES, Offer, Squadron, State, Unit


class Packed(msgspec.Struct, frozen=True):
    """A state as data. `control` is written in run lengths; `contacts` are the stand-in profiles of a view.

    `taken` is left out if no port was taken. The agenda is the advance on offer, or nothing.
    """

    scenario: str
    dice: Dice
    turn: int
    impulse: int
    active: str
    weather: str
    units: tuple[Unit, ...]
    control: str
    activation_points: int
    attacked_hexes: dict[str, tuple[int, ...]]
    hp_lost: dict[str, int]
    earned: dict[str, int]
    objective_points: tuple[tuple[int, dict[str, int]], ...]
    awaited: tuple[int, ...]
    removed: tuple[int, ...]
    rebuild_points: int
    offer: Offer | None
    result: Outcome | None
    weather_rule: str = ""
    contacts: tuple[tuple[int, Profile], ...] = ()
    squadrons: tuple[Squadron, ...] = ()
    taken: tuple[tuple[int, int], ...] | msgspec.UnsetType = msgspec.UNSET


_HOLDERS = (NOBODY, *SIDE_CODE.values())
_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Packed)
_AS_THEY_ARE = (
    "dice", "turn", "impulse", "active", "weather", "activation_points", "awaited", "removed", "rebuild_points",
    "result", "weather_rule",
)  # fmt: skip
"""Fields that a state and its data have alike."""


def pack(state: State) -> Packed:
    """A state as plain data."""
    ids = sorted(state.units)
    return Packed(
        scenario=state.board.scenario_id,
        units=tuple([state.units[id_] for id_ in ids]),
        control=_control_text(state),
        attacked_hexes={side: hexes for side, hexes in state.attacked_hexes.items() if hexes},
        hp_lost={side: hp for side, hp in state.hp_lost.items() if hp},
        earned={side: points for side, points in state.earned.items() if points},
        objective_points=tuple(sorted(state.objective_points.items(), key=lambda entry: entry[0])),
        offer=state.offer,
        contacts=tuple([(id_, state.roster[id_]) for id_ in ids if id_ >= FIRST_CONTACT]),
        squadrons=tuple(squadron for _, squadron in sorted(state.squadrons.items())),
        taken=tuple(sorted(state.taken.items())) or msgspec.UNSET,
        **{name: getattr(state, name) for name in _AS_THEY_ARE},
    )


def unpack(packed: Packed, board: Board) -> State:
    """The state that `pack` made data of, on its board; ValueError when it is of another one."""
    _check(packed, board)
    state = State(
        board,
        {**board.roster_on(packed.turn), **dict(packed.contacts)},
        control=control.from_runs(packed.control, board.grid.size, _HOLDERS),
        attacked_hexes=packed.attacked_hexes,
        hp_lost=packed.hp_lost,
        earned=packed.earned,
        objective_points=dict(packed.objective_points),
        agenda=() if packed.offer is None else (packed.offer,),
        taken=dict(packed.taken or ()),
        squadrons={squadron.id: squadron for squadron in packed.squadrons},
        **{name: getattr(packed, name) for name in _AS_THEY_ARE},
    )
    state.put_all(packed.units)
    return state


def _check(packed: Packed, board: Board) -> None:
    """Everything that the data name must be there: units, hexes, aircraft, reinforcements, sides, weather."""
    known = {*board.roster, *(id_ for id_, _ in packed.contacts)}
    points = {side for _, points in packed.objective_points for side in points}
    check_names(
        ("unit", {unit.id for unit in packed.units} | set(packed.removed), known),
        ("hex", {unit.hex for unit in packed.units} | {hex_ for hex_, _ in packed.taken or ()}, board.grid),
        ("air unit", {squadron.id for squadron in packed.squadrons}, board.squadrons),
        ("reinforcement", packed.awaited, range(len(board.entries))),
        ("objective", {number for number, _ in packed.objective_points}, range(len(board.objectives))),
        ("hex", {hex_ for hexes in packed.attacked_hexes.values() for hex_ in hexes}, board.grid),
        ("hex", {packed.offer.target} if packed.offer else (), board.grid),
        ("unit on the map", packed.offer.units if packed.offer else (), {unit.id for unit in packed.units}),
        ("side", {packed.active} - {""}, SIDE_CODE),
        ("side", {*packed.attacked_hexes, *packed.hp_lost, *packed.earned, *points}, SIDE_CODE),
        ("weather", {packed.weather}, get_args(Weather)),
        ("choice of weather", {packed.weather_rule}, ("", "historical", "random")),
        ("status of an air unit", {squadron.status for squadron in packed.squadrons}, STATUSES),
    )


def _control_text(state: State) -> str:
    """Control as run lengths, as text: "12x1" for twelve hexes of side 1."""
    codes = bytes(state.control)
    return state.kept("control text", codes, lambda: control.to_runs(codes))


def encode(state: State) -> bytes:
    """Canonical bytes of a state: equal states give equal bytes on any machine."""
    return _encoder.encode(pack(state))


def decode(data: bytes, seat: str = "") -> State:
    """The state that `encode` wrote, on the board as a seat may read it; ValueError when the bytes are none."""
    packed = _states.decode(data)
    board = build_board(packed.scenario)
    return unpack(packed, board_for(board, seat) if seat else board)
