"""Explanations are true: on positions whose truth is known from elsewhere, and against a plain search."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from samples import each, present
from strategies import positions

import crownhead as ch
from crownhead.engine import ScoreKind
from crownhead.study.explain import Motif, Shot, best_shot, explain, shot_by
from crownhead.study.explain import explained as explained_by
from crownhead.study.explain.endgame import continued, endgame_line
from crownhead.study.explain.quiet import has_the_move
from crownhead.study.explain.runaway import runs_home
from crownhead.tablebase.build import Plan

QUICK = ch.Limit(depth=9)


@pytest.fixture(scope="module")
def engine() -> ch.Engine:
    return ch.Engine(hash_mb=16, tablebase=None)


def explained(engine: ch.Engine, fen: str | ch.Board, move: str) -> dict[Motif, str]:
    board = fen if isinstance(fen, ch.Board) else ch.Board(fen)
    about = explain(board, board.parse_move(move), engine, QUICK)
    return {fact.motif: fact.text for fact in about.facts}


# -- shots ---------------------------------------------------------------------------------------------

# Beginners' problems whose solution wins by a stroke, and the pieces that each leaves, counted by hand.
STROKES = [
    ("W:W18,26,30:B10,11,19", "18-14 10x17 26-22 17x26 30x23x16x7", 1),
    ("W:W19,24,32:B10,11,18", "19-16 11x20x27 32x23x14x7", 1),
    ("W:W10,14,21:B1,3,17", "10-6 1x10 14x7 3x10 21x14x7", 1),
    ("W:W7,K10,18:B3,9,K26", "18-14 9x18 10-6 3x10 6x15x22x31", 1),
]


@pytest.mark.parametrize(("fen", "line", "gain"), STROKES)
def test_strokes(engine: ch.Engine, fen: str, line: str, gain: int) -> None:
    shot = best_shot(ch.Position.from_fen(fen))
    assert (" ".join(map(str, shot.line)), shot.gain) == (line, gain)
    first = line.split()[0]
    said = explained(engine, fen, first)[Motif.SHOT]
    assert said.startswith(f"It wins {gain} piece by a shot: {first} ")


def test_a_shot_that_the_engine_does_not_believe_in_is_not_called_one(engine: ch.Engine) -> None:
    board = ch.Board(STROKES[0][0])
    move = board.parse_move("18-14")
    best = engine.play(board, QUICK)
    assert explain(board, move, engine, QUICK).about(Motif.SHOT) is not None
    after = ch.Board(board.position.play(move))
    reply = replace(engine.play(after, QUICK), score=ch.Score(ScoreKind.EVALUATION, 100, ch.BLACK))
    assert explained_by(board, move, best, reply).about(Motif.SHOT) is None


def test_a_shot_is_told_to_who_allows_it(engine: ch.Engine) -> None:
    """One move before the stroke: Black steps into it, 7-11 for 11 where the piece is taken."""
    said = explained(engine, "B:W18,26,30:B7,10,19", "7-11")
    assert said[Motif.ALLOWS] == "It allows a shot that wins 1 piece: 18-14 10x17 26-22 17x26 30x7."


def outcome_by_force(position: ch.Position, shot: Shot) -> None:
    """The line is legal, each answer in it is a jump, and it wins what it says."""
    begin = position
    for number, move in enumerate(shot.line):
        assert move in position.legal_moves()
        assert number % 2 == 0 or move.is_jump
        position = position.play(move)
    us, them = begin.turn, begin.turn.opponent
    lost = len(begin.pieces(us)) - len(position.pieces(us))
    assert shot.gain == len(begin.pieces(them)) - len(position.pieces(them)) - lost


@given(positions())
def test_lines_of_shots_are_legal_and_add_up(position: ch.Position) -> None:
    if not position.is_over:
        outcome_by_force(position, best_shot(position))
        for move in position.legal_moves():
            outcome_by_force(position, shot_by(position, move))


def forced(position: ch.Position, attacking: bool) -> float:
    """What the definition of a shot says, without bounds: pieces that the attacker wins."""
    results = []
    for move in position.legal_moves():
        after = position.play(move)
        if attacking and not position.must_jump and not after.must_jump:
            results.append(0.0)
        elif attacking:
            results.append(len(move.captures) + forced(after, False))
        elif position.must_jump:
            results.append(forced(after, True) - len(move.captures))
    if attacking:
        return max(results, default=-math.inf)  # without a move the attacker has lost
    return min(results, default=0.0)


@given(positions().filter(lambda position: len(position.pieces()) <= 9))
def test_shots_are_what_the_definition_says(position: ch.Position) -> None:
    value = forced(position, attacking=True)
    if math.isfinite(value):
        assert best_shot(position).gain == value


def test_the_other_player_chooses_the_jump() -> None:
    """After 18-15, 10x19 would lose two to 24x15x8, but 11x18 takes without harm: there is no shot."""
    position = ch.Position.from_fen("W:W18,23,24:B3,10,11,2")
    assert shot_by(position, position.parse_move("18-15")).gain <= 0


def test_exchange_and_taking_back(engine: ch.Engine) -> None:
    board = ch.Board()
    board.push("11-15")
    assert explained(engine, board, "22-18")[Motif.EXCHANGE] == "It exchanges 1 for 1: 22-18 15x22 25x18."
    board.push("22-18")
    said = explained(engine, board, "15x22")
    assert said[Motif.FORCED] == "It is the only legal move, and jumping is compulsory."
    board.push("15x22")
    assert explained(engine, board, "25x18")[Motif.EXCHANGE] == "It takes back 1 piece: 25x18."


def test_giving_a_piece_away(engine: ch.Engine) -> None:
    board = ch.Board()
    board.push("9-14")
    said = explained(engine, board, "22-18")
    assert Motif.SACRIFICE not in said  # 14x23 is taken back at once
    board = ch.Board("W:W18,32:B10,1,2,3")
    assert explained(engine, board, "18-15")[Motif.SACRIFICE].startswith("It gives up 1 piece: 18-15 10x19")


# -- kings ---------------------------------------------------------------------------------------------


def test_crowning(engine: ch.Engine) -> None:
    assert explained(engine, "W:W6,32:B20", "6-1")[Motif.CROWNS] == "It makes a king."


def test_a_man_that_cannot_be_stopped() -> None:
    free = ch.Position.from_fen("W:W10,32:B20")
    assert runs_home(free, ch.Square(10))
    assert not runs_home(free, ch.Square(32))  # too far to say
    guarded = ch.Position.from_fen("W:W10,32:B2,3,20")
    assert not runs_home(guarded, ch.Square(10))  # 10-6 2x9, 10-7 2x11 or 3x10
    delayed = ch.Position.from_fen("B:W9,32:B20,2")
    assert runs_home(delayed, ch.Square(9))  # 20-24 32-28 24-27 or 24-28: no jump of 32 stops 9-5-1


def test_letting_a_man_through(engine: ch.Engine) -> None:
    """The man on 2 guards against 10, which it can take on 6 and on 7."""
    fen = "B:W10,32:B2,3,20"
    assert (
        explained(engine, fen, "2-7")[Motif.LETS_THROUGH] == "It lets the man on 10 through to become a king."
    )
    assert Motif.LETS_THROUGH not in explained(engine, fen, "20-24")
    assert Motif.LETS_THROUGH not in explained(
        engine, "B:W10,32:B20", "20-24"
    )  # nothing could stop it before


def test_breaking_the_bridge(engine: ch.Engine) -> None:
    fen = "B:W21,22,30,32:B1,3,12"
    assert explained(engine, fen, "3-7")[Motif.BRIDGE].startswith("It breaks the bridge of 1 and 3")
    assert Motif.BRIDGE not in explained(engine, fen, "12-16")
    assert Motif.BRIDGE not in explained(engine, "B:WK21,K22:B1,3,12", "3-7")  # no man is to be kept out


# -- the end -------------------------------------------------------------------------------------------


def test_the_last_move(engine: ch.Engine) -> None:
    said = explained(engine, "W:W15:B11", "15x8")
    assert said[Motif.ENDS] == "It wins the game: the other side has no move left."


def test_proved_wins_and_losses(engine: ch.Engine) -> None:
    """facts: W:WK22,K23,K24:BK31,K32 is won in 15 plies, the first of them 24-28 or another that keeps it."""
    board = ch.Board("B:WK14:B5,13")  # lost in 12 plies
    about = explain(board, board.legal_moves()[0], engine, ch.Limit(depth=16))
    fact = about.about(Motif.PROVED)
    assert fact is not None
    assert fact.text.startswith("It loses in ")


@pytest.fixture(scope="module")
def endgames(tmp_path_factory: pytest.TempPathFactory) -> ch.Tablebase:
    folder = tmp_path_factory.mktemp("endgames")
    for _ in Plan(folder, pieces=4, dtw=4).run():
        pass
    return ch.Tablebase.open(folder)


def test_what_the_database_says(engine: ch.Engine, endgames: ch.Tablebase) -> None:
    """facts: W:WK15,20:BK28,12 is won in 81 plies, and drawn if Black is to move."""
    board = ch.Board("W:WK15,20:BK28,12")
    said = {}
    for move in board.legal_moves():
        about = explain(board, move, engine, ch.Limit(depth=5), endgames)
        said[str(move)] = {fact.motif: fact.text for fact in about.facts}
    winning = [motifs for motifs in said.values() if "wins in 41 moves" in motifs[Motif.DATABASE]]
    assert len(winning) == 1
    assert Motif.THROWN_AWAY not in winning[0]
    for motifs in said.values():
        if "draws" in motifs[Motif.DATABASE]:
            assert motifs[Motif.THROWN_AWAY].startswith("It throws the win away: ")
            assert Motif.WORSE not in motifs
    lost = ch.Board("B:WK14:B5,13")  # in 12 plies
    about = explain(lost, lost.legal_moves()[0], engine, ch.Limit(depth=3), endgames)
    fact = about.about(Motif.DATABASE)
    assert fact is not None
    assert fact.text.startswith("It loses in ")


def test_repetition(engine: ch.Engine) -> None:
    board = ch.Board("B:WK32:BK1")
    for move in ("1-5", "32-28", "5-1"):
        board.push(move)
    assert explained(engine, board, "28-32")[Motif.REPEATS] == "It brings a position for the second time."


def test_the_better_move_is_named(engine: ch.Engine) -> None:
    fen, line, _ = STROKES[0]
    said = explained(engine, fen, "30-25")
    assert said[Motif.WORSE].startswith(f"Better is {line.split()[0]} ")


@each("path", present("pdn/problems.pdn", "pdn/beginner.pdn"))
def test_problems_of_others(path: Path, engine: ch.Engine) -> None:
    """Where a stroke is found in a file of problems, the record never says that the other side wins."""
    found = 0
    for game in ch.pdn.games(path):
        position = game.position
        if position is None or position.is_over or best_shot(position).gain <= 0:
            continue
        found += 1
        assert game.winner in (position.turn, None)
    assert found >= 5


# -- what was once said wrongly ------------------------------------------------------------------------


def test_the_winning_move_itself_counts(engine: ch.Engine, endgames: ch.Tablebase) -> None:
    """W:W7,14,K25:B5,21 is won in 5 plies, by several moves: each of them in 3 moves."""
    board = ch.Board("W:W7,14,K25:B5,21")
    about = explain(board, board.parse_move("25-29"), engine, ch.Limit(depth=12))
    proved = about.about(Motif.PROVED)
    assert proved is not None
    assert proved.text.startswith("It wins in 3 moves at most")
    assert loses_in(board.position.play(board.parse_move("25-29")), 4)
    assert not loses_in(board.position.play(board.parse_move("25-29")), 2)


def loses_in(position: ch.Position, plies: int) -> bool:
    """By trying everything."""
    moves = position.legal_moves(unique=True)
    if plies <= 0:
        return not moves
    return all(
        any(loses_in(after.play(answer), plies - 2) for answer in after.legal_moves(unique=True))
        for after in map(position.play, moves)
    )


def test_the_best_move_is_named_where_a_win_is_thrown_away(engine: ch.Engine, endgames: ch.Tablebase) -> None:
    """Where some moves win, some draw and some lose, a losing move throws the win away, and a winning one is named."""
    seen = 0
    for fen in ("W:WK15,20:BK28,12", "B:WK10,27:BK18,19", "W:W7,K10:BK2,20"):
        board = ch.Board(fen)
        values = {
            move: endgames.probe(board.position.play(move)).before.result for move in board.legal_moves()
        }
        for move, value in values.items():
            thrown = explain(board, move, engine, ch.Limit(depth=3), endgames).about(Motif.THROWN_AWAY)
            best = "win" if "win" in values.values() else "draw"
            if value == best or value == "draw" == best:
                assert thrown is None
            elif value == "loss" or best == "win":
                assert thrown is not None
                assert f"throws the {best} away" in thrown.text
                assert values[thrown.line[0]] == best
                seen += 1
    assert seen >= 3


def test_a_win_is_not_called_a_draw_that_was_thrown_away(engine: ch.Engine) -> None:
    board = ch.Board("B:WK16,K20,K29:BK24,28,K31")
    said = str(explain(board, board.parse_move("24-19"), engine, ch.Limit(depth=17)))
    assert "28-32" in said
    assert "throws the draw away" not in said


def test_a_man_that_is_taken_does_not_run(engine: ch.Engine) -> None:
    """10-6 2x9 takes it; 13x6 puts another one there."""
    assert Motif.RUNS not in explained(engine, "W:W10,13,15,32:B2,3,25,26,28", "10-6")
    after = ch.Position.from_fen("B:W6,13,15,32:B2,3,25,26,28")
    assert not runs_home(after, ch.Square(6))


def test_what_comes_back_at_once_is_not_given_up(engine: ch.Engine) -> None:
    fen = "B:W17,19,20,21,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,12,15,16"
    said = explained(engine, fen, "16x23")
    assert Motif.SACRIFICE not in said
    assert said.get(Motif.EXCHANGE, "back").count("back")


def test_an_exchange_after_a_loss_says_who_is_behind(engine: ch.Engine) -> None:
    said = explained(engine, "W:W10,13,15,32:B2,3,25,26,28", "10-6")
    assert said[Motif.EXCHANGE] == "It exchanges 1 for 1, 1 piece behind: 10-6 2x9 13x6."
    opening = "W:W21,22,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"
    said = explained(engine, opening, "22-18")
    assert said[Motif.EXCHANGE] == "It exchanges 1 for 1, 1 piece behind: 22-18 15x22 25x18."


def test_nobody_is_blamed_for_the_only_move(engine: ch.Engine) -> None:
    """12-16 must be played, and is taken."""
    said = explained(engine, "B:W19,K24:B12", "12-16")
    assert said[Motif.FORCED] == "It is the only legal move."
    assert not {Motif.SACRIFICE, Motif.ALLOWS, Motif.LETS_THROUGH, Motif.WORSE} & said.keys()


def test_letting_a_man_through_is_no_reproach_where_nothing_stops_it(engine: ch.Engine) -> None:
    for move in ("20-24", "1-5", "1-6"):
        assert Motif.LETS_THROUGH not in explained(engine, "B:W11,32:B1,20", move)


def test_who_has_the_move() -> None:
    """Known from every primer: at the start of the game White, who moves second, has the move."""
    assert has_the_move(ch.Position.start()) == ch.WHITE
    facing = ch.Position.from_fen("W:WK23:BK15")  # two rows apart in one column, White to move: Black has it
    assert has_the_move(facing) == ch.BLACK
    assert has_the_move(ch.Position.from_fen("B:WK23:BK15")) == ch.WHITE


def test_quiet_moves_get_reasons(engine: ch.Engine) -> None:
    board = ch.Board()
    assert explained(engine, board, "11-15")[Motif.CENTRE] == "It takes 15, a square of the centre."
    assert explained(engine, board, "9-13")[Motif.SIDE].startswith("On 13, at the side of the board")
    freed = explained(engine, board, "11-16")[Motif.FREES]
    assert freed == "It makes room for the man on 7, which could not move."


def test_the_line_of_an_ending(endgames: ch.Tablebase) -> None:
    """facts: W:WK15,20:BK28,12 is won in 81 plies. A line that ends in the database goes on to the end."""
    position = ch.Position.from_fen("W:WK15,20:BK28,12")
    line = endgame_line(endgames, position, 200)
    assert len(line) == 81
    for number, move in enumerate(line):
        value = endgames.probe(position)
        assert value.plies == 81 - number
        position = position.play(move)
    assert position.is_over
    assert endgame_line(endgames, ch.Position.start(), 5) == ()
    start = ch.Position.from_fen("W:WK15,20:BK28,12")
    assert continued(endgames, start, line[:1], 8) == line[:8]
