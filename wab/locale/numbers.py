"""Numbers as the reader's language writes them: decimal comma or point, a true minus sign, blanks that do not break."""

from __future__ import annotations

from wab.locale import current_language

NO_BREAK = "\u00a0"
MINUS = "\u2212"

_DECIMAL = {"fr": ","}
_THOUSANDS = {"fr": NO_BREAK}
_BEFORE_PERCENT = {"fr": NO_BREAK}
_GROUPED_FROM = 10_000
"""Below it digits stand together: a year, a number of hit points."""


def number(value: float, digits: int = 2) -> str:
    """A number with at most so many decimals: "7.2" in English, "7,2" in French, a true minus sign."""
    text = f"{abs(value):.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _signed(text, value < 0 and text != "0")


def fixed(value: float, digits: int = 1) -> str:
    """A number with exactly so many decimals, for columns and averages."""
    return _signed(f"{abs(value):.{digits}f}", value < 0)


def _signed(text: str, negative: bool) -> str:
    """Digits with the marks of the language: thousands, decimals, minus."""
    whole, point, rest = text.partition(".")
    if whole.isdigit() and int(whole) >= _GROUPED_FROM:
        whole = f"{int(whole):,}".replace(",", _THOUSANDS.get(current_language(), ","))
    mark = _DECIMAL.get(current_language(), ".") if point else ""
    return (MINUS if negative else "") + whole + mark + rest


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign: "+1", "−2", "0"."""
    return ("+" if value > 0 else "") + number(value, digits)


def percent(share: float) -> str:
    """A share of 1 as percent: "72%" in English, "72 %" in French, the blank not to be broken."""
    return f"{share * 100:.0f}{_BEFORE_PERCENT.get(current_language(), '')}%"
