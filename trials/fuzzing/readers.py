"""Everything that reads bytes of strangers: of every rule system, and what the window keeps next to a game.

A reader may give a result, or one of the errors that it promises. Files promise WabError (DataError, SaveError,
UsageError); bytes of a view or of a state, which only our own processes exchange, ValueError or WabError. Readers of
notes, diaries and settings promise nothing: they make do with what they can read.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import yaml

import wab
from ai import data_files
from ai.agents import Reason
from trials.fuzzing.damage import Damage, damaged, resealed, resealed_structure, restructured
from wab.app.play.archive import Note, Seats, diary_path, note_path, read_note, write_note
from wab.app.play.diary import Diary, chapters, read_diary
from wab.app.window.settings import DEFAULTS, load_settings
from wab.content.career import load_ranks, load_scale
from wab.content.data import OVERRIDE, data_root, rules_root
from wab.content.hexmap import load_map
from wab.content.ledger import ledgers_in
from wab.content.normandy import normandy_root
from wab.content.normandy.grammar import load_grammar
from wab.content.normandy.history import load_captures, load_front, load_losses, load_weather_history
from wab.content.normandy.miniatures import load_miniatures
from wab.content.normandy.names import load_names
from wab.content.normandy.nations import load_nations
from wab.content.verdicts import load_verdicts
from wab.engine import Game, Text, WabError
from wab.engine.files.framing import frame, frames
from wab.engine.kernel.system import System
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.export import export_of, read_export
from wab.engine.saves.reader import open_save
from wab.systems import NAMES, get_system
from wab.testing.walks import walk

MOST_SEEDS = 3
"""Sound inputs from which a reader's damaged ones are made."""


@dataclass(frozen=True)
class Reader:
    """One thing that reads bytes: sound samples, how it reads them, which errors it promises, how they are damaged."""

    name: str
    samples: tuple[bytes, ...]
    read: Callable[[bytes], object]
    promised: tuple[type[Exception], ...] = (WabError,)
    damages: tuple[Damage, ...] = (damaged, restructured)


def readers(folder: Path) -> dict[str, Reader]:
    """Everything that is fuzzed, by name, "system:what" where a rule system reads it; files are written to a folder."""
    found = [reader for name in NAMES for reader in _of_system(get_system(name), folder / name)]
    found += [_of_players(path) for path in data_files.data_files()]
    found += [*_of_the_country(folder / "country"), *_beside_a_game(folder / "beside")]
    return {reader.name: reader for reader in found}


# ------------------------------------------------------------------------------------------------- of a system


def _of_system(system: System[Any], folder: Path) -> Iterator[Reader]:
    folder.mkdir(parents=True)
    pack = _pack(system, folder / "pack")
    scenarios = [info.id for info in system.scenarios()][:MOST_SEEDS]
    games = [walk(scenario, length=12)[0] for scenario in scenarios]
    saves = tuple(data for scenario in scenarios for data in _saves(scenario, folder))
    views = tuple(game.view(seat).encode() for game in games for seat in game.seats)
    of_scenarios = tuple(Path(info.path).read_bytes() for info in system.scenarios()[:MOST_SEEDS])
    inside = (ValueError, WabError)

    def named(what: str) -> str:
        return f"{system.id}:{what}"

    def load(data: bytes) -> None:
        _load_save(_written(folder / "game.wab", data), system)

    yield Reader(named("save"), saves, load, damages=(damaged,))
    yield Reader(named("sealed-save"), saves, load, damages=(resealed, resealed_structure))
    yield Reader(named("export"), _exports(games), lambda data: _read_export(_written(folder / "x.side", frame(data))))
    yield Reader(named("scenario"), of_scenarios, lambda data: _play_scenario(system, pack, data))
    yield Reader(named("view"), views, system.decode_view, inside)
    yield Reader(named("state"), tuple(system.encode(game.state) for game in games), system.decode, inside)
    content = pack.root / "campaigns" / system.id
    if (path := content / "map.json").is_file():
        yield _of_map(named(path.stem), path, folder)
    for path in [*sorted(_tables(content)), content / "scenarios.json"]:
        reader = _of_table(system, pack, path)
        yield Reader(named(path.stem), (path.read_bytes(),), reader)


