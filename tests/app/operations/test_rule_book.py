"""The rules read in the window of a battle: contents, search, links, examples, pictures, keys; and as a document."""

from __future__ import annotations

import re
from html import escape

import pytest
from imgui_bundle import imgui

from wab.app.cards.pages.rule_tables import SHEETS as CARDS_SHEETS
from wab.app.hud.kit import Tip
from wab.app.operations.pages.diagrams import DIAGRAMS
from wab.app.operations.pages.rule_tables import SHEETS as OPERATIONS_SHEETS
from wab.app.wargame.hand.hand import Toast
from wab.app.wargame.rules import rule_browser
from wab.app.wargame.rules.rule_book import printed
from wab.app.zocbonds.pages.rule_tables import SHEETS as ZOCBONDS_SHEETS
from wab.content.ledger import RULE_BOOKS, ledgers, search_book
from wab.content.operations.loader import load_tables
from wab.content.rulebook import capital, titled, with_links
from wab.locale import language


def rules_of(words):
    """The rules of play that hold all the words."""
    return search_book("operations", words)


def rules():
    return rules_of("")


@pytest.mark.clause("OPS-0-1")
def test_the_rules_are_read_and_searched_in_the_window(opened, monkeypatch):
    typed = [""]
    monkeypatch.setattr(imgui, "input_text", lambda _name, _text: (True, typed[0]))
    screen, _session, drawn = opened("cliffs-and-shingle")
    drawn.frame(press="keys").frame(press="keys-rules")
    assert screen.ui.panel == "rules"
    assert drawn.has(rules()[0].title[1:]) and drawn.has(f"Rules shown: {len(rules())}")
    typed[0] = "bridge river road"
    found = rules_of("bridge river road")
    assert 0 < len(found) < len(rules())
    assert f"Rules shown: {len(found)}" in {words for words, _x, _y in drawn.frame().words}
    assert drawn.has(found[0].id) and drawn.has(found[0].rule.split("\n")[0][:20])
    typed[0] = "no such words"
    assert drawn.frame().has("No rule holds all these words.")


