"""A server may be a stranger’s: what it sends is looked over before use, and held against what it had promised."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wab.engine.kernel.proof import Proof
from wab.locale import language
from wab.online import client as net
from wab.online import promises
from wab.online.client import Line, NotUnderstood
from wab.online.promises import Promise, keep_promise, promise_of
from wab.online.protocol import Clock, GameInfo, News

SALT, OTHER = "ab" * 16, "cd" * 16


def news(told: int, *entries: bytes) -> News:
    """Return news with entries of these bytes."""
    raws = tuple(map(msgspec.Raw, entries))
    return News(told, raws, msgspec.Raw(b"{}"), None, Clock("unhurried", 0.0), False)


@pytest.mark.parametrize("name", ["../../../etc/passw", "a" * 11, "A" * 12, "abcdefghjkm\n", "abcdefghjk/."])
def test_a_game_whose_name_would_leave_the_folder_of_saves_is_no_game(name: str) -> None:
    info = {
        "id": name, "system": "operations", "scenario": "x", "options": {}, "status": "running", "seats": [], "own": [],
        "commitment": "", "data": "", "to_act": None, "turn": 1, "clock": {"pace": "unhurried", "since": 0.0},
    }  # fmt: skip
    with pytest.raises(NotUnderstood):
        net._decoded(GameInfo, json.dumps(info).encode())
    assert net._decoded(GameInfo, json.dumps(info | {"id": "abcdefghjkm2"}).encode()).id == "abcdefghjkm2"


@pytest.mark.parametrize("entry", [b"{}", b'{"kind":"saw"}', b'{"kind":"back","count":"many"}', b"[]"])
def test_entries_that_are_none_are_not_understood(entry: bytes) -> None:
    with pytest.raises(NotUnderstood):
        net.heard(news(1, entry))


def test_a_line_to_such_a_server_says_so_and_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(self: Any, method: str, path: str, body: Any, patience: float) -> bytes:
        if path.endswith("/orders"):
            return msgspec.json.encode(news(1, b"{}"))
        time.sleep(0.05)
        return msgspec.json.encode(news(0))

    monkeypatch.setattr(net.Client, "_send", asked)
    line = Line(net.Client("http://127.0.0.1:1"), "abcdefghjkm2", "allied")
    line.play(msgspec.Raw(b"{}"))  # type: ignore[arg-type]
    messages, end = [], time.monotonic() + 10
    while line.busy and time.monotonic() < end:
        messages.append(line.poll())
        time.sleep(0.01)
    line.close()
    refusals = [each for each in messages if isinstance(each, net.NotDone)]
    assert not line.busy and refusals
    with language("fr"):  # the reader's language, not that of the thread
        assert "n’est pas un serveur" in str(refusals[0].error)


def test_fewer_entries_than_were_counted_are_all_taken_once() -> None:
    back = b'{"kind":"back","count":1}'
    assert len(net.heard(news(9, back), fresh=5).entries) == 1


def test_a_promise_is_kept_or_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "promises_path", lambda: tmp_path / "promises.json")
    proof = Proof.of("secret", {"allied": SALT, "axis": OTHER})
    keep_promise("https://a.example", "abcdefghjkm2", proof.commitment, {})
    keep_promise("https://a.example", "abcdefghjkm2", "another", {"allied": SALT})
    promise = promise_of("https://a.example", "abcdefghjkm2")
    assert promise == Promise(proof.commitment, {"allied": SALT}), "the first commitment counts"
    assert promise.broken_by(proof, proof.seed) is None
    assert promise_of("https://b.example", "abcdefghjkm2") is None
    assert "no proof" in str(promise.broken_by(None, proof.seed))
    assert "commitment" in str(promise.broken_by(Proof.of("chosen later", proof.salts), 1))
    swapped = Proof.of("secret", {"allied": OTHER, "axis": OTHER})
    assert "allied" in str(promise.broken_by(swapped, swapped.seed))
    assert "seed" in str(promise.broken_by(proof, proof.seed + 1))
