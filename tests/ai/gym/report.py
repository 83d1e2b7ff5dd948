"""The full gym: every position, every metric, and the tables in docs/ai_results.md.

python -m tests.ai.gym.report                                      easy, normal and hard, as many games as wanted
python -m tests.ai.gym.report --players normal --games 10          fewer games, others
python -m tests.ai.gym.report --positions garrison salient --print a part, on the screen
python -m tests.ai.gym.report --minutes 20                         as far as it gets; the same command goes on

Games are kept in build/gym.jsonl; those of a player or a position that has changed since are played again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.ai.gym.harness import Result, Trial, attempt, path_of, results, trial_stamp
from tests.ai.gym.position import load_position, position_paths
from tools.measuring.pages import table
from tools.measuring.running import Options, play_lines
from tools.measuring.statistics import Share
from tools.measuring.store import read_lines

PLAYERS = ("greedy", "easy", "normal", "hard")
OPTIONS = Options(Path("build/gym.jsonl"), Path("docs/ai_results.md"), "gym", "positions and players")
Wanted = tuple[str, str, int]


def wanted(names: Sequence[str], players: Sequence[str], games: int) -> list[Wanted]:
    """Every game that is asked for; a run that is stopped has some of each."""
    counts = {name: min(games or 10_000, load_position(path_of(name)).file.seeds) for name in names}
    return [(n, p, seed) for seed in range(max(counts.values())) for n in names for p in players if seed < counts[n]]


def kept(path: Path, mixed: bool) -> dict[Wanted, Trial]:
    """The games in the file that still count; `mixed`: those of older players and positions too."""
    known = {path.stem for path in position_paths()}
    good = (
        t
        for t in read_lines(path, Trial)
        if t.position in known and (mixed or t.stamp == trial_stamp(t.position, t.player))
    )
    return {(trial.position, trial.player, trial.seed): trial for trial in good}


# ------------------------------------------------------------------------------------------------- the table


def section(trials: Sequence[Trial], players: Sequence[str]) -> str:
    """The gym's part of docs/ai_results.md."""
    found = {(r.position.id, r.expected.property, r.player): r for r in _results(trials)}
    shown = [player for player in players if any(key[2] == player for key in found)]
    heads = ("test", "position", "asked", "wanted", *shown)
    rows, missed = [], []
    for path in sorted(position_paths(), key=lambda path: (load_position(path).file.test, path.stem)):
        position = load_position(path)
        for expected in position.file.expected:
            cells = [found.get((position.id, expected.property, player)) for player in shown]
            if any(cells):
                told = (position.file.test, position.file.title, expected.says, f"{100 * expected.wanted:.0f} %")
                rows.append((*told, *(_cell(cell) for cell in cells)))
                missed += [cell for cell in cells if cell is not None and not cell.met]
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(trials):,} games. Shares with Wilson intervals of 95 %; **bold** misses."
    ]
    lines += ["", table(heads, rows), ""]
    for player in shown:
        names = sorted(
            {f"{m.position.file.test} {m.position.file.title.lower()}" for m in missed if m.player == player}
        )
        lines.append(f"* `{player}` misses {len(names)}: {', '.join(names) or 'nothing'}.")
    return "\n".join(lines)


def _results(trials: Sequence[Trial]) -> Iterator[Result]:
    pairs = sorted({(trial.position, trial.player) for trial in trials})
    for name, player in pairs:
        yield from results(name, player, [t for t in trials if (t.position, t.player) == (name, player)])


def _cell(result: Result | None) -> str:
    if result is None or result.share is None:
        return "–"
    text = str(Share(result.share * result.games, result.games))
    return text if result.met else f"**{text}**"


# ------------------------------------------------------------------------------------------------- the command


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.ai.gym.report", description="The full gym.")
    parser.add_argument("--players", nargs="+", default=list(PLAYERS), metavar="NAME", help="who is tested")
    parser.add_argument("--positions", nargs="+", default=[], metavar="NAME", help="only these")
    parser.add_argument("--games", type=int, default=0, help="games at most (0: as many as each position wants)")
    OPTIONS.add_to(parser)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table."""
    chosen = _arguments(words)
    names = chosen.positions or [path.stem for path in position_paths()]
    asked = wanted(names, chosen.players, chosen.games)
    if not chosen.report_only:
        done = kept(chosen.store, chosen.mixed)
        play_lines(chosen, "gym", attempt, [one for one in asked if one not in done], share=4)
    trials = [trial for key, trial in sorted(kept(chosen.store, chosen.mixed).items()) if key in set(asked)]
    if not trials:
        return 1
    text = section(trials, chosen.players)
    OPTIONS.show(chosen, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
