"""The process that asks llama.cpp: about devices, and what a model would allocate, without reading its weights."""

from __future__ import annotations

import contextlib
import os
import signal
from itertools import groupby
from typing import TYPE_CHECKING

from app.engine import library_environment
from app.engine.cancel import CancelFlag
from app.engine.core_dumps import forbid_core_dumps
from app.engine.inspection_values import Findings, TrialResult
from app.engine.last_words import LastWords
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection

    from app.engine.error_log import InheritedLog
    from app.engine.inspection_values import Inspection, Trial
    from app.engine.llama.model import Model


def run(connection: Connection, inspection: Inspection, log: InheritedLog) -> None:
    """Entry of the child: sends `Findings`, or a `Notice` where there is no llama.cpp to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log.capture()
    forbid_core_dumps()
    library_environment.prepare(os.environ)
    with LastWords():
        findings = _look(inspection)
        with contextlib.suppress(BrokenPipeError):  # nobody waits any more
            connection.send(findings)


def _look(inspection: Inspection) -> Findings | Notice:
    try:
        from app.engine.llama.devices import backend_facts
    except (ImportError, OSError, RuntimeError) as error:
        return Notice("backend_not_loaded", {"cause": str(error).splitlines()[-1]})
    from app.engine.llama.backend import start

    start()
    results = tuple(_try_all(inspection.trials))
    return Findings(backend_facts(with_modules=inspection.modules), results)


def _try_all(trials: Iterable[Trial]) -> Iterator[TrialResult]:
    """Each model is opened once for all that is asked of it in a row."""
    for _key, group in groupby(trials, key=_of_model):
        alike = list(group)
        try:
            model = _open(alike[0])
        except UserError as error:
            yield from (TrialResult(0, (), error.notice) for _ in alike)
            continue
        try:
            yield from (_try(model, trial) for trial in alike)
        finally:
            model.close()


def _of_model(trial: Trial) -> tuple[object, ...]:
    return trial.model, trial.repacks, trial.devices, trial.split


def _open(trial: Trial) -> Model:
    from app.engine.llama.model import Model

    return Model(
        trial.model,
        use_mmap=False,
        repack=trial.repacks,
        cancel=CancelFlag(),
        on_progress=lambda _fraction: None,
        devices=trial.devices,
        split=trial.split,
        is_empty=True,
    )


def _try(model: Model, trial: Trial) -> TrialResult:
    from app.engine.llama.context import Context, ContextSettings

    tokens = trial.context_tokens or model.trained_context_tokens
    settings = ContextSettings(tokens, trial.num_rows, 1, trial.kv_type_k, trial.kv_type_v, trial.flash_attention)
    try:
        context = Context(model, settings, CancelFlag())
    except UserError as error:
        return TrialResult(0, (), error.notice)
    try:
        return TrialResult(context.kv_bytes, context.buffers)
    finally:
        context.close()
