"""Sentences that rules make: kept as message and arguments, translated only when somebody reads them."""

from __future__ import annotations

from typing import Union

import msgspec

from wab.locale import gettext

Argument = Union[str, int, float, "Text"]


class Text(msgspec.Struct, frozen=True):
    """A translatable sentence: `msgid` in English with {named} places, `args` that fill them.

    Records keep the message rather than the translation, so that a journal written in French reads well in English.
    """

    msgid: str
    args: dict[str, Argument] = {}

    def __str__(self) -> str:
        """The sentence in the language of the reader."""
        return gettext(self.msgid).format_map({name: str(value) for name, value in self.args.items()})


def N_(msgid: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a string for translation without translating it."""
    return msgid
