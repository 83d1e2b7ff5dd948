"""The means of a scenario file: ranges of hexes, blocks borrowed from another, air units for some turns, reasons."""

from __future__ import annotations

import pytest

from tests.content.designer import Designer
from wab.content.operations.loader import (
    damaged_scenarios,
    load_scenario,
    scenario_document,
    scenario_infos,
    scenario_path,
)
from wab.content.references import labels_of
from wab.engine.words.errors import DataError
from wab.systems.operations.sequence.soundness import check_file
from wab.systems.operations.state.board import SIDE_CODE
from wab.systems.operations.state.setup import build_board

CARENTAN = "causeway-to-carentan"
OMAHA = "cliffs-and-shingle"


@pytest.fixture
def designer(tmp_path, monkeypatch):
    return Designer(tmp_path, monkeypatch)


# ------------------------------------------------------------------------------------------------- ranges


def test_a_range_names_the_hexes_of_a_row():
    assert labels_of("4516-4519") == ("4516", "4517", "4518", "4519")
    assert labels_of("0709") == ("0709",)


def test_control_lists_take_ranges_beside_labels(designer):
    board = build_board(f"operations/{CARENTAN}")
    spans = load_scenario(scenario_path(board.scenario_id)).control.allied
    held = sorted(board.grid.label(hex_) for span in spans for hex_ in span)
    designer.put(CARENTAN, "control", f"{{default: axis, allied: [{', '.join(held)}]}}")
    singly = build_board(f"operations/{CARENTAN}").start_control
    rows = sorted({label[:2] for label in held})
    spans = []
    for row in rows:
        columns = [int(label[2:]) for label in held if label[:2] == row]
        runs = [column for column in columns if column - 1 not in columns]
        for first in runs:
            last = first
            while last + 1 in columns:
                last += 1
            spans.append(f"{row}{first:02}-{row}{last:02}" if last > first else f"{row}{first:02}")
    assert any("-" in span for span in spans)
    designer.put(CARENTAN, "control", f"{{default: axis, allied: [{', '.join(spans)}]}}")
    assert build_board(f"operations/{CARENTAN}").start_control == singly
    assert singly.count(SIDE_CODE["allied"]) >= len(held) - 4


@pytest.mark.parametrize(
    ("span", "problem"),
    [
        ("4516-4619", "is not a range"),
        ("4519-4516", "is not a range"),
        ("4516-4516", "is not a range"),
        ("4516-45", "RRCC or RRCC-RRCC"),
        ("4568-4599", "is not a hex of this map"),
    ],
)
def test_a_wrong_range_is_said_with_its_place(designer, span, problem):
    path = designer.put(CARENTAN, "control", f"{{default: axis, allied: [5120, {span}]}}")
    with pytest.raises(DataError, match=problem) as caught:
        load_scenario(path)
    assert caught.value.field == "control.allied[1]"
    assert caught.value.line == designer.line_of(CARENTAN, "control:")


def test_a_hex_in_ranges_of_both_sides_is_refused(designer):
    path = designer.put(CARENTAN, "control", "{default: axis, allied: [4720-4724], axis: [4723-4726]}")
    with pytest.raises(DataError, match="4723 is given to the other side") as caught:
        load_scenario(path)
    assert caught.value.field == "control.axis[0]"


# ------------------------------------------------------------------------------------------------- borrowing


def test_a_block_can_be_taken_from_another_scenario(designer):
    designer.copy(OMAHA, "omaha-again")
    path = designer.put("omaha-again", "axis", f"{{like: {OMAHA}}}")
    original, copy = load_scenario(designer.path(OMAHA)), load_scenario(path)
    long, short = (len(file.read_text().splitlines()) for file in (designer.path(OMAHA), path))
    assert copy.axis == original.axis and short < long
    designer.replace(OMAHA, "d352_914", "d352_915_")
    assert [damage.id for damage in damaged_scenarios()] == ["operations/cliffs-and-shingle", "operations/omaha-again"]


