"""The scenarios, two campaigns and two other kinds, over a map that shows where each is fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from msgspec.structs import replace

import wab
from wab.app.hud.box import Box
from wab.app.pages.fronts import Front, get_front, has_front
from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.titles import words_of
from wab.app.play.archive import Kept
from wab.app.window.camera import Rect
from wab.engine.kernel.values import Damage, Outcome, ScenarioInfo
from wab.engine.words.text import N_
from wab.locale import _, ngettext
from wab.systems import NAMES, all_damaged, get_system

KINDS = {
    "lesson": (N_("Lessons"), N_("Lessons")),
    "campaign": (N_("Others"), N_("Other scenarios")),
    "advanced": (N_("Advanced"), N_("Advanced scenarios")),
    "battle": (N_("Battles"), N_("Battles")),
    "overlord": (N_("Double board"), N_("Battles on two boards")),
}
"""Label and heading of the scenarios that are in no campaign, by kind."""

HARDEST = 5
FLIGHT = 0.35
_LIST, _MARGIN = 560.0, 24.0
_BROAD = 420.0  # a narrower panel next to the list is as high as the list
_ROW = 54.0
_BADGE = 26.0
_SHORT = 120  # minutes; longer times are in hours


@dataclass(frozen=True)
class Result:
    """The player's best in a scenario: side, level of the victory; "" for a game that goes on."""

    side: str
    level: str
    won: bool


@dataclass(frozen=True)
class Entry:
    """A line of the list. `place` in a campaign, 0 outside; `mark`: "done", "next" or "later" there, else "".

    `locked`: it is later in the campaign and cannot be played yet. `damage` instead of `info` for a file that cannot
    be played.
    """

    identity: str
    info: ScenarioInfo | None = None
    damage: Damage | None = None
    place: int = 0
    mark: str = ""
    locked: bool = False

    @property
    def scenario(self) -> str:
        """The id of the scenario."""
        return self.info.id if self.info else self.damage.id if self.damage else ""


@dataclass(frozen=True)
class Group:
    """A campaign, or the scenarios of a kind: label of its tab, heading, the side whose campaign it is, its lines."""

    name: str
    label: str
    title: str
    side: str
    entries: tuple[Entry, ...]


def best_results(
    games: list[Kept], finished: Mapping[tuple[str, str], Sequence[Outcome]] | None = None
) -> dict[str, Result]:
    """For every scenario that was played, the best result; a game that goes on where none is over.

    `finished` are games that are over, by scenario and the player's side: their saves need not be there.
    """
    notes = [(kept.note.scenario, kept.note) for kept in games if kept.note is not None]
    results = [(scenario, Result(note.side, note.level, note.won)) for scenario, note in notes]
    for (scenario, side), outcomes in (finished or {}).items():
        results += [(scenario, Result(side, outcome.level, outcome.winner == side)) for outcome in outcomes]
    found: dict[str, Result] = {}
    for scenario, result in results:
        known = found.get(scenario)
        if known is None or _rank(result) > _rank(known):
            found[scenario] = result
    return found


def running_games(games: Iterable[Kept]) -> dict[str, Kept]:
    """The last game of each scenario that is being played. `games` has the last one first."""
    found: dict[str, Kept] = {}
    for kept in games:
        if kept.note is not None and not kept.note.is_over:
            found.setdefault(kept.note.scenario, kept)
    return found


def _rank(result: Result) -> tuple[bool, bool]:
    return result.won, bool(result.level)


