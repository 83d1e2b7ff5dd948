"""States and views as canonical bytes: for digests, saves, and the process in which a computer player thinks."""

from __future__ import annotations

import msgspec

from wab.engine.files.safe_json import check_names
from wab.engine.kernel.agenda import Agenda, Step
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.values import Outcome
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


STEPS = (
    "opening", "card", "give", "strike", "order", "move", "rising", "attack", "second_move", "end", "over",
)  # fmt: skip
"""The values of `State.stage`."""

_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Packed)
_AS_THEY_ARE = (
    "dice", "turn", "active", "stage", "leader", "hands", "pile", "plays", "last_plays", "engaged", "owed", "own_turns",
    "kills", "exits", "removed", "cleared", "salvos", "struck", "stock", "waiting", "result",
)  # fmt: skip
"""Fields that a state and its data have alike."""


def pack(state: State) -> Packed:
    """A state as plain data."""
    choosing = state.choosing
    return Packed(
        scenario=state.board.scenario_id,
        options=dict(state.board.options),
        units=tuple([unit for _, unit in sorted(state.units.items())]),
        obstacles=tuple(sorted(state.obstacles.items())),
        shared={side: card for side, card in state.shared.items() if card},
        discards={pile: cards for pile, cards in state.discards.items() if cards},
        table={pile: cards for pile, cards in state.table.items() if cards},
        tokens=tuple([token for _, token in sorted(state.tokens.items())]),
        fight=state.fight,
        retreat=state.retreat,
        salvo=state.salvo,
        overrunner=state.overrunner,
        drawn=choosing.cards if choosing is not None else (),
        drawing=Owed(choosing.seat, choosing.shared) if choosing is not None else None,
        held=tuple(sorted(state.held.items())),
        **{name: getattr(state, name) for name in _AS_THEY_ARE},
    )


def unpack(packed: Packed) -> State:
    """The state that `pack` made data of; ValueError when it names what is not there."""
    board = build_board(packed.scenario, packed.options)
    _check_names(packed, board)
    state = State(
        board,
        obstacles=dict(packed.obstacles),
        shared=packed.shared,
        discards=packed.discards,
        table=packed.table,
        tokens={token.unit: token for token in packed.tokens},
        agenda=_agenda(packed),
        held=dict(packed.held),
        **{name: getattr(packed, name) for name in _AS_THEY_ARE},
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
    check_names(
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


def encode(state: State) -> bytes:
    """Canonical bytes of a state: equal states give equal bytes on any machine."""
    return _encoder.encode(pack(state))


def decode(data: bytes) -> State:
    """The state that `encode` wrote; ValueError when the bytes are none."""
    return unpack(_states.decode(data))
