"""Measures the players of `blind`: their beliefs against the truth, the course of their games, the questions asked.

python -m lab.beliefs --games 10                      play what is missing, and the table in docs/lab/ai_blind.md
python -m lab.beliefs --fit                           the two numbers of each seat that fit these games best
python -m lab.beliefs --report-only                   the table from what has been played

Each seed of the short scenario is played with both sides by `normal`, then with each seat by `greedy`; the other
scenarios with both sides by `normal`, `--whole` seeds of each. Odd seeds are for fitting, even seeds are counted in the
tables of the belief. Games are written to build/beliefs.jsonl as they end. A question is a decision for which play
waits: the end of a phase, an attack or bombs to open, each decision at the table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean, median_high
from time import perf_counter, process_time

import msgspec
import numpy as np

from ai.agents import Agent, seat_seed
from ai.belief.scale import Case, Scale, error, fitted, skill, tenths
from ai.blind import PLAYERS
from ai.blind.belief import Belief
from ai.blind.levels import beliefs
from ai.blind.picture import Picture
from lab.measuring.pages import table
from lab.measuring.running import Options, play_lines
from lab.measuring.store import read_lines
from wab.content.blind.shapes import Side
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.sequence.victory import points
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import SIDES, enemy_of
from wab.systems.blind.state.state import State

SCENARIO = "blind/from-cherbourg-to-caen"
OTHERS = tuple(info.id for info in SYSTEM.scenarios() if info.id != SCENARIO)
OPTIONS = Options(Path("build/beliefs.jsonl"), Path("docs/lab/ai_blind.md"), "belief", "players")
PARTICLES = 128
NEVER = 99
"""The turn of a place that did not fall."""
MOMENTS = {"allied": "allied_first", "axis": "axis_second"}
"""The phase in which a side's chances for the hexes of the line are written down."""
PAIRS = (("normal", "normal"), ("normal", "greedy"), ("greedy", "normal"))
QUESTIONS = (od.Done, od.Repair, od.Fight, od.Bomb, od.Form, od.Press, od.Yield, od.Retreat, od.Advance)
MEAN, MOST = 16, 30
"""The questions a turn and side that are wanted: at most so many in the mean, fewer than so many in 99 of 100 turns."""
LEAST = 200
"""Cases from which a tenth is held to its target."""


class Told(msgspec.Struct, frozen=True):
    """The belief of a side in a game. `seconds`: of all updates of it, by turn."""

    calls: list[Case]
    line: list[Case]
    seconds: float


class Played(msgspec.Struct, frozen=True):
    """A game: its players, how it ended, what each side believed; the longest and the mean decision in seconds.

    `questions` by side and turn. `slowest`: the seconds of a turn, the most by side. `fell`: the turn in which each
    place became Allied. `steps` lost by side. `calls` of the Allies, and how many of them found no unit.
    """

    allied: str
    axis: str
    seed: int
    scenario: str
    level: str
    points: int
    turns: int
    questions: dict[str, list[int]]
    slowest: dict[str, float]
    fell: dict[str, int]
    steps: dict[str, int]
    calls: tuple[int, int]
    told: dict[str, Told]
    decisions: dict[str, tuple[float, float]]


class _Listener:
    """Follows a game with a belief of one side, and writes down what it says."""

    def __init__(self, side: str, seed: int) -> None:
        self.side, self.seconds = side, 0.0
        self.calls: list[Case] = []
        self.line: list[Case] = []
        self._belief = Belief(side, PARTICLES, seed, Scale(), beliefs().habits[enemy_of(side)])
        self._moment: tuple[int, str] = (0, "")

    def listen(self, known: State, truth: State) -> _Listener:
        began = process_time()
        self._guess = self._belief.follow(known)
        self.seconds += process_time() - began
        moment = (known.now.turn, known.now.phase)
        if known.now.phase == MOMENTS[self.side] and moment != self._moment:
            self._moment = moment
            line = np.flatnonzero(Picture(known, self.side, self._guess).line).tolist()
            self.line += [self._case(hex_, truth) for hex_ in line]
        return self

    def hear(self, order: object, truth: State) -> None:
        if isinstance(order, od.Call):
            self.calls.append(self._case(order.hex, truth))

    def _case(self, hex_: int, truth: State) -> Case:
        return round(float(self._guess.occupied[hex_]), 4), bool(truth.stacks.get(hex_))

    def told(self, turns: int) -> Told:
        return Told(self.calls, self.line, round(self.seconds / turns, 4))


def player(name: str, seed: int) -> Agent:
    """The player of that name."""
    made: Agent = import_module(f"ai.blind.{PLAYERS[name]}").make(name, seed)
    return made


