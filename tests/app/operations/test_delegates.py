"""Delegated troops in the window: who they are, what the staff proposes, and that only what is approved happens."""

from __future__ import annotations

import json
import time

import pytest

import wab
from ai.agents import Proposal, Reason
from ai.operations.delegation import named_in
from ai.process import Counsel, Failure, Proposals
from ai.worker import Worker
from tests.app.operations.table import Exits, shown
from tests.app.operations.test_battle import click
from tests.app.operations.test_two_people import TWO, end_turn, sit_down
from wab.app.operations.hand.delegates import MOST, NEAR
from wab.app.operations.hand.modes import Mode
from wab.app.operations.panels.delegation import mission_of, missions_of
from wab.app.operations.screen.battle import BattleScreen
from wab.app.play.archive import LENT, Seats, delete
from wab.app.play.session import Session
from wab.app.wargame.ui import gaze
from wab.engine.words.text import Text
from wab.locale import language
from wab.systems.operations.state.orders import Attack, Move, Pass

SCENARIO = "operations/cliffs-and-shingle"


class AtOnce:
    """The worker, without a process: it has answered when it is asked for the first time."""

    is_here = False

    def __init__(self):
        self.worker, self.said, self.asked, self.fails = Worker(), None, [], False

    def request(self, system, agent, view, seed, ask="order", *, hurried=False, **more):
        text = view.decode()
        job = {"job": 1, "agent": agent, "seed": seed, "system": system, "ask": ask, "view": text, "hurried": hurried}
        self.asked.append(more)
        self.said = self.worker.answer(json.dumps({**job, **more}).encode())

    def try_again(self):
        pass

    def poll(self):
        said, self.said = self.said, None
        if said is None:
            return None
        assert said.error is None, said.error
        if said.advice is not None:
            return Counsel(tuple(said.advice))
        return Failure("it has lost its maps") if self.fails else Proposals(tuple(said.proposals))

    def hurry(self):
        self.said = None

    def close(self):
        pass


def with_staff(window, scenario):
    """The battle screen of a scenario with a staff that answers at once, until the test is over."""
    game = wab.new_game(scenario, seed=7)
    session = Session(game, Seats(game.to_act, {}), start_worker=AtOnce)
    with shown(window, session) as screen:
        yield window, screen, session


@pytest.fixture
def battle(window, scene):
    """Omaha with the Allies at the screen."""
    yield from with_staff(window, SCENARIO)


@pytest.fixture
def air(window, scene):
    """Caen, where there are aircraft."""
    yield from with_staff(window, "operations/city-of-stones")


def step(window, times=3):
    for _ in range(times):
        window.step(0.3)


def own(screen):
    return frozenset(unit.id for unit in screen.view.own_units())


# ------------------------------------------------------------------------------------------------- who


def test_a_key_hands_the_selected_stack_over_and_back(battle):
    window, screen, _session = battle
    click(window, screen, "5029")
    stack = frozenset(screen.interaction.units)
    assert screen.on_key("d", False, False)
    assert screen.delegates.units == stack and screen.ui.panel == "delegation"
    window.step(0.05)
    assert screen.on_key("d", False, False)
    assert screen.delegates.units == frozenset()


def test_a_division_a_sector_and_everybody(battle):
    window, screen, _session = battle
    view, lent = screen.view, screen.delegates
    unit = next(u for u in view.own_units() if view.profile(u.id).division)
    screen.interaction.select(unit.id)
    name = view.profile(unit.id).division
    assert lent.division() == {u.id for u in view.own_units() if view.profile(u.id).division == name}
    near = {u.id for u in view.own_units() if view.board.grid.distance(u.hex, unit.hex) <= NEAR}
    assert lent.sector() == near
    screen.on_key("d", True, False)
    assert lent.units == lent.division()
    screen.on_key("d", False, True)
    assert lent.units == lent.division() | near
    assert lent.hand_over(lent.everybody()) and lent.units == own(screen)
    window.step(0.05)


def test_aircraft_go_to_the_staff_only_when_that_is_asked_for(air):
    window, screen, _session = air
    lent = screen.delegates
    lent.hand_over(own(screen))
    flying = frozenset(squadron.id for squadron in screen.view.own_squadrons())
    assert flying and not lent.aircraft
    screen.ui.panel = "delegation"
    screen.on_key("q", False, False)
    assert lent.aircraft and lent.units == own(screen) | flying
    assert lent.ground_units == own(screen)
    window.step(0.05)
    screen.on_key("q", False, False)
    assert lent.units == own(screen)


