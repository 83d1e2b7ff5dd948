"""The greedy player of the card game: it prefers what may be expected to do most, and says why."""

import pytest

import wab
from ai.agents import built_in, make_agent, make_agents
from ai.cards.greedy import Greedy
from ai.cards.ground import ground_of
from ai.cards.picture import Picture
from ai.cards.potential import Abilities, best_attack
from ai.cards.weights import WHOLE_TURN
from ai.match import play_out
from tests.ai.cards.scenes import MORTAIN, OMAHA, PEGASUS, emptied, ordered, put
from tests.cards_field import Field
from wab.content.cards.scenario import Specials
from wab.engine.kernel.game import Game
from wab.engine.words.errors import UsageError
from wab.locale import language
from wab.systems.cards.state.orders import Attack, Done, Move, PlayCard, Retreat
from wab.systems.cards.state.state import Retreating
from wab.testing.truths import others
from wab.testing.walks import tables, walked

TABLES = [table for table in tables() if table.scenario.startswith("cards/")]


@pytest.mark.parametrize("name", built_in("cards"))
def test_every_named_player_plays(name):
    view = wab.new_game(PEGASUS, seed=1).view("allies")
    order = make_agent(name, "cards", 1).decide(view)
    assert isinstance(order, PlayCard)
    assert view.why_not(order) is None


def test_a_view_of_another_system_is_refused():
    view = wab.new_game("operations/to-the-sea", seed=1).view("allied")
    with pytest.raises(UsageError):
        Greedy(1).decide(view)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_plays_every_scenario_at_every_table_to_the_end(table):
    game = table.begin(2)
    play_out(game, make_agents(dict.fromkeys(game.system.sides, "greedy"), "cards", 2, game.seats))
    assert game.outcome.winner in game.system.sides


@pytest.mark.parametrize("scenario", [PEGASUS, OMAHA, MORTAIN])
@pytest.mark.parametrize("side, other", [("allies", "axis"), ("axis", "allies")])
def test_it_beats_the_random_player(scenario, side, other):
    won = 0
    for seed in range(4):
        game = wab.new_game(scenario, seed=seed)
        play_out(game, make_agents({side: "greedy", other: "random"}, "cards", seed))
        won += game.outcome.winner == side
    assert won >= 3


@pytest.mark.trial
def test_who_thinks_a_turn_through_as_a_whole_beats_it():
    won = 0
    for seed in range(6):
        for side, other in (("allies", "axis"), ("axis", "allies")):
            game = wab.new_game(MORTAIN, seed=seed)
            play_out(game, make_agents({side: "normal", other: "greedy"}, "cards", seed))
            won += game.outcome.winner == side
    assert won > 6


# ------------------------------------------------------------------------------------------------- single decisions


def test_it_attacks_the_unit_that_it_can_eliminate():
    game = emptied()
    mine = put(game, "axis", "armour", "E5")
    weak, strong = put(game, "allies", "infantry", "D5", 1), put(game, "allies", "infantry", "F5", 4)
    game.state.active = "axis"
    order = Greedy(1).decide(ordered(game, mine))
    assert order == Attack(mine, weak)
    assert strong != weak


def test_it_gives_up_attacks_that_can_do_nothing():
    game = emptied()
    mine = put(game, "axis", "infantry", "E5")
    put(game, "allies", "infantry", "L1", 4)
    game.state.active = "axis"
    assert Greedy(1).decide(ordered(game, mine)) == Done()


def test_it_attacks_from_a_bridge_over_a_ford_and_not_out_of_the_water():
    """The rules say where water bars an attack: under a bridge it does not."""
    units = {"a": ("allies", "infantry", "E4"), "x": ("axis", "infantry", "E3")}
    for obstacles, attacks in (({"E4": "bridge"}, True), ({}, False)):
        ford = Specials(fordable=("E4",))
        f = Field(units, terrain={"E4": "river"}, obstacles=obstacles, special=ford).ordered("a")
        picture = Picture(f.state, "allies", ground_of(f.state.board), WHOLE_TURN)
        unit = f.unit("a")
        assert (best_attack(picture, unit, unit.hex, Abilities(), {}).gain > 0) == attacks


def test_it_moves_into_range():
    game = emptied()
    mine = put(game, "axis", "armour", "B5")
    target = put(game, "allies", "infantry", "G5", 1)
    game.state.active = "axis"
    view = ordered(game, mine, stage="move")
    order = Greedy(1).decide(view)
    assert isinstance(order, Move)
    assert view.board.distance(order.path[-1], view.unit(target).hex) <= 3


def test_a_weak_unit_goes_back_to_where_it_is_safer():
    game = emptied()
    put(game, "axis", "armour", "E5")
    mine = put(game, "allies", "infantry", "E4", 1)
    game.state.active, game.state.stage = "axis", "attack"
    game.state.agenda = (Retreating(mine, 1),)
    game.state.version += 1
    here = Game(game.system, game.setup, game.state)
    order = Greedy(1).decide(here.view("allies"))
    assert isinstance(order, Retreat)
    assert len(order.path) == 2


# ------------------------------------------------------------------------------------------------- what it promises


@pytest.mark.parametrize("name", ["greedy", "easy"])
def test_what_it_cannot_see_changes_nothing(name):
    game, moments = walked(TABLES[0])
    compared = 0
    for moment in moments:
        before = Game(game.system, game.setup, moment.state.copy())
        order = make_agent(name, "cards", 4).decide(before.view(moment.seat))
        for other in list(others(game, moment.state, moment.seat))[:1]:
            twin = Game(game.system, game.setup, other)
            assert make_agent(name, "cards", 4).decide(twin.view(moment.seat)) == order
            compared += 1
    assert compared > 10


def test_it_says_why_in_both_languages():
    game, agent, told = wab.new_game(OMAHA, seed=3), Greedy(3), set()
    while game.to_act is not None and game.turn < 8:
        order = agent.decide(game.view(game.to_act))
        for code in ("en", "fr"):
            with language(code):
                sentence = str(agent.reason.text)
            assert sentence.strip() and "{" not in sentence
        told.add(type(order).__name__)
        game.play(order)
    assert {"PlayCard", "OrderUnit", "Move", "Attack"} <= told


def test_what_a_reason_rejects_are_the_other_cards():
    view = wab.new_game(PEGASUS, seed=1).view("allies")
    agent = Greedy(1)
    chosen = agent.decide(view)
    assert agent.reason.rejected
    assert all(score <= agent.reason.score for _, score in agent.reason.rejected)
    assert len(agent.reason.rejected) <= len(view.legal_orders()) - 1
    assert chosen in view.legal_orders()
