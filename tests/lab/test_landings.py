"""Landings of omaha: the counts, and the page of targets and findings."""

from lab import landings
from lab.landings import Landing, page, play_one, wanted

FOX = "omaha/easy-fox"


def landing(seed, points, level="us_victory", player="normal"):
    return Landing(FOX, player, seed, level, points, 16, 3, 9, 4, (2, 0), 6, 0.1)


def test_what_is_wanted_names_measures_that_are_counted():
    known = {*landings.MEASURES, *landings.SHARES}
    assert {bounds.measure for many in wanted().scenarios.values() for bounds in many} <= known


def test_a_game_is_counted_the_same_every_time():
    one, other = (play_one(FOX, "greedy", 3) for _ in range(2))
    assert one.points == other.points and one.infantry >= one.hour >= 0
    assert (one.turns, one.boxes) == (other.turns, other.boxes)


def test_the_page_says_what_is_met():
    games = [landing(seed, 12.0, "us_victory" if seed % 3 else "us_defeat") for seed in range(12)]
    text = page([*games, landing(1, 3.0, "us_defeat", "greedy")], "By hand.")
    (row,) = (line for line in text.splitlines() if line.startswith("| games won | 55 to 75 %"))
    assert "67 %" in row and "met" in row
    assert "By hand." in text and "1 games of `greedy`" in text
