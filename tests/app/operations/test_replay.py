"""Seen events shown on the map, one by one. With a stage that only remembers."""

import pytest

import wab
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.pictures import Tally
from wab.app.wargame.replay.replay import Replay, restacked
from wab.engine.words.text import Text
from wab.locale import language
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.testing.boards import make_board


class Seen:
    """A game whose view alone is asked for."""

    def __init__(self, ask):
        self._ask = ask

    @property
    def view(self):
        return self._ask()


def adapter(ask):
    return OperationsAdapter(Seen(ask))


def counters(view):
    return OperationsAdapter(Still(view)).counters()


class Stage:
    """Remembers what it was asked to show; a glide goes on until `arrive`."""

    def __init__(self):
        self.counters, self.glides, self.labels, self.flashes, self.gliding = [], [], [], [], False
        self.acts, self.steps = [], []

    def set_counters(self, specs):
        self.counters = list(specs)

    def animate_move(self, keys, path, done=None, step=0.0):
        self.glides.append((tuple(keys), tuple(path)))
        self.steps.append(step)
        self.gliding = True

    def volley(self, shooters, target):
        self.acts.append(("volley", dict(shooters), target))
        self.gliding = True

    def throw(self, faces, target, origin):
        self.acts.append(("throw", tuple(faces), target, origin))
        self.gliding = True

    def overfly(self, act):
        self.acts.append(("overfly", act.figure, act.target, act.strikes))

    def shake(self, hex_id):
        self.acts.append(("shake", hex_id, [spec.pips for spec in self.counters if spec.hex == hex_id]))

    def quiet(self, *, dice_only=False):
        self.acts.append(("quiet", dice_only))

    def flash(self, hex_id):
        self.flashes.append(hex_id)

    def set_path(self, hexes, badge="", *, firm=True):
        self.path = tuple(hexes)

    def label(self, hex_id, text):
        self.labels.append((hex_id, text))

    def skip(self):
        self.gliding = False

    @property
    def busy(self):
        return self.gliding


def scene():
    """Two own units, an identified enemy, and the replay of it."""
    board = make_board([". . . . . ."], switches={"fog": False})
    own = board.place("infantry", hex=0)
    foe = board.place("infantry", hex=5, side="axis", hp=6, full_hp=8)
    view = OperationsView("allied", known_state(board.state, "allied"))
    stage = Stage()
    replay = Replay(stage, adapter(lambda: view))
    return view, stage, replay, own, foe


def run(replay, stage, steps=200):
    """Let it go to its end; returns how often it said that it is over."""
    ends = 0
    for _ in range(steps):
        ends += replay.update(0.1)
        stage.gliding = False
    return ends


def test_a_move_glides_along_its_path_and_ends_there():
    view, stage, replay, _own, foe = scene()
    replay.start(counters(view), [ev.Moved((foe,), (5, 4, 3), 4)])
    assert run(replay, stage) == 1
    assert stage.glides == [((foe,), (5, 4, 3))]
    assert replay.shown[foe].hex == 3


def test_events_wait_for_each_other():
    view, stage, replay, _own, foe = scene()
    replay.start(counters(view), [ev.Moved((foe,), (5, 4), 2), ev.Moved((foe,), (4, 3), 2)])
    replay.update(0.1)
    replay.update(0.1)
    assert len(stage.glides) == 1
    stage.gliding = False
    replay.update(0.1)
    assert len(stage.glides) == 2


def test_losses_show_on_the_counter_and_the_destroyed_leave_the_map():
    view, stage, replay, own, foe = scene()
    replay.start(counters(view), [ev.LostHp(foe, 4, "combat"), ev.Removed(own, "destroyed", 8)])
    run(replay, stage)
    assert [(spec.key, spec.pips) for spec in stage.counters] == [(foe, 2)]


def test_a_combat_is_announced_and_its_result_told():
    view, stage, replay, own, foe = scene()
    joined = ev.CombatJoined((foe,), (), (own,), 0, 1, 600, 1000, "1:2", "1:1", (), ())
    replay.start(counters(view), [joined, ev.CombatResolved(0, 7, "1:1", 5, 2, True)])
    with language("en"):
        run(replay, stage)
    texts = [text for _hex, text in stage.labels if text]
    assert stage.flashes == [0] and "1 to 1" in texts[0]
    assert "1 to 1" in texts[1] and "the attacker loses 5, the defender 2 and falls back" in texts[1]
    assert stage.labels[-1] == (None, "")


