"""Names in sentences: articles, contractions, elision, agreement, counts, rows and numbers, in both languages."""

import msgspec
import pytest

from wab.engine.words.text import Noun, Text, chance, counted, in_context, listed
from wab.locale import language
from wab.locale.nouns import SPECS, unknown_words
from wab.locale.numbers import fixed, number, percent, signed

HILL = Text.of_data({"en": "Hill 30", "fr": "Cote 30"}, {"en": "s", "fr": "fs le low"})
ISIGNY = Text.of_data({"en": "Isigny", "fr": "Isigny"})
DEZERT = Text.of_data({"en": "Le Dézert", "fr": "Le Dézert"}, {"fr": "ms own"})
HONFLEUR = Text.of_data({"en": "Honfleur", "fr": "Honfleur"}, {"fr": "ms elide"})
HOULGATE = Text.of_data({"en": "Houlgate", "fr": "Houlgate"}, {"fr": "ms"})
BRIDGE = Text.of_data({"en": "Airel bridge", "fr": "Pont d’Airel"}, {"en": "s le", "fr": "ms le low"})
BRIDGES = Text.of_data({"en": "Odon bridges", "fr": "Ponts de l’Odon"}, {"en": "p le", "fr": "mp le low"})
BATTERIES = Text.of_data({"en": "Batteries", "fr": "Batteries"}, {"en": "p le", "fr": "fp le low"})
AXIS = Text.of_data({"en": "Axis", "fr": "Axe"}, {"en": "s le", "fr": "ms le"})
ALLIES = Text.of_data({"en": "Allies", "fr": "Alliés"}, {"en": "p le", "fr": "mp le"})
DIVISION = Text.of_data(
    {"en": "29th Infantry Division", "fr": "29e division d’infanterie"}, {"en": "s le", "fr": "fs le"}
)
UNKNOWN = Text.of_data({"en": "unknown unit", "fr": "unité inconnue"}, {"en": "s un", "fr": "fs un"})


def told(spec, name, code):
    with language(code):
        return str(Text(f"{{name:{spec}}}", {"name": name}))


@pytest.mark.parametrize(
    ("name", "le", "de", "at", "que"),
    [
        (HILL, "la cote 30", "de la cote 30", "à la cote 30", "que la cote 30"),
        (ISIGNY, "Isigny", "d’Isigny", "à Isigny", "qu’Isigny"),
        (DEZERT, "Le Dézert", "du Dézert", "au Dézert", "que Le Dézert"),
        (HONFLEUR, "Honfleur", "d’Honfleur", "à Honfleur", "qu’Honfleur"),
        (HOULGATE, "Houlgate", "de Houlgate", "à Houlgate", "que Houlgate"),
        (BRIDGE, "le pont d’Airel", "du pont d’Airel", "au pont d’Airel", "que le pont d’Airel"),
        (BRIDGES, "les ponts de l’Odon", "des ponts de l’Odon", "aux ponts de l’Odon", "que les ponts de l’Odon"),
        (BATTERIES, "les batteries", "des batteries", "aux batteries", "que les batteries"),
        (AXIS, "l’Axe", "de l’Axe", "à l’Axe", "que l’Axe"),
        (UNKNOWN, "une unité inconnue", "d’une unité inconnue", "à une unité inconnue", "qu’une unité inconnue"),
        ("Eterville", "Eterville", "d’Eterville", "à Eterville", "qu’Eterville"),
        ("", "", "de ", "à ", "que "),
    ],
)
def test_a_french_name_has_its_article_and_runs_together_with_small_words(name, le, de, at, que):
    assert [told(spec, name, "fr") for spec in ("le", "de", "à", "que")] == [le, de, at, que]
    assert told("sur", name, "fr") == f"sur {le}"
    assert told("De", name, "fr") == de[:1].upper() + de[1:]


@pytest.mark.parametrize(
    ("name", "the"),
    [
        (HILL, "Hill 30"),
        (BRIDGE, "the Airel bridge"),
        (BRIDGES, "the Odon bridges"),
        (UNKNOWN, "an unknown unit"),
        ("Caen", "Caen"),
    ],
)
def test_an_english_name_has_its_article_and_its_preposition(name, the):
    assert told("the", name, "en") == told("le", name, "en") == the
    assert told("of", name, "en") == told("de", name, "en") == f"of {the}"
    assert told("at", name, "en") == told("à", name, "en") == f"at {the}"
    assert told("on", name, "en") == told("sur", name, "en") == f"on {the}"
    assert told("The", name, "en") == the[:1].upper() + the[1:]


@pytest.mark.parametrize(
    ("name", "french", "english"),
    [
        (BRIDGE, "détruit", "is"),
        (DIVISION, "détruite", "is"),
        (BRIDGES, "détruits", "are"),
        (BATTERIES, "détruites", "are"),
        ("a stranger's name", "détruit", "is"),
    ],
)
def test_words_agree_with_a_name(name, french, english):
    assert told("|détruit|détruite|détruits|détruites", name, "fr") == french
    assert told("|is|are", name, "en") == english


@pytest.mark.parametrize("spec", sorted([*SPECS, *(spec.capitalize() for spec in SPECS)]))
@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_spec_is_filled_for_every_gender_and_number(spec, code):
    for name in (BRIDGE, DIVISION, BRIDGES, BATTERIES):
        with language(code):
            stands, noun = told(spec, name, code), str(name)[1:]
            assert stands.endswith(noun)
            assert stands[0].isupper() == (spec[0].isupper() or stands == str(name))
            assert f"{{name:{spec}}}".format(name=name) == stands