@pytest.mark.clause("OPS-0-1")
def test_the_rule_book_has_contents_examples_and_links(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    screen.ui.reading.open("OPS-6.1-4")
    assert drawn.frame().has("SIGHT, MOVEMENT, CONTROL") and drawn.has("Rivers and bridges")
    assert drawn.has("Example: Sight 6 over open ground")
    screen.ui.reading.open("OPS-6.1-1")
    drawn.frame()
    cited = next(part for part in drawn.parts if part.startswith("cited-") and part.endswith("OPS-6.5-3"))
    assert not any("OPS-6.5-3" in words for words, _x, _y in drawn.words), "its title stands there"
    drawn.frame(press=cited)
    assert screen.ui.reading.at == "OPS-6.5-3" and drawn.has("Intruders in controlled hexes are seen")
    drawn.frame(press="rules-back")
    assert screen.ui.reading.at == "OPS-6.1-1"
    drawn.frame(press="rules-forward")
    assert screen.ui.reading.at == "OPS-6.5-3"


@pytest.mark.clause("OPS-0-1")
def test_the_link_of_a_table_opens_the_table(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    screen.ui.reading.open("OPS-7.4.3-1")
    drawn.frame()
    drawn.frame(press=next(part for part in drawn.parts if part.endswith("OPS-T-TERRAIN-COMBAT")))
    assert screen.ui.reading.at == "OPS-T-TERRAIN-COMBAT"
    drawn.frame()
    assert drawn.has("Columns for the defender") and drawn.has("all attackers across a river")
    drawn.frame(press="rules-back")
    assert screen.ui.reading.at == "OPS-7.4.3-1"


@pytest.mark.parametrize(
    ("system", "sheets"),
    [("operations", OPERATIONS_SHEETS), ("cards", CARDS_SHEETS), ("zocbonds", ZOCBONDS_SHEETS)],
)
def test_tables_are_those_of_the_ledger_and_have_a_cell_a_column(system, sheets):
    ledger = ledgers()[system]
    assert set(sheets) <= {table.id for table in ledger.tables}
    for code in ("en", "fr"):
        with language(code):
            for id_, make in sheets.items():
                sheet = make()
                assert sheet.rows and all(len(row) == len(sheet.head) for row in sheet.rows), id_
    for clause in ledger.rule_book:
        for piece, is_link in with_links(clause.rule):
            assert not is_link or "-T-" not in piece or piece in sheets, (clause.id, piece)


def test_a_table_has_the_numbers_that_ship():
    table = load_tables()
    rows = {row[0]: row[1:] for row in OPERATIONS_SHEETS["OPS-T-BOMBARD"]().rows}
    assert rows["7"] == tuple(map(str, table.bombardment.rows[5]))
    assert CARDS_SHEETS["CRD-T-DICE"]().rows[0] == ("infantry", "2")


@pytest.mark.clause("OPS-0-1")
def test_keys_go_through_the_rule_book(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    drawn.frame()
    first, second = rules()[0].id, rules()[1].id
    assert screen.ui.reading.at == first
    for key, at in (("arrow_down", second), ("arrow_left", first), ("arrow_right", second), ("arrow_up", first)):
        screen.on_key(key, False, False)
        drawn.frame()
        assert screen.ui.reading.at == at
    screen.on_key("/", False, False)
    drawn.frame().frame()
    assert drawn.window.hud.wants_keyboard, "the search takes the keys"


def test_keys_and_the_search_reach_the_tables(opened, monkeypatch):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    drawn.frame()
    first, second = list(OPERATIONS_SHEETS)[:2]
    screen.ui.reading.open(rules()[-1].id)
    for key, at in (("arrow_down", first), ("arrow_down", second), ("arrow_up", first), ("arrow_up", rules()[-1].id)):
        screen.on_key(key, False, False)
        drawn.frame()
        assert screen.ui.reading.at == at
    id_, title = next((id_, make().title) for id_, make in OPERATIONS_SHEETS.items() if not rules_of(make().title))
    monkeypatch.setattr(imgui, "input_text", lambda _name, _text: (True, title))
    drawn.frame().frame()
    assert drawn.has(title) and "Rules shown: 0" in {words for words, _x, _y in drawn.words}
    assert screen.ui.reading.at == id_, "no rule holds these words, a title of a table does"


def test_what_is_searched_is_marked_and_listed_at_the_left(opened, monkeypatch):
    typed, marked = [""], []
    monkeypatch.setattr(imgui, "input_text", lambda _name, _text: (True, typed[0]))
    monkeypatch.setattr(rule_browser, "_mark", lambda _kit, line, _x, _y, wanted: marked.append((line.words, wanted)))
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    typed[0] = "bridge river"
    drawn.frame()
    found = rules_of("bridge river")
    assert screen.ui.reading.at == found[0].id and drawn.has(found[0].title[1:])
    assert all(f"hit-{number}" in drawn.parts for number in range(min(3, len(found))))
    assert any(wanted == ["bridge", "river"] and "bridge" in words for words, wanted in marked)
    screen.on_key("arrow_down", False, False)
    assert screen.ui.reading.at == found[1].id


def test_f2_leads_to_the_clause_that_is_being_told(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen._desk.kit.tip = Tip("End the impulse", (), "OPS-5.1-10")
    screen.on_key("f2", False, False)
    assert screen.ui.panel == "rules" and screen.ui.reading.at == "OPS-5.1-10"
    screen.ui.panel = ""
    drawn.frame()
    screen._desk.kit.tip = None
    screen.interaction.toast = Toast("It is not your turn.", ("OPS-8.2.1-1",))
    screen.on_key("f2", False, False)
    assert screen.ui.reading.at == "OPS-8.2.1-1"
    screen.ui.panel = ""
    screen.interaction.toast = None
    screen._desk.kit.tip = Tip("Odds", (), "OPS-T-CRT")
    screen.on_key("f2", False, False)
    assert screen.ui.reading.at == "OPS-T-CRT", "a table is told as a rule is"


def test_a_clause_that_is_not_printed_opens_its_section(opened):
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    hidden = next(
        clause
        for clause in ledgers()["operations"].clauses
        if clause not in ledgers()["operations"].rule_book and any(one.section == clause.section for one in rules())
    )
    screen.ui.reading.open(hidden.id)
    drawn.frame()
    assert screen.ui.reading.at == next(one.id for one in rules() if one.section == hidden.section)


@pytest.mark.parametrize("section", sorted(DIAGRAMS))
def test_each_picture_of_the_rule_book_is_drawn_in_its_section(opened, section):
    screen, _session, drawn = opened("cliffs-and-shingle")
    clause = next(one.id for one in rules() if one.section == section)
    screen.on_key("f2", False, False)
    drawn.frame()
    screen.ui.reading.open(clause)
    with language("en"):
        assert drawn.frame().has(DIAGRAMS[section].told()[:40])


@pytest.mark.clause("OPS-0-1")
def test_the_rules_are_written_as_a_document_of_their_own(opened, tmp_path, monkeypatch):
    monkeypatch.setattr("wab.app.wargame.rules.rule_book.saves_folder", lambda: tmp_path / "wab" / "saves")
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    drawn.frame().frame(press="rules-print")
    text = (tmp_path / "wab" / "rules-operations.html").read_text(encoding="utf-8")
    assert str(tmp_path) in screen.interaction.toast.text
    assert all(f"id='{clause.id}'" in text for clause in rules()) and text.count("<h3>") > 20
    plain = re.sub("</?a[^>]*>", "", text)
    titles = {clause.id: clause.title for clause in rules()}
    titles |= {id_: make().title for id_, make in OPERATIONS_SHEETS.items()}
    for clause in rules():
        assert escape(titled(clause.rule.strip(), titles)[0]) in plain
    intruders = escape(capital(titles["OPS-6.5-3"]))
    assert f"<a href='#OPS-6.5-3'>“{intruders}”</a>" in text and "class='example'" in text
    assert "<h3 id='OPS-T-CRT'>" in text and "<a href='#OPS-T-BOMBARD'>" in text


@pytest.mark.clause("OPS-0-1")
def test_rules_that_cannot_be_written_are_told_in_a_sentence(opened, tmp_path, monkeypatch):
    (tmp_path / "wab").write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setattr("wab.app.wargame.rules.rule_book.saves_folder", lambda: tmp_path / "wab" / "saves")
    screen, _session, drawn = opened("cliffs-and-shingle")
    screen.on_key("f2", False, False)
    drawn.frame().frame(press="rules-print")
    assert "could not be written" in screen.interaction.toast.text


def test_rules_with_the_words_in_their_title_come_first():
    found = rules_of("zone control")
    inside = [all(word in clause.title.casefold() for word in ("zone", "control")) for clause in found]
    assert inside == sorted(inside, reverse=True)
    assert rules_of("OPS-8.2.1-1")[0].id == "OPS-8.2.1-1"
    assert {clause.section.split(".")[0] for clause in rules()} == set(RULE_BOOKS["operations"].chapters)


@pytest.mark.clause("OPS-0-1")
def test_a_french_reader_finds_and_reads_the_rules_in_french():
    english = {clause.id: clause.rule for clause in rules()}
    with language("fr"):
        assert not [clause.id for clause in rules() if clause.rule == english[clause.id]]
        found = rules_of("zone contrôle six")
        assert [clause.id for clause in found] == ["OPS-8.2-1"] and "hexagones" in found[0].rule
        assert "<html lang='fr'>" in printed("Règles", found)
        assert [clause.id for clause in rules_of("zone control six")] == ["OPS-8.2-1"], "in English as well"
        assert rules_of("zone contrôle no such words") == ()
