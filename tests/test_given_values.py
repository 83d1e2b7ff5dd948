"""Values that a program gives to `new_game`: of any type, they either start a game that its save gives back, or
none.
"""

from enum import Enum, IntEnum, StrEnum
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wab
from ai.environment import env
from wab.engine.words.errors import UsageError

SCENARIO = "cards/pegasus-bridge"


class Five(IntEnum):
    FIVE = 5


class Deck(StrEnum):
    SECTIONS = "sections"


class Players(str, Enum):  # noqa: UP042  # its text is not its value
    TWO = "2"


class Whole:
    def __index__(self):
        return 5


class OwnText(str):
    __slots__ = ()

    def __str__(self):
        return "something else"


class OwnInt(int):
    def __str__(self):
        return "something else"


FIVES = [5, np.int64(5), np.uint8(5), np.array(5), Five.FIVE, Whole(), OwnInt(5)]
NO_SEEDS = ["7", b"7", 1.5, 5.0, None, [5], {}, 5j, np.float64(5), np.bool_(True), np.array([5]), np.str_("5"), 10**100]
SEEDS = st.one_of(st.integers(), st.integers(-(10**101), 10**101), st.booleans(), st.sampled_from([*FIVES, *NO_SEEDS]))
NAMES = ["deck", "allies_players", "axis_players", "undo", np.str_("deck"), OwnText("deck"), None, b"deck", 5]
TEXTS = ["sections", "2", "lenient", "\ud800", np.str_("sections"), OwnText("sections"), Deck.SECTIONS, Players.TWO]
VALUES = [1, 2, np.int64(2), True, 10**5000, np.array(["sections"]), *TEXTS, *NO_SEEDS]
SCENARIOS = [SCENARIO] * 5 + [np.str_(SCENARIO), OwnText(SCENARIO), SCENARIO.encode(), None, "cards/\ud800", "\0"]
OPTIONS = st.one_of(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES), max_size=2),
    st.sampled_from([None, 5, "deck", ["deck"], np.array(["deck"])]),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(SCENARIOS), SEEDS, OPTIONS)
def test_a_save_gives_back_the_game_that_was_begun(tmp_path, scenario, seed, options):
    try:
        game = wab.new_game(scenario, seed=seed, options=options)
    except UsageError as error:
        assert str(error)
        return
    game.save(tmp_path / "x.wab")
    loaded = wab.load(tmp_path / "x.wab")
    assert (loaded.setup, loaded.digest()) == (game.setup, game.digest())


@pytest.mark.parametrize("scenario", [SCENARIO, "operations/to-the-sea", "zocbonds/cherbourg"])
def test_whole_numbers_of_every_type_are_the_same_seed(scenario):
    assert len({wab.new_game(scenario, seed=seed).digest() for seed in FIVES}) == 1


@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_no_game_begins_with_a_seed_that_is_no_whole_number(seed):
    with pytest.raises(UsageError, match=r"seed|number"):
        wab.new_game(SCENARIO, seed=seed)


def test_texts_of_every_type_are_the_same_option():
    decks = ["sections", np.str_("sections"), OwnText("sections"), Deck.SECTIONS]
    setups = [wab.new_game(SCENARIO, options={name: deck}).setup for name, deck in product(NAMES[4:6], decks)]
    assert all(setup == setups[0] and type(setup.options["deck"]) is str for setup in setups)


@pytest.mark.parametrize("observers", ["axis", ["nobody"], [None], [5, "axis"]], ids=repr)
def test_only_seats_observe_a_game(observers):
    with pytest.raises(UsageError, match="side"):
        wab.new_game(SCENARIO, observers=observers)


def test_an_environment_takes_seeds_of_every_type():
    environment = env(SCENARIO)
    digests = set()
    for seed in FIVES:
        environment.reset(seed=seed)
        digests.add(environment.unwrapped.game.digest())
    environment.reset(seed=np.int64(2**63 - 1))
    environment.reset()
    assert len(digests) == 1
    with pytest.raises(UsageError, match="seed"):
        environment.reset(seed="7")
