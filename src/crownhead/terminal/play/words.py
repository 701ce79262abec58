"""What the game says in whole sentences."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from crownhead.engine.score import ScoreKind
from crownhead.record.outcome import Ending
from crownhead.terminal.play.typed import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crownhead.engine import Score
    from crownhead.record.board import Board
    from crownhead.record.outcome import Outcome
    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

MOST_LISTED = 6

RULES = (
    "Black moves first; then the players take turns. Only the dark squares are used. They are numbered 1 to 32.",
    "A man steps one square diagonally forward. It takes an opposing piece by jumping over it onto the empty square "
    "behind.",
    "If you can jump, you must. If you have several jumps, choose any. A piece that can jump again after a jump must "
    "go on.",
    "A man that reaches the far row becomes a king, and its move ends there. A king steps and jumps forwards and "
    "backwards, one square at a time.",
    "You lose if it is your turn and you cannot move, because you have no pieces left or all of them are blocked.",
    "The players can agree to a draw. You can claim one when a position comes up for the third time, or when each "
    "player has made forty moves without taking a piece or moving a man forward.",
)


def sentence(text: str) -> str:
    """With a capital first letter and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def moves(position: Position, found: Iterable[Move]) -> str:
    """11-15, 11-16 or 12-16."""
    names = [position.notation(move) for move in found]
    if len(names) > MOST_LISTED:
        return f"{', '.join(names[:MOST_LISTED])} or {len(names) - MOST_LISTED} others"
    return listed(names)


def line(position: Position, found: Iterable[Move], most: int = 8) -> str:
    """A line of play in notation."""
    return " ".join(position.line_notation(islice(found, most)))


# -- before a move -------------------------------------------------------------------------------------


def remarks(board: Board) -> list[str]:
    """What a person should know before moving."""
    said = []
    if board.position.must_jump:
        jumps = board.legal_moves(unique=True)
        which = (
            "You can take a piece, so you must jump"
            if len(jumps) == 1
            else "You must jump. Choose one of these"
        )
        said.append(f"{which}: {moves(board.position, jumps)}.")
    if reason := board.can_claim_draw():
        why = "by repetition" if reason is Ending.REPETITION else "by forty moves without progress"
        said.append(f"You may claim a draw {why}: type draw.")
    return said


# -- scores --------------------------------------------------------------------------------------------

DEGREES = ((20, "about even"), (60, "{} is a little better"), (130, "{} is better"))


def judgement(score: Score) -> str:
    """A score in words, whoever's view it is."""
    better = (score.colour if score.centimen > 0 else score.colour.opponent).title
    match score.kind:
        case ScoreKind.DRAW:
            return "a draw, proved"
        case ScoreKind.WIN | ScoreKind.LOSS:
            if score.plies is None:
                return f"{better} wins, proved"
            return f"{better} wins in {count((score.plies + 1) // 2, 'move')}, proved"
    for limit, text in DEGREES:
        if abs(score.centimen) < limit:
            return text.format(better)
    return f"{better} is clearly ahead"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# -- the end -------------------------------------------------------------------------------------------


def whole_ending(outcome: Outcome, you: Colour | None) -> str:
    """How the game ended, to the only person who played, or to all."""
    said = f"{outcome.in_words}."
    if outcome.winner is None or you is None:
        return said
    return ("You have won! " if outcome.winner == you else "You have lost. ") + said


def after_the_end(outcome: Outcome, you: Colour | None) -> str:
    return f"The game is over. {whole_ending(outcome, you)} Type new, review, undo or quit."


def pieces(position: Position, colour: Colour) -> str:
    """11 men, 1 king."""
    men, kings = len(position.pieces(colour, king=False)), len(position.pieces(colour, king=True))
    parts = [f"{men} {'man' if men == 1 else 'men'}"] if men or not kings else []
    return ", ".join(parts + ([count(kings, "king")] if kings else []))


def time_left(seconds: float) -> str:
    """m:ss, with tenths in the last ten seconds."""
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    minutes = whole // 60
    hours = f"{minutes // 60}:{minutes % 60:02}" if minutes >= 60 else str(minutes)
    return f"{hours}:{whole % 60:02}"