def test_nobody_selected_opens_the_list_and_hands_over_nobody(battle):
    window, screen, _session = battle
    screen.on_key("d", False, False)
    assert screen.ui.panel == "delegation" and not screen.delegates.units
    window.step(0.05)
    assert not screen.delegates.hand_over(())
    assert screen.interaction.toast is not None
    screen.on_key("d", False, False)
    assert screen.ui.panel == ""


def test_troops_come_back_at_the_end_of_the_impulse_unless_they_stay_until_taken_back(battle):
    window, screen, session = battle
    for lasting in (False, True):
        screen.delegates.hand_over(own(screen))
        if lasting:
            screen.ui.panel = "delegation"
            screen.on_key("x", False, False)
        while session.game.to_act == "allied":
            session.play(Pass())
        assert bool(screen.delegates.units) is lasting
        assert not screen.delegates.hand_over(own(screen)), "the enemy is to act"
        while session.game.to_act == "axis":
            session._play(Pass())
        step(window, 6)
        assert bool(screen.delegates.units) is lasting


# ------------------------------------------------------------------------------------------------- what is approved


def listed(window, screen, units):
    screen.hand_over(units)
    step(window)
    assert screen.delegates.proposals, "the staff proposes something here"
    return screen.delegates.proposals


def test_what_is_proposed_happens_only_when_it_is_approved(battle):
    window, screen, session = battle
    records = len(session.game.journal)
    found = listed(window, screen, own(screen))
    assert len(found) <= MOST and all(str(one.reason.text) for one in found)
    assert len(session.game.journal) == records
    screen.on_key("1", False, False)
    assert len(session.game.journal) == records + 1
    step(window)
    assert screen.delegates.proposals is not None and screen.delegates.proposals != found


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({}, "Take Caen"),
        ({"helps": True}, "Helps others – Take Caen"),
        ({"spared": True}, "Leaves its mission for this – Take Caen"),
    ],
)
def test_a_proposal_says_which_mission_it_serves_and_whose(how, says):
    reason = Reason(Text("Attack Caen"), mission=Text("Take {goal}", {"goal": "Caen"}), **how)
    with language("en"):
        assert mission_of(reason) == says


def test_a_mission_is_told_in_full_once_and_by_the_number_of_its_order_after_that():
    caen = Text("Take {goal}", {"goal": "Caen"})
    reasons = [
        Reason(Text("Bombard Caen"), mission=caen),
        Reason(Text("Rest")),
        Reason(Text("Attack Caen"), mission=caen),
        Reason(Text("Rest")),
        Reason(Text("Attack Caen"), mission=caen, helps=True),
        Reason(Text("Attack Bayeux"), mission=caen, spared=True),
    ]
    with language("en"):
        told = missions_of([Proposal(Pass(), reason) for reason in reasons])
    later = ["Helps others – mission of order 1", "Leaves the mission of order 1"]
    assert told == ["Take Caen", "", "Mission of order 1", "", *later]


def test_an_order_approved_is_an_order_like_any_other_and_can_be_taken_back(battle):
    window, screen, session = battle
    before = session.game.digest()
    found = listed(window, screen, own(screen))
    moves = (place for place, one in enumerate(found) if isinstance(one.order, Move))
    place = next(place for place in moves if screen.delegates.why_not(place) is None)
    assert screen.delegates.approve(place)
    assert session.game.digest() != before
    screen.on_key("z", True, False)
    step(window)
    assert session.game.digest() == before
    assert screen.delegates.proposals == found


def test_an_order_that_needs_another_first_says_why_not(battle):
    window, screen, session = battle
    records = len(session.game.journal)
    found = listed(window, screen, own(screen))
    barred = [place for place in range(len(found)) if screen.delegates.why_not(place) is not None]
    assert barred, "an attack for which somebody has to move up first"
    assert not screen.delegates.approve(barred[0])
    assert len(session.game.journal) == records and screen.interaction.toast is not None


