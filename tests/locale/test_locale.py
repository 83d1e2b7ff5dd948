"""The language of the interface: who chooses it, and how far the choice reaches."""

import threading
from contextvars import copy_context

import pytest

from wab import locale

MESSAGE, IN_FRENCH = "The game is over.", "La partie est terminée."
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.fixture(autouse=True)
def own_context(monkeypatch):
    """No wish from the environment, and the language that was before comes back."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with locale.language("en"):
        locale.set_language(None)
        yield


def test_english_is_spoken_when_nobody_asks_for_anything():
    assert locale.current_language() == "en"
    assert locale.gettext(MESSAGE) == MESSAGE


@pytest.mark.parametrize("variable", VARIABLES)
@pytest.mark.parametrize(
    ("wish", "spoken"),
    [("fr_FR.UTF-8", "fr"), ("fr", "fr"), ("FR_ca", "fr"), ("en_GB.UTF-8", "en"), ("C.UTF-8", "en"), ("de_DE", "en")],
)
def test_the_environment_chooses_among_the_languages_there_are(monkeypatch, variable, wish, spoken):
    monkeypatch.setenv(variable, wish)
    assert locale.current_language() == spoken


def test_the_first_known_language_of_a_list_of_wishes_is_taken(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de:fr:en")
    assert locale.current_language() == "fr"


def test_a_choice_goes_before_the_environment_until_it_is_withdrawn(monkeypatch):
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    locale.set_language("en")
    assert locale.gettext(MESSAGE) == MESSAGE
    locale.set_language(None)
    assert locale.gettext(MESSAGE) == IN_FRENCH


def test_a_language_we_do_not_have_is_refused_and_nothing_changes():
    locale.set_language("fr")
    with pytest.raises(ValueError, match='no language "tlh"'):
        locale.set_language("tlh")
    assert locale.current_language() == "fr"


def test_a_with_block_gives_the_former_language_back_even_after_an_error():
    locale.set_language("fr")
    with pytest.raises(KeyError), locale.language("en"):
        assert locale.gettext(MESSAGE) == MESSAGE
        raise KeyError
    assert locale.gettext(MESSAGE) == IN_FRENCH


def test_a_choice_does_not_reach_other_contexts():
    locale.set_language("fr")
    heard = []
    thread = threading.Thread(target=lambda: heard.append(locale.current_language()))
    thread.start()
    thread.join()
    copy_context().run(locale.set_language, "en")
    assert heard == ["en"]
    assert locale.current_language() == "fr"


def test_the_empty_message_is_empty_and_not_the_header_of_the_catalogue():
    with locale.language("fr"):
        assert locale.gettext("") == ""


def test_what_has_no_translation_stays_english():
    with locale.language("fr"):
        assert locale.gettext("no such message anywhere") == "no such message anywhere"
        assert locale.pgettext("context", "no such message anywhere") == "no such message anywhere"
        assert [locale.ngettext("{n} horse", "{n} horses", n) for n in (1, 2)] == ["{n} horse", "{n} horses"]
