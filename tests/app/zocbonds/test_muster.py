"""Pages of units off the map: who is in which box, where each may come, and what a page leaves to the rules."""

from types import SimpleNamespace

import pytest

from tests.rules.zocbonds.field import ids, position
from wab.app.wargame.muster.pages import why_not
from wab.app.zocbonds.hand import muster
from wab.app.zocbonds.panels import muster_heads
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.movement import entries, landings
from wab.systems.zocbonds.state.orders import BuySupply, Enter, Land, Mobilise, Replace
from wab.systems.zocbonds.state.state import Mulberry

pytestmark = pytest.mark.usefixtures("english")

BEACHES = {"us_1_esb_utah": "2814", "us_5_esb_omaha": "2620"}


def looking_on(state, side=None):
    """Return what a side sees of a position, with the orders that the rules offer."""
    seat = SYSTEM.to_act(state)

    def legal(unit=None):
        return [order for group in SYSTEM.groups(state, unit) for order in group]

    return SimpleNamespace(
        position=state, side=side or seat, seat=side or seat, to_act=seat, phase=SYSTEM.phase(state),
        legal_orders=legal, why_not=lambda order: SYSTEM.why_not(state, order),
    )  # fmt: skip


def in_britain(*keys, **now):
    """Units that wait in Britain, with two US beaches open."""
    empty = position({})
    boxes = {"britain": ids(empty, *keys)}
    points = {"points": {"us": 6, "commonwealth": 6}}
    return position(BEACHES, boxes=boxes, player="allied", **points | now)


def boxes(view, tab):
    return {group.title: group for group in muster.groups(view, tab)}


def test_britain_lies_by_division_with_what_each_unit_costs():
    state = in_britain("us_2id_9", "us_2id_23", "us_2ad_cca", "uk_43id_129")
    found = boxes(looking_on(state), "landings")
    assert list(found) == ["2nd Armored Division", "2nd Infantry Division", "43rd (Wessex) Infantry Division"]
    division = found["2nd Infantry Division"]
    assert [cell.caption for cell in division.cells] == ["3", "3"] and division.note == "6 reinforcement points"
    for group in found.values():
        for cell in group.cells:
            assert cell.caption == str(landings.price(state, cell.unit))


def test_a_unit_is_ready_only_where_its_army_has_an_open_beach():
    state = in_britain("us_2id_9", "uk_43id_129")
    view = looking_on(state)
    ready = {cell.unit: cell.ready for group in muster.groups(view, "landings") for cell in group.cells}
    own, british = ids(state, "us_2id_9") + ids(state, "uk_43id_129")
    assert ready == {own: True, british: False}
    assert {place.hex for place in muster.places(view, own, "landings")} == set(state.board.hexes(("2814", "2620")))
    assert why_not(muster.places(view, british, "landings")).code == "no-beach"


def test_a_place_is_an_order_that_the_rules_allow_or_says_why_not():
    state = in_britain("us_2id_9", beached={"utah": 3})
    view, unit = looking_on(state), ids(position({}), "us_2id_9")[0]
    found = {place.words: place for place in muster.places(view, unit, "landings")}
    full, free = found["Utah Beach"], found["Omaha Beach, Easy Red and Fox"]
    assert full.refusal.code == "beach-full" and free.refusal is None and free.note == "3 reinforcement points"
    assert free.order == Land((unit,), (state.board.hex("2620"),)) and SYSTEM.why_not(state, free.order) is None


def test_beaches_show_what_was_landed_there_today_and_which_are_open():
    state = in_britain(beached={"utah": 3}, mulberries={"us": Mulberry(9)})
    found = {shore.hex: shore for shore in muster_heads.shores(state)["us"] if shore.short != "Mulberry"}
    utah, closed = found[state.board.hex("2814")], found[state.board.hex("2719")]
    assert (utah.short, utah.used, utah.most, utah.open) == ("Utah", 3, 4, True)
    assert not closed.open and closed.note == "closed: no beach engineers"
    harbour = next(shore for shore in muster_heads.shores(state)["us"] if shore.short == "Mulberry")
    assert not harbour.open and harbour.note == "finished on turn 9"


def test_who_lacks_a_step_and_who_may_return_stand_in_boxes_of_their_own():
    state = position(
        {"us_4id_8": ("2614", {"steps": 2}), "us_4id_12": "2613"},
        phase="replacement", player="allied", replacements={"us_infantry": 2},
        boxes={"eliminated": ids(position({}), "us_4id_22"), "cadres": ids(position({}), "us_1id_16")},
    )  # fmt: skip
    found = boxes(looking_on(state), "replacements")
    told = {title: [(cell.unit, cell.caption) for cell in group.cells] for title, group in found.items()}
    of_ = state.board.ids
    assert told == {
        "On the map": [(of_["us_4id_8"], "2/3")],
        "Cadre box": [(of_["us_1id_16"], "0/3")],
        "Eliminated": [(of_["us_4id_22"], "0/3")],
    }
    assert muster.stocks(state, "allied") == (("US infantry", 2),) and not muster.stocks(state, "axis")


