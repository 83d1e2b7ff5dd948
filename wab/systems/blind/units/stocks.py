"""Attack supply and replacements by account (BLD-9-12 to BLD-9-23, BLD-10-5, BLD-14-6 to BLD-14-10)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from wab.engine.kernel.events import Event
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.state import State

_SHARES = 3


def rounded(number: Fraction) -> int:
    """The nearest whole number (BLD-9-21)."""
    return int(number + Fraction(1, 2))


def supply_of(state: State, account: str) -> int:
    """The attack supply that an account receives this turn (BLD-9-12, BLD-9-14): the line of the turn record, less the
    shares of beaches in German hands (BLD-9-21, BLD-9-22), plus the port's (BLD-10-5). Nothing for Germans once a
    unit has left by the east (BLD-9-23, BLD-18-14).
    """
    board, now = state.board, state.now
    points = board.row(now.turn).supply[account]  # type: ignore[index]  # one of the three
    if account == "ge":
        return 0 if "east" in now.left_in else points
    lost = sum(
        share
        for beach, (owner, share) in board.tables.limits.beaches_lost.items()
        if owner == account and state.holds("axis", board.beaches[beach])
    )
    return rounded(Fraction(points * (_SHARES - min(lost, _SHARES)), _SHARES)) + (
        port_supply(state) if account == "us" else 0
    )


def port_supply(state: State) -> int:
    """The supply of the port by turn since its repair (BLD-10-5, BLD-T-CHERBOURG), none from Germans (BLD-10-6)."""
    turns, by_turn = state.now.repaired, state.board.tables.limits.port
    if not turns or state.now.port or not state.holds("allied", state.board.port):
        return 0
    return by_turn[min(turns, len(by_turn)) - 1]


def replacements_of(state: State, account: str) -> int:
    """The replacement points of this turn; unused ones are kept (BLD-14-6, BLD-14-10). Nothing for Germans once a unit
    has left by the east (BLD-14-9, BLD-18-14).
    """
    if account == "ge" and "east" in state.now.left_in:
        return 0
    return state.board.row(state.now.turn).rp[account]  # type: ignore[index]  # one of the three


def receipts(state: State, side: str) -> Iterator[Event]:
    """As the first movement phase of a side begins (BLD-9-14); accounts are apart (BLD-9-13, BLD-14-7), and what is
    saved stays (BLD-9-19). Supply owed for units off the map is taken from it (BLD-18-16).
    """
    per_point = state.board.tables.limits.supplied_off_map
    for account in ("ge",) if side == "axis" else ("br", "us"):
        supply, owed = supply_of(state, account), state.now.arrears.get(account, 0)
        paid = min(owed, supply)
        yield ev.Received(account, supply, replacements_of(state, account), paid, (owed - paid) * per_point)
