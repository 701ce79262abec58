"""Every kind of statement has a checker of its own, which uses the rules, a database or a full search, and not the code
that made the statement. Positions come from games of chance, of a weak player and of the engine, and from endings."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import crownhead as ch
from crownhead.study.explain import Explanation, Fact, Motif, explain
from crownhead.tablebase.build import Plan

THOUGHT = ch.Limit(nodes=60_000)
MANY = 400
SOME = 60


# -- what the checkers know ----------------------------------------------------------------------------


def pieces(position: ch.Position, colour: ch.Colour) -> int:
    return len(position.pieces(colour))


def ahead(position: ch.Position, colour: ch.Colour) -> int:
    return pieces(position, colour) - pieces(position, colour.opponent)


def material(position: ch.Position, plies: int, low: int = -99, high: int = 99) -> int:
    """Pieces that the player to move is ahead after the best play of both, every move tried; jumps go on."""
    moves = position.legal_moves(unique=True)
    if not moves:
        return -50
    if plies <= 0 and not position.must_jump:
        return ahead(position, position.turn)
    for move in moves:
        low = max(low, -material(position.play(move), plies - 1, -high, -low))
        if low >= high:
            break
    return low


def passed(position: ch.Position) -> ch.Position:
    fen = position.fen
    return ch.Position.from_fen(("W" if fen[0] == "B" else "B") + fen[1:])


def won_by_force(position: ch.Position, attacking: bool, plies: int = 14) -> float:
    """Pieces that the attacker wins by moves that leave the other player nothing but to jump."""
    if plies == 0:
        return -99 if attacking else 99  # not seen: to the attacker's harm
    found: list[float] = []
    for move in position.legal_moves(unique=True):
        after = position.play(move)
        if attacking and not position.must_jump and not after.must_jump:
            found.append(0)
        elif attacking:
            found.append(len(move.captures) + won_by_force(after, False, plies - 1))
        elif position.must_jump:
            found.append(won_by_force(after, True, plies - 1) - len(move.captures))
    if attacking:
        return max(found, default=-99)
    return min(found, default=0)


def crowned(position: ch.Position, man: int, colour: ch.Colour, moves: int) -> bool:
    """Whether a man can be brought home in so many moves of its side, which may play anything else as well."""
    legal = position.legal_moves(unique=True)
    if position.turn != colour:
        return bool(legal) and all(
            man not in move.captures and crowned(position.play(move), man, colour, moves) for move in legal
        )
    if moves == 0:
        return False
    for move in legal:
        at = move.target if move.origin == man else man
        if move.origin == man and ch.Square(at).row == colour.crownhead:
            return True
        if crowned(position.play(move), at, colour, moves - 1):
            return True
    return False


def line_in(text: str, position: ch.Position) -> list[ch.Move]:
    """The moves that a sentence names, each legal in its place."""
    found = []
    for name in re.findall(r"\d+(?:[-x]\d+)+", text):
        found.append(position.parse_move(name))
        position = position.play(found[-1])
    return found


def net(position: ch.Position, line: list[ch.Move]) -> int:
    """Pieces won by the player to move along a line."""
    after = position
    for move in line:
        after = after.play(move)
    return ahead(after, position.turn) - ahead(position, position.turn)


def lost_before(board: ch.Board) -> int:
    """Pieces that the player to move is behind in the run of jumps that has just ended."""
    boards, count = board.copy(), 0
    while (last := boards.last_move) is not None and last.is_jump:
        boards.pop()
        count += len(last.captures) if boards.turn != board.turn else -len(last.captures)
    return max(count, 0)


def first_number(text: str) -> int:
    found = re.search(r"\d+", text)
    assert found
    return int(found[0])


# -- the checkers --------------------------------------------------------------------------------------

Checker = Callable[[ch.Board, ch.Move, Fact, Explanation], bool]
CHECKERS: dict[Motif, Checker] = {}


def checks(motif: Motif) -> Callable[[Checker], Checker]:
    def register(checker: Checker) -> Checker:
        CHECKERS[motif] = checker
        return checker

    return register


@checks(Motif.FORCED)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    legal = len({board.position.play(other) for other in board.legal_moves()})
    said = 1 if "only legal move" in fact.text else first_number(fact.text)
    return said == legal and ("compulsory" in fact.text) == move.is_jump


@checks(Motif.ENDS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return not board.position.play(move).legal_moves()


DEPTH = 6


@checks(Motif.TAKES)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    count = first_number(fact.text)
    if fact.text == f"It takes {count} piece{'s' if count > 1 else ''}.":
        return count == len(move.captures)
    line, owed = line_in(fact.text.split(": ")[1], board.position), lost_before(board)
    won = net(board.position, line)
    if fact.text.startswith("It wins "):
        assert owed == 0
        said = won == count
    else:
        said = won == count and won - owed == first_number(fact.text.split(", ")[1])
    return said and -material(board.position.play(move), DEPTH) - ahead(board.position, board.turn) >= won


@checks(Motif.SHOT)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    line, owed = line_in(fact.text.split(": ")[1], board.position), lost_before(board)
    won = net(board.position, line) - owed
    kept = -material(board.position.play(move), DEPTH) - ahead(board.position, board.turn) - owed
    return won == first_number(fact.text) and any(m.captures for m in line[1::2]) and kept >= won


@checks(Motif.SACRIFICE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    lost = -net(board.position, line_in(fact.text.split(": ")[1], board.position))
    kept = -material(board.position.play(move), DEPTH) - ahead(board.position, board.turn)
    return len(board.legal_moves(unique=True)) > 1 and lost == first_number(fact.text) and kept <= -lost


@checks(Motif.EXCHANGE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    line, owed = line_in(fact.text.split(": ")[1], board.position), lost_before(board)
    kept = -material(board.position.play(move), DEPTH) - ahead(board.position, board.turn)
    won = net(board.position, line)
    if " back: " in fact.text and "gives up" in fact.text:
        return won >= 0
    if fact.text.startswith("It takes back"):
        whole = re.search(r" of (\d+) pieces", fact.text)
        return won == first_number(fact.text) and owed == (int(whole[1]) if whole else won) and kept >= won
    behind = re.search(r"(\d+) pieces? behind", fact.text)
    return won == 0 <= kept and (int(behind[1]) if behind else 0) == max(
        -ahead(board.position, board.turn), 0
    )


@checks(Motif.ALLOWS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    after = board.position.play(move)
    line = line_in(fact.text.split(": ")[1], after)
    won = net(after, line)
    best = max(
        -material(board.position.play(other), DEPTH)
        for other in board.legal_moves(unique=True)
        if other != move
    )
    there = material(after, DEPTH)
    return won == first_number(fact.text) and there - ahead(after, after.turn) >= won and best > -there - 1


@checks(Motif.CROWNS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    before, after = board.position.piece_at(move.origin), board.position.play(move).piece_at(move.target)
    return before is not None and after is not None and not before.king and after.king


@checks(Motif.RUNS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return crowned(board.position.play(move), first_number(fact.text), board.turn, 5)


@checks(Motif.LETS_THROUGH)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    man, other = first_number(fact.text), board.turn.opponent
    steps = abs(other.crownhead - ch.Square(man).row)
    worse = about.about(Motif.WORSE) or about.about(Motif.THROWN_AWAY)
    assert worse is not None
    better = board.position.play(line_in(worse.text, board.position)[0])
    stopped = better.piece_at(man) is None or not crowned(better, man, other, steps)
    return crowned(board.position.play(move), man, other, steps + 2) and stopped


@checks(Motif.BRIDGE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    guards = {1, 3} if board.turn == ch.BLACK else {30, 32}
    men = set(map(int, board.position.pieces(board.turn, king=False)))
    return guards <= men and move.origin in guards and len(board.legal_moves(unique=True)) > 1


@checks(Motif.THREAT)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    position = passed(board.position.play(move))
    line = line_in(fact.text, position)
    return 0 < net(position, line) == won_by_force(position, attacking=True)


@checks(Motif.PARRIES)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    position = passed(board.position)
    return net(position, line_in(fact.text, position)) > 0 >= won_by_force(board.position.play(move), True)


@checks(Motif.CONFINES)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    after = board.position.play(move)
    replies = after.legal_moves(unique=True)
    if "replies" not in fact.text:
        return len(replies) == (1 if "one move" in fact.text else first_number(fact.text))
    total, sound = map(int, re.findall(r"\d+", fact.text))
    keep = 0
    for reply in replies:
        next_one = after.play(reply)
        lost = won_by_force(next_one, attacking=True)
        by_itself = len(reply.captures) + won_by_force(next_one, attacking=False) if next_one.must_jump else 0
        keep += lost <= 0 and by_itself >= 0
    return total == len(replies) and sound == keep


@checks(Motif.OPPOSITION)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    """Counted as a player does, with letters: columns that begin on 29, 30, 31, 32 belong to White."""
    after = board.position.play(move)
    white_columns = {ch.Square(n).column for n in (29, 30, 31, 32)}
    odd = sum(square.column in white_columns for square in after.pieces()) % 2 == 1
    total_is_even = len(after.pieces()) % 2 == 0
    has_it = ch.WHITE if odd == (after.turn == ch.WHITE) else ch.BLACK
    return total_is_even and ahead(after, board.turn) == 0 and has_it == board.turn


@checks(Motif.NEAR_HOME)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    row = {"one": 1, "two": 2}[fact.text.split(" is ")[1].split()[0]]
    rows = (8 - 1 - row) if board.turn == ch.BLACK else row
    piece = board.position.piece_at(move.origin)
    return (move.target - 1) // 4 == rows and first_number(fact.text) == move.target and not piece.king  # type: ignore[union-attr]


@checks(Motif.CENTRE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return first_number(fact.text) == move.target and move.target in (14, 15, 18, 19)


@checks(Motif.FREES)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    man = first_number(fact.text)
    grid, forward = board.position.to_grid(), 1 if board.turn == ch.BLACK else -1
    row, column = ch.Square(man).tile
    ways = [(row + forward, c) for c in (column - 1, column + 1) if 0 <= c < 8 and 0 <= row + forward < 8]
    return all(grid[r][c] != 0 for r, c in ways) and move.origin.tile in ways


@checks(Motif.SUPPORTS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    friend, source = (ch.Square(int(n)) for n in re.findall(r"\d+", fact.text))
    landing = (2 * friend.row - source.row, 2 * friend.column - source.column)
    after = board.position.play(move)
    piece = after.piece_at(friend)
    return piece is not None and piece.colour == board.turn and move.target.tile == landing


@checks(Motif.APPROACHES)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    man = ch.Square(first_number(fact.text))
    piece = board.position.play(move).piece_at(man)

    def steps(square: ch.Square) -> int:
        return max(abs(square.row - man.row), abs(square.column - man.column))

    return piece is not None and piece.colour != board.turn and steps(move.target) < steps(move.origin)


@checks(Motif.SIDE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return first_number(fact.text) == move.target and move.target in (4, 5, 12, 13, 20, 21, 28, 29)


@checks(Motif.BACK_ROW)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    home = range(1, 5) if board.turn == ch.BLACK else range(29, 33)
    men = [int(man) for man in board.position.play(move).pieces(board.turn, king=False) if man in home]
    if fact.text.startswith("It keeps"):
        return men == [int(n) for n in re.findall(r"\d+", fact.text)]
    said = fact.text.split("; ")[1].split()[0]
    left = {"no": 0, "one": 1}[said] if said in ("no", "one") else int(said)
    return move.origin in home and left == len(men)


@checks(Motif.REPEATS)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    times = board.history.count(board.position.play(move)) + 1
    return times == 2 if "second" in fact.text else times >= 3


@checks(Motif.PROVED)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return value_is(board, move, fact.text, at_most=True)


@checks(Motif.DATABASE)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    return value_is(board, move, fact.text, at_most=False)


@checks(Motif.THROWN_AWAY)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    """The move that is named is worth what is said, and no other is worth more."""
    known = endgames().get(board.position)
    if known is None:
        return True
    named = line_in(fact.text, board.position)[0]
    said = re.search(r"throws the (\w+) away", fact.text)
    return said is not None and known.result == said[1] and value_is(board, named, fact.text, at_most=True)


@checks(Motif.BEST)
@checks(Motif.WORSE)
@checks(Motif.ANSWER)
def _(board: ch.Board, move: ch.Move, fact: Fact, about: Explanation) -> bool:
    """Opinions, with moves that can be played; the answer of the engine to the move."""
    start = board.position.play(move) if fact.motif is Motif.ANSWER else board.position
    return bool(line_in(fact.text.split(" (")[0], start)) or "engine would make" in fact.text


def value_is(board: ch.Board, move: ch.Move, text: str, *, at_most: bool) -> bool:
    """By the database, where it knows the position: another one than that of the engine."""
    known = endgames().get(board.position.play(move))
    if known is None:
        return True
    value = known.before
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    distance = re.search(r"(?:wins|loses) in (\d+) move", text)
    if words[value.result] not in text:
        return False
    if distance is None or value.plies is None:  # a database without distances knows who wins
        return distance is None or value.result != "draw"
    moves = (value.plies + 1) // 2
    return (
        moves <= int(distance[1])
        if at_most and value.result == "win"
        else moves == int(distance[1]) or at_most
    )


@cache
def endgames() -> ch.Tablebase:
    import tempfile
    from pathlib import Path

    folder = Path(tempfile.mkdtemp(prefix="crownhead-truth-"))
    for _ in Plan(folder, pieces=4, dtw=4).run():
        pass
    return ch.Tablebase.open(folder)


# -- the positions -------------------------------------------------------------------------------------


def played(seed: int, engine: ch.Engine) -> Iterator[ch.Board]:
    """Boards of one game: a part by chance, a part by the engine, as players are."""
    dice, board = random.Random(seed), ch.Board()
    care = dice.choice([0.0, 0.5, 0.8, 0.95])
    while not board.is_over and len(board) < 110:
        yield board.copy()
        if dice.random() < care:
            board.push(engine.play(board, ch.Limit(nodes=400)).move)
        else:
            board.push(dice.choice(board.legal_moves()))


def few(seed: int) -> ch.Board:
    """An ending of four pieces or fewer, or of six."""
    dice = random.Random(seed)
    while True:
        squares = dice.sample(range(1, 33), dice.choice([3, 4, 4, 6]))
        half = len(squares) // 2
        sides = [
            ",".join(f"{dice.choice(['K', ''])}{n}" for n in part)
            for part in (squares[:half], squares[half:])
        ]
        try:
            board = ch.Board(f"{dice.choice('BW')}:W{sides[0]}:B{sides[1]}")
        except ch.InvalidPosition:
            continue
        if not board.is_over:
            return board


def cases(number: int) -> Iterator[tuple[ch.Board, ch.Move]]:
    dice = random.Random(number)
    with ch.Engine(hash_mb=16, tablebase=None) as engine:
        for seed in range(number):
            board = few(seed) if seed % 4 == 0 else dice.choice(list(played(seed, engine)))
            moves = board.legal_moves(unique=True)
            yield board, dice.choice(moves)
            yield board, engine.play(board, ch.Limit(nodes=5000)).move


def falsehoods(number: int) -> tuple[list[str], Counter[Motif], float]:
    """What was said and is not true; how often each kind was said; the share of moves with a choice that got a
    reason."""
    wrong, said = [], Counter[Motif]()
    with_choice = with_reason = 0
    with ch.Engine(hash_mb=16, tablebase=None) as engine:
        for n, (board, move) in enumerate(cases(number)):
            about = explain(board, move, engine, THOUGHT, endgames() if n % 8 == 0 else None)
            for fact in about.facts:
                said[fact.motif] += 1
                if not CHECKERS[fact.motif](board, move, fact, about):
                    wrong.append(f"{board.fen} {board.moves[-3:]} {move}: {fact.text}")
            if len(board.legal_moves(unique=True)) > 1:
                with_choice += 1
                with_reason += about.is_informative
    return wrong, said, with_reason / with_choice


def test_every_kind_has_a_checker() -> None:
    assert set(CHECKERS) == set(Motif)


def test_what_is_said_is_true() -> None:
    wrong, said, share = falsehoods(SOME)
    assert wrong == []
    assert len(said) >= 15
    assert share >= 0.8


@pytest.mark.deep
def test_what_is_said_is_true_of_many() -> None:
    wrong, said, share = falsehoods(MANY)
    assert wrong == []
    rare = {
        Motif.ALLOWS,
        Motif.LETS_THROUGH,
        Motif.REPEATS,
    }  # test_explain.py has positions where they are said
    assert set(Motif) - set(said) <= rare
    assert share >= 0.8