def test_each_kind_that_serves_a_unit_is_a_place_with_how_many_are_left():
    state = position(
        {"de_352id_914": ("1432", {"steps": 1})}, side="axis", player="axis", phase="replacement",
        replacements={"german_low/0": 1},
    )  # fmt: skip
    view, unit = looking_on(state), ids(position({}), "de_352id_914")[0]
    found = {place.order.kind: place for place in muster.places(view, unit, "replacements")}
    assert found["german_infantry"].refusal.code == "none-left"
    assert found["german_low/0"].note == "1 left" and isinstance(found["german_low/0"].order, Replace)


def test_supply_points_are_bought_from_the_page():
    state = position(
        {}, phase="replacement", player="allied", points={"us": 6}, mulberries={"us": Mulberry(done=True)},
        replacements={"us_infantry": 1},
    )  # fmt: skip
    found = muster.purchases(looking_on(state))
    assert [(place.words, place.note) for place in found] == [
        ("US First Army · 1 supply point", "3 reinforcement points"),
        ("US First Army · 2 supply points", "6 reinforcement points"),
    ]
    assert all(isinstance(place.order, BuySupply) for place in found)


def arriving(turn, held=None):
    """Germans that are due on some turns, on one of them."""
    on = position({})
    units = [unit for unit, due in entries.schedule(on.board).items() if due.turn in (3, 4)]
    boxes = {"arrivals": tuple(sorted(units))}
    return position({}, side="axis", player="axis", turn=turn, boxes=boxes, held=held or {})


def test_arrivals_lie_by_day_with_the_colour_of_their_zone():
    state = arriving(3)
    found = boxes(looking_on(state), "arrivals")
    assert list(found) == ["8 June 1944 · day 3", "9 June 1944 · day 4"]
    today, later = found.values()
    assert today.note == "due today" and all(cell.ready for cell in today.cells)
    assert not any(cell.ready for cell in later.cells)
    coming = entries.schedule(state.board)
    assert all((cell.tint, cell.caption) == (coming[cell.unit].entry,) * 2 for cell in today.cells)


def test_who_was_held_back_may_enter_in_the_next_zone_as_well():
    coming = entries.schedule(position({}).board)
    unit = next(unit for unit, due in coming.items() if due.turn == 3 and due.entry == "red")
    fresh, late = arriving(3), arriving(4, held={unit: 1})
    assert {place.note for place in muster.places(looking_on(fresh), unit, "arrivals")} == {"red"}
    view = looking_on(late)
    assert {place.note for place in muster.places(view, unit, "arrivals")} == {"blue", "red", "orange"}
    assert all(isinstance(place.order, Enter) for place in muster.places(view, unit, "arrivals"))
    assert boxes(view, "arrivals")["8 June 1944 · day 3"].note == "held back"
    assert muster.colours_open(fresh, unit) == ("red",) and muster.colours_open(late, unit) == ("blue", "red", "orange")


def test_a_division_mobilises_in_its_own_hexes():
    on = position({})
    unit = ids(on, "de_243id_920")[0]
    state = position({}, side="axis", player="axis", turn=3, boxes={"mobilisation/de_243id": (unit,)})
    view = looking_on(state)
    (group,) = muster.groups(view, "mobilisation")
    assert group.title == "243rd Infantry Division" and group.cells[0].ready
    found = muster.places(view, unit, "mobilisation")
    depots = state.board.hexes(("3302", "2803", "3105"))
    assert [place.order for place in found] == [Mobilise(unit, hex_) for hex_ in depots]


@pytest.mark.clause("ZOC-UI-2")
def test_the_turn_track_shows_dates_reinforcements_and_mulberries():
    state = arriving(3)
    state.changed(mulberries={"us": Mulberry(9), "commonwealth": Mulberry(9, destroyed=True)})
    days = muster_heads.track(state)
    assert [day.number for day in days] == list(range(6, 28)), "6 to 27 June"
    coming = entries.schedule(state.board)
    for day in days:
        assert day.due == sum(coming[unit].turn == day.turn for unit in state.box("arrivals"))
        assert day.harbours == (("us",) if day.turn == 9 else ())


def test_what_is_left_is_told_before_the_phase_ends():
    told = list(muster.left_over(looking_on(in_britain("us_2id_9"))))
    assert told == ["US First Army has 6 reinforcement points left for landings."]
    assert list(muster.left_over(looking_on(in_britain("us_2id_9", points={"us": 0})))) == []
    (sentence,) = muster.left_over(looking_on(arriving(3)))
    assert sentence.endswith("reinforcements can still enter.")


def test_the_page_that_opens_first_is_the_one_with_something_to_do():
    assert muster.first_tab(looking_on(arriving(3))) == "arrivals"
    assert muster.first_tab(looking_on(in_britain("us_2id_9"))) == "landings"
    assert muster.first_tab(looking_on(arriving(3), side="allied")) == "landings", "who looks on sees his own"
