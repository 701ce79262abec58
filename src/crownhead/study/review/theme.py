"""What kind of fault a move is, so that a player can see what goes wrong most often."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from crownhead.engine.info import Played
from crownhead.engine.score import ScoreKind
from crownhead.study.explain.case import Case
from crownhead.study.explain.fact import Motif
from crownhead.study.explain.material import material_facts

if TYPE_CHECKING:
    from crownhead.study.review.judged import Judged


class MistakeTheme(StrEnum):
    """The cause comes before what it led to: a shot that loses a drawn game is a shot."""

    ALLOWS_SHOT = "allows a shot"
    GIVES_UP = "gives up a man"
    MISSES_SHOT = "misses a shot"
    WRONG_JUMP = "jumps the wrong way"
    MISSES_WIN = "misses a win"
    LOSES_DRAW = "loses a drawn game"
    LETS_THROUGH = "lets a man through"
    BREAKS_BRIDGE = "breaks the bridge"
    WORSE_POSITION = "gets a worse position"


SAID = {
    Motif.ALLOWS: MistakeTheme.ALLOWS_SHOT,
    Motif.SACRIFICE: MistakeTheme.GIVES_UP,
}
SAID_LESS = {
    Motif.LETS_THROUGH: MistakeTheme.LETS_THROUGH,
    Motif.BRIDGE: MistakeTheme.BREAKS_BRIDGE,
}


def theme_of(judged: Judged) -> MistakeTheme:
    """Of a fault. Rests on the sentences of its explanation, which were checked."""
    said = {fact.motif for fact in judged.explanation.facts}
    for motif, theme in SAID.items():
        if motif in said:
            return theme
    if _misses_shot(judged):
        return MistakeTheme.MISSES_SHOT
    if judged.move.is_jump:
        return MistakeTheme.WRONG_JUMP
    if Motif.THROWN_AWAY in said or _is_proved(judged):
        won = judged.best.score.kind is ScoreKind.WIN
        return MistakeTheme.MISSES_WIN if won else MistakeTheme.LOSES_DRAW
    return next((theme for motif, theme in SAID_LESS.items() if motif in said), MistakeTheme.WORSE_POSITION)


def _is_proved(judged: Judged) -> bool:
    """Whether the result before the move is known, and it was worth more than what was played."""
    return judged.best.score.kind in (ScoreKind.WIN, ScoreKind.DRAW) and judged.score.kind is not (
        judged.best.score.kind
    )


def _misses_shot(judged: Judged) -> bool:
    """Whether the better move wins pieces by giving some up."""
    best = judged.best
    if len(best.line) < 2:
        return False
    reply = Played(best.line[1], -best.score, best.line[1:], best.nodes, best.depth, best.time)
    case = Case(judged.board, best.move, best, reply)
    return any(fact.motif is Motif.SHOT for fact in material_facts(case))
