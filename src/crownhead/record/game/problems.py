"""What is wrong with a game record, and where."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """How bad a problem of a record is."""

    FORGIVEN = "forgiven"
    """Not as the standard has it, but there is no doubt what is meant, and nothing was lost."""
    FOREIGN = "foreign"
    """Another game than American checkers: its moves are kept as text."""
    DAMAGE = "damage"
    """Something could not be understood: it was left out, or kept as mere text."""

    def __str__(self) -> str:
        return self.value


class RecordProblem(NamedTuple):
    """Something in a file that is not as the standard has it, and where."""

    severity: Severity
    message: str
    line: int
    """Of the file, from 1."""
    column: int
    """In characters, from 1."""

    @property
    def is_damage(self) -> bool:
        """Whether something was lost."""
        return self.severity is Severity.DAMAGE

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message}"
