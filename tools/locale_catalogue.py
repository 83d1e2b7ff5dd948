"""Keep the translation catalogues: take messages out of the sources and the rule books, merge, compile, check.

python tools/locale_catalogue.py update           messages of the sources into every wab.po, then compile
python tools/locale_catalogue.py compile          wab.po to wab.mo
python tools/locale_catalogue.py check            exit 1 and say what is missing or out of date
python tools/locale_catalogue.py missing          print the messages without translation, as YAML to fill in
python tools/locale_catalogue.py fill FR FILE     translations from YAML {message: translation, or [singular, plural]}
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import yaml
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from wab.content.ledger import ledgers_in  # noqa: E402
from wab.engine.words.text import is_spec  # noqa: E402
from wab.locale import DOMAIN, LANGUAGES, SOURCE_LANGUAGE  # noqa: E402 - after the path is set

# The functions whose arguments are messages. `Text` is what rules make: its first argument is the message.
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "N_": None,
    "Text": None,
    "Noun": None,
    "ngettext": (1, 2),
    "counted": (1, 2),
    "pgettext": ((1, "c"), 2),
    "in_context": ((1, "c"), 2),
}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
PLACE = re.compile(r"{(\w*)[^}]*}")
SPEC = re.compile(r"{\w+:([^{}]*)}")
PYTHON_SPEC = re.compile(r"[<>^+0-9.,]*[df%]?")  # of the messages that Python's own format fills
# A fixed date keeps a catalogue equal when its messages are equal.
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE_LANGUAGE)
# As our texts are written. Tables of languages also give French a form for whole millions, which no message needs.
PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}


def catalogue_path(root: Path, language: str) -> Path:
    return root / "wab" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def sources(root: Path) -> Catalog:
    """Every message of the sources, with the files it stands in."""
    found = Catalog(project=DOMAIN, creation_date=NO_DATE, charset="utf-8", fuzzy=False)
    for package in ("wab", "ai"):
        folder = root / package
        rows = extract_from_dir(folder, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",))
        for filename, _line, message, comments, context in sorted(rows, key=lambda row: (row[0], row[1])):
            if message:
                # Places without line numbers: a catalogue should not change because a line was inserted above.
                place = [(f"{package}/{Path(filename).as_posix()}", 0)]
                found.add(message, None, place, auto_comments=comments, context=context)
    for ledger in ledgers_in(root / "docs" / "rules").values():
        place = [(f"docs/rules/{ledger.system}.yaml", 0)]
        for clause in ledger.rule_book:
            for message in (clause.title, clause.text):
                found.add(message, None, place)
    return found


def read_catalogue(path: Path, language: str) -> Catalog:
    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=language)
    catalogue = Catalog(locale=language, project=DOMAIN, fuzzy=False)
    catalogue.mime_headers = [("Plural-Forms", PLURALS[language])]
    return catalogue


def render(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=120, include_lineno=False, sort_output=True, ignore_obsolete=True)
    return buffer.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def merged(root: Path, language: str) -> Catalog:
    """The catalogue of a language with exactly the messages of the sources and the translations it already had."""
    catalogue = read_catalogue(catalogue_path(root, language), language)
    # No fuzzy guesses: a message that changed is a message to translate again.
    catalogue.update(sources(root), no_fuzzy_matching=True)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    name = Locale.parse(language).english_name
    catalogue.header_comment = f"# wab, messages in {name}. Kept by tools/locale_catalogue.py."
    catalogue.version, catalogue.msgid_bugs_address = "", ""
    catalogue.last_translator = catalogue.language_team = "The wab authors"
    return catalogue


def save(root: Path, language: str, catalogue: Catalog) -> None:
    path = catalogue_path(root, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(render(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(read_catalogue(path, language)))


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms(value: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """The forms of a message or translation: one, or singular and plural."""
    return tuple(value or ()) if not isinstance(value, str) else (value,)


def named(message: Message) -> str:
    """A message as the files to fill name it: its singular, behind its context where it has one."""
    return f"{message.context} :: {forms(message.id)[0]}" if message.context else forms(message.id)[0]


def by_key(catalogue: Catalog) -> dict[tuple[str, tuple[str, ...]], tuple[str, ...]]:
    """Translations by context and message."""
    return {(message.context or "", forms(message.id)): forms(message.string) for message in messages(catalogue)}


def spoken(binary: bytes) -> dict[tuple[str, tuple[str, ...]], tuple[str, ...]]:
    """Translations of a compiled catalogue."""
    return by_key(read_mo(io.BytesIO(binary)))


def is_translated(message: Message) -> bool:
    return not message.fuzzy and bool(forms(message.string)) and all(forms(message.string))


def untranslated(catalogue: Catalog) -> list[Message]:
    return [message for message in messages(catalogue) if not is_translated(message)]


def with_wrong_places(catalogue: Catalog) -> list[Message]:
    """Translations whose {named} places differ from their message: they would raise, or lose a fact, when read."""
    return [message for message in messages(catalogue) if is_translated(message) and not _same_places(message)]


def with_odd_specs(catalogue: Catalog) -> list[Message]:
    """Messages with a place whose spec is unknown (`{town:dee}`), in them or in their translation."""
    return [message for message in messages(catalogue) if any(_odd_specs(message))]


def _odd_specs(message: Message) -> Iterator[str]:
    for text in (*forms(message.id), *forms(message.string)):
        yield from (spec for spec in SPEC.findall(text) if not is_spec(spec) and not PYTHON_SPEC.fullmatch(spec))


def _same_places(message: Message) -> bool:
    # All forms of a plural together: "one hit" may do without the number that "{n} hits" names.
    return _places(forms(message.string)) == _places(forms(message.id))


def _places(texts: tuple[str, ...]) -> set[str]:
    return {name for text in texts for name in PLACE.findall(text)}


def problems(root: Path, language: str) -> list[str]:
    """Everything that is wrong with a catalogue, one sentence each; empty when it is complete and current."""
    path = catalogue_path(root, language)
    if not path.exists() or not path.with_suffix(".mo").exists():
        return [f"{path.name} or its .mo is missing for {language}: run `make locale`"]
    catalogue, wanted = read_catalogue(path, language), sources(root)
    known, needed = set(by_key(catalogue)), set(by_key(wanted))
    found = [f"{language}: not in the catalogue, run `make locale`: {ids[0]!r}" for _, ids in sorted(needed - known)]
    found += [f"{language}: not in the sources now, run `make locale`: {ids[0]!r}" for _, ids in sorted(known - needed)]
    found += [f"{language}: no translation: {forms(message.id)[0]!r}" for message in untranslated(catalogue)]
    found += [f"{language}: wrong {{places}}: {forms(message.id)[0]!r}" for message in with_wrong_places(catalogue)]
    found += [
        f"{language}: odd spec of a {{place:spec}}: {forms(message.id)[0]!r}" for message in with_odd_specs(catalogue)
    ]
    # By messages, not by bytes: the header names the version of Babel that wrote it.
    if spoken(path.with_suffix(".mo").read_bytes()) != spoken(compiled(catalogue)):
        found.append(f"{language}: {path.stem}.mo is older than {path.name}, run `make locale`")
    return found


def fill(root: Path, language: str, translations: dict[str, str | list[str]]) -> list[str]:
    """Put translations into a catalogue; returns the messages of the file that the sources do not have.

    A message in singular and plural is named by its singular, and its translation is the list of both; one with a
    context by both of them (`named`).
    """
    catalogue, unknown = merged(root, language), []
    by_name = {named(message): message for message in messages(catalogue)}
    for text, translation in translations.items():
        message = by_name.get(text)
        if message is None or len(forms(message.id)) != len(forms(translation)):
            unknown.append(text)
        else:
            told = tuple(typographic(language, text) for text in forms(translation))
            message.string = told[0] if isinstance(translation, str) else told
    save(root, language, catalogue)
    return unknown


def typographic(language: str, text: str) -> str:
    """A translation as its language is set: in French blanks that hold before double punctuation, curved quotes."""
    if language != "fr":
        return text
    text = re.sub(r" (?=[?!:;»%])|(?<=«) ", "\u00a0", text)
    return text.replace("'", "\u2019")


def _update(root: Path) -> int:
    for language in TRANSLATED:
        catalogue = merged(root, language)
        save(root, language, catalogue)
        print(f"{language}: {len(catalogue)} messages, {len(untranslated(catalogue))} without translation")
    return 0


def _compile(root: Path) -> int:
    for language in TRANSLATED:
        path = catalogue_path(root, language)
        path.with_suffix(".mo").write_bytes(compiled(read_catalogue(path, language)))
    return 0


def _check(root: Path) -> int:
    found = [problem for language in TRANSLATED for problem in problems(root, language)]
    print("\n".join(found) if found else "catalogues are complete and current")
    return 1 if found else 0


def _missing(root: Path) -> int:
    for language in TRANSLATED:
        wanting = {named(message): "" for message in untranslated(merged(root, language))}
        print(f"# {language}")
        print(yaml.safe_dump(wanting, allow_unicode=True, width=1000, sort_keys=True), end="")
    return 0


def _fill(root: Path, language: str, file: str) -> int:
    given = yaml.safe_load(Path(file).read_text(encoding="utf-8"))
    unknown = fill(root, language, {text: translation for text, translation in given.items() if translation})
    for text in unknown:
        print(f"not a message of the sources: {text!r}", file=sys.stderr)
    return 1 if unknown else 0


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update"]:
            return _update(ROOT)
        case ["compile"]:
            return _compile(ROOT)
        case ["check"]:
            return _check(ROOT)
        case ["missing"]:
            return _missing(ROOT)
        case ["fill", language, file] if language in TRANSLATED:
            return _fill(ROOT, language, file)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