def groups(
    infos: Sequence[ScenarioInfo],
    damaged: Sequence[Damage],
    front: Front,
    results: Mapping[tuple[str, str], Sequence[Outcome]],
    *,
    open_all: bool = False,
) -> tuple[Group, ...]:
    """The tabs: the campaign of each side, what is in no campaign by kind, and what is damaged; empty ones left out.

    A scenario of both campaigns stands in both. Unless `open_all`, a campaign is played in its order (OPS-11.2.1-1);
    nothing outside it is ever locked.
    """
    sides = dict.fromkeys(side for info in infos for side in get_system(info.system).sides)
    found = [_campaign(infos, side, front, results, open_all=open_all) for side in sides]
    others = {info.kind: (info.kind, info.kind) for info in infos if info.kind not in KINDS}
    for kind, (label, title) in (KINDS | others).items():
        entries = tuple(Entry(info.id, info) for info in infos if info.kind == kind and not info.campaigns)
        named = front.kind_name(kind)
        found.append(Group(kind, named or _(label), named or _(title), "", entries))
    broken = tuple(Entry(damage.id, damage=damage) for damage in damaged)
    found.append(Group("damaged", _("Damaged"), _("Files that cannot be read"), "", broken))
    return tuple(group for group in found if group.entries)


def _campaign(
    infos: Sequence[ScenarioInfo],
    side: str,
    front: Front,
    results: Mapping[tuple[str, str], Sequence[Outcome]],
    *,
    open_all: bool,
) -> Group:
    """The scenarios of a side's campaign in their order, with how far the player has come in it."""
    own = sorted((info for info in infos if side in info.campaigns), key=lambda info: (info.campaigns[side], info.id))
    opened = front.opened(own, side, results)
    entries = []
    for info in own:
        mark = "later" if info.id not in opened else "next" if info.id == opened[-1] else "done"
        if mark == "next" and front.is_done(info, side, results):
            mark = "done"
        first = next(iter(info.campaigns)) == side
        identity, locked = info.id if first else f"{side}:{info.id}", mark == "later" and not open_all
        entries.append(Entry(identity, info, None, info.campaigns[side], mark, locked))
    name = front.side_name(side)
    return Group(side, name, _("Campaign: {side}").format(side=name), side, tuple(entries))


def cut_to(area: Rect, whole: Rect) -> Rect:
    """The part of a play area that lies on the map."""
    low, high = (max(area.left, whole.left), max(area.bottom, whole.bottom)), (area.right, area.top)
    return Rect(*low, min(high[0], whole.right), min(high[1], whole.top))


