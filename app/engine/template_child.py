"""Renders chat templates in a process of its own: a template comes with a downloaded file and may be hostile.

Run as a script by `app.engine.template_process`, it imports nothing of Galley. Requests come on standard input,
answers go to standard output, both as one line of JSON each.
"""

from __future__ import annotations

import json
import signal
import sys
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.parser import Parser

MEMORY_BYTES = 768 << 20
"""Address space of this process, interpreter included (Linux)."""
CPU_SECONDS = 4
"""Computing time of one rendering, should the parent be gone and nobody else end it (Linux, macOS)."""


_RAISED = (
    *(jinja2.TemplateError, ArithmeticError, AssertionError, AttributeError, LookupError, OSError, RuntimeError),
    *(SyntaxError, TypeError, ValueError),
)
"""What the expressions of a template can raise, and what Python says to code it was never meant to compile."""


class OutputTooLarge(Exception):
    """The template writes more than it may."""


class _Generation(Extension):
    """Passes through `{% generation %} … {% endgeneration %}`, a mark for training that some templates carry."""

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it as a plain set

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _raise_exception(message: str) -> None:
    raise jinja2.TemplateError(message)


def _strftime_now(pattern: str) -> str:
    return datetime.now().astimezone().strftime(pattern)


def _to_json(
    value: object,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """The filter as chat templates expect it: unlike jinja2's own it does not escape for HTML."""
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", _Generation]
    )
    environment.filters["tojson"] = _to_json
    environment.globals["raise_exception"] = _raise_exception
    environment.globals["strftime_now"] = _strftime_now
    return environment


@lru_cache(maxsize=8)
def _template(source: str) -> jinja2.Template:
    return _environment().from_string(source)


def render(source: str, variables: dict[str, Any], most_characters: int) -> str:
    """Render a template.

    Raises:
        jinja2.TemplateError: The template is wrong, or refuses these messages.
        OutputTooLarge: It writes more than `most_characters`.
    """
    written: list[str] = []
    room = most_characters
    for piece in _template(source).generate(variables):
        room -= len(piece)
        if room < 0:
            raise OutputTooLarge
        written.append(piece)
    return "".join(written)


def answer(request: dict[str, Any]) -> dict[str, str]:
    """What to say to a request: `text`, or what went wrong as `error` or `limit`."""
    try:
        return {"text": render(request["source"], request["variables"], request["most_characters"])}
    except (MemoryError, OutputTooLarge):
        return {"limit": "size"}
    except jinja2.TemplateSyntaxError as error:
        return {"error": f"line {error.lineno}: {error.message}"}
    except _RAISED as error:
        return {"error": str(error) or type(error).__name__}


def _limit_once() -> None:
    """No more memory than a conversation needs, no core dump, no file written."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    core = 1 if most == 1 else 0  # the engine's; app.engine.core_dumps says why 1 forbids more than 0
    resource.setrlimit(resource.RLIMIT_CORE, (core, core))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _limit_next() -> None:
    """Computing time is counted over the whole life, so the limit moves on with each request."""
    if sys.platform == "win32":
        return
    import resource

    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (used + CPU_SECONDS, hard))


def main() -> None:
    """Answer requests until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; it is not meant for this one
    _limit_once()
    _send({"ready": "yes"})
    for line in sys.stdin.buffer:
        _limit_next()
        _send(answer(json.loads(line)))


def _send(value: dict[str, str]) -> None:
    sys.stdout.buffer.write(json.dumps(value).encode() + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
