"""The worked examples of the ledger, read from it: sections 0 to 5, annexes 1 to 4, the board."""

import pytest
from msgspec.structs import replace

from tests.cards_field import Field, examples, field_of, ledger_table, medal, unit_of
from wab.content.cards_loader import load_tables
from wab.content.cards_scenario import Specials
from wab.systems.cards import SYSTEM
from wab.systems.cards.combat import count_dice, read_dice
from wab.systems.cards.obstacles import flags_ignored, is_passable, protection
from wab.systems.cards.orders import Move, OrderUnit
from wab.systems.cards.state import Unit


def cases(*kinds):
    """Each example as a parameter, marked with its id."""
    return [pytest.param(e, id=id_, marks=pytest.mark.clause(id_)) for id_, e in sorted(examples(*kinds).items())]


ALL = examples("dice", "los", "retreat", "moves", "sequence", "order", "targets", "refused", "medals")


def given(id_):
    return ALL[id_]["given"]


def expected(id_):
    return ALL[id_]["expect"]


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
    assert {side: board.scenario.hands.of(side) for side in SYSTEM.sides} == wanted["hands"]
    assert (board.scenario.first, board.scenario.board.face) == (wanted["first"], wanted["board"])
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


def with_mountains():
    """The tables with a terrain of height 2, as an expansion would bring it."""
    tables = load_tables()
    hill = tables.terrain["hill"]
    return replace(tables, terrain={**tables.terrain, "mountain": replace(hill, height=2)})


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


# ---------------------------------------------------------------- going back


@pytest.mark.parametrize("example", cases("retreat"))
def test_retreats(example):
    data, wanted = example["given"], example["expect"]
    f = field_of(data)
    name = data["target"]
    start, before = f.board.label(f.unit(name).hex), f.figures(name)
    if "roll" in data:
        f.ordered(data["attacker"])
        f.throw(*data["roll"])
        f.attack(data["attacker"], name)
    else:
        f.flags(name, data["flags"])
    if "chooser" in wanted:
        assert f.to_act == wanted["chooser"]
    if "retreat_options" in wanted:
        ends = f.ends() if f.state.retreat is not None else {f.at(name)} - {start}
        assert ends == set(wanted["retreat_options"])
    if "legal_paths" in wanted:
        assert f.events[-1].path == tuple(map(f.hex, wanted["legal_paths"][0]))
    if "retreat_min" in wanted:
        lengths = {len(way) - 1 for way in f.ways()}
        assert (min(lengths), max(lengths)) == (wanted["retreat_min"], wanted["retreat_max"])
        f.retreat(*wanted["example_path"][1:])
        assert f.at(name) == wanted["example_path"][-1]
    if f.state.retreat is not None:
        best = next(o for o in f.offered() if o.ignore or not wanted.get("flags_ignored"))
        f.give_order(best)
    assert before - f.figures(name) == wanted["losses"]
    assert f.figures(name) == wanted.get(f"{name}_figures", f.figures(name))
    if "retreat_steps" in wanted:
        assert f.board.distance(f.hex(start), f.hex(f.at(name))) == wanted["retreat_steps"]
    if "decisive" in wanted:
        assert (f.phase == "ground") == wanted["decisive"]
    if "same_step_as_a_move" in wanted:
        assert all(not f.cost("armour", start, label) for label in wanted["retreat_options"])


# ---------------------------------------------------------------- ground and overrun


