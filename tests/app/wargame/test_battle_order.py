"""The order of battle: what its lists say, by values, and what clicks and keys do in them, in the offscreen window."""

import pytest

import wab
from tests.app.operations.table import Hotseat, shown
from tests.app.wargame import test_hex_front as bocage
from wab.app.hud.kit import Kit
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.play.archive import Seats
from wab.app.wargame.adapter.adapter import Still
from wab.app.wargame.adapter.pictures import Arrival, Echelon, Lost
from wab.app.wargame.troops import battle_order
from wab.app.wargame.troops.order_of_battle import lines
from wab.locale import language

battle = bocage.battle
GRAND = "operations/the-battle-of-normandy"


@pytest.fixture(scope="module")
def grand():
    return OperationsAdapter(Still(wab.new_game(GRAND, seed=1).view("allied")))


def test_own_troops_are_a_tree_of_corps_divisions_and_regiments(grand):
    with language("en"):
        rows = lines(grand, "own")
        corps = [row for row in rows if row.depth == 0]
        assert {"V Corps", "VII Corps", "XXX Corps"} <= {row.name for row in corps} and all(row.open for row in corps)
        assert sorted(unit for row in corps for unit in row.units) == sorted(grand.own_units()), "nobody is left out"
        first = next(row for row in rows if row.name == "1st Infantry Division")
        assert not first.open and first.depth == 1 and 0 < first.now <= first.full and first.energy is not None
        opened = lines(grand, "own", {first.key})
        place = [row.key for row in opened].index(first.key)
        below = opened[place + 1 : place + 1 + len(first.units)]
        assert {row.units[0] for row in below} == set(first.units) and all(row.leaf and row.note for row in below)


def test_of_the_enemy_only_what_is_known(grand):
    with language("en"):
        rows = lines(grand, "enemy")
        told = {unit for row in rows if row.depth == 0 for unit in row.units}
        assert told == {unit for unit in grand.units() if not grand.is_own(unit)}
        veiled = {unit for unit in told if grand.counter(unit).contact in ("detected", "recognised")}
        assert veiled, "this battle begins with contacts"
        unknown = next(row for row in rows if row.name == "Not identified")
        assert set(unknown.units) == veiled and unknown.full == 0


def test_who_is_to_come_stands_by_turn_and_formation_with_the_place(grand):
    with language("en"):
        rows = lines(grand, "arrivals")
        turns = [row for row in rows if row.depth == 0]
        numbers = [int(row.key.strip("/")) for row in turns]
        assert numbers == sorted(numbers) and len(numbers) > 5
        assert any(row.depth == 1 and not row.leaf and row.name.endswith("Division") for row in rows)
        assert all(row.hex is not None for row in rows)
        assert sum(1 for _ in grand.arrivals()) == sum(int(row.note.split()[0]) for row in turns), (
            "a turn counts all who come in it"
        )


class Toy(OperationsAdapter):
    """One unit has been lost, and a lone unit comes."""

    def arrivals(self):
        v = (Echelon("v", "V Corps"),)
        return [Arrival(3, "9 June", 7, "Tanks", "allied", 5, "Vierville", True, v)]

    def lost(self):
        return [Lost(1, "Foes", "axis", "352nd"), Lost(2, "Ours", "allied")]


def test_the_lost_of_both_sides_are_listed_our_own_first():
    with language("en"):
        toy = Toy(Still(wab.new_game("operations/to-the-sea", seed=1).view("allied")))
        assert [row.name for row in lines(toy, "lost")] == ["Allies", "Ours", "Axis", "Foes"]
        turn, lone = lines(toy, "arrivals")
        assert turn.name == "turn 3 · 9 June" and lone.leaf and lone.note == "Vierville · waits for room"


# ------------------------------------------------------------------------------------------------- in the window


@pytest.fixture
def large(window, scene, monkeypatch):
    session = Hotseat(wab.new_game(GRAND, seed=7), Seats("allied", {}))
    with shown(window, session) as screen:
        monkeypatch.setattr(window.hud, "scale", 0.35)
        screen.ui.hints_off = True
        window.step(0.05)
        yield window, screen


def keys(window, screen, *names):
    for name in names:
        assert screen.on_key(name, False, False), f"{name} means nothing"
        window.step(0.05)


def test_keys_open_it_choose_a_line_and_go_there(large):
    window, screen = large
    keys(window, screen, "f", "arrow_down", "arrow_down")
    rows = lines(screen.adapter, "own", screen.ui.toggled)
    assert screen.ui.panel == battle_order.NAME and screen.ui.chosen == rows[1].key
    assert screen.ui.marked == rows[1].units
    keys(window, screen, "arrow_right")
    assert lines(screen.adapter, "own", screen.ui.toggled)[1].open
    keys(window, screen, "arrow_left", "enter")
    for _ in range(4):
        window.step(0.2)
    scene = window.scene
    places = [scene.project(screen.adapter.where(unit)) for unit in rows[1].units]
    assert any(0 < x < window.hud.width and 0 < y < window.hud.height for x, y in places)
    keys(window, screen, "tab")
    assert screen.ui.tab == "enemy" and not screen.ui.marked
    keys(window, screen, "escape")
    assert screen.ui.panel == ""


def test_the_key_of_reinforcements_opens_their_list_and_enter_goes_to_the_place_of_entry(large, monkeypatch):
    window, screen = large
    keys(window, screen, "r")
    assert (screen.ui.panel, screen.ui.tab) == (battle_order.NAME, "arrivals")
    gone = []
    monkeypatch.setattr(screen, "jump", gone.append)
    keys(window, screen, "arrow_down", "enter")
    assert gone == [lines(screen.adapter, "arrivals")[0].hex]
    keys(window, screen, "r")
    assert screen.ui.panel == ""


def test_a_chosen_line_is_ringed_on_the_map_near_and_far(large, monkeypatch):
    window, screen = large
    keys(window, screen, "f", "arrow_down", "arrow_down")
    rings, outline = [], Kit.outline
    monkeypatch.setattr(
        Kit, "outline", lambda kit, box, *rest: (rings.append((box, rest)), outline(kit, box, *rest))[1]
    )
    for far in (True, False):
        if not far:
            screen.go_to(screen.ui.marked)
            for _ in range(4):
                window.step(0.2)
        else:
            window.scene.camera.fit()
            window.step(0.05)
        assert window.scene.formations.shown is far
        rings.clear()
        window.step(0.05)
        assert any(len(rest) > 2 and rest[1:] == (7, 2.5) for _box, rest in rings)


def test_a_system_without_formations_has_the_same_panel(battle, words):
    window, screen, session = battle
    screen.on_key("f", False, False)
    window.step(0.05)
    names = {session.game.state.board.roster[unit].name for unit in screen.adapter.own_units()}
    assert names & set(words)
