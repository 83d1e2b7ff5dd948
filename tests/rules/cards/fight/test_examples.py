"""The worked examples of the ledger, read from it: set-up, moves, dice, losses, sight, targets."""

import pytest

from tests.cards_field import (
    Field,
    cases,
    examples,
    expected,
    field_of,
    given,
    unit_of,
    with_mountains,
)
from wab.content.cards.scenario import Specials
from wab.systems.cards import SYSTEM
from wab.systems.cards.fight.combat import read_dice
from wab.systems.cards.fight.obstacles import flags_ignored, is_passable, protection
from wab.systems.cards.state.orders import Move
from wab.systems.cards.state.state import Unit

# ---------------------------------------------------------------- setting up


@pytest.mark.clause("CRD-X-1")
def test_pegasus_bridge_is_set_up_as_the_text_says():
    wanted = examples("setup")["CRD-X-1"]["expect"]
    state = SYSTEM.new_state("cards/pegasus-bridge", 1, {})
    board = state.board
    ground = list(board.terrain)
    assert ground.count("river") + ground.count("lake") == wanted["river_hexes"]
    assert (ground.count("town"), ground.count("forest")) == (wanted["villages"], wanted["forests"])
    works = [name for names in state.obstacles.values() for name in names]
    assert [works.count(name) for name in ("bridge", "wire", "sandbags")] == [
        wanted["bridges"], wanted["wire"], wanted["sandbags"],
    ]  # fmt: skip
    assert sum(bool(board.kind(unit.kind).badge) for unit in state.units.values()) == wanted["badges"]
    assert {side: board.hands.of(side) for side in SYSTEM.sides} == wanted["hands"]
    assert (board.first, board.face) == (wanted["first"], wanted["board"])
    assert [(medal.type, medal.side) for medal in board.objectives] == [
        (medal["type"], medal["side"]) for medal in wanted["medals"]
    ]
    assert all("bridge" in state.obstacles_in(medal.hexes[0]) for medal in board.objectives)


# ---------------------------------------------------------------- moving


@pytest.mark.clause("CRD-X-2")
def test_infantry_must_not_pass_through_friends():
    f = field_of(given("CRD-X-2")).ordered("a", "b", "c", stage="move")
    assert "E5" not in f.reaches("a")
    f.move("c", expected("CRD-X-2")["after_c_moves_to"])
    assert "E5" in f.reaches("a")
    path = expected("CRD-X-2")["a_path"]
    assert f.path("a", *path[1:]) is None
    f.move("a", *path[1:])
    assert f.state.tokens[f.ids["a"]].barred


@pytest.mark.parametrize("example", cases("refused"))
def test_what_is_refused(example):
    """A move takes the whole unit, and never into a hex where one stands: nothing splits, nothing combines."""
    f = field_of(example["given"]).ordered("a", stage="move")
    goal = example["given"]["command"]["to"]
    legal = f.path("a", goal) is None
    if "b" in f.ids:
        assert not legal
        assert f.path("a", goal).code == "occupied"
    else:
        assert "figures" not in Move.__struct_fields__
        f.move("a", goal)
        assert f.figures("a") == example["given"]["units"][0]["n"]


@pytest.mark.clause("CRD-X-35")
@pytest.mark.clause("CRD-X-36")
@pytest.mark.parametrize("id_", ["CRD-X-35", "CRD-X-36"])
def test_elite_infantry_moves_two_and_attacks_but_not_into_a_forest(id_):
    f = field_of(given(id_)).ordered("a", stage="move")
    path = given(id_)["move"][1:]
    assert f.path("a", *path) is None
    assert (path[-1] in f.may_attack_in("a")) == expected(id_)["may_attack"]
    if "may_move_on" in expected(id_):
        assert f.path("a", *path, "E5").code == "stops"
    else:
        plain = field_of({"units": [{**given(id_)["units"][0], "badge": None}]}).ordered("a", stage="move")
        assert path[-1] in plain.reaches("a") - plain.may_attack_in("a")


@pytest.mark.clause("CRD-X-38")
def test_resistance_attacks_on_entering_a_town():
    wanted = expected("CRD-X-38")
    f = field_of(given("CRD-X-38")).ordered("r", stage="move")
    f.move("r", *given("CRD-X-38")["move"][1:])
    f.done()
    assert f.targets("r") == set(wanted["legal_targets"])
    assert f.dice("r", "x") == wanted["dice"]
    f = field_of(given("CRD-X-38")).ordered("r", stage="move")
    f.move("r", "D6", "E5")
    assert f.state.tokens[f.ids["r"]].barred != wanted["with_two_hex_move_may_attack"]


