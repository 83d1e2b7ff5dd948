"""Seats and teams (ledger annex 5): seats of a side, whose turn it is, the hand of each seat, the leader of each unit.

Three or four play an ordinary scenario, set up as usual (CRD-A5.1-1, CRD-A5.1-3), and everything that is not said here
is as for two (CRD-A5.1-22). A side is organised in one of three ways. `turns`: one player, or two who take the side's
turns in alternation (A5.1). `sections`: younger players, each in charge of one or two sections (A5.2). `generals`: the
double board, a commander-in-chief and field generals (O). In the last two a member is called by place, and one member
may have several.
"""

from __future__ import annotations

from collections.abc import Mapping

from wab.content.cards.scenario import ScenarioFile
from wab.engine.words.errors import UsageError, no_such_option, not_a_value
from wab.engine.words.text import N_, Text
from wab.systems.cards.state.board import SECTIONS, SIDES, Board
from wab.systems.cards.state.state import State, Unit

COMMANDER = "commander"
OPTIONS: dict[str, tuple[str, ...]] = {
    "deck": ("full", "simple", "sections"),
    "variant": ("standard", "younger", "younger-plain"),
    "allies_players": ("1", "2", "3", "4"),
    "axis_players": ("1", "2", "3", "4"),
}
"""The choices of players for any scenario; the first value is the usual one (CRD-A5.2-10, CRD-A5.2-3)."""
DECK_LEVELS = {"sections": 1, "simple": 2, "full": 3}
_MOST_TAKING_TURNS = 2
_MOST_SECTION_MEMBERS = 3
_PLACES: dict[int, dict[str, str]] = {
    2: {"left": "flanks", "center": COMMANDER, "right": "flanks"},
    3: {"left": "left", "center": COMMANDER, "right": "right"},
    4: {"left": "left", "center": "center", "right": "right"},
}
"""The command or section of each seat, by the number of members (CRD-O-5, CRD-A5.2-5, CRD-A5.2-6)."""


# ------------------------------------------------------------------------------------------------- options


def settled(options: Mapping[str, object], scenario: ScenarioFile) -> dict[str, str]:
    """The options of a battle, each with a value. UsageError for one that there is not, or not in this scenario.

    Younger players use the section cards only (CRD-A5.2-1) unless they choose a deck.
    """
    chosen: dict[str, str] = {}
    for name, value in options.items():
        if name not in OPTIONS:
            raise UsageError(no_such_option(name, OPTIONS))
        if str(value) not in OPTIONS[name]:
            raise UsageError(not_a_value(name, value, OPTIONS[name]))
        chosen[name] = str(value)
    younger = chosen.get("variant", "standard") != "standard"
    usual = {name: values[0] for name, values in OPTIONS.items()} | ({"deck": "sections"} if younger else {})
    _check_players(chosen, younger=younger, boards=scenario.board.boards)
    return usual | chosen


def _check_players(chosen: Mapping[str, str], *, younger: bool, boards: int) -> None:
    """Four a side play on two boards (CRD-O-4), three also in the younger players' game (CRD-A5.2-4), else two."""
    if boards > 1:
        if younger:
            message = N_("The younger players' game is for one board: choose another variant or another scenario.")
            raise UsageError(Text(message))
        return
    most = _most_players(younger=younger, boards=boards)
    for side in SIDES:
        option = f"{side}_players"
        if int(chosen.get(option, "1")) > most:
            where = Text("the younger players' game") if younger else Text("this scenario")
            message = N_("{option}: {where} is for 1 to {most} players a side.")
            raise UsageError(Text(message, {"option": option, "where": where, "most": most}))


def _most_players(*, younger: bool, boards: int) -> int:
    if boards > 1:
        return max(_PLACES)
    return _MOST_SECTION_MEMBERS if younger else _MOST_TAKING_TURNS


def fitting(chosen: Mapping[str, str], boards: int) -> dict[str, tuple[str, ...]]:
    """The options that a scenario on so many boards does not refuse, with the variant that is chosen."""
    younger = chosen.get("variant", "standard") != "standard"
    found = dict(OPTIONS)
    if boards > 1:
        found["variant"] = OPTIONS["variant"][:1]
    for side in SIDES:
        name = f"{side}_players"
        found[name] = OPTIONS[name][: _most_players(younger=younger, boards=boards)]
    return {name: values for name, values in found.items() if len(values) > 1}


# ------------------------------------------------------------------------------------------------- seats


def members(board: Board, side: str) -> int:
    """Return how many people lead a side."""
    return int(board.options.get(f"{side}_players", "1"))


def plan_of(board: Board) -> str:
    """Return how a side of several is organised: "generals" (CRD-O-4), "sections" (CRD-A5.2-4) or "turns"
    (CRD-A5.1-2).
    """
    if board.overlord:
        return "generals"
    return "turns" if board.options.get("variant", "standard") == "standard" else "sections"


