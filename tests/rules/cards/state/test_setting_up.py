"""The material of the game and its set-up (ledger 0, 1, 2, annex 1)."""

import pytest

from tests.cards_field import ledger_table
from wab.content.cards.loader import load_scenario, load_tables, scenario_path, scenario_paths
from wab.content.cards.scenario import ScenarioFile
from wab.engine import Game, Setup
from wab.systems.cards import SYSTEM
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.deck import composition

SCENARIOS = [f"cards/{path.stem}" for path in scenario_paths()]
PEGASUS = "cards/pegasus-bridge"


def started(scenario=PEGASUS, seed=1, **options):
    return Game.start(SYSTEM, Setup("cards", scenario, seed, options))


@pytest.mark.clause("CRD-0-1")
@pytest.mark.clause("CRD-0-2")
def test_a_scenario_fixes_terrain_set_up_and_stakes_and_nothing_else():
    boards = [SYSTEM.new_state(scenario, 1, {}).board for scenario in SCENARIOS]
    assert len({id(board.tables) for board in boards}) == 1
    assert len({board.terrain for board in boards}) == len(boards)
    assert not any("scale" in name for name in ScenarioFile.__struct_fields__)


@pytest.mark.clause("CRD-0-3")
@pytest.mark.clause("CRD-0-4")
def test_two_sides_half_an_hour_or_more():
    infos = SYSTEM.scenarios()
    assert SYSTEM.sides == ("allies", "axis")
    assert all(info.sides == SYSTEM.sides for info in infos)
    assert all(25 <= info.minutes <= 45 for info in infos if info.kind == "battle")
    assert SYSTEM.options["allies_players"] == ("1", "2", "3", "4")


@pytest.mark.clause("CRD-1-1")
@pytest.mark.clause("CRD-1-2")
def test_the_box():
    tables, wanted = load_tables(), ledger_table("CRD-T-UNITS")
    assert sum(card.count for card in tables.deck.cards) == 60
    assert tables.dice.attack_dice == 8
    box = {type_: tables.units.box.of(type_) for type_ in ("infantry", "armour", "artillery")}
    assert box == wanted["box_per_side"]
    assert tables.units.box_badges == wanted["box_badges"]
    for scenario in SCENARIOS:
        state = SYSTEM.new_state(scenario, 1, {})
        boards = 2 if state.board.overlord else 1
        for side in SYSTEM.sides:
            for type_, most in box.items():
                units = [u for u in state.units_of(side) if state.board.type_of(u.kind) == type_]
                assert sum(unit.figures for unit in units) <= most * boards


@pytest.mark.clause("CRD-A1.1-1")
@pytest.mark.clause("CRD-A1.1-2")
@pytest.mark.clause("CRD-2.5-2")
@pytest.mark.clause("CRD-A1.5-5")
@pytest.mark.clause("CRD-A1.6-1")
@pytest.mark.clause("CRD-T-UNITS")
def test_kinds_and_sizes_of_units():
    kinds = load_tables().units.kinds
    assert {name: kind.figures for name, kind in kinds.items()} == ledger_table("CRD-T-UNITS")["figures"]
    assert {kind.type for kind in kinds.values()} == {"infantry", "armour", "artillery"}


@pytest.mark.clause("CRD-A1.2-1")
@pytest.mark.clause("CRD-A1.6-1")
def test_special_forces_differ_only_in_what_their_rules_change():
    kinds = load_tables().units.kinds

    def changed(special, plain):
        fields = type(kinds[plain]).__struct_fields__
        return {name for name in fields if getattr(kinds[special], name) != getattr(kinds[plain], name)}

    assert changed("elite_infantry", "infantry") == {"title", "badge", "move_and_attack"}
    assert changed("elite_armour", "armour") == {"title", "badge", "figures"}
    assert changed("resistance", "infantry") == {
        "title", "badge", "figures", "attacks_after_entering", "retreat_per_flag",
    }  # fmt: skip


