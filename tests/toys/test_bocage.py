"""The toy of hexes and counters: its rules on its own maps, its player, and its bad files."""

from __future__ import annotations

import json

import numpy as np
import pytest
from msgspec.structs import replace

from ai.agents import RandomAgent
from ai.match import play_out
from tests.toys.bocage import SYSTEM, rules
from tests.toys.bocage.board import ROOT, boards
from tests.toys.bocage.players import GAINS, Greedy
from tests.toys.bocage.state import Advance, Attack, Done, Fought, Move, Moved, Now, Offered, Stay, StepLost, Unit
from wab.engine import Dice, GivenDice, UsageError
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup

SCENARIO = "bocage/the-crossroads"


def position(*units, turn=1, side="allied", phase="movement"):
    """A state with these units only: (id of the roster, label), steps and marks by name."""
    state = SYSTEM.new_state(SCENARIO, 1, {})
    grid = state.board.grid
    state.put_all(Unit(id_, grid.parse(label), 2) for id_, label in units)
    for id_, label in units:
        state.control[grid.parse(label)] = 1 + (state.side_of(id_) == "axis")
    state.now = Now(turn, side, phase)
    return state


def at(state, label):
    return state.board.grid.parse(label)


def happen(state, order, die=None):
    """The events of a legal order, applied one by one, with the die as given."""
    assert SYSTEM.why_not(state, order) is None
    if die is not None:
        state.dice = GivenDice(1, {}, totals={"combat": die})
    events = []
    for event in SYSTEM.execute(state, order):
        SYSTEM.apply(state, event)
        events.append(event)
    state.dice = Dice(1, state.dice.drawn)
    return events


def codes(state, order):
    found = SYSTEM.why_not(state, order)
    return found and found.code


def path(state, *labels):
    return tuple(at(state, label) for label in labels)


INFANTRY, SECOND, THIRD, ARMOUR, ENEMY, FOE = 1, 2, 3, 6, 8, 9


def test_a_unit_stops_in_a_zone_and_leaves_it_by_one_hex():
    state = position((INFANTRY, "0503"), (ENEMY, "0505"))
    assert codes(state, Move(INFANTRY, path(state, "0503", "0504", "0604"))) == "stop"
    assert happen(state, Move(INFANTRY, path(state, "0503", "0504")))[0].taken == path(state, "0504")
    assert codes(state, Move(INFANTRY, path(state, "0504", "0604"))) == "cannot-move"
    state.put(replace(state.units[INFANTRY], moved=False))
    assert codes(state, Move(INFANTRY, path(state, "0504", "0503", "0502"))) == "held"
    assert codes(state, Move(INFANTRY, path(state, "0504", "0505"))) == "barred"
    assert codes(state, Move(INFANTRY, path(state, "0504", "0503"))) is None


def test_a_river_costs_a_point_and_a_full_hex_is_closed():
    state = position((INFANTRY, "0504"), (SECOND, "0502"), (THIRD, "0502"), (4, "0502"))
    reached = rules.reach_of(state, state.units[INFANTRY])
    assert reached.spent_at(at(state, "0404")) == 2
    assert at(state, "0502") not in reached
    own = [order for order in SYSTEM.offered(state) if isinstance(order, Move) and order.unit == INFANTRY]
    assert list(SYSTEM.offered(state, INFANTRY)) == own
    assert {order.path[-1] for order in own} == set(reached) - {at(state, "0504")}


def test_who_is_cut_off_moves_and_fights_at_half():
    state = position((INFANTRY, "0503"), (ENEMY, "0107"))
    assert rules.supplied_hexes(state, "allied")[at(state, "0503")] == (state.control[at(state, "0603")] == 1)
    state.control[:] = bytearray(np.where(state.board.land, 2, 0).astype(np.uint8))
    state.control[at(state, "0503")] = 1
    state.now = replace(state.now, side="axis", phase="combat")
    happen(state, Done())
    assert not state.units[INFANTRY].supplied
    assert rules.held(state, state.units[INFANTRY])["budget"] == 2
    assert rules.strength(state, INFANTRY, "attack") == 3 * 4 // 2


def test_odds_ground_and_river_make_the_column():
    state = position((ARMOUR, "0504"), (INFANTRY, "0505"), (ENEMY, "0404"), phase="combat")
    alone, both = Attack((ARMOUR,), at(state, "0404")), Attack((INFANTRY, ARMOUR), at(state, "0404"))
    assert [cause.value for cause in rules.shifts(state, alone)] == [-1]
    assert (
        state.board.table.ratios[rules.columns(state, alone)[1]] == "1:1"
    )  # 6 against 4 is 3:2, over the river one column less
    assert codes(state, both) == "cannot"  # 0505 does not touch 0404
    assert rules.columns(state, alone) == (2, 1)


def test_no_more_attack_through_a_hexside_than_it_lets_pass():
    state = position((INFANTRY, "0504"), (SECOND, "0504"), (THIRD, "0504"), (ENEMY, "0404"), phase="combat")
    target = at(state, "0404")
    assert codes(state, Attack((INFANTRY, SECOND, THIRD), target)) == "crowded"
    happen(state, Attack((INFANTRY, SECOND), target), die=1)
    assert codes(state, Attack((THIRD,), target)) == "crowded"
    assert codes(state, Attack((INFANTRY,), target)) == "cannot"


