"""What a player can ask the engine: for a move, for a reason, who is better, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError
from crownhead.rules.colour import BLACK
from crownhead.terminal.play import words
from crownhead.terminal.play.session import Reply
from crownhead.terminal.play.typed import typed_move

if TYPE_CHECKING:
    from crownhead.study.review import Judged
    from crownhead.terminal.play.session import Session


def hint(session: Session, rest: str) -> Reply:
    if session.outcome is not None:
        return Reply([words.after_the_end(session.outcome, session.only_person)])
    position = session.board.position
    best = session.advice.best(session.board)
    if len(position.legal_moves(unique=True)) == 1:
        return Reply([f"There is only one move: {position.notation(best.move)}."])
    said = f"Try {position.notation(best.move)}: {words.judgement(best.score)}."
    return Reply([said, f"It could go on {words.line(position, best.line)}."])


def why(session: Session, rest: str) -> Reply:
    board = session.board.copy()
    if rest:
        try:
            move = typed_move(board.position, rest)
        except CrownheadError as error:
            return Reply([words.sentence(str(error))])
    elif board.moves:
        move = board.pop()
    else:
        return Reply(["No move has been made yet. Type why 11-15 to ask about a move you are thinking of."])
    about = session.advice.explain(board, move)
    return Reply([f"{board.position.notation(move)}:", *(f"  {said}" for said in about.sentences)])


def evaluate(session: Session, rest: str) -> Reply:
    if session.outcome is not None:
        return Reply([words.after_the_end(session.outcome, session.only_person)])
    best = session.advice.best(session.board)
    score = best.score.seen_by(BLACK)
    ahead = words.count((best.depth + 1) // 2, "move")
    number = f" ({score} for Black, looking {ahead} ahead)"
    return Reply([words.sentence(words.judgement(score) + number)])


def review(session: Session, rest: str) -> Reply:
    from crownhead.study import review as reviewed
    from crownhead.terminal.study.words import fault

    if not session.board.moves:
        return Reply(["There is nothing to review yet: no move has been made."])
    found = reviewed(session.board)
    people = session.seating.people
    mine = [judged for judged in found.mistakes if judged.board.turn in people]
    whose = "You" if len(people) == 1 else "Both sides together"
    if not mine:
        return Reply([f"{whose} made no mistake that the engine can see."])
    mistakes = words.count(len(mine), "mistake")
    lines = [f"{whose} made {mistakes}. ?! marks a small one, ?? a large one.", ""]
    return Reply([*lines, *map(fault, mine), "", *_costly(mine)])


def _costly(mistakes: list[Judged]) -> list[str]:
    """Where the most was given away, and how to go there again."""
    worst = max(mistakes, key=lambda judged: judged.loss)
    return [
        f"{worst.text} cost the most. Type undo to go back and try something else, or new for another game."
    ]
