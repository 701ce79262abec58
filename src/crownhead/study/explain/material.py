"""What is won and lost: complete searches of forced jumps, said only where the engine, which sees what comes after
them, agrees, and where a search of all moves bears it out. Everything is counted net."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.record.game.node import passed
from crownhead.study.explain.case import balance
from crownhead.study.explain.fact import Fact, Motif, count, written
from crownhead.study.explain.full_width import gets
from crownhead.study.explain.shot import best_shot, shot_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.study.explain.case import Case
    from crownhead.study.explain.shot import Shot


def material_facts(case: Case) -> Iterator[Fact]:
    yield from _forced_by(case)
    if not case.after.must_jump:
        yield from _allowed(case)
        yield from _threatened(case)


def _forced_by(case: Case) -> Iterator[Fact]:
    """What the move and the jumps that it forces come to."""
    shot = shot_by(case.position, case.move)
    if len(shot.line) == 1 and not case.move.is_jump:
        return
    played, won = written(case.position, shot.line), shot.gain - case.owed
    if case.owed and shot.gain > 0 and won <= 0 and _keeps(case, won):
        part = f" of {case.owed}" if shot.gain < case.owed else ""
        yield Fact(Motif.EXCHANGE, f"It takes back {_of(shot.gain, part)}: {played}.", shot.line)
    elif won > 0 and _keeps(case, won):
        yield _winning(case, shot, won, played)
    elif shot.gain == 0 and shot.given and _keeps(case, -case.owed):
        behind = -balance(case.position, case.mover)
        still = f", {count(behind)} behind" if behind > 0 else ""
        text = f"It exchanges {shot.given} for {shot.given}{still}: {played}."
        yield Fact(Motif.EXCHANGE, text, shot.line)
    elif shot.gain < 0 and not case.is_forced:
        yield from _given_up(case, shot, played)
    elif case.move.is_jump:
        yield Fact(Motif.TAKES, f"It takes {count(len(case.move.captures))}.", (case.move,))


def _of(gain: int, part: str) -> str:
    return f"{gain}{part} pieces" if part else count(gain)


def _winning(case: Case, shot: Shot, won: int, played: str) -> Fact:
    if shot.given and not case.move.is_jump:
        return Fact(Motif.SHOT, f"It wins {count(won)} by a shot: {played}.", shot.line)
    if case.owed:
        text = f"It takes {count(shot.gain)}, {won} more than were lost: {played}."
        return Fact(Motif.TAKES, text, shot.line)
    return Fact(Motif.TAKES, f"It wins {count(won)}: {played}.", shot.line)


def _given_up(case: Case, shot: Shot, played: str) -> Iterator[Fact]:
    if _loses(case, case.owed - shot.gain):
        yield Fact(Motif.SACRIFICE, f"It gives up {count(-shot.gain)}: {played}.", shot.line)
    elif line := _regained(case):
        text = f"It gives up {count(-shot.gain)} and gets {'it' if shot.gain == -1 else 'them'} back: "
        yield Fact(Motif.EXCHANGE, f"{text}{written(case.position, line)}.", line)


def _regained(case: Case) -> tuple[Move, ...]:
    """The engine's line as far as the pieces are what they were and no jump is due; empty if that is not kept."""
    before, position = balance(case.position, case.mover), case.position
    open_, behind = [], False
    for move in case.line:
        position = position.play(move)
        behind = balance(position, case.mover) < before
        open_.append(behind or position.must_jump)
    if behind or False not in open_:
        return ()
    return case.line[: open_.index(False) + 1]


def _allowed(case: Case) -> Iterator[Fact]:
    """A reproach, where something better could be played."""
    shot = best_shot(case.after)
    if shot.gain > 0 and case.is_worse and _loses(case, shot.gain + case.owed):
        text = f"It allows a shot that wins {count(shot.gain)}: {written(case.after, shot.line)}."
        yield Fact(Motif.ALLOWS, text, shot.line)


def _threatened(case: Case) -> Iterator[Fact]:
    position = passed(case.after)
    shot = best_shot(position)
    if shot.gain > 0 and _stays_won(position, shot):
        yield Fact(Motif.THREAT, f"It threatens {written(position, shot.line)}.", shot.line)


def _stays_won(position: Position, shot: Shot) -> bool:
    """Whether the other player cannot win as much again at once."""
    for move in shot.line:
        position = position.play(move)
    return position.is_over or best_shot(position).gain < shot.gain


def _keeps(case: Case, won: int) -> bool:
    """Whether at least so many pieces are won, by the engine and by a search of all moves."""
    return case.sees_at_least(won) and gets(case.after, 1 - (case.settled + won)) is False


def _loses(case: Case, lost: int) -> bool:
    """Whether at least so many pieces are lost, by both."""
    return case.sees_at_most(-lost) and gets(case.after, lost - case.settled) is True
