"""Values by rule: quality and part of a unit change the values of its row by the steps of derivation.yaml."""

from shutil import copytree

import pytest

from wab.content.operations.derivation import derived_traits
from wab.content.operations.loader import (
    load_battle_map,
    load_catalogue,
    load_scenario,
    load_tables,
    operations_root,
    scenario_path,
)
from wab.engine.words.errors import DataError
from wab.systems.operations.state.setup import make_board, unit_numbers

TABLES = load_tables()
FORCES = "campaigns/operations/forces/allied.yaml"
STEPS = "campaigns/operations/tables/derivation.yaml"
LADDER = ("conscript", "experienced", "veteran", "elite")


def values(row, quality=None, part=""):
    """Attack and defence of a unit of a row at a quality."""
    kind = TABLES.units[row]
    changed = derived_traits(row, kind, TABLES.derivation, quality, part)
    return changed.get("attack", kind.attack), changed.get("defence", kind.defence)


# ------------------------------------------------------------------------------------------------- quality


@pytest.mark.clause("OPS-3.2-2")
@pytest.mark.parametrize(
    ("row", "other"),
    [
        ("us_inf_con", "us_inf_exp"),
        ("us_inf_exp", "us_inf_vet"),
        ("us_inf_con", "us_inf_vet"),
        ("uk_inf_exp", "uk_inf_vet"),
        ("ss_pzgr_vet", "ss_pzgr"),
        ("us_cc", "us_cc_vet"),
        ("ca_armd_div", "uk_armd_bde"),
        ("ca_armd_bde", "uk_ind_armd"),
        ("ca_lorried", "uk_lorried"),
        ("us_cav", "de_recon"),
        ("us_art", "uk_agra"),
    ],
)
def test_a_unit_brought_to_the_quality_of_a_like_row_gets_its_values(row, other):
    """The steps are read off the table: of two grades of the same body in the table, one becomes the other."""
    higher, lower = TABLES.units[other], TABLES.units[row]
    assert values(other, lower.quality) == (lower.attack, lower.defence)
    if not row.startswith("ca_"):  # a Canadian row takes the step of its class, a British one its own
        assert values(row, higher.quality) == (higher.attack, higher.defence)


@pytest.mark.parametrize("row", list(TABLES.units))
def test_every_row_keeps_its_values_at_its_own_quality(row):
    kind = TABLES.units[row]
    assert derived_traits(row, kind, TABLES.derivation) == {}
    assert derived_traits(row, kind, TABLES.derivation, kind.quality) == {}


@pytest.mark.parametrize("row", [name for name, kind in TABLES.units.items() if kind.size not in ("ship", "commander")])
def test_every_row_rises_by_its_step_and_never_falls_with_quality(row):
    kind = TABLES.units[row]
    step = TABLES.derivation.step_of_row.get(row, TABLES.derivation.step[kind.move_class])
    ladder = [values(row, quality) for quality in LADDER]
    assert ladder == sorted(ladder)
    at = LADDER.index(kind.quality)
    for quality, (attack, defence) in zip(LADDER, ladder, strict=True):
        grades = abs(LADDER.index(quality) - at)
        share = kind.hp / TABLES.derivation.full_hp
        assert abs(attack - kind.attack) <= grades * step.attack * share
        assert abs(defence - kind.defence) == int(grades * step.defence * share)


def test_a_smaller_unit_changes_by_half_without_fractions():
    assert (TABLES.units["us_tank_bn"].attack, TABLES.units["us_tank_bn"].defence) == (4, 6)
    assert values("us_tank_bn", "veteran") == (4, 7)
    assert values("us_tank_bn", "elite") == (5, 8)
    assert values("us_tank_bn", "conscript") == (4, 5)


# ------------------------------------------------------------------------------------------------- parts


@pytest.mark.clause("OPS-10.1.1-3")
def test_a_battalion_is_half_of_its_regiment_halves_down():
    row = TABLES.units["us_inf_exp"]
    assert derived_traits("us_inf_exp", row, TABLES.derivation, None, "battalion") == {
        "size": "battalion",
        "hp": 4,
        "attack": 3,
        "defence": 7,
        "anti_air": 0,
    }
    assert values("de_static", None, "battalion") == (1, 5)
    assert values("uk_commando", None, "battalion") == (2, 6)


