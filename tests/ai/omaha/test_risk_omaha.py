"""The exact risk of a step, against every order in which cards can be drawn."""

from fractions import Fraction
from itertools import permutations
from time import perf_counter

import pytest

from ai.omaha.risk import SECTORS, Situation, loss_chance
from tests.rules.omaha.printed import BOARD, CARDS, FIELDS, TABLES, at
from wab.content.omaha.loader import load_content
from wab.engine import Chance
from wab.systems.omaha.combat.artillery import Exposed
from wab.systems.omaha.combat.fire import Target, after, shooters, terms_of, volley
from wab.systems.omaha.state.steps import Force

SIX = [load_content().deck.cards[number] for number in (1, 8, 9, 13, 15, 25)]
PLACES = ["0617", "0618", "0718", "0719", "0619", "0720"]
"""Hexes on both sides of the boundary between the sectors."""


def situation(seed, units=9):
    chance = Chance(seed, "risk")
    forces = {
        hex_: Force("x", "m" if chance.below(2) else None)
        for position in FIELDS.positions.values()
        if position.wn or chance.below(2)
        for hex_ in position.hexes
    }
    symbols = ("circle", "diamond", "triangle")
    places = [at(label) for label in PLACES]
    targets = tuple(
        Target(n, places[chance.below(6)], symbols[chance.below(3)], 1 + chance.below(3), not chance.below(4))
        for n in range(units)
    )
    exposed = {
        sector: [
            Exposed(one.unit, one.symbol, not one.armoured, False, one.steps)
            for one in targets
            if BOARD.sector(one.hex) == sector
        ]
        for sector in SECTORS
    }
    alive = {sector: [75, 88, 105] for sector in SECTORS}
    return Situation(FIELDS, TABLES.fire, forces, targets, exposed, alive, terms_of(TABLES, 6))


def drawn_out(situation, units, draws):
    """Every end of one order of draws: (share, units after it), followed hit by hit."""
    if not draws:
        yield Fraction(1), units
        return
    (sector, card), rest = draws[0], draws[1:]
    firing = shooters(situation.fields, card, sector, situation.forces, situation.terms)
    stack = [(Fraction(1), ())]
    while stack:
        share, picks = stack.pop()
        found = volley(situation.fields, situation.table, firing, units, card.target, situation.terms, picks)
        if found.tie:
            stack += [(share / len(found.tie), (*picks, one)) for one in found.tie]
            continue
        left = {one.unit: one for one in units}
        for hit in found.hits:
            left[hit.unit] = after(left[hit.unit], hit.effect, situation.terms)
        left = {unit: one for unit, one in left.items() if one.steps}
        crowd = {one.hex: sum(other.steps for other in left.values() if other.hex == one.hex) for one in units}
        guns = situation.terms.guns and card.guns and sum(c in card.guns.calibres for c in situation.alive[sector])
        hit = []
        if guns and guns >= card.guns.least:
            able = [
                one
                for one in left.values()
                if BOARD.sector(one.hex) == sector
                and not one.spared
                and (one.symbol == card.target or crowd[one.hex] >= 5)
            ]
            able = [one for one in able if one.armoured] or able
            hit = [one for one in able if one.steps == max(other.steps for other in able)]
        for victim in hit or [None]:
            then = dict(left)
            if victim:
                then[victim.unit] = victim._replace(steps=victim.steps - 1, spared=True)
            now = tuple(one for one in then.values() if one.steps)
            for part, end in drawn_out(situation, now, rest):
                yield share * part / max(1, len(hit)), end


@pytest.mark.slow("follows every order of draws")
@pytest.mark.parametrize("seed", range(12))
def test_the_risk_on_a_pile_of_six_cards_is_that_of_all_draws(seed):
    here = situation(seed)
    orders = list(permutations(SIX, 2))
    losses = dict.fromkeys(range(len(here.targets)), Fraction(0))
    for east, west in orders:
        for share, end in drawn_out(here, here.targets, [("east", east), ("west", west)]):
            left = {one.unit: one.steps for one in end}
            for one in here.targets:
                losses[one.unit] += share * (left.get(one.unit, 0) < one.steps)
    for unit, lost in losses.items():
        assert loss_chance(here, unit, SIX) == lost / len(orders)
    assert any(0 < lost < len(orders) for lost in losses.values())


def test_nothing_is_risked_out_of_all_fields_and_a_pile_must_hold_the_cards_drawn():
    here = situation(0, units=1)
    far = here._replace(targets=(here.targets[0]._replace(hex=at("0101")),), exposed={})
    assert loss_chance(far, 0, []) == 0
    with pytest.raises(ValueError, match="pile holds 1"):
        loss_chance(here._replace(targets=(here.targets[0]._replace(hex=at("0719")),)), 0, SIX[:1])


def test_a_fire_card_takes_a_moment():
    chance = Chance(3, "speed")
    hexes = sorted({hex_ for position in FIELDS.positions.values() if position.wn for hex_ in position.dots})
    symbols = ("circle", "diamond", "triangle")
    many = tuple(Target(n, hexes[chance.below(len(hexes))], symbols[n % 3], 1 + n % 3) for n in range(40))
    here = situation(3)._replace(targets=many, exposed={})
    start = perf_counter()
    for card in CARDS:
        firing = shooters(here.fields, card, "east", here.forces, here.terms)
        volley(here.fields, here.table, firing, here.targets, card.target, here.terms)
    assert (perf_counter() - start) / len(CARDS) < 0.01
