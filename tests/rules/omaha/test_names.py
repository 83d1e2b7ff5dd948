"""Names of hexes and units in sentences."""

from __future__ import annotations

from tests.rules.omaha.printed import at, game, of
from wab.locale import language
from wab.systems.omaha.state.names import hex_noun, sector_noun, unit_noun, units_nouns


def test_a_strongpoint_has_its_name_and_any_other_hex_its_number():
    state = game()
    for tongue, hex_ in (("en", "hex"), ("fr", "hexagone")):
        with language(tongue):
            found = [str(hex_noun(state, at(label))) for label in ("0812", "1014", "0715")]
            assert found == ["WN62 (0812)", f"{hex_} 1014", f"{hex_} 0715"]


def test_units_are_named_by_what_is_printed_on_them():
    state = game()
    both = units_nouns(state, (of("A_1_16"), of("E_2_16")))
    with language("en"):
        assert (str(unit_noun(state, of("A_1_16"))), str(both)) == ("A/1/16", "A/1/16 and E/2/16")


def test_a_sector_has_its_article():
    for tongue, words in (("en", "the western sector"), ("fr", "le secteur ouest")):
        with language(tongue):
            assert str(sector_noun("west")) == words
