"""The full gym: every position, every metric, and the tables in docs/ai.md.

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
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

import msgspec

from tests.ai.gym.harness import Result, Trial, attempt, path_of, results, trial_stamp
from tests.ai.gym.position import load_position, position_paths
from tools.measuring.pages import fill_section, table, teller
from tools.measuring.statistics import Share

PLAYERS = ("greedy", "easy", "normal", "hard")
STORE, PAGE, WORKERS = Path("build/gym.jsonl"), Path("docs/ai.md"), 2
Wanted = tuple[str, str, int]


def wanted(names: Sequence[str], players: Sequence[str], games: int) -> list[Wanted]:
    """Every game that is asked for; a run that is stopped has some of each."""
    counts = {name: min(games or 10_000, load_position(path_of(name)).file.seeds) for name in names}
    return [(n, p, seed) for seed in range(max(counts.values())) for n in names for p in players if seed < counts[n]]


def kept(path: Path, mixed: bool) -> dict[Wanted, Trial]:
    """The games in the file that still count; `mixed`: those of older players and positions too."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    trials = (msgspec.json.decode(line, type=Trial) for line in lines if line.strip())
    known = {path.stem for path in position_paths()}
    good = (t for t in trials if t.position in known and (mixed or t.stamp == trial_stamp(t.position, t.player)))
    return {(trial.position, trial.player, trial.seed): trial for trial in good}


def play(path: Path, todo: Sequence[Wanted], workers: int, minutes: float) -> None:
    """Play games and write each down as it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    until, tell = monotonic() + 60 * minutes if minutes else float("inf"), teller("gym")
    for number, trial in enumerate(_played(todo, workers, until)):
        with path.open("ab") as file:
            file.write(msgspec.json.encode(trial) + b"\n")
        tell(number + 1, len(todo))


def _played(todo: Sequence[Wanted], workers: int, until: float) -> Iterator[Trial]:
    if min(workers, len(todo)) <= 1:
        yield from (attempt(*one) for one in todo if monotonic() < until)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for first in range(0, len(todo), 4 * workers):
            if monotonic() >= until:
                return
            yield from pool.map(attempt, *zip(*todo[first : first + 4 * workers], strict=True))


# ------------------------------------------------------------------------------------------------- the table


def section(trials: Sequence[Trial], players: Sequence[str]) -> str:
    """The gym's part of docs/ai.md."""
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
    parser.add_argument("--workers", type=int, default=WORKERS, help="how many processes")
    parser.add_argument("--minutes", type=float, default=0.0, help="begin no game after so many minutes (0: no limit)")
    parser.add_argument("--store", type=Path, default=STORE, help="where games are kept")
    parser.add_argument("--page", type=Path, default=PAGE, help="the page with the section `gym`")
    parser.add_argument("--mixed", action="store_true", help="count games of older positions and players too")
    parser.add_argument("--report-only", action="store_true", help="play nothing")
    parser.add_argument("--print", action="store_true", dest="aloud", help="show the table, leave the page as it is")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play what is missing and write the table."""
    chosen = _arguments(words)
    names = chosen.positions or [path.stem for path in position_paths()]
    asked = wanted(names, chosen.players, chosen.games)
    if not chosen.report_only:
        done = kept(chosen.store, chosen.mixed)
        play(chosen.store, [one for one in asked if one not in done], chosen.workers, chosen.minutes)
    trials = [trial for key, trial in sorted(kept(chosen.store, chosen.mixed).items()) if key in set(asked)]
    if not trials:
        return 1
    text = section(trials, chosen.players)
    if chosen.aloud:
        print(text)
    else:
        fill_section(chosen.page, "gym", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
