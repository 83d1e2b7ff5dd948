"""The French catalogue is set as French is: apostrophes, blanks before double punctuation, one word for one thing."""

import re

import pytest
from babel.messages.pofile import read_po

from wab.engine.words.text import Text
from wab.locale import catalogue_folder, language

PATH = catalogue_folder() / "fr" / "LC_MESSAGES" / "wab.po"


def sentences():
    with PATH.open("rb") as file:
        for message in read_po(file, locale="fr"):
            forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
            yield from ((message.id, form) for form in forms if message.id)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (r"'", "a straight apostrophe"),
        (r" [?!:;»%]", "a blank that may break before double punctuation"),
        (r"« ", "a blank that may break after a guillemet"),
        (r"[a-zé)}][?!;]( |$)", "no blank before double punctuation"),
    ],
)
def test_the_typography_is_french(wrong, what):
    assert [form for _id, form in sentences() if re.search(wrong, form)] == [], what


def test_the_least_victory_has_one_name():
    assert not [form for _id, form in sentences() if "marginale" in form.lower()]
    with language("fr"):
        assert str(Text("marginal victory")) == "victoire mineure"
        assert str(Text("Marginal victory")) == "Victoire mineure"
