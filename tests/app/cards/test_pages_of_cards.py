"""Texts of the pages and panels of the card game: summary cards, medals, discards, special forces, outcome."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import wab
from ai.agents import make_agents
from ai.match import play_out
from tests.app.cards.games import PEGASUS, battle, deal, hands, hex_of, put, unit_in
from wab.app.cards.looks.specs import DiceThrow
from wab.app.cards.pages.outcome_page import match_words, shares
from wab.app.cards.pages.summary import kinds_present, obstacles_present, summary, terrain_present
from wab.app.cards.panels.attack import sentences
from wab.app.cards.panels.rules import found_rules
from wab.app.cards.panels.top_bar import hand_words
from wab.app.cards.screen.replay import Replay
from wab.app.cards.table.presenter import table, unit_spec
from wab.app.pages.fronts import get_front
from wab.app.play.archive import Seats, exchanged
from wab.app.play.table import events_of
from wab.engine.kernel.values import Outcome
from wab.locale import language
from wab.systems import get_system
from wab.systems.cards.sequence.victory import MedalTrack
from wab.systems.cards.state.orders import Attack, Done, OrderUnit, PlayCard

FRONT = get_front("cards")
INFOS = get_system("cards").scenarios()


class Thrown:
    """A stage that keeps the dice that were thrown on it."""

    busy = False

    def __init__(self) -> None:
        self.thrown: list[DiceThrow] = []

    def throw(self, dice: DiceThrow, done: object = None) -> None:
        self.thrown.append(dice)

    def lay(self, spec: object) -> None: ...

    def animate_move(self, key: int, path: object, done: object = None) -> None: ...

    def animate_losses(self, key: int, count: int, done: object = None) -> None: ...

    def clear_dice(self) -> None: ...

    def flash(self, hex_id: int) -> None: ...

    def skip(self) -> None: ...


def view_of(scenario: str):
    return wab.new_game(scenario).view("allies")


@pytest.mark.clause("CRD-2.7-1")
def test_the_summary_of_pegasus_bridge_is_of_what_is_there_and_of_nothing_else() -> None:
    view = view_of(PEGASUS)
    assert set(terrain_present(view.board)) == {"forest", "town", "river", "lake"}
    assert set(obstacles_present(view)) == {"sandbags", "wire", "bridge"}
    assert set(kinds_present(view.board)) == {"infantry", "armour"}  # and no special unit
    found = summary(view)
    assert [entry.key for entry in found["terrain"]] == list(terrain_present(view.board))
    assert all(entry.lines and entry.name for entries in found.values() for entry in entries)


@pytest.mark.clause("CRD-2.7-1")
@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.id)
def test_every_battle_lists_exactly_the_terrain_on_its_board(info) -> None:
    view = wab.new_game(info.id).view("allies")
    there = {name for name in view.board.terrain if name}
    assert set(terrain_present(view.board)) == there - {"plain"}


def test_summary_lines_say_what_the_tables_say() -> None:
    with language("en"):
        found = {
            entry.key: " ".join(entry.lines) for entries in summary(view_of(PEGASUS)).values() for entry in entries
        }
    assert "infantry \u22121, armour \u22122, artillery 0" in found["forest"]
    assert "No attack in the turn of entering." in found["town"]
    assert "One flag may be ignored." in found["sandbags"]
    assert "3 / 2 / 1" in found["infantry"] and "3 / 3 / 3" in found["armour"]


@pytest.mark.clause("CRD-3-3")
def test_the_track_shows_kills_and_objectives_together() -> None:
    session = battle("probe_left", "attack_center")
    state = session.game.state
    fallen = unit_in(session, "F3")
    state.take(fallen)
    state.kills["allies"], state.held[0] = 1, "allies"
    state.version += 1
    session.game._version += 1
    allies, axis = table(session.view).tracks
    assert [(medal.what, medal.unit, medal.unit_side) for medal in allies.medals] == [
        ("figure", "infantry", 2),
        ("objective", "", 0),
    ]
    assert (allies.goal, axis.goal, axis.medals) == (4, 4, ())
    assert next(one for one in table(session.view).objectives if one.hex == hex_of(session, "C5")).held


@pytest.mark.clause("CRD-4.5-4")
def test_discards_are_seen_by_both_sides() -> None:
    session = battle("probe_left", "attack_center")
    session.play(PlayCard("probe_left"))
    for _ in range(6):
        if session.game.to_act == "allies":
            session.play(Done())
    found = {seat: session.game.view(seat).discards for seat in ("allies", "axis")}  # type: ignore[attr-defined]
    assert found["allies"] == found["axis"] == ("probe_left",)


@pytest.mark.clause("CRD-A1.2-2")
def test_special_forces_show_type_badge_and_odd_size() -> None:
    view = view_of("cards/omaha-beach")
    specs = {spec.key: spec for spec in table(view).units}
    elite = [spec for spec in specs.values() if spec.kind == "elite_infantry"]
    assert elite and all(spec.badge == "elite" for spec in elite)
    assert all(not spec.badge for spec in specs.values() if spec.kind in ("infantry", "armour", "artillery"))
    resistance = table(view_of("cards/vassieux-en-vercors")).units
    assert {spec.badge for spec in resistance} >= {"resistance"}
    session = battle("probe_left", "attack_center")
    unit = unit_in(session, "E6")
    board = session.view.board
    assert not unit_spec(session.view, session.view.unit(unit)).odd_size
    usual = board.roster[unit]
    board.roster[unit] = replace(usual, figures=5)
    assert unit_spec(session.view, session.view.unit(unit)).odd_size
    board.roster[unit] = usual


@pytest.mark.clause("CRD-2.12-1")
def test_a_roll_of_more_dice_than_a_player_holds_is_thrown_whole() -> None:
    session = battle("their_finest_hour", "probe_left", "probe_right", "attack_left", "attack_right", "move_out")
    before = table(session.view)
    session.take_witnessed()
    session.play(PlayCard("their_finest_hour"))
    stage = Thrown()
    replay = Replay(stage, session.view.board)
    replay.start(before, events_of(session.take_witnessed()))
    for _ in range(40):
        replay.update(0.2)
    assert [len(dice.faces) for dice in stage.thrown] == [6]


def test_the_chances_of_a_preview_are_told_in_words() -> None:
    session = battle("attack_center", "probe_left")
    hand = hands(session)
    put(session, unit_in(session, "F7"), "F4")
    hand.give(PlayCard("attack_center"))
    hand.give(OrderUnit(unit_in(session, "F4")))
    hand.give(Done())
    hand.give(Done())
    attack = Attack(unit_in(session, "F4"), unit_in(session, "F3"))
    preview = session.view.preview(attack)
    with language("en"):
        told = sentences(preview, 4)
    assert told[0] == "Destroyed by hits: 0 %."
    assert preview.dice == 3 and told[1] == "Must go back: 42 %."  # 1 - (5/6)^3
    assert told[2] == "It can go back for 2 flags only: each further one costs a figure."
    with language("en"):
        cornered = sentences(replace(preview, back=0, trapped=0.1), 4)
    assert cornered == [
        "Destroyed by hits: 0 %.",
        "By flags that it cannot carry out: 10 % more.",
        "It cannot go back: each flag against it costs a figure.",
    ]


@pytest.mark.parametrize("info", INFOS, ids=lambda info: str(info.id))
@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_briefing_has_paragraphs(info, code: str) -> None:
    with language(code):
        page = FRONT.briefing(info)
    prose = [paragraph for paragraph in page.paragraphs if not paragraph.startswith("–")]
    assert len(prose) > 1 and all(paragraph.strip() for paragraph in prose)


@pytest.mark.clause("CRD-2.10-2")
def test_the_number_of_cards_in_the_hand_of_the_enemy_is_shown() -> None:
    session = battle("probe_left", "attack_left", "recon_center")
    with language("en"):
        assert hand_words(session.view, "allies") == "3 cards"
        assert hand_words(session.view, "axis") == f"{session.view.hand_sizes['axis']} cards"
        team = battle(axis_players="2")
        both = sum(team.view.hand_sizes[holder] for holder in ("axis/1", "axis/2"))
        assert hand_words(team.view, "axis") == f"{both} cards"


@pytest.mark.clause("CRD-2.9-2")
def test_the_second_game_of_a_match_exchanges_sides_and_adds_up_the_medals() -> None:
    seats = Seats("allies", {"axis": "greedy"})
    assert seats.exchanged("allies", "axis") == Seats("axis", {"allies": "greedy"})
    team = Seats("allies/1", {"axis": "easy", "allies/2": "easy"})
    assert team.exchanged("allies", "axis").agents == {"allies": "easy", "axis/2": "easy"}
    assert exchanged("allies_players", "allies", "axis") == "axis_players"
    assert exchanged("deck", "allies", "axis") == "deck"
    with language("en"):
        told = match_words({"allies": 2.0, "axis": 4.0}, Outcome("allies", "victory", {"allies": 4.0, "axis": 1.0}))
        draw = match_words({"allies": 1.0, "axis": 4.0}, Outcome("allies", "victory", {"allies": 4.0, "axis": 1.0}))
    assert "Allies 6, Axis 5" in told and "Allies" in told.rpartition("player")[2]
    assert "Allies 5, Axis 5" in draw and "draw" in draw


@pytest.mark.parametrize("tongue", ["en", "fr"])
@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.id)
def test_every_battle_has_a_briefing_in_both_languages(info, tongue: str) -> None:
    with language(tongue):
        page, card = FRONT.briefing(info), FRONT.card(info)
    assert page.title and page.dates and len(page.paragraphs) >= 1
    assert len(page.objectives.rows) >= 3 and {side.side for side in page.sides} == {"allies", "axis"}
    assert card.dates and card.minutes > 0


def test_the_outcome_counts_medals_losses_and_dice() -> None:
    game = wab.new_game(PEGASUS, seed=4)
    play_out(game, make_agents({"allies": "random", "axis": "random"}, "cards", 4))
    assert game.outcome is not None
    with language("en"):
        page = FRONT.outcome_page(game, "allies")
    assert {score.side: score.total for score in page.scores} == game.outcome.points
    assert all(sum(share.points for share in score.shares) == score.total for score in page.scores)
    assert page.good == (game.outcome.winner == "allies")
    assert "dice were rolled" in page.luck[0]
    assert page.tables[0].rows


@pytest.mark.parametrize(
    ("track", "counted"),
    [
        (MedalTrack(1, (0, 1), 1, goal=4), [1, 2, 1]),
        (MedalTrack(1, (0, 1), 1, goal=3), [1, 2]),
        (MedalTrack(1, (0, 1), 0, goal=2), [1, 1]),
        (MedalTrack(2, (0,), 0, goal=2), [2]),
    ],
)
def test_the_sources_of_medals_add_up_to_the_score(track: MedalTrack, counted: list[int]) -> None:
    assert [share.points for share in shares(track)] == counted and sum(counted) == track.total


def test_seats_of_teams_have_names_and_hands_of_their_own_are_private() -> None:
    game = wab.new_game(PEGASUS, options={"allies_players": "2"})
    privacy = FRONT.privacy(game)
    with language("en"):
        assert [FRONT.seat_name(seat) for seat in game.seats] == [
            "Allies, first player",
            "Allies, second player",
            "Axis",
        ]
    assert not privacy.shared("allies/1", "allies/2") and not privacy.shared("allies/1", "axis")
    younger = wab.new_game(PEGASUS, options={"variant": "younger", "allies_players": "2"})
    one, other = [seat for seat in younger.seats if seat.startswith("allies")]
    assert FRONT.privacy(younger).shared(one, other)  # their cards stand in one holder


def test_a_deal_of_the_tests_keeps_the_deck_whole() -> None:
    session = battle()
    before = sum(len(cards) for cards in (*session.game.state.hands.values(), *session.game.state.pile.values()))
    deal(session, "allies", ["ambush", "probe_left"])
    after = sum(len(cards) for cards in (*session.game.state.hands.values(), *session.game.state.pile.values()))
    assert before == after == 60


def test_rules_are_found_by_words_of_either_language_and_by_their_number() -> None:
    with language("en"):
        assert [clause.id for clause in found_rules("CRD-A2.17-7")] == ["CRD-A2.17-7"]
        assert "CRD-A2.17-7" in {clause.id for clause in found_rules("bunker sight")}
        assert len(found_rules("")) > 300 and found_rules("bunker vue") == ()
        assert not [clause for clause in found_rules("panel") if clause.kind == "ui"]
    with language("fr"):
        (clause,) = (clause for clause in found_rules("bunker vue") if clause.id == "CRD-A2.17-7")
        assert clause.title == "le bunker bloque la vue" and "propriétaire" in clause.rule
        assert "CRD-A2.17-7" in {clause.id for clause in found_rules("bunker sight")}
