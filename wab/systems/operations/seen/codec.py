"""States and views as canonical bytes: for digests, saves, and the process in which a computer player thinks."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import get_args

import msgspec

from wab.content.operations.shapes import Weather
from wab.engine.dice import Dice
from wab.engine.system import Outcome
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


class PackedView(msgspec.Struct, frozen=True):
    """A view as data: whose it is, and the known state."""

    side: str
    position: Packed


_HOLDERS = (NOBODY, *SIDE_CODE.values())
_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Packed)
_views = msgspec.json.Decoder(PackedView)


def pack(state: State) -> Packed:
    """A state as plain data."""
    ids = sorted(state.units)
    return Packed(
        state.board.scenario_id,
        state.dice,
        state.turn,
        state.impulse,
        state.active,
        state.weather,
        tuple([state.units[id_] for id_ in ids]),
        _control_text(state),
        state.activation_points,
        {side: hexes for side, hexes in state.attacked_hexes.items() if hexes},
        {side: hp for side, hp in state.hp_lost.items() if hp},
        {side: points for side, points in state.earned.items() if points},
        tuple(sorted(state.objective_points.items(), key=lambda entry: entry[0])),
        state.awaited,
        state.removed,
        state.rebuild_points,
        state.offer,
        state.result,
        state.weather_rule,
        tuple([(id_, state.roster[id_]) for id_ in ids if id_ >= FIRST_CONTACT]),
        tuple(squadron for _, squadron in sorted(state.squadrons.items())),
        tuple(sorted(state.taken.items())) or msgspec.UNSET,
    )


def unpack(packed: Packed, board: Board) -> State:
    """The state that `pack` made data of, on its board; ValueError when it is of another one."""
    _check_names(packed, board)
    state = State(
        board,
        {**board.roster_on(packed.turn), **dict(packed.contacts)},
        packed.dice,
        packed.turn,
        packed.impulse,
        packed.active,
        packed.weather,
        control=control.from_runs(packed.control, board.grid.size, _HOLDERS),
        activation_points=packed.activation_points,
        attacked_hexes=dict(packed.attacked_hexes),
        hp_lost=dict(packed.hp_lost),
        earned=dict(packed.earned),
        objective_points={number: dict(points) for number, points in packed.objective_points},
        awaited=packed.awaited,
        removed=packed.removed,
        rebuild_points=packed.rebuild_points,
        agenda=() if packed.offer is None else (packed.offer,),
        result=packed.result,
        weather_rule=packed.weather_rule,
        taken=dict(packed.taken or ()),
        squadrons={squadron.id: squadron for squadron in packed.squadrons},
    )
    state.put_all(packed.units)
    return state


def _check_names(packed: Packed, board: Board) -> None:
    """Everything that the data name must be there: units, hexes, aircraft, reinforcements, sides, weather."""
    known = {*board.roster, *(id_ for id_, _ in packed.contacts)}
    names = (
        ("unit", {unit.id for unit in packed.units} | set(packed.removed), known),
        ("hex", {unit.hex for unit in packed.units} | {hex_ for hex_, _ in packed.taken or ()}, board.grid),
        ("air unit", {squadron.id for squadron in packed.squadrons}, board.squadrons),
        ("reinforcement", packed.awaited, range(len(board.entries))),
        ("objective", {number for number, _ in packed.objective_points}, range(len(board.objectives))),
        ("hex", {hex_ for hexes in packed.attacked_hexes.values() for hex_ in hexes}, board.grid),
        ("hex", {packed.offer.target} if packed.offer else (), board.grid),
        ("unit on the map", packed.offer.units if packed.offer else (), {unit.id for unit in packed.units}),
    )
    for what, named, there in names:
        for number in named:
            if number not in there:
                raise ValueError(f"there is no {what} number {number}")
    _check_words(packed)


def _check_words(packed: Packed) -> None:
    """The words in the data must be known: sides, weather, the state of an air unit at the start of the turn."""
    points = {side for _, points in packed.objective_points for side in points}
    words: tuple[tuple[str, Iterable[str], Container[str]], ...] = (
        ("side", {packed.active} - {""}, SIDE_CODE),
        ("side", {*packed.attacked_hexes, *packed.hp_lost, *packed.earned, *points}, SIDE_CODE),
        ("weather", {packed.weather}, get_args(Weather)),
        ("choice of weather", {packed.weather_rule}, ("", "historical", "random")),
        ("status of an air unit", {squadron.status for squadron in packed.squadrons}, STATUSES),
    )
    for what, named, there in words:
        for word in named:
            if word not in there:
                raise ValueError(f"there is no {what} {word!r}")


def _control_text(state: State) -> str:
    """Control as run lengths, as text: "12x1" for twelve hexes of side 1."""
    codes = bytes(state.control)
    return state.kept("control text", codes, lambda: control.to_runs(codes))


def encode_state(state: State) -> bytes:
    """Canonical bytes of a state: equal states give equal bytes on any machine."""
    return _encoder.encode(pack(state))


def decode_state(data: bytes) -> State:
    """The state that `encode_state` wrote; ValueError when the bytes are none."""
    packed = _states.decode(data)
    return unpack(packed, build_board(packed.scenario))


def encode_view(side: str, position: State) -> bytes:
    """Canonical bytes of a view."""
    return _encoder.encode(PackedView(side, pack(position)))


def decode_view(data: bytes) -> tuple[str, State]:
    """Side and known state of an encoded view; ValueError when the bytes are none."""
    packed = _views.decode(data)
    return packed.side, unpack(packed.position, board_for(build_board(packed.position.scenario), packed.side))
