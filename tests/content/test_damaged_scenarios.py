"""Twenty ways and more to damage a scenario file: each is refused with file, line and field."""

from __future__ import annotations

import pytest

from tests.content.designer import Designer
from wab.cli import main
from wab.systems.operations.sequence.soundness import check_across, check_file

NAME = "causeway-to-carentan"
FILE = f"campaigns/operations/scenarios/{NAME}.yaml"
BATTALION = "    - {unit: us_502pir, hex: 4822, hp: 7, fatigue: 15}"
GUNS = "    - {turn: 3, unit: us_art_vii_group_a, hex: 5121, entry: utah_road}"
SOURCES = (Designer.folder / "scenarios" / f"{NAME}.yaml").read_text(encoding="utf-8")
SOURCES = SOURCES[SOURCES.index("\nsupply:\n") + 1 : SOURCES.index("\nallied:\n") + 1]

# what is damaged: words of the file, what is put in their place, the field that the error names, a word of the problem;
# "" instead of words: a line at the end of the file
DAMAGES = {
    "a misspelt field": ("difficulty: 2", "dificulty: 2", "dificulty", 'did you mean "difficulty"'),
    "a misspelt field of a unit": (BATTALION, BATTALION.replace("hp", "hq"), "allied.setup[0].hq", "unknown field"),
    "words for a number": ("minutes: 25", "minutes: long", "minutes", "is not a whole number"),
    "a number for a list": ("[rain, overcast, overcast, overcast, overcast]", "5", "weather_by_turn", "is not a list"),
    "a hex off the map": (BATTALION, BATTALION.replace("4822", "9822"), "allied.setup[0].hex", "not a hex of this map"),
    "no hex at all": (BATTALION, BATTALION.replace("4822", "48l2"), "allied.setup[0].hex", "RRCC"),
    "a unit twice": (BATTALION, f"{BATTALION}\n{BATTALION}", "allied.setup[1].unit", "named twice"),
    "an unknown unit": (BATTALION, BATTALION.replace("502pir", "520pir"), "allied.setup[0].unit", "is not in forces"),
    "a unit of the other side": (BATTALION, BATTALION.replace("us_502pir", "fjr6"), "allied.setup[0].unit", "not in"),
    "too many HP": (BATTALION, BATTALION.replace("hp: 7", "hp: 9"), "allied.setup[0].hp", "a full unit has 8"),
    "too much fatigue": (BATTALION, BATTALION.replace("15", "150"), "allied.setup[0].fatigue", "too large"),
    "a turn beyond the end": (GUNS, GUNS.replace("turn: 3", "turn: 6"), "allied.reinforcements[0].turn", "has 5 turns"),
    "a turn nought": (GUNS, GUNS.replace("turn: 3", "turn: 0"), "allied.reinforcements[0].turn", "too small"),
    "an objective doubled": ("    hex: 4622\n", "    hex: 4722\n", "objectives[1].hex", "already"),
    "an empty window": ("west: -1.5,", "west: -0.5,", "window", "is empty"),
    "a window elsewhere": ("south: 49.16, north: 49.42", "south: 49.5, north: 49.6", "allied.setup[0].hex", "outside"),
    "no source of supply": (SOURCES, "supply: []\n", "supply", "names no source"),
    "a stack with the enemy": (BATTALION, BATTALION.replace("4822", "4722"), "axis.setup[0].hex", "the other side"),
    "a stack too high": (BATTALION, BATTALION.replace("4822", "4922"), "allied.setup[3].hex", "more than 3"),
    "a regiment at sea": (BATTALION, BATTALION.replace("4822", "5125"), "allied.setup[0].hex", "where no unit can be"),
    "a ship on land": ("us_quincy, hex: 5124", "us_quincy, hex: 5123", "allied.setup[5].hex", "where no ship can be"),
    "a unit on ground of the other list": (
        "axis:\n  setup:\n    - {unit: fjr6, hex: 4722,",
        "axis:\n  setup:\n    - {unit: fjr6, hex: 4824,",
        "axis.setup[0].hex",
        "on the list control.allied",
    ),
    "a weather that there is not": ("[rain, overcast,", "[foggy, overcast,", "weather_by_turn[0]", "is not one of"),
    "dates out of order": ("1944-06-11, 1944-06-12", "1944-06-12, 1944-06-11", "dates[2]", "comes before"),
    "a day left out": ("1944-06-14]", "1944-06-15]", "dates[4]", "expected 1944-06-14"),
    "a day too few": (", 1944-06-14]", "]", "dates", "has 4 items"),
    "another weather than in history": ("weather: fixed", "weather: historical", "weather_by_turn[0]", "was overcast"),
    "French missing": ("{en: Hill 30, fr: Cote 30}", "{en: Hill 30}", "objectives[1].name.fr", "missing"),
    "a broken indentation": (GUNS, f" {GUNS[1:]}\n{GUNS[2:]}", "allied", "is not valid YAML"),
    "a tab": ("    held_by: axis\n    per_turn: 4", "\theld_by: axis\n    per_turn: 4", "objectives", "tab"),
    "a bracket left open": ("window: {west: -1.5, east: -1.02", "window: {west: -1.5, east: [-1.02", "window", "YAML"),
    "a field twice": ("", "minutes: 30\n", "minutes", "a second time"),
    "an unknown kind": ("kind: campaign", "kind: campain", "kind", 'did you mean "campaign"'),
    "a moment of a hint that there is not": ("when: start", "when: soon", "hints[0].when", "no moment of play"),
    "negative points": ("    at_end: 8\n    main", "    at_end: -8\n    main", "objectives[0].at_end", "too small"),
    "margins that do not grow": ("marginal: 10", "marginal: 4", "victory.margins", "must grow"),
    "a place in no campaign": ("campaigns: {allied: 4}", "campaigns: {}", "campaigns", "is missing"),
    "a place that another has": ("campaigns: {allied: 4}", "campaigns: {allied: 1}", "campaigns.allied", "cliffs-and"),
    "sources in enemy hands": ("hexes: [4827]", "hexes: [4125]", "allied.setup[7].unit", "is out of supply"),
    "an entry in enemy hands": (GUNS, GUNS.replace("5121", "4720"), "allied.reinforcements[0].hex", "not in the hands"),
    "an immediate victory of four hexes": (
        "  margins: {draw: 4",
        "  immediate: [{side: axis, hexes: [4721, 4722, 4723, 4724]}]\n  margins: {draw: 4",
        "victory.immediate[0].hexes",
        "expected 1 to 3",
    ),
    "a supplied victory without supply": (
        "  margins: {draw: 4",
        "  immediate: [{side: axis, hexes: [4721], supplied: true}]\n  margins: {draw: 4",
        "victory.immediate[0].supplied",
        "rules.supply is off",
    ),
    "a historical course that is no draw": (
        "  margins: {draw: 4",
        "  historical_losses: {allied: 16, axis: 60}\n  margins: {draw: 4",
        "victory.handicap",
        "expected a draw",
    ),
}
BESIDES = {  # what else the damage needs
    "sources in enemy hands": ("hexes: [5123]", "hexes: [4123]"),
    "a supplied victory without supply": ("supply: true,", "supply: false,"),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """One copy for all cases: tables, orders of battle and map are read once."""
    with pytest.MonkeyPatch.context() as patch:
        yield Designer(tmp_path_factory.mktemp("designer"), patch)


@pytest.fixture
def designer(copy):
    yield copy
    copy.restore()


def damaged(designer, case):
    """The file with its damage, the number of the first line that it changed."""
    old, new, *_ = DAMAGES[case]
    before = designer.text(NAME).splitlines()
    path = designer.replace(NAME, old, new) if old else designer.append(NAME, new)
    if case in BESIDES:
        path = designer.replace(NAME, *BESIDES[case])
    return path, before


@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_scenario_is_refused_with_file_line_and_field(designer, case):
    path, before = damaged(designer, case)
    _, _, field, words = DAMAGES[case]
    errors = check_file(path)
    found = [error for error in errors if error.field == field and words in error.problem]
    assert found, [str(error) for error in errors]
    error = found[0]
    assert error.path == FILE
    lines = path.read_text(encoding="utf-8").splitlines()
    assert error.line is not None and 1 <= error.line <= len(lines)
    named = field.split(".")[-1].split("[")[0]
    assert lines[error.line - 1] not in before or named in " ".join(lines[error.line - 2 : error.line]), error
    assert str(error).startswith(f"{FILE}:{error.line}: {field}: ")


@pytest.mark.parametrize("case", ["a misspelt field", "a tab", "a stack too high"])
def test_wab_check_says_it_and_ends_with_1(designer, capsys, case):
    path, _ = damaged(designer, case)
    assert main(["check", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "" and "Traceback" not in printed.err
    assert f"{FILE}:" in printed.err and f" {DAMAGES[case][2]}: " in printed.err


def test_a_gap_in_a_campaign_is_named(designer):
    for other in sorted(designer.root.glob("scenarios/*.yaml")):
        if other.stem not in (NAME, "cliffs-and-shingle", "to-the-sea"):
            other.unlink()
    designer.replace(NAME, "campaigns: {allied: 4}", "campaigns: {allied: 2}")
    assert list(check_across()) == []
    path = designer.replace(NAME, "campaigns: {allied: 2}", "campaigns: {allied: 3}")
    [error] = check_across()
    assert (error.path, error.field) == (FILE, "campaigns.allied")
    assert error.line == designer.line_of(NAME, "campaigns:") and "place 2" in error.problem
    assert check_file(path) == [], "the file by itself is sound"


def test_the_scenario_that_is_damaged_here_is_sound_itself(designer):
    assert check_file(designer.path(NAME)) == []
