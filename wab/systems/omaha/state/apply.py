"""Each event changes the truth and the knowledge of the player alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from wab.engine.kernel.agenda import put
from wab.engine.kernel.events import Changes, Event, Rolled, change_of
from wab.engine.kernel.pile import Pile, with_cards, without
from wab.hexes import OFF_MAP
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.pools import as_hidden_in
from wab.systems.omaha.state.state import LEFT, State, turn_box
from wab.systems.omaha.state.steps import Base, Exit, Task


def apply(state: State, event: Event) -> None:
    """Change a position by one event. TypeError for an event that is not of this system."""
    change_of(_CHANGES, event)(state, event)


def added(numbers: Mapping[str, int], key: str, more: int = 1) -> dict[str, int]:
    """Numbers by name with one of them changed."""
    return dict(sorted({**numbers, key: numbers.get(key, 0) + more}.items()))


def _rolled(state: State, event: Rolled) -> None:
    state.dice = state.dice.after(event)


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    state.changed(turn=event.turn)


def _phase_began(state: State, event: ev.PhaseBegan) -> None:
    state.changed(phase=event.phase, acting=event.acting)
    if event.phase == "fire":
        state.changed(batteries=event.batteries, linked=event.linked)
        state.change_all(state.units, hit=False)
    if event.phase == "actions":
        state.changed(acting="", done=(), spent={}, orders={}, fought={})
        state.change_all(state.units, acted=False, hit=False)


def _sector_began(state: State, event: ev.SectorBegan) -> None:
    done = (*state.now.done, state.now.acting) if not event.sector else state.now.done
    state.changed(acting=event.sector, done=done)


def _orders_given(state: State, event: ev.OrdersGiven) -> None:
    state.changed(orders=dict(sorted({**state.now.orders, event.leader: event.units}.items())))


def _due(state: State, event: ev.Due) -> None:
    state.changed(agenda=put(state.now.agenda, *event.steps))


def _settled(state: State, event: ev.Settled) -> None:
    state.changed(agenda=state.now.agenda[1:])


def _chosen(state: State, event: ev.Chosen) -> None:
    _, task, *rest = state.now.agenda
    assert isinstance(task, Task)
    state.changed(agenda=(replace(task, picks=(*task.picks, event.answer)), *rest))


def _card_drawn(state: State, event: ev.CardDrawn) -> None:
    now = state.now
    state.changed(pile=without(now.pile, (event.card,)), track=(*now.track, (event.purpose + event.sector, event.card)))


def _reshuffled(state: State, event: ev.Reshuffled) -> None:
    state.changed(pile=with_cards(state.now.pile, state.now.discards), discards=())


def _turn_ended(state: State, event: ev.TurnEnded) -> None:
    now = state.now
    cards = (*now.discards, *(card for _, card in now.track))
    state.changed(discards=cards, track=(), clearing={}, smoke=(), limits=(), acting="", done=(), spent={}, orders={})
    state.changed(fought={}, batteries=(), linked=(), worked=(), shelled=())
    state.change_all(state.units, acted=False, hit=False)


def _game_over(state: State, event: ev.GameOver) -> None:
    state.changed(result=event.outcome, agenda=())


def _unit_changed(state: State, event: ev.UnitChanged) -> None:
    state.store(event.unit)


def _move_counters(state: State, moves: Iterable[tuple[str, str, str]]) -> None:
    pools: dict[str, Pile] = dict(state.now.pools)
    for counter, origin, target in moves:
        if origin:
            known = counter if counter in pools.get(origin, ()) else as_hidden_in(counter, origin)
            pools[origin] = without(pools[origin], (known,))
        if target:
            pools[target] = with_cards(pools.get(target, ()), (counter,))
    state.changed(pools={name: pool for name, pool in sorted(pools.items()) if pool})


def _force_changed(state: State, event: ev.ForceChanged) -> None:
    forces = {hex_: force for hex_, force in state.now.forces.items() if hex_ != event.hex}
    if event.force is not None:
        forces[event.hex] = event.force
    state.changed(forces=dict(sorted(forces.items())))
    _move_counters(state, event.counters)


def _counters_moved(state: State, event: ev.CountersMoved) -> None:
    _move_counters(state, event.counters)


def _placed(state: State, event: ev.Placed) -> None:
    unit = state.unit(event.unit)
    if event.box in state.board.exits:
        state.store(replace(unit, box="", hex=state.board.exits[event.box]))
        state.changed(worked=(*state.now.worked, event.box))
        return
    delayed = not event.box
    state.store(replace(unit, box=event.box or turn_box(state.turn + 1), late=unit.late or delayed))


def _cleared(state: State, event: ev.Cleared) -> None:
    sector = state.board.sector(event.hex)
    state.changed(cleared=tuple(sorted((*state.now.cleared, event.hex))), clearing=added(state.now.clearing, sector))


def _post_set(state: State, event: ev.PostSet) -> None:
    posts = {unit: box for unit, box in state.now.posts.items() if unit != event.unit}
    if event.box >= 0:
        posts[event.unit] = event.box
    state.changed(posts=dict(sorted(posts.items())), worked=(*state.now.worked, str(event.unit)))


def _base_set(state: State, event: ev.BaseSet) -> None:
    others = [base for base in state.now.bases if base.hex != event.hex]
    bases = sorted((*others, Base(event.sector, event.hex, event.box)), key=lambda base: base.hex)
    state.changed(bases=tuple(bases), worked=(*state.now.worked, event.sector))


def _garrison_set(state: State, event: ev.GarrisonSet) -> None:
    others = [hex_ for hex_ in state.now.garrisons if hex_ != event.hex]
    state.changed(garrisons=tuple(sorted((*others, event.hex) if event.stands else others)))


def _shelled(state: State, event: ev.Shelled) -> None:
    state.changed(shelled=(*state.now.shelled, event.sector))


def _left(state: State, event: ev.Left) -> None:
    gone = state.unit(event.unit)
    state.changed(exits=(*state.now.exits, Exit(event.unit, event.letter, gone.steps)))
    state.store(replace(gone, hex=OFF_MAP, box=LEFT, acted=False))


def _acted(state: State, event: ev.Acted) -> None:
    """A leader that has moved gives no more orders (OMA-7.33-1)."""
    for unit in event.units:
        state.store(replace(state.unit(unit), acted=True))
    if event.paid:
        state.changed(spent=added(state.now.spent, event.sector, event.paid))
    if event.deed == "move":
        state.changed(orders={leader: ids for leader, ids in state.now.orders.items() if leader not in event.units})


def _engaged(state: State, event: ev.Engaged) -> None:
    state.changed(
        fought=dict(sorted({**state.now.fought, event.hex: event.how}.items())), naval=state.now.naval - event.naval
    )


def _told(state: State, event: Event) -> None:
    """Nothing: `UnitChanged` and `ForceChanged` hold the effects."""


def _happened(state: State, event: ev.Happened) -> None:
    match event.verb:
        case "naval":
            state.changed(naval=min(state.now.naval + 1, state.board.tables.limits.naval))
        case "hero":
            division = state.profile(event.unit).division
            state.changed(heroes=added(state.now.heroes, division, -1))
        case "smoke":
            state.changed(smoke=(*state.now.smoke, event.hex))
        case "limit" | "armour":
            state.changed(limits=(*state.now.limits, event.at or event.verb))
        case "rockets":
            state.changed(rockets=state.now.rockets + 1)
        case "reorganise":
            state.changed(reorganised=added(state.now.reorganised, event.at))


_CHANGES: Changes[State] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.PhaseBegan: _phase_began,
    ev.SectorBegan: _sector_began,
    ev.OrdersGiven: _orders_given,
    ev.Due: _due,
    ev.Settled: _settled,
    ev.Chosen: _chosen,
    ev.CardDrawn: _card_drawn,
    ev.Reshuffled: _reshuffled,
    ev.TurnEnded: _turn_ended,
    ev.GameOver: _game_over,
    ev.UnitChanged: _unit_changed,
    ev.ForceChanged: _force_changed,
    ev.CountersMoved: _counters_moved,
    ev.Placed: _placed,
    ev.Cleared: _cleared,
    ev.PostSet: _post_set,
    ev.BaseSet: _base_set,
    ev.GarrisonSet: _garrison_set,
    ev.Shelled: _shelled,
    ev.Left: _left,
    ev.Fired: _told,
    ev.Acted: _acted,
    ev.Engaged: _engaged,
    ev.Resolved: _told,
    ev.Happened: _happened,
}
