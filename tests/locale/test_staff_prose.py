"""The words of the staff in a few battles, in both languages: none of the faults that a native sees at once."""

import re

import msgspec
import pytest

import wab
from ai.agents import make_agent, seat_seed
from wab.app.play.diary import Diary, chapters, prose, turns_of
from wab.locale import language

BATTLES = {
    "operations/causeway-to-carentan": ("normal", 24),
    "operations/to-the-sea": ("hard", 12),
    "operations/the-battle-of-the-hedgerows": ("easy", 10),
    "cards/pegasus-bridge": ("easy", 14),
}
WRONG = {
    "en": {
        r"\((s|e|es)\)": "a plural in brackets",
        r"\b1 (points|units|turns|dice|figures|medals)\b": "a plural of one",
        r"\d %": "a blank before percent",
        r"; \w+: ?\d|\d of \d+ needed": "a list of labels",
        r"\b(but for|for they|for it|[Nn]obody|at hand|worth doing)\b|[Pp]ut .{0,20}away": "translated English",
        r"\{|\}": "a place that is not filled",
        r"  |\.\.| \.": "a slip of the pen",
    },
    "fr": {
        r"\((s|e|es)\)|\w·e": "a plural in brackets",
        r"L’Axe \w+ent\b": "the Axis as several",
        r"\b1 (points|unités|tours|dés|figurines|médailles)\b": "a plural of one",
        r"\b(de|que) [AEIOUÉÈÎ]\w": "no elision",
        r"\bde L[ea]s? |\bà Le ": "an article beside a preposition",
        r"\d\.\d": "a decimal point",
        r"[^\u00a0]%|[a-z0-9)] [;:!?]": "a blank that may break",
        r"\b(ton|ta|tes|toi)\b": "a player called tu",
        r"\b(nul(le)? (ne|n’)|de ce tour\b|flak)": "an old word",
        r"\{|\}": "a place that is not filled",
    },
}


@pytest.fixture(scope="module")
def said():
    """The papers of the staffs that are asked, and the diary of what they ordered."""
    found = []
    for scenario, (level, orders) in BATTLES.items():
        game, diary = wab.new_game(scenario, seed=5), Diary()
        players = {seat: make_agent(level, game.system.id, seat_seed(5, seat)) for seat in game.seats}
        for record in range(orders):
            seat = game.to_act
            if record % 8 == 0:
                found += [text for line in players[seat].advise(game.view(seat)) for text in (line.text, *line.notes)]
            order = players[seat].decide(game.view(seat))
            diary.add(record, game.turn, seat, msgspec.to_builtins(players[seat].reason))
            game.play(order)
        found += [_Told(those) for _turn, _side, those in turns_of(chapters(diary.entries))]
    return found


class _Told:
    """A turn of a diary, told in the language of the moment."""

    def __init__(self, chapters_):
        self._chapters = chapters_

    def __str__(self):
        return prose(self._chapters)


@pytest.mark.parametrize("code", sorted(WRONG))
def test_the_staff_makes_no_fault_that_a_native_sees_at_once(said, code):
    with language(code):
        sentences = [str(text) for text in said]
    assert len(sentences) > 40
    faults = [(what, one) for wrong, what in WRONG[code].items() for one in sentences if re.search(wrong, one)]
    assert faults == []


def test_what_the_staff_says_begins_as_a_sentence_does(said):
    with language("en"):
        sentences = [str(text) for text in said]
    assert not [one for one in sentences if not re.match(r"[A-Z0-9]", one)]
