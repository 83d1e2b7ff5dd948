"""Victory (OMA-13, OMA-20): points, catastrophic losses, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.omaha.shapes import Goal
from wab.content.omaha.tables import is_victory
from wab.engine.kernel.events import Event
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.systems.omaha.combat.german_arrivals import ARMOUR
from wab.systems.omaha.ground.control import Flags, held_for_victory, us_lines
from wab.systems.omaha.ground.terrain import is_high, is_worked
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.board import DIVISIONS, Profile
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.state import DEAD, GERMANS, GONE, LEFT, US, State
from wab.systems.omaha.state.steps import Exit

CATASTROPHE = "catastrophe"
REASON = N_("General Bradley stops the landings: a division has lost too much.")


def _is_held(held: Flags, state: State, hexes: tuple[HexId, ...]) -> bool:
    return all(held[hex_] and hex_ not in state.now.forces for hex_ in hexes)


def points_by_source(state: State) -> dict[str, int]:
    """Points of the turns to 16 by source (OMA-13.2-1): a WN with all its hexes, reinforcement positions, draws,
    111 on the whole map (OMA-13.2-2).
    """
    worth, held = state.board.tables.victory.worth, held_for_victory(state)
    mine = [position for position in state.board.positions.values() if _is_held(held, state, position.hexes)]
    return {
        "strongpoints": sum(worth.wn * len(position.hexes) for position in mine if position.wn),
        "positions": sum(worth.reinforcement for position in mine if not position.wn),
        "draws": worth.draw * sum(_is_held(held, state, hexes) for hexes in state.board.draws.values()),
    }


def late_points_by_source(state: State) -> dict[str, int]:
    """Points at the end of turn 32 by source (OMA-20.3-1 to OMA-20.3-8); they may be negative (OMA-20.3-11)."""
    table, held, board = state.board.tables.victory, held_for_victory(state), state.board
    worth, now = table.late, state.now
    mine = {hex_ for hex_ in board.position_at if _is_held(held, state, (hex_,)) or hex_ in now.garrisons}
    draws = [hexes for name, hexes in board.draws.items() if _is_held(held, state, hexes) and is_open(state, name)]
    return {
        "positions": worth.vp * sum(place.vp and place.hexes[0] in mine for place in board.positions.values()),
        "draws": worth.draw * len(draws),
        "inland": worth.heavy * sum(map(_counts_inland, _inland(state))),
        "exits": worth.step * sum(_exited_steps(state, gone) for gone in now.exits),
        "uncontrolled": worth.wn * sum(board.position_at[hex_].wn and hex_ not in mine for hex_ in board.position_at),
        "meyer": worth.meyer * len(now.pools.get("meyer", ())),
        "variants": _variants(state),
    }


def is_open(state: State, draw: str) -> bool:
    """Check if engineers have cleared all obstacles of a draw: mined hexes, and the sides of its barrier
    (OMA-20.3-3).
    """
    board, hexes = state.board, state.board.draws[draw]
    near = {(hex_, there) for hex_ in hexes for there in board.grid.adjacent(hex_)}
    gates = [side for side in near if board.side_row(*side).engineers]
    mined = [hex_ for hex_ in hexes if board.is_mined(hex_)]
    return all(is_worked(state, hex_) for hex_ in mined) and all(
        is_worked(state, here) or is_worked(state, there) for here, there in gates
    )


def _inland(state: State) -> Iterator[Profile]:
    """Units on high ground, and armour that has left the map (OMA-20.3-4, OMA-20.3-5)."""
    for unit in state.units.values():
        if is_high(state.board, unit.hex):
            yield state.profile(unit.id)
    for gone in state.now.exits:
        if state.profile(gone.unit).armoured:
            yield state.profile(gone.unit)


def _counts_inland(profile: Profile) -> bool:
    """Neither infantry nor a leader (OMA-20.3-4)."""
    return not profile.infantry and not profile.leader


def _exited_steps(state: State, gone: Exit) -> int:
    """Armour and regular infantry score if a line leads to their exit (OMA-20.3-5), rangers by F and G in any case
    (OMA-20.3-6).
    """
    profile, table = state.profile(gone.unit), state.board.tables.victory
    if profile.ranger:
        return gone.steps if gone.letter in table.ranger_exits else 0
    linked = bool(us_lines(state)[state.board.exits[gone.letter]])
    return gone.steps if linked and (profile.armoured or profile.regular) else 0


def adjustment(state: State) -> int:
    """The points that the variants add at the end (OMA-22-1, OMA-22.1-10)."""
    options = state.board.added
    return sum(options[option][value] for option in options if (value := state.now.options.get(option)))


def _variants(state: State) -> int:
    """Two points for each ranger unit that holds Pointe du Hoc (OMA-22.3-1), one for each armour unit destroyed
    (OMA-23-1).
    """
    table, now = state.board.tables.variants, state.now
    names = (*table.pointe_du_hoc.steps, *table.pointe_du_hoc.away) if state.chose("pointe_du_hoc") else ()
    away = [unit for key in names if (unit := state.unit(state.board.ids[key])).box not in ("", LEFT, DEAD)]
    wrecks = [one for one in now.pools.get(GONE, ()) if kind_of(one) == ARMOUR]
    return table.pointe_du_hoc.worth * len(away) + table.armour.worth * len(wrecks)


def points(state: State) -> int:
    """All victory points, as the turn counts them."""
    return sum((late_points_by_source(state) if state.late else points_by_source(state)).values())


def catastrophe(state: State) -> Iterator[Event]:
    """The game is lost at once (OMA-13.1-1)."""
    yield ev.GameOver(Outcome(GERMANS, CATASTROPHE, {US: float(points(state))}, REASON))


def end_of_game(state: State) -> Iterator[Event]:
    """After the last turn points are counted (OMA-13-1), and say the level (OMA-20.3-9, OMA-21.2-1)."""
    total, goal = points(state) + adjustment(state), state.board.goal
    if goal is not None:
        yield _over("us_victory" if reaches(state, goal) else "us_defeat", total)
        return
    yield _over(state.board.victory.level(total), total)


def companies_on_heights(state: State) -> int:
    """The number of infantry units on high ground."""
    high = [unit for unit in state.units.values() if is_high(state.board, unit.hex)]
    return sum(state.profile(unit.id).infantry for unit in high)


def reaches(state: State, goal: Goal) -> bool:
    """Check if the aim of a lesson is reached: companies on high ground, loss boxes that are not too full."""
    spared = all(state.losses(division) <= goal.losses for division in DIVISIONS)
    return companies_on_heights(state) >= goal.high and spared


def _over(level: str, total: int) -> Event:
    return ev.GameOver(Outcome(US if is_victory(level) else GERMANS, level, {US: float(total)}))


def check(state: State) -> Iterator[Event]:
    """On the way a great success or a failure ends the game (OMA-20-1, OMA-20.2-1); adjustments do not count yet."""
    found = state.board.victory.check
    if found is not None and found.turn == state.turn:
        total = points(state)
        if total >= found.wins or total < found.least:
            yield _over("decisive_victory" if total >= found.wins else "decisive_defeat", total)
