"""Texts in the window: no hidden characters of a file, no line that goes on for ever."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from imgui_bundle import imgui

from wab.app.hud.flow import Flow
from wab.app.hud.kit import Box, Kit
from wab.app.hud.shown import shown
from wab.app.hud.widgets import Action, button
from wab.engine.words.clean import hidden_character

DIRTY = "Ca\u202een\x1b[31m\u200b l\u2019été\u00a0\ue000"
CLEAN = "Caen[31m l\u2019été\u00a0"


def test_what_is_shown_is_clean_and_bounded() -> None:
    assert shown(DIRTY) == CLEAN
    assert shown("one\ntwo\x00") == "one\ntwo"
    assert shown("qui\u202f?") == "qui\u00a0?", "the fonts have no narrow blank"
    assert len(shown("a" * 1_000_000)) <= 12_000 and len(shown("é" * 1_000_000)) <= 12_000


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what reaches the library that draws letters."""
    found: list[str] = []
    monkeypatch.setattr(
        imgui, "calc_text_size", lambda words: found.append(words) or SimpleNamespace(x=7 * len(words), y=14)
    )
    monkeypatch.setattr(imgui, "text_unformatted", found.append)
    for name in ("push_font", "pop_font", "push_style_color", "pop_style_color"):
        monkeypatch.setattr(imgui, name, lambda *_values: None)
    return found


def _kit() -> Kit:
    fonts = dict.fromkeys(("body", "heading"))
    backend: Any = SimpleNamespace(fonts=fonts, scale=1.0, text_size=1.0, width=800, height=600, px=float, written=None)
    symbols: Any = None
    return Kit(backend, symbols)


@pytest.mark.usefixtures("written")
def test_lines_break_at_blanks_and_only_too_long_a_word_after_its_hyphens() -> None:
    kit = _kit()
    assert kit.lines("one two-three four", 70) == ["one", "two-three", "four"]
    long = "SS-Panzer-Aufklärungs-Abteilung 12"
    assert kit.lines(long, 160) == ["SS-Panzer-Aufklärungs-", "Abteilung 12"]
    assert kit.lines(f"The {long}", 160) == ["The SS-Panzer-", "Aufklärungs-Abteilung", "12"]
    assert " ".join(kit.lines(long, 300)) == long


def test_the_pages_write_clean_words(written: list[str]) -> None:
    Flow(_kit()).text(DIRTY)
    assert written == [CLEAN]


def test_the_battle_writes_clean_words(written: list[str]) -> None:
    drawn: list[str] = []
    kit = _kit()
    kit.pen = SimpleNamespace(add_text=lambda *values: drawn.append(values[-1]))
    kit.text(DIRTY, 0, 0)
    kit.text(DIRTY, 0, 0, room=30)
    kit.paragraph(f"{DIRTY} {DIRTY}", 0, 0, 500)
    kit.spaced(DIRTY, 0, 0, kit.colours.text)
    kit.heading(DIRTY, Box(0, 0, 10, 10))
    assert drawn and not any(hidden_character(words) for words in (*drawn, *written))
    assert drawn[0] == CLEAN


def test_a_line_without_end_is_cut_at_once(written: list[str]) -> None:
    kit = _kit()
    started = time.perf_counter()
    assert len(kit.fitted("a" * 3_000_000, 300)) < 60
    assert time.perf_counter() - started < 1


def test_a_heading_has_no_blank_that_the_fonts_lack(written: list[str]) -> None:
    drawn: list[str] = []
    kit = _kit()
    kit.pen = SimpleNamespace(add_text=lambda *values: drawn.append(values[-1]))
    kit.spaced("qui\u202f?", 0, 0, kit.colours.text)
    assert "".join(drawn) == "QUI\u00a0?"


@pytest.mark.parametrize(
    "action, tip",
    [
        (Action("Back"), None),
        (Action("Back", key="Esc"), None),
        (Action("Back to the battle"), "Back to the battle"),
        (Action("Back", off="Not now."), "Not now."),
        (Action("Back", tip="To the menu"), "To the menu"),
        (Action("Back", clause="OPS-5.1-10"), "Back"),
    ],
)
def test_a_button_says_in_its_tip_only_what_its_label_does_not(action: Action, tip: str | None) -> None:
    kit = MagicMock(tip=None)
    kit.caption.side_effect = str
    kit.width.side_effect = lambda words, *_font: 7.0 * len(words)
    kit.fitted.side_effect = lambda words, room, *_font: words[: int(room / 7)]
    button(kit, "back", Box(0, 0, 120, 32), action)
    assert (kit.tip and kit.tip.text) == tip
