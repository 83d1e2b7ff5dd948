"""The full gym: every position, every metric, and the tables in docs/ai_results.md and docs/lab/ai_zocbonds.md.

python -m tests.ai.gym.report                                      easy, normal and hard, as many games as wanted
python -m tests.ai.gym.report --players normal --games 10          fewer games, others
python -m tests.ai.gym.report --positions garrison salient --print a part, on the screen
python -m tests.ai.gym.report --minutes 20                         as far as it gets; the same command goes on
python -m tests.ai.gym.report --system zocbonds                    the gym of another rule system

Games are kept in build/gym.jsonl, or build/gym_SYSTEM.jsonl; games of a player or a position that has changed since are
played again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from lab.measuring.pages import table
from lab.measuring.running import Options, play_lines
from lab.measuring.statistics import Share
from lab.measuring.store import read_lines
from tests.ai.gym import harness
from tests.ai.gym.room import Gym, Result, Trial
from tests.ai.gym_zocbonds import harness as of_zocbonds

PLAYERS = ("greedy", "easy", "normal", "hard")
GYMS = {gym.system: gym for gym in (harness.GYM, of_zocbonds.GYM)}
_SORTS = "positions and players"
PLACES = {
    "operations": Options(Path("build/gym.jsonl"), Path("docs/ai_results.md"), "gym", _SORTS),
    "zocbonds": Options(Path("build/gym_zocbonds.jsonl"), Path("docs/lab/ai_zocbonds.md"), "gym", _SORTS),
}
Wanted = tuple[str, str, int]


def wanted(gym: Gym, names: Sequence[str], players: Sequence[str], games: int) -> list[Wanted]:
    """Every game that is asked for; a run that is stopped has some of each."""
    counts = {name: min(games or 10_000, gym.sheet(name).seeds) for name in names}
    return [(n, p, seed) for seed in range(max(counts.values())) for n in names for p in players if seed < counts[n]]


def kept(gym: Gym, path: Path, mixed: bool) -> dict[Wanted, Trial]:
    """The games in the file that still count; `mixed`: games of older players and positions too."""
    known = set(gym.names)
    good = (
        t
        for t in read_lines(path, Trial)
        if t.position in known and (mixed or t.stamp == gym.stamp(t.position, t.player))
    )
    return {(trial.position, trial.player, trial.seed): trial for trial in good}


# ------------------------------------------------------------------------------------------------- the table


def section(gym: Gym, trials: Sequence[Trial], players: Sequence[str]) -> str:
    """The gym's part of its page."""
    found = _results(gym, trials)
    shown = [player for player in players if any(key[1] == player for key in found)]
    heads = ("test", "position", "asked", "wanted", *shown)
    rows, missed = [], []
    for name in sorted(gym.names, key=lambda name: (gym.sheet(name).test, name)):
        sheet = gym.sheet(name)
        for number, expected in enumerate(sheet.expected):
            cells = [found[name, player][number] if (name, player) in found else None for player in shown]
            if any(cells):
                told = (sheet.test, sheet.title, expected.says, f"{100 * expected.wanted:.0f} %")
                rows.append((*told, *(_cell(cell) for cell in cells)))
                missed += [cell for cell in cells if cell is not None and not cell.met]
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(trials):,} games. Shares with Wilson intervals of 95 %; **bold** misses."
    ]
    counts = [(player, len({m.sheet.title for m in missed if m.player == player})) for player in shown]
    told_misses = ", ".join(f"`{player}` {count}" for player, count in counts)
    return "\n".join([*lines, "", table(heads, rows), "", f"Positions with a miss: {told_misses}."])


def _results(gym: Gym, trials: Sequence[Trial]) -> dict[tuple[str, str], list[Result]]:
    pairs = sorted({(trial.position, trial.player) for trial in trials})
    return {
        (name, player): gym.results(name, player, [t for t in trials if (t.position, t.player) == (name, player)])
        for name, player in pairs
    }


def _cell(result: Result | None) -> str:
    if result is None or result.share is None:
        return "–"
    text = str(Share(result.share * result.games, result.games))
    return text if result.met else f"**{text}**"


# ------------------------------------------------------------------------------------------------- the command


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    first = argparse.ArgumentParser(add_help=False)
    says = f"the rule system ({', '.join(GYMS)})"
    first.add_argument("--system", default=harness.GYM.system, choices=GYMS, help=says)
    system = first.parse_known_args(words)[0].system
    parser = argparse.ArgumentParser(prog="python -m tests.ai.gym.report", description="The full gym.", parents=[first])
    parser.add_argument("--players", nargs="+", default=list(PLAYERS), metavar="NAME", help="who is tested")
    parser.add_argument("--positions", nargs="+", default=[], metavar="NAME", help="only these")
    parser.add_argument("--games", type=int, default=0, help="games at most (0: as many as each position wants)")
    PLACES[system].add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table."""
    chosen = _arguments(words)
    gym = GYMS[chosen.system]
    asked = wanted(gym, chosen.positions or gym.names, chosen.players, chosen.games)
    if not chosen.report_only:
        done = kept(gym, chosen.store, chosen.mixed)
        play_lines(chosen, "gym", gym.attempt, [one for one in asked if one not in done])
    trials = [trial for key, trial in sorted(kept(gym, chosen.store, chosen.mixed).items()) if key in set(asked)]
    if not trials:
        return 1
    PLACES[chosen.system].show(chosen, section(gym, trials, chosen.players))
    return 0


if __name__ == "__main__":
    sys.exit(main())
