"""The keys among the settings: all actions by group, and new keys for them. Two actions never share a key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wab.app.hud.kit import Box, Tip
from wab.app.pages.settings.settings_rows import SettingsSheet
from wab.app.window.bindings import MOST_KEYS, Bindings, Use
from wab.app.window.key_actions import Chord, KeyGroup, may_be_chosen, same_key
from wab.locale import _

CELL, HIGH = 132.0, 30.0


@dataclass(frozen=True)
class Asked:
    """An action for which the player presses a key: the key to replace ("": one more)."""

    name: str
    instead_of: str


@dataclass(frozen=True)
class Clash:
    """A key that others have already."""

    asked: Asked
    key: str
    others: tuple[Use, ...]


class KeysTab:
    """Draws the list, takes a key for an action, and asks what is to be done where another action has it."""

    def __init__(self, sheet: SettingsSheet) -> None:
        self.sheet = sheet
        self.asked: Asked | None = None
        self.clash: Clash | None = None
        self.told = ""

    @property
    def bindings(self) -> Bindings:
        """The keys as they are laid now."""
        return self.sheet.window.bindings

    # ---- what the player does

    def ask(self, name: str, instead_of: str = "") -> None:
        """The next key is for this action."""
        self.asked, self.told = Asked(name, instead_of), ""
        self.sheet.window.log("key_asked", action=name)

    def take(self, key: str, control: bool, shift: bool) -> None:
        """A key was pressed for the action that was chosen; Escape leaves it as it is."""
        asked, chord = self.asked, Chord(same_key(key), control, shift)
        if asked is None or chord.key in _ALONE:
            return
        if chord.key == "escape":
            self.asked = None
            return
        if not may_be_chosen(chord):
            self.told = _("{key} cannot be laid on anything.").format(key=self.bindings.key_words(chord.text))
            return
        self.asked = None
        others = tuple(self.bindings.conflicts(asked.name, chord.text))
        fixed = [use for use in others if use.group.fixed]
        if fixed:
            self.told = _("{key} cannot be laid on anything.").format(key=self.bindings.key_words(chord.text))
        elif others:
            self.clash = Clash(asked, chord.text, others)
        else:
            self.keep(self.bindings.with_key(asked.name, chord.text, asked.instead_of))

    def settle(self, *, swap: bool) -> None:
        """Give the key to the action, and to actions that had it the key that has become free, or none."""
        if (clash := self.clash) is not None:
            self.clash = None
            self.keep(self.bindings.with_key(clash.asked.name, clash.key, clash.asked.instead_of, swap=swap))

    def keep(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Lay the actions so; choices for actions that are not here now stay."""
        strange = {name: kept for name, kept in self.sheet.go.settings.keys.items() if name not in self.bindings.uses}
        self.sheet.set("keys", {**strange, **{name: tuple(kept) for name, kept in keys.items()}})

    def clear(self) -> bool:
        """Take the key away at which the keyboard is; False if it is at none."""
        name, _sign, slot = self.sheet.focus.at.rpartition(" ")
        keys = self.bindings.keys_of(name) if name in self.bindings.uses else ()
        if not slot.isdigit() or int(slot) >= len(keys):
            return False
        self.keep(self.bindings.without_key(name, keys[int(slot)]))
        return True

    # ---- the picture

    def draw(self) -> None:
        """The list, or the question."""
        if self.clash is not None:
            self._question(self.clash)
            return
        flow, c = self.sheet.flow, self.sheet.kit.colours
        words = _("Press a key cell, then the new key. Del takes a key away.")
        if self.asked is not None:
            action = self.bindings.uses[self.asked.name].action
            words = _("Press the new key for: {action}. Esc leaves it as it is.").format(action=_(action.words))
        flow.text(self.told or words, "medium", 16, c.warn if self.told or self.asked else c.second)
        flow.gap(2)
        with flow.scroll("keys", flow.room.x, flow.room.y - 54):
            for group in self.bindings.groups:
                self._group(group)

    def _group(self, group: KeyGroup) -> None:
        self.sheet.flow.heading(_(group.title), self.sheet.flow.room.x - 16)
        for action in group.actions:
            self._row(group, action.id, _(action.words))
        self.sheet.flow.gap(12)

    def _row(self, group: KeyGroup, name: str, words: str) -> None:
        sheet, kit = self.sheet, self.sheet.kit
        at, room = sheet.flow.place, sheet.flow.room.x - 16
        keys, changed = self.bindings.keys_of(name), not group.fixed and not self.bindings.is_default(name)
        first = at.x + room - MOST_KEYS * (CELL + 8) - 40
        ink = kit.colours.action if changed else kit.colours.text
        kit.text(words, at.x + 4, at.y + HIGH / 2, ink, size=16, room=first - at.x - 16, middle=True)
        sheet.flow.take(first - at.x - 8, HIGH)
        for number in range(MOST_KEYS):
            key = keys[number] if number < len(keys) else ""
            sheet.flow.beside()
            if group.fixed:
                self._fixed(key)
            elif number <= len(keys):
                self._cell(name, number, key)
            else:
                sheet.flow.take(CELL, HIGH)
        if changed:
            sheet.flow.beside()
            defaults = ", ".join(map(self.bindings.key_words, self.bindings.defaults_of(name)))
            tip = _("Default key: {key}").format(key=defaults)
            if sheet.press("", identity=f"reset {name}", icon="undo", width=34, height=HIGH, tip=tip):
                self.keep(self.bindings.reset(name))

    def _cell(self, name: str, number: int, key: str) -> None:
        waits = self.asked == Asked(name, key)
        words = _("Press a key …") if waits else self.bindings.key_words(key) if key else _("add")
        tip = _("Another key for the same") if not key else ""
        if self.sheet.press(
            words, identity=f"{name} {number}", width=CELL, height=HIGH, chosen=waits, tip=tip, letters=16
        ):
            self.ask(name, key)

    def _fixed(self, key: str) -> None:
        kit = self.sheet.kit
        box = self.sheet.flow.take(CELL, HIGH)
        if not key:
            return
        kit.outline(box, kit.colours.brass.fade(0.2), 5)
        kit.text(
            self.bindings.key_words(key), box.x + CELL / 2, box.y + HIGH / 2, kit.colours.second, size=16, align=0.5,
            middle=True,
        )  # fmt: skip
        if kit.hot(f"fixed {key} {box.y}", Box(*box)).hovered:
            kit.tip = Tip(_("This key is always the same."))

    def _question(self, clash: Clash) -> None:
        sheet, flow, c = self.sheet, self.sheet.flow, self.sheet.kit.colours
        wanted = self.bindings.uses[clash.asked.name].action
        names = ", ".join(f"{_(use.group.title)} \u2013 {_(use.action.words)}" for use in clash.others)
        key = self.bindings.key_words(clash.key)
        flow.text(_("{key} is in use").format(key=key), "title", 26, c.text)
        flow.text(_("It is the key of: {names}.").format(names=names), "body", 18, c.text, wrap=flow.room.x - 20)
        flow.text(
            _("You want it for: {action}.").format(action=_(wanted.words)), "body", 18, c.text, wrap=flow.room.x - 20
        )
        flow.gap(18)
        if clash.asked.instead_of:
            words = _("Swap: the other action gets {key}").format(key=self.bindings.key_words(clash.asked.instead_of))
            if sheet.press(words, identity="swap", height=42, kind="primary", first=True):
                self.settle(swap=True)
                return
        if sheet.press(_("Take it: the other action loses it"), identity="take", height=42):
            self.settle(swap=False)
        elif sheet.press(_("Cancel"), identity="cancel clash", height=42, key=_("Esc")):
            self.clash = None


_ALONE = frozenset({side + name for name in ("control", "shift", "alt", "meta") for side in ("", "l", "r")})
"""Keys that are held with others: alone they are no answer."""
