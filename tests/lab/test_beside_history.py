"""The counts of the battles of zocbonds, next to the targets."""

from math import isnan
from xml.etree import ElementTree

import pytest

import wab
from lab import history_report, ladder
from lab.measuring.battles import TOLD, Battle, Day, battles, teller_of
from lab.measuring.front_pages import apart_on, fronts_table, lasting
from lab.measuring.running import PLAYERS, best_player, players_of
from lab.measuring.store import add_line
from lab.measuring.targets import FEW, Target, ends_table, found, load_targets, targets_table, verdict, wanted
from lab.telling import zocbonds as telling
from wab.cli.simulating import Job, Played
from wab.content.zocbonds.loader import load_tables
from wab.systems import NAMES
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.setup import build_board
from wab.systems.zocbonds.state.steps import Fight

CAMPAIGN, WEEK = "zocbonds/three-weeks-in-june", "zocbonds/the-first-week"
BOARD = build_board(CAMPAIGN)
US, BRITISH, GERMAN, BUNKER = (
    next(
        unit
        for unit, profile in sorted(BOARD.roster.items())
        if (profile.army, profile.type == "strongpoint") == kind and (profile.steps > 1 or kind[1])
    )
    for kind in (("us", False), ("commonwealth", False), (None, False), (None, True))
)
GROUND = telling.ground(CAMPAIGN)


def attack(side, unit, defender):
    return ev.AttackDeclared(Fight(side, 0, (unit,), (0,), (unit,), (defender,)), 6, 3, "2-1", (), "2-1")


def battle(seed=0, turns=22, days=None, winner="axis", level="victory", reason="points", **facts):
    outcome = Played(seed, winner, level, {"allied": 9.0, "axis": 0.0}, turns, "", 1.0, reason)
    job = Job(CAMPAIGN, {"allied": "greedy", "axis": "greedy"}, seed)
    return Battle(job, "", 1.0, turns, days or {}, outcome, **facts)


# ------------------------------------------------------------------------------------------------- counting


def test_steps_are_counted_by_army_and_day_and_strongpoints_are_left_out():
    steps = BOARD.roster[US].steps
    found = telling.counted(
        BOARD,
        [
            ev.TurnBegan(1),
            ev.StepLost(US, steps - 1),
            ev.Eliminated(BRITISH),
            ev.StepLost(BUNKER, BOARD.roster[BUNKER].steps - 1),
            ev.TurnBegan(2),
            ev.StepLost(GERMAN, BOARD.roster[GERMAN].steps - 1),
            ev.Rebuilt(US, "us", steps),
            ev.StepLost(US, steps - 1),
        ],
    )
    assert (found["d_day_us"], found["lost_us"]) == (1, 2)  # the step that came back is lost again
    assert found["d_day_commonwealth"] == found["lost_commonwealth"] == BOARD.roster[BRITISH].steps
    assert (found["d_day_german"], found["lost_german"]) == (0, 1)


def test_attacks_are_counted_from_turn_four_and_tell_when_the_defender_suffers():
    found = telling.counted(
        BOARD,
        [
            ev.TurnBegan(3),
            ev.PlayerTurnBegan("allied"),
            attack("allied", US, GERMAN),  # too early
            ev.Retreated((GERMAN,), (0, 1)),
            ev.TurnBegan(4),
            ev.PlayerTurnBegan("axis"),
            attack("axis", GERMAN, US),
            ev.StepLost(GERMAN, 1),  # a step of one's own is no success
            ev.PlayerTurnBegan("allied"),
            attack("allied", US, GERMAN),
            ev.StepLost(GERMAN, 1),
            ev.Retreated((GERMAN,), (0, 1)),  # the same attack
            attack("allied", US, GERMAN),
            ev.Retreated((GERMAN,), (0, 1)),
            attack("allied", US, GERMAN),
            ev.PhaseBegan("allied", "supply", "allied"),
            ev.StepLost(GERMAN, 1, "attrition"),  # no attack did that
            ev.TurnBegan(5),
            ev.PlayerTurnBegan("axis"),
        ],
    )
    assert {name: found[name] for name in ("attacks_allied", "attacks_axis", "attacks", "telling")} == {
        "attacks_allied": 3, "attacks_axis": 1, "attacks": 4, "telling": 2,
    }  # fmt: skip
    assert (found["turns_allied"], found["turns_axis"]) == (1, 2)