def test_quality_comes_before_the_share():
    assert values("us_inf_exp", "conscript", "battalion") == (5 // 2, 12 // 2)


# ------------------------------------------------------------------------------------------------- in a game


def board_with(tmp_path, old, new):
    """The first scenario with a piece of its text exchanged."""
    text = scenario_path("operations/cliffs-and-shingle").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "trial.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    scenario = load_scenario(path)
    return make_board("operations/trial", scenario, TABLES, load_battle_map()), unit_numbers(scenario)


def test_a_scenario_gives_a_unit_another_quality_and_the_values_follow(tmp_path):
    board, numbers = board_with(tmp_path, "{unit: us_115ir,", "{unit: us_115ir, traits: {quality: veteran},")
    changed, usual = board.roster[numbers["allied", "us_115ir"]], board.roster[numbers["allied", "us_116ir"]]
    assert (usual.quality, usual.attack, usual.defence) == ("experienced", 6, 14)
    assert (changed.quality, changed.attack, changed.defence) == ("veteran", 7, 16)


def test_a_single_trait_has_the_last_word(tmp_path):
    board, numbers = board_with(tmp_path, "{unit: us_115ir,", "{unit: us_115ir, traits: {quality: veteran, attack: 9},")
    changed = board.roster[numbers["allied", "us_115ir"]]
    assert (changed.attack, changed.defence) == (9, 16)


@pytest.mark.parametrize(
    ("unit", "quality", "attack", "defence", "hp"),
    [
        ("us_70tk", "veteran", 4, 7, 4),  # Sicily
        ("us_2ad_ccr", "veteran", 7, 16, 8),
        ("uk_27ab", "experienced", 8, 12, 8),
        ("uk_5gab", "experienced", 8, 14, 8),
        ("uk_32gbde", "experienced", 5, 14, 8),
        ("uk_47cdo", "elite", 2, 6, 4),
        ("be_1bde", "experienced", 2, 7, 4),
    ],
)
def test_units_of_the_catalogue_get_their_values_by_rule(unit, quality, attack, defence, hp):
    entry = load_catalogue("allied").units[unit]
    kind = TABLES.units[entry.kind]
    changed = derived_traits(entry.kind, kind, TABLES.derivation, entry.quality, entry.part)
    found = tuple(changed.get(name, getattr(kind, name)) for name in ("quality", "attack", "defence", "hp"))
    assert found == (quality, attack, defence, hp)


def test_no_allied_unit_has_values_made_by_hand():
    """Traits are for what follows no rule: the bonus of a commander."""
    for key, unit in load_catalogue("allied").units.items():
        given = {name for name in unit.traits.__struct_fields__ if getattr(unit.traits, name) is not None}
        assert given <= ({"columns", "lines"} if unit.kind == "commander" else set()), key


# ------------------------------------------------------------------------------------------------- refusals


def spoilt(tmp_path, monkeypatch, file, old, new):
    """A copy of the data with a piece of a file exchanged; the line of that piece."""
    copytree(operations_root(), tmp_path / "campaigns" / "operations", ignore=lambda *_: {"art"})
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    path = tmp_path / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


CDO = "short: 41 Cdo, kind: uk_commando, nation: uk, part: battalion"


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("us_rgr: {", "us_rgr: {quality: fanatic, ", "units.us_rgr.quality", "fanatic"),
        (CDO, CDO.replace("battalion", "batalion"), "units.uk_41cdo.part", 'did you mean "battalion"'),
        ("us_rgr: {", "us_rgr: {part: battalion, ", "units.us_rgr.part", "us_ranger has 4 HP"),
    ],
)
def test_an_unknown_grade_or_part_is_refused_with_file_line_and_field(tmp_path, monkeypatch, old, new, field, problem):
    line = spoilt(tmp_path, monkeypatch, FORCES, old, new)
    with pytest.raises(DataError) as caught:
        load_catalogue("allied")
    error = caught.value
    assert (error.path.endswith("allied.yaml"), error.line, error.field) == (True, line, field)
    assert problem in error.problem


@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        ("grades: [conscript, ", "grades: [elite, ", "grades", "each of"),
        ("grades: [conscript, ", "grades: [fanatic, ", "grades[0]", "fanatic"),
        ("  uk_lorried: {", "  uk_loried: {", "step_of_row.uk_loried", 'did you mean "uk_lorried"'),
        ("battalion: {percent: 50", "battalion: {percent: 0", "parts.battalion.percent", "1 to 100"),
        ("  cdr: {attack: 0, defence: 0, why: a staff}\n", "", "step.cdr", "missing"),
    ],
)
def test_a_wrong_step_is_refused_with_file_line_and_field(tmp_path, monkeypatch, old, new, field, problem):
    spoilt(tmp_path, monkeypatch, STEPS, old, new)
    with pytest.raises(DataError) as caught:
        load_tables()
    assert caught.value.path.endswith("derivation.yaml")
    assert (caught.value.field, problem in caught.value.problem) == (field, True)
    assert caught.value.line


def test_a_battalion_begins_with_no_more_than_its_share(tmp_path):
    text = scenario_path("operations/cliffs-and-shingle").read_text(encoding="utf-8")
    path = tmp_path / "trial.yaml"
    for hp in (4, 5):
        newcomer = f"    - {{turn: 2, unit: uk_47cdo, hex: 5031, entry: omaha, hp: {hp}}}\n"
        path.write_text(text.replace("  reinforcements:\n", "  reinforcements:\n" + newcomer, 1), encoding="utf-8")
        if hp == 4:
            assert load_scenario(path)
        else:
            with pytest.raises(DataError, match=r"reinforcements\[0\]\.hp.* a full battalion has 4"):
                load_scenario(path)
