"""Each event changes the truth and the knowledge of a side alike: facts that a position lacks are left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from wab.engine.kernel.events import Changes, Event, Rolled, change_of
from wab.hexes import HexId
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.areas import judged
from wab.systems.blind.state.board import CODES, SIDES, Board, enemy_of
from wab.systems.blind.state.state import (
    COMBAT,
    DEAD,
    DISBANDED,
    DIVERTED,
    FIRST,
    LEFT,
    MOVEMENT,
    RESERVE,
    WITHDRAWN,
    State,
    Unit,
)
from wab.systems.blind.state.steps import Exit, Mover, Report, Shown, Sighting, Table


def apply(state: State, event: Event) -> None:
    """Change a position by one event. TypeError for an event that is not of this system."""
    change_of(_CHANGES, event)(state, event)


def _rolled(state: State, event: Rolled) -> None:
    state.dice = state.dice.after(event)


def add(numbers: Mapping[str, int], key: str, more: int) -> dict[str, int]:
    """Numbers by name with one of them changed."""
    return dict(sorted({**numbers, key: numbers.get(key, 0) + more}.items()))


def _account(state: State, name: str, key: str, more: int) -> None:
    """Change a stock of points, if this position knows it."""
    numbers: Mapping[str, int] = getattr(state.now, name)
    if key in numbers:
        state.changed(**{name: add(numbers, key, more)})


# ---------------------------------------------------------------- sequence of play


def ships_of(board: Board, turn: int) -> tuple[str, ...]:
    """The ships of longest range serve unless others are picked (BLD-13-2); the Western Task Force leaves
    for good (BLD-13-5).
    """
    there = {key: ship for key, ship in board.tables.support.ships.items() if not 0 < ship.leaves <= turn}
    longest = sorted(there, key=lambda key: (-there[key].range, key))
    return tuple(sorted(longest[: board.row(turn).naval]))


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    """Rebuilding and reserve marches are of a turn; so are aircraft, ships, bombs and interdiction (BLD-12-8)."""
    state.changed(turn=event.turn, interdicted=(), bombed=(), offered=(), landed=())
    for side in SIDES:
        state.change_all(side, rebuilt=False, roved=False)
    if state.knows("allied"):
        row = state.board.row(event.turn)
        state.changed(air=min(row.air, state.board.tables.support.air.count), ships=ships_of(state.board, event.turn))


def _phase_began(state: State, event: ev.PhaseBegan) -> None:
    """Units turn upright as the first movement phase begins (BLD-4-19, BLD-4-25). Reserve lapses after the reserve
    phase (BLD-4-36). Supply is judged for the side that moves, and for both in combat (BLD-9-2).
    """
    if state.now.phase in RESERVE:
        state.change_all(state.now.side, reserve=False)
    if event.phase == "interdiction" and state.holds("allied", state.board.port) and not state.now.port:
        state.changed(repaired=state.now.repaired + 1)  # BLD-10-5
    state.changed(phase=event.phase, side=event.side, passed=(), mover=None, must=-1)
    if event.phase in FIRST:
        state.change_all(event.side, turned=False, bound=-1, target=-1)
    if event.phase in MOVEMENT:
        state.changed(contacts={})
        state.change_all(event.side, act="")
    judges = SIDES if event.phase in COMBAT else (event.side,) if event.phase in MOVEMENT else ()
    for side in judges:
        for unit in list(state.units_of(side)):
            state.put(replace(unit, supply=judged(state, unit), silent=unit.silent and event.phase not in COMBAT))


def _placed(state: State, event: ev.Placed) -> None:
    state.rehouse(event.unit, "")
    state.put(Unit(event.unit, event.hex, state.profile(event.unit).steps))


def _game_over(state: State, event: ev.GameOver) -> None:
    state.changed(result=event.outcome, table=None)


# ---------------------------------------------------------------- port, air, ships, stocks


def _port_worked(state: State, event: ev.PortWorked) -> None:
    state.changed(port=state.now.port + event.points)
    if event.points < 0:
        _account(state, "rp", "us", event.points)


def _standing(state: State, event: ev.StandingGiven) -> None:
    state.changed(demolish=event.demolish)


def _interdicted(state: State, event: ev.Interdicted) -> None:
    state.changed(interdicted=tuple(sorted((*state.now.interdicted, event.hex))), air=max(0, state.now.air - 1))


def _ships_picked(state: State, event: ev.ShipsPicked) -> None:
    state.changed(ships=event.ships)


def _received(state: State, event: ev.Received) -> None:
    _account(state, "stocks", event.account, event.supply - event.paid)
    _account(state, "rp", event.account, event.rp)
    if event.account != "ge" and state.knows("allied"):
        state.changed(
            arrears={key: n for key, n in state.now.arrears.items() if key != event.account},
            unpaid={key: n for key, n in add(state.now.unpaid, event.account, event.unpaid).items() if n},
        )


def _upkeep(state: State, event: ev.Upkeep) -> None:
    for account, points in event.paid.items():
        _account(state, "stocks", account, -points)
    state.changed(arrears=dict(event.owed), unpaid={})


def _air_bound(state: State, event: ev.AirBound) -> None:
    if state.knows("allied"):
        unpaid = add(state.now.unpaid, "air", event.uncovered)
        state.changed(air=max(0, state.now.air - event.units), unpaid={key: n for key, n in unpaid.items() if n})


# ---------------------------------------------------------------- movement


def _boundary_drawn(state: State, event: ev.BoundaryDrawn) -> None:
    state.changed(boundary=event.sides)


def _arrived(state: State, event: ev.Arrived) -> None:
    """It comes at full strength (BLD-16-2), and has moved (BLD-16-13)."""
    profile = state.profile(event.unit)
    assert profile.arrives is not None
    state.rehouse(event.unit, "")
    state.put(Unit(event.unit, event.hex, profile.full, turned=True, act="moved"))
    late = is_late(state, event.unit)
    if profile.side == "allied":
        state.changed(landed=(*state.now.landed, (event.hex, state.now.phase, late)))
    state.changed(mover=Mover(event.unit, event.left))


def is_late(state: State, unit: int) -> bool:
    """Check if a unit comes later than its line of the table says (BLD-16-7)."""
    arrives = state.profile(unit).arrives
    figure = 1 if state.now.phase in FIRST else 2
    return arrives is not None and (arrives.turn, arrives.phase) < (state.now.turn, figure)


def _went(state: State, unit: int, hex_: HexId, left: int) -> None:
    """A unit has moved in this phase; reserve marches turn no unit (BLD-4-22, BLD-4-23)."""
    if unit not in state.units:
        return
    before, reserve = state.units[unit], state.now.phase in RESERVE
    bound = before.bound if state.now.phase in FIRST else -1
    state.change(
        unit, hex=hex_, act="moved", bound=bound, turned=before.turned or not reserve, roved=before.roved or reserve
    )
    state.changed(mover=Mover(unit, left))


def _marched(state: State, event: ev.Marched) -> None:
    _went(state, event.unit, event.path[-1], event.left)


def _pass(state: State, unit: int, target: HexId) -> None:
    """RE through a hexside count for the phase (BLD-5-13)."""
    if unit in state.units:
        state.changed(passed=(*state.now.passed, (state.units[unit].hex, target, state.re(unit))))


def _called(state: State, event: ev.Called) -> None:
    side = state.now.side
    _pass(state, event.unit, event.hex)
    _report(state, side, event.hex, "occupied" if event.occupied else "vacant")
    if not event.occupied:
        _went(state, event.unit, event.hex, event.left)
        take_ground(state, event.hex, side)
        return
    _contact(state, event.hex, event.attack)
    _halted(state, event.unit, event.hex, event.attack)


def _contact(state: State, hex_: HexId, attack: bool) -> None:
    contacts = {**state.now.contacts, hex_: state.now.contacts.get(hex_, 0) + attack}
    state.changed(contacts=dict(sorted(contacts.items())))


def _halted(state: State, unit: int, hex_: HexId, attack: bool) -> None:
    """It stops in front of an occupied hex, bound to it, and pays for an attack (BLD-4-11, BLD-4-12, BLD-9-17)."""
    if unit not in state.units:
        return
    fitted = state.units[unit].act == "fitted"
    bound = hex_ if state.now.phase in FIRST else -1
    state.change(unit, act="fitted" if fitted else "halted", bound=bound, target=hex_ if attack else -1)
    state.changed(mover=None)
    if attack:
        _account(state, "stocks", state.profile(unit).account, -state.re(unit))


def _declared(state: State, event: ev.Declared) -> None:
    _pass(state, event.unit, event.hex)
    _contact(state, event.hex, True)
    _halted(state, event.unit, event.hex, True)


def take_ground(state: State, hex_: HexId, side: str) -> None:
    """A hex passes to the side that enters it (BLD-3-1); forts are destroyed (BLD-11-7), a place that is lost again
    never scores any more (BLD-19-3, BLD-19-5).
    """
    if state.holds(side, hex_):
        return
    now, board = state.now, state.board
    state.control[hex_] = CODES[side]
    if side == "allied" and hex_ in board.forts:
        state.changed(forts=tuple(sorted({*now.forts, hex_})))
    if side == "allied" and hex_ == board.port and not now.captured:
        state.changed(captured=now.turn)
    if side == "axis" and hex_ in board.places:
        state.changed(spoilt=tuple(sorted({*now.spoilt, hex_})))


def _left(state: State, event: ev.Left) -> None:
    now = state.now
    state.rehouse(event.unit, LEFT)
    gone = Exit(event.unit, event.re, event.edge, now.turn, now.phase, event.hex)
    firsts = {state.profile(event.unit).account: now.turn, "any": now.turn, event.edge: now.turn}
    state.changed(exits=(*now.exits, gone), left_in=dict(sorted({**firsts, **now.left_in}.items())), mover=None)


def _diverted(state: State, event: ev.Diverted) -> None:
    for unit in event.units:
        state.rehouse(unit, DIVERTED)
    state.changed(diverted=add(state.now.diverted, event.edge, event.re))


def _withdrawn(state: State, event: ev.Withdrawn) -> None:
    state.rehouse(event.unit, WITHDRAWN)


def _refitted(state: State, event: ev.Refitted) -> None:
    unit = state.units[event.unit]
    if event.how == "step":
        _account(state, "rp", event.account, -1)
        state.change(event.unit, steps=unit.steps + 1, rebuilt=True)
    elif event.how == "cutters":
        state.change(event.unit, cutters=True, act=unit.act or "fitted")
    else:
        _account(state, "rp", event.account, unit.steps)
        state.rehouse(event.unit, DISBANDED)


def _reserved(state: State, event: ev.Reserved) -> None:
    state.change(event.unit, reserve=True)


# ---------------------------------------------------------------- combat


def _air_offered(state: State, event: ev.AirOffered) -> None:
    force = (event.target, event.origin)
    left = tuple(one for one in state.now.offered if one != force)
    state.changed(offered=tuple(sorted((*left, force))) if event.promised else left)


def _table_opened(state: State, event: ev.TableOpened) -> None:
    used = (event.ship, *(["air"] * len(event.air)))
    table = Table(
        target=event.target,
        stage="answer" if event.bombs else "forces",
        attackers=event.attackers,
        defenders=event.defenders,
        ship=event.ship,
        shipped=event.shipped,
        air=event.air,
        bombs=event.bombs,
    )
    state.changed(table=table, must=-1)
    _use(state, used)
    if event.bombs:
        state.changed(bombed=(*state.now.bombed, event.target))
    for shown in event.defenders:  # BLD-4-34: a unit that is attacked is in reserve no more, but stays silent
        unit = state.units.get(shown.unit)
        if unit is not None:
            state.change(shown.unit, reserve=False, silent=unit.silent or (unit.reserve and not event.bombs))


def _use(state: State, used: Iterable[str]) -> None:
    """Air and ships serve once a turn (BLD-12-10, BLD-13-6), also if their force is lost or called off (BLD-12-14,
    BLD-13-11); promises to this table are kept.
    """
    used = list(used)
    if state.knows("allied"):
        target = state.table.target
        state.changed(
            air=max(0, state.now.air - used.count("air")),
            offered=tuple(one for one in state.now.offered if one[0] != target or state.table.bombs),
            ships=tuple(ship for ship in state.now.ships if ship not in used),
        )


def _forces_formed(state: State, event: ev.ForcesFormed) -> None:
    table = replace(state.table, forces=event.forces, stage="conduct")
    if event.air or event.ship:
        table = replace(table, air=tuple(range(event.air)), ship=event.ship, shipped=0)
    state.changed(table=table)
    _use(state, (event.ship, *(["air"] * event.air)))


def _fired(state: State, event: ev.Fired) -> None:
    state.changed(table=replace(state.table, fires=(*state.table.fires, event.fire)))


def _pressed(state: State, event: ev.Pressed) -> None:
    called_off = event.called_off
    state.changed(table=replace(state.table, restrained=event.restrained, cancelled=called_off, stage="answer"))
    for account, points in event.refund.items():
        _account(state, "stocks", account, points)


def _steps_lost(state: State, event: ev.StepsLost) -> None:
    """A loss is a step (BLD-8-3); without steps a unit is destroyed for good (BLD-14-5)."""
    lost = dict(event.losses)
    table = state.table

    def after(shown: Iterable[Shown]) -> tuple[Shown, ...]:
        worn = (replace(one, steps=one.steps - lost.get(one.unit, 0)) for one in shown)
        return tuple(one for one in worn if one.steps > 0)

    for unit, steps in event.losses:
        if table.shown(unit).steps > steps:
            state.change(unit, steps=table.shown(unit).steps - steps)
        else:
            state.rehouse(unit, DEAD)
            seen = {side: {key: one for key, one in known.items() if key != unit} for side, known in _sightings(state)}
            state.changed(sightings={side: known for side, known in seen.items() if known})
    left = replace(table, attackers=after(table.attackers), defenders=after(table.defenders))
    state.changed(table=left)
    if event.points:
        state.changed(scored=add(state.now.scored, "isolation", -event.points))


def _sightings(state: State) -> list[tuple[str, Mapping[int, Sighting]]]:
    return list(state.now.sightings.items())


def _yielded(state: State, event: ev.Yielded) -> None:
    stage = "retreat" if event.gives_ground else "advance"
    table = replace(state.table, given=event.gives_ground, overrun=event.overrun, due=event.due, stage=stage)
    state.changed(table=table)


def _retreated(state: State, event: ev.Retreated) -> None:
    side = enemy_of(state.now.side)
    for hex_, occupied in event.called:
        _report(state, side, hex_, "occupied" if occupied else "vacant")
        if not occupied:
            take_ground(state, hex_, side)
    for unit, hex_ in event.to:
        state.change(unit, hex=hex_, silent=True)
    barred = tuple(hex_ for hex_, occupied in event.called if occupied)
    table = replace(state.table, barred=(*state.table.barred, *barred))
    state.changed(table=replace(table, stage="advance") if event.done else table)


def _advanced(state: State, event: ev.Advanced) -> None:
    """Advance turns no unit (BLD-4-24), and ends its bond to the hex (BLD-4-29)."""
    take_ground(state, event.hex, state.now.side)
    for unit in event.units:
        state.change(unit, hex=event.hex, bound=-1)
    state.changed(table=replace(state.table, entered=True))


def _table_closed(state: State, event: ev.TableClosed) -> None:
    """The units vanish from the enemy's sight (BLD-7-8, BLD-7-9), and each side keeps a report."""
    table, mine, theirs = state.table, state.now.side, enemy_of(state.now.side)
    for shown in table.attackers:
        place = table.target if table.entered else shown.hex
        _sight(state, theirs, replace(shown, hex=place))
        state.change(shown.unit, target=-1)
    for shown in table.defenders:
        _sight(state, mine, shown)
    if not table.entered:
        _report(state, mine, table.target, "seen" if table.defenders and not table.given else "vacant")
    attacked = state.now.contacts.get(table.target, 0) > 0
    if not table.bombs:
        contacts = {hex_: n for hex_, n in state.now.contacts.items() if hex_ != table.target}
        state.changed(contacts=contacts)
    state.changed(table=None, must=table.target if table.bombs and attacked else -1)


