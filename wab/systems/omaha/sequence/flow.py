"""The sequence of play (OMA-4): phases of a turn, and what happens as each begins and ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from wab.content.omaha.tables import within
from wab.engine.kernel.agenda import Phase, Sequence, never
from wab.engine.kernel.events import Event
from wab.systems.omaha.combat.artillery import active_batteries
from wab.systems.omaha.combat.attack import shaken
from wab.systems.omaha.combat.german_arrivals import release_meyer
from wab.systems.omaha.ground.control import linked_hexes
from wab.systems.omaha.ground.terrain import is_flooded
from wab.systems.omaha.movement import arrivals
from wab.systems.omaha.sequence import engineers, victory, works
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, draw_card, due
from wab.systems.omaha.state.setup import set_up
from wab.systems.omaha.state.state import ASIDE, CLIFF, State, Unit
from wab.systems.omaha.state.steps import Task
from wab.systems.omaha.units.command import give_orders
from wab.systems.omaha.units.losses import eliminate, is_catastrophe
from wab.systems.omaha.units.players import sectors_of_players


def _begin_landing(state: State) -> Iterator[Event]:
    """East, then west (OMA-4-2)."""
    sectors = state.board.sectors
    yield due(*(Task("land", sector=sector) for sector in sectors), Task("beach"))


def _arrivals_open(state: State) -> bool:
    return bool(arrivals.due_now(state))


def _event_comes_up(state: State) -> bool:
    """No event on the first turn, none after the last band (OMA-4-3, OMA-4-11)."""
    return within(state.board.tables.turns.events, state.turn)


def _is_late(state: State) -> bool:
    """From turn 17 (OMA-4-10, OMA-14-1, OMA-15-1)."""
    return bool(state.late)


def _second_event_comes_up(state: State) -> bool:
    """A second event from turn 17, but for the last turn (OMA-15-2)."""
    return _is_late(state) and _event_comes_up(state)


def _begin_event(state: State) -> Iterator[Event]:
    yield due(Task("event"))


def _begin_fire(state: State) -> Iterator[Event]:
    """East, then west (OMA-4-4, OMA-6-1, OMA-6-3)."""
    yield due(*(Task("fire", sector=sector) for sector in state.board.sectors))


def _engineers_come_up(state: State) -> bool:
    """OMA-4-5."""
    return state.board.tables.turns.clearing(state.turn) > 0


def _begin_actions(state: State) -> Iterator[Event]:
    """HQs and generals give their orders; a game of one sector needs no choice of the first one (OMA-7.2-1)."""
    yield from give_orders(state)
    yield from begin_only_sector(state)


def begin_only_sector(state: State) -> Iterator[Event]:
    """The last sector that has not acted begins by itself."""
    left = sectors_left(state)
    if len(left) == 1 and not state.now.acting:
        yield ev.SectorBegan(left[0])


def sectors_left(state: State) -> tuple[str, ...]:
    """The sectors whose actions have not begun."""
    return tuple(sector for sector in state.board.sectors if sector not in (*state.now.done, state.now.acting))


def _begin_end(state: State) -> Iterator[Event]:
    yield due(Task("overstack"), Task("end_turn"))


TURN: Sequence[State] = Sequence(
    (
        Phase("landing", begins=_begin_landing, is_open=never),
        Phase("arrivals", players=sectors_of_players, begins=arrivals.place_by_itself, is_open=_arrivals_open),
        Phase("event", comes_up=_event_comes_up, begins=_begin_event, is_open=never),
        Phase("fire", begins=_begin_fire, is_open=never),
        Phase("engineers", comes_up=_engineers_come_up, players=sectors_of_players, is_open=engineers.can_clear),
        Phase("second_event", comes_up=_second_event_comes_up, begins=_begin_event, is_open=never),
        Phase("works", comes_up=_is_late, players=sectors_of_players, is_open=works.can_work),
        Phase("actions", begins=_begin_actions),
        Phase("end", begins=_begin_end, is_open=never),
    )
)
"""A turn (OMA-4-1, OMA-4-6, OMA-4-11, OMA-15-1, OMA-15-3, OMA-15-5)."""
CLOSED = ("landing", "event", "fire", "second_event", "end")
"""Phases that the rules play alone."""


def open_game(state: State) -> Iterator[Event]:
    """The set-up, then the first turn up to its first decision; before a late start units of the turn before wait in
    landing boxes (OMA-21.1-15).
    """
    yield from set_up(state)
    if added := victory.adjustment(state):
        yield ev.Happened("variants", str(added))
    late = state.board.late
    if state.bombarded:
        yield from bombard(state)
    if late is None:
        yield from begin_turn(state, state.first)
        return
    yield from _react(state)
    yield ev.PhaseBegan("arrivals", acting=sectors_of_players(state)[0])
    yield due(Task("sand", units=tuple(state.board.ids[key] for key in late.sand)))


def bombard(state: State) -> Iterator[Event]:
    """WN of a colour on one of two cards are disrupted and lose their markers; of a colour on both, they are out of the
    game (OMA-22.1-2). The cards are discarded with the cards of the first turn, before which none is shuffled.
    """
    colours = Counter[str]()
    for _ in range(state.board.tables.variants.bombardment.cards):
        card = yield from draw_card(state, "bombardment")
        colours.update(sign[0] for sign in state.board.card(card).fire)
    for hex_, force in [*state.now.forces.items()]:
        shown = colours[state.place(hex_).colour]
        if shown == 1:
            yield shaken(hex_, force, True, "bombardment")
        elif shown:
            gone = tuple((one, "", ASIDE) for one in (force.unit, force.marker) if one)
            yield ev.ForceChanged(hex_, None, gone, "bombardment")


def _react(state: State) -> Iterator[Event]:
    """Kampfgruppe Meyer comes without an event too, if the Germans react better (OMA-22.4-1)."""
    if state.chose("reaction", "better") and state.turn in state.board.tables.variants.reaction.meyer:
        yield ev.Happened("meyer")
        yield from release_meyer(state)


def begin_turn(state: State, turn: int) -> Iterator[Event]:
    """A turn begins with the landing."""
    yield ev.TurnBegan(turn)
    yield from next_phase(state, "")


def next_phase(state: State, after: str) -> Iterator[Event]:
    """The next phase of the turn in which something happens."""

    def began(phase: str, player: str) -> Event:
        if phase != "fire":
            return ev.PhaseBegan(phase, acting=player)
        return ev.PhaseBegan(phase, active_batteries(state), linked_hexes(state) if state.acts else ())

    if state.turn < state.first and after:  # the arrivals before a late start
        players = sectors_of_players(state)
        others = players[players.index(state.now.acting) + 1 :]
        yield from (ev.PhaseBegan("arrivals", acting=other) for other in others[:1])
        if not others:
            yield from begin_turn(state, state.first)
    else:
        yield from TURN.advance(state, after, "" if after == "actions" else state.now.acting, began)


# ---------------------------------------------------------------- the end of a turn


def sand(state: State, task: Task) -> Iterator[Event]:
    """Heavy units stand on high-tide beach hexes of their sector, as the player chooses (OMA-21.1-12)."""
    taken = Counter(task.picks)
    if len(task.picks) < len(task.units):
        unit = task.units[len(task.picks)]
        sector, most = state.profile(unit).sector, state.board.tables.limits.stacking
        hexes = [hex_ for hex_, kind in enumerate(state.board.terrain) if kind == "high_beach"]
        free = [hex_ for hex_ in hexes if state.board.sector(hex_) == sector and taken[hex_] < most]
        yield ask("sand", free, unit)
        return
    yield ev.Settled()
    for unit, hex_ in zip(task.units, task.picks, strict=True):
        yield ev.UnitChanged(replace(state.unit(unit), hex=hex_, box=""), "set_up")


def overstack(state: State, task: Task) -> Iterator[Event]:
    """Units above two in a hex are eliminated, as the player chooses (OMA-7.6-1, OMA-7.63-1)."""
    most = state.board.tables.limits.stacking
    crowded = next((hex_ for hex_ in sorted(state.stacks) if len(state.us_in(hex_)) > most), None)
    if crowded is None:
        yield ev.Settled()
    elif not task.picks:
        yield ask("overstack", [unit.id for unit in state.us_in(crowded)], hex_=crowded)
    else:
        yield ev.Settled()
        yield due(Task("overstack"))
        yield from eliminate(state, task.picks[0], "overstack")


def drowned(state: State) -> list[Unit]:
    """The units that the tide takes at the end of this turn (OMA-5.21-3): all on sand that is under water then. Units
    that climb a cliff stay (OMA-5.21-4), as long as they climb.
    """
    units = (state.units[unit] for unit in sorted(state.units))
    return [unit for unit in units if is_flooded(state, unit.hex) and unit.climb != CLIFF]


def end_turn(state: State, task: Task) -> Iterator[Event]:
    """Units drown, cards are discarded, the pile is shuffled if the track says so (OMA-4-7). The game ends with its
    last turn (OMA-4-9).
    """
    yield ev.Settled()
    for unit in drowned(state):
        yield from eliminate(state, unit.id, "drowned")
    if is_catastrophe(state):
        yield from victory.catastrophe(state)
        return
    yield ev.TurnEnded()
    if state.turn in state.board.tables.turns.reshuffled:
        yield ev.Reshuffled()
    if state.turn == state.board.last:
        yield from victory.end_of_game(state)
        return
    yield from victory.check(state)
    if state.now.result is None:
        yield from _react(state)
        yield from begin_turn(state, state.turn + 1)


TASKS = {"sand": sand, "overstack": overstack, "end_turn": end_turn}
TIES = ("sand", "overstack")
