"""Noting what is wrong with one game, and where in the file that is."""

from __future__ import annotations

from crownhead.record.game.problems import Problem, Severity

MOST_PROBLEMS = 1000
"""Of one game. Megabytes of nonsense need no megabytes of report."""


class Report:
    """Problems of one game; places are given as offsets into its text."""

    __slots__ = ("_begin_of_line", "_line", "_seen", "encoding", "line", "problems", "text")

    def __init__(self, text: bytes, line: int, encoding: str) -> None:
        self.text = text
        self.line = line
        self.encoding = encoding
        self.problems: list[Problem] = []
        self._line = line
        self._begin_of_line = 0
        self._seen = 0

    def forgiven(self, offset: int, message: str) -> None:
        self._add(Severity.FORGIVEN, offset, message)

    def damage(self, offset: int, message: str) -> None:
        self._add(Severity.DAMAGE, offset, message)

    def foreign(self, offset: int, message: str) -> None:
        self._add(Severity.FOREIGN, offset, message)

    def _add(self, severity: Severity, offset: int, message: str) -> None:
        if len(self.problems) == MOST_PROBLEMS:
            severity, message = Severity.DAMAGE, f"there is more than these {MOST_PROBLEMS} problems"
        if len(self.problems) <= MOST_PROBLEMS:
            self.problems.append(Problem(severity, message, *self._place(offset)))

    def _place(self, offset: int) -> tuple[int, int]:
        """Line and column; problems mostly come in order, so lines are counted from the last one on."""
        if offset < self._seen:
            self._line, self._begin_of_line, self._seen = self.line, 0, 0
        self._line += self.text.count(b"\n", self._seen, offset)
        self._seen = offset
        self._begin_of_line = max(
            self._begin_of_line, self.text.rfind(b"\n", self._begin_of_line, offset) + 1
        )
        before = self.text[self._begin_of_line : offset]
        return self._line, len(before.decode(self.encoding, errors="replace")) + 1


def encoding_of(text: bytes) -> str:
    """UTF-8 if it can be, else what old programs on Windows wrote, else Latin-1, which fits everything."""
    for encoding in ("utf-8", "cp1252"):
        try:
            text.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"