def _report(state: State, side: str, hex_: HexId, heard: str) -> None:
    if state.knows(side):
        known = {**state.now.reports.get(side, {}), hex_: Report(heard, state.now.when)}
        state.changed(reports=dict(sorted({**state.now.reports, side: dict(sorted(known.items()))}.items())))


def _sight(state: State, side: str, shown: Shown) -> None:
    if state.knows(side):
        known = {**state.now.sightings.get(side, {}), shown.unit: Sighting(shown.hex, shown.steps, state.now.when)}
        state.changed(sightings=dict(sorted({**state.now.sightings, side: dict(sorted(known.items()))}.items())))


def _scored(state: State, event: ev.Scored) -> None:
    state.changed(scored=add(state.now.scored, event.source, event.points))


_CHANGES: Changes[State] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.Placed: _placed,
    ev.GameOver: _game_over,
    ev.PortWorked: _port_worked,
    ev.StandingGiven: _standing,
    ev.Interdicted: _interdicted,
    ev.ShipsPicked: _ships_picked,
    ev.Received: _received,
    ev.Upkeep: _upkeep,
    ev.AirBound: _air_bound,
    ev.BoundaryDrawn: _boundary_drawn,
    ev.Arrived: _arrived,
    ev.Marched: _marched,
    ev.Called: _called,
    ev.Declared: _declared,
    ev.Left: _left,
    ev.Diverted: _diverted,
    ev.Withdrawn: _withdrawn,
    ev.Refitted: _refitted,
    ev.Reserved: _reserved,
    ev.AirOffered: _air_offered,
    ev.TableOpened: _table_opened,
    ev.ForcesFormed: _forces_formed,
    ev.Fired: _fired,
    ev.Pressed: _pressed,
    ev.StepsLost: _steps_lost,
    ev.Yielded: _yielded,
    ev.Retreated: _retreated,
    ev.Advanced: _advanced,
    ev.TableClosed: _table_closed,
    ev.Scored: _scored,
}
