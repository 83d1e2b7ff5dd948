"""The player's hands: cards, units and hexes that are pointed at become orders. No window here."""

from __future__ import annotations

import pytest

import wab
from ai.agents import make_agents
from tests.app.cards.games import battle, deal, hands, hex_of, put, throw_with, unit_in
from wab.app.cards.screen.battle import highlights
from wab.app.cards.screen.replay import after
from wab.app.cards.table.presenter import table, unit_spec
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.systems import get_system
from wab.systems.cards.state.orders import Ambush, Attack, Done, OrderUnit, PlayCard, Strike, TakeGround

TWO = Seats("allies", people=("allies", "axis"))


def take_up(hand, key):
    """Take up a card of the hand by its key."""
    hand.choose(next(card for card in hand.hand() if card.key == key))


def face(session: Session, unit: int) -> str:
    """The token next to a unit as the table shows it."""
    return unit_spec(session.view, session.view.unit(unit)).token


def test_a_card_is_taken_up_with_one_click_and_played_with_a_second() -> None:
    session = battle("probe_center", "attack_left")
    hand = hands(session)
    take_up(hand, "probe_center")
    assert session.view.phase == "card" and hand.held is not None
    take_up(hand, "probe_center")
    assert session.view.phase == "order"
    assert [play.card for play in session.view.play] == ["probe_center"]


def test_a_card_that_cannot_be_played_says_why() -> None:
    session = battle("ambush", "probe_left")
    hand = hands(session)
    take_up(hand, "ambush")
    assert hand.held is None and hand.told
    assert session.view.phase == "card"


def test_a_card_for_a_section_of_choice_asks_for_it() -> None:
    session = battle("infantry_assault", "probe_left")
    hand = hands(session)
    take_up(hand, "infantry_assault")
    take_up(hand, "infantry_assault")
    assert session.view.phase == "card" and "section" in hand.told.lower()
    hand.play_held("right")
    assert session.view.play[0].section == "right"


@pytest.mark.clause("CRD-5-2")
def test_as_many_tokens_are_given_out_as_units_may_be_ordered() -> None:
    session = battle("probe_center", "assault_right")
    hand = hands(session)
    hand.give(PlayCard("probe_center"))
    assert hand.tokens() == 2
    other = battle("probe_center", "assault_right")
    hand = hands(other)
    hand.give(PlayCard("assault_right"))
    assert hand.tokens() == 3  # the three companies of the parachute battalion


@pytest.mark.clause("CRD-5-1", "CRD-5-3", "CRD-5-4")
def test_an_ordered_unit_shows_the_move_face_and_after_its_move_the_attack_face() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    hand.give(PlayCard("attack_center"))
    unit = unit_in(session, "E6")
    assert face(session, unit) == ""
    hand.click(hex_of(session, "E6"))
    assert face(session, unit) == "move"
    hand.give(Done())
    hand.click(hex_of(session, "E6"))
    assert hand.unit == unit
    goal = next(hex_ for hex_ in hand.moves() if hex_ not in hand.barred())
    hand.click(goal)
    assert session.view.unit(unit).hex == goal
    token = session.view.position.tokens.get(unit)
    assert token is None or face(session, unit) in ("attack", "")
    assert token is not None and token.face == ("attack" if session.view.phase == "attack" else token.face)


@pytest.mark.clause("CRD-5-4")
def test_who_does_not_move_may_still_attack() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    put(session, unit_in(session, "F7"), "F4")
    hand.give(PlayCard("attack_center"))
    unit = unit_in(session, "F4")
    hand.click(hex_of(session, "F4"))
    hand.give(Done())
    assert face(session, unit) == "move"
    hand.done()
    hand.done()  # asked twice, since it could still move
    assert session.view.phase == "attack" and face(session, unit) == "attack"


