"""The end of a game that a side gave up, in the words of each system: on its page, in a report, in an export."""

from pathlib import Path

import pytest

import wab
from wab.app.pages.fronts import get_front
from wab.app.report.story import read_story
from wab.app.report.words import told_outcome
from wab.engine.kernel.values import RESIGNED
from wab.engine.saves.export import export_of, read_export
from wab.engine.saves.reader import load_game
from wab.locale import language
from wab.systems import NAMES, get_system


@pytest.mark.parametrize("spoken", ["en", "fr"])
@pytest.mark.parametrize("system", NAMES)
def test_each_system_tells_of_a_draw_on_which_all_agreed(system: str, spoken: str) -> None:
    info = next(info for info in wab.scenarios() if info.system == system)
    game = wab.new_game(info.id, seed=3)
    game.agree_on_draw()
    with language(spoken):
        for side in info.sides:
            page = get_front(system).outcome_page(game, side)
            assert page.good is None and page.verdict == {"en": "Draw", "fr": "Match nul"}[spoken]
            assert {"en": "by agreement", "fr": "d’un commun accord"}[spoken] in page.reason


@pytest.mark.parametrize("system", NAMES)
def test_each_system_tells_who_won_by_resignation(tmp_path: Path, system: str) -> None:
    info = next(info for info in wab.scenarios() if info.system == system)
    game, path = wab.new_game(info.id, seed=3), tmp_path / "game.wab"
    loser = info.sides[0]
    game.resign(loser)
    game.save(path)
    with language("en"):
        front = get_front(system)
        page = front.outcome_page(game, loser)
        assert page.good is False and "by resignation" in page.reason
        assert all(front.outcome_page(game, winner).good for winner in info.sides[1:])
        assert front.level_name(RESIGNED) == "by resignation"
        story = read_story(path)
        assert story.outcome == game.outcome and story.closed
        assert "by resignation" in told_outcome(story.outcome, system)
    seat = game.seats[0]
    (tmp_path / "game.side").write_bytes(export_of(load_game(path, get_system, [seat]), seat))
    assert read_export(tmp_path / "game.side", get_system).outcome == game.outcome
