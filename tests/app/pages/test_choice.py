"""The list of scenarios: two campaigns as chains, the other kinds, and files that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from tests.content.designer import Designer
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import get_front
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.opening.choice import ChoicePage, Group, best_results, duration, groups, running_games
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Kept, Note, Seats
from wab.app.play.campaigns import finished
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.engine.kernel.values import Damage, Outcome, ScenarioInfo
from wab.engine.words.errors import DataError
from wab.locale import language, set_language

FRONT = get_front("operations")
SIDES = ("allied", "axis")


@pytest.fixture
def go(window: GameWindow, scene: MapScene) -> Iterator[PageNavigator]:
    yield PageNavigator(window, Settings("en", reduced_motion=True))
    set_language(None)
    window.edge_scrolling = True


def info(name: str, kind: str = "campaign", **campaigns: int) -> ScenarioInfo:
    return ScenarioInfo(f"operations/{name}", "operations", kind, {"en": name}, SIDES, 4, campaigns=campaigns)


THREE = (info("first", allied=1), info("second", allied=2, axis=1), info("third", allied=3))


def by_name(*found: Group) -> dict[str, Group]:
    return {group.name: group for group in found}


def test_a_scenario_of_both_campaigns_stands_in_both_and_the_rest_by_kind() -> None:
    infos = (*THREE, info("hill", "advanced"), info("all of it", "battle"))
    broken = Damage("operations/odd", "odd.yaml", DataError("odd.yaml", 3, "impulses", "is wrong"))
    found = by_name(*groups(infos, [broken], FRONT, {}))
    assert list(found) == ["allied", "axis", "advanced", "battle", "damaged"]
    assert [entry.scenario for entry in found["allied"].entries] == [one.id for one in THREE]
    assert [entry.place for entry in found["allied"].entries] == [1, 2, 3]
    assert [entry.scenario for entry in found["axis"].entries] == ["operations/second"]
    assert [entry.damage for entry in found["damaged"].entries] == [broken]
    identities = [entry.identity for group in found.values() for entry in group.entries]
    assert len(identities) == len(set(identities))


def test_groups_without_scenarios_are_left_out() -> None:
    assert list(by_name(*groups(THREE[:1], [], FRONT, {}))) == ["allied"]
    assert groups((), [], FRONT, {}) == ()


@pytest.mark.clause("OPS-11.2.1-1")
@pytest.mark.parametrize(
    ("winners", "marks"),
    [
        ([], ["next", "later", "later"]),
        (["axis"], ["next", "later", "later"]),
        (["axis", "axis"], ["done", "next", "later"]),
        ([None], ["done", "next", "later"]),
        (["allied"], ["done", "next", "later"]),
    ],
)
def test_marks_tell_how_far_a_campaign_has_come(winners: list[str | None], marks: list[str]) -> None:
    results = {("operations/first", "allied"): [Outcome(winner, "marginal", {}) for winner in winners]}
    campaign = by_name(*groups(THREE, [], FRONT, results))["allied"]
    assert [entry.mark for entry in campaign.entries] == marks


def test_a_campaign_that_is_won_has_no_next_scenario() -> None:
    results = {(one.id, "allied"): [Outcome("allied", "decisive", {})] for one in THREE}
    found = by_name(*groups(THREE, [], FRONT, results))
    assert [entry.mark for entry in found["allied"].entries] == ["done"] * 3
    assert [entry.mark for entry in found["axis"].entries] == ["next"], "progress in one is nothing to the other"


def test_only_games_that_are_over_count() -> None:
    over = Note("operations/first", Seats("axis"), 4, "axis", "tactical")
    watched = Note("operations/first", Seats("axis", {"axis": "hard", "allied": "hard"}), 4, "axis", "tactical")
    notes = [over, Note("operations/first", Seats("axis"), 2), watched, None]
    found = finished([Kept(Path(f"{n}.wab"), n, note) for n, note in enumerate(notes)])
    assert [(one.scenario, one.side, one.winner, one.level) for one in found] == [
        ("operations/first", "axis", "axis", "tactical")
    ]


@pytest.mark.clause("OPS-11.2.1-1")
def test_what_is_later_in_a_campaign_is_locked_and_nothing_else() -> None:
    infos = (*THREE, info("hill", "advanced"))
    found = by_name(*groups(infos, [], FRONT, {}))
    assert [entry.locked for entry in found["allied"].entries] == [False, True, True]
    assert [entry.locked for entry in found["axis"].entries] == [False], "open in one campaign, locked in the other"
    assert [entry.locked for entry in found["advanced"].entries] == [False]
    opened = by_name(*groups(infos, [], FRONT, {}, open_all=True))
    assert [entry.mark for entry in opened["allied"].entries] == ["next", "later", "later"]
    assert not any(entry.locked for group in opened.values() for entry in group.entries)


def test_the_best_result_is_shown_though_its_save_is_gone() -> None:
    found = best_results(
        [], {("operations/first", "axis"): [Outcome("allied", "minor", {}), Outcome("axis", "major", {})]}
    )
    assert (found["operations/first"].side, found["operations/first"].level, found["operations/first"].won) == (
        "axis", "major", True
    )  # fmt: skip


def frames(go: PageNavigator) -> None:
    for _frame in range(2):
        go.window.step(0.05)


def test_a_scenario_that_is_being_played_goes_on_from_the_list(
    go: PageNavigator, words: list[str], tmp_path: Path
) -> None:
    go.folder, first = tmp_path / "saves", wab.scenarios()[0]
    go.start(first, "allied", {"axis": "greedy"}, seed=5)
    frames(go)
    assert go.session is not None
    save = go.session.save
    go.to_menu()
    go.choose(first.id)
    words.clear()
    frames(go)
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.running[first.id].path == save
    assert words.count("Continue") >= 2, "on its line and on the button"
    assert "Read the briefing" in words
    page.focus.go_to("go on")
    go.window.inject_key("enter")
    frames(go)
    assert go.session is not None and go.session.save == save
    go.session.resign()
    go.to_menu()
    go.choose(first.id)
    words.clear()
    frames(go)
    assert "Continue" not in words


def test_only_the_last_running_game_of_a_scenario_is_gone_on_with() -> None:
    notes = [
        Note("a/b", Seats("axis"), 4, "axis", "tactical"),
        Note("a/b", Seats("axis")),
        Note("a/b", Seats("axis")),
        None,
    ]
    games = [Kept(Path(f"{n}.wab"), -n, note) for n, note in enumerate(notes)]
    assert running_games(games) == {"a/b": games[1]}


@pytest.mark.clause("OPS-11.2.1-1")
def test_a_locked_scenario_says_what_opens_it_and_all_can_be_opened_at_once(go: PageNavigator) -> None:
    go.choose()
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.group is not None
    locked = page.group.entries[-1]
    page.chosen = locked
    go.window.step(0.05)
    page._open(locked)
    assert go.window.screen is page and "Locked" in go.notices[-1].words
    page._open_everything()
    assert go.settings.open_all and page.chosen is not None
    assert page.chosen.scenario == locked.scenario and not page.chosen.locked
    page._open(page.chosen)
    assert isinstance(go.window.screen, Briefing)


@pytest.mark.clause("OPS-11.2.1-1")
def test_progress_does_not_depend_on_saves(go: PageNavigator) -> None:
    first = next(one for one in wab.scenarios() if one.campaigns.get("allied") == 1)
    note = Note(first.id, Seats("allied", {"axis": "easy"}), 4, "allied", "marginal")
    assert go.results([Kept(Path("one.wab"), 1.0, note)])
    assert go.results([])[first.id, "allied"] == [Outcome("allied", "marginal", {})]
    go.choose()
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.group is not None
    assert [entry.mark for entry in page.group.entries][:3] == ["done", "next", "later"]


def test_long_times_are_told_in_hours() -> None:
    with language("en"):
        times = [duration(minutes) for minutes in (45, 120, 125, 600)]
        assert times == ["about 45 minutes", "about 120 minutes", "about 2 hours", "about 10 hours"]


def test_a_tab_shows_its_group_and_chooses_what_comes_next(go: PageNavigator) -> None:
    go.choose()
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.group is not None
    assert page.group.name == "allied" and page.chosen is page.group.entries[0]
    for step in range(40):
        if page.focus.at == "tab axis":
            break
        go.window.inject_key("arrow_up")
        go.window.step(0.05)
        assert step < 39
    go.window.inject_key("enter")
    go.window.step(0.05)
    go.window.step(0.05)
    assert page.group.name == "axis"
    assert page.chosen is page.group.entries[0] and page.chosen.mark == "next"
    page._open(page.chosen)
    briefing = go.window.screen
    assert isinstance(briefing, Briefing) and briefing.seating.side == "axis"


def test_the_list_opens_at_a_scenario(go: PageNavigator) -> None:
    last = wab.scenarios()[-1]
    go.choose(last.id)
    go.window.step(0.05)
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.chosen is not None and page.group is not None
    assert page.chosen.scenario == last.id and page.chosen in page.group.entries


def test_a_damaged_file_spoils_neither_the_title_nor_the_list(
    go: PageNavigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    designer = Designer(tmp_path, monkeypatch, art=True)
    designer.replace("cliffs-and-shingle", "impulses: 1", "impulses: lots")  # the one behind the title
    go.title()
    go.window.step(0.05)
    assert isinstance(go.window.screen, TitlePage)
    go.choose("operations/cliffs-and-shingle")
    go.window.step(0.05)
    go.window.step(0.05)
    page = go.window.screen
    assert isinstance(page, ChoicePage) and page.chosen is not None and page.chosen.damage is not None
    assert "cliffs-and-shingle.yaml:" in str(page.chosen.damage.problem)
    assert len(page.groups[0].entries) >= 1
