"""Records, the key to the counters, the bar, tables of the rules, orders in words, arrivals, kinds of journal lines."""

import pytest

from tests.app.blind.bench import adapter_of, begun, staged, unit_of
from wab.app.blind.front import FRONT
from wab.app.blind.looks import looks
from wab.app.blind.pages import records
from wab.app.blind.pages.rule_tables import SHEETS
from wab.app.blind.screen.adapter import PHASES
from wab.app.play.learning import Learnt
from wab.app.wargame.ui.hints import due
from wab.content.ledger import ledgers
from wab.locale import language
from wab.systems.blind import SYSTEM
from wab.systems.blind.sequence.decisions import PHASES as DECISION_PHASES
from wab.systems.blind.sequence.decisions import TABLE as DECISION_TABLE
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od

pytestmark = pytest.mark.usefixtures("english")
CAMPAIGN = "blind/from-the-landing-to-the-breakout"


def book():
    ledger = ledgers()["blind"]
    return {clause.id for clause in ledger.clauses} | {table.id for table in ledger.tables}


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_records_tell_own_stocks_alone_and_name_clauses_of_the_book(side):
    adapter = adapter_of(staged(stocks={"us": 7, "br": 9, "ge": 11}).state, side)
    told = {line.label: line.value for line in adapter.records()}
    assert all((line.clause in book()) == bool(line.value) for line in adapter.records())
    assert ("12th Army Group" in told) == (side == "allied") and ("Germans" in told) == (side == "axis")
    assert told["That means"] == "German major victory" and told["Next level from"] == "1"
    values = [item.value for item in adapter.status()]
    assert values[1] == ("7 · 9" if side == "allied" else "11")


def test_the_key_explains_every_sign_and_names_clauses_of_the_book():
    parts = records.counter_key(staged().state.board)
    assert set(records.SIGN_WORDS) == set(looks.SIGNS)
    assert all(line.clause in book() for part in parts[1:] for line in part.lines)
    assert len({line.army.body for line in parts[0].lines}) == 6, "the short scenario has no Poles and no French"


@pytest.mark.parametrize("id_", SHEETS)
def test_tables_of_the_book_are_whole(id_):
    assert id_ in book()
    for code in ("en", "fr"):
        with language(code):
            sheet = SHEETS[id_]()
            assert sheet.rows and all(len(row) == len(sheet.head) for row in sheet.rows)
            assert all(isinstance(cell, str) for row in sheet.rows for cell in row)


def test_the_combat_table_shows_the_steps_of_each_die():
    table, sheet = staged().state.board.tables.combat, SHEETS["BLD-T-CRT"]()
    assert sheet.rows[0][1] == "".join(map(str, table.lines["2"][0])) and sheet.rows[-1][0] == "16+"


def test_every_decision_has_a_name():
    assert {*DECISION_PHASES, *DECISION_TABLE} == {*PHASES}


def test_every_order_on_offer_in_a_game_has_words_and_notes_that_can_be_read():
    from ai.agents import RandomAgent

    game, agent, kinds = begun(2, CAMPAIGN), RandomAgent(7), set[type]()
    for _order in range(250):
        adapter = adapter_of(game.state, game.to_act)
        for order in list(adapter.orders())[:40]:
            assert adapter.words_of(order)
            if type(order) not in kinds:
                kinds.add(type(order))
                assert all(isinstance(note, str) for note in adapter.notes_of(order))
                adapter.odds_of(order), adapter.figure_words(order), adapter.list_words(order, ())
        game.play(agent.decide(game.view(game.to_act)))
    assert {od.Call, od.March, od.Enter, od.Interdict, od.Reserve} <= kinds


def test_arrivals_follow_the_sheets_unless_it_is_dark():
    for choice, theirs in (("sheets", True), ("dark", False)):
        game = begun(1, intelligence=choice)
        sides = {one.side for one in adapter_of(game.state, "axis").arrivals()}
        assert sides == ({"allied", "axis"} if theirs else {"axis"})


def test_the_journal_parts_own_from_heard_and_tables_from_supply():
    adapter = adapter_of(staged().state, "allied")
    assert adapter.kind_of(ev.Called(5, True, False, 3, 1)) == "own"
    assert adapter.kind_of(ev.Called(5, True, False)) == "heard"
    assert adapter.kind_of(ev.TableOpened(5, (), ())) == "tables"
    assert adapter.kind_of(ev.Received("us", 1, 1)) == "supply"


def test_hints_come_in_their_moments_once():
    learnt, adapter = Learnt(), adapter_of(staged().state, "allied")
    first = due(adapter, learnt)
    assert "call" in first.text
    learnt.read.add(first.number)
    assert due(adapter, learnt) is None
    done = Learnt(done={"order:call"})
    assert due(adapter, done) is None and done.read == {first.number}, "what it asks for has been done"


def test_the_front_tells_who_plays_and_what_for():
    info = next(one for one in SYSTEM.scenarios() if one.id == "blind/from-cherbourg-to-caen")
    page = FRONT.briefing(info)
    assert len(page.paragraphs) == 3 and page.kind == "Short game"
    assert all(FRONT.option_name(name) != name for name in (*SYSTEM.options, "sheets", "dark", "each_phase"))
    assert all(FRONT.opponent_hint(level) for level in ("easy", "normal", "hard"))


def test_figures_of_a_unit_are_what_it_fires_with():
    game = staged(units={"us_1_inf": ("1005", {"turned": True, "steps": 3})})
    unit = unit_of(game, "us_1_inf")
    spec = adapter_of(game.state, "allied").counter(unit)
    profile = game.state.profile(unit)
    assert (spec.left, spec.pips, spec.pips_max) == (str(profile.fire(3) // 2), 3, 4)
    assert looks.SIGNS["turned"] in spec.signs
