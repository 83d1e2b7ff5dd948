"""A seat's knowledge at the start, changed by all events that it saw, is its knowledge now: in systems that say so."""

from __future__ import annotations

from dataclasses import replace as with_values

import pytest
from msgspec.structs import replace

from tests.toys.bocage import SYSTEM as BOCAGE
from tests.toys.calls import SYSTEM as CALLS
from tests.toys.solitaire import SYSTEM as SOLITAIRE
from wab.engine import SaveError
from wab.engine.saves.export import export_of, read_export
from wab.engine.shells.told import first_view, lived, relived
from wab.testing.walks import HOUSE, Table, tables, walk

SYSTEMS = {system.id: system for system in (*HOUSE, SOLITAIRE, BOCAGE, CALLS)}
RELIVING = [system for system in SYSTEMS.values() if getattr(system, "relives", False)]


def test_all_systems_but_the_flagship_can_be_lived_again():
    assert set(SYSTEMS) - {system.id for system in RELIVING} == {"operations"}


@pytest.mark.parametrize("table", tables(RELIVING), ids=str)
def test_what_a_seat_saw_leads_to_what_it_knows(table: Table) -> None:
    game, moments = walk(table, length=60)
    assert moments
    for seat in table.seats:
        first = first_view(game.system, replace(game.setup, seed=0), seat)
        assert first is not None
        *_, last = relived(first, game.seen[seat])
        assert last.encode() == game.view(seat).encode(), seat


def test_an_export_whose_events_do_not_lead_to_its_view_is_refused(tmp_path):
    game, _ = walk(Table("solitaire/the-causeway", given=SOLITAIRE), length=8)
    path = tmp_path / "x.side"
    path.write_bytes(export_of(game, "patrol"))
    found = read_export(path, SYSTEMS.__getitem__)
    assert [line.event for line in lived(path, found)]
    with pytest.raises(SaveError, match="does not fit what it knew"):
        list(lived(path, with_values(found, seen=found.seen[:-1])))
