"""States and views as canonical bytes: for digests, saves, and the process in which a computer player thinks."""

from __future__ import annotations

from collections.abc import Container, Iterable

import msgspec

from wab.engine.agenda import Agenda, Step
from wab.engine.dice import Dice
from wab.engine.system import Outcome
from wab.systems.cards.state.board import SIDES, Board
from wab.systems.cards.state.setup import build_board
from wab.systems.cards.state.state import Choosing, Fight, Overrun, Owed, Play, Retreating, Salvo, State, Token, Unit
from wab.systems.cards.state.teams import holders, pile_of


class Packed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state as data; the fields are the fields of `State`.

    Each kind of step on the agenda has a field of its own, as in the first saves: the digests in them stay true, and
    their snapshots can be read. An overrun is named by its unit, a choice of cards by the cards and where one goes.
    """

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


STEPS = (
    "opening", "card", "give", "strike", "order", "move", "rising", "attack", "second_move", "end", "over",
)  # fmt: skip
"""The values of `State.stage`."""

_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Packed)
_views = msgspec.json.Decoder(PackedView)


def pack(state: State) -> Packed:
    """A state as plain data."""
    choosing = state.choosing
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
        choosing.cards if choosing is not None else (),
        Owed(choosing.seat, choosing.shared) if choosing is not None else None,
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
        agenda=_agenda(packed),
        engaged=packed.engaged,
        owed=packed.owed,
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


def _agenda(packed: Packed) -> Agenda:
    """The steps that the data name, in the one order in which they can be pending; ValueError for cards of no seat.

    A retreat interrupts a fight or a salvo, a fight the choice of an overrun, and each of them a stage of the turn.
    """
    if packed.drawn and packed.drawing is None:
        raise ValueError("cards are drawn, and no seat chooses from them")
    due = packed.drawing
    steps: tuple[Step | None, ...] = (
        packed.retreat,
        packed.fight,
        packed.salvo,
        Overrun(packed.overrunner) if packed.overrunner else None,
        Choosing(due.seat, packed.drawn, due.shared) if due is not None else None,
    )
    return tuple([step for step in steps if step is not None])


def _check_names(packed: Packed, board: Board) -> None:
    """Everything that the data name must be there: units, hexes, obstacles, objectives, cards, holders of hands."""
    units = {unit.id for unit in packed.units}
    piles = (packed.pile, packed.discards, packed.table)
    cards = (*packed.hands.values(), *(cards for of_pile in piles for cards in of_pile.values()), packed.drawn)
    plays = (*packed.plays, *(play for of_side in packed.last_plays.values() for play in of_side))
    names: tuple[tuple[str, Iterable[object], Container[object]], ...] = (
        ("unit", {*units, *packed.removed, *packed.waiting, *packed.struck}, board.roster),
        ("unit on the board", _acting(packed), units | {0}),
        ("hex", {unit.hex for unit in packed.units} | {hex_ for hex_, _ in packed.obstacles}, set(board.field.hexes)),
        ("obstacle", {name for _, works in packed.obstacles for name in works}, board.tables.obstacles),
        ("objective", {number for number, _ in packed.held}, range(len(board.objectives))),
        ("kind of unit", {unit.kind for unit in packed.units}, board.tables.units.kinds),
        ("card", {card for row in cards for card in row if card}, board.cards),
        ("card", {key for play in plays for key in (play.card, play.effect) if key}, board.cards),
        ("hand", set(packed.hands), holders(board)),
        ("pile", {pile for of_pile in piles for pile in of_pile}, {pile_of(board, side) for side in SIDES}),
        ("side", {*packed.own_turns, *packed.kills, *packed.exits, *packed.shared}, SIDES),
        ("step", {packed.stage}, STEPS),
    )
    for what, named, there in names:
        for name in named:
            if name not in there:
                raise ValueError(f"there is no {what} {name}")


def _acting(packed: Packed) -> set[int]:
    """The units that do something now, or have something done to them; a fight may have cost one of its two."""
    acting = {token.unit for token in packed.tokens} | {packed.overrunner}
    if packed.retreat is not None:
        acting.add(packed.retreat.unit)
    if packed.salvo is not None:
        acting.update(packed.salvo.targets)
    if packed.fight is not None and packed.fight.stage == "declared":
        acting.update((packed.fight.attacker, packed.fight.target))
    return acting


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
