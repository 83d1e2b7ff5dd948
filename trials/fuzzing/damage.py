"""Damage: bytes that are changed as a disk or an editor might, and structures that are changed as a stranger might."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import msgspec
import yaml

from wab.engine import Chance
from wab.engine.files.framing import frame, frames

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z_-]+")
_ODD = [b"-1", b"0", b"255", b"65536", b"4294967296", b"9" * 30, b"1e309", b"NaN", b"null", b'""', b"[]", b"{}", b"x"]
_SEAL = b',"seal":"'
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Damage = Callable[[bytes, Chance], bytes]


def damaged(data: bytes, chance: Chance) -> bytes:
    """The bytes with one to four things done to them."""
    for _ in range(1 + chance.below(4)):
        data = _DAMAGES[chance.below(len(_DAMAGES))](data, chance)
    return data


def _place(data: bytes, chance: Chance) -> int:
    return chance.below(len(data) + 1)


def _flip(data: bytes, chance: Chance) -> bytes:
    at = chance.below(max(1, len(data)))
    return data[:at] + bytes([data[at] ^ (1 << chance.below(8))]) + data[at + 1 :] if data else data


def _overwrite(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + bytes(chance.below(256) for _ in range(1 + chance.below(4))) + data[at + 4 :]


def _cut(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + 1 + chance.below(60) :]


def _end(data: bytes, chance: Chance) -> bytes:
    return data[: _place(data, chance)]


def _repeat(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[max(0, at - 1 - chance.below(60)) :]


def _line(data: bytes, chance: Chance) -> bytes:
    """A line moved to another place."""
    lines = data.splitlines(keepends=True)
    if lines:
        line = lines.pop(chance.below(len(lines)))
        lines.insert(chance.below(len(lines) + 1), line)
    return b"".join(lines)


def _number(data: bytes, chance: Chance) -> bytes:
    """An unexpected number."""
    return _exchange(data, _NUMBER, _ODD[chance.below(len(_ODD))], chance)


def _word(data: bytes, chance: Chance) -> bytes:
    """A word in the place of another."""
    words = _WORD.findall(data[:20_000])
    return _exchange(data, _WORD, words[chance.below(len(words))], chance) if words else data


def _exchange(data: bytes, pattern: re.Pattern[bytes], new: bytes, chance: Chance) -> bytes:
    match = pattern.search(data, _place(data, chance)) or pattern.search(data)
    return data[: match.start()] + new + data[match.end() :] if match else data


_DAMAGES: tuple[Damage, ...] = (
    _flip,
    _overwrite,
    _cut,
    _end,
    _repeat,
    _line,
    _number,
    _number,
    _number,
    _word,
    _word,
)


# ------------------------------------------------------------------------------------------------- structure

_ODD_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 255, 65536, 2**40, -(2**40), 0.5, 1e300, "", "x", "0000", "\x1b[31m", "{missing}", "\u202e",
    [], {}, [[]], [None], {"x": {}}, ["x"] * 40,
)  # fmt: skip


def restructured(data: bytes, chance: Chance) -> bytes:
    """JSON or YAML with one to four things done to what it says, written as sound JSON, which is YAML as well."""
    content = yaml.load(data.decode(), Loader=_LOADER)
    for _ in range(1 + chance.below(4)):
        content = _changed(content, chance)
    return msgspec.json.encode(content)


def _changed(content: Any, chance: Chance) -> Any:
    """A copy of nested lists and mappings in which one thing is another."""
    holder = {"": deepcopy(content)}
    places = list(_places(holder))
    inside, key = places[chance.below(len(places))]
    _, other = places[chance.below(len(places))]
    elsewhere, elsewhere_key = places[chance.below(len(places))]
    match chance.below(5):
        case 0 | 1:
            inside[key] = deepcopy(_ODD_VALUES[chance.below(len(_ODD_VALUES))])
        case 2:
            inside[key] = deepcopy(elsewhere[elsewhere_key])
        case 3 if inside is not holder:
            del inside[key]
        case _ if isinstance(inside, list):
            inside.insert(chance.below(len(inside) + 1), deepcopy(inside[key]))
        case _ if inside is not holder:
            inside[str(other)] = inside.pop(key)
    return holder.get("")


def _places(inside: Any) -> list[tuple[Any, Any]]:
    """Every value in nested lists and mappings, as the thing that holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    waiting = [inside]
    while waiting:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        found += [(one, key) for key in keys]
        waiting += [one[key] for key in keys]
    return found


# ------------------------------------------------------------------------------------------------- saves


def resealed(data: bytes, chance: Chance, damage: Damage = damaged) -> bytes:
    """A save with one line damaged inside, framed and sealed as if the game had written it so."""
    lines = [found.text.rpartition(_SEAL)[0] + b"}" for found in frames(data)]
    at = chance.below(len(lines))
    lines[at] = damage(lines[at], chance).replace(b"\n", b" ").removesuffix(b"}") + b"}"
    seal, parts = "", []
    for body in lines:
        seal = sha256(seal.encode() + body).hexdigest()
        parts.append(frame(body[:-1] + _SEAL + seal.encode() + b'"}'))
    return b"".join(parts)


def resealed_structure(data: bytes, chance: Chance) -> bytes:
    """A save in one line with one thing changed, framed and sealed as if the game had written it so."""
    return resealed(data, chance, restructured)
