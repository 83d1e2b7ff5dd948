"""A data file with one field changed is refused by file, line and field, or the game can be played on with it."""

import pytest
import yaml

from trials.fuzzing.fields import Change, Workshop, changed, fields, report
from wab.engine.words.errors import DataError
from wab.systems import get_system

ACROSS, WEEKS, DOUBLE = "across-the-peninsula", "three-weeks-in-june", "omaha-beach-double-board"
TEXAS = "allied.reinforcements[11].hex"
"""The place where a battleship comes into play: a hex at sea."""
REFUSED = [
    (WEEKS, "zocbonds", "tables/defence.yaml", "rows.works", "[]", "rows.works"),
    (WEEKS, "zocbonds", "tables/combat.yaml", "rows.1-1", "[]", "rows.1-1"),
    (WEEKS, "zocbonds", "tables/shifts.yaml", "right.air", "deleted", "right.air"),
    (WEEKS, "zocbonds", "tables/shifts.yaml", "right", "deleted", "right"),
    (WEEKS, "zocbonds", "tables/shifts.yaml", "left.water", "deleted", "left.water"),
    (WEEKS, "zocbonds", "tables/landing.yaml", "costs.hq", "renamed", "costs.nobody"),
    (WEEKS, "zocbonds", "tables/costs.yaml", "stops[0]", "nobody", "stops[0]"),
    (WEEKS, "zocbonds", "forces/german.yaml", "units.de_100_pz.name.en", "deleted", "units.de_100_pz.name.en"),
    (WEEKS, "zocbonds", "lines.yaml", "cities.caen", "[]", "cities.caen"),
    (WEEKS, "zocbonds", "lines.yaml", "mulberries.us", "deleted", "mulberries.us"),
    (ACROSS, "operations", f"scenarios/{ACROSS}.yaml", "title.en", "deleted", "title.en"),
    (ACROSS, "operations", f"scenarios/{ACROSS}.yaml", "allied.setup[0].hex", "9999", "allied.setup[0].hex"),
    (ACROSS, "operations", f"scenarios/{ACROSS}.yaml", TEXAS, "5123", TEXAS),
    (DOUBLE, "cards", "board.yaml", "faces.beach.5", "nobody", "faces.beach.5"),
    (DOUBLE, "cards", "board.yaml", "rows", "9999", "rows"),
    (DOUBLE, "cards", f"scenarios/{DOUBLE}.yaml", "hands.allies", "99", "hands.allies"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "system", "file", "field", "deed", "named"), REFUSED)
def test_a_changed_field_is_refused_by_its_file_line_and_name(tmp_path, scenario, system, file, field, deed, named):
    workshop = Workshop(get_system(system), tmp_path, scenario)
    path = workshop.root / file
    text = path.read_bytes()
    steps = next(one.steps for one in fields(yaml.compose(text, Loader=yaml.CSafeLoader)) if one.path == field)
    path.write_bytes(changed(text, Change(steps, field, deed)))
    with pytest.raises(DataError) as caught:
        workshop.play(seed=1, orders=0)
    assert caught.value.path.endswith(file) and caught.value.line
    assert caught.value.field == named


@pytest.mark.parametrize(
    ("system", "files", "one_in"),
    [
        ("cards", (), 1900),
        ("operations", ("tables/", "battle", "forces/", ACROSS), 900),
        ("zocbonds", (), 1300),
    ],
)
def test_whatever_is_changed_is_refused_or_can_be_played(system, files, one_in):
    """A sample of `python -m trials.fuzzing.fields`."""
    assert list(report(get_system(system), files, each=1, one_in=one_in, seed=0)) == []
