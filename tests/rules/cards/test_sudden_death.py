"""Sudden death (ledger CRD-A3-6): which hexes are looked at, when, and who counts in them."""

import pytest

from tests.cards_field import Field, medal
from wab.content.cards.scenario import Condition


def hotels(*units, places=("E3", "G3")):
    """Return the winner when a turn of the Allies ends, with a sudden death in each of some places."""
    found = tuple(medal("sudden_death", "allies", *labels.split(), condition=Condition()) for labels in places)
    others = {"m": ("allies", "infantry", "A9"), "n": ("axis", "infantry", "M1")}
    f = Field(dict(units) | others, medals=found, hands={"allies": ["recon_left"], "axis": ["recon_left"]})
    f.play("recon_left")
    f.end_turn()
    return f.state.result.winner if f.state.result else None


@pytest.mark.clause("CRD-A3-6")
def test_every_sudden_death_is_judged_at_the_end_of_the_turn():
    assert hotels(("a", ("allies", "infantry", "E3"))) == "allies"
    assert hotels(("a", ("allies", "infantry", "G3"))) == "allies", "the first one is not met, the second one is"
    assert hotels(("a", ("allies", "infantry", "F3"))) is None
    assert hotels(("a", ("allies", "infantry", "G3")), places=("E3 G3",)) == "allies", "any hex of it will do"


@pytest.mark.clause("CRD-A3-6")
def test_an_enemy_in_the_hex_does_not_fulfil_a_sudden_death():
    assert hotels(("x", ("axis", "infantry", "E3"))) is None
    assert hotels(("x", ("axis", "infantry", "E3")), ("a", ("allies", "infantry", "G3"))) == "allies"
