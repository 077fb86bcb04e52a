"""The processes that are Galley just now, and what each of them is for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import psutil


class ProcessRole(StrEnum):
    """What a process does."""

    PROGRAM = "program"
    """The window, or the command in the terminal."""
    ENGINE = "engine"
    """Holds the models."""
    TEMPLATES = "templates"
    """Renders chat templates, which come with downloaded files."""
    DOCUMENT = "document"
    """Reads a PDF that is being attached, which may be hostile."""
    HELPER = "helper"
    """Python's own: sees to it that nothing shared is left behind."""


@dataclass(frozen=True, slots=True)
class RunningProcess:
    """A process of this program."""

    pid: int
    role: ProcessRole
    core_dumps: bool | None
    """Whether the system would write its memory to disk if it crashed; None where it does not say."""


def running_processes(pid: int | None = None) -> tuple[RunningProcess, ...]:
    """The process and everything it started, itself first.

    Args:
        pid: Of the program; None takes this process.
    """
    root = psutil.Process(os.getpid() if pid is None else pid)
    found = [RunningProcess(root.pid, ProcessRole.PROGRAM, _core_dumps(root))]
    for child in sorted(root.children(recursive=True), key=lambda each: each.pid):
        role = _role(child)
        if role is not None:
            found.append(RunningProcess(child.pid, role, _core_dumps(child)))
    return tuple(found)


def _role(process: psutil.Process) -> ProcessRole | None:
    """What a child does, or None when it has ended."""
    try:
        words = process.cmdline()
    except psutil.Error:
        return None
    helpers = {Path(word).stem for word in words[1:3]}  # a script's path, or its name in the packaged program
    if "template_child" in helpers:
        return ProcessRole.TEMPLATES
    if "pdf_child" in helpers:
        return ProcessRole.DOCUMENT
    if "--multiprocessing-fork" in words:
        return ProcessRole.ENGINE
    return ProcessRole.HELPER if words else None


def _core_dumps(process: psutil.Process) -> bool | None:
    """A limit of one byte or none: too little for any core dump, see `app.engine.core_dumps`."""
    if not hasattr(process, "rlimit"):
        return None
    try:
        _soft, hard = process.rlimit(psutil.RLIMIT_CORE)
    except psutil.Error:
        return None
    return hard not in (0, 1)
