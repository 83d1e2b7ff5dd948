"""Words and figures as the battle screen writes them: numbers by the reader's language, dates, names of qualities."""

from __future__ import annotations

from wab.app.wargame.adapter.typography import number
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.operations.telling.journal import date_in_words

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
NATIONS = {
    "us": N_("US"),
    "uk": N_("British"),
    "ca": N_("Canadian"),
    "pl": N_("Polish"),
    "fr": N_("French"),
    "heer": N_("German army"),
    "ss": N_("Waffen-SS"),
    "luftwaffe": N_("Luftwaffe"),
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


def nation_name(nation: str) -> str:
    """Return the army of a unit; "" if it is not known."""
    return _(NATIONS[nation]) if nation in NATIONS else ""


def points(hundredths: int) -> str:
    """Points kept in hundredths."""
    return number(hundredths / 100)


def movement(halves: int) -> str:
    """Movement points kept in halves."""
    return number(halves / 2)


def day(iso: str) -> str:
    """A date as people write it: "6 June 1944"."""
    return str(date_in_words(iso))


def side_name(side: str) -> str:
    """A side as a heading."""
    return _(SIDES[side]) if side in SIDES else side
