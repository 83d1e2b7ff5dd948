"""Sentences that rules make: kept as message and arguments, translated only when somebody reads them.

A save or a data file may hold any message, so none of them is a format: `{name}` is a place to fill, and every other
brace is a brace. Messages and arguments are cleaned and bounded before anybody reads them (`wab.engine.clean`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Union

import msgspec

from wab.engine.clean import CUT, clean
from wab.locale import SOURCE_LANGUAGE, current_language, gettext

Argument = Union[str, int, float, "Text"]

_PLACE = re.compile(r"\{([A-Za-z_][A-Za-z_0-9]{0,39})\}")
_LONGEST_MESSAGE = 2000
_LONGEST_ARGUMENT = 1000
_LONGEST = 4000
_MOST_BITS = 256
_DEEPEST = 8


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A translatable sentence: `msgid` in English with {named} places, `args` that fill them.

    Records keep the message rather than the translation, so that a journal written in French reads well in English.
    `words` by language code are for a text of the data files, which no catalogue holds: it brings its translations.
    """

    msgid: str
    args: dict[str, Argument] = {}
    words: dict[str, str] = {}

    @classmethod
    def of_data(cls, words: Mapping[str, str]) -> Text:
        """A text that a data file holds by language code, English among them. It has no places to fill."""
        return cls(words[SOURCE_LANGUAGE], words=dict(words))

    def __str__(self) -> str:
        """The sentence in the language of the reader. A place without an argument stays as it is written."""
        return _told(self, _DEEPEST)


class _Places(dict[str, str]):
    """What fills the places of a message."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _told(text: Text, depth: int) -> str:
    """A sentence with its places filled; `depth` is how many sentences may lie in one another."""
    if text.words:
        return clean(text.words.get(current_language()) or text.msgid, _LONGEST)
    message = gettext(text.msgid)
    form = _format_of(message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE + 1])
    whole = form.format_map(_Places({name: _argument(value, depth) for name, value in text.args.items()}))
    return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + CUT


def _argument(value: Argument, depth: int) -> str:
    if isinstance(value, str):
        easy = len(value) <= _LONGEST_ARGUMENT and value.isascii() and value.isprintable()
        return value if easy else clean(value, _LONGEST_ARGUMENT)
    if isinstance(value, Text):
        return _argument(_told(value, depth - 1), depth) if depth > 1 else CUT
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return CUT
    return str(value)


@lru_cache(maxsize=4096)
def _format_of(message: str) -> str:
    """A message as a format with nothing in it but plain places: all other braces are doubled."""
    parts = _PLACE.split(clean(message, _LONGEST_MESSAGE))
    return "".join(
        f"{{{part}}}" if number % 2 else part.replace("{", "{{").replace("}", "}}") for number, part in enumerate(parts)
    )


def N_(msgid: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a string for translation without translating it."""
    return msgid


MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
"""Names of the months, messages: the first is January."""
