"""Keyboards of several countries: what their keys print, by the signs of an American one."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.window.keyboard import PLACES, Keyboard

FRENCH = dict(zip("1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./",
                  "&é\"'(-è_çà)=azertyuiop$$qsdfghjklmù*wxcvbn,;:!", strict=True)) | {"[": ""}  # fmt: skip
RUSSIAN = dict.fromkeys("qwertyuiop[]asdfghjkl;'zxcvbnm,.", "") | {"/": "."}
CZECH = dict(zip("1234567890-=yz/", "+éééééýáíé=´zy-", strict=True)) | {"=": ""}
GREEK = dict.fromkeys("wertyuiopasdfghjkl;zxcvbnm", "") | {"q": ";"}
HEBREW = dict.fromkeys("ertyuiopasdfghjkl;zxcvbnm,.", "") | {"q": "/", "w": "'", "'": ",", "/": "."}
DVORAK = dict(zip("-=qwertyuiop[]sdfghjkl;'zxcvbn,./", "[]',.pyfgcrl/=oeuidhtns-;qjkxbwvz", strict=True))
GERMAN = {"-": "ß", "=": "", "y": "z", "[": "ü", "]": "+", "\\": "#", ";": "ö", "'": "ä", "z": "y", "/": "-"}


def printing(signs: Mapping[str, str], named: Mapping[str, str] | None = None) -> Keyboard:
    """A keyboard that prints these signs where it differs from an American one, "" for another script.

    The engine names its keys by what they print, as far as ASCII goes, or by `named`.
    """
    plain = {place: sign if sign.isascii() else "" for place, sign in (signs if named is None else named).items()}
    american = {place: place for place in PLACES}
    return Keyboard(american | dict(signs), american | plain)
