"""The verdict on a turn: points won in it and what brought them, as one seat knows it; and its headline."""

from __future__ import annotations

import pytest

import wab
from ai.agents import make_agents
from wab.app.play.verdicts import headline
from wab.engine.history.chronicle import Chronicle
from wab.engine.history.verdict import MOST, Verdict, most_important, points_of
from wab.engine.kernel.values import Cause
from wab.engine.words.text import Text
from wab.locale import language
from wab.systems.operations.sequence.victory import points

CARENTAN, PEGASUS = "operations/causeway-to-carentan", "cards/pegasus-bridge"


def played(scenario: str, turns: int, seed: int = 4) -> tuple[wab.Game, Chronicle]:
    game = wab.new_game(scenario, seed=seed)
    chronicle = Chronicle(game, game.system.sides[0])
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, seed, game.seats)
    while game.to_act is not None and game.turn <= turns:
        game.play(players[game.to_act].decide(game.view(game.to_act)))
        chronicle.follow()
    return game, chronicle


@pytest.mark.clause("OPS-5.1-6")
def test_the_points_of_all_verdicts_together_are_the_score_at_the_end() -> None:
    game, chronicle = played(CARENTAN, 99)
    assert game.outcome is not None
    verdicts = [played.verdict for played in chronicle.turns if played.turn]
    assert len(verdicts) == 5 and all(verdict is not None for verdict in verdicts)
    for side in ("allied", "axis"):
        assert sum(verdict.points[side] for verdict in verdicts if verdict) == game.outcome.points[side]


def test_a_verdict_names_an_objective_that_was_taken_first_and_points_at_the_event() -> None:
    _game, chronicle = played(CARENTAN, 3)
    verdict = chronicle.turns[3].verdict
    assert verdict is not None and verdict.turn == 3
    with language("en"):
        told = [str(cause.words) for cause in verdict.causes]
    assert told[0] == "The Allies take Carentan: 4 points."
    assert told[1].startswith("The Axis loses ") and len(told) <= MOST
    with language("fr"):
        told = [str(cause.words) for cause in verdict.causes]
    assert told[0].replace("\u00a0", " ") == "Les Alliés prennent Carentan : 4 points."
    assert told[1].startswith("L’Axe perd ")
    assert any(event is verdict.causes[0].event for event in chronicle.turns[3].seen)


def test_there_is_no_verdict_on_the_turn_that_is_being_played() -> None:
    game, chronicle = played(CARENTAN, 1)
    assert chronicle.turns[-1].turn == game.turn == 2
    assert chronicle.turns[-1].verdict is None
    assert chronicle.turns[-1].seen, "its first event has been seen"


def test_what_is_taken_back_is_no_part_of_a_turn() -> None:
    game, chronicle = played(CARENTAN, 0)
    before = len(chronicle.turns[-1].seen)
    for order in game.legal_orders():
        trial = game.copy()
        trial.play(order)
        if trial.why_not_undo() is None:
            game.play(order)
            break
    chronicle.follow()
    assert len(chronicle.turns[-1].seen) > before
    game.undo()
    chronicle.follow()
    assert len(chronicle.turns[-1].seen) == before


def test_a_turn_of_the_card_game_tells_of_units_eliminated() -> None:
    _game, chronicle = played(PEGASUS, 8)
    won = [played.verdict for played in chronicle.turns if played.verdict and any(played.verdict.points.values())]
    assert won
    for verdict in won:
        with language("en"):
            assert "medal" in str(verdict.causes[0].words) or "hold" in str(verdict.causes[0].words)


def test_points_are_those_of_the_measures() -> None:
    game, _chronicle = played(CARENTAN, 2)
    assert points_of(game.system, game.state) == points(game.state)


def test_the_causes_that_weigh_most_are_named() -> None:
    causes = [Cause(Text(str(weight)), weight) for weight in (1, 5, 3, 4)]
    assert [cause.weight for cause in most_important(causes)] == [5, 4, 3]


@pytest.mark.parametrize(
    ("points_", "words"),
    [
        ({"allied": 9, "axis": 1}, "Turn 3: you win 9 points, the enemy wins 1 point."),
        ({"allied": -1, "axis": 0}, "Turn 3: you lose 1 point."),
        ({"allied": 0, "axis": -2}, "Turn 3: the enemy loses 2 points."),
        ({"allied": 0, "axis": 0}, "Turn 3: no points for either side."),
    ],
)
def test_the_headline_speaks_to_the_player_at_the_screen(points_: dict[str, int], words: str) -> None:
    with language("en"):
        assert headline(Verdict(3, points_, ()), "allied") == words