@pytest.mark.clause("CRD-5-5")
def test_a_move_that_costs_the_attack_takes_the_token_away_and_is_shown_before() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    hand.give(PlayCard("attack_center"))
    first, second = unit_in(session, "F7"), unit_in(session, "E6")
    for label in ("F7", "E6"):
        hand.click(hex_of(session, label))
    hand.give(Done())
    hand.click(session.view.unit(first).hex)
    far = min(hand.barred())
    assert far in hand.moves()
    hand.click(far)
    spec = unit_spec(session.view, session.view.unit(first))
    assert (spec.token, spec.veiled) == ("", True)
    assert face(session, second) == "move"


@pytest.mark.clause("CRD-5-6")
def test_a_unit_that_has_attacked_has_no_token_and_at_the_end_nobody_has() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    put(session, unit_in(session, "F7"), "F4")
    hand.give(PlayCard("attack_center"))
    unit, target = unit_in(session, "F4"), unit_in(session, "F3")
    hand.give(OrderUnit(unit))
    hand.give(Done())
    hand.give(Done())
    assert session.view.phase == "attack"
    hand.click(hex_of(session, "F4"))
    hand.click(hex_of(session, "F3"))
    assert hand.aim == target and session.view.phase == "attack"  # the dice are looked at before they are rolled
    hand.click(hex_of(session, "F3"))
    assert session.view.phase != "attack" or face(session, unit) == ""
    if session.view.phase == "ground":
        hand.give(TakeGround(False))
    assert all(unit_spec(session.view, one).token != "attack" for one in session.view.own_units() if one.id == unit)


def test_ending_a_step_with_something_left_to_do_is_asked_twice() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    hand.give(PlayCard("attack_center"))
    hand.click(hex_of(session, "E6"))
    hand.done()
    assert session.view.phase == "move"
    hand.done()
    assert session.view.phase == "move" and hand.told
    hand.done()
    assert session.view.phase != "move"


def test_all_units_are_ordered_at_once_where_there_is_no_choice_among_them() -> None:
    session = battle("assault_right", "probe_center")
    hand = hands(session)
    hand.give(PlayCard("assault_right"))
    count = len(hand.selectable())
    assert count == 3 and hand.may_order_all()
    hand.order_all()
    assert len(session.view.position.tokens) == 3
    other = battle("assault_right", "probe_center")
    hand = hands(other)
    hand.give(PlayCard("probe_center"))
    assert len(hand.selectable()) > 2 and not hand.may_order_all()  # two of them have to be chosen
    third = battle("general_advance", "probe_center")
    hand = hands(third)
    hand.give(PlayCard("general_advance"))  # six orders are enough for all, but not three for one section
    assert not hand.may_order_all()


def test_what_was_ordered_can_be_taken_back_until_dice_roll() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    hand.give(PlayCard("attack_center"))
    hand.click(hex_of(session, "E6"))
    hand.undo()
    assert not session.view.position.tokens
    hand.undo()
    assert session.view.phase == "card"
    hand.undo()
    assert hand.told  # nothing more to take back: it says so


def test_a_unit_of_another_section_says_why_it_is_not_ordered() -> None:
    session = battle("probe_center", "probe_left")
    hand = hands(session)
    hand.give(PlayCard("probe_center"))
    hand.click(hex_of(session, "L8"))
    assert "CRD-4.2-1" in hand.told
    assert not session.view.position.tokens


def test_a_unit_on_a_section_line_is_asked_through_which_section_it_is_ordered() -> None:
    session = battle("recon_in_force", "probe_left")
    hand = hands(session)
    put(session, unit_in(session, "F7"), "D8")
    hand.give(PlayCard("recon_in_force"))
    hand.click(hex_of(session, "D8"))
    assert hand.asking == unit_in(session, "D8")
    ways = [order for order in hand.of(OrderUnit) if order.unit == hand.asking]
    assert {way.section for way in ways} == {"left", "center"}
    hand.give(ways[0])
    assert hand.asking is None and len(session.view.position.tokens) == 1


