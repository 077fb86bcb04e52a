"""Whether other programs are served: the switch, where the server listens, who may ask, and the end of it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import Notice, UserError
from app.server.config import ServerConfig
from app.server.served import Phase, Serving
from app.settings.server_schema import MAX_ORIGINS, origin_of
from app.viewmodels.programs_state import ProgramsState, Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.settings.server_schema import ServerSettings
    from app.viewmodels.door_key import DoorKey
    from app.viewmodels.preferences import Preferences
    from app.viewmodels.programs_needs import MakeServer, ServerHandle

SECTION = "server"
UNDER_WAY = (Phase.PREFILL, Phase.WRITING)
"""The engine is at it."""


class OtherPrograms(QObject):
    """Turns the server on and off; what it shall be stands in the settings, and whoever changes those is followed.

    Args:
        make_server: Makes a server.
        set_sink: Says who hears the engine.
        door: The key.
        preferences: Has what is set.
        forbidden: Why nobody may be served here, where that is so.
    """

    changed = Signal()
    """`state` is another."""
    begun = Signal()
    """A server has begun to listen."""
    told = Signal(object)
    """A `Serving`: who is being served now."""

    _heard = Signal(int, object)

    def __init__(
        self,
        make_server: MakeServer,
        set_sink: Callable[[Callable[[list[EngineEvent]], None] | None], None],
        door: DoorKey,
        preferences: Preferences,
        forbidden: Notice | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._make_server = make_server
        self._set_sink = set_sink
        self._door = door
        self._preferences = preferences
        self._forbidden = forbidden
        self._server: ServerHandle | None = None
        self._generation = 0
        """Counts servers, so that the last words of one that has been stopped are not taken for the next one's."""
        self._failure: Notice | None = None
        self._is_on = False
        """Whether the settings' wish to serve has been taken up: not before `start`."""
        self._has_pair = False
        self._serving = Serving()
        self._served_as = self._settings
        self._state = self._make_state()
        self._heard.connect(self._on_heard)
        door.changed.connect(self._note)
        door.replaced.connect(self._on_key_replaced)
        preferences.changed.connect(self._on_preferences_changed)

    @property
    def state(self) -> ProgramsState:
        """How things stand."""
        return self._state

    @property
    def serving(self) -> Serving:
        """Who is being served."""
        return self._serving

    def start(self) -> None:
        """Serve if that was on when the program ended; nobody is asked for anything."""
        if self._settings.enabled:
            self._turn_on(may_ask=False)

    def stop(self) -> None:
        """Serve no longer, and wait until everything of it has ended."""
        self._is_on = False
        self._end_server()
        self._door.stop()

    def set_pair(self, has_pair: bool) -> None:
        """Whether a model is loaded."""
        self._has_pair = has_pair
        self._note()

    # What the user asks for.

    @Slot()
    def turn_on(self) -> None:
        """Serve, with a new key where there is none yet; the keyring may ask the user."""
        if not self._settings.enabled:
            self._preferences.put(SECTION, enabled=True)  # and what was set is followed
        elif self._server is None:
            self._turn_on(may_ask=True)

    @Slot()
    def turn_off(self) -> None:
        """Serve nobody; replies that are being written end."""
        self._preferences.put(SECTION, enabled=False)

    @Slot()
    def forget(self) -> None:
        """Turn it off and remove the key, as everything is being forgotten."""
        self.turn_off()
        self._door.forget()

    def set_port(self, port: int) -> None:
        """Listen there; whoever is being served is cut off."""
        self._preferences.put(SECTION, port=port)

    def set_address(self, address: str) -> None:
        """Listen at another address of this machine; ask before, where it is not the machine's own loopback."""
        self._preferences.put(SECTION, address=address)

    def allow_origin(self, text: str) -> None:
        """Let a web page use the API.

        Raises:
            UserError: `origin_not_one`, `origins_too_many`.
        """
        origin, allowed = origin_of(text), self._settings.allowed_origins
        if origin in allowed:
            return
        if len(allowed) >= MAX_ORIGINS:
            raise UserError("origins_too_many", most=MAX_ORIGINS)
        self._preferences.put(SECTION, allowed_origins=(*allowed, origin))

    @Slot(str)
    def refuse_origin(self, origin: str) -> None:
        """Let it no longer."""
        allowed = self._settings.allowed_origins
        self._preferences.put(SECTION, allowed_origins=tuple(each for each in allowed if each != origin))

    def stop_request(self, request_id: int) -> None:
        """End a reply that another program has asked for; the program is told so."""
        if self._server is not None:
            self._server.stop_request(request_id)

    @Slot()
    def stop_all(self) -> None:
        """End all of them."""
        if self._server is not None:
            self._server.stop_all()

    # What is followed.

    @property
    def _settings(self) -> ServerSettings:
        return self._preferences.settings.server

    @Slot(str)
    def _on_preferences_changed(self, section: str) -> None:
        """Follow what was set, here or elsewhere."""
        if section in ("sampling", "speculation") and self._server is not None:
            self._server.set_defaults(self._preferences.sampling, self._preferences.speculation)
        if section != SECTION:
            return
        before, now = self._served_as, self._settings
        self._served_as = now
        if not now.enabled:
            self._turn_off()
        elif not before.enabled:
            self._turn_on(may_ask=True)
        elif before != now and (self._server is not None or self._failure is not None):
            self._serve()
        self._note()

    def _turn_on(self, *, may_ask: bool) -> None:
        if self._forbidden is None:
            self._is_on = True
            self._door.look(may_ask=may_ask)
            self._note()

    def _turn_off(self) -> None:
        self._is_on = False
        self._failure = None
        self._end_server()
        self._door.hide()
        self._note()

    @Slot()
    def _on_key_replaced(self) -> None:
        if self._server is not None:
            self._server.set_key(self._door.key)
        elif self._is_on:
            self._serve()

    # The server.

    def _serve(self) -> None:
        """Listen as it is set now, in the place of a server that listens otherwise."""
        self._end_server()
        settings, preferences, generation = self._settings, self._preferences, self._generation
        config = ServerConfig(
            key=self._door.key,
            host=settings.address,
            port=settings.port,
            origins=settings.allowed_origins,
            sampling=preferences.sampling,
            speculation=preferences.speculation,
        )
        server = self._make_server(config, lambda serving: self._heard.emit(generation, serving))
        try:
            server.start()
        except UserError as error:
            self._failure = error.notice
        else:
            self._failure = None
            self._server = server
            self._set_sink(server.on_events)
            self.begun.emit()
        self._note()

    def _end_server(self) -> None:
        server, self._server = self._server, None
        self._generation += 1
        if server is not None:
            self._set_sink(None)
            server.stop()
            self._tell(Serving())

    @Slot(int, object)
    def _on_heard(self, generation: int, serving: Serving) -> None:
        if generation == self._generation:
            self._tell(serving)

    def _tell(self, serving: Serving) -> None:
        self._serving = serving
        self.told.emit(serving)
        self._note()

    # How things stand.

    @Slot()
    def _note(self) -> None:
        state = self._make_state()
        if state != self._state:
            self._state = state
            self.changed.emit()

    def _make_state(self) -> ProgramsState:
        settings, door = self._settings, self._door
        num_served = sum(each.phase in UNDER_WAY for each in self._serving.replies)
        return ProgramsState(
            standing=self._standing,
            reason=self._forbidden or self._failure or door.reason,
            address=settings.address,
            port=settings.port,
            is_local=settings.is_loopback,
            has_pair=self._has_pair,
            has_key=bool(door.key),
            is_key_kept=door.is_kept,
            fresh_key=door.fresh,
            can_keep=door.can_keep,
            origins=settings.allowed_origins,
            num_served=num_served,
            num_waiting=len(self._serving.replies) - num_served,
        )

    @property
    def _standing(self) -> Standing:
        if self._forbidden is not None:
            return Standing.FORBIDDEN
        if self._server is not None:
            return Standing.ON
        if not self._is_on:
            return Standing.OFF
        if self._failure is not None:
            return Standing.FAILED
        return Standing.LOOKING if self._door.is_looking else Standing.NO_KEY
