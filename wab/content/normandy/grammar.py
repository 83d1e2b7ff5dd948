"""The grammar of names in the data: what stands next to a name, what campaigns/normandy/grammar.yaml says, or a rule.

A name that nothing is known of has no grammar: it stands in sentences as it is, without an article.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from wab.content.normandy import Data, normandy_root
from wab.content.reader import read_yaml
from wab.content.shelf import Stamp, stamp
from wab.engine.words.text import N_, Text
from wab.locale import LANGUAGES, SOURCE_LANGUAGE

GrammarLine = Annotated[
    str,
    Meta(
        pattern=r"^((ms|fs|mp|fp|s|p|le|un|own|low|elide|hold)( |$))+$",
        description=N_(
            "the grammar of a name (expected words out of ms, fs, mp, fp, s, p, le, un, own, low, elide, hold)"
        ),
    ),
]
Grammars = dict[Literal["en", "fr"], GrammarLine]
"""The grammar of a name by language, where a data file gives it: see `wab.locale.nouns`."""

_ORDINAL = re.compile(r"^([0-9]+(st|nd|rd|th|er|re|e)|(?!Le)[IVXL]+(er|re|e)|(?:[A-Z0-9]+)/[0-9]+(er|re|e))$")
_OWN_ARTICLE = re.compile(r"^(Le|La|Les) (?=\w)|^L['’](?=[A-ZÀ-Ý])")


class Rules(Data, frozen=True):
    """The names of one language: head words and whole names by their grammar.

    `bare` names that begin so take no article; before names that begin as in `elide` "de" is shortened.
    """

    heads: dict[GrammarLine, tuple[str, ...]]
    names: dict[str, GrammarLine]
    elide: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()


class GrammarFile(Data, frozen=True):
    """grammar.yaml: the rules by language."""

    en: Rules
    fr: Rules


def load_grammar() -> GrammarFile:
    """The grammar of names. DataError with file, line and field when the file is wrong."""
    path = normandy_root() / "grammar.yaml"
    return _file(path, stamp(path))


@cache
def _file(path: Path, file: Stamp) -> GrammarFile:
    return read_yaml(path, GrammarFile)


def noun(name: str | Mapping[Any, str], given: Mapping[Any, str] | None = None) -> Text:
    """A name of a data file, in one language or by language code, as a `Text` with its grammar.

    `given`: the grammar that stands next to it in the file, by language code; it goes before all rules. A language
    without a name of its own takes the English one.
    """
    words = {SOURCE_LANGUAGE: name} if isinstance(name, str) else {str(code): word for code, word in name.items()}
    spoken = dict.fromkeys(LANGUAGES, words[SOURCE_LANGUAGE]) | words
    lines = {code: line for code, word in spoken.items() if (line := grammar_line(word, code))}
    return Text.of_data(words, lines | {str(code): line for code, line in (given or {}).items()})


def grammar_line(name: str, language: str) -> str:
    """The grammar of a name by list or rule, "" for none."""
    rules = _rules(language)
    if rules is None:
        return ""
    plain = name.replace("\u2019", "'")
    return rules.names.get(plain) or (_in_french(plain, rules) if language == "fr" else _in_english(plain, rules))


def _rules(language: str) -> Rules | None:
    return getattr(load_grammar(), language, None)


def _in_english(name: str, rules: Rules) -> str:
    first = name.partition(" ")[0]
    if name.startswith(rules.bare) or first.endswith("'s") or first in ("A", "B", "C", "D"):
        return ""
    words = re.split(r" \(|, | of | in ", name)[0].split()
    line = _of_head(words[-1].lower(), rules) if words else ""
    return line or ("s le" if words and _ORDINAL.match(words[0]) else "p" if " and " in name else "")


def _in_french(name: str, rules: Rules) -> str:
    words = name.split()
    if not words:
        return ""
    if len(words) > 1 and _ORDINAL.match(words[0]):
        head = words[2] if words[1] == "SS" and len(words) > 2 else words[1]
        return _of_numbered(words[0], _of_head(head.lower().strip(","), rules))
    line = _of_head(words[0].lower().strip(","), rules) or _of_any_town(name)
    return line or ("mp" if " et " in name else "")


def _of_numbered(number: str, line: str) -> str:
    """The grammar of a unit with a number: of its head word; a regiment or battalion where only its arm is named."""
    if "/" in number:
        return "ms le hold"
    return "fs le" if line.startswith("fs") or number == "1re" else "ms le"


def _of_any_town(name: str) -> str:
    """The grammar of a town: its own article, and whether "de" elides before its H."""
    if found := _OWN_ARTICLE.match(name):
        return {"Les ": "mp own", "La ": "fs own"}.get(found[0], "ms own")
    return "ms elide" if name.startswith(load_grammar().fr.elide) else ""


def _of_head(word: str, rules: Rules) -> str:
    return next((line for line, heads in rules.heads.items() if word in heads), "")
