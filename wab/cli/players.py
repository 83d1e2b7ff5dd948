"""Options that follow from the rule systems: who plays a side or a seat, and what players choose for a scenario."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from wab.cli.common import is_save, known_scenario, one_of
from wab.engine.errors import UsageError
from wab.engine.game import Setup
from wab.engine.view import side_of
from wab.locale import _

Choices = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help=_("What is chosen for the scenario; may be given again.")),
]
_Seat = Annotated[
    list[str] | None,
    typer.Option(metavar="SEAT=AGENT", help=_("Computer player of one seat, as allies/left; may be given again.")),
]


def with_players(command: Callable[..., None], sides: Mapping[str, str]) -> Callable[..., None]:
    """A command with an option `--SIDE AGENT` for each of the sides (by id, with their names), and `--seat`.

    The command itself takes what was given as `players`: names of computer players by side or seat.
    """
    hints = get_type_hints(command, include_extras=True)
    del hints["players"]
    hints |= {_parameter(side): _agent_option(side, name) for side, name in sides.items()}
    hints["seat"] = _Seat

    @wraps(command)
    def run(**values: Any) -> None:
        given = {side: values.pop(_parameter(side)) for side in sides}
        of_sides = {side: agent for side, agent in given.items() if agent}
        command(players=of_sides | pairs_in(values.pop("seat") or (), "--seat"), **values)

    plain = [p for p in inspect.signature(command).parameters.values() if p.name != "players"]
    added = [*map(_parameter, sides), "seat"]
    parameters = [p.replace(annotation=hints[p.name], kind=inspect.Parameter.KEYWORD_ONLY) for p in plain]
    parameters += [_keyword(name, hints[name], None if name == "seat" else "") for name in added]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = hints
    return run


def _parameter(side: str) -> str:
    return side.replace("-", "_")


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _agent_option(side: str, name: str) -> Any:
    says = _("Computer player of the side {side} ({name}).").format(side=side, name=_(name))
    return Annotated[str, typer.Option(f"--{side}", metavar="AGENT", help=says)]


def all_sides() -> dict[str, str]:
    """The sides of all rule systems, by id, with the messages that name them."""
    from wab.systems import NAMES, get_system

    return {side: get_system(name).names.get(side, side) for name in NAMES for side in get_system(name).sides}


def pairs_in(words: Iterable[str], option: str) -> dict[str, str]:
    """Pairs out of words like name=value. UsageError for a word that is none."""
    found: dict[str, str] = {}
    for word in words:
        name, is_pair, value = word.partition("=")
        if not (name and is_pair and value):
            message = _("{word} is not a name and a value; say {option} NAME=VALUE.")
            raise UsageError(message.format(word=repr(word), option=option))
        found[name] = value
    return found


def options_for(what: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """What was chosen for a scenario. UsageError for what it does not offer, and for a save, whose choices are made."""
    from wab.systems import system_of

    if chosen and is_save(what):
        raise UsageError(_("{options} is chosen when a game begins, not for a save.").format(options=", ".join(chosen)))
    offered = system_of(what).options if chosen else {}
    for name, value in chosen.items():
        one_of(name, tuple(offered), _("option"))
        one_of(value, offered[name], name)
    return dict(chosen)


def seats_of(what: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Who decides in a game: by the id of its scenario and what was chosen, or by its save.

    UsageError, DataError or SaveError when there is no such game.
    """
    from wab.engine.saves import read_save
    from wab.systems import get_system

    if is_save(what):
        setup = read_save(Path(what)).header.setup
    else:
        setup = Setup(known_scenario(what).system, what, 0, dict(options))
    system = get_system(setup.system)
    return system.seats(system.new_state(setup.scenario, setup.seed, setup.options))


def check_names(seats: Iterable[str], players: Iterable[str]) -> None:
    """See that everybody for whom a player is named sits at the table. UsageError naming who does when not."""
    known = tuple(dict.fromkeys([*map(side_of, seats), *seats]))
    for name in players:
        one_of(name, known, _("seat") if "/" in name else _("side"))
