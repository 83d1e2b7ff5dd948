"""Sentences that rules make: kept as message and arguments, translated only when somebody reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

import msgspec

from wab.locale import SOURCE_LANGUAGE, current_language, gettext

Argument = Union[str, int, float, "Text"]


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
        """The sentence in the language of the reader."""
        if self.words:
            return self.words.get(current_language()) or self.msgid
        return gettext(self.msgid).format_map({name: str(value) for name, value in self.args.items()})


def N_(msgid: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a string for translation without translating it."""
    return msgid