def test_all_are_approved_and_nobody_else_moves(battle):
    """Order by order until nothing is left; then the rest of the impulse is the person's."""
    window, screen, session = battle
    units = frozenset(sorted(own(screen))[::2])
    hexes = {unit.id: unit.hex for unit in screen.view.own_units() if unit.id not in units}
    listed(window, screen, units)
    screen.on_key("enter", False, False)
    assert screen.delegates.carrying_out
    orders = []
    play = session.play

    def noted(order):
        orders.append(order)
        return play(order)

    session.play = noted
    for _ in range(200):
        window.step(0.3)
        if not screen.delegates.carrying_out:
            break
    assert not screen.delegates.carrying_out and len(orders) == screen.delegates.given > 2
    assert all(named_in(order) <= units for order in orders)
    assert not any(isinstance(order, Pass) for order in orders) and session.game.to_act == "allied"
    now = session.view.position.units
    assert all(id_ not in now or now[id_].hex == hex_ for id_, hex_ in hexes.items())
    assert str(screen.delegates.given) in screen.messages.now
    assert screen.interaction.mode is not Mode.ADVANCE


def test_the_staff_is_stopped_between_two_orders(battle):
    window, screen, session = battle
    listed(window, screen, own(screen))
    screen.delegates.approve_all()
    while not screen.delegates.given:
        window.step(0.3)
    records = len(session.game.journal)
    screen.on_key("escape", False, False)
    step(window, 5)
    assert not screen.delegates.carrying_out and len(session.game.journal) == records
    assert screen.delegates.units


def test_refused_units_are_the_persons_own_again(battle):
    window, screen, _session = battle
    found = listed(window, screen, own(screen))
    screen.delegates.take_back(named_in(found[0].order))
    assert screen.delegates.units == own(screen) - named_in(found[0].order)
    step(window)
    assert all(named_in(one.order) <= screen.delegates.units for one in screen.delegates.proposals)
    screen.on_key("delete", False, False)
    assert screen.delegates.units == frozenset()
    window.step(0.05)


def test_a_staff_that_fails_says_so_and_gives_no_order(battle):
    window, screen, session = battle
    listed(window, screen, own(screen))
    records = len(session.game.journal)
    screen.delegates._worker.fails = True
    screen.delegates.approve_all()
    step(window)
    assert not screen.delegates.carrying_out and len(session.game.journal) == records
    assert "it has lost its maps" in screen.interaction.toast.text


def test_the_list_goes_with_its_troops_and_is_asked_for_once(battle):
    window, screen, _session = battle
    listed(window, screen, own(screen))
    asked = len(screen.delegates._worker.asked)
    step(window, 4)
    assert len(screen.delegates._worker.asked) == asked == 1
    assert set(screen.delegates._worker.asked[0]["units"]) == own(screen)
    screen.delegates.refuse()
    assert screen.delegates.proposals is None and screen.delegates.latest is None


@pytest.mark.parametrize("damage", [None, b"{", b'{"allied": 3}', b"[" * 1000, b"1" * 5000, b"\xff"])
def test_who_is_with_the_staff_is_kept_beside_the_save(window, scene, tmp_path, damage):
    save = tmp_path / "game.wab"
    with language("en"):
        session = Session(wab.new_game(SCENARIO, seed=7), Seats("allied", {}), save=save, start_worker=AtOnce)
        first = BattleScreen(session, Exits())
        first.delegates.hand_over(first.delegates.everybody())
        first.delegates.change_term()
        lent = first.delegates.units
        session.close()
        if damage is not None:
            save.with_suffix(LENT).write_bytes(damage)
        again = Session(wab.load(save), Seats("allied", {}), save=save, start_worker=AtOnce)
        delegates = BattleScreen(again, Exits()).delegates
        assert delegates.units == (lent if damage is None else frozenset())
        assert delegates.charge.lasting is (damage is None)
        again.close()
    delete(save)
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------------- others


def test_what_is_with_the_staff_is_nobody_elses_business(window, scene):
    session = Session(wab.new_game("operations/causeway-to-carentan", seed=7), TWO, start_worker=AtOnce)
    session.take_seat()
    with shown(window, session) as screen:
        screen.hand_over(own(screen))
        screen.delegates.change_term()
        step(window)
        lent = screen.delegates.units
        assert lent and screen.delegates.latest
        end_turn(window, screen)
        sit_down(window, screen, session)
        assert screen.view.side == "axis" and screen.delegates.units == frozenset() and screen.delegates.latest is None
        end_turn(window, screen)
        sit_down(window, screen, session)
        assert screen.view.side == "allied" and screen.delegates.units == lent & own(screen)


