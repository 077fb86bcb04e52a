"""How serving other programs is connected: the server, its key, its page, and what the window says meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import UserError
from app.hardware.addresses import own_addresses
from app.runtime.serving_bridge import ServingBridge
from app.settings.server_schema import HIGHEST_PORT, LOOPBACK, LOWEST_PORT
from app.store.keys.access_key import AccessKey
from app.store.keys.ring import Ring
from app.viewmodels.door_key import DoorKey
from app.viewmodels.notices import written
from app.viewmodels.other_programs import OtherPrograms
from app.viewmodels.programs_state import Standing
from app.viewmodels.served_list import ServedList
from widgets.parts.shortcut_sheet import Command
from widgets.programs.page import ProgramsPage
from widgets.window.page_menu import PageGroup
from widgets.window.programs_badge import ProgramsBadge

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.errors import Notice
    from app.server.config import ServerConfig
    from app.server.served import Serving as ServedNow
    from app.server.serving import Server


class Serving(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
        forbidden: Why nobody may be served on this machine, where that is so.
    """

    busy_changed = Signal(bool)
    """Whether the engine works for another program."""
    waits_for_changed = Signal(str)
    """The program whose request everything else waits for; empty where nothing does."""

    def __init__(self, galley: Galley, forbidden: Notice | None = None) -> None:
        super().__init__(galley)
        self._galley = galley
        self._is_busy = False
        self._waits_for = ""
        self._load_waits = ""
        """The sentence about a load that waits, while it stands there."""
        self.bridge = ServingBridge(galley.engine, self)
        self.door = DoorKey(AccessKey(galley.folders.data, Ring()), self)
        self.programs = OtherPrograms(
            self._make_server,
            self.bridge.set_sink,
            self.door,
            galley.preferences,
            forbidden,
            self,
        )
        self.served = ServedList(self)
        self.page = ProgramsPage(galley.theme, self.served, (LOWEST_PORT, HIGHEST_PORT))
        self.badge = ProgramsBadge(galley.theme)
        galley.window.add_page(self.page)
        galley.header.add_indicator(self.badge)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_PROGRAMS), PageGroup.OTHERS, place=20)
        self._connect_page()
        self._connect_programs()
        self._connect_program()

    @property
    def is_busy(self) -> bool:
        """Whether the engine works for another program."""
        return self._is_busy

    def start(self, before: DoorKey | None = None) -> None:
        """Serve, if that was on when the program ended.

        Args:
            before: The key of a window that this one goes on from.
        """
        if before is not None:
            self.door.take_over(before)
        self._on_pair_changed()
        self._on_changed()
        self.programs.start()

    def stop(self) -> None:
        """Serve nobody any more; everything of it has ended when this returns."""
        self.programs.stop()
        self.bridge.stop()

    @Slot()
    def show(self) -> None:
        """Bring the page to the front."""
        self.page.address.set_networks([(each.address, each.network) for each in own_addresses()])
        if self.programs.state.standing is Standing.OFF:
            self.door.peek()
        self._galley.window.show_page(self.page)

    def _make_server(self, config: ServerConfig, listener: Callable[[ServedNow], None]) -> Server:
        from app.server.serving import Server  # loads a web server, which most who use Galley never turn on

        return Server(self.bridge, config, listener)

    def _connect_page(self) -> None:
        galley, page, programs, door = self._galley, self.page, self.programs, self.door
        galley.window.programs_requested.connect(self.show)
        self.badge.clicked.connect(self.show)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.left.connect(door.hide)
        page.status.on_requested.connect(programs.turn_on)
        page.status.off_requested.connect(programs.turn_off)
        page.key.make_requested.connect(door.make)
        page.key.passing_requested.connect(door.make_passing)
        page.address.port_chosen.connect(programs.set_port)
        page.address.address_chosen.connect(lambda address: programs.set_address(address or LOOPBACK))
        page.pages.allow_requested.connect(self._on_allow_requested)
        page.pages.refuse_requested.connect(programs.refuse_origin)
        page.list.stop_requested.connect(programs.stop_request)
        page.list.stop_all_requested.connect(programs.stop_all)

    def _connect_programs(self) -> None:
        self.programs.changed.connect(self._on_changed)
        self.programs.begun.connect(self.served.begin)
        self.programs.told.connect(self.served.take)
        self.bridge.marked.connect(self.served.on_marked)
        self.served.changed.connect(self._on_served_changed)
        self.busy_changed.connect(self._on_busy_changed)

    def _connect_program(self) -> None:
        galley = self._galley
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.pair_choice.load_requested.connect(self._on_load_requested)
        galley.pair_choice.load_requested.connect(self.bridge.expect_load)
        galley.chat.busy_changed.connect(self._on_served_changed)
        self.waits_for_changed.connect(galley.chat.set_waits_for)
        self.waits_for_changed.connect(galley.comparing.set_waits_for)
        galley.protection.closing.connect(self.door.hide)
        galley.privacy.page.forget_requested.connect(self.programs.forget)

    @Slot()
    def _on_pair_changed(self) -> None:
        pair = self._galley.pair_choice.pair
        self.bridge.adopt(pair)
        self.programs.set_pair(pair is not None)

    @Slot()
    def _on_load_requested(self) -> None:
        """Say why it does not begin at once: what is being served is not cut off for it."""
        under_way = self.served.under_way
        if under_way is not None and not self._load_waits:
            text = self.tr(
                "The models are loaded when the request from {program} has been answered. It can be stopped on the page"
                " “For other programs”."
            )
            self._load_waits = text.format(program=under_way.program)
            self._galley.notices.show_sentence(self._load_waits)

    @Slot()
    def _on_changed(self) -> None:
        state = self.programs.state
        self.page.show_state(state)
        self.badge.show_state(state)

    @Slot(bool)
    def _on_busy_changed(self, busy: bool) -> None:
        """The machine is watched as closely as while the window's own reply is written."""
        galley = self._galley
        galley.telemetry.set_active(busy or galley.chat.busy or galley.pair_choice.loading)

    @Slot(str)
    def _on_allow_requested(self, text: str) -> None:
        try:
            self.programs.allow_origin(text)
        except UserError as error:
            self.page.pages.show_error(written(error.notice))

    @Slot()
    def _on_served_changed(self) -> None:
        """Tell what waits for another program's reply: the window's next one, and whoever measures."""
        under_way = self.served.under_way
        waits_for = "" if under_way is None else under_way.program
        if waits_for != self._waits_for or self._galley.chat.busy:
            self._waits_for = waits_for
            self.waits_for_changed.emit(waits_for)
        if under_way is None and self._load_waits:
            self._galley.notices.withdraw(self._load_waits)
            self._load_waits = ""
        if (under_way is not None) != self._is_busy:
            self._is_busy = under_way is not None
            self.busy_changed.emit(self._is_busy)
