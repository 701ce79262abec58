"""A move explained: what the rules say of it, and what it is worth beside the best."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.engine.score import ScoreKind
from crownhead.proofs.verdict import Ground, in_moves
from crownhead.study.explain import facts
from crownhead.study.explain.case import Case
from crownhead.study.explain.endgame import endgame_facts
from crownhead.study.explain.fact import Fact, Motif, written
from crownhead.study.explain.material import material_facts
from crownhead.study.explain.quiet import reasons
from crownhead.study.inquiry import Question, answered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.engine.engine import Engine
    from crownhead.engine.info import Played
    from crownhead.engine.score import Score
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.study.inquiry import Inquiry
    from crownhead.tablebase import Tablebase

THOUGHT = Limit(nodes=1_000_000)
MOST_SHOWN = 7
VALUES = {ScoreKind.WIN: 2, ScoreKind.DRAW: 1, ScoreKind.LOSS: 0}
PROVED = f"proved {Ground.SEARCH.by}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is good or bad, as sentences that are true."""

    move: Move
    facts: tuple[Fact, ...]

    @property
    def sentences(self) -> list[str]:
        """The facts in words."""
        return [fact.text for fact in self.facts]

    @property
    def is_informative(self) -> bool:
        """Whether it gives a reason, and does not only compare."""
        return any(fact.motif.is_informative for fact in self.facts)

    def about(self, motif: Motif) -> Fact | None:
        """The fact of that motif, if there is one."""
        return next((fact for fact in self.facts if fact.motif is motif), None)

    def __str__(self) -> str:
        return " ".join(self.sentences)


def explain(
    board: Board,
    move: Move,
    engine: Engine | None = None,
    limit: Limit = THOUGHT,
    tablebase: Tablebase | None = None,
) -> Explanation:
    """Explains a legal move, made or only thought of. The engine looks at it, and for a better one."""
    return answered(explaining(board, move, limit, tablebase), engine)


def explaining(
    board: Board, move: Move, limit: Limit = THOUGHT, tablebase: Tablebase | None = None
) -> Inquiry[Explanation]:
    after = board.copy()
    after.push(move)
    asked = [board] if after.position.is_over else [board, after]
    best, *replies = yield [Question(one, limit) for one in asked]
    return explained(board, move, best, replies[0] if replies else None, tablebase)


def explained(
    board: Board, move: Move, best: Played, reply: Played | None, tablebase: Tablebase | None = None
) -> Explanation:
    """The same where the searches are done: the best move, and the best reply to this one, None if it ends the
    game."""
    case = Case(board, move, best, reply)
    if case.after.is_over:
        return Explanation(move, tuple(chain(facts.forced(case), facts.ending(case))))
    found = [
        *facts.forced(case),
        *facts.crowning(case),
        *material_facts(case),
        *facts.runaways(case),
        *facts.bridge(case),
        *facts.repetition(case),
    ]
    known = list(endgame_facts(tablebase, board.position, move)) if tablebase else []
    known = known or list(_proved(case))
    if not any(fact.motif.is_informative for fact in [*found, *known]):
        found += reasons(case)
    found += known
    if not any(fact.motif is Motif.THROWN_AWAY for fact in known):
        found += _beside_the_best(case)
    return Explanation(move, tuple(found))


def _proved(case: Case) -> Iterator[Fact]:
    score = case.score
    assert score is not None
    if score.kind is ScoreKind.EVALUATION:
        return
    yield Fact(Motif.PROVED, f"It {_says(score)}, {PROVED}.")
    best = case.best.score
    if not case.is_forced and best.kind in VALUES and VALUES[best.kind] > VALUES[score.kind]:
        name = case.position.notation(case.best.move)
        text = f"It throws the {best.kind.value} away: {name} {_says(best)}, {PROVED}."
        yield Fact(Motif.THROWN_AWAY, text, case.best.line[:MOST_SHOWN])


def _says(score: Score) -> str:
    if score.kind is ScoreKind.DRAW:
        return "draws"
    verb = "wins" if score.kind is ScoreKind.WIN else "loses"
    return verb if score.plies is None else f"{verb}{in_moves(score.plies)} at most"


def _beside_the_best(case: Case) -> Iterator[Fact]:
    if case.is_forced:
        return
    best = case.best
    if case.is_best:
        yield Fact(Motif.BEST, f"It is the move that the engine would make{_estimate(best.score)}.")
    elif case.is_worse:
        line = best.line[:MOST_SHOWN]
        text = f"Better is {written(case.position, line)}{_compared(best.score, case.score)}."
        yield Fact(Motif.WORSE, text, line)
    else:
        choice = case.position.notation(best.move)
        yield Fact(
            Motif.BEST, f"It is about as good as {choice}, the engine's choice{_estimate(case.score)}."
        )


def _estimate(score: Score | None) -> str:
    """In hundredths of a man, in brackets. What is proved has a sentence of its own."""
    return f" ({score})" if score is not None and score.kind is ScoreKind.EVALUATION else ""


def _compared(best: Score, this: Score | None) -> str:
    better = f", which {_says(best)}" if best.kind in VALUES else f" ({best})"
    return better if this is None or this.kind in VALUES else f"{better}; this is {this}"
