"""The drawing of a frame of the window: words with their places, and the parts that feel the pointer."""

from __future__ import annotations

from wab.app.hud.kit import Hot, Kit

SCALE = 0.4  # the window of the tests is small


class Drawn:
    """The drawing of a frame: words with their places, parts that feel the pointer."""

    def __init__(self, window, monkeypatch):
        self.window, self.words, self.parts, self.pressed = window, [], {}, ""
        text, hot, spaced = Kit.text, Kit.hot, Kit.spaced

        def watched_text(kit, words, x, y, *rest, **options):
            self.words.append((words, x, y))
            return text(kit, words, x, y, *rest, **options)

        def watched_spaced(kit, words, x, y, *rest, **options):
            self.words.append((words, x, y))
            return spaced(kit, words, x, y, *rest, **options)

        def watched_hot(kit, name, box):
            self.parts[name] = box
            found = hot(kit, name, box)
            return Hot(True, True, False) if name == self.pressed else found

        monkeypatch.setattr(Kit, "text", watched_text)
        monkeypatch.setattr(Kit, "spaced", watched_spaced)
        monkeypatch.setattr(Kit, "hot", watched_hot)

    def frame(self, press=""):
        """Draw a frame, pressing a part in it; then one more, and keep what that one drew."""
        self.pressed = press
        self.window.step(0.05)
        self.pressed = ""
        self.words.clear()
        self.parts.clear()
        self.window.step(0.05)
        return self

    def has(self, words):
        return any(words in text for text, _x, _y in self.words)

    def at(self, words):
        return next((x, y) for text, x, y in self.words if words in text)
