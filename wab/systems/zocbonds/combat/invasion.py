"""The special invasion phase of turn 1 (ZOC-20.1 to ZOC-20.3): drops, then the nine assaults one by one.

The steps of the assaults stand on the agenda in their order. Each rolls by itself. `LoseSteps` asks for its losses
before it is over; its own step asks whether its units go on to a second hex.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from wab.content.zocbonds.shapes import Landing
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import DIRECTIONS, HexId
from wab.systems.zocbonds.combat.advance import Pursuit
from wab.systems.zocbonds.ground import beaches, crossings
from wab.systems.zocbonds.movement import gliders
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.orders import Advance, Done, Path
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import Assault, Fight, LoseSteps
from wab.systems.zocbonds.units import losses
from wab.systems.zocbonds.units.entering import control_won, overrun

STREAM, TANK_STREAM, RANGER_STREAM = "assault", "tanks", "rangers"
CAUSE, TANK_CAUSE = "assault", "tanks"
HOC: Landing = "pointe_du_hoc"
AGAIN, RED_BEACH, EXCHANGE = "A1 again", "A2/D1", "EX"
SECOND = 2


def begin(state: State) -> Iterator[Event]:
    """Drops with their scatter, by the number of their hex (ZOC-20.2-1); then the assaults come up (ZOC-20.1-1). The
    order within each of them changes nothing (ZOC-EOP-3)."""
    board = state.board
    hexes = {board.ids[key]: hex_ for key, hex_ in board.drops.items()}
    for unit in sorted(state.box("drops"), key=lambda one: (board.grid.label(hexes[one]), one)):
        yield from gliders.drop(state, unit, hexes[unit])
    steps = tuple(Assault(_seat(state, landing), landing) for landing in board.assault)
    if steps:
        yield ev.Asked(steps)


def _seat(state: State, landing: Landing) -> str:
    return seat_of(state, attackers(state.board, landing)[0])


def attackers(board: Board, landing: str) -> tuple[int, ...]:
    """The units of an assault, ascending (ZOC-20.3.1-1)."""
    return tuple(sorted(board.ids[key] for key in board.assault[landing]))  # type: ignore[index]  # a landing


def step_of_assault(state: State) -> Assault | None:
    """The assault that is being made, None if none is."""
    step = state.agenda[0] if state.agenda else None
    return step if isinstance(step, Assault) else None


def assault_by_itself(state: State) -> Iterator[Event] | None:
    """An assault rolls at once; afterwards it is over unless a unit may go on to a second hex."""
    step = step_of_assault(state)
    assert step is not None
    if not step.advance:
        return _assault(state, step)
    return None if any(True for _ in further(state, step)) else iter((ev.Answered(),))


# ------------------------------------------------------------------------------------------------- an assault


def column_of(board: Board, landing: str) -> str:
    """The column of the invasion table: Omaha, Utah, or Other, Pointe du Hoc included (ZOC-20.3.1-1)."""
    return board.lines.beaches[landing].column if landing in board.lines.beaches else "other"


def assault_result(board: Board, landing: str, die: int) -> tuple[str, int]:
    """Result and hexes of advance of a die (ZOC-20.3.2-1)."""
    return board.tables.invasion.columns[column_of(board, landing)][die - 1]  # type: ignore[index]  # a column


def _assault(state: State, step: Assault) -> Iterator[Event]:
    """One roll a landing (ZOC-20.3.1-2), at Omaha as often as a 1 comes (ZOC-20.3.3-1)."""
    owed, rolls = 0, 0
    while True:
        rolled: Rolled = state.dice.roll(STREAM, Text("Assault"))
        yield rolled
        result, advance = assault_result(state.board, step.landing, rolled.total)
        advance = min(advance, 1) if rolls else advance  # ZOC-20.3.6-2: a first A1 leaves one hex at most
        yield ev.AssaultRolled(step.landing, rolled.total, result.removesuffix(" again"), advance)
        owed, rolls = owed + _lost(state, result), rolls + 1
        if result != AGAIN:
            break
        if owed >= _bearable(state, step.landing):
            yield from _failed_at_omaha(state, step)
            return
    if step.landing == HOC and result == RED_BEACH and _hoc_survives(state):
        yield from _failed_at_the_cliff(state)
        return
    yield from _ashore(state, step, result, owed, advance)


def _lost(state: State, result: str) -> int:
    """Steps that the attackers lose by a result (ZOC-20.3.2-1, ZOC-20.3.2-2, ZOC-20.3.3-1)."""
    return state.board.tables.invasion.lost[result]  # type: ignore[index]  # a result of the table


def _infantry(state: State, landing: str) -> tuple[int, ...]:
    """The units that bear the losses: infantry-type units, never the tanks (ZOC-20.3.2-3)."""
    return tuple(unit for unit in attackers(state.board, landing) if state.profile(unit).infantry)


def _bearable(state: State, landing: str) -> int:
    """Steps after which all infantry of an assault is down to cadres (ZOC-20.3.3-2)."""
    return sum(state.profile(unit).steps - 1 for unit in _infantry(state, landing))


def _ashore(state: State, step: Assault, result: str, owed: int, advance: int) -> Iterator[Event]:
    """The strongpoint falls, at any result (ZOC-20.3.2-4, ZOC-20.3.2-6); the attackers enter the beach hex
    (ZOC-20.3.6-1), tanks roll, losses are chosen: by the Germans in an exchange, else by the Allies (ZOC-20.3.2-5).
    """
    hex_ = state.board.landings[step.landing]  # type: ignore[index]  # a landing
    enemies = state.stack(hex_)
    german = seat_of(state, enemies[0].id) if enemies else "axis"
    for enemy in enemies:
        yield ev.Eliminated(enemy.id, CAUSE)
    units = attackers(state.board, step.landing)
    yield ev.Placed(units, hex_, control_won(state, "allied", (hex_,)))
    yield from _tanks(state, step.landing)
    yield from _fifth_rangers(state, step.landing, hex_)
    theirs = _lost(state, EXCHANGE) if result == EXCHANGE else 0
    shares = ((step.seat, owed - theirs), (german, theirs))
    infantry = _infantry(state, step.landing)
    steps = tuple(LoseSteps(seat, infantry, share, CAUSE) for seat, share in shares if share)
    yield ev.Answered((*steps, Assault(step.seat, step.landing, advance)))


def _tanks(state: State, landing: str) -> Iterator[Event]:
    """The tank battalion of an assault rolls once; that never changes the assault (ZOC-20.3.5-1)."""
    for unit in attackers(state.board, landing):
        if not state.profile(unit).infantry:
            lost = yield from _founder(state, unit)
            for _ in range(lost):
                yield from losses.lose_step(state, unit, TANK_CAUSE)


def _founder(state: State, unit: int) -> Generator[Event, None, int]:
    """The die of a tank battalion; returns the steps that it loses."""
    rolled: Rolled = state.dice.roll(TANK_STREAM, Text("DD tanks"))
    yield rolled
    lost = state.board.tables.tanks.lost[rolled.total - 1]
    yield ev.TanksRolled(unit, rolled.total, lost)
    return lost


# ------------------------------------------------------------------------------------------------- what may fail


def _failed_at_omaha(state: State, step: Assault) -> Iterator[Event]:
    """Both regiments are cadres and the strongpoint stands: they go back to the boats of the other hex of Omaha, and
    this one is closed (ZOC-20.3.3-2). Their tanks roll after this assault as after any other (ZOC-20.3.5-1)."""
    name = beaches.named(state.board, step.landing)
    same = (beach for beach in beaches.beaches_of(state.board) if beaches.named(state.board, beach) == name)
    other = next(beach for beach in same if beach != step.landing)
    units = attackers(state.board, step.landing)
    left = dict.fromkeys(units, 1)
    for unit in units:
        if not state.profile(unit).infantry:
            left[unit] = state.profile(unit).steps - (yield from _founder(state, unit))
    yield ev.LandingFailed(step.landing, left, f"wave/{other}")
    yield ev.Answered()


def _hoc_survives(state: State) -> bool:
    """A 1 at Pointe du Hoc spares its strongpoint (ZOC-20.3.4-3), unless the switch says otherwise."""
    return state.board.tables.conduct.pointe_du_hoc_on_a_1 == "survives"


def _failed_at_the_cliff(state: State) -> Iterator[Event]:
    """The 2nd Rangers are gone; the 5th land at Omaha in the second wave, in whose box they wait (ZOC-20.3.4-1)."""
    yield ev.LandingFailed(HOC)
    for unit in attackers(state.board, HOC):
        yield ev.Eliminated(unit, CAUSE)
    yield ev.Answered()


def _fifth_rangers(state: State, landing: str, hex_: HexId) -> Iterator[Event]:
    """Once the 2nd Rangers hold Pointe du Hoc a die says whether the 5th follow them, or go to Omaha (ZOC-20.3.4-2)."""
    fifth = state.board.ids.get(state.board.tables.named.fifth_rangers)
    if landing != HOC or fifth is None or fifth in state.units:
        return
    rolled: Rolled = state.dice.roll(RANGER_STREAM, Text("The 5th Rangers"))
    yield rolled
    if rolled.total in state.board.tables.landing.rangers_join:
        yield ev.Placed((fifth,), hex_)


# ------------------------------------------------------------------------------------------------- the second hex


def further(state: State, step: Assault) -> Iterator[Path]:
    """The ways on to a second hex that the units of an assault have (ZOC-20.3.6-1, ZOC-20.3.6-3)."""
    for unit in _on_the_beach(state, step):
        yield from _ways(state, step, unit)


def _on_the_beach(state: State, step: Assault) -> tuple[Unit, ...]:
    """The units that may go on: two hexes are printed, and the unit is still in the first."""
    if step.advance < SECOND:
        return ()
    hex_ = state.board.landings[step.landing]  # type: ignore[index]  # a landing
    return tuple(unit for unit in state.stack(hex_) if unit.id in attackers(state.board, step.landing))


def _ways(state: State, step: Assault, unit: Unit) -> Iterator[Path]:
    for direction in range(len(DIRECTIONS)):
        if _why_not_on(state, step, unit, direction) is None:
            yield (unit.hex, state.board.grid.neighbour(unit.hex, direction))


def _why_not_on(state: State, step: Assault, unit: Unit, direction: int) -> Refusal | None:
    """Return why a unit does not go on in a direction: as in an ordinary advance whose vacated hex is the beach
    (ZOC-20.3.6-3), with water crossed by the first hex alone behind it.
    """
    fight = Fight(
        side="allied", target=unit.hex, units=attackers(state.board, step.landing), origins=(), main=(), defenders=(),
        advance=SECOND,
    )  # fmt: skip
    pursuit = Pursuit(state, fight, unit)
    refusal = pursuit.why_not_step((unit.hex,), direction)
    if refusal is not None:
        return refusal
    there = state.board.grid.neighbour(unit.hex, direction)
    if crossings.first_only(state.board, unit.hex, direction):
        return Refusal(Text("This water is crossed by the first step alone."), ("ZOC-14.3-8",), (there,), "deep")
    if not pursuit.has_room(there):
        return Refusal(Text("There is no room in this hex."), ("ZOC-14.2-2",), (there,), "full")
    return None


def why_not_advance(state: State, order: Advance) -> Refusal | None:
    """Return why a unit of the assault does not go on to a second hex (ZOC-20.3.6-1 to ZOC-20.3.6-3)."""
    step, grid = step_of_assault(state), state.board.grid
    there = {unit.id: unit for unit in _on_the_beach(state, step)} if step is not None else {}
    if step is None or order.unit not in there:
        return Refusal(Text("This unit does not go on from the beach."), ("ZOC-20.3.6-1",), (), "not-on")
    unit = there[order.unit]
    if len(order.path) != SECOND or order.path[0] != unit.hex or order.path[1] not in grid.adjacent(unit.hex):
        text = Text("The way leads from the beach to a hex beside it.")
        return Refusal(text, ("ZOC-20.3.6-1",), (unit.hex,), "path")
    return _why_not_on(state, step, unit, grid.direction(unit.hex, order.path[1]))


def execute_advance(state: State, order: Advance) -> Iterator[Event]:
    """The unit goes on; the others may still."""
    yield from overrun(state, "allied", order.path[1:])
    yield ev.Advanced(order.unit, order.path, control_won(state, "allied", order.path[1:]))


def why_not_done(state: State, order: Done) -> Refusal | None:
    """None once the assault has been made: the second hex is optional (ZOC-20.3.6-3), the assault itself is not
    (ZOC-20.3.1-1)."""
    step = step_of_assault(state)
    if step is None or step.advance:
        return None
    return Refusal(Text("The assault is still to be made."), ("ZOC-20.3.1-1",), (), "assault-first")


def execute_done(state: State, order: Done) -> Iterator[Event]:
    """The assault is over; units on the beach stay there."""
    yield ev.Answered()


def offered_advances(state: State, unit: int | None = None) -> Iterator[tuple[Advance | Done, ...]]:
    """Every second hex, by unit, and the end of the assault."""
    step = step_of_assault(state)
    if step is None:
        return
    for one in _on_the_beach(state, step):
        if unit in (None, one.id):
            orders = tuple(Advance(one.id, path) for path in _ways(state, step, one))
            if orders:
                yield orders
    if unit is None:
        yield (Done(),)