@pytest.mark.clause("CRD-X-45")
def test_armour_must_use_the_bridge():
    wanted, goal = expected("CRD-X-45"), given("CRD-X-45")["target_hex"]
    f = field_of(given("CRD-X-45")).ordered("a", stage="move")
    f.move("a", *wanted["legal_path"][1:])
    assert f.state.tokens[f.ids["a"]].spent == wanted["cost"]
    without = field_of(given("CRD-X-45"), obstacles={}).ordered("a", stage="move")
    assert goal not in without.reaches("a")


@pytest.mark.clause("CRD-X-46")
def test_the_first_step_onto_a_beach_leaves_one_more():
    wanted = expected("CRD-X-46")
    f = field_of(given("CRD-X-46")).ordered("a", stage="move")
    onto = given("CRD-X-46")["move_prefix"][1]
    second = {label for label in map(f.board.label, f.board.adjacent[f.hex(onto)]) if f.path("a", onto, label) is None}
    assert second == set(wanted["may_continue_one_hex_to"])
    assert f.path("a", onto, "G6", "G7").code == "beach"


@pytest.mark.clause("CRD-X-47")
@pytest.mark.clause("CRD-X-48")
@pytest.mark.parametrize("id_", ["CRD-X-47", "CRD-X-48"])
def test_beaches_count_when_they_are_entered(id_):
    f = field_of(given(id_)).ordered("a", stage="move")
    path = given(id_)["move"][1:]
    assert (f.path("a", *path) is None) == expected(id_)["legal"]
    assert f.path("a", *expected(id_).get("legal_prefix", given(id_)["move"])[1:]) is None


@pytest.mark.clause("CRD-X-52")
@pytest.mark.parametrize("case", [0, 1])
def test_infantry_at_bluffs_and_cliffs(case):
    wanted, unit = expected("CRD-X-52"), given("CRD-X-52")["unit"]
    terrain = given("CRD-X-52")["cases"][case]
    f = Field({"a": ("allies", unit["type"], unit["hex"])}, terrain=terrain, face="beach").ordered("a", stage="move")
    elite = Field({"a": ("allies", "elite_infantry", unit["hex"])}, terrain=terrain, face="beach")
    elite.ordered("a", stage="move")
    assert f.cost("infantry", unit["hex"], "G5") == wanted["step_cost"][case]
    assert ("G5" in f.may_attack_in("a")) == wanted["may_attack_after_step"][case]
    assert ("G5" in elite.may_attack_in("a")) == wanted["elite_may_attack_after_step"][case]
    assert f.cost("armour", unit["hex"], "G5") == 0
    taker = Field(
        {"a": ("allies", "infantry", unit["hex"]), "x": ("axis", "infantry", "G5", 1)}, terrain=terrain, face="beach"
    ).ordered("a")
    taker.throw("grenade", "star")
    taker.attack("a", "x")
    assert (taker.phase == "ground") == wanted["may_take_ground"][case]


@pytest.mark.clause("CRD-X-53")
def test_steep_hills_cost_two_from_below():
    wanted = expected("CRD-X-53")
    for number, case in enumerate(given("CRD-X-53")["cases"]):
        units = {"a": ("allies", case["type"], case["from"])}
        f = Field(units, terrain=given("CRD-X-53")["terrain"]).ordered("a", stage="move")
        assert f.cost(case["type"], case["from"], case["to"]) == wanted["cost"][number]
        assert (case["to"] in f.reaches("a")) == wanted["legal"][number]


@pytest.mark.clause("CRD-X-58")
def test_steps_between_heights():
    wanted = expected("CRD-X-58")["legal"]
    by_height = {0: "plain", 1: "hill", 2: "mountain"}
    for (low, high), legal in zip(given("CRD-X-58")["steps"], wanted, strict=True):
        f = Field({}, terrain={"E6": by_height[low], "E5": by_height[high]}, tables=with_mountains())
        assert bool(f.cost("infantry", "E6", "E5")) == legal


