"""Reasons for quiet moves: what a move does on the board, by the rules and by complete searches of forced jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.game.node import passed
from crownhead.rules.colour import BLACK
from crownhead.study.explain.fact import Fact, Motif, written
from crownhead.study.explain.runaway import steps_home
from crownhead.study.explain.shot import best_shot, loses_by_force

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.colour import Colour
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.rules.square import Square
    from crownhead.study.explain.case import Case

CENTRE = frozenset((14, 15, 18, 19))
FEW_PIECES = 10
"""With more on the board nobody can count who will have the move in the end."""
NEAR = 2
"""Steps from the last row."""
MOST_REASONS = 2


def reasons(case: Case) -> list[Fact]:
    """The weightiest of them for a sound move; for a worse one only what it leaves and what answers it."""
    if case.is_forced or case.after.is_over:
        return []
    if case.is_worse:
        return [*left_back_row(case), *answer(case)][:MOST_REASONS]
    found = (
        fact
        for look in (
            parried, confined, the_move, near_home, centre, freed, supported, nearer, side, left_back_row, kept_back_row
        )
        for fact in look(case)
    )  # fmt: skip
    return [fact for _, fact in zip(range(MOST_REASONS), found, strict=False)]


def parried(case: Case) -> Iterator[Fact]:
    """A shot that would come if the move were passed, and that there is none after it."""
    if case.position.must_jump or case.after.must_jump:
        return
    position = passed(case.position)
    threat = best_shot(position)
    if threat.gain > 0 and best_shot(case.after).gain <= 0:
        yield Fact(Motif.PARRIES, f"It parries the threat of {written(position, threat.line)}.", threat.line)


def confined(case: Case) -> Iterator[Fact]:
    replies = case.after.legal_moves(unique=True)
    if case.after.must_jump:
        return
    if len(replies) <= NEAR:
        only = "one move" if len(replies) == 1 else f"{len(replies)} moves"
        yield Fact(Motif.CONFINES, f"It leaves the other side only {only}.")
        return
    lost = [loses_by_force(case.after, reply) for reply in replies]
    sound = lost.count(False)
    if None not in lost and 0 < sound <= len(replies) // 2:
        do = "does" if sound == 1 else "do"
        yield Fact(
            Motif.CONFINES, f"Of the {len(replies)} replies, only {sound} {do} not lose a piece by force."
        )


def the_move(case: Case) -> Iterator[Fact]:
    """The opposition, in endings with as many pieces on each side."""
    mine, theirs = (len(case.after.pieces(colour)) for colour in (case.mover, case.mover.opponent))
    if mine == theirs and mine + theirs <= FEW_PIECES and has_the_move(case.after) == case.mover:
        yield Fact(Motif.OPPOSITION, f"With {mine} against {theirs}, its side has the move (the opposition).")


def has_the_move(position: Position) -> Colour:
    """By the rule of the books: whose turn it is, if an odd number of pieces, of both sides, stands on the columns
    that begin on that player's own back row; otherwise the other."""
    columns = {1, 3, 5, 7} if position.turn == BLACK else {0, 2, 4, 6}
    inside = sum(square.column in columns for square in position.pieces())
    return position.turn if inside % 2 else position.turn.opponent


def near_home(case: Case) -> Iterator[Fact]:
    if not _is_man(case) or case.after.must_jump:
        return
    steps = steps_home(case.move.target, case.mover)
    if steps == 1:
        yield Fact(Motif.NEAR_HOME, f"The man on {case.move.target} is one step from becoming a king.")
    elif steps == NEAR:
        yield Fact(Motif.NEAR_HOME, f"The man on {case.move.target} is two steps from becoming a king.")


def centre(case: Case) -> Iterator[Fact]:
    if case.move.target in CENTRE and case.move.origin not in CENTRE:
        yield Fact(Motif.CENTRE, f"It takes {case.move.target}, a square of the centre.")


