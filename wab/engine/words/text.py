"""Sentences that rules make: kept as message and arguments, translated only when a person reads them.

A save or a data file may hold any message, so none of them is a format: `{name}` is a place to fill, `{name:spec}` one
that says how a name stands in the sentence, and every other brace is a brace. Messages and arguments are cleaned and
bounded before a person reads them (`wab.engine.words.clean`).

The name of a place may be followed by these, in a message as in its translation, each as its language wants it:

* `{town}`: the name as the map shows it; `{town:le}` with its article, "la cote 30"; `{town:de}`, `{town:à}`,
  `{town:sur}`, `{town:que}` with a small word in front, "de la cote 30", "d’Isigny", "au Dézert". English writes `the`,
  `of`, `at`, `on` for the first four. A capital where the sentence begins with it: `{side:Le}`, `{side:The}`.
* `{side:|wins|win}`: words that agree with it, by number, or by number and gender, masculine first:
  `{unit:|détruit|détruite|détruits|détruites}`. Of a whole number its size decides: `{n:|point|points}`.
* `{name:*}`: as the place wants it in which this text stands; a text around a name hands the article on to the name.

`Noun` and `Text.of_data` make names with their grammar, `counted` what is counted, `listed` names in a row,
`in_context` a message whose English words mean several things, `chance` a probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Union

import msgspec

from wab.engine.words.clean import CUT, clean
from wab.locale import SOURCE_LANGUAGE, current_language, gettext, ngettext, pgettext
from wab.locale.nouns import APOSTROPHE, SPECS, Grammar, agrees_with, grammar_of, in_sentence, later_spec
from wab.locale.numbers import number

Argument = Union[str, int, float, "Text"]

_SPEC = "|".join(sorted((*SPECS, *(spec.capitalize() for spec in SPECS)), key=lambda spec: (-len(spec), spec)))
_FORMS = r"(?:(?:\|[^{}|]{0,60}){2}){1,2}"
_PLACE = re.compile(rf"\{{([A-Za-z_][A-Za-z_0-9]{{0,39}})(?::({_SPEC}|\*|{_FORMS}))?\}}")
_WHOLE_SPEC = re.compile(rf"{_SPEC}|\*|{_FORMS}")
_INHERITED = "*"
_LONGEST_MESSAGE = 2000
_LONGEST_ARGUMENT = 1000
_LONGEST = 4000
_MOST_BITS = 256
_MOST_TEXTS = 500
_DEEPEST = 8


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A translatable sentence: `msgid` in English with {named} places, `args` that fill them.

    Records keep the message rather than the translation, so that a journal written in French reads well in English.
    `words` by language code are for a text of the data files, which no catalogue holds: it brings its translations.
    `grammar` by language code makes it a name with its grammar (`wab.locale.nouns`). `plural` is the message for more
    than one of what the argument "n" counts, `context` says which of several meanings the English words have.
    """

    msgid: str
    args: dict[str, Argument] = {}
    words: dict[str, str] = {}
    grammar: dict[str, str] = {}
    plural: str = ""
    context: str = ""

    @classmethod
    def of_data(cls, words: Mapping[str, str], grammar: Mapping[str, str] | None = None) -> Text:
        """A text that a data file holds by language code, English among them. It has no places to fill.

        `grammar` by language code where it is a name: see `wab.locale.nouns`.
        """
        return cls(words[SOURCE_LANGUAGE], words=dict(words), grammar=dict(grammar or {}))

    def __hash__(self) -> int:
        """Hash of the message alone. Texts may be parts of keys, and few texts differ only in their arguments."""
        return hash(self.msgid)

    def __str__(self) -> str:
        """The sentence in the language of the reader. A place without an argument stays as it is written."""
        return _Reading().told(self, "", _DEEPEST)

    def __format__(self, spec: str) -> str:
        """A name as it stands in a sentence: `"{town:de}".format(town=...)` takes the specs that a message takes."""
        if not spec:
            return str(self)
        return _Reading().filled(self, spec, _DEEPEST) if is_spec(spec) else format(str(self), spec)