class ChoicePage(Page):
    """Scenarios on the left; the chosen one on the map and in a panel below it."""

    least = (720.0, 400.0)

    def __init__(self, go: Navigator, scenario: str = "") -> None:
        super().__init__(go, go.front, go.title)
        self.infos = [info for info in wab.scenarios() if has_front(info.system)]
        self.damaged = [damage for damage in all_damaged() if has_front(damage.id.partition("/")[0])]
        self.cards = {info.id: get_front(info.system).card(info) for info in self.infos}
        names = [info.id for info in self.infos] + [damage.id for damage in self.damaged]
        self.systems = tuple(dict.fromkeys(name.partition("/")[0] for name in names))
        games = go.kept()
        self._finished = go.results(games)
        self.results = best_results(games, self._finished)
        self.running = running_games(games)
        self._area: Rect | None = None
        self._framed: Entry | None = None
        self._seen_focus = ""
        wanted = scenario.partition("/")[0]
        self._open_system(wanted if wanted in self.systems else self._usual(), scenario)
        self._scroll_to = self.chosen if scenario else None

    def _usual(self) -> str:
        """The system that is shown if none is named: the house's own."""
        return NAMES[0] if NAMES[0] in self.systems or not self.systems else self.systems[0]

    def _open_system(self, system: str, scenario: str = "") -> None:
        """Show the scenarios of a rule system, with one of them chosen."""
        self.system, self.front = system, get_front(system)
        infos = tuple(info for info in self.infos if info.system == system)
        damaged = [damage for damage in self.damaged if damage.id.partition("/")[0] == system]
        self.groups = groups(infos, damaged, self.front, self._finished, open_all=self.go.settings.open_all)
        self.group, self.chosen = self._find(scenario)
        self._scroll_to, self._framed = self.chosen, None

    def _find(self, scenario: str) -> tuple[Group | None, Entry | None]:
        """The tab and the line of a scenario; the first of both where it is not there."""
        for group in self.groups:
            for entry in group.entries:
                if not scenario or entry.scenario == scenario:
                    return group, entry
        return self._find("") if scenario and self.groups else (None, None)

    def opened(self) -> None:
        """Show the map without a battle on it."""
        if self.window.scene is not None:
            self.front.undress(self.window.scene)

    def update(self, dt: float) -> None:
        """Fly to the scenario that is chosen."""
        super().update(dt)
        if self.window.scene is None or self.chosen is None:
            return
        other = self._framed is not self.chosen
        scene = self.front.open_scene(self.window, self.chosen.info) if other else self.window.scene
        scene.camera.margins = self.margins(self._list_width + 60, 30, 30, 30 if self._is_narrow else 242)
        if other:
            still = self._framed is None or self.go.settings.reduced_motion
            self._framed = self.chosen
            self._area = self.front.area(self.chosen.info) if self.chosen.info else None
            if self._area is not None:
                self._fly(cut_to(self._area, scene.camera.rect), still=still)

    def _fly(self, area: Rect, *, still: bool) -> None:
        scene = self.window.scene
        if scene is None:
            return
        camera = scene.camera
        span = min(1.5 * camera.span_of(area), max(camera.span_of(area), 1.03 * camera.span_of(camera.rect)))
        middle = (area.left + area.right) / 2, (area.bottom + area.top) / 2
        camera.fly_to(*middle, span, seconds=0.0 if still else FLIGHT)

    def draw(self) -> None:
        """The tabs and the list, the frame on the map, the panel of the chosen one."""
        self.vignette(left=0.5, top=0.12, right=0.12, bottom=0.4)
        if self._area is not None:
            self._frame(self._area)
        box = (_MARGIN, _MARGIN, self._list_width, self.height - 2 * _MARGIN)
        with self.sheet("scenarios", *box, title=_("Scenarios"), icon="map"):
            room = self.flow.room
            if len(self.systems) > 1:
                self._system_tabs(room.x)
            if len(self.groups) > 1:
                self._tabs(room.x)
            if self.group is not None:
                self._list(self.group, room.x, self.flow.room.y - 52)
            if self.press(_("Back"), icon="retreat", key=_("Esc"), width=150) and self.back is not None:
                self.back()
        if self.chosen is not None and self.chosen.info is not None:
            self._panel(self.chosen, self.chosen.info)
        elif self.chosen is not None and self.chosen.damage is not None:
            self._damage(self.chosen.damage)

    def _system_tabs(self, width: float) -> None:
        """A tab for each rule system."""
        count, gap = len(self.systems), 6
        wide = (width - gap * (count - 1)) / count
        for number, system in enumerate(self.systems):
            if number:
                self.flow.beside(gap)
            label = get_front(system).cover().title
            if self.press(label, identity=f"system {system}", width=wide, chosen=system == self.system):
                self._show_system(system)
        self.flow.gap(10)

    def _show_system(self, system: str) -> None:
        """Change over to another rule system and its ground."""
        if system == self.system:
            return
        by_pointer = self.focus.at != f"system {system}"
        if self.window.scene is not None:
            self.front.undress(self.window.scene)
        self._open_system(system)
        self._focus_on_chosen(by_pointer)
        self.front.open_scene(self.window, self.chosen.info if self.chosen else None)
        self.opened()

    def _tabs(self, width: float) -> None:
        """A tab for each group; the first press on one shows it and chooses what comes next in it."""
        count, gap = max(1, len(self.groups)), 6
        wide = (width - gap * (count - 1)) / count
        for number, group in enumerate(self.groups):
            if number:
                self.flow.beside(gap)
            identity = f"tab {group.name}"
            if self.press(group.label, identity=identity, width=wide, height=34, chosen=group is self.group):
                self._show(group)
        self.flow.gap(10)

    def _show(self, group: Group) -> None:
        """Show a tab: the next scenario of a campaign, the first of anything else is chosen."""
        by_pointer = self.focus.at != f"tab {group.name}"
        self.group = group
        self.chosen = next((entry for entry in group.entries if entry.mark == "next"), group.entries[0])
        self._scroll_to = self.chosen
        self._focus_on_chosen(by_pointer)

    def _focus_on_chosen(self, by_pointer: bool) -> None:
        """After a click on a tab the keyboard is at the chosen scenario, so that Enter opens it."""
        if by_pointer and self.chosen is not None:
            self._seen_focus = self.focus.at = self.chosen.identity

    def _list(self, group: Group, wide: float, high: float) -> None:
        with self.flow.scroll(f"list {group.name}", wide, high):
            width = wide - 16
            self.flow.heading(group.title, width)
            if told := _progress(group):
                self.flow.text(told, "body", 16, self.kit.colours.second, wrap=width)
                self.flow.gap(6)
            for entry in group.entries:
                self._row(entry, group, width)

    def _row(self, entry: Entry, group: Group, width: float) -> None:
        at, wide, high = self.flow.place, width, _ROW
        pressed, hovered, focused = self.area(entry.identity, wide, high, first=entry is self.chosen)
        if entry is self._scroll_to:
            self.flow.show_last()
            self._scroll_to = None
        if focused and self.focus.at != self._seen_focus:
            self._seen_focus, self.chosen = self.focus.at, entry
        c, chosen = self.kit.colours, entry is self.chosen
        if chosen or hovered:
            top = c.normal_top if chosen else c.raised
            self.kit.row(Box(at.x, at.y, wide, high), top, top.shade(0.8), c.brass.fade(0.9 if chosen else 0.3))
        if entry.info is not None:
            left = self._badge(entry, group, at.x + 12, at.y + high / 2)
            self._words(entry, entry.info, left, at.y, at.x + wide - 12)
        elif entry.damage is not None:
            self.kit.icon("warning", at.x + 12, at.y + 16, 22, c.warn)
            name = self.kit.fitted(entry.scenario, wide - 70, "title", 27)
            self.kit.text(name, at.x + 46, at.y + high / 2, c.warn, size=27, font="title", middle=True)
        self.ring(focused, at.x, at.y, wide, high)
        if pressed:
            self._press(entry, by_key=not hovered)

    def _badge(self, entry: Entry, group: Group, x: float, y: float) -> float:
        """The place in a campaign in a disc: full when done, ringed when next. Gives the x where words begin."""
        if not entry.place:
            return x
        c, size, tint = self.kit.colours, _BADGE, self.tint(group.side)
        middle = x + size / 2
        if entry.mark == "done":
            self.kit.disc(middle, y, size / 2, tint)
        else:
            ring = c.action if entry.mark == "next" else c.off_text.fade(0.6)
            self.kit.disc(middle, y, size / 2, tint.fade(0.25))
            self.kit.ring(middle, y, size / 2, ring, 2 if entry.mark == "next" else 1)
        words = c.second if entry.mark == "later" else c.text
        number = str(entry.place)
        left = x + (size - self.kit.width(number, "strong", 17)) / 2
        self.kit.text(number, left, y, words, size=17, font="strong", middle=True)
        return x + size + 12

    def _words(self, entry: Entry, info: ScenarioInfo, left: float, top: float, right: float) -> None:
        c, card = self.kit.colours, self.cards[info.id]
        tint = c.action if entry is self.chosen else c.second if entry.mark == "later" else c.text
        title = self.kit.fitted(words_of(info.title), right - left - 90, "title", 27)
        self.kit.text(title, left, top + 4, tint, size=27, font="title")
        told = " · ".join(part for part in (card.dates, card.size) if part)
        room = right - left - 110
        self.kit.text(self.kit.fitted(told, room, "body", 16), left, top + 31, c.second, size=16)
        self._difficulty(info.difficulty, right, top + 16)
        self._result(entry, info, right, top + 39)

    def _press(self, entry: Entry, *, by_key: bool) -> None:
        """The first press chooses, the second opens; Enter on the chosen one opens."""
        if entry is self.chosen:
            self._open(entry)
        self.chosen = entry
        self._seen_focus = self.focus.at = entry.identity

    def _open(self, entry: Entry) -> None:
        """Go on with the game that is being played, else to the briefing; say what opens a scenario that is locked."""
        if (kept := self.running.get(entry.scenario)) is not None:
            self.go.attempt(lambda: self.go.resume(kept.path))
        else:
            self._brief(entry)

    def _brief(self, entry: Entry) -> None:
        info = entry.info
        if entry.locked:
            self.go.tell(self._why_locked(entry))
        elif info is not None:
            side = self.group.side if self.group is not None else ""  # a campaign is played from its side
            self.go.attempt(lambda: self.go.brief(info, side=side))

    def _why_locked(self, entry: Entry) -> str:
        """Return what opens it: the first scenario of its campaign that is not done (OPS-11.2.1-1)."""
        group = next(group for group in self.groups if entry in group.entries)
        following = next(one for one in group.entries if one.mark == "next").info
        message = _("Locked. Play {title} first: a draw, a win or two defeats open the next scenario.")
        return message.format(title=words_of(following.title) if following is not None else "")

    def _open_everything(self) -> None:
        """Open every scenario from now on; the settings can take it back."""
        self.go.change(replace(self.go.settings, open_all=True))
        self._open_system(self.system, self.chosen.scenario if self.chosen else "")

    def _difficulty(self, level: int, right: float, y: float) -> None:
        c = self.kit.colours
        size, step = 13, 15
        for number in range(HARDEST):
            x = right - (HARDEST - number) * step + 2
            self.kit.icon("star", x, y - size / 2, size, c.action if number < level else c.off_text.fade(0.45))

    def _result(self, entry: Entry, info: ScenarioInfo, right: float, y: float) -> None:
        c, result = self.kit.colours, self.results.get(info.id)
        if info.id in self.running:
            words, tint = _("Continue"), c.warn
        elif entry.locked and result is None:
            words, tint = _("locked"), c.off_text
        elif result is None:
            words, tint = _short(self.cards[info.id].minutes), c.second
        else:
            words, tint = (
                self.front.level_name(result.level) if result.won else _("not won yet"),
                c.good if result.won else c.second,
            )
        self.kit.text(words, right, y, tint, size=16, font="medium", align=1.0, middle=True)

    def _frame(self, area: Rect) -> None:
        """A brass frame around the play area on the map."""
        scene = self.window.scene
        if scene is None:
            return
        area, camera = cut_to(area, scene.camera.rect), scene.camera
        low, high = camera.project_point(area.left, area.bottom), camera.project_point(area.right, area.top)
        if low is None or high is None:
            return
        c, (left, bottom), (right, top) = self.kit.colours, low, high
        box = Box(*(pixels / self.kit.scale for pixels in (left, top, right - left, bottom - top)))
        with self.kit.behind():
            self.kit.outline(box.inset(-3), c.ground.fade(0.5), thickness=5.0)
            self.kit.outline(box, c.action.fade(0.95), thickness=2.0)

    @property
    def _list_width(self) -> float:
        return min(_LIST, 0.56 * self.width)

    @property
    def _is_narrow(self) -> bool:
        """The panel stands next to the list, as high as it is, since there is little room for the map anyway."""
        return self.width - self._list_width - 3 * _MARGIN < _BROAD

    @contextmanager
    def _beside(self, high: float) -> Iterator[float]:
        """The panel of the chosen one; gives the width for its words."""
        x = self._list_width + 2 * _MARGIN
        high = self.height - 2 * _MARGIN if self._is_narrow else high
        with self.sheet("chosen", x, self.height - _MARGIN - high, self.width - x - _MARGIN, high, padding=20):
            yield self.flow.room.x

    def _panel(self, entry: Entry, info: ScenarioInfo) -> None:
        card, c = self.cards[info.id], self.kit.colours
        with self._beside(252.0 if entry.locked else 208.0) as wide:
            rows = 1 + (entry.locked + (entry.scenario in self.running)) * self._is_narrow
            with self.flow.scroll(f"words {entry.identity}", wide, self.flow.room.y - 50.0 * rows):
                wrap = wide - 14
                size = 28 if self._is_narrow else 38
                self.flow.text(words_of(info.title), "title", size, c.text, wrap=wrap)
                turns = ngettext("{count} turn", "{count} turns", info.turns).format(count=info.turns)
                for_two = _("good for two players") if info.multiplayer else ""  # OPS-11.2.2-2
                length = turns if info.turns else ""
                facts = (card.dates, length, duration(card.minutes), self._places(info), for_two)
                self.flow.text(" · ".join(part for part in facts if part), "medium", 16, c.brass, wrap=wrap)
                self.flow.text(words_of(info.summary), "body", 18, c.text, wrap=wrap)
                if entry.locked:
                    self.flow.text(self._why_locked(entry), "body", 16, c.warn, wrap=wrap)
                elif entry.mark == "later":
                    self.flow.text(_("Later in the campaign. You may play it now."), "body", 16, c.second, wrap=wrap)
            self._panel_buttons(entry, wide)

    def _panel_buttons(self, entry: Entry, wide: float) -> None:
        running, why = entry.scenario in self.running, self._why_locked(entry) if entry.locked else ""
        each = min(250.0, wide if self._is_narrow or not running else (wide - 12) / 2)
        if running:
            if self.press(
                _("Continue"), identity="go on", kind="primary", icon="play", key=_("Enter"), width=each, height=42
            ):
                self._open(entry)
            if not self._is_narrow:
                self.flow.beside(12)
        if self.press(
            _("Read the briefing"),
            identity="brief",
            kind="normal" if running else "primary",
            icon="journal",
            key="" if running else _("Enter"),
            why_not=why,
            width=each,
            height=42,
        ):
            self._brief(entry)
        if entry.locked:
            if not self._is_narrow:
                self.flow.beside(12)
            tip = _("You can lock them again in the settings.")  # the order of a campaign stops no player
            if self.press(_("Open all scenarios"), identity="open all", height=42, tip=tip):
                self._open_everything()

    def _places(self, info: ScenarioInfo) -> str:
        """The places of a scenario in the campaigns."""
        names = {side: self.front.side_name(side) for side in info.campaigns}
        message = _("no. {place} of the campaign ({side})")
        return ", ".join(message.format(place=place, side=names[side]) for side, place in info.campaigns.items())

    def _damage(self, damage: Damage) -> None:
        """Draw the fault of a file."""
        with self._beside(196.0) as wide, self.flow.scroll("damage", wide, self.flow.room.y):
            c, wrap = self.kit.colours, wide - 14
            self.flow.text(damage.id, "title", 28 if self._is_narrow else 38, c.warn, wrap=wrap)
            self.flow.text(str(damage.problem), "body", 18, c.text, wrap=wrap)
            self.flow.text(_("The other scenarios are not affected."), "body", 16, c.second, wrap=wrap)


def duration(minutes: int) -> str:
    """About how long it takes: in minutes up to two hours, in hours beyond; "" if it is unknown."""
    if not minutes:
        return ""
    if minutes <= _SHORT:
        return _("about {minutes} minutes").format(minutes=minutes)
    return _("about {hours} hours").format(hours=round(minutes / 60))


def _short(minutes: int) -> str:
    """The same in a few letters."""
    if not minutes:
        return ""
    if minutes <= _SHORT:
        return _("{minutes} min").format(minutes=minutes)
    return _("{hours} h").format(hours=round(minutes / 60))


def _progress(group: Group) -> str:
    """Return how far the player has come in a campaign, in a sentence."""
    if not group.side:
        return ""
    done = sum(entry.mark == "done" for entry in group.entries)
    message = _("{done} of {count} played through. Each can be played at any time, from both sides.")
    if any(entry.locked for entry in group.entries):
        message = _("{done} of {count} played through. A draw, a win or two defeats open the next.")
    return message.format(done=done, count=len(group.entries))
