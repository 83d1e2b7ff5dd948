"""Ways to damage a scenario or a table of the card game: each is refused with file, line and field (CRD-S-2)."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from wab.cli import main
from wab.content import data
from wab.content.cards.loader import load_scenario, load_tables, scenario_doubts, scenario_faults
from wab.content.cards.scenario import ScenarioFile
from wab.content.cards.scenario_checks import scenario_problems
from wab.engine.words.errors import DataError
from wab.locale import language

ROOT = Path(__file__).resolve().parents[3]
NAME = "sword-beach"
FILE = f"campaigns/cards/scenarios/{NAME}.yaml"
SUFFOLK = "  - {kind: infantry, hex: J9, name:"

# what is damaged: words of the file, what is put in their place, the field that the error names, a word of the problem
DAMAGES = {
    "a misspelt field": ("difficulty: 3", "dificulty: 3", "dificulty", 'did you mean "difficulty"'),
    "a misspelt field of a unit": (SUFFOLK, SUFFOLK.replace("kind", "knid"), "allies[4].knid", "unknown field"),
    "words for a number": ("minutes: 40", "minutes: long", "minutes", "is not a whole number"),
    "a hex off the board": ("hex: J9", "hex: N9", "allies[4].hex", "not a hex of this board"),
    "a half hex": ("hex: J9", "hex: M8", "allies[4].hex", "even rows are one hex shorter"),
    "no label at all": ("hex: J9", "hex: J0", "allies[4].hex", "expected a column letter"),
    "two units in a hex": ("hex: J9", "hex: H8", "allies[4].hex", "is the hex of allies[0] already"),
    "a unit on an enemy": ("hex: L1", "hex: H8", "axis[10].hex", "is the hex of allies[0] already"),
    "a unit in a river": ("  hill: [F1,", "  river: [J9]\n  hill: [F1,", "allies[4].hex", "no unit can stand"),
    "a gun among obstacles": ("kind: artillery, hex: G1", "kind: artillery, hex: C7", "axis[9].hex", "is closed to"),
    "an unknown kind of unit": (SUFFOLK, SUFFOLK.replace("infantry", "cavalry"), "allies[4].kind", "is not in tables"),
    "no name of a kind": (SUFFOLK, SUFFOLK.replace("infantry", "Infantry!"), "allies[4].kind", "a kind of unit"),
    "an unknown terrain": ("  hill: [F1", "  hil: [F1", "terrain.hil", 'did you mean "hill"'),
    "an unknown obstacle": ("  dyke: [D5", "  dike: [D5", "obstacles.dike", 'did you mean "dyke"'),
    "terrain twice in a hex": ("forest: [B2,", "forest: [H2,", "terrain.forest[0]", "is town already"),
    "an obstacle twice in a hex": ("wire: [A6, B6,", "wire: [A6, A6,", "obstacles.wire[1]", "is wire already"),
    "a bridge on dry land": ("  dyke: [D5", "  bridge: [K1]\n  dyke: [D5", "obstacles.bridge[0]", "needs none"),
    "sandbags in the sea": ("  dyke: [D5", "  sandbags: [K8]\n  dyke: [D5", "obstacles.sandbags[0]", "cannot stand on"),
    "a count that differs": ("forest: 5, bunker", "forest: 6, bunker", "counts.forest", "the scenario lists 5"),
    "a count left out": ("hill: 4, ", "", "counts.hill", "is missing"),
    "a medal off the board": ("hexes: [H2], type", "hexes: [H0], type", "medals[0].hexes[0]", "a hex label"),
    "a medal of no type": ("[H2], type: permanent", "[H2], type: eternal", "medals[0].type", "is not one of"),
    "a temporary medal of two hexes": ("[E3], type", "[E3, E4], type", "medals[1].hexes", "expected one"),
    "a majority of one hex": ("type: permanent", "type: majority_temporary", "medals[0].hexes", "expected a group"),
    "an exit inland": ("[E3], type: temporary", "[E3], type: exit", "medals[1].hexes[0]", "not at the edge"),
    "a sudden death without condition": (
        "[E3], type: temporary",
        "[E3], type: sudden_death",
        "medals[1].condition",
        "has",
    ),
    "a goal out of reach": (
        "medals_to_win: {allies: 5",
        "medals_to_win: {allies: 17",
        "medals_to_win.allies",
        "1 to 16",
    ),
    "no goal": ("axis: 6}\nair", "axis: 0}\nair", "medals_to_win.axis", "is 0"),
    "an empty hand": ("hands: {allies: 6", "hands: {allies: 0", "hands.allies", "expected 1 to"),
    "air dice against the table": ("air: {allies: 2", "air: {allies: 1", "air", "air_override says why"),
    "an override of nothing": (
        "special:\n",
        "special:\n  air_override: {en: No reason, fr: Sans raison}\n",
        "air",
        "air_override says why",
    ),
    "a face that there is not": ("face: beach", "face: moon", "board.face", "is not one of"),
    "French missing": ("{en: Sword Beach, fr: Sword Beach}", "{en: Sword Beach}", "title.fr", "is missing"),
    "a ford on dry land": ("special:\n", "special:\n  fordable: [H6]\n", "special.fordable[0]", "expected a river"),
    "bridges joined that are none": (
        "special:\n",
        "special:\n  joined_bridges: [[H6, H7]]\n",
        "special.joined_bridges[0]",
        "are not two bridges",
    ),
    "generals on a single board": (
        "special:\n",
        "generals: {allies: {left: {en: a, fr: b}}}\nspecial:\n",
        "generals",
        "for the double board",
    ),
    "a tab": ("minutes: 40", "\tminutes: 40", "difficulty", "YAML"),
    "a field twice": ("minutes: 40", "minutes: 40\nminutes: 41", "minutes", "a second time"),
    "a theatre that there is not": ("minutes: 40", "minutes: 40\ntheatre: lunar", "theatre", "is not in tables/air"),
    "a year before the war": ("minutes: 40", "minutes: 40\nyear: 1938", "year", "expected one of the years"),
}
TABLES = {
    "a deck too large": ("deck.yaml", "count: 5", "count: 6", "section_cards", "come to 41"),
    "a card that does two things": (
        "deck.yaml",
        "interrupts: true",
        "interrupts: true\n    copies: true",
        "cards[16]",
        "one",
    ),
    "a card twice": ("deck.yaml", "key: recon_center", "key: recon_left", "cards[0].key", "the key of 2 cards"),
    "a mirror of another": (
        "deck.yaml",
        "mirror: recon_right",
        "mirror: probe_right",
        "cards[0].mirror",
        "is not a card",
    ),
    "fire that grows with distance": (
        "tables/units.yaml",
        "dice: [3, 2, 1]",
        "dice: [3, 2, 4]",
        "kinds.infantry.dice",
        "falling",
    ),
    "a kind of unit left out": (
        "tables/units.yaml",
        "  artillery:\n",
        "  gunners:\n",
        "kinds.artillery",
        "is missing",
    ),
    "plain ground with an effect": (
        "tables/terrain.yaml",
        "fr: Plaine}",
        "fr: Plaine}\n  stops: true",
        "plain",
        "an effect",
    ),
    "a die of five faces": ("tables/dice.yaml", "[infantry, infantry,", "[infantry,", "faces", "has 5 items"),
    "a year without a cell": ("tables/air.yaml", "western: [axis,", "western: [", "theatres.western", "has 6 items"),
    "a gap in the team hands": ("tables/teams.yaml", "  5: {", "  9: {", "hands", "without a gap"),
    "a card that nobody uses": (
        "tables/overlord.yaml",
        "  recon: general",
        "  rekon: general",
        "uses.recon",
        "is missing",
    ),
    "section lines out of order": (
        "board.yaml",
        "section_lines: [7, 17]",
        "section_lines: [17, 7]",
        "sizes.1.section_lines",
        "asc",
    ),
    "wire crushed by who cannot enter": (
        "tables/obstacles.yaml",
        "removed_by: {infantry: attack, armour: enter}",
        "closed_to: [armour]\n  removed_by: {infantry: attack, armour: enter}",
        "wire.removed_by.armour",
        "may not enter",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the data, which is the game's for all cases."""
    folder = tmp_path_factory.mktemp("cards")
    shutil.copytree(ROOT / "campaigns" / "cards", folder / "campaigns" / "cards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(data.OVERRIDE, str(folder))
        yield folder / "campaigns" / "cards"


@pytest.fixture
def change(copy):
    """Changes the first such words of a file, and puts the file back in the end."""
    before: dict[Path, str] = {}

    def changed(name: str, old: str, new: str) -> Path:
        path = copy / name
        text = before.setdefault(path, path.read_text(encoding="utf-8"))
        assert old in text, f"{name} does not say {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return path

    yield changed
    for path, text in before.items():
        path.write_text(text, encoding="utf-8")


@pytest.mark.clause("CRD-S-2")
@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_scenario_is_refused_with_file_line_and_field(change, case):
    old, new, field, words = DAMAGES[case]
    path = change(f"scenarios/{NAME}.yaml", old, new)
    found = [error for error in scenario_faults(path) if error.field == field and words in error.problem]
    assert found, [str(error) for error in scenario_faults(path)]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert found[0].line is not None and 1 <= found[0].line <= len(lines)
    assert str(found[0]).startswith(f"{FILE}:{found[0].line}: {field}: ")


@pytest.mark.parametrize("case", TABLES)
def test_a_damaged_table_is_refused_with_file_line_and_field(change, case):
    name, old, new, field, words = TABLES[case]
    change(name, old, new)
    with pytest.raises(DataError) as caught:
        load_tables()
    assert (caught.value.path, caught.value.field) == (f"campaigns/cards/{name}", field)
    assert words in caught.value.problem and caught.value.line


@pytest.mark.clause("CRD-S-2")
@pytest.mark.parametrize("case", ["a misspelt field", "two units in a hex", "a count that differs"])
def test_wab_check_says_it_and_ends_with_1(change, capsys, case):
    old, new, field, _ = DAMAGES[case]
    assert main(["check", str(change(f"scenarios/{NAME}.yaml", old, new))]) == 1
    printed = capsys.readouterr()
    assert f"{FILE}:" in printed.err and f" {field}: " in printed.err and "Traceback" not in printed.err


@pytest.mark.clause("CRD-S-2", "CRD-1-2")
def test_more_figures_than_the_box_holds_and_an_empty_section_are_doubts_not_faults(change, copy):
    path = copy / "scenarios" / f"{NAME}.yaml"
    assert scenario_doubts(path) == ()
    ring = ["J2", "J3", "J4", "K1", "K4", "K5", "L2", "L3"]
    crowd = "".join(f"  - {{kind: armour, hex: {hex_}, name: {{en: Tanks, fr: Chars}}}}\n" for hex_ in ring)
    change(f"scenarios/{NAME}.yaml", "axis:\n  - ", f"axis:\n{crowd}  - ")
    assert scenario_faults(path) == ()
    [doubt] = scenario_doubts(path)
    assert (doubt.field, doubt.problem) == ("axis", "has 30 armour figures, the box has 24")
    hoc = change("scenarios/pointe-du-hoc.yaml", "hex: D6,", "hex: F8,")
    assert [(doubt.field, doubt.problem) for doubt in scenario_doubts(hoc)] == [
        ("allies", "has no unit in section 1 from the west")
    ]


@pytest.mark.clause("CRD-S-2")
def test_wab_check_tells_doubts_and_calls_the_scenario_sound(change, capsys):
    path = change("scenarios/pointe-du-hoc.yaml", "hex: D6,", "hex: F8,")
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr()
    assert "is sound" in printed.out and "no unit in section 1" in printed.err


def test_ground_that_nobody_can_reach_holds_no_unit_and_no_medal(change):
    wall = ", ".join(f"{column}3" for column in "ABCDEFGHIJKLM")
    path = change(
        "scenarios/sainte-mere-eglise.yaml", "terrain:  # in order of placing\n", f"terrain:\n  lake: [{wall}]\n"
    )
    faults = [error.problem for error in scenario_faults(path)]
    assert faults and all("already" in fault for fault in faults)  # a hex has one terrain
    text = (
        path.read_text(encoding="utf-8")
        .replace("D3, H3, J3, L3, ", "")
        .replace("forest: [A1, K1, M3,", "forest: [A1, K1,")
    )
    path.write_text(text.replace("hex: E3,", "hex: E4,"), encoding="utf-8")
    cut_off = [error for error in scenario_faults(path) if "cannot be reached" in error.problem]
    assert {error.field for error in cut_off} >= {"medals[2].hexes[0]", "axis[0].hex"}


def test_what_is_wrong_with_a_scenario_is_told_in_french_too() -> None:
    tables = load_tables()
    for change in (
        {"allies": ()},
        {"counts": {}},
        {"year": 1900},
        {"special": msgspec.structs.replace(scenario().special, fordable=("A1",))},
    ):
        for _where, problem in scenario_problems(msgspec.structs.replace(scenario(), **change), tables):
            with language("en"):
                english = str(problem)
            with language("fr"):
                assert str(problem) != english


def scenario() -> ScenarioFile:
    return load_scenario(ROOT / FILE)