def test_everything_can_be_done_with_keys() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    take_up(hand, "attack_center")
    hand.confirm()
    assert session.view.phase == "order"
    hand.next_thing()
    hand.confirm()
    assert len(session.view.position.tokens) == 1
    hand.cancel()
    hand.confirm()
    assert session.view.phase == "move"
    hand.next_thing()
    assert hand.unit is not None
    before = session.view.unit(hand.unit).hex
    unit = hand.unit
    for key in "yugjbn":
        hand.cursor = before
        hand.point(key)
        if hand.cursor in hand.moves():
            break
    hand.confirm()
    assert session.view.unit(unit).hex != before


def to_close_combat(session: Session) -> None:
    """The allies attack in close combat, and the other seat is asked for an ambush."""
    put(session, unit_in(session, "F7"), "F4")
    session.play(PlayCard("attack_center"))
    session.play(OrderUnit(unit_in(session, "F4")))
    session.play(Done())
    if session.view.phase == "move":
        session.play(Done())
    session.play(Attack(unit_in(session, "F4"), unit_in(session, "F3")))


@pytest.mark.clause("CRD-C.ambush-7")
@pytest.mark.parametrize("held", [True, False])
def test_with_two_persons_the_screen_is_handed_over_whether_ambush_is_held_or_not(held: bool) -> None:
    session = battle("attack_center", "probe_left", seats=TWO)
    deal(session, "axis", ["ambush", "probe_right"] if held else ["probe_center", "probe_right"])
    session.take_seat()
    to_close_combat(session)
    assert (session.waiting, session.game.phase) == ("axis", "ambush")
    session.take_seat()
    assert [order.play for order in hands(session).of(Ambush)].count(True) == held
    session.play(Ambush(play=False))
    assert session.waiting in ("allies", None) or session.covered


@pytest.mark.clause("CRD-C.ambush-7")
def test_a_standing_order_answers_for_the_rest_of_the_turn_and_no_longer() -> None:
    session = battle("attack_center", "probe_left", seats=TWO)
    deal(session, "axis", ["ambush", "probe_right"])
    session.take_seat()
    put(session, unit_in(session, "E6"), "G2")
    put(session, unit_in(session, "F7"), "F4")
    session.play(PlayCard("attack_center"))
    for label in ("F4", "G2"):
        session.play(OrderUnit(unit_in(session, label)))
    session.play(Done())
    session.play(Done())
    patrol = unit_in(session, "F2")
    throw_with(session, 2)
    session.play(Attack(unit_in(session, "F4"), unit_in(session, "F3")))
    session.take_seat()
    hands(session).give(Ambush(play=False), throughout=True)
    asked = sum(isinstance(record.order, Ambush) for record in session.game.journal)
    assert asked == 1
    while session.game.phase != "attack":  # any decision that the dice left
        if session.waiting:
            session.take_seat()
        session.play(next(iter(session.game.legal_orders())))
    if session.waiting:
        session.take_seat()
    attack = Attack(unit_in(session, "G2"), patrol)
    assert attack in session.view.legal_orders()
    session.play(attack)
    assert session.game.phase != "ambush"
    assert sum(isinstance(record.order, Ambush) for record in session.game.journal) == 2


def test_a_retreat_is_decided_in_sight_of_both_with_the_hand_covered() -> None:
    session = battle("barrage", "probe_left", seats=TWO)
    session.take_seat()
    target = unit_in(session, "F3")
    session.play(PlayCard("barrage"))
    for seed in range(60):
        twin = session.game.copy()
        twin.state.dice = type(twin.state.dice)(seed)
        twin.play(Strike((target,)))
        if twin.phase == "retreat":
            break
    throw_with(session, seed)
    session.play(Strike((target,)))
    assert session.game.to_act == "axis" and session.waiting is None
    assert session.covered and session.view.seat == "axis" and session.seat == "allies"
    hand = hands(session)
    hand.refresh()
    hand.click(next(iter(hand.retreats())))
    assert session.view.seat == session.seat == "allies"
    assert session.waiting == "axis"  # whose turn it is now: for that the screen is handed over


