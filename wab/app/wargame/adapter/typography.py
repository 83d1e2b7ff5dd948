"""Numbers and sentences as print wants them: by the reader's language, with true minus signs and blanks that hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wab.engine.kernel.orders import Refusal
from wab.locale import current_language, numbers
from wab.locale.numbers import NO_BREAK

NARROW = "\u202f"
APOSTROPHE = "\u2019"
fixed, percent = numbers.fixed, numbers.percent


def number(value: float, digits: int = 1) -> str:
    """A number with at most so many decimals, in the HUD one: "7.2" in English, "7,2" in French."""
    return numbers.number(value, digits)


def signed(value: float) -> str:
    """A number with its sign: "+1", "−2", "0"."""
    return numbers.signed(value)


def chance(probability: float) -> str:
    """A chance as percent; never "0%" or "100%" for what can happen or fail to happen."""
    if 0 < probability < 0.005:
        return "<" + percent(0.01)
    return ">" + percent(0.99) if 0.995 < probability < 1 else percent(probability)


def words(texts: Mapping[Any, str]) -> str:
    """A text that a data file holds by language, in the reader's language."""
    return texts.get(current_language()) or texts.get("en", "")


def joined(*parts: str) -> str:
    """Parts that are not empty, with a middle dot between them."""
    return " · ".join(part for part in parts if part)


def typographic(text: str) -> str:
    """Straight apostrophes as printers set them, and no line break before French double punctuation."""
    text = text.replace("'", APOSTROPHE).replace(NARROW, NO_BREAK)  # the fonts of the HUD have no narrow one
    if current_language() == "fr":
        for mark in "?!:;»%":
            text = text.replace(f" {mark}", f"{NO_BREAK}{mark}")
        text = text.replace("« ", f"«{NO_BREAK}")
    return text


def reason(refusal: Refusal | None) -> str:
    """Return the words of a refusal, "" if there is none."""
    return typographic(str(refusal.text)) if refusal is not None else ""


def contracted(text: str) -> str:
    """French runs its small words together with names: "près d’Airel", "près du Molay"; other languages do not."""
    if current_language() != "fr":
        return text
    text = text.replace(" de Le ", " du ").replace(" de Les ", " des ")
    return re.sub(r"\bde (?=[AÀÂEÉÈÊIÎOÔUY])", "d" + APOSTROPHE, text)


def short_clause(clause: str) -> str:
    """A clause without the letters of its ledger: "7.3.2-4" of "OPS-7.3.2-4"."""
    return clause.partition("-")[2]
