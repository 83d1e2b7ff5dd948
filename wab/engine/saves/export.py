"""Exports: the part of a running game that one seat may carry away, its view and the events that it saw. For play by
mail, and to look at.

A save holds the seed and the truth, so that it can be verified: it gives away the enemy's secrets and all dice to come.
An export is built by whitelist: how the game was started, without its seed, and two things that the seat knows already.
Two games that a seat cannot tell apart give the same bytes. There is no way back from it to the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from wab.engine.files.framing import DamagedFrame, frame, frames
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.kernel.values import DRAW, Outcome, Setup
from wab.engine.kernel.view import View
from wab.engine.kernel.writer import Header, program_version
from wab.engine.saves.reader import SystemOf, begin, fitting, newer_format
from wab.engine.words.errors import SaveError, UsageError, because
from wab.engine.words.text import N_, Text

FORMAT = 1
SUFFIX = ".side"
LARGEST = 16 << 20
"""Bytes that such a file may have."""


class _Line(msgspec.Struct, frozen=True, tag="export", tag_field="line"):
    """The one line of the file. Nothing comes into it but by these names."""

    format: int
    program: str
    data: str
    system: str
    scenario: str
    options: dict[str, Any]
    seat: str
    view: msgspec.Raw
    seen: msgspec.Raw
    resigned: str | msgspec.UnsetType = msgspec.UNSET


@dataclass(frozen=True, slots=True)
class Export:
    """An export. `seen` are the events that the seat saw, in order; `other_data`: of other data files; `outcome` is
    None while the game goes on.
    """

    system: System[Any]
    scenario: str
    options: dict[str, Any]
    view: View
    seen: tuple[Event, ...]
    other_data: bool
    outcome: Outcome | None


_encode = msgspec.json.Encoder(order="deterministic").encode
_lines = msgspec.json.Decoder(_Line)


def export_of(game: Game[Any], seat: str) -> bytes:
    """The bytes of what a seat may carry away. UsageError if the game does not keep what the seat sees (`seen`)."""
    if seat not in game.seen:
        raise UsageError(
            Text("The game does not keep what {seat} sees: load it with that observer.", {"seat": repr(seat)})
        )
    line = _Line(
        format=FORMAT,
        program=program_version(),
        data=game.data,
        system=game.setup.system,
        scenario=game.setup.scenario,
        options=game.setup.options,
        seat=seat,
        view=msgspec.Raw(game.view(seat).encode()),
        seen=msgspec.Raw(_encode(game.seen[seat])),
        resigned=game.resigned or msgspec.UNSET,
    )
    return frame(_encode(line))


def read_export(path: Path, system_of: SystemOf) -> Export:
    """Read what was carried away. SaveError, with what is wrong, for a file that is no such thing, or is not sound."""
    line = _line_of(path)
    if line.format > FORMAT:
        raise SaveError(str(path), newer_format(line.format, FORMAT))
    setup = Setup(line.system, line.scenario, 0, line.options)
    system, beginning = begin(path, Header(line.format, line.program, line.data, setup), system_of)
    with fitting(path, Text("what it holds does not fit these rules; the file was changed")):
        _require(line.seat in system.seats(beginning))
        view = _view_of(system, line)
        seen = _seen_of(system, line, view)
        outcome = _outcome_of(system, line, view)
    other_data = line.data != system.data_digest()
    return Export(system, line.scenario, line.options, view, seen, other_data, outcome)


def _outcome_of(system: System[Any], line: _Line, view: View) -> Outcome | None:
    """Return how the game ended: as the view tells it, unless a side has given it up."""
    if not line.resigned:
        return view.outcome
    _require(line.resigned in (*system.sides, DRAW) and view.outcome is None)
    return system.conceded(view, line.resigned)


def _line_of(path: Path) -> _Line:
    try:
        data = read_bounded(path, LARGEST)
        found = list(frames(data))
        _require(len(found) == 1 and found[0].end == len(data))
        return decode_json(_lines, found[0].text)
    except OSError as error:
        raise SaveError(str(path), because(N_("cannot be read ({why}); is the name right?"), error)) from error
    except TooMuch as error:
        raise SaveError(str(path), because(N_("cannot be read: {why}"), error)) from error
    except DamagedFrame as error:
        raise SaveError(str(path), because(N_("is damaged ({why}); ask for it again"), error)) from error
    except ValueError as error:
        problem = Text("this is no file that `wab export` wrote, or its end is missing; ask for it again")
        raise SaveError(str(path), problem) from error


def _view_of(system: System[Any], line: _Line) -> View:
    """The view, checked as its users will use it: its orders, and a whole game that fits it."""
    view = system.decode_view(bytes(line.view))
    _require(view.seat == line.seat and view.encode() == bytes(line.view))
    len(view.legal_orders())
    sample = Game.made_up(view, 0)
    _require(sample.setup.scenario == line.scenario and sample.view(line.seat).encode() == bytes(line.view))
    _require(not system.invariants(sample.state))
    _require(sample.to_act in (None, *sample.seats) and line.seat in sample.seats)
    return view


def _seen_of(system: System[Any], line: _Line, view: View) -> tuple[Event, ...]:
    """The events, after a check that the seat can read each of them."""
    kinds: Any = tuple[system.event_types, ...]  # type: ignore[name-defined]
    seen: tuple[Event, ...] = msgspec.json.decode(line.seen, type=kinds)
    for event in seen:
        _require(not isinstance(event, Rolled))
        str(system.describe(view, event))
    return seen


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("it does not hold together")
