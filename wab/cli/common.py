"""What the commands share: options, output for people and for programs, progress."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from wab.engine.errors import UsageError
from wab.locale import _

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from wab.engine.game import Game
    from wab.engine.system import ScenarioInfo

_WIDE = 160  # columns where no terminal says how many there are
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")


def out() -> Console:
    """The console of standard output."""
    from rich.console import Console

    on_paper = not sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=on_paper, width=_WIDE if on_paper else None)


def say(text: str) -> None:
    """A plain line on standard output, exactly as it is."""
    sys.stdout.write(text + "\n")


def warn(text: str) -> None:
    """A plain line on standard error."""
    sys.stderr.write(text + "\n")


def as_json(content: Any) -> str:
    """Content as JSON for programs, indented so that people can read it as well."""
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode()


def write_json(content: Any, target: str) -> None:
    """JSON to a file, or to standard output for "-". UsageError when the file cannot be written."""
    if target == "-":
        say(as_json(content))
    else:
        write_text(Path(target), as_json(content) + "\n")


def write_text(path: Path, text: str) -> None:
    """Text to a file. UsageError when it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(_("{path} cannot be written ({why}).").format(path=path, why=error.strerror)) from error


def size_of(text: str) -> tuple[int, int]:
    """Width and height out of "1600x900". UsageError when it is no size."""
    found = _SIZE.fullmatch(text.lower())
    if found is None:
        raise UsageError(_("{size} is not a size; say it as in 1600x900.").format(size=repr(text)))
    return int(found[1]), int(found[2])


def one_of(word: str, known: tuple[str, ...], what: str) -> str:
    """The word itself if it is known. UsageError naming what there is when not."""
    if word not in known:
        message = _("There is no {what} {word}; there are: {known}.")
        raise UsageError(message.format(what=what, word=repr(word), known=", ".join(known)))
    return word


def is_save(what: str) -> bool:
    """Tell the path of a save from the id of a scenario."""
    return what.endswith(".wab") or Path(what).is_file()


def open_game(what: str, seed: int = 0, options: Mapping[str, str] | None = None) -> Game[Any]:
    """A game out of a scenario id or the path of a save. UsageError or SaveError when it is neither.

    `options` are what players chose for the scenario; a save has its own.
    """
    import wab

    return wab.load(what) if is_save(what) else wab.new_game(what, seed=seed, options=options)


def find_own_players(names: Iterable[str]) -> None:
    """Let players named package.module:Class be found in the folder in which the command is given."""
    if any(":" in name for name in names) and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def known_scenario(scenario: str) -> ScenarioInfo:
    """The entry of a scenario. UsageError, with the nearest ids, when there is none; DataError for a damaged one."""
    from difflib import get_close_matches

    import wab
    from wab.systems import all_damaged

    infos = {info.id: info for info in wab.scenarios()}
    if scenario in infos:
        return infos[scenario]
    for damage in all_damaged():
        if damage.id == scenario:
            raise damage.problem
    near = get_close_matches(scenario, sorted(infos), 3, 0.4)
    hint = _("Did you mean {near}?").format(near=", ".join(near)) if near else _("`wab scenarios` lists them all.")
    raise UsageError(_("There is no scenario {id}. {hint}").format(id=repr(scenario), hint=hint))


def in_language(words: dict[str, str]) -> str:
    """Words kept by language code, in the language of the reader, or else in English."""
    from wab.locale import current_language

    return words.get(current_language()) or words.get("en", "")


def name_of(system: str, word: str) -> str:
    """What people call a side or a level of victory of a rule system, in their language."""
    from wab.systems import get_system

    name = get_system(system).names.get(word)
    return _(name) if name else word


@contextmanager
def progress() -> Iterator[Progress]:
    """A progress display on standard error; it draws nothing where that is no terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        yield shown
