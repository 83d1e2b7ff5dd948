"""The languages of the interface: English is the language of the sources, catalogues hold the others.

The current language belongs to the context (`contextvars`): a thread or a task may speak another language than its
neighbour, and what does not choose speaks the language of the environment.
"""

from __future__ import annotations

import gettext as _catalogues
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from wab.home import home

DOMAIN = "wab"
SOURCE_LANGUAGE = "en"
LANGUAGES: tuple[str, ...] = ("en", "fr")

_chosen: ContextVar[str | None] = ContextVar("wab_language", default=None)


def catalogue_folder() -> Path:
    """The folder of the catalogues, laid out as gettext wants it: LANGUAGE/LC_MESSAGES/wab.po and wab.mo."""
    return home() / "wab" / "locale"


def set_language(code: str | None) -> None:
    """Speak the language `code` ("en", "fr") from now on in this context; None goes back to the language of the
    environment.

    Raises ValueError if there is no such language.
    """
    if code is not None and code not in LANGUAGES:
        raise ValueError(f'no language "{code}" (expected one of {", ".join(LANGUAGES)})')
    _chosen.set(code)


def current_language() -> str:
    """The code of the language spoken in this context, one of LANGUAGES."""
    return _chosen.get() or language_of_environment()


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak the language `code` inside a `with` block, the former one after it; ValueError as in set_language."""
    former = _chosen.get()
    set_language(code)
    try:
        yield
    finally:
        _chosen.set(former)


def language_of_environment() -> str:
    """The first language we have that the environment asks for, in the order gettext gives them."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wishes := os.environ.get(variable):
            codes = (wish.partition(".")[0].partition("_")[0].lower() for wish in wishes.split(":"))
            return next((code for code in codes if code in LANGUAGES), SOURCE_LANGUAGE)
    return SOURCE_LANGUAGE


@cache
def _catalogue(code: str) -> _catalogues.NullTranslations:
    """Messages of a language; an empty catalogue, which answers with the message itself, for the source language."""
    if code == SOURCE_LANGUAGE:
        return _catalogues.NullTranslations()
    return _catalogues.translation(DOMAIN, catalogue_folder(), languages=[code])


def gettext(message: str) -> str:
    """The message in the current language; the message itself where there is no translation, "" for ""."""
    # gettext files its own header under the empty message: no reader wants that.
    return _catalogue(current_language()).gettext(message) if message else ""


def ngettext(singular: str, plural: str, count: int) -> str:
    """The message that fits `count` things in the current language; the caller formats the number into it."""
    return _catalogue(current_language()).ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """The message in the current language, where the same English words mean several things: `context` says which."""
    return _catalogue(current_language()).pgettext(context, message)


_ = gettext