@pytest.mark.parametrize("example", cases("take_ground", "overrun"))
def test_taking_ground(example):
    data, wanted = example["given"], example["expect"]
    f = field_of(data).ordered("a", halted=data.get("a_entered_F6_this_turn", False))
    assert f.dice("a", "x") == wanted.get("dice", len(data["roll"]))
    before = f.figures("x")
    f.throw(*data["roll"])
    f.attack("a", "x")
    if "x_retreats_to" in data:
        f.retreat(data["x_retreats_to"])
        assert before - f.figures("x") == wanted["losses"]
        assert f.figures("x") == wanted["x_figures"]
    if wanted.get("x_eliminated"):
        assert f.figures("x") == 0
    assert (f.phase == "ground") == wanted.get("may_take_ground", True)
    if not data.get("taking"):
        return
    f.ground()
    assert f.at("a") == wanted["a_hex"]
    for type_, dice in wanted.get("protection_of_a_now", {}).items():
        assert protection(f.state, f.unit("a"), Unit(98, "axis", type_, 3, f.hex("F4"))) == dice
    if "overrun_allowed" in wanted:
        assert (f.phase == "overrun") == wanted["overrun_allowed"]
    if "overrun_legal_targets" in wanted:
        assert f.targets("a") == set(wanted["overrun_legal_targets"])
    if "overrun_dice" in wanted:
        assert f.dice("a", "y") == wanted["overrun_dice"]
        f.throw("star", "star", "star")
        f.attack("a", "y")
        assert f.phase != "overrun"
        assert f.phase != "ground"
        assert f.refused("a", "y") != ""


# ---------------------------------------------------------------- sequences


@pytest.mark.clause("CRD-X-40")
def test_a_forest_in_three_turns():
    first, second, third = expected("CRD-X-40")
    f = field_of(given("CRD-X-40")).ordered("a", stage="move")
    f.move("a", *first["move"][1:])
    assert f.state.tokens[f.ids["a"]].halted == first["stopped"]
    assert f.state.tokens[f.ids["a"]].barred != first["may_attack"]
    f.state.tokens = {}
    f.ordered("x", stage="move")
    f.move("x", *second["move"][1:])
    f.done()
    assert f.dice("x", second["attack"]) == second["dice"]
    f.state.tokens = {}
    f.ordered("a")
    assert f.dice("a", third["attack"]) == third["dice"]
    assert f.refused("a", third["attack"]) == ""


@pytest.mark.clause("CRD-X-41")
def test_through_a_bocage_in_four_turns():
    f = field_of(given("CRD-X-41"))
    for step in expected("CRD-X-41"):
        f.state.tokens = {}
        f.ordered("a", stage="move")
        if "bocage_G6_reachable" in step:
            assert ("G6" in f.reaches("a")) == step["bocage_G6_reachable"]
        if "may_go_on_to" in step:
            goal = step["move"][-1]
            beyond = [label for label in map(f.board.label, f.board.adjacent[f.hex(goal)]) if label != step["move"][0]]
            assert [label for label in beyond if f.path("a", goal, label) is None] == step["may_go_on_to"]
        f.move("a", *step["move"][1:])
        if "may_attack" in step:
            assert f.state.tokens[f.ids["a"]].barred != step["may_attack"]


@pytest.mark.clause("CRD-X-49")
def test_amphibious_tanks():
    f = field_of(given("CRD-X-49"))
    for step in expected("CRD-X-49"):
        f.state.tokens = {}
        f.ordered("a", stage="move")
        assert f.path("a", *step["move"][1:]) is None
        home = f.hex(step["move"][0])
        far = {f.board.label(h) for h in f.board.field.hexes if f.board.distance(home, h) > step["max_hexes"]}
        assert not far & f.reaches("a")
        f.move("a", *step["move"][1:])
        token = f.state.tokens[f.ids["a"]]
        from wab.systems.cards.movement import stands_in_water

        assert (not token.barred and not stands_in_water(f.state, f.unit("a").hex)) == step["may_attack"]


@pytest.mark.clause("CRD-X-65")
def test_sandbags_go_and_dykes_stay():
    data = given("CRD-X-65")
    for leaving, left in zip(data["leave"], expected("CRD-X-65")["left_behind"], strict=True):
        f = Field({"a": ("allies", "infantry", leaving["from"])}, obstacles=data["obstacles"])
        if leaving["how"] == "move":
            f.ordered("a", stage="move")
            f.give_order(next(o for o in f.offered() if isinstance(o, Move)))
        else:
            f.flags("a", 1, ignorable=0)
            f.give_order(f.offered()[0])
        assert f.obstacles(leaving["from"]) == (() if left == "none" else (left,))


