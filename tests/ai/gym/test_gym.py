"""The quick part of the gym: a few games of a few positions, and of every position with the mark `trial`.

The whole is `make ai-gym`; see docs/ai_results.md.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest
from scipy.stats import binomtest

from tests.ai.gym import metrics, report
from tests.ai.gym.batch import METRICS, Counter, Tally, _missed, pace, share_of, tally
from tests.ai.gym.harness import attempt, path_of, results
from tests.ai.gym.position import hexes_of, known_positions, load_position, position_paths, start
from tests.ai.gym.properties import PROPERTIES
from tests.ai.gym.room import OPENINGS, judged
from tests.ai.gym.story import Still, play_position, played
from tests.ai.operations.scenes import game_of, scene
from wab.engine import Game
from wab.hexes import Grid
from wab.systems.operations import SYSTEM
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.orders import Attack

NAMES = [path.stem for path in position_paths()]
GAMES = {"easy": 3, "normal": 1}
SMALL = ("initiative", "sudden_victory", "cut_off", "supports", "pocket")
"""Positions that the players who think longer are put through here as well."""
QUICK = ("initiative", "sudden_victory", "cut_off")
"""Positions in which the easy staff plays in every run of the tests."""
DOUBT = 0.01
TESTS = {"T01", "T03", "T04", "T06", "T07", "T08", "T09", "T11", "T12", "T13", "T15", "T16", "T17", "T22", "T23", "T24"}

pytestmark = pytest.mark.gym


def asked(player, names):
    """The positions in which something is asked of a player that a few games can show."""
    for name in names:
        position = load_position(path_of(name))
        if any(
            expected.missed.get(player, 1.0) > 0 and expected.property != "opening"
            for expected in position.file.expected
        ):
            marks = () if player == "easy" and name in QUICK else pytest.mark.trial
            yield pytest.param(name, player, id=f"{name}-{player}", marks=marks)


@pytest.mark.parametrize("name, player", [*asked("easy", NAMES), *asked("normal", SMALL)])
def test_a_player_does_what_is_asked_of_him(name, player):
    trials = [attempt(name, player, seed) for seed in range(GAMES[player])]
    for result in results(name, player, trials):
        if result.share is None or result.floor == 0 or result.expected.property == "opening":
            continue
        good = round(result.share * result.games)
        doubt = 1.0 if good == result.games else binomtest(good, result.games, result.floor, "less").pvalue
        assert doubt >= DOUBT, f"{result.expected.says}: {good} of {result.games}, wanted {result.floor:.0%}"


# ------------------------------------------------------------------------------------------------- the gym itself


def test_every_test_of_the_brief_has_a_position():
    assert {load_position(path_of(name)).file.test for name in NAMES} == TESTS


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_sound(name):
    position = load_position(path_of(name))
    grid = position.board.grid
    assert grid.size <= 70 and 3 <= len(position.board.roster) <= 24
    with known_positions():
        game = start(position, 1)
        assert SYSTEM.invariants(game.state) == []
        assert game.to_act in SIDES
        view = game.view(game.to_act)
        assert Game.made_up(view, 3).view(view.side).encode() == view.encode()
        assert SYSTEM.decode_view(view.encode()).encode() == view.encode()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_can_be_asked_and_targets_are_not_hidden(name):
    for expected in load_position(path_of(name)).file.expected:
        assert expected.property in PROPERTIES
        assert 0.5 <= expected.wanted <= 1
        assert all(share < expected.wanted for share in expected.missed.values())


def test_a_player_who_does_nothing_fails_most_of_it():
    failed = asked_of = 0
    for name in ("initiative", "sudden_victory", "pocket", "exploitation", "supports", "rebuilding_out_of_contact"):
        position = load_position(path_of(name))
        other = "axis" if position.file.side == "allied" else "allied"
        with known_positions():
            agents = {position.file.side: Still(), other: Still()}
            if name == "sudden_victory":
                agents[other] = Column()
            story = played(start(position, 1), agents, position.file.side, position)
            first = position.file.expected[0]
            asked_of += 1
            failed += not PROPERTIES[first.property](story, **first.values)
    assert (failed, asked_of) == (6, 6)


class Column(Still):
    """Walks to the hex by which it wins, and does nothing else."""

    def decide(self, view):
        goal = view.board.grid.parse("0200")
        moves = [order for order in view.legal_orders() if getattr(order, "path", (0,))[-1] == goal]
        units = [unit.id for unit in view.own_units() if unit.id not in (6,)]
        near = [order for order in view.legal_orders() if getattr(order, "path", None) and order.units[0] in units]
        if moves or not near:
            return moves[0] if moves else super().decide(view)
        best = min(near, key=lambda order: view.board.grid.distance(order.path[-1], goal))
        there = view.board.grid.distance(best.path[-1], goal) < view.board.grid.distance(best.path[0], goal)
        return best if there else super().decide(view)


def test_who_stays_in_a_salient_is_cut_off_by_one_hex_and_then_altogether():
    assert attempt("salient", "greedy", 1).values == (0.0, 0.0)


@pytest.mark.parametrize("rows, unit, kept", [(1, 5, 0.0), (3, 17, 1.0), (1, 0, 1.0)])
def test_a_corridor_of_one_hex_is_not_kept_and_nobody_cuts_off_who_sits_at_the_source(rows, unit, kept):
    builder = scene([". " * 12] * rows, supply=True, sources={"allied": {0: 1}, "axis": {12 * rows - 1: 1}})
    group = (builder.place("infantry", hex=unit),)
    story = SimpleNamespace(side="allied", named=lambda _: group, own_ends=lambda: [builder.state])
    assert PROPERTIES["corridor_kept"](story, "group") == kept


def test_the_same_seed_is_the_same_game():
    one, two = (attempt("pocket", "easy", 4) for _ in range(2))
    assert one.values == two.values
    position = load_position(path_of("pocket"))
    with known_positions():
        games = [play_position(position, "greedy", seed).game.digest() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_shares_are_means_and_openings_are_counted():
    assert judged([1.0, 0.0, None, 1.0]) == pytest.approx(2 / 3)
    assert judged([None]) is None
    assert judged(["a", "b", "a"]) == pytest.approx(2 / OPENINGS)


def test_patterns_of_labels_are_rows_and_columns():
    grid = Grid(3, 4)
    assert [grid.label(hex_) for hex_ in hexes_of(grid, "**02")] == ["0002", "0102", "0202"]
    assert len(list(hexes_of(grid, "01**"))) == 4
    assert list(hexes_of(grid, "0203")) == [grid.parse("0203")]


def test_the_report_plays_what_is_missing_and_fills_its_section(tmp_path: Path):
    page, store = tmp_path / "ai.md", tmp_path / "gym.jsonl"
    page.write_text("<!-- gym: begin -->\n<!-- gym: end -->\n", encoding="utf-8")
    words = ["--players", "greedy", "--positions", "initiative", "sudden_victory", "--games", "2", "--workers", "1"]
    words += ["--store", str(store), "--page", str(page)]
    assert report.main(words) == 0
    before = store.read_bytes()
    assert report.main(words) == 0
    assert store.read_bytes() == before
    text = page.read_text(encoding="utf-8")
    assert "| T01 | Initiative |" in text
    assert "**0 %" in text and "Positions with a miss: `greedy` 1." in text


# ------------------------------------------------------------------------------------------------- whole battles


SCENARIO = "operations/causeway-to-carentan"


def test_a_battle_is_counted_without_changing_it():
    one, two = (tally(SCENARIO, "greedy", "allied", 3) for _ in range(2))
    assert one.counts == two.counts
    assert set(one.counts) == set(METRICS)
    assert all(0 <= happened <= of for happened, of in one.counts.values())
    assert one.counts["worn"][1] > 10
    assert one.counts["incidents"][0] == 0
    assert len(one.thought) == 5


def test_a_chance_is_missed_where_a_good_attack_is_still_on_offer():
    def missed(name):
        with known_positions():
            return _missed(start(load_position(path_of(name)), 1).view("allied"))

    assert [missed(name) for name in ("supports", "stop_loss", "initiative")] == [3, 0, 0]


@pytest.mark.parametrize("start, avoidable", [(3, [1, 1]), (8, [0, 1])])
def test_a_unit_without_supply_counts_where_a_move_could_have_spared_it(start, avoidable):
    def board(unit):
        builder = scene([". " * 12], supply=True, sources={"allied": {0: 1}, "axis": {11: 1}})
        builder.place("infantry", hex=unit)
        builder.place("infantry", hex=5, side="axis")
        builder.control("axis", *range(5, 12))
        return builder

    counter = Counter("allied")
    counter.begin_impulse(game_of(board(start)).view("allied"))
    counter.end_of_turn(board(8).state, 1)
    assert counter.counts["avoidable"] == avoidable


@pytest.mark.parametrize("activated, avoidable", [(0, 1), (1, 0)])
def test_who_acted_in_an_earlier_impulse_of_the_turn_could_not_move_in_the_last(activated, avoidable):
    builder = scene([". " * 20], supply=True, sources={"allied": {0: 1}, "axis": {19: 1}}, impulses=2)
    unit = builder.place("infantry", hex=3)
    builder.place("infantry", hex=19, side="axis")
    builder.control("axis", *range(4, 20))
    counter = Counter("allied")
    builder.change(unit, hex=6, activated=activated)
    builder.set(impulse=2)
    counter.begin_impulse(game_of(builder).view("allied"))
    counter.end_of_turn(builder.state, 1)
    assert counter.counts["avoidable"] == [avoidable, 1]


@pytest.mark.parametrize("goal, closes, losing", [(0, False, 1), (0, True, 0), (21, False, 0)])
def test_an_attack_that_costs_more_than_it_brings_is_bad_but_for_a_pocket_or_an_objective_beside(goal, closes, losing):
    builder = scene(goals=[(goal, "axis", 6, 20)])
    for hex_, side in ((19, "allied"), (19, "allied"), (19, "allied"), (20, "axis")):
        builder.place("infantry", hex=hex_, side=side)
    counter = Counter("allied")
    counter.before(game_of(builder).view("allied"), Attack((1, 2, 3), 20, 19), closes)
    assert counter.counts["losing"] == [losing, 1]


@pytest.mark.parametrize("kept_back, share", [((1, 2), [1, 1]), ((1,), [0, 1]), ((1, 3), [0, 1]), (None, [0, 0])])
def test_a_reserve_counts_where_the_plan_keeps_enough_of_it_out_of_contact(kept_back, share):
    builder = scene([". " * 12] * 2)
    for hex_ in (0, 1, *[10] * 4, *range(2, 8)):
        builder.place("infantry", hex=hex_)
    builder.place("infantry", hex=11, side="axis")
    counter = Counter("allied")
    counter.begin_turn(game_of(builder).view("allied"), kept_back)
    assert counter.counts["reserve"] == share
    assert counter.counts["apart"] == [0, 1]


def test_long_battles_have_a_table_of_their_own_only_beside_shorter_ones():
    long_, short = (
        Tally(f"operations/{name}", "easy", "allied", 1, {"worn": (worn, 100)}, (0.1,), "")
        for name, worn in (("the-battle-of-normandy", 30), ("perch", 5))
    )
    both = metrics.section([long_, short], ["easy"])
    assert "17.5 % of 200" in both and "over the 1 that last 20 turns at most" in both and "5.0 % of 100" in both
    assert "at most:" not in metrics.section([short], ["easy"])


def test_counts_of_games_add_up():
    games = [Tally("s", "p", "allied", n, {"worn": (n, 10)}, (0.1, 0.1 * n), "") for n in (1, 3)]
    assert share_of(games, "worn") == (4, 20)
    assert share_of(games, "reserve") == (0, 0)
    assert pace(games) == (0.1, pytest.approx(0.3))
    assert pace([]) == (0.0, 0.0)


def test_the_metrics_fill_their_section(tmp_path: Path):
    page = tmp_path / "ai.md"
    page.write_text("<!-- metrics: begin -->\n<!-- metrics: end -->\n", encoding="utf-8")
    words = ["--players", "random", "--scenarios", SCENARIO, "--games", "1", "--workers", "1"]
    assert metrics.main([*words, "--store", str(tmp_path / "metrics.jsonl"), "--page", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "2 games on 1 scenarios" in text
    assert "| T05 |" in text
