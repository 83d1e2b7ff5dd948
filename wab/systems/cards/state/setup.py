"""Setting a scenario up (ledger sections 2.1 to 2.13): the board, the units, the deck, the hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from wab.content.cards.geometry import Field, field_of
from wab.content.cards.loader import data_digest, load_scenario, load_tables, scenario_path
from wab.content.cards.scenario import ScenarioFile
from wab.content.cards.shapes import Tables
from wab.content.normandy.grammar import noun
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event
from wab.engine.words.text import N_, Text
from wab.systems.cards.state import events as ev
from wab.systems.cards.state import teams
from wab.systems.cards.state.board import SIDES, Arriving, Board, Objective, Profile, Rising
from wab.systems.cards.state.deck import composition
from wab.systems.cards.state.drawing import STREAM
from wab.systems.cards.state.state import State, Unit

PLAIN_GROUND = "plain"
_AS_WRITTEN = ("title", "date", "briefing", "rules", "edges", "first", "hands", "medals_to_win", "air")


def build_board(scenario: str, options: Mapping[str, object] | None = None) -> Board:
    """The board of a scenario with the players' options, made once for the data as they are.

    UsageError for an unknown scenario or option, DataError when its files are wrong.
    """
    settled = teams.settled(options or {}, load_scenario(scenario_path(scenario)))
    return _board(scenario, tuple(sorted(settled.items())), data_digest())


@lru_cache(maxsize=64)
def _board(scenario: str, options: tuple[tuple[str, str], ...], digest: str) -> Board:
    return make_board(scenario, load_scenario(scenario_path(scenario)), load_tables(), dict(options))


def make_board(scenario: str, content: ScenarioFile, tables: Tables, options: Mapping[str, str]) -> Board:
    """A board out of its data: the face (CRD-2.2-1), terrain on it in the order of the list (CRD-2.3-1), medals."""
    field = field_of(tables.board, content.board.boards)
    roster, arrivals, risers = _roster(content, tables, field)
    return Board(
        **{name: getattr(content, name) for name in _AS_WRITTEN},
        **{name: getattr(content.special, name) for name in ("hand_growth", "bunkers", "opening_barrage")},
        scenario_id=scenario,
        face=content.board.face,
        tables=tables,
        field=field,
        terrain=terrain_of(content, tables, field),
        roster=roster,
        objectives=tuple(
            Objective(
                number, medal.type, medal.side, tuple(map(field.hex, medal.hexes)), dict(medal.name), medal.condition
            )
            for number, medal in enumerate(content.medals)
        ),
        options=options,
        arrivals=arrivals,
        risers=risers,
        start=dict(enumerate((field.hex(unit.hex) for side in SIDES for unit in content.units_of(side)), 1)),
        obstacles=_obstacles(content, field),
        places={field.hex(label): words for label, words in content.places.items()},
        fordable=frozenset(map(field.hex, content.special.fordable)),
        joined=frozenset(_joined(content, field)),
        rising=_rising(content, field),
    )


def _obstacles(content: ScenarioFile, field: Field) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for name, labels in content.obstacles.items():
        for hex_ in map(field.hex, labels):
            found[hex_] = (*found.get(hex_, ()), name)
    return found


def _joined(content: ScenarioFile, field: Field) -> Iterator[tuple[int, int]]:
    for one, other in content.special.joined_bridges:
        first, second = sorted((field.hex(one), field.hex(other)))
        yield first, second


def _rising(content: ScenarioFile, field: Field) -> Rising | None:
    told = content.special.rising
    return Rising(told.side, told.from_own_turn, tuple(map(field.hex, told.hexes))) if told is not None else None


def terrain_of(content: ScenarioFile, tables: Tables, field: Field) -> tuple[str, ...]:
    """The terrain of each hex: what the scenario lays on it, else the printed face (CRD-1-3, CRD-B-8)."""
    face = tables.board.faces.get(content.board.face, {})
    ground = [
        face.get(field.label_row(hex_), PLAIN_GROUND) if field.is_playable(hex_) else ""
        for hex_ in range(field.grid.size)
    ]
    for name, labels in content.terrain.items():
        for label in labels:
            ground[field.hex(label)] = name
    return tuple(ground)


def _roster(
    content: ScenarioFile, tables: Tables, field: Field
) -> tuple[dict[int, Profile], dict[int, Arriving], tuple[int, ...]]:
    """All units that are or may come into play, numbered from 1: both sides' units, reinforcements, risers.

    A unit has as many figures as its kind unless the scenario says otherwise (CRD-2.5-2, CRD-A1.1-2).
    """
    roster: dict[int, Profile] = {}
    arrivals: dict[int, Arriving] = {}
    bunkers = _closed(content, tables, field)
    for side in SIDES:
        for unit in content.units_of(side):
            kind = tables.units.kinds[unit.kind]
            fixed = kind.type in bunkers.get(field.hex(unit.hex), ())
            name = noun(unit.name, unit.grammar)
            roster[len(roster) + 1] = Profile(name, side, unit.kind, unit.figures or kind.figures, fixed)
    for group in content.special.reinforce:
        for arrival in group.units:
            kind = tables.units.kinds[arrival.kind]
            arrivals[len(roster) + 1] = Arriving(group.own_turn, field.hex(arrival.hex))
            roster[len(roster) + 1] = Profile(
                noun(arrival.name, arrival.grammar), group.side, arrival.kind, kind.figures
            )
    risers: list[int] = []
    rising = content.special.rising
    for _ in range(rising.stock if rising is not None else 0):
        assert rising is not None, "there is a stock"
        kind = tables.units.kinds[rising.kind]
        risers.append(len(roster) + 1)
        roster[len(roster) + 1] = Profile(noun(kind.title), rising.side, rising.kind, kind.figures)
    return roster, arrivals, tuple(risers)


def _closed(content: ScenarioFile, tables: Tables, field: Field) -> dict[int, tuple[str, ...]]:
    """The types that could not enter a hex because of its obstacles: set up there, they stay (CRD-A2.17-2)."""
    return {
        field.hex(label): tables.obstacles[name].closed_to
        for name, labels in content.obstacles.items()
        for label in labels
        if tables.obstacles[name].fortifies and tables.obstacles[name].closed_to
    }


def starting_state(board: Board, seed: int) -> State:
    """The set-up before the first event: obstacles on the terrain (CRD-2.4-1), units (CRD-2.5-1), the whole deck."""
    state = State(board, Dice(seed), obstacles=dict(board.obstacles))
    for id_, hex_ in board.start.items():
        profile = board.roster[id_]
        state.put(Unit(id_, profile.side, profile.kind, profile.figures, hex_))
    state.waiting, state.stock = tuple(board.arrivals), len(board.risers)
    for side in SIDES:
        state.pile[teams.pile_of(board, side)] = composition(board)
    for holder in teams.holders(board):
        state.hands[holder] = ()
    return state


def deal(state: State) -> Iterator[Event]:
    """Deal the hands that the scenario grants (CRD-2.10-1); the rest is the draw pile (CRD-2.11-1)."""
    for side in SIDES:
        pile = teams.pile_of(state.board, side)
        hands, shared = teams.first_hands(state.board, side)
        for holder, count in hands.items():
            for _ in range(count):
                yield from _dealt(state, pile, holder, shared=False)
        for _ in range(shared):
            yield from _dealt(state, pile, side, shared=True)


def _dealt(state: State, pile: str, holder: str, *, shared: bool) -> Iterator[Event]:
    rolled = state.dice.roll(STREAM, Text(N_("card dealt")), len(state.pile[pile]))
    yield rolled
    yield ev.CardsDrawn(holder, (state.pile[pile][rolled.total - 1],), pile, shared)
