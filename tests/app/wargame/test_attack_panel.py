"""The panel of an attack with sheets that no system at hand fills: long lists, a sheet that covers the map."""

from dataclasses import replace

import pytest

from tests.app.wargame import test_hex_front as bocage
from wab.app.hud.widgets import Action
from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.attack.panel import frame
from wab.app.wargame.attack.sheet import AttackSheet, Change, Entry, Group, Strength, Told
from wab.app.wargame.offers import orders

battle = bocage.battle
MANY = 30


def entry(place, ticked):
    return Entry(key=f"row-{place}", name=f"Unit {place}", ticked=ticked, icon="ship", strength=Strength(3, 4))


def sheet(count, *, ticked=True, covers=False):
    results = (Result("1", 0.5, words="Nothing"), Result("2", 0.5, words="Everything"))
    return AttackSheet(
        title="A fight",
        icon="attack",
        groups=(Group("Ours", tuple(entry(place, ticked) for place in range(count))),),
        odds=Odds("", (), 0, 0, "even", results=results),
        foes=Group("Theirs", (Entry(key="foe", name="A foe", icon="ship", value="5", facts=("green",)),)),
        told=(Told("Ground", ("A marsh.",)),),
        changes=(Change(2.0, "with a gun", "twice as sure"),),
        price="all that is left",
        order=Action("Strike", "attack"),
        covers=covers,
    )


@pytest.fixture
def planned(battle, monkeypatch):
    """Return the function that draws a sheet for a planned attack."""
    window, screen, session = battle
    monkeypatch.setattr(window.hud, "scale", 0.33)  # the window of the tests is too small for a dialog at full size
    bocage.combat(battle)
    bocage.click(battle, bocage.here(session, bocage.TANKS))
    bocage.click(battle, bocage.here(session, bocage.TOWN))

    def draw(shown):
        monkeypatch.setattr(orders, "sheet_of", lambda *_facts: shown)
        screen._desk._kept.clear()
        for _frame in range(3):  # what is brought into sight is there with the next frame
            window.step(0.05)
        return window, screen

    return draw


@pytest.mark.parametrize("covers", [False, True])
def test_a_row_to_which_arrows_have_come_is_in_sight_in_a_long_list(planned, covers):
    window, screen = planned(sheet(MANY, covers=covers))
    panel, last = window.kit.covered["attack"], f"row-{MANY - 1}"
    assert window.kit.places[last].y > panel.bottom
    screen.interaction.part, screen.interaction.reveal = last, True
    window.step(0.05)
    window.step(0.05)
    assert panel.y < window.kit.places[last].y and window.kit.places[last].bottom <= panel.bottom
    assert not screen.interaction.reveal


def test_a_sheet_that_covers_the_map_shows_all_of_it_and_no_tick_moves_it(planned, words):
    shown = sheet(2, covers=True)
    words.clear()
    _window, screen = planned(shown)
    assert {"Unit 1", "3/4", "A foe", "green", "A marsh.", "with a gun", "twice as sure", "Everything"} <= set(words)
    assert {"all that is left", "Strike"} <= set(words)
    unticked = replace(sheet(2, ticked=False, covers=True), odds=None)
    assert frame(screen._desk, unticked) == frame(screen._desk, shown)


def test_without_odds_the_panel_tells_why(planned, words):
    words.clear()
    planned(replace(sheet(1), odds=None, order=Action("Strike", off="No gun is near.")))
    assert "No gun is near." in words
