"""Tools that play many games: shares and ratings, games kept and continued, the pages that they write."""

import math
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

import wab
from ai.operations.analysis.ground import country_of
from lab import balance, handicaps, history_report, ladder, objectives, openings, play_all
from lab.measuring.battles import Battle, Day
from lab.measuring.front_pages import SINGLY, grounds
from lab.measuring.fronts import front_places, mean_distance, nearest_ground
from lab.measuring.pages import fill_section, table
from lab.measuring.statistics import ratings, wilson
from lab.measuring.store import Entry, Store, attempt, key_of, play, scenario_files, stamp_of
from lab.measuring.tallies import merged, read_tallies, tally_of, write_tallies
from lab.telling import operations as telling
from wab.cli.simulating import Job, Played, play_job
from wab.content.data import data_root
from wab.content.operations.calendar import held_in_history
from wab.content.operations.shapes import ObjectiveData
from wab.hexes import Grid
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.setup import build_board
from wab.systems.operations.testing.boards import make_board

SCENARIO = "operations/causeway-to-carentan"
SWAPPED = ({"allied": "greedy", "axis": "random"}, {"allied": "random", "axis": "greedy"})


def silence(done, of):
    pass


def played(winner, seed=1, points=(10.0, 4.0)):
    return Played(seed, winner, "tactical", dict(zip(("allied", "axis"), points, strict=True)), 5, "", 1.0)


# ------------------------------------------------------------------------------------------------- statistics


@pytest.mark.parametrize(
    "points, games, low, high", [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0, 1)]
)
def test_wilson_intervals(points, games, low, high):
    assert wilson(points, games) == pytest.approx((low, high), abs=1e-4)


def test_ratings_give_back_the_strengths_that_made_the_results():
    strengths = {"weak": -200.0, "middle": 0.0, "strong": 300.0}
    names = list(strengths)
    scores = {}
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            scores[one, other] = (100_000 * chance, 100_000)
    rated = ratings(scores, "middle")
    assert [rating.player for rating in rated] == names
    assert [rating.elo for rating in rated] == pytest.approx([-200, 0, 300], abs=0.5)
    assert all(0 < rating.half_width < 5 for rating in rated if rating.player != "middle")


def test_who_lost_every_game_has_a_rating_and_who_met_nobody_has_none():
    rated = {rating.player: rating for rating in ratings({("a", "b"): (0.0, 20), ("c", "d"): (1.0, 2)}, "b")}
    assert list(rated) == ["a", "b"]
    assert -1000 < rated["a"].elo < -300
    assert not math.isnan(rated["a"].half_width)


def test_more_games_make_narrower_ratings():
    few, many = (ratings({("a", "b"): (n * 0.6, n)}, "b")[-1].half_width for n in (20, 2000))
    assert few > 5 * many


# ------------------------------------------------------------------------------------------------- the store


def test_a_stopped_run_goes_on_where_it_was(tmp_path):
    path = tmp_path / "games.jsonl"
    jobs = [Job(SCENARIO, SWAPPED[0], seed) for seed in (1, 2)]
    assert play(Store(path), jobs[:1], 1, 0, silence) == []
    first = path.read_bytes()
    assert play(Store(path), jobs, 1, 0, silence) == []
    assert path.read_bytes().startswith(first)
    entries = Store(path).entries()
    assert [entry.job.seed for entry in entries] == [1, 2]
    assert Store(path).missing(jobs) == []


@pytest.mark.parametrize("line", ['{"job": {}}', '{"job": {"scena'])
def test_a_line_of_another_shape_or_cut_off_is_told_with_its_place(tmp_path, line):
    path = tmp_path / "games.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"games\.jsonl:2: .*--store"):
        Store(path)


def test_no_game_is_begun_when_time_is_up(tmp_path):
    store = Store(tmp_path / "games.jsonl")
    assert play(store, [Job(SCENARIO, SWAPPED[0], 1)], 1, 1e-9, silence) == []
    assert store.entries() == []