def test_cards_of_the_other_side_are_never_in_the_hand_that_is_shown() -> None:
    session = battle("probe_center", "probe_left")
    assert [held.key for held in hands(session).hand()] == ["probe_center", "probe_left"]
    assert "" not in [held.key for held in hands(session).hand()]
    axis = session.game.view("axis")
    assert "probe_left" not in axis.position.hands["allies"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", [info.id for info in get_system("cards").scenarios()])
def test_a_replay_ends_where_the_view_says(scenario: str) -> None:
    """The picture that events make, one after the other, is the table that the view shows at the end."""
    game = wab.new_game(scenario, seed=11)
    players = make_agents({"allies": "random", "axis": "random"}, "cards", 11)
    spec = table(game.view("allies"))  # type: ignore[arg-type]
    for _ in range(250):
        actor = game.to_act
        if actor is None:
            break
        for event in game.play(players[actor].decide(game.view(actor))):
            spec = after(spec, event, game.state.board)
        view = table(game.view("allies"))  # type: ignore[arg-type]
        assert {unit.key: unit for unit in spec.units} == {unit.key: unit for unit in view.units}
        assert {(one.hex, one.kind) for one in spec.obstacles} == {(one.hex, one.kind) for one in view.obstacles}
        assert set(spec.objectives) == set(view.objectives)
        counts = [[sorted(medal.what for medal in track.medals) for track in one.tracks] for one in (spec, view)]
        assert counts[0] == counts[1]
    assert game.turn > 2


# ------------------------------------------------------------------------------------------------- what may be done


def test_a_card_that_is_taken_up_lights_the_units_that_it_could_order() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    assert highlights(hand).units == frozenset()
    take_up(hand, "probe_left")
    lit = highlights(hand).units
    left = {unit.hex for unit in session.view.own_units() if "left" in session.view.board.sections(unit.hex, "allies")}
    assert lit == left and lit
    take_up(hand, "probe_left")
    assert set(hand.selectable()) == lit
    session.undo()
    take_up(hand, "attack_center")
    assert highlights(hand).units != lit
    hand.cancel()
    assert highlights(hand).units == frozenset()


def test_a_card_for_a_general_lights_units_of_his_command_when_he_is_named() -> None:
    session = battle(scenario="cards/omaha-beach-double-board")
    while session.game.phase != "give":
        session.game.play(next(iter(session.game.legal_orders())))
    deal(session, "allies", ("move_out", "probe_left", "attack_left"))
    hand = hands(session)
    take_up(hand, "move_out")
    everybody = frozenset(hand.liftable())
    hand.general = "left"
    lit, board = frozenset(hand.liftable()), session.view.board
    assert lit and lit < everybody
    assert all("left" in board.commands(hex_, "allies") for hex_ in lit)


@pytest.mark.clause("CRD-A2.10-4")
def test_no_hex_of_the_sea_is_shown_as_a_place_to_attack_from() -> None:
    session = battle("assault_right", "probe_left", scenario="cards/omaha-beach")
    hand = hands(session)
    hand.give(PlayCard("assault_right"))
    for order in hand.of(OrderUnit):
        hand.give(order)
    if session.view.phase == "order":
        hand.give(Done())
    board, at_sea = session.view.board, 0
    for unit in sorted(session.view.position.tokens):
        hand.unit = unit
        wet = frozenset(hex_ for hex_ in hand.moves() if board.terrain[hex_] == "ocean")
        assert wet <= highlights(hand).no_attack
        at_sea += len(wet)
    assert at_sea > 2


@pytest.mark.clause("CRD-4.2-5")
def test_the_counts_say_what_may_still_be_ordered_and_not_what_the_card_would_allow() -> None:
    """General Advance allows two in each section; on the right no unit is left."""
    session = battle("general_advance", "probe_left")
    hand = hands(session)
    for unit in session.view.own_units():
        if "right" in session.view.board.sections(unit.hex, "allies"):
            session.game.state.take(unit.id)
    session.game.state.version += 1
    session.game._version += 1
    hand.give(PlayCard("general_advance"))
    left = session.view.orders_by_section
    assert left["right"] == 0 and hand.tokens() == session.view.more_orders == sum(left.values()) < 6
    assert len(hand.selectable()) > hand.tokens() == hand.left_over()
    assert not hand.may_order_all()
