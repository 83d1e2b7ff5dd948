"""The rule book of bonds: chapters, search in both languages, tables, and the way there from what the window tells."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from imgui_bundle import imgui

import wab
from tests.app.zocbonds.battles import SCENARIO, frame
from wab.app.hud.kit import Tip
from wab.app.wargame.hand.hand import Toast
from wab.app.zocbonds.pages.rule_tables import SHEETS
from wab.content.ledger import ledgers, search_book
from wab.content.rulebook import chapters, cited, titled
from wab.content.zocbonds.loader import load_forces, load_tables
from wab.locale import language

CODE = Path(wab.__file__).parent


def rules(words=""):
    return search_book("zocbonds", words)


@pytest.fixture
def book(shown, window):
    """The battle screen with its rule book open."""
    screen = shown(wab.new_game(SCENARIO, seed=7), "allied")
    screen.ui.hints_off = True
    screen.on_key("f2", False, False)
    window.step(0.05)
    return screen


def test_the_book_has_rules_scenarios_and_options_in_chapters():
    found = chapters("zocbonds", rules())
    assert [chapter.id for chapter in found] == [*map(str, range(2, 29)), "EOP"]
    assert {clause.kind for clause in rules()} == {"rule", "table", "scenario", "variant"}
    with language("fr"):
        titles = {section.title for chapter in chapters("zocbonds", rules()) for section in chapter.sections}
    assert {"Les liens", "Défense déterminée", "Batteries côtières"} <= titles


def test_the_book_is_read_in_the_window(book, window, words):
    book.ui.reading.open("ZOC-8.5.1-1")
    frame(window, words)
    told = frame(window, words)
    assert {"Bonds", "What bonds stop", "Forming a bond"} <= told
    assert "Any unit or stack with a zone" in " ".join(words)


def test_a_search_finds_rules_and_tables(book, window, words, monkeypatch):
    for typed, at in (("desperate defence cost", "ZOC-12.5-2"), ("scatter table airborne", "ZOC-6.3-1")):
        monkeypatch.setattr(imgui, "input_text", lambda _name, _text, typed=typed: (True, typed))
        frame(window, words)
        assert book.ui.reading.at == at == rules(typed)[0].id
    assert "Airborne scatter table" in frame(window, words), "the table of that title is found too"


def test_a_french_reader_reads_and_searches_in_french():
    english = {clause.id: (clause.title, clause.text) for clause in rules()}
    with language("fr"):
        assert not [one.id for one in rules() if one.text == english[one.id][1]]
        assert [one.id for one in rules("marqueurs réserve six")] == ["ZOC-15.1-3"]
        assert rules("markers reserve six")[0].id == "ZOC-15.1-3", "in English as well"
        assert "ZOC-8.5.3-1" in {one.id for one in rules("annuler lien côté")}


def test_the_french_cites_what_the_english_cites():
    english = {clause.id: sorted(cited(clause.text)) for clause in rules()}
    with language("fr"):
        assert not [one.id for one in rules() if sorted(cited(one.text)) != english[one.id]]


def test_every_citation_of_a_rule_is_a_link():
    titles = {clause.id: clause.title for clause in rules()} | {id_: make().title for id_, make in SHEETS.items()}
    for clause in rules():
        told, _links = titled(clause.text, titles)
        assert "ZOC-" not in told, clause.id


def test_every_table_of_the_ledger_is_in_the_book_and_keys_reach_it(book, window, words):
    assert set(SHEETS) == {table.id for table in ledgers()["zocbonds"].tables}
    book.ui.reading.open(rules()[-1].id)
    for id_ in SHEETS:
        assert book.on_key("arrow_down", False, False)
        with language("en"):
            assert SHEETS[id_]().title in frame(window, words)
        assert book.ui.reading.at == id_


def test_tables_have_the_numbers_that_ship():
    tables = load_tables()
    die, *row = SHEETS["ZOC-T-CRT"]().rows[3]
    assert (die, row) == ("4", [tables.combat.rows[column][3] for column in tables.combat.columns])
    costs = dict(SHEETS["ZOC-T-RP"]().rows)
    assert costs["headquarters"] == str(tables.landing.costs["hq"])
    with language("en"):
        stands = {row[0]: row[1:] for row in SHEETS["ZOC-T-DD"]().rows}
    assert stands["5"][1] == "\u2022 \u22121" and stands["2"][2].endswith("*"), "it holds at a step, it loses the works"
    ground = {row[0]: row for row in SHEETS["ZOC-T-TEC"]().rows}
    assert ground["city"][3] == "+5" and ground["main road"][1] == tables.costs.roads["main"].mechanised
    skies = SHEETS["ZOC-T-WEATHER"]().rows[0]
    assert skies[1:] == ("storm", "overcast", "overcast", "clear weather", "clear weather", "clear weather")


def test_orders_of_battle_name_every_unit_once():
    forces = load_forces()
    allied = [row[0] for row in SHEETS["ZOC-T-SETUP-ALL"]().rows]
    german = SHEETS["ZOC-T-SETUP-GER"]().rows
    coming = SHEETS["ZOC-T-GERREINF"]().rows
    assert len(allied) == len(forces.of("allied"))
    assert len(german) + len(coming) == len(forces.of("axis")) + len(forces.strongpoints)
    with language("fr"):
        row = next(row for row in SHEETS["ZOC-T-GERREINF"]().rows if row[2] == "25e régiment de panzergrenadiers SS")
    assert row == ("2", "orange", row[2], "12e Panzerdivision SS", "7/5", "5", "+1")


def test_f2_opens_what_a_tooltip_or_a_refusal_tells(book, window):
    book.ui.panel = ""
    book._desk.kit.tip = Tip("Odds", (), "ZOC-T-CRT")
    assert book.on_key("f2", False, False)
    assert book.ui.panel == "rules" and book.ui.reading.at == "ZOC-T-CRT"
    book.ui.panel = ""
    book._desk.kit.tip = None
    book.interaction.toast = Toast("An enemy bond bars the way.", ("ZOC-8.5.2-1",))
    assert book.on_key("f2", False, False)
    assert book.ui.reading.at == "ZOC-8.5.2-1"


def test_what_the_window_and_the_rules_cite_leads_to_a_page(book, window):
    """Every id in quotes of the code of zocbonds opens itself, or a rule of its section."""
    ids = set()
    for folder in ("systems/zocbonds", "app/zocbonds"):
        for path in sorted((CODE / folder).rglob("*.py")):
            ids |= set(re.findall(r'"(ZOC-[0-9A-Za-z.-]*[0-9A-Z])"', path.read_text(encoding="utf-8")))
    assert len(ids) > 200
    known = {clause.id for clause in rules()} | SHEETS.keys()
    for id_ in sorted(ids):
        book.ui.reading.open(id_)
        book.ui.rule_search = ""
        browser = book._desk.browser(lambda: None)
        if id_ not in known:
            assert browser._instead(book.ui, rules()).rpartition("-")[0] == id_.rpartition("-")[0], id_