@pytest.mark.parametrize(
    ("value", "field", "problem"),
    [
        ("{like: nowhere}", "axis.like", "is not the name of another file"),
        ("{like: cliffs-and-shinglo}", "axis.like", 'did you mean "cliffs-and-shingle"'),
        ("{like: omaha-again}", "axis.like", "is not the name of another file"),
        ("{like: to-the-sea}", "axis.like", "borrows its axis itself"),
        ("{like: [a]}", "axis.like", "is not the name of another file"),
        ("{like: cliffs-and-shingle, setup: []}", "axis.like", "unknown field"),
    ],
)
def test_a_wrong_borrowing_is_said_with_its_place(designer, value, field, problem):
    designer.copy(OMAHA, "omaha-again")
    designer.put("to-the-sea", "axis", f"{{like: {OMAHA}}}")
    path = designer.put("omaha-again", "axis", value)
    with pytest.raises(DataError, match=problem) as caught:
        load_scenario(path)
    assert caught.value.field == field
    assert caught.value.line == designer.line_of("omaha-again", "axis: {like")


def test_a_field_that_the_other_file_has_not_cannot_be_borrowed(designer):
    path = designer.append(OMAHA, "supply: {like: to-the-sea}\n")
    with pytest.raises(DataError, match='"to-the-sea" has no field supply'):
        load_scenario(path)


def test_what_is_wrong_with_a_borrowed_block_is_said_of_the_line_that_borrows(designer):
    designer.copy(OMAHA, "omaha-again")
    path = designer.put("omaha-again", "axis", f"{{like: {CARENTAN}}}")
    line = designer.line_of("omaha-again", "axis: {like")
    errors = check_file(path)
    assert errors and {error.line for error in errors if error.field.startswith("axis.")} == {line}


# ------------------------------------------------------------------------------------------------- air units, reasons


@pytest.mark.parametrize(
    ("turns", "field", "problem"),
    [
        ("from_turn: 9", "from_turn", "the scenario has 5 turns"),
        ("to_turn: 6", "to_turn", "the scenario has 5 turns"),
        ("from_turn: 4, to_turn: 3", "to_turn", "is before from_turn"),
        ("from_turn: 0", "from_turn", "too small"),
    ],
)
def test_turns_of_an_air_unit_lie_in_the_scenario(designer, turns, field, problem):
    designer.replace(CARENTAN, "naval: true", "naval: true, air: true")
    squadron = f"{{kind: us_fighter_bombers, name: 36th Group, {turns}}}"
    path = designer.replace(CARENTAN, "\nallied:\n", f"\nallied:\n  squadrons: [{squadron}]\n")
    with pytest.raises(DataError, match=problem) as caught:
        load_scenario(path)
    assert caught.value.field == f"allied.squadrons[0].{field}"


def test_the_ledger_id_is_in_the_list_and_has_a_form(designer):
    unknown = "-".join(("OPS", "S", "A99"))
    path = designer.put(CARENTAN, "ledger", unknown)
    assert {info.id: info.ledger for info in scenario_infos()}[f"operations/{CARENTAN}"] == unknown
    designer.put(CARENTAN, "ledger", "A04")
    with pytest.raises(DataError, match="as OPS-S-A05"):
        load_scenario(path)


@pytest.mark.parametrize("name", ["why_unbalanced", "note", "weather_why", "unsupplied_why"])
def test_reasons_are_texts_in_both_languages(designer, name):
    path = designer.put(CARENTAN, name, "{en: Because, fr: Parce que}")
    assert getattr(load_scenario(path), name) == {"en": "Because", "fr": "Parce que"}
    designer.put(CARENTAN, name, "{en: Because}")
    with pytest.raises(DataError) as caught:
        load_scenario(path)
    assert caught.value.field == f"{name}.fr"


# ------------------------------------------------------------------------------------------------- damaged files


def test_a_broken_file_leaves_the_others_in_the_list(designer):
    all_of_them = {info.id for info in scenario_infos()}
    designer.replace(OMAHA, "impulses: 1", "impulses: many")
    assert {info.id for info in scenario_infos()} == all_of_them - {f"operations/{OMAHA}"}
    [damage] = damaged_scenarios()
    assert (damage.id, damage.problem.field) == (f"operations/{OMAHA}", "impulses")
    assert str(damage.problem).startswith(f"campaigns/operations/scenarios/{OMAHA}.yaml:")
    designer.replace(OMAHA, "impulses: many", "impulses: 1")
    assert {info.id for info in scenario_infos()} == all_of_them and damaged_scenarios() == ()


def test_a_scenario_is_read_once_and_again_after_a_change(designer):
    path = designer.path(CARENTAN)
    assert scenario_document(path) is scenario_document(path)
    before = scenario_document(path).content
    designer.put(CARENTAN, "minutes", "77")
    assert scenario_document(path).content.minutes == 77 != before.minutes
