"""The worked examples of the ledger, read from it: retreats, ground, whole turns, orders, medals."""

import pytest

from tests.cards_field import (
    Field,
    cases,
    examples,
    expected,
    field_of,
    given,
    kinds_of_examples,
    ledger_table,
    medal,
    unit_of,
)
from wab.content.cards.loader import load_tables
from wab.engine import Game, Setup
from wab.systems.cards import SYSTEM
from wab.systems.cards.fight.combat import count_dice
from wab.systems.cards.fight.movement import stands_in_water
from wab.systems.cards.fight.obstacles import protection
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Move, OrderUnit
from wab.systems.cards.state.state import Unit

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
    assert f.happened(ev.UnitOrdered) == wanted["ordered"]
    assert len(f.happened(ev.CardsDrawn)) == wanted["cards_drawn"]
    assert len(f.hand("allies")) == wanted["hand_after"]


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
    assert kinds_of_examples() == {
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
