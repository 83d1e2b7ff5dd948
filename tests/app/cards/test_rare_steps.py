"""Steps that few battles have: exits, bombardments, risings; and every order on offer can be done by hand."""

from __future__ import annotations

import pytest

import wab
from ai.agents import make_agents
from tests.app.cards.games import battle, deal, hands, hex_of, put, unit_in
from wab.app.cards.front import FRONT
from wab.app.cards.hand.interaction import STRIKES, Interaction
from wab.app.cards.hand.ui import Desk, UiState
from wab.app.cards.looks.palette import TABLE, TABLE_COLOUR_BLIND
from wab.app.cards.panels import stage
from wab.app.cards.screen.battle import highlights
from wab.app.gfx.palettes import DEUTAN, STANDARD, Palette
from wab.app.pages.fronts import get_front
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.engine.kernel.orders import Order
from wab.locale import language
from wab.systems import get_system
from wab.systems.cards.state.orders import (
    Attack,
    Done,
    GiveCard,
    Move,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Retreat,
    Rise,
    Strike,
)

SCENARIOS = [info.id for info in get_system("cards").scenarios()]


def desk_of(session: Session, hand: Interaction) -> Desk:
    """Return what the panels read; nothing is drawn here."""
    return Desk(kit=None, interaction=hand, battle=session, ui=UiState(), commands=None)  # type: ignore[arg-type]


def labels(session: Session, hand: Interaction) -> list[str]:
    """The choices of the decision at hand."""
    with language("en"):
        return [choice.label for choice in stage.choices(desk_of(session, hand))]


def choose(session: Session, hand: Interaction, label: str) -> None:
    """Press a choice."""
    with language("en"):
        next(choice for choice in stage.choices(desk_of(session, hand)) if choice.label == label).do()


# ------------------------------------------------------------------------------------------------- everything


def can_be_given(session: Session, hand: Interaction, order: Order) -> bool:
    """Tell whether the player's hands come to an order: by the unit and the hex, the card or the choice."""
    hand.put_all_away()
    match order:
        case Move(unit=unit, path=path, leave=leave):
            hand.unit = unit
            return unit in hand.selectable().values() and path[-1] in (hand.leaves() if leave else hand.moves())
        case Attack(unit=unit):
            hand.unit = unit
            return unit in hand.selectable().values() and order in hand.attacks().values()
        case RemoveWire(unit=unit):
            hand.unit = unit
            return unit in hand.selectable().values() and "Remove the wire instead" in labels(session, hand)
        case OrderUnit(unit=unit):
            return unit in hand.selectable().values()
        case Retreat(path=path, ignore=ignore):
            hand.ignore = ignore
            return path[-1] in hand.retreats()
        case PlayCard():
            return any(order in hand.plays(held) for held in hand.hand())
        case GiveCard():
            return any(order in hand.gifts(held) for held in hand.hand())
        case Rise(hex=hex_):
            return hex_ in hand.rises()
        case Done():
            return True
    return bool(stage.choices(desk_of(session, hand)))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whatever_is_offered_can_be_given_by_hand(scenario: str) -> None:
    game = wab.new_game(scenario, seed=6)
    session = Session(game, Seats("allies", {}, game.seats), privacy=get_front("cards").privacy(game))
    hand = hands(session)
    players = make_agents({"allies": "random", "axis": "random"}, "cards", 6)
    for step in range(200):
        if game.outcome is not None:
            break
        session.update()
        if session.waiting:
            session.take_seat()
        if step % 3 == 0 and hand.phase not in STRIKES:
            for order in hand.orders:
                assert can_be_given(session, hand, order), order
        session.play(players[game.to_act].decide(game.view(game.to_act)))  # type: ignore[index]
    assert game.turn > 3


# ------------------------------------------------------------------------------------------------- exits


@pytest.fixture
def at_the_exit() -> tuple[Session, Interaction]:
    """Operation Cobra, with an ordered tank of the Allies next to the exit E1, about to move."""
    session = battle(scenario="cards/operation-cobra")
    while session.view.phase == "opening":
        session.play(next(iter(session.view.legal_orders())))
        while session.view.to_act == "axis":
            session.game.play(next(iter(session.game.legal_orders())))
    deal(session, "allies", ["attack_center", "probe_left"])
    tank = next(unit.id for unit in session.view.own_units() if unit.kind == "armour")
    put(session, tank, "E2")
    session.play(PlayCard("attack_center"))
    session.play(OrderUnit(tank))
    session.play(Done())
    hand = hands(session)
    hand.click(hex_of(session, "E2"))
    return session, hand


