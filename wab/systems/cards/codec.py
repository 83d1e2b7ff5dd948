"""States and views as canonical bytes: for digests, saves, and the process in which a computer player thinks."""

from __future__ import annotations

import msgspec

from wab.engine.dice import Dice
from wab.engine.system import Outcome
from wab.systems.cards.board import Board
from wab.systems.cards.setup import build_board
from wab.systems.cards.state import Fight, Owed, Play, Retreating, Salvo, State, Token, Unit


class Packed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state as data; the fields are those of `State`."""

    scenario: str
    options: dict[str, str]
    dice: Dice
    turn: int = 0
    active: str = ""
    stage: str = ""
    leader: str = ""
    units: tuple[Unit, ...] = ()
    obstacles: tuple[tuple[int, tuple[str, ...]], ...] = ()
    hands: dict[str, tuple[str, ...]] = {}
    shared: dict[str, str] = {}
    pile: dict[str, tuple[str, ...]] = {}
    discards: dict[str, tuple[str, ...]] = {}
    table: dict[str, tuple[str, ...]] = {}
    plays: tuple[Play, ...] = ()
    last_plays: dict[str, tuple[Play, ...]] = {}
    tokens: tuple[Token, ...] = ()
    fight: Fight | None = None
    retreat: Retreating | None = None
    salvo: Salvo | None = None
    overrunner: int = 0
    engaged: int = 0
    owed: tuple[Owed, ...] = ()
    drawn: tuple[str, ...] = ()
    drawing: Owed | None = None
    own_turns: dict[str, int] = {}
    kills: dict[str, int] = {}
    exits: dict[str, int] = {}
    held: tuple[tuple[int, str], ...] = ()
    removed: tuple[int, ...] = ()
    cleared: tuple[int, ...] = ()
    salvos: int = 0
    struck: tuple[int, ...] = ()
    stock: int = 0
    waiting: tuple[int, ...] = ()
    result: Outcome | None = None


class PackedView(msgspec.Struct, frozen=True):
    """A view as data: whose it is, and the known state."""

    seat: str
    position: Packed


_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Packed)
_views = msgspec.json.Decoder(PackedView)


def pack(state: State) -> Packed:
    """A state as plain data."""
    return Packed(
        state.board.scenario_id,
        dict(state.board.options),
        state.dice,
        state.turn,
        state.active,
        state.stage,
        state.leader,
        tuple([unit for _, unit in sorted(state.units.items())]),
        tuple(sorted(state.obstacles.items())),
        state.hands,
        {side: card for side, card in state.shared.items() if card},
        state.pile,
        {pile: cards for pile, cards in state.discards.items() if cards},
        {pile: cards for pile, cards in state.table.items() if cards},
        state.plays,
        state.last_plays,
        tuple([token for _, token in sorted(state.tokens.items())]),
        state.fight,
        state.retreat,
        state.salvo,
        state.overrunner,
        state.engaged,
        state.owed,
        state.drawn,
        state.drawing,
        state.own_turns,
        state.kills,
        state.exits,
        tuple(sorted(state.held.items())),
        state.removed,
        state.cleared,
        state.salvos,
        state.struck,
        state.stock,
        state.waiting,
        state.result,
    )


def unpack(packed: Packed) -> State:
    """The state that `pack` made data of; ValueError when it names what is not there."""
    board = build_board(packed.scenario, packed.options)
    _check_names(packed, board)
    state = State(
        board,
        packed.dice,
        packed.turn,
        packed.active,
        packed.stage,
        packed.leader,
        obstacles=dict(packed.obstacles),
        hands=dict(packed.hands),
        shared=dict(packed.shared),
        pile=dict(packed.pile),
        discards=dict(packed.discards),
        table=dict(packed.table),
        plays=packed.plays,
        last_plays=dict(packed.last_plays),
        tokens={token.unit: token for token in packed.tokens},
        fight=packed.fight,
        retreat=packed.retreat,
        salvo=packed.salvo,
        overrunner=packed.overrunner,
        engaged=packed.engaged,
        owed=packed.owed,
        drawn=packed.drawn,
        drawing=packed.drawing,
        own_turns=dict(packed.own_turns),
        kills=dict(packed.kills),
        exits=dict(packed.exits),
        held=dict(packed.held),
        removed=packed.removed,
        cleared=packed.cleared,
        salvos=packed.salvos,
        struck=packed.struck,
        stock=packed.stock,
        waiting=packed.waiting,
        result=packed.result,
    )
    for unit in packed.units:
        state.put(unit)
    return state


def _check_names(packed: Packed, board: Board) -> None:
    """Everything that the data name must be there: units, hexes, obstacles, objectives."""
    hexes = frozenset(board.field.hexes)
    names = (
        ("unit", {unit.id for unit in packed.units} | {*packed.removed, *packed.waiting}, board.roster),
        ("ordered unit", {token.unit for token in packed.tokens}, {unit.id for unit in packed.units}),
        ("hex", {unit.hex for unit in packed.units} | {hex_ for hex_, _ in packed.obstacles}, hexes),
        ("obstacle", {name for _, works in packed.obstacles for name in works}, board.tables.obstacles),
        ("objective", {number for number, _ in packed.held}, range(len(board.objectives))),
        ("kind of unit", {unit.kind for unit in packed.units}, board.tables.units.kinds),
    )
    for what, named, there in names:
        for name in named:
            if name not in there:
                raise ValueError(f"there is no {what} {name}")


def encode_state(state: State) -> bytes:
    """Canonical bytes of a state: equal states give equal bytes on any machine."""
    return _encoder.encode(pack(state))


def decode_state(data: bytes) -> State:
    """The state that `encode_state` wrote; ValueError when the bytes are none."""
    return unpack(_states.decode(data))


def encode_view(seat: str, position: State) -> bytes:
    """Canonical bytes of a view."""
    return _encoder.encode(PackedView(seat, pack(position)))


def decode_view(data: bytes) -> tuple[str, State]:
    """Seat and known state of an encoded view; ValueError when the bytes are none."""
    packed = _views.decode(data)
    return packed.seat, unpack(packed.position)