@pytest.mark.clause("CRD-X-63")
def test_anti_tank_obstacles_stop_all_but_infantry():
    wanted = expected("CRD-X-63")
    obstacles = given("CRD-X-63")["obstacles"]
    (label,) = obstacles
    f = Field({}, obstacles=obstacles)
    types = given("CRD-X-63")["cases"]
    assert [is_passable(f.state, type_, f.hex(label)) for type_ in types] == wanted["may_enter"]
    target = Unit(99, "axis", "infantry", 4, f.hex(label))
    assert flags_ignored(f.state, target) == wanted["infantry_flags_ignored"]
    for type_, dice in wanted["reduction"].items():
        assert protection(f.state, target, Unit(98, "allies", type_, 3, f.hex("G6"))) == dice


@pytest.mark.clause("CRD-X-64")
@pytest.mark.parametrize("case", range(4))
def test_wire(case):
    what, wanted = given("CRD-X-64")["cases"][case], expected("CRD-X-64")[case]
    start = "E5" if what.get("already_there") else "E6"
    units = {"a": ("axis" if "retreats_through" in what else "allies", what["type"], start)}
    units["x"] = ("allies" if "retreats_through" in what else "axis", "infantry", "E3", 1)
    f = Field(units, obstacles=given("CRD-X-64")["obstacles"])
    if "retreats_through" in what:
        f.flags("a", 1)
        f.retreat("E5")
        assert ("wire" in f.obstacles("E5")) == wanted["wire_left"]
        return
    f.ordered("a", stage="move")
    if "enters" in what:
        assert (f.path("a", "E5", "E4").code == "stops") == wanted["stops"]
        f.move("a", "E5")
        assert ("wire" in f.obstacles("E5")) == wanted["wire_left"]
        assert f.state.tokens[f.ids["a"]].barred != wanted["may_attack"]
    f.done()
    assert f.dice("a", "x") - (2 if what["type"] == "infantry" else 3) == wanted["dice_change"]
    if "may_remove_instead_of_attack" in wanted:
        assert (f.remove_wire("a") == "") == wanted["may_remove_instead_of_attack"]
    if "may_take_ground" in wanted:
        assert f.state.tokens[f.ids["a"]].halted != wanted["may_take_ground"]


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("example", [e for e in cases("dice") if "dice_by_range" in e.values[0]["expect"]])
def test_dice_by_range(example):
    type_, wanted = example["given"]["type"], example["expect"]["dice_by_range"]
    for distance, dice in wanted.items():
        goal = f"{'ABCDEFGHIJKLM'[distance]}5"
        terrain = {goal: "forest"} if example["given"]["terrain"] == "any" else {}
        f = Field({"a": ("allies", type_, "A5"), "x": ("axis", "infantry", goal)}, terrain=terrain).ordered("a")
        assert f.dice("a", "x") == dice
        assert (f.refused("a", "x") == "") == (dice > 0)
    kind = f.board.kind(type_)
    assert kind.needs_sight == example["expect"].get("needs_los", True)


@pytest.mark.parametrize("example", [e for e in cases("dice") if "units" in e.values[0]["given"]])
def test_dice_of_an_attack(example):
    wanted = example["expect"]
    one, other = example["given"]["attacker"], example["given"]["target"]
    f = field_of(example["given"]).ordered(one)
    assert f.board.distance(f.unit(one).hex, f.unit(other).hex) == wanted["range"]
    if "dice" in wanted:
        assert f.dice(one, other) == wanted["dice"]
        assert f.refused(one, other) == ""
    else:
        assert f.refused(one, other) == wanted["reason"]


@pytest.mark.parametrize(
    "example",
    [e for e in cases("dice") if "attacker" in e.values[0]["given"] and "units" not in e.values[0]["given"]],
)
def test_dice_against_terrain_and_works(example):
    """Attacker and target are placed as described, the one against the other."""
    data, wanted = example["given"], example["expect"]
    terrain, obstacles, units = {}, {}, {}
    for name, side in (("attacker", "allies"), ("target", "axis")):
        entry = data[name]
        units[name] = unit_of({"side": side, **entry})
        if "terrain" in entry:
            terrain[entry["hex"]] = entry["terrain"]
        if "obstacle" in entry:
            obstacles[entry["hex"]] = entry["obstacle"]
    special = Specials(bunkers=data.get("bunkers_for"))
    f = Field(units, terrain=terrain, obstacles=obstacles, special=special).ordered("attacker")
    reduction = protection(f.state, f.unit("target"), f.unit("attacker"))
    assert f.dice("attacker", "target") == wanted.get("dice", 3 - reduction)
    assert reduction == wanted.get("reduction", wanted.get("protection", reduction))
    if "attacker_handicap" in wanted:
        assert f.causes("attacker", "target")["CRD-4.4.7-2"] == -wanted["attacker_handicap"]
    if "legal" in wanted:
        assert (f.refused("attacker", "target") == "") == wanted["legal"]
    if "flags_ignored" in wanted:
        assert flags_ignored(f.state, f.unit("target")) == wanted["flags_ignored"]