def test_a_place_is_reached_when_all_of_it_is_held():
    game = wab.new_game(CAMPAIGN, seed=1)
    state, places = game.state, telling.places(BOARD)
    assert {BOARD.grid.label(places[name][0]) for name in ("montebourg", "carentan")} == {"3110", "2512"}
    assert telling.reached(game) == []
    control = bytearray(state.control)
    control[places["cherbourg"][0]] = control[places["bayeux"][0]] = 1
    state.control = bytes(control)
    assert telling.reached(game) == ["bayeux", "cherbourg_entered"]
    for hex_ in places["cherbourg"]:
        control[hex_] = 1
    state.control = bytes(control)
    assert {"cherbourg", "cherbourg_entered"} < set(telling.reached(game))


# ------------------------------------------------------------------------------------------------- targets


def of(way, name, played, **more):
    return found(Target("it", way, name, **more), GROUND, played)


def test_a_target_puts_the_games_together_in_its_way():
    played = [
        battle(0, counts={"won": 1, "lost": 4, "net": 9, "part": 2, "whole": 4}, moments={"caen": 9}),
        battle(1, counts={"won": 0, "lost": 8, "part": 1, "whole": 8}, moments={"caen": 20}),
        battle(2, counts={"won": 0, "lost": 3, "net": 4, "part": 0, "whole": 0}),
    ]
    assert of("share", "won", played).value == pytest.approx(1 / 3)
    assert of("share", "won", played).words == "33 % (6–79)"
    assert of("mean", "lost", played).words == "5.0 (3.0 to 8.0)"
    assert of("median", "net", played).value == 6.5 and of("median", "net", played).games == 2  # of those that tell it
    assert of("rate", "part", played, per="whole").value == 0.25
    assert of("turn", "caen", played).words == "20 (2 of 3 games)"
    assert of("turn", "bayeux", played).words == "never (0 of 3 games)"
    assert of("by_turn", "caen", played, turn=10).value == pytest.approx(1 / 3)
    assert isnan(of("mean", "nothing", played).value) and of("mean", "nothing", played).games == 0


def test_a_target_is_met_missed_or_not_yet_certain():
    half = [battle(seed, counts={"won": seed % 2}) for seed in range(FEW)]
    target = Target("won", "share", "won", low=0.45, high=0.55, inside=(0.35, 0.65))
    assert verdict(target, found(target, GROUND, half[:-1])) == "too few games"
    assert verdict(target, found(target, GROUND, half)) == "met, not yet certain"
    assert verdict(target, found(target, GROUND, half * 20)) == "met"
    most = [battle(counts={"won": 1})] * FEW
    assert verdict(target, found(target, GROUND, most)) == "missed"
    never = Target("caen", "turn", "caen", low=3, high=9)
    assert verdict(never, found(never, GROUND, half)) == "missed"
    unknown = Target("it", "mean", "it", high=3)
    assert verdict(unknown, found(unknown, GROUND, half)) == "too few games"


def test_what_is_wanted_is_written_as_a_span():
    assert wanted(Target("a", "share", "a", low=0.45, high=0.55)) == "45–55 %"
    assert wanted(Target("a", "share", "a", high=0.25)) == "at most 25 %"
    assert wanted(Target("a", "rate", "a", low=0.5, high=3)) == "0.5–3"
    assert wanted(Target("a", "mean", "a", low=8)) == "at least 8"


def test_games_are_told_by_how_they_ended():
    played = [battle(0), battle(1, winner="axis", level="automatic", reason="beaches"), battle(2)]
    lines = ends_table(played).splitlines()
    assert lines[2:] == [
        "| axis | victory | points | 2 | 67 % (21–94) |",
        "| axis | automatic | beaches | 1 | 33 % (6–79) |",
    ]


