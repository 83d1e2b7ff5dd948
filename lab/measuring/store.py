"""Played games in a JSON-lines file that only grows, so that a long run can be stopped and continued."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from time import monotonic
from typing import TypeVar

import msgspec

import wab
from ai.agents import built_in, own_among, players_from_outside
from wab.cli.places import place_for
from wab.cli.simulating import Job, Played, play_job
from wab.engine.outside.places import Place, PlaceError
from wab.systems import system_of

ROOT = Path(__file__).resolve().parents[2]
_LIKE = re.compile(r"\blike: *([\w-]+)")
BASELINES = ("random", "greedy")
"""Players that read no data files of the AI."""

T = TypeVar("T")
Pairs = tuple[tuple[str, str], ...]
Key = tuple[str, Pairs, int, Pairs]


class Entry(msgspec.Struct, frozen=True):
    """One line: a game that was played, and the state of scenario and players with which it was."""

    job: Job
    played: Played
    stamp: str

    @property
    def key(self) -> Key:
        return key_of(self.job)

    @property
    def margin(self) -> float:
        """Allied points less Axis points, or the first side's points less the second side's of any system.

        The points alone where there is one side.
        """
        first, *others = sorted(self.played.points)
        return self.played.points[first] - sum(self.played.points[side] for side in others)

    def score(self, side: str) -> float:
        """1 for a game won by a side, a half for a draw, 0 for one lost."""
        return 0.5 if self.played.winner is None else float(self.played.winner == side)


def key_of(job: Job) -> Key:
    """Return what makes a game another one."""
    return job.scenario, tuple(sorted(job.players.items())), job.seed, tuple(sorted(job.options.items()))


def read_lines(path: Path, kind: type[T]) -> list[T]:
    """The structs in a file, one a line; none when there is no file. SystemExit for a line of another shape."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [_struct_of(line, kind, path, number) for number, line in enumerate(lines, 1) if line.strip()]


def _struct_of(line: bytes, kind: type[T], path: Path, number: int) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise SystemExit(
            f"{path}:{number}: this line was written by another tool or version, or its game was cut off "
            f"({error}); take it out, or name another file with --store."
        ) from None


def add_line(path: Path, one: msgspec.Struct) -> None:
    """Write a struct at the end of a file, as a line of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(one) + b"\n")


class Store:
    """The games in a file. `mixed`: games count although scenario or players have changed since they were played."""

    def __init__(self, path: Path, *, mixed: bool = False) -> None:
        self.path = path
        self.mixed = mixed
        self._entries = read_lines(path, Entry)

    def entries(self) -> list[Entry]:
        """The games that count, each once, in a fixed order."""
        kept = {entry.key: entry for entry in self._entries if self.mixed or entry.stamp == stamp_of(entry.job)}
        return [kept[key] for key in sorted(kept)]

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The games that have not been played yet."""
        done = {entry.key for entry in self.entries()}
        return [job for job in jobs if key_of(job) not in done]

    def add(self, job: Job, played: Played) -> None:
        """Write a game down at once: a run that is stopped loses nothing."""
        entry = Entry(job, played, stamp_of(job))
        self._entries.append(entry)
        add_line(self.path, entry)


# ------------------------------------------------------------------------------------------------- playing


def play(
    store: Store,
    jobs: Sequence[Job],
    workers: int,
    minutes: float,
    tell: Callable[[int, int], None],
    went_wrong: Callable[[Job], None] = lambda job: None,
    cluster: str = "",
) -> list[str]:
    """Play what is missing, for so many minutes at most (0: for as long as it takes); return the failures, in words.

    `went_wrong` receives each game that did not end. `cluster` as for `place_of`.
    """
    todo, problems = store.missing(jobs), []
    own = own_among(name for job in todo for name in job.players.values())
    with place_of(min(workers, len(todo)), cluster, own) as place:
        for number, (job, result) in enumerate(place.results(attempt, until_after(minutes, todo))):
            if isinstance(result, str):
                problems.append(result)
                went_wrong(job)
            else:
                store.add(job, result)
            tell(number + 1, len(todo))
    return problems


