"""Waits for what a page fetches when it is opened: files, a plan, a keyring's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.program import Program


def at_rest(program: Program) -> None:
    """Let the page that is open get all it waits for; there is no keyring, and a pair is loaded."""
    galley = program.galley
    page = galley.window.page
    if page is galley.privacy.page:
        privacy = galley.privacy.page
        program.until(lambda: bool(privacy.rows) and privacy.key_section.to_passphrase_button.isVisible())
    elif page is galley.models.page:
        models = galley.models.page
        program.until(lambda: models.details.isVisible() and models.look_button.isEnabled())
    elif page is galley.planning.page:
        program.until(galley.planning.page.slider.isVisible)
    elif page is galley.serving.page:
        program.until(galley.serving.page.key.passing_button.isVisible)
