"""Saves made before pending decisions stood on an agenda: they open with the decision that was pending, and play on.

The three files in `saves/` end in a snapshot in the middle of a decision. They were written by the program as it was
before. A change of the data or the rules that alters their games needs new ones, which hold less for the past: `python
-m tests.systems.test_old_saves`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import wab
from wab.engine import Chance
from wab.engine.saves.reader import load_game, open_save, read_save
from wab.engine.saves.replay import verify
from wab.systems import get_system
from wab.systems.cards.state.state import Choosing, Fight, Retreating
from wab.systems.operations.state.state import Offer

FOLDER = Path(__file__).parent / "saves"
SAVES = {
    "retreat.wab": ("cards/pegasus-bridge", 5, (Retreating, Fight), "allies"),
    "keep.wab": ("cards/pegasus-bridge", 1, (Choosing,), "allies"),
    "advance.wab": ("operations/a-bridge-on-the-canal", 1, (Offer,), "allied"),
}
"""By file: scenario, seed of game and orders, the steps on the agenda, the seat that must answer."""

each = pytest.mark.parametrize("name", SAVES)


def kinds(game):
    return tuple(type(step) for step in game.state.agenda)


@each
def test_an_old_save_opens_from_its_snapshot_with_what_was_pending(name):
    scenario, _, steps, seat = SAVES[name]
    contents = read_save(FOLDER / name)
    assert contents.snapshot is not None and contents.snapshot.steps == len(contents.steps)
    opened = open_save(FOLDER / name, get_system)
    game = opened.game
    assert opened.damage is None and game.setup.scenario == scenario
    assert (kinds(game), game.to_act, game.phase) == (steps, seat, name.removesuffix(".wab"))
    assert len(game.journal) == len(contents.steps)
    assert game.digest() == contents.steps[-1].digest == contents.snapshot.digest


@each
def test_the_records_of_an_old_save_come_to_the_same_and_hold(name):
    from_records = load_game(FOLDER / name, get_system, whole=True)
    from_snapshot = load_game(FOLDER / name, get_system)
    assert from_records.digest() == from_snapshot.digest()
    assert kinds(from_records) == kinds(from_snapshot)
    assert verify(FOLDER / name, get_system).ok


@each
def test_an_old_save_plays_on_and_is_saved_again(name, tmp_path):
    game, chance = load_game(FOLDER / name, get_system), Chance(1, "on")
    for _ in range(5):
        if game.to_act is not None:
            legal = game.legal_orders()
            assert len(legal) > 0
            game.play(legal[chance.below(len(legal))])
    game.save(tmp_path / name)
    assert load_game(tmp_path / name, get_system, whole=True).digest() == game.digest()


def record(name: str) -> None:
    """Play random orders until a file's steps are pending at a moment at which a save takes a snapshot; save that."""
    scenario, seed, steps, _ = SAVES[name]
    game, chance = wab.new_game(scenario, seed=seed), Chance(seed, "old")
    while kinds(game) != steps or game.why_not_undo() is None:
        legal = game.legal_orders()
        game.play(legal[chance.below(len(legal))])
    game.save(FOLDER / name)


if __name__ == "__main__":
    for file in SAVES:
        record(file)
