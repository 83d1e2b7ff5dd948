"""`wab check`: is a folder of content, a scenario file, a data file of the computer players or a save sound?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from wab.cli.common import say, warn
from wab.content.data import OVERRIDE
from wab.engine.errors import DataError, SaveError, UsageError, WabError
from wab.engine.saves import load_game
from wab.locale import _
from wab.systems import NAMES, get_system


def check(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH", help=_("A folder of content, a scenario file, a file of the computer players, or a save.")
        ),
    ],
    system: Annotated[str, typer.Option(help=_("Rule system of a scenario file that lies outside its folder."))] = "",
) -> None:
    """Say what is wrong with content or with a save: a line for each problem, exit code 1 if there is one."""
    if not path.exists():
        raise UsageError(_("There is nothing at {path}.").format(path=path))
    problems = [str(error) for error in _problems(path, system)]
    for problem in problems:
        warn(problem)
    if problems:
        raise typer.Exit(1)
    if path.suffix in (".yaml", ".yml") and not _is_of_players(path):
        for doubt in _at_its_root(path, get_system(_system_of(path, system)).doubts):
            warn(_("Allowed, but odd: {doubt}").format(doubt=doubt))
    say(_("{path} is sound.").format(path=path))


def _problems(path: Path, system: str) -> Iterator[WabError]:
    if path.is_dir():
        yield from _of_content(path)
    elif _is_of_players(path):
        yield from _of_players(path)
    elif path.suffix in (".yaml", ".yml"):
        yield from _of_scenario(path, system)
    else:
        yield from _of_save(path)


def _is_of_players(path: Path) -> bool:
    from ai.operations.data_files import is_data_file

    return is_data_file(path)


def _of_players(path: Path) -> Iterator[WabError]:
    """A file of the computer players: their levels and characters, their numbers, their openings."""
    from ai.operations.data_files import problems

    yield from problems(path)


def _of_save(path: Path) -> Iterator[WabError]:
    """Every seal, every record applied again, every digest."""
    try:
        load_game(path, get_system, whole=True)
    except WabError as error:
        yield error


def _of_scenario(path: Path, system: str) -> Iterator[WabError]:
    """A scenario of the game's own data, or of the pack in whose folder it lies."""
    yield from _at_its_root(path, get_system(_system_of(path, system)).problems)


def _system_of(path: Path, system: str) -> str:
    """The name of the rule system of a scenario file: what was said, else one of the folders in which it lies."""
    name = system or next((part for part in reversed(path.resolve().parts) if part in NAMES), "")
    if not name:
        known = ", ".join(NAMES)
        raise UsageError(_("Of which rule system is {path}? Say --system: {known}.").format(path=path, known=known))
    return name


def _at_its_root(path: Path, asked: Callable[[Path], Iterator[DataError]]) -> list[DataError]:
    """What a question about a scenario file comes to, with the data of the pack in which the file lies."""
    root = next((folder for folder in path.resolve().parents if (folder / "campaigns").is_dir()), None)
    with _data_at(root):
        return list(asked(path))


def _of_content(folder: Path) -> Iterator[WabError]:
    """Every scenario of every system that the folder has; each must also start, in a sound state."""
    root = next((place for place in (folder, *folder.resolve().parents) if (place / "campaigns").is_dir()), None)
    if root is None:
        raise UsageError(_("{path} holds no content: there is no folder campaigns in it.").format(path=folder))
    names = [name for name in NAMES if (root / "campaigns" / name).is_dir()]
    if not names:
        known = ", ".join(NAMES)
        raise UsageError(_("{path} has content for none of the rule systems: {known}.").format(path=root, known=known))
    with _data_at(root):
        found = [error for name in names for error in _of_system(name)]
    yield from found


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
