"""What the solver has to reach."""

from __future__ import annotations

from enum import Enum


class ProblemGoal(Enum):
    WIN = 0
    DRAW = 1

    @property
    def verb(self) -> str:
        return self.name.lower()
