"""The trainers of those who solve problems: the user's own, which is kept, and those of visitors."""

from __future__ import annotations

from collections import OrderedDict

from crownhead.record.library.row import THE_USER
from crownhead.study.problems.history import History, PassingHistory
from crownhead.study.problems.trainer import Trainer

MOST_VISITORS = 500
"""Whoever was away longest is forgotten first."""


class Trainers:
    def __init__(self) -> None:
        self._of: OrderedDict[str, Trainer] = OrderedDict()

    def of(self, visitor: str) -> Trainer:
        if visitor not in self._of:
            self._of[visitor] = Trainer(History() if visitor == THE_USER else PassingHistory())
            if len(self._of) > MOST_VISITORS:
                self._of.popitem(last=False)
        self._of.move_to_end(visitor)
        return self._of[visitor]
