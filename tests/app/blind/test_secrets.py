"""Nothing of the window tells what a side does not know: two truths with equal views give equal words and pictures."""

import numpy as np
import pytest

from tests.app.blind.bench import adapter_of, attacked, hex_of, staged
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.blind import SYSTEM
from wab.systems.blind.testing import unnoticed

pytestmark = pytest.mark.usefixtures("english")
SIDES = ("allied", "axis")


def told(adapter):
    """Everything that an adapter tells of its view."""
    grid = adapter.hexmap.grid
    hexes = [hex_ for hex_ in range(grid.size) if adapter.position.board.land[hex_]]
    layers = [(adapter.layer(name), adapter.layer_notes(name)) for name in adapter.layers]
    return [
        adapter.counters(), adapter.records(), adapter.status(), adapter.arrivals(), adapter.lost(), adapter.moment(),
        adapter.question(), [adapter.hex_facts(hex_) for hex_ in hexes], list(adapter.flags()),
        [(one.colours.tobytes(), one.bars, notes) for one, notes in layers if one is not None],
        [(order, adapter.words_of(order), adapter.notes_of(order)) for order in list(adapter.orders())[:60]],
        [part.tobytes() for part in adapter.fog()], adapter.front().tobytes(),
    ]  # fmt: skip


@pytest.mark.parametrize("seat", SIDES)
@pytest.mark.parametrize("stage", ["allied_first", "allied_combat", "axis_reserve", "table"])
def test_two_truths_are_told_alike(seat, stage):
    game = attacked("us_1_inf") if stage == "table" else staged(stage)
    mine, others = told(adapter_of(game.state, seat)), 0
    for other in unnoticed(game.state, seat):
        if SYSTEM.view(other, seat).encode() == SYSTEM.view(game.state, seat).encode():
            others += 1
            assert told(adapter_of(other, seat)) == mine
    assert others >= 3


def picture(window):
    for _frame in range(3):
        window.step(0.05)
    shot = window.win.getScreenshot()
    return np.frombuffer(memoryview(shot.getRamImageAs("RGBA")), np.uint8).copy()


def test_two_truths_give_equal_pictures(window, shown):
    game = staged()
    others = list(unnoticed(game.state, "allied"))
    pictures = []
    for state in (others[0], game.state, others[0], others[-1]):  # the first one moves the camera
        shown(Game(SYSTEM, Setup(SYSTEM.id, game.setup.scenario, 1, {}), state), "allied")
        pictures.append(picture(window))
    assert (pictures[1] == pictures[2]).all() and (pictures[1] == pictures[3]).all()


def test_two_persons_at_the_table_see_the_table_alone():
    game = attacked("us_1_inf")
    for seat in SIDES:
        adapter = adapter_of(game.state, seat, shared=True)
        table = game.state.table
        hexes = {one.hex for one in (*table.attackers, *table.defenders)}
        assert adapter.covered and set(adapter.stacks()) == hexes
        assert [item.heading for item in adapter.status()] == ["VP", "Port"]
        assert not any(adapter.has_layer(name) for name in adapter.layers)
        seen, _playing = adapter.fog()
        assert not seen[hex_of(game, "1005")] and not seen[hex_of(game, "1006")]
    assert not adapter_of(game.state, "axis").covered, "one person alone sees its own map beside the table"
