"""Shared parts of the commands: options, output for people and for programs, progress."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from wab.app.requests import is_save
from wab.cli.signs import json_for
from wab.engine.files.outputs import write_named
from wab.engine.words.clean import clean, clean_lines
from wab.engine.words.errors import UsageError
from wab.locale import _

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text as Shown

    from wab.engine.kernel.game import Game
    from wab.engine.kernel.values import ScenarioInfo

SameData = Annotated[bool, typer.Option("--same-data", help=_("Stop if a save was made with other data files."))]
_LONGEST_WARNING, _LONGEST_OUTPUT = 6_000, 200_000
_WIDE = 160  # columns where no terminal says how many there are
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")


def out() -> Console:
    """The console of standard output. Brackets and colons in a text are what they are: styles go with `styled`."""
    from rich.console import Console

    on_paper = not sys.stdout.isatty()
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=on_paper, width=_WIDE if on_paper else None)


def styled(*pieces: str | tuple[str, str]) -> Shown:
    """A text of pieces, each plain or with a style ("bold", "dim"), cleaned: they may come out of a file."""
    from rich.text import Text

    pairs = ((piece, "") if isinstance(piece, str) else piece for piece in pieces)
    return Text.assemble(*((clean_lines(words, _LONGEST_OUTPUT), style) for words, style in pairs))


def say(text: str) -> None:
    """Plain lines on standard output; quotations from a file are cleaned."""
    sys.stdout.write(clean_lines(text, _LONGEST_OUTPUT) + "\n")


def say_json(content: Any) -> None:
    """Content as JSON on standard output, exactly as it is."""
    sys.stdout.write(json_for(getattr(sys.stdout, "encoding", None) or "utf-8", as_json(content)) + "\n")


def warn(text: str) -> None:
    """A plain line on standard error; quotations from a file are cleaned.

    Do nothing if standard error takes nothing, since there is nowhere left to say so.
    """
    with suppress(OSError):
        sys.stderr.write(clean(text, _LONGEST_WARNING) + "\n")
        sys.stderr.flush()


def as_json(content: Any) -> str:
    """Content as JSON for programs, indented so that people can read it as well."""
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode()


def write_json(content: Any, target: str) -> None:
    """JSON to a file, or to standard output for "-". UsageError or SaveError when the file cannot be written."""
    if target == "-":
        say_json(content)
    else:
        write_named(Path(target), (as_json(content) + "\n").encode())


def size_of(text: str) -> tuple[int, int]:
    """Width and height out of "1600x900". UsageError when it is no size."""
    found = _SIZE.fullmatch(text.lower())
    if found is None:
        raise UsageError(_("{size} is not a size; say it as in 1600x900.").format(size=repr(text)))
    return int(found[1]), int(found[2])


def open_game(what: str, seed: int = 0, options: Mapping[str, str] | None = None) -> Game[Any]:
    """A game out of a scenario id or the path of a save. UsageError or SaveError when it is neither.

    `options` are what players chose for the scenario; a save has its own. Warnings about a save, that it is damaged or
    was made with other data files, go to standard error.
    """
    import wab

    if not is_save(what):
        return wab.new_game(what, seed=seed, options=options)
    from wab.engine.saves.reader import open_save
    from wab.systems import get_system

    opened = open_save(Path(what), get_system)
    for sentence in opened.told(Path(what)):
        warn(sentence)
    return opened.game


def tell_other_data(path: Path, *, stop: bool = False, name: Path | None = None) -> None:
    """Say on standard error that a save was made with other data files; OtherData instead where it is to `stop` all.

    `name` is what the save is called there, where that is not its path. Nothing is said of one that cannot be read: the
    code that reads it will say so.
    """
    from wab.engine.saves.reader import has_other_data, read_whole_lines
    from wab.engine.words.errors import SaveError
    from wab.systems import get_system

    try:
        others = has_other_data(path, read_whole_lines(path), get_system)
    except SaveError:
        return
    tell_data(path, others, stop=stop, name=name)


def tell_data(path: Path, others: bool, *, stop: bool = False, name: Path | None = None) -> None:
    """Warn that a file's data files differ, or raise OtherData with `stop`, if `others` says so."""
    from wab.engine.saves.reader import OTHER_DATA
    from wab.engine.words.errors import OtherData

    if others and stop:
        raise OtherData(str(path), OTHER_DATA)
    if others:
        warn(f"{name or path}: {OTHER_DATA}")


def tell_damage(path: Path) -> None:
    """Say on standard error where a save is damaged. SaveError when it cannot be read at all."""
    from wab.engine.saves.reader import read_whole_lines

    if (damage := read_whole_lines(path).damage) is not None:
        warn(str(damage.error(path)))


def find_own_players(names: Iterable[str]) -> frozenset[str]:
    """Let players named package.module:Class be found in the folder in which the command is given.

    Returns these names: a name on the command line is the permission to run it. The folder comes last on the path, so
    that nothing in it stands in for a module of this program or of Python.
    """
    from ai.agents import own_among

    own = own_among(names)
    if own and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return own


def known_scenario(scenario: str) -> ScenarioInfo:
    """The entry of a scenario. UsageError, with the nearest ids, when there is none; DataError for a damaged one."""
    from difflib import get_close_matches

    import wab
    from wab.systems import NAMES, all_damaged, get_system

    if (system := scenario.partition("/")[0]) in NAMES:  # one system is read sooner than all of them
        for info in get_system(system).scenarios():
            if info.id == scenario:
                return info
    infos = {info.id: info for info in wab.scenarios()}
    if scenario in infos:
        return infos[scenario]
    for damage in all_damaged():
        if damage.id in (scenario, scenario.partition("/")[0]):
            raise damage.problem
    near = get_close_matches(scenario, sorted(infos), 3, 0.4)
    hint = _("Did you mean {near}?").format(near=", ".join(near)) if near else _("`wab scenarios` lists them all.")
    raise UsageError(_("There is no scenario {id}. {hint}").format(id=repr(scenario), hint=hint))


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress display on standard error; it draws nothing if that is no terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        yield shown