def seats_of(board: Board, side: str) -> tuple[str, ...]:
    """The seats of a side: the side itself for one player, else one for each member, the first to act first."""
    number = members(board, side)
    if number == 1:
        return (side,)
    if plan_of(board) == "turns":
        return tuple(f"{side}/{member}" for member in range(1, number + 1))
    places = [COMMANDER, *_PLACES[number].values()]
    return tuple(f"{side}/{place}" for place in dict.fromkeys(places))


def seats(board: Board) -> tuple[str, ...]:
    """All seats of a battle (CRD-A5.1-2, CRD-O-4)."""
    return tuple(seat for side in SIDES for seat in seats_of(board, side))


def side_of(seat: str) -> str:
    """The side of a seat."""
    return seat.partition("/")[0]


def seat_of_place(board: Board, side: str, place: str) -> str:
    """The seat that has a command or section ("left", "center", "right"), or the commander's (CRD-O-5)."""
    number = members(board, side)
    if number == 1:
        return side
    return f"{side}/{place if place == COMMANDER else _PLACES[number][place]}"


def commander(board: Board, side: str) -> str:
    """The seat that decides for a side where its members share the work (CRD-A5.2-7, CRD-O-4)."""
    return seat_of_place(board, side, COMMANDER)


def taking_turn(state: State, side: str, own_turn: int) -> str:
    """The seat that takes a side's turn of a number, from 1 (CRD-A5.1-9, CRD-A5.1-10, CRD-A5.1-11).

    With section members or generals it is the commander's, who chooses the cards.
    """
    if plan_of(state.board) != "turns":
        return commander(state.board, side)
    of_side = seats_of(state.board, side)
    return of_side[(own_turn - 1) % len(of_side)]


def active_seat(state: State) -> str:
    """The seat whose turn it is: it plays the card, and commands all units of its side (CRD-A5.1-15, CRD-A5.1-16)."""
    return taking_turn(state, state.active, max(1, state.own_turns.get(state.active, 1)))


def answering_seat(state: State, unit: Unit) -> str:
    """The seat that decides about a unit outside its own orders: the way back, above all.

    In a team that takes turns it is the member whose turn it is, or comes next; else the seat that leads the unit this
    turn, or has the ground on which it stands, the westernmost of two (CRD-A5.2-5, CRD-O-17).
    """
    board, side = state.board, unit.side
    plan = plan_of(board)
    if plan == "turns":
        return taking_turn(state, side, state.own_turns.get(side, 0) + (state.active != side))
    if unit.id in state.tokens:
        return state.leader or commander(board, side)
    places = board.commands(unit.hex, side) if plan == "generals" else board.sections(unit.hex, side)
    return seat_of_place(board, side, places[0])


# ------------------------------------------------------------------------------------------------- hands


def holder_of(board: Board, seat: str) -> str:
    """Under whose name the hand that a seat plays from is kept (CRD-A5.1-2, CRD-A5.2-7, CRD-O-6).

    Members who take turns have a hand each; the section members of a side have one in common, under the side's name;
    on the double board only the commander has one.
    """
    plan = plan_of(board)
    if plan == "turns":
        return seat
    side = side_of(seat)
    return side if plan == "sections" else commander(board, side)


def holders(board: Board) -> tuple[str, ...]:
    """All hands there are."""
    return tuple(dict.fromkeys(holder_of(board, seat) for seat in seats(board)))


def sees_hand(board: Board, seat: str, holder: str) -> bool:
    """Return whether a seat knows the cards of a hand: its own only (CRD-2.10-2), on the double board the commander
    (CRD-O-6).

    Members who take turns have secrets from each other as well; they say aloud what they tell each other (CRD-A5.1-14).
    """
    if plan_of(board) == "generals":
        return seat == holder
    return holder_of(board, seat) == holder


def pile_of(board: Board, side: str) -> str:
    """The pile from which a side draws: one for both (CRD-C-1, CRD-2.11-1), its own on the double board (CRD-O-7)."""
    return side if board.overlord else ""


def hand_size(board: Board, side: str) -> int:
    """Cards that the scenario grants a side, before it is shared out (CRD-2.10-1); six for younger (CRD-A5.2-2)."""
    if plan_of(board) == "sections":
        return board.tables.teams.younger_hand
    return board.hands.of(side)


def first_hands(board: Board, side: str) -> tuple[dict[str, int], int]:
    """The cards dealt to each hand of a side, and the cards laid open between team-mates (CRD-A5.1-4, CRD-A5.1-8).

    A player alone on a side gets the scenario's hand (CRD-A5.1-6).
    """
    size = hand_size(board, side)
    if members(board, side) == 1 or plan_of(board) != "turns":
        return {holder_of(board, commander(board, side)): size}, 0
    hand = board.tables.teams.hands[size]
    return dict.fromkeys(seats_of(board, side), hand.each), hand.shared


def places_of_leaders(board: Board, side: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The seats that lead commands or sections, from left to right, each with its places (CRD-O-16)."""
    found: dict[str, tuple[str, ...]] = {}
    for place in SECTIONS:
        seat = seat_of_place(board, side, place)
        found[seat] = (*found.get(seat, ()), place)
    return tuple(found.items())