def test_the_process_of_the_staff_answers_and_ends_with_the_session(window, scene):
    session = Session(wab.new_game(SCENARIO, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        screen.hand_over(own(screen))
        end = time.monotonic() + 60
        while screen.delegates.proposals is None:
            assert time.monotonic() < end, "the staff does not answer"
            window.step(0.05)
        assert any(isinstance(one.order, Attack | Move) for one in screen.delegates.proposals)
        session.close()
        assert screen.delegates._worker._process is None


# ------------------------------------------------------------------------------------------------- the map next to it


@pytest.fixture
def uncovered(monkeypatch):
    """Return what the map was asked to bring out from under a list, call by call."""
    calls = []
    monkeypatch.setattr(gaze, "uncover", lambda scene, hexes, *, seconds: calls.append(set(hexes)))
    return calls


def test_the_map_comes_out_from_under_the_list_of_orders_once_it_has_any(battle, uncovered):
    window, screen, _session = battle
    screen.toggle_panel("delegation")
    step(window)
    assert uncovered == []
    screen.hand_over(screen.delegates.everybody())
    step(window)
    orders = [proposal.order for proposal in screen.delegates.proposals]
    goals = {order.path[-1] for order in orders if isinstance(order, Move)}
    goals |= {order.target for order in orders if isinstance(order, Attack)}
    assert goals and goals <= uncovered[0]
    step(window)
    assert len(uncovered) == 1  # then it stays where the player wants it
    screen.toggle_panel("objectives")
    step(window)
    screen.delegate()
    step(window)
    assert len(uncovered) == 2


def test_the_map_comes_out_from_under_the_staffs_paper_as_well(battle, uncovered):
    window, screen, _session = battle
    screen.toggle_panel("staff")
    step(window)
    assert {line.goal for line in screen._desk.battle.advice if line.goal >= 0} <= uncovered[0]


def test_the_free_part_of_the_map_ends_at_the_list(battle):
    window, screen, _session = battle
    before = window.scene.camera.margins[0]
    screen.toggle_panel("objectives")
    step(window)
    scale = screen._desk.kit.scale
    assert window.scene.camera.margins[0] >= screen.ui.list_right * scale > before > 0
    screen.ui.panel = ""
    step(window)
    assert window.scene.camera.margins[0] == before and screen.ui.list_right == 0.0


@pytest.mark.parametrize("three_d", [False, True])
def test_what_is_told_is_brought_beside_the_panels(scene, three_d):
    camera, grid = scene.camera, scene.grid
    camera.set_mode(three_d, at_once=True)
    camera.margins = (240, 40, 20, 60)
    hexes = [grid.parse(label) for label in ("3030", "3031", "3131")]
    camera.look_at(hexes[0], span=6.0)
    camera.pan(0.6, 0.0)
    assert not all(gaze.in_view(scene, hex_) for hex_ in hexes)
    span = camera.span
    gaze.uncover(scene, hexes, seconds=0.0)
    assert all(gaze.in_view(scene, hex_) for hex_ in hexes) and camera.span == span
    where = camera.x, camera.y
    gaze.uncover(scene, hexes[1:], seconds=0.0)
    assert (camera.x, camera.y) == where  # it could be seen


def test_what_is_far_apart_is_shown_no_smaller_than_it_can_be_read(scene):
    camera = scene.camera
    camera.margins = (240, 40, 20, 60)
    camera.look_at(scene.grid.parse("2020"), span=4.0)
    gaze.uncover(scene, [scene.grid.parse("2020"), scene.grid.parse("4040")], seconds=0.0)
    assert camera.px_per_hex == pytest.approx(gaze.SMALLEST, rel=0.02)


def test_nothing_moves_where_panels_leave_no_room(scene):
    camera = scene.camera
    camera.margins = (500, 40, 20, 60)
    where = camera.x, camera.y, camera.span
    gaze.uncover(scene, [scene.grid.parse("2020")], seconds=0.0)
    assert (camera.x, camera.y, camera.span) == where
