"""`wab export`: what one side knows of a save, in a file that can be handed on without giving anything away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wab.app.report.story import readers
from wab.app.requests import check_names
from wab.cli.common import say, tell_damage, tell_other_data
from wab.cli.kinds import require_kind
from wab.cli.targets import check_target
from wab.engine.files.outputs import write_named
from wab.engine.kernel.values import side_of
from wab.engine.saves.export import export_of
from wab.engine.saves.reader import begin, open_save, read_whole_lines
from wab.engine.words.errors import UsageError
from wab.locale import _


def export(
    file: Annotated[Path, typer.Argument(metavar="SAVE", help=_("A save."))],
    target: Annotated[Path, typer.Argument(metavar="FILE", help=_("The file to write."))],
    side: Annotated[str, typer.Option(help=_("Whose knowledge: a side, or one of its seats."))],
    spoil: Annotated[bool, typer.Option("--spoil", help=_("Also a side that the computer plays."))] = False,
) -> None:
    """Write the view of one seat and what it saw happen. The save itself holds the seed and every seat's secrets."""
    from wab.systems import get_system

    require_kind(file, "save")
    check_target(target)
    header = read_whole_lines(file).header
    system, beginning = begin(file, header, get_system)
    check_names(system.seats(beginning), [side])
    seats = tuple(seat for seat in system.seats(beginning) if side in (seat, side_of(seat)))
    if not spoil:
        seats = readers(file, header.setup, system, side)
    if len(seats) != 1:
        message = _("Several players lead {side}; name one of {seats} with --side.")
        raise UsageError(message.format(side=side, seats=", ".join(seats)))
    tell_damage(file)
    tell_other_data(file)
    write_named(target, export_of(open_save(file, get_system, seats).game, seats[0]))
    say(_("What {seat} knows is in {path}.").format(seat=seats[0], path=target))
