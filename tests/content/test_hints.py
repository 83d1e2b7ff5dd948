"""Hints of all systems: their files load, their moments mean something, their faults are found."""

from typing import get_args

import pytest

from wab.content.blind import checks as blind
from wab.content.blind.loader import PACK as BLIND
from wab.content.cards.loader import PACK as CARDS
from wab.content.hints import Hint, hint_problems, parts_of
from wab.content.operations.loader import PACK as OPERATIONS
from wab.content.operations.shapes import MOMENTS
from wab.content.zocbonds.loader import PACK as ZOCBONDS
from wab.engine.words.errors import DataError
from wab.hexes import Grid
from wab.systems import get_system

OWN = {"operations": MOMENTS, "zocbonds": (), "blind": blind.MOMENTS}
SHELVES = {"operations": OPERATIONS, "zocbonds": ZOCBONDS, "blind": BLIND, "cards": CARDS}


def hints_of(system):
    """All hints of a system, the hints of its scenarios included."""
    shelf = SHELVES[system]
    own = [hint for path in shelf.scenario_paths() for hint in shelf.load(path).hints]
    return [*own, *shelf.hints()]


@pytest.mark.parametrize("system", SHELVES)
def test_moments_name_orders_that_there_are(system):
    tags = {kind.__struct_config__.tag for kind in get_args(get_system(system).order_types)}
    told = [moment for hint in hints_of(system) for moment in parts_of(f"{hint.when} and {hint.until or 'start'}")]
    assert {moment.partition(":")[2] for moment in told if moment.startswith("order:")} <= tags


@pytest.mark.parametrize("system", SHELVES)
def test_hints_are_short_enough_to_be_read_at_a_glance(system):
    assert all(len(text) < 400 for hint in hints_of(system) for text in hint.text.values())


@pytest.mark.parametrize(
    "hint, field",
    [
        (Hint("soon", {"en": "Go", "fr": "Allez"}), "hints[0].when"),
        (Hint("turn:2 and soon", {"en": "Go", "fr": "Allez"}), "hints[0].when"),
        (Hint("start", {"en": "Go", "fr": "Allez"}, until="never"), "hints[0].until"),
        (Hint("turn:soon", {"en": "Go", "fr": "Allez"}), "hints[0].when"),
        (Hint("turn:1234", {"en": "Go", "fr": "Allez"}), "hints[0].when"),
        (Hint("phase", {"en": "Go", "fr": "Allez"}), "hints[0].when"),
        (Hint("start", {"en": "Go", "fr": "Allez"}, side="germans"), "hints[0].side"),
        (Hint("start", {"en": "Go"}), "hints[0].text.fr"),
        (Hint("start", {"en": "Go", "fr": "Allez"}, hex="9999"), "hints[0].hex"),
        (Hint("start", {"en": "Go", "fr": "Allez"}, to="9999"), "hints[0].to"),
    ],
)
def test_a_fault_of_a_hint_is_named_with_its_field(hint, field):
    assert [where for where, _problem in hint_problems([hint], ("worn",), Grid(4, 4))] == [field]


def test_a_hint_for_many_scenarios_is_about_no_place():
    hint = Hint("worn", {"en": "Go", "fr": "Allez"}, hex="0101")
    assert [where for where, _problem in hint_problems([hint], ("worn",))] == ["hints[0].hex"]


@pytest.mark.parametrize("system", OWN)
def test_the_check_of_a_system_names_a_wrong_hint_and_a_folder_may_have_none(system, tmp_path, monkeypatch):
    shelf = SHELVES[system]
    wrong = tmp_path / "hints.yaml"
    monkeypatch.setattr(type(shelf), "root", property(lambda _shelf: tmp_path))
    assert shelf.hints() == () and shelf.hint_faults() == ()
    wrong.write_text("hints:\n- {when: soon, text: {en: Go, fr: Allez}}\n", encoding="utf-8")
    (fault,) = shelf.hint_faults()
    assert "hints.yaml:2" in str(fault) and "soon" in str(fault)
    with pytest.raises(DataError, match="soon"):
        shelf.hints()
