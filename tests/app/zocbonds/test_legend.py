"""The key to the counters: armies in their colours, every sign in words, the abbreviations of the rules."""

import re

import pytest

import wab
from tests.app.zocbonds.battles import SCENARIO, frame
from tests.rules.zocbonds.field import position
from wab.app.wargame.lists import counter_key
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.pages import legend
from wab.content.ledger import ledgers
from wab.locale import language

GIVEN = re.compile(r"\b([A-Z]{2,4}) = ([A-Z]{2,4})\b")


@pytest.mark.clause("ZOC-2.3.4-1")
def test_every_army_has_colours_of_its_own_and_every_unit_those_of_its_army():
    board = position({}).board
    with language("en"):
        shown = {line.words: line.army for line in legend.counter_key(board)[0].lines}
    assert len(shown) == 6 and len({nation.body for nation in shown.values()}) == 6
    wears = {key: looks.nations()[looks.army_of(board.roster[id_])] for key, id_ in board.ids.items()}
    assert wears["us_4id_8"] == shown["US First Army"]
    assert wears["uk_3id_8"] == shown["British, of the Second Army"]
    assert wears["ca_3id_8"] == shown["Canadians, of the Second Army"]
    assert wears["de_352id_914"] == shown["German army (Heer)"] and wears["de_12ss_25"] == shown["SS"]
    flak = next(key for key, id_ in board.ids.items() if board.roster[id_].type == "flak")
    assert wears[flak] == shown["Luftwaffe"]
    spec = looks.counter(position({"us_4id_8": "1432"}), position({"us_4id_8": "1432"}).units[board.ids["us_4id_8"]],
                         stack=0, selected=False, acted=False)  # fmt: skip
    assert spec.nation == shown["US First Army"]


def short_words():
    """The abbreviations in the language of the moment."""
    return [line.short for line in legend.counter_key(position({}).board)[-1].lines]


@pytest.mark.clause("ZOC-2.4-1")
def test_abbreviations_are_those_of_the_rules_in_both_languages():
    (clause,) = (one for one in ledgers()["zocbonds"].clauses if one.id == "ZOC-2.4-1")
    theirs = {ours: source for source, ours in GIVEN.findall(clause.text)}
    with language("en"):
        english = short_words()
    with language("fr"):
        french = short_words()
    said = dict(zip(english, french, strict=True))
    told = {short for short in english if short in clause.text or short in theirs}
    assert {"HQ", "IP", "MAF", "MA", "MP", "TQ", "EZOC", "DCB", "DD", "CW"} <= told
    assert all(said[ours] == source for ours, source in theirs.items() if ours in said)
    assert (said["RP"], said["TEC"], said["CRT"]) == ("PR", "TET", "TRC")


def test_everything_in_the_key_has_a_clause_of_the_book():
    ledger = ledgers()["zocbonds"]
    book = {clause.id for clause in ledger.clauses} | {table.id for table in ledger.tables}
    told = [*legend.PARTS, *legend.SHORT, *((words, words, clause) for words, clause in legend.SIGNS.values())]
    assert all(clause in book for _short, _words, clause in told)
    assert set(legend.SIGNS) == set(looks.SIGNS), "no sign without words"


def test_the_key_opens_by_its_key_and_tells_what_signs_mean(window, shown, words):
    screen = shown(wab.new_game(SCENARIO, seed=1944), "axis")
    window.hud.resize(1280, 1400)
    screen.ui.panel = ""
    assert screen.on_key("q", False, False) and screen.ui.panel == counter_key.NAME
    told = frame(window, words)
    window.hud.resize(520, 320)
    assert {"US First Army", "disrupted", "out of supply", "MAF", "main assault force"} <= told
