"""Orders on offer, against trying everything: on random ground, every path of three steps, every way back.

The rules search; these tests do not: they put each path there is to the one authority on legality.
"""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards_field import Field
from wab.systems.cards.fight.combat import targets
from wab.systems.cards.fight.movement import reach
from wab.systems.cards.fight.retreat import all_ways, choices
from wab.systems.cards.state.orders import Attack, Move, Retreat

LABELS = [Field({}).board.label(hex_) for hex_ in Field({}).board.field.hexes]
NEAR = ["E5", "D5", "F5", "D4", "E4", "F4", "D6", "E6", "C5", "G5", "E3", "D3", "F3", "E7", "D7", "F7", "C4", "C6"]
KINDS = ["infantry", "elite_infantry", "resistance", "armour", "elite_armour", "artillery"]
GROUND = ["forest", "bocage", "hill", "steep_hill", "town", "river", "lake", "beach", "ocean", "bluff", "cliff"]
WORKS = ["bunker", "bridge", "hedgehog", "wire", "sandbags", "dyke"]
CARDS = ["direct_from_hq", "infantry_assault", "behind_enemy_lines", "artillery_bombard"]

grounds = st.dictionaries(st.sampled_from(NEAR), st.sampled_from(GROUND), max_size=14)
works = st.dictionaries(st.sampled_from(NEAR), st.sampled_from(WORKS), max_size=6)
crowds = st.dictionaries(
    st.sampled_from([label for label in NEAR if label != "E5"]), st.sampled_from(["allies", "axis"]), max_size=5
)


def position(kind, terrain, obstacles, crowd, side="allies"):
    units = {"a": (side, kind, "E5")} | {label: (who, "infantry", label) for label, who in crowd.items()}
    return Field(units, terrain=terrain, obstacles=obstacles)


def paths(f, start, steps):
    """Every walk of up to so many steps, through anything on the way."""
    walks = [(start,)]
    for _ in range(steps):
        walks = [(*walk, hex_) for walk in walks for hex_ in f.board.adjacent[walk[-1]]]
        yield from walks


@pytest.mark.clause("CRD-4.3-1")
@pytest.mark.clause("CRD-4.3-17")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KINDS), grounds, works, crowds, st.sampled_from(CARDS))
def test_a_unit_reaches_what_some_legal_path_reaches(kind, terrain, obstacles, crowd, card):
    f = position(kind, terrain, obstacles, crowd).ordered("a", stage="move", card=card)
    unit, home = f.ids["a"], f.hex("E5")
    tried = {}
    for path in paths(f, home, 3):
        if f.why_not(Move(unit, path)) is None and path[-1] != home:
            tried.setdefault(path[-1], set()).add(path)
    found = reach(f.state, unit)
    assert set(found) == set(tried)
    for hex_, way in found.items():
        assert way.path in tried[hex_]
        shortest = min(len(path) for path in tried[hex_])
        assert way.spent >= len(way.path) - 1 >= shortest - 1
    moves = [order for order in f.offered() if isinstance(order, Move)]
    assert len(moves) == len(set(moves)) == len(found)


@pytest.mark.clause("CRD-4.3-3")
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(KINDS), grounds, works, crowds)
def test_the_way_on_offer_is_the_one_after_which_most_is_allowed(kind, terrain, obstacles, crowd):
    """If any legal path to a hex leaves the unit its attack, the path on offer does."""
    f = position(kind, terrain, obstacles, crowd).ordered("a", stage="move")
    unit, home = f.ids["a"], f.hex("E5")
    allowed = set()
    for path in paths(f, home, 3):
        if path[-1] != home and path[-1] not in allowed and f.why_not(Move(unit, path)) is None:
            twin = position(kind, terrain, obstacles, crowd).ordered("a", stage="move")
            twin.give_order(Move(unit, path))
            if not twin.state.tokens[unit].barred:
                allowed.add(path[-1])
    assert {hex_ for hex_, way in reach(f.state, unit).items() if way.may_attack} == allowed


@pytest.mark.clause("CRD-4.4.9-8")
@pytest.mark.clause("CRD-4.4.9-9")
@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(KINDS), grounds, works, crowds, st.integers(1, 3), st.sampled_from(["allies", "axis"]),
)  # fmt: skip
def test_every_way_back_and_no_other(kind, terrain, obstacles, crowd, flags, side):
    from wab.systems.cards.fight.obstacles import flags_ignored
    from wab.systems.cards.state.apply import apply
    from wab.systems.cards.state.events import RetreatDue

    f = position(kind, terrain, obstacles, crowd, side)
    unit = f.unit("a")
    ignorable = flags_ignored(f.state, unit)
    apply(f.state, RetreatDue(unit.id, flags, ignorable))
    back = f.board.back(side)
    most = f.board.kind(kind).retreat_per_flag[1] * flags
    walks = [(unit.hex,)]
    every = list(walks)
    for _ in range(most):
        walks = [(*walk, hex_) for walk in walks for hex_ in back[walk[-1]]]
        every += walks
    legal = {
        (path, ignore)
        for path, ignore in product(every, (False, True))
        if f.why_not(Retreat(path, ignore)) is None
    }  # fmt: skip
    assert legal == {(way.path, way.ignore) for way in all_ways(f.state)}
    assert legal
    lengths = {ignore: {len(path) - 1 for path, i in legal if i == ignore} for ignore in (False, True)}
    for ignore, found in lengths.items():
        due = flags - ignore
        if found and min(found) < due:
            assert len(found) == 1  # as far as it can, no less
    for way in choices(f.state):
        due = flags - way.ignore
        assert way.losses == max(0, due - (len(way.path) - 1))
        occupied = [f.state.at.get(hex_) for hex_ in way.path[1:]]
        assert occupied == [None] * len(occupied)
    assert len({way.path[-1] for way in choices(f.state)}) == len(choices(f.state))
    for way in all_ways(f.state):
        assert any(other.path[-1] == way.path[-1] and other.losses <= way.losses for other in choices(f.state))
    assert {path[-1] for path, _ in legal} == {way.path[-1] for way in choices(f.state)}


@pytest.mark.clause("CRD-4.4.1-8")
@pytest.mark.clause("CRD-4.4.2-1")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(KINDS), grounds, works, crowds)
def test_targets_are_all_that_may_be_attacked(kind, terrain, obstacles, crowd):
    f = position(kind, terrain, obstacles, crowd).ordered("a")
    unit = f.ids["a"]
    legal = {id_ for id_ in f.state.units if f.why_not(Attack(unit, id_)) is None}
    assert set(targets(f.state, unit)) == legal
    enemies = [u for u in f.state.units.values() if u.side == "axis"]
    near = {u.id for u in enemies if f.board.distance(u.hex, f.hex("E5")) == 1}
    assert legal <= (near or {u.id for u in enemies})
