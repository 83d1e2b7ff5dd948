"""The verdict in the panel of an attack, the second Enter, and the card of a combat that was fought."""

from __future__ import annotations

import pytest

import wab
from tests.app.operations.table import Hotseat
from tests.app.operations.test_interaction import seat
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Mode
from wab.app.operations.looks.fought import outcome_of
from wab.app.play.archive import Seats
from wab.app.wargame.attack import card
from wab.systems.operations.combat.combat import main_attacker
from wab.systems.operations.state.orders import Attack

OMAHA = "cliffs-and-shingle"


def click(screen, label):
    screen.interaction.click(screen.view.board.grid.parse(label))


def unit_named(view, name):
    return next(unit.id for unit in view.own_units() if view.profile(unit.id).name == name)


def planned(screen, name, label):
    """The attack of one unit alone on a hex, as the panel shows it."""
    screen.interaction.select(unit_named(screen.view, name))
    click(screen, label)
    screen.interaction.plan = screen.interaction.plan.open(
        screen.view, screen.view.board.grid.parse(label), screen.interaction.units
    )


def test_the_panel_says_the_word_and_asks_twice(opened):
    screen, session, drawn = opened(OMAHA)
    click(screen, "4930")
    click(screen, "5030")
    drawn.frame()
    told = ("Poor", "hex won 8 in 100", "We lose 5.0 points for 1.4 of theirs.", "5 in 100", "Attack all the same")
    for words in (*told, "The 743rd Tank", "A second Enter confirms."):
        assert drawn.has(words), words
    records = len(session.game.journal)
    drawn.frame(press="attack-yes")
    assert len(session.game.journal) == records and drawn.has("Once more, and the attack goes out.")
    drawn.frame(press="attack-yes")
    assert len(session.game.journal) == records + 1


def test_a_button_lets_a_unit_join_and_the_order_turns_golden(opened):
    screen, session, drawn = opened(OMAHA)
    click(screen, "4930")
    click(screen, "5030")
    drawn.frame()
    assert drawn.has("One more could join") and drawn.has("With the Ranger Group: 3:1, hex won 42 in 100.")
    assert drawn.has("From poor to even.")
    drawn.frame(press="attack-join")
    assert unit_named(screen.view, "Ranger Group") in screen.interaction.plan.units
    assert drawn.has("Even") and not drawn.has("Attack all the same") and not drawn.has("could join")
    records = len(session.game.journal)
    drawn.frame(press="attack-yes")
    assert len(session.game.journal) == records + 1, "even odds ask once"


def test_a_switch_leaves_the_second_enter_out(opened, monkeypatch):
    screen, session, drawn = opened(OMAHA)
    monkeypatch.setattr(drawn.window, "asks_twice", False)
    click(screen, "4930")
    click(screen, "5030")
    records = len(session.game.journal)
    drawn.frame()
    assert not drawn.has("A second Enter confirms.")
    drawn.frame(press="attack-yes")
    assert len(session.game.journal) == records + 1


def test_units_of_a_stack_join_by_themselves_where_they_raise_the_word():
    hand = Interaction(seat(f"operations/{OMAHA}"))
    view = hand.view
    tanks, infantry = (unit_named(view, name) for name in ("743rd Tank Battalion", "116th Infantry"))
    hand.select(infantry)
    hand.click(view.board.grid.parse("5030"))
    assert hand.plan.units == {infantry, tanks}
    hand.toggle(tanks)
    assert hand.plan.units == {infantry}, "the player has the last word"


def test_the_badge_on_the_map_carries_the_word(opened):
    screen, _session, drawn = opened(OMAHA)
    click(screen, "4930")
    screen.interaction.hover(screen.view.board.grid.parse("5030"))
    drawn.frame()
    assert drawn.has("Poor")


# ------------------------------------------------------------------------------------------------- the card


def wait_for_card(screen, drawn):
    for _frame in range(60):
        if screen.results.waits:
            break
        drawn.window.step(0.5)
    drawn.frame()


def fight_a_disaster(screen, drawn):
    """An attack at 1 to 3 on the beach: poor odds ask for a second Enter."""
    planned(screen, "16th Infantry", "4833")
    screen.on_key("enter", False, False)
    screen.on_key("enter", False, False)
    wait_for_card(screen, drawn)


