"""A player whose units others have led away from its attack goes on with something else."""

from tests.online.play import TABLES, played

SEED = 1717378447978910515652926827696489978571700458022252676933997375994881978962
"""With it chance leads a unit away from the target between two orders of an attack."""


def test_an_attack_whose_units_were_led_away_is_given_up():
    orders = [game.journal[-1].order for game, seat in played(TABLES[0], 16, SEED) if seat]
    assert len(orders) == 16
