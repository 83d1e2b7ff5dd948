"""Opening plans for the staff: ways to lead a side, tried in whole games against `normal`; the best are kept as data.

python -m lab.openings                                    every scenario of up to 24 turns; then the data file
python -m lab.openings --scenarios operations/perch       a part of them; the data of the others stay
python -m lab.openings --report-only                      the data file from what has been played

For each side of a scenario the ways are raced: all of them in a few games of the same seeds, the better ones in more,
the best in many; then crossings of the best two are raced in the same way. Of two dozen ways one looks good by luck
alone, so that the best has to prove itself against the usual one in fresh games, both led by `hard`, for which it is
meant; where it does not, the usual one is kept. A game counts as a share of victory by its margin against how widely
margins are spread, which tells more than who won. Games are written to build/openings.jsonl as they end: stop a run
when you like and give the same command again. The result holds for the players as they are: race again when they have
changed.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import msgspec
import yaml
from msgspec.structs import replace

import wab
from ai.match import play_out
from ai.operations.judgement.levels import level_named
from ai.operations.judgement.lookahead import NEGLECT, STRESS
from ai.operations.judgement.weights import GREEDY
from ai.operations.openings import FILE, SPIRITS, Opening, Spirit, Study, studies
from ai.operations.picture.goals import goals_of
from ai.operations.picture.picture import Memory, Picture
from ai.operations.staff import Staff
from lab.measuring.running import Options, play_lines, scenario_id
from lab.measuring.store import read_lines
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.values import ScenarioInfo
from wab.systems.operations.state.board import enemy_of

OPTIONS = Options(Path("build/openings.jsonl"), FILE, stale="players", timed=False)
OPPONENT, LEADER = "normal", "hard"
"""The opponent who, for speed, also leads in the race; and the leader in the fresh games."""
MOST_TURNS = 24
STRESSED = 3
"""So many of the dearest goals are tried as the first goal, and as the goal that does not matter."""
ROUNDS = ((13, 3), (4, 7), (2, 16))
"""The number of ways in a round of the race, the usual one besides, and the number of games of each after it."""
LARGE, FEWER = 70, ((13, 2), (3, 5), (2, 10))
"""From so many units of both sides on games take long, and there are fewer of them."""
CROSSED = (8, 5), 1
"""The first round of the crossed ways, and how many of them go on to as many games as the best have been in."""
USUAL = "usual"
FIRST_SEED = 5000
"""Seeds that no other measurement uses."""
FRESH_SEED, FRESH = 20000, 24
"""The first seed of the fresh games, and how many there are for each of the two.

Seeds from 9000 on are in older stores, led by `normal`: they prove nothing any more.
"""
PROOF = 0.05
"""So much more of victory than the usual way has the best one to bring in the fresh games.

With eight games and no such margin twenty-five ways of thirty-one passed, and gained nothing in the ladder.
"""
STEEP = 1.7
"""The steepness with which a margin, in standard deviations, turns into a share of victory: about as its rank does."""


Rounds = tuple[tuple[int, int], ...]


class Trial(msgspec.Struct, frozen=True):
    """A game led by one side in one way. `margin`: its points less the enemy's."""

    scenario: str
    side: str
    name: str
    seed: int
    margin: float


# ------------------------------------------------------------------------------------------------- the ways


def ways(scenario: str, side: str) -> tuple[Opening, ...]:
    """The ways that are compared, the usual one first."""
    game = wab.new_game(scenario, seed=0)
    view: Any = game.view(side)  # one of operations
    goals = goals_of(Picture(view, Memory(view.board), GREEDY, Chance(0, "openings")))[:STRESSED]
    labels = [view.board.grid.label(goal.hex) for goal in goals]
    return (
        way(),
        way(staff=False),
        *(way(spirit=spirit) for spirit in SPIRITS[1:]),
        *(way(staff=False, spirit=spirit) for spirit in SPIRITS[1:]),
        *(way(stress={label: STRESS}) for label in labels),
        *(way(staff=False, stress={label: NEGLECT}) for label in labels),
        *(way(staff=False, stress={label: STRESS}) for label in labels[:1]),
    )


def way(*, staff: bool = True, spirit: Spirit = "usual", stress: Mapping[str, float] | None = None) -> Opening:
    """A way of leading, with a name that says what it is."""
    goals = sorted((stress or {}).items())
    words = [*([] if spirit == "usual" else [spirit]), "staff" if staff else "direct"]
    words += [f"for {label}" if factor > 1 else f"without {label}" for label, factor in goals]
    return Opening(USUAL if words == ["staff"] else " ".join(words), staff, spirit, dict(goals))


