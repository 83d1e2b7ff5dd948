"""The orders of battle of zocbonds agree with the ledger, and their counters stand as the source has them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.content.zocbonds.test_data import CAMPAIGN, FORCES, TABLE_FILES, TABLES, Row, rebuilt
from wab.content.reader import read_document
from wab.content.zocbonds import checks
from wab.content.zocbonds.shapes import ForcesFile, UnitCard, cadre_kind, replacement_kind
from wab.content.zocbonds.tables import stack_points

NATIONS = {"US": "us", "British": "british", "Canadian": "canadian"}


def rows_of(table: str) -> list[Row]:
    """The units of a ledger table, each as fields by name."""
    content = rebuilt(table)
    lists: list[tuple[list[str], list[list[Any]]]] = []
    if table == "ZOC-T-SETUP-ALL":
        both = [*content["initial_assault"].values(), *content["secondary_wave"].values()]
        waves = [row for rows in both for row in rows]
        lists = [(content["fields_airborne"], content["airborne"]), (content["fields_wave"], waves)]
        lists.append((content["fields_britain"], content["in_britain"]))
    else:
        lists = [(content["fields"], content["units"])]
        lists += [(content["fields"], rows) for rows in content.get("mobilisation_boxes", {}).values()]
    return [dict(zip(fields, row, strict=True)) for fields, rows in lists for row in rows]


def print_of(card: UnitCard) -> tuple[Any, ...]:
    """Return what a card has in common with its row of the ledger."""
    armour = f"{'r' if card.guns else ''}{card.armour}" if card.armour else "-"
    return card.size, list(card.strengths), card.movement, card.quality, armour, card.steps


@pytest.mark.clause("ZOC-T-GERREINF")
@pytest.mark.clause("ZOC-T-SETUP-ALL")
@pytest.mark.clause("ZOC-T-SETUP-GER")
@pytest.mark.parametrize("tables", [("ZOC-T-SETUP-GER", "ZOC-T-GERREINF"), ("ZOC-T-SETUP-ALL",)])
def test_units_are_those_of_the_ledger(tables):
    rows = [row for table in tables for row in rows_of(table)]
    cards = list(FORCES.of("allied" if "ALL" in tables[0] else "axis").values())
    wanted = [(row["size"], row["strength_by_step"], row["MA"], row["TQ"], row["AV"], row["steps"]) for row in rows]
    assert sorted(map(str, wanted)) == sorted(str(print_of(card)) for card in cards)
    free = sum(row["stack_points"] == "free" for row in rows)
    assert free == sum(TABLES.types[card.type].free for card in cards)
    points = [stack_points(card.strengths[0], TABLES.types[card.type], TABLES.markers.stacking) for card in cards]
    assert sum(points) == sum(row["stack_points"] for row in rows if row["stack_points"] != "free")


def branch_of(card: UnitCard) -> str | None:
    formation = FORCES.formations[card.formation] if card.formation else None
    return card.branch or (formation.branch if formation else None)


def test_the_branch_of_a_unit_is_that_of_its_name():
    """The Waffen-SS calls itself so; of the Luftwaffe are parachutists, Flak, and its field division."""
    for id_, card in FORCES.units.items():
        formation = FORCES.formations[card.formation].name["en"] if card.formation else ""
        names = f"{card.name['en']} {formation}"
        if "SS" in names:
            assert branch_of(card) == "ss", id_
        elif card.nation == "german" and any(
            word in names for word in ("Fallschirm", "Parachute", "Flak", "Luftwaffe")
        ):
            assert branch_of(card) == "luftwaffe", id_
        else:
            assert branch_of(card) is None, id_


@pytest.mark.parametrize(
    ("name", "where", "values", "field"),
    [
        ("german", "units", {"de_12ss_25": {"branch": "luftwaffe"}}, "units.de_12ss_25.branch"),
        ("us", "units", {"us_4id_8": {"branch": "heer"}}, "units.us_4id_8.branch"),
        ("us", "formations", {"us_4id": {"branch": "heer"}}, "formations.us_4id.branch"),
    ],
)
def test_a_branch_is_named_once_and_of_germans_alone(name, where, values, field):
    content = read_document(TABLE_FILES.parent / "forces" / f"{name}.yaml", ForcesFile).content
    side = "axis" if name == "german" else "allied"
    assert not list(checks.forces_problems(content, side, TABLES.types))
    entries = {**getattr(content, where)}
    for id_, fields in values.items():
        entries[id_] = msgspec.structs.replace(entries[id_], **fields)
    wrong = msgspec.structs.replace(content, **{where: entries})
    assert field in [place for place, _ in checks.forces_problems(wrong, side, TABLES.types)]


def test_counts_and_steps():
    for side, steps in (("axis", 268), ("allied", 323)):
        cards = FORCES.of(side)
        assert (len(cards), sum(card.steps for card in cards.values())) == (138, steps)
    assert len(FORCES.strongpoints) == 23


def test_everybody_in_britain_can_be_landed_and_points_are_left():
    budget = {"us": 0, "commonwealth": 0}
    for id_ in CAMPAIGN.britain:
        card = FORCES.units[id_]
        assert card.army is not None and card.landing is not None
        budget[card.army] += card.landing
    assert budget == {"us": 102, "commonwealth": 88}
    a_day = {army: max(getattr(row, army).landing for row in TABLES.weather.rows) for army in budget}
    assert a_day == {"us": 6, "commonwealth": 6}


@pytest.mark.parametrize(
    "unit, strengths, movement, quality, armour",
    [
        ("de_91id_1_1058", (2, 1), 4, 0, 0), ("de_91id_1057", (5, 3), 4, 0, 0), ("de_91id_1058", (4, 2), 4, 0, 0),
        ("de_100_pz", (2, 1), 5, 0, 2), ("de_6fj_fj", (5, 3), 4, 1, 0), ("de_352id_916", (5, 3), 4, 0, 0),
        ("de_21pz_125", (5, 3), 5, 1, 0), ("de_21pz_192", (5, 3), 5, 1, 0), ("de_21pz_1_22", (4, 2), 5, 0, 3),
        ("de_21pz_200_stug", (3, 1), 5, 0, 3), ("de_77id_1_1050", (2, 1), 4, 0, 0), ("de_77id_1049", (4, 2), 3, 0, 0),
        ("de_77id_1050", (4, 2), 3, 0, 0), ("de_101_ss_tiger", (4, 2), 5, 0, 5), ("uk_1_ss", (6, 3), 5, 1, 0),
        ("uk_6ab_8_3", (2, 1), 4, 1, 0), ("us_82ab_505", (4, 3), 4, 1, 0), ("us_101ab_327", (4, 3), 4, 1, 0),
        ("us_743_dd", (3, 1), 6, 0, 3), ("us_2ad_cca", (7, 5), 6, 0, 3), ("uk_7ad_22", (8, 5), 6, 0, 3),
        ("us_4id_8", (6, 4), 5, 0, 0), ("ca_3id_7", (6, 4), 5, 0, 0), ("uk_50id_61_recon", (2, 1), 6, 0, 2),
    ],
)  # fmt: skip
def test_values_that_carry_examples_stand(unit, strengths, movement, quality, armour):
    card = FORCES.units[unit]
    assert (card.strengths, card.movement, card.quality, card.armour) == (strengths, movement, quality, armour)


def test_flak_panthers_and_dd_tanks_by_kind():
    assert {card.armour for card in FORCES.units.values() if card.type == "flak"} == {4}
    assert {card.armour for card in FORCES.units.values() if card.vehicle == "panther"} == {4}
    assert {card.movement for card in FORCES.units.values() if card.label.endswith(" DD")} == {6}
    assert TABLES.types["strongpoint"].strength == 2


def test_what_rebuilds_a_unit_and_what_it_leaves():
    def of(id_: str) -> tuple[str, str | None]:
        card = FORCES.units[id_]
        row = TABLES.types[card.type]
        return replacement_kind(card, row), cadre_kind(card, row)

    assert of("us_82ab_505") == ("airborne", "airborne")
    assert of("de_3fj_9_fj") == ("infantry", "parachute")
    assert of("de_12ss_25") == ("infantry", "panzergrenadier")
    assert of("us_2ad_cca") == ("armour", "armour")
    assert of("de_7_werfer")[0] == "armour" and of("de_lxxxiv")[0] == "infantry"