# ---------------------------------------------------------------- orders, medals, tables


@pytest.mark.clause("CRD-X-30")
def test_a_straddling_unit_is_ordered_through_either_section():
    wanted = expected("CRD-X-30")
    for section in ("left", "center", "right"):
        card = f"probe_{section}"
        f = field_of(given("CRD-X-30"), hands={"allies": [card, "recon_left"]})
        f.play(card)
        found = f.orderable() if f.phase == "order" else set()
        assert ("a" in found) == (section in wanted["a_orderable_by"])
        assert ("b" in found) == (section in wanted["b_orderable_by"])


@pytest.mark.clause("CRD-X-31")
def test_an_empty_section_orders_nobody():
    data, wanted = given("CRD-X-31"), expected("CRD-X-31")
    rest = ["probe_left", "probe_center", "probe_right"]
    f = field_of(data, hands={"allies": [data["card"], *rest], "axis": ["recon_left"]})
    f.play(data["card"])
    assert f.to_act == "axis"
    assert f.happened(type_named("UnitOrdered")) == wanted["ordered"]
    assert len(f.happened(type_named("CardsDrawn"))) == wanted["cards_drawn"]
    assert len(f.hand("allies")) == wanted["hand_after"]


def type_named(name):
    from wab.systems.cards import events

    return getattr(events, name)


@pytest.mark.clause("CRD-X-32")
def test_surplus_orders_are_lost():
    data, wanted = given("CRD-X-32"), expected("CRD-X-32")
    f = field_of(data, hands={"allies": [data["card"], "recon_left"]})
    f.play(data["card"])
    assert f.orderable() == set(wanted["orderable"])
    f.order("a")
    assert not [order for order in f.offered() if isinstance(order, OrderUnit)]
    assert len(f.state.tokens) == wanted["max_orders"]


@pytest.mark.clause("CRD-X-33")
def test_left_of_the_one_side_is_right_of_the_other():
    board = Field({}).board
    for side, section in expected("CRD-X-33")["section"].items():
        assert board.sections(board.hex(given("CRD-X-33")["hex"]), side) == (section,)


@pytest.mark.clause("CRD-X-34")
def test_the_life_of_a_token():
    data = examples("ui")["CRD-X-34"]
    wanted = data["expect"]
    units = {entry["u"]: unit_of(entry) for entry in data["given"]["units"]}
    f = Field(units | {"x": ("axis", "infantry", "E4"), "y": ("axis", "infantry", "I5")},
              hands={"allies": ["attack_center", "recon_left"]})  # fmt: skip

    def faces():
        return {name: f.state.tokens[f.ids[name]].face for name in units}

    f.in_force("attack_center", "a", "b", "c")
    assert faces() == wanted["after_order"]
    for name, path in data["given"]["moves"].items():
        if path:
            f.move(name, *path[1:])
    f.done()
    assert faces() == wanted["after_moves"]
    f.throw("star", "star")
    f.attack("a", "x")
    assert faces()["a"] == wanted["after_attack_of_a"]["a"]
    f.done()
    last = [event for event in f.events if type(event).__name__ == "StageBegan" and event.stage == "end"]
    assert last


@pytest.mark.clause("CRD-X-66")
def test_temporary_and_permanent_medals():
    data = given("CRD-X-66")
    medals = tuple(medal(entry["type"], entry["side"], entry["hex"]) for entry in data["medals"])
    f = Field({"a": ("allies", "infantry", "E6"), "b": ("allies", "infantry", "G6")}, medals=medals)
    steps = {"allies_enter_E5": ("a", "E5"), "allies_leave_E5": ("a", "E4"),
             "allies_enter_G5": ("b", "G5"), "allies_leave_G5": ("b", "G4")}  # fmt: skip
    found = []
    for event in data["events"]:
        name, label = steps[event]
        f.state.tokens = {}
        f.ordered(name, stage="move")
        f.move(name, label)
        found.append(f.medals("allies"))
    assert found == expected("CRD-X-66")["allied_medals_after_each"]