def crossed(parents: Sequence[Opening], known: Container[str]) -> tuple[Opening, ...]:
    """Return what comes of the best way in another spirit or by other plans, and of what the best two have in
    common.
    """
    best, second = parents[0], parents[-1]
    children = (
        *(way(staff=best.staff, spirit=spirit, stress=best.stress) for spirit in SPIRITS),
        way(staff=not best.staff, spirit=best.spirit, stress=best.stress),
        way(staff=best.staff, spirit=best.spirit, stress={**second.stress, **best.stress}),
        way(staff=second.staff, spirit=second.spirit, stress={**second.stress, **best.stress}),
        way(staff=second.staff, spirit=second.spirit, stress=best.stress),
        way(staff=best.staff, spirit=second.spirit, stress=second.stress),
    )
    return tuple({child.name: child for child in children if child.name not in known}.values())


class Led(Staff):
    """A staff that follows one way of leading, at any knowledge of the battle."""

    def __init__(self, seed: int, opening: Opening, level: str = OPPONENT) -> None:
        super().__init__(seed, level_named(level))
        self._led_by = opening

    def _opening(self, view: object) -> Opening:
        return self._led_by


def leading(opening: Opening, seed: int) -> Led:
    """The leader in a way in the game of a seed: in the fresh games the player that is to follow it."""
    return Led(seed * 7 + 1, opening, LEADER if seed >= FRESH_SEED else OPPONENT)


def play_one(scenario: str, side: str, opening: Opening, seed: int) -> Trial:
    """A game that a side leads in a way, against the opponent."""
    game = wab.new_game(scenario, seed=seed)
    enemy = enemy_of(side)
    play_out(game, {side: leading(opening, seed), enemy: Staff(seed * 7 + 2, level_named(OPPONENT))})
    if game.outcome is None:
        raise RuntimeError(f"{scenario}, seed {seed}: the game is not over")
    points = game.outcome.points
    return Trial(scenario, side, opening.name, seed, points[side] - points[enemy])


# ------------------------------------------------------------------------------------------------- the race


def shares(trials: Sequence[Trial]) -> dict[str, tuple[float, int]]:
    """By way of one side of a scenario: the mean share of victory, and the games behind it."""
    spread = max(5.0, pstdev([trial.margin for trial in trials])) if trials else 1.0
    found: dict[str, list[float]] = {}
    for trial in trials:
        found.setdefault(trial.name, []).append(1.0 / (1.0 + math.exp(-STEEP * trial.margin / spread)))
    return {name: (fmean(values), len(values)) for name, values in found.items()}


def rounds_of(info: ScenarioInfo) -> Rounds:
    """The rounds of the race for a scenario."""
    return FEWER if sum(info.units.values()) >= LARGE else ROUNDS


def still_racing(options: Sequence[Opening], trials: Sequence[Trial], rounds: Rounds) -> list[Opening]:
    """Return the ways in the last of some rounds: the best of the round before by all their games, and the
    usual one.
    """
    if len(rounds) == 1:
        return list(options)
    before = still_racing(options, trials, rounds[:-1])
    known = shares([trial for trial in trials if trial.seed < FIRST_SEED + rounds[-2][1]])
    ranks = sorted(before, key=lambda one: (-known.get(one.name, (0.0, 0))[0], one.name))[: rounds[-1][0]]
    return [*ranks, *(one for one in options if one.name == USUAL and one not in ranks)]


def missing(options: Sequence[Opening], trials: Sequence[Trial], rounds: Rounds) -> list[tuple[Opening, int]]:
    """The games, by way and seed, of the last of some rounds that have not been played."""
    done = {(trial.name, trial.seed) for trial in trials}
    seeds = range(FIRST_SEED, FIRST_SEED + rounds[-1][1])
    racing = still_racing(options, trials, rounds)
    return [(one, seed) for seed in seeds for one in racing if (one.name, seed) not in done]


def next_games(options: Sequence[Opening], trials: Sequence[Trial], rounds: Rounds) -> list[tuple[Opening, int]]:
    """The games of the first round that is not finished, then the games of crossed ways; none when all is done."""
    for number in range(1, len(rounds) + 1):
        if todo := missing(options, trials, rounds[:number]):
            return todo
    best = finished(options, trials, rounds)[:2]
    children, (first, go_on) = crossed(best, {one.name for one in options}), CROSSED
    for young in ((first,), (first, (go_on, rounds[-1][1]))):
        if todo := missing(children, trials, young):
            return todo
    return unproven(finished((*options, *children), trials, rounds)[0], trials)


def unproven(best: Opening, trials: Sequence[Trial]) -> list[tuple[Opening, int]]:
    """The fresh games that the best way and the usual one have not played; none where they are the same."""
    done = {(trial.name, trial.seed) for trial in trials}
    both = [] if best.name == USUAL else [best, way()]
    seeds = range(FRESH_SEED, FRESH_SEED + FRESH)
    return [(one, seed) for seed in seeds for one in both if (one.name, seed) not in done]


