"""Sentences that are put together, as a reader sees them: journals of ten games, staff plans, and the catalogue itself.

Only faults that are certain are looked for; whether a sentence is well written a person has to judge.
"""

import re
from functools import cache

import msgspec
import pytest
from babel.messages.pofile import read_po

import wab
from ai.agents import make_agents
from ai.shell.reasons import Advice
from wab.app.play.diary import Diary, chapters, prose, turns_of
from wab.engine.history.journal import Narrator, lasting
from wab.locale import LANGUAGES, catalogue_folder, language

GAMES = (
    ("operations/causeway-to-carentan", "greedy", 60),
    ("operations/a-bridge-on-the-canal", "greedy", 60),
    ("operations/lehr-at-le-dezert", "greedy", 60),
    ("operations/tigers-in-the-lane", "greedy", 60),
    ("operations/back-to-the-fortress", "random", 120),
    ("operations/the-mace", "random", 120),
    ("cards/pegasus-bridge", "greedy", 90),
    ("cards/omaha-beach", "greedy", 90),
    ("cards/villers-bocage", "greedy", 90),
    ("cards/omaha-beach-double-board", "random", 120),
)
LEFT_OUT = {"docs/rules/operations.yaml", "docs/rules/cards.yaml", "ai/shell/former.py"}
"""The rule books quote numbers of chapters ("6.5"), and sentences of older saves are kept as they were."""
IN_ENGLISH = {
    r"\((s|e|es)\)": "a plural in brackets",
    r"\b1 (points|turns|units|hexes|dice|figures|cards|medals)\b": "one of many",
    r"\bAxis (win|score|move|hold|draw|play|have|end|sight)\b": "the Axis is one",
    r"\bAllies (wins|scores|moves|holds|draws|plays|has|ends|sights)\b": "the Allies are many",
    r"\b[Nn]obody \w": "nobody for no unit",
    r"\ba [aeio]\w": "a before a vowel",
}
IN_FRENCH = {
    r"\((s|e|es)\)|\w·e": "un pluriel entre parenthèses",
    r"\b(tu|ton|ta|tes|toi)\b": "tu",
    r"L[’']Axe (?:(?!(?:\w*[tv]ient|souvent)\b)\w+ent|ont|sont)\b": "l’Axe est au singulier",
    r"\bAlliés (est|a|marque|gagne|tient|joue)\b": "les Alliés sont au pluriel",
    r"\b[01] (points|tours|unités|hexagones|dés|figurines|cartes|médailles)\b": "le pluriel de un",
    r"\b(de|que|le|la) [AEIOUÉÈÎ](?![\dIVX]*[/e])[\w’]": "une élision oubliée",
    r"\b(de|à) L(e|es) ": "une contraction oubliée",
    r"\b(de|à) (le|les) (?!\w+er\b)": "une contraction oubliée",
    r"(?<!OpenGL )\d\.\d(?!5 pour)": "un point décimal",
    r"\d %|[^\s] %": "une espace sécable",
}


@cache
def game(scenario, player, orders):
    """A game by computer players, as far as so many orders lead."""
    played = wab.new_game(scenario, seed=7)
    agents = make_agents(dict.fromkeys(played.seats, player), scenario.partition("/")[0], 7)
    while played.to_act is not None and len(played.journal) <= orders:
        played.play(agents[played.to_act].decide(played.view(played.to_act)))
    return played


@cache
def journal(scenario, player, orders):
    """The sentences of its journal, not yet in any language."""
    played = game(scenario, player, orders)
    narrator = Narrator(played.system, played.setup)
    return [line.text for record in lasting(played.journal) for line in narrator.tell(record)]


def faults(sentences, code):
    wrong = IN_FRENCH if code == "fr" else IN_ENGLISH
    return [f"{what}: {told}" for told in sentences for pattern, what in wrong.items() if re.search(pattern, told)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("played", GAMES, ids=lambda played: played[0])
def test_a_journal_agrees_in_gender_and_number(played, code):
    with language(code):
        sentences = [str(text) for text in journal(*played)]
    assert len(sentences) > 40
    assert faults(sentences, code) == []
    assert not [told for told in sentences if re.search(r"\{\w", told)]


@cache
def staff_plans():
    """Return what the staff of both sides advises at the start of two battles, not yet in any language."""
    found = []
    for scenario in ("operations/causeway-to-carentan", "operations/lehr-at-le-dezert"):
        played = wab.new_game(scenario, seed=7)
        for seat in played.seats:
            staff = make_agents({seat: "easy"}, "operations", 7)[seat]
            lines = staff.advise(played.view(seat))
            assert all(isinstance(line, Advice) for line in lines)
            found += [text for line in lines for text in (line.text, *line.notes)]
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_staff_plan_agrees_in_gender_and_number(code):
    with language(code):
        sentences = [str(text) for text in staff_plans()]
    assert len(sentences) > 10
    assert faults(sentences, code) == []


@cache
def diary():
    """Return what computer players entered in their diaries in the first orders of two battles."""
    found = Diary()
    for scenario, orders in (("operations/lehr-at-le-dezert", 16), ("cards/omaha-beach", 30)):
        played = wab.new_game(scenario, seed=7)
        agents = make_agents(dict.fromkeys(played.seats, "easy"), scenario.partition("/")[0], 7)
        for record in range(orders):
            seat = played.to_act
            played_order = agents[seat].decide(played.view(seat))
            found.add(record, played.turn, seat, msgspec.to_builtins(agents[seat].reason))
            played.play(played_order)
    return found.entries


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_diary_agrees_in_gender_and_number(code):
    with language(code):
        paragraphs = [prose(those) for _turn, _side, those in turns_of(chapters(diary()))]
    assert len(paragraphs) > 2 and len(" ".join(paragraphs)) > 400
    assert faults(paragraphs, code) == []


def catalogue():
    with (catalogue_folder() / "fr" / "LC_MESSAGES" / "wab.po").open("rb") as file:
        for message in read_po(file, locale="fr"):
            if {place for place, _line in message.locations} <= LEFT_OUT:
                continue
            ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
            forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
            if message.id:
                yield ids, forms


def test_the_catalogue_has_no_certain_fault():
    known = {"en": IN_ENGLISH, "fr": IN_FRENCH}
    found = {"en": [], "fr": []}
    for ids, forms in catalogue():
        for code, texts in (("en", ids), ("fr", forms)):
            for text in texts:
                plain = re.sub(r"\{[^}]*\}|\b[A-Z]{3}-[\w.-]*\w", "X", text)  # places and ids of rules are no words
                found[code] += [f"{what}: {text}" for pattern, what in known[code].items() if re.search(pattern, plain)]
    assert found == {"en": [], "fr": []}


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("en", "The Axis score 1 points for Hill 30."),
        ("en", "Nobody advances."),
        ("fr", "L’Axe ont la main."),
        ("fr", "L’Axe marquent 1 points."),
        ("fr", "Le 175e va de Isigny à 4623."),
        ("fr", "près de Le Dézert"),
        ("fr", "0.2 PV attendus"),
        ("fr", "Cochez ta case."),
    ],
)
def test_the_faults_of_old_would_be_found(code, wrong):
    assert faults([wrong], code)
