"""Words and figures as the battle screen writes them: numbers by the reader's language, dates, names of qualities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wab.engine.text import N_
from wab.locale import _, current_language
from wab.systems.operations.journal import date_in_words

NO_BREAK, NARROW = "\u00a0", "\u202f"
MINUS = "\u2212"
APOSTROPHE = "\u2019"

SIDES = {"allied": N_("Allies"), "axis": N_("Axis")}
WEATHER = {"sunny": N_("Sunny"), "overcast": N_("Overcast"), "rain": N_("Rain"), "storm": N_("Storm")}
QUALITIES = {
    "elite": N_("elite"),
    "veteran": N_("veteran"),
    "experienced": N_("experienced"),
    "conscript": N_("conscript"),
}
TYPES = {
    "armoured": N_("armour"),
    "mechanised": N_("mechanised"),
    "infantry": N_("infantry"),
    "other": N_("other arms"),
}
LEVELS = {
    "draw": N_("Draw"),
    "marginal": N_("Marginal victory"),
    "tactical": N_("Tactical victory"),
    "decisive": N_("Decisive victory"),
}
NEXT_LEVELS = {
    "draw": N_("{points} more for a marginal victory"),
    "marginal": N_("{points} more for a tactical victory"),
    "tactical": N_("{points} more for a decisive victory"),
}
OPPONENTS = {
    "easy": N_("Makes a plan and follows it, but overlooks some of what could be done."),
    "normal": N_("Overlooks nothing of what it sees, uses every arm and guards its own supply."),
    "hard": N_("Goes for your supply too and asks what you could do next; where no enemy is hidden it rehearses."),
}
OPTIONS = {"weather": N_("Weather"), "historical": N_("as it was"), "random": N_("by chance")}
DETECTION = {"identified": N_("identified"), "recognised": N_("recognised"), "detected": N_("detected")}
SIZE_MARKS = {
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "group": "III",
    "battalion": "II",
    "company": "I",
    "battery": "I",
}


def number(value: float, digits: int = 1) -> str:
    """A number with at most so many decimals: "7.2" in English, "7,2" in French, a true minus sign."""
    text = f"{abs(value):.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if current_language() == "fr":
        text = text.replace(".", ",")
    return (MINUS if value < 0 and text != "0" else "") + text


def fixed(value: float, digits: int = 1) -> str:
    """A number with exactly so many decimals, for columns and averages."""
    text = f"{abs(value):.{digits}f}"
    if current_language() == "fr":
        text = text.replace(".", ",")
    return (MINUS if value < 0 else "") + text


def signed(value: float) -> str:
    """A number with its sign: "+1", "−2", "0"."""
    return ("+" if value > 0 else "") + number(value)


def points(hundredths: int) -> str:
    """Points kept in hundredths."""
    return number(hundredths / 100)


def movement(halves: int) -> str:
    """Movement points kept in halves."""
    return number(halves / 2)


def percent(share: float) -> str:
    """A share of 1 as percent: "72%" in English, "72 %" in French, the blank not to be broken."""
    return f"{share * 100:.0f}{NO_BREAK if current_language() == 'fr' else ''}%"


def chance(probability: float) -> str:
    """A chance as percent; never "0%" or "100%" for what can happen or fail to happen."""
    if 0 < probability < 0.005:
        return "<" + percent(0.01)
    return ">" + percent(0.99) if 0.995 < probability < 1 else percent(probability)


def day(iso: str) -> str:
    """A date as people write it: "6 June 1944"."""
    return str(date_in_words(iso))


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


def contracted(text: str) -> str:
    """French runs its small words together with names: "près d’Airel", "près du Molay"; other languages do not."""
    if current_language() != "fr":
        return text
    text = text.replace(" de Le ", " du ").replace(" de Les ", " des ")
    return re.sub(r"\bde (?=[AÀÂEÉÈÊIÎOÔUY])", "d" + APOSTROPHE, text)


def side_name(side: str) -> str:
    """A side as a heading."""
    return _(SIDES[side]) if side in SIDES else side
