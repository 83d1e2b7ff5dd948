"""The window's pages on a career: title, briefing, outcome, the career's own page and the library of games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from ai.agents import make_agents
from ai.match import play_out
from wab.app.hud.flow import Flow
from wab.app.map.scene import MapScene
from wab.app.operations.screen.battle import BattleScreen
from wab.app.pages.battle.outcome import OutcomeScreen
from wab.app.pages.games.career_page import CareerPage
from wab.app.pages.opening import title
from wab.app.pages.opening.briefing import Briefing
from wab.app.pages.opening.title import TitlePage
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.standing import figures, gain_of
from wab.app.pages.routes import PageNavigator
from wab.app.play.archive import Kept, Note, Seats
from wab.app.play.campaigns import finished, finished_of, mode_of, next_after, opponents_of
from wab.app.play.library import Filter, chosen, library
from wab.app.window.settings import Settings
from wab.app.window.window import GameWindow
from wab.career.career import Career
from wab.career.games import Finished
from wab.career.testing import DRAWN, LOST, PERCH, won
from wab.engine.kernel.values import Outcome
from wab.engine.words.dates import day_of, moment_of
from wab.locale import language, set_language

FIRST, SECOND = "operations/cliffs-and-shingle", "operations/the-night-of-the-crickets"


@pytest.fixture
def go(window: GameWindow, scene: MapScene, tmp_path: Path) -> Iterator[PageNavigator]:
    career = Career(tmp_path / "career.db")
    found = PageNavigator(window, Settings("en", reduced_motion=True), folder=tmp_path / "saves", career=career)
    yield found
    found.close_session()
    set_language(None)
    window.edge_scrolling = True
    scene.set_names(scene.default_names())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that pages write one below the other."""
    words: list[str] = []
    write = Flow.text

    def noted(self: Flow, text: str, *rest: object, **more: object) -> None:
        words.append(text)
        write(self, text, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Flow, "text", noted)
    return words


def frames(go: PageNavigator, count: int = 2) -> None:
    for _frame in range(count):
        go.window.step(0.05)


def reach(go: PageNavigator, identity: str) -> None:
    """Go there with the arrows and press it."""
    page = go.window.screen
    assert isinstance(page, Page)
    for _step in range(80):
        if page.focus.at == identity:
            go.window.inject_key("enter")
            frames(go)
            return
        go.window.inject_key("arrow_down")
        frames(go, 1)
    raise AssertionError(f"{identity} cannot be reached with the keyboard")


def play_to_the_end(go: PageNavigator, scenario: str, side: str, seed: int = 5) -> OutcomeScreen:
    """A game that a person has led, opened when it is over."""
    game = wab.new_game(scenario, seed=seed)
    play_out(game, make_agents(dict.fromkeys(game.system.sides, "greedy"), game.system.id, seed))
    other = next(one for one in game.system.sides if one != side)
    go.play(game, Seats(side, {other: "greedy"}), None)
    frames(go)
    screen = go.window.screen
    assert isinstance(screen, OutcomeScreen)
    return screen


# ------------------------------------------------------------------------------------------------- title, briefing


@pytest.mark.clause("OPS-1.6-1")
def test_the_title_shows_the_rank_and_leads_to_the_career(go: PageNavigator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title, "_ROOMY", 0.0)  # the window of the tests is a small one
    go.career.mark(won("decisive", scenario=FIRST))
    go.title()
    frames(go)
    page = go.window.screen
    assert isinstance(page, TitlePage) and page.standing is not None
    assert page.standing.rank.name["en"] == "Corporal" and page.campaigns["allied"].done == 1
    assert [entry.hint for entry in page.entries() if entry.identity == "career"] == ["Corporal"]
    reach(go, "career")
    assert isinstance(go.window.screen, CareerPage)
    go.window.inject_key("escape")
    frames(go)
    assert isinstance(go.window.screen, TitlePage)


def test_where_there_is_no_room_for_the_plate_the_menu_leads_there(go: PageNavigator) -> None:
    go.title()
    frames(go)
    assert go.window.screen is not None and isinstance(go.window.screen, TitlePage)
    assert go.window.screen.width < title._ROOMY
    reach(go, "career")
    assert isinstance(go.window.screen, CareerPage)


@pytest.mark.clause("OPS-1.6-6")
def test_the_rank_is_shown_where_an_opponent_is_chosen(go: PageNavigator, told: list[str]) -> None:
    go.career.mark(won("decisive", scenario=FIRST))
    go.brief(next(info for info in wab.scenarios() if info.id == SECOND))
    frames(go)
    page = go.window.screen
    assert isinstance(page, Briefing) and "person" in page.seating.opponents
    assert "Your rank: Corporal, 100 points of experience" in told


