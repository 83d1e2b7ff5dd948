"""`wab check`: is a folder of content, a file of it, a save or a file about games sound?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from ai.data_files import problems
from wab.app.play.bundle import save_of
from wab.cli.common import say, tell_other_data, warn
from wab.cli.kinds import Kind, kind_of
from wab.content.career import load_ranks, load_scale
from wab.content.data import OVERRIDE
from wab.content.folders import files_of, unlisted
from wab.content.hexmap import load_map
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.looking import is_folder, look
from wab.engine.saves.export import read_export
from wab.engine.saves.replay import faults
from wab.engine.words.errors import DataError, SaveError, UsageError, WabError, because
from wab.engine.words.text import N_, Text
from wab.locale import _
from wab.systems import get_system, system_names


def check(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help=_("A folder of content, a scenario, a map, a save, an export, a bundle, or another file of the game."),
        ),
    ],
    system: Annotated[str, typer.Option(help=_("Rule system of a scenario file that lies outside its folder."))] = "",
) -> None:
    """Say what is wrong with content or with a save: a line for each problem, exit code 1 if there is one."""
    _require_a_file_or_folder(path)
    kind = _kind(path, system)
    told = set()
    for error in _problems(path, kind, system):  # each is reported once it is found: a check may be broken off
        if str(error) not in told:  # a file that cannot be read is met by several checks
            warn(str(error))
        told.add(str(error))
    if told:
        raise typer.Exit(1)
    if kind == "scenario":
        for doubt in _at_its_root(path, get_system(_system_of(path, system)).doubts):
            warn(_("Allowed, but odd: {doubt}").format(doubt=doubt))
    if kind in ("save", "bundle"):
        with save_of(path) as save:
            tell_other_data(save, name=path)
    say(_("{path} is sound.").format(path=path))


def _kind(path: Path, system: str) -> Kind:
    """The kind of what is to be checked. UsageError for a file that has no check of its own."""
    kind = kind_of(path)
    if kind != "unknown":
        return kind
    if system and path.suffix in (".yaml", ".yml"):
        return "scenario"
    message = _(
        "{path} is no save, scenario, map or file of the computer players; "
        "tables are checked with the folder of content to which they belong."
    )
    raise UsageError(message.format(path=path))


def _require_a_file_or_folder(path: Path) -> None:
    """UsageError for what cannot be checked: nothing, a pipe, a device."""
    place = look(path)
    if place == "nothing":
        raise UsageError(_("There is nothing at {path}.").format(path=path))
    if place == "other":
        message = _("{path} is neither a file nor a folder; name a save, a data file or a folder of content.")
        raise UsageError(message.format(path=path))


def _problems(path: Path, kind: Kind, system: str) -> Iterator[WabError]:
    if kind == "folder":
        yield from _of_content(path)
    elif kind == "export":
        yield from _of_export(path)
    elif kind == "bundle":
        yield from _of_bundle(path)
    elif kind == "career":
        yield from _of_career(path)
    elif kind == "players":
        yield from _of_players(path)
    elif kind == "scenario":
        yield from _of_scenario(path, system)
    elif kind == "map":
        yield from _of_map(path)
    else:
        yield from _of_save(path)


def _of_players(path: Path) -> Iterator[WabError]:
    """A file of the computer players: their levels and characters, their numbers, their openings."""
    yield from problems(path)


def _of_map(path: Path) -> Iterator[WabError]:
    """The first thing that is wrong with a map of hexes."""
    try:
        load_map(path)
    except DataError as error:
        yield error


def _of_save(path: Path) -> Iterator[WabError]:
    """Every seal, and the whole game played again: legality, dice, digests, snapshots."""
    yield from faults(path, get_system)


def _of_bundle(path: Path) -> Iterator[WabError]:
    """The save in a bundle, as a save that lies by itself."""
    try:
        with save_of(path) as save:
            for error in faults(save, get_system):
                yield WabError(str(error).replace(str(save), str(path)))
    except SaveError as error:
        yield error


def _of_career(path: Path) -> Iterator[WabError]:
    """The record of a career, read as the game does; a copy of it, since the game may write into what it reads."""
    from wab.career.store import MOST_BYTES, Store, TooNew, Trouble

    with TemporaryDirectory(prefix="wab-") as folder:
        copy = Path(folder) / "career.sqlite"
        try:
            copy.write_bytes(read_bounded(path, MOST_BYTES))
            Store(copy).read()
        except TooNew as error:
            yield SaveError(
                str(path), Text("a newer version of this program ({version}) wrote it", {"version": str(error)})
            )
        except (OSError, TooMuch, Trouble) as error:
            yield SaveError(str(path), because(N_("the record of a career cannot be read ({why})"), error))


def _of_export(path: Path) -> Iterator[WabError]:
    """Yield what one side carried away of a game (`wab export`)."""
    try:
        read_export(path, get_system)
    except SaveError as error:
        yield error


def _of_scenario(path: Path, system: str) -> Iterator[WabError]:
    """A scenario of the game's own data, or of the pack in whose folder it lies."""
    yield from unlisted(path)
    yield from _at_its_root(path, get_system(_system_of(path, system)).problems)