def test_the_beaten_retreat_and_one_attacker_follows():
    state = position((ARMOUR, "0504"), (7, "0503"), (ENEMY, "0604"), phase="combat")
    target, before = at(state, "0604"), state.units[ENEMY].hex
    events = happen(state, Attack((ARMOUR, 7), target), die=6)
    fought = next(event for event in events if isinstance(event, Fought))
    assert (fought.ratio, fought.result) == ("2:1", "DD")  # 12 against 4, one column less for the hedges
    assert state.now.stage == "advance"
    assert state.units[ENEMY].hex != before and state.units[ENEMY].steps == 1
    assert codes(state, Done()) == "not-now"
    assert codes(state, Advance(99)) == "not-now"
    assert codes(state, Stay()) is None
    assert list(SYSTEM.offered(state)) == [Advance(ARMOUR), Advance(7), Stay()]
    moved, settled = happen(state, Advance(ARMOUR))
    assert isinstance(moved, Moved) and settled == Offered(target, ())
    assert state.units[ARMOUR].hex == target and state.control[target] == 1
    assert state.now.stage == "combat"
    assert codes(state, Stay()) == "not-now"


def test_who_has_no_way_back_is_lost():
    ring = ("0505", "0503", "0604", "0605", "0404", "0405")
    state = position((ENEMY, "0504"), *zip((1, 2, 3, 4, 5, 6), ring, strict=True), phase="combat")
    events = happen(state, Attack((1, 2, 3, 4, 5, 6), at(state, "0504")), die=6)
    assert StepLost(ENEMY, 0) in events
    assert ENEMY not in state.units
    assert SYSTEM.invariants(state) == []


def test_the_side_with_more_objectives_wins_at_the_end():
    state = position((INFANTRY, "0406"), (ENEMY, "0101"), turn=6, side="axis", phase="combat")
    for hex_ in state.board.objectives:
        state.control[hex_] = 2
    state.control[at(state, "0406")] = 1
    happen(state, Done())
    assert (state.now.result.winner, state.now.result.points) == ("axis", {"allied": 4.0, "axis": 9.0})


def changed(*way):
    """A state as bytes with one thing in it replaced; the way to it ends in what takes its place."""
    value = json.loads(SYSTEM.encode(SYSTEM.new_state(SCENARIO, 1, {})))
    place, *keys, last, new = value, *way
    for key in keys:
        place = place[key]
    place[last] = new
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    "way",
    [
        (0, "bocage/nothing"),
        (2, "120x1 1x2"),
        (2, "120x3"),
        (3, "side", "nobody"),
        (3, "turn", "six"),
        (4, 0, "id", 99),
        (4, 0, "id", 2),
        (4, 0, "hex", 120),
        (4, 0, "hex", -1),
        (4, 5),
    ],
)
def test_bytes_that_are_no_state_are_refused(way):
    with pytest.raises((ValueError, UsageError)):
        SYSTEM.decode(changed(*way))
    assert SYSTEM.decode(changed(4, 0, "steps", 1)).units[1].steps == 1


def test_both_sides_know_all_but_the_dice():
    game = Game.start(SYSTEM, Setup("bocage", SCENARIO, 7))
    mine, other = game.view("allied"), game.view("axis")
    order = next(iter(mine.legal_orders()))
    assert (mine.why_not(order), other.why_not(order).code) == (None, "not-your-turn")
    assert list(other.legal_orders()) == []
    assert mine.position.dice == Dice(0) != game.state.dice
    assert mine.sample(3).state.dice == Dice(3)
    with pytest.raises(UsageError):
        game.view("nobody")


@pytest.mark.parametrize("scenario", sorted(boards()))
def test_the_player_beats_chance(scenario):
    won = 0
    for seed in range(6):
        side, other = ("allied", "axis") if seed % 2 else ("axis", "allied")
        game = Game.start(SYSTEM, Setup("bocage", scenario, seed))
        play_out(game, {side: Greedy(seed), other: RandomAgent(seed)})
        won += game.outcome.winner == side
    assert won >= 5


def test_a_wrong_file_is_named_with_its_line(tmp_path):
    text = (ROOT / "scenarios" / "the-crossroads.yaml").read_text(encoding="utf-8")
    for good, bad in (("0603", "0903"), ("infantry", "cavalry"), ("turns: 6", "turns: six"), ("0809", "9999")):
        (tmp_path / "x.yaml").write_text(text.replace(good, bad, 1), encoding="utf-8")
        (error,) = SYSTEM.problems(tmp_path / "x.yaml")
        assert error.line == 1 + text[: text.index(good)].count("\n")
    assert list(SYSTEM.problems(ROOT / "scenarios" / "the-crossroads.yaml")) == []
    with pytest.raises(UsageError):
        SYSTEM.new_state("bocage/nothing", 1, {})


def test_it_is_small():
    files = [path for path in ROOT.rglob("*") if path.suffix in (".py", ".yaml")]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert {path.suffix for path in files} == {".py", ".yaml"}
    assert 300 < len(lines) < 600  # rules, data, players and the window


def test_a_result_of_combat_has_words_and_a_worth():
    battle = boards()[SCENARIO].battle
    named = {result for row in battle.results for result in row.split()}
    assert named == set(rules.RESULTS) == set(rules.WORDS)
    assert GAINS["DD"] > GAINS["DR"] > GAINS["--"] > GAINS["A1"]