# ------------------------------------------------------------------------------------------------- outcome


@pytest.mark.clause("OPS-1.6-1")
@pytest.mark.clause("OPS-1.6-2")
def test_the_outcome_tells_the_experience_won_and_the_best_so_far(go: PageNavigator) -> None:
    screen = play_to_the_end(go, FIRST, "allied")
    assert screen.gain is not None and screen.session.outcome is not None
    counted = screen.gain.counted
    assert screen.gain.added == counted.added == go.career.experience > 0
    assert "first result" in screen.gain.told()
    go.close_session()
    again = play_to_the_end(go, FIRST, "allied")
    assert again.gain is not None and len(go.career.library) == 1, "the same game counts once"
    go.close_session()
    go.career.mark(won("decisive", scenario=FIRST, game="d1"))
    later = play_to_the_end(go, FIRST, "allied", seed=6)
    assert later.gain is not None and later.gain.added == 0 and not later.gain.promoted
    assert "100" in later.gain.told()


@pytest.mark.parametrize(
    ("before", "level", "words"),
    [
        ("marginal", "decisive", "better than"),
        ("tactical", "tactical", "as good as"),
        ("decisive", "marginal", "remains"),
    ],
)
def test_a_result_is_compared_with_the_best(before: str, level: str, words: str) -> None:
    career = Career()
    career.mark(won(before, game="1"), won(level, game="2"))
    gain = gain_of(career, career.game("2"))
    assert gain is not None
    with language("en"):
        assert words in gain.told()


@pytest.mark.clause("OPS-1.6-4")
@pytest.mark.clause("OPS-1.6-7")
def test_a_new_rank_is_told_with_what_it_opens(go: PageNavigator, told: list[str]) -> None:
    lost = Finished("e1", FIRST, "axis", "allied", "marginal", "multiplayer")
    go.career.mark(won("tactical", scenario=FIRST, side="axis"), lost)
    assert go.career.experience == 90
    screen = play_to_the_end(go, FIRST, "allied")
    assert screen.gain is not None and screen.gain.promoted
    assert any(words.startswith("Promoted to Corporal: advice on terrain") for words in told)
    assert any("Tanks stacked with infantry" in words for words in told)
    older = gain_of(go.career, go.career.library[1])
    assert older is not None and not older.promoted


@pytest.mark.clause("OPS-11.2.1-1")
def test_the_outcome_leads_on_to_the_next_scenario(go: PageNavigator) -> None:
    go.career.mark(won("marginal", scenario=FIRST))
    screen = play_to_the_end(go, FIRST, "allied")
    assert screen.following is not None and screen.following.id == SECOND
    reach(go, "following")
    page = go.window.screen
    assert isinstance(page, Briefing) and page.info.id == SECOND and go.session is None


def test_a_game_that_the_computer_played_alone_counts_for_nobody(go: PageNavigator) -> None:
    game = wab.new_game(FIRST, seed=5)
    play_out(game, make_agents(dict.fromkeys(game.system.sides, "greedy"), "operations", 5))
    go.play(game, Seats("allied", {"allied": "greedy", "axis": "greedy"}), None)
    frames(go)
    screen = go.window.screen
    assert isinstance(screen, OutcomeScreen) and screen.gain is None and go.career.library == ()


def test_what_comes_next_is_what_is_open() -> None:
    infos = wab.scenarios()
    by_id = {info.id: info for info in infos}
    first = by_id[FIRST]
    lost: dict[tuple[str, str], list[Outcome]] = {}
    assert next_after(infos, first, "allied", lost) is None
    opened = next_after(infos, first, "allied", lost, open_all=True)
    assert opened is not None and opened.id == SECOND
    drawn = {(FIRST, "allied"): [Outcome(None, "draw", {})]}
    assert next_after(infos, first, "allied", drawn) == by_id[SECOND]
    assert next_after(infos, first, "axis", drawn) == next(i for i in infos if i.campaigns.get("axis") == 1)
    cards = [info for info in infos if info.system == "cards"]
    assert next_after(infos, cards[0], "allies", {}) == cards[1]
    assert next_after(infos, cards[-1], "allies", {}) is None


# ------------------------------------------------------------------------------------------------- the library