def is_spec(spec: str) -> bool:
    """Tell whether a place of a message may have this behind its name: `le`, `De`, `|is|are`, `*`."""
    return _WHOLE_SPEC.fullmatch(spec) is not None


class _Reading:
    """One reading of a sentence. A text that repeats itself in itself ends after so many texts, however deep it is."""

    def __init__(self) -> None:
        self._left = _MOST_TEXTS
        self._language = current_language()

    def told(self, text: Text, spec: str, depth: int) -> str:
        """A sentence with its places filled; `depth` is how many sentences may lie in one another.

        `spec` is how the place wants it in which the text stands, "" for as it is.
        """
        self._left -= 1
        message = _message(text)
        parts = (message,) if text.words else _parts_of(message)
        if spec and _INHERITED not in parts[2::3]:
            name = self._joined(text, parts, "", depth)
            return in_sentence(name, text.grammar.get(self._language, ""), spec, self._language)
        return self._joined(text, parts, spec, depth)

    def _joined(self, text: Text, parts: Sequence[str], spec: str, depth: int) -> str:
        """The parts of a message: literal words, and between them the name and the spec of each place."""
        told = [parts[0]]
        known: dict[tuple[str, str], str] = {}
        for at in range(1, len(parts), 3):
            name, wanted = parts[at], parts[at + 1]
            if wanted == _INHERITED:
                wanted, spec = spec, later_spec(spec, self._language) if spec else ""
            if (name, wanted) not in known:
                known[name, wanted] = self._place(text, name, parts[at + 1], wanted, depth)
            told += known[name, wanted], parts[at + 2]
        whole = "".join(told)
        return whole if len(whole) <= _LONGEST else whole[: _LONGEST - 1] + CUT

    def _place(self, text: Text, name: str, written: str, wanted: str, depth: int) -> str:
        if name in text.args:
            return self.filled(text.args[name], wanted, depth)
        return f"{{{name}:{written}}}" if written else f"{{{name}}}"

    def filled(self, value: Argument, spec: str, depth: int) -> str:
        """Return what stands in a place for a value."""
        if spec.startswith("|"):
            return self._grammar(value, depth).chosen(tuple(spec[1:].split("|")))
        if isinstance(value, Text):
            return clean(self.told(value, spec, depth - 1), _LONGEST_ARGUMENT) if depth > 1 and self._left > 0 else CUT
        if isinstance(value, str):
            easy = len(value) <= _LONGEST_ARGUMENT and value.isascii() and value.isprintable()
            name = value if easy else clean(value, _LONGEST_ARGUMENT)
            return in_sentence(name, "", spec, self._language) if spec else name
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            return CUT
        return number(value)

    def _grammar(self, value: Argument, depth: int) -> Grammar:
        """Return what words agree with: a number, or a name; of a text around a name, the name in it."""
        while isinstance(value, Text) and depth > 0 and not value.grammar:
            parts = _parts_of(_message(value))
            inner = [name for name, spec in zip(parts[1::3], parts[2::3], strict=True) if spec == _INHERITED]
            if not inner or value.words or inner[0] not in value.args:
                break
            value, depth = value.args[inner[0]], depth - 1
        if isinstance(value, Text):
            return grammar_of(value.grammar.get(self._language, ""))
        return agrees_with(value, self._language) if isinstance(value, int | float) else grammar_of("")


def _message(text: Text) -> str:
    """The message of a text in the reader's language, its places not filled; of a text of the data, its words."""
    if text.words:
        return clean(text.words.get(current_language()) or text.msgid, _LONGEST).replace("'", APOSTROPHE)
    message = _translated(text)
    return clean(message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE + 1], _LONGEST_MESSAGE)


def _translated(text: Text) -> str:
    if text.plural:
        count = text.args.get("n")
        return ngettext(text.msgid, text.plural, count if isinstance(count, int) else 2)
    return pgettext(text.context, text.msgid) if text.context else gettext(text.msgid)