def finished(options: Sequence[Opening], trials: Sequence[Trial], rounds: Rounds) -> list[Opening]:
    """Return the ways that have been in as many games as the best, with their shares, the best first."""
    known, last = shares([trial for trial in trials if trial.seed < FRESH_SEED]), rounds[-1][1]
    told = (
        replace(one, share=round(known[one.name][0], 3), games=known[one.name][1])
        for one in options
        if known.get(one.name, (0.0, 0))[1] >= last
    )
    return sorted(told, key=lambda one: (-one.share, one.name))


def of_seat(trials: Sequence[Trial], scenario: str, side: str) -> list[Trial]:
    """The games that one side of a scenario led."""
    return [trial for trial in trials if (trial.scenario, trial.side) == (scenario, side)]


def study(scenario: str, side: str, trials: Sequence[Trial], rounds: Rounds) -> Study | None:
    """Return the result of a race: its best way if that was clearly better than the usual one in the fresh games as
    well.

    None before they have been played. The share comes from the fresh games, which flatter no way.
    """
    options = ways(scenario, side)
    parents = finished(options, trials, rounds)[:2]
    if not parents:
        return None
    children = crossed(parents, {one.name for one in options})
    best = finished((*options, *children), trials, rounds)[0]
    if best.name == USUAL:
        return Study(scenario, side, (best,))
    if unproven(best, trials):
        return None
    fresh = shares([trial for trial in trials if trial.seed >= FRESH_SEED])
    kept = best if fresh[best.name][0] >= fresh[USUAL][0] + PROOF else way()
    return Study(scenario, side, (replace(kept, share=round(fresh[kept.name][0], 3), games=FRESH),))


# ------------------------------------------------------------------------------------------------- the command


def _race(chosen: argparse.Namespace, infos: Sequence[ScenarioInfo]) -> None:
    for info in infos:
        options = {side: ways(info.id, side) for side in info.sides}
        while todo := list(_next(chosen, info, options)):
            play_lines(chosen, info.id, play_one, todo)


def _next(
    chosen: argparse.Namespace, info: ScenarioInfo, options: Mapping[str, Sequence[Opening]]
) -> Iterator[tuple[str, str, Opening, int]]:
    """The games that both sides of a scenario have to play next."""
    trials = read_lines(chosen.store, Trial)
    for side in info.sides:
        for opening, seed in next_games(options[side], of_seat(trials, info.id, side), rounds_of(info)):
            yield info.id, side, opening, seed


def _write(chosen: argparse.Namespace, infos: Sequence[ScenarioInfo]) -> None:
    """Put what was found into the data file, in the order of the scenarios."""
    trials = read_lines(chosen.store, Trial)
    known = dict(studies(chosen.page)) if chosen.page.exists() else {}
    for info in infos:
        for side in info.sides:
            if found := study(info.id, side, of_seat(trials, info.id, side), rounds_of(info)):
                known[info.id, side] = found
    text = written([known[key] for key in sorted(known)], head_of(chosen.page))
    chosen.page.write_text(text, encoding="utf-8")


HEAD = """# Opening plans by scenario and side (shape: ai/operations/openings.py), made by `python -m lab.openings`.
# share: of victory by `hard` in so many games against `normal`, fresh ones that were not used to find it.
"""


def head_of(page: Path) -> str:
    """The comment at the head of a data file, which may have been edited; the usual one if there is none."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True) if page.exists() else []
    return "".join(takewhile(lambda line: line.startswith("#"), lines)) or HEAD


def written(known: Sequence[Study], head: str = HEAD) -> str:
    """The data file: its comment, and an opening a line."""
    lines = [head + "studies:"]
    for one in known:
        lines += [f"  - scenario: {one.scenario}", f"    side: {one.side}", "    openings:"]
        for opening in one.openings:
            line = yaml.safe_dump(msgspec.to_builtins(opening), default_flow_style=True, sort_keys=False, width=1000)
            lines.append(f"      - {line.strip()}")
    return "\n".join(lines) + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Race what is missing and write the data file."""
    parser = argparse.ArgumentParser(prog="python -m lab.openings", description="Opening plans, found by games.")
    parser.add_argument("--scenarios", type=scenario_id, nargs="+", default=[], metavar="ID", help="only these")
    OPTIONS.add_to(parser)
    parser.set_defaults(minutes=0.0)
    chosen = parser.parse_args(words)
    infos = [info for info in wab.scenarios() if info.system == "operations" and info.turns <= MOST_TURNS]
    picked = [info for info in infos if not chosen.scenarios or info.id in chosen.scenarios]
    if not chosen.report_only:
        _race(chosen, picked)
    _write(chosen, picked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