@pytest.mark.clause("CRD-S-4")
def test_a_click_on_an_exit_asks_whether_the_unit_leaves(at_the_exit: tuple[Session, Interaction]) -> None:
    session, hand = at_the_exit
    tank = unit_in(session, "E2")
    hand.click(hex_of(session, "E1"))
    assert session.view.unit(tank).hex == hex_of(session, "E2")
    assert labels(session, hand) == ["Leave the board", "Go there and stay"]
    choose(session, hand, "Leave the board")
    assert tank not in session.view.position.units
    assert session.view.medals["allies"].exits == 1


@pytest.mark.clause("CRD-S-4")
@pytest.mark.parametrize("again", ["click", "choice"])
def test_a_unit_may_stay_on_an_exit(at_the_exit: tuple[Session, Interaction], again: str) -> None:
    session, hand = at_the_exit
    tank, exit_ = unit_in(session, "E2"), hex_of(session, "E1")
    hand.click(exit_)
    if again == "click":
        hand.click(exit_)
    else:
        choose(session, hand, "Go there and stay")
    assert session.view.unit(tank).hex == exit_ and hand.exit is None


def test_another_hex_or_escape_puts_the_question_at_the_exit_away(at_the_exit: tuple[Session, Interaction]) -> None:
    session, hand = at_the_exit
    tank = unit_in(session, "E2")
    hand.click(hex_of(session, "E1"))
    assert hand.cancel() and hand.exit is None and hand.unit == tank
    hand.click(hex_of(session, "E1"))
    hand.click(hex_of(session, "E3"))
    assert session.view.unit(tank).hex == hex_of(session, "E3")


def test_a_hex_out_of_reach_says_what_stops_the_unit(at_the_exit: tuple[Session, Interaction]) -> None:
    session, hand = at_the_exit
    with language("en"):
        hand.click(hex_of(session, "G6"))
        assert "own hex to neighbours" not in hand.told
        assert "CRD-" in hand.told


# ------------------------------------------------------------------------------------------------- bombardments


def test_targets_of_a_bombardment_carry_their_dice_and_the_text_says_how_many_may_be_chosen() -> None:
    session = battle(scenario="cards/operation-cobra")
    hand = hands(session)
    due = session.view.strike
    assert due is not None
    with language("en"):
        words = stage.sentence(desk_of(session, hand))
    assert "Air Power" in words and "4 units" in words and "2 dice" in words
    first = sorted(hand.candidates())[0]
    hand.click(first)
    marks = highlights(hand)
    assert [(target.hex, target.dice) for target in marks.targets] == [(first, due.dice)]
    assert first not in marks.choice
    hand.give(Strike(hand.salvo))
    assert session.view.strike is None or session.view.strike.card.key == "barrage"


def test_the_attack_of_which_ambush_asks_is_marked() -> None:
    session = battle("attack_center", "probe_left", seats=Seats("axis", {}, ("allies", "axis")))
    deal(session, "axis", ["ambush", "probe_right"])
    put(session, unit_in(session, "F7"), "F4")
    shot = Attack(unit_in(session, "F4"), unit_in(session, "F3"))
    session.take_seat()
    for order in (PlayCard("attack_center"), OrderUnit(shot.unit), Done(), Done(), shot):
        session.play(order)
    session.take_seat()
    hand = hands(session)
    assert hand.phase == "ambush"
    assert highlights(hand).aim == (hex_of(session, "F4"), hex_of(session, "F3"))


# ------------------------------------------------------------------------------------------------- colours


@pytest.mark.parametrize("palette, colours", [(STANDARD, TABLE), (DEUTAN, TABLE_COLOUR_BLIND)])
def test_in_the_hud_a_side_has_the_colour_of_its_figures(palette: Palette, colours: object) -> None:
    for place, seat in enumerate(("allies", "axis/left")):
        tint = FRONT.side_tint(seat, palette)
        assert tint == colours.words[place]  # type: ignore[attr-defined]
        strongest = max(range(3), key=lambda part: colours.figures[place][part])  # type: ignore[attr-defined]
        assert max(range(3), key=lambda part: tint[part]) == strongest


def test_the_map_of_regiments_has_its_own_colours_for_the_colour_blind() -> None:
    assert get_front("operations").side_tint("axis", DEUTAN) == DEUTAN.hud.side[1]
