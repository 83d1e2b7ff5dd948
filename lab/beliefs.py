"""Measures the players of `blind`: their beliefs against the truth, the course of their games, the questions asked.

python -m lab.beliefs --games 10                      play what is missing, and the table in docs/lab/ai_blind.md
python -m lab.beliefs --fit                           the two numbers of each seat that fit these games best
python -m lab.beliefs --report-only                   the table from what has been played

Each seed is played with both sides by `normal`, then with each seat by `greedy`. Odd seeds are for fitting, even seeds
are counted in the table. Games are written to build/beliefs.jsonl as they end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from statistics import fmean
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
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.sequence.victory import points
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import SIDES, enemy_of
from wab.systems.blind.state.state import State

SCENARIO = "blind/from-cherbourg-to-caen"
OPTIONS = Options(Path("build/beliefs.jsonl"), Path("docs/lab/ai_blind.md"), "belief", "players")
PARTICLES = 128
MOMENTS = {"allied": "allied_first", "axis": "axis_second"}
"""The phase in which a side's chances for the hexes of the line are written down."""
PAIRS = (("normal", "normal"), ("normal", "greedy"), ("greedy", "normal"))
LEAST = 200
"""Cases from which a tenth is held to its target."""


class Told(msgspec.Struct, frozen=True):
    """The belief of a side in a game. `seconds`: of all updates of it, by turn."""

    calls: list[Case]
    line: list[Case]
    seconds: float


class Played(msgspec.Struct, frozen=True):
    """A game: its players, how it ended, what each side believed; the longest and the mean decision in seconds."""

    allied: str
    axis: str
    seed: int
    points: int
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


def play_one(allied: str, axis: str, seed: int) -> Played:
    """Play a game and listen to both sides."""
    game = Game.start(SYSTEM, Setup(SYSTEM.id, SCENARIO, seed, {}))
    agents: dict[str, Agent] = {
        side: player(name, seat_seed(seed, side)) for side, name in zip(SIDES, (allied, axis), strict=True)
    }
    listeners: dict[str, _Listener] = {side: _Listener(side, seat_seed(seed, side, "belief") >> 1) for side in SIDES}
    spent: dict[str, list[float]] = {side: [] for side in SIDES}
    while game.to_act is not None:
        _decide(game, agents, listeners, spent)
    turns = game.state.now.turn
    decisions = {side: (round(max(each), 3), round(fmean(each), 4)) for side, each in spent.items()}
    told: dict[str, Told] = {side: one.told(turns) for side, one in listeners.items()}
    return Played(allied, axis, seed, points(game.state), told, decisions)


def _decide(
    game: Game[State], agents: Mapping[str, Agent], listeners: dict[str, _Listener], spent: dict[str, list[float]]
) -> None:
    side = str(game.to_act)
    view = game.view(side)
    listener = listeners[side].listen(view.position, game.state)  # type: ignore[attr-defined]  # a view of blind
    began = process_time()
    order = agents[side].decide(view)
    spent[side].append(process_time() - began)
    listener.hear(order, game.state)
    game.play(order)


# ------------------------------------------------------------------------------------------------- the table


def _cases(games: Iterable[Played], side: str, kind: str) -> list[Case]:
    return [case for game in games for case in (getattr(game.told[side], kind))]


def section(games: Sequence[Played]) -> str:
    """The tables of the page: points and seconds by pair of players, and the calibration."""
    counted = [game for game in games if game.seed % 2 == 0]
    rows = []
    for allied, axis in PAIRS:
        among = [game for game in games if (game.allied, game.axis) == (allied, axis)]
        if among:
            ends = sorted(game.points for game in among)
            slow = [max(game.decisions[side][0] for game in among) for side in SIDES]
            mean = [fmean(game.decisions[side][1] for game in among) for side in SIDES]
            cells = (f"{ends[0]} to {ends[-1]}", f"{mean[0]:.3f} / {mean[1]:.3f}", f"{slow[0]:.2f} / {slow[1]:.2f}")
            rows.append((f"{allied} / {axis}", len(among), fmean(ends), *cells))
    heads = ("Allies / Germans", "games", "VP, mean", "VP", "seconds a decision, mean", "longest")
    parts = [table(heads, rows)]
    for side in SIDES:
        for kind in ("calls", "line"):
            parts.append(_calibration(counted, side, kind))
    return "\n\n".join(parts)


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
    odd = [game for game in games if game.seed % 2]
    return {side: fitted([*_cases(odd, side, "calls"), *_cases(odd, side, "line")]) for side in SIDES}


def main(words: Sequence[str] | None = None) -> int:
    """Play, then fit or show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="seeds for each pair of players")
    parser.add_argument("--fit", action="store_true", help="print the corrections that fit best")
    OPTIONS.add_to(parser)
    chosen = parser.parse_args(words)
    began = perf_counter()
    if not chosen.report_only:
        known = {(game.allied, game.axis, game.seed) for game in read_lines(chosen.store, Played)}
        todo = [(*pair, seed) for seed in range(1, chosen.games + 1) for pair in PAIRS if (*pair, seed) not in known]
        play_lines(chosen, "beliefs", play_one, todo, 1)
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
