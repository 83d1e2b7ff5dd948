"""Reports of the enemy on the map: contacts, units as last seen, empty ground, and how old each is."""

import pytest

from tests.app.blind.bench import adapter_of, attacked, hex_of, staged, unit_of
from wab.app.blind.looks import overlays, reports
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import PHASES
from wab.systems.blind.state.steps import Report

pytestmark = pytest.mark.usefixtures("english")


def marks(game, side="allied"):
    return reports.marks(game.view(side).position, side)


def test_ground_of_which_nothing_was_heard_has_no_counter_and_is_covered():
    game = staged()
    adapter = adapter_of(game.state, "allied")
    assert set(adapter.stacks().values()) == {"allied"} and not marks(game)
    seen, _playing = adapter.fog()
    assert not seen[hex_of(game, "1006")] and seen[hex_of(game, "1005")] and seen[hex_of(game, "0102")]
    assert "nothing heard" in adapter.hex_facts(hex_of(game, "1006"))


def test_a_call_leaves_a_contact_or_moves_the_border():
    game = staged()
    game.play(od.Call(unit_of(game, "us_1_inf"), hex_of(game, "1006"), True))
    game.play(od.Call(unit_of(game, "us_rangers"), hex_of(game, "0906")))
    adapter, hex_ = adapter_of(game.state, "allied"), hex_of(game, "1006")
    (key,) = adapter.stack(hex_)
    spec = adapter.counter(key)
    assert (spec.contact, spec.side, spec.ghost) == ("detected", 2, False) and spec.signs, "an attack is announced"
    assert adapter.side_in(hex_) == "axis" and not adapter.is_own(key) and adapter.unit_name(key) == ""
    assert adapter.front()[hex_of(game, "0906")] == 1
    assert "Called in turn 2: occupied." in adapter.known(key).lines
    german = adapter_of(game.state, "axis")
    assert not german.stack(hex_of(game, "0906")), "who went there is not told"


@pytest.mark.parametrize(("now", "passed"), [
    ((2, "allied_second"), 1), ((3, "axis_first"), 2), ((3, "allied_first"), 3), ((3, "axis_reserve"), 4),
])  # fmt: skip
def test_age_counts_enemy_movement_phases_alone(now, passed):
    turn, phase = now
    game = staged(phase, turn=turn)
    made = 2, [*PHASES].index("allied_first")
    assert reports.age(game.state, "allied", made) == passed


def test_what_a_table_has_shown_stays_as_a_ghost_that_ages():
    game = attacked("us_1_inf")
    key = next(one.key for one in marks(game) if one.unit)
    adapter = adapter_of(game.state, "allied")
    assert adapter.counter(key).contact == "identified" and not adapter.counter(key).ghost
    while game.state.now.table is not None:
        game.play(next(iter(game.view(game.to_act).legal_orders())))
    game.play(od.Done())
    found = {one.unit: one for one in marks(game)}
    unit = unit_of(game, "ge_352_inf")
    if unit in found:  # it has not been destroyed
        assert found[unit].age == 1 and adapter_of(game.state, "allied").counter(found[unit].key).ghost


def test_ground_that_was_found_empty_has_a_ring_and_no_counter():
    game = staged()
    state = game.state
    hex_ = hex_of(game, "0906")
    state.changed(reports={"allied": {hex_: Report("vacant", (1, 6))}})
    view = game.view("allied").position
    assert len(overlays.rings(view, "allied")) == 1
    adapter = adapter_of(state, "allied")
    assert hex_ not in adapter.stacks() and "Empty in turn 1." in adapter.hex_facts(hex_)
    told = overlays.report_tints(view, "allied")
    assert told.colours[hex_].any() and len(told.legend) == 4


def test_chances_are_shown_for_enemy_ground_alone_and_listed_along_the_border():
    game = staged()
    view = game.view("allied").position
    told = overlays.belief_tints(view, "allied")
    own = [one for one in range(view.board.grid.size) if view.holds("allied", one)]
    assert own and not told.colours[own].any() and told.colours.any()
    notes = list(overlays.belief_notes(view, "allied"))
    chances = [int(note.text.split(": ")[1].split(" ")[0]) for note in notes]
    assert len(notes) == overlays.LISTED and chances == sorted(chances)
    assert all(set(view.board.grid.adjacent(note.hex)) & set(own) for note in notes)
