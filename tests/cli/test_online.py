"""`wab invite` and `wab join` without a window: a game with options is begun and listed, an account gets a password."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from tests.app.served import served
from wab.online import keyring, promises
from wab.online.client import ServerRefuses
from wab.online.joining import sign_in


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A server; its players keep what they keep in the folder of the test."""
    monkeypatch.setattr(keyring, "keyring_path", lambda: tmp_path / "servers.json")
    monkeypatch.setattr(promises, "promises_path", lambda: tmp_path / "promises.json")
    with served(tmp_path) as found:
        yield found


def test_a_game_is_begun_with_an_option_and_listed(run, address: str) -> None:
    ran = run(
        "invite", address, "omaha/the-first-waves", "--name", "Anna", "--option", "players=2", "--side", "us/29th"
    )
    assert ran.code == 0 and re.search(r"For us/1st: +wab join \S+ [a-z2-9]{12}\.\S+", ran.out), ran
    listed = run("join", address, "--name", "Anna").out
    assert "omaha/the-first-waves" in listed and "us/29th: Anna" in listed
    assert run("invite", address, "omaha/the-first-waves", "--name", "Anna", "--option", "players=9").code == 2


def test_an_account_of_the_program_gets_a_password(
    run, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typer, "prompt", lambda *_words, **_options: "le chien est à la plage")
    assert run("join", address, "--name", "Anna", "--password").code == 0
    monkeypatch.setattr(keyring, "keyring_path", lambda: tmp_path / "of another device.json")
    with pytest.raises(ServerRefuses):
        sign_in(address, "Anna")
    found = sign_in(address, "Anna", "le chien est à la plage")
    assert found.is_new and found.name == "Anna"
    found.client.close()