def test_a_game_counts_for_fronts_on_the_days_that_it_lasted(tmp_path):
    day = telling.day(wab.new_game(CAMPAIGN, seed=1))
    whole = battle(0, days={"1944-06-12": day, "1944-06-18": day, "end": day})
    short = battle(1, turns=9, days={"1944-06-12": day, "end": day})
    assert GROUND.turn_on("1944-06-12") == 7 and GROUND.turn_on("1944-06-18") == 13
    assert lasting(GROUND, [whole, short], "1944-06-12") == [whole, short]
    assert lasting(GROUND, [whole, short], "1944-06-18") == [whole]
    assert len(apart_on(GROUND, [whole, short], "1944-06-18")) == 1
    rows = fronts_table(GROUND, [whole, short], ["1944-06-12", "1944-06-18"], nearest=True).splitlines()[2:]
    assert [row.split("|")[1:4] for row in rows] == [
        [" 1944-06-12 ", " 1944-06-12 ", " 0 "],
        [" 1944-06-12 ", " 1944-06-12 ", " 1 "],
        [" 1944-06-18 ", " 1944-06-18 ", " 0 "],
    ]
    store = tmp_path / "games.jsonl"
    for one in (whole, short):
        add_line(store, one)
    jobs = [whole.job, short.job]
    assert len(battles(store, jobs, ["1944-06-12", "1944-06-18"], mixed=True)) == 2
    assert battles(store, jobs, ["1944-06-07"], mixed=True) == []  # both saw that day, and nothing is kept of it


# ------------------------------------------------------------------------------------------------- the tables alone


@pytest.mark.parametrize(
    ("column", "ground", "modifier", "chance"),
    [
        ("4-1", "", 0, 5 / 6),  # a unit that does not try goes back but on an exchange
        ("4-1", "clear", 0, 5 / 6 * 4 / 6),
        ("1-3", "clear", 0, 1 / 6 * 4 / 6),
        ("7-1", "fortress", 2, 3 / 6),  # only what shatters drives it out
        ("7-1", "fortress", 5, 3 / 6),  # more than the limit adds nothing
        ("3-1", "other", -2, 5 / 6 * 5 / 6),
    ],
)
def test_the_chance_of_a_retreat_follows_from_both_tables(column, ground, modifier, chance):
    assert telling.retreats(load_tables(), column, ground, modifier) == pytest.approx(chance)


def test_better_odds_and_worse_ground_never_keep_a_defender():
    tables = load_tables()
    for ground in tables.defence.columns:
        chances = [telling.retreats(tables, column, ground, 0) for column in tables.combat.columns]
        assert chances == sorted(chances)


# ------------------------------------------------------------------------------------------------- the commands


def test_a_game_is_played_counted_and_laid_beside_history(tmp_path):
    page = tmp_path / "history.md"
    words = ["--system", "zocbonds", "--scenario", WEEK, "--player", "greedy", "--games", "1", "--workers", "1"]
    words += ["--dates", "1944-06-07", "--store", str(tmp_path / "games.jsonl"), "--page", str(page)]
    assert history_report.main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert "| 1944-06-07 | 1944-06-07 | 0 | 2 |" in text
    assert all(target.what in text for target in load_targets(telling.TARGETS))
    ElementTree.fromstring(page.with_suffix(".svg").read_text(encoding="utf-8"))
    job = Job(WEEK, {"allied": "greedy", "axis": "greedy"}, 0)
    (played,) = battles(tmp_path / "games.jsonl", [job], ["1944-06-07"], mixed=False)
    moments = {*telling.places(BOARD), "cherbourg_entered", "cut_off"}
    for target in load_targets(telling.TARGETS):
        if target.way in ("turn", "by_turn"):
            assert target.of in moments
        elif target.way != "front" and target.of != "net":
            assert target.of in played.counts and (target.per or target.of) in played.counts
    assert played.counts["d_day_us"] > 0 and isinstance(played.days["end"], Day)


def test_every_system_that_is_told_names_what_its_page_needs():
    for system in TOLD:
        teller = teller_of(system)
        assert system in NAMES and teller.SCENARIO.startswith(f"{system}/") and teller.INTRODUCTION.strip()
        dates = teller.ground(teller.SCENARIO).dates
        assert all(dates[0] <= date <= dates[-1] for date in teller.DATES)


def test_who_plays_follows_from_the_players_that_a_system_has():
    for system in NAMES:
        assert best_player(system) in players_of(system) and {"random", "greedy"} <= set(players_of(system))
    chosen = ladder._arguments(["--system", "zocbonds"])
    assert ladder._pairs(chosen) == list(zip(players_of("zocbonds")[1:], players_of("zocbonds"), strict=False))
    assert ladder._pairs(ladder._arguments([])) == list(zip(PLAYERS[1:], PLAYERS, strict=False))


def test_targets_in_a_table_have_a_row_each():
    targets = load_targets(telling.TARGETS)
    rows = targets_table(targets, GROUND, [battle()]).splitlines()[2:]
    assert len(rows) == len(targets) and all("too few games" in row for row in rows)