@contextmanager
def place_of(workers: int, cluster: str = "", own: Iterable[str] = ()) -> Iterator[Place]:
    """The place for games, as `wab.cli.places.place_for`; SystemExit, in a sentence, if it is not there any more."""
    try:
        with place_for(workers, cluster, own) as place:
            yield place
    except PlaceError as error:
        raise SystemExit(str(error)) from None


def until_after(minutes: float, jobs: Iterable[T]) -> Iterator[T]:
    """Give out jobs for so many minutes (0: all of them)."""
    until = monotonic() + 60 * minutes if minutes else float("inf")
    return takewhile(lambda job: monotonic() < until, jobs)


def attempt(job: Job) -> Played | str:
    """Play a game; any failure becomes a sentence, so that one bad game does not end a night of them.

    Its players come from the tool's command line: games out of a store are counted, never played.
    """
    try:
        return play_job(job, own_among(job.players.values()))
    except Exception as error:  # a fault of rules or player: told at the end, with the game that shows it
        return f"{job.scenario}, {job.players}, seed {job.seed}: {type(error).__name__}: {error}"


# ------------------------------------------------------------------------------------------------- stamps


def stamp_of(job: Job) -> str:
    """A digest of the scenario's data and of the players' code and data.

    The rules' own code is not in it: after a change of the rules begin a new file.
    """
    parts = [_scenario_stamp(job.scenario)]
    parts += [player_stamp(player, job.scenario.partition("/")[0]) for _, player in sorted(job.players.items())]
    return blake2b("/".join(parts).encode(), digest_size=6).hexdigest()


@cache
def _scenario_stamp(scenario: str) -> str:
    (path,) = (info.path for info in wab.scenarios() if info.id == scenario)
    return digest_of(scenario_files(Path(path))) if path else system_of(scenario).data_digest()


def scenario_files(path: Path) -> list[Path]:
    """A scenario's file, the files that it borrows from (`like: NAME`), and the files that all of its system share."""
    folder = path.parents[1]
    borrowed = sorted({path.with_name(f"{name}.yaml") for name in _LIKE.findall(path.read_text(encoding="utf-8"))})
    shared = [file for kind in ("*.yaml", "*.json", "tables/*.yaml", "forces/*.yaml") for file in folder.glob(kind)]
    return [path, *(file for file in borrowed if file != path), *sorted(shared)]


@cache
def player_stamp(player: str, system: str) -> str:
    """A digest of a player's code, and of the data that it reads; of nothing for a name that no player has."""
    if player == "random":
        return digest_of(_sources("ai.agents"))
    if ":" in player:
        return digest_of(_sources(player.partition(":")[0]))
    if player in (outside := players_from_outside(system)):
        return digest_of(_sources(outside[player].__module__))
    if player not in built_in(system):
        return digest_of(())
    data = () if player in BASELINES else sorted((ROOT / "ai" / system / "data").rglob("*.yaml"))
    module = import_module(f"ai.{system}").PLAYERS[player]
    return digest_of([*_sources(f"ai.{system}.{module}"), *data])


def _sources(module: str) -> list[Path]:
    """The file of a module and the files of all modules of `ai` that it imports, near and far."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found and (file := _file_of(name)) is not None:
            found[name] = file
            waiting += _imported(file)
    return [path for _, path in sorted(found.items())]


def _file_of(module: str) -> Path | None:
    """The file of a module on the path; nothing is imported: the name may come out of a file of games."""
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    places = [Path(place or ".").joinpath(*parts) for place in sys.path]
    files = (file for place in places for file in (place / "__init__.py", place.with_suffix(".py")))
    return next((file.resolve() for file in files if file.is_file()), None)


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "ai":
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names if _is_module(node.module, alias.name))


def _is_module(package: str | None, name: str) -> bool:
    folder = ROOT / str(package).replace(".", "/")
    return (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()


def digest_of(files: Iterable[Path]) -> str:
    """A digest of files, names and contents."""
    digest = blake2b(digest_size=8)
    for file in files:
        digest.update(f"{file.name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()
