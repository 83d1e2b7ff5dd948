"""The reason for an order, in the words that a person reads."""

from types import SimpleNamespace

import pytest

from ai.operations import reasons
from tests.ai.operations.scenes import picture_of, scene
from wab.locale import language
from wab.systems.operations.state.orders import Attack


@pytest.mark.parametrize(
    "aircraft, english, french",
    [
        (
            0,
            "Attack hex 0004 at 3:1: 58% chance of clearing it",
            "Attaquer l’hexagone 0004 à 3:1\u00a0: 58\u00a0% de chances d’en chasser l’ennemi",
        ),
        (1, "at 3:1 with 1 air unit: 58%", "à 3:1 avec 1 unité aérienne\u00a0: 58\u00a0%"),
        (2, "at 3:1 with 2 air units: 58%", "à 3:1 avec 2 unités aériennes\u00a0: 58\u00a0%"),
    ],
)
def test_an_attack_is_told_with_its_odds_and_who_flies(aircraft, english, french):
    builder = scene()
    builder.place("infantry", hex=3)
    builder.place("infantry", hex=4, side="axis")
    flying = tuple(builder.squadron() for _ in range(aircraft))
    order = Attack((1,), 4, 3, flying)
    package = SimpleNamespace(order=order, odds=SimpleNamespace(final_ratio="3:1"), clears=0.58, value=2.0)
    told = reasons.attack(picture_of(builder), package).text
    with language("en"):
        assert english in str(told)
    with language("fr"):
        assert french in str(told)