def test_a_game_that_goes_wrong_is_told_and_ends_nothing(tmp_path):
    jobs = [Job(SCENARIO, {"allied": "tests.ai.bots:Nobody", "axis": "random"}, 1)]
    problems = [attempt(jobs[0])]
    assert "Nobody" in problems[0]


def test_games_of_changed_players_count_only_when_asked_for(tmp_path):
    path = tmp_path / "games.jsonl"
    job = Job(SCENARIO, SWAPPED[0], 1)
    path.write_bytes(msgspec.json.encode(Entry(job, played("axis"), "another day")) + b"\n")
    assert Store(path).entries() == []
    assert [entry.score("axis") for entry in Store(path, mixed=True).entries()] == [1.0]


def test_a_stamp_sees_what_a_scenario_borrows_and_shares():
    path = data_root() / "campaigns" / "operations" / "scenarios" / "the-thwarted-landing.yaml"
    files = scenario_files(path)
    names = [file.name for file in files]
    assert names[:2] == ["the-thwarted-landing.yaml", "the-battle-of-normandy.yaml"]
    assert {"map.json", "battle.yaml"} < set(names) and any(file.parent.name == "forces" for file in files)
    assert len(set(files)) == len(files)


def test_a_stamp_tells_players_apart_and_not_seeds():
    stamps = {name: stamp_of(Job(SCENARIO, {"allied": name, "axis": name}, 1)) for name in ("random", "greedy")}
    assert stamps["random"] != stamps["greedy"]
    assert stamps["greedy"] == stamp_of(Job(SCENARIO, {"allied": "greedy", "axis": "greedy"}, 2))


# ------------------------------------------------------------------------------------------------- pages


