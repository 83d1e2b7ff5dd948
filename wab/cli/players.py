"""Options that follow from the rule systems: who plays a side or a seat, and what players choose for a scenario."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from ai.agents import DEPUTY, built_in
from wab.app.report.words import name_of
from wab.app.requests import is_save, one_of
from wab.cli.common import known_scenario
from wab.engine.kernel.values import Setup
from wab.engine.words.errors import UsageError
from wab.locale import _

_Given = list[str] | None
Options = Annotated[
    _Given,
    typer.Option("--option", metavar="NAME=VALUE", help=_("An option of the scenario; may be given again.")),
]
Players = Annotated[
    _Given,
    typer.Option(
        "--player",
        metavar="SIDE=AGENT",
        help=_("Computer player of a side, or of one of its seats; may be given again."),
    ),
]
_Seats = Annotated[_Given, typer.Option("--seat", metavar="SEAT=AGENT", hidden=True)]


def with_game(command: Callable[..., None], words: Mapping[str, str]) -> Callable[..., None]:
    """A command about a game with the options `--player`, `--option` and the short forms of both.

    `words` are the short forms, "--SIDE" for a player and "--NAME" for an option: `--SIDE AGENT` means
    `--player SIDE=AGENT`, `--NAME VALUE` means `--option NAME=VALUE`. Help does not show them. The command
    itself takes `players`, names of computer players by side or seat, and `options`, what was chosen by name.
    """
    hints = get_type_hints(command, include_extras=True)
    own = {f"--{name.replace('_', '-')}" for name in hints}  # what a command calls so itself has no short form
    short = {f"short_{number}": word for number, word in enumerate(words) if word not in own}
    added: dict[str, Any] = {"player": Players, "seat": _Seats, "option": Options}
    added |= {name: Annotated[str, typer.Option(word, hidden=True)] for name, word in short.items()}

    @wraps(command)
    def run(**values: Any) -> None:
        players = pairs_in(values.pop("player") or (), "--player") | pairs_in(values.pop("seat") or (), "--seat")
        options = pairs_in(values.pop("option") or (), "--option")
        for name, word in short.items():
            if given := values.pop(name):
                (players if words[word] == "player" else options)[word.removeprefix("--")] = given
        command(players=players, options=options, **values)

    plain = [p for p in inspect.signature(command).parameters.values() if p.name not in ("players", "options")]
    parameters = [p.replace(annotation=hints[p.name], kind=inspect.Parameter.KEYWORD_ONLY) for p in plain]
    parameters += [_keyword(name, hint, "" if name in short else None) for name, hint in added.items()]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def short_forms() -> dict[str, str]:
    """The short forms of all rule systems: "--SIDE" for a player, "--NAME" for an option."""
    from wab.systems import sound_systems

    systems = list(sound_systems())
    options = {f"--{name}": "option" for system in systems for name in system.choices}
    return options | {f"--{side}": "player" for system in systems for side in system.sides}


def help_for(words: Sequence[str]) -> str:
    """Return what help says below the options: the sides and options of the scenario that is named, or how to see them.

    Paragraphs are parted by an empty line.
    """
    from wab.systems import all_scenarios, get_system

    found = next((info for info in all_scenarios() if info.id in words), None)
    if found is None:
        return _("With the id of a scenario before it, --help lists the sides, players and options of that scenario.")
    system = get_system(found.system)
    sides = ", ".join(f"{side} ({name_of(system.id, side)})" for side in found.sides)
    players = [name for name in built_in(system.id) if name != DEPUTY]
    lines = [
        _("Sides of {scenario}: {sides}.").format(scenario=found.id, sides=sides),
        _("Computer players: {players}.").format(players=", ".join(players)),
    ]
    lines += [
        _("Option {name}: {values}.").format(name=name, values=", ".join(values))
        for name, values in system.choices.items()
    ]
    return "\n\n".join(lines)


def pairs_in(words: Iterable[str], option: str) -> dict[str, str]:
    """Pairs out of words like name=value. UsageError for a word that is none."""
    found: dict[str, str] = {}
    for word in words:
        name, is_pair, value = word.partition("=")
        if not (name and is_pair and value):
            message = _("{word} is not a name and a value; write {option} NAME=VALUE.")
            raise UsageError(message.format(word=repr(word), option=option))
        found[name] = value
    return found


def check_options(what: str, chosen: Mapping[str, str]) -> None:
    """UsageError for what a scenario does not offer to choose, and for a save, whose choices are made."""
    from wab.systems import system_of

    if chosen and is_save(what):
        raise UsageError(_("{options} is chosen when a game begins, not for a save.").format(options=", ".join(chosen)))
    offered = system_of(what).choices if chosen else {}
    for name, value in chosen.items():
        one_of(name, tuple(offered), _("option"))
        one_of(value, offered[name], name)


def seats_of(what: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The seats that decide in a game: by the id of its scenario and what was chosen, or by its save.

    UsageError, DataError or SaveError when there is no such game.
    """
    from wab.engine.saves.reader import begin, read_whole_lines
    from wab.systems import get_system

    if is_save(what):
        path = Path(what)
        system, state = begin(path, read_whole_lines(path).header, get_system)
        return system.seats(state)
    setup = Setup(known_scenario(what).system, what, 0, dict(options))
    system = get_system(setup.system)
    return system.seats(system.new_state(setup.scenario, setup.seed, setup.rule_options))