def freed(case: Case) -> Iterator[Fact]:
    """A man that could not step before, and now can, to where the piece stood that moved."""
    for man in case.position.pieces(case.mover, king=False):
        squares = _ahead(man, case.mover)
        if case.move.origin in squares and not any(case.position.piece_at(s) is None for s in squares):
            yield Fact(Motif.FREES, f"It makes room for the man on {man}, which could not move.")
            return


def supported(case: Case) -> Iterator[Fact]:
    """A piece that could be jumped towards the square that is now filled, from where an enemy stands or can step."""
    if case.after.must_jump:
        return
    target = case.move.target
    for down in (True, False):
        for right in (True, False):
            friend = target.neighbour(down=down, right=right)
            source = friend.neighbour(down=down, right=right) if friend else None
            if friend and source and _is_open(case, friend, source):
                text = f"It supports the piece on {friend}, which cannot be jumped from {source} now."
                yield Fact(Motif.SUPPORTS, text)
                return


def _is_open(case: Case, friend: Square, source: Square) -> bool:
    piece = case.after.piece_at(friend)
    if piece is None or piece.colour != case.mover or friend == case.move.target:
        return False
    if source == case.move.origin:
        return False
    return any(reply.target == source and not reply.is_jump and _reaches_over(case, reply, friend)
               for reply in case.after.legal_moves(unique=True))  # fmt: skip


def _reaches_over(case: Case, reply: Move, friend: Square) -> bool:
    """Whether the piece that would step beside the friend can jump in that direction at all."""
    piece = case.after.piece_at(reply.origin)
    return piece is not None and (piece.king or (friend.row - reply.target.row) == piece.colour.forward)


def nearer(case: Case) -> Iterator[Fact]:
    """A king to the nearest man of the other side, counted in steps of an empty board."""
    piece = case.position.piece_at(case.move.origin)
    men = case.after.pieces(case.mover.opponent, king=False)
    if piece is None or not piece.king or not men:
        return
    man = min(men, key=lambda square: distance(case.move.target, square))
    if distance(case.move.target, man) < distance(case.move.origin, man):
        yield Fact(Motif.APPROACHES, f"The king comes nearer to the man on {man}.")


def distance(one: Square, other: Square) -> int:
    """Steps of a king on an empty board."""
    return max(abs(one.row - other.row), abs(one.column - other.column))


def side(case: Case) -> Iterator[Fact]:
    if case.move.target.column in (0, 7) and case.move.origin.column not in (0, 7):
        yield Fact(Motif.SIDE, f"On {case.move.target}, at the side of the board, it cannot be jumped.")


def left_back_row(case: Case) -> Iterator[Fact]:
    home = case.mover.opponent.crownhead
    if _is_man(case) and case.move.origin.row == home:
        left = sum(man.row == home for man in case.after.pieces(case.mover, king=False))
        still = "no man is" if left == 0 else "one man is" if left == 1 else f"{left} men are"
        yield Fact(Motif.BACK_ROW, f"It takes a man off the back row; {still} left there.")


def kept_back_row(case: Case) -> Iterator[Fact]:
    """Where kings can still be made."""
    home = case.mover.opponent.crownhead
    guards = [man for man in case.after.pieces(case.mover, king=False) if man.row == home]
    if len(guards) >= NEAR and case.after.pieces(case.mover.opponent, king=False):
        squares = f"{', '.join(map(str, guards[:-1]))} and {guards[-1]}"
        yield Fact(Motif.BACK_ROW, f"It keeps the men on {squares} at home, to guard the back row.")


def answer(case: Case) -> Iterator[Fact]:
    """What the engine plays next, as an opinion."""
    if case.reply and len(case.after.legal_moves(unique=True)) > 1:
        line = case.reply.line[:3]
        yield Fact(Motif.ANSWER, f"The engine would answer {written(case.after, line)}.", line)


def _is_man(case: Case) -> bool:
    piece = case.position.piece_at(case.move.origin)
    return piece is not None and not piece.king


def _ahead(man: Square, colour: Colour) -> list[Square]:
    found = (man.neighbour(down=colour is BLACK, right=right) for right in (False, True))
    return [square for square in found if square is not None]
