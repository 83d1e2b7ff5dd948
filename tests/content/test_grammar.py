"""Names of the campaigns have their grammar, and French names; a stranger's names are checked, or taken as they are."""

import pytest
import yaml

from wab.content.cards.loader import load_scenario as load_cards
from wab.content.cards.loader import scenario_paths as cards_paths
from wab.content.hexmap import HexMap
from wab.content.normandy.grammar import load_grammar, noun
from wab.content.normandy.names import load_names
from wab.content.operations.loader import load_battle_map, load_catalogues, load_scenario, scenario_paths
from wab.content.operations.shapes import Division
from wab.content.reader import read_yaml
from wab.engine.words.errors import DataError
from wab.locale import language

CATALOGUES = load_catalogues()
ENGLISH_WORDS = ("Infantry", "Brigade Group", "Battalion", "Airborne", "Corps Artillery", "-Bataillon", "Abteilung")


def formations():
    for catalogue in CATALOGUES.values():
        yield from ((key, one) for key, one in catalogue.divisions.items())
        yield from ((key, one) for key, one in catalogue.units.items() if one.kind != "commander")


def squadrons():
    for path in scenario_paths():
        scenario = load_scenario(path)
        yield from ((path.stem, one) for side in (scenario.allied, scenario.axis) for one in side.squadrons)


def test_every_formation_unit_and_air_unit_has_a_french_name_with_gender_and_article():
    named = [*formations(), *squadrons()]
    assert len(named) > 700
    for key, one in named:
        name = noun(one.name, one.grammar)
        assert "le" in name.grammar.get("fr", "").split(), key
        with language("fr"):
            assert not [word for word in ENGLISH_WORDS if word in str(name)], key


def test_every_objective_has_a_french_name():
    for path in scenario_paths():
        for objective in load_scenario(path).objectives:
            assert set(objective.name) == {"en", "fr"}, path


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        ({"en": "Hill 30", "fr": "Cote 30"}, "de la cote 30", "of Hill 30"),
        ({"en": "Airel bridge", "fr": "Pont d'Airel"}, "du pont d’Airel", "of the Airel bridge"),
        ({"en": "Odon bridges", "fr": "Ponts de l'Odon"}, "des ponts de l’Odon", "of the Odon bridges"),
        ({"en": "29th Infantry Division", "fr": "29e division d'infanterie"}, "de la 29e division d’infanterie", None),
        ({"en": "I./G.R. 726", "fr": "I/726e régiment de grenadiers"}, "du I/726e régiment de grenadiers", None),
        ({"en": "HMS Rodney"}, "du HMS Rodney", "of HMS Rodney"),
        ({"en": "USS Texas"}, "de l’USS Texas", "of USS Texas"),
        ({"en": "Kampfgruppe Meyer"}, "de la Kampfgruppe Meyer", "of Kampfgruppe Meyer"),
        ({"en": "Le Dézert", "fr": "Le Dézert"}, "du Dézert", "of Le Dézert"),
        ({"en": "La Hague", "fr": "La Hague"}, "de La Hague", "of La Hague"),
        ({"en": "Yport", "fr": "Yport"}, "d’Yport", "of Yport"),
        ({"en": "Hérouvillette", "fr": "Hérouvillette"}, "d’Hérouvillette", "of Hérouvillette"),
        ({"en": "Honfleur", "fr": "Honfleur"}, "de Honfleur", "of Honfleur"),
        ({"en": "The five draws", "fr": "Les cinq valleuses"}, "des cinq valleuses", "of the five draws"),
    ],
)  # fmt: skip
def test_the_rules_give_a_name_its_article(words, french, english):
    with language("fr"):
        assert f"{noun(words):de}" == french
    with language("en"):
        assert english is None or f"{noun(words):of}" == english


def test_a_name_of_a_stranger_stands_as_it_is():
    for name in ("Bluecoat Force", "", "Ω", "{x:le}"):
        assert noun(name).grammar == {}
        with language("fr"):
            assert str(noun(name)) == name
            assert f"{noun(name):le}" == name


def test_the_grammar_beside_a_name_goes_before_the_rules():
    with language("fr"):
        assert f"{noun({'en': 'Bridge', 'fr': 'Pont'}, {'fr': 'fs le low'}):le}" == "la pont"


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("grammar", {"fr": "fs the"}, "the grammar of a name"),
        ("grammar", {"fr": ""}, "grammar.fr"),
        ("grammar", {"de": "fs"}, 'grammar.de: "de" is not one of: en, fr'),
        ("name", ["29th"], "a name of one line, or one by language"),
        ("name", {"en": "x" * 300}, "name.en: .* is not a name or title"),
    ],
)
def test_a_fault_in_a_name_is_said_in_one_sentence(tmp_path, field, value, says):
    path = tmp_path / "division.yaml"
    path.write_text(yaml.safe_dump({"name": "29th", "colour": "#000000"} | {field: value}), encoding="utf-8")
    with pytest.raises(DataError, match=says) as caught:
        read_yaml(path, Division)
    assert "\n" not in str(caught.value)


def test_places_of_the_map_never_stand_with_a_french_article_that_should_run_together():
    battle_map: HexMap = load_battle_map()
    names = load_names().places
    with language("fr"):
        for place in battle_map.places:
            told = f"{noun(names.get(place.name) or {'en': place.name, 'fr': place.name}):de}"
            assert not told.startswith(("de Le ", "de Les ", "de A", "de E", "de É", "de I", "de O")), told


def test_medals_and_places_of_the_cards_have_the_grammar_of_their_kind():
    for path in cards_paths():
        scenario = load_cards(path)
        for name in [*scenario.places.values(), *(medal.name for medal in scenario.medals)]:
            with language("fr"):
                told = f"{noun(name):de}"
            assert not told.startswith(("de Le ", "de Les ", "de Cote", "de Pont ", "de Église", "de Casemates")), told


def test_the_lists_name_nothing_twice():
    for rules in (load_grammar().en, load_grammar().fr):
        heads = [word for words in rules.heads.values() for word in words]
        assert len(heads) == len(set(heads))