def _system_of(path: Path, system: str) -> str:
    """The name of the rule system of a scenario file: what was said, else one of the folders in which it lies."""
    name = system or next((part for part in reversed(path.resolve().parts) if part in system_names()), "")
    if not name:
        known = ", ".join(system_names())
        raise UsageError(_("Of which rule system is {path}? Say --system: {known}.").format(path=path, known=known))
    return name


def _at_its_root(path: Path, asked: Callable[[Path], Iterator[DataError]]) -> list[DataError]:
    """Return the answers of a check of a scenario file, with the data of the pack in which the file lies."""
    root = next((folder for folder in path.resolve().parents if is_folder(folder / "campaigns")), None)
    with _data_at(root):
        return list(asked(path))


def _of_content(folder: Path) -> Iterator[WabError]:
    """Every scenario of every system that the folder has; each must also start, in a sound state."""
    root = next((place for place in (folder, *folder.resolve().parents) if is_folder(place / "campaigns")), None)
    if root is None:
        raise UsageError(_("{path} holds no content: there is no folder campaigns in it.").format(path=folder))
    names = [name for name in system_names() if is_folder(root / "campaigns" / name)]
    if not names:
        known = ", ".join(system_names())
        raise UsageError(_("{path} has content for none of the rule systems: {known}.").format(path=root, known=known))
    with _data_at(root):
        for name in names:
            yield from _of_system(name)
    yield from _of_pictures(root / "campaigns")


def _of_pictures(folder: Path) -> Iterator[WabError]:
    """The pictures that cannot be read, each by a process of its own as far as it is damaged."""
    from wab.app.gfx.pictures import ENDINGS, unreadable

    folders = sorted(Path(place) for place, _folders, _files in os.walk(folder))
    pictures = [path for place in folders for path in files_of(place, ENDINGS)]
    for path in unreadable(pictures):
        yield DataError(str(path), None, "", Text("cannot be read as a picture"))


def _of_system(name: str) -> Iterator[WabError]:
    rules = get_system(name)
    try:
        infos, damaged = rules.scenarios(), rules.damaged()
    except DataError as error:
        yield error
        return
    for broken in damaged:
        yield from rules.problems(Path(broken.path))
    for info in infos:
        problems = list(rules.problems(Path(info.path))) if info.path else []
        yield from problems
        if not problems:
            yield from _start(info.id)
    yield from rules.problems_across()
    try:
        load_scale(name)
        load_ranks()
    except DataError as error:
        yield error


def _start(scenario: str) -> Iterator[WabError]:
    import wab

    try:
        game = wab.new_game(scenario)
    except (DataError, SaveError) as error:
        yield error
        return
    yield from (WabError(f"{scenario}: {problem}") for problem in game.system.invariants(game.state))


@contextmanager
def _data_at(root: Path | None) -> Iterator[None]:
    """Read the data in a folder, as the environment variable says it to the whole program."""
    before = os.environ.get(OVERRIDE)
    if root is not None:
        os.environ[OVERRIDE] = str(root)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(OVERRIDE, None)
        else:
            os.environ[OVERRIDE] = before
