"""What went wrong, as a value: the code says what, the catalogue says it in words, the edge translates.

Layers without Qt raise `UserError` for what a person can act on. Everything else that is raised is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = "str | int | float | Notice"


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence yet to be written: a code of the catalogue and the values its text mentions."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)


class UserError(Exception):
    """Something a person can act on.

    Args:
        code: A code of `app.catalogue`.
        values: The values that the code's text mentions.
    """

    def __init__(self, code: str, **values: Value) -> None:
        super().__init__(code, values)
        self.notice = Notice(code, values)

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross the engine's pipe, and an exception with keywords does not pickle by itself."""
        return _rebuild, (type(self), self.notice)


class EnvironmentFault(UserError):
    """Something a person can act on that is no fault of what was asked for: the machine or its system lacks it."""


def _rebuild(kind: type[UserError], notice: Notice) -> UserError:
    return kind(notice.code, **notice.values)
