"""How a race that is over is shown again: the player, the bar below the line, and what both panes say at a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.viewmodels.compare_player import ComparePlayer

if TYPE_CHECKING:
    from app.viewmodels.compare import Compare
    from widgets.compare.page import ComparePage


class Replayed(QObject):
    """Belongs to `Comparing`.

    Args:
        compare: The comparison.
        page: Where it is shown.
    """

    def __init__(self, compare: Compare, page: ComparePage, parent: QObject) -> None:
        super().__init__(parent)
        self._compare = compare
        self._page = page
        self._repeat = 0
        self._is_replaying = False
        self.player = ComparePlayer(self)
        bar = page.replay_bar
        bar.toggled.connect(self._on_toggled)
        bar.sought.connect(self._on_sought)
        bar.repeat_chosen.connect(self.open)
        self.player.moved.connect(self._show_moment)
        self.player.playing_changed.connect(bar.show_playing)

    @Slot(int)
    def open(self, repeat: int) -> None:
        """Show a whole run as it ended, ready to be played again."""
        comparison = self._compare.comparison
        if comparison is None:
            return
        self._repeat, self._is_replaying = repeat, False
        replay = comparison.replay(repeat)
        self._page.replay_bar.show_race(replay.seconds, self._compare.whole_repeats, repeat)
        self._page.replay_bar.show()
        self.player.open(replay)

    def pause(self) -> None:
        """Let time stand still."""
        self.player.pause()

    def close(self) -> None:
        """Forget the race."""
        self._is_replaying = False
        self.player.close()

    def _on_toggled(self) -> None:
        self._is_replaying = True
        self.player.toggle()

    def _on_sought(self, seconds: float) -> None:
        self._is_replaying = True
        self.player.seek(seconds)

    def _show_moment(self) -> None:
        player, tracks = self.player, self._compare.tracks_of(self._repeat)
        clocks = [min(player.seconds, track.last_seconds) for track in tracks]
        self._page.show_race(player.replies, (clocks[0], clocks[1]), tracks)
        self._page.race_line.show_moment(player.seconds if self._is_replaying else None)
        self._page.replay_bar.show_moment(player.seconds, player.length)