def test_a_disaster_waits_for_enter_and_says_all(opened):
    screen, _session, drawn = opened(OMAHA, seed=1944)
    fight_a_disaster(screen, drawn)
    for words in ("A disaster", "The attack at 1 to 3 failed.", "1:3", "\u22128 : 0", "16th Infantry", "destroyed",
                  "no loss", "The enemy keeps the hex.", "As bad as this or worse: 17 in 100."):  # fmt: skip
        assert drawn.has(words), words
    box = drawn.window.kit.covered["result"]
    place = drawn.window.scene.project(screen.results.card.hexes[0])
    x, y = (pixel / drawn.window.hud.scale for pixel in place)
    assert not (box.x < x < box.right and box.y < y < box.bottom), "the card lies beside the fight"
    screen.on_key("enter", False, False)
    drawn.frame()
    assert not screen.results.waits and not drawn.has("The attack at 1 to 3 failed.")
    assert drawn.has("A disaster"), "a tag on the map keeps the result"


def test_the_card_comes_before_the_question_of_an_advance(opened):
    for seed in range(30):
        screen, session, drawn = opened(OMAHA, seed=seed)
        click(screen, "4932")
        click(screen, "4833")
        screen.interaction.tick_all()
        screen.on_key("enter", False, False)
        if session.view.phase == "advance":
            break
    assert session.view.phase == "advance"
    wait_for_card(screen, drawn)
    assert screen.results.card.headline in ("won", "through", "costly")
    assert any("may advance." in words for words in screen.results.card.ground)
    assert not any(name.startswith("advance") for name in drawn.parts)
    drawn.frame(press="result-on")
    assert screen.interaction.mode is Mode.ADVANCE and any(name.startswith("advance") for name in drawn.parts)


def test_the_card_makes_room_for_the_question_before_a_turn_ends(opened):
    screen, _session, drawn = opened(OMAHA, seed=1944)
    fight_a_disaster(screen, drawn)
    assert screen.results.waits and "result" in drawn.window.kit.covered
    drawn.frame(press="end-turn")
    drawn.frame()
    assert screen.interaction.question is not None and "result" not in drawn.window.kit.covered


@pytest.fixture
def fought():
    """An attack of the Allies as both sides saw it: by side the events, the view before them and the view after."""
    session = Hotseat(wab.new_game(f"operations/{OMAHA}", seed=1944), Seats("allied", {}))
    game = session.game
    view = game.view("allied")
    unit, target = unit_named(view, "16th Infantry"), view.board.grid.parse("4833")
    before = {side: game.view(side) for side in ("allied", "axis")}
    game.play(Attack((unit,), target, main_attacker(view.position, (unit,))))
    after = {side: game.view(side) for side in before}
    return {side: (game.journal[-1].events, before[side], after[side]) for side in before}


def test_the_defender_reads_the_same_combat_mirrored(fought, english):
    ours, theirs = (outcome_of(after, before, events) for events, before, after in fought.values())
    assert card.headline_of(ours) == ("A disaster", "bad")
    assert card.headline_of(theirs) == ("Their attack is broken", "good")
    assert "We lose 8 hit points, the enemy nothing." in ours.sentence
    assert "We lose nothing, the enemy 8 hit points." in theirs.sentence
    assert [toll.ours for toll in ours.tolls] == [True, False] == [toll.ours for toll in theirs.tolls]
    assert theirs.chains[0].links[-1].value == "0 : \u22128" and theirs.chains[0].links[0].dice == (1, 1)


def test_a_card_of_the_enemy_goes_by_itself(opened):
    screen, session, drawn = opened(OMAHA, side="axis", seed=1944)
    view = session.game.view("allied")
    unit, target = unit_named(view, "16th Infantry"), view.board.grid.parse("4833")
    session.play_for_enemy(Attack((unit,), target, main_attacker(view.position, (unit,))))
    for _frame in range(60):
        if screen.results.card is not None:
            break
        drawn.window.step(0.2)
    drawn.frame()
    assert drawn.has("Their attack is broken") and not screen.results.waits
    assert "result-on" not in drawn.parts
    for _frame in range(15):
        drawn.window.step(0.2)
    drawn.frame()
    assert screen.results.card is None and not drawn.has("Their attack is broken")
