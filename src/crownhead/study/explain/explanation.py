"""A move explained: what the rules say of it, and what it is worth beside the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crownhead.engine.limit import Limit
from crownhead.engine.score import Score, ScoreKind
from crownhead.study.explain.endgame import endgame_facts
from crownhead.study.explain.facts import Fact, Theme, balance, facts, owed, written
from crownhead.study.inquiry import Question, answered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.engine.engine import Engine
    from crownhead.engine.info import Played
    from crownhead.record.board import Board
    from crownhead.rules.move import Move
    from crownhead.study.inquiry import Inquiry
    from crownhead.tablebase import Tablebase

THOUGHT = Limit(nodes=1_000_000)
NOTICEABLE = 20
"""Hundredths of a man by which a move must be worse than the best to be called worse."""
MOST_SHOWN = 7
CORROBORATED = 40
"""Hundredths of a man: so much of what a shot wins the engine must see too."""


@dataclass(frozen=True, slots=True)
class Explanation:
    move: Move
    facts: tuple[Fact, ...]

    @property
    def sentences(self) -> list[str]:
        return [fact.text for fact in self.facts]

    def about(self, theme: Theme) -> Fact | None:
        """The fact of that theme, if there is one."""
        return next((fact for fact in self.facts if fact.theme is theme), None)

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
    score = reply.score.before if reply else None
    found = [fact for fact in facts(board, move) if _holds(fact, board, score)]
    if score is not None:
        known = list(endgame_facts(tablebase, board.position, move)) if tablebase else []
        found += known or _proved(score)
        if not any(fact.theme is Theme.THROWN_AWAY for fact in known):
            found += _beside_the_best(board, move, best, score)
    return Explanation(move, tuple(found))


def _holds(fact: Fact, board: Board, score: Score | None) -> bool:
    """A shot that wins pieces only to lose them again is not called one: the engine sees farther."""
    if score is None or fact.theme not in (Theme.SHOT, Theme.ALLOWS):
        return True
    won = score.centimen - 100 * (balance(board.position, board.turn) + owed(board))
    return won > CORROBORATED if fact.theme is Theme.SHOT else won < -CORROBORATED


def _proved(score: Score) -> Iterator[Fact]:
    how = "proved by search or database"
    match score.kind:
        case ScoreKind.WIN | ScoreKind.LOSS:
            verb = "wins" if score.kind is ScoreKind.WIN else "loses"
            when = "" if score.plies is None else f" in {(score.plies + 1) // 2} moves at most"
            yield Fact(Theme.PROVED, f"It {verb}{when}, {how}.")
        case ScoreKind.DRAW:
            yield Fact(Theme.PROVED, f"It draws, {how}.")


def _beside_the_best(board: Board, move: Move, best: Played, score: Score) -> Iterator[Fact]:
    if len(board.legal_moves(unique=True)) == 1:
        return
    position = board.position
    if move == best.move or position.play(move) == position.play(best.move):
        yield Fact(Theme.BEST, f"It is the move that the engine would make ({best.score}).")
    elif best.score.centimen - score.centimen >= NOTICEABLE:
        line = best.line[:MOST_SHOWN]
        text = f"Better is {written(position, line)} ({best.score}); this is {score}."
        yield Fact(Theme.WORSE, text, line)
    else:
        choice = position.notation(best.move)
        yield Fact(Theme.BEST, f"It is about as good as {choice}, the engine's choice ({score}).")
