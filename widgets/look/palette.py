"""The colours of paper and ink, by meaning. Every pair of text and ground keeps 4.5:1."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.types import Mark


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`, named after what they are for."""

    name: str
    background: str
    """The reading column."""
    panel: str
    """Sidebar, proof panel, the user's own messages."""
    card: str
    line: str
    ink: str
    muted: str
    """Secondary text."""
    faint: str
    """Decoration only: never the colour of text that must be read."""
    selection: str
    button: str
    button_text: str
    ghost: str
    accepted: str
    rejected: str
    corrected: str
    corrected_box: str
    bonus: str

    def of_mark(self, mark: Mark) -> str:
        """The colour of a mark's text or line."""
        return {
            Mark.GHOST: self.ghost,
            Mark.ACCEPTED: self.accepted,
            Mark.REJECTED: self.rejected,
            Mark.DISCARDED: self.faint,
            Mark.CORRECTED: self.corrected,
            Mark.BONUS: self.bonus,
            Mark.PLAIN: self.ink,
        }[mark]


LIGHT = Palette(
    name="light",
    background="#FBF9F4",
    panel="#F4F0E7",
    card="#FFFFFF",
    line="#E2DCCD",
    ink="#23211C",
    muted="#655F50",
    faint="#A39C88",
    selection="#EAE4D6",
    button="#23211C",
    button_text="#FBF9F4",
    ghost="#726D60",
    accepted="#2E7D32",
    rejected="#B3261E",
    corrected="#1F5FBF",
    corrected_box="#E6EEFA",
    bonus="#6A4FB3",
)

HIGH_LIGHT = Palette(
    name="light",
    background="#FFFFFF",
    panel="#F3F3F3",
    card="#FFFFFF",
    line="#5F5F5F",
    ink="#000000",
    muted="#2B2B2B",
    faint="#5F5F5F",
    selection="#D6E4FA",
    button="#000000",
    button_text="#FFFFFF",
    ghost="#4A4A4A",
    accepted="#0B5A14",
    rejected="#9B0000",
    corrected="#00429D",
    corrected_box="#DCE9FF",
    bonus="#4B2A9B",
)

DARK = Palette(
    name="dark",
    background="#15171B",
    panel="#1B1E23",
    card="#20242A",
    line="#2E333B",
    ink="#E6E3DA",
    muted="#9AA0A8",
    faint="#6B727B",
    selection="#282D35",
    button="#E6E3DA",
    button_text="#15171B",
    ghost="#8A919B",
    accepted="#7BC88F",
    rejected="#F2938C",
    corrected="#8AB4F8",
    corrected_box="#22304A",
    bonus="#B9A3F5",
)

HIGH_DARK = Palette(
    name="dark",
    background="#000000",
    panel="#0E0E0E",
    card="#0A0A0A",
    line="#9A9A9A",
    ink="#FFFFFF",
    muted="#DADADA",
    faint="#9A9A9A",
    selection="#2A3550",
    button="#FFFFFF",
    button_text="#000000",
    ghost="#BDBDBD",
    accepted="#8DF0A4",
    rejected="#FFB0A8",
    corrected="#A9CBFF",
    corrected_box="#1B3157",
    bonus="#D3C4FF",
)
