"""The data of the card game against its ledger: tables, deck, board, and the twelve scenarios."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from msgspec import structs

from tests.cards_field import Field
from wab.app.cards.table.presenter import figure_of
from wab.content.cards.checks import unit_problems
from wab.content.cards.geometry import field_of
from wab.content.cards.loader import load_scenario, load_tables, scenario_infos, scenario_path
from wab.content.cards.scenario import Rising, Specials
from wab.content.cards.scenario_checks import kinds_present
from wab.content.cards.shapes import in_language, number_of
from wab.content.data import rules_root
from wab.engine.words.errors import UsageError

LEDGER: dict[str, dict[str, Any]] = {
    table["id"]: table.get("data", {})
    for table in yaml.load((rules_root() / "cards.yaml").read_bytes(), Loader=yaml.CSafeLoader)["tables"]
}
LEDGER_ID = "CRD-T-SCN-{}"
SCENARIOS = {
    "pegasus-bridge": "PEGASUS",
    "sainte-mere-eglise": "SME",
    "sword-beach": "SWORD",
    "omaha-beach": "OMAHA",
    "pointe-du-hoc": "HOC",
    "saint-lo": "STLO",
    "operation-cobra": "COBRA",
    "vassieux-en-vercors": "VASSIEUX",
    "liberation-of-paris": "PARIS",
    "villers-bocage": "VILLERS",
    "mortain": "MORTAIN",
    "omaha-beach-double-board": "OVERLORD",
}
BADGES = {"infantry": "", "elite_infantry": "elite", "resistance": "resistance", "elite_armour": "elite"}


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.mark.clause("CRD-T-ATTACK", "CRD-4.4.3-1", "CRD-4.4.4-1", "CRD-4.4.5-1", "CRD-A1.1-1")
def test_dice_and_movement_of_each_kind_are_those_of_the_ledger(tables):
    for name, row in LEDGER["CRD-T-ATTACK"].items():
        kind = tables.units.kinds[name]
        assert list(kind.dice) == row["dice"]
        assert (kind.move, kind.move_and_attack) == (row["move"], row["move_and_attack"])
        assert (kind.needs_sight, kind.takes_ground, kind.overruns) == (
            row["needs_los"],
            row["takes_ground"],
            row["overrun"],
        )
    assert tables.units.kinds["artillery"].ignores_protection
    assert tables.units.kinds["resistance"].retreat_per_flag == (1, 3)


@pytest.mark.clause("CRD-T-UNITS", "CRD-2.5-2", "CRD-A1.1-2", "CRD-A1.5-5", "CRD-A1.6-1", "CRD-1-2", "CRD-1-1")
def test_figures_of_units_and_of_the_box(tables):
    row = LEDGER["CRD-T-UNITS"]
    assert {name: kind.figures for name, kind in tables.units.kinds.items()} == row["figures"]
    assert {type_: tables.units.box.of(type_) for type_ in row["box_per_side"]} == row["box_per_side"]
    assert (tables.units.box_badges, tables.dice.attack_dice) == (row["box_badges"], 8)


@pytest.mark.clause("CRD-T-DICE")
def test_faces_of_the_attack_die(tables):
    faces = LEDGER["CRD-T-DICE"]["faces"]
    assert {symbol: tables.dice.faces.count(symbol) for symbol in faces} == faces


@pytest.mark.clause("CRD-T-TERRAIN", "CRD-A2.1-1")
def test_terrain_effects_are_those_of_the_ledger(tables):
    rows = LEDGER["CRD-T-TERRAIN"]
    assert set(tables.terrain) == set(rows)
    sight = {False: "free", True: "blocks", "unless_both_high": "unless_both_high", "two_adjacent": "two_adjacent"}
    for name, row in rows.items():
        terrain = tables.terrain[name]
        assert terrain.height == row["height"]
        assert {type_: terrain.protection.of(type_) for type_ in row["reduction"]} == row["reduction"], name
        assert terrain.from_below == (row.get("reduction_if") == "attacker_lower")
        assert terrain.sight == sight[row["los"]] and terrain.flags == row["flags"]
        assert terrain.stops == (row["move"] == "must_stop") and terrain.impassable == (row["move"] == "impassable")
        assert terrain.no_attack_on_entry == (row["attack"] == "none_on_entry")
        assert terrain.no_attack_from == (row["attack"] == "none_from")
        assert {type_: dice for type_ in row["reduction"] if (dice := terrain.handicap.of(type_))} == row.get(
            "handicap_from", {}
        )
    for name in ("bluff", "cliff"):
        step, row = tables.terrain[name].beach_step, rows[name]
        assert step.cost.of("infantry") == row["move"]["beach_step"]["infantry"] and not step.cost.of("armour")
        assert (step.ground_up, step.ground_down) == (
            row["take_ground_beach_step"]["up"],
            row["take_ground_beach_step"]["down"],
        )
    assert tables.terrain["steep_hill"].climb == rows["steep_hill"]["move"]["from_lower"]
    assert tables.terrain["bocage"].from_next_hex and tables.terrain["bocage"].leaving_stops
    assert tables.terrain["ocean"].no_retreat_into and tables.terrain["beach"].most_hexes == 2


@pytest.mark.clause("CRD-T-OBSTACLES", "CRD-A2.16-1")
def test_obstacle_effects_are_those_of_the_ledger(tables):
    rows = {name: row for name, row in LEDGER["CRD-T-OBSTACLES"].items() if name != "combining"}
    assert set(tables.obstacles) == set(rows)
    for name, row in rows.items():
        obstacle = tables.obstacles[name]
        assert {type_: obstacle.protection.of(type_) for type_ in row["reduction"]} == row["reduction"], name
        assert obstacle.blocks_sight == row["los"] and obstacle.stops == (row["move"] == "must_stop")
        flags = row["flags"] if isinstance(row["flags"], dict) else dict.fromkeys(("infantry", "armour"), row["flags"])
        assert all(obstacle.flags.of(type_) == number for type_, number in flags.items())
        closed = {
            type_
            for type_ in ("armour", "artillery")
            if isinstance(row["move"], dict) and row["move"][type_] == "impassable"
        }
        assert set(obstacle.closed_to) == closed
    assert tables.obstacles["wire"].removed_by == {"infantry": "attack", "armour": "enter"}
    assert tables.obstacles["sandbags"].removed_when_left and not tables.obstacles["dyke"].removed_when_left


@pytest.mark.clause("CRD-T-AIR", "CRD-A4-2", "CRD-A4-4", "CRD-X-69")
@pytest.mark.parametrize(
    ("theatre", "year", "dice"),
    [
        ("western", 1944, (2, 1)),
        ("western", 1940, (1, 2)),
        ("eastern", 1943, (1, 1)),
        ("mediterranean", 1942, (1, 1)),
        ("pacific", 1945, (2, 1)),
    ],
)
def test_air_superiority_by_theatre_and_year(tables, theatre, year, dice):
    found = tables.air.dice_of(theatre, year)
    assert (found.allies, found.axis) == dice
    rows = LEDGER["CRD-T-AIR"]
    assert all(list(tables.air.theatres[name]) == rows[name] for name in tables.air.theatres)


@pytest.mark.clause("CRD-T-TEAM", "CRD-A5.1-4", "CRD-A5.1-8", "CRD-A5.2-2")
def test_hands_of_teams(tables):
    rows = {size: row for size, row in LEDGER["CRD-T-TEAM"].items() if isinstance(size, int)}
    rows |= LEDGER["CRD-T-TEAM"]["extrapolated"]
    assert {size: {"each": hand.each, "shared": hand.shared} for size, hand in tables.teams.hands.items()} == rows
    assert tables.teams.younger_hand == 6


@pytest.mark.clause("CRD-T-DECK", "CRD-C-1", "CRD-A5.2-10")
def test_the_deck_is_that_of_the_ledger(tables):
    rows = {row["key"]: row for row in LEDGER["CRD-T-DECK"]["cards"]}
    assert set(tables.cards) == set(rows)
    for key, row in rows.items():
        card = tables.cards[key]
        assert (card.family, card.count, card.level) == (row["family"], row["count"], row["level"])
        assert (card.title["en"], card.title["fr"]) == (row["en"], row["fr"])
        assert card.fall_back == isinstance(row.get("fall_back"), dict), key
        bonus = row.get("bonus", {})
        assert (card.bonus.close_combat, card.bonus.ranged) == (
            bonus.get("close_combat", 0),
            bonus.get("ranged", 0),
        ) or (key == "behind_enemy_lines" and card.bonus.ranged == row["steps"][1]["bonus"])
        if row["family"] == "section":
            assert card.orders is not None
            wanted = row["orders"] if isinstance(row["orders"], dict) else {row["section"]: row["orders"]}
            assert card.orders.by_section == wanted
        elif "orders" in row:
            assert card.orders is not None and card.orders.units is not None
            assert number_of(card.orders.units) == number_of(row["orders"]["max"])
    strikes = {key: card.strike for key, card in tables.cards.items() if card.strike}
    assert (strikes["barrage"].dice, strikes["barrage"].stars_hit, strikes["air_power"].stars_hit) == (4, False, True)


@pytest.mark.clause("CRD-T-OVERLORD", "CRD-O-13")
def test_who_uses_which_card_on_the_double_board(tables):
    row, table = LEDGER["CRD-T-OVERLORD"], tables.overlord
    assert table.uses == row["cards"]
    limits = (table.most_cards, table.fewest_kept, table.most_cards_for_general, table.draw, table.recon_draw)
    names = ("max_cards_per_turn", "min_cards_kept", "max_cards_per_general", "draw_per_turn", "recon_extra_draw")
    assert limits == tuple(row[name] for name in names)
    assert (table.medics_dice, table.finest_hour_dice) == tuple(row["dice"].values())


@pytest.mark.clause("CRD-T-BOARD", "CRD-B-1", "CRD-B-4", "CRD-B-5", "CRD-B-6", "CRD-B-8", "CRD-1-3")
def test_the_board_is_that_of_the_ledger(tables):
    row, ground = LEDGER["CRD-T-BOARD"], field_of(tables.board, 1)
    assert len(ground.hexes) == row["playable_hexes"]
    lengths = [sum(ground.label_row(hex_) == number for hex_ in ground.hexes) for number in range(1, 10)]
    assert lengths == row["row_lengths"]
    sections = [ground.sections(hex_, south=True) for hex_ in ground.hexes]
    counts = {name: sum(name in places for places in sections) for name in ("left", "center", "right")}
    assert counts | {"shared": sum(len(places) > 1 for places in sections)} == row["hexes_per_section"]
    shared = {ground.label(hex_) for hex_ in ground.hexes if len(ground.section_of[hex_]) > 1}
    assert shared == {label for labels in row["shared_hexes"].values() for label in labels}
    assert {ground.label(hex_) for hex_ in ground.base_line(south=True)} == {f"{column}9" for column in "ABCDEFGHIJKLM"}
    assert tables.board.faces["beach"] == {5: "beach", 6: "beach", 7: "beach", 8: "ocean", 9: "ocean"}
    assert tables.board.faces["country"] == {}


@pytest.mark.clause("CRD-O-2", "CRD-O-3", "CRD-X-86", "CRD-X-97")
def test_the_double_board_has_six_sections_in_three_commands(tables):
    ground = field_of(tables.board, 2)
    assert len(ground.hexes) == LEDGER["CRD-T-BOARD"]["double_board"]["playable_hexes"] == 230
    commands = {"A1": "l", "I2": "lc", "J1": "c", "M2": "c", "Q2": "cr", "R1": "r", "Z9": "r", "Y8": "r"}
    for label, names in commands.items():
        places = ground.commands(ground.hex(label), south=True)
        assert "".join(place[0] for place in places) == names
        assert set(ground.commands(ground.hex(label), south=False)) == {
            {"left": "right", "center": "center", "right": "left"}[place] for place in places
        }
    sections = {"A1": (1,), "D2": (1, 2), "E1": (2,), "M2": (3, 4), "N1": (4,), "Q2": (4, 5), "V2": (5, 6), "W1": (6,)}
    assert {label: ground.section_of[ground.hex(label)] for label in sections} == sections


# ---------------------------------------------------------------------------------------------- scenarios


@pytest.mark.clause("CRD-S-1", "CRD-A5.3-3", *map(LEDGER_ID.format, SCENARIOS.values()))
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_that_of_the_ledger(tables, name):
    scenario, row = load_scenario(scenario_path(f"cards/{name}")), LEDGER[f"CRD-T-SCN-{SCENARIOS[name]}"]
    assert scenario.ledger == f"CRD-T-SCN-{SCENARIOS[name]}"
    named = {"village": "town"}
    assert [(named.get(kind, kind), hexes) for kind, hexes in row["terrain"].items()] == [
        (kind, list(hexes)) for kind, hexes in scenario.terrain.items()
    ]  # in the order of placing
    assert {kind: list(hexes) for kind, hexes in scenario.obstacles.items()} == row["obstacles"]
    for side in ("allies", "axis"):
        units = [
            (u.hex, tables.units.kinds[u.kind].type, u.figures or tables.units.kinds[u.kind].figures)
            for u in scenario.units_of(side)
        ]
        assert units == [(u["hex"], u["type"], u["figures"]) for u in row["units"][side]]
        assert [BADGES.get(u.kind, "") for u in scenario.units_of(side)] == [
            u["badge"] or "" for u in row["units"][side]
        ]
        numbers = (scenario.hands, scenario.medals_to_win, scenario.air)
        assert [number.of(side) for number in numbers] == [
            row[key][side] for key in ("hands", "medals_to_win", "air_dice")
        ]
    medals = [
        ("clear" if m.get("rule") else m["type"], m.get("hexes", [m.get("hex")]), m["side"]) for m in row["medals"]
    ]
    assert [(m.type, list(m.hexes), m.side) for m in scenario.medals] == medals
    assert (scenario.first, scenario.edges.south, scenario.board.boards) == (
        row["first"],
        row["seats"]["south"],
        row["boards"],
    )
    assert scenario.board.face == row["board"] and set(scenario.places) == set(row["place_names"])


@pytest.mark.clause("CRD-2.3-1", "CRD-2.4-1", "CRD-2.10-1", "CRD-2.13-1", "CRD-X-1")
def test_pegasus_bridge_has_what_the_rules_say_of_it(tables):
    scenario = load_scenario(scenario_path("cards/pegasus-bridge"))
    water = len(scenario.terrain["river"]) + len(scenario.terrain["lake"])
    assert (scenario.board.face, water, len(scenario.terrain["town"]), len(scenario.terrain["forest"])) == (
        "country",
        20,
        4,
        9,
    )
    assert {name: len(hexes) for name, hexes in scenario.obstacles.items()} == {"bridge": 2, "wire": 4, "sandbags": 1}
    assert (scenario.hands.allies, scenario.hands.axis, scenario.first) == (6, 2, "allies")
    assert {medal.hexes[0] for medal in scenario.medals} == set(scenario.obstacles["bridge"])
    assert all(medal.type == "temporary" and medal.side == "allies" for medal in scenario.medals)
    assert not any(tables.units.kinds[u.kind].badge for side in ("allies", "axis") for u in scenario.units_of(side))


@pytest.mark.clause("CRD-2.7-1")
def test_only_the_terrain_and_units_of_the_map_are_listed_for_the_summary(tables):
    present = kinds_present(load_scenario(scenario_path("cards/pegasus-bridge")), tables)
    assert present["terrain"] == ("forest", "town", "river", "lake")
    assert present["obstacles"] == ("bridge", "wire", "sandbags") and present["units"] == ("infantry", "armour")
    paris = kinds_present(load_scenario(scenario_path("cards/liberation-of-paris")), tables)
    assert "resistance" in paris["units"]


@pytest.mark.clause("CRD-2.1-1", "CRD-0-3")
def test_the_list_begins_with_pegasus_bridge_and_ends_with_the_double_board():
    infos = scenario_infos()
    assert infos[0].id == "cards/pegasus-bridge"
    assert infos[-1].kind == "overlord" and [info.kind for info in infos[:-1]] == ["battle"] * 11 + ["lesson"] * 2
    assert {info.id for info in infos if info.kind != "lesson"} == {f"cards/{name}" for name in SCENARIOS}
    assert all(25 <= info.minutes <= 45 for info in infos if info.kind == "battle"), (
        "a battle takes about 30 to 45 minutes"
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_briefing_tells_the_story_and_the_aims_in_both_languages(name):
    scenario = load_scenario(scenario_path(f"cards/{name}"))
    for text in scenario.briefing.values():
        assert 80 <= len(text.split()) <= 160
    assert in_language(scenario.briefing) in scenario.briefing.values()


def test_an_unknown_scenario_is_a_sentence():
    with pytest.raises(UsageError, match="There is no scenario 'cards/waterloo'"):
        scenario_path("cards/waterloo")


NO_AIRCRAFT = (
    "nobody bombs", "neither side bombs", "no allied aircraft", "keeps the fighter-bombers away",
    "personne ne bombarde", "aucun des deux camps ne bombarde", "aucun avion", "retient les chasseurs-bombardiers",
)  # fmt: skip
"""Words that a text must not say of a battle in which Air Power rolls dice."""


@pytest.mark.clause("CRD-A4-1", "CRD-A4-3")
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_text_denies_the_aircraft_that_the_dice_stand_for(name):
    scenario = load_scenario(scenario_path(f"cards/{name}"))
    assert scenario.air.allies and scenario.air.axis
    texts = [scenario.briefing, scenario.summary, scenario.special.air_override, *scenario.rules]
    said = " ".join(" ".join(words.split()) for text in texts for words in text.values()).casefold()
    assert [words for words in NO_AIRCRAFT if words in said] == []


@pytest.mark.clause("CRD-A4-3")
@pytest.mark.parametrize("name", SCENARIOS)
def test_dice_against_the_table_are_told_among_the_rules(name):
    scenario = load_scenario(scenario_path(f"cards/{name}"))
    told = [rule for rule in scenario.rules if "With Air Power" in rule["en"] and "par cible" in rule["fr"]]
    assert bool(told) == bool(scenario.special.air_override)


@pytest.mark.clause("CRD-A1.1-1", "CRD-A1.2-1")
def test_a_designer_adds_a_kind_of_unit_without_python(tables):
    """Assault engineers: infantry of five that rolls a die more close by, and attacks after two hexes."""
    engineers = structs.replace(
        tables.units.kinds["infantry"], figures=5, dice=(4, 2), move_and_attack=2, badge="elite"
    )
    units = structs.replace(tables.units, kinds={**tables.units.kinds, "engineers": engineers})
    assert list(unit_problems(units)) == []
    own = structs.replace(tables, units=units)
    f = Field({"a": ("allies", "engineers", "E7"), "x": ("axis", "infantry", "E4")}, tables=own)
    f.ordered("a", stage="move")
    assert f.figures("a") == 5
    assert "E5" in f.may_attack_in("a")
    f.move("a", "E6", "E5")
    f.done()
    assert f.dice("a", "x") == 4
    f.throw("infantry", "infantry", "star", "star")
    f.attack("a", "x")
    assert f.figures("x") == 2
    assert figure_of(engineers) == "elite_infantry", "it has a figure on the table"


def test_a_scenario_may_name_the_kind_that_rises(tables):
    assert load_scenario(scenario_path("cards/liberation-of-paris")).special.rising.kind == "resistance"
    rising = Rising("allies", ("B3",), stock=2, kind="infantry")
    f = Field({"a": ("allies", "infantry", "E7")}, special=Specials(rising=rising))
    assert {f.board.roster[unit].kind for unit in f.board.risers} == {"infantry"}


@pytest.mark.parametrize("kind", ["infantry", "elite_infantry", "resistance", "armour", "elite_armour", "artillery"])
def test_the_kinds_of_the_box_have_figures_of_their_own(tables, kind):
    assert figure_of(tables.units.kinds[kind]) == kind