def test_a_section_of_a_page_is_filled_and_filled_again(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- games: begin -->\nold\n<!-- games: end -->\nafter\n", encoding="utf-8")
    fill_section(page, "games", "new")
    fill_section(page, "games", table(("a", "b"), [("x|y", 1.25)]))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("\nafter\n")
    assert "old" not in text and "new" not in text
    assert "| x\\|y | 1.2 |" in text
    with pytest.raises(ValueError, match="no section 'other'"):
        fill_section(page, "other", "text")


def test_balance_plays_every_scenario_and_writes_its_page(tmp_path):
    page, store = tmp_path / "balance.md", tmp_path / "games.jsonl"
    words = ["--player", "random", "--games", "2", "--scenarios", SCENARIO, "--workers", "1"]
    assert balance.main([*words, "--store", str(store), "--page", str(page)]) == 0
    assert "2 games of 1 scenarios" in page.read_text(encoding="utf-8")
    assert "Causeway to Carentan" in page.with_suffix(".svg").read_text(encoding="utf-8")
    assert len(store.read_bytes().splitlines()) == 2
    ElementTree.fromstring(page.with_suffix(".svg").read_text(encoding="utf-8"))


def test_the_note_on_balance_is_the_rest_of_its_comment(tmp_path):
    file = tmp_path / "battle.yaml"
    file.write_text("a: 1\n# Points: many. Balance: the Axis\n#   hold out.\nb: 2\n# more\n", encoding="utf-8")
    assert balance.designers_note(file) == "the Axis hold out."
    file.write_text("a: 1\n", encoding="utf-8")
    assert balance.designers_note(file) == ""


def entries_of(*winners, scenario=SCENARIO):
    job = Job(scenario, {"allied": "greedy", "axis": "greedy"}, 1)
    return [Entry(job, played(winner), "") for winner in winners]


def test_a_scenario_leans_when_one_side_wins_clearly_more():
    info = next(info for info in wab.scenarios() if info.id == SCENARIO)

    def leans(*winners):
        row = balance.Row(info, tally_of(entries_of(*winners * 5), "greedy", "2026-11-20"))
        return row.leans, row.verdict

    assert leans("allied", "axis") == ("", "even")
    assert leans("allied", None) == ("allied", "leans to allied")
    assert leans("axis", None) == ("axis", "leans to axis")
    assert leans("axis") == ("", "too few games")


def test_games_are_counted_into_a_line():
    tally = tally_of(entries_of("allied", "allied", None, "axis"), "greedy", "2026-11-20")
    assert (tally.scenario, tally.player, tally.games) == (SCENARIO, "greedy", 4)
    assert (tally.first, tally.draws, tally.second) == (2, 1, 1)
    assert (tally.margin, tally.seconds, tally.first_side) == (6.0, 1.0, 0.625)


def test_lines_outlive_the_file_that_they_are_kept_in(tmp_path):
    path = tmp_path / "balance.csv"
    tallies = merged({}, [tally_of(entries_of("allied", None), "greedy", "2026-11-20")])
    write_tallies(path, tallies)
    assert path.read_text(encoding="utf-8").startswith("scenario,player,games,allied,draws,axis,mean margin,")
    assert read_tallies(path) == tallies
    assert read_tallies(tmp_path / "none.csv") == {}


def test_a_line_is_replaced_by_as_many_games_and_not_by_fewer():
    key = SCENARIO, "greedy"
    kept = merged({}, [tally_of(entries_of("allied", "axis"), "greedy", "2026-11-20")])

    def later(*winners):
        return merged(kept, [tally_of(entries_of(*winners), "greedy", "2026-12-01")])[key]

    assert later("axis") == kept[key]
    assert later("axis", "axis").second == 2
    assert later("axis", "axis").day == "2026-12-01"
    assert later("axis", "allied").day == "2026-11-20", "the same games are no news"
    assert merged(kept, [tally_of(entries_of("axis"), "easy", "2026-12-01")]).keys() == {key, (SCENARIO, "easy")}


@pytest.mark.parametrize(
    "old, new, told",
    [
        (",2,1,0,", ",2,0,0,", "do not add up"),
        (",2,1,0,", ",two,1,0,", "balance.csv:2"),
        ("2026-", "26-", "balance.csv:2"),
    ],
)
def test_a_damaged_line_is_told_with_its_number(tmp_path, capsys, old, new, told):
    path = tmp_path / "balance.csv"
    write_tallies(path, merged({}, [tally_of(entries_of("allied", "axis"), "greedy", "2026-11-20")]))
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        read_tallies(path)
    page = ["--report-only", "--page", str(path.with_suffix(".md")), "--store", str(tmp_path / "games.jsonl")]
    assert balance.main(page) == 2
    assert told in capsys.readouterr().err and not path.with_suffix(".md").exists()


def test_the_page_of_balance_needs_no_games_and_keeps_the_remarks(tmp_path):
    page = tmp_path / "balance.md"
    kept = [tally_of(entries_of(*["allied", None] * 20), "random", "2026-11-20")]
    write_tallies(page.with_suffix(".csv"), merged({}, kept))
    page.write_text("<!-- remarks: begin -->\nPlayed in the rain.\n<!-- remarks: end -->\n", encoding="utf-8")
    places = ["--store", str(tmp_path / "games.jsonl"), "--page", str(page)]
    for _ in range(2):
        assert balance.main(["--player", "random", "--report-only", *places]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("Played in the rain.") == 1 and text.count("remarks: begin") == 1
    assert "40 games of 1 scenarios" in text and "50 % (35–65)" in text
    assert balance.main(["--player", "random", "--games", "1", "--scenarios", SCENARIO, "--workers", "1", *places]) == 0
    assert read_tallies(page.with_suffix(".csv"))[SCENARIO, "random"].games == 40, "one game is less than forty"


def test_few_games_are_played_of_long_scenarios():
    infos = sorted((info for info in wab.scenarios() if info.system == "operations"), key=lambda info: info.turns)
    jobs = balance.jobs_for([infos[0], infos[-1]], "greedy", 5, 2)
    counts = [sum(job.scenario == info.id for job in jobs) for info in (infos[0], infos[-1])]
    assert counts == [5, 2 if infos[-1].turns >= balance.LONG_FROM else 5]


def test_the_ladder_swaps_sides_and_counts_for_the_player():
    infos = [info for info in wab.scenarios() if info.id == SCENARIO]
    jobs = ladder.jobs_for([("greedy", "random")], infos, 4)
    assert [job.players for job in jobs] == [*SWAPPED, *SWAPPED]
    assert [job.seed for job in jobs] == [0, 0, 1, 1]
    entries = [Entry(job, played("allied"), "") for job in jobs]
    pair = ladder.pair_of("greedy", "random", entries)
    assert (pair.share.value, pair.share.games) == (0.5, 4)
    assert [ladder.lead_of(entry, "greedy") for entry in entries] == [6.0, -6.0, 6.0, -6.0]


def test_who_got_more_out_of_both_seats_is_told_even_if_one_side_always_wins():
    def both_seats(*leads):
        """Leads of the allied side, which wins every game: the better player leads in it, then its opponent does."""
        jobs = [Job(SCENARIO, players, seed) for seed in range(len(leads) // 2) for players in SWAPPED]
        entries = [Entry(job, played("allied", points=(lead, 0.0)), "") for job, lead in zip(jobs, leads, strict=False)]
        return ladder.pair_of("greedy", "random", entries).both_seats

    assert (both_seats(9, 5, 7, 6, 3, 4, 5, 5).points, both_seats(9, 5, 7, 6, 3, 4, 5, 5).games) == (2.5, 4)
    assert both_seats().games == 0


def test_the_ladder_is_played_where_players_can_differ_and_games_are_not_endless():
    infos = [info for info in wab.scenarios() if info.system == "operations"]
    picked = ladder.of_size(infos, ladder.UNITS["operations"])
    assert len(picked) >= 10
    assert {"operations/to-the-sea", "operations/the-battle-of-normandy"}.isdisjoint(info.id for info in picked)
    assert ladder.of_size(infos, (0, ladder.MANY)) == infos


def test_the_ladder_fills_its_section(tmp_path):
    page = tmp_path / "ai_results.md"
    page.write_text("<!-- ladder: begin -->\n<!-- ladder: end -->\n", encoding="utf-8")
    words = ["--pairs", "greedy:random", "--games", "2", "--scenarios", SCENARIO, "--workers", "1"]
    places = {"--store": "games.jsonl", "--page": "ai_results.md", "--picture": "ladder.svg"}
    words += [word for name, file in places.items() for word in (name, str(tmp_path / file))]
    assert ladder.main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert "| greedy against random | 2 | 1 |" in text
    assert "| greedy | +0 |" in text
    ElementTree.fromstring((tmp_path / "ladder.svg").read_text(encoding="utf-8"))


def test_a_step_is_reached_only_when_the_interval_says_so():
    def verdict(points, games):
        entries = [
            Entry(Job(SCENARIO, SWAPPED[0], i), played("allied" if i < points else "axis"), "") for i in range(games)
        ]
        return ladder.pair_of("greedy", "random", entries).verdict

    assert [verdict(90, 100), verdict(70, 100), verdict(62, 100), verdict(30, 100)] == [
        "reached",
        "reached, not yet certain",
        "missed, not yet certain",
        "missed",
    ]


# ------------------------------------------------------------------------------------------------- history


def test_the_distance_of_two_fronts_is_the_mean_over_both():
    one, other = np.array([[0.0, 0.0], [0.0, 10.0]]), np.array([[3.0, 0.0], [3.0, 10.0], [4.0, 10.0]])
    assert mean_distance(one, other) == pytest.approx((3 + (3 + 3 + 4) / 3) / 2)
    assert math.isnan(mean_distance(one, other[:0]))


def test_a_front_runs_between_the_sides():
    board = build_board(SCENARIO)
    grid: Grid = board.map.grid
    allied, axis = np.zeros(grid.size, np.bool_), np.zeros(grid.size, np.bool_)
    hex_ = grid.parse("2020")
    allied[hex_] = axis[grid.neighbour(hex_, 0)] = True
    (place,) = front_places(board.map, allied, axis)
    assert place == pytest.approx((grid.centres[hex_] + [0.5, 0]) * board.map.km_per_hex)


def test_ground_belongs_to_the_side_whose_unit_is_nearer_over_land():
    board = make_board([". . . . . . ~ ."]).board
    country = country_of(board)
    nobodys = np.zeros(board.grid.size, np.bool_)
    assert np.flatnonzero(nearest_ground(country, nobodys, [0], [4])).tolist() == [0, 1]
    assert np.flatnonzero(nearest_ground(country, nobodys, [4], [0])).tolist() == [3, 4, 5]
    by_mark = nearest_ground(country, ~nobodys, [0], [4])
    assert np.flatnonzero(by_mark).tolist() == [0, 1, 2, 6, 7]  # as near to both, or beyond the water
    assert np.flatnonzero(nearest_ground(country, nobodys, [0], [])).tolist() == [0, 1, 2, 3, 4, 5]


def test_ships_hold_no_ground():
    board = build_board(SCENARIO)
    land = board.land & board.in_play
    coast = [hex_ for hex_ in np.flatnonzero(land).tolist() if not board.land[list(board.grid.adjacent(hex_))].all()]
    at_sea = next(hex_ for hex_ in board.grid.adjacent(coast[0]) if not board.land[hex_])
    ashore = coast[-1]
    day = Day("2" * board.grid.size, {}, {"allied": [at_sea], "axis": [ashore]}, {})
    ground = grounds(telling.ground(SCENARIO), day, nearest=True)
    assert not ground["allied"].any()
    assert ground["axis"][ashore]


def test_who_held_an_objective_in_history():
    town = ObjectiveData({"en": "Town"}, 101, "axis", changed=3, returned=5)
    assert [held_in_history(town, turn) for turn in (2, 3, 4, 5)] == ["axis", "allied", "allied", "axis"]
    never = ObjectiveData({"en": "Town"}, 101, "axis")
    assert held_in_history(never, 9) == "axis"


def test_the_history_report_draws_a_battle_over_the_front_of_the_day(tmp_path):
    page = tmp_path / "history.md"
    words = ["--scenario", SCENARIO, "--dates", "1944-06-12", "--games", "1", "--player", "random", "--workers", "1"]
    words += ["--store", str(tmp_path / "games.jsonl"), "--page", str(page)]
    assert history_report.main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert "| 1944-06-12 | 1944-06-12 | 0 | 3 |" in text
    assert "| historical pace (ledger) | 16 | 20 |" in text
    ElementTree.fromstring(page.with_suffix(".svg").read_text(encoding="utf-8"))
    page.write_text(text.replace("<!-- remarks: begin -->", "<!-- remarks: begin -->\nIt rained."), encoding="utf-8")
    for _ in range(2):
        assert history_report.main([*words, "--report-only", "--balance", str(tmp_path / "balance.jsonl")]) == 0
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == 1
    assert page.read_text(encoding="utf-8").count("It rained.") == 1
    job = Job(SCENARIO, {"allied": "random", "axis": "random"}, 0)
    (entry,) = Store(tmp_path / "balance.jsonl").entries()
    assert msgspec.structs.replace(entry.played, seconds=0.0) == msgspec.structs.replace(play_job(job), seconds=0.0)


def test_the_history_report_tells_many_games_together():
    board = build_board(SCENARIO)
    land = np.flatnonzero(board.land & board.in_play).tolist()
    west = "".join("1" if hex_ in land[: len(land) // 2] else "2" for hex_ in range(board.grid.size))
    east = west.translate({ord("1"): "2", ord("2"): "1"})
    job = Job(SCENARIO, {"allied": "random", "axis": "random"}, 0)

    def battle(seed: int, control: str, lost: int) -> Battle:
        day = Day(control, dict.fromkeys(SIDES, lost), {s: [] for s in SIDES}, dict.fromkeys(SIDES, 7))
        return Battle(msgspec.structs.replace(job, seed=seed), "", 1.0, 5, {"1944-06-12": day, "end": day})

    played = [battle(seed, west if seed else east, 10 * seed) for seed in range(SINGLY + 1)]
    text = history_report.page(telling.ground(SCENARIO), played, ["1944-06-12"])
    alone = history_report.page(telling.ground(SCENARIO), played[1:2], ["1944-06-12"])
    by_most = next(line for line in text.splitlines() if "| most of them |" in line)
    assert by_most.split("|")[5:] == next(line for line in alone.splitlines() if "| 1 | 3 |" in line).split("|")[5:]
    assert "| 1944-06-12 | 1944-06-12 | 5, one by one | 3 |" in text
    places = [line for line in text.split("## Places")[1].split("## Losses")[0].splitlines() if line.startswith("| ")]
    assert len(places) == 2 + len(board.objectives)
    for objective, line in zip(board.objectives, places[2:], strict=True):
        name, _, *counts = (cell.strip(" ()") for cell in line.strip("|").split("|"))
        assert (name, counts) == (objective.names["en"], ["4" if west[objective.hex] == "1" else "1"] * 2)
    assert "| 5 games | 20 (0 to 40) | 20 (0 to 40) | 0 (0 to 0) | 0 (0 to 0) | 7 (7 to 7) | 7 (7 to 7) |" in text


# ------------------------------------------------------------------------------------------------- other systems


def test_another_system_has_places_of_its_own():
    plain, other = (ladder._arguments(words) for words in ([], ["--system", "cards"]))
    assert [str(path) for path in (plain.store, plain.page, plain.picture)] == [
        "build/ladder.jsonl",
        "docs/ai_results.md",
        "docs/lab/ladder.svg",
    ]
    assert [str(path) for path in (other.store, other.page, other.picture)] == [
        "build/ladder_cards.jsonl",
        "docs/lab/ai_cards.md",
        "docs/lab/ladder_cards.svg",
    ]


def test_what_was_chosen_for_a_game_makes_it_another_one():
    players = {"allies": "random", "axis": "random"}
    plain, chosen = (Job("cards/pegasus-bridge", players, 1, options) for options in ({}, {"deck": "sections"}))
    assert key_of(plain) != key_of(chosen)
    first, second = attempt(plain), attempt(chosen)
    assert first.digest != second.digest
    assert set(first.points) == {"allies", "axis"}


@pytest.mark.parametrize(
    "margins, draw, added",
    [
        ((10.0, 20.0, 30.0), 0, -20),  # the middle game becomes the draw
        ((-30.0, -20.0), 2, 25),
        ((5.0, 5.0, 5.0, 5.0), 3, -5),
        ((-8.0, 0.0, 8.0), 3, 0),
    ],
)
def test_the_handicap_that_makes_games_even(margins, draw, added):
    games = [handicaps.Finish(margin) for margin in margins]
    assert handicaps.evening(games, draw) == added
    assert handicaps.first_share(games, added, draw) == 0.5


def test_a_game_that_is_won_at_once_stays_won_whatever_the_handicap():
    games = [handicaps.Finish(-50.0, 1.0), handicaps.Finish(4.0), handicaps.Finish(6.0), handicaps.Finish(8.0)]
    assert handicaps.evening(games, 1) == -7
    assert handicaps.first_share(games, -7, 1) == 0.5
    assert handicaps.first_share(games, -100, 1) == 0.25


def test_a_handicap_is_proposed_from_the_games_of_a_player_against_itself(tmp_path, capsys):
    store = Store(tmp_path / "games.jsonl")
    even, swapped = {"allied": "greedy", "axis": "greedy"}, SWAPPED[0]
    for seed in range(handicaps.FEW):
        store.add(Job(SCENARIO, even, seed), played("allied", seed, (30.0, 10.0)))
        store.add(Job(SCENARIO, swapped, seed), played("axis", seed, (0.0, 90.0)))
    assert handicaps.main(["--player", "greedy", "--store", str(store.path)]) == 0
    told = capsys.readouterr().out
    axis = build_board(SCENARIO).victory.handicap.axis
    assert f"| {SCENARIO} | 10 | +20 | 100% | axis {axis} | axis {axis + 20} | 50% |" in told
    assert handicaps.main(["--player", "normal", "--store", str(store.path)]) == 1
    assert "lab.balance plays them" in capsys.readouterr().out


@pytest.mark.parametrize("tool", [balance, ladder, objectives, openings, play_all])
def test_a_scenario_that_there_is_not_is_told_with_the_nearest_one(tool, capsys):
    with pytest.raises(SystemExit):
        tool.main(["--scenarios", "the-port", "--report-only"])
    assert "operations/the-port" in capsys.readouterr().err