@pytest.mark.clause("OPS-1.6-3")
@pytest.mark.parametrize(
    ("seats", "mode", "opponents"),
    [
        (Seats("allied", {"axis": "easy"}), "solo", "easy"),
        (Seats("allied", {}, ("allied", "axis")), "multiplayer", ""),
        (Seats("allies/1", {"allies/2": "hard", "axis": "greedy"}, ("allies/1", "allies/3")), "solo", "greedy"),
    ],
)
def test_a_game_is_against_people_where_persons_lead_both_sides(seats: Seats, mode: str, opponents: str) -> None:
    assert (mode_of(seats), opponents_of(seats)) == (mode, opponents)


def test_a_session_and_its_save_are_the_same_game(go: PageNavigator) -> None:
    screen = play_to_the_end(go, FIRST, "axis")
    over = finished_of(screen.session)
    assert over is not None and screen.session.outcome is not None
    assert (over.own, over.against) == (screen.session.outcome.points["axis"], screen.session.outcome.points["allied"])
    assert over.opponents == "greedy" and over.mode == "solo" and over.ended


def test_the_library_has_games_that_go_on_and_games_that_are_over_once(tmp_path: Path) -> None:
    running = Note(PERCH, Seats("axis", {"allied": "hard"}), 3)
    over = Note(PERCH, Seats("allied", {"axis": "easy"}), 9, "allied", "marginal")
    kept = [
        Kept(tmp_path / "b.wab", 2e9, running),
        Kept(tmp_path / "a.wab", 1e9, over),
        Kept(tmp_path / "c.wab", 3e9, None),
    ]
    (tmp_path / "a.png").write_bytes(b"")
    career = Career()
    career.mark(*finished(kept), DRAWN)
    items = library(kept, career.library)
    assert [(item.status, item.save and item.save.name) for item in items] == [
        ("running", "b.wab"), ("won", "a.wab"), ("drawn", None)
    ]  # fmt: skip
    assert items[1].picture == tmp_path / "a.png" and items[1].score == 60 and items[0].picture is None
    assert items[0].opponents == "hard" and items[0].when == "2033-05-18T03:33:20Z"
    for wanted, states in (
        (Filter(), ["running", "won", "drawn"]),
        (Filter(status="won"), ["won"]),
        (Filter(status="finished"), ["won", "drawn"]),
        (Filter(status="kept"), ["running", "won"]),
        (Filter(side="axis"), ["running", "drawn"]),
        (Filter(side="axis", status="drawn", system="operations", mode="solo"), ["drawn"]),
        (Filter(system="cards"), []),
        (Filter(mode="multiplayer"), []),
    ):
        assert [item.status for item in chosen(items, wanted)] == states


def test_the_career_page_filters_and_opens_what_is_still_there(go: PageNavigator) -> None:
    go.start(wab.scenarios()[0], "allied", {"axis": "greedy"}, seed=5)
    assert go.session is not None
    go.session.play(next(iter(go.session.view.legal_orders())))
    go.close_session()
    go.career.mark(LOST, won("victory", scenario="cards/mortain", side="allies"))
    go.review()
    frames(go)
    page = go.window.screen
    assert isinstance(page, CareerPage) and len(page.shown) == 3
    reach(go, "status lost")
    assert [item.scenario for item in page.shown] == [PERCH]
    reach(go, "game 0")
    assert go.window.screen is page and "no longer there" in go.notices[-1].words
    reach(go, "status running")
    reach(go, "system operations")
    reach(go, "side allied")
    assert [item.status for item in page.shown] == ["running"]
    reach(go, "game 0")
    assert isinstance(go.window.screen, BattleScreen)


def test_a_career_that_cannot_be_kept_is_told_and_stops_nothing(window: GameWindow, tmp_path: Path) -> None:
    (tmp_path / "career.db").mkdir()
    go = PageNavigator(window, Settings("en", reduced_motion=True), career=Career(tmp_path / "career.db"))
    for show in (go.title, go.review, go.choose):
        show()
        frames(go)
    assert ["career cannot be used" in notice.words for notice in go.notices] == [True]
    set_language(None)


def test_days_and_figures_are_written_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    with language("en"):
        assert day_of("2026-06-10T12:00:00Z") == "10 June 2026" and day_of("") == "" == day_of("2026-13-40T12:00:00Z")
        assert [figures(number) for number in (0, 999, 1000, 16_400)] == ["0", "999", "1,000", "16,400"]
    with language("fr"):
        assert day_of("2026-07-01T12:00:00Z") == "1er juillet 2026"
        told = moment_of("2026-06-06T12:05:00Z")
        assert told.startswith("6 juin 2026, ") and told.endswith(" h 05") and moment_of("yesterday") == ""