def _saves(scenario: str, folder: Path) -> tuple[bytes, bytes]:
    """Saves of a short game: one written at once, with a snapshot, and one as it grows."""
    whole, growing = folder / "whole.wab", folder / "growing.wab"
    walk(scenario, length=6)[0].save(whole)
    Autosave(wab.new_game(scenario, seed=1), growing).close()
    return whole.read_bytes(), growing.read_bytes()


def _exports(games: list[Game[Any]]) -> tuple[bytes, ...]:
    """Return what each seat carries away of some games, out of its frame: a changed one has a frame that fits."""
    return tuple(found.text for game in games for seat in game.seen for found in frames(export_of(game, seat)))


def _read_export(path: Path) -> None:
    read_export(path, get_system)


def _load_save(path: Path, system: System[Any]) -> None:
    """Load it both ways: from its snapshot, and with all that happened."""
    open_save(path, get_system)
    open_save(path, get_system, system.sides)


@dataclass(frozen=True)
class Pack:
    """A folder of content with one scenario of a system, to be damaged. `scenario` is its file."""

    root: Path
    scenario: Path

    @property
    def id(self) -> str:
        """The scenario's id."""
        return f"{self.scenario.parents[1].name}/{self.scenario.stem}"


def _pack(system: System[Any], root: Path) -> Pack:
    """The content of a system with the first of its scenarios and the scenarios that samples borrow from, without
    pictures.
    """
    source = data_root() / "campaigns" / system.id
    first = Path(system.scenarios()[0].path)
    kept = {first.stem} | _borrowed(system)
    for path in sorted(source.rglob("*")):
        wanted = path.suffix in (".yaml", ".json") and "art" not in path.relative_to(source).parts
        if path.is_file() and wanted and (path.parent != first.parent or path.stem in kept):
            target = root / "campaigns" / system.id / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return Pack(root, root / "campaigns" / system.id / "scenarios" / first.name)


def _borrowed(system: System[Any]) -> set[str]:
    """The names of scenarios from which the samples take fields ("like: NAME")."""
    texts = (Path(info.path).read_text(encoding="utf-8") for info in system.scenarios()[:MOST_SEEDS])
    return {name for text in texts for name in re.findall(r"\blike: ([a-z0-9-]+)", text)}


