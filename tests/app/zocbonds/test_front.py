"""The words of the front: levels of the computer player, kinds of scenarios, the armies that seats lead."""

import pytest

from wab.app.pages.opening.choice import groups
from wab.app.play.seating import OPPONENTS, Seating
from wab.app.requests import scenario_info
from wab.app.zocbonds.front import FRONT
from wab.content.career import load_ranks
from wab.locale import language


@pytest.mark.parametrize(("code", "names"), [
    ("en", ("Skilled", "Seasoned", "Expert")), ("fr", ("Confirmé", "Aguerri", "Expert")),
])  # fmt: skip
def test_the_levels_can_be_chosen_by_their_names_and_say_how_they_play(code, names):
    seating = Seating(scenario_info("zocbonds/the-first-week"))
    with language(code):
        from wab.locale import _

        told = dict(zip(("easy", "normal", "hard"), names, strict=True))
        for level, name in told.items():
            assert level in seating.opponents and _(OPPONENTS[level]) == name
            assert FRONT.opponent_hint(level)
            seating.oppose(level)
            assert set(seating.seating().agents.values()) == {level}
        assert len({FRONT.opponent_hint(level) for level in told}) == 3


def test_no_level_of_the_computer_bears_a_rank():
    ranks = {words for rank in load_ranks() for words in rank.name.values()}
    for code in ("en", "fr"):
        with language(code):
            from wab.locale import _

            assert ranks.isdisjoint(_(name) for name in OPPONENTS.values())


def test_seats_bear_the_names_of_their_armies():
    with language("en"):
        assert FRONT.seat_name("allied/us") == "US First Army"
        assert FRONT.seat_name("axis/panzergruppe_west") == "Panzergruppe West"
        assert FRONT.seat_name("axis") == "Germans"


def test_kinds_of_scenarios_have_words():
    with language("en"):
        infos = [scenario_info(f"zocbonds/{name}") for name in ("three-weeks-in-june", "the-first-week")]
        assert [group.label for group in groups(infos, (), FRONT, {})] == ["Campaign", "Short game"]
        assert FRONT.briefing(infos[1]).kind == "Short game"
