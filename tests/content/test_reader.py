"""Every wrong data file is named with file, line and field, and with what was expected."""

import shutil
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from wab.content import data
from wab.content.operations.loader import load_scenario, load_tables, scenario_faults
from wab.content.reader import EACH, Name, Words, read_document, read_yaml
from wab.engine.words.errors import DataError

ROOT = Path(__file__).resolve().parents[2]
CLIFFS = "campaigns/operations/scenarios/cliffs-and-shingle.yaml"


class Wheel(Struct, frozen=True, forbid_unknown_fields=True):
    spokes: Annotated[int, Meta(ge=1, le=40)]
    label: Annotated[str, Meta(pattern=r"^[0-9]{4}$", description="a label of four digits")]


class Cart(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    wheels: tuple[Wheel, ...]
    load: float = 0.0
    covered: bool = False
    colour: Literal["red", "green"] = "red"
    price: int | Literal["free"] = "free"
    owner: str | None = None
    spare: Wheel | None = None
    prices: dict[Literal["new", "old"], int] = {}
    span: tuple[int, int] = (0, 0)


@pytest.fixture
def read(tmp_path):
    def read_text(text, shape=Cart):
        path = tmp_path / "cart.yaml"
        path.write_text(text, encoding="utf-8")
        return read_yaml(path, shape)

    return read_text


def test_a_sound_file_becomes_its_shape(read):
    cart = read(
        "name: Hay cart\nwheels:\n  - {spokes: 12, label: 0412}\n  - &second {spokes: 8, label: '0007'}\n"
        "load: 1.5\ncovered: true\ncolour: green\nprice: 40\nowner: ~\nspare: *second\nprices: {new: 3, old: -1}\n"
        "span: [1, 2]\n"
    )
    assert cart == Cart(
        "Hay cart",
        (Wheel(12, "0412"), Wheel(8, "0007")),
        1.5,
        covered=True,
        colour="green",
        price=40,
        spare=Wheel(8, "0007"),
        prices={"new": 3, "old": -1},
        span=(1, 2),
    )


def test_a_plain_value_is_read_as_the_shape_wants_it(read):
    cart = read("name: no\nwheels: []\nowner: 1944-06-06\nprice: free\nload: 3\n")
    assert (cart.name, cart.owner, cart.price, cart.load) == ("no", "1944-06-06", "free", 3.0)


def test_lines_are_kept_for_later_checks(tmp_path):
    path = tmp_path / "cart.yaml"
    path.write_text("name: Cart\nwheels:\n  - spokes: 12\n    label: 0412\n", encoding="utf-8")
    document = read_document(path, Cart)
    assert document.line("wheels[0].label") == 4
    assert document.line("wheels[0].label.unknown") == 4
    assert document.line("load") == 1
    error = document.error("wheels[0].label", "is taken")
    assert (error.line, error.field, error.problem) == (4, "wheels[0].label", "is taken")


WHEEL = "wheels: [{spokes: 12, label: 0412}]\n"
WRONG = {
    "a list in the place of text": ("name: [a]\n" + WHEEL, 1, "name", "a list is not text"),
    "text in the place of a list": ("name: a\nwheels: many\n", 2, "wheels", '"many" is not a list'),
    "fields in the place of a list": ("name: a\nwheels: {a: b}\n", 2, "wheels", "a group of fields is not a list"),
    "a word for a number": ("name: a\nload: heavy\n" + WHEEL, 2, "load", '"heavy" is not a number'),
    "a quoted number": ('name: a\nload: "2"\n' + WHEEL, 2, "load", '"2" is not a number'),
    "no number": ("name: a\nload: .nan\n" + WHEEL, 2, "load", '".nan" is not a number'),
    "a fraction for a whole number": (
        "name: a\nwheels: [{spokes: 2.5, label: 0412}]\n",
        2,
        "wheels[0].spokes",
        '"2.5" is not a whole number from 1 to 40',
    ),
    "yes for true": ("name: a\ncovered: yes\n" + WHEEL, 2, "covered", '"yes" is not true or false'),
    "nothing": ("name:\n" + WHEEL, 1, "name", "is empty (expected text)"),
    "one of two, misspelt": (
        "name: a\ncolour: geren\n" + WHEEL,
        2,
        "colour",
        '"geren" is not one of: green, red (did you mean "green"?)',
    ),
    "neither of two kinds": (
        "name: a\nprice: dear\n" + WHEEL,
        2,
        "price",
        '"dear" is not a whole number or one of: free',
    ),
    "an unknown key": ("name: a\nprices: {now: 3}\n" + WHEEL, 2, "prices.now", '"now" is not one of: new, old'),
    "too few": ("name: a\nspan: [1]\n" + WHEEL, 2, "span", "has 1 items, expected 2"),
    "a foreign tag": ("name: !!python/name:os.system a\n" + WHEEL, 1, "name", "which is not allowed here"),
    "a merged map": ("name: a\n<<: {load: 2}\n" + WHEEL, 2, "<<", "unknown field"),
    "a key twice": ("name: a\nload: 1\nload: 2\n" + WHEEL, 3, "load", "stands here a second time"),
    "a key that is a list": ("name: a\n[x]: 1\n" + WHEEL, 2, "", "a list is not a field name"),
    "broken YAML": ("name: a\nwheels: [\n", 3, "wheels", "is not valid YAML"),
    "a second document": ("name: a\n--- \nname: b\n", 2, "name", "is not valid YAML"),
    "an empty file": ("# nothing\n", 1, "", "is empty"),
    "not a map": ("- a\n", 1, "", "a list is not a group of fields"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_is_said_with_line_and_field(read, case):
    text, line, field, words = WRONG[case]
    with pytest.raises(DataError) as caught:
        read(text)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert words in caught.value.problem


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_yaml(tmp_path / "none.yaml", Cart)
    (tmp_path / "latin.yaml").write_bytes("name: Vire\nowner: Ménil\n".encode("latin-1"))
    with pytest.raises(DataError, match="not UTF-8") as caught:
        read_yaml(tmp_path / "latin.yaml", Cart)
    assert caught.value.line == 2


# ------------------------------------------------------------------------------------------------- a damaged scenario


@pytest.fixture
def designer(tmp_path, monkeypatch):
    """A copy of the data in which a designer makes mistakes."""
    shutil.copytree(ROOT / "campaigns" / "operations", tmp_path / "campaigns" / "operations")
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    return tmp_path


# what is changed, into what, a piece of the line that must be named, the field, words of the problem
DAMAGE = {
    "a letter in a hex": ("hex: 4930}", "hex: 4e26}", "hex: 4e26}", "allied.setup[0].hex", '"4e26" is not a hex label'),
    "a hex off the map": ("hex: 4930}", "hex: 9926}", "hex: 9926}", "allied.setup[0].hex", "0000 to 6770"),
    "an objective off the map": (
        "    hex: 5030\n",
        "    hex: 4490\n",
        "hex: 4490",
        "objectives[0].hex",
        "0000 to 6770",
    ),
    "an unknown unit": (
        "unit: us_116ir",
        "unit: us_161ir",
        "us_161ir",
        "allied.setup[0].unit",
        'is not in forces/allied.yaml (did you mean "us_16ir"?)',
    ),
    "a unit of the other side": (
        "unit: us_116ir",
        "unit: d352_916",
        "{unit: d352_916, hex: 4930}",
        "allied.setup[0].unit",
        "is not in forces/allied.yaml",
    ),
    "a unit twice": (
        "unit: us_115ir",
        "unit: us_116ir",
        "hex: 4931}    # Easy",
        "allied.setup[2].unit",
        "is named twice",
    ),
    "a reinforcement that stands there already": (
        "unit: us_9ir",
        "unit: us_16ir",
        "{turn: 2, unit: us_16ir",
        "allied.reinforcements[1].unit",
        "is named twice (first in allied.setup[4])",
    ),
    "a reinforcement after the end": (
        "turn: 2, unit: us_9ir",
        "turn: 5, unit: us_9ir",
        "unit: us_9ir",
        "allied.reinforcements[1].turn",
        "is 5, the scenario has 4 turns",
    ),
    "more HP than full": (
        "unit: us_5esb,",
        "unit: us_5esb, hp: 9,",
        "us_5esb",
        "allied.setup[3].hp",
        "a full unit has 4",
    ),
    "no HP": ("unit: us_5esb,", "unit: us_5esb, hp: 0,", "us_5esb", "allied.setup[3].hp", "0 is too small"),
    "a misspelt field": (
        "    per_turn: 2\n    main",
        "    perturn: 2\n    main",
        "perturn",
        "objectives[0].perturn",
        'did you mean "per_turn"?',
    ),
    "a missing field": (
        "    held_by: axis\n    per_turn: 2\n    main",
        "    per_turn: 2\n    main",
        "Vierville exit",
        "objectives[0].held_by",
        "missing field",
    ),
    "a missing section": ("activation_points:", "#", "title:", "activation_points", "missing field"),
    "an unknown side": (
        "first_player: allied",
        "first_player: alied",
        "first_player",
        "first_player",
        'did you mean "allied"?',
    ),
    "an unknown weather": (
        "overcast, rain]",
        "overcast, fog]",
        "weather_by_turn",
        "weather_by_turn[3]",
        "not one of: overcast, rain, storm, sunny",
    ),
    "a weather too many": ("overcast, rain]", "overcast, rain, rain]", "dates:", "dates", "has 4 items (expected 5"),
    "no date": ("1944-06-07,", "June 7,", "dates:", "dates[1]", '"June 7" is not a date'),
    "dates in disorder": ("06-07, 1944", "06-27, 1944", "dates:", "dates[2]", "comes before"),
    "points below nothing": (
        "{allied: 12, axis: 9}",
        "{allied: 12, axis: -1}",
        "axis: -1",
        "activation_points.axis",
        "too small",
    ),
    "words for a switch": ("fog: false,", "fog: off,", "fog: off", "rules.fog", '"off" is not true or false'),
    "two objectives on a hex": (
        "    hex: 4725\n",
        "    hex: 4730  # again\n",
        "# again",
        "objectives[3].hex",
        "objectives[2] already",
    ),
    "margins that shrink": ("marginal: 10", "marginal: 3", "margins:", "victory.margins", "must grow"),
    "no French title": (", fr: Falaises et galets", "", "title:", "title.fr", "missing field"),
    "a key twice": ("impulses: 1\n", "impulses: 1\nimpulses: 2\n", "impulses: 2", "impulses", "a second time"),
    "a window inside out": ("west: -1.2", "west: -0.6", "window:", "window", "is empty"),
    "supply without sources": (
        "supply: false",
        "supply: true",
        "title:",
        "supply",
        "names no source of the allied side",
    ),
    "a bracket lost": ("multiplayer: false", "multiplayer: [false", "summary:", "multiplayer", "is not valid YAML"),
    "a tab": (
        "  setup:\n    - {unit: us_116ir",
        "\tsetup:\n    - {unit: us_116ir",
        "\tsetup:",
        "allied",
        "is not valid YAML",
    ),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_a_damaged_scenario_is_refused_with_file_line_and_field(designer, case):
    old, new, line_piece, field, words = DAMAGE[case]
    path = designer / CLIFFS
    text = path.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_scenario(path)
    error = caught.value
    lines = text.splitlines()
    expected = next(number for number, line in enumerate(lines, 1) if line_piece in line and not line.startswith("#"))
    assert (error.path, error.line, error.field) == (CLIFFS, expected, field)
    assert words in error.problem
    assert str(error).startswith(f"{CLIFFS}:{expected}: ")


def test_all_problems_of_a_scenario_can_be_had_at_once(designer):
    path = designer / CLIFFS
    text = path.read_text(encoding="utf-8").replace("us_116ir", "us_999ir").replace("hex: 4725", "hex: 4730")
    path.write_text(text, encoding="utf-8")
    fields = [error.field for error in scenario_faults(path)]
    assert fields == ["allied.setup[0].unit", "objectives[3].hex"]


@pytest.mark.parametrize("name", ["cliffs-and-shingle", "causeway-to-carentan"])
def test_a_lost_line_never_ends_in_anything_but_a_data_error(designer, name):
    path = designer / "campaigns/operations/scenarios" / f"{name}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    refused = 0
    for number in range(len(lines)):
        path.write_text("".join(lines[:number] + lines[number + 1 :]), encoding="utf-8")
        try:
            load_scenario(path)
        except DataError as error:
            refused += 1
            assert error.path.endswith(f"{name}.yaml") and error.line is not None
    assert refused > len(lines) // 10


TABLE_DAMAGE = {
    "a short row": (
        "combat_results",
        "[12, 11, 10,  9,  8,",
        "[12, 11, 10,  8,",
        "rows[0].attacker",
        "has 14 items (expected 15)",
    ),
    "a retreat of 2": ("combat_results", "retreat:  [ 0,", "retreat:  [ 2,", "rows[0].retreat", "from 0 to 1"),
    "a gap between bands": ("support", "points: [3, 6]", "points: [4, 6]", "bands[1].points", "begin at 3"),
    "a third of a point": ("terrain", "inf: 1,", "inf: 1.3,", "terrain.clear.cost.inf", "half or whole"),
    "a class forgotten": ("terrain", ", cdr: 1}", "}", "terrain.clear.cost.cdr", "missing field"),
    "chances that miss 100": ("weather", "rain: 27", "rain: 26", "random.june", "adds up to 99"),
    "a stronger lower state": ("state", "[100, 85, 65, 40]", "[100, 85, 65, 90]", "quality.elite.attack", "to fall"),
    "a quality forgotten": ("state", "  veteran:", "  #", "quality.veteran", "missing field"),
    "an unknown symbol of type": ("units", "type: infantry", "type: foot", "us_inf_vet.type", "is not one of"),
    "a percentage over 100": ("fatigue", "combat: 15", "combat: 150", "combat", "150 is too large"),
}


@pytest.mark.parametrize("case", TABLE_DAMAGE)
def test_a_damaged_table_is_refused_with_file_and_field(designer, case):
    table, old, new, field, words = TABLE_DAMAGE[case]
    path = designer / f"campaigns/operations/tables/{table}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_tables()
    assert caught.value.path == f"campaigns/operations/tables/{table}.yaml"
    assert caught.value.field == field and caught.value.line is not None
    assert words in caught.value.problem


FORCE_DAMAGE = {
    "an unknown kind": ("kind: us_para,", "kind: us_paras,", "units.us_505pir.kind", 'did you mean "us_para"?'),
    "an unknown division": (
        "division: us_2ad,",
        "division: us_9ad,",
        "units.us_2ad_cca.division",
        "not among the divisions",
    ),
    "a nation of the other side": (
        "nation: us,",
        "nation: heer,",
        "units.us_16ir.nation",
        "does not fight on this side",
    ),
    "a colour by name": ('"#b3272d"', "red", "divisions.us_1id.colour", '"red" is not'),
    "the other side": ("side: allied", "side: axis", "side", 'expected "allied"'),
}


@pytest.mark.parametrize("case", FORCE_DAMAGE)
def test_a_damaged_order_of_battle_is_refused(designer, case):
    old, new, field, words = FORCE_DAMAGE[case]
    path = designer / "campaigns/operations/forces/allied.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_scenario(designer / CLIFFS)
    assert caught.value.path == "campaigns/operations/forces/allied.yaml"
    assert caught.value.field == field
    assert words in caught.value.problem


class Load(Struct, frozen=True, forbid_unknown_fields=True):
    axles: Annotated[tuple[int, ...], Meta(min_length=2, max_length=3)] = (1, 1)
    wheels: Annotated[tuple[int, ...], Meta(min_length=4, max_length=4)] = (1, 1, 1, 1)
    horses: Annotated[tuple[int, ...], Meta(min_length=1)] = (1,)
    weights: Annotated[dict[Literal["left", "right"], int], EACH] | None = None
    words: Words | None = None
    name: Name = "cart"


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        ("axles: [1]", "axles", "has 1 items, expected 2 to 3"),
        ("axles: [1, 2, 3, 4]", "axles", "has 4 items, expected 2 to 3"),
        ("wheels: []", "wheels", "has 0 items, expected 4"),
        ("horses: []", "horses", "has 0 items, expected 1 or more"),
        ("weights: {left: 3}", "weights.right", "missing field (expected a whole number)"),
        ("weights: {}", "weights.left", "missing field (expected a whole number)"),
        ("words: {fr: foin}", "words.en", "missing field (expected text)"),
        ("name: {fr: chariot}", "name.en", "missing field (expected a name"),
    ],
)
def test_lists_have_their_length_and_groups_their_keys(read, text, field, problem):
    with pytest.raises(DataError) as caught:
        read(text, Load)
    assert caught.value.field == field and problem in str(caught.value)


def test_a_list_within_its_limits_and_a_group_with_all_keys_are_read(read):
    found = read("axles: [1, 2, 3]\nweights: {left: 1, right: 2}\nname: {en: cart}\nwords: {en: hay}", Load)
    assert (found.axles, found.weights, found.name) == ((1, 2, 3), {"left": 1, "right": 2}, {"en": "cart"})