def test_words_agree_with_a_number():
    for code, forms in (("en", ["points", "point", "points"]), ("fr", ["point", "point", "points"])):
        assert [told("|point|points", n, code) for n in (0, 1, 2)] == forms


@pytest.mark.parametrize("spec", ["|one", "|a|b|c", "dé", "lE", "x", "|a{b}|c", "*|", ".2f", "|" + "x" * 100 + "|y"])
def test_what_is_no_spec_stays_as_it_is_written(spec):
    assert str(Text(f"{{name:{spec}}}", {"name": HILL})) == f"{{name:{spec}}}"


def test_a_text_around_a_name_hands_article_and_agreement_on():
    place = Text("{name:*} ({label})", {"name": HILL, "label": "4622"})
    assert told("de", place, "fr") == "de la cote 30 (4622)"
    assert told("|pris|prise", Text("{a:*}", {"a": BRIDGES}), "fr") == "prise"
    assert str(place) == "Hill 30 (4622)"


def test_names_in_a_row_keep_their_articles_and_end_with_how_many_there_are_more():
    names = [DIVISION, BRIDGE, HILL, AXIS, ALLIES]
    with language("fr"):
        assert str(Text("{names:Le}", {"names": listed(names[:2])})) == (
            "La 29e division d’infanterie et le pont d’Airel"
        )
        assert str(Text("{names:de}", {"names": listed(names)})) == (
            "de la 29e division d’infanterie, du pont d’Airel, de la cote 30 et 2 autres"
        )
        assert str(Text("{names:de}", {"names": listed(names, "or", whole=True)})).endswith("de l’Axe ou des Alliés")
        assert str(Text("{n:|détruit|détruite|détruits|détruites}", {"n": listed([DIVISION, HILL])})) == "détruites"
        assert str(Text("{n:|détruit|détruite|détruits|détruites}", {"n": listed([DIVISION, BRIDGE])})) == "détruits"
    with language("en"):
        assert str(Text("{names:of}", {"names": listed(names[:3])})) == (
            "of the 29th Infantry Division, the Airel bridge and Hill 30"
        )
        assert str(listed(names[:4])).endswith("Hill 30 and 1 other")
        assert str(Text("{n:The} {n:|holds|hold}", {"n": listed([AXIS])})) == "The Axis holds"
    assert listed([]) == ""


def test_a_long_row_is_told_whole():
    with language("en"):
        row = str(listed([f"unit {n}" for n in range(60)], whole=True))
    assert row.startswith("unit 0, unit 1, ")
    assert row.endswith("unit 58 and unit 59")
    assert row.count("unit") == 60


def test_what_is_counted_is_translated_when_it_is_read():
    parts = listed([counted("{n} other", "{n} others", n) for n in (0, 1)])
    with language("fr"):
        assert str(parts) == "0 autre et 1 autre"
    with language("en"):
        assert str(parts) == "0 others and 1 other"


def test_a_chance_is_never_rounded_to_certainty():
    with language("en"):
        told_in_english = [str(chance(p)) for p in (0, 0.001, 0.006, 0.5, 0.994, 0.9951, 0.9999, 1)]
        assert told_in_english == ["0%", "<1%", "1%", "50%", "99%", ">99%", ">99%", "100%"]
    with language("fr"):
        assert str(chance(0.999)) == "plus de 99\u00a0%"
        assert str(chance(0.001)) == "moins de 1\u00a0%"
        assert str(chance(0.24)) == "24\u00a0%"


def test_numbers_are_written_as_the_language_does():
    with language("fr"):
        assert [number(x) for x in (0.2, 7, 1.25, -3.5, 25_000, 1944)] == [
            "0,2",
            "7",
            "1,25",
            "\u22123,5",
            "25\u00a0000",
            "1944",
        ]
        assert (fixed(2), signed(1.5), signed(-1), percent(0.72)) == ("2,0", "+1,5", "\u22121", "72\u00a0%")
        assert str(Text("{n}", {"n": 0.25})) == "0,25"
    with language("en"):
        assert [number(x) for x in (0.2, -1, 25_000)] == ["0.2", "\u22121", "25,000"]
        assert percent(0.72) == "72%"


def test_a_name_survives_being_written_and_read_with_its_grammar():
    text = Text("{place:Le}", {"place": listed([HILL, Noun("Axis", fr="ms le"), in_context("a month", "May")])})
    again = msgspec.json.decode(msgspec.json.encode(text), type=Text)
    assert again == text
    with language("fr"):
        assert str(again).startswith("La cote 30, l’Ax")
    assert msgspec.json.encode(Text("plain")) == b'{"msgid":"plain"}'


def test_grammar_from_a_stranger_does_no_harm():
    odd = Text.of_data({"en": "x", "fr": "Orne"}, {"fr": "le " * 10_000 + "{a} \x1b fs"})
    assert told("de", odd, "fr") == "de l’Orne"
    assert unknown_words("fs le lo \x1b") == ["lo", "\x1b"]


def test_texts_that_ask_for_all_specs_at_every_depth_come_to_an_end():
    nested = Text("{a}", {"a": "x"})
    message = "".join(f"{{a:{spec}}}" for spec in (*SPECS, *(spec.capitalize() for spec in SPECS)))
    for _level in range(7):
        nested = Text(message + "{a:*}", {"a": nested})
    assert len(str(nested)) <= 4000


def test_texts_are_parts_of_keys():
    assert len({HILL, Text.of_data({"en": "Hill 30", "fr": "Cote 30"}, {"en": "s", "fr": "fs le low"}), BRIDGE}) == 2