@pytest.mark.clause("CRD-A1.3-1")
@pytest.mark.clause("CRD-2.6-1")
def test_badges_belong_to_units_and_medals_to_hexes():
    kinds = load_tables().units.kinds
    assert {kind.badge for kind in kinds.values() if kind.badge} == set(ledger_table("CRD-T-UNITS")["badges"])
    state = SYSTEM.new_state("cards/sainte-mere-eglise", 1, {})
    badged = [unit for unit in state.units_of("allies") if state.board.kind(unit.kind).badge == "elite"]
    assert len(badged) == 8
    assert [len(objective.hexes) for objective in state.board.objectives] == [1, 1, 1]


@pytest.mark.clause("CRD-2.1-1")
def test_the_first_scenario_is_pegasus_bridge():
    assert SYSTEM.scenarios()[0].id == PEGASUS
    assert SYSTEM.scenarios()[0].difficulty == 1


@pytest.mark.clause("CRD-2.3-1")
@pytest.mark.clause("CRD-2.4-1")
def test_terrain_first_then_obstacles_in_the_order_of_the_lists():
    scenario = load_scenario(scenario_paths()[0].with_name("pegasus-bridge.yaml"))
    assert list(scenario.terrain) == ["river", "lake", "town", "forest"]
    state = SYSTEM.new_state(PEGASUS, 1, {})
    for name, labels in scenario.terrain.items():
        assert all(state.board.terrain[state.board.hex(label)] == name for label in labels)
    assert list(scenario.obstacles) == ["bridge", "wire", "sandbags"]
    for name, labels in scenario.obstacles.items():
        assert all(name in state.obstacles_in(state.board.hex(label)) for label in labels)


@pytest.mark.clause("CRD-2.5-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_where_the_scenario_says(scenario):
    state = SYSTEM.new_state(scenario, 1, {})
    for side in SYSTEM.sides:
        wanted = [(unit.kind, unit.hex) for unit in load_scenario(scenario_path(scenario)).units_of(side)]
        assert [(unit.kind, state.board.label(unit.hex)) for unit in state.units_of(side)] == wanted


@pytest.mark.clause("CRD-2.9-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_side_has_its_edge(scenario):
    board = SYSTEM.new_state(scenario, 1, {}).board
    assert {board.edges.south, board.edges.north} == set(SYSTEM.sides)
    assert board.is_south(board.edges.south)
    assert not board.is_south(board.edges.north)


@pytest.mark.clause("CRD-2.10-1")
@pytest.mark.clause("CRD-2.11-1")
def test_hands_are_dealt_by_chance_and_the_rest_is_the_pile():
    dealt = set()
    for seed in range(6):
        state = started(seed=seed).state
        assert {holder: len(cards) for holder, cards in state.hands.items()} == {"allies": 6, "axis": 2}
        assert len(state.pile[""]) == 52
        everything = [*state.hands["allies"], *state.hands["axis"], *state.pile[""]]
        assert sorted(everything) == list(composition(state.board))
        dealt.add(state.hands["allies"])
    assert len(dealt) == 6


@pytest.mark.clause("CRD-2.10-2")
@pytest.mark.clause("CRD-4.5-4")
def test_hands_are_secret_and_discards_are_not():
    game = started()
    while len(game.state.discards.get("", ())) < 3:
        game.play(next(iter(game.legal_orders())))
    for side, other in (("allies", "axis"), ("axis", "allies")):
        view = game.view(side)
        assert view.hand == game.state.hands[side]
        assert set(view.position.hands[other]) <= {""}
        assert view.hand_sizes[other] == len(game.state.hands[other])
        assert set(view.position.pile[""]) == {""}
        assert view.discards == game.state.discards[""]


@pytest.mark.clause("CRD-2.13-1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_side_that_the_scenario_names_begins(scenario):
    game = started(scenario)
    began = [event for event in game.journal[0].events if isinstance(event, ev.TurnBegan) and event.turn]
    if began:
        assert began[0].side == game.state.board.first
    else:
        assert game.phase == "opening"


@pytest.mark.clause("CRD-2.13-2")
def test_only_the_hand_of_pegasus_bridge_grows():
    growing = {s for s in SCENARIOS if SYSTEM.new_state(s, 1, {}).board.hand_growth is not None}
    assert growing == {PEGASUS}
