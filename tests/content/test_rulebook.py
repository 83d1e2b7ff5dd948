"""The rule books as they are printed: every chapter and section has a title, every example a clause; links in texts."""

from __future__ import annotations

import pytest

from wab.content.ledger import RULE_BOOKS, ledgers
from wab.content.rulebook import book_of, chapters, cited, examples_of, in_lines, section_of, titled, with_links
from wab.locale import language


@pytest.mark.parametrize("system", sorted(RULE_BOOKS))
def test_every_chapter_has_a_title_and_every_title_a_chapter(system: str) -> None:
    found = chapters(system, ledgers()[system].rule_book)
    book = book_of(system)
    assert {chapter.id for chapter in found} == set(book.chapters)
    sections = {section.id for chapter in found for section in chapter.sections}
    assert set(book.sections) <= sections
    assert system == "cards" or set(book.sections) == sections


@pytest.mark.parametrize("system", sorted(RULE_BOOKS))
def test_every_rule_stands_in_its_section_once(system: str) -> None:
    rules = ledgers()[system].rule_book
    printed = [clause for chapter in chapters(system, rules) for part in chapter.sections for clause in part.clauses]
    assert sorted(clause.id for clause in printed) == sorted(clause.id for clause in rules)
    for chapter in chapters(system, rules):
        assert len({section.id for section in chapter.sections}) == len(chapter.sections)
        assert all(section_of(clause) == section.id for section in chapter.sections for clause in section.clauses)


@pytest.mark.parametrize("system", sorted(RULE_BOOKS))
def test_examples_are_those_of_the_ledger_under_rules_that_are_read(system: str) -> None:
    ledger = ledgers()[system]
    known, read = {example.id for example in ledger.examples}, {clause.id for clause in ledger.rule_book}
    for example in book_of(system).examples:
        assert example.id in known and example.clause in read
        assert example.en != example.fr
    ids = [example.id for example in book_of(system).examples]
    assert len(ids) == len(set(ids))


def test_numbers_in_worked_examples_are_those_of_the_ledger() -> None:
    with language("en"):
        (told,) = examples_of("operations", "OPS-7.3.3-1")
    given = next(one for one in ledgers()["operations"].examples if one.id == "OPS-X-10")
    for number in (given.given["dice"], given.given["dice_modifier"], *list(given.expect.values())[:3]):
        assert str(number) in told or number == 2


def test_titles_and_examples_are_in_the_language_of_the_reader() -> None:
    rules = ledgers()["operations"].rule_book
    with language("fr"):
        assert "Zones de contrôle" in {
            part.title for chapter in chapters("operations", rules) for part in chapter.sections
        }
        assert examples_of("operations", "OPS-5.2-1")[0].startswith("Un camp")


def test_ids_in_a_text_are_links() -> None:
    text = "As in OPS-6.5-3, and as CRD-C.ambush-7 says (see OPS-6.5-3)."
    assert cited(text) == ["OPS-6.5-3", "CRD-C.ambush-7"]
    assert "".join(piece for piece, _is_link in with_links(text)) == text
    assert [piece for piece, is_link in with_links(text) if is_link] == ["OPS-6.5-3", "CRD-C.ambush-7", "OPS-6.5-3"]
    assert with_links("See OPS-T-CRT.") == [("See ", False), ("OPS-T-CRT", True), (".", False)]
    assert cited("See OPS-T-CRT.") == ["OPS-T-CRT"]


def test_titles_stand_for_ids_and_lead_there_over_line_ends() -> None:
    titles = {"OPS-T-CRT": "combat results table", "OPS-6.5-3": "intruders"}
    with language("en"):
        told, links = titled("See OPS-T-CRT, OPS-6.5-3 and OPS-5.1-1.", titles)
    assert told == "See “Combat results table”, “Intruders” and OPS-5.1-1."
    assert [(told[one.start : one.end], one.to) for one in links] == [
        ("“Combat results table”", "OPS-T-CRT"),
        ("“Intruders”", "OPS-6.5-3"),
    ]
    lines = ["See “Combat", "results table”, “Intruders”", "and OPS-5.1-1."]
    found = zip(lines, in_lines(told, lines, links), strict=True)
    pieces = [[line[one.start : one.end] for one in own] for line, own in found]
    assert pieces == [["“Combat"], ["results table”", "“Intruders”"], []]