class _Course:
    """Follows a game, and writes down its course."""

    def __init__(self, game: Game[State]) -> None:
        self.game, board = game, game.state.board
        self.questions = {side: [0] * (board.last - board.first + 1) for side in SIDES}
        self.spent: dict[str, list[list[float]]] = {side: [[] for _ in self.questions[side]] for side in SIDES}
        self.fell: dict[str, int] = {}
        self.held = {place.name for hex_, place in board.places.items() if game.state.holds("allied", hex_)}
        self.steps = dict.fromkeys(SIDES, 0)
        self.calls = (0, 0)

    def note(self, side: Side, order: object, seconds: float) -> None:
        turn = self.game.state.now.turn - self.game.state.board.first
        self.questions[side][turn] += isinstance(order, QUESTIONS)
        self.spent[side][turn].append(seconds)

    def hear(self, side: str, events: Iterable[object]) -> None:
        state = self.game.state
        for event in events:
            if isinstance(event, ev.StepsLost):
                for unit, count in event.losses:
                    self.steps[state.board.roster[unit].side] += count
            elif isinstance(event, ev.Called) and side == "allied":
                self.calls = (self.calls[0] + 1, self.calls[1] + (not event.occupied))
            elif isinstance(event, ev.TurnBegan | ev.GameOver):
                for hex_, place in state.board.places.items():
                    if place.name not in self.held and state.holds("allied", hex_):
                        self.fell.setdefault(place.name, state.now.turn - isinstance(event, ev.TurnBegan))


def play_one(allied: str, axis: str, seed: int, scenario: str = SCENARIO) -> Played:
    """Play a game and listen to both sides."""
    game = Game.start(SYSTEM, Setup(SYSTEM.id, scenario, seed, {}))
    agents: dict[str, Agent] = {
        side: player(name, seat_seed(seed, side)) for side, name in zip(SIDES, (allied, axis), strict=True)
    }
    listeners: dict[str, _Listener] = {side: _Listener(side, seat_seed(seed, side, "belief") >> 1) for side in SIDES}
    course = _Course(game)
    while game.to_act is not None:
        _decide(game, agents, listeners, course)
    turns = game.state.now.turn - game.state.board.first + 1
    each = {side: [second for turn in course.spent[side] for second in turn] for side in SIDES}
    return Played(
        allied,
        axis,
        seed,
        scenario,
        game.state.now.result.level if game.state.now.result else "",
        points(game.state),
        turns,
        {side: course.questions[side][:turns] for side in SIDES},
        {side: round(max(map(sum, course.spent[side])), 2) for side in SIDES},
        course.fell,
        {str(side): count for side, count in course.steps.items()},
        course.calls,
        {side: one.told(turns) for side, one in listeners.items()},
        {side: (round(max(all_), 3), round(fmean(all_), 4)) for side, all_ in each.items()},
    )


def _decide(game: Game[State], agents: Mapping[str, Agent], listeners: dict[str, _Listener], course: _Course) -> None:
    side = game.to_act
    assert side in SIDES
    view = game.view(side)
    listener = listeners[side].listen(view.position, game.state)  # type: ignore[attr-defined]  # a view of blind
    began = process_time()
    order = agents[side].decide(view)
    course.note(side, order, process_time() - began)
    listener.hear(order, game.state)
    course.hear(side, game.play(order))


# ------------------------------------------------------------------------------------------------- the table


def _cases(games: Iterable[Played], side: str, kind: str) -> list[Case]:
    return [case for game in games for case in (getattr(game.told[side], kind))]


def section(games: Sequence[Played]) -> str:
    """The tables of the page: the course of games, the questions, the seconds, and the calibration."""
    parts = [_courses(games), _questions(games), _places(games)]
    counted = [game for game in games if game.seed % 2 == 0 and game.scenario == SCENARIO]
    for side in SIDES:
        for kind in ("calls", "line"):
            parts.append(_calibration(counted, side, kind))
    return "\n\n".join(parts)


def _groups(games: Sequence[Played]) -> Iterator[tuple[tuple[str, ...], list[Played]]]:
    """Games by scenario and players."""
    kinds = [(SCENARIO, *pair) for pair in PAIRS] + [(scenario, "normal", "normal") for scenario in OTHERS]
    for kind in kinds:
        among = [game for game in games if (game.scenario, game.allied, game.axis) == kind]
        if among:
            yield kind, among


