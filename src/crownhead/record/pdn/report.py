"""Noting what is wrong with one game, and where in the file that is."""

from __future__ import annotations

from crownhead.record.game.problems import RecordProblem, Severity

MOST_PROBLEMS = 1000
"""Of one game. Megabytes of nonsense need no megabytes of report."""

_CONTINUING = bytes(range(0x80, 0xC0))
"""The bytes of a character in UTF-8 behind its first."""


class ProblemReport:
    """Problems of one game; places are given as offsets into its text, which is in UTF-8."""

    __slots__ = ("_noted", "line", "text")

    def __init__(self, text: bytes, line: int) -> None:
        self.text = text
        self.line = line
        self._noted: list[tuple[Severity, str, int]] = []

    def forgiven(self, offset: int, message: str) -> None:
        self._note(Severity.FORGIVEN, offset, message)

    def damage(self, offset: int, message: str) -> None:
        self._note(Severity.DAMAGE, offset, message)

    def foreign(self, offset: int, message: str) -> None:
        self._note(Severity.FOREIGN, offset, message)

    def _note(self, severity: Severity, offset: int, message: str) -> None:
        if len(self._noted) == MOST_PROBLEMS:
            severity, message = Severity.DAMAGE, f"there is more than these {MOST_PROBLEMS} problems"
        if len(self._noted) <= MOST_PROBLEMS:
            self._noted.append((severity, message, offset))

    def problems(self) -> list[RecordProblem]:
        """In the order in which they were noted."""
        places = self._places(sorted({offset for _, _, offset in self._noted}))
        return [
            RecordProblem(severity, message, *places[offset]) for severity, message, offset in self._noted
        ]

    def _places(self, offsets: list[int]) -> dict[int, tuple[int, int]]:
        """Line and column of ascending offsets, in one pass over the text however long its lines are."""
        line, column, seen = self.line, 1, 0
        places = {}
        for offset in offsets:
            passed = self.text[seen:offset]
            if breaks := passed.count(b"\n"):
                line, column = line + breaks, 1
                passed = passed[passed.rfind(b"\n") + 1 :]
            column += len(passed.translate(None, _CONTINUING))
            seen = offset
            places[offset] = line, column
        return places
