"""Digests of what players decide: the same game gives the same digest, another decision another one."""

from lab import decisions
from lab.decisions import GAMES, Played, digest_of
from lab.measuring.running import players_of

ONE = "operations/to-the-sea greedy"


def test_a_game_is_compared_with_what_was_written(tmp_path, capsys):
    file = tmp_path / "decisions.txt"
    assert decisions.main(["--only", ONE, "--write", str(file)]) == 0
    assert file.read_text(encoding="utf-8").startswith(f"{ONE} 1 100000: ")
    assert decisions.main(["--only", ONE, "--against", str(file)]) == 0
    file.write_text(f"{ONE} 1 100000: 33 0\n", encoding="utf-8")
    assert decisions.main(["--only", ONE, "--against", str(file)]) == 1
    assert "1 of them differ" in capsys.readouterr().out


def test_seeds_and_players_tell_in_the_digest():
    games = [Played("cards/pegasus-bridge", "greedy", seed, 12) for seed in (1, 2)]
    assert len({digest_of(game) for game in games}) == 2


def test_every_level_of_both_systems_is_played():
    played = {(game.scenario.partition("/")[0], game.what) for game in GAMES}
    levels = {(system, name) for system in ("operations", "cards") for name in players_of(system) if name != "random"}
    assert levels <= played