@pytest.mark.clause("CRD-X-67")
def test_a_majority_medal():
    data = given("CRD-X-67")
    majority = medal(data["type"], data["side"], *data["group"])
    for count, held in zip(data["occupation"], expected("CRD-X-67")["held_by_allies"], strict=True):
        sides = ["allies"] * count["allies"] + ["axis"] * count["axis"]
        units = {label: (side, "infantry", label) for label, side in zip(data["group"], sides, strict=False)}
        f = Field(units | {"m": ("allies", "infantry", "A9")}, medals=(majority,)).ordered("m", stage="move")
        f.move("m", "B9")
        assert (f.medals("allies") == 1) == held


@pytest.mark.clause("CRD-X-68")
def test_sudden_death_beats_medals():
    data, wanted = given("CRD-X-68"), expected("CRD-X-68")
    sudden = medal("sudden_death", data["side"], "E5")
    f = Field({"a": ("allies", "infantry", "E6"), "b": ("allies", "infantry", "A9"), "x": ("axis", "infantry", "A1")},
              medals=(sudden,), to_win=(data["to_win"]["allies"], data["to_win"]["axis"]))  # fmt: skip
    f.state.kills = dict(data["medals"])
    f.ordered("a", "b", stage="move")
    f.move("a", "E5")
    assert f.to_act is None
    assert f.state.result.winner == wanted["winner"]
    assert f.state.result.reason == "sudden_death"


@pytest.mark.clause("CRD-X-69")
def test_air_superiority():
    cases_, wanted = examples("table")["CRD-X-69"]["given"]["cases"], examples("table")["CRD-X-69"]["expect"]
    air = load_tables().air
    found = [air.dice_of(case["theatre"], case["year"]) for case in cases_]
    assert [[dice.allies, dice.axis] for dice in found] == wanted["dice_allies_axis"]


@pytest.mark.clause("CRD-X-87")
def test_the_axis_hand_of_pegasus_bridge_grows():
    from wab.engine import Game, Setup

    game = Game.start(SYSTEM, Setup("cards", "cards/pegasus-bridge", 3))
    sizes = [len(game.state.hands["axis"])]
    while len(sizes) < 4:
        before = game.state.own_turns.get("axis", 0), game.state.active
        orders = list(game.legal_orders())
        game.play(next((o for o in orders if type(o).__name__ == "Done"), orders[0]))
        if before == (len(sizes), "axis") and game.state.active == "allies":
            sizes.append(len(game.state.hands["axis"]))
    assert sizes == examples("cards")["CRD-X-87"]["expect"]["axis_hand"]


def test_no_example_of_these_chapters_is_left_out():
    """Every kind of example that the ledger has for these chapters is asked for above."""
    from tests.cards_field import _ledger

    kinds = {e["kind"] for e in _ledger()["examples"] if not e["section"].startswith(("A5", "C ", "O"))}
    assert kinds == {
        "setup", "moves", "refused", "targets", "dice", "los", "losses", "retreat", "take_ground", "overrun",
        "order", "ui", "sequence", "medals", "table", "cards",
    }  # fmt: skip


@pytest.mark.clause("CRD-T-TOKENS")
def test_tokens_have_three_states():
    assert set(ledger_table("CRD-T-TOKENS")["states"]) == {"none", "move", "attack"}


def test_one_survivor_counts_like_a_full_unit():
    f = Field({"a": ("allies", "armour", "E6", 1), "x": ("axis", "infantry", "E5")})
    full = Field({"a": ("allies", "armour", "E6"), "x": ("axis", "infantry", "E5")})
    counts = [count_dice(one.state, one.unit("a"), one.unit("x")).dice for one in (f, full)]
    assert counts[0] == counts[1] == 3
