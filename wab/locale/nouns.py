"""Names in sentences: their article, the preposition that runs together with them, and the words that agree with them.

The grammar of a name is a line of words, one line for each language, so that it can be kept in a save next to the name:

* gender and number: `ms`, `fs`, `mp`, `fp` (where a language has no gender, `s` or `p`); `ms` where nothing is said;
* the article: `le` definite, `un` indefinite, `own` part of the name itself ("Le Dézert"), nothing for a bare name;
* `low`: the first letter is a small one behind an article ("Cote 30", but "la cote 30");
* `elide` or `hold` for names whose first letter does not say it: "d’Honfleur", but "de Houlgate".

Words that are not known are passed over: a line may come from a file of a stranger.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

APOSTROPHE = "\u2019"
_LONGEST_LINE = 60
_GENDERS = {"ms": (0, False), "fs": (1, False), "mp": (0, True), "fp": (1, True), "s": (0, False), "p": (0, True)}
_ARTICLES = ("le", "un", "own")
_MEANINGS = {"the": "le", "of": "de", "at": "à", "on": "sur"}
"""Specs that an English message may write in English."""
SPECS = frozenset(("le", "de", "à", "sur", "que", *_MEANINGS))
"""The words behind the name of a place: `{town:de}`; with a capital, `{town:De}`, where a sentence begins."""


@dataclass(frozen=True)
class Grammar:
    """The grammar of one name in one language: see the module."""

    gender: int = 0
    plural: bool = False
    article: str = ""
    low: bool = False
    elides: bool | None = None

    def chosen(self, forms: tuple[str, ...]) -> str:
        """The form that agrees: of two by number, of four by number and gender, masculine first."""
        if len(forms) == 4:
            return forms[2 * self.plural + self.gender]
        return forms[-1] if self.plural else forms[0]


@lru_cache(maxsize=4096)
def grammar_of(line: str) -> Grammar:
    """The grammar that a line of words says."""
    gender, plural, article, low, elides = 0, False, "", False, None
    for word in line[:_LONGEST_LINE].split():
        if word in _GENDERS:
            gender, plural = _GENDERS[word]
        elif word in _ARTICLES:
            article = word
        elif word == "low":
            low = True
        elif word in ("elide", "hold"):
            elides = word == "elide"
    return Grammar(gender, plural, article, low, elides)


def unknown_words(line: str) -> list[str]:
    """The words of a line of grammar that say nothing."""
    return [word for word in line.split() if word not in (*_GENDERS, *_ARTICLES, "low", "elide", "hold")]


def agrees_with(count: float, language: str) -> Grammar:
    """The number that a count asks for: French makes 0 and 1 singular, English 1 alone."""
    size = abs(count)
    return Grammar(plural=size >= 2 if language == "fr" else size != 1)


def in_sentence(name: str, line: str, spec: str, language: str) -> str:
    """A name as it stands in a sentence: `spec` is one of SPECS, with a capital where the sentence begins with it."""
    wanted = spec.lower()
    wanted = _MEANINGS.get(wanted, wanted)
    told = (_french if language == "fr" else _english)(name, grammar_of(line), wanted)
    return told[:1].upper() + told[1:] if spec[:1].isupper() else told


def later_spec(spec: str, language: str) -> str:
    """Return what a spec asks of the second name in a row: no capital; English does not say its preposition again."""
    small = spec.lower()
    return small if language == "fr" or small in ("le", "the") else "le"


# ------------------------------------------------------------------------------------------------- English

_ENGLISH = {"de": "of ", "à": "at ", "sur": "on ", "que": "that "}


def _english(name: str, grammar: Grammar, spec: str) -> str:
    return _ENGLISH.get(spec, "") + _with_english_article(name, grammar)


def _with_english_article(name: str, grammar: Grammar) -> str:
    if grammar.article == "le":
        return f"the {_lowered(name, grammar)}"
    if grammar.article == "un" and not grammar.plural:
        vowel = _begins_with(name, "aeiou") if grammar.elides is None else grammar.elides
        return f"{'an' if vowel else 'a'} {_lowered(name, grammar)}"
    return _lowered(name, grammar) if grammar.article == "own" else name


# ------------------------------------------------------------------------------------------------- French


def _french(name: str, grammar: Grammar, spec: str) -> str:
    if grammar.article == "own":
        return _with_own_article(name, grammar, spec)
    if grammar.article == "le":
        return _definite(_lowered(name, grammar), grammar, spec)
    if grammar.article == "un":
        return _indefinite(_lowered(name, grammar), grammar, spec)
    return _bare(name, grammar, spec)


def _with_own_article(name: str, grammar: Grammar, spec: str) -> str:
    """A town called Le or Les: the article runs together with "de" and "à"; La and L’ do not."""
    name = _lowered(name, grammar)
    article, _, rest = name.partition(" ")
    together = _CONTRACTED.get((spec, article.lower()))
    return f"{together} {rest}" if together else _behind(spec, name, elides=False)


_CONTRACTED = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}


def _definite(name: str, grammar: Grammar, spec: str) -> str:
    if not grammar.plural and _elides(name, grammar):
        return _behind(spec, f"l{APOSTROPHE}{name}", elides=False)
    article = "les" if grammar.plural else ("le", "la")[grammar.gender]
    together = _CONTRACTED.get((spec, article))
    return f"{together} {name}" if together else _behind(spec, f"{article} {name}", elides=False)


def _indefinite(name: str, grammar: Grammar, spec: str) -> str:
    if grammar.plural:
        return _behind(spec, name, _elides(name, grammar)) if spec == "de" else _behind(spec, f"des {name}", False)
    return _behind(spec, f"{('un', 'une')[grammar.gender]} {name}", elides=True)


def _bare(name: str, grammar: Grammar, spec: str) -> str:
    return _behind(spec, name, _elides(name, grammar))


def _behind(spec: str, name: str, elides: bool) -> str:
    """A name behind the small word that a spec asks for."""
    if spec in ("de", "que") and elides:
        return f"{'d' if spec == 'de' else 'qu'}{APOSTROPHE}{name}"
    return name if spec == "le" else f"{spec} {name}"


# ------------------------------------------------------------------------------------------------- letters


def _lowered(name: str, grammar: Grammar) -> str:
    return name[:1].lower() + name[1:] if grammar.low else name


def _elides(name: str, grammar: Grammar) -> bool:
    if grammar.elides is not None:
        return grammar.elides
    return _begins_with(name, "aeiou") or (_begins_with(name, "y") and not _begins_with(name[1:], "aeiou"))


def _begins_with(name: str, letters: str) -> bool:
    first = unicodedata.normalize("NFD", name[:1].lower())[:1].replace("œ", "o").replace("æ", "a")
    return bool(first) and first in letters
