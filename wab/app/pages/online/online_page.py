"""Online: the servers that a player knows, games there, invitations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wab.app.gfx.theme import METRICS
from wab.app.hud import clipboard
from wab.app.hud.box import Box
from wab.app.hud.widgets import asked
from wab.app.pages.navigator import Navigator
from wab.app.pages.online import game_words
from wab.app.pages.online.asking import AskingPage
from wab.app.pages.online.begin_tab import BeginTab
from wab.app.pages.online.errands import Errands
from wab.app.pages.online.holiday import Holiday
from wab.app.play.remote import Remote
from wab.locale import _
from wab.online.client import Client
from wab.online.joining import SignedIn, check_data, known_players, own_name, seat_in, sign_in, take_open_seat
from wab.online.protocol import GameInfo

_WIDTH, _HEIGHT = 1040.0, 760.0
_ROW = 76.0
_LOOK = 4.0  # seconds between two looks at the lists
_FIELD = 36.0


class OnlinePage(AskingPage):
    """First the servers; then, signed in at one, own games, open games, and a form for a new one.

    With `client` it begins signed in, and with `scenario` at the form.
    """

    least = (760.0, 470.0)

    def __init__(
        self, go: Navigator, back: Callable[[], None], client: Client | None = None, scenario: str = ""
    ) -> None:
        super().__init__(go, go.front, back)
        self.errands = Errands(self._failed)
        self.client: Client | None = None
        self.known = known_players()
        self.name, self.problem = "", ""
        self.fields = {"address": "", "name": own_name(), "password": "", "invitation": "", "new password": ""}
        self.lists: dict[str, list[GameInfo] | None] = {"mine": None, "open": None}
        self.tab = "begin" if scenario else "mine"
        self.begin = BeginTab(self, scenario)
        self.holiday = Holiday(self)
        self._asked = ""  # the field that gets the keyboard
        self._looked = 0.0
        if client is not None:
            self.client = client
            self.look()

    # --- the server

    def update(self, dt: float) -> None:
        """Take what the server has answered, and look at the lists now and then."""
        super().update(dt)
        self.errands.update()
        self._looked += dt
        if self.client is not None and self._looked > _LOOK and not self.errands.busy:
            self.look()

    def leave(self) -> None:
        """Answers that come later are dropped."""
        super().leave()
        self._hang_up()

    def _hang_up(self) -> None:
        client, self.client = self.client, None
        self.errands.close(client.close if client is not None else None)

    def look(self) -> None:
        """Ask for the lists."""
        self._looked = 0.0
        client = self.client
        if client is None:
            return

        def take(which: str, games: list[GameInfo]) -> None:
            if which == "open":
                games = [each for each in games if not each.own]
            self.lists[which] = sorted(games, key=lambda each: (not game_words.is_mine(each), each.status == "over"))
            self.problem = ""

        for which in self.lists:
            self.errands.send(partial(client.games, which), partial(take, which), unasked=True)

    def _failed(self, why: str) -> None:
        self.problem = why
        self._looked = 0.0

    def _send_sign_in(self, address: str, name: str, password: str = "") -> None:
        def take(signed: SignedIn) -> None:
            self.client, self.name = signed.client, signed.name
            self.fields["password"] = ""
            if signed.client.is_open:
                told = _("What is sent to {address} can be read by others in this network.")
                self.go.tell(told.format(address=signed.client.address))
            self.look()

        self.problem = ""
        if not address:
            self.problem = _("Write the address of a server first.")
        elif not self.errands.busy:
            self.errands.send(
                partial(sign_in, address, name, password), take, put_away=lambda signed: signed.client.close()
            )

    def _open(self, client: Client, code: str, seat: str = "") -> None:
        """Take a seat if it is none yet, and go to the battle if the game has begun."""
        self.problem = ""
        if self.errands.busy:
            return

        def ask() -> Remote | GameInfo:
            info = take_open_seat(client, code, seat) if seat else seat_in(client, code)
            check_data(client, info)
            return self.go.remote(client, info) if info.status in ("running", "over") else info

        def take(found: Remote | GameInfo) -> None:
            if isinstance(found, Remote):
                self.client = None  # it is the game's from here on
                self.go.sit_down(found)
                return
            self.tab, self.fields["invitation"] = "mine", ""
            if found.status == "open":
                self.go.tell(_("Your seat is kept. The game begins when the other players are here."))
            else:
                self.go.tell(_("The server has stopped this game."))
            self.look()

        def put_away(found: Remote | GameInfo) -> None:
            if isinstance(found, Remote):
                found.close()

        self.errands.send(ask, take, put_away=put_away)

    def _ask_draw(self, client: Client, info: GameInfo) -> None:
        """Ask whether this player agrees to the draw that another offers."""

        def agree() -> None:
            self.go.back()
            self._send_draw(client, info, agrees=True)

        question = _("Agree to the draw? The battle ends here without a winner. That cannot be taken back.")
        self.go.ask(question, _("Agree to the draw"), agree)

    def _send_draw(self, client: Client, info: GameInfo, *, agrees: bool) -> None:
        def ask() -> None:
            for seat in game_words.sides_to_agree(info):
                client.draw(info.id, seat, agrees)

        if not self.errands.busy:
            self.errands.send(ask, lambda _done: self.look())

    # --- drawing

    def draw(self) -> None:
        """One sheet in the middle."""
        self.dim(0.62)
        width, height = min(_WIDTH, self.width - 40), min(_HEIGHT, self.height - 60)
        x, y = (self.width - width) / 2, (self.height - height) / 2
        with self.sheet("online", x, y, width, height, title=_("Online"), icon="radio", padding=22):
            if self.client is None:
                self._servers()
            else:
                self._tabs()
                if self.tab == "begin":
                    self.begin.draw(self.client)
                elif self.tab == "account":
                    self._account(self.client)
                else:
                    self._list(self.client)
            self.flow.go_to(x + 22, y + height - 22 - METRICS.button)
            self._foot()

    def _foot(self) -> None:
        at, wide = self.flow.place, self.flow.room.x
        if self.press(_("Back"), identity="back", icon="retreat", key=_("Esc"), width=150) and self.back is not None:
            self.back()
            return
        left = 166.0
        if self.client is not None:
            self.flow.beside()
            label = _("Other servers")
            if self.press(label, identity="servers"):
                self._hang_up()
                self.errands = Errands(self._failed)
                self.known, self.problem = known_players(), ""
                self.lists = dict.fromkeys(self.lists)
                return
            left += self.room_for(label, "", "") + 12
        c = self.kit.colours
        if self.problem:
            words, ink = self.problem, c.warn
        elif self.errands.busy:
            words, ink = _("The server is being asked."), c.second
        elif self.client is not None:
            address = self.client.address
            words = _("{name} at {address}").format(name=self.name, address=address) if self.name else address
            ink = c.second
        else:
            return
        rows = self.folded(words, wide - left, "medium", 16, most=2)
        for number, row in enumerate(rows):
            y = at.y + METRICS.button / 2 + 19 * (number - (len(rows) - 1) / 2)
            self.kit.text(row, at.x + left, y, ink, size=16, font="medium", middle=True)

    def _servers(self) -> None:
        wide = self.flow.room.x
        with self.flow.scroll("servers", wide, self.flow.room.y - self.foot):
            wide = self.flow.room.x - 16
            if self.known:
                self.flow.heading(_("Servers that you know"), wide)
            for number, (address, name) in enumerate(self.known):
                words = self.kit.fitted(f"{name}  ·  {address}", wide - 60, "strong", 18)
                place = f"server {address} {name}"
                if self.press(words, identity=place, icon="radio", first=number == 0, width=wide, height=44):
                    self._send_sign_in(address, name)
            if self.known:
                self.flow.gap(14)
            self.flow.heading(_("Another server") if self.known else _("A server"), wide)
            told = _(
                "A server holds the truth and the dice of a game. A friend can run one with “wab serve”;"
                " the first visit makes an account under your name. A password is needed only if the account is there"
                " already, or is to open on other devices as well."
            )
            self.flow.text(told, "body", 17, self.kit.colours.second, wrap=wide)
            self.flow.gap(8)
            entered = self._field("address", _("Address"), wide)
            entered = self._field("name", _("Your name there"), wide) or entered
            entered = self._field("password", _("Password"), wide) or entered
            self.flow.gap(8)
            if self.press(_("Sign in"), identity="sign in", kind="primary", width=220, height=42) or entered:
                address, name = (self.fields[field].strip() for field in ("address", "name"))
                self._send_sign_in(address, name, self.fields["password"])

    def _field(self, name: str, label: str, width: float) -> bool:
        """A field with its label; the keyboard reaches it, and Enter writes there. True when Enter gave what it has."""
        at = self.flow.place
        self.kit.text(label, at.x, at.y + _FIELD / 2, size=17, font="medium", middle=True)
        left = max(170.0, self.kit.width(label, "medium", 17) + 16)
        paste = _("Paste")
        button = self.room_for(paste, "", "")
        box = Box(at.x + left, at.y, width - left - button - 8, _FIELD)
        focused = self.focus.register(f"field {name}", line=at.y)
        wanted = focused and self.focus.takes_press(f"field {name}")
        written = asked(
            self.kit, name, Box(*box), self.fields[name], focus=wanted or self._asked == name, secret="password" in name
        )
        if self._asked == name:
            self._asked = ""
        self.fields[name] = written.words[:200]
        self.ring(focused, *box)
        self.flow.go_to(box.right + 8, at.y)
        if self.press(paste, identity=f"paste {name}", width=button, height=_FIELD):
            self.errands.send(clipboard.paste, partial(self._pasted, name), unasked=True)
        self.flow.go_to(at.x, at.y + _FIELD + 8)
        return written.entered

    def _pasted(self, name: str, words: str) -> None:
        """An invitation as it was copied has the address before it."""
        self.fields[name] = (words.split()[-1] if name == "invitation" and words else words)[:200]

    def _tabs(self) -> None:
        for number, (tab, words) in enumerate(
            (
                ("mine", _("My games")),
                ("open", _("Open games")),
                ("begin", _("Begin a game")),
                ("account", _("Account")),
            )
        ):
            if number:
                self.flow.beside()
            if self.press(words, identity=f"tab {tab}", chosen=tab == self.tab, height=40, first=number == 0):
                self.tab = tab
                if tab == "account" and self.client is not None:
                    self.holiday.look(self.client)
        self.flow.gap(12)

    def _account(self, client: Client) -> None:
        """The holidays, and the password, by which the account opens elsewhere."""
        wide = self.flow.room.x
        with self.flow.scroll("account", wide, self.flow.room.y - self.foot):
            wide = self.flow.room.x - 16
            self.holiday.draw(client, wide)
            self.flow.gap(16)
            self._password(client, wide)

    def _password(self, client: Client, wide: float) -> None:
        flow = self.flow
        flow.heading(_("Password"), wide)
        told = _(
            "The account lives on this device. With a password it also opens on other devices, and in a browser at"
            " {address}: there you choose where a signal reaches you when it is your turn."
        )
        flow.text(told.format(address=client.address), "body", 17, self.kit.colours.second, wrap=wide)
        flow.gap(8)
        entered = self._field("new password", _("New password"), wide)
        why = _("The server is being asked.") if self.errands.busy else ""
        label = _("Set the password")
        pressed = self.press(label, identity="set password", kind="primary", width=260, height=42, why_not=why)
        if not (pressed or entered) or self.errands.busy:
            return

        def take(_done: None) -> None:
            self.problem, self.fields["new password"] = "", ""
            self.go.tell(_("The password is set."))

        self.errands.send(partial(client.set_password, self.fields["new password"]), take)

    def _list(self, client: Client) -> None:
        wide, mine = self.flow.room.x, self.tab == "mine"
        with self.flow.scroll(f"games {self.tab}", wide, self.flow.room.y - self.foot - (56 if mine else 0)):
            games = self.lists[self.tab]
            if not games:
                nothing = (
                    _("No games yet: take the seat of an invitation, or begin a game.")
                    if mine
                    else _("No game here has a free seat.")
                )
                words = _("The server is being asked.") if games is None else nothing
                self.flow.text(words, "body", 18, self.kit.colours.second, wrap=self.flow.room.x - 16)
            for info in games or ():
                self._row(client, info, self.flow.room.x - 16)
        if mine:
            self._invitation(client, wide)

    def _invitation(self, client: Client, width: float) -> None:
        label, at = _("Take the seat"), self.flow.place
        button = self.room_for(label, "", "")
        self.flow.go_to(at.x, at.y + 10)
        entered = self._field("invitation", _("Invitation"), width - button - 10)
        self.flow.go_to(at.x + width - button, at.y + 10)
        pressed = self.press(label, identity="take seat", width=button, height=_FIELD)
        if (pressed or entered) and (code := self.fields["invitation"].strip()):
            self._open(client, code.split()[-1])

    def _row(self, client: Client, info: GameInfo, width: float) -> None:
        """A game: its title, its players, whose decision it is; in the list of open games its free seats."""
        at, kit, c = self.flow.place, self.kit, self.kit.colours
        mine = bool(info.own)
        seats = [] if mine else game_words.free_seats(info)
        buttons: list[tuple[str, str, Callable[[], None]]] = [
            (
                _("Take a seat: {side}").format(side=game_words.seat_name(info.system, seat)),
                f"sit {info.id} {seat}",
                partial(self._open, client, info.id, seat),
            )
            for seat in seats
        ]
        if game_words.who_offers(info):
            buttons += [
                (_("Agree…"), f"agree {info.id}", partial(self._ask_draw, client, info)),
                (_("Decline"), f"decline {info.id}", partial(self._send_draw, client, info, agrees=False)),
            ]
        end = sum(self.room_for(label, "", "") + 8 for label, _identity, _deed in buttons)
        pressed = False
        if mine:
            pressed, hovered, focused = self.area(f"game {info.id}", width - end, _ROW)
            if hovered or focused:
                kit.row(Box(at.x, at.y, width, _ROW), c.raised, c.raised.shade(0.85), c.brass.fade(0.5))
            self.ring(focused, at.x, at.y, width, _ROW)
        room, calls = width - end - 24, game_words.is_mine(info) or game_words.who_offers(info)
        x = at.x + 12
        kit.text(
            kit.fitted(game_words.title(info), room, "title", 24), x, at.y + 16, size=24, font="title", middle=True
        )
        told = kit.fitted(game_words.players(info), room, "body", 16)
        kit.text(told, x, at.y + 39, c.text.fade(0.85), size=16, middle=True)
        ink = c.action if calls else c.second
        state = kit.fitted(game_words.standing(info), room, "medium", 16)
        kit.text(state, x, at.y + 59, ink, size=16, font="medium", middle=True)
        left = at.x + width - end
        for label, identity, deed in buttons:
            self.flow.go_to(left, at.y + (_ROW - 38) / 2)
            if self.press(label, identity=identity, height=38):
                deed()
            left += self.room_for(label, "", "") + 8
        self.flow.go_to(at.x, at.y + _ROW + 4)
        self.flow.take(0, 0)
        if pressed:
            self._open(client, info.id)