@pytest.mark.clause("CRD-X-39")
@pytest.mark.clause("CRD-X-60")
@pytest.mark.parametrize("id_", ["CRD-X-39", "CRD-X-60"])
def test_what_a_hex_takes_from_each_attacker(id_):
    data, wanted = given(id_), expected(id_)
    terrain = data.get("target_terrain") or data["target"]["terrain"]
    obstacles = {"E5": data["target"]["obstacle"]} if "target" in data else {}
    f = Field({"x": ("axis", "infantry", "E5")}, terrain={"E5": terrain}, obstacles=obstacles)
    for type_, dice in wanted["reduction"].items():
        assert protection(f.state, f.unit("x"), Unit(98, "allies", type_, 3, f.hex("E6"))) == dice
    if "flags_ignored" in wanted:
        assert flags_ignored(f.state, f.unit("x")) == wanted["flags_ignored"]


@pytest.mark.parametrize("example", cases("losses"))
def test_losses(example):
    data, wanted = example["given"], example["expect"]
    state = Field({}).state
    faces = [state.board.tables.dice.faces.index(symbol) + 1 for symbol in data["roll"]]
    if "targets" in data:
        results = [read_dice(state, faces, type_) for type_ in data["targets"]]
        assert [result.hits for result in results] == wanted["losses"]
        assert [result.flags for result in results] == wanted["flags"]
        return
    f = Field({"a": ("allies", "infantry", "F6"), "x": ("axis", data["target"]["type"], "F5", data["target"]["n"])})
    f.ordered("a")
    f.throw(*data["roll"])
    f.attack("a", "x")
    assert (f.figures("x") == 0) == wanted["eliminated"]
    assert f.happened(type(f.events[0]))[0].fight.dice == len(data["roll"])
    assert f.medals("allies") == wanted["medals_for_attacker"]
    assert f.state.retreat is None
    assert (f.phase == "ground") == wanted["decisive_if_adjacent"]


# ---------------------------------------------------------------- sight


@pytest.mark.parametrize("example", cases("los"))
def test_sight(example):
    data, wanted = example["given"], example["expect"]
    for number, case in enumerate(data.get("pairs") or data.get("cases") or [{}]):
        terrain = case.get("terrain", data.get("terrain", {}))
        units = {label: ("axis", "infantry", label) for label in data.get("units_at", ())}
        f = Field(units, terrain=terrain)
        free = wanted["los"][number] if isinstance(wanted["los"], list) else wanted["los"]
        goal = case.get("to", data.get("to"))
        assert f.sees(data["from"], goal) == free
        assert f.sees(goal, data["from"]) == free
        for label in wanted.get("blocked_by", ()):
            assert f.hex(label) in f.board.lines.between(f.hex(data["from"]), f.hex(goal)).through
        if "beside" in wanted:
            line = f.board.lines.between(f.hex(data["from"]), f.hex(goal))
            sides = (line.left, line.right) if f.hex(data["from"]) < f.hex(goal) else (line.right, line.left)
            assert [[f.board.label(hex_) for hex_ in side] for side in sides] == [
                wanted["beside"]["left"], wanted["beside"]["right"],
            ]  # fmt: skip
        if "range" in wanted:
            assert f.board.distance(f.hex(data["from"]), f.hex(goal)) == wanted["range"]


@pytest.mark.parametrize("example", cases("targets"))
def test_targets(example):
    data, wanted = example["given"], example["expect"]
    named = wanted["legal_targets"]
    legal = named if isinstance(named, dict) else {data["attacker"]: named}
    for attacker, targets in legal.items():
        f = field_of(data).ordered(attacker)
        assert f.targets(attacker) == set(targets)
    for target, code in wanted.get("illegal", {}).items():
        assert field_of(data).ordered(data["attacker"]).refused(data["attacker"], target) == code
    for pair, free in wanted.get("los", {}).items():
        one, other = pair.split("_")
        assert f.sees(f.board.label(f.unit(one).hex), f.board.label(f.unit(other).hex)) == free