def test_an_arrival_appears():
    _view, stage, replay, _own, foe = scene()
    replay.start([], [ev.Arrived(foe, 0, 2)])
    run(replay, stage)
    assert [(spec.key, spec.hex) for spec in stage.counters] == [(foe, 2)]


def test_a_contact_that_turns_out_to_be_the_mover_gives_way_to_it():
    board = make_board([". . . . . . . ."])
    board.place("infantry", hex=0, sight=6)
    foe = board.place("infantry", hex=6, side="axis")
    before = OperationsView("allied", known_state(board.state, "allied"))
    board.change(foe, hex=1)
    after = OperationsView("allied", known_state(board.state, "allied"))
    stage = Stage()
    replay = Replay(stage, adapter(lambda: after))
    replay.start(counters(before), [ev.Moved((foe,), (6, 5, 4, 3, 2, 1), 10)])
    run(replay, stage)
    assert [spec.key for spec in replay.shown.values() if spec.side == 2] == [foe]


def test_skipping_goes_to_the_end():
    view, _stage, replay, own, foe = scene()
    events = [ev.Moved((foe,), (5, 4), 2), ev.LostHp(own, 2, "combat"), ev.Scored("axis", 3, "turn", 0)]
    replay.start(counters(view), events)
    replay.skip()
    assert not replay.active and not replay.to_come
    moved = next(spec for spec in replay.shown.values() if spec.key == foe)
    assert moved.hex == 4


def test_at_speed_nought_nothing_waits():
    view, _stage, replay, own, foe = scene()
    replay.speed = 0.0
    replay.start(counters(view), [ev.LostHp(own, 1, "combat"), ev.LostHp(foe, 1, "combat")])
    assert replay.update(0.001)


def test_the_report_tells_ours_from_theirs():
    view, _stage, _replay, _own, _foe = scene()
    ours = adapter(lambda: view)
    with language("en"):
        told = ours.report(Tally(moves=3, attacks=1, lost={"allied": 4, "axis": 2}, points={"axis": 5}))
    assert told == "moves seen: 3 · attacks: 1 · HP lost: 4 ours, 2 theirs · points: Axis +5"
    assert ours.report(Tally()) == ""


def test_counters_that_meet_form_a_stack():
    view, _stage, _replay, own, foe = scene()
    specs = {spec.key: spec for spec in counters(view)}
    meeting = restacked([specs[own], specs[foe].at(specs[own].hex)])
    assert [spec.stack for spec in meeting] == [0, 1]


@pytest.mark.parametrize("scenario", ["operations/to-the-sea", "operations/causeway-to-carentan"])
def test_everything_that_a_side_can_witness_can_be_shown(scenario):
    """A game of random orders, replayed for one side: every event finds its counters, none is left behind."""
    game = wab.new_game(scenario, seed=4, observers=("allied",))
    stage = Stage()
    replay = Replay(stage, adapter(lambda: game.view("allied")))
    told = 0
    for number in range(160):
        if game.outcome is not None:
            break
        orders = list(game.legal_orders())
        order = orders[(number * 7919) % len(orders)] if number % 9 else Pass()
        before = counters(game.view("allied"))
        game.play(order if game.why_not(order) is None else orders[0])
        events = game.seen["allied"][told:]
        told = len(game.seen["allied"])
        replay.start(before, events)
        run(replay, stage, 60)
        assert not replay.active
        own = {unit.id: unit.hex for unit in game.view("allied").own_units()}
        assert {key: spec.hex for key, spec in replay.shown.items() if spec.contact == "own"} == own


def test_a_stopped_move_is_shown_as_far_as_it_went():
    view, stage, replay, own, _foe = scene()
    replay.start(counters(view), [ev.Moved((own,), (0, 1), 2, stopped=Text("An enemy.", {}))])
    run(replay, stage)
    assert stage.glides == [((own,), (0, 1))]


def test_aircraft_driven_off_and_a_rebuilt_unit_are_shown():
    view, stage, replay, _own, foe = scene()
    flew = ev.SquadronFlew(50000, 5, points=0, aborted=True, hp=1, out_to=0, roll=4, anti_air=3, defence=3, guns=(foe,))
    with language("en"):
        replay.start(counters(view), [flew, ev.Reconstituted(foe, 2, 2)])
        run(replay, stage)
    assert stage.labels[0][0] == 5 and "driven off" in stage.labels[0][1]
    assert replay.shown[foe].pips == 8
