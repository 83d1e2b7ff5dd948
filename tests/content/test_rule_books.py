"""The rules as players read them: a rule book, without remarks on its source, its author or the program."""

import re

import pytest

from wab.content.ledger import RULE_BOOKS, ledgers, spoken
from wab.locale import language

REMARKS = {
    "en": (
        r"[Oo]pen point|[Ww]e choose|AMBIGUOUS|CHOICE|the source\b(?! must| hex)|\b[Oo]urs\b",
        r"[Oo]ur (own|reading|choice)|not (said|stated)|the text (says|is|has|treats)|a program|booklet|scenario data",
    ),
    "fr": (
        r"[Pp]oint ouvert|[Nn]otre (choix|lecture)|AMBIGU\b|CHOIX|la source (ne|dit|laisse)|de nous\b",
        r"non dit\b|le texte (dit|est|ne)|un programme|livret|donnée du scénario|à éprouver",
    ),
}


def read_by_players(code):
    with language(code):
        for system in RULE_BOOKS:
            for clause in ledgers()[system].rule_book:
                yield clause.id, f"{spoken(clause).title}. {spoken(clause).text}"


@pytest.mark.parametrize("code", sorted(REMARKS))
def test_a_rule_says_only_the_rule(code):
    assert not [
        (id_, found[0]) for id_, text in read_by_players(code) if (found := re.search("|".join(REMARKS[code]), text))
    ]