@lru_cache(maxsize=4096)
def _parts_of(message: str) -> tuple[str, ...]:
    """A message in parts: words, then for each place its name, its spec ("" for none) and the words behind it."""
    return tuple(part or "" for part in _PLACE.split(message))


# ------------------------------------------------------------------------------------------------- what sentences hold


def N_(msgid: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a string for translation without translating it."""
    return msgid


def Noun(msgid: str, args: Mapping[str, Argument] | None = None, /, **grammar: str) -> Text:  # noqa: N802 - as N_
    """A name that the catalogue translates, with its grammar by language: `Noun("Axis", en="s le", fr="ms le")`.

    The grammar belongs to the translation; `wab.locale.nouns` tells its words. Names of the data files, which bring
    their translations, are made with `Text.of_data`.
    """
    return Text(msgid, dict(args or {}), grammar=grammar)


def counted(singular: str, plural: str, n: int, /, **args: Argument) -> Text:
    """Return what is counted, with the number as {n}: `counted("{n} unit", "{n} units", 3)`; translated when it is
    read.

    A sentence that counts two things takes two counted texts as arguments, or `listed` ones.
    """
    return Text(singular, {"n": n, **args}, plural=plural)


def in_context(context: str, msgid: str, args: Mapping[str, Argument] | None = None) -> Text:
    """A message whose English words mean several things; the context says which: `in_context("a month", "March")`."""
    return Text(msgid, dict(args or {}), context=context)


def chance(probability: float) -> Text:
    """A probability as percent; never "0%" or "100%" for what can happen or fail to happen."""
    if 0 < probability < 0.005:
        return Text("<1%")
    if 0.995 <= probability < 1:
        return Text(">99%")
    return Text("{percent}%", {"percent": round(probability * 100)})


_ROWS = {
    "and": (N_("{a:*} and {b:*}"), N_("{a:*}, {b:*} and {c:*}"), N_("{a:*}, {b:*}, {c:*} and {more}")),
    "or": (N_("{a:*} or {b:*}"), N_("{a:*}, {b:*} or {c:*}"), N_("{a:*}, {b:*}, {c:*} or {more}")),
}
_NAMED = 3


def listed(names: Iterable[str | Text], conjunction: str = "and", *, whole: bool = False) -> str | Text:
    """Names in a row: "A, B and C"; of more than three "A, B, C and 2 others", unless `whole`. "" for no name.

    `conjunction` is "and" or "or". Articles and agreement reach the names: `{units:Le} {units:|tient|tiennent}`.
    """
    row = list(names)
    if len(row) < 2:
        return row[0] if row else ""
    two, three, more = _ROWS[conjunction]
    grammar = _grammar_of_row(row)
    if len(row) == 3:
        return Text(three, {"a": row[0], "b": row[1], "c": row[2]}, grammar=grammar)
    if len(row) == 2 or whole:
        return Text(two, {"a": _commas(row[:-1]), "b": row[-1]}, grammar=grammar)
    rest = counted("{n} other", "{n} others", len(row) - _NAMED)
    return Text(more, {"a": row[0], "b": row[1], "c": row[2], "more": rest}, grammar=grammar)


def _commas(row: list[str | Text]) -> str | Text:
    """Names with commas between them, halved until they are one: a long row lies no deeper than texts may."""
    if len(row) == 1:
        return row[0]
    half = (len(row) + 1) // 2
    return Text("{a:*}, {b:*}", {"a": _commas(row[:half]), "b": _commas(row[half:])}, grammar=_grammar_of_row(row))


def _grammar_of_row(row: Sequence[str | Text]) -> dict[str, str]:
    """Several together are plural, and feminine where all of them are."""
    lines = {code: [name.grammar.get(code, "") if isinstance(name, Text) else "" for name in row] for code in _GENDERED}
    feminine = {code: all(grammar_of(line).gender for line in those) for code, those in lines.items()}
    return {SOURCE_LANGUAGE: "p"} | {code: "fp" if feminine[code] else "mp" for code in _GENDERED}


_GENDERED = ("fr",)


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