def _tables(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*.yaml") if path.parent.name != "scenarios")


@contextmanager
def content_of(root: Path) -> Iterator[None]:
    """Let all content be read from a folder."""
    before = os.environ.get(OVERRIDE)
    os.environ[OVERRIDE] = str(root)
    try:
        yield
    finally:
        del os.environ[OVERRIDE]
        if before is not None:
            os.environ[OVERRIDE] = before


@contextmanager
def _holding(path: Path, data: bytes) -> Iterator[None]:
    """Let a file hold something else for a while."""
    sound = path.read_bytes()
    path.write_bytes(data)
    try:
        yield
    finally:
        path.write_bytes(sound)


def _play_scenario(system: System[Any], pack: Pack, data: bytes) -> None:
    """Say all that is wrong with it, then read it; a scenario without fault is set up and opens soundly."""
    with content_of(pack.root), _holding(pack.scenario, data):
        for fault in system.problems(pack.scenario):
            raise fault
        for doubt in system.doubts(pack.scenario):
            str(doubt)
        _open(system, pack)


def _open(system: System[Any], pack: Pack) -> None:
    state = system.new_state(pack.id, 1, {})
    for event in system.open(state):
        system.apply(state, event)
    if wrong := system.invariants(state):
        raise AssertionError(f"no fault was found in the scenario, and {wrong[0]}")


def _of_table(system: System[Any], pack: Pack, path: Path) -> Callable[[bytes], None]:
    """List the scenarios, read the scale of scores and open a battle while a file of data holds something else."""

    def read(data: bytes) -> None:
        with content_of(pack.root), _holding(path, data):
            system.scenarios()
            for fault in (*(damage.problem for damage in system.damaged()), *system.problems(pack.scenario)):
                raise fault
            load_scale(system.id)
            _open(system, pack)

    return read


def _of_map(name: str, path: Path, folder: Path) -> Reader:
    """A map of hexes, damaged under another name."""
    return Reader(
        name, (path.read_bytes(),), lambda data: load_map(_written(folder / "a-map.json", data)), damages=(damaged,)
    )


# ------------------------------------------------------------------------------------------------- of the country


_OF_NORMANDY: Mapping[str, Callable[[], object]] = {
    "history/captures.yaml": load_captures,
    "history/front.yaml": load_front,
    "history/losses.yaml": load_losses,
    "history/weather.yaml": load_weather_history,
    "grammar.yaml": load_grammar,
    "miniatures.yaml": load_miniatures,
    "names.yaml": load_names,
    "nations.yaml": load_nations,
    "ranks.yaml": load_ranks,
    "verdicts.yaml": load_verdicts,
}


def _of_the_country(root: Path) -> Iterator[Reader]:
    """Yield what belongs to Normandy and to no rule system, damaged in a folder of its own."""
    shutil.copytree(normandy_root(), root / "campaigns" / "normandy")
    for name, load in _OF_NORMANDY.items():
        path = root / "campaigns" / "normandy" / name

        def read(data: bytes, path: Path = path, load: Callable[[], object] = load) -> object:
            with content_of(root), _holding(path, data):
                return load()

        yield Reader(f"normandy:{path.stem}", (path.read_bytes(),), read)


# ------------------------------------------------------------------------------------------------- next to a game


def _beside_a_game(folder: Path) -> Iterator[Reader]:
    """Ledgers, and what the window keeps: notes, diaries, settings."""
    folder.mkdir(parents=True)
    save = folder / "game.wab"
    yield _ledger(folder / "rules")
    yield Reader("note", _notes(save), lambda data: _noted(save, data), ())
    yield Reader("diary", (_diary(save),), lambda data: _diary_of(folder, data), (), (damaged,))
    yield Reader("settings", (msgspec.json.encode(DEFAULTS),), lambda data: _settings(folder, data), ())


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _ledger(folder: Path) -> Reader:
    folder.mkdir()

    def read(data: bytes) -> object:
        _written(folder / "made-up.yaml", data)
        return [ledger.rule_book for ledger in ledgers_in(folder).values()]

    return Reader("ledger", tuple(_short_ledger(rules_root() / f"{name}.yaml") for name in NAMES), read)


def _short_ledger(path: Path) -> bytes:
    """The beginning of a ledger: so many more of it can be read in a second."""
    content = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    short = {name: part[:12] if isinstance(part, list) else part for name, part in content.items()}
    return yaml.safe_dump(short, allow_unicode=True, sort_keys=False).encode()


def _of_players(path: Path) -> Reader:
    """A data file of the computer players, damaged in a folder of its own under the same name."""

    def read(data: bytes) -> None:
        with TemporaryDirectory() as folder:
            for fault in data_files.problems(_written(Path(folder) / path.name, data), path):
                raise fault

    return Reader(f"players:{path.parents[1].name} {path.stem}", (path.read_bytes(),), read)


def _notes(save: Path) -> tuple[bytes, ...]:
    """A note of a game of each system: a person against the computer, won, and one that goes on."""
    found = []
    for system in map(get_system, NAMES):
        one, *others = system.sides
        scenario = system.scenarios()[0].id
        for note in (
            Note(scenario, Seats(one, dict.fromkeys(others, "easy")), 3, one, "decisive"),
            Note(scenario, Seats(one, {}, system.sides), first=dict.fromkeys(system.sides, 1.5)),
        ):
            write_note(save, note)
            found.append(note_path(save).read_bytes())
    return tuple(found)


def _noted(save: Path, data: bytes) -> None:
    """Read a note, and what a list of saves says of the game."""
    _written(note_path(save), data)
    note = read_note(save)
    if note is not None:
        str((note.side, note.won, note.seats.persons, note.seats.agent_of(note.side)))


def _diary(save: Path) -> bytes:
    diary = Diary(save)
    for turn, text in enumerate((Text("It holds {hex}.", {"hex": "0101"}), Text("Nothing to do.")), start=1):
        diary.add(turn, turn, get_system(NAMES[0]).sides[0], msgspec.to_builtins(Reason(text, 1.5, mission=text)))
    return diary_path(save).read_bytes()


def _diary_of(folder: Path, data: bytes) -> None:
    """Read a diary and tell it."""
    for chapter in chapters(read_diary(_written(folder / "made-up.diary", data))):
        chapter.told()


def _settings(folder: Path, data: bytes) -> None:
    """Read settings; a file that is none is set aside, and is not kept here."""
    path = _written(folder / "settings.json", data)
    load_settings(path)
    for kept in folder.glob("settings.damaged-*"):
        kept.unlink()