def _courses(games: Sequence[Played]) -> str:
    rows = []
    for (scenario, allied, axis), among in _groups(games):
        ends = sorted(game.points for game in among)
        won = [sum(game.level.startswith(side) for game in among) for side in SIDES]
        steps = [f"{fmean(game.steps[side] for game in among):.0f}" for side in SIDES]
        calls, vacant = (sum(game.calls[place] for game in among) for place in (0, 1))
        rows.append(
            (
                scenario.partition("/")[2],
                f"{allied} / {axis}",
                len(among),
                f"{ends[0]} / {fmean(ends):.0f} / {ends[-1]}",
                " / ".join(map(str, won)),
                " / ".join(steps),
                f"{vacant / max(1, calls):.0%}",
            )
        )
    heads = ("scenario", "Allies / Germans", "games", "VP: least / mean / most", "won", "steps lost", "calls: vacant")
    return table(heads, rows)


def _questions(games: Sequence[Played]) -> str:
    rows = []
    for (scenario, allied, axis), among in _groups(games):
        if (allied, axis) != ("normal", "normal"):
            continue
        for side in SIDES:
            asked = sorted(count for game in among for count in game.questions[side])
            mean, slow = fmean(game.decisions[side][1] for game in among), max(game.slowest[side] for game in among)
            cells = (f"{fmean(asked):.1f}", asked[int(0.9 * len(asked))], asked[int(0.99 * len(asked))], asked[-1])
            rows.append((scenario.partition("/")[2], side, *cells, f"{mean:.3f}", f"{slow:.1f}"))
    heads = ("scenario", "side", "questions a turn", "90 %", "99 %", "most", "seconds a decision", "slowest turn, s")
    wanted = f"Wanted: {MEAN} questions in the mean at most, and fewer than {MOST} in 99 of 100 turns."
    return f"{wanted}\n\n{table(heads, rows)}"


def _places(games: Sequence[Played]) -> str:
    """The turn in which places of the two long scenarios fell, by the median of games of `normal`."""
    names = ("Carentan", "Cherbourg", "Caen", "Saint-Lô", "Avranches")
    rows = []
    for (scenario, *players), among in _groups(games):
        if players == ["normal", "normal"] and among[0].turns >= 8:
            fell = [median_high(game.fell.get(name, NEVER) for game in among) for name in names]
            rows.append((scenario.partition("/")[2], *("-" if turn >= NEVER else f"{turn:.0f}" for turn in fell)))
    return table(("place falls in turn (median)", *names), rows)


def _calibration(games: Sequence[Played], side: str, kind: str) -> str:
    raw = _cases(games, side, kind)
    scale = beliefs().scales[side]
    cases = [(float(scale.of_all(np.array([said]))[0]), true) for said, true in raw]
    seconds = fmean(game.told[side].seconds for game in games) if games else 0.0
    off = max((abs(one.said - one.true) for one in tenths(cases) if one.cases >= LEAST), default=0.0)
    head = (
        f"{side}, {kind}: {len(cases):,} cases, skill {skill(cases):.2f}, calibration error {error(cases):.3f} "
        f"(before the correction {error(raw):.3f}), the worst tenth with {LEAST} cases is off by {off:.2f}. "
        f"The belief takes {seconds:.2f} s a turn."
    )
    rows = [(f"{one.said:.2f}", f"{one.true:.2f}", one.cases) for one in tenths(cases)]
    return f"{head}\n\n{table(('said', 'true', 'cases'), rows)}"


def fits(games: Sequence[Played]) -> dict[str, Scale]:
    """The correction of each seat by the games for fitting."""
    odd = [game for game in games if game.seed % 2 and game.scenario == SCENARIO]
    return {side: fitted([*_cases(odd, side, "calls"), *_cases(odd, side, "line")]) for side in SIDES}


def main(words: Sequence[str] | None = None) -> int:
    """Play, then fit or show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="seeds for each pair of players")
    parser.add_argument("--whole", type=int, default=0, help="seeds for each of the other scenarios")
    parser.add_argument("--fit", action="store_true", help="print the corrections that fit best")
    OPTIONS.add_to(parser)
    chosen = parser.parse_args(words)
    began = perf_counter()
    if not chosen.report_only:
        known = {(game.allied, game.axis, game.seed, game.scenario) for game in read_lines(chosen.store, Played)}
        wanted = [(*pair, seed, SCENARIO) for seed in range(1, chosen.games + 1) for pair in PAIRS]
        wanted += [("normal", "normal", seed, one) for one in OTHERS for seed in range(1, chosen.whole + 1)]
        todo = [one for one in wanted if one not in known]
        play_lines(chosen, "beliefs", play_one, todo)
    games = list(read_lines(chosen.store, Played))
    if chosen.fit:
        for side, scale in fits(games).items():
            print(f"{side}: {{shift: {scale.shift}, slope: {scale.slope}}}")
    else:
        OPTIONS.show(chosen, section(games))
    print(f"{len(games)} games, {perf_counter() - began:.0f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
