"""A unit of the making of problems: what one seed gives, the same whoever computes it."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from crownhead.engine.engine import Engine
from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.study.making.certainty import Certainty
from crownhead.study.making.difficulty import Examiner
from crownhead.study.making.line import SolutionLine, solution
from crownhead.study.making.source import from_game, pieces_of, placed
from crownhead.study.problems.goal import ProblemGoal
from crownhead.tablebase.tablebase import Tablebase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.position import Position

GAMES = 20
PLACEMENTS = 1_000
FEWEST_PIECES = 3
PROOF_NODES = 30_000
"""For each move of a position with more pieces than the databases have."""
LOOK = Limit(nodes=4_000)
"""Before so much is spent: one move must look won, and the next must not."""
MOST_PIECES = 10


class Task(NamedTuple):
    kind: str
    """endgame: games, as far as the databases know; middlegame: games, with more pieces;
    placed: a few pieces anywhere."""
    seed: int


KINDS = ("endgame", "middlegame", "placed")


@dataclass(frozen=True, slots=True)
class Making:
    """The settings of the work."""

    tablebase: str

    def __call__(self) -> Maker:
        return Maker(self)


class Maker:
    """A worker of a process."""

    def __init__(self, settings: Making) -> None:
        tables = Tablebase.open(Path(settings.tablebase))
        self._certainty = Certainty(tables, PROOF_NODES)
        self._examiner = Examiner()
        self._player = Engine(hash_mb=4, tablebase=None)
        self._looker = Engine(hash_mb=16, tablebase=tables)

    def close(self) -> None:
        self._examiner.close()
        self._player.close()
        self._looker.close()

    def __call__(self, task: Task) -> dict[str, Any]:
        """An entry of the journal."""
        found = [self._described(*problem) for problem in self._problems(task)]
        return {"kind": task.kind, "seed": task.seed, "found": found}

    def _problems(self, task: Task) -> Iterator[tuple[Position, ProblemGoal, SolutionLine]]:
        seen: set[Position] = set()
        for position in self._positions(task):
            if position in seen or position.is_over:
                continue
            seen.add(position)
            for goal in self._goals(position):
                if line := solution(position, goal, self._certainty):
                    yield position, goal, line

    def _positions(self, task: Task) -> Iterator[Position]:
        chance = Random(f"{task.kind} {task.seed}")
        known = self._certainty.most_pieces
        if task.kind == "placed":
            for _ in range(PLACEMENTS):
                yield placed(chance, chance.randint(FEWEST_PIECES, known))
            return
        fewest, most = (FEWEST_PIECES, known) if task.kind == "endgame" else (known + 1, MOST_PIECES)
        for _ in range(GAMES):
            for position in from_game(self._player, chance, fewest, most):
                if fewest <= pieces_of(position) <= most:
                    yield position

    def _goals(self, position: Position) -> tuple[ProblemGoal, ...]:
        """What is worth trying."""
        if pieces_of(position) > self._certainty.most_pieces:
            self._certainty.forget()
            return (ProblemGoal.WIN,) if self._looks_won_once(position) else ()
        if self._certainty.wins(position, position.turn):
            return (ProblemGoal.WIN,)
        return () if self._certainty.wins(position, position.turn.opponent) else (ProblemGoal.DRAW,)

    def _looks_won_once(self, position: Position) -> bool:
        if len(position.legal_moves(unique=True)) < 2:
            return False
        last = {}
        self._looker.new_game()
        with closing(self._looker.analyse(position, LOOK, lines=2)) as infos:  # type: ignore[type-var]
            for info in infos:
                last[info.rank] = info.score.kind
        return last.get(1) is ScoreKind.WIN and last.get(2) is not ScoreKind.WIN

    def _described(self, position: Position, goal: ProblemGoal, line: SolutionLine) -> dict[str, Any]:
        """How hard it is, is how hard its hardest choice is."""
        hardest, at = None, position
        for n, move in enumerate(line.moves):
            if n % 2 == 0 and len(at.legal_moves(unique=True)) > 1:
                one = self._examiner.examine(at, move)
                hardest = one if hardest is None or one.rating > hardest.rating else hardest
            at = at.play(move)
        assert hardest is not None
        return {
            "fen": position.fen,
            "goal": goal.name,
            "line": [str(move) for move in line.moves],
            "level": hardest.level,
            "rating": hardest.rating,
            "nodes": hardest.nodes,
        }
