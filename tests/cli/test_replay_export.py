"""`wab replay` of what `wab export` wrote."""

import wab
from wab.engine.saves.export import read_export
from wab.engine.shells.told import lived
from wab.systems import get_system


def test_what_a_side_carried_away_is_told_as_it_lived_it(run, refuse, tmp_path):
    game = wab.new_game("cards/pegasus-bridge", seed=3)
    for _ in range(12):
        game.play(next(iter(game.legal_orders())))
    save, target = tmp_path / "x.wab", tmp_path / "x.side"
    game.save(save)
    assert run("export", save, target, "--side", "allies").code == 0
    told = run("replay", target).out
    assert "Turn 1" in told
    (*lines, _), (*others, _) = (
        run(*words).out.splitlines() for words in (("replay", target), ("replay", save, "--side", "allies"))
    )
    assert lines == others
    assert run("replay", target, "--json").json["seed"] is None
    assert "nothing else" in refuse("replay", target, "--verify")


def test_an_export_of_the_flagship_is_told_in_words_alone(run, shortest, tmp_path):
    save, target = tmp_path / "x.wab", tmp_path / "x.side"
    wab.new_game(shortest, seed=3).save(save)
    assert run("export", save, target, "--side", "allied").code == 0
    found = read_export(target, get_system)
    assert {line.turn for line in lived(target, found)} == {0}
    assert str(found.system.describe(found.view, found.seen[-1])) in run("replay", target).out.replace("\n", " ")
