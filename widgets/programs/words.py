"""What is said of serving other programs: how it stands, who is being served and how far each of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.viewmodels.notices import written
from app.viewmodels.programs_state import Standing
from app.viewmodels.reply import Phase
from widgets.parts.reply_words import figures_line, num_tokens, state_line, whole

if TYPE_CHECKING:
    from app.viewmodels.programs_state import ProgramsState
    from app.viewmodels.served_list import ServedList, ServedRow


def headline(state: ProgramsState) -> str:
    """Return in a few words how it stands."""
    translate = QCoreApplication.translate
    match state.standing:
        case Standing.FORBIDDEN:
            return translate("Programs", "Not allowed on this machine")
        case Standing.OFF:
            return translate("Programs", "Off")
        case Standing.LOOKING:
            return translate("Programs", "Asking the keyring for the key…")
        case Standing.NO_KEY:
            return translate("Programs", "Off: there is no key")
        case Standing.FAILED:
            return translate("Programs", "Off: it cannot listen")
        case Standing.ON if not state.is_local:
            return translate("Programs", "On, and other machines can reach it")
        case Standing.ON if not state.has_pair:
            return translate("Programs", "On, and no model is loaded")
        case _:
            return translate("Programs", "On, for programs on this machine")


def detail(state: ProgramsState) -> str:
    """Return what follows from it, and what can be done."""
    translate = QCoreApplication.translate
    match state.standing:
        case Standing.FORBIDDEN | Standing.NO_KEY | Standing.FAILED if state.reason is not None:
            return written(state.reason)
        case Standing.OFF:
            return translate(
                "Programs",
                "Turned on, an editor, a notebook or a script can use the loaded models, one after the other with this"
                " window. Nobody can without the key, and only programs on this machine unless you say otherwise.",
            )
        case Standing.LOOKING:
            return translate("Programs", "It may be waiting at a prompt of its own.")
        case Standing.ON if not state.has_pair:
            return translate("Programs", "Programs are turned away until a model is loaded.")
        case Standing.ON:
            return translate(
                "Programs",
                "They share the loaded models with this window, in turn. It goes on while Galley is locked and ends"
                " when Galley is closed.",
            )
        case _:
            return ""


def indicator(state: ProgramsState) -> str:
    """Return what the header says; empty where there is nothing to say."""
    translate = QCoreApplication.translate
    if state.standing in (Standing.OFF, Standing.FORBIDDEN):
        return ""
    if state.standing is not Standing.ON:
        return translate("Programs", "Not serving")
    parts = []
    if state.num_served:
        parts.append(translate("Programs", "Serving {number}").format(number=whole(state.num_served)))
    if state.num_waiting:
        parts.append(translate("Programs", "{number} waiting").format(number=whole(state.num_waiting)))
    return " · ".join(parts) or translate("Programs", "Serving")


def time_of_day(seconds: float) -> str:
    """Return a moment of today in the user's way to write it; `seconds` since 1970."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds)).time()
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def client_words(row: ServedRow) -> str:
    """Return who asks: what the program calls itself, and the port by which its connections are told apart."""
    if not row.port:
        return row.program
    return QCoreApplication.translate("Programs", "{program}, port {port}").format(program=row.program, port=row.port)


def row_line(row: ServedRow) -> str:
    """Return how far a reply is, in figures."""
    translate = QCoreApplication.translate
    since = translate("Programs", "since {time}").format(time=time_of_day(row.began))
    if row.reply.tokens:
        return f"{figures_line(row.reply)} · {since}"
    if row.reply.phase is Phase.PREFILL:
        return f"{state_line(row.reply)} · {since}"
    if row.place == 0:
        return translate("Programs", "Next: the window's own reply comes first") + f" · {since}"
    if row.place == 1:
        return translate("Programs", "Waiting, next in turn") + f" · {since}"
    return translate("Programs", "Waiting at place {number}").format(number=whole(row.place)) + f" · {since}"


def totals_line(served: ServedList) -> str:
    """Return what has been served since it was turned on."""
    translate, totals = QCoreApplication.translate, served.totals
    since = time_of_day(served.begun)
    if not totals.requests + totals.stopped + totals.failed + totals.refused:
        return translate("Programs", "Nothing has been answered yet, since {time}.").format(time=since)
    parts = [
        translate("Programs", "{number} answered").format(number=whole(totals.requests)),
        num_tokens(totals.tokens),
    ]
    for number, text in (
        (totals.stopped, translate("Programs", "{number} stopped")),
        (totals.failed, translate("Programs", "{number} failed")),
        (totals.refused, translate("Programs", "{number} refused")),
    ):
        if number:
            parts.append(text.format(number=whole(number)))
    return translate("Programs", "Since {time}: {counts}").format(time=since, counts=" · ".join(parts))
