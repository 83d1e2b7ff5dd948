"""The settings: what is chosen takes effect at once and is kept. A tab holds what belongs together."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wab.app.gfx.palettes import PALETTES
from wab.app.hud.kit import Box
from wab.app.hud.scale import scale_of
from wab.app.pages.fronts import get_front
from wab.app.pages.navigator import Navigator
from wab.app.pages.settings.settings_keys import KeysTab
from wab.app.pages.settings.settings_rows import LABEL, SettingsSheet, Tab
from wab.app.window.settings import DEFAULTS, HAND_OVERS, HUD_SCALES, SPEEDS, TEXT_SIZES, VOLUMES
from wab.engine.words.text import N_
from wab.locale import _, current_language
from wab.locale.numbers import percent
from wab.systems import NAMES

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}  # each in its own words
SPEED_NAMES = {0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast"), 4.0: N_("Faster"), 0.0: N_("At once")}
HAND_OVER_NAMES = {"always": N_("Always"), "phases": N_("Not for answers in a combat"), "never": N_("Never")}
_WIDTH, _HEIGHT = 1000.0, 672.0
_QUESTION = 640.0, 380.0


def _display(sheet: SettingsSheet) -> None:
    settings = sheet.go.settings
    scales = [(scale, f"{scale * 100:g} %" if scale else _("automatic")) for scale in HUD_SCALES]
    sheet.set("hud_scale", sheet.pick(_("Size of panels"), "hud_scale", scales, settings.hud_scale))
    if words := held_back(sheet):
        sheet.flow.text(words, "body", 15, sheet.kit.colours.second, wrap=sheet.row_room)
        sheet.flow.gap(8)
    sizes = [(size, f"{size * 100:g} %") for size in TEXT_SIZES]
    sheet.set("text_size", sheet.pick(_("Size of text in panels"), "text_size", sizes, settings.text_size))
    palettes = [(one.name, _(one.words)) for one in PALETTES.values()]
    sheet.set("palette", sheet.pick(_("Colours"), "palette", palettes, settings.palette))
    samples(sheet)
    palette = PALETTES[settings.palette]
    note = _("Strokes for the first side and dots for the second on the front, round and square marks on flags.")
    on = settings.patterns or palette.patterns
    sheet.switch(_("Patterns beside colours"), "patterns", note=note, value=on, locked=palette.patterns)
    sheet.switch(_("In 3D, figures for the units of a map"), "figures")
    sheet.switch(_("Weather effects: rain, clouds, rough sea, morning and evening"), "weather")
    sheet.switch(_("Whole screen"), "fullscreen")


def held_back(sheet: SettingsSheet) -> str:
    """Return where the HUD is drawn smaller than it was chosen, since the window has no more room, and how
    large it is.
    """
    width, height = sheet.window.hud.width, sheet.window.hud.height
    chosen, found = scale_of(sheet.go.settings.hud_scale, width, height), []
    for front in map(get_front, NAMES):
        for part, room in front.rooms().items():
            drawn = max(1.0, min(width / room[0], height / room[1]))
            if drawn < chosen:
                title = front.cover().title
                found.append(f"{title} ({part}) {percent(drawn)}" if part else f"{title} {percent(drawn)}")
    return _("As large as this window allows: {parts}.").format(parts=" · ".join(found)) if found else ""


def samples(sheet: SettingsSheet) -> None:
    """The colours of the palette in use: both sides, and good, warning and bad."""
    kit, at = sheet.kit, sheet.flow.place
    palette = PALETTES[sheet.go.settings.palette]
    x = at.x + LABEL
    for number, (tint, words) in enumerate(
        (
            (palette.map.side[0], _("First side")),
            (palette.map.side[1], _("Second side")),
            (palette.hud.good, _("good")),
            (palette.hud.warn, _("warning")),
            (palette.hud.bad, _("bad")),
        )
    ):
        box = Box(x, at.y + 4, 18, 18)
        kit.plate(box, tint, 9 if number == 0 else 2)
        kit.outline(box, kit.colours.text.fade(0.6), 9 if number == 0 else 2)
        x += 26 + kit.text(words, x + 24, at.y + 13, size=15, middle=True) + 20
    sheet.flow.take(10, 26)
    sheet.flow.gap(8)


def _play(sheet: SettingsSheet) -> None:
    settings = sheet.go.settings
    speeds = [(speed, _(SPEED_NAMES[speed])) for speed in SPEEDS]
    sheet.set("speed", sheet.pick(_("Speed of movements"), "speed", speeds, settings.speed))
    note = _("No movement of map or counters that you did not ask for: everything changes at once.")
    sheet.switch(_("Reduced motion"), "reduced_motion", note=note)
    note = _("The view goes where the enemy moves and fights, and comes back afterwards.")
    sheet.switch(_("Follow the enemy"), "follow", note=note)
    sheet.switch(_("The edges of the window move the map"), "edge_scroll")
    sheet.switch(_("A second Enter for attacks at poor odds"), "ask_twice")
    sheet.switch(_("All campaign scenarios are open"), "open_all")
    hands = [(name, _(HAND_OVER_NAMES[name])) for name in HAND_OVERS]
    sheet.set("hand_over", sheet.pick(_("Page for the next player"), "hand_over", hands, settings.hand_over))
    words = _("For several persons at one screen, in games where nothing is hidden. Without a page, a message.")
    sheet.flow.text(words, "body", 15, sheet.kit.colours.second, wrap=sheet.row_room)


def _sound(sheet: SettingsSheet) -> None:
    settings = sheet.go.settings
    sheet.switch(_("Sound"), "sound")
    volumes = [(volume, f"{volume * 100:g} %" if volume else _("off")) for volume in VOLUMES]
    sheet.set("effects", sheet.pick(_("Effects"), "effects", volumes, settings.effects))
    sheet.set("ambience", sheet.pick(_("Ambience"), "ambience", volumes, settings.ambience))
    sheet.set("music", sheet.pick(_("Music"), "music", volumes, settings.music))


def _language(sheet: SettingsSheet) -> None:
    choices = list(LANGUAGE_NAMES.items())
    sheet.set("language", sheet.pick(_("Language"), "language", choices, current_language()))


def _keys(sheet: SettingsSheet) -> None:
    if isinstance(sheet, SettingsPage):
        sheet.keys.draw()


TABS = (
    Tab(
        "display",
        N_("Display"),
        "eye",
        _display,
        ("hud_scale", "text_size", "palette", "patterns", "figures", "weather", "fullscreen"),
    ),
    Tab(
        "play",
        N_("Play"),
        "clock",
        _play,
        ("speed", "reduced_motion", "follow", "edge_scroll", "ask_twice", "open_all", "hand_over"),
    ),
    Tab("keys", N_("Keys"), "question", _keys, ("keys",)),
    Tab("sound", N_("Sound"), "radio", _sound, ("sound", "effects", "ambience", "music")),
    Tab("language", N_("Language"), "journal", _language, ("language",)),
)
"""In the order in which they stand. A further part of the settings is a further tab."""


class SettingsPage(SettingsSheet):
    """The sheet with its tabs. Page up and Page down lead from tab to tab."""

    def __init__(self, go: Navigator, back: Callable[[], None], tab: str = TABS[0].name) -> None:
        super().__init__(go, go.front, back)
        self.tab = tab
        self.keys = KeysTab(self)
        self.focus.by_lines = True

    @property
    def takes_raw_keys(self) -> bool:
        """While a key is asked for."""
        return self.keys.asked is not None

    @property
    def row_room(self) -> float:
        """Width of a row inside the sheet."""
        return min(_WIDTH, self.width - 24) - 60

    def on_key(self, key: str, control: bool, shift: bool) -> bool:
        """A key that was asked for; from tab to tab; else as on every page."""
        if self.keys.asked is not None:
            self.keys.take(key, control, shift)
        elif self.keys.clash is not None and key == "escape":
            self.keys.clash = None
        elif self.keys.clash is None and key in ("page_up", "page_down"):
            names = [tab.name for tab in TABS]
            self.tab = names[(names.index(self.tab) + (1 if key == "page_down" else -1)) % len(names)]
            self.focus.go_to(f"tab {self.tab}")
        elif self.tab == "keys" and key in ("delete", "backspace") and self.keys.clear():
            return True
        else:
            return super().on_key(key, control, shift)
        return True

    def draw(self) -> None:
        """The tabs, the rows of one of them, and the way back."""
        self.dim(0.62)
        wide, high = (_WIDTH, _HEIGHT) if self.keys.clash is None else _QUESTION
        width, height = min(wide, self.width - 24), min(high, self.height - 24)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("settings", x, y, width, height, title=_("Settings"), icon="gear", padding=22):
            if self.keys.clash is not None:
                self.keys.draw()
                return
            self._tabs()
            now = next(tab for tab in TABS if tab.name == self.tab)
            if now.name == "keys":
                now.draw(self)
            else:
                with self.flow.scroll(f"settings {now.name}", self.flow.room.x, self.flow.room.y - 54):
                    now.draw(self)
            self._foot(now)

    def _tabs(self) -> None:
        for number, tab in enumerate(TABS):
            if number:
                self.flow.beside()
            name = f"tab {tab.name}"
            if self.press(_(tab.words), identity=name, icon=tab.icon, chosen=tab.name == self.tab, height=40):
                self.tab, self.keys.told = tab.name, ""
        self.flow.gap(16)

    def _foot(self, tab: Tab) -> None:
        done = self.press(_("Done"), identity="done", kind="primary", key=_("Esc"), width=160, height=42, first=True)
        self.flow.beside()
        words = _("All default keys") if tab.name == "keys" else _("Defaults")
        if self.press(words, identity="defaults", height=42):
            self.go.change(replace(self.go.settings, **{name: getattr(DEFAULTS, name) for name in tab.fields}))
        if done and self.back:
            self.back()
